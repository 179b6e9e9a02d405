//! The passes there are.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::names::LLVM_DATA_LAYOUT;
use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Module, Op};

use super::complex_to_llvm::{self, ComplexRange};
use super::pipeline::{Options, Pipeline};
use super::{
    arith_to_llvm, cf_to_llvm, func_to_llvm, index_to_llvm, math_to_llvm, memref_memory, memref_to_llvm, scf_to_cf,
    ub_to_llvm,
};
use crate::conversion::{
    Conversion, ConversionError, ConversionTarget, Legality, Mode, Patterns, TypeConverter, apply_to_function,
    apply_to_module, reconcile_unrealized_casts,
};
use crate::llvm_types::{LlvmTypeConverter, LlvmTypeOptions};
use crate::{complex, func, index};

/// What a pass does to a module, or to one operation of it.
type Run = fn(&Context, &mut Module, Option<Op>, &Options) -> Result<(), ConversionError>;

/// A pass.
#[derive(Debug)]
pub struct Pass {
    /// Its name, on the command line and in pipelines.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The names of its options.
    pub options: &'static [&'static str],
    /// The dialects whose operations it replaces.
    pub converts: &'static [&'static str],
    /// Runs it.
    pub run: Run,
}

const INDEX: &str = "index-bitwidth";
const BARE: &str = "use-bare-ptr-memref-call-conv";

/// The passes, in the order of their names.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "convert-arith-to-llvm",
        help: "Convert the arith dialect to the LLVM dialect",
        options: &[INDEX],
        converts: &["arith"],
        run: |ctx, module, op, options| {
            convert(ctx, module, op, options, ConversionTarget::llvm(), arith_to_llvm::populate)
        },
    },
    Pass {
        name: "convert-cf-to-llvm",
        help: "Convert the cf dialect to the LLVM dialect",
        options: &[INDEX],
        converts: &["cf"],
        run: |ctx, module, op, options| {
            convert(ctx, module, op, options, ConversionTarget::llvm(), |patterns| {
                cf_to_llvm::populate(patterns);
                cf_to_llvm::populate_assert(patterns);
            })
        },
    },
    Pass {
        name: "convert-complex-to-llvm",
        help: "Convert the complex dialect to the LLVM dialect",
        options: &["complex-range"],
        converts: &["complex"],
        run: |ctx, module, op, options| {
            let target = ConversionTarget::llvm().illegal(&complex::DIALECT);
            let range = complex_range(options);
            convert(ctx, module, op, options, target, |patterns| complex_to_llvm::populate(patterns, range))
        },
    },
    Pass {
        name: "convert-func-to-llvm",
        help: "Convert the func dialect to the LLVM dialect",
        options: &[INDEX, BARE],
        converts: &["func"],
        run: |ctx, module, op, options| {
            convert(ctx, module, op, options, ConversionTarget::llvm(), func_to_llvm::populate)
        },
    },
    Pass {
        name: "convert-index-to-llvm",
        help: "Convert the index dialect to the LLVM dialect",
        options: &[INDEX],
        converts: &["index"],
        run: |ctx, module, op, options| {
            convert(
                ctx,
                module,
                op,
                options,
                ConversionTarget::llvm().illegal(&index::DIALECT),
                index_to_llvm::populate,
            )
        },
    },
    Pass {
        name: "convert-math-to-llvm",
        help: "Convert the math dialect to the LLVM dialect",
        options: &["approximate-log1p"],
        converts: &["math"],
        run: |ctx, module, op, options| {
            let log1p = options.get("approximate-log1p").is_none() || options.is_set("approximate-log1p");
            convert(ctx, module, op, options, ConversionTarget::llvm(), |patterns| {
                math_to_llvm::populate(patterns, log1p)
            })
        },
    },
    Pass {
        name: "convert-scf-to-cf",
        help: "Convert the scf dialect to the cf dialect",
        options: &["allow-pattern-rollback"],
        converts: &["scf"],
        run: |ctx, module, op, _| {
            let mut patterns = Patterns::new();
            scf_to_cf::populate(&mut patterns);
            let target = scf_to_cf::target();
            apply(ctx, module, op, &Conversion { target, patterns, converter: None, mode: Mode::Partial, pass_for })
        },
    },
    Pass {
        name: "convert-to-llvm",
        help: "Convert all dialects that can be to the LLVM dialect",
        options: &["filter-dialects", "dynamic", "allow-pattern-rollback"],
        converts: &[],
        run: |ctx, module, op, options| {
            let filter = options.get("filter-dialects").unwrap_or_default();
            convert(ctx, module, op, options, ConversionTarget::llvm(), |patterns| populate_all(patterns, filter))
        },
    },
    Pass {
        name: "convert-ub-to-llvm",
        help: "Convert the ub dialect to the LLVM dialect",
        options: &[INDEX],
        converts: &["ub"],
        run: |ctx, module, op, options| {
            convert(ctx, module, op, options, ConversionTarget::llvm(), ub_to_llvm::populate)
        },
    },
    Pass {
        name: "finalize-memref-to-llvm",
        help: "Convert the memref dialect to the LLVM dialect",
        options: &[INDEX, "use-aligned-alloc", "use-generic-functions"],
        converts: &["memref"],
        run: |ctx, module, op, options| {
            let allocation = memref_memory::Allocation {
                aligned: options.is_set("use-aligned-alloc"),
                generic: options.is_set("use-generic-functions"),
            };
            let mut target = ConversionTarget::llvm();
            target.set(func::FUNC.name(), Legality::Legal);
            convert(ctx, module, op, options, target, |patterns| memref_to_llvm::populate(patterns, allocation))
        },
    },
    Pass {
        name: "llvm-request-c-wrappers",
        help: "Ask for wrappers with which C calls functions",
        options: &[],
        converts: &[],
        run: |ctx, module, op, _| {
            request_c_wrappers(ctx, module, op);
            Ok(())
        },
    },
    Pass {
        name: "reconcile-unrealized-casts",
        help: "Remove casts that cancel out",
        options: &[],
        converts: &[],
        run: |_, module, op, _| {
            match op {
                None => reconcile_unrealized_casts(&mut module.body),
                Some(op) => module.body.nested_mut(op).into_iter().for_each(reconcile_unrealized_casts),
            }
            Ok(())
        },
    },
    Pass {
        name: "set-llvm-module-datalayout",
        help: "Give the module this data layout",
        options: &["data-layout"],
        converts: &[],
        run: set_data_layout,
    },
];

/// How complex numbers are divided.
fn complex_range(options: &Options) -> ComplexRange {
    match options.get("complex-range") {
        Some("improved") => ComplexRange::Improved,
        _ => ComplexRange::Algebraic,
    }
}

/// The patterns of all dialects, or of those in a list.
fn populate_all(patterns: &mut Patterns, filter: &str) {
    let has = |dialect: &str| filter.is_empty() || filter.split(',').any(|word| word == dialect);
    if has("arith") {
        arith_to_llvm::populate(patterns);
    }
    if has("cf") {
        cf_to_llvm::populate(patterns);
        cf_to_llvm::populate_assert(patterns);
    }
    if has("complex") {
        complex_to_llvm::populate(patterns, ComplexRange::Algebraic);
    }
    if has("func") {
        func_to_llvm::populate(patterns);
    }
    if has("index") {
        index_to_llvm::populate(patterns);
    }
    if has("math") {
        math_to_llvm::populate(patterns, true);
    }
    if has("memref") {
        memref_to_llvm::populate(patterns, memref_memory::Allocation::default());
    }
    if has("ub") {
        ub_to_llvm::populate(patterns);
    }
}

/// The pass of a name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// The pass that replaces the operations of a dialect.
fn pass_for(dialect: &str) -> Option<&'static str> {
    PASSES.iter().find(|pass| pass.converts.contains(&dialect)).map(|pass| pass.name)
}

/// Converts a module, or the body of one of its operations.
fn convert(
    ctx: &Context,
    module: &mut Module,
    op: Option<Op>,
    options: &Options,
    target: ConversionTarget,
    populate: impl FnOnce(&mut Patterns),
) -> Result<(), ConversionError> {
    let index = options.number(INDEX).filter(|&bits| bits != 0);
    let index_bitwidth = index.unwrap_or_else(|| index_bitwidth(ctx, module.attrs));
    let layout = ctx.entry(module.attrs, LLVM_DATA_LAYOUT).and_then(|layout| ctx.string_value(layout));
    let layout = layout.map(|layout| ctx.text(layout).into_owned()).unwrap_or_default();
    let options = LlvmTypeOptions { index_bitwidth, bare_pointers: options.is_set(BARE) };
    let converter = LlvmTypeConverter::with_layout(options, &layout);
    let mut patterns = Patterns::new();
    populate(&mut patterns);
    let converter: Option<&dyn TypeConverter> = Some(&converter);
    let conversion = Conversion { target, patterns, converter, mode: Mode::Partial, pass_for };
    apply(ctx, module, op, &conversion)
}

fn apply(ctx: &Context, module: &mut Module, op: Option<Op>, conversion: &Conversion) -> Result<(), ConversionError> {
    match op {
        None => apply_to_module(ctx, module, conversion),
        Some(op) => apply_to_function(ctx, module, op, conversion),
    }
}

/// The bits of `index` by the `dlti.dl_spec` of a module: 64 where it does not say.
fn index_bitwidth(ctx: &Context, module_attrs: Attr) -> u32 {
    let spec = ctx.entry(module_attrs, ctx.str("dlti.dl_spec")).map(|spec| ctx.attr_data(spec));
    let Some(AttrData::DataLayout { entries, .. }) = spec else { return 64 };
    let entry = entries.iter().find(|(key, _)| ctx.type_value(*key) == Some(types::INDEX));
    entry.and_then(|(_, value)| u32::try_from(ctx.int_value(*value)?).ok()).unwrap_or(64)
}

fn request_c_wrappers(ctx: &Context, module: &mut Module, op: Option<Op>) {
    let key = ctx.str(func_to_llvm::C_INTERFACE);
    let ops: Vec<Op> = match op {
        Some(op) => vec![op],
        None => module.ops().collect(),
    };
    for op in ops {
        if module.body.name(op) == func::FUNC {
            let attrs = ctx.with_entry(module.body.attrs(op), key, Some(UNIT));
            module.body.set_attrs(op, attrs);
        }
    }
}

fn set_data_layout(
    ctx: &Context,
    module: &mut Module,
    _: Option<Op>,
    options: &Options,
) -> Result<(), ConversionError> {
    let layout = options.get("data-layout").unwrap_or_default();
    if let Some(fault) = irtrip_dialect::layout_faults::layout_fault(layout) {
        return Err(ConversionError {
            op: "builtin.module".to_owned(),
            loc: module.loc,
            message: format!("invalid data layout descriptor: {fault}"),
            about_op: false,
        });
    }
    module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, Some(ctx.string_attr(layout)));
    Ok(())
}

/// The passes that take a module to the LLVM dialect.
const LOWERING: &str = "builtin.module(convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)";

/// Takes a module to the LLVM dialect: everything that the passes of this table convert, in the order that it needs.
///
/// # Errors
/// An operation that no pass converts. The module is as it was.
pub fn lower(ctx: &Context, module: &mut Module) -> Result<(), ConversionError> {
    let before = (module.attrs, module.body.clone());
    let lowered = Pipeline::parse(LOWERING).map_or(Ok(()), |pipeline| pipeline.run(ctx, module));
    let checked = lowered.and_then(|()| {
        // A cast that is left is so because of another operation.
        let foreign = first_foreign(ctx, &module.body, false).or_else(|| first_foreign(ctx, &module.body, true));
        foreign.map_or(Ok(()), Err)
    });
    if checked.is_err() {
        (module.attrs, module.body) = before;
    }
    checked
}

/// The first operation that is not of the LLVM dialect, or one that irtrip translates as it is.
fn first_foreign(ctx: &Context, body: &Body, casts: bool) -> Option<ConversionError> {
    let translated = |op: Op| {
        let Some(def) = body.name(op).def() else { return false };
        let dialect = irtrip_dialect::registry::dialect_of(def.name);
        !matches!(def.llvm, irtrip_dialect::ops::LlvmForm::None)
            || matches!(dialect, "llvm" | "irtrip")
            || def.name == "builtin.module"
            || (!casts && body.name(op) == UNREALIZED_CONVERSION_CAST)
            || irtrip_hardware::dialects().any(|known| known.name == dialect)
    };
    let ops = body.regions().iter().flat_map(|&region| body.walk(region));
    for op in ops {
        if !translated(op) {
            let name = ctx.op_name_str(body.name(op)).into_owned();
            let message = format!("failed to legalize operation '{name}': no pass of irtrip converts it");
            return Some(ConversionError { op: name, loc: body.loc(op), message, about_op: false });
        }
        if let Some(error) = body.nested(op).and_then(|nested| first_foreign(ctx, nested, casts)) {
            return Some(error);
        }
    }
    None
}
