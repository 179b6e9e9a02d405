//! The types of a function's values, and the casts between them.

use irtrip_dialect::call_arguments::intrinsic_arguments;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Fold, Inst, LlvmForm, OpDef, llvm};
use irtrip_dialect::preserved::is_instruction;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::VOID;
use irtrip_dialect::verify::llvm_ir::arguments::takes_error;
use irtrip_dialect::{Attr, Block, Body, Context, NewOp, Op, OpNameDefinition, Str, Type, TypeData, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};

use super::intrinsic_names::typed_name;
use super::signatures::{Signatures, typed_attributes};
use super::uses::{PointeeVotes, Use, Uses, variadic};
use super::{PointeeError, TypedStructs, operations};
use crate::function::records::Records;
use crate::lower_to_release::lacking;
use crate::write::IntrinsicNames;

/// Types one function's body.
pub(super) struct BodyTyping<'a> {
    ctx: &'a Context,
    signatures: &'a Signatures<'a>,
    structs: &'a TypedStructs,
    /// The function's type.
    ty: Option<Type>,
    /// By value: whether it is a constant.
    constants: Vec<bool>,
    /// Places of errors of Swift's, which nothing may be done with but loads, stores and calls.
    errors: Vec<Value>,
    release: Release,
    /// Constants as those of other types.
    casts: FxHashMap<(Value, Type), Value>,
    names: IntrinsicNames,
    /// The terminators of blocks that are none in LLVM IR, each with that of the block before.
    joined: FxHashMap<Op, Op>,
}

impl<'a> BodyTyping<'a> {
    /// For the body of a function with these attributes, and a release.
    pub fn new(
        ctx: &'a Context,
        signatures: &'a Signatures<'a>,
        structs: &'a TypedStructs,
        (body, attrs): (&Body, Attr),
        release: Release,
    ) -> BodyTyping<'a> {
        let mut constants = vec![false; body.value_count()];
        for op in operations(body) {
            if let (Some(value), Some(def)) = (body.result(op), body.name(op).def())
                && is_constant(ctx, body, op, def, &constants, release)
                && let Some(slot) = constants.get_mut(value.index())
            {
                *slot = true;
            }
        }
        let joined = joined(ctx, body, &constants);
        BodyTyping {
            ctx,
            signatures,
            structs,
            ty: ctx.type_entry(attrs, FUNCTION_TYPE),
            constants,
            errors: places_of_errors(ctx, body, attrs),
            release,
            casts: FxHashMap::default(),
            names: IntrinsicNames::default(),
            joined,
        }
    }

    /// Gives the values their types and inserts the casts. An error is at an operation.
    pub fn lower(mut self, body: &mut Body) -> Result<(), (Op, PointeeError)> {
        let ctx = self.ctx;
        let all: Vec<Op> = operations(body).into_iter().filter(|op| !self.makes_constant(body, *op)).collect();
        let mut votes = PointeeVotes::default();
        for op in &all {
            self.uses().of(body, *op, |value, use_| votes.add(value, use_));
        }
        // Looked up while both have the type that they were read with.
        let stand_ins = Records::find(ctx, body).stand_ins(body);
        self.arguments(body);
        let kept = self.kept_block_arguments(body);
        // Each after those that it depends on, but for block arguments.
        let ordered = body.regions().iter().flat_map(|region| body.reverse_post_order(*region));
        let ordered: Vec<Op> = ordered.flat_map(|block| body.ops(block)).collect();
        for op in ordered {
            if !self.makes_constant(body, op) {
                self.uses().type_result(body, op, &votes);
            }
        }
        self.block_arguments(body, &votes, &kept);
        for (stand_in, value) in stand_ins {
            body.set_value_type(stand_in, body.value_type(value));
        }
        for op in &all {
            self.operands(body, *op).map_err(|why| (*op, why))?;
            self.passed(body, *op).map_err(|why| (*op, why))?;
        }
        Ok(())
    }

    fn uses(&self) -> Uses<'_> {
        let result = match self.ty.map(|ty| self.ctx.type_data(ty)) {
            Some(TypeData::LlvmFunction { result, .. }) => Some(*result),
            _ => None,
        };
        let (signatures, structs, heeds_text) = (Some(self.signatures), self.structs, self.signatures.heeds_text);
        Uses {
            ctx: self.ctx,
            signatures,
            heeds_text,
            structs,
            constants: &self.constants,
            errors: &self.errors,
            result,
        }
    }

    fn is_constant(&self, value: Value) -> bool {
        self.uses().is_constant(value)
    }

    fn makes_constant(&self, body: &Body, op: Op) -> bool {
        body.result(op).is_some_and(|value| self.is_constant(value))
    }

    /// The arguments of the entry block are the function's.
    fn arguments(&self, body: &mut Body) {
        let Some(TypeData::LlvmFunction { params, .. }) = self.ty.map(|ty| self.ctx.type_data(ty)) else { return };
        let entry = body.regions().first().and_then(|region| body.blocks(*region).first()).copied();
        let values = entry.map(|block| body.block_args(block).to_vec()).unwrap_or_default();
        values.into_iter().zip(params).for_each(|(value, ty)| body.set_value_type(value, *ty));
    }

    /// The types of block arguments that the text gave them; those of an entry block are its function's.
    fn kept_block_arguments(&self, body: &mut Body) -> FxHashSet<Value> {
        let (ctx, mut kept) = (self.ctx, FxHashSet::default());
        let blocks: Vec<Block> = body.regions().iter().flat_map(|region| body.blocks(*region)).copied().collect();
        for block in blocks.into_iter().skip(1).filter(|_| self.signatures.heeds_text) {
            let phis = body.last_op(block).and_then(|last| body.attr(ctx, last, IRTRIP_PHIS));
            for (place, facts) in phis.map(|phis| ctx.items(phis)).unwrap_or_default().iter().enumerate() {
                let pointees = ctx.entry(*facts, IRTRIP_POINTEES).map(|list| ctx.items(list));
                if let (Some(pointees), Some(value)) = (pointees, body.block_args(block).get(place).copied()) {
                    body.set_value_type(value, ctx.with_pointees(body.value_type(value), pointees));
                    kept.insert(value);
                }
            }
        }
        kept
    }

    /// The types of other block arguments: what their uses agree on, if they can be cast where they are passed.
    fn block_arguments(&self, body: &mut Body, votes: &PointeeVotes, kept: &FxHashSet<Value>) {
        let passed = self.passed_values(body);
        let blocks: Vec<Block> = body.regions().iter().flat_map(|region| body.blocks(*region)).copied().collect();
        for block in blocks.into_iter().skip(1) {
            for value in body.block_args(block).to_vec().into_iter().filter(|value| !kept.contains(value)) {
                let Some(Some(values)) = passed.get(&value) else { continue };
                let agreed = match votes.has(value) {
                    true => votes.of(value),
                    false => self.common_type(body, values),
                };
                if let Some(ty) = agreed {
                    body.set_value_type(value, ty);
                }
            }
        }
    }

    /// What is passed to each block argument; `None` where a cast has no place.
    fn passed_values(&self, body: &Body) -> FxHashMap<Value, Option<Vec<Value>>> {
        let mut passed: FxHashMap<Value, Option<Vec<Value>>> = FxHashMap::default();
        let blocks = body.regions().iter().flat_map(|region| body.blocks(*region));
        for last in blocks.filter_map(|block| body.last_op(*block)) {
            for successor in body.successors(last) {
                let arguments = body.block_args(successor.block).iter();
                for (argument, value) in arguments.zip(body.successor_args(successor)) {
                    let values = passed.entry(*argument).or_insert_with(|| Some(Vec::new()));
                    let has_place = self.is_constant(*value) || self.place_before(body, last, *value).is_some();
                    match values {
                        Some(values) if has_place => values.push(*value),
                        _ => *values = None,
                    }
                }
            }
        }
        passed
    }

    /// The type of values, where it is one and names what it points to.
    fn common_type(&self, body: &Body, values: &[Value]) -> Option<Type> {
        let mut types = values.iter().filter(|value| !self.is_constant(**value)).map(|value| body.value_type(*value));
        let first = types.next()?;
        types.all(|ty| ty == first).then_some(first)
    }

    /// Casts the operands of an operation to what it asks for.
    fn operands(&mut self, body: &mut Body, op: Op) -> Result<(), PointeeError> {
        let mut uses: Vec<Use> = Vec::new();
        self.uses().of(body, op, |_, use_| uses.push(use_));
        self.called(body, op);
        for use_ in uses {
            let Some(value) = body.operands(op).get(use_.place).copied() else { continue };
            let cast = self.cast(body, value, use_.ty, op)?;
            if let Some(slot) = body.operands_mut(op).get_mut(use_.place) {
                *slot = cast;
            }
        }
        Ok(())
    }

    /// Gives a call the type of what it calls, where that is variadic, and an intrinsic its name.
    fn called(&mut self, body: &mut Body, op: Op) {
        let (ctx, mut attrs) = (self.ctx, body.attrs(op));
        let Some(def) = body.name(op).def().filter(|def| def.llvm.is_call()) else { return };
        let Some(cx) = self.uses().call(body, op, def) else { return };
        let is_variadic = matches!(ctx.type_data(cx.ty), TypeData::LlvmFunction { vararg: true, .. });
        if let TypeData::LlvmFunction { params, .. } = ctx.type_data(cx.ty) {
            attrs = typed_attributes(ctx, attrs, params);
            if !Spelling::AsmElementTypes.releases().contains(self.release) {
                attrs = without_asm_elements(ctx, attrs);
            }
        }
        if let Some((key, _)) = variadic(ctx, attrs).filter(|_| is_variadic) {
            attrs = ctx.with_entry(attrs, key, Some(ctx.type_attr(cx.ty)));
        }
        let renamed = |name: Str| {
            let text = ctx.text(name);
            let typed = text.starts_with("llvm.").then(|| typed_name(ctx, &text, cx.ty));
            typed.filter(|typed| *typed != text)
        };
        match def.llvm {
            LlvmForm::Intrinsic(intrinsic) => {
                let Ok(arguments) = intrinsic_arguments(ctx, body, op, def, &intrinsic) else { return };
                let arguments: Vec<Type> = arguments.iter().map(|a| ctx.without_pointees(a.ty)).collect();
                let result = body.result(op).map_or(VOID, |value| ctx.without_pointees(body.value_type(value)));
                let name = self.names.callee(ctx, attrs, body.name(op), &intrinsic, result, &arguments);
                if let Some(name) = renamed(name) {
                    attrs = ctx.with_entry(attrs, IRTRIP_CALLEE, Some(ctx.string_attr(&name)));
                }
            }
            LlvmForm::Inst(Inst::CallIntrinsic) => {
                let name = ctx.string_entry(attrs, INTRIN);
                if let Some(name) = name.and_then(renamed) {
                    attrs = ctx.with_entry(attrs, INTRIN, Some(ctx.string_attr(&name)));
                }
            }
            _ => {
                if let Some(name) = ctx.symbol_entry(attrs, CALLEE).and_then(renamed) {
                    attrs = ctx.with_entry(attrs, CALLEE, Some(ctx.symbol_ref(ctx.str(&name))));
                }
            }
        }
        body.set_attrs(op, attrs);
    }

    /// Casts what a terminator passes to the types of the block arguments. What cannot be cast is an error.
    fn passed(&mut self, body: &mut Body, op: Op) -> Result<(), PointeeError> {
        for successor in body.successors(op).to_vec() {
            let arguments = body.block_args(successor.block).to_vec();
            let values = body.successor_args(&successor).to_vec();
            for (place, (argument, value)) in arguments.into_iter().zip(&values).enumerate() {
                let ty = body.value_type(argument);
                if body.value_type(*value) == ty {
                    continue;
                }
                let before = match self.is_constant(*value) {
                    true => Some(op),
                    false => self.place_before(body, op, *value),
                };
                let lacks = || PointeeError::Code(lacking(self.release, "place for the cast of a pointer"));
                let cast = self.cast(body, *value, ty, before.ok_or_else(lacks)?)?;
                if let Some(slot) = body.successor_args_mut(&successor).get_mut(place) {
                    *slot = cast;
                }
            }
        }
        Ok(())
    }

    /// Where a cast of a value stands that a terminator passes on: before the terminator, or of the one before it
    /// where its block is none in LLVM IR. There is no place for the result of that terminator itself, and none before
    /// a `catchswitch`.
    fn place_before(&self, body: &Body, terminator: Op, value: Value) -> Option<Op> {
        let before = self.joined.get(&terminator).copied().unwrap_or(terminator);
        let is_own = matches!(body.value(value).def, ValueDef::Result(op, _) if op == before);
        let is_switch = matches!(body.name(before).def()?.llvm, LlvmForm::Inst(Inst::CatchSwitch));
        (!is_own && !is_switch).then_some(before)
    }

    /// A value as one of a type: itself, or a cast before an operation. That of a constant follows the constant.
    fn cast(&mut self, body: &mut Body, value: Value, ty: Type, before: Op) -> Result<Value, PointeeError> {
        if body.value_type(value) == ty {
            return Ok(value);
        }
        if self.errors.contains(&value) {
            return Err(PointeeError::Code(lacking(self.release, "cast of a swifterror value")));
        }
        let is_pointer = self.ctx.pointer_space(self.ctx.scalar_type(ty)).is_some();
        let constant = match body.value(value).def {
            ValueDef::Result(op, _) if self.is_constant(value) => Some(op),
            _ => None,
        };
        if let Some(known) = constant.and_then(|_| self.casts.get(&(value, ty))) {
            return Ok(*known);
        }
        let op = match constant {
            _ if is_pointer => body.create(NewOp { operands: &[value], ..NewOp::new(llvm::BITCAST) }),
            // `undef` and its like are of any type.
            Some(constant) if body.operands(constant).is_empty() => {
                let (name, attrs) = (body.name(constant), body.attrs(constant));
                body.create(NewOp { attrs, ..NewOp::new(name) })
            }
            Some(constant) if body.name(constant) == llvm::INSERTVALUE => {
                return self.cast_aggregate(body, constant, ty, before);
            }
            _ => return Err(PointeeError::Contradiction),
        };
        let cast = body.new_value(ty);
        body.define_result(op, cast);
        match constant {
            Some(constant) => {
                body.insert_after(constant, op);
                self.casts.insert((value, ty), cast);
            }
            None => body.insert_before(before, op),
        }
        Ok(cast)
    }

    /// A constant that is put together of its elements, the last of which `last` inserts, as one of a type: a copy of each
    /// insertion, into what the elements are inserted into first.
    fn cast_aggregate(&mut self, body: &mut Body, last: Op, ty: Type, before: Op) -> Result<Value, PointeeError> {
        let mut insertions = vec![last];
        let mut whole = *body.operands(last).first().ok_or(PointeeError::Contradiction)?;
        while let ValueDef::Result(op, _) = body.value(whole).def
            && body.name(op) == llvm::INSERTVALUE
            && !self.casts.contains_key(&(whole, ty))
        {
            insertions.push(op);
            whole = *body.operands(op).first().ok_or(PointeeError::Contradiction)?;
        }
        let mut whole = self.cast(body, whole, ty, before)?;
        while let Some(op) = insertions.pop() {
            let path =
                body.attr(self.ctx, op, POSITION).and_then(|path| self.ctx.dense_array(path)).unwrap_or_default();
            let element = path
                .iter()
                .try_fold(ty, |ty, index| self.structs.element_at(self.ctx, ty, u64::try_from(*index).ok()?))
                .ok_or(PointeeError::Contradiction)?;
            let inserted = *body.operands(op).get(1).ok_or(PointeeError::Contradiction)?;
            let inserted = self.cast(body, inserted, element, before)?;
            let copy = body.create(NewOp {
                attrs: body.attrs(op),
                operands: &[whole, inserted],
                ..NewOp::new(llvm::INSERTVALUE)
            });
            whole = body.new_value(ty);
            body.define_result(copy, whole);
            body.insert_after(op, copy);
            self.casts.extend(body.result(op).map(|original| ((original, ty), whole)));
        }
        Ok(whole)
    }
}

/// A dictionary without what attributes of inline assembly's arguments say that their pointers point to.
fn without_asm_elements(ctx: &Context, attrs: Attr) -> Attr {
    let lists = [(OPERAND_ATTRS, ELEMENTTYPE), (ARG_ATTRS, LLVM_ELEMENTTYPE)].into_iter();
    let is_asm = ctx.entry(attrs, ASM_STRING).is_some();
    lists.filter(|_| is_asm).fold(attrs, |attrs, (key, element)| {
        let Some(list) = ctx.entry(attrs, key) else { return attrs };
        let without = ctx.items(list).iter().map(|dictionary| ctx.with_entry(*dictionary, element, None));
        ctx.with_entry(attrs, key, Some(ctx.array(&without.collect::<Vec<Attr>>())))
    })
}

/// Whether an operation is a constant in LLVM IR.
fn is_constant(ctx: &Context, body: &Body, op: Op, def: &OpDef, constants: &[bool], release: Release) -> bool {
    if matches!(def.llvm, LlvmForm::Constant(_)) {
        // A stand-in is the value that is defined after it.
        return body.attr(ctx, op, IRTRIP_STANDS_FOR).is_none();
    }
    let of_constants = || {
        let mut operands = body.operands(op).iter();
        operands.all(|value| constants.get(value.index()).copied().unwrap_or_default())
    };
    def.llvm.fold() != Fold::Never && !is_instruction(ctx, body.attrs(op), release) && of_constants()
}

/// The `swifterror` parameters and variables of a function with these attributes.
fn places_of_errors(ctx: &Context, body: &Body, attrs: Attr) -> Vec<Value> {
    let lists = ctx.entry(attrs, ARG_ATTRS).map(|lists| ctx.items(lists)).unwrap_or_default();
    let entry = body.regions().first().and_then(|region| body.blocks(*region).first()).copied();
    let arguments = entry.map(|entry| body.block_args(entry)).unwrap_or_default();
    let passed = lists.iter().zip(arguments).filter(|(list, _)| takes_error(ctx, **list)).map(|(_, value)| *value);
    let word = ctx.string_attr("swifterror");
    let has_word = |op: &Op| body.attr(ctx, *op, IRTRIP_FLAGS).is_some_and(|words| ctx.items(words).contains(&word));
    let slots = body.linked_ops().filter(|op| body.name(*op) == llvm::ALLOCA).filter(has_word);
    passed.chain(slots.filter_map(|op| body.result(op))).collect()
}

/// The terminators of blocks that only hold an edge apart, each with that of the block before.
fn joined(ctx: &Context, body: &Body, constants: &[bool]) -> FxHashMap<Op, Op> {
    let mut joined = FxHashMap::default();
    let is_constant =
        |op: Op| body.result(op).and_then(|value| constants.get(value.index()).copied()).unwrap_or_default();
    let blocks = body.regions().iter().flat_map(|region| body.blocks(*region));
    for before in blocks.filter_map(|block| body.last_op(*block)) {
        for successor in body.successors(before) {
            if let Some(last) = body.last_op(successor.block)
                && body.attr(ctx, last, IRTRIP_EDGE).is_some()
                && body.ops(successor.block).all(|op| op == last || is_constant(op))
            {
                joined.insert(last, before);
            }
        }
    }
    joined
}
