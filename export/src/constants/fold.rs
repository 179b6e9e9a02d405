//! Constants from operations: which operations of a body are constants in LLVM IR, and which constants they are.
//!
//! The dialect makes every constant an operation; an aggregate is a chain of `llvm.insertvalue` on
//! `llvm.mlir.undef`, a constant expression the operation of its name. An instruction of constants is what it computes.
//! An operation with `irtrip.instruction` is an instruction, whatever its operands are.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::enums::{CastOpcode, ICmpPredicate};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Constant, Fold, Inst, LlvmForm, OpDef};
use irtrip_dialect::{Body, Context, Op, OpNameDefinition, Type, TypeData, Value, ValueDef};
use smallvec::SmallVec;

use super::compute::Computation;
use super::decode::{Symbols, block_address, value_of};
use super::{ConstData, ConstId, Constants, Expr, element_count};
use irtrip_dialect::diagnostic::ExportCode;

/// How many operations in a row are followed whose operands are defined after them.
const DEPTH: u32 = irtrip_dialect::limits::MAX_NESTING as u32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unknown,
    Not,
    Is(ConstId),
}

/// Whether an operation is a constant where its operands are.
fn may_be_expression(def: &OpDef) -> bool {
    def.llvm.fold() != Fold::Never
}

/// Finds the constants of a body.
pub struct Folder<'a> {
    ctx: &'a Context,
    symbols: &'a dyn Symbols,
    body: &'a Body,
    states: Vec<State>,
    /// The constants found.
    pub pool: Constants,
}

impl<'a> Folder<'a> {
    /// A folder that has looked at no value of the body yet.
    pub fn new(ctx: &'a Context, symbols: &'a dyn Symbols, body: &'a Body) -> Folder<'a> {
        let states = vec![State::Unknown; body.value_count()];
        Folder { ctx, symbols, body, states, pool: Constants::default() }
    }

    /// Marks a value as no constant, whatever operation defines it.
    pub fn set_variable(&mut self, value: Value) {
        self.states[value.index()] = State::Not;
    }

    /// The constant that an operation is, or `None` for an instruction.
    pub fn op(&mut self, op: Op, def: &OpDef) -> Result<Option<ConstId>, ExportCode> {
        if !may_be_expression(def) && !matches!(def.llvm, LlvmForm::Constant(_)) {
            return Ok(None);
        }
        match self.body.result(op) {
            Some(value) => self.value(value, 0),
            None => Ok(None),
        }
    }

    /// The constant that a value is, with chains of inserts replaced by the aggregates they make; `None` where it is
    /// none.
    pub fn constant_of(&mut self, value: Value) -> Result<Option<ConstId>, ExportCode> {
        let found = self.value(value, 0)?;
        if let Some(id) = found {
            self.expand_insert_chain(id)?;
        }
        Ok(found)
    }

    /// Brings a constant into the form it is written in.
    pub fn expand_insert_chain(&mut self, id: ConstId) -> Result<(), ExportCode> {
        self.pool.expand_insert_chain(self.ctx, id)
    }

    /// The constant that a value is.
    fn value(&mut self, value: Value, depth: u32) -> Result<Option<ConstId>, ExportCode> {
        match self.states[value.index()] {
            State::Not => return Ok(None),
            State::Is(id) => return Ok(Some(id)),
            State::Unknown => {}
        }
        // A value that depends on itself is no constant.
        self.states[value.index()] = State::Not;
        let ValueDef::Result(op, 0) = self.body.value(value).def else { return Ok(None) };
        let Some(def) = self.body.name(op).def() else { return Ok(None) };
        let ty = self.body.value_type(value);
        let found = match def.llvm {
            LlvmForm::Constant(kind) => Some(self.constant(op, kind, ty)?),
            _ if may_be_expression(def) => self.expression(op, def, ty, depth)?,
            _ => None,
        };
        if let Some(id) = found {
            self.states[value.index()] = State::Is(id);
        }
        Ok(found)
    }

    fn constant(&mut self, op: Op, kind: Constant, ty: Type) -> Result<ConstId, ExportCode> {
        let (ctx, attrs) = (self.ctx, self.body.attrs(op));
        let symbol =
            |key, name| ctx.entry(attrs, key).and_then(|s| ctx.symbol_value(s)).ok_or(ExportCode::Attribute(name));
        let data = match kind {
            Constant::Value => {
                let value = value_of(ctx, attrs)?;
                return self.pool.of_value(ctx, self.symbols, ty, value);
            }
            Constant::Encoded => {
                let value = value_of(ctx, attrs)?;
                return self.pool.of_encoded(ctx, self.symbols, value);
            }
            Constant::Zero => ConstData::Zero,
            Constant::Undef => ConstData::Undef,
            Constant::Poison => ConstData::Poison,
            Constant::NoneToken => ConstData::NoneToken,
            Constant::AddressOf => ConstData::Symbol(symbol(GLOBAL_NAME, "global_name")?),
            Constant::DsoLocalEquivalent => ConstData::DsoLocalEquivalent(symbol(FUNCTION_NAME, "function_name")?),
            Constant::BlockAddress => {
                let address = ctx.entry(attrs, BLOCK_ADDR).and_then(|a| block_address(ctx, a));
                let (function, tag) = address.ok_or(ExportCode::Attribute("block_addr"))?;
                ConstData::BlockAddress(function, tag)
            }
        };
        self.pool.add(ctx, ty, data)
    }

    fn expression(&mut self, op: Op, def: &OpDef, ty: Type, depth: u32) -> Result<Option<ConstId>, ExportCode> {
        let (ctx, body) = (self.ctx, self.body);
        let attrs = body.attrs(op);
        if depth > DEPTH || ctx.entry(attrs, IRTRIP_INSTRUCTION).is_some() {
            return Ok(None);
        }
        let mut operands = SmallVec::<[ConstId; 4]>::new();
        for value in body.operands(op) {
            match self.value(*value, depth + 1)? {
                Some(id) => operands.push(id),
                None => return Ok(None),
            }
        }
        if def.llvm.fold() == Fold::Computed
            && let Some(computation) = Computation::of(ctx, &def.llvm, attrs)
            && let Some(id) = self.pool.computed(ctx, computation, ty, &operands)?
        {
            return Ok(Some(id));
        }
        let byte_order = self.symbols.folded_byte_order();
        // A constant is equal to itself, whatever it is.
        if let (LlvmForm::Inst(Inst::ICmp), [a, b], Some(_)) = (def.llvm, operands.as_slice(), byte_order)
            && ctx.element_at(ty, 0).is_none()
            && self.pool.same(*a, *b)
        {
            let predicate: Option<ICmpPredicate> = ctx.entry(attrs, PREDICATE).and_then(|p| ctx.enum_value(p));
            let holds = predicate.ok_or(ExportCode::Attribute("predicate"))?.holds(std::cmp::Ordering::Equal);
            return self.pool.add(ctx, ty, ConstData::Int(holds.into())).map(Some);
        }
        if let (LlvmForm::Cast(CastOpcode::BitCast), [value], Some(order)) = (def.llvm, operands.as_slice(), byte_order)
        {
            self.pool.expand_insert_chain(ctx, *value)?;
            if let Some(id) = self.pool.bit_cast(ctx, ty, *value, order)? {
                return Ok(Some(id));
            }
        }
        if let LlvmForm::Inst(inst) = def.llvm {
            match (inst, operands.as_slice()) {
                (Inst::InsertValue, [base, value]) => {
                    let path = ctx.entry(attrs, POSITION).and_then(|p| ctx.dense_array(p)).unwrap_or_default();
                    return self.insert(*base, path, *value);
                }
                (Inst::ExtractValue, [base]) => {
                    let path = ctx.entry(attrs, POSITION).and_then(|p| ctx.dense_array(p)).unwrap_or_default();
                    return self.extract(*base, path);
                }
                (Inst::InsertElement, [base, value, index]) => {
                    if let Some(index) = self.lane(ty, *index) {
                        return self.insert(*base, &[index], *value);
                    }
                }
                (Inst::ExtractElement, [base, index]) => {
                    if let Some(index) = self.lane(self.pool.ty(*base), *index)
                        && let Some(element) = self.extract(*base, &[index])?
                    {
                        return Ok(Some(element));
                    }
                }
                (Inst::ShuffleVector, [a, b]) => {
                    let mask = ctx.entry(attrs, MASK).and_then(|mask| ctx.dense_array(mask)).unwrap_or_default();
                    if let Some(shuffled) = self.shuffle(ty, *a, *b, mask)? {
                        return Ok(Some(shuffled));
                    }
                }
                (Inst::GetElementPtr, [base, ..])
                    if matches!(self.pool.data(*base), ConstData::Undef | ConstData::Poison) =>
                {
                    return self.pool.add(ctx, ty, self.pool.data(*base).clone()).map(Some);
                }
                (Inst::GetElementPtr, [base, ..]) => {
                    let all = self.pool.with_static_indices(ctx, attrs, &operands)?;
                    // With offsets of zero it is the address itself, and LLVM has no expression for that.
                    if self.pool.ty(*base) == ty
                        && ctx.entry(attrs, IRTRIP_INRANGE).is_none()
                        && all.iter().skip(1).all(|i| matches!(self.pool.data(*i), ConstData::Int(0)))
                    {
                        return Ok(Some(*base));
                    }
                    operands = all;
                }
                _ => {}
            }
        }
        if !def.is_constant_expression() {
            return Ok(None);
        }
        for id in &operands {
            self.pool.expand_insert_chain(ctx, *id)?;
        }
        // The builder makes a sum again once it has folded its operands, and leaves its flags out.
        let attrs = match (def.llvm, byte_order) {
            (LlvmForm::Binary(_), Some(_)) => EMPTY_DICTIONARY,
            _ => attrs,
        };
        let expr = Expr { name: body.name(op), attrs, operands };
        self.pool.add(ctx, ty, ConstData::Expr(Box::new(expr))).map(Some)
    }

    /// The number of a lane of a fixed vector, if it is one.
    fn lane(&self, vector: Type, index: ConstId) -> Option<i64> {
        let count = element_count(self.ctx, vector)?;
        match self.pool.data(index) {
            ConstData::Int(index) if (0..count as i64).contains(index) => Some(*index),
            _ => None,
        }
    }

    fn insert(&mut self, base: ConstId, path: &[i64], value: ConstId) -> Result<Option<ConstId>, ExportCode> {
        let Some((&index, rest)) = path.split_first() else { return Ok(None) };
        let (ctx, ty) = (self.ctx, self.pool.ty(base));
        if !self.has_elements(base) || index < 0 || element_count(ctx, ty).is_none_or(|n| index as usize >= n) {
            return Ok(None);
        }
        let value = if rest.is_empty() {
            value
        } else {
            let Some(inner) = self.pool.element(ctx, base, index as u64)? else { return Ok(None) };
            let Some(inner) = self.insert(inner, rest, value)? else { return Ok(None) };
            inner
        };
        self.pool.add(ctx, ty, ConstData::Insert { base, value, index: index as u64 }).map(Some)
    }

    fn extract(&mut self, base: ConstId, path: &[i64]) -> Result<Option<ConstId>, ExportCode> {
        let mut at = base;
        for index in path {
            if *index < 0 || !self.has_elements(at) {
                return Ok(None);
            }
            match self.pool.element(self.ctx, at, *index as u64)? {
                Some(element) => at = element,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }

    /// The elements of two vectors that a mask names; of scalable ones, the first of them everywhere.
    fn shuffle(&mut self, ty: Type, a: ConstId, b: ConstId, mask: &[i64]) -> Result<Option<ConstId>, ExportCode> {
        const ANY: i64 = -1;
        let ctx = self.ctx;
        let Some(count) = element_count(ctx, self.pool.ty(a)) else {
            if mask.iter().any(|index| *index != 0) || !self.has_elements(a) {
                return Ok(None);
            }
            let Some(first) = self.pool.element(ctx, a, 0)? else { return Ok(None) };
            return self.pool.splat(ctx, ty, first);
        };
        let Some(scalar) = ctx.element_at(ty, 0) else { return Ok(None) };
        let mut elements = Vec::with_capacity(mask.len());
        for &index in mask {
            let place = u64::try_from(index).unwrap_or_default();
            let (from, place) = if place < count as u64 { (a, place) } else { (b, place - count as u64) };
            let element = match index {
                ANY => Some(self.pool.add(ctx, scalar, ConstData::Undef)?),
                _ if self.has_elements(from) => self.pool.element(ctx, from, place)?,
                _ => None,
            };
            let Some(element) = element else { return Ok(None) };
            elements.push(element);
        }
        self.pool.aggregate(ctx, ty, elements.into()).map(Some)
    }

    fn has_elements(&self, id: ConstId) -> bool {
        let aggregate = !matches!(
            self.ctx.type_data(self.pool.ty(id)),
            TypeData::Integer { .. }
                | TypeData::Byte { .. }
                | TypeData::Float(_)
                | TypeData::Pointer { .. }
                | TypeData::TypedPointer { .. }
                | TypeData::TargetExt { .. }
        );
        let named = matches!(
            self.pool.data(id),
            ConstData::Zero
                | ConstData::Undef
                | ConstData::Poison
                | ConstData::Data(_)
                | ConstData::Aggregate(_)
                | ConstData::Insert { .. }
        );
        aggregate && named
    }
}
