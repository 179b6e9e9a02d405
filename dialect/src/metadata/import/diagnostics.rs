//! What upstream's import says of metadata that it does not take, in its words.
//!
//! Only what fell short is looked at: a node whose attribute says everything has no fault.

use super::{MetadataImport, Target};
use crate::context::Str;
use crate::metadata::graph::reader::{NodeReader, node, string};
use crate::metadata::graph::{NodeId, Operand};
use crate::metadata::kinds::{Form, KINDS, has_slot};

/// A thing that upstream says of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong; where something is shown, it stands right behind.
    pub message: String,
    /// The node that is shown, or its operand of that number.
    pub shown: Option<(NodeId, Option<usize>)>,
    /// How grave it is.
    pub severity: Severity,
}

/// How grave a fault is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The import goes on without the metadata.
    Warning,
    /// So it does, and calls it an error.
    Error,
    /// The import fails.
    Fatal,
}

impl Fault {
    /// A warning that shows nothing.
    pub fn plain(message: String) -> Fault {
        Fault { message, shown: None, severity: Severity::Warning }
    }

    /// A warning about a node.
    pub fn of_node(message: String, id: NodeId) -> Fault {
        Fault { message, shown: Some((id, None)), severity: Severity::Warning }
    }

    /// A warning about an operand of a node.
    pub fn of_operand(message: String, id: NodeId, place: usize) -> Fault {
        Fault { message, shown: Some((id, Some(place))), severity: Severity::Warning }
    }
}

/// An attachment that upstream's import does not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unhandled {
    /// Its kind.
    pub kind: Str,
    /// Its node.
    pub node: NodeId,
}

impl MetadataImport<'_> {
    /// The attachments of `target` that upstream's import knows the kinds of and yet does not take. Facts that the
    /// operation's own import reads are none of these.
    pub fn unhandled(&self, target: Target, attachments: &[(Str, NodeId)]) -> Vec<Unhandled> {
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

    /// What upstream says of the node of an attachment of this kind, the first time it comes to it.
    pub fn faults(&self, kind: Str, id: NodeId) -> Vec<Fault> {
        let id = self.graph().canonical(id);
        let read = NodeReader { ctx: self.ctx(), graph: self.graph() };
        match self.ctx().bytes(kind) {
            b"llvm.loop" => self.loop_faults(id),
            b"dereferenceable" | b"dereferenceable_or_null" => dereferenceable(read, id).into_iter().collect(),
            b"llvm.access.group" => access_group(read, id),
            _ => Vec::new(),
        }
    }

    /// What upstream says of the module's flags.
    pub fn module_faults(&self) -> Vec<Fault> {
        let ctx = self.ctx();
        let read = NodeReader { ctx, graph: self.graph() };
        let flags = self.named().iter().find(|named| ctx.bytes(named.0) == b"llvm.module.flags");
        let mut faults = Vec::new();
        for flag in flags.iter().flat_map(|named| &named.1).filter_map(node) {
            let flag = self.graph().canonical(flag);
            if read.module_flag(flag).is_some() {
                continue;
            }
            let [_, key, value] = read.uniqued(flag).or_else(|| read.distinct(flag)).unwrap_or_default() else {
                continue;
            };
            let Some(key) = string(key) else { continue };
            match (ctx.bytes(key), value) {
                (b"ProfileSummary", Operand::Node(summary)) => faults.extend(read.profile_summary_fault(*summary)),
                (b"CG Profile", Operand::Node(_)) => continue,
                _ => {}
            }
            let message = format!("unsupported module flag value for key '{}' : ", ctx.text(key));
            faults.push(Fault::of_operand(message, flag, 2));
        }
        faults
    }
}

/// `!{i64 8}` is right.
fn dereferenceable(read: NodeReader<'_>, id: NodeId) -> Option<Fault> {
    if read.dereferenceable(id, false).is_some() {
        return None;
    }
    let message = match read.uniqued(id) {
        Some([_]) => "dereferenceable metadata operand must be a non-negative constant integer: ",
        _ => "dereferenceable metadata must have one operand: ",
    };
    Some(Fault { severity: Severity::Error, ..Fault::of_node(message.to_owned(), id) })
}

/// A distinct node without operands, or a list of such, is right.
fn access_group(read: NodeReader<'_>, id: NodeId) -> Vec<Fault> {
    if read.access_groups(id).is_some() {
        return Vec::new();
    }
    let message = "unsupported access group node: ".to_owned();
    vec![
        Fault::plain("expected an access group node to be empty and distinct".to_owned()),
        Fault { severity: Severity::Fatal, ..Fault::of_node(message, id) },
    ]
}
