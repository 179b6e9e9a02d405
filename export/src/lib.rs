//! Model to LLVM IR: writes the assembly that LLVM 22's own writer prints for the module.
//!
//! The steps, in order; those marked * run on several threads:
//!
//! 1. * [`passes`]: lists of passes that take the module to the form that is written, in terms of the LLVM dialect and of the
//!      release that reads the assembly, sort what it holds, and make the metadata graph
//! 2. * [`function`]: for each function its constants, edges, names and slots, and what the module numbers for it
//! 3. [`module::groups`], [`module::nodes`], [`module::structs`]: number attribute groups, metadata and structs
//! 4. * [`parts`], [`write`]: write the globals, each part into a buffer of its own
//!
//! Nothing is written before everything is numbered, since LLVM's numbers run through the module.

mod constants;
mod dropped;
mod exporter_defaults;
mod floats;
mod function;
mod lifetime_markers;
mod llvm_rules;
mod lower_to_release;
mod module;
mod options;
mod parts;
mod passes;
mod sources;
mod translated;
mod validity;
mod write;

pub use dropped::{Dropped, dropped, keep_mlir_attributes, restore_mlir_attributes};
pub use exporter_defaults::{
    add_exporter_defaults, attach_memory_effects, drop_unused_results, ensure_distinct_successors, was_llvm,
};
pub use lower_to_release::{current_strings, upgrade_strict_calls};
pub use module::Terminators;
pub use options::{AssemblyReader, ExportOptions, Exported, UnknownReader};
pub use translated::{leave_out, translate_dialects};

use irtrip_dialect::attribute_set::{AttributeSet, function_entries, parameter_dictionary, with_function_set};
use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::deep_stack::{is_deep, on_deep_stack};
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticResult, ExportCode, LlvmVerifyCode, LossCode};
use irtrip_dialect::escaped_text::Escape;
use irtrip_dialect::intrinsics::{IntrinsicAttributes, intrinsic_attributes};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::llvm_text::StructNumbers;
use irtrip_dialect::metadata::{AttachmentSite, MetadataExport, NodeId, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::Global;
use irtrip_dialect::ordered_sink::collect_in_order;
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::release::Release;
use irtrip_dialect::source_map::MappedText;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::types::{llvm_struct_name, well_known};
use irtrip_dialect::{Attr, Context, Module, OpNameDefinition, Str, Type, TypeData};
use rayon::prelude::*;

use function::{FunctionPlan, value_enumerator::ValueEnumerator};
use irtrip_dialect::constants::{ConstData, Constants};
use module::structs::MetadataConstants;
use module::{GlobalValue, ModuleContents, ModulePlan, SymbolTable};
use passes::Collected;
use sources::Sources;
use write::Writer;
use write::global_value::GlobalPlan;

/// The LLVM assembly of a module, in pieces, in order, as LLVM 22 writes it: [`export_with`] the default options.
///
/// # Errors
///
/// An operation, type or attribute that has no form in LLVM IR, with its place.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let ctx = Context::new();
/// let text = irtrip_export::export(&ctx, &Module::new());
/// assert_eq!(text.map(|pieces| pieces.concat()).as_deref(), Ok(""));
/// ```
pub fn export(ctx: &Context, module: &Module) -> DiagnosticResult<Vec<String>> {
    export_text(ctx, module, &ExportOptions::default())
}

/// As [`export`], by the caller's options; what the assembly leaves out is not looked for.
///
/// # Errors
///
/// As [`export_with`].
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let (ctx, module) = (Context::new(), Module::new());
/// let options = irtrip_export::ExportOptions::default().or_for_release_of(&ctx, &module);
/// assert!(irtrip_export::export_text(&ctx, &module, &options).is_ok_and(|pieces| pieces.concat().is_empty()));
/// ```
pub fn export_text(ctx: &Context, module: &Module, options: &ExportOptions) -> DiagnosticResult<Vec<String>> {
    exported(ctx, module, options, |_| ()).map(|(pieces, ())| pieces.into_iter().map(|piece| piece.text).collect())
}

/// The escapes in the LLVM assembly of a module that stand for bytes which are no UTF-8. Names and strings have none: their
/// escapes are LLVM's own. A module's identifier is in a comment, which LLVM's writer does not escape.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// assert!(irtrip_export::escapes(&Context::new(), &Module::new()).is_empty());
/// ```
pub fn escapes(ctx: &Context, module: &Module) -> Vec<Escape> {
    // The comment is the first line.
    write::module::module_id_comment(ctx, module.attrs).escapes
}

/// The LLVM assembly of a module by the caller's options, with what it leaves out.
///
/// # Errors
///
/// As [`export`], and what the release asked for has no form of.
///
/// ```
/// use irtrip_dialect::release::Release;
/// use irtrip_dialect::{Context, Module};
/// use irtrip_export::{ExportOptions, export_with};
/// let ctx = Context::new();
/// let exported = export_with(&ctx, &Module::new(), &ExportOptions::default().for_release(Release::V16));
/// assert!(exported.is_ok_and(|exported| exported.dropped.is_empty()));
/// ```
pub fn export_with(ctx: &Context, module: &Module, options: &ExportOptions) -> DiagnosticResult<Exported> {
    let alongside = |whole: &Planned<'_, '_>| (left_out(ctx, whole), whole.release);
    let (pieces, (dropped, release)) = exported(ctx, module, options, alongside)?;
    Ok(Exported { pieces, dropped, release })
}

/// As [`export_with`]; `sink` gets each piece as soon as it and all before it are there, while threads of their own
/// write the next ones, where the thread that calls has a stack that is deep enough. What it got before an error is no module.
///
/// # Errors
///
/// Those of [`export_with`], and the first of `sink`, after which nothing more is written.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let ctx = Context::new();
/// let mut text = String::new();
/// let sink = |piece: &str| Ok::<(), Box<irtrip_dialect::diagnostic::Diagnostic>>(text.push_str(piece));
/// let dropped = irtrip_export::export_to(&ctx, &Module::new(), &irtrip_export::ExportOptions::default(), sink);
/// assert!(dropped.is_ok_and(|dropped| dropped.is_empty()));
/// assert_eq!(text, "");
/// ```
pub fn export_to<E: From<Box<Diagnostic>>>(
    ctx: &Context,
    module: &Module,
    options: &ExportOptions,
    mut sink: impl FnMut(&str) -> Result<(), E>,
) -> Result<Vec<Dropped>, E> {
    if !is_deep() {
        let Exported { pieces, dropped, .. } = export_with(ctx, module, options)?;
        pieces.iter().try_for_each(|piece| sink(&piece.text))?;
        return Ok(dropped);
    }
    with_plan(ctx, module, options, |whole| {
        let mut dropped = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| dropped = left_out(ctx, whole));
            parts::write_to(ctx, whole, sink)
        })?;
        Ok(dropped)
    })
}

/// What the assembly leaves out.
fn left_out(ctx: &Context, whole: &Planned) -> Vec<Dropped> {
    let found = dropped::dropped_with(ctx, whole.module, whole.plan.metadata);
    whole.stale.iter().cloned().chain(found).map(|dropped| whole.sources.resolve(dropped)).collect()
}

/// A function as LLVM prints it by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandaloneFunction {
    /// Its symbol.
    pub name: Str,
    /// The function: attribute groups have the numbers they get when no other function is looked at.
    pub text: String,
    /// The same where only something in it is printed, an instruction: so does metadata.
    pub inner: String,
}

/// The functions of these names as LLVM prints each by itself, in the module's order.
///
/// # Errors
///
/// Those of [`export`].
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let ctx = Context::new();
/// let text = irtrip_export::standalone_functions(&ctx, &Module::new(), &[]);
/// assert!(text.is_ok_and(|functions| functions.is_empty()));
/// ```
pub fn standalone_functions(
    ctx: &Context,
    module: &Module,
    names: &[Str],
) -> DiagnosticResult<Vec<StandaloneFunction>> {
    on_deep_stack(|| write_alone(ctx, module, names))
}

fn write_alone(ctx: &Context, module: &Module, names: &[Str]) -> DiagnosticResult<Vec<StandaloneFunction>> {
    let mut alone = Vec::new();
    with_plan(ctx, module, &ExportOptions::default(), |whole| {
        for function in whole.plan.functions.iter().filter(|function| names.contains(&function.global.name)) {
            let only = std::slice::from_ref(function);
            let nodes = node_numbers(ctx, whole.plan.metadata, whole.contents, only);
            let own = whole.plan.functions;
            let groups = module::groups::Groups::number(ctx, whole.plan.symbols, &whole.contents.variables, own, only);
            let plan = ModulePlan { groups: &groups, ..*whole.plan };
            let text = function_text(ctx, &plan, function)?;
            let inner = function_text(ctx, &ModulePlan { nodes: &nodes, ..plan }, function)?;
            alone.push(StandaloneFunction { name: function.global.name, text, inner });
        }
        DiagnosticResult::Ok(())
    })?;
    Ok(alone)
}

/// The text of a function by a plan.
fn function_text<'a>(
    ctx: &'a Context,
    plan: &'a ModulePlan<'a>,
    function: &'a FunctionPlan<'a>,
) -> DiagnosticResult<String> {
    let mut writer = Writer::new(ctx, plan);
    writer.function(function)?;
    Ok(std::mem::take(&mut writer.out))
}

/// A module that is ready to be written.
struct Planned<'p, 'a> {
    module: &'p Module,
    release: Release,
    sources: &'p Sources<'p>,
    stale: &'p [Dropped],
    plan: &'p ModulePlan<'p>,
    contents: &'p ModuleContents<'a>,
    globals: &'p [GlobalPlan<'a>],
    structs: &'p [Type],
    summary: Option<Attr>,
}

/// The assembly, and what `alongside` makes of the module while it is written.
fn exported<T: Send>(
    ctx: &Context,
    module: &Module,
    options: &ExportOptions,
    alongside: impl FnOnce(&Planned) -> T + Send,
) -> DiagnosticResult<(Vec<MappedText>, T)> {
    on_deep_stack(|| {
        with_plan(ctx, module, options, |whole| {
            let write = || parts::write(ctx, whole);
            let (text, alongside) = rayon::join(write, || alongside(whole));
            let mut text = text?;
            text.iter_mut().for_each(|piece| whole.sources.resolve_map(piece));
            Ok((text, alongside))
        })
    })
}

/// Plans a module, for `then`.
fn with_plan<T, E: From<Box<Diagnostic>>>(
    ctx: &Context,
    source: &Module,
    options: &ExportOptions,
    then: impl FnOnce(&Planned<'_, '_>) -> Result<T, E>,
) -> Result<T, E> {
    let mut prepared = passes::prepare(ctx, source, options)?;
    let sources = Sources { module: source, origins: std::mem::take(&mut prepared.origins) };
    let mut dropped = std::mem::take(&mut prepared.dropped);
    let (module, release) = (&*prepared.module, prepared.release);
    let spellings = options::spellings(ctx, module, release);
    let mut contents = prepared.after_verification(passes::contents(&prepared))?;
    let symbols = symbols(ctx, module, &contents, (release, spellings));
    // The walk that collects metadata is one thread's.
    let (collected, (outlines, verified)) = rayon::join(
        || passes::collect(&prepared, &contents),
        || (outlines(ctx, &symbols, &contents.functions), prepared.verify_source()),
    );
    verified?;
    let Collected { metadata, layout, dropped: of_metadata, .. } = collected?;
    dropped.extend(of_metadata);
    let MetadataConstants { are_typed: typed, undefined } = MetadataConstants::find(ctx, &symbols, &metadata);
    let mut functions = time("export-plan-functions", || {
        plans(ctx, &symbols, &metadata, typed, (release, spellings), outlines, &mut contents)
    })?;
    let shows_demangled = ctx.entry(module.attrs, IRTRIP_DEMANGLED).is_some();
    if shows_demangled {
        function::find_longest_symbols(ctx, &mut functions);
    }
    let globals =
        time("export-plan-globals", || global_plans(ctx, module, &symbols, &metadata, typed, spellings, &contents))?;
    time("export-check-lists", || llvm_rules::check_lists(ctx, (&contents, &globals), &metadata, module))?;
    let of_globals = globals.iter().map(|plan| (plan.global.op, &plan.pool));
    let constants = of_globals.chain(functions.iter().map(|plan| (plan.global.op, &plan.pool)));
    lower_to_release::name_poison(constants, release, &mut dropped);

    let nodes = time("export-number-metadata", || node_numbers(ctx, &metadata, &contents, &functions));
    dropped.extend(undefined_in_metadata(undefined, &nodes));
    let listed = typed.then_some(&nodes);
    let structs = time("export-number-structs", || structs(ctx, &symbols, &metadata, listed, &globals, &functions));
    llvm_rules::check_names(ctx, &contents, &structs, module)?;
    let struct_numbers = struct_numbers(ctx, &structs);
    let groups = time("export-number-attribute-groups", || {
        module::groups::Groups::number(ctx, &symbols, &contents.variables, &functions, &functions)
    });
    let layout = Layout::new(&layout);
    let plan = ModulePlan {
        symbols: &symbols,
        struct_numbers: &struct_numbers,
        functions: &functions,
        groups: &groups,
        metadata: &metadata,
        nodes: &nodes,
        layout: &layout,
        source_map: options.source_map,
        terminators: options.terminators,
        release,
        is_for_model: options.is_for_model(),
        spellings,
        writes_use_lists: options.writes_use_lists(ctx, module),
        shows_demangled,
    };
    let summary = lower_to_release::summary::lower(ctx, module, &contents, release, &mut dropped);
    let (stale, globals, structs) = (&dropped, &globals, &structs);
    let (sources, contents, plan) = (&sources, &contents, &plan);
    time("export-write", || {
        then(&Planned { module, release, sources, stale, plan, contents, globals, structs, summary })
    })
}

/// The module's symbols and resources, and what pointers of its release point to.
fn symbols(
    ctx: &Context,
    module: &Module,
    contents: &ModuleContents,
    (release, spellings): (Release, Spellings),
) -> SymbolTable {
    let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
    let layout = Layout::new(&layout);
    let mut symbols = module::collect::symbols(ctx, contents, layout.program_space);
    symbols.release = release;
    if ctx.entry(module.attrs, IRTRIP_EXPORTER_DEFAULTS).is_some() {
        symbols.folded_byte_order = Some(layout.byte_order);
    }
    symbols.resources = module.resources.blobs();
    if spellings.has(Spelling::TypedPointers) {
        symbols.typed_pointers = true;
        symbols.structs = lower_to_release::TypedStructs::of(ctx, module.attrs);
        symbols.zero_indices = module::collect::zero_indices(ctx, module.attrs);
    }
    symbols
}

/// Step 2, without what the module numbers.
fn outlines<'a>(
    ctx: &'a Context,
    symbols: &'a SymbolTable,
    functions: &[GlobalValue<'a>],
) -> Vec<DiagnosticResult<FunctionPlan<'a>>> {
    functions.par_iter().with_min_len(8).map(|global| function::outline(ctx, symbols, *global)).collect()
}

/// Step 2: the functions of the module, and the intrinsics that they call and it does not declare.
fn plans<'a>(
    ctx: &'a Context,
    symbols: &'a SymbolTable,
    metadata: &'a MetadataExport,
    typed: bool,
    (release, spellings): (Release, Spellings),
    outlines: Vec<DiagnosticResult<FunctionPlan<'a>>>,
    contents: &mut ModuleContents<'a>,
) -> DiagnosticResult<Vec<FunctionPlan<'a>>> {
    let enumerator = || ValueEnumerator::new(ctx, symbols, metadata, typed, spellings);
    let planned = |scan: &mut ValueEnumerator<'a>, outline: DiagnosticResult<FunctionPlan<'a>>| {
        let mut plan = outline?;
        scan.function(&mut plan)?;
        DiagnosticResult::Ok(plan)
    };
    let mut functions = collect_in_order(outlines.into_par_iter().with_min_len(8).map_init(enumerator, planned))?;
    declare_intrinsics(ctx, symbols, metadata, typed, (release, spellings), contents, &mut functions)?;
    Ok(functions)
}

/// Adds declarations of the intrinsics that are called and that nothing declares, after the functions. Fails on one that is
/// called with two types, as those may be whose names do not spell them.
fn declare_intrinsics<'a>(
    ctx: &'a Context,
    symbols: &'a SymbolTable,
    metadata: &'a MetadataExport,
    typed: bool,
    (release, spellings): (Release, Spellings),
    contents: &mut ModuleContents<'a>,
    functions: &mut Vec<FunctionPlan<'a>>,
) -> DiagnosticResult<()> {
    let mut declared: rustc_hash::FxHashMap<Str, Type> = rustc_hash::FxHashMap::default();
    let mut scan = ValueEnumerator::new(ctx, symbols, metadata, typed, spellings);
    let of =
        |f: &FunctionPlan<'a>| f.enumerated.intrinsics.iter().map(|called| (f.global, *called)).collect::<Vec<_>>();
    let missing: Vec<_> = functions.iter().flat_map(of).collect();
    for (caller, (name, ty)) in missing {
        let before = declared.insert(name, ty);
        if before.is_some_and(|before| before != ty) {
            return Err(function::error_in(ctx, &caller, ExportCode::IntrinsicSignature(ctx.text(name).into_owned())));
        }
        if before.is_none() {
            let attrs = lower_to_release::declaration_for(ctx, declaration(ctx, name, ty), release);
            let loc = irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
            let global = GlobalValue { op: None, attrs, body: None, name, loc };
            contents.functions.push(global);
            let mut plan = function::outline(ctx, symbols, global)?;
            scan.function(&mut plan)?;
            functions.push(plan);
        }
    }
    Ok(())
}

/// The dictionary of an intrinsic's declaration, with the attributes that LLVM adds to it.
///
/// ```
/// use irtrip_dialect::{Context, types::well_known::{I1, VOID}};
/// let ctx = Context::new();
/// let ty = ctx.llvm_function_type(VOID, &[I1], false);
/// assert!(!ctx.entries(irtrip_export::declaration(&ctx, ctx.str("llvm.assume"), ty)).is_empty());
/// ```
pub fn declaration(ctx: &Context, name: Str, ty: Type) -> Attr {
    let mut entries = vec![(SYM_NAME, ctx.str_attr(name)), (FUNCTION_TYPE, ctx.type_attr(ty))];
    if let Some(known) = intrinsic_attributes(ctx, &ctx.text(name), ty) {
        entries.extend(attribute_entries(ctx, &known, ty));
    }
    ctx.dictionary(&entries)
}

/// The entries that hold the attributes of a function's parameters and result.
const PARAMETER_LISTS: [Str; 4] = [ARG_ATTRS, RES_ATTRS, IRTRIP_ARG_ATTRS, IRTRIP_RES_ATTRS];

/// The entries of a declaration of type `ty` that stand for the attributes which LLVM adds to an intrinsic.
fn attribute_entries(ctx: &Context, known: &IntrinsicAttributes, ty: Type) -> Vec<(Str, Attr)> {
    let mut entries = function_entries(ctx, &known.function);
    let count = match ctx.type_data(ty) {
        TypeData::LlvmFunction { params, .. } => params.len(),
        _ => 0,
    };
    let empty = AttributeSet::new();
    if known.parameters.iter().take(count).any(|p| !p.is_empty()) {
        let sets = (0..count).map(|i| parameter_dictionary(ctx, known.parameters.get(i).unwrap_or(&empty)));
        entries.push((ARG_ATTRS, ctx.array(&sets.collect::<Vec<_>>())));
    }
    if !known.result.is_empty() {
        entries.push((RES_ATTRS, ctx.array(&[parameter_dictionary(ctx, &known.result)])));
    }
    entries
}

/// The dictionary of a declared intrinsic with the attributes that the current LLVM adds to it in place of its own.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// let none = ctx.dictionary(&[]);
/// assert_eq!(irtrip_export::as_known(&ctx, none), none);
/// ```
pub fn as_known(ctx: &Context, attrs: Attr) -> Attr {
    let name = ctx.string_entry(attrs, SYM_NAME);
    let ty = ctx.type_entry(attrs, FUNCTION_TYPE);
    let known = name.zip(ty).and_then(|(name, ty)| Some((ty, intrinsic_attributes(ctx, &ctx.text(name), ty)?)));
    let Some((ty, known)) = known else { return attrs };
    let attrs = with_function_set(ctx, attrs, &AttributeSet::new());
    let own = ctx.entries(attrs).iter().copied().filter(|entry| !PARAMETER_LISTS.contains(&entry.0));
    ctx.dictionary(&own.chain(attribute_entries(ctx, &known, ty)).collect::<Vec<_>>())
}

/// Variables, aliases and ifuncs with their initializers, in this order.
fn global_plans<'a>(
    ctx: &'a Context,
    module: &'a Module,
    symbols: &'a SymbolTable,
    metadata: &'a MetadataExport,
    typed: bool,
    spellings: Spellings,
    contents: &ModuleContents<'a>,
) -> DiagnosticResult<Vec<GlobalPlan<'a>>> {
    let all: Vec<GlobalValue<'a>> =
        [&contents.variables, &contents.aliases, &contents.ifuncs].into_iter().flatten().copied().collect();
    let plan = |scan: &mut ValueEnumerator<'a>, global: &GlobalValue<'a>| {
        let form = global.op.and_then(|op| function::form(&module.body, op));
        let mut plan = GlobalPlan {
            global: *global,
            kind: GlobalPlan::kind_of(form),
            value_type: None,
            pool: Constants::default(),
            init: None,
            types: Vec::new(),
        };
        initializer(ctx, symbols, spellings, &mut plan).map_err(|kind| function::error_in(ctx, global, kind))?;
        plan.types = scan.initializer(plan.value_type, &plan.pool, plan.init);
        Ok(plan)
    };
    let enumerator = || ValueEnumerator::new(ctx, symbols, metadata, typed, spellings);
    collect_in_order(all.par_iter().with_min_len(64).map_init(enumerator, plan))
}

/// What a variable, alias or ifunc holds, from its attribute, its preserved attribute or its region.
fn initializer(
    ctx: &Context,
    symbols: &SymbolTable,
    spellings: Spellings,
    plan: &mut GlobalPlan,
) -> Result<(), DiagnosticCode> {
    let attrs = plan.global.attrs;
    let key = match plan.kind {
        Global::Alias => ALIAS_TYPE,
        Global::IFunc => I_FUNC_TYPE,
        Global::Ctors | Global::Dtors if ctx.entry(attrs, IRTRIP_INITIALIZER).is_none() => {
            return Ok(structors(ctx, symbols, spellings, plan)?);
        }
        Global::Ctors | Global::Dtors => EMPTY,
        Global::Variable
        | Global::Func
        | Global::Comdat
        | Global::ComdatSelector
        | Global::ModuleFlags
        | Global::LinkerOptions => GLOBAL_TYPE,
    };
    plan.value_type = ctx.entry(attrs, IRTRIP_TYPE).or_else(|| ctx.entry(attrs, key)).and_then(|t| ctx.type_value(t));
    if let Some(preserved) = ctx.entry(attrs, IRTRIP_INITIALIZER) {
        let init = plan.pool.of_encoded(ctx, symbols, preserved)?;
        plan.init = Some(init);
        plan.value_type.get_or_insert(plan.pool.ty(init));
    } else if let Some(resolver) = ctx.symbol_entry(attrs, RESOLVER) {
        let ty = ctx.type_entry(attrs, RESOLVER_TYPE).unwrap_or(well_known::PTR);
        if symbols.get(resolver).is_some_and(|symbol| symbol.address != ty) {
            return Err(LlvmVerifyCode::IFuncResolverType.into());
        }
        plan.init = Some(plan.pool.add(ctx, ty, ConstData::Symbol(resolver))?);
    } else if let (Some(ty), Some(value)) = (plan.value_type, ctx.entry(attrs, VALUE)) {
        plan.init = Some(plan.pool.of_value(ctx, symbols, ty, value)?);
    } else if let Some(body) = plan.global.body
        && let Some(block) = body.regions().first().and_then(|r| body.blocks(*r).first())
    {
        let value = body.last_op(*block).and_then(|op| body.operands(op).first().copied());
        let mut folder = constants::fold::Folder::new(ctx, symbols, body);
        // In order, since an aggregate is a chain of as many operations as it has elements.
        for op in body.ops(*block) {
            if let Some(def) = body.name(op).def() {
                folder.op(op, def)?;
            }
        }
        plan.init = Some(folder.constant_of(value.ok_or(ExportCode::Initializer)?)?.ok_or(ExportCode::Initializer)?);
        plan.pool = folder.pool;
    }
    Ok(())
}

/// `llvm.mlir.global_ctors` and its like: an array of structs of priority, function and data.
fn structors(
    ctx: &Context,
    symbols: &SymbolTable,
    spellings: Spellings,
    plan: &mut GlobalPlan,
) -> Result<(), ExportCode> {
    let attrs = plan.global.attrs;
    let (key, name) = if plan.kind == Global::Ctors { (CTORS, "ctors") } else { (DTORS, "dtors") };
    let list = |key, name| ctx.entry(attrs, key).map(|a| ctx.items(a)).ok_or(ExportCode::Attribute(name));
    let (functions, priorities, data) = (list(key, name)?, list(PRIORITIES, "priorities")?, list(DATA, "data")?);
    let ptr = well_known::PTR;
    let address = |attr: &Attr| ctx.symbol_value(*attr).and_then(|symbol| Some(symbols.get(symbol)?.address));
    let called = functions.first().and_then(address).unwrap_or(ptr);
    let called = match (spellings.has(Spelling::TypedPointers), ctx.pointer_space(called)) {
        (true, space) => {
            let function = ctx.llvm_function_type(well_known::VOID, &[], false);
            ctx.typed_pointer_type(function, space.unwrap_or(0))
        }
        (false, _) => called,
    };
    let element = ctx.literal_struct(false, &[well_known::I32, called, ptr]);
    let ty = ctx.array_type(functions.len() as u64, element);
    let mut elements = Vec::with_capacity(functions.len());
    for (i, function) in functions.iter().enumerate() {
        let priority = priorities.get(i).ok_or(ExportCode::Attribute("priorities"))?;
        let data = data.get(i).ok_or(ExportCode::Attribute("data"))?;
        if let Some(symbol) = ctx.symbol_value(*data).filter(|symbol| symbols.get(*symbol).is_none()) {
            return Err(ExportCode::Symbol(ctx.text(symbol).into_owned()));
        }
        let mut parts = Vec::with_capacity(3);
        let of_data = address(data).unwrap_or(ptr);
        for (ty, attr) in [(well_known::I32, priority), (called, function), (of_data, data)] {
            parts.push(plan.pool.of_value(ctx, symbols, ty, *attr)?);
        }
        if let Some(about) = parts.pop() {
            parts.push(plan.pool.address_cast(ctx, about, ptr)?);
        }
        elements.push(plan.pool.aggregate(ctx, element, parts.into())?);
    }
    plan.init = Some(plan.pool.aggregate(ctx, ty, elements.into())?);
    plan.value_type = Some(ty);
    Ok(())
}

/// The identified structs in LLVM's order. It leaves out those of nodes that are attached to declarations alone, without which
/// it does not read the text: they are last. Without `nodes` no node has a struct.
fn structs(
    ctx: &Context,
    symbols: &SymbolTable,
    metadata: &MetadataExport,
    nodes: Option<&module::nodes::NodeNumbers>,
    globals: &[GlobalPlan],
    functions: &[FunctionPlan],
) -> Vec<Type> {
    let mut structs = module::structs::Structs::new(ctx, symbols, metadata);
    let enumerated = globals.iter().flat_map(|g| &g.types).chain(functions.iter().flat_map(|f| &f.enumerated.types));
    enumerated.for_each(|root| structs.root(*root));
    if let Some(nodes) = nodes {
        for operand in metadata.named().iter().flat_map(|n| &n.1) {
            if let Operand::Node(id) = operand {
                structs.node(*id);
            }
        }
        nodes.order().iter().for_each(|node| structs.node(*node));
    }
    structs.found
}

/// The symbols that nodes of the module name and it does not have: LLVM IR has `null` in their places.
fn undefined_in_metadata(
    found: Vec<(NodeId, String)>,
    nodes: &module::nodes::NodeNumbers,
) -> impl Iterator<Item = Dropped> {
    let written = found.into_iter().filter(|(node, _)| nodes.number(*node).is_some());
    written.map(|(_, name)| Dropped { global: None, op: None, code: LossCode::MetadataSymbol { name } })
}

/// Structs whose name is a number have none in LLVM IR: they are numbered anew.
fn struct_numbers(ctx: &Context, structs: &[Type]) -> StructNumbers {
    let unnamed = |ty: &&Type| match ctx.type_data(**ty) {
        TypeData::IdentifiedStruct { name, .. } => llvm_struct_name(ctx.bytes(*name)).is_none(),
        _ => false,
    };
    structs.iter().filter(unnamed).enumerate().map(|(i, ty)| (*ty, i as u32)).collect()
}

fn node_numbers(
    ctx: &Context,
    metadata: &MetadataExport,
    contents: &ModuleContents,
    functions: &[FunctionPlan],
) -> module::nodes::NodeNumbers {
    let mut enumerated: Vec<NodeId> = Vec::new();
    for global in contents.variables.iter().chain(&contents.ifuncs) {
        enumerated.extend(metadata.attachments(global.attrs, AttachmentSite::Global).iter().map(|a| a.1));
    }
    for operand in metadata.named().iter().flat_map(|n| &n.1) {
        if let Operand::Node(id) = operand {
            enumerated.push(*id);
        }
    }
    let of_functions = functions.iter().flat_map(|f| f.enumerated.nodes.iter().copied());
    module::nodes::NodeNumbers::number_all(ctx, metadata, enumerated.into_iter().chain(of_functions))
}
