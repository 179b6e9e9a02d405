//! The diagnostics of upstream's import for a module, in its order: it goes through the blocks in reverse post-order,
//! and through the debug records when all instructions are done.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, LlvmExcerpt, Severity, UpstreamImportCode};
use irtrip_dialect::metadata::{NodeId, Target};
use irtrip_dialect::names::{IRTRIP_PERSONALITY, SCOPE};
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Module, Op, OpName, Region};
use rustc_hash::FxHashSet;

use super::Imported;
use super::function::{ConvertedFunction, FunctionPass};
use crate::source_map::{FunctionSource, InstructionSource};

/// A diagnostic, and what decides on its place among those of its function.
#[derive(Debug)]
pub(super) struct PendingDiagnostic {
    pub diagnostic: Diagnostic,
    /// The block it is about; none where it comes before all blocks.
    pub block: Option<Block>,
    /// Whether it comes when all instructions are done.
    pub late: bool,
    /// The node that is reported once a module.
    pub once: Option<NodeId>,
    /// Where an alias scope's declaration is dropped: the scope, which no instruction must have.
    pub dropped_scope: Option<(Op, Attr)>,
}

impl PendingDiagnostic {
    /// A diagnostic about an instruction of a block.
    pub fn new(diagnostic: Diagnostic, block: Option<Block>) -> PendingDiagnostic {
        PendingDiagnostic { diagnostic, block, late: false, once: None, dropped_scope: None }
    }
}

/// The diagnostics for a function's header.
pub(super) fn of_header(
    from: &Imported<'_, '_>,
    source: &FunctionSource,
    attributes: Attr,
    loc: Attr,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if from.tables.ctx.entry(attributes, IRTRIP_PERSONALITY).is_some() {
        diagnostics.push(Diagnostic::new(UpstreamImportCode::Personality, attrs::UNKNOWN_LOC));
    }
    if !source.attachments.is_empty() {
        for unhandled in from.metadata.unhandled_attachments(Target::Function, &source.attachments) {
            if let Some(number) = from.tables.nodes.number_of(from.metadata, unhandled.node) {
                let attachment = LlvmExcerpt::FunctionAttachment { number, at: source.at };
                diagnostics.push(Diagnostic::new(UpstreamImportCode::FunctionMetadata { attachment }, loc));
            }
        }
    }
    diagnostics
}

impl FunctionPass<'_, '_> {
    /// Adds a diagnostic about the block at hand.
    fn report(&mut self, code: UpstreamImportCode, location: impl Into<DiagnosticLocation>) {
        let diagnostic = Diagnostic::new(code, location);
        self.diagnostics.push(PendingDiagnostic::new(diagnostic, self.block));
    }

    /// Reports what upstream reports of an instruction and its attachments.
    pub fn report_instruction(&mut self, op: Op, source: &InstructionSource) {
        let (name, loc) = (self.body.name(op), self.body.loc(op));
        let is_void = self.body.result(op).is_none_or(|value| self.body.value_type(value) == types::VOID);
        let instruction = LlvmExcerpt::Instruction { at: source.span.start };
        let dropped = UpstreamImportCode::DroppedInstruction { instruction };
        if name == llvm::CALL_INTRINSIC && is_void {
            // Upstream's import keeps no track of such a call.
            self.report(dropped, loc);
            return;
        }
        self.report_attachments(name, source, loc);
        // Upstream drops an alias scope's declaration if no instruction has the scope.
        let scope = self.body.attr(self.ctx, op, SCOPE);
        if let Some(scope) = scope.filter(|_| name == intrinsics::EXPERIMENTAL_NOALIAS_SCOPE_DECL) {
            let pending = PendingDiagnostic::new(Diagnostic::new(dropped, loc), self.block);
            self.diagnostics.push(PendingDiagnostic { dropped_scope: Some((op, scope)), ..pending });
        }
    }

    /// Reports what upstream reports of attachments.
    pub fn report_attachments(&mut self, name: OpName, source: &InstructionSource, loc: Attr) {
        if source.attachments.is_empty() {
            return;
        }
        let (metadata, nodes) = (self.all.from.metadata, &self.all.from.tables.nodes);
        let unhandled = metadata.unhandled_attachments(Target::Instruction(name), &source.attachments);
        for &(kind, node) in &source.attachments {
            for code in metadata.attachment_diagnostics(kind, node, &|node| nodes.number_of(metadata, node)) {
                let location = match code.severity() {
                    Severity::Warning => DiagnosticLocation::Attribute(loc),
                    _ => DiagnosticLocation::Module,
                };
                let diagnostic = Diagnostic::new(code, location);
                let pending = PendingDiagnostic { once: Some(node), ..PendingDiagnostic::new(diagnostic, self.block) };
                self.diagnostics.push(pending);
            }
            if unhandled.iter().any(|u| u.kind == kind)
                && let Some(number) = nodes.number_of(metadata, node)
            {
                let attachment = LlvmExcerpt::InstructionAttachment { number, at: source.span.start };
                self.report(UpstreamImportCode::InstructionMetadata { attachment }, loc);
            }
        }
    }

    /// Upstream makes no attribute of a scalable vector of zeros, and reports that twice.
    pub fn report_scalable_zeros(&mut self) {
        for _ in 0..2 {
            self.report(UpstreamImportCode::ScalableConstant, attrs::UNKNOWN_LOC);
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
        let code = UpstreamImportCode::UnreachableBlockAddress { block: name.into_owned() };
        self.diagnostics.push(PendingDiagnostic::new(Diagnostic::new(code, self.loc), None));
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

/// The diagnostics for the module's flags and, in order, for its functions. Declarations of alias scopes that no
/// instruction has are taken out of their bodies.
pub(super) fn of_module(
    from: &Imported<'_, '_>,
    module: &mut Module,
    functions: Vec<ConvertedFunction>,
) -> Vec<Diagnostic> {
    let (metadata, nodes) = (from.metadata, &from.tables.nodes);
    let flags = metadata.module_flag_diagnostics(&|node| nodes.number_of(metadata, node)).into_iter();
    let mut diagnostics: Vec<Diagnostic> =
        flags.map(|code| Diagnostic::new(code, DiagnosticLocation::Module)).collect();
    let scopes = metadata.aliasing_scopes();
    let mut known = FxHashSet::default();
    for mut function in functions {
        function.body.retain(|pending| pending.dropped_scope.is_none_or(|(_, scope)| !scopes.contains(&scope)));
        for (op, _) in function.body.iter().filter_map(|pending| pending.dropped_scope) {
            if let Some(body) = module.body.nested_mut(function.op) {
                body.unlink(op);
            }
        }
        diagnostics.append(&mut function.header);
        let mut last = None;
        for pending in function.body {
            // The diagnostics for one node are in a row.
            let is_new = match pending.once {
                Some(node) => known.insert(node) || last == Some(node),
                None => true,
            };
            last = pending.once.filter(|_| is_new);
            diagnostics.extend(is_new.then_some(pending.diagnostic));
        }
    }
    diagnostics
}
