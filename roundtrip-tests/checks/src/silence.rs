//! The law of silence: where nothing is said, nothing is lost. What is written of a module without a word says, read again, what
//! the module said, for each release that it is written for.
//!
//! 1. [`Way::all`]: what a module is written for: each release of LLVM, each release of MLIR; libNVVM's text has a layout and a
//!    version of its own, and is not compared
//! 2. [`verdicts`]: how often a module is written without a word, and the ways in which it is another once it is read again.
//!    What is written for a release of LLVM is compared with what is written for the module's own, read again
//! 3. [`check_ending`]: how the command line program ends in a way, which it says

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use irtrip_dialect::diagnostic::SourceFile;
use irtrip_dialect::release::Release;
use irtrip_dialect::verify::verify;
use irtrip_dialect::{Context, ContextDialects, Module, mlir_release};
use irtrip_diff::{Normalization, Options, Side, compare};
use irtrip_export::{AssemblyReader, ExportOptions, add_exporter_defaults, export_with, was_llvm};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::language::{Language, language, language_of_name};

use crate::upstream::programs::run;

/// How long the program may take.
const TIME: Duration = Duration::from_secs(60);

/// What a module is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The release that reads LLVM assembly; without one, that of the module.
    Llvm(Option<Release>),
    /// The release that reads MLIR; without one, the current.
    Mlir(Option<Release>),
}

impl Way {
    /// All ways, as `export --llvm` and `import --mlir` have them.
    pub fn all() -> Vec<Way> {
        let is_written = |release: &&Release| release.to_string().parse::<AssemblyReader>().is_ok();
        let written = Release::EACH.iter().filter(is_written).copied().map(Some);
        let older = Release::EACH.iter().filter(|release| (Release::V15..Release::NATIVE).contains(*release));
        let releases = older.copied().chain([Release::NEXT]).map(Some);
        let llvm = [None].into_iter().chain(written).map(Way::Llvm);
        llvm.chain([None].into_iter().chain(releases).map(Way::Mlir)).collect()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Llvm(None) => f.write_str("llvm"),
            Way::Llvm(Some(release)) => write!(f, "llvm-{release}"),
            Way::Mlir(None) => f.write_str("mlir"),
            Way::Mlir(Some(release)) => write!(f, "mlir-{release}"),
        }
    }
}

/// Whether a text says what was written, or else the first difference, or the error of its reader; a line.
type Verdict = Result<(), String>;

/// A way that breaks the law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The way.
    pub way: Way,
    /// How it breaks the law; a line.
    pub message: String,
}

/// What came of a module.
#[derive(Default, Debug)]
pub struct Verdicts {
    /// How many ways wrote it without a word.
    pub silent: usize,
    /// Those of them that should have said something.
    pub breaches: Vec<Breach>,
}

/// Writes the module of a file in some ways.
pub fn verdicts_of_file(path: &Path, bytes: Vec<u8>, ways: &[Way]) -> Verdicts {
    let text = SourceFile::of_bytes("", bytes).text;
    verdicts(language(path, &text), &text, ways)
}

/// Writes a module in some ways. What is no module, or one that the verifier refuses, is written in none.
pub fn verdicts(language: Language, text: &str, ways: &[Way]) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let (ctx, again) = (context(), context());
    let Some(sources) = Sources::read(&ctx, &again, language, text) else { return verdicts };
    for &way in ways {
        let verdict = catch_unwind(AssertUnwindSafe(|| sources.verdict(way)));
        let verdict = verdict.unwrap_or_else(|_| Some(Err("a panic".to_owned())));
        verdicts.silent += usize::from(verdict.is_some());
        if let Some(Err(message)) = verdict {
            verdicts.breaches.push(Breach { way, message });
        }
    }
    verdicts
}

fn context() -> Context {
    Context::with_dialects(irtrip_lower::all_dialects())
}

/// A module, and what it is compared with.
struct Sources<'a> {
    language: Language,
    ctx: &'a Context,
    module: Module,
    /// What `irtrip export` writes of it.
    exported: Option<Module>,
    /// What is written for the module's own release.
    of_own: Option<String>,
    /// A context, and in it that text, read again: what is lost for every release is lost once.
    again: &'a Context,
    own: Option<Module>,
}

impl<'a> Sources<'a> {
    fn read(ctx: &'a Context, again: &'a Context, language: Language, text: &str) -> Option<Sources<'a>> {
        let (module, exported) = match language {
            // Two texts of LLVM assembly are compared with all their blocks.
            Language::Llvm => (read_again(ctx, text, true).ok()?, import(ctx, text, &ImportOptions::default()).ok()),
            Language::Mlir => {
                let module = parse(ctx, text, &ParseOptions::default()).ok()?;
                let is_later = module.releases.other_than_models().is_some_and(|release| release > Release::NATIVE);
                if !is_later && !verify(ctx, &module).is_empty() {
                    return None;
                }
                let mut exported = module.clone();
                add_exporter_defaults(ctx, &mut exported);
                (module, Some(exported))
            }
        };
        let of_own = exported.as_ref().and_then(|exported| written(ctx, exported, None));
        let own = of_own.as_ref().and_then(|text| read_again(again, text, true).ok());
        Some(Sources { language, ctx, module, exported, of_own, again, own })
    }

    /// Whether what is written in a way is right; `None` where nothing is, or something is said of it.
    fn verdict(&self, way: Way) -> Option<Verdict> {
        let release = match way {
            Way::Llvm(release) => release,
            Way::Mlir(release) => return of_print(self.ctx, &self.module, release),
        };
        let text = written(self.ctx, self.exported.as_ref()?, release)?;
        let own = self.own.as_ref().filter(|_| release.is_some());
        let before = own.map_or((self.ctx, &self.module), |own| (self.again, own));
        let keep_edges = own.is_some() || self.language == Language::Llvm;
        let ctx = context();
        // What a release has no form for is written in others, and a module that was LLVM IR has spellings of MLIR's own where a
        // pass or a hand changed it.
        let is_respelled = own.is_some() || self.language == Language::Mlir && was_llvm(self.ctx, &self.module);
        let verdict = read_again(&ctx, &text, keep_edges).and_then(|read| {
            let read = (&ctx, &read);
            let plainly = same(before, read, Normalization::default());
            plainly.or_else(
                |difference| if is_respelled { same(before, read, Normalization::Both) } else { Err(difference) },
            )
        });
        let of_own = self.of_own.as_ref().filter(|_| release.is_some());
        Some(verdict.or_else(|difference| match of_own {
            Some(own) => same_to_llvm(own, &text).map_err(|_| difference),
            None => Err(difference),
        }))
    }
}

/// The assembly of a module; `None` where there is none, or something is said of it.
fn written(ctx: &Context, module: &Module, release: Option<Release>) -> Option<String> {
    let options = ExportOptions::default().for_release(release).or_for_release_of(ctx, module);
    let written = export_with(ctx, module, &options).ok()?;
    written.dropped.is_empty().then(|| written.texts().concat())
}

/// Reads assembly; `keep_edges` as [`ImportOptions`] has it.
fn read_again(ctx: &Context, text: &str, keep_edges: bool) -> Result<Module, String> {
    let options = ImportOptions { keep_edges, ..ImportOptions::default() };
    import(ctx, text, &options).map_err(|error| format!("is not read again: {error}"))
}

/// Whether two texts of assembly are one module once LLVM has read the bitcode of both: what is upgraded there is in the later one's words.
fn same_to_llvm(a: &str, b: &str) -> Verdict {
    let options = ImportOptions { keep_edges: true, as_llvm_reads: true, of_bitcode: true, ..ImportOptions::default() };
    let read = |ctx: &Context, text: &str| import(ctx, text, &options).map_err(|error| error.to_string());
    let (ctx_a, ctx_b) = (context(), context());
    same((&ctx_a, &read(&ctx_a, a)?), (&ctx_b, &read(&ctx_b, b)?), Normalization::Both)
}

/// Whether the MLIR of a module is right; `None` where there is none.
fn of_print(ctx: &Context, module: &Module, release: Option<Release>) -> Option<Verdict> {
    let mut lowered = module.clone();
    let mut options = PrintOptions::of(&lowered);
    if let Some(release) = release {
        mlir_release::lower(ctx, &mut lowered, release).ok()?;
        options = options.for_release(release);
    }
    let text = print(ctx, &lowered, &options).concat();
    let again = context();
    Some(match parse(&again, &text, &ParseOptions::default()) {
        Ok(read) => {
            let (before, read) = ((ctx, module), (&again, &read));
            let plainly = same(before, read, Normalization::default());
            // What a release has no form for is written in others.
            plainly.or_else(|difference| match release {
                Some(_) => same(before, read, Normalization::Both).map_err(|_| difference),
                None => Err(difference),
            })
        }
        Err(errors) => {
            Err(format!("is not read again: {}", errors.first().map(ToString::to_string).unwrap_or_default()))
        }
    })
}

/// Whether what is read again is what was written.
fn same(a: (&Context, &Module), b: (&Context, &Module), normalization: Normalization) -> Verdict {
    let options = Options { normalization, ..Options::default() };
    let comparison = compare(Side::new(a.0, a.1), Side::new(b.0, b.1), &options);
    let Some((part, difference)) = comparison.differences().next() else { return Ok(()) };
    let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
    Err(format!("{}: {} is {}, was {}", part.title(), difference.what, side(&difference.b), side(&difference.a)))
}

/// What is wrong with how the program `irtrip` ends for a file: with a status of its own, and with 0 only where it says nothing.
///
/// # Errors
/// It cannot be started.
pub fn check_ending(irtrip: &str, path: &Path, way: Way) -> anyhow::Result<Option<String>> {
    let file = path.to_string_lossy();
    let is_trip = matches!(way, Way::Llvm(_)) && language_of_name(path) == Some(Language::Llvm);
    let name = way.to_string();
    let release = name.rsplit_once('-').map_or(name.as_str(), |(_, release)| release);
    let command: &[&str] = match way {
        Way::Llvm(_) if is_trip => &["--quiet", "roundtrip"],
        Way::Llvm(_) => &["export", "--strict"],
        Way::Mlir(_) => &["import", "--strict"],
    };
    let option: &[&str] = match way {
        Way::Llvm(None) | Way::Mlir(None) => &[],
        Way::Llvm(Some(_)) => &["--llvm", release],
        Way::Mlir(Some(_)) => &["--mlir", release],
    };
    let arguments = [command, option, &[file.as_ref()]].concat();
    let ended = run(irtrip, &arguments, &[], TIME)?;
    let status = ended.status.and_then(|status| status.code());
    let says = String::from_utf8_lossy(&ended.stderr);
    let is_right = match status {
        Some(0) => says.is_empty(),
        // A trip says on standard output how it ended.
        Some(1 | 2) => is_trip || !says.is_empty(),
        _ => false,
    };
    Ok((!is_right).then(|| format!("irtrip {}: status {status:?}, {says}", arguments.join(" "))))
}
