//! The printer: a module as MLIR text, in upstream's layout to the letter.
//!
//! 1. [`visit`] meets all attributes and types in printing order; [`aliases`] names them.
//! 2. [`rows`] settles the table's formats.
//! 3. [`operations`] prints the module's operations, several threads at a time, each into its own piece of text.
//!    [`names`] labels each body's values and blocks; custom forms are in [`formats`] and [`syntax`].
//! 4. [`types`], [`attrs`], [`llvm_attrs`], [`locations`], [`dense`] and [`float`] are the leaves.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::{Attr, Context, Module, Op, Str, Type, names as known};
use rayon::prelude::*;

mod aliases;
mod attrs;
mod defaults;
mod dense;
mod directives;
pub(crate) mod float;
mod formats;
mod given;
mod llvm_attrs;
mod locations;
mod loops;
mod names;
mod operations;
mod resources;
mod rows;
mod syntax;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod visit;

use aliases::Aliases;
use attrs::{AttrPrinter, Details};
use names::{Naming, Starts, UsedNames};
use operations::OpPrinter;
use rows::Row;

/// What the text looks like.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// Values and blocks keep the names they were read with; those without one are numbered. Otherwise upstream's
    /// numbering: `%arg0`, `%0`, `^bb0`.
    pub names: bool,
    /// Every operation in the generic form.
    pub generic: bool,
    /// Locations.
    pub debug_info: bool,
    /// Locations for readers, which no parser takes: `f.c:3:1` instead of `loc("f.c":3:1)`.
    pub pretty_locations: bool,
    /// No aliases: every operation's text stands for itself. Nothing stands behind the module, not even a line's end.
    pub local_scope: bool,
    /// Identified structs are defined once, as aliases at the top. Upstream spells them out everywhere.
    pub type_aliases: bool,
    /// How many elements of a `dense` attribute are still written one by one; more are written as bytes.
    pub hex_elements_above: usize,
    /// How many elements of an attribute are still written; more that are not all equal are left out.
    pub elide_elements_above: Option<usize>,
    /// How long a string among the resources may be; those with a longer one are left out.
    pub elide_resources_above: Option<usize>,
    /// Upstream's numbering without a number twice in a module. The generic form always has it.
    pub unique_ids: bool,
    /// Values are called by the names in their locations.
    pub names_of_locations: bool,
    /// Regions are left out: `{...}`.
    pub skip_regions: bool,
    /// Of a module that was put around one operation, only that operation.
    pub no_implicit_module: bool,
    /// Other names for identified structs, by their own.
    pub struct_names: HashMap<Str, String>,
}

impl Default for PrintOptions {
    /// irtrip's own form: LLVM's names, aliases for identified structs.
    fn default() -> Self {
        PrintOptions { names: true, type_aliases: true, ..PrintOptions::upstream() }
    }
}

impl PrintOptions {
    /// irtrip's own form of a module: with locations where it has any.
    pub fn of(module: &Module) -> Self {
        PrintOptions { debug_info: module.loc != UNKNOWN_LOC, ..PrintOptions::default() }
    }

    /// Byte for byte what `mlir-translate --import-llvm` and `mlir-opt` print.
    pub fn upstream() -> Self {
        PrintOptions {
            names: false,
            generic: false,
            debug_info: false,
            pretty_locations: false,
            local_scope: false,
            type_aliases: false,
            hex_elements_above: attrs::HEX_THRESHOLD,
            elide_elements_above: None,
            elide_resources_above: None,
            unique_ids: false,
            names_of_locations: false,
            skip_regions: false,
            no_implicit_module: false,
            struct_names: HashMap::new(),
        }
    }
}

/// What all threads that print a module share.
struct Shared<'a> {
    ctx: &'a Context,
    options: &'a PrintOptions,
    rows: Vec<Row>,
    aliases: Aliases,
    details: Details,
    /// Where each region's numbers start, if no number stands twice in a module.
    starts: Option<Starts>,
}

impl<'a> Shared<'a> {
    /// How values and blocks are named.
    fn naming<'u>(&'a self, used: &'u mut UsedNames) -> Naming<'a, 'u> {
        Naming { ctx: self.ctx, options: self.options, starts: self.starts.as_ref(), used }
    }
}

/// Prints a module. The text comes in pieces, in order; written one behind the other they are the file.
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// use irtrip_grammar::print::{PrintOptions, print};
/// let ctx = Context::new();
/// assert_eq!(print(&ctx, &Module::new(), &PrintOptions::default()).concat(), "module {\n}\n");
/// ```
pub fn print(ctx: &Context, module: &Module, options: &PrintOptions) -> Vec<String> {
    let rows = rows::rows(ctx);
    let mut aliases = visit::aliases(ctx, module, options, &rows);
    aliases.struct_names.clone_from(&options.struct_names);
    let details = Details::of(options);
    let unique = !options.names && (options.unique_ids || options.generic);
    let starts = unique.then(|| names::starts(module));
    let shared = Shared { ctx, options, rows, aliases, details, starts };
    if options.no_implicit_module && module.implicit {
        let mut pieces = vec![alias_definitions(&shared)];
        pieces.extend(bodies(&shared, module, 0, ""));
        return pieces;
    }
    let mut pieces = vec![header(&shared, module)];
    if options.skip_regions {
        pieces.push("...".to_owned());
    } else {
        pieces.push("\n".to_owned());
        pieces.extend(bodies(&shared, module, 2, "builtin"));
    }
    pieces.push(footer(&shared, module));
    if let Some(resources) = module.resources.filter(|_| !options.local_scope) {
        pieces.push(resources::resources(ctx, options, &ctx.text(resources)));
    }
    pieces
}

/// Prints one operation at a module's top, as it stands there; its values are numbered as if it stood alone.
///
/// ```
/// use irtrip_dialect::{Context, Module, NewOp, ops::ub};
/// use irtrip_grammar::print::{PrintOptions, print_operation};
/// let (ctx, mut module) = (Context::new(), Module::new());
/// let block = module.block;
/// let op = module.body.append(block, NewOp::new(ub::UNREACHABLE), &[]);
/// assert_eq!(print_operation(&ctx, &module, op, &PrintOptions::upstream()), "ub.unreachable\n");
/// ```
pub fn print_operation(ctx: &Context, module: &Module, op: Op, options: &PrintOptions) -> String {
    let rows = rows::rows(ctx);
    let aliases = visit::aliases(ctx, module, options, &rows);
    let details = Details::of(options);
    let shared = Shared { ctx, options, rows, aliases, details, starts: None };
    let mut printer = OpPrinter::new(&shared, &module.body);
    printer.operation_line(op);
    printer.out
}

/// Prints a type as upstream does, without aliases.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// assert_eq!(irtrip_grammar::print::print_type(&ctx, ctx.array_type(4, ctx.ptr_type(0))), "!llvm.array<4 x ptr>");
/// ```
pub fn print_type(ctx: &Context, ty: Type) -> String {
    let aliases = Aliases::default();
    let mut out = String::new();
    types::TypePrinter::new(ctx, &aliases).write(&mut out, ty);
    out
}

/// Prints an attribute or a location as upstream does, without aliases.
///
/// ```
/// let ctx = irtrip_dialect::Context::new();
/// assert_eq!(irtrip_grammar::print::print_attr(&ctx, ctx.int_attr(ctx.int_type(32), 7)), "7 : i32");
/// ```
pub fn print_attr(ctx: &Context, attr: Attr) -> String {
    let aliases = Aliases::default();
    let mut out = String::new();
    AttrPrinter::new(ctx, &aliases, Details::default()).write(&mut out, attr);
    out
}

/// The aliases' definitions at the top.
fn alias_definitions(shared: &Shared) -> String {
    let mut out = String::new();
    let mut attrs = AttrPrinter::new(shared.ctx, &shared.aliases, shared.details);
    for (ty, alias) in &shared.aliases.types {
        out.push('!');
        out.push_str(alias);
        out.push_str(" = ");
        attrs.types.write_definition(&mut out, *ty);
        out.push('\n');
    }
    definitions(&mut out, &mut attrs, &shared.aliases.first);
    out
}

/// The aliases' definitions and the module's first line, without its end.
fn header(shared: &Shared, module: &Module) -> String {
    let mut out = alias_definitions(shared);
    let mut attrs = AttrPrinter::new(shared.ctx, &shared.aliases, shared.details);
    if shared.options.generic {
        out.push_str("\"builtin.module\"() ");
        if let Some(name) = module.name {
            out.push_str("<{sym_name = ");
            text::push_quoted(&mut out, shared.ctx.bytes(name));
            out.push_str("}> ");
        }
        out.push_str("({");
        return out;
    }
    out.push_str("module");
    if let Some(name) = module.name {
        out.push(' ');
        text::push_symbol(&mut out, shared.ctx.bytes(name));
    }
    module_attrs(shared, module, &mut attrs, &mut out, " attributes {");
    out.push_str(" {");
    out
}

/// Appends the module's attributes behind `open`, or nothing where there are none.
fn module_attrs(shared: &Shared, module: &Module, attrs: &mut AttrPrinter, out: &mut String, open: &str) {
    let mut before = open;
    for &(key, value) in shared.ctx.entries(module.attrs).iter().filter(|e| e.0 != known::SYM_NAME) {
        out.push_str(before);
        attrs.entry(out, key, value);
        before = ", ";
    }
    if before == ", " {
        out.push('}');
    }
}

fn definitions(out: &mut String, attrs: &mut AttrPrinter, list: &[(Attr, aliases::AttrAlias)]) {
    for &(attr, alias) in list {
        alias.push(out);
        out.push_str(" = ");
        attrs.write_definition(out, attr);
        out.push('\n');
    }
}

/// The module's last line and the aliases that only locations mention.
fn footer(shared: &Shared, module: &Module) -> String {
    let mut out = String::from("}");
    let mut attrs = AttrPrinter::new(shared.ctx, &shared.aliases, shared.details);
    if shared.options.generic {
        out.push(')');
        module_attrs(shared, module, &mut attrs, &mut out, " {");
        out.push_str(" : () -> ()");
    }
    if shared.options.debug_info {
        attrs.trailing_location(&mut out, module.loc, true);
    }
    if !shared.options.local_scope {
        out.push('\n');
    }
    definitions(&mut out, &mut attrs, &shared.aliases.last);
    out
}

/// How many operations a piece of text holds at least; small enough to share work, large enough to pay for itself.
const PIECE: usize = 8192;

/// Bytes an operation's text takes, about.
const BYTES: usize = 96;

/// The module's operations in order, cut where enough work for a piece has come together.
fn cut(module: &Module) -> Vec<Vec<Op>> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut weight = 0;
    for op in module.ops() {
        weight += 1 + module.body.nested(op).map_or(0, irtrip_dialect::Body::op_count);
        piece.push(op);
        if weight >= PIECE {
            pieces.push(std::mem::take(&mut piece));
            weight = 0;
        }
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// Prints the module's operations. Each thread keeps its caches from piece to piece.
fn bodies(shared: &Shared, module: &Module, indent: usize, default_dialect: &'static str) -> Vec<String> {
    let pieces = cut(module);
    let next = AtomicUsize::new(0);
    let threads = rayon::current_num_threads().min(pieces.len());
    let work = |_| {
        let mut printer = OpPrinter::new(shared, &module.body);
        printer.set_indent(indent);
        printer.replace_default_dialect(default_dialect);
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(ops) = pieces.get(place) else { break };
            printer.out.reserve(PIECE * BYTES);
            for &op in ops {
                printer.operation_line(op);
            }
            done.push((place, std::mem::take(&mut printer.out)));
        }
        done
    };
    let mut texts: Vec<(usize, String)> = (0..threads).into_par_iter().flat_map_iter(work).collect();
    texts.sort_unstable_by_key(|t| t.0);
    texts.into_iter().map(|t| t.1).collect()
}
