//! The preserved attributes of a function and of the operations in it.

use irtrip_dialect::attribute_set::{list_attr, list_set};
use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, UNIT, UNKNOWN_LOC};
use irtrip_dialect::enums::TailCallKind;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, intrinsics};
use irtrip_dialect::preserved::{
    PreservedAttribute, StaleReason, TAIL_CALL_KINDS, ValidityCheck, claims, is_claim, operations_with_preserved,
    preserved_attribute, structural_hash,
};
use irtrip_dialect::verify::llvm_ir::arguments::takes_error;
use irtrip_dialect::verify::llvm_ir::attachments::check_attachment;
use irtrip_dialect::verify::llvm_ir::tail_calls::check_after_musttail;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, ContextDialects, Op, Str, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::operation::Preserved;
use super::{Findings, ModuleScope, discardable, operation, stale};
use crate::function::form;
use crate::lower_to_release::with_phi_flags;

/// Checks a function; [`super`].
pub(super) fn check(around: &ModuleScope, function: Op) -> Findings {
    let attrs = around.module.body.attrs(function);
    let Some(body) = around.module.body.nested(function) else { return operation::check_global(around, function) };
    let mut check = Check {
        around,
        ctx: around.ctx,
        body,
        function,
        own: attrs,
        now: FxHashMap::default(),
        found: operation::check_global(around, function),
        ops: operations_with_preserved(around.ctx, body),
        edges: None,
        reachable: None,
    };
    check.claims();
    check.operations();
    check.finish()
}

struct Check<'a> {
    around: &'a ModuleScope<'a>,
    ctx: &'a Context,
    body: &'a Body,
    /// The function's operation, and its dictionary.
    function: Op,
    own: Attr,
    /// The operations that have another dictionary now.
    now: FxHashMap<Op, Attr>,
    found: Findings,
    /// The operations that have something to check.
    ops: Vec<Op>,
    /// By block, once asked for: how many edges LLVM IR has into it.
    edges: Option<Vec<u32>>,
    /// By block, once asked for: whether control reaches it.
    reachable: Option<Vec<bool>>,
}

impl Check<'_> {
    fn finish(mut self) -> Findings {
        let dropped = discardable::drop_from(self.ctx, self.function, self.body, &mut self.now);
        self.found.stale.extend(dropped);
        self.found.ops.extend(self.now);
        self.found
    }

    fn attrs(&self, op: Op) -> Attr {
        self.now.get(&op).copied().unwrap_or_else(|| self.body.attrs(op))
    }

    /// Gives an attribute of an operation another value, or none.
    fn set(&mut self, op: Op, key: Str, value: Option<Attr>, reason: StaleReason) {
        let attrs = self.ctx.with_entry(self.attrs(op), key, value);
        self.now.insert(op, attrs);
        self.report(Some(op), key, reason);
    }

    fn report(&mut self, op: Option<Op>, key: Str, reason: StaleReason) {
        let name = match op {
            Some(op) => self.body.name(op),
            None => self.around.module.body.name(self.function),
        };
        let of = self.ctx.op_name_str(name);
        self.found.stale.push(stale(self.ctx, (Some(self.function), op), &of, key, reason));
    }

    /// Drops what is claimed of the function as a whole, unless it is as it was imported.
    fn claims(&mut self) {
        let (ctx, own) = (self.ctx, self.own);
        let claims = claims(ctx, own, self.body, &self.ops, &self.around.functions);
        if claims.is_empty() {
            return;
        }
        let symbol = ctx.string_entry(own, SYM_NAME).unwrap_or(EMPTY);
        let hash = ctx.int_entry(own, IRTRIP_STRUCTURAL_HASH);
        if hash.is_some_and(|hash| hash == structural_hash(ctx, symbol, self.body)) {
            if let Some(kept) = self.around.orders_of_what_is_there(own) {
                let own = self.found.own.unwrap_or(own);
                self.found.own = Some(ctx.with_entry(own, IRTRIP_USE_LIST_ORDERS, Some(kept)));
                self.report(None, IRTRIP_USE_LIST_ORDERS, StaleReason::NoSymbol);
            }
            return;
        }
        for claim in claims {
            match claim.op {
                None => {
                    let own = self.found.own.unwrap_or(own);
                    self.found.own = Some(ctx.with_entry(own, claim.key, None));
                    self.report(None, claim.key, StaleReason::Function);
                }
                Some(op) if TAIL_CALL_KINDS.contains(&claim.key) => {
                    if self.around.was_llvm {
                        self.set(op, claim.key, None, StaleReason::Function);
                    }
                }
                Some(op) => {
                    let value = ctx.entry(self.attrs(op), claim.key).and_then(|value| match claim.key {
                        IRTRIP_PHIS => with_phi_flags(ctx, value, |_, _| None),
                        _ => without_claims(ctx, value),
                    });
                    self.set(op, claim.key, value, StaleReason::Function);
                }
            }
        }
    }

    /// Checks what each operation has.
    fn operations(&mut self) {
        let (ctx, body) = (self.ctx, self.body);
        let ops = std::mem::take(&mut self.ops);
        let numbers = Numbers::of(ctx, body, &ops);
        for op in ops {
            let dictionary = self.attrs(op);
            for &(key, value) in ctx.entries(dictionary) {
                if key == IRTRIP_METADATA {
                    self.attachments(op, value);
                }
                if let Some(row) = preserved_attribute(key) {
                    if let Some(reason) = self.check(op, row, value, &numbers) {
                        self.set(op, key, operation::corrected(ctx, key, value), reason);
                    } else if key == IRTRIP_PHIS {
                        self.phi_numbers(op, value, &numbers);
                        self.phi_attachments(op);
                    } else if key == IRTRIP_RECORDS {
                        self.records(op, value);
                    }
                }
                if key == ARG_ATTRS
                    && let Some(kept) = self.without_former_errors(op, value)
                {
                    self.now.insert(op, ctx.with_entry(self.attrs(op), key, Some(kept)));
                    self.report(Some(op), IRTRIP_ATTRIBUTES, StaleReason::Operands);
                }
                if TAIL_CALL_KINDS.contains(&key)
                    && self.around.was_llvm
                    && ctx.enum_value(value) == Some(TailCallKind::MustTail)
                    && check_after_musttail(body, op).is_some()
                {
                    self.set(op, key, None, StaleReason::NoReturn);
                }
            }
        }
    }

    /// The attributes of a call's arguments without `swifterror` of parameters that are not declared so any more.
    fn without_former_errors(&self, op: Op, lists: Attr) -> Option<Attr> {
        let (ctx, body) = (self.ctx, self.body);
        let lists = ctx.items(lists);
        if !lists.iter().any(|list| takes_error(ctx, *list)) {
            return None;
        }
        let own = ctx.entry(self.own, ARG_ATTRS).map(|own| ctx.items(own)).unwrap_or_default();
        let parameters = body.block_args(*body.blocks(*body.regions().first()?).first()?);
        let is_former = |value: &Value| {
            let place = parameters.iter().position(|parameter| parameter == value);
            place.is_some_and(|place| !own.get(place).is_some_and(|list| takes_error(ctx, *list)))
        };
        let is_direct = ctx.entry(self.attrs(op), CALLEE).is_some();
        let arguments = body.operands(op).iter().skip(usize::from(!is_direct)).map(Some).chain(std::iter::repeat(None));
        let kept = lists.iter().zip(arguments).map(|(list, value)| {
            match takes_error(ctx, *list) && value.is_some_and(is_former) {
                true => {
                    let set = ctx.entry(*list, IRTRIP_ATTRIBUTES).map(|set| list_set(ctx, set));
                    let mut rest = set.unwrap_or_default();
                    rest.retain(|item| item.row().is_none_or(|row| row.llvm != "swifterror"));
                    let rest = (!rest.is_empty()).then(|| list_attr(ctx, &rest));
                    ctx.with_entry(*list, IRTRIP_ATTRIBUTES, rest)
                }
                false => *list,
            }
        });
        let kept: Vec<Attr> = kept.collect();
        (kept != lists).then(|| ctx.array(&kept))
    }

    /// Takes attachments away that another instruction than this may have.
    fn attachments(&mut self, op: Op, attached: Attr) {
        let (ctx, body) = (self.ctx, self.body);
        let all = ctx.entries(attached);
        if all.iter().any(|entry| check_attachment(ctx, body, op, *entry).is_some()) {
            let kept = all.iter().filter(|entry| check_attachment(ctx, body, op, **entry).is_none()).copied();
            let kept: Vec<(Str, Attr)> = kept.collect();
            let kept = (!kept.is_empty()).then(|| ctx.dictionary(&kept));
            self.set(op, IRTRIP_METADATA, kept, StaleReason::Operands);
        }
        if let Some(kept) = self.around.with_own_nodes(self.attrs(op)) {
            self.set(op, IRTRIP_METADATA, ctx.entry(kept, IRTRIP_METADATA), StaleReason::NoNode);
        }
    }

    /// Why an attribute of an operation is not believed.
    fn check(&mut self, op: Op, row: &PreservedAttribute, value: Attr, numbers: &Numbers) -> Option<StaleReason> {
        let (ctx, body) = (self.ctx, self.body);
        match row.validity {
            // Those of the function were looked at before.
            ValidityCheck::Operation
            | ValidityCheck::Spelling
            | ValidityCheck::Function
            | ValidityCheck::Module
            | ValidityCheck::Linkage => None,
            ValidityCheck::BlockArguments => {
                let expected = body.parent(op).map_or(0, |block| body.block_args(block).len());
                (ctx.items(value).len() != expected).then_some(StaleReason::BlockArguments)
            }
            ValidityCheck::Predecessors => {
                let block = body.parent(op)?;
                let edges = self.edges_to(block);
                (!is_order(ctx, value, edges, body.block_args(block).len())).then_some(StaleReason::Predecessors)
            }
            ValidityCheck::Location => (body.loc(op) == UNKNOWN_LOC).then_some(StaleReason::NoLocation),
            ValidityCheck::Number
                if row.handle == IRTRIP_RECORD && !form(body, op).is_some_and(|form| form.is_debug_record()) =>
            {
                Some(StaleReason::NoRecord)
            }
            ValidityCheck::Number if row.handle == IRTRIP_STANDS_FOR && self.is_reachable(op) => {
                Some(StaleReason::Reachable)
            }
            ValidityCheck::Number => {
                (numbers.is_repeated(row.handle, ctx, value)).then_some(StaleReason::RepeatedNumber)
            }
            ValidityCheck::Arguments | ValidityCheck::Operands | ValidityCheck::Completed | ValidityCheck::Symbol => {
                operation::check(&Preserved { around: self.around, body, op, value }, row.handle)
            }
        }
    }

    /// Takes numbers out of a block's phis that its function has more than once.
    fn phi_numbers(&mut self, op: Op, phis: Attr, numbers: &Numbers) {
        let ctx = self.ctx;
        let is_repeated = |phi: &Attr| {
            ctx.entry(*phi, IRTRIP_VALUE).is_some_and(|number| numbers.is_repeated(IRTRIP_VALUE, ctx, number))
        };
        if !ctx.items(phis).iter().any(is_repeated) {
            return;
        }
        let phis: Vec<Attr> = ctx
            .items(phis)
            .iter()
            .map(|phi| if is_repeated(phi) { without(ctx, *phi, IRTRIP_VALUE) } else { *phi })
            .collect();
        let phis = ctx.array(&phis);
        self.set(op, IRTRIP_PHIS, Some(phis), StaleReason::RepeatedNumberInside);
    }

    /// Takes attachments out of a block's phis whose nodes are gone.
    fn phi_attachments(&mut self, op: Op) {
        let phis = self.ctx.entry(self.attrs(op), IRTRIP_PHIS);
        if let Some(kept) = phis.and_then(|phis| self.around.list_with_own_nodes(phis)) {
            self.set(op, IRTRIP_PHIS, Some(kept), StaleReason::NoNode);
        }
    }

    /// Takes records out of a list that speak of another function, from which their instruction was copied, or of metadata
    /// that is gone.
    fn records(&mut self, op: Op, list: Attr) {
        let ctx = self.ctx;
        let symbol = ctx.string_entry(self.own, SYM_NAME);
        // In the place of an operation's own record are records, and no numbers of others.
        let is_in_place = self.body.name(op) == intrinsics::DBG_VALUE;
        let is_own = |record: &&Attr| {
            if is_in_place && ctx.int_value(**record).is_some() {
                return false;
            }
            let function = ctx.string_entry(**record, FUNCTION);
            function.is_none() || function == symbol
        };
        let own: Vec<Attr> = ctx.items(list).iter().filter(is_own).copied().collect();
        let there: Vec<Attr> = own.iter().filter(|record| self.has_nodes(**record)).copied().collect();
        if there.len() < ctx.items(list).len() {
            let reason = if there.len() < own.len() { StaleReason::NoNode } else { StaleReason::ForeignRecord };
            // Nothing is in place of a record's own operation then; before an instruction there are no records.
            let list = (!there.is_empty() || !is_in_place).then(|| ctx.array(&there));
            self.set(op, IRTRIP_RECORDS, list, reason);
        }
    }

    /// Whether the nodes that a record's arguments name are there.
    fn has_nodes(&self, record: Attr) -> bool {
        let ctx = self.ctx;
        let args = ctx.entry(record, ARGS).map(|args| ctx.items(args)).unwrap_or_default();
        let operands = args.iter().filter_map(|arg| ctx.entries(*arg).first());
        operands.filter(|entry| ctx.bytes(entry.0) == b"metadata").all(|entry| self.around.has_node(entry.1))
    }

    /// Whether control reaches an operation.
    fn is_reachable(&mut self, op: Op) -> bool {
        let body = self.body;
        let of_region = || body.regions().first().map(|region| body.reachable(*region)).unwrap_or_default();
        let reachable = self.reachable.get_or_insert_with(of_region);
        body.parent(op).and_then(|block| reachable.get(block.index()).copied()).unwrap_or(false)
    }

    /// How many edges LLVM IR has into a block.
    fn edges_to(&mut self, block: Block) -> u32 {
        let body = self.body;
        let edges = self.edges.get_or_insert_with(|| {
            let direct = body.edges_to();
            let mut edges = direct.clone();
            // Edges through a block that holds one apart are those into that block.
            for block in (0..body.block_count()).map(Block::new).filter(|block| body.block_parent(*block).is_some()) {
                let Some(last) = body.last_op(block) else { continue };
                if body.attr(self.ctx, last, IRTRIP_EDGE).is_some()
                    && holds_an_edge(body, block)
                    && let [successor] = body.successors(last)
                {
                    let through = &mut edges[successor.block.index()];
                    *through = through.wrapping_sub(1).wrapping_add(direct[block.index()]);
                }
            }
            edges
        });
        edges.get(block.index()).copied().unwrap_or(0)
    }
}

/// The numbers of values, blocks and records that a function has more than once.
#[derive(Default)]
struct Numbers {
    repeated: FxHashSet<(Str, i64)>,
}

impl Numbers {
    fn of(ctx: &Context, body: &Body, ops: &[Op]) -> Numbers {
        let (mut seen, mut repeated) = (FxHashSet::default(), FxHashSet::default());
        let mut count = |key: Str, number: Attr| {
            if let Some(number) = ctx.int_value(number)
                && !seen.insert((key, number))
            {
                repeated.insert((key, number));
            }
        };
        for &op in ops {
            for &(key, value) in ctx.entries(body.attrs(op)) {
                match key {
                    IRTRIP_BLOCK | IRTRIP_RECORD | IRTRIP_VALUE => count(key, value),
                    IRTRIP_PHIS => {
                        let numbers = ctx.items(value).iter().filter_map(|phi| ctx.entry(*phi, IRTRIP_VALUE));
                        numbers.for_each(|number| count(IRTRIP_VALUE, number));
                    }
                    _ => {}
                }
            }
        }
        Numbers { repeated }
    }

    /// Whether the number that an attribute of this name holds is in the function more than once.
    fn is_repeated(&self, key: Str, ctx: &Context, number: Attr) -> bool {
        if self.repeated.is_empty() {
            return false;
        }
        ctx.int_value(number).is_some_and(|number| self.repeated.contains(&(key, number)))
    }
}

/// Whether a block holds nothing but constants and a branch.
fn holds_an_edge(body: &Body, block: Block) -> bool {
    let Some(last) = body.last_op(block) else { return false };
    let is_unwritten = |op: Op| matches!(form(body, op), Some(LlvmForm::Constant(_)));
    matches!(form(body, last), Some(LlvmForm::Inst(Inst::Br)))
        && body.block_args(block).is_empty()
        && body.ops(block).all(|op| op == last || is_unwritten(op))
}

/// Whether an `irtrip.incoming` orders so many edges: of all phis at once, or of each.
fn is_order(ctx: &Context, order: Attr, edges: u32, phis: usize) -> bool {
    let is_permutation = |order: Attr| {
        let mut places: Vec<i64> = ctx.dense_array(order).unwrap_or_default().to_vec();
        places.sort_unstable();
        places.into_iter().eq(0..i64::from(edges))
    };
    match ctx.attr_data(order) {
        AttrData::Array(each) => each.len() == phis && each.iter().all(|order| is_permutation(*order)),
        _ => is_permutation(order),
    }
}

/// A phi's dictionary without an entry; `unit` where nothing is left.
fn without(ctx: &Context, phi: Attr, key: Str) -> Attr {
    match ctx.with_entry(phi, key, None) {
        EMPTY_DICTIONARY => UNIT,
        phi => phi,
    }
}

/// An `irtrip.metadata` without what claims something of the function.
fn without_claims(ctx: &Context, metadata: Attr) -> Option<Attr> {
    let entries = ctx.entries(metadata).iter().filter(|(kind, node)| !is_claim(ctx, *kind, *node));
    let entries: Vec<(Str, Attr)> = entries.copied().collect();
    (!entries.is_empty()).then(|| ctx.dictionary(&entries))
}
