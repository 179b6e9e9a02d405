//! The arguments of every command, and the settings they share.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use irtrip::dialect::mlir_release::Form;
use irtrip::dialect::release::MlirRelease;
use irtrip::diff::{Category, Names};
use irtrip::export::AssemblyReader;
use irtrip_roundtrip::shard::Shard;

use crate::findings::{FindingForm, Messages};
use crate::losses::LossForm;

/// The whole command line.
#[derive(Parser)]
#[command(name = "irtrip", version, long_version = VERSION, about, long_about = None, max_term_width = 110)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "`-` is standard input; without -o the result goes to standard output.\n\
    Exit status: 0 done or same, 1 different, 2 error, 130 interrupted; mlir-opt, mlir-translate: 1 on any error.")]
pub struct Arguments {
    /// Use this many threads; 0 is one a core
    #[arg(short = 'j', long, global = true, default_value_t = 0, value_name = "N", value_parser = threads)]
    #[arg(alias = "threads", help_heading = GLOBAL, display_order = 900)]
    jobs: usize,
    /// Know the dialects of this file too: what `llvm-tblgen --dump-json` prints of their .td files; may be repeated
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL, display_order = 904)]
    pub dialects: Vec<PathBuf>,
    /// Colour messages and diffs; of what the environment says, NO_COLOR comes before CLICOLOR_FORCE
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN", help_heading = GLOBAL, display_order = 901)]
    color: When,
    /// Show errors and differences only: no progress, no warnings, no table
    #[arg(short, long, global = true, help_heading = GLOBAL, display_order = 902)]
    quiet: bool,
    /// Show the time that each pass and stage took, on standard error
    #[arg(long, global = true, help_heading = GLOBAL, display_order = 903)]
    pub timings: bool,
    /// The command to run
    #[command(subcommand)]
    pub command: Command,
}

/// The heading of the options that every command has.
const GLOBAL: &str = "Options of every command";

/// What `--version` prints: and the releases whose text is read and written.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\nhome:   LLVM 22, MLIR 22",
    "\nreads:  LLVM assembly of LLVM 3.7 to 23, MLIR of releases 13 to 24",
    "\nwrites: LLVM assembly for LLVM 5 to 23 and NVVM (export --llvm N), MLIR for releases 15 to 24 (import --mlir N)",
);

/// The exit status of commands that are done or fail.
const DONE_OR_ERROR: &str = "Exit status: 0 done, 2 error, 130 interrupted.";

/// The exit status of commands that may have losses to name.
const STRICT: &str = "Exit status: 0 done, 1 with --strict: something is dropped, 2 error, 130 interrupted.";

/// The most threads that can be asked for: more take longer to start than they save.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|error| format!("{error}"))?;
    if number <= MOST_THREADS { Ok(number) } else { Err(format!("the most is {MOST_THREADS}")) }
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

/// The settings that every command has.
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
    /// How errors and warnings are reported on standard error.
    pub messages: FindingForm,
}

impl Arguments {
    /// The settings that the arguments before the command make.
    pub fn settings(&self) -> Settings {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let color = |terminal: bool| match self.color {
            When::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            When::Auto => terminal || is_set("CLICOLOR_FORCE"),
            When::Always => true,
            When::Never => false,
        };
        Settings {
            threads: self.jobs,
            color_out: color(std::io::stdout().is_terminal()),
            color_err: color(std::io::stderr().is_terminal()),
            progress: std::io::stderr().is_terminal() && !self.quiet,
            quiet: self.quiet,
            messages: FindingForm::of(&self.command),
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
    /// Take func, arith, scf, memref and their kin to the LLVM dialect
    Lower(Lower),
    /// Take files there and back, and tell whether they came back as they were
    Roundtrip(Roundtrip),
    /// Join the reports of roundtrip
    Report(Report),
    /// Compare two modules by what they mean
    Diff(Diff),
    /// Print what a comparison sees of a module, for git's textconv
    Normalize(Normalize),
    /// Count what a module is made of
    Stats(Stats),
    /// Show what a file holds: container, producer, release, target, global values
    Info(Info),
    /// Check a module, and show every error with its place
    Verify(Verify),
    /// Show LLVM IR and MLIR side by side in a page for a browser
    View(View),
    /// Serve editors: a language server for LLVM IR and MLIR on standard input and output
    Lsp(Lsp),
    /// Read and print MLIR as upstream's mlir-opt does; takes its flags
    MlirOpt(Upstream),
    /// Translate as upstream's mlir-translate does; takes its flags
    MlirTranslate(Upstream),
    /// Show how operations are written and what they stand for
    Ops(Ops),
    /// Print a shell's completions, and with --help how to install them
    Completions(Completions),
    /// Print the man page of a command
    Man(Man),
    /// Print a command's help in short; --help after a command has it long
    Help(Help),
}

impl Command {
    /// What the command does, for whoever waits for it.
    pub fn doing(&self) -> String {
        let file = |path: &std::path::Path| path.file_name().unwrap_or(path.as_os_str()).display().to_string();
        let of = |name: &str, path: &std::path::Path| format!("{name} {}", file(path));
        let all = |name: &str, paths: &[PathBuf]| match paths {
            [path] => of(name, path),
            paths => format!("{name} {} paths", paths.len()),
        };
        match self {
            Command::Import(arguments) => of("import", &arguments.input),
            Command::Export(arguments) => of("export", &arguments.input),
            Command::Lower(arguments) => of("lower", &arguments.input),
            Command::Roundtrip(arguments) => all("roundtrip", &arguments.paths),
            Command::Report(_) => "report".to_owned(),
            Command::Diff(arguments) => format!("{} {}", of("diff", &arguments.a), file(&arguments.b)),
            Command::Normalize(arguments) => of("normalize", &arguments.input),
            Command::Stats(arguments) => all("stats", &arguments.inputs),
            Command::Info(arguments) => all("info", &arguments.inputs),
            Command::Verify(arguments) => all("verify", &arguments.inputs),
            Command::View(arguments) => of("view", &arguments.input),
            Command::Lsp(_) => "lsp".to_owned(),
            Command::MlirOpt(_) => "mlir-opt".to_owned(),
            Command::MlirTranslate(_) => "mlir-translate".to_owned(),
            Command::Ops(_) => "ops".to_owned(),
            Command::Completions(_) => "completions".to_owned(),
            Command::Man(_) => "man".to_owned(),
            Command::Help(_) => "help".to_owned(),
        }
    }
}

/// Arguments of `import`.
#[derive(Args)]
#[command(after_help = STRICT)]
pub struct Import {
    /// LLVM assembly or bitcode; or MLIR of any release, which is printed as it is today, or for the release that --mlir names
    #[arg(value_name = "F.ll")]
    pub input: PathBuf,
    /// Where the MLIR goes
    #[arg(short, long, value_name = "M.mlir")]
    pub output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub emit: Option<EmittedMlir>,
    /// Print what mlir-translate prints, and name each thing that this drops
    #[arg(long)]
    pub upstream: bool,
    /// The release of MLIR that is to read the result, 15 to 24 (24 is what comes after 23). What it has no attribute for
    /// is kept in addition to the operations; operations that it is not known to read in their custom form are in the generic form
    #[arg(long, value_name = "N", conflicts_with = "upstream")]
    pub mlir: Option<MlirRelease>,
    /// Who reads the module
    #[arg(long, value_enum, value_name = "READER", default_value_t, conflicts_with = "upstream")]
    pub reader: Reader,
    /// End with status 1 if anything is dropped: by --upstream, by --reader, of bitcode, or for bytecode
    #[arg(long)]
    pub strict: bool,
    /// How what is dropped is named, on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub losses: LossForm,
    /// Name each thing that is dropped, however many of a kind there are
    #[arg(long)]
    pub all_losses: bool,
    #[command(flatten)]
    pub messages: Messages,
}

/// The readers of LLVM IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Reader {
    /// irtrip's own reader of LLVM assembly
    #[default]
    Assembly,
    /// The crate llvm-ir, by LLVM's C API; names what that cannot hold
    LlvmIr,
}

/// The readers that are asked for a second opinion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum SecondReader {
    /// The reference grammar of MLIR's generic form (feature reference)
    Reference,
    /// The crate llvm-ir, for LLVM IR (feature llvm19)
    LlvmIr,
}

/// Arguments of `export`.
#[derive(Args)]
#[command(after_help = STRICT)]
pub struct Export {
    /// MLIR
    #[arg(value_name = "M.mlir")]
    pub input: PathBuf,
    /// Where the LLVM assembly goes; bitcode, if the name ends in .bc
    #[arg(short, long, value_name = "F.ll")]
    pub output: Option<PathBuf>,
    /// Take the module to the LLVM dialect first, as lower does
    #[arg(long)]
    pub lower: bool,
    /// Write the gpu.module of this name, instead of the module for the host around it
    #[arg(long, value_name = "NAME")]
    pub gpu_module: Option<String>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub emit: Option<Emitted>,
    /// The release of LLVM that is to read the result, 5 to 23, or nvvm. What it has no form for is dropped and named, or
    /// refused
    #[arg(long, value_name = "N")]
    pub llvm: Option<AssemblyReader>,
    /// Have LLVM's verifier look at the result before it is written
    #[arg(long)]
    pub verify_llvm: bool,
    /// End with status 1 if anything is not written: each such thing is named
    #[arg(long)]
    pub strict: bool,
    /// Name each thing that is not written, however many of a kind there are
    #[arg(long)]
    pub all_losses: bool,
    #[command(flatten)]
    pub messages: Messages,
}

/// Arguments of `lower`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct Lower {
    /// MLIR
    #[arg(value_name = "M.mlir")]
    pub input: PathBuf,
    /// Where the module of the LLVM dialect goes
    #[arg(short, long, value_name = "OUT.mlir")]
    pub output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub emit: Option<EmittedMlir>,
    #[command(flatten)]
    pub messages: Messages,
}

/// What `import` and `lower` write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum EmittedMlir {
    /// MLIR text
    Mlir,
    /// MLIR bytecode
    Mlirbc,
}

impl EmittedMlir {
    /// What a module is put in terms of a release for.
    pub fn lowered(self) -> Form {
        match self {
            EmittedMlir::Mlir => Form::Text,
            EmittedMlir::Mlirbc => Form::Bytecode,
        }
    }

    /// What is asked for, or what the name of the output says.
    pub fn of(asked: Option<EmittedMlir>, output: Option<&std::path::Path>) -> EmittedMlir {
        let is_named = output.is_some_and(|path| path.extension().is_some_and(|extension| extension == "mlirbc"));
        asked.unwrap_or(if is_named { EmittedMlir::Mlirbc } else { EmittedMlir::Mlir })
    }
}

/// What `export` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Emitted {
    /// LLVM assembly
    Ll,
    /// Bitcode
    Bc,
}

impl Export {
    /// Whether bitcode is asked for.
    pub fn bitcode(&self) -> bool {
        let named = self.output.as_ref().is_some_and(|path| path.extension().is_some_and(|e| e == "bc"));
        self.emit.map_or(named, |emitted| emitted == Emitted::Bc)
    }
}

/// Arguments of `roundtrip`.
#[derive(Args)]
#[command(after_help = "Exit status: 0 every file came back with its meaning, 1 one is different or does something \
    else when it is run, 2 one failed, 130 interrupted: what was done by then is reported.")]
pub struct Roundtrip {
    /// Files (.ll, .bc, .mlir or .mlirbc) and folders of them
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run what can be run before and after the trip, and compare what it does
    #[arg(long)]
    pub execute: bool,
    /// Report on every module in this form; without -o in place of the text on standard output
    #[arg(long, value_enum, value_name = "FORM", alias = "report")]
    pub format: Option<ReportForm>,
    /// Where the report goes
    #[arg(short, long, value_name = "FILE", requires = "format")]
    pub output: Option<PathBuf>,
    /// Take only part I of N, chosen by a hash of the path below the folder; `irtrip report merge` joins the reports
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub shard: Shard,
    /// Go on with a report (json or jsonl) of the same files that was interrupted, or begin it; it is kept up to date
    #[arg(long, value_name = "REPORT")]
    pub resume: Option<PathBuf>,
    /// List each phi with its block argument and the edges of both, there and back
    #[arg(long)]
    pub explain: bool,
    /// Write a small module that fails the same way for each that fails, with the command that shows it
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "reduced")]
    pub reduce: Option<PathBuf>,
    /// Begin no further file once one fails, differs after the trip or behaves differently
    #[arg(long)]
    pub fail_fast: bool,
    /// Export for this release of LLVM, 5 to 23, or nvvm: what means the same is equivalent, and what the
    /// release has no form for makes a module a different one, or fails
    #[arg(long, value_name = "N", conflicts_with_all = ["execute", "explain", "resume"])]
    pub llvm: Option<AssemblyReader>,
    /// Have the MLIR in the middle be for this release, 15 to 24
    #[arg(long, value_name = "N", conflicts_with_all = ["execute", "explain", "resume"])]
    pub mlir: Option<MlirRelease>,
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
#[command(after_help = DONE_OR_ERROR)]
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
#[command(after_help = "Exit status: that of the run as a whole, as of irtrip roundtrip and irtrip diff.")]
pub struct MergeReports {
    /// Reports of irtrip roundtrip, json or jsonl, or of irtrip diff, jsonl
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,
    /// The form of the result
    #[arg(long, value_enum, value_name = "FORM", default_value = "json", alias = "report")]
    pub format: MergedForm,
    /// Where it goes
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Take reports of some of the shards, and of runs that were interrupted
    #[arg(long)]
    pub partial: bool,
    /// Of reports of irtrip diff: at most so many clusters of changes are shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub clusters: usize,
    /// Of reports of irtrip diff: which clusters of changes come first
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    pub sort: ClusterSort,
}

/// The forms of reports that were merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MergedForm {
    /// One object
    Json,
    /// An object a line
    Jsonl,
    /// A page that needs no other file
    Html,
    /// Of reports of irtrip roundtrip: XML for what shows test results
    Junit,
    /// Of reports of irtrip diff: a line a file, clusters of changes, sizes
    Text,
    /// Of reports of irtrip diff: a comment on a pull request
    Markdown,
}

/// Arguments of `diff`.
#[derive(Args)]
#[command(
    after_help = "Names, numbers and order are no difference. Exit status: 0 the same, 1 different, 2 error, 130 interrupted.\n\
    Only what --only, --ignore, --code and --function leave counts for the status, too.\n\
    On a terminal the result is shown by IRTRIP_PAGER, PAGER or less; `cat` or nothing in one of them is none."
)]
pub struct Diff {
    /// LLVM assembly, bitcode or MLIR; or a folder of such files, or an archive of them (tar, tar.gz, zip, ar)
    pub a: PathBuf,
    /// LLVM assembly, bitcode or MLIR; or a folder or archive, whose files are compared with those of the same path
    pub b: PathBuf,
    /// How the differences are shown; for folders a line a file with clusters of changes, data, a page or a comment
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub format: DiffForm,
    /// The language in which the differences are shown; the files' own if they are in one, else LLVM IR
    #[arg(long = "as", value_enum, value_name = "LANGUAGE")]
    pub language: Option<ShownLanguage>,
    /// Show two lines that differ as one: [-old-] and {+new+}
    #[arg(long)]
    pub word_diff: bool,
    /// Where the differences go
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// End with status 0 also where there are differences
    #[arg(long)]
    pub exit_zero: bool,
    /// Look at these categories alone
    #[arg(long, value_delimiter = ',', value_name = "CATEGORY,...", value_parser = category(), conflicts_with = "ignore")]
    pub only: Vec<Category>,
    /// Look at all but these categories, which --only lists; and not at symbol-names, struct-names: what a module defines is what it
    /// says, and not what a compiler called it. The names that this hides are shown
    #[arg(long, value_delimiter = ',', value_name = "CATEGORY,...", value_parser = ignored())]
    #[arg(hide_possible_values = true)]
    pub ignore: Vec<Ignored>,
    /// Look only at what reaches the machine code: not at debug info, profiles, names, comments and identifiers
    #[arg(long)]
    pub code: bool,
    /// Equate what LLVM's canonical form has in one way only: operands that commute, a comparison and its swap, offsets of a
    /// getelementptr; and say how often
    #[arg(long)]
    pub semantic: bool,
    /// Look at the function of this name alone
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Count the names of values and blocks, too
    #[arg(long)]
    pub names: bool,
    /// What a file or folder is called in what is shown; twice: the first's name, then the second's
    #[arg(long = "label", value_name = "LABEL")]
    pub labels: Vec<String>,
    /// Of folders: at most so many clusters of changes are shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub clusters: usize,
    /// Of folders: which clusters of changes come first
    #[arg(long, value_enum, value_name = "ORDER", default_value_t)]
    pub sort: ClusterSort,
    /// Of folders: take only part I of N, chosen by a hash of the path below the folder; `irtrip report merge` joins the reports
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    pub shard: Shard,
    /// Of folders: go on with a report (jsonl) of the same files that was interrupted, or begin it; it is kept up to date
    #[arg(long, value_name = "REPORT")]
    pub resume: Option<PathBuf>,
    /// Lines shown around a change
    #[arg(short = 'U', long, visible_alias = "unified", value_name = "LINES", default_value_t = 3)]
    pub context: usize,
}

/// The languages in which differences are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ShownLanguage {
    /// LLVM assembly
    Llvm,
    /// MLIR
    Mlir,
}

/// In which order clusters of changes are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ClusterSort {
    /// Those with the most changes first
    #[default]
    Count,
    /// Those with the most lines first
    Size,
    /// Those first that have an opcode only one side has at all
    Opcode,
}

/// How differences are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum DiffForm {
    /// A diff as git has them
    #[default]
    #[value(alias = "text")]
    Unified,
    /// A row a function, counts a category
    Stat,
    /// Two columns, as wide as the terminal
    SideBySide,
    /// Data, by docs/diff-schema.json
    Json,
    /// A page that needs nothing else
    Html,
    /// Clusters of changes and sizes, as a comment on a pull request
    Markdown,
    /// A file a line, with its clusters, for `irtrip report merge`
    Jsonl,
}

/// What is left out of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ignored {
    /// Differences of a category.
    Category(Category),
    /// Names.
    Names(Names),
}

/// Reads a category or kind of names by its word, and lists the words.
fn ignored() -> impl clap::builder::TypedValueParser<Value = Ignored> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let categories = Category::ALL.iter().map(|c| PossibleValue::new(c.name()).help(c.description()));
    let names = Names::ALL.iter().map(|names| PossibleValue::new(names.name()));
    PossibleValuesParser::new(categories.chain(names)).try_map(|word| {
        let names = Names::ALL.into_iter().find(|names| names.name() == word);
        names.map_or_else(|| word.parse::<Category>().map(Ignored::Category), |names| Ok(Ignored::Names(names)))
    })
}

/// Reads a category by its word, and lists the words.
fn category() -> impl clap::builder::TypedValueParser<Value = Category> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let values = Category::ALL.iter().map(|c| PossibleValue::new(c.name()).help(c.description()));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<Category>())
}

/// Arguments of `normalize`.
#[derive(Args)]
#[command(after_help = "What cannot be read is given as it is, after a line that says why.\n\
    Exit status: 0 done, 2 with --strict: it cannot be read, or the file cannot be opened, 130 interrupted.")]
pub struct Normalize {
    /// LLVM assembly or MLIR
    #[arg(value_name = "F")]
    pub input: PathBuf,
    /// Write the module in a language, in place of what a comparison sees, its values and blocks named by their places
    #[arg(long = "as", value_enum, value_name = "LANGUAGE")]
    pub language: Option<ShownLanguage>,
    /// Where the text goes
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Fail on what cannot be read
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub messages: Messages,
}

/// The forms of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum DataForm {
    /// Text
    #[default]
    Text,
    /// An object for each thing that is asked for
    Json,
}

/// How a command that tells facts tells them.
#[derive(Args)]
pub struct DataArgs {
    /// How the answer is written
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: DataForm,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Where the answer goes
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl DataArgs {
    /// Whether JSON is asked for.
    pub fn is_json(&self) -> bool {
        self.json || self.format == DataForm::Json
    }
}

/// Arguments of `stats`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct Stats {
    /// LLVM assembly, bitcode or MLIR, and folders of such files
    #[arg(required = true, value_name = "F")]
    pub inputs: Vec<PathBuf>,
    /// The form of the answer, and where it goes
    #[command(flatten)]
    pub answer: DataArgs,
}

/// Arguments of `info`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct Info {
    /// Bitcode, as it is or in an object file or an archive; LLVM assembly or MLIR; and folders of such files
    #[arg(required = true, value_name = "F")]
    pub inputs: Vec<PathBuf>,
    /// The form of the answer, and where it goes
    #[command(flatten)]
    pub answer: DataArgs,
}

/// Arguments of `verify`.
#[derive(Args)]
#[command(after_help = "Exit status: 0 no error, 2 an error in the module or in reading it, 130 interrupted.")]
pub struct Verify {
    /// LLVM assembly, bitcode or MLIR, and folders of such files
    #[arg(required = true, value_name = "F")]
    pub inputs: Vec<PathBuf>,
    /// How errors are reported: as text on standard error, or as data
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub format: FindingForm,
    /// Where the data goes
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Report at most this many errors, and how many there are
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Have LLVM's verifier look at it as well
    #[arg(long)]
    pub llvm: bool,
    /// Have another reader read it as well
    #[arg(long)]
    pub reader: Option<SecondReader>,
}

/// Arguments of `view`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct View {
    /// LLVM assembly, bitcode or MLIR
    #[arg(value_name = "F")]
    pub input: PathBuf,
    /// Where the page goes, `-` for standard output; without it, the current folder, under the input's name
    #[arg(short, long, value_name = "P.html")]
    pub output: Option<PathBuf>,
    /// Show this function alone; may be given several times
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Open the page in the browser that BROWSER names, or in the system's
    #[arg(long)]
    pub open: bool,
    #[command(flatten)]
    pub messages: Messages,
}

/// Arguments of `lsp`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct Lsp {
    /// Speak on standard input and output, as is always done; some editors say so
    #[arg(long)]
    pub stdio: bool,
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
#[command(after_help = DONE_OR_ERROR)]
pub struct Ops {
    /// An operation or a dialect, such as llvm.add or llvm; all of them if none is named
    pub name: Option<String>,
    /// The form of the answer, and where it goes
    #[command(flatten)]
    pub answer: DataArgs,
}

/// How completions are installed.
const INSTALL: &str = "Install them:\n  \
    bash:       irtrip completions bash > ~/.local/share/bash-completion/completions/irtrip\n  \
    zsh:        irtrip completions zsh > ~/.zfunc/_irtrip    # with `fpath+=~/.zfunc` before compinit in ~/.zshrc\n  \
    fish:       irtrip completions fish > ~/.config/fish/completions/irtrip.fish\n  \
    PowerShell: irtrip completions powershell | Out-String | Invoke-Expression    # in $PROFILE\n\n\
    Exit status: 0 done, 2 error.";

/// Arguments of `completions`.
#[derive(Args)]
#[command(after_help = INSTALL)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
    /// Where the script goes
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `man`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct Man {
    /// The command; irtrip itself if none is named
    pub command: Option<String>,
    /// Write a page for each command to this folder, such as ~/.local/share/man/man1
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    pub output: Option<PathBuf>,
}

/// Arguments of `help`.
#[derive(Args)]
#[command(after_help = DONE_OR_ERROR)]
pub struct Help {
    /// The command
    pub command: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_names_the_releases_that_can_be_asked_for() {
        let written = "writes: LLVM assembly for LLVM 5 to 23 and NVVM (export --llvm N), MLIR for releases 15 to 24";
        assert!(VERSION.contains(written), "{VERSION}");
        let (llvm, mlir) =
            (|text: &str| text.parse::<AssemblyReader>().is_ok(), |text: &str| text.parse::<MlirRelease>().is_ok());
        assert_eq!(["4", "5", "23", "24", "nvvm"].map(llvm), [false, true, true, false, true]);
        assert_eq!(["14", "15", "24", "25"].map(mlir), [false, true, true, false]);
    }
}
