//! Constants as upstream's import makes them, which is more of them than the module needs: what a constant is made of is
//! made before it even where the constant is one operation, and the order is that of use by the blocks in reverse
//! post-order, each constant behind its parts, the last part first.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::MASK;
use irtrip_dialect::ops::{entities, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, FloatKind, Op, Type, TypeData, Value};

use crate::bodies::function::ConstantGroup;
use crate::constants::pool::{ConstId, ConstKind, Expr};
use crate::reader::Reader;

impl Reader<'_, '_> {
    /// Makes a constant and what it is made of, which is left in `const_parts`.
    pub fn materialize_as_upstream(&mut self, id: ConstId) -> Value {
        let ty = self.pool.ty(id);
        match self.pool.kind(id) {
            ConstKind::Aggregate(elements) => {
                let elements = elements.clone();
                return self.materialize_aggregate(ty, &elements);
            }
            ConstKind::Expr(expr) => {
                let expr = expr.clone();
                let parts = if expr.parts.is_empty() { &expr.operands } else { &expr.parts };
                self.operand_values(parts);
                let made = std::mem::take(&mut self.f.const_parts);
                let operands: SmallVec<[Value; 4]> = expr.operands.iter().map(|o| self.materialize(*o)).collect();
                self.f.const_parts = made;
                let (name, attrs) = self.constant_form(id);
                return self.constant_op(name, &operands, attrs, ty);
            }
            ConstKind::Splat(inner) => {
                let shuffle = self.splat_expression(ty, *inner);
                return self.materialize_as_upstream(shuffle);
            }
            ConstKind::Data(data) => {
                let data = data.clone();
                if let Some(rows) = self.rows(ty, &data) {
                    if rows.iter().any(|row| self.has_zero_row(*row)) {
                        return self.materialize_aggregate(ty, &rows);
                    }
                    self.operand_values(&rows);
                } else {
                    self.f.const_parts = (SmallVec::new(), self.f.const_ops.len());
                }
            }
            ConstKind::Null => {
                self.zero_parts(ty);
                self.tell_of_zeros(ty);
            }
            ConstKind::NoCfi(name) => {
                let what = format!("ptr no_cfi @{} since no_cfi is unsupported", self.ctx.text(*name));
                self.note_unhandled(&what);
            }
            ConstKind::PtrAuth(parts) => {
                let function = match parts.first().map(|part| self.pool.kind(*part)) {
                    Some(ConstKind::Global(name)) => self.ctx.text(*name).into_owned(),
                    _ => String::new(),
                };
                let key = parts.get(1).and_then(|key| self.index_value(*key)).unwrap_or_default();
                let what = format!("ptr ptrauth (ptr @{function}, i32 {key}) since ptrauth(...) is unsupported");
                self.note_unhandled(&what);
            }
            ConstKind::DsoLocalEquivalent(name) => {
                let address = ConstKind::Global(*name);
                let address = self.pool.intern(wk::PTR, address);
                self.operand_values(&[address]);
            }
            _ => self.f.const_parts = (SmallVec::new(), self.f.const_ops.len()),
        }
        let (name, dictionary) = match self.pool.kind(id) {
            ConstKind::Null if is_scalable(self.ctx, ty) => (entities::ZERO, attrs::EMPTY_DICTIONARY),
            _ => self.constant_form(id),
        };
        self.constant_op(name, &[], dictionary, ty)
    }

    /// Whether an initializer that an attribute could say is none upstream: upstream finds no attribute for an array with
    /// a row of zeros.
    pub fn upstream_has_no_attribute(&mut self, id: ConstId) -> bool {
        self.shared.options.upstream && self.has_zero_row(id) && *self.pool.kind(id) != ConstKind::Null
    }

    fn note_unhandled(&mut self, what: &str) {
        self.f.const_parts = (SmallVec::new(), self.f.const_ops.len());
        let at = self.f.at;
        self.f.unhandled_constant.get_or_insert_with(|| (at, format!("unhandled constant: {what}")));
    }

    /// The zeros an aggregate of zeros is made of. Equal ones are made once.
    fn zero_parts(&mut self, ty: Type) {
        let ctx = self.ctx;
        let elements: SmallVec<[Type; 4]> = match ctx.type_data(ty) {
            TypeData::Array { length, element } if *length > 0 => smallvec![*element],
            TypeData::Vector { element, .. } => smallvec![*element],
            _ => ctx.struct_elements(ty).map(|(_, elements)| elements.into()).unwrap_or_default(),
        };
        let zeros: SmallVec<[ConstId; 4]> = elements.into_iter().map(|element| self.zero_of(element)).collect();
        self.operand_values(&zeros);
    }

    /// The elements of an array or vector of numbers that are constants of their own in LLVM: all but those of an array or
    /// vector of numbers that LLVM keeps as bytes.
    fn rows(&mut self, ty: Type, data: &[u8]) -> Option<Vec<ConstId>> {
        let ctx = self.ctx;
        let element = match ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            _ => return None,
        };
        if data.is_empty() || is_kept_as_bytes(ctx, element) {
            return None;
        }
        let count = match ctx.type_data(ty) {
            TypeData::Array { length, .. } => usize::try_from(*length).ok()?,
            TypeData::Vector { dims, .. } => usize::try_from(dims.first()?.size?).ok()?,
            _ => return None,
        };
        let size = (data.len() / count.max(1)).max(1);
        Some(data.chunks(size).map(|row| self.row(element, row)).collect())
    }

    /// The constant of a type that some bytes are.
    fn row(&mut self, ty: Type, bytes: &[u8]) -> ConstId {
        let zero = bytes.iter().all(|b| *b == 0);
        let kind = match self.ctx.type_data(ty) {
            TypeData::Integer { .. } => {
                let value = BigInt::from_signed_bytes_le(bytes);
                i64::try_from(&value).map_or(ConstKind::BigInt(value), ConstKind::Int)
            }
            TypeData::Float(_) => {
                let mut le = [0; 16];
                le.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
                ConstKind::Float(u128::from_le_bytes(le))
            }
            _ if zero => ConstKind::Null,
            _ => ConstKind::Data(bytes.into()),
        };
        self.pool.intern(ty, kind)
    }

    /// Whether a constant is an aggregate of zeros, or an array of arrays that has one in it.
    fn has_zero_row(&mut self, id: ConstId) -> bool {
        let ty = self.pool.ty(id);
        match self.pool.kind(id) {
            ConstKind::Null => true,
            ConstKind::Data(data) => {
                let data = data.clone();
                let rows = self.rows(ty, &data).unwrap_or_default();
                rows.into_iter().any(|row| self.has_zero_row(row))
            }
            _ => false,
        }
    }

    /// A splat of a scalable vector, as LLVM has it: a shuffle of a vector with one element.
    fn splat_expression(&mut self, ty: Type, inner: ConstId) -> ConstId {
        let poison = self.pool.intern(ty, ConstKind::Poison);
        let zero = self.pool.intern(wk::I64, ConstKind::Int(0));
        let first = Expr {
            name: llvm::INSERTELEMENT,
            attrs: Vec::new(),
            operands: vec![poison, inner, zero],
            parts: Vec::new(),
        };
        let first = self.pool.intern(ty, ConstKind::Expr(Box::new(first)));
        let count = match self.ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => dims.first().and_then(|d| d.size).unwrap_or(0).min(1 << 20),
            _ => 0,
        };
        let mask = self.ctx.i32_array(&vec![0; count as usize]);
        let operands = vec![first, poison];
        let shuffle = Expr { name: llvm::SHUFFLEVECTOR, attrs: vec![(MASK, mask)], operands, parts: Vec::new() };
        self.pool.intern(ty, ConstKind::Expr(Box::new(shuffle)))
    }

    /// Puts the constants into upstream's order. Those that only unreachable blocks use are none of upstream's; those that
    /// only debug records use are left for [`Reader::place_late_constant`].
    pub fn order_constants(&mut self) {
        let Some(region) = self.f.region else { return };
        let mut order = Vec::with_capacity(self.f.const_ops.len());
        let mut groups = std::mem::take(&mut self.f.const_groups);
        let reached = self.f.body.reachable(region);
        for block in self.f.body.reverse_post_order(region).into_iter().filter(|b| reached[b.index()]) {
            for op in self.f.body.ops(block) {
                for value in self.conversion_order(op) {
                    place_constant(&mut groups, value, &self.f.const_ops, &mut order);
                }
            }
        }
        self.f.late_constants = (groups, std::mem::replace(&mut self.f.const_ops, order));
    }

    /// Puts a constant that only debug records use, and its parts, behind the last constant that was made.
    pub fn place_late_constant(&mut self, value: Value) {
        let (groups, ops) = &mut self.f.late_constants;
        let mut order = Vec::new();
        place_constant(groups, value, ops, &mut order);
        for op in order {
            match self.f.last_constant.replace(op).and_then(|last| self.f.body.next_op(last)) {
                Some(next) => self.f.body.insert_before(next, op),
                None => {
                    if let Some(entry) = self.f.blocks.first() {
                        self.f.body.prepend_op(*entry, op);
                    }
                }
            }
        }
    }

    /// What an operation is made of in upstream's order: what a branch passes comes before its condition, and the unwind
    /// destination's before the normal one's.
    fn conversion_order(&self, op: Op) -> SmallVec<[Value; 8]> {
        let body = &self.f.body;
        if let Some(values) = self.f.conversions.get(&op) {
            return values.clone();
        }
        let operands = body.operands(op).iter().copied();
        let passed = body.successors(op).iter();
        match body.name(op) {
            llvm::COND_BR => passed.flat_map(|s| body.successor_args(s)).copied().chain(operands).collect(),
            llvm::INVOKE => operands.chain(passed.rev().flat_map(|s| body.successor_args(s)).copied()).collect(),
            _ => body.all_operands(op).into(),
        }
    }
}

fn is_scalable(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector { dims, .. } if dims.iter().any(|d| d.scalable))
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

/// Places the operations of a constant behind those of its parts, once. Constants nest no deeper than their reader allows.
fn place_constant(groups: &mut FxHashMap<Value, ConstantGroup>, value: Value, ops: &[Op], order: &mut Vec<Op>) {
    let Some(group) = groups.remove(&value) else { return };
    for part in group.parts {
        place_constant(groups, part, ops, order);
    }
    order.extend_from_slice(ops.get(group.ops).unwrap_or_default());
}
