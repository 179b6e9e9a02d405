//! Modules taken through upstream's passes between import and export.
//!
//! 1. [`pipelines`]: which passes a module is taken through
//! 2. [`check_module`]: import once; then for each pipeline `mlir-opt-22`, export, `llvm-as-22`, and
//! 3. [`stripped`]: the comparison with what the same MLIR says without its preserved attributes
//!
//! What upstream's programs refuse or end with is no failure of irtrip's; such runs are counted apart.

pub mod pipelines;
pub mod stripped;

use std::collections::HashMap;
use std::panic::catch_unwind;
use std::path::Path;

use anyhow::Result;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, ExportCode};
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_export::export;
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::first_difference::FirstDifference;

use crate::failures::Failure;
use crate::upstream::programs::{mlir_opt, output, translate};
use pipelines::Pipeline;

/// The flags of upstream's export.
const TO_LLVM: [&str; 2] = ["--mlir-to-llvmir", "--allow-unregistered-dialect"];

/// What one run came to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All laws hold.
    Holds {
        /// Whether the comparison without preserved attributes was made: not, where what is left is no module.
        compared: bool,
    },
    /// One of upstream's programs does not accept the module through the pipeline.
    UpstreamFails(String),
    /// A law does not hold.
    Fails(Failure),
}

/// A run and what it came to.
#[derive(Debug)]
pub struct Run {
    /// The flags of `mlir-opt`.
    pub pipeline: Pipeline,
    /// What the run came to.
    pub outcome: Outcome,
    /// What the passes left, where the run fails.
    pub mlir: Vec<u8>,
}

/// Takes a module of LLVM assembly through pipelines. `folder` is one that files can be written to.
///
/// # Errors
/// A file cannot be written, or a program cannot be started.
pub fn check_module(text: &str, pipelines: Vec<Pipeline>, folder: &Path) -> Result<Vec<Run>> {
    let all = |pipelines: Vec<Pipeline>, outcome: Outcome| {
        let run = |pipeline| Run { pipeline, outcome: outcome.clone(), mlir: Vec::new() };
        pipelines.into_iter().map(run).collect()
    };
    let middle = match unpanicked("import", || imported(text)) {
        Ok(middle) => middle,
        Err(failure) => return Ok(all(pipelines, Outcome::Fails(failure))),
    };
    let path = folder.join("module.mlir");
    std::fs::write(&path, &middle)?;
    if let Err(message) = mlir_opt(&path, &[], middle.len())? {
        return Ok(all(pipelines, Outcome::UpstreamFails(format!("no pass: {message}"))));
    }
    // Many passes leave many modules as they are.
    let mut outcomes: HashMap<Vec<u8>, Outcome> = HashMap::new();
    let mut runs = Vec::new();
    for pipeline in pipelines {
        let run = match mlir_opt(&path, &pipeline, middle.len())? {
            Err(message) => Run { pipeline, outcome: Outcome::UpstreamFails(message), mlir: Vec::new() },
            Ok(mlir) => {
                let outcome = match outcomes.get(&mlir) {
                    Some(known) => known.clone(),
                    None => check_export(&mlir)?,
                };
                outcomes.insert(mlir.clone(), outcome.clone());
                let mlir = if matches!(outcome, Outcome::Fails(_)) { mlir } else { Vec::new() };
                Run { pipeline, outcome, mlir }
            }
        };
        runs.push(run);
    }
    Ok(runs)
}

/// A module of LLVM assembly as MLIR.
///
/// # Errors
/// The message of import.
pub fn imported(text: &str) -> Result<String, String> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = import(&ctx, text, &ImportOptions::default()).map_err(|error| error.to_string())?;
    Ok(print(&ctx, &module, &PrintOptions::of(&module)).concat())
}

/// A module of MLIR as LLVM assembly.
///
/// # Errors
/// The message of the reader or of export.
pub fn exported_llvm(mlir: &str) -> Result<String, String> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = parsed(&ctx, mlir)?;
    Ok(export(&ctx, &module).map_err(|error| error.to_string())?.concat())
}

fn parsed(ctx: &Context, mlir: &str) -> Result<Module, String> {
    let first = |errors: Vec<Diagnostic>| errors.first().map(ToString::to_string).unwrap_or_default();
    parse(ctx, mlir, &ParseOptions::default()).map_err(first)
}

/// What an export came to.
enum Exported {
    /// The LLVM assembly, and that of the same module without the preserved attributes; the latter is none where what is
    /// left is no module.
    Assembly(String, Option<String>),
    /// A pass made a block's argument of a type that LLVM IR has no phi of; the message.
    NoPhi(String),
}

/// A module of MLIR as LLVM assembly.
fn exported(mlir: &str) -> Result<Exported, String> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let mut module = parsed(&ctx, mlir)?;
    let text = match export(&ctx, &module) {
        Ok(pieces) => pieces.concat(),
        Err(error) if matches!(error.code, DiagnosticCode::Export(ExportCode::Phi(_))) => {
            return Ok(Exported::NoPhi(error.to_string()));
        }
        Err(error) => return Err(error.to_string()),
    };
    stripped::strip(&ctx, &mut module);
    Ok(Exported::Assembly(text, export(&ctx, &module).ok().map(|pieces| pieces.concat())))
}

/// Whether the export of what a pass left is what it should be.
fn check_export(mlir: &[u8]) -> Result<Outcome> {
    let mlir = String::from_utf8_lossy(mlir);
    let (text, without) = match unpanicked("export", || exported(&mlir)) {
        Ok(Exported::Assembly(text, without)) => (text, without),
        Ok(Exported::NoPhi(message)) => return no_phi(mlir.as_bytes(), message),
        Err(failure) => return Ok(Outcome::Fails(failure)),
    };
    let ended = translate("llvm-as-22", &["-", "-disable-output"], text.as_bytes(), text.len())?;
    let warnings = String::from_utf8_lossy(&ended.stderr).into_owned();
    if let Err(message) = output(ended) {
        if upstream_message(mlir.as_bytes())?.is_some_and(|theirs| first_line(&theirs) == first_line(&message)) {
            return Ok(Outcome::UpstreamFails(format!("llvm-as, and so of upstream's export: {message}")));
        }
        return Ok(Outcome::Fails(Failure { law: "llvm-as", message: with_line(message, &text) }));
    }
    // The assembler warns where it drops debug information.
    if let Some(warning) = warnings.lines().find(|line| !line.is_empty()) {
        if upstream_message(mlir.as_bytes())?.is_some_and(|theirs| first_line(&theirs) == Some(warning)) {
            return Ok(Outcome::UpstreamFails(format!(
                "llvm-as drops debug info, and so of upstream's export: {warning}"
            )));
        }
        return Ok(Outcome::Fails(Failure { law: "debug info", message: warning.to_owned() }));
    }
    let Some(without) = without else { return Ok(Outcome::Holds { compared: false }) };
    if text == without {
        return Ok(Outcome::Holds { compared: true });
    }
    let compared = unpanicked("import again", || stripped::compare_structure(&text, &without));
    Ok(match compared {
        Err(failure) => Outcome::Fails(failure),
        Ok(None) => Outcome::Holds { compared: false },
        Ok(Some(comparison)) if comparison.is_same() => Outcome::Holds { compared: true },
        Ok(Some(comparison)) => {
            let rows = comparison.parts.iter().flat_map(|part| part.differences());
            let what: Vec<String> = rows.map(|d| format!("{}: {}", d.category, d.what)).take(1).collect();
            let message = format!("{}\n{}", what.concat(), FirstDifference::of_texts(&text, &without).excerpt);
            Outcome::Fails(Failure { law: "the same without preserved attributes", message })
        }
    })
}

/// The outcome where export names a block's argument that can be no phi: upstream's own export must refuse the module, too.
fn no_phi(mlir: &[u8], message: String) -> Result<Outcome> {
    Ok(match output(translate("mlir-translate-22", &TO_LLVM, mlir, mlir.len())?) {
        Ok(_) => Outcome::Fails(Failure { law: "export", message }),
        Err(theirs) => Outcome::UpstreamFails(format!("upstream's export, as irtrip's: {theirs}")),
    })
}

/// The assembler's message or warning about upstream's own export; none where there is no export, or nothing wrong with it.
fn upstream_message(mlir: &[u8]) -> Result<Option<String>> {
    let Ok(theirs) = output(translate("mlir-translate-22", &TO_LLVM, mlir, mlir.len())?) else { return Ok(None) };
    let ended = translate("llvm-as-22", &["-", "-disable-output"], &theirs, theirs.len())?;
    let warnings = String::from_utf8_lossy(&ended.stderr).into_owned();
    Ok(output(ended).err().or(Some(warnings).filter(|warnings| !warnings.is_empty())))
}

fn first_line(message: &str) -> Option<&str> {
    message.lines().next()
}

/// Runs a step of irtrip's. A panic is a failure as well.
fn unpanicked<T>(
    law: &'static str,
    step: impl FnOnce() -> Result<T, String> + std::panic::UnwindSafe,
) -> Result<T, Failure> {
    let done = catch_unwind(step);
    done.unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(format!("panic: {message}"))
    })
    .map_err(|message| Failure { law, message })
}

/// The assembler's message, without the place but with the line that it is about.
fn with_line(message: String, text: &str) -> String {
    let place = message.split_once("<stdin>:").and_then(|(_, rest)| rest.split_once(':')?.0.parse::<usize>().ok());
    match place.and_then(|line| text.lines().nth(line.saturating_sub(1))) {
        Some(line) => format!("{message}\n{}", line.trim()),
        None => message,
    }
}
