//! Two files compared, with the lines of the files themselves where they differ.

use std::borrow::Cow;

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult};
use irtrip_dialect::language::Language;
use irtrip_dialect::{Context, Module};
use irtrip_diff::{Comparison, Options, Side, SourceText, are_same, compare, with_written_places};
use irtrip_export::{ExportOptions, export_with};
use irtrip_grammar::PrintOptions;
use irtrip_grammar::print::print_with_source_map;
use irtrip_reader::{ModuleText, ReadOptions};

/// A text that is compared, and the context that it is read into.
#[derive(Clone, Copy, Debug)]
pub struct ComparedText<'t> {
    /// The context.
    pub ctx: &'t Context,
    /// The text.
    pub text: ModuleText<'t>,
}

/// Why two texts are not compared.
#[derive(Debug)]
pub enum ComparisonError {
    /// The first is no module.
    First(Vec<Diagnostic>),
    /// The second is no module.
    Second(Vec<Diagnostic>),
    /// Neither has the function that is asked for.
    NoFunction(String),
}

impl ComparedText<'_> {
    /// The module as text of a language, where it knows the places of its operations.
    fn shown_in<'m>(
        &self,
        language: Language,
        module: &'m Module,
    ) -> DiagnosticResult<(Cow<'_, str>, Cow<'m, Module>)> {
        if self.text.language == language {
            return Ok((Cow::Borrowed(self.text.text), Cow::Borrowed(module)));
        }
        let pieces = match language {
            Language::Llvm => export_with(self.ctx, module, &ExportOptions::default().with_source_map())?.pieces,
            Language::Mlir => print_with_source_map(self.ctx, module, &PrintOptions::of(module)),
        };
        let (text, placed) = with_written_places(module, &pieces);
        Ok((Cow::Owned(text), Cow::Owned(placed)))
    }
}

/// Compares two texts. What differs is shown in `shown`, or else in their own language, which is LLVM assembly where they are of two.
///
/// # Errors
/// One is no module, or the function that `options` ask for is in neither.
///
/// ```
/// use irtrip::{ComparedText, compare_texts, diff, reader::ModuleText};
/// use irtrip::dialect::{Context, language::Language};
/// let (a, b) = ("define i32 @f() {\n  ret i32 1\n}\n", "define i32 @f() {\n  ret i32 2\n}\n");
/// let contexts = [Context::new(), Context::new()];
/// let text = |ctx, text| ComparedText { ctx, text: ModuleText::new(Language::Llvm, text) };
/// let (a, b) = (text(&contexts[0], a), text(&contexts[1], b));
/// let comparison = compare_texts(&a, &b, &diff::Options::default(), None).map_err(|error| format!("{error:?}"))?;
/// let heading = diff::render::Heading { a: "a.ll", b: "b.ll", color: false, made: None };
/// assert!(diff::render::unified(&comparison, &heading).contains("-  ret i32 1\n+  ret i32 2\n"));
/// # Ok::<(), String>(())
/// ```
pub fn compare_texts(
    a: &ComparedText,
    b: &ComparedText,
    options: &Options,
    shown: Option<Language>,
) -> Result<Comparison, ComparisonError> {
    let (module_a, module_b) = read_both(a, b)?;
    compare_read_texts((a, &module_a), (b, &module_b), options, shown)
}

/// As [`compare_texts`], of texts with the modules that they were read as by [`read_both`].
///
/// # Errors
/// As [`compare_texts`].
pub fn compare_read_texts(
    (a, module_a): (&ComparedText, &Module),
    (b, module_b): (&ComparedText, &Module),
    options: &Options,
    shown: Option<Language>,
) -> Result<Comparison, ComparisonError> {
    let (side_a, side_b) = (Side::new(a.ctx, module_a), Side::new(b.ctx, module_b));
    if let Some(name) = &options.function
        && !has_function(side_a, name)
        && !has_function(side_b, name)
    {
        return Err(ComparisonError::NoFunction(name.clone()));
    }
    if are_same(side_a, side_b, options) {
        return Ok(Comparison::default());
    }
    let shown = shown.unwrap_or(match (a.text.language, b.text.language) {
        (Language::Mlir, Language::Mlir) => Language::Mlir,
        _ => Language::Llvm,
    });
    let texts = rayon::join(|| a.shown_in(shown, module_a), || b.shown_in(shown, module_b));
    // What the shown language has no form for is shown as the comparison sees it.
    let (Ok((text_a, module_a)), Ok((text_b, module_b))) = texts else { return Ok(compare(side_a, side_b, options)) };
    let (shown_a, shown_b) = (SourceText::new(&text_a, shown), SourceText::new(&text_b, shown));
    let (side_a, side_b) = (Side::new(a.ctx, &module_a), Side::new(b.ctx, &module_b));
    Ok(compare(side_a.with_source(&shown_a), side_b.with_source(&shown_b), options))
}

/// Reads two texts into modules that know the places of their operations; between two modules of LLVM, a block that export made is a
/// block.
pub fn read_both(a: &ComparedText, b: &ComparedText) -> Result<(Module, Module), ComparisonError> {
    let keep_edges = [a.text.language, b.text.language] == [Language::Llvm; 2];
    let options = ReadOptions { keep_edges, first_error_only: true, ..ReadOptions::with_places() };
    let (a, b) = rayon::join(|| a.text.read(a.ctx, options), || b.text.read(b.ctx, options));
    Ok((a.map_err(ComparisonError::First)?, b.map_err(ComparisonError::Second)?))
}

fn has_function(side: Side, name: &str) -> bool {
    side.names().any(|n| side.ctx.bytes(n) == name.as_bytes())
}
