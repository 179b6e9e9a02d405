//! Errors about operations with the notes that upstream's programs put to them.

use irtrip::dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip::dialect::diagnostic::{ArgumentRenderer, ContextRenderer, Diagnostic, DiagnosticArgument, VerifyCode};
use irtrip::dialect::ops::dialects::KNOWN;
use irtrip::dialect::{Body, Context, Module, Op};
use irtrip::grammar::print::{PrintOptions, print, print_each};

use super::flags::Flags;
use crate::diagnostics::{Located, Rejected};
use crate::input::Source;

/// What is wrong with a module that was read with locations, as upstream's programs tell it.
pub fn rejected(flags: &Flags, ctx: &Context, source: &Source, module: &Module, errors: Vec<Diagnostic>) -> Rejected {
    let sites: Vec<Option<(&Body, Op)>> = errors.iter().map(|error| error.location.operation()?.find(module)).collect();
    let texts = texts(ctx, module, &sites, &flags.shown_operation());
    let told = errors.into_iter().zip(texts).map(|(error, text)| {
        let renderer = OperationRenderer { ctx, text: &text };
        let located = |diagnostic: &Diagnostic| Located {
            loc: diagnostic.location.attribute().unwrap_or(UNKNOWN_LOC),
            message: diagnostic.render(&renderer),
        };
        let mut whole = located(&error);
        // The message comes from LLVM's parser of data layouts, which ends its line.
        if let Some(VerifyCode::LayoutString(_)) = error.verify_code() {
            whole.message.push('\n');
        }
        let mut notes = Vec::new();
        if flags.notes_operation() && error.verify_code().is_some_and(VerifyCode::shows_operation) {
            notes.push(Located { loc: whole.loc, message: current(&text) });
        }
        notes.extend(error.notes.iter().map(located));
        (whole, notes)
    });
    let rejected = Rejected::with_notes(ctx, source, told);
    if flags.without_notes { rejected.without_notes() } else { rejected }
}

/// Shows the operation that a diagnostic is about whole, as `mlir-opt` does.
struct OperationRenderer<'a> {
    ctx: &'a Context,
    /// The operation as it is printed.
    text: &'a str,
}

impl ArgumentRenderer for OperationRenderer<'_> {
    fn write(&self, argument: &DiagnosticArgument, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
        match argument {
            DiagnosticArgument::CurrentOperation(_) => out.write_str(&on_its_own(self.text)),
            other => ContextRenderer(self.ctx).write(other, out),
        }
    }
}

/// The dialects that `mlir-translate` has; `mlir-opt` has all that are known.
const OF_TRANSLATE: [&str; 16] = [
    "acc", "arm_neon", "arm_sme", "arm_sve", "builtin", "dlti", "func", "gpu", "llvm", "nvvm", "omp", "ptr", "rocdl",
    "spirv", "vcix", "xevm",
];

/// What is wrong with a text, as upstream's programs tell it.
pub fn unread(flags: &Flags, rejected: Rejected) -> Rejected {
    if flags.without_notes {
        return rejected.without_notes();
    }
    let known = if flags.translation.is_some() { &OF_TRANSLATE[..] } else { KNOWN };
    let known: Vec<&str> = known.iter().copied().filter(|dialect| *dialect != "irtrip").collect();
    let known = known.join(", ");
    let note = format!(
        "Available dialects: {known} ; for more info on dialect registration see \
         https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management"
    );
    rejected.with_note(|message| message.starts_with("Dialect `"), &note)
}

/// What an operation is in the words of a note.
pub fn current(text: &str) -> String {
    format!("see current operation: {}", on_its_own(text))
}

/// An operation in a message: one of several lines starts a line of its own.
fn on_its_own(text: &str) -> String {
    if text.contains('\n') { format!("\n{text}") } else { text.to_owned() }
}

/// The operations as they are shown; `None` is the module.
pub fn texts(ctx: &Context, module: &Module, sites: &[Option<(&Body, Op)>], options: &PrintOptions) -> Vec<String> {
    let mut each = print_each(ctx, sites.iter().copied().flatten(), options).into_iter();
    let text = |site: &Option<_>| match site {
        Some(_) => each.next().unwrap_or_default(),
        None => print(ctx, module, options).concat(),
    };
    sites.iter().map(text).collect()
}
