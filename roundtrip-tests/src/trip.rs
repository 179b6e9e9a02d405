//! One module's trip: there, through text, and back.

use std::ops::Range;
use std::panic::catch_unwind;

use irtrip_dialect::diagnostic::{Diagnostic, LineIndex};
use irtrip_dialect::mlir_release;
use irtrip_dialect::names::{IRTRIP_RELEASE, IRTRIP_SOURCE_FILENAME};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Context, Module};
use irtrip_diff::render::{Heading, unified};
use irtrip_diff::{Comparison, Normalization, Options, Side, compare};
use irtrip_export::{AssemblyReader, ExportOptions, export_text, was_llvm};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use similar::TextDiff;

use crate::language::Language;
use crate::missing_tokens::missing_tokens;
use crate::phis::{self, Counts};

/// Lines looked at after the first that differs.
const WINDOW: usize = 120;
/// Lines of a difference that are shown.
const SHOWN: usize = 24;

/// The step of a failure that is a fault of irtrip's, whichever it was in.
pub const PANIC: &str = "panic";

/// How a module came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The same bytes.
    Identical,
    /// Other bytes that mean the same: the first difference, as a unified diff.
    Equivalent(String),
    /// Other bytes that mean the same to today's LLVM: what an older release wrote otherwise came back upgraded. The first
    /// difference.
    Upgraded(String),
    /// Something else: the first difference, behind a line that names what kind it is and where.
    Different(String),
    /// A step ended with an error.
    Failed(Failure),
}

/// A step that ended with an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// `import`, `parse` or `export`, or [`PANIC`].
    pub step: &'static str,
    /// Line and column, from 1, in the text that the step read.
    pub place: Option<(usize, usize)>,
    /// The library's message.
    pub message: String,
    /// The line of that text.
    pub line: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.step)?;
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// What makes a module that came back a different one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Phis and block arguments do not correspond.
    Phis,
    /// The models differ.
    Meaning,
    /// The models are the same, but these tokens of the text did not come back.
    Tokens(Vec<String>),
}

/// A module's trip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trip {
    /// How it came back.
    pub outcome: Outcome,
    /// Why it is a different one, if it is.
    pub cause: Option<Cause>,
    /// The text in the middle, as far as the trip came.
    pub middle: String,
    /// Phis and their incoming values in the LLVM assembly.
    pub phis: Counts,
    /// Block arguments and the operands passed to them in the MLIR.
    pub arguments: Counts,
}

/// The releases whose texts a module goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Through {
    /// What reads the LLVM assembly that comes back; without one, the release of the text.
    pub llvm: Option<AssemblyReader>,
    /// The release of MLIR whose text is in the middle, where it is another than today's.
    pub mlir: Option<Release>,
}

impl Through {
    /// The MLIR of a module of LLVM assembly.
    fn middle(self, text: &str) -> Result<String, Failure> {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let mut module = import_llvm(&ctx, text)?;
        let mut options = PrintOptions::of(&module);
        if let Some(release) = self.mlir {
            let failed = |error: Box<Diagnostic>| failure("import", text, error.span(), error.to_string());
            mlir_release::lower(&ctx, &mut module, release).map_err(failed)?;
            options = options.for_release(release);
        }
        Ok(print(&ctx, &module, &options).concat())
    }

    fn export(self, ctx: &Context, module: &Module) -> Result<String, Failure> {
        let options = ExportOptions::default().for_reader(self.llvm).or_for_release_of(ctx, module);
        let exported = export_text(ctx, module, &options).map(|pieces| pieces.concat());
        exported.map_err(|error| failure("export", "", None, error.to_string()))
    }
}

/// Takes a module there and back. Nothing but text passes from one half of the trip to the other.
pub fn trip(language: Language, text: &str) -> Trip {
    trip_through(language, text, Through::default())
}

/// As [`trip`], through texts of other releases: a module that comes back in other words for the same is equivalent, and
/// what the release has no word for makes it a different one.
pub fn trip_through(language: Language, text: &str, through: Through) -> Trip {
    let mut trip = Trip {
        outcome: Outcome::Identical,
        cause: None,
        middle: String::new(),
        phis: Counts::default(),
        arguments: Counts::default(),
    };
    let outcome = match language {
        Language::Llvm => from_llvm(text, through, &mut trip),
        Language::Mlir => from_mlir(text, through, &mut trip),
    };
    trip.outcome = outcome.unwrap_or_else(Outcome::Failed);
    if matches!(trip.outcome, Outcome::Different(_)) {
        trip.cause.get_or_insert(Cause::Meaning);
    }
    if trip.phis != trip.arguments && !matches!(trip.outcome, Outcome::Failed(_)) {
        let (phis, a) = (trip.phis, trip.arguments);
        trip.cause = Some(Cause::Phis);
        trip.outcome =
            Outcome::Different(format!("{phis} are {} block arguments with {} operands\n", a.values, a.edges));
    }
    trip
}

/// As [`trip_through`]; a panic, which is a fault of irtrip's, is a failure of its own, so that it ends no other module's
/// trip.
pub fn unpanicked(language: Language, text: &str, through: Through) -> Trip {
    catch_unwind(|| trip_through(language, text, through)).unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        let failure = Failure { step: PANIC, place: None, message: message.to_owned(), line: String::new() };
        Trip {
            outcome: Outcome::Failed(failure),
            cause: None,
            middle: String::new(),
            phis: Counts::default(),
            arguments: Counts::default(),
        }
    })
}

/// The LLVM assembly of a module before its trip and after. MLIR is exported first, and goes there and back from there.
///
/// # Errors
/// A step ends with an error.
pub fn both_sides(language: Language, text: &str) -> Result<(String, String), Failure> {
    let before = match language {
        Language::Llvm => text.to_owned(),
        Language::Mlir => {
            let ctx = Context::with_dialects(irtrip_lower::all_dialects());
            let module = parse_mlir(&ctx, text)?;
            export_llvm(&ctx, &module)?
        }
    };
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = import_llvm(&ctx, &before)?;
    let middle = print(&ctx, &module, &PrintOptions::of(&module)).concat();
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = parse_mlir(&ctx, &middle)?;
    let after = export_llvm(&ctx, &module)?;
    Ok((before, after))
}

fn from_llvm(text: &str, through: Through, trip: &mut Trip) -> Result<Outcome, Failure> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    trip.middle = through.middle(text)?;
    let back = {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = parse_mlir(&ctx, &trip.middle)?;
        trip.arguments = phis::in_model(&module);
        through.export(&ctx, &module)?
    };
    trip.phis = phis::in_llvm(text);
    if back == text {
        return Ok(Outcome::Identical);
    }
    let module = import_llvm(&ctx, text)?;
    let phis_back = phis::in_llvm(&back);
    if phis_back != trip.phis {
        trip.cause = Some(Cause::Phis);
        return Ok(Outcome::Different(format!("{} come back as {}\n", trip.phis, phis_back)));
    }
    let difference = first_difference(text, &back);
    let ctx_back = Context::with_dialects(irtrip_lower::all_dialects());
    // What cannot be read again is no equivalent.
    let comparison = import_llvm(&ctx_back, &back)
        .map(|b| compare(Side::new(&ctx, &module), Side::new(&ctx_back, &b), &Options::default()));
    let same = comparison.as_ref().is_ok_and(Comparison::is_same);
    let is_older = ctx.entry(module.attrs, IRTRIP_RELEASE).is_some();
    // What the reader does not see would be missing from both models.
    let lost = missing_tokens(text, &back);
    Ok(match (same, lost.as_slice()) {
        (true, []) => Outcome::Equivalent(difference),
        // Another release spells it otherwise.
        (true, _) if through.llvm.is_some() => Outcome::Equivalent(difference),
        (true, _) if is_older => Outcome::Upgraded(difference),
        (true, lost) => {
            trip.cause = Some(Cause::Tokens(lost.iter().map(|&token| token.to_owned()).collect()));
            let named = lost.iter().take(8).copied().collect::<Vec<_>>().join(" ");
            Outcome::Different(format!("{difference}tokens that did not come back: {named}\n"))
        }
        (false, _) => {
            let kind = comparison.as_ref().map_or_else(|_| "unreadable\n".to_owned(), first_kind);
            let shown = match &comparison {
                // Nearly every line of two releases' texts differs.
                Ok(comparison) if through.llvm.is_some() => compared(comparison),
                _ => difference,
            };
            Outcome::Different(kind + &shown)
        }
    })
}

fn from_mlir(text: &str, through: Through, trip: &mut Trip) -> Result<Outcome, Failure> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = parse_mlir(&ctx, text)?;
    trip.arguments = phis::in_model(&module);
    trip.middle = through.export(&ctx, &module)?;
    trip.phis = phis::in_llvm(&trip.middle);
    let ctx_back = Context::with_dialects(irtrip_lower::all_dialects());
    let mut module_back = import_llvm(&ctx_back, &trip.middle)?;
    if !was_llvm(&ctx, &module) {
        // The module that comes back was LLVM IR, and has no name either.
        module_back.attrs = ctx_back.with_entry(module_back.attrs, IRTRIP_SOURCE_FILENAME, None);
    }
    let back = print(&ctx_back, &module_back, &PrintOptions::of(&module_back)).concat();
    // The text may be upstream's, which has numbers for names.
    if back == text || print(&ctx_back, &module_back, &PrintOptions::upstream()).concat().trim_end() == text.trim_end()
    {
        return Ok(Outcome::Identical);
    }
    let comparison = compare_normalized((&ctx, &module), (&ctx_back, &module_back));
    if comparison.is_same() {
        return Ok(Outcome::Equivalent(first_difference(text, &back)));
    }
    Ok(Outcome::Different(first_kind(&comparison) + &compared(&comparison)))
}

/// The first lines of what differs in two models.
fn compared(comparison: &Comparison) -> String {
    let shown = unified(comparison, &Heading { a: "before", b: "after", color: false });
    shortened(shown.lines().map(str::to_owned).collect())
}

/// The category of the first difference and the part of the module that it is in, as a line.
fn first_kind(comparison: &Comparison) -> String {
    let first = comparison.differences().next();
    first.map_or_else(String::new, |(part, difference)| format!("{} in {}\n", difference.category, part.title()))
}

/// Compares a module of MLIR with the one it came back as, by the LLVM IR of both.
fn compare_normalized(a: (&Context, &Module), b: (&Context, &Module)) -> Comparison {
    let options = Options { normalization: Normalization::Both, ..Options::default() };
    compare(Side::new(a.0, a.1), Side::new(b.0, b.1), &options)
}

pub(crate) fn import_llvm(ctx: &Context, text: &str) -> Result<Module, Failure> {
    import(ctx, text, &ImportOptions::default())
        .map_err(|error| failure("import", text, error.span(), error.to_string()))
}

pub(crate) fn parse_mlir(ctx: &Context, text: &str) -> Result<Module, Failure> {
    parse(ctx, text, &ParseOptions::default()).map_err(|errors| {
        let count = errors.len();
        let Some(first) = errors.into_iter().next() else { return failure("parse", text, None, String::new()) };
        let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
        failure("parse", text, first.span(), format!("{first}{more}"))
    })
}

pub(crate) fn export_llvm(ctx: &Context, module: &Module) -> Result<String, Failure> {
    Through::default().export(ctx, module)
}

fn failure(step: &'static str, text: &str, span: Option<Range<usize>>, message: String) -> Failure {
    let at = span.map(|span| {
        let lines = LineIndex::new(text);
        let (_, range) = lines.line_at(text, span.start);
        (lines.place(text, span.start), text.get(range).unwrap_or_default().to_owned())
    });
    let (place, line) = at.map_or((None, String::new()), |(place, line)| (Some(place), line));
    Failure { step, place, message, line }
}

/// The first difference of two texts as a short unified diff. Looks at no more than [`WINDOW`] lines after it, so
/// that two texts of many megabytes that have little in common take no time.
pub fn first_difference(a: &str, b: &str) -> String {
    let common = a.bytes().zip(b.bytes()).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
    // Three lines before the one that differs, as diffs have them.
    let mut start = memchr::memrchr(b'\n', &a.as_bytes()[..common]).map_or(0, |i| i + 1);
    for _ in 0..3 {
        start = memchr::memrchr(b'\n', &a.as_bytes()[..start.saturating_sub(1)]).map_or(0, |i| i + 1);
    }
    let first_line = memchr::memchr_iter(b'\n', &a.as_bytes()[..start]).count();
    let window = |text: &str| -> String {
        text.as_bytes()
            .get(start..)
            .unwrap_or_default()
            .split_inclusive(|&b| b == b'\n')
            .take(WINDOW)
            .map(String::from_utf8_lossy)
            .collect()
    };
    let (a, b) = (window(a), window(b));
    let diff = TextDiff::from_lines(&a, &b);
    let Some(hunk) = diff.unified_diff().context_radius(3).iter_hunks().next().map(|h| h.to_string()) else {
        return String::new();
    };
    let mut lines: Vec<String> = hunk.lines().map(str::to_owned).collect();
    if let Some(header) = lines.first_mut() {
        *header = format!("@@ line {} @@", first_line + 1);
    }
    shortened(lines)
}

/// The first lines of a diff, each with its end.
fn shortened(mut lines: Vec<String>) -> String {
    if lines.len() > SHOWN {
        let more = lines.len() - SHOWN;
        lines.truncate(SHOWN);
        lines.push(format!("... {more} lines more"));
    }
    lines.iter().map(|l| format!("{l}\n")).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_with_its_line() {
        let a: String = (1..500).map(|i| format!("line {i}\n")).collect();
        let b = a.replace("line 300\n", "line three hundred\n");
        let shown = first_difference(&a, &b);
        assert!(shown.starts_with("@@ line 297 @@\n line 297\n"), "{shown}");
        assert!(shown.contains("-line 300\n+line three hundred\n"), "{shown}");
    }

    /// A module of MLIR without named metadata: its unit and its flags are upstream's.
    const UNIT: &str = r#"#file = #llvm.di_file<"a.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal>
#program = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, subprogramFlags = Definition, type = #type>
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
llvm.func @f() {
  llvm.return loc(#line)
} loc(fused<#program>[#line])
#line = loc("a.c":1:2)
"#;

    /// Whether the module above is the same once its LLVM assembly is edited.
    fn is_same_after(edit: impl Fn(&str) -> String) -> bool {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = parse_mlir(&ctx, UNIT).unwrap();
        let middle = export_llvm(&ctx, &module).unwrap();
        let edited = edit(&middle);
        let ctx_back = Context::with_dialects(irtrip_lower::all_dialects());
        let back = import_llvm(&ctx_back, &edited).unwrap_or_else(|e| panic!("{e}\n{edited}"));
        compare_normalized((&ctx, &module), (&ctx_back, &back)).is_same()
    }

    #[test]
    fn no_metadata_that_came_back_is_left_out_of_the_comparison() {
        assert!(is_same_after(str::to_owned));
        let edit = |from: &'static str, to: &'static str| {
            move |text: &str| {
                assert!(text.contains(from), "{from} in {text}");
                text.replace(from, to)
            }
        };
        // An operand of a list, a list, a node's fields, which nodes are distinct.
        assert!(!is_same_after(edit("!llvm.dbg.cu = !{!0}", "!llvm.dbg.cu = !{!0, !0}")));
        assert!(!is_same_after(edit("!llvm.dbg.cu = !{!0}", "!llvm.dbg.cu = !{!0}\n!own = !{!0}")));
        assert!(!is_same_after(edit("i32 4}", "i32 2}")));
        assert!(!is_same_after(edit("emissionKind: FullDebug", "emissionKind: LineTablesOnly")));
        assert!(!is_same_after(edit("isOptimized: false", "producer: \"p\", isOptimized: false")));
        assert!(!is_same_after(edit("!DISubroutineType(", "distinct !DISubroutineType(")));
    }

    #[test]
    fn a_text_that_ends_early_differs_too() {
        assert!(first_difference("a\nb\n", "a\n").contains("-b"));
        assert!(first_difference("", "a\n").contains("+a"));
    }
}
