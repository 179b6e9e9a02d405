//! Constants as upstream's import makes them, which is more of them than the module needs: what a constant is made of
//! is made before it even where the constant is one operation, and the order is that of use by the blocks in reverse
//! post-order, each constant after its parts, the last part first.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::UpstreamImportCode;
use irtrip_dialect::names::POSITION;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, FloatKind, NewOp, Op, OpName, Type, TypeData, Value};

use super::block_tags::BlockNumbers;
use crate::constants::materialize::operation;
use crate::index::symbols::Symbols;
use irtrip_dialect::constants::elements::{bytes, data_attr, element_of_bytes, written_out};
use irtrip_dialect::constants::{ConstData, ConstId, Constants};

/// Makes the constants of one body.
pub(super) struct ConstantMaterializer<'p> {
    pub ctx: &'p Context,
    pub symbols: &'p Symbols<'p>,
    pub tags: &'p BlockNumbers,
    pub pool: Constants,
    values: FxHashMap<ConstId, Value>,
    /// The operations, in order.
    pub ops: Vec<Op>,
    /// The first constant that upstream's import has no operation for.
    pub unhandled: Option<UpstreamImportCode>,
    /// How many scalable vectors of zeros were made since the caller looked.
    pub scalable_zeros: usize,
}

impl<'p> ConstantMaterializer<'p> {
    /// Makes constants of a pool.
    pub fn new(ctx: &'p Context, symbols: &'p Symbols<'p>, tags: &'p BlockNumbers, pool: Constants) -> Self {
        ConstantMaterializer {
            ctx,
            symbols,
            tags,
            pool,
            values: FxHashMap::default(),
            ops: Vec::new(),
            unhandled: None,
            scalable_zeros: 0,
        }
    }

    /// The value of a constant, which is made after its parts the first time. Constants nest no deeper than their
    /// reader allows.
    pub fn value(&mut self, body: &mut Body, id: ConstId) -> Value {
        if let Some(&value) = self.values.get(&id) {
            return value;
        }
        let value = self.make(body, id);
        self.values.insert(id, value);
        value
    }

    /// The value of a constant, if it was made.
    pub fn made(&self, id: ConstId) -> Option<Value> {
        self.values.get(&id).copied()
    }

    /// The values of all constants that were made.
    pub fn all_made(&self) -> impl Iterator<Item = Value> + '_ {
        self.values.values().copied()
    }

    fn make(&mut self, body: &mut Body, id: ConstId) -> Value {
        let ty = self.pool.ty(id);
        match self.pool.data(id).clone() {
            ConstData::Aggregate(elements) => return self.aggregate(body, ty, &elements),
            ConstData::Expr(expr) => {
                self.parts_first(body, &expr.operands);
                let operands = self.pool.operation_operands(self.ctx, &expr);
                let operands: SmallVec<[Value; 4]> = operands.into_iter().map(|o| self.value(body, o)).collect();
                let (name, attrs) = operation(&self.pool, self.ctx, self.symbols, id);
                return self.operation(body, name, &operands, attrs, ty);
            }
            ConstData::Data(attr) if self.ctx.is_scalable_vector(ty) => {
                let (number, _) = bytes(self.ctx, attr).unwrap_or_default();
                if let Some(element) = self.row(self.ctx.scalar_type(ty), number) {
                    let shuffle = self.pool.shuffled_splat(self.ctx, ty, element);
                    return self.make(body, shuffle);
                }
            }
            ConstData::Data(attr) => {
                if let Some(rows) = self.rows(ty, attr) {
                    if rows.iter().any(|row| self.has_zero_row(*row)) {
                        return self.aggregate(body, ty, &rows);
                    }
                    self.parts_first(body, &rows);
                }
            }
            ConstData::Zero => {
                let zeros = self.zero_parts(ty);
                self.parts_first(body, &zeros);
                if self.ctx.is_scalable_vector(ty) {
                    self.scalable_zeros += 1;
                    return self.operation(body, global_values::ZERO, &[], attrs::EMPTY_DICTIONARY, ty);
                }
            }
            ConstData::NoCfi(name) => {
                let function = self.ctx.text(name).into_owned();
                self.unhandled.get_or_insert(UpstreamImportCode::NoCfiConstant { function });
            }
            ConstData::PtrAuth(parts) => self.unhandled_pointer(&parts),
            ConstData::DsoLocalEquivalent(name) => {
                let address = self.pool.intern(types::PTR, ConstData::Symbol(name));
                self.parts_first(body, &[address]);
            }
            ConstData::BlockAddress(function, tag) => {
                let kind = ConstData::BlockAddress(function, self.tags.get(function, tag));
                let renumbered = self.pool.intern(ty, kind);
                let (name, attrs) = operation(&self.pool, self.ctx, self.symbols, renumbered);
                return self.operation(body, name, &[], attrs, ty);
            }
            ConstData::Int(_)
            | ConstData::BigInt(_)
            | ConstData::Float(_)
            | ConstData::Undef
            | ConstData::Poison
            | ConstData::NoneToken
            | ConstData::Symbol(_) => {}
        }
        let (name, attrs) = operation(&self.pool, self.ctx, self.symbols, id);
        self.operation(body, name, &[], attrs, ty)
    }

    /// A new operation for a constant without parts before another and at its location: upstream's place for the
    /// address of a function that is called by another type.
    pub fn value_before(&mut self, body: &mut Body, before: Op, id: ConstId) -> Value {
        let (name, attrs) = operation(&self.pool, self.ctx, self.symbols, id);
        let value = self.operation(body, name, &[], attrs, self.pool.ty(id));
        if let Some(op) = self.ops.pop() {
            body.set_loc(op, body.loc(before));
            body.insert_before(before, op);
        }
        value
    }

    /// Makes what a constant is made of, the last part first.
    fn parts_first(&mut self, body: &mut Body, parts: &[ConstId]) {
        for part in parts.iter().rev() {
            self.value(body, *part);
        }
    }

    fn aggregate(&mut self, body: &mut Body, ty: Type, elements: &[ConstId]) -> Value {
        self.parts_first(body, elements);
        let is_vector = matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        // Upstream makes what an aggregate is built with anew each time.
        let mut whole = self.operation(body, global_values::UNDEF, &[], attrs::EMPTY_DICTIONARY, ty);
        for (place, element) in elements.iter().enumerate() {
            let element = self.value(body, *element);
            whole = if is_vector {
                let index = self.pool.intern(types::I32, ConstData::Int(place as i64));
                let (name, attrs) = operation(&self.pool, self.ctx, self.symbols, index);
                let index = self.operation(body, name, &[], attrs, types::I32);
                self.operation(body, llvm::INSERTELEMENT, &[whole, element, index], attrs::EMPTY_DICTIONARY, ty)
            } else {
                let position = self.ctx.dense_array_attr(types::I64, &[place as i64]);
                let attrs = self.ctx.dictionary(&[(POSITION, position)]);
                self.operation(body, llvm::INSERTVALUE, &[whole, element], attrs, ty)
            };
        }
        whole
    }

    fn operation(&mut self, body: &mut Body, name: OpName, operands: &[Value], attrs: Attr, ty: Type) -> Value {
        let op = body.create(NewOp { operands, attrs, ..NewOp::new(name) });
        let value = body.new_value(ty);
        body.define_result(op, value);
        self.ops.push(op);
        value
    }

    fn unhandled_pointer(&mut self, parts: &[ConstId]) {
        let pointer = match parts.first().map(|part| self.pool.data(*part)) {
            Some(ConstData::Symbol(name)) => self.ctx.text(*name).into_owned(),
            _ => String::new(),
        };
        let key = parts.get(1).and_then(|key| self.pool.index_value(self.ctx, *key)).unwrap_or_default();
        self.unhandled.get_or_insert(UpstreamImportCode::PtrAuthConstant { pointer, key });
    }

    /// The zeros an aggregate of zeros is made of. Equal ones are made once.
    fn zero_parts(&mut self, ty: Type) -> SmallVec<[ConstId; 4]> {
        let ctx = self.ctx;
        let elements: SmallVec<[Type; 4]> = match ctx.type_data(ty) {
            TypeData::Array { length, element } if *length > 0 => smallvec![*element],
            TypeData::Vector { element, .. } => smallvec![*element],
            _ => ctx.struct_elements(ty).map(|(_, elements)| elements.into()).unwrap_or_default(),
        };
        elements.into_iter().map(|element| self.pool.zero_of(ctx, element)).collect()
    }

    /// The elements of an array or vector of numbers that are constants of their own in LLVM: all but those of an array
    /// or vector of numbers that LLVM keeps as bytes.
    fn rows(&mut self, ty: Type, attr: Attr) -> Option<Vec<ConstId>> {
        let ctx = self.ctx;
        let element = match ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            _ => return None,
        };
        if is_kept_as_bytes(ctx, element) {
            return None;
        }
        let data = written_out(ctx, ty, attr).filter(|data| !data.is_empty())?;
        let count = match ctx.type_data(ty) {
            TypeData::Array { length, .. } => usize::try_from(*length).ok()?,
            TypeData::Vector { dims, .. } => usize::try_from(dims.first()?.size?).ok()?,
            _ => return None,
        };
        let size = (data.len() / count.max(1)).max(1);
        data.chunks(size).map(|row| self.row(element, row)).collect()
    }

    /// The constant of a type that some bytes are.
    fn row(&mut self, ty: Type, bytes: &[u8]) -> Option<ConstId> {
        let zero = bytes.iter().all(|b| *b == 0);
        let kind = match self.ctx.type_data(ty) {
            TypeData::Integer { .. } | TypeData::Float(_) => {
                return element_of_bytes(&mut self.pool, self.ctx, ty, bytes).ok();
            }
            _ if zero => ConstData::Zero,
            _ => ConstData::Data(data_attr(self.ctx, ty, bytes)?),
        };
        Some(self.pool.intern(ty, kind))
    }

    /// Whether a constant is an aggregate of zeros, or an array of arrays that has one in it.
    fn has_zero_row(&mut self, id: ConstId) -> bool {
        let ty = self.pool.ty(id);
        match self.pool.data(id) {
            ConstData::Zero => true,
            ConstData::Data(attr) => {
                let attr = *attr;
                let rows = self.rows(ty, attr).unwrap_or_default();
                rows.into_iter().any(|row| self.has_zero_row(row))
            }
            _ => false,
        }
    }

    /// Whether an initializer that an attribute could hold has none upstream: upstream finds no attribute for an array
    /// with a row of zeros.
    pub fn has_no_attribute(&mut self, id: ConstId) -> bool {
        self.has_zero_row(id) && *self.pool.data(id) != ConstData::Zero
    }
}

/// Whether LLVM keeps sequences of a type as bytes, without a constant for each element.
fn is_kept_as_bytes(ctx: &Context, element: Type) -> bool {
    match ctx.type_data(element) {
        TypeData::Integer { width, .. } => matches!(width, 8 | 16 | 32 | 64),
        TypeData::Float(kind) => {
            matches!(kind, FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64)
        }
        _ => false,
    }
}
