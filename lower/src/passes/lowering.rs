//! The pipeline that takes a module to the LLVM dialect.

use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::{Body, Context, ContextDialects, Module, Op, OpNameDefinition};

use super::pipeline::Pipeline;
use crate::conversion::{ConversionError, Reports};

/// The pipeline of [`lower`].
pub const LOWERING: &str = "builtin.module(convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)";

/// Takes a module to the LLVM dialect: everything that the passes of the table convert, in the order that it needs.
///
/// # Errors
/// An operation that no pass converts. The module is as it was.
pub fn lower(ctx: &Context, module: &mut Module) -> Result<(), ConversionError> {
    on_deep_stack(|| lower_all(ctx, module))
}

fn lower_all(ctx: &Context, module: &mut Module) -> Result<(), ConversionError> {
    let before = (module.attrs, module.body.clone());
    let lowered = Pipeline::parse(LOWERING)
        .map_or(Ok(Reports::new()), |pipeline| pipeline.run_unrestored(ctx, module))
        .and_then(|reports| reports.into_iter().next().map_or(Ok(()), Err));
    // A cast that is left is so because of another operation.
    let foreign = || first_foreign(ctx, &module.body, false).or_else(|| first_foreign(ctx, &module.body, true));
    let checked = match lowered {
        Ok(()) => foreign().map_or(Ok(()), Err),
        // What is wrong with a type is reported without a place, as upstream does; the operation that has it is left.
        Err(report) if report.loc == UNKNOWN_LOC => {
            let loc = foreign().map_or(UNKNOWN_LOC, |foreign| foreign.loc);
            Err(ConversionError { loc, ..report })
        }
        Err(error) => Err(error),
    };
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
            || def.declared.is_none() && irtrip_hardware::dialects().any(|known| known.name == dialect)
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
