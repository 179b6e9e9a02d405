//! `mlir-translate --mlir-to-llvmir`: takes a module to what upstream's exporter makes of it, and exports that.

use std::collections::HashMap;
use std::ops::Range;

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::diagnostic::{Diagnostic, LossCode, RenderedDiagnostic, SourceFile, ToolCode};
use irtrip_dialect::names::{IRTRIP_MODULE_ID, IRTRIP_NAMED_METADATA, OPERAND_SEGMENT_SIZES};
use irtrip_dialect::ops::LlvmForm;
use irtrip_dialect::ops::global_values::{FUNC, LINKER_OPTIONS, MODULE_FLAGS};
use irtrip_dialect::types::well_known::I32;
use irtrip_dialect::verify::VerifyContext;
use irtrip_dialect::{AttrData, Body, Context, ContextDialects, Module, Op, OpNameDefinition, Value};
use irtrip_export::{ExportOptions, Terminators, add_exporter_defaults, attach_memory_effects, export_with};

use crate::diagnostic_renderer::DiagnosticRenderer;
use crate::driver::{ChunkResult, Output};
use crate::flags::Flags;
use crate::mlir_opt::{read, read_located};
use crate::upstream_form::drop_preserved;

mod attributes;
mod blocks;
mod checks;

/// Runs `mlir-translate --mlir-to-llvmir` on a chunk.
pub fn run(flags: &Flags, source: &SourceFile) -> ChunkResult {
    let ctx = Box::new(Context::with_dialects(crate::translated_dialects()));
    let mut module = match read(flags, &ctx, source) {
        Ok(module) => Box::new(module),
        Err(diagnostics) => return ChunkResult::failed(diagnostics),
    };
    if let Some(error) = not_a_module(flags, source) {
        return ChunkResult::failed(DiagnosticRenderer::new(flags, source, &ctx).render_text(vec![error]));
    }
    let mut result = ChunkResult::default();
    let found = checks::check(&ctx, &module);
    if !found.is_empty() {
        let is_refused = found.iter().any(|diagnostic| diagnostic.severity.is_error());
        result.diagnostics = located_checks(flags, source);
        if is_refused {
            return result;
        }
    }
    // Upstream's exporter does not know names and preserved attributes.
    module.body.all_nested_mut().iter_mut().for_each(Body::drop_names);
    let renderer = DiagnosticRenderer::new(flags, source, &ctx);
    match drop_preserved(&ctx, &mut module) {
        Ok(losses) => result.losses = renderer.render_text(losses),
        Err(refused) => {
            result.diagnostics.extend(renderer.render_text(refused));
            return result;
        }
    }
    prepare(&ctx, &mut module);
    let identifier = ctx.string_attr("LLVMDialectModule");
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_MODULE_ID, Some(identifier));
    let options = ExportOptions::default().with_terminators(Terminators::AsTranslated);
    match export_with(&ctx, &module, &options) {
        Ok(exported) => {
            result.output = Some(Output::Llvm { ctx, module, pieces: exported.texts() });
        }
        Err(error) => result.diagnostics.extend(located_export_error(flags, source, *error)),
    }
    result
}

/// The diagnostics of the checks, with the places of operations: the module is read once more for them.
fn located_checks(flags: &Flags, source: &SourceFile) -> Vec<RenderedDiagnostic> {
    let ctx = Context::with_dialects(crate::translated_dialects());
    match read_located(flags, &ctx, source) {
        Ok(module) => DiagnosticRenderer::new(flags, source, &ctx).render_module(&module, checks::check(&ctx, &module)),
        Err(diagnostics) => diagnostics,
    }
}

/// The error of an export with its place: the module is read once more for it, with the locations of operations, which
/// an export that succeeds has no use for.
fn located_export_error(flags: &Flags, source: &SourceFile, error: Diagnostic) -> Vec<RenderedDiagnostic> {
    let ctx = Context::with_dialects(crate::translated_dialects());
    let again = read_located(flags, &ctx, source).ok().and_then(|module| irtrip_export::export(&ctx, &module).err());
    let error = again.map_or(error, |error| *error);
    DiagnosticRenderer::new(flags, source, &ctx).render_text(vec![error])
}

/// The error for an input whose operation is no module, where none is put around it.
fn not_a_module(flags: &Flags, source: &SourceFile) -> Option<Diagnostic> {
    let (span, name) = first_operation(&source.text).filter(|_| flags.no_implicit_module())?;
    let operation = name.to_owned();
    let is_module = matches!(name, "module" | "builtin.module");
    (!is_module).then(|| Diagnostic::new(ToolCode::NotAModule { operation }, span))
}

/// Where the first operation of a text starts, and its name: after comments and aliases.
fn first_operation(text: &str) -> Option<(Range<usize>, &str)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let text = line.trim_start();
        let at = start + line.len() - text.len();
        start += line.len();
        if !text.is_empty() && !text.starts_with(['#', '!']) && !text.starts_with("//") {
            let name = text.trim_start_matches('"');
            let end = name.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))).unwrap_or(name.len());
            return Some((at..at + 1, name.get(..end)?));
        }
    }
    None
}

/// Named metadata in the order in which upstream's exporter makes it.
const NAMED: [&str; 6] = [
    "llvm.dbg.cu",
    "llvm.ident",
    "llvm.commandline",
    "llvm.dependent-libraries",
    "llvm.module.flags",
    "llvm.linker.options",
];

/// Makes a module what upstream's exporter sees: its blocks, its names, and its defaults.
fn prepare(ctx: &Context, module: &mut Module) {
    drop_records(ctx, module);
    let mut named = NAMED.map(|name| ctx.string_attr(name));
    let place = |name| module.ops().position(|op| module.body.name(op) == name);
    // They are where their operations are; flags that the export adds come last.
    if place(LINKER_OPTIONS).is_some_and(|options| place(MODULE_FLAGS).is_none_or(|flags| options < flags)) {
        named[NAMED.len() - 2..].reverse();
    }
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_NAMED_METADATA, Some(ctx.array(&named)));
    let declarations: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == FUNC).collect();
    for op in declarations {
        if !module.body.is_defined(op) {
            attributes::drop_of_declaration(ctx, &mut module.body, op);
        }
        attributes::declare(ctx, &mut module.body, op);
    }
    for body in module.body.all_nested_mut() {
        attach_memory_effects(ctx, body);
        drop_casts(body);
        drop_predicates(ctx, body);
        for region in body.regions().to_vec() {
            blocks::prepare(ctx, body, region);
        }
    }
    add_exporter_defaults(ctx, module);
}

/// Takes debug records away that have no location; LLVM IR has none.
fn drop_records(ctx: &Context, module: &mut Module) {
    let is_record = |body: &Body, op: Op| body.name(op).def().is_some_and(|def| def.llvm.is_debug_record());
    let bodies = module.body.all_nested_mut();
    if !bodies.iter().any(|body| (0..body.op_count()).any(|op| is_record(body, Op::new(op)))) {
        return;
    }
    for dropped in irtrip_export::dropped(ctx, module) {
        let Some((body, op)) = dropped.global.and_then(|global| module.body.nested_mut(global)).zip(dropped.op) else {
            continue;
        };
        if let LossCode::DebugRecord { .. } = dropped.code {
            body.unlink(op);
            // Nothing refers to its nodes.
            body.set_attrs(op, EMPTY_DICTIONARY);
        }
    }
}

/// Takes the predicates of instructions away: upstream's exporter calls an intrinsic, which has none, and leaves those that
/// have one to a pass.
fn drop_predicates(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        let Some(def) = body.name(op).def().filter(|def| def.name.starts_with("nvvm.")) else { continue };
        let Some(group) = def.operands.iter().position(|slot| slot.name == "predicate") else { continue };
        let has_predicate = VerifyContext::new(ctx, body, op).is_some_and(|cx| cx.has_operand("predicate"));
        let [others @ .., _] = body.operands(op) else { continue };
        if !has_predicate {
            continue;
        }
        let others = others.to_vec();
        body.set_operands(op, &others);
        let sizes = body.attr(ctx, op, OPERAND_SEGMENT_SIZES);
        if let Some(mut sizes) = sizes.and_then(|sizes| ctx.dense_array(sizes)).map(<[i64]>::to_vec) {
            sizes.iter_mut().skip(group).take(1).for_each(|size| *size = 0);
            let attrs = ctx.with_entry(
                body.attrs(op),
                OPERAND_SEGMENT_SIZES,
                Some(ctx.attr(AttrData::DenseArray { element: I32, values: sizes.into() })),
            );
            body.set_attrs(op, attrs);
        }
    }
}

/// Takes casts away that make a value of the type that it has.
fn drop_casts(body: &mut Body) {
    let mut same: HashMap<Value, Value> = HashMap::new();
    for op in (0..body.op_count()).map(Op::new) {
        let cast = body.name(op).def().is_some_and(|def| matches!(def.llvm, LlvmForm::Cast(_)));
        if cast
            && body.parent(op).is_some()
            && let (Some(result), [value]) = (body.result(op), body.operands(op))
            && body.value_type(result) == body.value_type(*value)
        {
            same.insert(result, *value);
            body.unlink(op);
        }
    }
    if same.is_empty() {
        return;
    }
    // A ring of casts, in blocks that cannot be reached, ends somewhere.
    let limit = same.len();
    for operand in body.operand_pool_mut() {
        let mut steps = 0;
        while let Some(value) = same.get(operand).filter(|_| steps <= limit) {
            *operand = *value;
            steps += 1;
        }
    }
}
