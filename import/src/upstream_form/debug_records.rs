//! Debug records as upstream's import makes them: those before a call of an intrinsic go, and so do those that it
//! has no operation for; the constants that only records use come last.

use rustc_hash::FxHashSet;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, LlvmExcerpt, UpstreamImportCode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, llvm};
use irtrip_dialect::{Block, Op, OpNameDefinition};

use super::diagnostics::PendingDiagnostic;
use super::function::FunctionPass;
use crate::bodies::debug_records::{Argument, PhiNumbers, PlacedRecord, Record, RecordPlacer};
use irtrip_dialect::constants::ConstId;

impl FunctionPass<'_, '_> {
    /// Takes the records out of the body; they are put back when all instructions are converted.
    pub fn take_records(&mut self) -> Vec<PlacedRecord> {
        let mut records = std::mem::take(&mut self.source.records);
        for placed in &mut records {
            if let Some(op) = placed.op.take() {
                self.body.unlink(op);
            }
            if placed.record.form.as_ref().is_some_and(|form| form.is_kill) {
                (placed.record.form, placed.value) = (None, None);
            }
            if let Some(anchor) = placed.anchor {
                self.set(anchor, IRTRIP_RECORDS, None);
            }
        }
        records
    }

    /// Puts the records that upstream has operations for after what they are about: block by block in the order in
    /// which upstream's import comes to the blocks that are reached. `last`: the constant that was made last.
    pub fn records(&mut self, mut records: Vec<PlacedRecord>, order: &[Block], mut last: Option<Op>, entry: Block) {
        if records.is_empty() {
            return;
        }
        let mut places: Vec<Option<usize>> = vec![None; self.body.block_count()];
        for (place, block) in order.iter().enumerate() {
            places[block.index()] = Some(place);
        }
        let place_of = |placed: &PlacedRecord| places.get(placed.record.block.index()).copied().flatten();
        records.sort_by_key(place_of);
        let blocks = self.region.map(|region| self.body.blocks(region).to_vec()).unwrap_or_default();
        let edges_to = self.body.edges_to();
        let mut phis = PhiNumbers::default();
        let debug_intrinsics = self.all.from.tables.options.debug_intrinsics;
        for placed in &mut records {
            self.locate(&mut placed.record);
            let is_before = !debug_intrinsics && placed.anchor.is_some_and(|op| self.is_intrinsic_call(op));
            if is_before || place_of(placed).is_none() {
                placed.record.form = None;
                continue;
            }
            if placed.record.form.is_none() {
                self.report_record(&placed.record);
            }
            // Upstream's import makes the address of what it does not take.
            if placed.record.is_assign(self.ctx)
                && let Some(Argument::Constant(id, _)) = placed.record.args.get(4)
            {
                self.late_constant(*id, &mut last, entry);
            }
            if placed.record.form.is_some()
                && let Some(Argument::Constant(id, _)) = placed.record.args.first()
            {
                placed.value = Some(self.late_constant(*id, &mut last, entry));
            }
            self.placer(&blocks, &edges_to, &mut phis).place(placed);
        }
        let constants: FxHashSet<Op> = self.constant_ops();
        self.placer(&blocks, &edges_to, &mut phis).keep_order(&records, &constants);
        phis.write(self.ctx, &mut self.body);
    }

    fn placer<'b>(
        &'b mut self,
        blocks: &'b [Block],
        edges_to: &'b [u32],
        phis: &'b mut PhiNumbers,
    ) -> RecordPlacer<'b> {
        RecordPlacer {
            ctx: self.ctx,
            metadata: Some(self.all.from.metadata),
            pool: &self.constants.pool,
            body: &mut self.body,
            blocks,
            edges_to,
            symbol: EMPTY,
            phis,
        }
    }

    /// A record has the location that it names, whatever its function's is.
    fn locate(&self, record: &mut Record) {
        if self.all.from.tables.lines.is_none()
            && let Some(Argument::Node(node)) = record.args.last()
            && let Some((loc, _)) = self.all.from.metadata.debug_location(*node)
        {
            record.loc = loc;
        }
    }

    /// Makes a constant after the last one, unless it is there already.
    fn late_constant(&mut self, id: ConstId, last: &mut Option<Op>, entry: Block) -> irtrip_dialect::Value {
        let value = self.constants.value(&mut self.body, id);
        for op in std::mem::take(&mut self.constants.ops) {
            match last.replace(op).and_then(|last| self.body.next_op(last)) {
                Some(next) => self.body.insert_before(next, op),
                None => self.body.prepend_op(entry, op),
            }
        }
        value
    }

    fn is_intrinsic_call(&self, op: Op) -> bool {
        let name = self.body.name(op);
        name == llvm::CALL_INTRINSIC || matches!(name.def().map(|d| d.llvm), Some(LlvmForm::Intrinsic(_)))
    }

    /// Upstream's import has no operation for a record.
    fn report_record(&mut self, record: &Record) {
        let loc = match record.args.last() {
            Some(Argument::Node(node)) => self.all.from.metadata.debug_location(*node).map(|found| found.0),
            _ => None,
        };
        let loc = loc.unwrap_or(attrs::UNKNOWN_LOC);
        let (at, is_assign) = (record.at, record.is_assign(self.ctx));
        let as_call = LlvmExcerpt::DebugIntrinsic { at };
        let as_record = LlvmExcerpt::DebugRecord { at };
        let code = match self.all.from.tables.options.debug_intrinsics {
            true if is_assign => UpstreamImportCode::UnhandledIntrinsic { intrinsic: as_call },
            true => UpstreamImportCode::DroppedIntrinsic { intrinsic: as_call },
            false if record.is_label(self.ctx) => UpstreamImportCode::DebugRecord { record: as_record },
            false => UpstreamImportCode::DebugVariableRecord { record: as_record },
        };
        let diagnostic = Diagnostic::new(code, loc);
        // A call that upstream's import fails on is an instruction as any.
        let late = !diagnostic.severity.is_error();
        if !late {
            let value = UpstreamImportCode::UnhandledValue { value: LlvmExcerpt::DebugRecordValue { at } };
            let value = Diagnostic::new(value, DiagnosticLocation::Unknown);
            self.diagnostics.push(PendingDiagnostic::new(value, Some(record.block)));
        }
        self.diagnostics.push(PendingDiagnostic { late, ..PendingDiagnostic::new(diagnostic, Some(record.block)) });
    }
}
