//! What clang, flang and rustc print of the programs in `sources`, at many levels and for many targets, and of programs
//! by chance. A program for clang may say at its top what it is compiled with.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::trip::{Outcome, TripReleases, unpanicked};

use crate::bitcode::{ReadAgain, read_again};
use crate::corpus::files_in;
use crate::programs::generator;
use crate::upstream::programs::{output, run_in, translate};

/// The folder of the programs. Every file in it is compiled.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sources");

/// How long a compiler may take for a program.
const TIME: Duration = Duration::from_secs(60);

/// A compiler: the ending of its programs' names, what it is called with, and its variants.
struct Compiler {
    ending: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    variants: &'static [&'static str],
}

static COMPILERS: &[Compiler] = &[
    Compiler { ending: "c", program: "clang-22", arguments: &["-S", "-emit-llvm", "-w"], variants: CLANG },
    Compiler { ending: "m", program: "clang-22", arguments: &["-S", "-emit-llvm", "-w"], variants: CLANG },
    Compiler {
        ending: "cpp",
        program: "clang++-22",
        arguments: &["-S", "-emit-llvm", "-w", "-std=c++20"],
        variants: CLANG,
    },
    Compiler {
        ending: "cl",
        program: "clang-22",
        arguments: &["-S", "-emit-llvm", "-w", "-Xclang", "-finclude-default-header", "-cl-std=CL2.0"],
        variants: CLANG,
    },
    // No toolkit of CUDA's is asked for: what the kernels need of its headers they declare.
    Compiler {
        ending: "cu",
        program: "clang++-22",
        arguments: &[
            "-S",
            "-emit-llvm",
            "-w",
            "-nocudainc",
            "-nocudalib",
            "--cuda-path=/nonexistent",
            "--cuda-gpu-arch=sm_80",
            "--cuda-feature=+ptx80",
        ],
        variants: CLANG,
    },
    Compiler {
        ending: "f90",
        program: "flang-22",
        arguments: &["-S", "-emit-llvm"],
        variants: &["-O0", "-O1", "-O2", "-O3", "-O2 -fopenmp", "-O0 -g", "-O1 -g", "-O2 -g", "-O3 -g"],
    },
    Compiler {
        ending: "rs",
        program: "rustc",
        arguments: &["--crate-type=lib", "--emit=llvm-ir"],
        variants: &[
            "-Copt-level=0",
            "-Copt-level=1",
            "-Copt-level=2",
            "-Copt-level=3",
            "-Copt-level=0 -g",
            "-Copt-level=1 -g",
            "-Copt-level=2 -g",
            "-Copt-level=3 -g",
            "-Copt-level=s -Cpanic=abort",
            "-Copt-level=0 -Csymbol-mangling-version=v0",
            "-Copt-level=2 -g -Csymbol-mangling-version=v0",
            "-Copt-level=0 -Cinstrument-coverage",
        ],
    },
];

static CLANG: &[&str] = &[
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-O0 -g",
    "-O2 -g",
    "-O3 -g -flto=thin",
    "-O1 -g1",
    "-O1 -fsanitize=address",
    "-O0 -fsanitize=undefined,address",
    "-O1 -g -fsanitize=thread",
    "-O1 -fsanitize=memory",
    "-O0 -fprofile-instr-generate -fcoverage-mapping",
    "-O2 -fprofile-generate",
    "-O2 -g -fno-discard-value-names",
    "-O1 -flto",
    "-O2 -fopenmp",
    "-O2 -g -fopenmp",
    "-O0 -g3",
    "-Os -g",
    "-O1 -g -mllvm -inline-threshold=-100000",
    "-O2 -g -gdwarf-4",
    "-O2 -g -gkey-instructions",
    "-O2 -g -gsplit-dwarf",
    "-O2 -g -fstandalone-debug",
    "-O3 -g -march=x86-64-v3 -ffast-math",
];

/// What begins the lines at the top of a program of clang's that say its options, a line a variant, in place of [`CLANG`].
const OPTIONS: &str = "// OPTIONS:";
/// The levels of such a variant.
static OWN_LEVELS: &[&str] = &["-O0", "-O2", "-O2 -g"];

/// How many programs by chance are compiled, and at which levels.
const GENERATED: u64 = 25;
static GENERATED_LEVELS: &[&str] = &["-O0 -g", "-O1 -g", "-O2 -g", "-Os -g"];

/// For programs that include nothing.
static TARGETS: &[&str] = &[
    "aarch64-linux-gnu",
    "amdgcn-amd-amdhsa",
    "arm64-apple-macos",
    "armv7-linux-gnueabihf",
    "bpf",
    "hexagon",
    "i386-linux-gnu",
    "loongarch64",
    "mips64-linux-gnu",
    "nvptx64-nvidia-cuda",
    "powerpc64le-linux-gnu",
    "riscv64-linux-gnu",
    "s390x-linux-gnu",
    "spirv64",
    "wasm32",
    "x86_64-pc-windows-msvc",
];

/// A program and the arguments of its compiler.
pub struct Compilation {
    source: PathBuf,
    compiler: &'static Compiler,
    arguments: Vec<String>,
    /// Whether it is compiled to bitcode as well.
    to_bitcode: bool,
}

/// What was found of a compilation.
pub struct Compiled {
    /// The source's name and the arguments.
    pub name: String,
    /// The first difference, where the module does not round-trip byte for byte; what the compiler says, where there is none.
    pub difference: Option<String>,
    /// Whether upstream's import and irtrip's print the same; only with debug info, and where upstream's takes the module.
    pub upstream_form: Option<bool>,
    /// What is read of its bitcode, where it is compiled to that as well.
    pub bitcode: Option<ReadAgain>,
}

/// Every compilation. The programs by chance are written to a folder.
///
/// # Errors
/// The programs cannot be read or written, or one is of no language that is known.
pub fn compilations(folder: &Path) -> Result<Vec<Compilation>> {
    let words = |variant: &str| variant.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let mut found = Vec::new();
    for source in files_in(Path::new(SOURCES))? {
        let ending = source.extension().unwrap_or_default().to_string_lossy().into_owned();
        let compiler = COMPILERS.iter().find(|compiler| compiler.ending == ending);
        let compiler = compiler.with_context(|| format!("no compiler is known for {}", source.display()))?;
        let text = std::fs::read_to_string(&source)?;
        let options: Vec<&str> = text.lines().map_while(|line| line.strip_prefix(OPTIONS)).collect();
        let mut variants: Vec<Vec<String>> = compiler.variants.iter().map(|variant| words(variant)).collect();
        let options_are_own = !options.is_empty();
        if options_are_own {
            let at_levels = |own| OWN_LEVELS.iter().map(move |level| words(&format!("{level} {own}")));
            variants = options.into_iter().flat_map(at_levels).collect();
        } else if ending == "c" && !text.contains("#include") {
            let levels = ["-O0", "-O2", "-O0 -g", "-O2 -g"];
            let of_target = |target| levels.iter().map(move |level| words(&format!("{level} --target={target}")));
            variants.extend(TARGETS.iter().flat_map(of_target));
        }
        let is_of_clang = compiler.arguments.contains(&"-S");
        // A file of ThinLTO may hold two modules.
        let is_split = |arguments: &[String]| arguments.iter().any(|argument| argument == "-flto=thin");
        let is_plain = |arguments: &[String]| !options_are_own && OWN_LEVELS.contains(&&*arguments.join(" "));
        let compilation = |arguments: Vec<String>| {
            let is_read = options_are_own && !is_split(&arguments) || is_plain(&arguments);
            let to_bitcode = is_of_clang && is_read;
            Compilation { source: source.clone(), compiler, arguments, to_bitcode }
        };
        found.extend(variants.into_iter().map(compilation));
    }
    let clang = COMPILERS.iter().find(|compiler| compiler.ending == "c").context("no compiler is known for C")?;
    for seed in 0..GENERATED {
        let source = folder.join(format!("generated-{seed}.c"));
        std::fs::write(&source, generator::program(seed))?;
        let compilation = |level: &&str| Compilation {
            source: source.clone(),
            compiler: clang,
            arguments: words(level),
            to_bitcode: false,
        };
        found.extend(GENERATED_LEVELS.iter().map(compilation));
    }
    Ok(found)
}

/// Compiles programs and takes each module there and back. With the program `irtrip`, upstream's form of those with debug
/// info is compared too.
///
/// # Errors
/// A compiler cannot be started, or a file not be read.
pub fn compare(compilations: &[Compilation], irtrip: Option<&Path>) -> Result<Vec<Compiled>> {
    let next = AtomicUsize::new(0);
    // Rayon's threads would begin one trip inside another, since trips use them.
    let one_thread = || -> Result<Vec<(usize, Compiled)>> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(compilation) = compilations.get(number) else { return Ok(done) };
            done.push((number, compilation.compare(irtrip)?));
        }
    };
    let threads = available_parallelism().map_or(1, NonZero::get);
    let mut done = Vec::with_capacity(compilations.len());
    thread::scope(|scope| -> Result<()> {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(one_thread)).collect();
        for thread in running {
            done.extend(thread.join().map_err(|_| anyhow!("a thread panicked"))??);
        }
        Ok(())
    })?;
    done.sort_by_key(|one| one.0);
    Ok(done.into_iter().map(|one| one.1).collect())
}

impl Compilation {
    fn compare(&self, irtrip: Option<&Path>) -> Result<Compiled> {
        let name = self.source.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{name} {}", self.arguments.join(" "));
        let folder = tempfile::tempdir()?;
        let module = folder.path().join("module.ll");
        let (source, out) = (self.source.to_string_lossy(), module.to_string_lossy());
        let mut arguments: Vec<&str> = self.compiler.arguments.to_vec();
        arguments.extend(self.arguments.iter().map(String::as_str));
        arguments.extend([&*source, "-o", &*out]);
        let compiled = output(run_in(Some(folder.path()), self.compiler.program, &arguments, &[], TIME)?);
        if let Err(message) = compiled {
            let difference = Some(format!("{}: {message}", self.compiler.program));
            return Ok(Compiled { name, difference, upstream_form: None, bitcode: None });
        }
        let text = std::fs::read_to_string(&module)?;
        let difference = match unpanicked(Language::Llvm, text.as_str().into(), TripReleases::default()).outcome {
            Outcome::Identical => None,
            Outcome::Equivalent(difference) | Outcome::Upgraded(difference) | Outcome::Different(difference) => {
                Some(difference.text())
            }
            Outcome::Failed(failure) => Some(failure.to_string()),
        };
        let debug_info = self.arguments.iter().any(|argument| argument.starts_with("-g"));
        let upstream_form = match irtrip.filter(|_| debug_info) {
            Some(irtrip) => same_upstream_form(&irtrip.to_string_lossy(), &out, text.len())?,
            None => None,
        };
        let bitcode = if self.to_bitcode { Some(self.read_bitcode(folder.path())?) } else { None };
        Ok(Compiled { name, difference, upstream_form, bitcode })
    }

    /// What is read of the program's bitcode, which compilers make otherwise than `llvm-as` does.
    fn read_bitcode(&self, folder: &Path) -> Result<ReadAgain> {
        let file = folder.join("module.bc");
        let (source, out) = (self.source.to_string_lossy(), file.to_string_lossy());
        let own = self.compiler.arguments.iter().map(|argument| if *argument == "-S" { "-c" } else { argument });
        let mut arguments: Vec<&str> = own.chain(self.arguments.iter().map(String::as_str)).collect();
        arguments.extend([&*source, "-o", &*out]);
        match output(run_in(Some(folder), self.compiler.program, &arguments, &[], TIME)?) {
            Ok(_) => read_again(&file),
            Err(message) => Ok(ReadAgain::Failed(format!("{}: {message}", self.compiler.program))),
        }
    }
}

/// Whether both imports print the same of a file, with locations; `None` where upstream's fails, as it does for some of flang's modules.
fn same_upstream_form(irtrip: &str, file: &str, bytes: usize) -> Result<Option<bool>> {
    let arguments = ["--import-llvm", "--mlir-print-debuginfo", file];
    let theirs = output(translate("mlir-translate-22", &arguments, &[], bytes)?);
    let Ok(theirs) = theirs else { return Ok(None) };
    let ours = output(translate(irtrip, &[&["mlir-translate"], &arguments[..]].concat(), &[], bytes)?);
    Ok(Some(ours.is_ok_and(|ours| ours == theirs)))
}
