//! `irtrip diff`: two modules, or the modules of two folders or archives, compared by their meaning.

pub mod collection;
pub mod folders;
pub mod lines;
pub mod made;
mod pager;

use std::path::Path;

use anyhow::{Result, bail};
use irtrip::dialect::Context;
use irtrip::dialect::diagnostic::Diagnostic;
use irtrip::dialect::language::Language;
use irtrip::diff::render::{self, Heading};
use irtrip::diff::{Category, Comparison, Options};
use irtrip::{ComparedText, ComparisonError, compare_texts};

use super::{Status, context};
use crate::arguments::{Diff, DiffForm, Ignored, Settings, ShownLanguage};
use crate::diagnostics::InputError;
use crate::input::Source;
use crate::{input, losses, terminal};
use collection::Collection;

/// Runs the command.
pub fn run(arguments: &Diff, settings: &Settings) -> Result<Status> {
    if [&arguments.a, &arguments.b].iter().all(|path| path.as_os_str() == "-") {
        bail!("standard input cannot be both modules");
    }
    if arguments.labels.len() > 2 {
        bail!("there are two names to give: --label is there more than twice");
    }
    let is_same = match collections(arguments)? {
        (Some(a), Some(b)) => folders::run(arguments, settings, &a, &b)?,
        (None, None)
            if matches!(arguments.format, DiffForm::Markdown | DiffForm::Jsonl) || arguments.resume.is_some() =>
        {
            let name = arguments.b.display().to_string();
            let [a, b] = [&arguments.a, &arguments.b].map(|path| Collection::of_one(&name, path));
            folders::run(arguments, settings, &a, &b)?
        }
        _ => files(arguments, settings)?,
    };
    Ok(if is_same || arguments.exit_zero { Status::Done } else { Status::Different })
}

/// What both paths name, where it holds many modules. A folder compared with a file is not: reading it is the error.
fn collections(arguments: &Diff) -> Result<(Option<Collection>, Option<Collection>)> {
    let (a, b) = (&arguments.a, &arguments.b);
    let (archive_a, archive_b) = (Collection::archive(a)?, Collection::archive(b)?);
    let folder = |path: &Path, other: &Path, other_archive: bool| -> Result<Option<Collection>> {
        let is_one_of_two = path.is_dir() && (other.is_dir() || other_archive);
        is_one_of_two.then(|| Collection::folder(path)).transpose()
    };
    let (folder_a, folder_b) = (folder(a, b, archive_b.is_some())?, folder(b, a, archive_a.is_some())?);
    match (archive_a.or(folder_a), archive_b.or(folder_b)) {
        (Some(_), None) => bail!("{} has many modules, and {} is one", a.display(), b.display()),
        (None, Some(_)) => bail!("{} is one module, and {} has many", a.display(), b.display()),
        both => Ok(both),
    }
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
    let (name_a, name_b) = names(arguments, source_a.name(), source_b.name());
    let made = made::made(&[(&arguments.a, name_a), (&arguments.b, name_b)]);
    let heading = Heading { a: name_a, b: name_b, color: settings.color_out, made: Some(&made) };
    let text = match arguments.format {
        DiffForm::Unified if arguments.word_diff => render::word_diff(&comparison, &heading),
        DiffForm::Unified => render::unified(&comparison, &heading),
        DiffForm::Stat => render::stat(&comparison, &heading),
        DiffForm::SideBySide => render::side_by_side(&comparison, &heading, width()),
        DiffForm::Json => render::json(&comparison, &heading),
        DiffForm::Html => render::html(&comparison, &heading),
        DiffForm::Markdown | DiffForm::Jsonl => bail!("clusters are of folders and pairs of files alone"),
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
    fn compared(&self) -> Result<ComparedText<'_>> {
        Ok(ComparedText { ctx: self.ctx, text: self.source.module_text(self.path)? })
    }

    fn error(&self, errors: &[Diagnostic]) -> anyhow::Error {
        InputError::new(self.source.file(), self.ctx, errors).into()
    }
}

/// Compares two inputs.
fn compare_inputs(a: &Input, b: &Input, arguments: &Diff) -> Result<Comparison> {
    let compared = compare_texts(&a.compared()?, &b.compared()?, &options(arguments), language(arguments));
    compared.map_err(|error| comparison_error(a, b, error))
}

/// The language in which differences are to be shown, where one is asked for.
fn language(arguments: &Diff) -> Option<Language> {
    arguments.language.map(|language| match language {
        ShownLanguage::Llvm => Language::Llvm,
        ShownLanguage::Mlir => Language::Mlir,
    })
}

/// Why two inputs are not compared, in words.
fn comparison_error(a: &Input, b: &Input, error: ComparisonError) -> anyhow::Error {
    match error {
        ComparisonError::First(errors) => a.error(&errors),
        ComparisonError::Second(errors) => b.error(&errors),
        ComparisonError::NoFunction(name) => anyhow::anyhow!("neither module has a function '{name}'"),
    }
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
