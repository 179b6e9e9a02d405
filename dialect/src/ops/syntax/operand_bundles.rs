//! Operand bundles; LangRef, "Operand Bundles".

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::body::Op;
use crate::names;
use crate::ops::{Arity, Directive};

/// Appends `["tag"(%a, %b : T, U), "tag2"()]`.
pub(super) fn print_operand_bundles<'a>(printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
    let groups = printer.body().name(op).def().map_or(&[][..], |def| def.operands);
    let group = groups.iter().position(|slot| matches!(slot.arity, Arity::VariadicOfVariadic(_)));
    let mut operands = group.map_or(&[][..], |group| printer.operand_group(op, group as u8));
    let tags = printer.items_of(op, names::OP_BUNDLE_TAGS);
    printer.text("[");
    for (place, &size) in printer.numbers_of(op, names::OP_BUNDLE_SIZES).iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        if let Some(&tag) = tags.get(place) {
            printer.string(tag);
        }
        let size = usize::try_from(size).unwrap_or(0);
        let (bundle, rest) = operands.split_at(size.min(operands.len()));
        operands = rest;
        printer.text("(");
        if !bundle.is_empty() {
            printer.operands(bundle);
            printer.text(" : ");
            printer.types_of(bundle);
        }
        printer.text(")");
    }
    printer.text("]");
}

/// `["tag"(%x : i32)]`
#[derive(Debug)]
pub struct OpBundles;

impl CustomDirective for OpBundles {
    fn directive(&self) -> Directive {
        Directive::OpBundles
    }

    fn description(&self) -> &'static str {
        "([ $tag($operand : type), ... ])?"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["op_bundle_sizes", "op_bundle_tags"]
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        // Upstream leaves the space where the attribute is there and empty.
        if !printer.numbers_of(op, names::OP_BUNDLE_SIZES).is_empty() {
            print_operand_bundles(printer, op);
        }
    }
}
