//! The forms of `llvm.mlir.global` and `llvm.mlir.alias`.

use super::function::{parse_comdat, print_comdat};
use super::linkage::print_linkage;
use crate::assembly::signature::print_function_body;
use crate::assembly::{AttributeVisitor, CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionSyntax};
use crate::body::Op;
use crate::context::Str;
use crate::diagnostic::ParseCode;
use crate::enums::{Linkage, ThreadLocalMode, UnnamedAddr, Visibility};
use crate::names;
use crate::ops::STRICT_PROPERTIES;
use crate::release::{Release, Releases};
use crate::types::{TypeData, well_known as types};

/// The releases whose `thread_local` has a mode in brackets.
const STRICT: Releases = Releases::ALL.since(STRICT_PROPERTIES);

/// The releases that write `thread_local` after what says whether the address matters, and the visibility among the attributes.
const FORMER: Releases = Releases::ALL.until(Release::V17);

/// The mode, which earlier releases have no place for.
const MODE: &[&str] = &["irtrip.tls_model"];

/// Reads the linkage, the visibility, whether the variable is thread-local and whether the address matters.
fn parse_variable_words(parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
    parser.enumerated_or_default::<Linkage>(names::LINKAGE);
    if Visibility::from_mlir(parser.next_keyword()).is_some() {
        parser.enumerated_or_default::<Visibility>(names::VISIBILITY);
    }
    parser.keyword_attribute("thread_local", names::THREAD_LOCAL);
    if parser.attribute_of(names::THREAD_LOCAL).is_some() && parser.sees("(") && parser.reads(STRICT) {
        parser.expect("(")?;
        let mode = parser.keyword().and_then(|word| ThreadLocalMode::from_llvm(word.as_bytes()));
        let Some(mode) = mode else { return Err(parser.expected("localdynamic, initialexec or localexec")) };
        parser.set_attribute(names::IRTRIP_TLS_MODEL, parser.context().enum_attr(mode));
        parser.expect(")")?;
    }
    parser.enumerated_or_default::<UnnamedAddr>(names::UNNAMED_ADDR);
    if parser.sees("thread_local") && parser.attribute_of(names::THREAD_LOCAL).is_none() && parser.reads(FORMER) {
        parser.keyword_attribute("thread_local", names::THREAD_LOCAL);
    }
    Ok(())
}

/// Reads the attributes of a variable, among which its visibility may be.
fn parse_variable_attributes(parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
    let of_word = parser.attribute_of(names::VISIBILITY).is_some();
    parser.optional_attr_dict()?;
    let is_there = parser.attribute_of(names::VISIBILITY).is_some();
    let is_missing = !of_word && (!is_there || !parser.reads(FORMER));
    if is_missing {
        let default = parser.context().enum_attr(Visibility::default());
        parser.set_attribute(names::VISIBILITY, default);
    }
    Ok(())
}

/// Whether the form has a place for the operation's thread-local model: it stands after `thread_local`.
fn has_place_for_mode(printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
    !printer.has_strict_properties()
        || printer.attribute_of(op, names::IRTRIP_TLS_MODEL).is_none()
        || printer.attribute_of(op, names::THREAD_LOCAL).is_some()
}

/// Appends the linkage, the visibility, whether the variable is thread-local and whether the address matters.
fn print_variable_words(printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
    printer.text(" ");
    print_linkage(printer, op);
    printer.enumerated_unless_default::<Visibility>(op, names::VISIBILITY);
    printer.keyword_if(op, names::THREAD_LOCAL, "thread_local");
    let mode = printer.attribute_of(op, names::IRTRIP_TLS_MODEL).filter(|_| printer.has_strict_properties());
    if let Some(mode) = mode.and_then(|mode| printer.context().string_value(mode)) {
        printer.text("(");
        printer.ascii(printer.context().bytes(mode));
        printer.text(")");
    }
    printer.enumerated_unless_default::<UnnamedAddr>(op, names::UNNAMED_ADDR);
}

fn print_colon_type(printer: &mut dyn OpAsmPrinter<'_>, op: Op, key: Str) {
    printer.text(" : ");
    if let Some(ty) = printer.attribute_of(op, key) {
        printer.attribute(ty);
    }
}

/// `llvm.mlir.global internal hidden thread_local unnamed_addr constant @x(value) comdat(@c::@x) {...} : T {...}`
#[derive(Debug)]
pub struct Global;

impl CustomAssemblyFormat for Global {
    fn description(&self) -> &'static str {
        " $linkage? $visibility_? (thread_local)? $unnamed_addr? (constant)? $sym_name($value?) (comdat($comdat))? \
         attr-dict : $global_type region0?"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parse_variable_words(parser)?;
        parser.keyword_attribute("constant", names::CONSTANT);
        parser.symbol()?;
        parser.expect("(")?;
        let mut value = None;
        if !parser.eat(")") {
            let attr = parser.attribute()?;
            parser.set_attribute(names::VALUE, attr);
            value = Some(attr);
            parser.expect(")")?;
        }
        parse_comdat(parser)?;
        parse_variable_attributes(parser)?;
        let ctx = parser.context();
        let ty = if parser.eat(":") {
            parser.ty()?
        } else {
            // Without a type it is the bytes of a string.
            match value.and_then(|value| ctx.string_value(value)) {
                Some(bytes) => ctx.array_type(ctx.bytes(bytes).len() as u64, types::I8),
                None => return Err(parser.error_at_name(ParseCode::GlobalWithoutType)),
            }
        };
        if parser.sees(",") {
            return Err(parser.error_at_name(ParseCode::Expected("zero or one type")));
        }
        parser.set_attribute(names::GLOBAL_TYPE, ctx.type_attr(ty));
        if parser.sees("{") {
            parser.isolated_regions(&[])?;
        }
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[
            "sym_name",
            "global_type",
            "constant",
            "value",
            "linkage",
            "unnamed_addr",
            "thread_local_",
            "visibility_",
            "comdat",
        ]
    }

    fn strict_attributes(&self) -> &'static [&'static str] {
        MODE
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        has_place_for_mode(printer, op)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        print_variable_words(printer, op);
        printer.keyword_if(op, names::CONSTANT, "constant");
        printer.symbol(op);
        printer.text("(");
        let value = printer.attribute_of(op, names::VALUE);
        if let Some(value) = value {
            printer.attribute(value);
        }
        printer.text(")");
        print_comdat(printer, op);
        printer.optional_attr_dict(op);
        // The type of a string follows from its length.
        if value.is_some_and(|value| printer.context().string_value(value).is_some()) {
            return;
        }
        print_colon_type(printer, op, names::GLOBAL_TYPE);
        print_function_body(printer, op);
    }

    fn visit_attributes(&self, visitor: &mut dyn AttributeVisitor) {
        if let Some(value) = visitor.attribute_of(names::VALUE) {
            visitor.visit(value);
        }
        visitor.visit_attr_dict();
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments_from: usize::MAX, ..RegionSyntax::DEFAULT }
    }
}

/// `llvm.mlir.alias external hidden thread_local unnamed_addr @a {...} : T {...}`
#[derive(Debug)]
pub struct Alias;

impl CustomAssemblyFormat for Alias {
    fn description(&self) -> &'static str {
        " $linkage? $visibility_? (thread_local)? $unnamed_addr? $sym_name attr-dict : $alias_type region0"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parse_variable_words(parser)?;
        parser.symbol()?;
        parse_variable_attributes(parser)?;
        parser.expect(":")?;
        let ty = parser.ty()?;
        let ctx = parser.context();
        if matches!(ctx.type_data(ty), TypeData::Void) {
            return Err(parser.error(ParseCode::AliasTypeVoid).of_language());
        }
        parser.set_attribute(names::ALIAS_TYPE, ctx.type_attr(ty));
        parser.isolated_regions(&[])
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_"]
    }

    fn strict_attributes(&self) -> &'static [&'static str] {
        MODE
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        has_place_for_mode(printer, op)
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        print_variable_words(printer, op);
        printer.symbol(op);
        printer.optional_attr_dict(op);
        print_colon_type(printer, op, names::ALIAS_TYPE);
        print_function_body(printer, op);
    }

    fn regions(&self) -> RegionSyntax {
        RegionSyntax { entry_arguments_from: usize::MAX, ..RegionSyntax::DEFAULT }
    }
}
