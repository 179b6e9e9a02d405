//! `irtrip-checks`: the project's own checks, a command each. `.ci/run` runs them all.

mod commands;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::after_passes::Selection;
use irtrip::dialect::release::{MlirRelease, Release};
use irtrip_checks::constant_folding::compare_folds;
use irtrip_checks::corpus::Split;
use irtrip_checks::random_lowering::{compare_random, print_program};
use irtrip_checks::upstream::exports::compare_exports;
use irtrip_checks::upstream::lowered_programs::compare_programs;
use irtrip_checks::upstream::lowering::compare_lowering;

/// Counts the memory that `growth` holds to be in proportion.
#[global_allocator]
static ALLOCATOR: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// irtrip's own checks
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Take modules through upstream's passes between import and export; fails unless every export is taken by LLVM whole,
    /// and says the same without the preserved attributes
    AfterPasses {
        /// Modules in addition to those of the corpus
        files: Vec<PathBuf>,
        /// How many modules of the visible corpus to take
        #[arg(long, default_value_t = 500)]
        sample: usize,
        /// How many pipelines of passes to take each module through
        #[arg(long, default_value_t = 12)]
        pipelines: usize,
        /// The seed of both choices
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Fail where there are fewer runs than this
        #[arg(long, default_value_t = 5000)]
        minimum: usize,
        /// The folder to write the smallest example of each cause of failures to
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Take every module of the corpus there and back; fails unless each is identical or listed in not-identical.txt
    Corpus {
        /// The part of the corpus to take
        #[arg(long, value_enum, default_value_t = Split::Visible)]
        split: Split,
        /// The folder with the corpus, instead of the one that the scripts of .ci make
        #[arg(long)]
        corpus: Option<PathBuf>,
        /// Fail where there are fewer modules than this
        #[arg(long, default_value_t = 20_000)]
        minimum: usize,
    },
    /// Take inputs that have many of something, or have it deep, through all steps, for N and for 2N things, and count
    /// instructions (with valgrind) and memory; fails where twice as many cost more than two and a half times as much
    Growth {
        /// The shapes; without any, all
        names: Vec<String>,
        /// Fail where there are fewer shapes than this
        #[arg(long, default_value_t = 1)]
        minimum: usize,
        /// Show the costs of every step
        #[arg(long)]
        show: bool,
    },
    /// Take the inputs of shapes through all steps, and print the costs
    #[command(hide = true)]
    GrowthOf {
        /// The shapes
        names: Vec<String>,
    },
    /// Print an input of one of `growth`'s shapes
    GrowthInput {
        /// The shape
        name: String,
        /// How many things it has
        n: usize,
    },
    /// Change, remove, copy and move what the preserved attributes of modules speak of; fails where what is exported then is
    /// not what it is without these attributes, and where a kind of attribute is in no module
    HandEdits {
        /// Modules of either language, or folders of them
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// The folder to write the smallest example of each cause of failures to
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Read and write again the bitcode that LLVM makes of a sample of its tests, and of files of LLVM assembly
    Bitcode {
        /// More files of LLVM assembly
        files: Vec<PathBuf>,
        /// How many of LLVM's tests to take
        #[arg(long, default_value_t = 500)]
        sample: usize,
    },
    /// Write all intrinsics for other releases, and ask the library of each whether it takes them
    Intrinsics {
        /// The releases; `llvm-as-N` must be there for each
        #[arg(default_values = ["5", "7", "9", "14", "16", "23"])]
        releases: Vec<Release>,
        /// Fail where fewer intrinsics than this are written for a release
        #[arg(long, default_value_t = 2000)]
        minimum: usize,
    },
    /// Read the bitcode of LLVM's own tests, of releases since 3.2, and compare with what LLVM 22 reads of it
    BitcodeTests {
        /// Fail where fewer files than this are compared
        #[arg(long, default_value_t = 130)]
        minimum: usize,
        /// Show the first difference of each file that is not the same
        #[arg(long)]
        show: bool,
    },
    /// Compare the export of LLVM's own tests, as they are written, with what LLVM's writer makes of them
    HandWritten {
        /// The part of the corpus to take
        #[arg(long, value_enum, default_value_t = Split::Visible)]
        split: Split,
        /// Fail where fewer modules than this are compared
        #[arg(long, default_value_t = 20_000)]
        minimum: usize,
        /// Show the first difference of each file that is not the same
        #[arg(long)]
        show: bool,
    },
    /// Import modules with the reader of assembly and that of the crate llvm-ir, and compare the models; fails for any
    /// difference beyond the crate's known gaps
    #[cfg(feature = "llvm19")]
    Differential {
        /// How many modules of the visible corpus to take
        #[arg(long, default_value_t = 1000)]
        sample: usize,
        /// The seed of the sample
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Fail where fewer than this many in a hundred of the sample can be compared
        #[arg(long, default_value_t = 50)]
        compared: usize,
        /// Show each difference
        #[arg(long)]
        show: bool,
    },
    /// Compare one module's models, and print the result on standard output
    #[cfg(feature = "llvm19")]
    #[command(hide = true)]
    DifferentialOf {
        /// The module
        file: PathBuf,
    },
    /// Run functions of modules before and after their trips, and compare the results bit for bit
    #[cfg(feature = "_llvm")]
    Execute {
        /// How many modules with functions that can be run to take of the visible corpus; fails where there are fewer
        #[arg(long, default_value_t = 200)]
        sample: usize,
        /// The seed of the sample and of the inputs
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Fail where fewer functions than this are run
        #[arg(long, default_value_t = 200)]
        minimum: usize,
    },
    /// Change one place of modules, mutation by mutation, and compare; fails unless every mutant is found where and as
    /// what it is
    Mutations {
        /// How many of the mutations to try; all of them if no number is given
        #[arg(long)]
        count: Option<usize>,
        /// Modules to change with each mutation
        #[arg(long, default_value_t = 25)]
        modules: usize,
        /// Show each mutant that was not found
        #[arg(long)]
        show: bool,
    },
    /// Make twenty edits at 10 to 2,000 places of modules each, and compare all; fails unless the clusters of changes are the edits
    Clusters {
        /// How many seeds
        #[arg(long, default_value_t = 3)]
        seeds: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        first: u64,
        /// The modules to edit
        #[arg(long, default_value_t = 1500)]
        modules: usize,
        /// Show the sizes of each edit's clusters
        #[arg(long)]
        show: bool,
    },
    /// Compile programs with clang, flang and rustc, and take what they print there and back; fails unless every module is
    /// identical, and upstream's form of those with debug info is upstream's
    Compilers {
        /// The program irtrip: compares what it imports of modules with debug info with what upstream's import makes of them
        #[arg(long)]
        irtrip: Option<PathBuf>,
        /// Fail where fewer modules than this are compared
        #[arg(long, default_value_t = 300)]
        minimum: usize,
    },
    /// Export the fixtures of hardware that name a machine, and have `llc` make code of them; fails unless it takes each
    CodeGenerators {
        /// The program irtrip
        #[arg(long)]
        irtrip: PathBuf,
        /// Fail where fewer modules than this are compiled
        #[arg(long, default_value_t = 12)]
        minimum: usize,
    },
    /// Compile kernels with clang for a GPU, write them for libNVVM, and have it make PTX of them; fails unless it takes each
    Nvvm {
        /// The program irtrip
        #[arg(long)]
        irtrip: PathBuf,
        /// Fail where fewer kernels than this are compiled
        #[arg(long, default_value_t = 40)]
        minimum: usize,
    },
    /// Run random C programs after upstream's passes; fails where one prints something else, and does not by upstream's own
    /// import and export
    Programs {
        /// How many programs; every other one is csmith's
        #[arg(long, default_value_t = 1000)]
        count: usize,
        /// The number of the first program: a run of many may be continued
        #[arg(long, default_value_t = 0)]
        first: usize,
        /// How many pairs of an optimization level and a pipeline to take each program through
        #[arg(long, default_value_t = 35)]
        pairs: usize,
        /// The seed of the programs and pairs
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The folder to write the smallest example of each cause of failures to
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Print a module under other names and numbers and in another order
    Variant {
        /// LLVM assembly
        file: PathBuf,
    },
    /// Paste modules into each other, compared with the linker; fails unless each comes to the same, or what is gone is named
    Pasted {
        /// How many pairs of modules of the visible corpus to paste; fails where fewer can be
        #[arg(long, default_value_t = 400)]
        pairs: usize,
        /// How many pairs of random programs
        #[arg(long, default_value_t = 100)]
        programs: usize,
        /// Decides on the pairs
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// Modules to paste in place of these, each into the one before it
        #[arg(long, num_args = 2..)]
        files: Vec<PathBuf>,
        /// Show what is named
        #[arg(long)]
        named: bool,
        /// Write the smallest example of each cause of failures to this folder
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Compare modules with themselves under other names and numbers and in another order; fails unless all are the same
    NoFalseAlarm {
        /// Modules to compare; fails where fewer can be compared
        #[arg(long, default_value_t = 2000)]
        sample: usize,
        /// Show the differences found
        #[arg(long)]
        show: bool,
    },
    /// Print every module below a folder that LLVM accepts the way LLVM's own writer prints it, to the same path below another
    #[cfg(feature = "llvm22")]
    Canonicalize {
        /// The folder to read
        sources: PathBuf,
        /// The folder to write
        corpus: PathBuf,
    },
    /// The same for some files, in this process
    #[cfg(feature = "llvm22")]
    #[command(hide = true)]
    CanonicalizeFiles {
        /// The folder to read
        sources: PathBuf,
        /// The folder to write
        corpus: PathBuf,
        /// The files, by their paths below the folder to read
        files: Vec<PathBuf>,
    },
    /// Run the passes that MLIR's own tests of lowering name with irtrip and with upstream's program; both must print the same
    Lowering {
        /// The irtrip program
        irtrip: PathBuf,
        /// The tests
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Fail where fewer parts than this are compared
        #[arg(long, default_value_t = 500)]
        minimum: usize,
    },
    /// Take programs of dialects above the LLVM dialect to LLVM IR with irtrip and with upstream's programs; both must print the
    /// same, and be the same after `opt -O1`
    LoweredPrograms {
        /// The irtrip program
        irtrip: PathBuf,
        /// The folder of the programs
        #[arg(default_value = "roundtrip-tests/checks/lowering")]
        folder: PathBuf,
        /// Fail where fewer programs than this are compared
        #[arg(long, default_value_t = 40)]
        minimum: usize,
    },
    /// Take random programs of the dialects above the LLVM dialect through passes with irtrip and with upstream's program;
    /// fails unless both print the same
    RandomLowering {
        /// The irtrip program
        irtrip: PathBuf,
        /// How many programs
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The seed of the programs and of their passes
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The folder to write the smallest example of each cause to
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Fold instructions of random constants with irtrip's exporter and with upstream's; fails unless both have the same
    ConstantFolding {
        /// How many instructions
        #[arg(long, default_value_t = 20_000)]
        count: u32,
        /// The seed of the instructions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Ask the reference grammar of MLIR about the generic form of files and of a sample of LLVM's tests; fails unless it has all
    ReferenceGrammar {
        /// Modules of either language, or folders of them
        paths: Vec<PathBuf>,
        /// How many of LLVM's tests to take
        #[arg(long, default_value_t = 500)]
        sample: usize,
        /// Fail where fewer modules than this are read
        #[arg(long, default_value_t = 1000)]
        minimum: usize,
    },
    /// Ask mlir-opt of other releases whether what is written for them is what its generic form is; fails unless all is
    CustomForms {
        /// Modules of either language, or folders of them
        paths: Vec<PathBuf>,
        /// A release whose mlir-opt-N is asked, if it is on the path; may be repeated
        #[arg(long, required = true)]
        mlir: Vec<MlirRelease>,
        /// Fail where a release accepts fewer modules than this in the generic form
        #[arg(long, default_value_t = 500)]
        minimum: usize,
    },
    /// Print a program of `random-lowering`
    RandomProgram {
        /// The seed
        seed: u64,
        /// The number of the program
        number: u64,
    },
    /// Write modules for every release of LLVM and MLIR, and read again what was written without a word; fails where one is another
    /// then and is not listed in known-losses.txt, and where one that is listed is the same
    Silence {
        /// Modules of either language, or folders of them
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Fail where fewer than this are written without a word, counted for each release
        #[arg(long, default_value_t = 9_000)]
        minimum: usize,
        /// The program irtrip: fails where it ends otherwise than it says, for each module in one of the ways
        #[arg(long)]
        irtrip: Option<PathBuf>,
        /// Write the list anew
        #[arg(long)]
        bless: bool,
        /// Show the first difference in each way
        #[arg(long)]
        show: bool,
    },
    /// Compare `irtrip export` with upstream's export of modules of MLIR; fails unless all are equal and round-trip
    UpstreamExports {
        /// The irtrip program
        irtrip: PathBuf,
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Fail where fewer modules than this are compared
        #[arg(long, default_value_t = 100)]
        minimum: usize,
    },
}

fn main() -> ExitCode {
    #[cfg(feature = "_llvm")]
    if let Some(status) = irtrip_llvm::child::serve() {
        return status;
    }
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            // Where standard error is closed nobody can read the message.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs a command. Returns whether what it checks holds.
fn run(command: Command) -> anyhow::Result<bool> {
    match command {
        Command::AfterPasses { files, sample, pipelines, seed, minimum, keep } => {
            commands::after_passes::after_passes(&Selection { sample, pipelines, seed, files }, minimum, keep)
        }
        Command::Corpus { split, corpus, minimum } => commands::corpus::corpus(split, corpus, minimum),
        Command::Growth { names, minimum, show } => commands::growth::growth(&names, minimum, show),
        Command::GrowthOf { names } => commands::growth::costs_of(&names),
        Command::GrowthInput { name, n } => commands::growth::print_input(&name, n),
        Command::Bitcode { files, sample } => commands::bitcode::bitcode(files, sample),
        Command::Intrinsics { releases, minimum } => commands::intrinsics::intrinsics(&releases, minimum),
        Command::BitcodeTests { minimum, show } => commands::bitcode::bitcode_tests(minimum, show),
        Command::HandEdits { paths, keep } => commands::mutants::hand_edits::hand_edits(&paths, keep),
        Command::HandWritten { split, minimum, show } => commands::hand_written::hand_written(split, minimum, show),
        #[cfg(feature = "llvm19")]
        Command::Differential { sample, seed, compared, show } => {
            commands::differential::differential(sample, seed, compared, show)
        }
        #[cfg(feature = "llvm19")]
        Command::DifferentialOf { file } => commands::differential::print_agreement(&file),
        #[cfg(feature = "_llvm")]
        Command::Execute { sample, seed, minimum } => commands::execute::execute_sample(sample, seed, minimum),
        Command::Mutations { count, modules, show } => commands::mutants::mutation::mutations(count, modules, show),
        Command::Clusters { seeds, first, modules, show } => {
            commands::mutants::planted::clusters(seeds, first, modules, show)
        }
        Command::CodeGenerators { irtrip, minimum } => {
            commands::upstream::code_generators::code_generators(&irtrip, minimum)
        }
        Command::Nvvm { irtrip, minimum } => commands::upstream::nvvm::nvvm(&irtrip, minimum),
        Command::Compilers { irtrip, minimum } => commands::upstream::compilers::compilers(irtrip, minimum),
        Command::Programs { count, first, pairs, seed, keep } => {
            commands::upstream::programs::programs(first..first.saturating_add(count), pairs, seed, keep)
        }
        Command::Variant { file } => commands::mutants::metamorphic::print_variant(&file),
        Command::Pasted { pairs, programs, seed, files, named, keep } => {
            commands::pasted::paste((pairs, programs), seed, &files, named, keep)
        }
        Command::NoFalseAlarm { sample, show } => commands::mutants::metamorphic::no_false_alarm(sample, show),
        #[cfg(feature = "llvm22")]
        Command::Canonicalize { sources, corpus } => commands::upstream::canonicalize::canonicalize(&sources, &corpus),
        #[cfg(feature = "llvm22")]
        Command::CanonicalizeFiles { sources, corpus, files } => {
            commands::upstream::canonicalize::canonicalize_files(&sources, &corpus, &files)
        }
        Command::Lowering { irtrip, files, minimum } => compare_lowering(&irtrip, &files, minimum),
        Command::LoweredPrograms { irtrip, folder, minimum } => compare_programs(&irtrip, &folder, minimum),
        Command::RandomLowering { irtrip, count, seed, keep } => compare_random(&irtrip, seed, count, keep.as_deref()),
        Command::ConstantFolding { count, seed } => compare_folds(seed, count),
        Command::ReferenceGrammar { paths, sample, minimum } => {
            commands::reference_grammar::reference_grammar(&paths, sample, minimum)
        }
        Command::CustomForms { paths, mlir, minimum } => commands::custom_forms::custom_forms(&mlir, &paths, minimum),
        Command::RandomProgram { seed, number } => print_program(seed, number),
        Command::Silence { paths, minimum, irtrip, bless, show } => {
            commands::silence::silence(&paths, minimum, irtrip, bless, show)
        }
        Command::UpstreamExports { irtrip, files, minimum } => compare_exports(&irtrip, &files, minimum),
    }
}
