//! What upstream's import reports of a module, in its order: it goes through the blocks in reverse post-order, and through
//! the debug records when all instructions are done.

use rustc_hash::FxHashSet;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::metadata::{Fault, MetadataImport, NodeId, Severity, Target};
use irtrip_dialect::names::{IRTRIP_PERSONALITY, SCOPE};
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Block, Module, Op, OpName, Region};

use super::Imported;
use super::function::{ConvertedFunction, FunctionPass};
use crate::diagnostics::{Remark, Shown, Told};
use crate::source_map::{FunctionSource, InstructionSource};
use crate::tables::metadata::Nodes;

/// A diagnostic, and what decides on its place among those of its function.
#[derive(Debug)]
pub(super) struct PendingDiagnostic {
    pub remark: Remark,
    /// The block it is about; none where it comes before all blocks.
    block: Option<Block>,
    /// Whether it comes when all instructions are done.
    late: bool,
    /// The node that is reported once a module.
    once: Option<NodeId>,
    /// Where an alias scope's declaration is dropped: the scope, which no instruction must have.
    dropped_scope: Option<(Op, Attr)>,
}

impl PendingDiagnostic {
    /// A diagnostic about an instruction of a block.
    pub fn new(remark: Remark, block: Option<Block>) -> PendingDiagnostic {
        PendingDiagnostic { remark, block, late: false, once: None, dropped_scope: None }
    }
}

/// What is reported of a function.
pub(super) struct Report {
    pub message: String,
    pub shown: Shown,
    pub severity: Severity,
    /// The location; none for the module's.
    pub loc: Option<Attr>,
    /// Whether upstream reports it only when asked for.
    pub expensive: bool,
    pub once: Option<NodeId>,
    pub late: bool,
    pub block: Option<Block>,
}

/// A fault of metadata as a diagnostic.
fn of_fault(nodes: &Nodes, metadata: &MetadataImport<'_>, fault: Fault, loc: Option<Attr>) -> Told {
    let shown = match fault.shown {
        Some((node, operand)) => nodes.number_of(metadata, node).map_or(Shown::Nothing, |number| match operand {
            Some(operand) => Shown::Operand { number, operand },
            None => Shown::Node(number),
        }),
        None => Shown::Nothing,
    };
    Told { severity: fault.severity, loc, message: fault.message, shown, expensive: false }
}

/// What upstream reports of a function's header.
pub(super) fn of_header(from: &Imported<'_, '_>, source: &FunctionSource, attributes: Attr, loc: Attr) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut warn = |message: &str, shown: Shown, loc: Attr| {
        let (severity, message) = (Severity::Warning, message.to_owned());
        remarks.push(Remark::Told(Box::new(Told { severity, loc: Some(loc), message, shown, expensive: false })));
    };
    if from.tables.ctx.entry(attributes, IRTRIP_PERSONALITY).is_some() {
        warn("could not deduce personality, skipping it", Shown::Nothing, attrs::UNKNOWN_LOC);
    }
    if !source.attachments.is_empty() {
        for unhandled in from.metadata.unhandled(Target::Function, &source.attachments) {
            if let Some(number) = from.tables.nodes.number_of(from.metadata, unhandled.node) {
                warn("unhandled function metadata: ", Shown::NodeOnFunction { number, at: source.at }, loc);
            }
        }
    }
    remarks
}

impl FunctionPass<'_, '_> {
    /// Adds a diagnostic.
    pub fn report(&mut self, report: Report) {
        let Report { message, shown, severity, loc, expensive, once, late, block } = report;
        let remark = Remark::Told(Box::new(Told { severity, loc, message, shown, expensive }));
        self.diagnostics.push(PendingDiagnostic { remark, block, late, once, dropped_scope: None });
    }

    fn report_here(&mut self, message: &str, shown: Shown, severity: Severity, loc: Attr, expensive: bool) {
        let (message, block) = (message.to_owned(), self.block);
        self.report(Report { message, shown, severity, loc: Some(loc), expensive, once: None, late: false, block });
    }

    /// What upstream reports of an instruction and its attachments.
    pub fn report_instruction(&mut self, op: Op, source: &InstructionSource) {
        let (name, loc, at) = (self.body.name(op), self.body.loc(op), source.span.start);
        let is_void = self.body.result(op).is_none_or(|value| self.body.value_type(value) == wk::VOID);
        if name == llvm::CALL_INTRINSIC && is_void {
            // Upstream's import keeps no track of such a call.
            let warning = Severity::Warning;
            self.report_here("dropped instruction: ", Shown::Instruction(at), warning, loc, true);
            return;
        }
        self.report_attachments(name, source, loc);
        // Upstream drops an alias scope's declaration if no instruction has the scope.
        let scope = self.body.attr(self.ctx, op, SCOPE);
        if let Some(scope) = scope.filter(|_| name == intrinsics::EXPERIMENTAL_NOALIAS_SCOPE_DECL) {
            self.report_here("dropped instruction: ", Shown::Instruction(at), Severity::Warning, loc, true);
            if let Some(last) = self.diagnostics.last_mut() {
                last.dropped_scope = Some((op, scope));
            }
        }
    }

    /// What upstream reports of attachments.
    pub fn report_attachments(&mut self, name: OpName, source: &InstructionSource, loc: Attr) {
        if source.attachments.is_empty() {
            return;
        }
        let (metadata, nodes) = (self.all.from.metadata, &self.all.from.tables.nodes);
        let unhandled = metadata.unhandled(Target::Instruction(name), &source.attachments);
        for &(kind, node) in &source.attachments {
            for fault in metadata.faults(kind, node) {
                let told = of_fault(nodes, metadata, fault, Some(loc));
                let loc = told.loc.filter(|_| told.severity == Severity::Warning);
                let remark = Remark::Told(Box::new(Told { loc, ..told }));
                let pending = PendingDiagnostic { once: Some(node), ..PendingDiagnostic::new(remark, self.block) };
                self.diagnostics.push(pending);
            }
            if unhandled.iter().any(|u| u.kind == kind)
                && let Some(number) = nodes.number_of(metadata, node)
            {
                let shown = Shown::NodeOn { number, at: source.span.start };
                self.report_here("unhandled metadata: ", shown, Severity::Warning, loc, true);
            }
        }
    }

    /// Upstream makes no attribute of a scalable vector of zeros, and says so twice.
    pub fn report_scalable_zeros(&mut self) {
        for _ in 0..2 {
            let message = "scalable vectors not supported";
            self.report_here(message, Shown::Nothing, Severity::Error, attrs::UNKNOWN_LOC, false);
        }
    }

    /// Upstream's import fails where the address of a block is taken that cannot be reached.
    pub fn report_addresses(&mut self, region: Region, reached: &[bool]) {
        let body = &self.body;
        let is_tagged = |block: &Block| body.first_op(*block).is_some_and(|op| body.name(op) == llvm::BLOCKTAG);
        let is_lost = |block: &&Block| is_tagged(block) && !reached[block.index()];
        let Some(block) = body.blocks(region).iter().find(is_lost).copied() else { return };
        let preserved =
            body.last_op(block).and_then(|op| body.attr(self.ctx, op, irtrip_dialect::names::IRTRIP_BLOCK_NAME));
        let preserved = preserved.and_then(|name| self.ctx.string_value(name));
        let name = body.block_name(block).or(preserved).map(|name| self.ctx.text(name)).unwrap_or_default();
        let message = format!("unreachable block '{name}' with address taken");
        self.report(Report {
            message,
            shown: Shown::Nothing,
            severity: Severity::Fatal,
            loc: Some(self.loc),
            expensive: false,
            once: None,
            late: false,
            block: None,
        });
    }

    /// Puts the diagnostics into upstream's order; `order` is that of the blocks.
    pub fn order_diagnostics(&mut self, order: &[Block]) {
        let mut places = vec![0; self.body.block_count()];
        for (place, block) in order.iter().enumerate() {
            places[block.index()] = place;
        }
        self.diagnostics.sort_by_key(|pending| (pending.late, pending.block.map(|block| places[block.index()])));
    }
}

/// What upstream reports of the module's flags and, in order, of its functions. Declarations of alias scopes that no
/// instruction has are taken out of their bodies.
pub(super) fn of_module(
    from: &Imported<'_, '_>,
    module: &mut Module,
    functions: Vec<ConvertedFunction>,
) -> Vec<Remark> {
    let (metadata, nodes) = (from.metadata, &from.tables.nodes);
    let flags = metadata.module_faults().into_iter();
    let mut remarks: Vec<Remark> =
        flags.map(|fault| Remark::Told(Box::new(of_fault(nodes, metadata, fault, None)))).collect();
    let scopes = metadata.aliasing_scopes();
    let mut known = FxHashSet::default();
    for mut function in functions {
        function.body.retain(|pending| pending.dropped_scope.is_none_or(|(_, scope)| !scopes.contains(&scope)));
        for (op, _) in function.body.iter().filter_map(|pending| pending.dropped_scope) {
            if let Some(body) = module.body.nested_mut(function.op) {
                body.unlink(op);
            }
        }
        remarks.append(&mut function.header);
        let mut last = None;
        for pending in function.body {
            // What is reported of one node stands in a row.
            let is_new = match pending.once {
                Some(node) => known.insert(node) || last == Some(node),
                None => true,
            };
            last = pending.once.filter(|_| is_new);
            remarks.extend(is_new.then_some(pending.remark));
        }
    }
    remarks
}
