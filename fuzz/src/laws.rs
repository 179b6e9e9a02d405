//! The laws, and the steps over an input that check them.

use std::panic::{UnwindSafe, catch_unwind};
use std::time::Duration;

use irtrip_bitcode::assembler::{AssemblerOptions, bitcode as assemble};
use irtrip_bitcode::assembly::{UseLists, assembly_with};
use irtrip_checks::silence::{self, Way, verdicts};
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticResult, ExportCode, ImportCode, VerifyCode};
use irtrip_dialect::release::Release;
use irtrip_dialect::verify::verify;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_export::{ExportOptions, export_text};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::language::Language;
use peak_alloc::PeakAlloc;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::inputs::Form;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Bytes of memory that any input may take.
const MEMORY: usize = 48 << 20;
/// Bytes of memory for each byte of input on top of that.
const MEMORY_FOR_BYTE: usize = 4096;
/// Time on the processor that any input may take.
const TIME: Duration = Duration::from_millis(300);
/// Time for each byte of input on top of that.
const TIME_FOR_BYTE: Duration = Duration::from_micros(50);

/// A law that must hold of every input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Law {
    /// No step panics, overflows the stack, or exceeds the limits of a worker's memory and time.
    Completes,
    /// Memory is in proportion to the input.
    Memory,
    /// Time is in proportion to the input.
    Time,
    /// The parser accepts what the printer writes.
    Parses,
    /// The verifier and export accept what import accepts, but for intrinsics as another release has them, and export what the verifier
    /// takes.
    Exports,
    /// Import accepts what export writes.
    Imports,
    /// The text of a second trip is that of the first one, where some release reads the input: words of several releases are
    /// written for one.
    Unchanged,
    /// What is written for a release without a word says, read again, the same.
    Silent,
    /// What `llvm-as` refuses, import refuses, unless it is text of another release.
    Refuses,
    /// What `llvm-as` accepts, import accepts.
    Takes,
}

impl Law {
    /// Whether the law compares irtrip with LLVM. All others are about irtrip alone.
    pub fn is_differential(self) -> bool {
        matches!(self, Law::Refuses | Law::Takes)
    }
}

/// Of how many inputs that are taken one is written for another release.
const ONE_IN: u64 = 4;

/// A law that an input breaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Breach {
    /// The law.
    pub law: Law,
    /// The error of the step that should have succeeded, or what else happened; a line.
    pub message: String,
}

impl Breach {
    /// A breach; of a message with several lines, the first one stays.
    pub fn new(law: Law, message: impl ToString) -> Breach {
        Breach { law, message: message.to_string().lines().next().unwrap_or_default().to_owned() }
    }
}

/// The outcome of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All steps take the input, and no law is broken.
    Taken,
    /// The reader or the verifier refuses the input with this error, and no law is broken.
    Refused(String),
    /// The input breaks a law.
    Breaks(Breach),
}

impl Outcome {
    /// The law that is broken, if one is.
    pub fn breach(self) -> Option<Breach> {
        match self {
            Outcome::Breaks(breach) => Some(breach),
            Outcome::Taken | Outcome::Refused(_) => None,
        }
    }
}

/// Takes a text through all steps.
pub fn check(language: Language, text: &str) -> Outcome {
    measured(text.len(), || match language {
        Language::Llvm => llvm(text),
        Language::Mlir => mlir(text),
    })
}

/// Takes an input of a form through all steps.
pub fn check_form(form: Form, bytes: &[u8]) -> Outcome {
    match form {
        Form::Llvm => check(Language::Llvm, &String::from_utf8_lossy(bytes)),
        Form::Mlir => check(Language::Mlir, &String::from_utf8_lossy(bytes)),
        Form::Bitcode => measured(bytes.len(), || bitcode(bytes)),
        Form::Bytecode => measured(bytes.len(), || bytecode(bytes)),
    }
}

/// The outcome of some steps over an input of so many bytes.
fn measured(bytes: usize, steps: impl FnOnce() -> Result<(), Outcome> + UnwindSafe) -> Outcome {
    ALLOCATOR.reset_peak_usage();
    let (memory, time) = (ALLOCATOR.current_usage(), processor_time());
    let outcome = catch_unwind(steps);
    let memory = ALLOCATOR.peak_usage().saturating_sub(memory);
    let time = processor_time().saturating_sub(time);
    let breach = match outcome {
        Err(payload) => {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
            Breach::new(Law::Completes, message.unwrap_or("a panic without a message"))
        }
        Ok(Err(Outcome::Breaks(breach))) => breach,
        _ if memory > MEMORY + bytes * MEMORY_FOR_BYTE => {
            Breach::new(Law::Memory, format!("{memory} bytes for {bytes} bytes of input"))
        }
        _ if time > TIME + TIME_FOR_BYTE * bytes as u32 => {
            Breach::new(Law::Time, format!("{time:?} for {bytes} bytes of input"))
        }
        Ok(outcome) => return outcome.err().unwrap_or(Outcome::Taken),
    };
    Outcome::Breaks(breach)
}

/// Writes some inputs, which their bytes choose, for a release that their bytes choose.
pub fn check_silence(language: Language, text: &str) -> Option<Breach> {
    let number = text.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let ways = Way::all();
    let place = usize::try_from(number / ONE_IN % ways.len() as u64).ok().filter(|_| number % ONE_IN == 0)?;
    let breaches = verdicts(language, text, ways.get(place..=place)?).breaches;
    breaches
        .into_iter()
        .next()
        .map(|silence::Breach { way, message }| Breach::new(Law::Silent, format!("{way}: {message}")))
}

/// Time that the processor has spent on this process.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

fn broken<T: ToString>(law: Law) -> impl Fn(T) -> Outcome {
    move |error| Outcome::Breaks(Breach::new(law, error))
}

fn context() -> Context {
    Context::with_dialects(irtrip_lower::all_dialects())
}

/// What import accepts, round-trips, and a second trip does not change it.
fn llvm(text: &str) -> Result<(), Outcome> {
    let ctx = context();
    let module = import(&ctx, text, &ImportOptions::default()).map_err(|error| Outcome::Refused(error.to_string()))?;
    let is_of_a_release = module.releases.newest().is_some();
    let (back, release) = through_mlir(&ctx, &module)?;
    let ctx = context();
    // A text need not say which release it is written for.
    let options = ImportOptions { release, ..ImportOptions::default() };
    let again = import(&ctx, &back, &options).map_err(broken(Law::Imports))?;
    let (second, _) = through_mlir(&ctx, &again)?;
    if is_of_a_release { check_same(&back, &second) } else { Ok(()) }
}

/// What bitcode says is assembly, which import accepts or refuses. What is exported of it is bitcode again, which says the same.
fn bitcode(bytes: &[u8]) -> Result<(), Outcome> {
    let refused = |error: &dyn ToString| Outcome::Refused(error.to_string());
    let read = assembly_with("", bytes, UseLists::Keep).map_err(|error| refused(&error))?;
    let ctx = context();
    let options = ImportOptions { release: read.release, of_bitcode: true, ..ImportOptions::default() };
    let module = import(&ctx, &read.text, &options).map_err(|error| refused(&error))?;
    let options = ExportOptions::default().for_release(Some(Release::NATIVE)).for_bitcode(true);
    let exported = export_text(&ctx, &module, &options).map_err(|error| refused(&error))?.concat();
    // What no release has a record for is refused.
    let written = assemble(&exported, &AssemblerOptions::default()).map_err(|error| refused(&error))?;
    let again = assembly_with("", &written.bytes, UseLists::Keep).map_err(broken(Law::Parses))?;
    let options = ImportOptions { release: again.release, of_bitcode: true, ..ImportOptions::default() };
    import(&context(), &again.text, &options).map_err(broken(Law::Imports))?;
    Ok(())
}

/// What bytecode says, the verifier accepts or refuses. What is written of it is read again, and prints the same.
fn bytecode(bytes: &[u8]) -> Result<(), Outcome> {
    let ctx = context();
    let module = irtrip_bytecode::read(&ctx, bytes).map_err(|error| Outcome::Refused(error.to_string()))?;
    let printed = print(&ctx, &module, &PrintOptions::of(&module)).concat();
    if let Some(error) = verify(&ctx, &module).first() {
        return Err(Outcome::Refused(error.to_string()));
    }
    let written = irtrip_bytecode::write(&ctx, &module, &irtrip_bytecode::Options::default());
    let written = written.map_err(|error| Outcome::Refused(error.to_string()))?;
    let ctx = context();
    let module = irtrip_bytecode::read(&ctx, &written).map_err(broken(Law::Parses))?;
    check_same(&printed, &print(&ctx, &module, &PrintOptions::of(&module)).concat())
}

/// The assembly of a module that goes through MLIR, and the release that it is written for where that is later than LLVM 22.
fn through_mlir(ctx: &Context, module: &Module) -> Result<(String, Option<Release>), Outcome> {
    let middle = print(ctx, module, &PrintOptions::of(module)).concat();
    let ctx = context();
    let module = parsed(&ctx, &middle).map_err(broken(Law::Parses))?;
    exported(&ctx, &module).map_err(|error| match error.code {
        // Text of another release may call an intrinsic as that release has it, and LLVM 22 does not.
        DiagnosticCode::Export(ExportCode::IntrinsicSignature { .. }) => Outcome::Refused(error.to_string()),
        _ => broken(Law::Exports)(error),
    })
}

/// The assembly of a module for LLVM 22; for a later release, which is returned too, where LLVM 22 does not have all of it.
fn exported(ctx: &Context, module: &Module) -> DiagnosticResult<(String, Option<Release>)> {
    let release = ExportOptions::default().or_for_release_of(ctx, module).release;
    let later = release.filter(|release| *release > Release::NATIVE);
    let options = ExportOptions::default().for_release(later).verified();
    export_text(ctx, module, &options).map(|pieces| (pieces.concat(), later))
}

fn check_same(first: &str, second: &str) -> Result<(), Outcome> {
    if first == second {
        return Ok(());
    }
    let differing = first.lines().zip(second.lines()).find(|(a, b)| a != b).map(|(a, b)| format!("{a} | {b}"));
    Err(broken(Law::Unchanged)(differing.unwrap_or_else(|| "one text is the longer one".to_owned())))
}

/// What the verifier accepts, print and parse do not change, and export accepts; import accepts what export writes, unless a rule of
/// LLVM's verifier is broken.
fn mlir(text: &str) -> Result<(), Outcome> {
    let ctx = context();
    let module = parsed(&ctx, text).map_err(Outcome::Refused)?;
    let errors = verify(&ctx, &module);
    // Printer and exporter must complete for what the verifier refuses, too.
    let printed = print(&ctx, &module, &PrintOptions::of(&module)).concat();
    let exported = exported(&ctx, &module);
    if let Some(error) = errors.first() {
        return Err(Outcome::Refused(error.to_string()));
    }
    let again = context();
    let module = parsed(&again, &printed).map_err(broken(Law::Parses))?;
    check_same(&printed, &print(&again, &module, &PrintOptions::of(&module)).concat())?;
    let assembly = match exported {
        Ok((assembly, _)) => assembly,
        Err(error) if has_no_form(&error) => return Ok(()),
        Err(error) => return Err(broken(Law::Exports)(error)),
    };
    match import(&context(), &assembly, &ImportOptions::default()) {
        Ok(_) => Ok(()),
        Err(error) if is_rule_of_llvm(&error) => Err(Outcome::Refused(error.to_string())),
        Err(error) => Err(broken(Law::Imports)(error)),
    }
}

/// A module of MLIR, or the first error in its text.
fn parsed(ctx: &Context, text: &str) -> Result<Module, String> {
    parse(ctx, text, &ParseOptions::default())
        .map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())
}

/// Whether export refuses a module for something that MLIR's verifier accepts and LLVM IR does not have: `mlir-opt` takes a
/// global whose value is not of its type or larger than memory, an operation whose intrinsic LLVM has not, a constructor whose
/// data nothing defines, a call with metadata that the module does not have, and what breaks a rule of LLVM's assembly parser or
/// verifier, or of a dialect's translation.
fn has_no_form(error: &Diagnostic) -> bool {
    matches!(
        error.code,
        DiagnosticCode::LlvmVerify(_)
            | DiagnosticCode::Import(_)
            | DiagnosticCode::Verify(VerifyCode::Rule(_))
            | DiagnosticCode::Export(
                ExportCode::Operation { .. }
                    | ExportCode::Type { .. }
                    | ExportCode::Phi { .. }
                    | ExportCode::Allocation { .. }
                    | ExportCode::IntrinsicSignature { .. }
                    | ExportCode::Subprogram
                    | ExportCode::DataLayout { .. }
                    | ExportCode::Constant
                    | ExportCode::Intrinsic { .. }
                    | ExportCode::NamelessList
                    | ExportCode::Nesting
                    | ExportCode::NoNode
                    | ExportCode::SecondList
                    | ExportCode::Symbol { .. }
                    | ExportCode::Rule { .. }
            )
    )
}

/// Whether import refuses what MLIR's verifier does not look at: the rules of LLVM's verifier, and those about values that
/// LLVM's assembly parser has.
fn is_rule_of_llvm(error: &Diagnostic) -> bool {
    use ImportCode::*;
    match &error.code {
        DiagnosticCode::Import(code) => matches!(
            code,
            AlignmentNotPowerOfTwo
                | AlignmentTooLarge
                | AsmConstraintOrder { .. }
                | AsmConstraints
                | AsmInputCount
                | AsmOneOutput
                | AsmOutputCount
                | AsmWithoutOutput
                | CallArgumentType(_)
                | GepUnsized
                | IntrinsicType
                | NoDereferenceableBytes(_)
                | StackAlignmentNotPowerOfTwo
                | StructElementType
                | TooFewArguments
                | TooManyArguments
                | VectorTypeTooLarge
        ),
        _ => false,
    }
}

/// How deeply brackets nest that LLVM is asked about: LLVM's recursion has no limit but the stack.
#[cfg(feature = "llvm22")]
const MAX_NESTING: usize = 300;

/// Compares whether irtrip and LLVM take an input of LLVM assembly. LLVM may end the process.
#[cfg(feature = "llvm22")]
pub fn compare_with_llvm(text: &str, own: &Outcome) -> Option<Breach> {
    // LLVM's library skips summaries, which llvm-as reads.
    if text.lines().any(|line| line.starts_with('^')) || nesting(text) > MAX_NESTING {
        return None;
    }
    // LLVM accepts an option once.
    static OPTIONS: std::sync::Once = std::sync::Once::new();
    OPTIONS.call_once(irtrip_llvm::ir::keep_broken_debug_info);
    match (own, irtrip_llvm::ir::assemble(text.as_bytes(), "input")) {
        (Outcome::Refused(error), Ok(())) => Some(Breach::new(Law::Takes, error)),
        (Outcome::Taken, Err(refused)) if !is_of_another_release(text) => {
            let message = refused.0.split_once("error: ").map_or(refused.0.as_str(), |(_, message)| message);
            Some(Breach::new(Law::Refuses, message))
        }
        _ => None,
    }
}

/// Whether import says that a text is of a release that LLVM's library need not read.
#[cfg(feature = "llvm22")]
fn is_of_another_release(text: &str) -> bool {
    let ctx = context();
    import(&ctx, text, &ImportOptions::default())
        .is_ok_and(|module| ctx.entry(module.attrs, irtrip_dialect::names::IRTRIP_RELEASE).is_some())
}

/// How deeply brackets nest.
#[cfg(feature = "llvm22")]
fn nesting(text: &str) -> usize {
    let (mut level, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => level += 1,
            b')' | b']' | b'}' | b'>' => level = level.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(level);
    }
    deepest
}
