//! `irtrip diff`: two modules compared by their meaning.

use std::mem::ManuallyDrop;

use anyhow::{Result, bail};
use irtrip::diff::render::{self, Heading};
use irtrip::diff::{Category, Options, Side, compare};
use irtrip_roundtrip::language::Language;

use super::{ReadAs, Status, context, read_text};
use crate::arguments::{Diff, DiffForm, Settings};
use crate::diagnostics::InputError;
use crate::{input, losses, output};

/// Runs the command.
pub fn run(arguments: &Diff, settings: &Settings) -> Result<Status> {
    if [&arguments.a, &arguments.b].iter().all(|path| path.as_os_str() == "-") {
        bail!("standard input cannot be both modules");
    }
    // Contexts of their own: structs of one name may have different bodies.
    let (ctx_a, ctx_b) = (context(), context());
    let (a, b) = rayon::join(|| input::read(&arguments.a), || input::read(&arguments.b));
    let (source_a, source_b) = (a?, b?);
    let languages = [source_a.language(&arguments.a), source_b.language(&arguments.b)];
    let read = |locations| {
        // Between two modules of LLVM, a block that export made is a block.
        let read_as = ReadAs { locations, keep_edges: languages == [Language::Llvm; 2] };
        let (a, b) = rayon::join(
            || read_text(ctx_a, &arguments.a, &source_a, read_as),
            || read_text(ctx_b, &arguments.b, &source_b, read_as),
        );
        // They are never dropped: the process ends when the command does.
        Ok::<_, InputError>((ManuallyDrop::new(a?), ManuallyDrop::new(b?)))
    };
    let (module_a, module_b) = read(false)?;
    for source in [&source_a, &source_b] {
        losses::warn(source.losses(), true, settings);
    }
    let options = options(arguments);
    let (side_a, side_b) = (Side::new(ctx_a, &module_a), Side::new(ctx_b, &module_b));
    if let Some(name) = &options.function
        && !has_function(side_a, name)
        && !has_function(side_b, name)
    {
        bail!("neither module has a function '{name}'");
    }
    let mut comparison = compare(side_a, side_b, &options);
    if !comparison.is_same() && matches!(arguments.format, DiffForm::Json | DiffForm::Html) {
        // Places take a second reading, which modules that are the same go without.
        let (places_a, places_b) = read(true)?;
        comparison = compare(side_a.with_locations(&places_a), side_b.with_locations(&places_b), &options);
    }
    let heading = Heading { a: &source_a.file.name, b: &source_b.file.name, color: settings.color_out };
    let text = match arguments.format {
        DiffForm::Unified => render::unified(&comparison, &heading),
        DiffForm::Stat => render::stat(&comparison, &heading),
        DiffForm::SideBySide => render::side_by_side(&comparison, &heading, width()),
        DiffForm::Json => render::json(&comparison, &heading),
        DiffForm::Html => render::html(&comparison, &heading),
    };
    output::write(None, &[text])?;
    Ok(if comparison.is_same() { Status::Done } else { Status::Different })
}

/// The characters in a line: the terminal's, or `COLUMNS`, or as many as most have room for.
fn width() -> usize {
    const USUAL: usize = 160;
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).or(columns).unwrap_or(USUAL)
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
    options.categories.retain(|c| !arguments.ignore.contains(c));
    options
}

fn has_function(side: Side, name: &str) -> bool {
    side.names().any(|n| side.ctx.bytes(n) == name.as_bytes())
}
