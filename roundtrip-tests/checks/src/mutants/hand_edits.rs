//! Edits such as people and passes make of what preserved attributes speak of, and the laws that hold after each: export
//! writes what import accepts, and, without the preserved attributes, the same instructions.
//!
//! 1. [`edits`]: for a preserved attribute, what holds it in a module, and each with its surroundings changed, removed,
//!    copied or moved
//! 2. [`outcome`]: what export makes of an edited module, compared with what it makes of the same without preserved attributes

use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm::UNREACHABLE;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::preserved::PreservedAttribute;
use irtrip_dialect::verify::verify;
use irtrip_dialect::{Attr, AttrData, Block, Body, Builder, Context, InsertPoint, Module, NewOp, Op, Str, Value};
use irtrip_export::export;
use irtrip_roundtrip::first_difference::FirstDifference;

use crate::after_passes::{imported, stripped};
use crate::failures::Failure;

/// What is done to what a preserved attribute speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edit {
    /// It is another: other operands, successors, arguments or upstream attributes.
    Change,
    /// It is gone.
    Remove,
    /// It is there twice.
    Copy,
    /// It, or the attribute alone, is somewhere else.
    Move,
}

/// A module after an edit.
pub struct Edited {
    /// What was done.
    pub edit: Edit,
    /// The module, which the verifier accepts.
    pub module: Module,
}

/// The edits of what a preserved attribute speaks of, one holder after the other, that leave a module which the verifier
/// takes.
pub fn edits<'a>(
    ctx: &'a Context,
    module: &'a Module,
    attribute: &PreservedAttribute,
) -> impl Iterator<Item = Edited> + 'a {
    let key = attribute.handle;
    let mut holders = Vec::new();
    if ctx.entry(module.attrs, key).is_some() {
        holders.push(Holder::Module);
    }
    for global in module.ops() {
        if has(ctx, module.body.attrs(global), key) {
            holders.push(Holder::Global(global));
        }
        let Some(body) = module.body.nested(global) else { continue };
        let holding = body.linked_ops().filter(|&op| ctx.entry(body.attrs(op), key).is_some());
        holders.extend(holding.map(|op| Holder::Operation(global, op)));
    }
    let steps = holders.into_iter().flat_map(move |holder| steps(ctx, module, holder));
    steps.filter_map(move |(edit, step)| {
        let mut module = module.clone();
        step.take(ctx, &mut module)?;
        verify(ctx, &module).is_empty().then_some(Edited { edit, module })
    })
}

/// Whether a global value has an attribute, or one of its parameters.
fn has(ctx: &Context, dictionary: Attr, key: Str) -> bool {
    ctx.entries(dictionary).iter().any(|&(own, value)| match ctx.attr_data(value) {
        AttrData::Array(items) if own == ARG_ATTRS || own == RES_ATTRS => {
            items.iter().any(|item| ctx.entry(*item, key).is_some())
        }
        _ => own == key,
    })
}

/// What has the attribute.
#[derive(Clone, Copy)]
enum Holder {
    Module,
    Global(Op),
    Operation(Op, Op),
}

/// One thing that is done to a module.
#[derive(Clone, Copy)]
enum Step {
    /// A global value is erased, copied under another name, or stands after all others.
    EraseGlobal(Op),
    CopyGlobal(Op),
    GlobalLast(Op),
    /// An attribute of the module, of a global value or of an operation is what is given.
    SetOfModule(Str, Option<Attr>),
    SetOfGlobal(Op, Str, Option<Attr>),
    SetOfOperation(Op, Op, Str, Option<Attr>),
    /// Two global values, or two operations of a function, exchange their preserved attributes.
    ExchangeOfGlobals(Op, Op),
    Exchange(Op, Op, Op),
    /// Something is done within a function.
    EditScope(Op, Op, OperationEdit),
}

/// One thing that is done to an operation.
#[derive(Clone, Copy)]
enum OperationEdit {
    /// An operand is poison.
    Poison(usize),
    /// The first two successors change places.
    ExchangeSuccessors,
    /// The first argument of its block is poison.
    DropArgument,
    /// It is erased, and its results are poison; a terminator is an `llvm.unreachable`.
    Erase,
    /// It is there twice.
    Copy,
    /// It stands one place further up, or down.
    Up,
    Down,
    /// It begins a block of its own.
    Split,
}

/// All that is done to a holder and what stands around it.
fn steps(ctx: &Context, module: &Module, holder: Holder) -> Vec<(Edit, Step)> {
    let globals: Vec<Op> = module.ops().collect();
    let mut steps = Vec::new();
    match holder {
        Holder::Module => {
            let own = upstream_attributes(ctx, module.attrs);
            steps.extend(own.map(|key| (Edit::Change, Step::SetOfModule(key, None))));
            for &global in &globals {
                steps.push((Edit::Remove, Step::EraseGlobal(global)));
                steps.push((Edit::Copy, Step::CopyGlobal(global)));
                steps.push((Edit::Move, Step::GlobalLast(global)));
            }
        }
        Holder::Global(global) => {
            let attrs = module.body.attrs(global);
            let own = upstream_attributes(ctx, attrs);
            steps.extend(own.map(|key| (Edit::Change, Step::SetOfGlobal(global, key, None))));
            steps.push((Edit::Remove, Step::EraseGlobal(global)));
            steps.push((Edit::Copy, Step::CopyGlobal(global)));
            steps.push((Edit::Move, Step::GlobalLast(global)));
            let alike = |&other: &Op| other != global && module.body.name(other) == module.body.name(global);
            for other in globals.iter().copied().filter(alike) {
                let theirs = ctx.entries(module.body.attrs(other)).iter();
                let is_other = |key: Str, value: Attr| ctx.entry(attrs, key) != Some(value);
                // A function's parameters stay its own.
                let is_taken = |key: Str| ![SYM_NAME, ARG_ATTRS, RES_ATTRS, FUNCTION_TYPE].contains(&key);
                let others = theirs.filter(|(key, value)| is_taken(*key) && is_other(*key, *value));
                steps.extend(others.map(|&(key, value)| (Edit::Change, Step::SetOfGlobal(global, key, Some(value)))));
                steps.push((Edit::Move, Step::ExchangeOfGlobals(global, other)));
            }
        }
        Holder::Operation(global, op) => {
            let Some(body) = module.body.nested(global) else { return steps };
            let own = upstream_attributes(ctx, body.attrs(op));
            steps.extend(own.map(|key| (Edit::Change, Step::SetOfOperation(global, op, key, None))));
            steps.push((Edit::Copy, Step::CopyGlobal(global)));
            let inside = [
                (Edit::Change, OperationEdit::ExchangeSuccessors),
                (Edit::Change, OperationEdit::DropArgument),
                (Edit::Remove, OperationEdit::Erase),
                (Edit::Copy, OperationEdit::Copy),
                (Edit::Move, OperationEdit::Up),
                (Edit::Move, OperationEdit::Down),
                (Edit::Move, OperationEdit::Split),
            ];
            let operands = (0..body.all_operands(op).len()).map(|place| (Edit::Change, OperationEdit::Poison(place)));
            let inside = inside.into_iter().chain(operands);
            steps.extend(inside.map(|(edit, inside)| (edit, Step::EditScope(global, op, inside))));
            let takes_the_same = |other: Op| {
                let is_end = |op: Op| body.next_op(op).is_none();
                body.name(other) == body.name(op) || is_end(other) && is_end(op)
            };
            let alike = body.linked_ops().filter(|&other| other != op && takes_the_same(other));
            steps.extend(alike.take(4).map(|other| (Edit::Move, Step::Exchange(global, op, other))));
        }
    }
    steps
}

fn is_preserved(ctx: &Context, key: Str) -> bool {
    ctx.bytes(key).starts_with(b"irtrip.")
}

fn upstream_attributes<'a>(ctx: &'a Context, dictionary: Attr) -> impl Iterator<Item = Str> + 'a {
    ctx.entries(dictionary).iter().map(|entry| entry.0).filter(|&key| !is_preserved(ctx, key))
}

/// A dictionary with the preserved attributes of another.
fn with_preserved_of(ctx: &Context, dictionary: Attr, other: Attr) -> Attr {
    let own = ctx.entries(dictionary).iter().filter(|(key, _)| !is_preserved(ctx, *key));
    let theirs = ctx.entries(other).iter().filter(|(key, _)| is_preserved(ctx, *key));
    ctx.dictionary(&own.chain(theirs).copied().collect::<Vec<_>>())
}

fn exchange_preserved(ctx: &Context, body: &mut Body, a: Op, b: Op) {
    let (of_a, of_b) = (body.attrs(a), body.attrs(b));
    body.set_attrs(a, with_preserved_of(ctx, of_a, of_b));
    body.set_attrs(b, with_preserved_of(ctx, of_b, of_a));
}

impl Step {
    /// Takes the step in a module; none where it cannot be taken.
    fn take(self, ctx: &Context, module: &mut Module) -> Option<()> {
        match self {
            Step::EraseGlobal(global) => module.body.erase(global),
            Step::CopyGlobal(global) => copy_global(ctx, module, global)?,
            Step::GlobalLast(global) => {
                let block = module.body.parent(global)?;
                module.body.unlink(global);
                module.body.append_op(block, global);
            }
            Step::SetOfModule(key, value) => module.attrs = ctx.with_entry(module.attrs, key, value),
            Step::SetOfGlobal(global, key, value) => {
                let attrs = ctx.with_entry(module.body.attrs(global), key, value);
                module.body.set_attrs(global, attrs);
            }
            Step::SetOfOperation(global, op, key, value) => {
                let body = module.body.nested_mut(global)?;
                let attrs = ctx.with_entry(body.attrs(op), key, value);
                body.set_attrs(op, attrs);
            }
            Step::ExchangeOfGlobals(a, b) => exchange_preserved(ctx, &mut module.body, a, b),
            Step::Exchange(global, a, b) => exchange_preserved(ctx, module.body.nested_mut(global)?, a, b),
            Step::EditScope(global, op, inside) => inside.take(ctx, module.body.nested_mut(global)?, op)?,
        }
        Some(())
    }
}

/// Copies a global value under another name.
fn copy_global(ctx: &Context, module: &mut Module, global: Op) -> Option<()> {
    let attrs = module.body.attrs(global);
    let name = ctx.string_entry(attrs, SYM_NAME)?;
    let name = [ctx.bytes(name), b".copy"].concat();
    let attrs = ctx.with_entry(attrs, SYM_NAME, Some(ctx.str_attr(ctx.byte_str(&name))));
    let new = NewOp { attrs, loc: module.body.loc(global), ..NewOp::new(module.body.name(global)) };
    let copy = module.body.create(new);
    if let Some(body) = module.body.nested(global).cloned() {
        module.body.set_nested(copy, body);
    }
    module.body.insert_after(global, copy);
    Some(())
}

impl OperationEdit {
    fn take(self, ctx: &Context, body: &mut Body, op: Op) -> Option<()> {
        match self {
            OperationEdit::Poison(place) => {
                let value = *body.all_operands(op).get(place)?;
                let poison = poison(ctx, body, op, value);
                *body.all_operands_mut(op).get_mut(place)? = poison;
            }
            OperationEdit::ExchangeSuccessors => {
                let mut successors = successors(body, op);
                (successors.len() >= 2).then(|| successors.swap(0, 1))?;
                set_successors(body, op, &successors);
            }
            OperationEdit::DropArgument => drop_argument(ctx, body, body.parent(op)?)?,
            OperationEdit::Erase => erase(ctx, body, op),
            OperationEdit::Copy => {
                let is_plain = body.successors(op).is_empty() && !body.has_regions(op) && body.next_op(op).is_some();
                is_plain.then_some(())?;
                let operands = body.operands(op).to_vec();
                let new = NewOp {
                    operands: &operands,
                    attrs: body.attrs(op),
                    loc: body.loc(op),
                    ..NewOp::new(body.name(op))
                };
                let copy = body.create(new);
                let types: Vec<_> = body.results(op).map(|result| body.value_type(result)).collect();
                body.add_results(copy, &types);
                body.insert_after(op, copy);
            }
            OperationEdit::Up => body.move_before(body.prev_op(op)?, op),
            OperationEdit::Down => {
                let next = body.next_op(op)?;
                body.move_before(op, next);
            }
            OperationEdit::Split => {
                let block = body.parent(op)?;
                let rest = body.split_block(block, op);
                body.append(
                    block,
                    NewOp { successors: &[(rest, &[])], ..NewOp::new(irtrip_dialect::ops::llvm::BR) },
                    &[],
                );
            }
        }
        Some(())
    }
}

/// Poison of a value's type, before an operation.
fn poison(ctx: &Context, body: &mut Body, before: Op, value: Value) -> Value {
    let (ty, loc) = (body.value_type(value), body.loc(before));
    Builder::new(ctx, body, InsertPoint::Before(before), loc).poison(ty)
}

fn erase(ctx: &Context, body: &mut Body, op: Op) {
    for result in body.results(op) {
        let poison = poison(ctx, body, op, result);
        body.replace_operands(|value| if value == result { poison } else { value });
    }
    if body.next_op(op).is_none() {
        let end = body.create(NewOp { loc: body.loc(op), ..NewOp::new(UNREACHABLE) });
        body.insert_before(op, end);
    }
    body.erase(op);
}

fn successors(body: &Body, op: Op) -> Vec<(Block, Vec<Value>)> {
    body.successors(op).iter().map(|to| (to.block, body.successor_args(to).to_vec())).collect()
}

fn set_successors(body: &mut Body, op: Op, successors: &[(Block, Vec<Value>)]) {
    let successors: Vec<(Block, &[Value])> = successors.iter().map(|(to, values)| (*to, values.as_slice())).collect();
    body.set_successors(op, &successors);
}

/// Takes the first argument of a block that others lead to away; what used it uses poison.
fn drop_argument(ctx: &Context, body: &mut Body, block: Block) -> Option<()> {
    let argument = *body.block_args(block).first()?;
    let is_entry = body.blocks(body.block_parent(block)?).first() == Some(&block);
    (!is_entry).then_some(())?;
    let first = body.first_op(block)?;
    let poison = poison(ctx, body, first, argument);
    body.replace_operands(|value| if value == argument { poison } else { value });
    for op in body.linked_ops().collect::<Vec<_>>() {
        if !body.successors(op).iter().any(|to| to.block == block) {
            continue;
        }
        let mut successors = successors(body, op);
        for (_, values) in successors.iter_mut().filter(|(to, _)| *to == block) {
            (!values.is_empty()).then(|| values.remove(0))?;
        }
        set_successors(body, op, &successors);
    }
    body.retain_block_args(block, |value| value != argument);
    Some(())
}

/// What a module after an edit comes to.
pub enum Outcome {
    /// All laws hold.
    Holds,
    /// The verifier accepts it, and LLVM refuses what is written for it, with and without preserved attributes.
    NoModule,
    /// A law does not hold.
    Fails(Failure),
}

/// What a module after an edit comes to.
pub fn outcome(ctx: &Context, module: &Module) -> Outcome {
    let fails = |law, message| Outcome::Fails(Failure { law, message });
    let mut stripped = module.clone();
    stripped::strip(ctx, &mut stripped);
    let without = export(ctx, &stripped).map(|pieces| pieces.concat());
    let text = match export(ctx, module) {
        Ok(pieces) => pieces.concat(),
        Err(_) if without.is_err() => return Outcome::NoModule,
        Err(error) => return fails("export", error.to_string()),
    };
    let is_taken = |text: &str| imported(text).is_ok();
    if let Err(message) = imported(&text) {
        return match without {
            Ok(without) if is_taken(&without) => fails("import again", format!("{message}\n{text}")),
            _ => Outcome::NoModule,
        };
    }
    let Ok(without) = without else { return Outcome::Holds };
    match stripped::compare_structure(&text, &without) {
        Err(message) => fails("import again", message),
        Ok(Some(comparison)) if !comparison.is_same() => {
            let rows = comparison.parts.iter().flat_map(|part| part.differences());
            let what: Vec<String> = rows.map(|d| format!("{}: {}", d.category, d.what)).take(1).collect();
            let difference = FirstDifference::of_texts(&text, &without).excerpt;
            fails("the same without preserved attributes", format!("{}\n{difference}", what.concat()))
        }
        Ok(_) => Outcome::Holds,
    }
}
