//! The first part of step 2: a module in terms of the LLVM dialect, where other dialects say what their operations and
//! attributes stand for. A module without them is not copied.

use std::borrow::Cow;

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::translation::attribute::AttributeTranslations;
use irtrip_dialect::translation::{needs_translation, translate};
use irtrip_dialect::{Context, Module};
use rayon::prelude::*;

/// The module with operations of the LLVM dialect in place of other dialects'.
pub(crate) fn translated<'m>(ctx: &Context, mut module: Cow<'m, Module>) -> DiagnosticResult<Cow<'m, Module>> {
    let attributes = AttributeTranslations::new(ctx);
    if !attributes.is_empty() {
        let functions = attributes.module(ctx, &module)?;
        let module = module.to_mut();
        functions.into_iter().for_each(|(op, attrs)| module.body.set_attrs(op, attrs));
        module.body.all_nested_mut().par_iter_mut().for_each(|body| attributes.instructions(ctx, body));
    }
    if module.body.all_nested().par_iter().any(needs_translation) {
        let bodies = module.to_mut().body.all_nested_mut();
        bodies.par_iter_mut().filter(|body| needs_translation(body)).try_for_each(|body| translate(ctx, body))?;
    }
    Ok(module)
}
