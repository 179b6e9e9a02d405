//! `irtrip mlir-opt`: reads, verifies and prints MLIR, laid out as upstream's.

use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::Result;
use irtrip::dialect::diagnostic::Diagnostic;
use irtrip::dialect::verify::{first_errors, verify};
use irtrip::dialect::{Context, Module};
use irtrip::grammar::{ParseOptions, PrintOptions, print, print_to};

use super::{Status, context, parse_mlir};
use crate::arguments::Upstream;
use crate::diagnostics::{Rejected, Report};
use crate::input::{self, Source};
use crate::output::{self, Text};
use crate::upstream::flags::{Flags, Tool, Translation};
use crate::upstream::{driver as parts, operation_notes as noted, passes as rewrites};

/// Runs the command.
pub fn run(arguments: &Upstream) -> Result<Status> {
    let flags = Flags::parse(Tool::Opt, &arguments.arguments)?;
    if flags.help {
        output::write(None, &[Tool::Opt.help()])?;
        return Ok(Status::Done);
    }
    if flags.show_dialects {
        output::write(None, &[Tool::dialects()])?;
        return Ok(Status::Done);
    }
    if flags.dump_pipeline {
        eprint!("{}", flags.pipeline);
    }
    let source = ManuallyDrop::new(input::read(flags.input.as_deref().unwrap_or(Path::new("-")))?);
    parts::run(&flags, &source, |part| one(&flags, part).into())
}

/// What is printed for one part of the input.
fn one(flags: &Flags, source: &Source) -> Result<Text<'static>, Rejected> {
    let ctx = context();
    let mut module = ManuallyDrop::new(read(flags, ctx, source)?);
    if flags.add_comdats {
        rewrites::add_comdats(ctx, &mut module);
    }
    if let Some(visibility) = flags.visibility {
        rewrites::use_visibility(ctx, &mut module, visibility);
    }
    if flags.verify_roundtrip {
        roundtrip(flags, ctx, source, &module)?;
    }
    let options = flags.print_options();
    Ok(Box::new(move |sink| {
        print_to(ctx, &module, &options, &mut *sink)?;
        sink("\n")
    }))
}

/// What is said where there is no module around several operations, or none.
const SINGLE: &str = "source must contain a single top-level operation, found: ";

/// Reads and verifies MLIR.
pub fn read(flags: &Flags, ctx: &Context, source: &Source) -> Result<Module, Rejected> {
    let options = ParseOptions {
        locations: flags.wants_locations() || makes_locations(flags, source),
        file: source.name.clone(),
        start: start(flags, source),
        allow_unregistered: flags.allow_unregistered,
        first_error_only: true,
        uncounted: false,
    };
    let module = match parse_mlir(ctx, source, &options) {
        Ok(module) => module,
        Err(error) => {
            return Err(miscounted(flags, source, &options).unwrap_or_else(|| noted::unread(flags, error)));
        }
    };
    // What only LLVM refuses is in MLIR's way where LLVM is to have it.
    let counts = |error: &Diagnostic| flags.translation.is_some() || !is_llvm_rule(error);
    if flags.unverified || !verify(ctx, &module).iter().any(counts) {
        let count = module.ops().count();
        if flags.no_implicit_module() && module.implicit && count != 1 {
            let place = if source.first_line > 1 { options.start } else { (0, 0) };
            return Err(Rejected::of_whole(source, place, format!("{SINGLE}{count}")));
        }
        return Ok(module);
    }
    // What is wrong is found again with the places of operations, which a module without errors has no use for.
    let ctx = Context::new();
    let placed = parse_mlir(&ctx, source, &ParseOptions { locations: true, start: (1, 1), ..options })?;
    let errors = first_errors(verify(&ctx, &placed).into_iter().filter(counts).collect());
    if errors.is_empty() { Ok(module) } else { Err(noted::rejected(flags, &ctx, source, &placed, errors)) }
}

/// Whether LLVM asks for the rule that is broken, and MLIR's own verifier does not.
fn is_llvm_rule(error: &Diagnostic) -> bool {
    let operation = error.operation.as_deref().unwrap_or_default();
    error.verify_code().is_some_and(|code| code.is_llvm_rule(operation))
}

/// What the verifier says of a source where only parts of operations are not as many as they should be, which keeps it
/// from being read.
fn miscounted(flags: &Flags, source: &Source, options: &ParseOptions) -> Option<Rejected> {
    let ctx = Context::new();
    let options = ParseOptions { uncounted: true, locations: true, start: (1, 1), ..options.clone() };
    let module = parse_mlir(&ctx, source, &options).ok()?;
    let errors = first_errors(verify(&ctx, &module));
    (!errors.is_empty()).then(|| noted::rejected(flags, &ctx, source, &module, errors))
}

/// Whether places in the source go into what is made of it: in a function with debug information an operation without a
/// location of its own has that of its text.
fn makes_locations(flags: &Flags, source: &Source) -> bool {
    flags.translation == Some(Translation::MlirToLlvmir)
        && memchr::memmem::find(source.text.as_bytes(), b"#llvm.di_subprogram").is_some()
}

/// Where a part starts in its file: behind the marker before it.
fn start(flags: &Flags, source: &Source) -> (usize, usize) {
    match &flags.split {
        // Places that go into LLVM IR count from the part, too.
        Some(marker) if source.first_line > 1 && flags.translation.is_none() => (source.first_line, marker.len() + 1),
        _ => (1, 1),
    }
}

/// `--verify-roundtrip`: what is printed, in both forms, reads as the same module.
fn roundtrip(flags: &Flags, ctx: &Context, source: &Source, module: &Module) -> Result<(), Rejected> {
    for generic in [false, true] {
        let options = PrintOptions { generic, debug_info: true, ..PrintOptions::upstream() };
        let text = print(ctx, module, &options).concat();
        let again = Source::new(format!("{} (printed)", source.name), text, 1);
        let other = Context::new();
        let parse = ParseOptions { allow_unregistered: flags.allow_unregistered, ..ParseOptions::default() };
        let module = parse_mlir(&other, &again, &parse)?;
        if print(&other, &module, &options).concat() != again.text {
            let form = if generic { "generic" } else { "custom" };
            let message = format!("the {form} form does not read as what was printed");
            return Err(Rejected::new(source, [Report::new(None, message)]));
        }
    }
    Ok(())
}
