//! What upstream's import tells of LLVM IR, with the pieces of it that its messages show, as LLVM prints them.
//!
//! What is shown is taken from the module's canonical text: lossless import and export give what LLVM's writer prints. An
//! instruction is shown with the numbers that its function by itself would give it, a node with the module's.

use std::collections::HashMap;

use irtrip::dialect::metadata::Severity;
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::ops::global_values::FUNC;
use irtrip::dialect::{Attr, Context, Module, Str};
use irtrip::export::{Alone, export, functions_alone};
use irtrip::grammar::print_type;
use irtrip::import::{ImportOptions, Remark, Shown, Told, import};

use super::rendered::{At, Kind, Said};
use crate::diagnostics::files;
use crate::input::Source;

/// The text of a module as LLVM prints it.
pub struct Canonical {
    /// The text.
    pub source: Source,
    ctx: Context,
    module: Module,
}

impl Canonical {
    /// The canonical text of a source; none if it is none that a lossless import takes.
    pub fn of(source: &Source) -> Option<Canonical> {
        let reprinted = |source: &Source| {
            let ctx = Context::new();
            let module = import(&ctx, &source.text, &ImportOptions::default()).ok()?;
            let text = export(&ctx, &module).ok()?.concat();
            Some((ctx, module, text))
        };
        let (ctx, module, text) = reprinted(source)?;
        let source = Source::new(source.name.clone(), text, 1);
        Some(Canonical { source, ctx, module })
    }

    /// What is shown of this text, for messages about it.
    pub fn excerpts(&self) -> Excerpts<'_> {
        let text = self.source.text.as_str();
        let line_starts: Vec<usize> =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1)).collect();
        let line = |start: &usize| text.get(*start..).unwrap_or_default();
        let defined: Vec<usize> =
            (0..line_starts.len()).filter(|i| line(&line_starts[*i]).starts_with("define ")).collect();
        let nodes = line_starts.iter().map(line).filter(|line| line.starts_with('!'));
        let nodes = nodes.filter_map(|line| {
            let line = line.split('\n').next()?;
            let (number, _) = line.strip_prefix('!')?.split_once(" = ")?;
            Some((number.parse().ok()?, line))
        });
        let functions = self.module.ops().filter(|op| self.module.body.name(*op) == FUNC);
        let functions = functions.filter(|op| self.module.body.is_defined(*op));
        let name = |op| self.ctx.string_value(self.module.body.attr(&self.ctx, op, SYM_NAME)?);
        Excerpts {
            canonical: self,
            names: functions.filter_map(name).collect(),
            nodes: nodes.collect(),
            defined,
            line_starts,
            alone: HashMap::new(),
        }
    }
}

/// Pieces of a canonical text.
pub struct Excerpts<'a> {
    canonical: &'a Canonical,
    line_starts: Vec<usize>,
    /// The lines that functions' definitions start on, and the functions' names.
    defined: Vec<usize>,
    names: Vec<Str>,
    /// The lines of nodes by number.
    nodes: HashMap<u32, &'a str>,
    /// By name: functions by themselves.
    alone: HashMap<Str, Alone>,
}

impl Excerpts<'_> {
    /// Prepares the functions that hold these places.
    fn prepare(&mut self, places: impl Iterator<Item = usize>) {
        let mut wanted: Vec<Str> = places.filter_map(|at| self.function_at(at).map(|f| self.names[f])).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let Canonical { ctx, module, .. } = self.canonical;
        if let Ok(found) = functions_alone(ctx, module, &wanted) {
            self.alone = found.into_iter().map(|function| (function.name, function)).collect();
        }
    }

    /// The place among the defined functions of the one that holds a byte of the text.
    fn function_at(&self, at: usize) -> Option<usize> {
        let line = self.line_at(at);
        let function = self.defined.partition_point(|start| *start <= line).checked_sub(1)?;
        (function < self.names.len()).then_some(function)
    }

    fn line_at(&self, at: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The lines of the function that holds a place, by itself, from the line at the place on.
    fn lines_from(&self, at: usize) -> Option<impl Iterator<Item = &str>> {
        let function = self.function_at(at)?;
        let text = &self.alone.get(&self.names[function])?.inner;
        let heading = text.split('\n').take_while(|line| !line.starts_with("define ")).count();
        let behind = self.line_at(at) - self.defined[function];
        Some(text.split('\n').skip(heading + behind))
    }

    /// An instruction, which may take several lines.
    fn instruction(&self, at: usize) -> String {
        let Some(mut lines) = self.lines_from(at) else { return String::new() };
        let mut text = lines.next().unwrap_or_default().to_owned();
        let is_more = |line: &&str| {
            let inner = line.strip_prefix("  ").unwrap_or_default();
            (inner.starts_with("  ") && !inner.trim_start().starts_with("#dbg_")) || inner.starts_with(']')
        };
        for line in lines.take_while(is_more) {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    fn record(&self, at: usize) -> String {
        let line = self.lines_from(at).and_then(|mut lines| lines.next());
        line.unwrap_or_default().trim().to_owned()
    }

    fn function(&self, at: usize) -> String {
        if let Some(name) = self.function_at(at).filter(|f| self.defined[*f] == self.line_at(at)) {
            return self.alone.get(&self.names[name]).map(|alone| alone.text.clone()).unwrap_or_default();
        }
        let text = self.canonical.source.text.get(at..).unwrap_or_default();
        format!("{}\n", text.split('\n').next().unwrap_or_default())
    }

    fn node(&self, number: u32) -> &str {
        self.nodes.get(&number).copied().unwrap_or_default()
    }

    fn operand(&self, number: u32, place: usize) -> &str {
        let (_, body) = self.node(number).split_once('{').unwrap_or_default();
        let operand = split_arguments(body.strip_suffix('}').unwrap_or(body)).into_iter().nth(place);
        let operand = operand.unwrap_or_default();
        let number = operand.strip_prefix('!').and_then(|digits| digits.parse().ok());
        number.map_or(operand, |number| self.node(number))
    }

    fn shown(&self, shown: Shown) -> String {
        match shown {
            Shown::Nothing => String::new(),
            Shown::Instruction(at) => self.instruction(at),
            Shown::Record(at) => self.record(at),
            Shown::Node(number) => self.node(number).to_owned(),
            Shown::Operand { number, operand } => self.operand(number, operand).to_owned(),
            Shown::NodeOn { number, at } => format!("{} on {}", self.node(number), self.instruction(at)),
            Shown::NodeOnFunction { number, at } => format!("{} on {}", self.node(number), self.function(at)),
        }
    }
}

/// The place in a function that a message shows.
fn place(shown: Shown) -> Option<usize> {
    match shown {
        Shown::Instruction(at) | Shown::Record(at) | Shown::NodeOn { at, .. } | Shown::NodeOnFunction { at, .. } => {
            Some(at)
        }
        Shown::Nothing | Shown::Node(_) | Shown::Operand { .. } => None,
    }
}

/// Whether a message shows a piece of the text.
pub fn shows(remark: &Remark, expensive: bool) -> bool {
    matches!(remark, Remark::Told(told) if told.shown != Shown::Nothing && (expensive || !told.expensive))
}

/// How remarks are put into words.
pub struct Words<'a> {
    /// The context of the remarks.
    pub ctx: &'a Context,
    /// The file of the module's location.
    pub file: String,
    /// `-emit-expensive-warnings`
    pub expensive: bool,
    /// `-convert-debug-rec-to-intrinsics`
    pub debug_intrinsics: bool,
}

impl Words<'_> {
    /// What is said of a module with these remarks; what they show is in the excerpts. The second is whether the import
    /// fails.
    pub fn say(&self, remarks: &[Remark], excerpts: Option<&mut Excerpts<'_>>) -> (Vec<Said>, bool) {
        let mut excerpts = excerpts;
        let wanted = remarks.iter().filter(|remark| shows(remark, self.expensive));
        if let Some(excerpts) = excerpts.as_deref_mut() {
            excerpts.prepare(wanted.filter_map(|remark| match remark {
                Remark::Told(told) => place(told.shown),
                Remark::Dropped { .. } | Remark::LayoutToken(_) | Remark::IncompatibleCall { .. } => None,
            }));
        }
        let mut said = Vec::new();
        for remark in remarks {
            match remark {
                Remark::Dropped { .. } => {}
                Remark::LayoutToken(token) => {
                    let message = format!("unhandled data layout token: {token}");
                    said.push(Said { kind: Kind::Warning, at: self.at(None), message });
                }
                Remark::IncompatibleCall { call, callee } => {
                    let [call, callee] = [call, callee].map(|ty| print_type(self.ctx, *ty));
                    let message = format!("incompatible call and callee types: '{call}' and '{callee}'");
                    said.push(Said { kind: Kind::Warning, at: At::Unknown, message });
                }
                Remark::Told(told) if told.expensive && !self.expensive => {}
                Remark::Told(told) => {
                    self.told(told, excerpts.as_deref(), &mut said);
                    if told.severity == Severity::Fatal {
                        return (said, true);
                    }
                }
            }
        }
        (said, false)
    }

    fn told(&self, told: &Told, excerpts: Option<&Excerpts<'_>>, said: &mut Vec<Said>) {
        let mut shown = excerpts.map(|excerpts| excerpts.shown(told.shown)).unwrap_or_default();
        if let (Shown::Record(_), true) = (told.shown, self.debug_intrinsics) {
            let (intrinsic, value) = as_intrinsic(&shown);
            if told.severity == Severity::Fatal {
                said.push(Said { kind: Kind::Error, at: At::Unknown, message: format!("unhandled value: {value}") });
            }
            shown = intrinsic;
        }
        let kind = if told.severity == Severity::Warning { Kind::Warning } else { Kind::Error };
        said.push(Said { kind, at: self.at(told.loc), message: format!("{}{shown}", told.message) });
    }

    /// The place of a location; `None` is the module's.
    fn at(&self, location: Option<Attr>) -> At {
        let Some(location) = location else { return At::File { name: self.file.clone(), line: 0, column: 0 } };
        let Some(&(file, line, column)) = files(self.ctx, location).first() else { return At::Unknown };
        At::File { name: self.ctx.text(file).into_owned(), line: line as usize, column: column as usize }
    }
}

/// The call of an intrinsic that a debug record stands for, and the value it is about.
fn as_intrinsic(record: &str) -> (String, String) {
    let (name, rest) = record.strip_prefix("#dbg_").and_then(|r| r.split_once('(')).unwrap_or_default();
    let mut arguments = split_arguments(rest.strip_suffix(')').unwrap_or(rest));
    let location = arguments.pop().unwrap_or_default();
    let value = arguments.first().map(|value| (*value).to_owned()).unwrap_or_default();
    let arguments: Vec<String> = arguments.into_iter().map(|argument| format!("metadata {argument}")).collect();
    (format!("  tail call void @llvm.dbg.{name}({}), !dbg {location}", arguments.join(", ")), value)
}

/// The pieces of a list between its outermost commas.
fn split_arguments(list: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut depth, mut start, mut quoted) = (0_usize, 0, false);
    for (i, byte) in list.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' | b'<' => depth += 1,
            b')' | b'}' | b']' | b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                pieces.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    pieces.push(list[start..].trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_call() {
        let (call, value) = as_intrinsic("#dbg_value(!DIArgList(i32 %a, i32 %b), !6, !DIExpression(), !8)");
        let wanted = "  tail call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 %b), metadata !6, \
                      metadata !DIExpression()), !dbg !8";
        assert_eq!((call.as_str(), value.as_str()), (wanted, "!DIArgList(i32 %a, i32 %b)"));
    }

    #[test]
    fn commas_in_brackets_and_quotes_separate_nothing() {
        assert_eq!(
            split_arguments("i32 1, !\"a, b\", <2 x i32> <i32 1, i32 2>"),
            ["i32 1", "!\"a, b\"", "<2 x i32> <i32 1, i32 2>"]
        );
        assert!(split_arguments("").is_empty());
    }
}
