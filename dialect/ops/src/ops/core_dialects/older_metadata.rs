//! The operations that MLIR had up to release 16 for what access groups, alias scopes and types of accesses are attributes for
//! since. Symbols in them stood where the attributes stand today; [`crate::metadata::older`] makes these of them.

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter};
use crate::body::Op;
use crate::diagnostic::Parsed;
use crate::ops::FormatElement::*;
use crate::ops::build::*;
use crate::ops::*;
use crate::release::{Release, Releases};
use crate::types::well_known as types;

/// A symbol with attributes, of the releases that have these operations.
const fn symbol(name: &'static str, attrs: &'static [AttrSlot]) -> OpDef {
    OpDef::new(name)
        .attrs(attrs)
        .format(&[Attr("sym_name"), AttrDict])
        .traits(&[Traits::SYMBOL])
        .of_releases(Releases::ALL.until(Release::V17))
}

const NAME: AttrSlot = required("sym_name", SlotKind::SymbolName);

op_defs! {
    core Llvm core_dialects::first_op::older_metadata;
    METADATA = symbol("llvm.metadata", &[NAME])
        .regions(1)
        .format(&[Attr("sym_name"), Region(0), AttrDict])
        .traits(&[Traits::NO_TERMINATOR, Traits::SYMBOL_TABLE]);
    ACCESS_GROUP = symbol("llvm.access_group", &[NAME]);
    ALIAS_SCOPE_DOMAIN = symbol("llvm.alias_scope_domain", &[NAME, may("description", SlotKind::Str)]);
    ALIAS_SCOPE = symbol(
        "llvm.alias_scope",
        &[NAME, required("domain", SlotKind::SymbolRef), may("description", SlotKind::Str)],
    );
    TBAA_ROOT = symbol("llvm.tbaa_root", &[NAME, required("identity", SlotKind::Str)])
        .format(&[
            Attr("sym_name"), Text("{"), Text("id"), Text("="), Attr("identity"), Text("}"), AttrDict,
        ]);
    TBAA_TYPE_DESC = symbol(
        "llvm.tbaa_type_desc",
        &[NAME, may("identity", SlotKind::Str), required("members", SlotKind::Array), required("offsets", SlotKind::DenseI64)],
    )
        .format(&[
            Attr("sym_name"), Text("{"), Text("id"), Text("="), Attr("identity"), Text(","), Text("members"), Text("="),
            Custom(&Members), Text("}"), AttrDict,
        ]);
    TBAA_TAG = symbol(
        "llvm.tbaa_tag",
        &[
            NAME, required("base_type", SlotKind::SymbolRef), required("access_type", SlotKind::SymbolRef),
            required("offset", SlotKind::Int(64)), unit("constant"),
        ],
    );
}

/// `{<@a, 0>, <@b, 8>}`: the members of a type, and their offsets.
#[derive(Debug)]
struct Members;

impl CustomDirective for Members {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        let (mut members, mut offsets) = (Vec::new(), Vec::new());
        parser.expect("{")?;
        while !parser.eat("}") {
            if !members.is_empty() {
                parser.expect(",")?;
            }
            parser.expect("<")?;
            members.push(parser.symbol_ref()?);
            parser.expect(",")?;
            let offset = parser.number(types::I64)?;
            offsets.push(parser.context().int_value(offset).unwrap_or_default());
            parser.expect(">")?;
        }
        let ctx = parser.context();
        parser.set_attribute(ctx.str("members"), ctx.array(&members));
        parser.set_numbers(ctx.str("offsets"), offsets);
        Ok(())
    }

    fn description(&self) -> &'static str {
        "`{` `<` $members `,` $offsets `>` ... `}`"
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["members", "offsets"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        let (members, offsets) = (ctx.str("members"), ctx.str("offsets"));
        printer.text("{");
        for (place, (&member, &offset)) in
            printer.items_of(op, members).iter().zip(printer.numbers_of(op, offsets)).enumerate()
        {
            printer.text(if place > 0 { ", <" } else { "<" });
            printer.attribute(member);
            printer.text(", ");
            printer.integer(offset);
            printer.text(">");
        }
        printer.text("}");
    }
}
