//! `irtrip view`: both languages side by side in one page.

use std::borrow::Cow;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use irtrip::dialect::names::SYM_NAME;
use irtrip::dialect::{Context, Module, Op};
use irtrip::reader::ReadOptions;
use irtrip::view::{PageOptions, ShownFile, page};

use super::export::{Preparation, input_error};
use super::{FIRST_ERROR, Status, context, read_text};
use crate::arguments::{Settings, View};
use crate::{input, losses, output};

/// Runs the command.
pub fn run(arguments: &View, settings: &Settings) -> Result<Status> {
    let source = ManuallyDrop::new(input::read(&arguments.input)?);
    losses::warn(source.losses(), true, settings);
    let ctx = context();
    let read = ReadOptions { places: true, ..FIRST_ERROR };
    let module = ManuallyDrop::new(read_text(ctx, &arguments.input, &source, read)?);
    for name in &arguments.function {
        let name = name.strip_prefix('@').unwrap_or(name);
        if !module.ops().any(|op| module.body.is_defined(op) && symbol(ctx, &module, op).as_deref() == Some(name)) {
            bail!("{} defines no function '{name}'", source.name());
        }
    }
    let functions: Vec<String> =
        arguments.function.iter().map(|name| name.strip_prefix('@').unwrap_or(name).to_owned()).collect();
    // A file of text is shown as it is.
    let language = source.language(&arguments.input);
    let file = source.bitcode.is_none().then(|| ShownFile { language, text: &source.file().text });
    let unread: Vec<String> = source.losses().iter().map(|loss| loss.code.to_string()).collect();
    let options = PageOptions { name: source.name(), functions: &functions, file, unread: &unread };
    let page = page(ctx, &module, &options).map_err(|error| {
        input_error(&source, &irtrip::export::ExportOptions::default(), *error, Preparation::default())
    })?;
    let path = arguments.output.clone().unwrap_or_else(|| page_path(&arguments.input));
    output::write(Some(&path), &[page])?;
    if arguments.open {
        if path.as_os_str() == "-" {
            bail!("--open needs a page in a file: name it by -o");
        }
        open(&path)?;
    }
    Ok(Status::Done)
}

/// The name of a symbol.
fn symbol<'c>(ctx: &'c Context, module: &Module, op: Op) -> Option<Cow<'c, str>> {
    let name = module.body.attr(ctx, op, SYM_NAME)?;
    ctx.string_value(name).map(|name| ctx.text(name))
}

/// Opens a page in a browser, and does not wait for it.
fn open(page: &Path) -> Result<()> {
    let asked = std::env::var("BROWSER").ok().filter(|browser| !browser.is_empty());
    let (program, before): (&str, &[&str]) = match &asked {
        Some(browser) => (browser, &[]),
        None if cfg!(windows) => ("cmd", &["/C", "start", ""]),
        None if cfg!(target_os = "macos") => ("open", &[]),
        None => ("xdg-open", &[]),
    };
    let page = page.canonicalize().unwrap_or_else(|_| page.to_owned());
    let mut command = Command::new(program);
    command.args(before).arg(&page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop).with_context(|| {
        format!("the page is in {}, and {program} cannot be started: BROWSER names another program", page.display())
    })
}

/// Where the page goes without an option for it: into the current folder, under the input's name; for standard input, to
/// standard output.
fn page_path(input: &Path) -> PathBuf {
    match input.file_stem() {
        Some(stem) if input.as_os_str() != "-" => {
            let mut name = stem.to_owned();
            name.push(".html");
            name.into()
        }
        _ => "-".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_goes_into_the_current_folder_under_the_inputs_name() {
        for (input, page) in [("a/b.ll", "b.html"), ("b.linked.bc", "b.linked.html"), ("-", "-"), ("..", "-")] {
            assert_eq!(page_path(Path::new(input)), PathBuf::from(page), "{input}");
        }
    }
}
