//! One module's trip: there, through text, and back.

use std::borrow::Cow;
use std::ops::Range;
use std::panic::catch_unwind;

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::diagnostic::{Diagnostic, LineIndex};
use irtrip_dialect::escaped_text::{Escape, EscapedText};
use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::mlir_release;
use irtrip_dialect::names::{IRTRIP_BITCODE_USE_LISTS, IRTRIP_RELEASE, IRTRIP_SOURCE_FILENAME};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::{Comparison, Normalization, Options, Side, compare};
use irtrip_export::{
    AssemblyReader, ExportOptions, escapes, export_text, keep_mlir_attributes, leave_out, restore_mlir_attributes,
    translate_dialects, was_llvm,
};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, parse_attr, print, print_attr};
use irtrip_import::{ImportOptions, import};

use crate::first_difference::{FirstDifference, cut};
use crate::language::Language;
use crate::missing_tokens::missing_tokens;
use crate::model_difference::ModelDifference;
use crate::phis::{self, Counts};

/// The step of a failure that is a fault of irtrip's, whichever it was in.
pub(crate) const PANIC: &str = "panic";

/// How a module came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The same bytes.
    Identical,
    /// Other bytes that mean the same.
    Equivalent(FirstDifference),
    /// Other bytes that mean the same to the current LLVM: what an older release wrote otherwise came back upgraded.
    Upgraded(FirstDifference),
    /// Something else.
    Different(FirstDifference),
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
    /// The models differ in this, each kind of difference once.
    Meaning(Vec<ModelDifference>),
    /// What came back cannot be read, for this reason.
    Unreadable(String),
    /// The models are the same, but these tokens of the text were lost.
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
pub struct TripReleases {
    /// What reads the LLVM assembly at the end; without one, the release of the text.
    pub llvm: Option<AssemblyReader>,
    /// The release of MLIR whose text is in the middle, where it is another than the current.
    pub mlir: Option<Release>,
}

impl TripReleases {
    /// The MLIR of a module of LLVM assembly.
    fn middle(self, source: Source) -> Result<String, Failure> {
        let (ctx, text) = (Context::with_dialects(irtrip_lower::all_dialects()), source.text);
        let mut module = import_source(&ctx, source)?;
        let mut options = PrintOptions::of(&module);
        if let Some(release) = self.mlir {
            let failed = |error: Box<Diagnostic>| failure("import", text, error.span(), error.to_string());
            mlir_release::lower(&ctx, &mut module, release).map_err(failed)?;
            options = options.for_release(release);
        }
        Ok(print(&ctx, &module, &options).concat())
    }

    /// A module of LLVM assembly as it is printed without going through MLIR.
    fn printed(self, source: Source) -> Result<EscapedText, Failure> {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = import_source(&ctx, source)?;
        self.export(&ctx, &module)
    }

    fn export(self, ctx: &Context, module: &Module) -> Result<EscapedText, Failure> {
        // Orders of uses round-trip through bitcode too.
        let options = ExportOptions::default().for_reader(self.llvm).or_for_release_of(ctx, module).for_bitcode(true);
        let exported = export_text(ctx, module, &options).map(|pieces| pieces.concat());
        let text = exported.map_err(|error| failure("export", "", None, error.to_string()))?;
        Ok(EscapedText { text, escapes: escapes(ctx, module) })
    }
}

/// The text of a module, with the escapes in it that stand for bytes of its file which are no UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// The text.
    pub text: &'t str,
    /// The escapes.
    pub escapes: &'t [Escape],
    /// Where the text is that of bitcode: the release that wrote the bitcode, if it says so.
    pub bitcode: Option<Option<Release>>,
}

impl<'t> Source<'t> {
    /// The outcome if the text came back but for its bytes that are no UTF-8, or but for the ends of its lines.
    fn came_back_as(self, back: &EscapedText) -> Option<Outcome> {
        if self.text == back.text {
            return Some(match self.escapes == back.escapes {
                true => Outcome::Identical,
                false => Outcome::Equivalent(FirstDifference::in_words("bytes that are no UTF-8 came back as escapes")),
            });
        }
        let has_other_ends = self.text.len() > back.text.len() && self.with_line_feeds() == back.text;
        let other_ends = || FirstDifference::in_words("lines that end in CR LF came back with LF alone");
        has_other_ends.then(|| Outcome::Equivalent(other_ends()))
    }

    /// The text with the ends of lines that LLVM's writer has, which alone are no difference to look for.
    fn with_line_feeds(self) -> Cow<'t, str> {
        match self.text.contains("\r\n") {
            true => Cow::Owned(self.text.replace("\r\n", "\n")),
            false => Cow::Borrowed(self.text),
        }
    }
}

impl<'t> From<&'t str> for Source<'t> {
    fn from(text: &'t str) -> Source<'t> {
        Source { text, escapes: &[], bitcode: None }
    }
}

impl<'t> From<&'t EscapedText> for Source<'t> {
    fn from(escaped: &'t EscapedText) -> Source<'t> {
        Source { text: &escaped.text, escapes: &escaped.escapes, bitcode: None }
    }
}

/// Takes a module there and back. Nothing but text passes from one half of the trip to the other.
pub fn trip(language: Language, text: &str) -> Trip {
    trip_through(language, text.into(), TripReleases::default())
}

/// As [`trip`], through texts of other releases: a module that round-trips to another spelling of the same is equivalent, and
/// what the release has no word for makes it a different one.
pub(crate) fn trip_through(language: Language, source: Source, through: TripReleases) -> Trip {
    let mut trip = Trip {
        outcome: Outcome::Identical,
        cause: None,
        middle: String::new(),
        phis: Counts::default(),
        arguments: Counts::default(),
    };
    let outcome = match language {
        Language::Llvm => from_llvm(source, through, &mut trip),
        Language::Mlir => from_mlir(source, through, &mut trip),
    };
    trip.outcome = outcome.unwrap_or_else(Outcome::Failed);
    if trip.phis != trip.arguments && !matches!(trip.outcome, Outcome::Failed(_)) {
        let (phis, a) = (trip.phis, trip.arguments);
        trip.cause = Some(Cause::Phis);
        let words = format!("{phis} are {} block arguments with {} operands", a.values, a.edges);
        trip.outcome = Outcome::Different(FirstDifference::in_words(words));
    }
    trip
}

/// As [`trip_through`]; a panic, which is a fault of irtrip's, is a failure of its own, so that it ends no other module's
/// trip.
pub fn unpanicked(language: Language, source: Source, through: TripReleases) -> Trip {
    catch_unwind(|| trip_through(language, source, through)).unwrap_or_else(|payload| {
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

fn from_llvm(source: Source, through: TripReleases, trip: &mut Trip) -> Result<Outcome, Failure> {
    trip.middle = through.middle(source)?;
    let back = {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = parse_mlir(&ctx, &trip.middle)?;
        trip.arguments = phis::in_model(&module);
        through.export(&ctx, &module)?
    };
    trip.phis = phis::in_llvm(source.text);
    // Bitcode is what LLVM prints of it, in its order.
    let printed = source.bitcode.map(|_| through.printed(source)).transpose()?;
    let source = printed.as_ref().map_or(source, Source::from);
    if let Some(outcome) = source.came_back_as(&back) {
        return Ok(outcome);
    }
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = import_source(&ctx, source)?;
    let phis_back = phis::in_llvm(&back.text);
    if phis_back != trip.phis {
        trip.cause = Some(Cause::Phis);
        return Ok(Outcome::Different(FirstDifference::in_words(format!("{} become {phis_back}", trip.phis))));
    }
    let text = source.with_line_feeds();
    let difference = FirstDifference::of_texts(&text, &back.text);
    let ctx_back = Context::with_dialects(irtrip_lower::all_dialects());
    // What cannot be read again is no equivalent.
    let module_back = import_source(&ctx_back, (&back).into());
    let comparison =
        module_back.as_ref().map(|b| compare(Side::new(&ctx, &module), Side::new(&ctx_back, b), &Options::default()));
    let is_of_release = |ctx: &Context, module: &Module| ctx.entry(module.attrs, IRTRIP_RELEASE).is_some();
    // A text that somebody brought up to date in part is of no release.
    let is_older = is_of_release(&ctx, &module) || module.releases.newest().is_none();
    // What only the older release has, an upgraded text leaves out.
    let is_upgraded =
        || is_of_release(&ctx, &module) && module_back.as_ref().is_ok_and(|back| !is_of_release(&ctx_back, back));
    let same = comparison.as_ref().is_ok_and(Comparison::is_same);
    if !same && is_upgraded() && are_same_to_llvm(source, (&back).into())? {
        return Ok(Outcome::Upgraded(difference));
    }
    // What the reader does not see would be missing from both models.
    let lost = missing_tokens(&text, &back.text);
    let is_older = is_older || lost.iter().any(|token| is_former_intrinsic(token));
    Ok(match (same, lost.as_slice()) {
        (true, []) => Outcome::Equivalent(difference),
        // Another release spells it otherwise.
        (true, _) if through.llvm.is_some() => Outcome::Equivalent(difference),
        (true, _) if is_older => Outcome::Upgraded(difference),
        (true, lost) => {
            trip.cause = Some(Cause::Tokens(lost.iter().map(|&token| token.to_owned()).collect()));
            let named = lost.iter().take(8).copied().collect::<Vec<_>>().join(" ");
            Outcome::Different(difference.with_summary(format!("tokens that were lost: {named}")))
        }
        (false, _) => {
            let comparison = comparison.as_ref().map_err(|unreadable| unreadable.message.as_str());
            let (cause, difference) = difference_in_meaning(comparison, difference, through);
            trip.cause = Some(cause);
            Outcome::Different(difference)
        }
    })
}

/// Why two modules are not the same: what differs between the models, or that the second text is not one.
fn difference_in_meaning(
    comparison: Result<&Comparison, &str>,
    of_texts: FirstDifference,
    through: TripReleases,
) -> (Cause, FirstDifference) {
    let comparison = match comparison {
        Ok(comparison) => comparison,
        Err(message) => return (Cause::Unreadable(message.to_owned()), of_texts.with_summary("unreadable")),
    };
    let of_models = FirstDifference::of_models(comparison);
    let difference = match through.llvm {
        // Nearly every line of two releases' texts differs.
        Some(_) => of_models,
        None => FirstDifference { summary: of_models.summary, ..of_texts },
    };
    (Cause::Meaning(ModelDifference::all(comparison)), difference)
}

/// Whether text has the name of an intrinsic that LLVM does not have any more, which is upgraded in text of whatever release.
fn is_former_intrinsic(token: &str) -> bool {
    let name = token.strip_prefix('@').filter(|name| name.starts_with("llvm."));
    name.is_some_and(|name| lookup_intrinsic(name.as_bytes()).is_none())
}

fn from_mlir(source: Source, through: TripReleases, trip: &mut Trip) -> Result<Outcome, Failure> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let mut module = parse_mlir(&ctx, source.text)?;
    trip.arguments = phis::in_model(&module);
    let leaves_out = leave_out(&ctx, &mut module);
    let mut kept = module.clone();
    keep_mlir_attributes(&ctx, &mut kept, |attr| print_attr(&ctx, attr));
    let EscapedText { text: middle, escapes } = through.export(&ctx, &kept)?;
    trip.middle = middle;
    trip.phis = phis::in_llvm(&trip.middle);
    let ctx_back = Context::with_dialects(irtrip_lower::all_dialects());
    let mut module_back = import_source(&ctx_back, Source { text: &trip.middle, escapes: &escapes, bitcode: None })?;
    restore_mlir_attributes(&ctx_back, &mut module_back, |text| parse_attr(&ctx_back, text).ok());
    if ctx.entry(module.attrs, IRTRIP_BITCODE_USE_LISTS).is_some() {
        // The text in between has the use-list orders of the bitcode.
        module_back.attrs = ctx_back.with_entry(module_back.attrs, IRTRIP_BITCODE_USE_LISTS, Some(UNIT));
    }
    if !was_llvm(&ctx, &module) {
        // The module after the trip was LLVM IR, and has no name either.
        module_back.attrs = ctx_back.with_entry(module_back.attrs, IRTRIP_SOURCE_FILENAME, None);
    }
    let printed = |options: &PrintOptions| print(&ctx_back, &module_back, options).concat();
    let back = EscapedText { text: printed(&PrintOptions::of(&module_back)), escapes: Vec::new() };
    if let Some(outcome) = source.came_back_as(&back) {
        return Ok(outcome);
    }
    // The text may be upstream's, which has numbers for names.
    let upstream = EscapedText { text: printed(&PrintOptions::upstream()).trim_end().to_owned(), escapes: Vec::new() };
    if let Some(outcome) = (Source { text: source.text.trim_end(), ..source }).came_back_as(&upstream) {
        return Ok(outcome);
    }
    let comparison = compare_normalized((&ctx, &module), (&ctx_back, &module_back));
    if comparison.is_same() && leaves_out {
        return Ok(Outcome::Equivalent(FirstDifference::in_words(
            "a module in the module is left out: LLVM IR has none",
        )));
    }
    if comparison.is_same() {
        return Ok(Outcome::Equivalent(FirstDifference::of_texts(&source.with_line_feeds(), &back.text)));
    }
    let mut different = |comparison: &Comparison| {
        trip.cause = Some(Cause::Meaning(ModelDifference::all(comparison)));
        Ok(Outcome::Different(FirstDifference::of_models(comparison)))
    };
    if !translate_dialects(&ctx, &mut module).is_ok_and(|is_other| is_other) {
        return different(&comparison);
    }
    let comparison = compare_normalized((&ctx, &module), (&ctx_back, &module_back));
    if comparison.is_same() {
        let words = "operations of other dialects came back as those of the LLVM dialect that they stand for";
        return Ok(Outcome::Equivalent(FirstDifference::in_words(words)));
    }
    different(&comparison)
}

/// Compares a module of MLIR with the one it came back as, by the LLVM IR of both.
fn compare_normalized(a: (&Context, &Module), b: (&Context, &Module)) -> Comparison {
    let options = Options { normalization: Normalization::Both, ..Options::default() };
    compare(Side::new(a.0, a.1), Side::new(b.0, b.1), &options)
}

pub(crate) fn import_llvm(ctx: &Context, text: &str) -> Result<Module, Failure> {
    import_source(ctx, text.into())
}

/// Whether two texts are one module once LLVM has read and upgraded them.
fn are_same_to_llvm(a: Source, b: Source) -> Result<bool, Failure> {
    let [ctx_a, ctx_b] = [(); 2].map(|()| Context::with_dialects(irtrip_lower::all_dialects()));
    let read = |ctx: &Context, source: Source| import_as(ctx, source, true);
    let (a, b) = (read(&ctx_a, a)?, read(&ctx_b, b)?);
    Ok(compare(Side::new(&ctx_a, &a), Side::new(&ctx_b, &b), &Options::default()).is_same())
}

fn import_source(ctx: &Context, source: Source) -> Result<Module, Failure> {
    import_as(ctx, source, false)
}

/// Reads a text; `as_llvm_reads` as [`ImportOptions`] has it.
fn import_as(ctx: &Context, Source { text, escapes, bitcode }: Source, as_llvm_reads: bool) -> Result<Module, Failure> {
    let (release, of_bitcode) = (bitcode.flatten(), bitcode.is_some());
    import(ctx, text, &ImportOptions { escapes, as_llvm_reads, release, of_bitcode, ..ImportOptions::default() })
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
    TripReleases::default().export(ctx, module).map(|exported| exported.text)
}

fn failure(step: &'static str, text: &str, span: Option<Range<usize>>, message: String) -> Failure {
    let at = span.map(|span| {
        let lines = LineIndex::new(text);
        let (_, range) = lines.line_at(text, span.start);
        (lines.place(text, span.start), cut(text.get(range).unwrap_or_default()).into_owned())
    });
    let (place, line) = at.map_or((None, String::new()), |(place, line)| (Some(place), line));
    Failure { step, place, message, line }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

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
}
