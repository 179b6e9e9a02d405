//! `irtrip info`: what a file holds.

use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::Result;
use irtrip::bitcode::container::container;
use irtrip::bitcode::file::{Identification, read_file};
use irtrip::bitcode::module::{BitcodeModule, GlobalKind, Module};
use irtrip::dialect::Context;
use irtrip::dialect::llvm_text::printable;
use irtrip::dialect::ops::global_values;
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::run::files;
use serde_json::{Value, json};

use super::{FIRST_ERROR, Status, context, read_text};
use crate::arguments::Info;
use crate::{input, output};

/// The kind of a file, and the modules in it.
struct FileContents {
    container: String,
    modules: Vec<ModuleInfo>,
}

/// What is known of a module.
#[derive(Default)]
struct ModuleInfo {
    /// Where in the file it is, where that has several.
    place: Option<String>,
    identification: Option<Identification>,
    release: Option<String>,
    triple: String,
    data_layout: String,
    counts: Counts,
}

/// How many global values a module has.
#[derive(Default)]
struct Counts {
    defined: usize,
    declared: usize,
    variables: usize,
    aliases: usize,
    ifuncs: usize,
}

/// Runs the command.
pub fn run(arguments: &Info) -> Result<Status> {
    let files = files(&arguments.inputs)?;
    let texts = files.iter().map(|path| {
        let holding = holding(path)?;
        if arguments.answer.is_json() {
            return Ok(format!("{:#}\n", holding.json()));
        }
        let heading = if files.len() > 1 { format!("{}\n", path.display()) } else { String::new() };
        Ok(printable(&(heading + &holding.table())).into_owned())
    });
    output::write_each(arguments.answer.output.as_deref(), texts)?;
    Ok(Status::Done)
}

/// What a file holds.
fn holding(path: &Path) -> Result<FileContents> {
    let (name, bytes) = input::read_bytes(path)?;
    let failed = |error| anyhow::anyhow!("{name}: {error}");
    let Some(found) = container(&bytes).map_err(failed)? else { return of_text(path, name, bytes) };
    let mut modules = Vec::new();
    for stream in &found.streams {
        let file = read_file(stream.bytes).map_err(failed)?;
        for (number, entry) in file.modules.iter().enumerate() {
            let module = BitcodeModule::read_globals(&file, entry).map_err(failed)?;
            let several = (file.modules.len() > 1).then(|| format!("module {}", number + 1));
            let parts = [(!stream.name.is_empty()).then(|| stream.name.clone()), several];
            let place: Vec<String> = parts.into_iter().flatten().collect();
            let place = (!place.is_empty()).then(|| place.join(", "));
            modules.push(of_bitcode(place, &module.module));
        }
    }
    Ok(FileContents { container: found.kind.name().to_owned(), modules })
}

fn of_bitcode(place: Option<String>, module: &Module<'_>) -> ModuleInfo {
    let mut counts = Counts::default();
    for global in &module.globals {
        match global.kind {
            GlobalKind::Function { body: Some(_), .. } => counts.defined += 1,
            GlobalKind::Function { body: None, .. } => counts.declared += 1,
            GlobalKind::Variable { .. } => counts.variables += 1,
            GlobalKind::Alias(_) => counts.aliases += 1,
            GlobalKind::IFunc(_) => counts.ifuncs += 1,
        }
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    ModuleInfo {
        place,
        release: module.release().map(|release| release.to_string()),
        identification: module.identification.clone(),
        triple: text(&module.triple),
        data_layout: text(&module.data_layout),
        counts,
    }
}

/// What a text holds.
fn of_text(path: &Path, name: String, bytes: Vec<u8>) -> Result<FileContents> {
    let source = ManuallyDrop::new(input::source_of(name, bytes)?);
    let language = source.language(path);
    let ctx = context();
    let module = ManuallyDrop::new(read_text(ctx, path, &source, FIRST_ERROR)?);
    let attribute = |name: &str| text_attribute(ctx, module.attrs, name);
    let mut info = ModuleInfo {
        release: Some(module.releases.to_string()),
        triple: attribute("llvm.target_triple"),
        data_layout: attribute("llvm.data_layout"),
        ..ModuleInfo::default()
    };
    let counts = &mut info.counts;
    for op in module.ops() {
        match module.body.name(op) {
            global_values::FUNC if module.body.is_defined(op) => counts.defined += 1,
            global_values::FUNC => counts.declared += 1,
            global_values::GLOBAL => counts.variables += 1,
            global_values::ALIAS => counts.aliases += 1,
            global_values::IFUNC => counts.ifuncs += 1,
            _ => {}
        }
    }
    let container = match language {
        Language::Llvm => "LLVM assembly",
        Language::Mlir => "MLIR",
    };
    Ok(FileContents { container: container.to_owned(), modules: vec![info] })
}

fn text_attribute(ctx: &Context, attrs: irtrip::dialect::Attr, name: &str) -> String {
    let value = ctx.string_entry(attrs, ctx.str(name));
    value.map(|text| ctx.text(text).into_owned()).unwrap_or_default()
}

impl ModuleInfo {
    fn json(&self) -> Value {
        json!({
            "place": self.place,
            "producer": self.identification.as_ref().map(|identification| &identification.producer),
            "epoch": self.identification.as_ref().map(|identification| identification.epoch),
            "release": self.release,
            "triple": self.triple,
            "dataLayout": self.data_layout,
            "functions": { "defined": self.counts.defined, "declared": self.counts.declared },
            "variables": self.counts.variables,
            "aliases": self.counts.aliases,
            "ifuncs": self.counts.ifuncs,
        })
    }

    fn table(&self, out: &mut String) {
        let mut line = |label: &str, value: &str| {
            if !value.is_empty() {
                let _ = writeln!(out, "{label}: {value}");
            }
        };
        line("module", self.place.as_deref().unwrap_or_default());
        if let Some(identification) = &self.identification {
            line("producer", &identification.producer);
            line("epoch", &identification.epoch.to_string());
        }
        line("release", self.release.as_deref().unwrap_or("unknown"));
        line("triple", &self.triple);
        line("data layout", &self.data_layout);
        let Counts { defined, declared, variables, aliases, ifuncs } = &self.counts;
        line("functions", &format!("{defined} defined, {declared} declared"));
        for (label, count) in [("variables", variables), ("aliases", aliases), ("ifuncs", ifuncs)] {
            line(label, &count.to_string());
        }
    }
}

impl FileContents {
    fn json(&self) -> Value {
        let modules: Vec<Value> = self.modules.iter().map(ModuleInfo::json).collect();
        json!({ "container": self.container, "modules": modules })
    }

    fn table(&self) -> String {
        let mut out = format!("container: {}\n", self.container);
        if self.modules.is_empty() {
            out.push_str("modules: none\n");
        }
        for module in &self.modules {
            module.table(&mut out);
        }
        out
    }
}
