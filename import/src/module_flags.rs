//! Module flags of older versions in the form of LLVM 22; LangRef, "Module Flags Metadata".

use irtrip_dialect::metadata::{MetadataGraph, Node, Operand};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, Str};

/// LangRef's numbers of behaviours.
const ERROR: i64 = 1;
const MAX: i64 = 7;
const MIN: i64 = 8;

/// Brings the flags among named metadata into today's form, as LLVM does when it reads them.
pub(crate) fn upgrade(ctx: &Context, graph: &mut MetadataGraph, named: &mut [(Str, Vec<Operand>)]) {
    let Some((_, flags)) = named.iter_mut().find(|n| ctx.bytes(n.0) == b"llvm.module.flags") else { return };
    for flag in flags {
        let Operand::Node(id) = *flag else { continue };
        let Node::Tuple { distinct: false, operands } = graph.node(id) else { continue };
        if let Some(upgraded) = upgraded(ctx, operands) {
            *flag = Operand::Node(graph.uniqued(Node::Tuple { distinct: false, operands: upgraded }));
        }
    }
}

/// The operands of a flag in today's form, if it is in another.
fn upgraded(ctx: &Context, operands: &[Operand]) -> Option<Box<[Operand]>> {
    let [Operand::Constant(behaviour), Operand::String(name), value] = operands else { return None };
    let (behaviour, said) = (ctx.int_value(*behaviour)?, ctx.bytes(*name));
    let mut name = *name;
    let today = match said {
        b"PIC Level" if behaviour == ERROR || behaviour == MAX => MIN,
        b"PIE Level" if behaviour == ERROR => MAX,
        b"branch-target-enforcement" if behaviour == ERROR => MIN,
        _ if said.starts_with(b"sign-return-address") && behaviour == ERROR => MIN,
        b"amdgpu_code_object_version" => {
            name = ctx.str("amdhsa_code_object_version");
            behaviour
        }
        _ => return None,
    };
    let behaviour = Operand::Constant(ctx.int_attr(wk::I32, today));
    Some(Box::new([behaviour, Operand::String(name), *value]))
}
