//! Random C programs, run after upstream's passes: compiled by clang at several levels, taken through pipelines of
//! passes between import and export, and run as they are, after LLVM's `gvn`, and after its `-O2`.
//!
//! A program that prints something else than before counts against irtrip unless upstream's own export of its own import
//! does so too: then the passes are the cause. Programs that do not end in time, or that a tool does not take, are not
//! counted.

pub mod generator;

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use irtrip_llvm::process::Ended;
use irtrip_roundtrip::trip::first_difference;

use crate::after_passes::{exported_llvm, imported};
use crate::failures::Failure;
use crate::sample::rank;
use crate::upstream_programs::{mlir_opt, output, run, translate};

/// The levels that programs are compiled at: clang's options. Some keep calls that clang would inline, so that the passes
/// do it.
const LEVELS: [&[&str]; 7] = [
    &["-O0", "-Xclang", "-disable-O0-optnone"],
    &["-O1"],
    &["-O2"],
    &["-O3", "-march=x86-64-v3"],
    &["-Os", "-g"],
    &["-O2", "-mllvm", "-inline-threshold=-100000"],
    &["-O3", "-march=x86-64-v3", "-g", "-mllvm", "-inline-threshold=-100000"],
];

/// What programs are taken through.
const PIPELINES: [&[&str]; 5] = [
    &["--inline"],
    &["--inline", "--inline", "--cse"],
    &["--sroa", "--mem2reg", "--canonicalize=region-simplify=aggressive", "--cse"],
    &["--inline", "--sroa", "--mem2reg", "--sccp", "--canonicalize", "--cse", "--symbol-dce"],
    &["--canonicalize", "--inline", "--canonicalize", "--loop-invariant-code-motion", "--mlir-print-debuginfo"],
];

/// How modules are run: what `opt` does first, if anything. Without names, what differs in names alone is run once.
const MODES: [Option<&str>; 3] = [None, Some("-passes=gvn,strip"), Some("-passes=default<O2>,strip")];

/// How long a program may run as clang compiles it.
const TIME: Duration = Duration::from_secs(3);
/// How long it may run after passes, however many others run beside it.
const TIME_AFTER: Duration = Duration::from_secs(60);

/// One level and pipeline of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    level: &'static [&'static str],
    pipeline: &'static [&'static str],
}

/// What one variant came to.
#[derive(Debug)]
pub struct Executed {
    /// The variant.
    pub variant: Variant,
    /// The runs whose output was compared.
    pub runs: usize,
    /// What does not hold, and the LLVM assembly that shows it.
    pub failure: Option<(Failure, String)>,
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "clang-22 {}, mlir-opt-22 {}", self.level.join(" "), self.pipeline.join(" "))
    }
}

/// So many variants of a program, at most.
pub fn variants(seed: u64, count: usize) -> Vec<Variant> {
    let all = LEVELS.iter().flat_map(|level| PIPELINES.iter().map(|pipeline| Variant { level, pipeline }));
    let mut all: Vec<Variant> = all.collect();
    all.sort_by_cached_key(|variant| rank(variant.to_string().as_bytes(), seed));
    all.truncate(count);
    all
}

/// Compiles a C program, `program.c` in a folder, at each level of its variants, and compares what it prints after the
/// pipelines. None of a variant that a tool does not take.
///
/// # Errors
/// A program cannot be started, or a file not be written.
pub fn check_program(folder: &Path, variants: &[Variant]) -> Result<Vec<Executed>> {
    let mut executed = Vec::new();
    let mut prints = Prints::default();
    for level in LEVELS {
        let of_level: Vec<Variant> = variants.iter().filter(|variant| variant.level == level).copied().collect();
        if !of_level.is_empty()
            && let Some(mut level) = Level::new(folder, level, &mut prints)?
        {
            executed.extend(level.check(&of_level)?);
        }
    }
    Ok(executed)
}

/// What modules of a program print. Many variants come to the same module, as it is or once it is optimized.
#[derive(Default)]
struct Prints {
    /// What `opt` made of a module, by its mode and the module's text.
    optimized: HashMap<(&'static str, Vec<u8>), Option<Vec<u8>>>,
    /// What a module printed, by its text.
    printed: HashMap<Vec<u8>, Option<Vec<u8>>>,
}

impl Prints {
    /// What a module prints, after what `opt` does first, and how it ends; none where it takes too long or is not taken.
    fn of(&mut self, module: &[u8], mode: Option<&'static str>, time: Duration) -> Result<Option<Vec<u8>>> {
        let Some(passes) = mode else { return self.as_it_is(module, time) };
        let key = (passes, module.to_vec());
        let optimized = match self.optimized.get(&key) {
            Some(known) => known.clone(),
            None => {
                let ended = translate("opt-22", &[passes, "-S", "-o", "-", "-"], module, module.len())?;
                self.optimized.entry(key).insert_entry(output(ended).ok()).get().clone()
            }
        };
        optimized.map_or(Ok(None), |optimized| self.as_it_is(&optimized, time))
    }

    fn as_it_is(&mut self, module: &[u8], time: Duration) -> Result<Option<Vec<u8>>> {
        if let Some(known) = self.printed.get(module) {
            return Ok(known.clone());
        }
        let Ended { mut stdout, status, .. } = run("lli-22", &["-"], module, time)?;
        let print = status.map(|status| {
            stdout.extend_from_slice(format!("{status}\n").as_bytes());
            stdout
        });
        self.printed.insert(module.to_vec(), print.clone());
        Ok(print)
    }
}

/// A program compiled at one level.
struct Level<'a> {
    folder: &'a Path,
    text: String,
    expected: Vec<u8>,
    prints: &'a mut Prints,
}

impl<'a> Level<'a> {
    /// Compiles the program and runs it; none where that takes too long.
    fn new(folder: &'a Path, level: &[&str], prints: &'a mut Prints) -> Result<Option<Level<'a>>> {
        let source = folder.join("program.c").display().to_string();
        let options = ["-S", "-emit-llvm", "-w", "-I/usr/include/csmith", "-o", "-", &source];
        let Ok(text) = output(run("clang-22", &[level, &options].concat(), &[], TIME_AFTER)?) else { return Ok(None) };
        let text = String::from_utf8_lossy(&text).into_owned();
        let Some(expected) = prints.of(text.as_bytes(), None, TIME)? else { return Ok(None) };
        Ok(Some(Level { folder, text, expected, prints }))
    }

    fn check(&mut self, variants: &[Variant]) -> Result<Vec<Executed>> {
        let failed = |variant: Variant, law: &'static str, message: String, text: &str| Executed {
            variant,
            runs: 0,
            failure: Some((Failure { law, message }, text.to_owned())),
        };
        let middle = match imported(&self.text) {
            Ok(middle) => middle,
            Err(message) => {
                return Ok(variants.iter().map(|v| failed(*v, "import", message.clone(), &self.text)).collect());
            }
        };
        let path = self.folder.join("middle.mlir");
        std::fs::write(&path, &middle)?;
        let mut executed = Vec::new();
        for &variant in variants {
            let Ok(mlir) = mlir_opt(&path, variant.pipeline, middle.len())? else { continue };
            let mlir = String::from_utf8_lossy(&mlir);
            executed.push(match exported_llvm(&mlir) {
                Ok(text) => self.compare(variant, &text)?,
                Err(message) => failed(variant, "export", message, &mlir),
            });
        }
        Ok(executed)
    }

    /// Runs a variant in each mode, and compares what it prints.
    fn compare(&mut self, variant: Variant, text: &str) -> Result<Executed> {
        let mut runs = 0;
        let mut upstream = None;
        for mode in MODES {
            let print = self.prints.of(text.as_bytes(), mode, TIME_AFTER)?;
            runs += 1;
            if print.as_ref() == Some(&self.expected) {
                continue;
            }
            let theirs = match upstream.take() {
                Some(theirs) => theirs,
                None => self.upstream(variant)?,
            };
            let is_theirs = match &theirs {
                Some(module) => self.prints.of(module, mode, TIME_AFTER)? == print,
                None => false,
            };
            upstream = Some(theirs);
            if !is_theirs {
                let expected = String::from_utf8_lossy(&self.expected);
                let difference = match &print {
                    Some(print) => first_difference(&expected, &String::from_utf8_lossy(print)),
                    None => "a tool does not take it, or it does not end".to_owned(),
                };
                let message = format!("another output, {}\n{difference}", mode.unwrap_or("as it is"));
                let failure = Some((Failure { law: "execution", message }, text.to_owned()));
                return Ok(Executed { variant, runs, failure });
            }
        }
        Ok(Executed { variant, runs, failure: None })
    }

    /// Upstream's own export of its own import through the same pipeline; none where its programs do not take it.
    fn upstream(&self, variant: Variant) -> Result<Option<Vec<u8>>> {
        let bytes = self.text.len();
        let Ok(imported) = output(translate("mlir-translate-22", &["--import-llvm"], self.text.as_bytes(), bytes)?)
        else {
            return Ok(None);
        };
        let path = self.folder.join("upstream.mlir");
        std::fs::write(&path, imported)?;
        let Ok(mlir) = mlir_opt(&path, variant.pipeline, bytes)? else { return Ok(None) };
        Ok(output(translate("mlir-translate-22", &["--mlir-to-llvmir"], &mlir, bytes)?).ok())
    }
}
