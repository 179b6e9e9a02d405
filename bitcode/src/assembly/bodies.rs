//! Function bodies: blocks, and what stands around an instruction.

use std::borrow::Cow;

use irtrip_dialect::llvm_text as text;

use super::locations::{LocationNode, Locations};
use super::predecessors::Predecessors;
use super::{Function, Scope};
use crate::error::Result;
use crate::function::{DebugOperand, DebugRecord, Instruction, Kind, Location, Targets, is_terminator};
use crate::metadata::Node;

impl Scope<'_, '_> {
    /// Appends a body in its braces.
    pub(super) fn body(&self, out: &mut String, function: &Function<'_>) -> Result<()> {
        out.push_str(" {");
        let (mut block, mut starts) = (0, true);
        let predecessors = Predecessors::new(&function.body);
        for (place, instruction) in function.body.instructions.iter().enumerate() {
            if starts {
                out.push('\n');
                function.names.block(out, &function.body, block);
                out.push(':');
                for (place, predecessor) in predecessors.of(block).iter().enumerate() {
                    out.push_str(if place == 0 { " ; preds = %" } else { ", %" });
                    function.names.block(out, &function.body, *predecessor);
                }
                out.push('\n');
                block += 1;
            }
            starts = is_terminator(&instruction.kind);
            for record in &instruction.records {
                self.debug_record(out, record)?;
            }
            self.line(out, function, place, instruction)?;
        }
        if self.writer.keeps_use_lists {
            self.local_use_lists(out, function)?;
        }
        out.push_str("}\n");
        Ok(())
    }

    fn line(&self, out: &mut String, function: &Function<'_>, place: usize, instruction: &Instruction) -> Result<()> {
        out.push_str("  ");
        let hidden = function.names.hidden(place);
        if let Some(number) = hidden {
            self.hidden_instruction(out, number, instruction)?;
        }
        if let Some(result) = instruction.result {
            out.push('%');
            function.names.value(out, &function.body, result);
            out.push_str(" = ");
        }
        let ty = self.types().text(instruction.ty);
        match hidden {
            Some(number) if matches!(instruction.kind, Kind::Cast { .. }) => {
                out.push_str("inttoptr i64 %");
                text::int(out, number);
                out.push_str(" to ");
                out.push_str(ty);
            }
            // What was one instruction is the value and whether it was stored, of which the value is taken.
            Some(number) => {
                out.push_str("extractvalue { ");
                out.push_str(ty);
                out.push_str(", i1 } %");
                text::int(out, number);
                out.push_str(", 0");
            }
            None => self.instruction(out, instruction)?,
        }
        if let Some(Some(location)) = function.locations.of_instructions.get(place) {
            out.push_str(", !dbg ");
            match location {
                LocationNode::Node(id) => self.reference(out, *id, 0)?,
                LocationNode::Own(place) => {
                    out.push('!');
                    text::int(out, function.locations.first + place);
                }
            }
        }
        let mut attachments = Cow::Borrowed(&instruction.attachments);
        if let Some(wrong) =
            attachments.iter().position(|attachment| self.has_weight_mismatch(&instruction.kind, *attachment))
        {
            attachments.to_mut().remove(wrong);
        }
        self.attachments(out, &attachments, ", ")?;
        out.push('\n');
        Ok(())
    }

    /// Appends the first of the two instructions that one of an older release becomes, which has a number and no name.
    fn hidden_instruction(&self, out: &mut String, number: u32, instruction: &Instruction) -> Result<()> {
        out.push('%');
        text::int(out, number);
        out.push_str(" = ");
        match &instruction.kind {
            Kind::Cast { operand, .. } => {
                out.push_str("ptrtoint ");
                self.typed(out, *operand)?;
                out.push_str(" to i64");
            }
            _ => self.instruction(out, instruction)?,
        }
        out.push_str("\n  ");
        Ok(())
    }

    /// Whether an attachment has not as many weights as the instruction has branches, as some older releases left it. LLVM drops
    /// it when it reads bitcode.
    fn has_weight_mismatch(&self, kind: &Kind, (name, node): (u64, u64)) -> bool {
        if self.writer.module.kinds.get(&name).is_none_or(|name| name != b"prof") {
            return false;
        }
        let Some((Node::Tuple { operands, .. }, _)) = self.metadata(node) else { return false };
        let string = |place: usize| match self.metadata(operands.get(place)?.checked_sub(1)?)?.0 {
            Node::String(text) => Some(&**text),
            _ => None,
        };
        let branches = match kind {
            Kind::Branch(_) => 1,
            Kind::ConditionalBranch { .. } | Kind::Select { .. } => 2,
            Kind::Switch { cases, .. } => cases.len() + 1,
            Kind::IndirectBranch { targets, .. } => targets.len(),
            Kind::Call(call) if matches!(call.targets, Targets::Next) => 1,
            _ => return false,
        };
        // Where the weights come from is said before them.
        let words = 1 + usize::from(string(1).is_some());
        string(0) == Some(b"branch_weights") && operands.len() != words + branches
    }

    /// Appends the nodes of locations.
    pub(super) fn locations(&self, out: &mut String, locations: &Locations) -> Result<()> {
        for (number, location) in (locations.first..).zip(&locations.own) {
            out.push('!');
            text::int(out, number);
            out.push_str(" = ");
            self.location(out, location)?;
            out.push('\n');
        }
        Ok(())
    }

    fn location(&self, out: &mut String, location: &Location) -> Result<()> {
        out.push_str("!DILocation(line: ");
        text::int(out, location.line);
        if location.column != 0 {
            out.push_str(", column: ");
            text::int(out, location.column);
        }
        for (label, number) in ["scope", "inlinedAt"].into_iter().zip(location.scopes) {
            if let Some(id) = number.checked_sub(1) {
                out.push_str(", ");
                out.push_str(label);
                out.push_str(": ");
                self.reference(out, id, 0)?;
            }
        }
        if location.is_implicit {
            out.push_str(", isImplicitCode: true");
        }
        for (label, number) in ["atomGroup", "atomRank"].into_iter().zip(location.atom) {
            if number != 0 {
                out.push_str(", ");
                out.push_str(label);
                out.push_str(": ");
                text::int(out, number);
            }
        }
        out.push(')');
        Ok(())
    }

    fn debug_record(&self, out: &mut String, record: &DebugRecord) -> Result<()> {
        out.push_str("    #dbg_");
        out.push_str(record.word);
        out.push('(');
        for (place, operand) in record.operands.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            match operand {
                DebugOperand::Metadata(id) => self.reference(out, *id, 0)?,
                DebugOperand::Value(value) => self.typed(out, *value)?,
            }
        }
        out.push_str(")\n");
        Ok(())
    }
}
