//! Blocks, terminators, successors, regions and the scopes of values; and the walk over all operations.

use super::diagnostics::Diagnostics;
use super::dominance::Dominance;
use super::{Shared, data_layout, definition, members, modules, notes};
use irtrip_ops::verify::llvm::{calls, memory};
use irtrip_ops::verify::{OpScope, VerifyContext, symbol_name};

use crate::body::{Block, Body, Op, Region, Value, ValueDef};
use crate::context::Str;
use crate::diagnostic::{CurrentOperation, VerifyCode as Kind};
use crate::ops::{self, Constant, Inst, LlvmForm, OpDef, Traits, builtin};
use crate::registry::{ContextDialects, OpName, OpNameDefinition};

/// The scope that the operations of one body are verified in.
#[derive(Clone, Copy)]
pub(super) struct VerifyScope<'a> {
    /// What all parts share.
    pub(super) shared: &'a Shared<'a>,
    /// The function, variable or alias they are in.
    pub(super) symbol: Option<Str>,
    /// What rules of operations ask for.
    pub(super) surroundings: OpScope<'a>,
}

impl<'a> VerifyScope<'a> {
    fn new(shared: &'a Shared<'a>, symbol: Option<Str>, holder: Option<VerifyContext<'a>>) -> VerifyScope<'a> {
        VerifyScope { shared, symbol, surroundings: OpScope { symbols: shared.symbols, module: shared.table, holder } }
    }
}

/// Whether an operation of a module's block leads back to it.
pub(super) fn has_predecessors(body: &Body, block: Block) -> bool {
    body.ops(block).any(|op| body.successors(op).iter().any(|successor| successor.block == block))
}

/// Holds the block of a module to the rules of values: its operations may use each other's results in any order.
pub(super) fn check_table(shared: &Shared, body: &Body, block: Block, found: &mut Diagnostics) {
    if let Some(table) = shared.table.filter(|_| has_predecessors(body, block)) {
        found.error(shared.ctx, table.body, table.op, None, Kind::EntryHasPredecessors);
    }
    for op in body.ops(block) {
        for (operand, &value) in body.all_operands(op).iter().enumerate() {
            let defined = match body.value(value).def {
                ValueDef::Undefined => false,
                ValueDef::Argument(at, _) => at == block,
                ValueDef::Result(def, _) => body.parent(def) == Some(block),
            };
            if !defined {
                found.error(shared.ctx, body, op, None, Kind::UndefinedOperand { operand });
            }
        }
    }
}

/// Verifies an operation at the module level and all it holds.
pub(super) fn check_member<'a>(shared: &'a Shared<'a>, body: &'a Body, op: Op, found: &mut Diagnostics) {
    let symbol = symbol_name(shared.ctx, body, op);
    let around = VerifyScope::new(shared, symbol, None);
    let parents = body.name(op).def().map_or(&[][..], |def| def.parents);
    let table = shared.table.as_ref().map_or(builtin::MODULE, VerifyContext::name);
    if !parents.is_empty() && !parents.contains(&shared.ctx.op_name_str(table).as_ref()) {
        found.error(shared.ctx, body, op, symbol, Kind::WrongParent(parents));
    }
    check_op(&around, body, op, None, found);
    // A module is a table of its own.
    if super::is_module(body.name(op)) {
        return;
    }
    let mut bodies: Vec<(VerifyScope, &Body)> = Vec::new();
    push_nested(&around, body, op, &mut bodies);
    let own: Vec<(Region, Option<Op>)> = body.op_regions(op).iter().map(|&r| (r, Some(op))).collect();
    check_regions(&around, body, own, &mut bodies, found);
    while let Some((around, body)) = bodies.pop() {
        let roots = body.regions().iter().map(|&r| (r, None)).collect();
        check_regions(&around, body, roots, &mut bodies, found);
    }
}

fn push_nested<'a>(around: &VerifyScope<'a>, body: &'a Body, op: Op, bodies: &mut Vec<(VerifyScope<'a>, &'a Body)>) {
    let Some(nested) = body.nested(op) else { return };
    let holder = VerifyContext::new(around.shared.ctx, body, op);
    let symbol = symbol_name(around.shared.ctx, body, op).or(around.symbol);
    bodies.push((VerifyScope::new(around.shared, symbol, holder), nested));
}

/// Verifies the regions given and those inside them; the bodies of isolated operations in them go to `bodies`.
fn check_regions<'a>(
    around: &VerifyScope<'a>,
    body: &'a Body,
    mut regions: Vec<(Region, Option<Op>)>,
    bodies: &mut Vec<(VerifyScope<'a>, &'a Body)>,
    found: &mut Diagnostics,
) {
    let mut at = 0;
    while let Some(&(region, _)) = regions.get(at) {
        for &block in body.blocks(region) {
            for op in body.ops(block) {
                regions.extend(body.op_regions(op).iter().map(|&r| (r, Some(op))));
                push_nested(around, body, op, bodies);
            }
        }
        at += 1;
    }
    if regions.is_empty() {
        return;
    }
    let dominance = Dominance::new(body, &regions);
    let graphs = graph_regions(around, body, &regions);
    let before = found.errors.len();
    for &(region, holder) in &regions {
        let holder_name = match holder {
            Some(op) => Some(body.name(op)),
            None => around.surroundings.holder.map(|cx| cx.name()),
        };
        let scope = Scope { around, body, region, holder, holder_name, dominance: &dominance, graphs: &graphs };
        scope.check(found);
    }
    found.put_in_order(before, body);
    if let Some(holder) = around.surroundings.holder {
        members::check_body(around, &holder, body, &regions, found);
    }
}

/// Which regions are graphs, by their index.
fn graph_regions(around: &VerifyScope, body: &Body, regions: &[(Region, Option<Op>)]) -> Vec<bool> {
    let count = regions.iter().map(|(r, _)| r.index() + 1).max().unwrap_or(0);
    let mut graphs = vec![false; count];
    for &(region, holder) in regions {
        let def = match holder {
            Some(op) => body.name(op).def(),
            None => around.surroundings.holder.map(|cx| cx.def),
        };
        // The regions of an operation without a definition may be graphs.
        graphs[region.index()] = def.is_none_or(|def| def.is(Traits::GRAPH_REGION));
    }
    if around.surroundings.holder.is_none() {
        // The module's own block, which is not among them.
        for region in body.regions() {
            graphs.resize(graphs.len().max(region.index() + 1), false);
            graphs[region.index()] = true;
        }
    }
    graphs
}

/// One region under verification.
struct Scope<'a> {
    around: &'a VerifyScope<'a>,
    body: &'a Body,
    region: Region,
    holder: Option<Op>,
    holder_name: Option<OpName>,
    dominance: &'a Dominance,
    graphs: &'a [bool],
}

impl Scope<'_> {
    fn check(&self, found: &mut Diagnostics) {
        let blocks = self.body.blocks(self.region);
        let holder_def = self.holder_name.and_then(OpName::def);
        // An operation without a definition may be one whose block needs none.
        let needs_terminator = match holder_def {
            Some(def) => !def.is(Traits::NO_TERMINATOR),
            None => blocks.len() > 1,
        };
        if let Some(&entry) = blocks.first() {
            self.check_entry(entry, found);
        }
        for &block in blocks {
            for op in self.body.ops(block) {
                self.check_parent(op, found);
                check_op(self.around, self.body, op, self.holder, found);
                self.check_operation(block, op, found);
            }
            if needs_terminator {
                self.check_terminator(block, found);
            }
        }
    }

    fn error(&self, op: Op, kind: Kind, found: &mut Diagnostics) {
        found.error(self.around.shared.ctx, self.body, op, self.around.symbol, kind);
    }

    /// Reports a rule of a whole region or block at the operation that holds it.
    fn holder_error(&self, kind: Kind, found: &mut Diagnostics) {
        let holder = self.holder.map(|op| (self.body, op)).or(self.around.surroundings.holder.map(|s| (s.body, s.op)));
        if let Some((body, op)) = holder {
            found.error(self.around.shared.ctx, body, op, self.around.symbol, kind);
        }
    }

    fn check_entry(&self, entry: Block, found: &mut Diagnostics) {
        for &block in self.body.blocks(self.region) {
            let Some(last) = self.body.last_op(block) else { continue };
            if self.body.successors(last).iter().any(|s| s.block == entry) {
                return self.holder_error(Kind::EntryHasPredecessors, found);
            }
        }
    }

    fn check_terminator(&self, block: Block, found: &mut Diagnostics) {
        let Some(last) = self.body.last_op(block) else {
            return self.holder_error(Kind::EmptyBlock, found);
        };
        // An operation without a definition may be a terminator.
        if self.body.name(last).def().is_some_and(|def| !def.is(Traits::TERMINATOR)) {
            let last_name = self.around.shared.ctx.op_name_str(self.body.name(last)).into_owned();
            self.error(last, Kind::NoTerminator { last: CurrentOperation(last_name) }, found);
        }
    }

    fn check_parent(&self, op: Op, found: &mut Diagnostics) {
        let parents = self.body.name(op).def().map_or(&[][..], |def| def.parents);
        if parents.is_empty() {
            return;
        }
        let holder = self.holder_name.map(|name| self.around.shared.ctx.op_name_str(name));
        if !holder.is_some_and(|holder| parents.contains(&holder.as_ref())) {
            self.error(op, Kind::WrongParent(parents), found);
        }
    }

    fn check_operation(&self, block: Block, op: Op, found: &mut Diagnostics) {
        let body = self.body;
        if let Some(def) = body.name(op).def() {
            let in_table = self.holder_name.is_none_or(|n| n.def().is_none_or(|d| d.is(Traits::SYMBOL_TABLE)));
            // A module need not have a name.
            let named = body.name(op) != builtin::MODULE
                || body.attr(self.around.shared.ctx, op, crate::names::SYM_NAME).is_some();
            if def.is(Traits::SYMBOL) && !in_table && named {
                self.error(op, Kind::SymbolOutsideTable, found);
            }
        }
        self.check_successors(op, found);
        if self.dominance.is_reachable(block) {
            for (operand, &value) in body.all_operands(op).iter().enumerate() {
                if let Some(kind) = self.check_use(op, operand, value) {
                    self.error(op, kind, found);
                    let note = notes::definition(self.around, body, self.dominance, op, value);
                    if let Some(note) = note {
                        found.note_last(note);
                    }
                }
            }
        }
    }

    fn check_use(&self, op: Op, operand: usize, value: Value) -> Option<Kind> {
        if self.body.value(value).def == ValueDef::Undefined {
            return Some(Kind::UndefinedOperand { operand });
        }
        let dominates = self.dominance.may_use(self.body, value, op, self.graphs);
        (!dominates).then_some(Kind::NotDominating { operand })
    }

    fn check_successors(&self, op: Op, found: &mut Diagnostics) {
        let body = self.body;
        for (index, successor) in body.successors(op).iter().enumerate() {
            if body.block_parent(successor.block) != Some(self.region) {
                self.error(op, Kind::ForeignSuccessor, found);
                continue;
            }
            // What an operation without a definition passes to its successors is its own affair.
            if body.name(op).def().is_none() {
                continue;
            }
            let (passed, taken) = (body.successor_args(successor), body.block_args(successor.block));
            if passed.len() != taken.len() {
                let (passed, taken) = (passed.len(), taken.len());
                self.error(op, Kind::SuccessorOperandCount { successor: index, passed, taken }, found);
                continue;
            }
            for (argument, (&from, &to)) in passed.iter().zip(taken).enumerate() {
                if body.value_type(from) != body.value_type(to) {
                    self.error(op, Kind::SuccessorOperandType { successor: index, argument }, found);
                }
            }
        }
    }
}

/// Holds an operation to its definition, and, if it keeps to that, to the rules of its own.
fn check_op(around: &VerifyScope, body: &Body, op: Op, holder: Option<Op>, found: &mut Diagnostics) {
    let Some(cx) = VerifyContext::new(around.shared.ctx, body, op) else { return };
    let cx = cx.within(&around.surroundings, holder);
    let before = found.errors.len();
    let (ctx, symbol) = (around.shared.ctx, around.symbol);
    if !found.shapes.are_kept(&cx) {
        definition::check(&cx, around.shared.slots, &mut |kind| found.error(ctx, body, op, symbol, kind));
        if found.errors.len() > before {
            return;
        }
        found.shapes.keep_last();
    }
    // Upstream asks it of terminators before it looks at the rules of an operation's own.
    if cx.def.is(Traits::TERMINATOR) && body.next_op(op).is_some() {
        return found.error(ctx, body, op, symbol, Kind::TerminatorInside);
    }
    check_own_rules(around, &cx, found);
    found.errors.iter_mut().skip(before).for_each(|error| notes::note_function(around, error));
}

fn check_own_rules(around: &VerifyScope, cx: &VerifyContext, found: &mut Diagnostics) {
    let OpDef { llvm, verify, trait_rules, .. } = cx.def;
    let (ctx, body, op, symbol) = (around.shared.ctx, cx.body, cx.op, around.symbol);
    if let Some(message) = around.shared.attributes.broken_rule(cx) {
        found.error(ctx, body, op, symbol, Kind::PlainRule(message));
    }
    if ops::has_operand_bundles(cx.def) {
        calls::check_bundles(cx, &mut |kind| found.error(ctx, body, op, symbol, kind));
    }
    memory::check_dereferenceable(cx, &mut |kind| found.error(ctx, body, op, symbol, kind));
    if matches!(llvm, LlvmForm::Global(_) | LlvmForm::None) {
        let is_module = cx.name() == builtin::MODULE;
        data_layout::check(ctx, cx.attrs(), is_module, &mut |kind| found.error(ctx, body, op, symbol, kind));
    }
    for verify in trait_rules.iter().chain(*verify) {
        let before = found.errors.len();
        verify(cx, &mut |kind| found.error(ctx, body, op, symbol, kind));
        // Upstream stops at the first that does not hold.
        if found.errors.len() > before {
            return check_members(around, cx, found);
        }
    }
    if cx.name() == builtin::MODULE {
        modules::check(ctx, cx.attrs(), &mut |kind| found.error(ctx, body, op, symbol, kind));
    }
    check_members(around, cx, found);
}

/// Rules about more than the operation itself.
fn check_members(around: &VerifyScope, cx: &VerifyContext, found: &mut Diagnostics) {
    match cx.def.llvm {
        LlvmForm::Inst(Inst::BlockTag) => members::check_block_tag(around, cx, found),
        LlvmForm::Constant(Constant::BlockAddress) => members::check_blockaddress(around, cx, found),
        LlvmForm::Global(global) => members::check_place_and_members(around, cx, global, found),
        LlvmForm::Inst(_)
        | LlvmForm::Constant(_)
        | LlvmForm::None
        | LlvmForm::Binary(_)
        | LlvmForm::Unary(_)
        | LlvmForm::Cast(_)
        | LlvmForm::Translation(_)
        | LlvmForm::Intrinsic(_) => {}
    }
}
