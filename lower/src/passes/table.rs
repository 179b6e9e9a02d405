//! The passes there are.

use irtrip_dialect::attributes::well_known::{UNIT, UNKNOWN_LOC};
use irtrip_dialect::names::{DLTI_DL_SPEC, LLVM_DATA_LAYOUT};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Op};

use super::general::{strip_debug_info, symbol_dce};
use super::pass::{Options, Pass, PassRun, Work};
use super::to_llvm::{arith, cf, complex, func, index, math, memref, ptr, ub};
use super::{arm_neon_2d_to_intr, canonicalize, cse, scf_to_cf};
use crate::conversion::{
    Conversion, ConversionError, ConversionTarget, Mode, Patterns, Reports, TypeConverter, apply_to_function,
    apply_to_module, reconcile_unrealized_casts,
};
use crate::llvm_types::{LlvmTypeConverter, LlvmTypeOptions, RefusedBuffer};

const INDEX: &str = "index-bitwidth";
const BARE: &str = "use-bare-ptr-memref-call-conv";
const ROLLBACK: &str = "allow-pattern-rollback";

/// A pass that replaces operations of a dialect by those of the LLVM dialect, and folds operations that its target does not know.
const fn to_llvm(
    [name, dialect, help]: [&'static str; 3],
    options: &'static [&'static str],
    target: fn() -> ConversionTarget,
    populate: fn(&mut Patterns, &Options),
) -> Pass {
    Pass { name, help, options, converts: dialect, work: Work::ToLlvm { populate, target } }
}

const fn other(
    [name, dialect, help]: [&'static str; 3],
    options: &'static [&'static str],
    run: fn(PassRun) -> Result<Reports, ConversionError>,
) -> Pass {
    Pass { name, help, options, converts: dialect, work: Work::Other(run) }
}

/// The passes, in the order of their names.
pub static PASSES: &[Pass] = &[
    other(
        [
            "arm-neon-2d-to-intr",
            "arm_neon",
            "Convert products of two dimensions of the arm_neon dialect to its intrinsics",
        ],
        &[],
        |run| {
            let mut patterns = Patterns::new();
            arm_neon_2d_to_intr::populate(&mut patterns);
            apply(run, arm_neon_2d_to_intr::target(), patterns, None)
        },
    ),
    other(
        ["canonicalize", "", "Fold operations, put constants in front, and remove what is dead, in the LLVM dialect"],
        &[
            "top-down",
            "region-simplify",
            "max-iterations",
            "max-num-rewrites",
            "cse-constants",
            "test-convergence",
            "disable-patterns",
            "enable-patterns",
        ],
        canonicalize::canonicalize,
    ),
    to_llvm(
        ["convert-arith-to-llvm", "arith", "Convert the arith dialect to the LLVM dialect"],
        &[INDEX, ROLLBACK],
        ConversionTarget::llvm,
        |patterns, _| arith::populate(patterns),
    ),
    to_llvm(
        ["convert-cf-to-llvm", "cf", "Convert the cf dialect to the LLVM dialect"],
        &[INDEX, ROLLBACK],
        || ConversionTarget::llvm().illegal(&crate::cf::DIALECT).unknown_legal(),
        |patterns, _| {
            cf::populate(patterns);
            cf::populate_assert(patterns);
        },
    ),
    to_llvm(
        ["convert-complex-to-llvm", "complex", "Convert the complex dialect to the LLVM dialect"],
        &["complex-range", ROLLBACK],
        || ConversionTarget::llvm().illegal(&crate::complex::DIALECT),
        |patterns, options| complex::populate(patterns, complex_range(options)),
    ),
    to_llvm(
        ["convert-func-to-llvm", "func", "Convert the func dialect to the LLVM dialect"],
        &[INDEX, BARE, ROLLBACK],
        ConversionTarget::llvm,
        |patterns, _| func::populate(patterns),
    ),
    to_llvm(
        ["convert-index-to-llvm", "index", "Convert the index dialect to the LLVM dialect"],
        &[INDEX, ROLLBACK],
        || ConversionTarget::llvm().illegal(&crate::index::DIALECT),
        |patterns, _| index::populate(patterns),
    ),
    to_llvm(
        ["convert-math-to-llvm", "math", "Convert the math dialect to the LLVM dialect"],
        &["approximate-log1p", ROLLBACK],
        ConversionTarget::llvm,
        |patterns, options| math::populate(patterns, options.is_set_or("approximate-log1p", true)),
    ),
    to_llvm(
        ["convert-ptr-to-llvm", "ptr", "Convert the ptr dialect to the LLVM dialect"],
        &[INDEX, ROLLBACK],
        ConversionTarget::llvm,
        |patterns, _| ptr::populate(patterns),
    ),
    other(["convert-scf-to-cf", "scf", "Convert the scf dialect to the cf dialect"], &[ROLLBACK], |run| {
        let mut patterns = Patterns::new();
        scf_to_cf::populate(&mut patterns);
        apply(run, scf_to_cf::target(), patterns, None)
    }),
    other(
        ["convert-to-llvm", "", "Convert all dialects that can be to the LLVM dialect"],
        &["filter-dialects", "dynamic", ROLLBACK],
        |run| {
            let filter = run.options.get("filter-dialects").unwrap_or_default();
            let has = |dialect: &str| filter.is_empty() || filter.split(',').any(|word| word == dialect);
            let mut patterns = Patterns::new();
            for pass in PASSES {
                if let Work::ToLlvm { populate, .. } = pass.work
                    && has(pass.converts)
                {
                    populate(&mut patterns, &Options::default());
                }
            }
            convert(run, ConversionTarget::only_llvm(), patterns)
        },
    ),
    to_llvm(
        ["convert-ub-to-llvm", "ub", "Convert the ub dialect to the LLVM dialect"],
        &[INDEX, ROLLBACK],
        ConversionTarget::llvm,
        |patterns, _| ub::populate(patterns),
    ),
    other(["cse", "", "Remove operations that compute what others did, and what is dead"], &[], cse::cse),
    to_llvm(
        ["finalize-memref-to-llvm", "memref", "Convert the memref dialect to the LLVM dialect"],
        &[INDEX, "use-aligned-alloc", "use-generic-functions", ROLLBACK],
        ConversionTarget::llvm,
        |patterns, options| {
            let allocation = memref::memory::Allocation {
                aligned: options.is_set("use-aligned-alloc"),
                generic: options.is_set("use-generic-functions"),
            };
            memref::populate(patterns, allocation);
        },
    ),
    other(["llvm-request-c-wrappers", "", "Ask for wrappers with which C calls functions"], &[], request_c_wrappers),
    other(["reconcile-unrealized-casts", "", "Remove casts that cancel out"], &[], |run| {
        match run.op {
            None => reconcile_unrealized_casts(&mut run.module.body),
            Some(op) => run.module.body.nested_mut(op).into_iter().for_each(reconcile_unrealized_casts),
        }
        Ok(Reports::new())
    }),
    other(["set-llvm-module-datalayout", "", "Give the module this data layout"], &["data-layout"], set_data_layout),
    other(["strip-debuginfo", "", "Take all locations away"], &[], strip_debug_info),
    other(["symbol-dce", "", "Remove private symbols that nothing refers to"], &[], symbol_dce),
];

impl Pass {
    /// Runs the pass.
    ///
    /// # Errors
    /// An operation that may not stay and that no pattern replaces.
    pub fn run(&self, run: PassRun) -> Result<Reports, ConversionError> {
        match self.work {
            Work::Other(work) => work(run),
            Work::ToLlvm { populate, target } => {
                let mut patterns = Patterns::new();
                populate(&mut patterns, run.options);
                convert(run, target(), patterns)
            }
        }
    }
}

/// How complex numbers are divided.
fn complex_range(options: &Options) -> complex::ComplexRange {
    match options.get("complex-range") {
        Some("improved") => complex::ComplexRange::Improved,
        _ => complex::ComplexRange::Algebraic,
    }
}

/// The pass of a name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// The pass that replaces the operations of a dialect.
fn pass_for(dialect: &str) -> Option<&'static str> {
    PASSES.iter().find(|pass| pass.converts == dialect).map(|pass| pass.name)
}

/// Converts a module, or the body of one of its operations, to types of the LLVM dialect.
fn convert(run: PassRun, target: ConversionTarget, patterns: Patterns) -> Result<Reports, ConversionError> {
    let (ctx, options, attrs) = (run.ctx, run.options, run.module.attrs);
    let index = options.number(INDEX).filter(|&bits| bits != 0);
    let index_bitwidth = index.unwrap_or_else(|| index_bitwidth(ctx, attrs));
    let layout = ctx.string_entry(attrs, LLVM_DATA_LAYOUT);
    let layout = layout.map(|layout| ctx.text(layout).into_owned()).unwrap_or_default();
    let options = LlvmTypeOptions { index_bitwidth, bare_pointers: options.is_set(BARE) };
    let converter = LlvmTypeConverter::with_layout(options, &layout);
    let mut reports = apply(run, target, patterns, Some(&converter))?;
    reports.extend(converter.take_refused().into_iter().map(|refused| {
        let message = match refused {
            RefusedBuffer::Space(space) => format!(
                "conversion of memref memory space {} to integer address space failed. Consider adding memory space \
                 conversions.",
                irtrip_dialect::verify::spell_attr(ctx, space)
            ),
            RefusedBuffer::Layout => "conversion to strided form failed either due to non-strided layout maps (which \
                                      should have been normalized away) or other reasons"
                .to_owned(),
        };
        ConversionError { op: String::new(), loc: UNKNOWN_LOC, message, about_op: false }
    }));
    Ok(reports)
}

fn apply(
    run: PassRun,
    target: ConversionTarget,
    patterns: Patterns,
    converter: Option<&dyn TypeConverter>,
) -> Result<Reports, ConversionError> {
    let allow_pattern_rollback = run.options.is_set_or(ROLLBACK, true);
    let (mode, restores) = (Mode::Partial, run.restores);
    let conversion = Conversion { target, patterns, converter, mode, pass_for, allow_pattern_rollback, restores };
    match run.op {
        None => apply_to_module(run.ctx, run.module, &conversion),
        Some(op) => apply_to_function(run.ctx, run.module, op, &conversion),
    }
}

/// The bits of `index` by the `dlti.dl_spec` of a module: 64 where it does not say.
fn index_bitwidth(ctx: &Context, module_attrs: Attr) -> u32 {
    let spec = ctx.entry(module_attrs, DLTI_DL_SPEC).map(|spec| ctx.attr_data(spec));
    let Some(AttrData::DataLayout { entries, .. }) = spec else { return 64 };
    let entry = entries.iter().find(|(key, _)| ctx.type_value(*key) == Some(types::INDEX));
    entry.and_then(|(_, value)| u32::try_from(ctx.int_value(*value)?).ok()).unwrap_or(64)
}

fn request_c_wrappers(run: PassRun) -> Result<Reports, ConversionError> {
    let PassRun { ctx, module, .. } = run;
    let key = ctx.str(func::C_INTERFACE);
    let ops: Vec<Op> = match run.op {
        Some(op) => vec![op],
        None => module.ops().collect(),
    };
    for op in ops {
        if module.body.name(op) == crate::func::FUNC {
            let attrs = ctx.with_entry(module.body.attrs(op), key, Some(UNIT));
            module.body.set_attrs(op, attrs);
        }
    }
    Ok(Reports::new())
}

fn set_data_layout(run: PassRun) -> Result<Reports, ConversionError> {
    let PassRun { ctx, module, .. } = run;
    let layout = run.options.get("data-layout").unwrap_or_default();
    if let Some(fault) = irtrip_dialect::layout_checks::check_data_layout(layout) {
        return Err(ConversionError {
            op: "builtin.module".to_owned(),
            loc: module.loc,
            message: format!("invalid data layout descriptor: {fault}"),
            about_op: false,
        });
    }
    module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, Some(ctx.string_attr(layout)));
    Ok(Reports::new())
}
