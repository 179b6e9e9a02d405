//! The printer: a module as MLIR text, in upstream's layout to the letter.
//!
//! 1. [`aliases`] meets all attributes and types in printing order and names them.
//! 2. [`operations::printer_defs`] makes the table's formats ready: attribute names as handles, white space in its places.
//! 3. [`operations`] prints the module's operations, several threads at a time, each into its own piece of text.
//!    [`names`] labels each body's values and blocks.
//! 4. [`attributes`] and [`attributes::types`] are the leaves.

use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::deep_stack::{is_deep, on_deep_stack};
use irtrip_dialect::mlir_release::ReleaseForm;
use irtrip_dialect::ordered_sink::in_order;
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::release::Release;
use irtrip_dialect::source_map::{MappedRange, MappedText, SourceConstruct};
use irtrip_dialect::{Attr, Block, Body, Context, Module, Op, Str, Type, names as known};
use rayon::prelude::*;

mod aliases;
pub(crate) mod attributes;
pub mod custom_forms;
mod names;
mod operations;
mod resources;
mod source_map;
#[cfg(test)]
mod tests;
pub mod text;

pub use names::labels::Labels;

use aliases::Aliases;
use attributes::{AttrPrinter, Details};
use custom_forms::FormParts;
use names::{FirstNumbers, Naming, UsedNames};
use operations::OpPrinter;
use operations::printer_defs::PrinterDefs;

/// What the text looks like.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// Values and blocks keep the names they were read with; those without one are numbered. Otherwise upstream's
    /// numbering: `%arg0`, `%0`, `^bb0`.
    pub names: bool,
    /// Every operation in the generic form.
    pub generic: bool,
    /// The release of MLIR that reads the text, if that is an older one, or [`Release::NEXT`]. For an older one the module
    /// is in its terms ([`irtrip_dialect::mlir_release`]). What the release is not known to read in the custom form is in the
    /// generic form, which all releases have in common.
    pub release: Option<Release>,
    /// In text for a release, operations of this form are all that is in the custom form, whether the release is known to read it
    /// or not: for who asks the release.
    pub probed: Option<FormParts>,
    /// Locations.
    pub debug_info: bool,
    /// Locations for readers, which no parser accepts: `f.c:3:1` instead of `loc("f.c":3:1)`.
    pub pretty_locations: bool,
    /// No aliases: every operation's text stands for itself. Nothing follows the module, not even a line's end.
    pub local_scope: bool,
    /// Identified structs are defined once, as aliases at the top. Upstream spells them out everywhere.
    pub type_aliases: bool,
    /// A location that is said once is spelled where it is said, and `unknown` everywhere. Upstream gives each an alias.
    pub single_use_locations_in_place: bool,
    /// How many elements of a `dense` attribute are still written one by one; more are written as bytes.
    pub hex_elements_above: usize,
    /// How many elements of an attribute are still written; more that are not all equal are left out.
    pub elide_elements_above: Option<usize>,
    /// Floats of more than 64 bits that are no `f64` are written as bits: upstream's parser reads decimals as `f64`.
    pub long_floats_as_bits: bool,
    /// A number of the type `ppc_fp128` has the type `f128` after it, as in what upstream's import of LLVM IR prints.
    /// Upstream's parser then takes it for another number.
    pub double_doubles_as_f128: bool,
    /// How long a string among the resources may be; those with a longer one are left out.
    pub elide_resources_above: Option<usize>,
    /// Upstream's numbering without a number twice in a module. The generic form always has it.
    pub unique_ids: bool,
    /// Values are called by the names in their locations.
    pub names_of_locations: bool,
    /// Regions are left out: `{...}`.
    pub skip_regions: bool,
    /// Who uses a value follows it in a comment.
    pub value_users: bool,
    /// Of a module that was put around one operation, only that operation.
    pub no_implicit_module: bool,
    /// Other names for identified structs, by their own.
    pub struct_names: HashMap<Str, String>,
}

impl Default for PrintOptions {
    /// irtrip's own form: LLVM's names, aliases for identified structs, numbers that upstream's parser keeps.
    fn default() -> Self {
        PrintOptions {
            names: true,
            type_aliases: true,
            single_use_locations_in_place: true,
            long_floats_as_bits: true,
            ..PrintOptions::upstream()
        }
    }
}

impl PrintOptions {
    /// irtrip's own form of a module: with locations where it has any.
    pub fn of(module: &Module) -> Self {
        let debug_info = module.loc != UNKNOWN_LOC || has_locations(&module.body);
        PrintOptions { debug_info, ..PrintOptions::default() }
    }

    /// irtrip's own form of a module, for a release of MLIR in whose terms it is.
    #[must_use]
    pub fn for_release(self, release: Release) -> Self {
        if release >= Release::NATIVE {
            return PrintOptions { release: Some(release), ..self };
        }
        PrintOptions { type_aliases: false, release: Some(release), ..self }
    }

    /// Byte for byte what `mlir-translate --import-llvm` and `mlir-opt` print.
    pub fn upstream() -> Self {
        PrintOptions {
            names: false,
            generic: false,
            release: None,
            probed: None,
            debug_info: false,
            pretty_locations: false,
            local_scope: false,
            type_aliases: false,
            single_use_locations_in_place: false,
            hex_elements_above: attributes::HEX_THRESHOLD,
            elide_elements_above: None,
            long_floats_as_bits: false,
            double_doubles_as_f128: false,
            elide_resources_above: None,
            unique_ids: false,
            names_of_locations: false,
            skip_regions: false,
            value_users: false,
            no_implicit_module: false,
            struct_names: HashMap::new(),
        }
    }
}

/// Whether an operation or a block's argument has a location, which a module without one may have, too. Recurses as deep as
/// bodies nest, which the reader limits.
fn has_locations(body: &Body) -> bool {
    let is_located =
        |block: Block| (0..body.block_args(block).len()).any(|index| body.block_arg_loc(block, index) != UNKNOWN_LOC);
    (0..body.op_count()).any(|op| body.loc(Op::new(op)) != UNKNOWN_LOC)
        || (0..body.block_count()).any(|block| is_located(Block::new(block)))
        || body.all_nested().iter().any(has_locations)
}

/// What all threads that print a module share.
struct Shared<'a> {
    ctx: &'a Context,
    options: &'a PrintOptions,
    defs: PrinterDefs<'a>,
    aliases: Aliases,
    details: Details,
    /// Where each region's numbers start, if no number is twice in a module.
    starts: Option<FirstNumbers>,
    /// The body of the module, if only the operation in it is printed.
    unwritten: Option<&'a Body>,
    /// The generic form of the release that reads the text, if that is another than the model's.
    of_release: Option<ReleaseForm<'a>>,
    /// [`Module::has_single_spaces`].
    has_single_spaces: bool,
}

impl<'a> Shared<'a> {
    fn new(ctx: &'a Context, module: &'a Module, options: &'a PrintOptions) -> Shared<'a> {
        let defs = PrinterDefs::new(ctx, options.release);
        let mut aliases = aliases::visit::aliases(ctx, module, options, &defs);
        aliases.struct_names.clone_from(&options.struct_names);
        aliases.release = options.release;
        let of_release = options.release.map(|release| ReleaseForm::new(ctx, module, release));
        let unwritten = (options.no_implicit_module && module.implicit).then_some(&module.body);
        let mut shared = Shared {
            ctx,
            options,
            defs,
            aliases,
            details: Details::of(options),
            starts: None,
            unwritten,
            of_release,
            has_single_spaces: module.has_single_spaces,
        };
        if !options.names && (options.unique_ids || options.generic) {
            let starts = names::starts(&module.body, &mut shared.naming(&mut UsedNames::default()));
            shared.starts = Some(starts);
        }
        shared
    }

    /// How values and blocks are named.
    fn naming<'u>(&'a self, used: &'u mut UsedNames) -> Naming<'a, 'u> {
        Naming { ctx: self.ctx, options: self.options, starts: self.starts.as_ref(), unwritten: self.unwritten, used }
    }
}

/// Prints a module. The text comes in pieces, in order; written one after the other they are the file.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_grammar::print::{PrintOptions, print};
/// let ctx = Context::new();
/// assert_eq!(print(&ctx, &Module::new(), &PrintOptions::default()).concat(), "module {\n}\n");
/// ```
pub fn print(ctx: &Context, module: &Module, options: &PrintOptions) -> Vec<String> {
    on_deep_stack(|| time("print", || print_pieces(ctx, module, options)))
}

fn print_pieces(ctx: &Context, module: &Module, options: &PrintOptions) -> Vec<String> {
    let shared = Shared::new(ctx, module, options);
    let pieces = pieces(&shared, module);
    let next = AtomicUsize::new(0);
    let threads = threads(&pieces);
    let work = |_| {
        let mut writer = PieceWriter::new(&shared, module);
        let mut done = Vec::new();
        while let Some((place, piece)) = take(&next, &pieces) {
            done.push((place, writer.text(piece, String::new())));
        }
        done
    };
    let mut texts: Vec<(usize, String)> = (0..threads).into_par_iter().flat_map_iter(work).collect();
    texts.sort_unstable_by_key(|t| t.0);
    texts.into_iter().map(|t| t.1).collect()
}

/// How many parts the longest type or attribute of a module has where it is spelled without aliases. What is shared is spelled
/// each time, so that there may be exponentially more than the module holds.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_grammar::print::{PrintOptions, most_parts};
/// let (ctx, mut module) = (Context::new(), Module::new());
/// let deep = (0..99).fold(ctx.array(&[]), |item, _| ctx.array(&[item, item]));
/// module.attrs = ctx.dictionary(&[(ctx.str("a.b"), deep)]);
/// assert_eq!(most_parts(&ctx, &module, &PrintOptions::default()), u64::MAX);
/// ```
pub fn most_parts(ctx: &Context, module: &Module, options: &PrintOptions) -> u64 {
    let defs = PrinterDefs::new(ctx, options.release);
    aliases::visit::collect(ctx, module, options, &defs, true).most_parts()
}

/// Prints a module, as [`print`]; `sink` gets each piece as soon as it and all before it are there. While it is at
/// work, threads of their own make the next ones, where the thread that calls has a stack that is deep enough.
///
/// # Errors
/// The first of `sink`, after which nothing more is printed.
pub fn print_to<E>(
    ctx: &Context,
    module: &Module,
    options: &PrintOptions,
    mut sink: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    if !is_deep() {
        return print(ctx, module, options).iter().try_for_each(|piece| sink(piece));
    }
    time("print", || print_pieces_to(ctx, module, options, sink))
}

fn print_pieces_to<E>(
    ctx: &Context,
    module: &Module,
    options: &PrintOptions,
    mut sink: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let shared = Shared::new(ctx, module, options);
    let pieces = pieces(&shared, module);
    let make = |writer: &mut PieceWriter, place: usize, memory: String| match pieces.get(place) {
        Some(piece) => writer.text(piece, memory),
        None => memory,
    };
    let take = |mut text: String| {
        sink(&text)?;
        text.clear();
        Ok(text)
    };
    in_order(pieces.len(), threads(&pieces), || PieceWriter::new(&shared, module), make, take)
}

/// Prints a module in pieces, as [`print`], with what of the module each stretch says.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_grammar::print::{PrintOptions, print_with_source_map};
/// let (ctx, module) = (Context::new(), Module::new());
/// let pieces = print_with_source_map(&ctx, &module, &PrintOptions::default());
/// let mut ranges = pieces.iter().flat_map(|piece| &piece.ranges);
/// assert!(ranges.all(|range| range.construct == irtrip_dialect::source_map::SourceConstruct::Module));
/// ```
pub fn print_with_source_map(ctx: &Context, module: &Module, options: &PrintOptions) -> Vec<MappedText> {
    on_deep_stack(|| {
        let shared = Shared::new(ctx, module, options);
        let pieces = pieces(&shared, module);
        let writer = || PieceWriter::new(&shared, module);
        pieces.par_iter().map_init(writer, |writer, piece| writer.marked(piece)).collect()
    })
}

/// How many threads print pieces. A module of a few is printed before another thread has started.
fn threads(pieces: &[Piece]) -> usize {
    const FEW: usize = 6;
    if pieces.len() <= FEW { 1 } else { rayon::current_num_threads() }
}

/// The next piece that no thread has taken.
fn take<'p, 'a>(next: &AtomicUsize, pieces: &'p [Piece<'a>]) -> Option<(usize, &'p Piece<'a>)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, pieces.get(place)?))
}

/// Prints operations, each given with the body it is in, as upstream shows one in a message: without aliases, and
/// numbered as what is in the operation around it that is isolated from above.
///
/// ```
/// use irtrip_dialect::{Context, Module, NewOp, ops::llvm};
/// use irtrip_grammar::print::{PrintOptions, print_each};
/// let (ctx, mut module) = (Context::new(), Module::new());
/// let block = module.block;
/// let op = module.body.append(block, NewOp::new(llvm::UNREACHABLE), &[]);
/// let options = PrintOptions { generic: true, ..PrintOptions::upstream() };
/// assert_eq!(print_each(&ctx, [(&module.body, op)], &options), ["\"llvm.unreachable\"() : () -> ()"]);
/// ```
pub fn print_each<'m>(
    ctx: &Context,
    operations: impl IntoIterator<Item = (&'m Body, Op)>,
    options: &PrintOptions,
) -> Vec<String> {
    let operations: Vec<(&Body, Op)> = operations.into_iter().collect();
    on_deep_stack(|| print_operations(ctx, &operations, options))
}

fn print_operations(ctx: &Context, operations: &[(&Body, Op)], options: &PrintOptions) -> Vec<String> {
    let (defs, details) = (PrinterDefs::new(ctx, options.release), Details::of(options));
    let mut aliases = Aliases::default();
    aliases.struct_names.clone_from(&options.struct_names);
    let (starts, unwritten, has_single_spaces) = (None, None, false);
    let mut shared = Shared {
        ctx,
        options,
        defs,
        aliases,
        details,
        starts,
        unwritten,
        of_release: options.release.map(|release| ReleaseForm::of_operations(ctx, release)),
        has_single_spaces,
    };
    let text = |&(body, op): &(&Body, Op)| {
        let outermost = body.nested(op).unwrap_or(body);
        shared.starts = None;
        shared.starts = Some(names::starts(outermost, &mut shared.naming(&mut UsedNames::default())));
        let mut printer = OpPrinter::new(&shared, body);
        printer.operation_line(op);
        printer.out.pop();
        printer.out
    };
    operations.iter().map(text).collect()
}

/// Prints a type as upstream does, without aliases.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// assert_eq!(irtrip_grammar::print::print_type(&ctx, ctx.array_type(4, ctx.ptr_type(0))), "!llvm.array<4 x ptr>");
/// ```
pub fn print_type(ctx: &Context, ty: Type) -> String {
    on_deep_stack(|| {
        let aliases = Aliases::default();
        let mut out = String::new();
        attributes::types::TypePrinter::new(ctx, &aliases).write(&mut out, ty);
        out
    })
}

/// Prints an attribute or a location as upstream does, without aliases.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// assert_eq!(irtrip_grammar::print::print_attr(&ctx, ctx.int_attr(ctx.int_type(32), 7)), "7 : i32");
/// ```
pub fn print_attr(ctx: &Context, attr: Attr) -> String {
    print_attr_start(ctx, attr, usize::MAX).0
}

/// The beginning of an attribute as [`print_attr`] prints it for a release, with these numbers for distinct attributes.
pub fn print_attr_numbered(
    ctx: &Context,
    attr: Attr,
    distinct: FxHashMap<Attr, u32>,
    release: Option<Release>,
    most: usize,
) -> (String, bool) {
    let mut aliases = Aliases::default();
    (aliases.distinct, aliases.release) = (distinct, release);
    attr_start(ctx, attr, &aliases, most)
}

/// The beginning of an attribute as [`print_attr`] prints it, at most `most` bytes, and whether that is all of it.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// let (seven, list) = (ctx.int_attr(ctx.int_type(32), 7), |item| ctx.array(&[item, item]));
/// assert_eq!(irtrip_grammar::print::print_attr_start(&ctx, seven, 20), ("7 : i32".to_owned(), true));
/// let deep = (0..99).fold(seven, |item, _| list(item));
/// assert_eq!(irtrip_grammar::print::print_attr_start(&ctx, deep, 3), ("[[[".to_owned(), false));
/// ```
pub fn print_attr_start(ctx: &Context, attr: Attr, most: usize) -> (String, bool) {
    attr_start(ctx, attr, &Aliases::default(), most)
}

fn attr_start(ctx: &Context, attr: Attr, aliases: &Aliases, most: usize) -> (String, bool) {
    let text = on_deep_stack(|| {
        let mut out = String::new();
        let mut printer = AttrPrinter::new(ctx, aliases, Details::default());
        printer.most = most;
        printer.types.stop_at(most);
        printer.write(&mut out, attr);
        out
    });
    start(text, most)
}

/// The beginning of a type as [`print_type`] prints it, at most `most` bytes, and whether that is all of it.
pub fn print_type_start(ctx: &Context, ty: Type, most: usize) -> (String, bool) {
    print_type_for(ctx, ty, None, most)
}

/// The beginning of a type as [`print_type_start`] prints it, for a release.
pub fn print_type_for(ctx: &Context, ty: Type, release: Option<Release>, most: usize) -> (String, bool) {
    let text = on_deep_stack(|| {
        let mut aliases = Aliases::default();
        aliases.release = release;
        let mut out = String::new();
        let mut printer = attributes::types::TypePrinter::new(ctx, &aliases);
        printer.stop_at(most);
        printer.write(&mut out, ty);
        out
    });
    start(text, most)
}

/// At most so many bytes of a text, and whether that is all of it.
fn start(mut text: String, most: usize) -> (String, bool) {
    let whole = text.len() <= most;
    if !whole {
        text.truncate((0..=most).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0));
    }
    (text, whole)
}

/// A piece of a module's text.
enum Piece<'a> {
    /// Definitions of types' aliases.
    Types,
    /// Definitions of attributes' aliases.
    Definitions(&'a [Attr]),
    /// The module's first line, without its end.
    Head,
    /// What is between the first line and the operations.
    Text(&'static str),
    /// Operations of the module.
    Ops(Vec<Op>),
    /// The module's last line.
    Foot,
    /// The resources.
    Resources,
}

/// How many operations a piece of text holds at least: enough to pay for being handed on, and few enough that the pieces that
/// wait for those before them take little memory.
const PIECE: usize = 2048;

/// Bytes an operation's text takes, about; those of an alias's definition, too.
const BYTES: usize = 96;

/// The pieces of a module, in order.
fn pieces<'a>(shared: &'a Shared, module: &Module) -> Vec<Piece<'a>> {
    let options = shared.options;
    let mut pieces = Vec::new();
    if !shared.aliases.types.is_empty() {
        pieces.push(Piece::Types);
    }
    pieces.extend(shared.aliases.first.chunks(PIECE).map(Piece::Definitions));
    if shared.unwritten.is_some() {
        pieces.extend(cut(module));
    } else {
        pieces.push(Piece::Head);
        if options.skip_regions {
            pieces.push(Piece::Text("..."));
        } else {
            let is_empty = module.ops().next().is_none();
            pieces.push(Piece::Text(if options.generic && is_empty { "\n^bb0:\n" } else { "\n" }));
            pieces.extend(cut(module));
        }
        pieces.push(Piece::Foot);
    }
    pieces.extend(shared.aliases.last.chunks(PIECE).map(Piece::Definitions));
    let has_resources = !options.local_scope && !module.resources.groups.is_empty();
    pieces.extend(has_resources.then_some(Piece::Resources));
    pieces
}

/// The module's operations in order, cut where enough work for a piece has come together.
fn cut<'a>(module: &Module) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut weight = 0;
    for op in module.ops() {
        weight += 1 + module.body.nested(op).map_or(0, Body::op_count);
        piece.push(op);
        if weight >= PIECE {
            pieces.push(Piece::Ops(std::mem::take(&mut piece)));
            weight = 0;
        }
    }
    if !piece.is_empty() {
        pieces.push(Piece::Ops(piece));
    }
    pieces
}

/// Writes pieces; its caches last from piece to piece.
struct PieceWriter<'a> {
    shared: &'a Shared<'a>,
    module: &'a Module,
    attrs: AttrPrinter<'a>,
    ops: OpPrinter<'a>,
}

impl<'a> PieceWriter<'a> {
    fn new(shared: &'a Shared<'a>, module: &'a Module) -> Self {
        let mut ops = OpPrinter::new(shared, &module.body);
        if shared.unwritten.is_none() {
            ops.set_indent(2);
            ops.replace_default_dialect("builtin");
        }
        PieceWriter { shared, module, attrs: AttrPrinter::new(shared.ctx, &shared.aliases, shared.details), ops }
    }

    /// The text of a piece; `out` is empty, and its memory is used.
    fn text(&mut self, piece: &Piece, mut out: String) -> String {
        match piece {
            Piece::Types => self.types(&mut out),
            Piece::Definitions(list) => self.definitions(&mut out, list),
            Piece::Head => self.head(&mut out),
            Piece::Text(text) => out.push_str(text),
            Piece::Ops(list) => {
                self.ops.out = out;
                self.ops.out.reserve(PIECE * BYTES);
                for &op in list {
                    let start = self.ops.out.len();
                    self.ops.ranges.body = self.module.body.nested(op);
                    self.ops.operation_line(op);
                    self.ops.record_range(start, SourceConstruct::Global(op));
                }
                out = std::mem::take(&mut self.ops.out);
                if self.shared.unwritten.is_some() && self.shared.options.local_scope {
                    out.pop();
                }
            }
            Piece::Foot => self.foot(&mut out),
            Piece::Resources => out = resources::resources(self.shared.ctx, self.module, self.shared.options),
        }
        out
    }

    /// A piece with its ranges.
    fn marked(&mut self, piece: &Piece) -> MappedText {
        self.ops.ranges.list = Some(Vec::new());
        let text = self.text(piece, String::new());
        let mut ranges = self.ops.ranges.list.take().unwrap_or_default();
        if matches!(piece, Piece::Head) && !text.is_empty() {
            ranges.push(MappedRange { start: 0, end: text.len(), construct: SourceConstruct::Module });
        }
        MappedText { text, ranges }
    }

    fn types(&mut self, out: &mut String) {
        for (ty, alias) in &self.shared.aliases.types {
            out.push('!');
            out.push_str(alias);
            out.push_str(" = ");
            self.attrs.types.write_definition(out, *ty);
            out.push('\n');
        }
    }

    fn definitions(&mut self, out: &mut String, list: &[Attr]) {
        out.reserve(list.len() * BYTES);
        for &attr in list {
            let Some(alias) = self.shared.aliases.of_attr(attr) else { continue };
            alias.push(out);
            out.push_str(" = ");
            self.attrs.write_definition(out, attr);
            out.push('\n');
        }
    }

    fn head(&mut self, out: &mut String) {
        if self.shared.options.generic {
            out.push_str("\"builtin.module\"() ");
            // Older releases have no properties apart from the attributes.
            if let Some(name) = self.module.name.filter(|_| self.shared.options.release.is_none()) {
                out.push_str("<{sym_name = ");
                text::push_quoted(out, self.shared.ctx.bytes(name));
                out.push_str("}> ");
            }
            out.push_str("({");
            return;
        }
        out.push_str("module");
        if let Some(name) = self.module.name {
            out.push(' ');
            text::push_symbol(out, self.shared.ctx.bytes(name));
        }
        self.module_attrs(out, " attributes {");
        out.push_str(" {");
    }

    /// Appends the module's attributes after `open`, or nothing where there are none.
    fn module_attrs(&mut self, out: &mut String, open: &str) {
        let mut before = open;
        let is_older = self.shared.options.generic && self.shared.options.release.is_some();
        if let Some(name) = self.module.name.filter(|_| is_older) {
            out.push_str(before);
            out.push_str("sym_name = ");
            text::push_quoted(out, self.shared.ctx.bytes(name));
            before = ", ";
        }
        for &(key, value) in self.shared.ctx.entries(self.module.attrs).iter().filter(|e| e.0 != known::SYM_NAME) {
            out.push_str(before);
            self.attrs.entry(out, key, value);
            before = ", ";
        }
        if before == ", " {
            out.push('}');
        }
    }

    fn foot(&mut self, out: &mut String) {
        out.push('}');
        if self.shared.options.generic {
            out.push(')');
            self.module_attrs(out, " {");
            out.push_str(" : () -> ()");
        }
        if self.shared.options.debug_info {
            self.attrs.trailing_location(out, self.module.loc, true);
        }
        if !self.shared.options.local_scope {
            out.push('\n');
        }
    }
}
