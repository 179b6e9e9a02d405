//! Puts a module together: the order of the steps, and the module's own attributes. LangRef, "Module Structure".

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::demangle::rust_name;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ImportCode};
use irtrip_dialect::escaped_text::{Escape, unescaped};
use irtrip_dialect::layout_checks::check_data_layout;
use irtrip_dialect::metadata::{DebugImport, MetadataGraph, MetadataImport};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::preserved::{ASSEMBLY_PROPERTIES, AssemblyPart, add_structural_hashes};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::spellings::{Spelling, TYPED_BY_OPTION};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Body, Context, Module, NewOp, Op, Str, TypeData, data_layout};

use crate::attribute_cache::NamedAttrs;
use crate::bodies::debug_records::debug_intrinsic;
use crate::bodies::function::{FunctionBody, FunctionDefinition};
use crate::bodies::reader::FunctionReader;
use crate::checks::check_aliases;
use crate::errors::Errors;
use crate::global_values::comdats::add_comdats;
use crate::global_values::function_headers::{FunctionHeader, HeaderReader};
use crate::global_values::implicit_intrinsic_declarations;
use crate::global_values::older_declarations::ReplacedDeclarations;
use crate::global_values::use_list_orders::{module_use_lists, preserved_module_orders};
use crate::global_values::variables::GlobalReader;
use crate::index::symbols::{BlockTags, GlobalKind, Symbols, global_kind};
use crate::passes::{self, MetadataTables};
use crate::source_map::{FunctionSource, GlobalSource, SourceMap};
use crate::tables::attribute_groups::AttributeGroups;
use crate::tables::metadata::NamedMetadata;
use crate::tables::summary::summary;
use crate::tables::types::{NamedTypes, TypeReader};
use crate::tables::{Lines, ModuleTables};
use crate::upstream_form::debug_order::translation_order;
use crate::upstream_form::{self, Imported, Translated};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail, without_carriage_return};
use irtrip_dialect::llvm_text::literals::assembly_lines;
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind, split};

/// Options of import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions<'o> {
    /// A file name, to give operations locations in that file.
    pub locations: Option<&'o str>,
    /// Notes where the text has each operation and block argument: [`Body::text_place`].
    pub places: bool,
    /// Keeps the blocks that export split an edge with (`irtrip.edge`), as LLVM does.
    pub keep_edges: bool,
    /// The name of the module's file where the text has none.
    pub module_name: Option<&'o str>,
    /// Converts identified structs to literal ones, as upstream's `-import-structs-as-literals` does.
    pub structs_as_literals: bool,
    /// Leaves out the elements of a `DICompositeType`, as upstream's `-drop-di-composite-type-elements` does.
    pub drop_composite_elements: bool,
    /// Converts debug records to calls of intrinsics, as upstream's `-convert-debug-rec-to-intrinsics` does.
    pub debug_intrinsics: bool,
    /// Calls every intrinsic by `llvm.call_intrinsic`, as upstream's `-prefer-unregistered-intrinsics` does.
    pub prefer_unregistered_intrinsics: bool,
    /// Drops what LLVM's reader drops of text: the comments of the writer, such as the module's identifier, use-list orders
    /// (the order of a block's predecessors), and attributes that passes added to declarations of intrinsics.
    pub as_llvm_reads: bool,
    /// The release that wrote the module, where that is known and does not have to follow from the text's spellings.
    pub release: Option<Release>,
    /// The text is that of bitcode, some of which LLVM reads otherwise than text.
    pub of_bitcode: bool,
    /// The escapes of the text that stand for bytes which are no UTF-8. In the comment with the module's identifier, which
    /// LLVM's writer does not escape, a backslash is one otherwise.
    pub escapes: &'o [Escape],
}

/// Above so many bytes of text, room for attributes is made in advance.
const LARGE: usize = 1 << 20;

/// How many headers of functions a thread reads at least.
const HEADERS_A_THREAD: usize = 128;

/// How many bytes of text there are for each attribute, at most: debug info makes the most of them.
const BYTES_AN_ATTRIBUTE: usize = 64;

/// The form that a module is imported to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The lossless form.
    Lossless,
    /// That of upstream's import.
    Upstream,
}

/// The lines of a module that are about the whole of it.
#[derive(Default)]
pub(crate) struct Header {
    pub source_filename: Option<Str>,
    pub layout: Option<Str>,
    /// Where the text has it.
    pub layout_at: Option<Range<usize>>,
    /// Whether it is one that LLVM no longer accepts.
    pub has_former_layout: bool,
    /// Where the text has a line of these after something else.
    pub late_at: Option<usize>,
    /// Whether a `module asm` has its strings on lines of their own.
    pub has_asm_lines: bool,
    /// The data layout of the text, where it is that of an older release.
    pub written_layout: Option<Str>,
    pub triple: Option<Str>,
    pub asm: Vec<Attr>,
    /// The parts of `asm`.
    pub asm_parts: Vec<AssemblyPart>,
    /// The module's identifier, from the comment that LLVM's writer begins with.
    pub identifier: Option<Str>,
}

/// Reads a module; returns it with the diagnostics of step 8, which are none for the lossless form.
pub(crate) fn import(
    ctx: &Context,
    text: &str,
    options: &ImportOptions<'_>,
    form: Form,
    errors: &Errors,
) -> DiagnosticResult<(Module, Translated<Vec<Diagnostic>>)> {
    let text = text.as_bytes();
    if text.len() > LARGE {
        ctx.reserve_attrs(text.len() / BYTES_AN_ATTRIBUTE);
    }
    let top_level = time("import-split", || split(text))?;
    let as_llvm_reads = options.as_llvm_reads || form == Form::Upstream;
    let mut header = Header::read(ctx, text, (&top_level, !as_llvm_reads), errors)?;
    // LLVM upgrades the data layout of bitcode alone.
    if !as_llvm_reads {
        header.upgrade_layout(ctx);
        header.identifier = module_identifier(text, options.escapes).map(|identifier| ctx.byte_str(&identifier));
    }
    let mut tables =
        time("import-read-names-and-types", || named_tables((ctx, errors), text, &header, &top_level, options))?;
    tables.keeps_sources = form == Form::Upstream;
    tables.as_llvm_reads = as_llvm_reads;
    tables.types.keeps_pointees = !as_llvm_reads;
    let triple = header.triple.map(|triple| ctx.bytes(triple)).unwrap_or_default();
    let (graph, named) = (MetadataGraph::new(), NamedMetadata::new());
    let mut read = MetadataTables { tables, graph, named, top_level: &top_level, triple };
    passes::read_all(&mut read)?;
    let MetadataTables { mut tables, graph, named, .. } = read;
    let first = match form {
        Form::Lossless => Vec::new(),
        Form::Upstream => translation_order(text, &tables.nodes, &top_level),
    };
    let metadata = time("import-convert-debug-info", || {
        let debug = DebugImport::new(ctx, &graph, &first);
        MetadataImport::with_debug_info(ctx, &graph, &named, debug, tables.symbols.hash(ctx))
    });
    tables.metadata = Some(&metadata);
    tables.lines = options.locations.map(|file| Lines::new(ctx, file, text));
    let functions = time("import-read-function-headers", || headers(&tables, &top_level, options.release))?;
    tables.set_functions(&functions);
    tables.types.has_typed_headers = tables.types.has_typed_pointers();
    ifunc_types(&mut tables, &top_level);
    let (mut module, sources) = contents(&tables, &metadata, &header, &top_level, functions)?;
    errors.stop()?;
    let Some(sources) = sources else {
        time("import-add-structural-hashes", || add_structural_hashes(ctx, &mut module));
        return Ok((module, Ok(Vec::new())));
    };
    let imported =
        Imported { tables: &tables, metadata: &metadata, top_level: &top_level, layout: &header.layout(ctx) };
    let diagnostics =
        time("import-convert-to-upstream-form", || upstream_form::convert(&imported, &mut module, sources));
    Ok((module, diagnostics))
}

/// The tables of what has a name or number outside of metadata, as far as they are known without types of functions.
fn named_tables<'s, 'a>(
    (ctx, errors): (&'s Context, &'s Errors),
    text: &'a [u8],
    header: &Header,
    top_level: &[TopLevelEntity<'a>],
    options: &'s ImportOptions<'s>,
) -> DiagnosticResult<ModuleTables<'s, 'a>> {
    let file = header.source_filename.or_else(|| options.module_name.map(|name| ctx.str(name))).unwrap_or(EMPTY);
    let mut tables = ModuleTables::new(ctx, text, &header.layout_of_text(ctx), file, options);
    tables.errors = errors;
    tables.types = NamedTypes::read(ctx, text, top_level, &tables.layout, options.structs_as_literals, errors)?;
    let is_type_wrong = errors.any();
    tables.symbols = Symbols::read(ctx, text, top_level, (tables.layout.program_space, &tables.types), errors)?;
    if is_type_wrong {
        // All that is of the type would seem wrong as well.
        errors.stop()?;
    }
    tables.types.is_writers_text = header.identifier.is_some();
    tables.groups = AttributeGroups::read(ctx, &tables.types, text, top_level, errors)?;
    tables.block_tags = BlockTags::read(text, &tables.symbols);
    Ok(tables)
}

/// Narrows the releases that the text may be of by the spellings in the module's head.
fn narrow_by_header(tables: &ModuleTables<'_, '_>, header: &Header) {
    let spelled = [
        (header.has_asm_lines, Spelling::ModuleAsmLines),
        (header.has_former_layout, Spelling::AnyByteAlignment),
        (header.late_at.is_some(), Spelling::LateTargets),
    ];
    for (_, spelling) in spelled.into_iter().filter(|(is_there, _)| *is_there) {
        tables.types.releases.narrow(spelling.releases());
    }
}

/// Reads what the module holds, and puts it together.
fn contents<'a>(
    tables: &ModuleTables<'_, 'a>,
    metadata: &MetadataImport<'_>,
    header: &Header,
    top_level: &[TopLevelEntity<'a>],
    functions: Vec<FunctionHeader<'a>>,
) -> DiagnosticResult<(Module, Option<SourceMap>)> {
    let (ctx, options) = (tables.ctx, tables.options);
    let shows_demangled = tables.types.is_writers_text && shows_demangled(tables.text, &functions);
    let (renamed, mut functions): (Vec<_>, Vec<_>) = functions.into_iter().partition(|f| f.stands_late());
    let replaced = ReplacedDeclarations::of(ctx, &renamed);
    let mut orders = module_use_lists(tables, top_level)?;
    for function in &mut functions {
        if let Some(definition) = &mut function.definition {
            definition.listed_blocks = orders.blocks.remove(&definition.symbol).unwrap_or_default();
        }
    }
    let mut bodies = time("import-read-bodies", || bodies(tables, &functions))?;
    let numbers = functions.iter().zip(&bodies).filter_map(|(function, body)| {
        let (head, body) = (function.definition.as_ref()?, body.as_ref()?);
        (!body.listed_blocks.is_empty()).then(|| (head.symbol, body.listed_blocks.clone()))
    });
    let orders = preserved_module_orders(ctx, &orders, &numbers.collect());
    // No LLVM that upgrades typed pointers reads them as text.
    let of_bitcode = options.of_bitcode || tables.types.has_only_typed_pointers();
    implicit_intrinsic_declarations::declare(ctx, &bodies, &mut functions, renamed, of_bitcode);
    bodies.resize_with(functions.len(), || None);
    let mut module = Module::new();
    if options.locations.is_none() && metadata.has_debug_info() {
        module.loc = tables.module_loc;
    }
    let globals = time("import-read-global-values", || add_globals(tables, top_level, &mut module))?;
    add_comdats(tables, top_level, &mut module)?;
    for (name, attrs) in metadata.module_ops() {
        module.body.append(module.block, NewOp { attrs, ..NewOp::new(name) }, &[]);
    }
    let mut sources = globals.map(|globals| SourceMap { globals, functions: Vec::new() });
    let declarations =
        time("import-add-functions", || add_functions(tables, metadata, functions, bodies, &mut module, &mut sources));
    let mut entries = header.entries(ctx);
    let orders_uses = |op| ctx.entry(module.body.attrs(op), IRTRIP_USE_LIST_ORDERS).is_some();
    if options.of_bitcode && (orders.is_some() || module.ops().any(orders_uses)) {
        entries.push((IRTRIP_BITCODE_USE_LISTS, attrs::UNIT));
    }
    narrow_by_header(tables, header);
    tables.types.narrow_by_pointers();
    entries.extend(release_entries(tables, &replaced, top_level)?);
    entries.extend(shows_demangled.then_some((IRTRIP_DEMANGLED, attrs::UNIT)));
    entries.extend(orders.map(|orders| (IRTRIP_USE_LIST_ORDERS, orders)));
    entries.extend(summary(ctx, tables.text, top_level)?.map(|summary| (IRTRIP_SUMMARY, summary)));
    if !declarations.is_empty() {
        entries.push((IRTRIP_DECLARATIONS, ctx.array(&declarations)));
    }
    entries.extend(metadata.module_entries());
    module.attrs = ctx.dictionary(&entries);
    metadata.mark_tables(&mut module);
    module.releases = tables.types.releases.releases();
    let is_newer = tables.types.has_opaque_pointers() || module.releases.newest().is_none();
    if let Some(late) = header.late_at.filter(|_| is_newer) {
        return Cursor::new(tables.text, late).expected("top-level entity");
    }
    Ok((module, sources))
}

/// What the module says of the release whose text it was, where that is an older one.
fn release_entries<'a>(
    tables: &ModuleTables<'_, 'a>,
    replaced: &ReplacedDeclarations,
    top_level: &[TopLevelEntity<'a>],
) -> DiagnosticResult<NamedAttrs> {
    let ctx = tables.ctx;
    let mut entries = NamedAttrs::new();
    let Some(release) = release_of_text(tables, replaced) else { return Ok(entries) };
    entries.push((IRTRIP_RELEASE, ctx.string_attr(&release.to_string())));
    let writes_either = Spelling::TypedPointers.missing_in().contains(release);
    if writes_either && tables.types.has_only_typed_pointers() {
        entries.push((IRTRIP_TYPED_POINTERS, attrs::UNIT));
    }
    let has_typed = tables.types.has_typed_pointers();
    let zero_indices =
        has_typed.then(|| tables.types.zero_indices.unusual(ctx, tables.layout.pointer_bits(0))).flatten();
    entries.extend(zero_indices.map(|indices| (IRTRIP_ZERO_INDICES, indices)));
    entries.extend(tables.types.struct_pointees(ctx).map(|pointees| (IRTRIP_STRUCT_POINTEES, pointees)));
    let older = replaced.read(tables, top_level)?;
    entries.extend(older.map(|older| (IRTRIP_OLDER_DECLARATIONS, older)));
    Ok(entries)
}

fn headers<'a>(
    tables: &ModuleTables<'_, 'a>,
    top_level: &[TopLevelEntity<'a>],
    release: Option<Release>,
) -> DiagnosticResult<Vec<FunctionHeader<'a>>> {
    let functions: Vec<&TopLevelEntity<'a>> =
        top_level.iter().filter(|e| matches!(e.kind, TopLevelKind::Define | TopLevelKind::Declare)).collect();
    let read: Vec<DiagnosticResult<FunctionHeader<'a>>> = functions
        .par_iter()
        .with_min_len(HEADERS_A_THREAD)
        .map_init(|| HeaderReader::new(tables), |reader, entity| reader.function_header(entity))
        .collect();
    let mut headers = Vec::new();
    for function in read {
        let Some(function) = tables.errors.keep(function)? else { continue };
        // Debug intrinsics are records, which have no declaration.
        let record = matches!(&function.name, Name::Named(name) if debug_intrinsic(name).is_some());
        if record {
            tables.types.releases.narrow(Spelling::DebugRecords.missing_in());
        }
        if !record || function.definition.is_some() {
            headers.push(function);
        }
    }
    let says_unknown = |release| Spelling::UnknownIntrinsics.releases().contains(release);
    if tables.types.has_typed_pointers() || release.is_some_and(|release| !says_unknown(release)) {
        // Its writer says of no intrinsic that it does not know it.
        headers.iter_mut().for_each(|header| header.entries.retain(|entry| entry.0 != IRTRIP_KNOWN_INTRINSIC));
    }
    Ok(headers)
}

/// The newest release whose text it may be, where LLVM 22 does not write it.
fn release_of_text(tables: &ModuleTables<'_, '_>, replaced: &ReplacedDeclarations) -> Option<Release> {
    if tables.as_llvm_reads {
        return None;
    }
    let releases = &tables.types.releases;
    if let Some(release) = tables.options.release {
        let next = Release::EACH.iter().copied().find(|other| *other > release);
        let alone = Releases { since: Some(release), until: next };
        if releases.releases().contains(release) {
            releases.narrow(alone);
        }
        return Some(release).filter(|release| *release != Release::NATIVE);
    }
    // LLVM 22's writer declares intrinsics by the names that they have there.
    if tables.types.is_writers_text && !replaced.is_empty() && releases.other_than_models().is_none() {
        let is_later = replaced.names_more_types;
        releases.narrow(if is_later {
            Releases::ALL.since(Release::V23)
        } else {
            Releases::ALL.until(Release::NATIVE)
        });
    }
    // Later releases had typed pointers by an option, together with words that came after those.
    let typed = Spelling::TypedPointers.releases().until.map(|until| {
        let read = releases.releases();
        let is_by_option = read.since.is_some_and(|since| TYPED_BY_OPTION.contains(since));
        let until = TYPED_BY_OPTION.until.filter(|_| is_by_option).unwrap_or(until);
        Releases { until: read.until.map_or(Some(until), |other| Some(other.min(until))), ..read }
    });
    let typed = typed.filter(|_| tables.types.has_only_typed_pointers()).and_then(Releases::newest);
    typed.or_else(|| releases.other_than_models())
}

/// Reads the bodies in parallel. Of several failures the first in the text counts.
///
/// Readers are passed on from body to body, so that there are no more of them, and of their caches, than threads.
fn bodies<'a>(
    tables: &ModuleTables<'_, 'a>,
    functions: &[FunctionHeader<'a>],
) -> DiagnosticResult<Vec<Option<FunctionBody>>> {
    let headers: Vec<Option<&FunctionDefinition<'a>>> = functions.iter().map(|f| f.definition.as_ref()).collect();
    let idle: Mutex<Vec<FunctionReader<'_, 'a>>> = Mutex::new(Vec::new());
    let read_body = |head: &FunctionDefinition<'a>| {
        let mut reader = lock(&idle).pop().unwrap_or_else(|| FunctionReader::new(tables));
        let body = reader.function_body(head);
        lock(&idle).push(reader);
        body
    };
    let read: Vec<DiagnosticResult<Option<FunctionBody>>> =
        headers.par_iter().with_max_len(1).map(|head| head.map(read_body).transpose()).collect();
    read.into_iter().map(|body| Ok(tables.errors.keep(body)?.flatten())).collect()
}

/// A thread that panicked leaves readers that are as good as any: each starts afresh with every body.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the types of ifuncs, which calls need. Errors in one are reported where it is read whole.
fn ifunc_types<'a>(tables: &mut ModuleTables<'_, 'a>, top_level: &[TopLevelEntity<'a>]) {
    let ctx = tables.ctx;
    for entity in top_level {
        let TopLevelKind::Global(name) = &entity.kind else { continue };
        let (GlobalKind::IFunc, mut cursor) = global_kind(tables.text, entity) else { continue };
        if let Ok(ty) = TypeReader::new(ctx, &tables.types).read(&mut cursor)
            && matches!(ctx.type_data(ty), TypeData::LlvmFunction { .. })
        {
            tables.symbols.set_function(name, ty, MemoryEffects::ANY);
        }
    }
}

/// Variables come first, then aliases, then ifuncs, as LLVM has them. Returns their sources, where a source map is kept.
fn add_globals<'a>(
    tables: &ModuleTables<'_, 'a>,
    top_level: &[TopLevelEntity<'a>],
    module: &mut Module,
) -> DiagnosticResult<Option<Vec<(Op, GlobalSource)>>> {
    let mut order: Vec<(GlobalKind, &TopLevelEntity<'a>)> = top_level
        .iter()
        .filter(|e| matches!(e.kind, TopLevelKind::Global(_)))
        .map(|e| (global_kind(tables.text, e).0, e))
        .collect();
    order.sort_by_key(|e| e.0);
    let mut reader = GlobalReader::new(tables);
    for (_, entity) in order {
        if let TopLevelKind::Global(name) = &entity.kind {
            let read = reader.global(name, entity, module);
            tables.errors.keep(read)?;
        }
    }
    check_aliases(&reader)?;
    Ok(reader.sources)
}

/// Adds the functions; returns the declarations of intrinsics that are operations of their own.
pub(crate) fn add_functions<'a>(
    tables: &ModuleTables<'_, 'a>,
    metadata: &MetadataImport<'_>,
    functions: Vec<FunctionHeader<'a>>,
    bodies: Vec<Option<FunctionBody>>,
    module: &mut Module,
    sources: &mut Option<SourceMap>,
) -> Vec<Attr> {
    let ctx = tables.ctx;
    let mut declarations = Vec::new();
    for (place, (mut function, body)) in functions.into_iter().zip(bodies).enumerate() {
        if function.intrinsic {
            let position = ctx.int_attr(types::I64, place as i64);
            function.entries.push((IRTRIP_POSITION, position));
            declarations.push(ctx.dictionary(&function.entries));
            continue;
        }
        let mut nested = Body::new();
        let mut source = None;
        match body {
            Some(read) => {
                source = read.source;
                function.entries.extend(read.entries);
                nested = read.body;
                share_loops(ctx, metadata, read.loops, &mut nested);
            }
            None => {
                nested.append_region();
            }
        }
        let attrs = ctx.dictionary(&function.entries);
        let op = NewOp { attrs, loc: function.loc, ..NewOp::new(global_values::FUNC) };
        let op = module.body.append(module.block, op, &[]);
        if tables.options.places {
            module.body.set_text_place(op, function.at);
        }
        module.body.set_nested(op, nested);
        if let Some(sources) = sources {
            let attachments = function.attachments.into();
            sources.functions.push((op, FunctionSource { at: function.at, attachments, body: source }));
        }
    }
    declarations
}

/// Marks the operations that share a `!llvm.loop` node.
fn share_loops(
    ctx: &Context,
    metadata: &MetadataImport<'_>,
    loops: Vec<(irtrip_dialect::Op, irtrip_dialect::metadata::NodeId)>,
    body: &mut Body,
) {
    for (op, node) in loops {
        if let Some(id) = metadata.loop_id(node) {
            let attrs = ctx.with_entry(body.attrs(op), IRTRIP_LOOP_ID, Some(id));
            body.set_attrs(op, attrs);
        }
    }
}

impl Header {
    /// Reads a module's header; `upgrades` is whether it may be one that only older releases read.
    fn read(
        ctx: &Context,
        text: &[u8],
        (top_level, upgrades): (&[TopLevelEntity<'_>], bool),
        errors: &Errors,
    ) -> DiagnosticResult<Header> {
        let mut header = Header::default();
        let is_first =
            |entity: &TopLevelEntity<'_>| matches!(entity.kind, TopLevelKind::SourceFilename | TopLevelKind::Target);
        let late = top_level.iter().skip_while(|entity| is_first(entity)).find(|entity| is_first(entity));
        header.late_at = late.map(|entity| entity.start);
        if let Some(late) = header.late_at.filter(|_| !upgrades) {
            return Cursor::new(text, late).expected("top-level entity");
        }
        for entity in top_level {
            errors.keep(header.add(ctx, text, entity))?;
        }
        errors.keep(header.check_layout(ctx, upgrades))?;
        Ok(header)
    }

    /// Refuses a data layout that LLVM does not take, as it is or upgraded.
    fn check_layout(&mut self, ctx: &Context, upgrades: bool) -> DiagnosticResult<()> {
        let Some(wrong) = check_data_layout(&self.layout(ctx)) else { return Ok(()) };
        self.has_former_layout = upgrades && check_data_layout(&self.upgraded_layout(ctx)).is_none();
        match self.layout_at.clone().filter(|_| !self.has_former_layout) {
            Some(place) => fail(place, ImportCode::DataLayout(wrong)),
            None => Ok(()),
        }
    }

    /// The data layout that LLVM 22 has for the target.
    fn upgraded_layout(&self, ctx: &Context) -> String {
        let triple = self.triple.map(|triple| ctx.text(triple)).unwrap_or_default();
        data_layout::upgrade::upgraded(&self.layout(ctx), &triple)
    }

    /// Reads a line that is about the whole of the module; of any other entity nothing.
    fn add(&mut self, ctx: &Context, text: &[u8], entity: &TopLevelEntity<'_>) -> DiagnosticResult<()> {
        let mut cursor = Cursor::new(text.get(..entity.end).unwrap_or(text), entity.start);
        match entity.kind {
            TopLevelKind::SourceFilename => {
                cursor.word();
                cursor.expect(b'=', "'=' after source_filename")?;
                self.source_filename = Some(ctx.byte_str(&cursor.string()?));
            }
            TopLevelKind::Target => {
                cursor.word();
                let what_at = cursor.peek_pos();
                let what = cursor.word();
                cursor.expect(b'=', "'=' after target")?;
                let value_at = cursor.peek_pos();
                let value = Some(ctx.byte_str(&cursor.string()?));
                match what {
                    b"triple" => self.triple = value,
                    b"datalayout" => {
                        self.layout = value;
                        self.layout_at = Some(value_at..cursor.pos);
                    }
                    _ => {
                        return fail(what_at..cursor.pos, ImportCode::UnknownTargetProperty);
                    }
                }
            }
            TopLevelKind::ModuleAsm => {
                cursor.word();
                cursor.expect_word_as("asm", "'module asm'")?;
                self.assembly(ctx, text, &mut cursor)?;
            }
            _ => return Ok(()),
        }
        if !cursor.at_end() {
            return cursor.expected("top-level entity");
        }
        Ok(())
    }

    /// Reads what follows `module asm`: properties, and strings. As for LLVM's reader, strings with the properties of those
    /// before are of one part with them.
    fn assembly(&mut self, ctx: &Context, text: &[u8], cursor: &mut Cursor<'_>) -> DiagnosticResult<()> {
        let after = cursor.pos;
        let mut properties = [EMPTY; ASSEMBLY_PROPERTIES.len()];
        if cursor.eat(b'(') {
            self.has_asm_lines = true;
            loop {
                let at = cursor.peek_pos();
                let name = cursor.word();
                let expected = "property name followed by ':'";
                if name.is_empty() || cursor.peek() != b':' {
                    return fail(at..at + 1, ImportCode::Expected(expected));
                }
                let Some(place) = ASSEMBLY_PROPERTIES.iter().position(|property| property.as_bytes() == name) else {
                    return fail(at..cursor.pos, ImportCode::AssemblyProperty);
                };
                cursor.expect(b':', expected)?;
                properties[place] = ctx.byte_str(&cursor.string()?);
                if !cursor.eat(b',') {
                    break;
                }
            }
            cursor.expect(b')', "',' or ')'")?;
        }
        let next = cursor.peek_pos();
        // Writers that have strings on lines of their own begin a line with the first.
        self.has_asm_lines |= text.get(after..next).is_some_and(|space| space.contains(&b'\n'));
        let before = self.asm.len();
        self.asm.extend(assembly_lines(&cursor.string()?).map(|line| ctx.str_attr(ctx.byte_str(line))));
        while cursor.peek() == b'"' {
            self.has_asm_lines = true;
            self.asm.extend(assembly_lines(&cursor.string()?).map(|line| ctx.str_attr(ctx.byte_str(line))));
        }
        let lines = self.asm.len() - before;
        match self.asm_parts.last_mut().filter(|part| part.properties == properties) {
            Some(part) => part.lines += lines,
            None => self.asm_parts.push(AssemblyPart { lines, properties }),
        }
        Ok(())
    }

    /// Has the data layout that LLVM 22 has for the target.
    fn upgrade_layout(&mut self, ctx: &Context) {
        let upgraded = self.upgraded_layout(ctx);
        // One that LLVM does not accept once it is upgraded stays as it is.
        if *upgraded != *self.layout(ctx) && check_data_layout(&upgraded).is_none() {
            self.written_layout = Some(self.layout.unwrap_or(EMPTY));
            self.layout = Some(ctx.str(&upgraded));
        }
    }

    /// The text of the data layout; none is LLVM's default.
    pub fn layout<'c>(&self, ctx: &'c Context) -> Cow<'c, str> {
        self.layout.map(|l| ctx.text(l)).unwrap_or_default()
    }

    /// The data layout as the text has it: what the text leaves out, such as alignments, LLVM finds by this one.
    pub fn layout_of_text<'c>(&self, ctx: &'c Context) -> Cow<'c, str> {
        self.written_layout.map_or_else(|| self.layout(ctx), |layout| ctx.text(layout))
    }

    /// The module's attributes that come from the header.
    pub fn entries(&self, ctx: &Context) -> NamedAttrs {
        let mut entries = vec![(DLTI_DL_SPEC, data_layout::dl_spec(ctx, &self.layout(ctx)))];
        entries.extend(self.layout.map(|l| (LLVM_DATA_LAYOUT, ctx.str_attr(l))));
        entries.extend(self.written_layout.zip(self.layout).map(|(written, upgraded)| {
            (IRTRIP_DATA_LAYOUT, ctx.array(&[ctx.str_attr(written), ctx.str_attr(upgraded)]))
        }));
        entries.extend(self.triple.map(|t| (LLVM_TARGET_TRIPLE, ctx.str_attr(t))));
        // It is there even without a name: export supplies nothing for a module that was LLVM IR.
        entries.push((IRTRIP_SOURCE_FILENAME, ctx.str_attr(self.source_filename.unwrap_or(EMPTY))));
        entries.extend(self.identifier.map(|identifier| (IRTRIP_MODULE_ID, ctx.str_attr(identifier))));
        if !self.asm.is_empty() {
            entries.push((LLVM_MODULE_ASM, ctx.array(&self.asm)));
            if self.asm_parts.iter().any(AssemblyPart::has_properties) {
                let parts: Vec<Attr> = self.asm_parts.iter().map(|part| part.attr(ctx)).collect();
                entries.push((IRTRIP_MODULE_ASM, ctx.array(&parts)));
            }
        }
        entries
    }
}

/// Whether the first function with a name that is mangled as Rust's are has the demangled one in a comment before it,
/// as all have that rustc's writer made.
fn shows_demangled(text: &[u8], functions: &[FunctionHeader<'_>]) -> bool {
    let mangled = |function: &&FunctionHeader<'_>| match &function.name {
        Name::Named(name) => Some((function.at, rust_name(name)?)),
        Name::Number(_) => None,
    };
    let Some((at, shown)) = functions.iter().find_map(|function| mangled(&function)) else { return false };
    let lines = text.get(..at).unwrap_or_default().rsplit(|byte| *byte == b'\n').skip(1);
    lines.map_while(|line| line.strip_prefix(b"; ")).any(|comment| without_carriage_return(comment) == shown.as_bytes())
}

/// The identifier in the comment that LLVM's writer begins with: `; ModuleID = 'a.c'`. `escapes` are the text's.
fn module_identifier<'t>(text: &'t [u8], escapes: &[Escape]) -> Option<Cow<'t, [u8]>> {
    const BEFORE: &[u8] = b"; ModuleID = '";
    let line = without_carriage_return(text.split(|byte| *byte == b'\n').next()?);
    let identifier = line.strip_prefix(BEFORE)?.strip_suffix(b"'")?;
    Some(unescaped(identifier, BEFORE.len(), escapes))
}
