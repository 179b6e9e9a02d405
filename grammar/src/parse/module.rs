//! A whole text, in this order:
//!
//! 1. scan it once for what is at its top: aliases, resources, and where regions end
//! 2. resolve the aliases
//! 3. read the module's operations; the bodies of isolated ones are left aside
//! 4. read these bodies in parallel, each into a [`Body`] of its own
//!
//! An error ends its step, and the steps after it still read what is before the error: so the error that is first
//! in the text is found, whichever step finds it.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::diagnostic::{Diagnostic, ParseCode};
use irtrip_dialect::ops::{Global, LlvmForm, OpDef, Traits, builtin};
use irtrip_dialect::release::{Release, ReleaseRange, Releases};
use irtrip_dialect::{
    AttrData, Block, Body, Context, ContextDialects, DialectRegistry, Location, Module, Op, OpName, OpNameDefinition,
    names,
};
use rayon::prelude::*;

use super::ParseOptions;
use super::aliases::{Aliases, defined_name};
use super::cursor::Cursor;
use super::operations::body::{BodyParser, EntryArgument, Shared};
use super::operations::values::Values;
use super::parse_cache::ParseCache;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

/// Below this many bytes of bodies more threads do not pay.
const PARALLEL_BYTES: usize = 64 * 1024;

/// The body of an isolated operation, to be read.
pub(super) struct Job<'t> {
    pub op: Op,
    pub name: OpName,
    /// The regions' text.
    pub text: Range<usize>,
    pub entry: Vec<EntryArgument<'t>>,
}

impl<'t> Job<'t> {
    /// Where the regions start. They end at their own brackets, so that one that is not closed is read to the text's
    /// end.
    fn cursor(&self, text: &'t str) -> Cursor<'t> {
        Cursor::new(text, self.text.start..text.len())
    }
}

/// What is at the top of a text.
#[derive(Default)]
struct Layout<'t> {
    aliases: Aliases<'t>,
    /// Alias definitions and resources, in order.
    definitions: Vec<Range<usize>>,
    /// `{-# ... #-}`
    resources: Vec<super::resources::Group<'t>>,
    /// What is in braces inside no braces or one pair of braces, by its start.
    braces: Vec<Range<usize>>,
    /// Where operations at the top end at the latest.
    end: usize,
}

/// The bytes that count at the top of a text.
const AT_TOP: [bool; 256] = {
    let set = b"{}\"/#!";
    let mut table = [false; 256];
    let mut i = 0;
    while i < set.len() {
        table[set[i] as usize] = true;
        i += 1;
    }
    table
};

/// Finds what matters inside braces: braces, quotes, and slashes that may start a comment.
///
/// This scan is what all threads wait for, and nearly all of a text is inside braces. Few texts have comments, so that
/// bytes are looked for as far as the next two slashes, wherever these stand.
struct BraceScanner<'t> {
    bytes: &'t [u8],
    /// Where the next two slashes are, at or after the place last asked about; those before it are not known.
    slashes: usize,
}

impl BraceScanner<'_> {
    /// The next byte that counts at or after a place.
    fn next(&mut self, place: usize) -> Option<usize> {
        if self.slashes < place {
            let rest = self.bytes.get(place..)?;
            self.slashes = memchr::memmem::find(rest, b"//").map_or(self.bytes.len(), |at| place + at);
        }
        let found = memchr::memchr3(b'{', b'}', b'"', self.bytes.get(place..self.slashes)?);
        let next = found.map_or(self.slashes, |at| place + at);
        (next < self.bytes.len()).then_some(next)
    }
}

impl<'t> Layout<'t> {
    /// What is at the top up to the first error, and that error.
    fn scan(text: &'t str, dialects: &DialectRegistry) -> (Layout<'t>, Option<ParseError>) {
        let mut layout = Layout { end: text.len(), ..Layout::default() };
        let error = layout.scan_into(text, dialects).err();
        layout.aliases.incomplete |= error.is_some();
        (layout, error)
    }

    fn scan_into(&mut self, text: &'t str, dialects: &DialectRegistry) -> Parsed<()> {
        let layout = self;
        let bytes = text.as_bytes();
        let mut cursor = Cursor::new(text, 0..text.len());
        let mut inside = BraceScanner { bytes, slashes: 0 };
        let mut depth = 0_usize;
        // The braces that are open at depths 0 and 1.
        let mut open = [0; 2];
        loop {
            let next = match depth {
                0 => {
                    let rest = bytes.get(cursor.pos..).unwrap_or_default();
                    rest.iter().position(|&byte| AT_TOP[usize::from(byte)]).map(|at| cursor.pos + at)
                }
                _ => inside.next(cursor.pos),
            };
            let Some(next) = next else { break };
            cursor.pos = next;
            match bytes[next] {
                b'{' if depth == 0 && bytes.get(cursor.pos + 1..cursor.pos + 3) == Some(b"-#") => {
                    layout.skip_resources(&mut cursor, dialects)?;
                    continue;
                }
                b'{' => {
                    if let Some(slot) = open.get_mut(depth) {
                        *slot = layout.braces.len();
                        layout.braces.push(cursor.pos..cursor.pos);
                    }
                    depth += 1;
                }
                b'}' if depth > 0 => {
                    depth -= 1;
                    if let Some(brace) = open.get(depth).and_then(|&i| layout.braces.get_mut(i)) {
                        brace.end = cursor.pos + 1;
                    }
                }
                b'"' => {
                    // Who reads a string that does not end reports it.
                    if cursor.string().is_err() {
                        break;
                    }
                    continue;
                }
                b'/' if bytes.get(cursor.pos + 1) == Some(&b'/') => {
                    cursor.skip_space();
                    continue;
                }
                b'#' | b'!' if depth == 0 && layout.defines(&mut cursor)? => continue,
                _ => {}
            }
            cursor.pos += 1;
        }
        layout.aliases.incomplete = depth > 0 || !cursor.rest().is_empty() && cursor.peek() == b'"';
        Ok(())
    }

    /// Reads an alias definition if one is here. `#variable = %value` belongs to an operation.
    fn defines(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        let (start, mut ahead) = (cursor.pos, *cursor);
        ahead.pos += 1;
        let is_named = ahead.name().is_some();
        let name = ahead.since(start);
        if !is_named || !ahead.eat_byte(b'=') || ahead.sees("%") {
            return Ok(false);
        }
        *cursor = ahead;
        self.end = start;
        let has_end = self.aliases.define(name, cursor)?;
        self.definitions.push(start..cursor.pos);
        if has_end {
            self.end = cursor.left() + cursor.pos;
        }
        Ok(true)
    }

    fn skip_resources(&mut self, cursor: &mut Cursor<'t>, dialects: &DialectRegistry) -> Parsed<()> {
        let start = cursor.pos;
        self.end = start;
        self.resources = super::resources::sections(cursor, dialects)?;
        self.end = cursor.left() + cursor.pos;
        self.definitions.push(start..cursor.pos);
        Ok(())
    }
}

impl<'p> Shared<'p> {
    /// What the bodies of a text share.
    pub fn new(text: &str, options: &'p ParseOptions, braces: Vec<Range<usize>>) -> Shared<'p> {
        let lines = match options.locations {
            true => std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect(),
            false => Vec::new(),
        };
        Shared { options, lines, braces }
    }

    /// The end of a region that was met by the scan at the start.
    pub fn end_of_region(&self, start: usize) -> Option<usize> {
        let at = self.braces.binary_search_by_key(&start, |brace| brace.start).ok()?;
        self.braces.get(at).map(|brace| brace.end).filter(|&end| end > start)
    }
}

/// Reads a whole text.
pub(super) fn parse(ctx: &Context, text: &str, options: &ParseOptions) -> Result<Module, Vec<Diagnostic>> {
    if u32::try_from(text.len()).is_err() {
        return Err(vec![Diagnostic::new(ParseCode::TooLarge, 0..0)]);
    }
    on_deep_stack(|| read_all(ctx, text, options))
}

fn read_all(ctx: &Context, text: &str, options: &ParseOptions) -> Result<Module, Vec<Diagnostic>> {
    let (mut layout, error) = Layout::scan(text, ctx.dialects());
    layout.aliases.releases = options.older_releases.then(ReleaseRange::default);
    layout.aliases.through_double = !options.older_releases;
    let mut errors: Vec<ParseError> = error.into_iter().collect();
    errors.extend(layout.aliases.resolve(ctx, text, !options.allow_unregistered));
    let shared = Shared::new(text, options, layout.braces);
    let mut texts = ParseCache::new(ctx, text, &layout.aliases);
    texts.known_only = !options.allow_unregistered;
    // Names that are wrong hide what is after them, which may follow from it.
    let is_outside = !errors.is_empty();
    let (mut module, jobs) = read_top(&shared, &mut texts, &layout.definitions, layout.end, &mut errors);
    let _ = layout.aliases.symbols.set(irtrip_dialect::metadata::older::take(ctx, &mut module));
    module.resources = super::resources::resources(ctx, &layout.resources);
    read_bodies(&shared, &mut texts, &mut module, jobs, &mut errors);
    errors.extend(layout.aliases.without_body(ctx));
    module.releases = layout.aliases.releases.map_or(Releases::ALL, |releases| releases.releases());
    module.has_single_spaces = layout.aliases.spaces.other_than_models().is_some();
    errors.sort_by_key(|error| error.span().start);
    if errors.is_empty() {
        irtrip_dialect::mlir_release::raise(ctx, &mut module);
        if module.releases.since.is_some_and(|release| release > Release::NATIVE) {
            irtrip_dialect::metadata::later::take(ctx, &mut module);
        }
        return Ok(module);
    }
    let shown = if is_outside || options.first_error_only { 1 } else { errors.len() };
    let mut found: Vec<Diagnostic> = errors.into_iter().take(shown).flat_map(ParseError::into_diagnostics).collect();
    // A form that was tried twice found what is wrong inside it twice.
    found.dedup_by(|a, b| a.location == b.location && a.code == b.code);
    Err(found)
}

/// Reads the operations at the top and makes the module: the one that is there alone, or one around them all.
fn read_top<'t>(
    shared: &Shared<'_>,
    texts: &mut ParseCache<'_, 't>,
    definitions: &[Range<usize>],
    end: usize,
    errors: &mut Vec<ParseError>,
) -> (Module, Vec<Job<'t>>) {
    let cursor = Cursor::new(texts.text, 0..texts.text.len());
    let mut jobs = Vec::new();
    let mut parser = BodyParser::new(shared, texts, cursor, 0);
    parser.jobs = Some(&mut jobs);
    let root = parser.body.append_region();
    let block = parser.body.new_block();
    parser.body.append_block(root, block);
    parser.blocks.push(Default::default());
    let read = top_operations(&mut parser, definitions, end, block);
    let scope = parser.blocks.pop().unwrap_or_default();
    let (mut body, mut wrong) = (parser.body, parser.errors);
    // What is used before its definition may be defined after an error.
    let whole = read.and_then(|()| match errors.is_empty() && wrong.is_empty() {
        true => scope.finish(&parser.cursor).and_then(|()| parser.values.finish(&mut body, parser.texts)),
        false => Ok(()),
    });
    errors.extend(whole.err());
    errors.append(&mut wrong);
    if let (Some(op), [job], true) = (only_module(&body, block), &jobs[..], errors.is_empty()) {
        let mut inner = Vec::new();
        let module = read_module(shared, texts, &body, (op, job), &mut inner);
        return (module.map_err(|error| errors.push(error)).unwrap_or_default(), inner);
    }
    let ctx = texts.ctx;
    // Upstream's place of a module that the text does not spell: the start of a part of a file, but of a file none.
    let (line, column) = match shared.options.start {
        (1, 1) => (0, 0),
        (line, column) => (line as u32, column as u32),
    };
    let place = Location::File { file: ctx.str(&shared.options.file), line, column, end: None };
    let loc = match shared.options.locations {
        true => ctx.attr(AttrData::Location(place)),
        false => attrs::UNKNOWN_LOC,
    };
    (Module { body, block, loc, implicit: true, ..Module::new() }, jobs)
}

/// Reads operations at the top, between definitions, up to `end`.
fn top_operations(
    parser: &mut BodyParser<'_, '_, '_>,
    definitions: &[Range<usize>],
    end: usize,
    block: Block,
) -> Parsed<()> {
    let mut definitions = definitions.iter().peekable();
    loop {
        parser.cursor.skip_space();
        while definitions.next_if(|d| d.end <= parser.cursor.pos).is_some() {}
        if let Some(definition) = definitions.next_if(|d| d.start == parser.cursor.pos) {
            parser.cursor.pos = definition.end;
        } else if parser.cursor.at_end() || parser.cursor.pos >= end {
            return Ok(());
        } else if matches!(parser.cursor.peek(), b'#' | b'!') {
            // The scan accepts what is well-formed.
            defined_name(&mut parser.cursor)?;
        } else {
            let start = parser.start();
            if let Err(error) = parser.operation(block) {
                parser.recover(error, start)?;
            }
        }
    }
}

/// The operation that a text consists of, if it is a module.
fn only_module(body: &Body, block: Block) -> Option<Op> {
    let first = body.first_op(block)?;
    (body.name(first) == builtin::MODULE && body.next_op(first).is_none()).then_some(first)
}

fn read_module<'t>(
    shared: &Shared<'_>,
    texts: &mut ParseCache<'_, 't>,
    outer: &Body,
    (op, job): (Op, &Job<'t>),
    jobs: &mut Vec<Job<'t>>,
) -> Parsed<Module> {
    let ctx = texts.ctx;
    let mut parser = BodyParser::new(shared, texts, job.cursor(texts.text), 0);
    parser.values = Values::new(job.text.len());
    parser.jobs = Some(jobs);
    let read = parser.isolated(&[], true)?;
    let root = read.body.regions().first().copied();
    let Some(&block) = root.and_then(|root| read.body.blocks(root).first()) else {
        return Err(ParseError::new(job.text.clone(), ParseCode::Expected("a region")));
    };
    let name = outer.string_attr(ctx, op, names::SYM_NAME);
    let attributes = match name {
        Some(_) => ctx.with_entry(outer.attrs(op), names::SYM_NAME, None),
        None => outer.attrs(op),
    };
    Ok(Module { name, attrs: attributes, loc: outer.loc(op), body: read.body, block, ..Module::new() })
}

/// Reads the bodies that were left aside, largest first so that none is waited for alone at the end.
fn read_bodies<'t>(
    shared: &Shared<'_>,
    top: &mut ParseCache<'_, 't>,
    module: &mut Module,
    jobs: Vec<Job<'t>>,
    errors: &mut Vec<ParseError>,
) {
    let (ctx, text, aliases) = (top.ctx, top.text, top.aliases);
    let bytes: usize = jobs.iter().map(|job| job.text.len()).sum();
    let threads = if bytes < PARALLEL_BYTES { 1 } else { rayon::current_num_threads() };
    let mut order: Vec<&Job<'t>> = jobs.iter().collect();
    if threads > 1 {
        order.sort_by_key(|job| std::cmp::Reverse(job.text.len()));
    }
    let next = AtomicUsize::new(0);
    let work = |_| {
        let mut texts = ParseCache::new(ctx, text, aliases);
        texts.known_only = !shared.options.allow_unregistered;
        let mut done = Vec::new();
        while let Some(job) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((job.op, read_body(shared, &mut texts, job)));
        }
        done
    };
    let done: Vec<(Op, Parsed<Body>)> = match threads {
        1 => work(0),
        _ => (0..threads).into_par_iter().with_max_len(1).map(work).flatten().collect(),
    };
    let mut bodies = Vec::with_capacity(done.len());
    for (op, body) in done {
        match body {
            Ok(body) => bodies.push((op, body)),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return;
    }
    // In the operations' order, so that the result does not depend on the threads.
    bodies.sort_by_key(|(op, _)| *op);
    for (op, body) in bodies {
        module.body.set_nested(op, body);
    }
}

fn read_body<'t>(shared: &Shared<'_>, texts: &mut ParseCache<'_, 't>, job: &Job<'t>) -> Parsed<Body> {
    let cursor = job.cursor(texts.text);
    let single = job.name.def().is_some_and(|def| def.is(Traits::NO_TERMINATOR));
    let mut parser = BodyParser::new(shared, texts, cursor, 1).within(job.name.def());
    parser.values = Values::new(job.text.len());
    parser.body.reserve(cursor.slice(job.text.clone()).as_bytes());
    let read = parser.isolated(&job.entry, single)?;
    check_not_empty(job.name, &read.body, job.text.start)?;
    Ok(read.body)
}

/// A function's body, which starts at `start`, has a block; one of `llvm.func` that has none is a declaration.
pub(super) fn check_not_empty(name: OpName, body: &Body, start: usize) -> Parsed<()> {
    let is_function = |def: &&'static OpDef| {
        def.attr_slot("function_type").is_some() && !matches!(def.llvm, LlvmForm::Global(Global::Func))
    };
    let Some(def) = name.def().filter(is_function) else {
        return Ok(());
    };
    if body.block_count() > 0 {
        return Ok(());
    }
    Err(ParseError::at(start, ParseCode::Expected("non-empty function body")).in_operation(def.name))
}
