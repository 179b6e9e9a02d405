//! The first part of step 2: a module in terms of the LLVM dialect, where other dialects say what their operations and
//! attributes stand for. A module without them is not copied.

use std::borrow::Cow;

use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::{DiagnosticResult, LossCode};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{FUNCTION_TYPE, SYM_NAME};
use irtrip_dialect::ops::builtin;
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::ordered_sink::collect_in_order;
use irtrip_dialect::translation::attribute::AttributeTranslations;
use irtrip_dialect::translation::types::TypeTranslations;
use irtrip_dialect::translation::{Declaration, Translated, Translation, needs_translation, translate, translation};
use irtrip_dialect::{Body, Context, Module, NewOp, Op};
use rayon::prelude::*;

use crate::dropped::Dropped;

/// The operations that were replaced, as [`Translated::origins`] has them, for each of [`Body::all_nested`].
pub(crate) type Origins = Vec<Vec<(usize, Op)>>;

/// The module with operations of the LLVM dialect in place of other dialects', and which operations the new ones replace.
pub(crate) fn translated<'m>(
    ctx: &Context,
    mut module: Cow<'m, Module>,
) -> DiagnosticResult<(Cow<'m, Module>, Origins)> {
    let mut origins = Origins::new();
    let mut types = TypeTranslations::new(ctx);
    if !types.is_empty() {
        types.apply(module.to_mut());
    }
    let attributes = AttributeTranslations::new(ctx);
    if !attributes.is_empty() {
        let functions = attributes.module(ctx, &module)?;
        let module = module.to_mut();
        functions.into_iter().for_each(|(op, attrs)| module.body.set_attrs(op, attrs));
        collect_in_order(module.body.all_nested_mut().par_iter_mut().map(|body| attributes.instructions(ctx, body)))?;
    }
    let left_out: Vec<Op> = left_out_operations(ctx, &module).collect();
    if !left_out.is_empty() {
        let module = module.to_mut();
        left_out.into_iter().for_each(|op| unlink_whole(&mut module.body, op));
    }
    if module.body.all_nested().par_iter().any(|body| needs_translation(ctx, body)) {
        let module = module.to_mut();
        let layout = Layout::new(&module_layout(ctx, module.attrs).map(|text| ctx.text(text)).unwrap_or_default());
        let release = module.releases.other_than_models();
        let bodies = module.body.all_nested_mut().par_iter_mut();
        let translate = |body: &mut Body| match needs_translation(ctx, body) {
            true => translate(ctx, body, &layout, release),
            false => Ok(Translated::default()),
        };
        let done: Vec<Translated> = collect_in_order(bodies.map(translate))?;
        let declared: Vec<_>;
        (declared, origins) = done.into_iter().map(|done| (done.declared, done.origins)).unzip();
        declare(ctx, module, declared.into_iter().flatten());
    }
    Ok((module, origins))
}

/// The operations of a module that stand for nothing in LLVM IR: other modules in it.
fn left_out_operations<'a>(ctx: &'a Context, module: &'a Module) -> impl Iterator<Item = Op> + 'a {
    let is_nothing = |op: Op| matches!(translation(ctx, &module.body, op), Some(Translation::Nothing));
    module.ops().filter(move |op| module.body.name(*op) == builtin::MODULE || is_nothing(*op))
}

/// What an export leaves out since it stands for nothing in LLVM IR.
pub(crate) fn left_out(ctx: &Context, module: &Module) -> Vec<Dropped> {
    let loss = |op: Op| {
        let operation = ctx.op_name_str(module.body.name(op)).into_owned();
        Dropped { global: Some(op), op: None, code: LossCode::Operation { operation } }
    };
    left_out_operations(ctx, module).map(loss).collect()
}

/// Takes out of a module what stands for nothing in LLVM IR; returns whether there was any.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// assert!(!irtrip_export::leave_out(&ctx, &mut module));
/// ```
pub fn leave_out(ctx: &Context, module: &mut Module) -> bool {
    let left_out: Vec<Op> = left_out_operations(ctx, module).collect();
    left_out.iter().for_each(|op| unlink_whole(&mut module.body, *op));
    !left_out.is_empty()
}

/// Takes an operation away with its body.
fn unlink_whole(body: &mut Body, op: Op) {
    body.take_nested(op);
    body.unlink(op);
}

/// Declares functions that the module does not have.
fn declare(ctx: &Context, module: &mut Module, declared: impl Iterator<Item = Declaration>) {
    let mut names: rustc_hash::FxHashSet<_> =
        module.ops().filter_map(|op| ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?)).collect();
    for (name, ty) in declared {
        if names.insert(name) {
            let attrs = ctx.dictionary(&[(SYM_NAME, ctx.str_attr(name)), (FUNCTION_TYPE, ctx.type_attr(ty))]);
            module.body.append(module.block, NewOp { attrs, ..NewOp::new(FUNC) }, &[]);
        }
    }
}
