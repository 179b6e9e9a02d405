//! `irtrip diff`: two modules, or the modules of two folders, compared by their meaning.

mod folders;
mod pager;

use std::path::Path;

use anyhow::{Result, bail};
use irtrip::dialect::diagnostic::DiagnosticResult;
use irtrip::dialect::{Context, Module};
use irtrip::diff::render::{self, Heading};
use irtrip::diff::{
    Category, Comparison, Options, Side, SourceLanguage, SourceText, are_same, compare, with_written_places,
};
use irtrip::export::{ExportOptions, export_with};
use irtrip::grammar::PrintOptions;
use irtrip::grammar::print::print_with_source_map;
use irtrip_roundtrip::language::Language;

use super::{ReadAs, Status, context, read_text};
use crate::arguments::{Diff, DiffForm, Ignored, Settings, ShownLanguage};
use crate::diagnostics::InputError;
use crate::input::Source;
use crate::{input, losses, terminal};

/// Runs the command.
pub fn run(arguments: &Diff, settings: &Settings) -> Result<Status> {
    if [&arguments.a, &arguments.b].iter().all(|path| path.as_os_str() == "-") {
        bail!("standard input cannot be both modules");
    }
    if arguments.labels.len() > 2 {
        bail!("there are two names to give: --label is there more than twice");
    }
    let are_folders = arguments.a.is_dir() && arguments.b.is_dir();
    let is_same = if are_folders || arguments.format == DiffForm::Markdown {
        folders::run(arguments, settings)?
    } else {
        files(arguments, settings)?
    };
    Ok(if is_same || arguments.exit_zero { Status::Done } else { Status::Different })
}

/// Compares two files; whether they are the same.
fn files(arguments: &Diff, settings: &Settings) -> Result<bool> {
    let (a, b) = rayon::join(|| input::read_to_compare(&arguments.a), || input::read_to_compare(&arguments.b));
    let (source_a, source_b) = (a?, b?);
    for source in [&source_a, &source_b] {
        losses::warn(source.losses(), true, settings);
    }
    let input = |path, source| Input { path, source, ctx: context() };
    let comparison = compare_inputs(&input(&arguments.a, &source_a), &input(&arguments.b, &source_b), arguments)?;
    let (name_a, name_b) = names(arguments, &source_a.file.name, &source_b.file.name);
    let heading = Heading { a: name_a, b: name_b, color: settings.color_out };
    let text = match arguments.format {
        DiffForm::Unified if arguments.word_diff => render::word_diff(&comparison, &heading),
        DiffForm::Unified => render::unified(&comparison, &heading),
        DiffForm::Stat => render::stat(&comparison, &heading),
        DiffForm::SideBySide => render::side_by_side(&comparison, &heading, width()),
        DiffForm::Json => render::json(&comparison, &heading),
        DiffForm::Html => render::html(&comparison, &heading),
        DiffForm::Markdown => bail!("clusters are of folders and pairs of files alone"),
    };
    pager::write(arguments.output.as_deref(), &text)?;
    Ok(comparison.is_same())
}

/// What both inputs are called: as asked for, else by their paths.
fn names<'n>(arguments: &'n Diff, a: &'n str, b: &'n str) -> (&'n str, &'n str) {
    let label = |at: usize| arguments.labels.get(at).map(String::as_str);
    (label(0).unwrap_or(a), label(1).unwrap_or(b))
}

/// An input with its path, and the context that it is read into.
struct Input<'i> {
    path: &'i Path,
    source: &'i Source,
    ctx: &'i Context,
}

impl Input<'_> {
    fn language(&self) -> Language {
        self.source.language(self.path)
    }

    /// The module as text of a language, and the places that its operations have there.
    fn text(&self, module: &Module, places: Module, language: Language) -> DiagnosticResult<(String, Module)> {
        if self.language() == language {
            return Ok((self.source.file.text.clone(), places));
        }
        written(self.ctx, module, language)
    }
}

/// Reads two inputs, with the places of what they have in their texts if `places` is set.
fn read_both(a: &Input, b: &Input, places: bool) -> Result<(Module, Module), InputError> {
    // Between two modules of LLVM, a block that export made is a block.
    let keep_edges = [a.language(), b.language()] == [Language::Llvm; 2];
    let read_as = ReadAs { locations: places, places, keep_edges, all_errors: false };
    let read = |input: &Input| read_text(input.ctx, input.path, input.source, read_as);
    let (a, b) = rayon::join(|| read(a), || read(b));
    Ok((a?, b?))
}

/// Compares two inputs.
fn compare_inputs(a: &Input, b: &Input, arguments: &Diff) -> Result<Comparison> {
    let languages = [a.language(), b.language()];
    let read = |places| read_both(a, b, places);
    let (module_a, module_b) = read(false)?;
    let options = options(arguments);
    let (side_a, side_b) = (Side::new(a.ctx, &module_a), Side::new(b.ctx, &module_b));
    if let Some(name) = &options.function
        && !has_function(side_a, name)
        && !has_function(side_b, name)
    {
        bail!("neither module has a function '{name}'");
    }
    if are_same(side_a, side_b, &options) {
        return Ok(Comparison::default());
    }
    // The lines that differ take a second reading, which modules that are the same go without.
    let shown = match arguments.language {
        Some(ShownLanguage::Llvm) => Language::Llvm,
        Some(ShownLanguage::Mlir) => Language::Mlir,
        None if languages == [Language::Mlir; 2] => Language::Mlir,
        None => Language::Llvm,
    };
    let (places_a, places_b) = read(true)?;
    let texts = rayon::join(|| a.text(&module_a, places_a, shown), || b.text(&module_b, places_b, shown));
    // What the shown language has no form for is shown as the comparison sees it.
    let (Ok(text_a), Ok(text_b)) = texts else { return Ok(compare(side_a, side_b, &options)) };
    let language = match shown {
        Language::Llvm => SourceLanguage::Llvm,
        Language::Mlir => SourceLanguage::Mlir,
    };
    let shown_a = SourceText::new(&text_a.0, language, &text_a.1);
    let shown_b = SourceText::new(&text_b.0, language, &text_b.1);
    Ok(compare(side_a.with_source(&shown_a), side_b.with_source(&shown_b), &options))
}

/// A module as text of a language, and the places that its operations have there.
fn written(ctx: &Context, module: &Module, language: Language) -> DiagnosticResult<(String, Module)> {
    let pieces = match language {
        Language::Llvm => export_with(ctx, module, &ExportOptions::default().with_source_map())?.pieces,
        Language::Mlir => print_with_source_map(ctx, module, &PrintOptions::of(module)),
    };
    Ok(with_written_places(ctx, module, &pieces))
}

/// The characters in a line: the terminal's, or as many as most have room for.
fn width() -> usize {
    const USUAL: usize = 160;
    terminal::columns(&std::io::stdout()).unwrap_or(USUAL)
}

fn options(arguments: &Diff) -> Options {
    let mut options =
        Options { function: arguments.function.clone(), context: arguments.context, ..Options::default() };
    if arguments.names {
        options.categories.push(Category::Name);
    }
    if !arguments.only.is_empty() {
        options.categories.clone_from(&arguments.only);
    }
    for ignored in &arguments.ignore {
        match ignored {
            Ignored::Category(category) => options.categories.retain(|c| c != category),
            Ignored::Names(names) => options.ignored_names.push(*names),
        }
    }
    options.code = arguments.code;
    options.semantic = arguments.semantic;
    options
}

fn has_function(side: Side, name: &str) -> bool {
    side.names().any(|n| side.ctx.bytes(n) == name.as_bytes())
}
