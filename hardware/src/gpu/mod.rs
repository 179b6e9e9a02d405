//! What of the dialect `gpu` is in modules with functions of the LLVM dialect: modules of code for a GPU, what they were
//! compiled to, and launches of kernels. MLIR, "'gpu' Dialect". A module for the host has [`runtime`] calls for the latter two.

mod launch_format;
mod object;
mod runtime;

use irtrip_dialect::assembly::{CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, RegionStyle};
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ExportCode, VerifyCode};
use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::ops::attr_constraints::{AttrConstraint, Class};
use irtrip_dialect::ops::build::{may, one, optional, required, variadic};
use irtrip_dialect::ops::{LlvmForm, OpDef, SlotKind, Traits, TypeConstraint};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::translation::Translation;
use irtrip_dialect::verify::{EmitError, VerifyContext};
use irtrip_dialect::{Attr, AttrData, Context, Dialect, Module, Op, Str};

use crate::nvvm::chips::{FIRST_CHIP, chips_of};

/// The `gpu` dialect.
pub static DIALECT: Dialect = Dialect::new("gpu", OP_DEFS).older(&OLDER);

/// What modules for a GPU ended with.
static OLDER: Dialect = Dialect::new("gpu", OLDER_OP_DEFS);

static OLDER_OP_DEFS: &[OpDef] = &[OpDef::new("gpu.module_end").of_releases(Releases::ALL.until(Release::V20))];

irtrip_dialect::op_defs! {
    of DIALECT;
    MODULE = OpDef::new("gpu.module")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("targets", SlotKind::Constrained(&TARGETS)),
            may("offloadingHandler", SlotKind::Constrained(&HANDLER)),
        ])
        .regions(1)
        .custom(&GpuModule)
        .verify(&[check_chips])
        .llvm(LlvmForm::Translation(Translation::Nothing))
        .traits(&[
            Traits::ISOLATED, Traits::SYMBOL, Traits::SYMBOL_TABLE, Traits::NO_TERMINATOR, Traits::SINGLE_BLOCK,
        ]);
    BINARY = OpDef::new("gpu.binary")
        .attrs(&[
            required("sym_name", SlotKind::SymbolName), may("offloadingHandler", SlotKind::Constrained(&HANDLER)),
            required("objects", SlotKind::Constrained(&OBJECTS)),
        ])
        .custom(&GpuBinary)
        .llvm(LlvmForm::Translation(Translation::Module(runtime::embed)))
        .traits(&[Traits::SYMBOL]);
    LAUNCH_FUNC = OpDef::new("gpu.launch_func")
        .operands(&[
            variadic("asyncDependencies", TypeConstraint::Any),
            one("gridSizeX", TypeConstraint::IntOrIndex), one("gridSizeY", TypeConstraint::IntOrIndex), one("gridSizeZ", TypeConstraint::IntOrIndex),
            one("blockSizeX", TypeConstraint::IntOrIndex), one("blockSizeY", TypeConstraint::IntOrIndex), one("blockSizeZ", TypeConstraint::IntOrIndex),
            optional("clusterSizeX", TypeConstraint::IntOrIndex), optional("clusterSizeY", TypeConstraint::IntOrIndex), optional("clusterSizeZ", TypeConstraint::IntOrIndex),
            optional("dynamicSharedMemorySize", TypeConstraint::I32),
            variadic("kernelOperands", TypeConstraint::Any), optional("asyncObject", TypeConstraint::Any),
        ])
        .results(&[optional("asyncToken", TypeConstraint::Any)])
        .attrs(&[required("kernel", SlotKind::Constrained(&KERNEL))])
        .custom(&launch_format::LaunchFunc)
        .verify(&[check_container])
        .llvm(LlvmForm::Translation(Translation::Code(runtime::launch)))
        .traits(&[Traits::OPERAND_SEGMENTS]);
}

/// The symbol of a kernel in that of its module.
static KERNEL: AttrConstraint = AttrConstraint {
    class: Class::Any,
    words: "symbol reference attribute",
    holds: |ctx, attr| matches!(ctx.attr_data(attr), AttrData::SymbolRef { .. }),
};
/// What a module is compiled for.
static TARGETS: AttrConstraint = AttrConstraint {
    class: Class::Array,
    words: "array of GPU target attributes with at least 1 elements",
    holds: |ctx, attr| is_array_of(ctx, attr, "target"),
};
/// What a module was compiled to.
static OBJECTS: AttrConstraint = AttrConstraint {
    class: Class::Array,
    words: "an array of GPU object attributes with at least 1 elements",
    holds: |ctx, attr| is_array_of(ctx, attr, "object") && object::are_objects(ctx, ctx.items(attr)),
};
/// What makes the code that offloads a module.
static HANDLER: AttrConstraint = AttrConstraint {
    class: Class::Any,
    words: "any attribute with the `OffloadingTranslationAttrTrait` trait.",
    holds: |ctx, attr| match ctx.attr_data(attr) {
        AttrData::Opaque { dialect, body, .. } => {
            ctx.bytes(*dialect) == b"gpu" && ctx.bytes(*body).starts_with(SELECT_OBJECT.as_bytes())
        }
        _ => false,
    },
};

/// Whether an attribute is an array of attributes of dialects whose mnemonics start with a word.
fn is_array_of(ctx: &Context, attr: Attr, mnemonic: &str) -> bool {
    let items = ctx.items(attr);
    let is_one = |item: &Attr| match ctx.attr_data(*item) {
        AttrData::Opaque { body, .. } => ctx.bytes(*body).starts_with(mnemonic.as_bytes()),
        _ => false,
    };
    !items.is_empty() && items.iter().all(is_one)
}

/// Each chip of NVIDIA's is one that there is.
fn check_chips(module: &VerifyContext<'_>, report: EmitError<'_>) {
    if chips_of(module.ctx, module).any(|chip| chip.number < FIRST_CHIP) {
        report(VerifyCode::ChipTooOld(FIRST_CHIP));
    }
}

/// A launch in a function of the module names a module for a GPU, or what one was compiled to.
fn check_container(launch: &VerifyContext<'_>, report: EmitError<'_>) {
    let kernel = launch.attr_named("kernel").map(|kernel| launch.ctx.attr_data(kernel));
    let Some(AttrData::SymbolRef { root, .. }) = kernel else { return };
    if launch.parent().is_some() || launch.inner_module().is_some() || launch.holder().is_none() {
        return;
    }
    let what = match launch.symbol(*root).map(|container| container.name()) {
        None => "container",
        Some(name) if name == MODULE.name() || name == BINARY.name() => return,
        Some(_) => "module",
    };
    report(VerifyCode::Rule(format!("kernel {what} '{}' is undefined", launch.ctx.text(*root))));
}

/// The `gpu.module` of a name as a module of its own: what a module for the host has of code for a GPU. It has the attributes
/// of the `gpu.module` but those of its definition: its name and what it is compiled for.
///
/// # Errors
/// There is none of the name.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let ctx = Context::new();
/// let error = irtrip_hardware::gpu::take_module(&ctx, Module::new(), "kernels").unwrap_err();
/// assert_eq!(error.code.to_string(), "no gpu.module '@kernels'; there is none");
/// ```
pub fn take_module(ctx: &Context, mut host: Module, name: &str) -> DiagnosticResult<Module> {
    let name_of = |op: Op| host.body.string_attr(ctx, op, SYM_NAME);
    let modules = host.ops().filter(|op| host.body.name(*op) == MODULE);
    let named: Vec<(Op, Str)> = modules.filter_map(|op| Some((op, name_of(op)?))).collect();
    let found = named.iter().find(|(_, of)| ctx.bytes(*of) == name.as_bytes());
    let Some((op, body)) = found.and_then(|&(op, _)| Some((op, host.body.take_nested(op)?))) else {
        let known: Vec<String> = named.iter().map(|(_, of)| format!("@{}", ctx.text(*of))).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(Box::new(Diagnostic::new(ExportCode::GpuModule { name: name.to_owned(), known }, 0..0)));
    };
    let Some(&block) = body.regions().first().and_then(|region| body.blocks(*region).first()) else {
        return Ok(Module { loc: host.body.loc(op), ..Module::new() });
    };
    let def = MODULE.def();
    let is_other = |entry: &&(Str, Attr)| def.attr_slot(&ctx.text(entry.0)).is_none();
    let attrs: Vec<_> = ctx.entries(host.body.attrs(op)).iter().filter(is_other).copied().collect();
    Ok(Module { attrs: ctx.dictionary(&attrs), loc: host.body.loc(op), body, block, name: None, ..host })
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
pub(super) const SELECT_OBJECT: &str = "select_object";

impl CustomAssemblyFormat for GpuBinary {
    fn description(&self) -> &'static str {
        " $sym_name (< $offloadingHandler >)? attr-dict $objects"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        parser.symbol()?;
        let ctx = parser.context();
        if !parse_handler(parser)? {
            parser.set_attribute(ctx.str("offloadingHandler"), ctx.opaque_attr("gpu", SELECT_OBJECT));
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
        if let Some(handler) = handler.filter(|handler| *handler != ctx.opaque_attr("gpu", SELECT_OBJECT)) {
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
