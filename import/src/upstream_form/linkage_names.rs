//! Upstream's import has the name of a `DIGlobalVariable` for its linkage name.

use irtrip_dialect::attr_table::{AttrKindDefinition, DI_GLOBAL_VARIABLE, DI_GLOBAL_VARIABLE_EXPRESSION};
use irtrip_dialect::metadata::{Field, Node};
use irtrip_dialect::names::DBG_EXPRS;
use irtrip_dialect::{Attr, AttrData, Context, Module, Op};

use irtrip_dialect::diagnostic::{Diagnostic, LossCode};

use super::{Imported, loss};
use irtrip_dialect::llvm_text::split::TopLevelKind;

/// Gives the variables of debug info their names for linkage names; returns a diagnostic for each that had another.
pub(super) fn convert(from: &Imported<'_, '_>, module: &mut Module) -> Vec<Diagnostic> {
    let ctx = from.tables.ctx;
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        let Some(list) = module.body.attr(ctx, op, DBG_EXPRS) else { continue };
        let new: Vec<Attr> = ctx.items(list).iter().map(|item| with_linkage_name(ctx, *item)).collect();
        if new != ctx.items(list) {
            let attrs = ctx.with_entry(module.body.attrs(op), DBG_EXPRS, Some(ctx.array(&new)));
            module.body.set_attrs(op, attrs);
        }
    }
    dropped(from)
}

/// A variable's expression, or the variable, with the variable's name for its linkage name.
fn with_linkage_name(ctx: &Context, attr: Attr) -> Attr {
    let AttrData::Llvm { kind, params } = ctx.attr_data(attr) else { return attr };
    let mut params = params.clone();
    if *kind == DI_GLOBAL_VARIABLE_EXPRESSION {
        for param in params.iter_mut().flatten() {
            *param = with_linkage_name(ctx, *param);
        }
    } else if *kind == DI_GLOBAL_VARIABLE {
        let place = |name: &str| kind.def().params.iter().position(|param| param.name == name);
        let (Some(name), Some(linkage)) = (place("name"), place("linkageName")) else { return attr };
        if let (Some(Some(name)), Some(Some(linkage))) = (params.get(name).copied(), params.get_mut(linkage)) {
            *linkage = name;
        }
    }
    ctx.attr(AttrData::Llvm { kind: *kind, params })
}

/// The linkage names that go.
fn dropped(from: &Imported<'_, '_>) -> Vec<Diagnostic> {
    let (ctx, graph) = (from.tables.ctx, from.metadata.graph());
    let mut losses = Vec::new();
    for entity in from.top_level {
        let TopLevelKind::Metadata(number) = entity.kind else { continue };
        let Some(id) = from.tables.nodes.get(number) else { continue };
        let Node::Specialised { name, fields, .. } = graph.node(id) else { continue };
        if ctx.bytes(*name) != b"DIGlobalVariable" {
            continue;
        }
        let field = |key: &[u8]| fields.iter().find(|field| ctx.bytes(field.0) == key).map(|field| &field.1);
        if let (Some(own), Some(linkage)) = (field(b"name"), field(b"linkageName"))
            && own != linkage
            && !matches!(linkage, Field::Operand(irtrip_dialect::metadata::Operand::Null))
        {
            losses.push(loss(LossCode::LinkageName, entity.start));
        }
    }
    losses
}
