//! What irtrip's readers, verifiers and writers say of a document as a whole.

use std::ops::Range;

use irtrip_dialect::diagnostic::{ContextRenderer, Diagnostic, RenderedDiagnostic, Severity, SourceFile};
use irtrip_dialect::language::Language;
use irtrip_dialect::verify::verify;
use irtrip_dialect::{AttrData, Body, Context, ContextDialects, Location, Module, Op, Region};
use irtrip_export::export;
use irtrip_grammar::{PrintOptions, print, print_type};
use irtrip_reader::{ModuleText, ReadOptions};
use irtrip_view::{Counterparts, PageOptions, ShownFile, counterparts, page};
use rustc_hash::FxHashMap;

/// Something that is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// The stage that reports it and the name of its code: `import/undefined-value`.
    pub code: String,
    /// The bytes that it is about.
    pub bytes: Range<usize>,
    /// The message.
    pub message: String,
    /// What explains it, each with its bytes in the same document, where it has any.
    pub notes: Vec<(Option<Range<usize>>, String)>,
}

/// The name that locations have for the document.
const NAME: &str = "document";

fn context() -> Context {
    Context::with_dialects(irtrip_lower::all_dialects())
}

fn read(ctx: &Context, language: Language, text: &str, options: ReadOptions) -> Result<Module, Vec<Diagnostic>> {
    ModuleText { name: NAME, ..ModuleText::new(language, text) }.read(ctx, options)
}

/// All that is wrong with a text.
///
/// ```
/// use irtrip_dialect::language::Language;
/// let text = "define i32 @f() {\n  ret i32 %x\n}\n";
/// let found = irtrip_lsp::analysis::findings(Language::Llvm, text);
/// assert_eq!(found.first().map(|found| &text[found.bytes.clone()]), Some("%x"));
/// ```
pub fn findings(language: Language, text: &str) -> Vec<Finding> {
    let ctx = context();
    let errors = match read(&ctx, language, text, ReadOptions::with_locations()) {
        Ok(module) => verify(&ctx, &module),
        Err(errors) => errors,
    };
    if errors.is_empty() {
        return Vec::new();
    }
    let source = SourceFile::new(NAME, text.to_owned());
    errors.iter().map(|error| finding(text, source.render(&ctx, error, &ContextRenderer(&ctx)))).collect()
}

fn finding(text: &str, found: RenderedDiagnostic) -> Finding {
    let note = |note: RenderedDiagnostic| (note.span.map(|span| word_at(text, span)), note.message);
    Finding {
        severity: found.severity,
        code: format!("{}/{}", found.code.stage(), found.code.name()),
        bytes: word_at(text, found.span.unwrap_or(0..0)),
        message: found.message,
        notes: found.notes.into_iter().map(note).collect(),
    }
}

/// A place of a single character or none is widened to the word that starts there, which is what an editor underlines.
fn word_at(text: &str, span: Range<usize>) -> Range<usize> {
    let (start, end) = (span.start.min(text.len()), span.end.min(text.len()));
    if end > start + 1 {
        return start..end;
    }
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let is_part = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'%' | b'@' | b'!' | b'#' | b'$' | b'.' | b'_' | b'-' | b'^')
    };
    let word = rest.iter().take_while(|byte| is_part(byte)).count();
    start..(start + word).max(end)
}

/// A document in both languages, and which lines correspond. The message of the first error, where it has one.
pub(crate) fn in_both_languages(language: Language, text: &str) -> Result<Counterparts, String> {
    let ctx = context();
    let said = |errors: Vec<Diagnostic>| first_message(&ctx, &errors);
    let module = read(&ctx, language, text, ReadOptions::with_places()).map_err(said)?;
    let file = ShownFile { language, text };
    counterparts(&ctx, &module, Some(file)).map_err(|error| first_message(&ctx, &[*error]))
}

/// The page of `irtrip view` for a document. The message of the first error, where it has one.
pub(crate) fn view_page(language: Language, text: &str, title: &str) -> Result<String, String> {
    let ctx = context();
    let said = |errors: Vec<Diagnostic>| first_message(&ctx, &errors);
    let module = read(&ctx, language, text, ReadOptions::with_places()).map_err(said)?;
    let file = ShownFile { language, text };
    let options = PageOptions { name: title, file: Some(file), ..PageOptions::default() };
    page(&ctx, &module, &options).map_err(|error| first_message(&ctx, &[*error]))
}

/// A document as LLVM or MLIR prints it. The message of the first error, where it has one.
pub fn formatted(language: Language, text: &str) -> Result<String, String> {
    let ctx = context();
    let module = read(&ctx, language, text, ReadOptions::default()).map_err(|errors| first_message(&ctx, &errors))?;
    match language {
        Language::Llvm => {
            let written = export(&ctx, &module).map_err(|error| first_message(&ctx, &[*error]))?;
            Ok(written.concat())
        }
        Language::Mlir => {
            let options = PrintOptions { debug_info: text.contains("loc("), ..PrintOptions::of(&module) };
            Ok(print(&ctx, &module, &options).concat())
        }
    }
}

/// The text of bitcode or bytecode, and its language.
///
/// ```
/// let refused = irtrip_lsp::analysis::text_of_binary(b"no module");
/// assert!(refused.is_err());
/// ```
pub fn text_of_binary(bytes: &[u8]) -> Result<(Language, String), String> {
    if irtrip_bytecode::is_bytecode(bytes) {
        let ctx = context();
        let module = irtrip_bytecode::read(&ctx, bytes).map_err(|error| error.to_string())?;
        let options = PrintOptions { debug_info: true, ..PrintOptions::of(&module) };
        return Ok((Language::Mlir, print(&ctx, &module, &options).concat()));
    }
    if !irtrip_bitcode::container::holds_bitcode(bytes) {
        return Err("neither bitcode nor MLIR bytecode".to_owned());
    }
    let read = irtrip_bitcode::assembly::assembly("<bitcode>", bytes).map_err(|error| error.to_string())?;
    Ok((Language::Llvm, read.text))
}

fn first_message(ctx: &Context, errors: &[Diagnostic]) -> String {
    errors.first().map(|error| error.render(&ContextRenderer(ctx))).unwrap_or_default()
}

/// The types of the values of one top-level operation of MLIR: of an operation's results by the line of `text` that it stands on, and
/// of arguments of blocks by name. `text` has the definitions of aliases before the operation. Nothing of one that cannot be read.
#[derive(Default, Debug)]
pub struct MlirTypes {
    /// By line, from 0: the types of the results.
    pub results: FxHashMap<usize, Vec<String>>,
    /// By name without sigil.
    pub arguments: FxHashMap<String, String>,
}

impl MlirTypes {
    /// Reads the operation.
    pub fn of(text: &str) -> MlirTypes {
        let ctx = context();
        let mut found = MlirTypes::default();
        if let Ok(module) = read(&ctx, Language::Mlir, text, ReadOptions::with_locations()) {
            found.take(&ctx, &module.body);
        }
        found
    }

    fn take(&mut self, ctx: &Context, body: &Body) {
        // Regions of operations that are isolated from above are bodies of their own; all others are in this one.
        let mut regions: Vec<Region> = body.regions().to_vec();
        while let Some(region) = regions.pop() {
            for block in body.blocks(region) {
                for argument in body.block_args(*block) {
                    let value = body.value(*argument);
                    if let Some(name) = value.name {
                        self.arguments.insert(ctx.text(name).into_owned(), print_type(ctx, body.value_type(*argument)));
                    }
                }
                for op in body.ops(*block) {
                    self.take_op(ctx, body, op);
                    regions.extend(body.op_regions(op));
                    if let Some(nested) = body.nested(op) {
                        self.take(ctx, nested);
                    }
                }
            }
        }
    }

    fn take_op(&mut self, ctx: &Context, body: &Body, op: Op) {
        let types: Vec<String> = body.results(op).map(|value| print_type(ctx, body.value_type(value))).collect();
        if let AttrData::Location(Location::File { line, .. }) = ctx.attr_data(body.loc(op))
            && !types.is_empty()
        {
            self.results.entry((*line as usize).saturating_sub(1)).or_insert(types);
        }
    }
}
