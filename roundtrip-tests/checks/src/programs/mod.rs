//! Random C programs, run after upstream's passes: compiled by clang at several levels, taken through pipelines of
//! passes between import and export, and run as they are, after LLVM's `gvn`, and after its `-O2`.
//!
//! A program that prints something else than before counts against irtrip unless upstream's own export of its own import
//! does so too: then the passes are the cause. Programs that do not end in time, or that a tool does not take, are not
//! counted.
//!
//! Most of the time goes into starting processes, so that several programs are linked into one module, whose `main` runs
//! one after the other. Where such a module prints something else, each of its programs is looked at alone.

pub mod generator;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use irtrip_llvm::process::ProcessOutput;
use irtrip_roundtrip::first_difference::FirstDifference;

use crate::after_passes::{exported_llvm, imported};
use crate::failures::Failure;
use crate::sample::rank;
use crate::upstream::programs::{mlir_opt, output, run, translate};

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
const MODES: [Option<&str>; 3] = [None, Some("-passes=function(gvn),strip"), Some("-passes=default<O2>,strip")];

/// How long a program may run as clang compiles it.
const TIME: Duration = Duration::from_secs(3);
/// How long it may run after passes, however many others run at the same time.
const TIME_AFTER: Duration = Duration::from_secs(60);

/// A program in C.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its number in the run.
    pub number: usize,
    /// Its file.
    pub path: PathBuf,
    /// Whether its `main` has parameters.
    pub takes_arguments: bool,
}

/// One level and pipeline of programs.
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
    /// How many programs it is of.
    pub programs: usize,
    /// The runs whose output was compared, of each program.
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

/// That each of the modes is one that `opt` takes: what no tool takes is compared with nothing.
///
/// # Errors
/// It is not, or a program cannot be started.
pub fn check_modes() -> Result<()> {
    let module = b"define i32 @main() {\n  ret i32 7\n}\n";
    for mode in MODES {
        let print = Prints::default().of(module, mode, TIME_AFTER)?;
        anyhow::ensure!(print.is_some(), "{} is not taken", mode.unwrap_or("lli-22"));
    }
    Ok(())
}

/// Compiles C programs at each level of the variants, and compares what they print after the pipelines, in a folder that
/// files can be written to. None of a variant that a tool does not take, and none of a program that does not end in time.
///
/// # Errors
/// A program cannot be started, or a file not be written.
pub fn check_programs(folder: &Path, programs: &[Program], variants: &[Variant]) -> Result<Vec<Executed>> {
    let mut prints = Prints::default();
    let mut ending = Vec::new();
    for program in programs {
        if let Some(text) = compiled(program, &["-O1"])?
            && prints.of(&text, None, TIME)?.is_some()
        {
            ending.push(program.clone());
        }
    }
    let mut executed = Vec::new();
    for level in LEVELS {
        let of_level: Vec<Variant> = variants.iter().filter(|variant| variant.level == level).copied().collect();
        if of_level.is_empty() {
            continue;
        }
        let together = Level::new(folder, &ending, level, &mut prints)?;
        let together = together.map_or(Ok(Vec::new()), |mut level| level.check(&of_level))?;
        let (held, failed): (Vec<Executed>, Vec<Executed>) =
            together.into_iter().partition(|one| one.failure.is_none());
        let holds = |variant: &Variant| held.iter().any(|one| one.variant == *variant);
        let alone: Vec<Variant> = of_level.iter().filter(|variant| !holds(variant)).copied().collect();
        executed.extend(held);
        if ending.len() < 2 {
            executed.extend(failed);
        } else if !alone.is_empty() {
            for program in &ending {
                if let Some(mut level) = Level::new(folder, std::slice::from_ref(program), level, &mut prints)? {
                    executed.extend(level.check(&alone)?);
                }
            }
        }
    }
    Ok(executed)
}

/// What clang prints of a program; none where it does not accept it.
fn compiled(program: &Program, options: &[&str]) -> Result<Option<Vec<u8>>> {
    let source = program.path.display().to_string();
    let rest = ["-S", "-emit-llvm", "-w", "-I/usr/include/csmith", "-o", "-", &source];
    Ok(output(run("clang-22", &[options, &rest].concat(), &[], TIME_AFTER)?).ok())
}

/// A module of programs, compiled at a level; of several, one whose `main` calls that of each and prints what it returns.
fn linked(folder: &Path, programs: &[Program], level: &[&str]) -> Result<Option<Vec<u8>>> {
    if let [program] = programs {
        return compiled(program, level);
    }
    let mut driver = "int printf(const char *, ...);\n".to_owned();
    let mut main = "int main(void) {\n".to_owned();
    let mut files = Vec::new();
    for program in programs {
        let number = program.number;
        let renamed = format!("-Dmain=program_{number}");
        let Some(module) = compiled(program, &[level, &[renamed.as_str()]].concat())? else { return Ok(None) };
        let path = folder.join(format!("program-{number}.ll"));
        std::fs::write(&path, module)?;
        files.push(path.display().to_string());
        let (parameters, arguments) = if program.takes_arguments { ("int, char **", "1, 0") } else { ("void", "") };
        driver.push_str(&format!("int program_{number}({parameters});\n"));
        main.push_str(&format!("  printf(\"program {number}: %d\\n\", program_{number}({arguments}));\n"));
    }
    let path = folder.join("main.c");
    std::fs::write(&path, format!("{driver}{main}  return 0;\n}}\n"))?;
    let main = Program { number: 0, path: path.clone(), takes_arguments: false };
    let Some(module) = compiled(&main, &[])? else { return Ok(None) };
    let path = path.with_extension("ll");
    std::fs::write(&path, module)?;
    files.push(path.display().to_string());
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    Ok(output(run("llvm-link-22", &[&["-S", "-o", "-"], &files[..]].concat(), &[], TIME_AFTER)?).ok())
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
        let ProcessOutput { mut stdout, status, .. } = run("lli-22", &["-"], module, time)?;
        let print = status.map(|status| {
            stdout.extend_from_slice(format!("{status}\n").as_bytes());
            stdout
        });
        self.printed.insert(module.to_vec(), print.clone());
        Ok(print)
    }
}

/// Programs compiled at one level.
struct Level<'a> {
    folder: &'a Path,
    programs: usize,
    text: String,
    expected: Vec<u8>,
    prints: &'a mut Prints,
}

impl<'a> Level<'a> {
    /// Compiles the programs and runs them; none where that takes too long.
    fn new(
        folder: &'a Path,
        programs: &[Program],
        level: &[&str],
        prints: &'a mut Prints,
    ) -> Result<Option<Level<'a>>> {
        let Some(text) = linked(folder, programs, level)? else { return Ok(None) };
        let Some(expected) = prints.of(&text, None, TIME * programs.len() as u32)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok(Some(Level { folder, programs: programs.len(), text, expected, prints }))
    }

    fn check(&mut self, variants: &[Variant]) -> Result<Vec<Executed>> {
        let programs = self.programs;
        let failed = |variant: Variant, law: &'static str, message: String, text: &str| Executed {
            variant,
            programs,
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
            runs += usize::from(print.is_some());
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
                    Some(print) => FirstDifference::of_texts(&expected, &String::from_utf8_lossy(print)).excerpt,
                    None => "a tool does not accept it, or it does not end".to_owned(),
                };
                let message = format!("another output, {}\n{difference}", mode.unwrap_or("as it is"));
                let failure = Some((Failure { law: "execution", message }, text.to_owned()));
                return Ok(Executed { variant, programs: self.programs, runs, failure });
            }
        }
        Ok(Executed { variant, programs: self.programs, runs, failure: None })
    }

    /// Upstream's own export of its own import through the same pipeline; none where its programs do not accept it.
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
