//! The diagnostics of `mlir-translate --import-llvm` for metadata that it does not translate.
//!
//! A node whose attribute holds all of it has none.

use super::{MetadataImport, Target};
use crate::context::Str;
use crate::diagnostic::{LlvmExcerpt, UpstreamImportCode};
use crate::graph::reader::NodeReader;
use crate::graph::{NodeId, Operand};
use crate::kinds::{Form, KINDS, has_slot};

/// The numbers that the text has for metadata nodes; none for those that are written in line.
pub type NodeNumbers<'n> = &'n dyn Fn(NodeId) -> Option<u32>;

/// A node as the argument of a message.
pub(crate) fn node_excerpt(numbers: NodeNumbers<'_>, node: NodeId) -> LlvmExcerpt {
    numbers(node).map_or(LlvmExcerpt::InlineNode, |number| LlvmExcerpt::Node { number })
}

/// An operand of a node as the argument of a message.
pub(crate) fn operand_excerpt(numbers: NodeNumbers<'_>, node: NodeId, operand: usize) -> LlvmExcerpt {
    numbers(node).map_or(LlvmExcerpt::InlineNode, |number| LlvmExcerpt::NodeOperand { number, operand })
}

/// An attachment that `mlir-translate` does not translate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unhandled {
    /// Its kind.
    pub kind: Str,
    /// Its node.
    pub node: NodeId,
}

impl MetadataImport<'_> {
    /// The attachments of `target` whose kinds `mlir-translate` knows and that it does not translate. Attachments that the
    /// translation of the operation itself reads are none of these.
    pub fn unhandled_attachments(&self, target: Target, attachments: &[(Str, NodeId)]) -> Vec<Unhandled> {
        let ctx = self.ctx();
        let is_function = target == Target::Function;
        let is_unhandled = |kind: Str, node: NodeId| {
            let name = ctx.bytes(kind);
            let row = KINDS.iter().position(|row| row.function == is_function && row.kind.as_bytes() == name);
            let Some((place, form)) = row.and_then(|place| Some((place, KINDS.get(place)?.form))) else { return false };
            let has_slot = match target {
                Target::Instruction(op) => has_slot(op, place),
                Target::Function | Target::Phi | Target::Global => is_function,
            };
            let is_fact = matches!(form, Form::Empty | Form::One);
            !(is_fact || has_slot && self.takes(form, node))
        };
        let canonical = attachments.iter().map(|(kind, node)| (*kind, self.graph().canonical(*node)));
        let unhandled = canonical.filter(|(kind, node)| is_unhandled(*kind, *node));
        unhandled.map(|(kind, node)| Unhandled { kind, node }).collect()
    }

    /// The diagnostics for the node of an attachment, which `mlir-translate` reports once a node.
    pub fn attachment_diagnostics(&self, kind: Str, id: NodeId, numbers: NodeNumbers<'_>) -> Vec<UpstreamImportCode> {
        let id = self.graph().canonical(id);
        let read = NodeReader { ctx: self.ctx(), graph: self.graph() };
        match self.ctx().bytes(kind) {
            b"llvm.loop" => self.loop_diagnostics(id),
            b"dereferenceable" | b"dereferenceable_or_null" => dereferenceable(read, id, numbers).into_iter().collect(),
            b"llvm.access.group" => access_group(read, id, numbers),
            _ => Vec::new(),
        }
    }

    /// The diagnostics for the module's flags.
    pub fn module_flag_diagnostics(&self, numbers: NodeNumbers<'_>) -> Vec<UpstreamImportCode> {
        let ctx = self.ctx();
        let read = NodeReader { ctx, graph: self.graph() };
        let flags = self.named().iter().find(|named| ctx.bytes(named.0) == b"llvm.module.flags");
        let mut diagnostics = Vec::new();
        for flag in flags.iter().flat_map(|named| &named.1).filter_map(Operand::node) {
            let flag = self.graph().canonical(flag);
            if read.module_flag(flag).is_some() {
                continue;
            }
            let [_, key, value] = read.uniqued(flag).or_else(|| read.distinct(flag)).unwrap_or_default() else {
                continue;
            };
            let Some(key) = key.string() else { continue };
            match (ctx.bytes(key), value) {
                (b"ProfileSummary", Operand::Node(summary)) => {
                    diagnostics.extend(read.profile_summary_diagnostics(*summary, numbers));
                }
                (b"CG Profile", Operand::Node(_)) => continue,
                _ => {}
            }
            let value = operand_excerpt(numbers, flag, 2);
            diagnostics.push(UpstreamImportCode::ModuleFlag { key: ctx.text(key).into_owned(), value });
        }
        diagnostics
    }
}

/// `!{i64 8}` is right.
fn dereferenceable(read: NodeReader<'_>, id: NodeId, numbers: NodeNumbers<'_>) -> Option<UpstreamImportCode> {
    if read.dereferenceable(id, false).is_some() {
        return None;
    }
    let node = node_excerpt(numbers, id);
    Some(match read.uniqued(id) {
        Some([_]) => UpstreamImportCode::DereferenceableValue { node },
        _ => UpstreamImportCode::DereferenceableOperands { node },
    })
}

/// A distinct node without operands, or a list of such, is right.
fn access_group(read: NodeReader<'_>, id: NodeId, numbers: NodeNumbers<'_>) -> Vec<UpstreamImportCode> {
    if read.access_groups(id).is_some() {
        return Vec::new();
    }
    let node = node_excerpt(numbers, id);
    vec![UpstreamImportCode::AccessGroup, UpstreamImportCode::UnsupportedAccessGroup { node }]
}
