//! Constants from operations: which operations of a body are constants in LLVM IR, and which constants they are.
//!
//! The dialect makes every constant an operation; an aggregate is a chain of `llvm.insertvalue` on
//! `llvm.mlir.undef`, a constant expression the operation of its name. An instruction of constants is what it computes.
//! An operation with `irtrip.instruction` is an instruction, whatever its operands are; one that is so since a release was
//! a constant expression before.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::constants::compute::Computation;
use irtrip_dialect::constants::decode::{Symbols, block_address, value_of};
use irtrip_dialect::constants::{ConstData, ConstId, Constants, Expr, element_count};
use irtrip_dialect::diagnostic::{ExportCode, VerifyCode};
use irtrip_dialect::enums::{CastOpcode, ICmpPredicate};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Constant, Fold, Inst, LlvmForm, OpDef};
use irtrip_dialect::preserved::is_instruction;
use irtrip_dialect::{Attr, Body, Context, Op, OpNameDefinition, Str, Type, TypeData, Value, ValueDef};
use smallvec::SmallVec;

/// How many operations in a row are followed whose operands are defined after them.
const DEPTH: u32 = irtrip_dialect::limits::MAX_NESTING as u32;

/// What is known of a value.
#[derive(Clone, Copy)]
enum State {
    Unknown,
    Not,
    Is(KnownConstant),
}

/// A constant that is known.
#[derive(Clone, Copy)]
pub enum KnownConstant {
    /// One of the pool.
    Constant(ConstId),
    /// What a chain of inserts makes up to this link: it is put together where something asks for it.
    Link(usize),
}

/// An aggregate with one element replaced.
struct Link {
    ty: Type,
    base: KnownConstant,
    value: ConstId,
    index: usize,
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
    links: Vec<Link>,
    /// By link: the constant, once something asked for it.
    made: Vec<Option<ConstId>>,
    /// The constants found.
    pub pool: Constants,
}

impl<'a> Folder<'a> {
    /// A folder that has looked at no value of the body yet.
    pub fn new(ctx: &'a Context, symbols: &'a dyn Symbols, body: &'a Body) -> Folder<'a> {
        let states = vec![State::Unknown; body.value_count()];
        Folder { ctx, symbols, body, states, links: Vec::new(), made: Vec::new(), pool: Constants::default() }
    }

    /// Marks a value as no constant, whatever operation defines it.
    pub fn set_variable(&mut self, value: Value) {
        self.states[value.index()] = State::Not;
    }

    /// The constant that an operation is, or `None` for an instruction.
    pub fn op(&mut self, op: Op, def: &OpDef) -> Result<Option<KnownConstant>, ExportCode> {
        if !may_be_expression(def) && !matches!(def.llvm, LlvmForm::Constant(_)) {
            return Ok(None);
        }
        match self.body.result(op) {
            Some(value) => self.value(value, 0),
            None => Ok(None),
        }
    }

    /// The constant that a value is; `None` where it is none.
    pub fn constant_of(&mut self, value: Value) -> Result<Option<ConstId>, ExportCode> {
        self.value(value, 0)?.map(|known| self.whole(known)).transpose()
    }

    /// What is known of the constant that a value is.
    fn value(&mut self, value: Value, depth: u32) -> Result<Option<KnownConstant>, ExportCode> {
        match self.states[value.index()] {
            State::Not => return Ok(None),
            State::Is(known) => return Ok(Some(known)),
            State::Unknown => {}
        }
        // A value that depends on itself is no constant.
        self.states[value.index()] = State::Not;
        let ValueDef::Result(op, 0) = self.body.value(value).def else { return Ok(None) };
        let Some(def) = self.body.name(op).def() else { return Ok(None) };
        let ty = self.body.value_type(value);
        let found = match def.llvm {
            LlvmForm::Constant(kind) => Some(KnownConstant::Constant(self.constant(op, kind, ty)?)),
            _ if may_be_expression(def) => self.expression(op, def, ty, depth)?,
            _ => None,
        };
        if let Some(known) = found {
            self.states[value.index()] = State::Is(known);
        }
        Ok(found)
    }

    /// The constant that is known.
    fn whole(&mut self, known: KnownConstant) -> Result<ConstId, ExportCode> {
        let last = match known {
            KnownConstant::Constant(id) => return Ok(id),
            KnownConstant::Link(link) => link,
        };
        if let Some(id) = self.made[last] {
            return Ok(id);
        }
        let (ctx, ty) = (self.ctx, self.links[last].ty);
        let count = element_count(ctx, ty).ok_or(ExportCode::Constant)?;
        let mut elements: Vec<Option<ConstId>> = vec![None; count];
        let mut at = KnownConstant::Link(last);
        let root = loop {
            match at {
                KnownConstant::Constant(root) => break root,
                KnownConstant::Link(link) => match self.made[link] {
                    Some(root) => break root,
                    None => {
                        let Link { base, value, index, .. } = self.links[link];
                        elements.get_mut(index).ok_or(ExportCode::Constant)?.get_or_insert(value);
                        at = base;
                    }
                },
            }
        };
        let mut whole = Vec::with_capacity(count);
        for (place, element) in elements.into_iter().enumerate() {
            whole.push(match element {
                Some(element) => element,
                None => self.pool.element(ctx, root, place as u64)?.ok_or(ExportCode::Constant)?,
            });
        }
        let id = self.pool.aggregate(ctx, ty, whole.into())?;
        self.made[last] = Some(id);
        Ok(id)
    }

    fn constant(&mut self, op: Op, kind: Constant, ty: Type) -> Result<ConstId, ExportCode> {
        let (ctx, attrs) = (self.ctx, self.body.attrs(op));
        let symbol = |key, name| ctx.symbol_entry(attrs, key).ok_or(ExportCode::Attribute(name));
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
            Constant::AddressOf => {
                let symbol = symbol(GLOBAL_NAME, "global_name")?;
                self.check_address(symbol, ty)?;
                ConstData::Symbol(symbol)
            }
            Constant::DsoLocalEquivalent => {
                let symbol = symbol(FUNCTION_NAME, "function_name")?;
                self.check_address(symbol, ty)?;
                ConstData::DsoLocalEquivalent(symbol)
            }
            Constant::BlockAddress => {
                let address = ctx.entry(attrs, BLOCK_ADDR).and_then(|a| block_address(ctx, a));
                let (function, tag) = address.ok_or(ExportCode::Attribute("block_addr"))?;
                self.check_address(function, ty)?;
                ConstData::BlockAddress(function, tag)
            }
        };
        self.pool.add(ctx, ty, data)
    }

    /// Fails where an address is of another type than its operation says: MLIR's verifier does not look at functions, which are where
    /// the data layout has them.
    fn check_address(&self, symbol: Str, ty: Type) -> Result<(), ExportCode> {
        match self.symbols.address_type(symbol) {
            Some(address) if address != ty => Err(ExportCode::Rule(VerifyCode::AddressOfAddressSpace.to_string())),
            _ => Ok(()),
        }
    }

    fn expression(&mut self, op: Op, def: &OpDef, ty: Type, depth: u32) -> Result<Option<KnownConstant>, ExportCode> {
        let (ctx, body) = (self.ctx, self.body);
        let attrs = body.attrs(op);
        if depth > DEPTH || is_instruction(ctx, attrs, self.symbols.release()) {
            return Ok(None);
        }
        let mut known = SmallVec::<[KnownConstant; 4]>::new();
        for value in body.operands(op) {
            match self.value(*value, depth + 1)? {
                Some(operand) => known.push(operand),
                None => return Ok(None),
            }
        }
        let path = || ctx.entry(attrs, POSITION).and_then(|p| ctx.dense_array(p)).unwrap_or_default();
        match (def.llvm, known.as_slice()) {
            (LlvmForm::Inst(Inst::InsertValue), [base, value]) => return self.insert(*base, path(), *value),
            (LlvmForm::Inst(Inst::InsertElement), [base, value, index]) => {
                let index = self.whole(*index)?;
                if let Some(index) = self.lane(ty, index) {
                    return self.insert(*base, &[index], *value);
                }
            }
            _ => {}
        }
        let mut operands = SmallVec::<[ConstId; 4]>::new();
        for operand in known {
            operands.push(self.whole(operand)?);
        }
        if let LlvmForm::Inst(Inst::GetElementPtr) = def.llvm {
            operands = self.pool.with_static_indices(ctx, attrs, &operands)?;
        }
        if ctx.entry(attrs, IRTRIP_INSTRUCTION).is_some() {
            // As the text of the older release had it, which LLVM had folded where it could.
            let attrs = ctx.with_entry(attrs, IRTRIP_INSTRUCTION, None);
            let expr = Expr { name: body.name(op), attrs, operands };
            return self.pool.add(ctx, ty, ConstData::Expr(Box::new(expr))).map(|id| Some(KnownConstant::Constant(id)));
        }
        let folded = match self.computed(def, attrs, ty, &operands)? {
            Some(id) => Some(id),
            None => match (def.llvm, operands.as_slice()) {
                (LlvmForm::Inst(Inst::ExtractValue), [base]) => {
                    return Ok(self.extract(*base, path())?.map(KnownConstant::Constant));
                }
                (LlvmForm::Inst(inst), operands) => self.folded(inst, attrs, ty, operands)?,
                _ => None,
            },
        };
        if folded.is_some() || !def.is_constant_expression() {
            return Ok(folded.map(KnownConstant::Constant));
        }
        // The builder makes a sum again once it has folded its operands, and leaves its flags out.
        let attrs = match (def.llvm, self.symbols.folded_byte_order()) {
            (LlvmForm::Binary(_), Some(_)) => EMPTY_DICTIONARY,
            _ => attrs,
        };
        let expr = Expr { name: body.name(op), attrs, operands };
        self.pool.add(ctx, ty, ConstData::Expr(Box::new(expr))).map(|id| Some(KnownConstant::Constant(id)))
    }

    /// What LLVM computes of constants, or its builder folds by the data layout.
    fn computed(
        &mut self,
        def: &OpDef,
        attrs: Attr,
        ty: Type,
        operands: &[ConstId],
    ) -> Result<Option<ConstId>, ExportCode> {
        let ctx = self.ctx;
        if def.llvm.fold() == Fold::Computed
            && let Some(computation) = Computation::of(ctx, &def.llvm, attrs)
            && let Some(id) = self.pool.computed(ctx, computation, ty, operands)?
        {
            return Ok(Some(id));
        }
        let order = self.symbols.folded_byte_order();
        match (def.llvm, operands) {
            (LlvmForm::Cast(CastOpcode::BitCast), [value]) => match order {
                Some(order) => self.pool.bit_cast(ctx, ty, *value, order),
                None => Ok(self.pool.bit_cast_without_layout(ctx, *value, ty)),
            },
            // A constant is equal to itself, whatever it is.
            (LlvmForm::Inst(Inst::ICmp), [a, b]) if order.is_some() && a == b && ctx.element_at(ty, 0).is_none() => {
                let predicate: Option<ICmpPredicate> = ctx.entry(attrs, PREDICATE).and_then(|p| ctx.enum_value(p));
                let holds = predicate.ok_or(ExportCode::Attribute("predicate"))?.holds(std::cmp::Ordering::Equal);
                self.pool.add(ctx, ty, ConstData::Int(holds.into())).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What LLVM folds instructions of vectors, and addresses, to.
    fn folded(
        &mut self,
        inst: Inst,
        attrs: Attr,
        ty: Type,
        operands: &[ConstId],
    ) -> Result<Option<ConstId>, ExportCode> {
        let ctx = self.ctx;
        match (inst, operands) {
            (Inst::ExtractElement, [base, index]) => match self.lane(self.pool.ty(*base), *index) {
                Some(index) => self.extract(*base, &[index]),
                None => Ok(None),
            },
            (Inst::ShuffleVector, [a, b]) => {
                let mask = ctx.entry(attrs, MASK).and_then(|mask| ctx.dense_array(mask)).unwrap_or_default();
                self.shuffle(ty, *a, *b, mask)
            }
            (Inst::GetElementPtr, [base, ..]) if self.pool.data(*base).is_undefined() => {
                self.pool.add(ctx, ty, self.pool.data(*base).clone()).map(Some)
            }
            (Inst::GetElementPtr, [base, indices @ ..]) => {
                // With offsets of zero it is the address itself, and LLVM has no expression for that.
                let is_base = self.pool.ty(*base) == ty
                    && ctx.entry(attrs, IRTRIP_INRANGE).is_none()
                    && indices.iter().all(|index| self.pool.int(*index) == Some(0));
                Ok(is_base.then_some(*base))
            }
            _ => Ok(None),
        }
    }

    /// The number of a lane of a fixed vector, if it is one.
    fn lane(&self, vector: Type, index: ConstId) -> Option<i64> {
        let count = element_count(self.ctx, vector)?;
        match self.pool.data(index) {
            ConstData::Int(index) if (0..count as i64).contains(index) => Some(*index),
            _ => None,
        }
    }

    fn insert(
        &mut self,
        base: KnownConstant,
        path: &[i64],
        value: KnownConstant,
    ) -> Result<Option<KnownConstant>, ExportCode> {
        let Some((&index, rest)) = path.split_first() else { return Ok(None) };
        let ty = match base {
            KnownConstant::Constant(id) if !self.has_elements(id) => return Ok(None),
            KnownConstant::Constant(id) => self.pool.ty(id),
            KnownConstant::Link(link) => self.links[link].ty,
        };
        let Ok(index) = usize::try_from(index) else { return Ok(None) };
        if element_count(self.ctx, ty).is_none_or(|count| index >= count) {
            return Ok(None);
        }
        let value = if rest.is_empty() {
            value
        } else {
            let whole = self.whole(base)?;
            let Some(inner) = self.pool.element(self.ctx, whole, index as u64)? else { return Ok(None) };
            let Some(inner) = self.insert(KnownConstant::Constant(inner), rest, value)? else { return Ok(None) };
            inner
        };
        let value = self.whole(value)?;
        self.links.push(Link { ty, base, value, index });
        self.made.push(None);
        Ok(Some(KnownConstant::Link(self.links.len() - 1)))
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
            ConstData::Zero | ConstData::Undef | ConstData::Poison | ConstData::Data(_) | ConstData::Aggregate(_)
        );
        aggregate && named
    }
}
