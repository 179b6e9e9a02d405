//! What of the dialect `gpu` stands beside functions of the LLVM dialect: modules of code for a GPU, and what they were
//! compiled to. MLIR, "'gpu' Dialect". A module for the host has neither.

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle};
use irtrip_dialect::ops::build::{may, required};
use irtrip_dialect::ops::{LlvmForm, OpDef, SlotKind, Traits};
use irtrip_dialect::translation::Translation;
use irtrip_dialect::{Dialect, Op};

/// The `gpu` dialect.
pub static DIALECT: Dialect = Dialect::new("gpu", ROWS);

irtrip_dialect::rows! {
    of DIALECT;
    /// `gpu.module`
    MODULE = OpDef::new("gpu.module")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("targets", SlotKind::Array), may("offloadingHandler", SlotKind::Any),
        ])
        .regions(1)
        .custom(&GpuModule)
        .llvm(LlvmForm::Translation(Translation::Nothing))
        .traits(&[
            Traits::ISOLATED, Traits::SYMBOL, Traits::SYMBOL_TABLE, Traits::NO_TERMINATOR, Traits::SINGLE_BLOCK,
        ]);
    /// `gpu.binary`
    BINARY = OpDef::new("gpu.binary")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("offloadingHandler", SlotKind::Any),
            required("objects", SlotKind::Array),
        ])
        .custom(&GpuBinary)
        .traits(&[Traits::SYMBOL]);
}

/// What offloads a module: `<#gpu.select_object<0>>`.
fn parse_handler(parser: &mut dyn OpAsmParser<'_>) -> Parsed<bool> {
    if !parser.eat("<") {
        return Ok(false);
    }
    let handler = parser.attribute()?;
    let key = parser.context().str("offloadingHandler");
    parser.set_attribute(key, handler);
    parser.expect(">")?;
    Ok(true)
}

/// `gpu.module @name <handler> [targets] attributes {...} {...}`
#[derive(Debug)]
struct GpuModule;

impl CustomAssemblyFormat for GpuModule {
    fn description(&self) -> &'static str {
        " $sym_name (< $offloadingHandler >)? ($targets)? attr-dict-with-keyword region0"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.symbol()?;
        parse_handler(parser)?;
        if parser.sees("[") {
            let targets = parser.attribute()?;
            let key = parser.context().str("targets");
            parser.set_attribute(key, targets);
        }
        parser.optional_attr_dict_with_keyword()?;
        parser.isolated_regions(&[])
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["sym_name", "targets", "offloadingHandler"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        printer.symbol(op);
        if let Some(handler) = printer.attribute_of(op, ctx.str("offloadingHandler")) {
            printer.text("<");
            printer.attribute(handler);
            printer.text(">");
        }
        if let Some(targets) = printer.attribute_of(op, ctx.str("targets")) {
            printer.text(" ");
            printer.attribute(targets);
        }
        printer.optional_attr_dict_with_keyword(op);
        printer.text(" ");
        printer.regions(op, RegionStyle { entry_label: true, ..RegionStyle::default() });
    }
}

/// `gpu.binary @name <handler> {...} [objects]`
#[derive(Debug)]
struct GpuBinary;

/// What offloads a binary where it names nothing.
const SELECT_OBJECT: &str = "select_object";

impl CustomAssemblyFormat for GpuBinary {
    fn description(&self) -> &'static str {
        " $sym_name (< $offloadingHandler >)? attr-dict $objects"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.symbol()?;
        let ctx = parser.context();
        if !parse_handler(parser)? {
            parser.set_attribute(ctx.str("offloadingHandler"), ctx.foreign_attr("gpu", SELECT_OBJECT));
        }
        parser.optional_attr_dict()?;
        let objects = parser.attribute()?;
        parser.set_attribute(ctx.str("objects"), objects);
        Ok(())
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &["sym_name", "offloadingHandler", "objects"]
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let ctx = printer.context();
        printer.symbol(op);
        printer.text(" ");
        let handler = printer.attribute_of(op, ctx.str("offloadingHandler"));
        if let Some(handler) = handler.filter(|handler| *handler != ctx.foreign_attr("gpu", SELECT_OBJECT)) {
            printer.text("<");
            printer.attribute(handler);
            printer.text(">");
        }
        printer.optional_attr_dict(op);
        if let Some(objects) = printer.attribute_of(op, ctx.str("objects")) {
            printer.text(" ");
            printer.attribute(objects);
        }
    }
}
