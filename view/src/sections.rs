//! Both texts in sections that belong together, in the order of the assembly.

use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::source_map::{MappedText, Mark, SourceEntity};
use irtrip_dialect::{Context, Module, Op};
use rustc_hash::FxHashMap;

/// What a section holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What stands before the functions: globals, types, aliases of attributes.
    Head,
    /// A function with a body.
    Function(Op),
    /// Declarations that stand together.
    Declarations,
    /// What stands behind the functions.
    End,
}

/// A section's text in one language.
#[derive(Default, Debug)]
pub struct Side {
    /// The text.
    pub text: String,
    /// What its stretches say.
    pub marks: Vec<Mark>,
    /// Where the text stands in the whole, if it stands together.
    pub offset: usize,
    /// Where its lines stand in the whole: a line from which on they stand together, and that line's place.
    pub numbers: Vec<(usize, usize)>,
    lines: usize,
}

impl Side {
    /// Appends a text which starts at byte `from` of its piece and at line `line` of the whole, which becomes the line
    /// behind it.
    fn push(&mut self, text: &str, from: usize, marks: &[Mark], line: &mut usize) {
        if text.is_empty() {
            return;
        }
        let by = self.text.len();
        if self.numbers.last().is_none_or(|last| last.1 + (self.lines - last.0) != *line) {
            self.numbers.push((self.lines, *line));
        }
        let count = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        self.lines += count;
        *line += count;
        self.text.push_str(text);
        let moved = |mark: &Mark| Mark { start: mark.start - from + by, end: mark.end - from + by, ..*mark };
        self.marks.extend(marks.iter().map(moved));
    }
}

/// A section.
#[derive(Debug)]
pub struct Section {
    /// What it holds.
    pub kind: Kind,
    /// What it is called.
    pub name: String,
    /// The assembly.
    pub llvm: Side,
    /// The MLIR.
    pub mlir: Side,
}

impl Section {
    fn new(kind: Kind, name: String, offset: usize) -> Section {
        Section { kind, name, llvm: Side { offset, ..Side::default() }, mlir: Side::default() }
    }
}

/// Cuts both texts of a module.
pub fn cut(ctx: &Context, module: &Module, llvm: &[MappedText], mlir: &[MappedText]) -> Vec<Section> {
    let (mut sections, home) = of_assembly(ctx, module, llvm);
    let last = sections.len() - 1;
    // Behind the module's operations are its end, and definitions.
    let behind = mlir.iter().rposition(|piece| !piece.marks.is_empty()).map_or(0, |last| last + 1);
    let mut line = 0;
    for (number, piece) in mlir.iter().enumerate() {
        let mut at = 0;
        let mut first = 0;
        for (i, mark) in piece.marks.iter().enumerate() {
            let SourceEntity::Entity(op) = mark.says else { continue };
            // What stands between operations of the module goes with those at its head.
            if at < mark.start {
                sections[0].mlir.push(&piece.text[at..mark.start], at, &[], &mut line);
            }
            let home = home.get(&op).copied().unwrap_or(0);
            // What stands in an initializer has indices of a body of its own.
            let inside = matches!(sections[home].kind, Kind::Function(_));
            let from = if inside { first } else { i };
            sections[home].mlir.push(&piece.text[mark.start..mark.end], mark.start, &piece.marks[from..=i], &mut line);
            (at, first) = (mark.end, i + 1);
        }
        let rest = if number < behind { 0 } else { last };
        sections[rest].mlir.push(&piece.text[at..], at, &piece.marks[first..], &mut line);
    }
    sections.retain(|section| !section.llvm.text.trim().is_empty() || !section.mlir.text.trim().is_empty());
    sections
}

/// Sections with their assembly, and by operation of the module which one it is in. The first is the head, the last the
/// end.
fn of_assembly(ctx: &Context, module: &Module, llvm: &[MappedText]) -> (Vec<Section>, FxHashMap<Op, usize>) {
    let mut sections = vec![Section::new(Kind::Head, "Module".to_owned(), 0)];
    let mut home = FxHashMap::default();
    let mut offset = 0;
    let mut line = 0;
    let mut end: Option<Section> = None;
    for (number, piece) in llvm.iter().enumerate() {
        let whole = piece.marks.last().map(|mark| mark.says).filter(|_| number > 0);
        match whole {
            Some(SourceEntity::Entity(op)) if has_body(module, op) => {
                home.insert(op, sections.len());
                let mut section = Section::new(Kind::Function(op), symbol(ctx, module, op), offset);
                section.llvm.push(&piece.text, 0, &piece.marks, &mut line);
                sections.push(section);
            }
            Some(says) => {
                if !matches!(sections.last(), Some(section) if section.kind == Kind::Declarations) {
                    sections.push(Section::new(Kind::Declarations, String::new(), offset));
                }
                let here = sections.len() - 1;
                if let SourceEntity::Entity(op) = says {
                    home.insert(op, here);
                }
                sections[here].llvm.push(&piece.text, 0, &piece.marks, &mut line);
            }
            None if number == 0 => sections[0].llvm.push(&piece.text, 0, &piece.marks, &mut line),
            None => {
                let end = end.get_or_insert_with(|| Section::new(Kind::End, "End".to_owned(), offset));
                end.llvm.push(&piece.text, 0, &[], &mut line);
            }
        }
        offset += piece.text.len();
    }
    for section in sections.iter_mut().filter(|section| section.kind == Kind::Declarations) {
        let count = section.llvm.text.lines().filter(|line| line.starts_with("declare")).count();
        section.name = if count == 1 { "1 declaration".to_owned() } else { format!("{count} declarations") };
    }
    if let Some(end) = end.as_mut().filter(|end| !end.llvm.text.trim().is_empty()) {
        end.name = "Attribute groups and metadata".to_owned();
    }
    sections.push(end.unwrap_or_else(|| Section::new(Kind::End, "End".to_owned(), offset)));
    (sections, home)
}

fn has_body(module: &Module, op: Op) -> bool {
    module.body.nested(op).is_some_and(|body| body.regions().iter().any(|region| !body.blocks(*region).is_empty()))
}

fn symbol(ctx: &Context, module: &Module, op: Op) -> String {
    let name = module.body.attr(ctx, op, SYM_NAME).and_then(|name| ctx.string_value(name));
    name.map(|name| ctx.text(name).into_owned()).unwrap_or_default()
}
