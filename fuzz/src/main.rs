//! `irtrip-fuzz`: runs inputs through all steps, and makes a failing input small.
#![allow(clippy::print_stdout)]

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Args, Parser, ValueEnum};
use irtrip_checks::corpus::fetch;
use irtrip_fuzz::inputs::{Form, Inputs};
use irtrip_fuzz::laws::{Breach, Law, Outcome, check, check_form, check_silence};
use irtrip_fuzz::runner::{Findings, known_difference, run};
use irtrip_fuzz::tokens::Lexer;
use irtrip_fuzz::worker::work;
use irtrip_roundtrip::language::{Language, language};
use irtrip_roundtrip::reduce::{kind_of, search::Search};

/// Inputs made by random edits of modules, and the laws that must hold of each
#[derive(Parser)]
enum Arguments {
    /// Check many inputs; fails where more than the limits allow break a law
    Run(Run),
    /// Check files; fails where one breaks a law
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print a smaller text that breaks the same law as a file
    Reduce {
        /// The file
        file: PathBuf,
    },
}

#[derive(Args)]
struct Run {
    /// The form of the inputs
    #[arg(long, value_enum, default_value = "llvm")]
    language: Form,
    /// The seed of the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many modules of the visible corpus to make inputs of, in addition to the fixtures
    #[arg(long, default_value_t = 1500)]
    sample: usize,
    /// The folder with the corpus, instead of the one that the scripts of .ci make
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Inputs at most
    #[arg(long, default_value_t = u64::MAX)]
    inputs: u64,
    /// Seconds at most
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Processes at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Fail where fewer inputs than this are checked
    #[arg(long, default_value_t = 1000)]
    minimum: u64,
    /// Fail where more inputs in 10,000 than this break a law of irtrip alone
    #[arg(long, default_value_t = 0)]
    breaches: u64,
    /// Fail where more inputs in 10,000 than this are written for another release with a loss that is not named
    #[arg(long, default_value_t = 0)]
    silent: u64,
    /// Fail where more inputs in 10,000 than this are taken that LLVM refuses, or the other way round, but for those that
    /// known-differences.txt lists
    #[arg(long, default_value_t = 10)]
    differences: u64,
    /// The folder for the first input of each group of breaches
    #[arg(long, default_value = "target/fuzz")]
    save: PathBuf,
    /// Be the worker for the inputs from this number on
    #[arg(long, hide = true)]
    worker: Option<u64>,
}

impl Run {
    fn inputs(&self, corpus: &Path) -> Result<Inputs> {
        Inputs::new(self.language, corpus, self.sample, self.seed)
    }

    fn run(&self) -> Result<bool> {
        let corpus = self.corpus.clone().map_or_else(|| fetch("corpus/prepare.sh"), Ok)?;
        if let Some(first) = self.worker {
            let time = Duration::from_secs(self.seconds);
            work(self.language, || self.inputs(&corpus), self.seed, first..self.inputs, time)?;
            return Ok(true);
        }
        let program = std::env::current_exe()?;
        let worker = |numbers: Range<u64>, time: Duration| {
            let mut command = Command::new(&program);
            let form = self.language.to_possible_value();
            let form = form.as_ref().map_or("llvm", |form| form.get_name());
            command.args(["run", "--language", form, "--corpus"]).arg(&corpus);
            let (sample, seconds) = (self.sample as u64, time.as_secs().max(1));
            let numbers = [("seed", self.seed), ("sample", sample), ("worker", numbers.start), ("inputs", numbers.end)];
            command
                .args(numbers.into_iter().chain([("seconds", seconds)]).map(|(key, value)| format!("--{key}={value}")));
            command
        };
        let findings = run(self.inputs, Duration::from_secs(self.seconds), self.jobs, &worker)?;
        self.report(&findings, &self.inputs(&corpus)?)?;
        let is_within = |count: u64, limit: u64| count * 10_000 <= limit * findings.inputs;
        Ok(findings.inputs >= self.minimum
            && is_within(findings.breaches(is_own), self.breaches)
            && is_within(findings.breaches(|law| law == Law::Silent), self.silent)
            && is_within(findings.unknown_differences(), self.differences))
    }

    /// Prints what was found, and writes the first input of each group.
    fn report(&self, findings: &Findings, inputs: &Inputs) -> Result<()> {
        std::fs::create_dir_all(&self.save)?;
        let mut groups: Vec<_> = findings.groups.iter().collect();
        groups.sort_by_key(|((law, _), group)| (*law, std::cmp::Reverse(group.count)));
        for ((law, kind), group) in groups {
            let extension = self.language.extension();
            let file = self.save.join(format!("{law:?}-{}-{}.{extension}", self.seed, group.first));
            let input = || inputs.input(self.seed, group.first);
            std::fs::write(&file, group.input.clone().unwrap_or_else(input))?;
            let reason = known_difference(*law, kind).map(|reason| format!("; known: {reason}")).unwrap_or_default();
            println!("{law:?}\t{} inputs\t{}\t{}{reason}", group.count, file.display(), group.message);
        }
        let own = findings.breaches(is_own);
        let silent = findings.breaches(|law| law == Law::Silent);
        println!("{} inputs, {} taken, {own} break a law", findings.inputs, findings.taken);
        println!("{silent} are written for another release with a loss that is not named");
        if cfg!(feature = "llvm22") {
            let share = |law| findings.breaches(|other| other == law) as f64 * 100.0 / findings.inputs.max(1) as f64;
            println!(
                "{:.4} % are accepted that LLVM refuses, {:.4} % are refused that LLVM accepts; LLVM crashed on {}",
                share(Law::Refuses),
                share(Law::Takes),
                findings.llvm_crashes
            );
        }
        Ok(())
    }
}

/// Whether a law is about irtrip alone, and what it writes for the module's own release.
fn is_own(law: Law) -> bool {
    !law.is_differential() && law != Law::Silent
}

/// Checks a text, and compares with LLVM where LLVM is linked.
fn outcome(language: Language, text: &str) -> Outcome {
    let outcome = check(language, text);
    #[cfg(feature = "llvm22")]
    if language == Language::Llvm
        && let Some(breach) = irtrip_fuzz::laws::compare_with_llvm(text, &outcome)
    {
        return Outcome::Breaks(breach);
    }
    let silence = if outcome == Outcome::Taken { check_silence(language, text) } else { None };
    silence.map_or(outcome, Outcome::Breaks)
}

fn check_files(files: &[PathBuf]) -> Result<bool> {
    let mut is_lawful = true;
    for file in files {
        let bytes = std::fs::read(file)?;
        let form = Form::of(file, &bytes);
        let outcome = match form.language() {
            Some(language) => outcome(language, &String::from_utf8(bytes)?),
            None => check_form(form, &bytes),
        };
        println!("{}: {outcome:?}", file.display());
        is_lawful &= outcome.breach().is_none();
    }
    Ok(is_lawful)
}

/// Leaves out lines, then tokens, as long as the text breaks the same law with a message of the same kind.
fn reduce(file: &Path) -> Result<bool> {
    let text = std::fs::read_to_string(file)?;
    let language = language(file, &text);
    let kind = |breach: Breach| (breach.law, kind_of(&breach.message));
    let Some(own) = outcome(language, &text).breach().map(kind) else { bail!("no law is broken") };
    let fails = |candidate: &str| outcome(language, candidate).breach().map(kind).as_ref() == Some(&own);
    let mut search = Search::new(&text, &fails, None);
    let lexer = Lexer::new()?;
    loop {
        let before = search.text.clone();
        search.leave_out_of(&before.split_inclusive('\n').collect::<Vec<_>>());
        let text = search.text.clone();
        search.leave_out_of(&lexer.tokens(&text).into_iter().map(|token| &text[token.span]).collect::<Vec<_>>());
        if search.text.len() == before.len() || search.is_over() {
            print!("{}", search.text);
            return Ok(true);
        }
    }
}

fn main() -> Result<ExitCode> {
    let is_good = match Arguments::parse() {
        Arguments::Run(run) => run.run()?,
        Arguments::Check { files } => check_files(&files)?,
        Arguments::Reduce { file } => reduce(&file)?,
    };
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
