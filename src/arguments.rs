//! The arguments of every command, and the settings they share.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use irtrip_roundtrip_tests::shard::Shard;

/// The whole command line.
#[derive(Parser)]
#[command(name = "irtrip", version, about, long_about = None, max_term_width = 110)]
#[command(after_help = "`-` is standard input; without -o the result goes to standard output.\n\
    Exit status: 0 done or same, 1 different, 2 error.")]
pub struct Arguments {
    /// Use this many threads; 0 is one a core
    #[arg(long, global = true, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Colour messages and diffs
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: When,
    /// Show errors and differences only: no progress, no warnings, no table
    #[arg(long, global = true)]
    quiet: bool,
    /// The command to run
    #[command(subcommand)]
    pub command: Command,
}

/// When to do what a terminal shows well.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What every command is told.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of threads; 0 is one a core.
    pub threads: usize,
    /// Colours on standard output.
    pub color_out: bool,
    /// Colours on standard error.
    pub color_err: bool,
    /// A progress bar on standard error.
    pub progress: bool,
    /// Nothing but errors and differences.
    pub quiet: bool,
}

impl Arguments {
    /// What the arguments before the command say.
    pub fn settings(&self) -> Settings {
        let color = |terminal: bool| match self.color {
            When::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
            When::Always => true,
            When::Never => false,
        };
        Settings {
            threads: self.threads,
            color_out: color(std::io::stdout().is_terminal()),
            color_err: color(std::io::stderr().is_terminal()),
            progress: std::io::stderr().is_terminal() && !self.quiet,
            quiet: self.quiet,
        }
    }
}

/// The commands. [`crate::commands::run`] runs them.
#[derive(Subcommand)]
pub enum Command {
    /// Take LLVM assembly to MLIR's LLVM dialect
    Import(Import),
    /// Take the LLVM dialect to LLVM assembly
    Export(Export),
    /// Take files there and back, and tell whether they came back as they were
    Roundtrip(Roundtrip),
    /// Join the reports of roundtrip
    Report(Report),
    /// Compare two modules by what they mean
    Diff(Diff),
    /// Check a module, and show every error with its place
    Verify(Verify),
    /// Read and print MLIR as upstream's mlir-opt does; takes its flags
    MlirOpt(Upstream),
    /// Translate as upstream's mlir-translate does; takes its flags
    MlirTranslate(Upstream),
    /// Show how operations are written and what they stand for
    Ops(Ops),
    /// Print a shell's completions
    Completions(Completions),
}

/// Arguments of `import`.
#[derive(Args)]
pub struct Import {
    /// LLVM assembly
    #[arg(value_name = "F.ll")]
    pub input: PathBuf,
    /// Where the MLIR goes
    #[arg(short, value_name = "M.mlir")]
    pub output: Option<PathBuf>,
    /// Print what mlir-translate prints, and name each thing that this drops
    #[arg(long)]
    pub upstream: bool,
    /// End with status 1 if --upstream drops anything
    #[arg(long, requires = "upstream")]
    pub strict: bool,
    /// How --upstream names what it drops, on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value_t, requires = "upstream")]
    pub losses: LossForm,
}

/// How losses are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum LossForm {
    /// A warning each
    #[default]
    Text,
    /// An array of objects with `place` and `what`
    Json,
}

/// Arguments of `export`.
#[derive(Args)]
pub struct Export {
    /// MLIR
    #[arg(value_name = "M.mlir")]
    pub input: PathBuf,
    /// Where the LLVM assembly goes
    #[arg(short, value_name = "F.ll")]
    pub output: Option<PathBuf>,
    /// End with status 1 if anything is not written: each such thing is named
    #[arg(long)]
    pub strict: bool,
}

/// Arguments of `roundtrip`.
#[derive(Args)]
pub struct Roundtrip {
    /// Files (.ll or .mlir) and folders of them
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Report on every module; without -o in place of the text on standard output
    #[arg(long, value_enum, value_name = "FORM")]
    pub report: Option<ReportForm>,
    /// Where the report goes
    #[arg(short, value_name = "FILE", requires = "report")]
    pub output: Option<PathBuf>,
    /// Take only part I of N, told by a hash of the path below the folder; `irtrip report merge` joins the reports
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub shard: Shard,
    /// Go on with a report (json or jsonl) of the same files that was interrupted, or begin it
    #[arg(long, value_name = "REPORT")]
    pub resume: Option<PathBuf>,
    /// List each phi with its block argument and the edges of both, there and back
    #[arg(long)]
    pub explain: bool,
    /// Write a small module that fails the same way for each that fails, with the command that shows it
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "reduced")]
    pub reduce: Option<PathBuf>,
}

/// The forms of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportForm {
    /// One object: docs/report.schema.json
    Json,
    /// An object a line, written while the run goes on: docs/report-line.schema.json
    Jsonl,
    /// XML for what shows test results: docs/junit.xsd
    Junit,
    /// A page that needs no other file
    Html,
}

/// Arguments of `report`.
#[derive(Args)]
pub struct Report {
    /// What to do with reports
    #[command(subcommand)]
    pub command: ReportCommand,
}

/// The commands over reports.
#[derive(Subcommand)]
pub enum ReportCommand {
    /// Make one report of those of all shards, or bring one into another form
    Merge(MergeReports),
}

/// Arguments of `report merge`.
#[derive(Args)]
pub struct MergeReports {
    /// Reports, json or jsonl
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,
    /// The form of the result
    #[arg(long, value_enum, value_name = "FORM", default_value = "json")]
    pub report: ReportForm,
    /// Where it goes
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Take reports of some of the shards, and of runs that were interrupted
    #[arg(long)]
    pub partial: bool,
}

/// Arguments of `diff`.
#[derive(Args)]
pub struct Diff {
    /// LLVM assembly or MLIR
    pub a: PathBuf,
    /// LLVM assembly or MLIR
    pub b: PathBuf,
}

/// Arguments of `verify`.
#[derive(Args)]
pub struct Verify {
    /// LLVM assembly or MLIR
    #[arg(value_name = "F")]
    pub input: PathBuf,
}

/// Arguments of upstream's programs, which [`crate::upstream`] reads.
#[derive(Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct Upstream {
    /// Upstream's flags, with one dash or two; --help lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAG|FILE")]
    pub arguments: Vec<OsString>,
}

/// Arguments of `ops`.
#[derive(Args)]
pub struct Ops {
    /// An operation or a dialect, such as llvm.add or llvm; all of them if none is named
    pub name: Option<String>,
}

/// Arguments of `completions`.
#[derive(Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}
