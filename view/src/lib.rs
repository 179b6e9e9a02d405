//! Makes one HTML page that shows a module as LLVM IR and as MLIR side by side. The page needs nothing but a browser.
//!
//! 1. The module is written in both languages; of the language that it was read from, [`mapped_llvm_file`] or
//!    [`mapped_mlir_file`] maps the file itself. Each writer also returns a source map: which operation, block label or
//!    operand of the model each range of its text spells.
//! 2. [`sections`] splits both texts into sections: one for each function with a body, one for what is before the
//!    functions, and so on.
//! 3. For each section, [`line_correspondence`] computes from the source maps alone which lines of the two languages
//!    spell the same operation. [`preserved_attributes`] lists the `irtrip.` attributes and [`losses`] what a
//!    translation leaves out. [`control_flow_graph`] draws the function's blocks and edges at the positions that
//!    [`graph_layout`] computes.
//! 4. [`encoded_section`] turns each section into compressed JSON, and [`html`] puts the sections into the page. The
//!    page's style sheet and scripts are the files of `view/page/`.
//!
//! # The page
//!
//! Both writers are asked for a source map: the operation, block, argument or passed operand that each range of text stands
//! for; lines of the same one belong together. Each function is deflated on its own and inflated by the browser when it is opened;
//! only the lines that can be seen are in the document, so that a module of 350,000 lines is painted as soon as a small one.
//!
//! Graphs are laid out by `rust-sugiyama` when the page is made, on all threads: the page then needs no layout of its own,
//! and opening a graph takes no longer for 2,000 blocks than for ten. An edge that passes operands is a vertex to the layout,
//! which keeps room for its label. The layout sees edges back turned (against the blocks' reverse post order), so that the
//! entry is alone on top, and each long edge a second time as one edge a layer, so that it is led around the blocks on its
//! way. `layout-rs`, which also routes edges, took over a second for fifty blocks.
//!
//! `cargo test --test browser -- --ignored` drives the pages of `view`, `diff` and `roundtrip` in headless Chromium.

mod control_flow_graph;
mod demangled_names;
mod encoded_section;
mod file_lines;
mod graph_columns;
mod graph_layout;
mod html;
mod line_correspondence;
mod losses;
mod mapped_llvm_file;
mod mapped_mlir_file;
mod preserved_attributes;
mod sections;
#[cfg(test)]
mod tests;

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::language::Language;
use irtrip_dialect::source_map::MappedText;
use irtrip_dialect::{Context, Module};
use irtrip_export::{Dropped, ExportOptions, Exported, export_with};
use irtrip_grammar::print::{PrintOptions, print_with_source_map};
use rayon::prelude::*;

use encoded_section::EncodedSection;
use line_correspondence::{LineCorrespondence, LinePairs};
use losses::{Loss, LossLocation, LossesBySection};
use mapped_llvm_file::mapped_llvm_file;
use mapped_mlir_file::mapped_mlir_file;
use preserved_attributes::PreservedAttributeDocs;
use sections::{Section, SectionKind};

/// What a page shows of a module, and how.
#[derive(Clone, Copy, Default)]
pub struct PageOptions<'o> {
    /// The page's title.
    pub name: &'o str,
    /// The functions that are shown alone; all if there are none.
    pub functions: &'o [String],
    /// The file that the module was read from, which the page shows as it is. Without it, and where it cannot be mapped,
    /// the page has what export and the printer write.
    pub file: Option<ShownFile<'o>>,
    /// What the file that the module was read from holds and LLVM assembly does not.
    pub unread: &'o [String],
}

/// The file that a module was read from, with the places of its operations.
#[derive(Clone, Copy)]
pub struct ShownFile<'o> {
    /// The text's language.
    pub language: Language,
    /// The text.
    pub text: &'o str,
}

/// Makes the page of a module.
///
/// `options` say what is shown of it, and how.
///
/// # Errors
///
/// Those of [`irtrip_export::export`].
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let page = irtrip_view::page(&Context::new(), &Module::new(), &Default::default());
/// assert!(page.is_ok_and(|page| page.starts_with("<!doctype html>")));
/// ```
pub fn page(ctx: &Context, module: &Module, options: &PageOptions<'_>) -> DiagnosticResult<String> {
    let PageOptions { name, functions, file, unread } = *options;
    let Texts { llvm, mlir, dropped } = write_texts(ctx, module, file)?;
    let assembly: String = llvm.iter().map(|piece| piece.text.as_str()).collect();
    let unread = unread
        .iter()
        .map(|what| Loss { location: LossLocation::Module, what: format!("its assembly leaves out {what}") });
    let mut losses: Vec<Loss> = unread.chain(losses::lost_upstream(ctx, &assembly)).collect();
    losses.extend(dropped.into_iter().map(|dropped| Loss {
        location: dropped.global.map_or(LossLocation::Module, |global| LossLocation::Op(global, dropped.op)),
        what: format!("LLVM IR has no form for {}, and export leaves it out.", dropped.code),
    }));
    let mut sections = sections::split_into_sections(ctx, module, &llvm, &mlir);
    if !functions.is_empty() {
        sections
            .retain(|section| matches!(section.kind, SectionKind::Function(_)) && functions.contains(&section.name));
    }
    let losses = LossesBySection::new(&sections, losses);
    let docs = PreservedAttributeDocs::new();
    let encoded: Vec<EncodedSection> = sections
        .par_iter()
        .enumerate()
        .with_max_len(1)
        .map(|(i, section)| EncodedSection::new(ctx, module, section, &docs, losses.of_section(i)))
        .collect();
    Ok(html::html(name, &encoded, &docs, losses.without_section()))
}

/// A module in both languages, and which lines of the one are which of the other. Lines count from 0.
#[derive(Clone, Default, Debug)]
pub struct Counterparts {
    /// The LLVM assembly.
    pub llvm: String,
    /// The MLIR.
    pub mlir: String,
    /// For lines of the assembly, in ascending order, the first line of the MLIR that spells the same.
    pub mlir_of_llvm: Vec<(usize, usize)>,
    /// For lines of the MLIR, in ascending order, the first line of the assembly that spells the same.
    pub llvm_of_mlir: Vec<(usize, usize)>,
}

/// Writes a module in both languages and finds the lines that correspond. `file` is the file that the module was read from, which
/// stands for what would be written in its language.
///
/// # Errors
///
/// Those of [`irtrip_export::export`].
///
/// ```
/// use irtrip_dialect::Context;
/// let ctx = Context::new();
/// let module = irtrip_import::import(&ctx, "define void @f() {\n  ret void\n}\n", &Default::default())?;
/// let found = irtrip_view::counterparts(&ctx, &module, None)?;
/// let lines: Vec<&str> = found.mlir.lines().collect();
/// let ret = found.llvm.lines().position(|line| line.contains("ret void"));
/// let there = found.mlir_of_llvm.iter().find(|(line, _)| Some(*line) == ret);
/// assert!(there.is_some_and(|(_, line)| lines[*line].contains("llvm.return")));
/// # Ok::<(), Box<irtrip_dialect::diagnostic::Diagnostic>>(())
/// ```
pub fn counterparts(ctx: &Context, module: &Module, file: Option<ShownFile<'_>>) -> DiagnosticResult<Counterparts> {
    let Texts { llvm, mlir, .. } = write_texts(ctx, module, file)?;
    let join = |pieces: &[MappedText]| -> String { pieces.iter().map(|piece| piece.text.as_str()).collect() };
    let mut found = Counterparts { llvm: join(&llvm), mlir: join(&mlir), ..Counterparts::default() };
    let sections = sections::split_into_sections(ctx, module, &llvm, &mlir);
    let of_section = |section: &Section| {
        let lines = LineCorrespondence::of_section(section);
        (lines.whole_lines(section, true), lines.whole_lines(section, false))
    };
    let all: Vec<(LinePairs, LinePairs)> = sections.par_iter().map(of_section).collect();
    for (of_llvm, of_mlir) in all {
        found.mlir_of_llvm.extend(of_llvm);
        found.llvm_of_mlir.extend(of_mlir);
    }
    found.mlir_of_llvm.sort_unstable();
    found.llvm_of_mlir.sort_unstable();
    Ok(found)
}

/// A module in both languages.
struct Texts {
    llvm: Vec<MappedText>,
    mlir: Vec<MappedText>,
    /// What export leaves out.
    dropped: Vec<Dropped>,
}

/// Writes a module in both languages; its file stands for what would be written in the file's language.
fn write_texts(ctx: &Context, module: &Module, file: Option<ShownFile<'_>>) -> DiagnosticResult<Texts> {
    let options = PrintOptions::of(module);
    let export = || export_with(ctx, module, &ExportOptions::default().with_source_map());
    let (exported, mlir) = rayon::join(export, || print_with_source_map(ctx, module, &options));
    let Exported { pieces: llvm, dropped, .. } = exported?;
    let (own_llvm, own_mlir) = match file {
        Some(ShownFile { language: Language::Llvm, text }) => (mapped_llvm_file(text, module, &llvm), None),
        Some(ShownFile { language: Language::Mlir, text }) => (None, mapped_mlir_file(text, module)),
        None => (None, None),
    };
    Ok(Texts { llvm: own_llvm.unwrap_or(llvm), mlir: own_mlir.unwrap_or(mlir), dropped })
}
