//! The rules of LLVM's verifier for module flags and identifications. LangRef, "Module Flags Metadata".

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::alias_metadata::Nodes;
use crate::attributes::AttrData;
use crate::context::{Context, Str};
use crate::diagnostic::LlvmVerifyCode;
use crate::enums::ModuleFlagBehavior;
use irtrip_metadata::{MetadataGraph, Node, Operand};

/// Lists whose nodes are a string each.
const OF_STRINGS: [&str; 2] = ["llvm.ident", "llvm.commandline"];
/// Module flags whose value is a number.
const NUMBERS: [&str; 2] = ["wchar_size", "SemanticInterposition"];

/// The rule that a list of nodes breaks.
pub fn check_list(ctx: &Context, graph: &MetadataGraph, name: Str, nodes: &[Operand]) -> Option<LlvmVerifyCode> {
    let name = ctx.bytes(name);
    if name == b"llvm.module.flags" {
        return check_flags(ctx, graph, nodes);
    }
    if name == b"llvm.errno.tbaa" {
        let tags = Nodes { ctx, graph, types: &RefCell::default() };
        let mut wrong = nodes.iter().filter_map(|tag| tags.check_access_tag(tag.node()?));
        return wrong.next().or_else(|| nodes.is_empty().then_some(LlvmVerifyCode::ErrnoWithoutTag));
    }
    let list = OF_STRINGS.into_iter().find(|list| list.as_bytes() == name)?;
    nodes.iter().find_map(|node| match operands(graph, node) {
        Some([Operand::String(_)]) => None,
        Some([_]) => Some(LlvmVerifyCode::ListEntry(list)),
        _ if list == "llvm.ident" => Some(LlvmVerifyCode::OperandCount("llvm.ident metadata")),
        _ => Some(LlvmVerifyCode::OperandCount("llvm.commandline metadata")),
    })
}

/// The operands of a tuple.
fn operands<'g>(graph: &'g MetadataGraph, node: &Operand) -> Option<&'g [Operand]> {
    let Operand::Node(id) = node else { return None };
    match graph.node(*id) {
        Node::Tuple { operands, .. } => Some(operands),
        Node::Specialised { .. } | Node::Location(_) => None,
    }
}

/// Whether a value is a list of edges, of three operands each: who calls, who is called, and how often.
fn is_call_graph(graph: &MetadataGraph, value: &Operand) -> bool {
    let is_edge = |edge: &Operand| matches!(operands(graph, edge), Some([_, _, _]));
    operands(graph, value).is_none_or(|edges| edges.iter().all(is_edge))
}

fn integer(ctx: &Context, operand: &Operand) -> Option<i64> {
    match operand {
        Operand::Constant(value) if matches!(ctx.attr_data(*value), AttrData::Integer { .. }) => ctx.int_value(*value),
        _ => None,
    }
}

fn check_flags(ctx: &Context, graph: &MetadataGraph, nodes: &[Operand]) -> Option<LlvmVerifyCode> {
    let mut flags: FxHashMap<Str, Operand> = FxHashMap::default();
    let mut requirements = Vec::new();
    for node in nodes {
        let Some([behavior, name, value]) = operands(graph, node) else {
            return Some(LlvmVerifyCode::OperandCount("module flag"));
        };
        let Some(number) = integer(ctx, behavior) else {
            return Some(LlvmVerifyCode::ModuleFlagBehavior("expected constant integer"));
        };
        let Some(behavior) = ModuleFlagBehavior::from_number(number) else {
            return Some(LlvmVerifyCode::ModuleFlagBehavior("unexpected constant"));
        };
        let Operand::String(name) = name else { return Some(LlvmVerifyCode::ModuleFlagId) };
        if let Some(rule) = check_flag_value(ctx, graph, behavior, value) {
            return Some(rule);
        }
        if behavior == ModuleFlagBehavior::Require {
            requirements.extend(operands(graph, value));
        } else if flags.insert(*name, *value).is_some() {
            return Some(LlvmVerifyCode::ModuleFlagUnique);
        }
        if ctx.bytes(*name) == b"CG Profile" && !is_call_graph(graph, value) {
            return Some(LlvmVerifyCode::ModuleFlagProfile);
        }
        let of_number = NUMBERS.into_iter().find(|number| number.as_bytes() == ctx.bytes(*name));
        if let Some(name) = of_number.filter(|_| integer(ctx, value).is_none()) {
            return Some(LlvmVerifyCode::ModuleFlagNumber(name));
        }
    }
    requirements.into_iter().find_map(|requirement| match requirement {
        [Operand::String(name), required] => match flags.get(name) {
            None => Some(LlvmVerifyCode::ModuleFlagRequirement("is not present in module")),
            Some(value) => {
                (value != required).then_some(LlvmVerifyCode::ModuleFlagRequirement("does not have the required value"))
            }
        },
        _ => None,
    })
}

fn check_flag_value(
    ctx: &Context,
    graph: &MetadataGraph,
    behavior: ModuleFlagBehavior,
    value: &Operand,
) -> Option<LlvmVerifyCode> {
    let number = integer(ctx, value);
    let rule = match behavior {
        ModuleFlagBehavior::Error | ModuleFlagBehavior::Warning | ModuleFlagBehavior::Override => return None,
        ModuleFlagBehavior::Min if number.is_none_or(|number| number < 0) => "expected constant non-negative integer",
        ModuleFlagBehavior::Max if number.is_none() => "expected constant integer",
        ModuleFlagBehavior::Append | ModuleFlagBehavior::AppendUnique if !matches!(value, Operand::Node(_)) => {
            "expected a metadata node"
        }
        ModuleFlagBehavior::Require => match operands(graph, value) {
            Some([Operand::String(_), _]) => return None,
            Some([_, _]) => "first value operand should be a string",
            _ => "expected metadata pair",
        },
        ModuleFlagBehavior::Min
        | ModuleFlagBehavior::Max
        | ModuleFlagBehavior::Append
        | ModuleFlagBehavior::AppendUnique => return None,
    };
    Some(LlvmVerifyCode::ModuleFlagValue { behavior: behavior.mlir(), rule })
}
