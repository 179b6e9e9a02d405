//! Splits the texts of both languages into sections, in the order of the assembly. A section holds one part of the
//! module, such as a function, in both languages.

use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::source_map::{MappedRange, MappedText, SourceConstruct};
use irtrip_dialect::{Context, Module, Op};
use rustc_hash::FxHashMap;

/// What a section holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionKind {
    /// What is before the functions: globals, types, attribute aliases.
    Head,
    /// A function with a body.
    Function(Op),
    /// Consecutive function declarations.
    Declarations,
    /// What follows the functions: attribute groups, metadata.
    End,
}

/// A section's text in one language.
#[derive(Default, Debug)]
pub struct SectionText {
    /// The text.
    pub text: String,
    /// The source map: what of the model each range of the text spells.
    pub ranges: Vec<MappedRange>,
    /// The byte of the whole text at which the section's text starts. Meaningful for assembly only: a section's MLIR
    /// may be gathered from several places.
    pub offset: usize,
    /// The line numbers in the whole text, as `(line of the section, line of the whole text)`, both from 0, for the
    /// first line of each run of lines that are consecutive there.
    pub numbers: Vec<(usize, usize)>,
    lines: usize,
}

impl SectionText {
    /// The line of the whole text that a line of the section is.
    pub fn whole_line(&self, line: usize) -> Option<usize> {
        let run = self.numbers.partition_point(|run| run.0 <= line).checked_sub(1)?;
        self.numbers.get(run).map(|(own, whole)| line - own + whole)
    }

    /// Appends `text`, which starts at byte `from` of the piece that `ranges` count in, and at line `line` of the whole
    /// text. Advances `line` past the text.
    fn push(&mut self, text: &str, from: usize, ranges: &[MappedRange], line: &mut usize) {
        if text.is_empty() {
            return;
        }
        let to = self.text.len();
        if self.numbers.last().is_none_or(|last| last.1 + (self.lines - last.0) != *line) {
            self.numbers.push((self.lines, *line));
        }
        let count = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        self.lines += count;
        *line += count;
        self.text.push_str(text);
        let moved =
            |range: &MappedRange| MappedRange { start: range.start - from + to, end: range.end - from + to, ..*range };
        self.ranges.extend(ranges.iter().map(moved));
    }
}

/// A part of the module in both languages.
#[derive(Debug)]
pub struct Section {
    /// What the section holds.
    pub kind: SectionKind,
    /// The title: the function's name, or a phrase such as `2 declarations`.
    pub name: String,
    /// The LLVM assembly.
    pub llvm: SectionText,
    /// The MLIR.
    pub mlir: SectionText,
}

impl Section {
    /// A section without text, whose assembly starts at byte `offset` of the whole.
    fn new(kind: SectionKind, name: String, offset: usize) -> Section {
        Section { kind, name, llvm: SectionText { offset, ..SectionText::default() }, mlir: SectionText::default() }
    }
}

/// Splits both texts of a module into sections. Sections without text are left out.
pub fn split_into_sections(ctx: &Context, module: &Module, llvm: &[MappedText], mlir: &[MappedText]) -> Vec<Section> {
    let (mut sections, section_of_op) = split_assembly(ctx, module, llvm);
    let last = sections.len() - 1;
    // The pieces after the last one with ranges are the module's closing brace and attribute definitions.
    let first_of_end = mlir.iter().rposition(|piece| !piece.ranges.is_empty()).map_or(0, |last| last + 1);
    let mut line = 0;
    for (number, piece) in mlir.iter().enumerate() {
        let mut at = 0;
        let mut first = 0;
        for (i, range) in piece.ranges.iter().enumerate() {
            let SourceConstruct::Global(op) = range.construct else { continue };
            // Text between two module-level operations goes into the head section.
            if at < range.start {
                sections[0].mlir.push(&piece.text[at..range.start], at, &[], &mut line);
            }
            let section = section_of_op.get(&op).copied().unwrap_or(0);
            // Ranges inside a global's initializer are left out: operations of different initializers have the same
            // indices, each body counting its own.
            let is_function = matches!(sections[section].kind, SectionKind::Function(_));
            let ranges = if is_function { first..=i } else { i..=i };
            sections[section].mlir.push(
                &piece.text[range.start..range.end],
                range.start,
                &piece.ranges[ranges],
                &mut line,
            );
            (at, first) = (range.end, i + 1);
        }
        let rest = if number < first_of_end { 0 } else { last };
        sections[rest].mlir.push(&piece.text[at..], at, &piece.ranges[first..], &mut line);
    }
    sections.retain(|section| !section.llvm.text.trim().is_empty() || !section.mlir.text.trim().is_empty());
    sections
}

/// The sections with their assembly, and the index of the section that each module-level operation is in. The first
/// section is the head, the last one the end.
fn split_assembly(ctx: &Context, module: &Module, llvm: &[MappedText]) -> (Vec<Section>, FxHashMap<Op, usize>) {
    let mut sections = vec![Section::new(SectionKind::Head, "Module".to_owned(), 0)];
    let mut section_of_op = FxHashMap::default();
    let mut offset = 0;
    let mut line = 0;
    let mut end: Option<Section> = None;
    for (number, piece) in llvm.iter().enumerate() {
        // The last range of a piece covers the whole piece. The first piece is the head, whatever its ranges are.
        let whole = piece.ranges.last().map(|range| range.construct).filter(|_| number > 0);
        match whole {
            Some(SourceConstruct::Global(op)) if has_body(module, op) => {
                section_of_op.insert(op, sections.len());
                let mut section = Section::new(SectionKind::Function(op), symbol_name(ctx, module, op), offset);
                section.llvm.push(&piece.text, 0, &piece.ranges, &mut line);
                sections.push(section);
            }
            Some(declaration) => {
                if !matches!(sections.last(), Some(section) if section.kind == SectionKind::Declarations) {
                    sections.push(Section::new(SectionKind::Declarations, String::new(), offset));
                }
                let here = sections.len() - 1;
                if let SourceConstruct::Global(op) = declaration {
                    section_of_op.insert(op, here);
                }
                sections[here].llvm.push(&piece.text, 0, &piece.ranges, &mut line);
            }
            None if number == 0 => sections[0].llvm.push(&piece.text, 0, &piece.ranges, &mut line),
            None => {
                let end = end.get_or_insert_with(|| Section::new(SectionKind::End, "End".to_owned(), offset));
                end.llvm.push(&piece.text, 0, &[], &mut line);
            }
        }
        offset += piece.text.len();
    }
    for section in sections.iter_mut().filter(|section| section.kind == SectionKind::Declarations) {
        let count = section.llvm.text.lines().filter(|line| line.starts_with("declare")).count();
        section.name = if count == 1 { "1 declaration".to_owned() } else { format!("{count} declarations") };
    }
    if let Some(end) = end.as_mut().filter(|end| !end.llvm.text.trim().is_empty()) {
        end.name = "Attribute groups and metadata".to_owned();
    }
    sections.push(end.unwrap_or_else(|| Section::new(SectionKind::End, "End".to_owned(), offset)));
    (sections, section_of_op)
}

/// Whether a module-level operation has a body with blocks.
fn has_body(module: &Module, op: Op) -> bool {
    module.body.nested(op).is_some_and(|body| body.regions().iter().any(|region| !body.blocks(*region).is_empty()))
}

/// The symbol name of a module-level operation; empty if it has none.
fn symbol_name(ctx: &Context, module: &Module, op: Op) -> String {
    let name = module.body.string_attr(ctx, op, SYM_NAME);
    name.map(|name| ctx.text(name).into_owned()).unwrap_or_default()
}
