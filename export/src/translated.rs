//! The first part of step 2: a module in terms of the LLVM dialect, where other dialects say what their operations and
//! attributes stand for. A module without them is not copied.

use std::borrow::Cow;

use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ExportCode, LossCode};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{ELEM_TYPE, SYM_NAME};
use irtrip_dialect::ops::builtin;
use irtrip_dialect::ordered_sink::collect_in_order;
use irtrip_dialect::translation::attribute::AttributeTranslations;
use irtrip_dialect::translation::types::TypeTranslations;
use irtrip_dialect::translation::{
    Declaration, ModuleFacts, ModuleTranslator, Translated, Translation, needs_translation, translate, translation,
};
use irtrip_dialect::{Body, Context, ContextDialects, Module, NewOp, Op, Str};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dropped::Dropped;

/// The operations that were replaced, as [`Translated::origins`] has them, for each of [`Body::all_nested`].
pub(crate) type Origins = Vec<Vec<(usize, Op)>>;

/// The module with operations of the LLVM dialect in place of other dialects', and which operations the new ones replace.
/// What stands for nothing in LLVM IR is there yet.
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
    let of_module = operations_of_module(ctx, &module);
    if !of_module.is_empty() {
        let module = module.to_mut();
        let mut symbols = symbols(ctx, module);
        for (op, code) in of_module {
            translate_in_module(ctx, module, &mut symbols, (op, code))?;
        }
    }
    if module.body.all_nested().par_iter().any(|body| needs_translation(ctx, body)) {
        let module = module.to_mut();
        let layout = Layout::new(&module_layout(ctx, module.attrs).map(|text| ctx.text(text)).unwrap_or_default());
        let release = module.releases.other_than_models();
        let mut symbols = symbols(ctx, module);
        let bodies = module.body.all_nested_mut().par_iter_mut().enumerate();
        let facts = ModuleFacts { layout: &layout, release, symbols: &symbols };
        let translate = |(number, body): (usize, &mut Body)| match needs_translation(ctx, body) {
            true => translate(ctx, body, number, &facts),
            false => Ok(Translated::default()),
        };
        let done: Vec<Translated> = collect_in_order(bodies.map(translate))?;
        number_structs(ctx, module, &done);
        let declared: Vec<_>;
        (declared, origins) = done.into_iter().map(|done| (done.declared, done.origins)).unzip();
        for declared in declared.into_iter().flatten() {
            if declared.symbol.is_none_or(|symbol| symbols.insert(symbol)) {
                append(module, declared);
            }
        }
    }
    Ok((module, origins))
}

/// Names the structs that translations made by their numbers in LLVM IR.
fn number_structs(ctx: &Context, module: &mut Module, done: &[Translated]) {
    let mut names = (0_usize..).map(|number| ctx.str(&number.to_string()));
    let mut numbered = FxHashMap::default();
    for ty in done.iter().flat_map(|done| &done.structs) {
        let Some(body) = ctx.struct_body(*ty) else { continue };
        let mut same = names.by_ref().map(|name| ctx.identified_struct(name));
        let same = same.find(|own| ctx.set_struct_body(*own, body.clone()));
        numbered.extend(same.map(|own| (ctx.type_attr(*ty), ctx.type_attr(own))));
    }
    if numbered.is_empty() {
        return;
    }
    for body in module.body.all_nested_mut() {
        for op in (0..body.op_count()).map(Op::new) {
            if let Some(own) = body.attr(ctx, op, ELEM_TYPE).and_then(|ty| numbered.get(&ty)) {
                body.set_attrs(op, ctx.with_entry(body.attrs(op), ELEM_TYPE, Some(*own)));
            }
        }
    }
}

/// What makes a module's operations in place of another.
type ModuleCode = fn(&mut ModuleTranslator<'_>) -> Result<(), ExportCode>;

/// The operations of a module in whose place others of the module are made.
fn operations_of_module(ctx: &Context, module: &Module) -> Vec<(Op, ModuleCode)> {
    let code = |op: Op| match translation(ctx, &module.body, op) {
        Some(Translation::Module(code)) => Some((op, code)),
        _ => None,
    };
    module.ops().filter_map(code).collect()
}

/// Puts a module's operations in place of another, after all others.
fn translate_in_module(
    ctx: &Context,
    module: &mut Module,
    symbols: &mut FxHashSet<Str>,
    (op, code): (Op, ModuleCode),
) -> DiagnosticResult<()> {
    let mut translator = ModuleTranslator::new(ctx, &module.body, op, symbols);
    code(&mut translator).map_err(|code| {
        let mut error = Diagnostic::new(code, module.body.loc(op));
        error.operation = Some(ctx.op_name_str(module.body.name(op)).into());
        Box::new(error)
    })?;
    let made = translator.into_made();
    module.body.unlink(op);
    made.into_iter().for_each(|made| append(module, made));
    Ok(())
}

/// The symbols of a module's operations.
fn symbols(ctx: &Context, module: &Module) -> FxHashSet<Str> {
    module.ops().filter_map(|op| ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?)).collect()
}

/// Adds an operation to a module.
fn append(module: &mut Module, Declaration { name, attrs, body, .. }: Declaration) {
    let op = module.body.append(module.block, NewOp { attrs, ..NewOp::new(name) }, &[]);
    if let Some(body) = body {
        module.body.set_nested(op, body);
    }
}

/// Puts operations and attributes of the LLVM dialect in place of other dialects' in a module, as an export does; returns
/// whether it looked for any.
///
/// # Errors
///
/// An operation that stands for nothing in LLVM IR, with its place.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// assert_eq!(irtrip_export::translate_dialects(&ctx, &mut module), Ok(false));
/// ```
pub fn translate_dialects(ctx: &Context, module: &mut Module) -> DiagnosticResult<bool> {
    let Cow::Owned(translated) = translated(ctx, Cow::Borrowed(module))?.0 else { return Ok(false) };
    *module = translated;
    Ok(true)
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

/// The module without what stands for nothing in LLVM IR.
pub(crate) fn without_left_out<'m>(ctx: &Context, mut module: Cow<'m, Module>) -> Cow<'m, Module> {
    if left_out_operations(ctx, &module).next().is_some() {
        leave_out(ctx, module.to_mut());
    }
    module
}

/// Takes an operation away with its body.
fn unlink_whole(body: &mut Body, op: Op) {
    body.take_nested(op);
    body.unlink(op);
}
