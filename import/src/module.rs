//! Puts a module together: the order of the steps, and the module's own attributes. LangRef, "Module Structure".

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::diagnostic::Diagnostic;
use irtrip_dialect::metadata::{DebugImport, MetadataGraph, MetadataImport};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Body, Context, Module, NewOp, Str, TypeData, data_layout};
use rayon::prelude::*;

use crate::auto_upgrade::module_flags::Protection;
use crate::bodies::debug_records::debug_intrinsic;
use crate::bodies::function::{FunctionBody, FunctionDefinition};
use crate::cursor::{Cursor, Name, fail};
use crate::error::{ImportErrorKind, Res};
use crate::global_values::function_headers::FunctionHeader;
use crate::global_values::implicit_intrinsic_declarations;
use crate::index::symbols::{BlockTags, GlobalKind, Symbols, global_kind};
use crate::reader::{Entries, Lines, Reader, Shared};
use crate::source_map::{FunctionSource, SourceMap};
use crate::split::{Braces, Entity, EntityKind, split};
use crate::tables::attribute_groups::AttributeGroups;
use crate::tables::metadata::{Nodes, ReadMetadata, inline_places};
use crate::tables::summary::summary;
use crate::tables::types::{NamedTypes, TypeReader};
use crate::upstream_form::{self, Imported, Translated};

/// How to import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions<'o> {
    /// A file name, to give operations locations in that file.
    pub locations: Option<&'o str>,
    /// Has the blocks that export marks as holding an edge apart as the blocks that they are to LLVM.
    pub keep_edges: bool,
    /// The name of the module's file where the text says none.
    pub module_name: Option<&'o str>,
    /// Makes literal structs of identified ones, as upstream's `-import-structs-as-literals` does.
    pub structs_as_literals: bool,
    /// Leaves out the elements of a `DICompositeType`, as upstream's `-drop-di-composite-type-elements` does.
    pub drop_composite_elements: bool,
    /// Has debug records as calls of intrinsics, as upstream's `-convert-debug-rec-to-intrinsics` does.
    pub debug_intrinsics: bool,
    /// Calls every intrinsic by `llvm.call_intrinsic`, as upstream's `-prefer-unregistered-intrinsics` does.
    pub prefer_unregistered_intrinsics: bool,
}

/// Above so many bytes of text, room for attributes is made in advance.
const LARGE: usize = 1 << 20;

/// How many headers of functions a thread reads at least.
const HEADERS_A_THREAD: usize = 128;

/// How many bytes of text there are for each attribute, at most: debug info makes the most of them.
const BYTES_AN_ATTRIBUTE: usize = 64;

/// What a module is imported to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The model that loses nothing.
    Lossless,
    /// What upstream's import makes.
    Upstream,
}

/// Reads a module; gives it with the diagnostics of step 8, which are none for the lossless form. Bodies whose end was
/// found too early are found out by their reader; the import then starts over with the slower search, whose failure
/// counts.
pub(crate) fn import(
    ctx: &Context,
    text: &str,
    options: &ImportOptions<'_>,
    form: Form,
) -> Res<(Module, Translated<Vec<Diagnostic>>)> {
    import_with(ctx, text.as_bytes(), options, form, Braces::AtLineStart)
        .or_else(|_| import_with(ctx, text.as_bytes(), options, form, Braces::Matched))
}

/// The lines of a module that are about the whole of it.
#[derive(Default)]
pub(crate) struct Header {
    pub source_filename: Option<Str>,
    pub layout: Option<Str>,
    pub triple: Option<Str>,
    pub asm: Vec<Attr>,
}

fn import_with(
    ctx: &Context,
    text: &[u8],
    options: &ImportOptions<'_>,
    form: Form,
    braces: Braces,
) -> Res<(Module, Translated<Vec<Diagnostic>>)> {
    if text.len() > LARGE {
        ctx.reserve_attrs(text.len() / BYTES_AN_ATTRIBUTE);
    }
    let entities = split(text, braces)?;
    let header = Header::read(ctx, text, &entities)?;
    let mut shared = named_tables(ctx, text, &header, &entities, options)?;
    shared.keeps_sources = form == Form::Upstream;
    let mut graph = MetadataGraph::new();
    shared.nodes = Nodes::declare(&mut graph, &entities)?;
    let places = inline_places(text, &entities);
    let ReadMetadata { inline, mut named, tags } =
        Reader::new(&shared).read_metadata(&mut graph, &entities, &places)?;
    shared.nodes.add(inline, tags);
    let triple = header.triple.map(|triple| ctx.bytes(triple)).unwrap_or_default();
    shared.protection = Protection::read(ctx, &mut graph, &mut named, triple);
    graph.finish();
    let debug = DebugImport::new(ctx, &graph);
    let metadata = MetadataImport::with_debug_info(ctx, &graph, &named, debug);
    shared.metadata = Some(&metadata);
    shared.lines = options.locations.map(|file| Lines::new(ctx, file, text));
    let functions = headers(&shared, &entities)?;
    shared.set_functions(&functions);
    ifunc_types(&mut shared, &entities);
    let (mut module, sources) = contents(&shared, &metadata, &header, &entities, functions)?;
    let Some(sources) = sources else { return Ok((module, Ok(Vec::new()))) };
    let imported = Imported { shared: &shared, metadata: &metadata, entities: &entities, layout: &header.layout(ctx) };
    let diagnostics = upstream_form::convert(&imported, &mut module, sources);
    Ok((module, diagnostics))
}

/// The tables of what has a name or number outside of metadata, as far as they are known without types of functions.
fn named_tables<'s, 'a>(
    ctx: &'s Context,
    text: &'a [u8],
    header: &Header,
    entities: &[Entity<'a>],
    options: &'s ImportOptions<'s>,
) -> Res<Shared<'s, 'a>> {
    let file = header.source_filename.or_else(|| options.module_name.map(|name| ctx.str(name))).unwrap_or(EMPTY);
    let mut shared = Shared::new(ctx, text, &header.layout(ctx), file, options);
    shared.types = NamedTypes::read(ctx, text, entities, &shared.layout, options.structs_as_literals)?;
    shared.symbols = Symbols::read(ctx, text, entities)?;
    shared.groups = AttributeGroups::read(ctx, &shared.types, text, entities)?;
    shared.block_tags = BlockTags::read(text, &shared.symbols);
    Ok(shared)
}

/// Reads what the module holds, and puts it together.
fn contents<'a>(
    shared: &Shared<'_, 'a>,
    metadata: &MetadataImport<'_>,
    header: &Header,
    entities: &[Entity<'a>],
    functions: Vec<FunctionHeader<'a>>,
) -> Res<(Module, Option<SourceMap>)> {
    let (ctx, options) = (shared.ctx, shared.options);
    let (renamed, mut functions): (Vec<_>, Vec<_>) = functions.into_iter().partition(|f| f.stands_late());
    let mut reader = Reader::new(shared);
    let mut orders = reader.module_use_lists(entities)?;
    for function in &mut functions {
        if let Some(definition) = &mut function.definition {
            definition.listed_blocks = orders.blocks.remove(&definition.symbol).unwrap_or_default();
        }
    }
    let mut bodies = bodies(shared, &functions)?;
    let numbers = functions.iter().zip(&bodies).filter_map(|(function, body)| {
        let (head, body) = (function.definition.as_ref()?, body.as_ref()?);
        (!body.listed_blocks.is_empty()).then(|| (head.symbol, body.listed_blocks.clone()))
    });
    let orders = reader.preserved_module_orders(&orders, &numbers.collect());
    implicit_intrinsic_declarations::declare(ctx, &bodies, &mut functions, renamed);
    bodies.resize_with(functions.len(), || None);
    let mut module = Module::new();
    if options.locations.is_none() && metadata.has_debug_info() {
        module.loc = shared.module_loc;
    }
    globals(&mut reader, entities, &mut module)?;
    reader.comdats(entities, &mut module)?;
    for (name, attrs) in metadata.module_ops() {
        module.body.append(module.block, NewOp { attrs, ..NewOp::new(name) }, &[]);
    }
    let mut sources = reader.global_sources.take().map(|globals| SourceMap { globals, functions: Vec::new() });
    let declarations = add_functions(shared, metadata, functions, bodies, &mut module, &mut sources);
    let mut entries = header.entries(ctx);
    entries.extend(orders.map(|orders| (IRTRIP_USE_LIST_ORDERS, orders)));
    entries.extend(summary(ctx, shared.text, entities)?.map(|summary| (IRTRIP_SUMMARY, summary)));
    if !declarations.is_empty() {
        entries.push((IRTRIP_DECLARATIONS, ctx.array(&declarations)));
    }
    entries.extend(metadata.module_entries());
    module.attrs = ctx.dictionary(&entries);
    Ok((module, sources))
}

fn headers<'a>(shared: &Shared<'_, 'a>, entities: &[Entity<'a>]) -> Res<Vec<FunctionHeader<'a>>> {
    let functions: Vec<&Entity<'a>> =
        entities.iter().filter(|e| matches!(e.kind, EntityKind::Define | EntityKind::Declare)).collect();
    let read: Vec<Res<FunctionHeader<'a>>> = functions
        .par_iter()
        .with_min_len(HEADERS_A_THREAD)
        .map_init(|| Reader::new(shared), |reader, entity| reader.function_header(entity))
        .collect();
    let mut headers = Vec::new();
    for function in read {
        let function = function?;
        // Debug intrinsics are records, which have no declaration.
        let record = matches!(&function.name, Name::Named(name) if debug_intrinsic(name).is_some());
        if !record || function.definition.is_some() {
            headers.push(function);
        }
    }
    Ok(headers)
}

/// Reads the bodies in parallel. Of several failures the first in the text counts.
///
/// Readers are passed on from body to body, so that there are no more of them, and of their caches, than threads.
fn bodies<'a>(shared: &Shared<'_, 'a>, functions: &[FunctionHeader<'a>]) -> Res<Vec<Option<FunctionBody>>> {
    let headers: Vec<Option<&FunctionDefinition<'a>>> = functions.iter().map(|f| f.definition.as_ref()).collect();
    let idle: Mutex<Vec<Reader<'_, 'a>>> = Mutex::new(Vec::new());
    let read_body = |head: &FunctionDefinition<'a>| {
        let mut reader = lock(&idle).pop().unwrap_or_else(|| Reader::new(shared));
        let body = reader.function_body(head);
        lock(&idle).push(reader);
        body
    };
    let read: Vec<Res<Option<FunctionBody>>> =
        headers.par_iter().with_max_len(1).map(|head| head.map(read_body).transpose()).collect();
    read.into_iter().collect()
}

/// A thread that panicked leaves readers that are as good as any: each starts afresh with every body.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives ifuncs the types they are called by. What is wrong with one is found where it is read whole.
fn ifunc_types<'a>(shared: &mut Shared<'_, 'a>, entities: &[Entity<'a>]) {
    let ctx = shared.ctx;
    for entity in entities {
        let EntityKind::Global(name) = &entity.kind else { continue };
        let (GlobalKind::IFunc, mut cursor) = global_kind(shared.text, entity) else { continue };
        if let Ok(ty) = TypeReader::new(ctx, &shared.types).read(&mut cursor)
            && matches!(ctx.type_data(ty), TypeData::LlvmFunction { .. })
        {
            shared.symbols.set_function(name, ty, MemoryEffects::ANY);
        }
    }
}

/// Variables come first, then aliases, then ifuncs, as LLVM has them.
fn globals<'a>(reader: &mut Reader<'_, 'a>, entities: &[Entity<'a>], module: &mut Module) -> Res<()> {
    let mut order: Vec<(GlobalKind, &Entity<'a>)> = entities
        .iter()
        .filter(|e| matches!(e.kind, EntityKind::Global(_)))
        .map(|e| (global_kind(reader.shared.text, e).0, e))
        .collect();
    order.sort_by_key(|e| e.0);
    for (_, entity) in order {
        if let EntityKind::Global(name) = &entity.kind {
            reader.global(name, entity, module)?;
        }
    }
    reader.check_aliases()
}

/// Adds the functions; gives the declarations of intrinsics that are operations of their own.
pub(crate) fn add_functions<'a>(
    shared: &Shared<'_, 'a>,
    metadata: &MetadataImport<'_>,
    functions: Vec<FunctionHeader<'a>>,
    bodies: Vec<Option<FunctionBody>>,
    module: &mut Module,
    sources: &mut Option<SourceMap>,
) -> Vec<Attr> {
    let ctx = shared.ctx;
    let mut declarations = Vec::new();
    for (place, (mut function, body)) in functions.into_iter().zip(bodies).enumerate() {
        if function.intrinsic {
            let position = ctx.int_attr(wk::I64, place as i64);
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
    fn read(ctx: &Context, text: &[u8], entities: &[Entity<'_>]) -> Res<Header> {
        let mut header = Header::default();
        for entity in entities {
            let mut cursor = Cursor::new(text.get(..entity.end).unwrap_or(text), entity.start);
            match entity.kind {
                EntityKind::SourceFilename => {
                    cursor.word();
                    cursor.expect(b'=', "'=' after source_filename")?;
                    header.source_filename = Some(ctx.byte_str(&cursor.string()?));
                }
                EntityKind::Target => {
                    cursor.word();
                    let what_at = cursor.peek_pos();
                    let what = cursor.word();
                    cursor.expect(b'=', "'=' after target")?;
                    let value = Some(ctx.byte_str(&cursor.string()?));
                    match what {
                        b"triple" => header.triple = value,
                        b"datalayout" => header.layout = value,
                        _ => {
                            let kind = ImportErrorKind::Invalid("unknown target property".into());
                            return fail(what_at..cursor.pos, kind);
                        }
                    }
                }
                EntityKind::ModuleAsm => {
                    cursor.word();
                    cursor.expect_word_as("asm", "'module asm'")?;
                    header.asm.push(ctx.str_attr(ctx.byte_str(&cursor.string()?)));
                }
                _ => continue,
            }
            if !cursor.at_end() {
                return cursor.expected("top-level entity");
            }
        }
        Ok(header)
    }

    /// The text of the data layout; none is LLVM's default.
    pub fn layout<'c>(&self, ctx: &'c Context) -> Cow<'c, str> {
        self.layout.map(|l| ctx.text(l)).unwrap_or_default()
    }

    /// The module's attributes that the header says.
    pub fn entries(&self, ctx: &Context) -> Entries {
        let mut entries = vec![(ctx.str("dlti.dl_spec"), data_layout::dl_spec(ctx, &self.layout(ctx)))];
        entries.extend(self.layout.map(|l| (LLVM_DATA_LAYOUT, ctx.str_attr(l))));
        entries.extend(self.triple.map(|t| (LLVM_TARGET_TRIPLE, ctx.str_attr(t))));
        // It is there even without a name: export supplies nothing for a module that was LLVM IR.
        entries.push((IRTRIP_SOURCE_FILENAME, ctx.str_attr(self.source_filename.unwrap_or(EMPTY))));
        if !self.asm.is_empty() {
            entries.push((LLVM_MODULE_ASM, ctx.array(&self.asm)));
        }
        entries
    }
}
