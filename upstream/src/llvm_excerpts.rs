//! The pieces of LLVM IR that messages show, as LLVM prints them.
//!
//! They are taken from the module's canonical text: lossless import and export print what LLVM's writer prints. An
//! instruction is shown with the numbers that its function by itself would give it, a node with the module's.

use std::collections::HashMap;
use std::fmt;

use irtrip_dialect::diagnostic::{
    ArgumentRenderer, ContextRenderer, Diagnostic, DiagnosticArgument, LlvmExcerpt, SourceFile,
};
use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::{Context, ContextDialects, Module, Str};
use irtrip_export::{StandaloneFunction, export, standalone_functions};
use irtrip_import::{ImportOptions, import};

/// A module with the text that LLVM prints for it.
pub struct CanonicalModule {
    /// The text.
    pub source: SourceFile,
    ctx: Context,
    module: Module,
}

impl CanonicalModule {
    /// The canonical form of a source; none where a lossless import does not accept it.
    pub fn of(source: &SourceFile) -> Option<CanonicalModule> {
        let reprinted = |source: &SourceFile| {
            let ctx = Context::with_dialects(irtrip_lower::all_dialects());
            let module = import(&ctx, &source.text, &ImportOptions::default()).ok()?;
            let text = export(&ctx, &module).ok()?.concat();
            Some((ctx, module, text))
        };
        let (ctx, module, text) = reprinted(source)?;
        Some(CanonicalModule { source: SourceFile::new(source.name.clone(), text), ctx, module })
    }
}

/// The pieces of LLVM IR among the arguments of a diagnostic.
fn excerpts_of(diagnostic: &Diagnostic) -> impl Iterator<Item = LlvmExcerpt> {
    diagnostic.code.arguments().into_iter().filter_map(|(_, argument)| match argument {
        DiagnosticArgument::Llvm(excerpt) => Some(excerpt),
        _ => None,
    })
}

/// Whether the message of a diagnostic shows a piece of LLVM IR.
pub(crate) fn has_excerpt(diagnostic: &Diagnostic) -> bool {
    excerpts_of(diagnostic).next().is_some()
}

/// Writes the pieces of LLVM IR that messages show.
pub struct ExcerptRenderer<'a> {
    ctx: &'a Context,
    excerpts: Excerpts<'a>,
}

/// The text that pieces are of.
enum Excerpts<'a> {
    Written(&'a str),
    Canonical(CanonicalExcerpts<'a>),
}

impl<'a> ExcerptRenderer<'a> {
    /// A renderer of diagnostics about a source, which shows pieces as they are written there; `ctx` is the context of
    /// their other arguments.
    pub fn written(ctx: &'a Context, source: &'a SourceFile) -> ExcerptRenderer<'a> {
        ExcerptRenderer { ctx, excerpts: Excerpts::Written(&source.text) }
    }

    /// A renderer of these diagnostics, which are about a canonical text; `ctx` is the context of their other arguments.
    pub fn canonical(
        ctx: &'a Context,
        canonical: &'a CanonicalModule,
        diagnostics: &[Diagnostic],
    ) -> ExcerptRenderer<'a> {
        ExcerptRenderer { ctx, excerpts: Excerpts::Canonical(CanonicalExcerpts::new(canonical, diagnostics)) }
    }
}

impl ArgumentRenderer for ExcerptRenderer<'_> {
    fn write(&self, argument: &DiagnosticArgument, out: &mut dyn fmt::Write) -> fmt::Result {
        match (argument, &self.excerpts) {
            (DiagnosticArgument::Llvm(excerpt), Excerpts::Written(text)) => out.write_str(&written(text, *excerpt)),
            (DiagnosticArgument::Llvm(excerpt), Excerpts::Canonical(text)) => out.write_str(&text.text(*excerpt)),
            (argument, _) => ContextRenderer(self.ctx).write(argument, out),
        }
    }
}

/// A piece as it is written: the line from its first byte on, without a comment.
fn written(text: &str, excerpt: LlvmExcerpt) -> String {
    let line = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        rest.split(['\n', ';']).next().unwrap_or_default().trim_end().to_owned()
    };
    let node = |number: u32| memchr::memmem::find(text.as_bytes(), format!("\n!{number} = ").as_bytes()).map(|i| i + 1);
    match excerpt {
        LlvmExcerpt::Instruction { at }
        | LlvmExcerpt::DebugRecord { at }
        | LlvmExcerpt::DebugIntrinsic { at }
        | LlvmExcerpt::DebugRecordValue { at }
        | LlvmExcerpt::GlobalVariable { at }
        | LlvmExcerpt::MetadataArgument { at } => line(at),
        LlvmExcerpt::Node { number }
        | LlvmExcerpt::NodeOperand { number, .. }
        | LlvmExcerpt::InstructionAttachment { number, .. }
        | LlvmExcerpt::FunctionAttachment { number, .. } => node(number).map(line).unwrap_or_default(),
        LlvmExcerpt::InlineNode => String::new(),
    }
}

/// Pieces of a canonical text.
struct CanonicalExcerpts<'a> {
    canonical: &'a CanonicalModule,
    line_starts: Vec<usize>,
    /// The lines that functions' definitions start on, and the functions' names.
    defined: Vec<usize>,
    names: Vec<Str>,
    /// The lines of nodes by number.
    nodes: HashMap<u32, &'a str>,
    /// By name: functions by themselves.
    alone: HashMap<Str, StandaloneFunction>,
}

impl<'a> CanonicalExcerpts<'a> {
    /// The pieces that diagnostics about a canonical text show.
    fn new(canonical: &'a CanonicalModule, diagnostics: &[Diagnostic]) -> CanonicalExcerpts<'a> {
        let CanonicalModule { source, ctx, module } = canonical;
        let text = source.text.as_str();
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
        let nodes = nodes.collect();
        let functions = module.ops().filter(|op| module.body.name(*op) == FUNC && module.body.is_defined(*op));
        let name = |op| ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?);
        let names: Vec<Str> = functions.filter_map(name).collect();
        let mut excerpts = CanonicalExcerpts { canonical, line_starts, defined, names, nodes, alone: HashMap::new() };
        let places = diagnostics.iter().flat_map(excerpts_of).filter_map(place);
        let mut wanted: Vec<Str> =
            places.filter_map(|at| excerpts.function_at(at).map(|f| excerpts.names[f])).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if let Ok(found) = standalone_functions(ctx, module, &wanted) {
            excerpts.alone = found.into_iter().map(|function| (function.name, function)).collect();
        }
        excerpts
    }

    /// The index, among the defined functions, of the one whose text a byte is in.
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
        let after = self.line_at(at) - self.defined[function];
        Some(text.split('\n').skip(heading + after))
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

    /// A debug record.
    fn record(&self, at: usize) -> String {
        let line = self.lines_from(at).and_then(|mut lines| lines.next());
        line.unwrap_or_default().trim().to_owned()
    }

    fn function(&self, at: usize) -> String {
        if let Some(name) = self.function_at(at).filter(|f| self.defined[*f] == self.line_at(at)) {
            return self.alone.get(&self.names[name]).map(|alone| alone.text.clone()).unwrap_or_default();
        }
        format!("{}\n", self.rest_of_line(at))
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

    /// The text from a place to the end of its line.
    fn rest_of_line(&self, at: usize) -> &str {
        let text = self.canonical.source.text.get(at..).unwrap_or_default();
        text.split('\n').next().unwrap_or_default()
    }

    /// An argument that is metadata: a node is shown with its definition.
    fn metadata_argument(&self, at: usize) -> &str {
        let line = self.rest_of_line(at);
        let end = line.find([',', ')']).unwrap_or(line.len());
        let argument = line.get(..end).unwrap_or_default();
        let number = argument.strip_prefix('!').and_then(|digits| digits.parse().ok());
        number.map_or(argument, |number| self.node(number))
    }

    fn text(&self, excerpt: LlvmExcerpt) -> String {
        match excerpt {
            LlvmExcerpt::InlineNode => String::new(),
            LlvmExcerpt::Instruction { at } => self.instruction(at),
            LlvmExcerpt::DebugRecord { at } => self.record(at),
            LlvmExcerpt::DebugIntrinsic { at } => as_intrinsic(&self.record(at)).0,
            LlvmExcerpt::DebugRecordValue { at } => as_intrinsic(&self.record(at)).1,
            LlvmExcerpt::GlobalVariable { at } => self.rest_of_line(at).to_owned(),
            LlvmExcerpt::MetadataArgument { at } => self.metadata_argument(at).to_owned(),
            LlvmExcerpt::Node { number } => self.node(number).to_owned(),
            LlvmExcerpt::NodeOperand { number, operand } => self.operand(number, operand).to_owned(),
            LlvmExcerpt::InstructionAttachment { number, at } => {
                format!("{} on {}", self.node(number), self.instruction(at))
            }
            LlvmExcerpt::FunctionAttachment { number, at } => format!("{} on {}", self.node(number), self.function(at)),
        }
    }
}

/// The place of a piece that is in a function.
fn place(excerpt: LlvmExcerpt) -> Option<usize> {
    match excerpt {
        LlvmExcerpt::Instruction { at }
        | LlvmExcerpt::DebugRecord { at }
        | LlvmExcerpt::DebugIntrinsic { at }
        | LlvmExcerpt::DebugRecordValue { at }
        | LlvmExcerpt::InstructionAttachment { at, .. }
        | LlvmExcerpt::FunctionAttachment { at, .. } => Some(at),
        LlvmExcerpt::GlobalVariable { .. }
        | LlvmExcerpt::MetadataArgument { .. }
        | LlvmExcerpt::Node { .. }
        | LlvmExcerpt::NodeOperand { .. }
        | LlvmExcerpt::InlineNode => None,
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
