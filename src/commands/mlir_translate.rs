//! `irtrip mlir-translate`: LLVM assembly to the LLVM dialect and back, as upstream's program does it.

use std::mem::ManuallyDrop;
use std::ops::Range;
use std::path::Path;

use anyhow::{Result, bail};
use irtrip::dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip::dialect::diagnostic::{Diagnostic, DiagnosticCode, ImportCode};
use irtrip::dialect::verify::verify;
use irtrip::dialect::{Attr, AttrData, Body, Context, Location, Module};
use irtrip::export::{Terminators, export_ordered};
use irtrip::grammar::{ParseOptions, PrintOptions, print_to};
use irtrip::import::{ImportOptions, Remark, import_upstream_form};

use super::{Status, context, mlir_opt};
use crate::arguments::{Settings, Upstream};
use crate::diagnostics::{self, Located, Rejected, Report};
use crate::input::{self, Source};
use crate::losses;
use crate::output::{self, Text};
use crate::upstream::flags::{Flags, Tool, Translation};
use crate::upstream::llvm_excerpts::{Canonical, Words};
use crate::upstream::mlir_to_llvmir::checks::{self, Objection};
use crate::upstream::rendered::{At, Kind, Outcome, Said};
use crate::upstream::struct_names::struct_names;
use crate::upstream::{driver as parts, llvm_excerpts as told, mlir_to_llvmir as llvmir, operation_notes as noted};

/// Runs the command.
pub fn run(arguments: &Upstream, settings: &Settings) -> Result<Status> {
    let flags = Flags::parse(Tool::Translate, &arguments.arguments)?;
    if flags.help {
        output::write(None, &[Tool::Translate.help()])?;
        return Ok(Status::Done);
    }
    let Some(translation) = flags.translation else {
        bail!("mlir-translate: no translation is named: --import-llvm or --mlir-to-llvmir");
    };
    let source = ManuallyDrop::new(input::read(flags.input.as_deref().unwrap_or(Path::new("-")))?);
    parts::run(&flags, &source, |part| match translation {
        Translation::ImportLlvm => import(&flags, part, settings),
        Translation::MlirToLlvmir => to_llvmir(&flags, part, settings),
    })
}

fn import(flags: &Flags, source: &Source, settings: &Settings) -> Outcome {
    let ctx = context();
    let name = parts::name(flags, source);
    let options = ImportOptions {
        locations: None,
        module_name: Some(&name),
        keep_edges: false,
        structs_as_literals: flags.structs_as_literals,
        drop_composite_elements: flags.drop_composite_elements,
        prefer_unregistered_intrinsics: flags.prefer_unregistered_intrinsics,
        debug_intrinsics: flags.debug_intrinsics,
    };
    let (module, remarks) = match import_upstream_form(ctx, &source.text, &options) {
        Ok(imported) => imported,
        Err(error) => return Outcome::from(Err(unplaced(source, &as_printed(source, &options, error)))),
    };
    let mut module = ManuallyDrop::new(module);
    let (said, failed) = said(flags, ctx, source, &options, &module, &remarks);
    let mut outcome = Outcome { said, ..Outcome::default() };
    if failed {
        return outcome;
    }
    let lost = match losses::to_upstream_form(ctx, &mut module, source) {
        Ok(lost) => lost.len() + losses::of_remarks(&remarks, source).len(),
        Err(rejected) => return Outcome { rejected: Some(rejected), ..outcome },
    };
    if lost > 0 && !settings.quiet {
        let note = format!("note: {lost} things are dropped; irtrip import --upstream names each\n");
        outcome.besides = Some(note);
    }
    if let Some(error) = verify(ctx, &module).first() {
        return Outcome { rejected: Some(Rejected::unplaced(&error.to_string())), ..outcome };
    }
    let struct_names = struct_names(ctx, &module);
    let options = PrintOptions { struct_names, ..flags.print_options() };
    let text: Text = Box::new(move |sink| print_to(ctx, &module, &options, sink));
    Outcome { text: Some(text), ..outcome }
}

/// What upstream's import says of a module, and whether it fails. Where that shows pieces of the module, they are those
/// that LLVM prints.
fn said(
    flags: &Flags,
    ctx: &Context,
    source: &Source,
    options: &ImportOptions,
    module: &Module,
    remarks: &[Remark],
) -> (Vec<Said>, bool) {
    let file = module_name(ctx, module);
    let words = |ctx| Words {
        ctx,
        file: file.clone(),
        expensive: flags.expensive_warnings,
        debug_intrinsics: flags.debug_intrinsics,
    };
    let needed = remarks.iter().any(|remark| told::shows(remark, flags.expensive_warnings));
    if let Some(canonical) = needed.then(|| Canonical::of(source)).flatten() {
        let other = Context::new();
        if let Ok((_, remarks)) = import_upstream_form(&other, &canonical.source.text, options) {
            return words(&other).say(&remarks, Some(&mut canonical.excerpts()));
        }
    }
    words(ctx).say(remarks, None)
}

/// An error with the pieces of the text that it shows as LLVM prints them.
fn as_printed(source: &Source, options: &ImportOptions, error: Box<Diagnostic>) -> Box<Diagnostic> {
    let is_unhandled = |error: &Diagnostic| matches!(error.code, DiagnosticCode::Import(ImportCode::Unhandled(_)));
    if !is_unhandled(&error) {
        return error;
    }
    let again = Canonical::of(source).and_then(|canonical| {
        import_upstream_form(&Context::new(), &canonical.source.text, options).err().filter(|error| is_unhandled(error))
    });
    again.unwrap_or(error)
}

/// An error as upstream's import tells it: without a place, which stands in the message where LLVM's reader gives one.
fn unplaced(source: &Source, error: &Diagnostic) -> Rejected {
    match &error.code {
        DiagnosticCode::Import(ImportCode::Unhandled(messages)) => Rejected::unplaced(messages),
        _ => {
            let report = Report::new(error.span(), error.to_string());
            Rejected::unplaced(Rejected::new(source, [report]).in_upstream_style().trim_end())
        }
    }
}

/// The file of the module's location.
fn module_name(ctx: &Context, module: &Module) -> String {
    match ctx.attr_data(module.loc) {
        AttrData::Location(Location::File { file, .. }) => ctx.text(*file).into_owned(),
        _ => String::new(),
    }
}

fn to_llvmir(flags: &Flags, source: &Source, settings: &Settings) -> Outcome {
    let ctx = context();
    let mut outcome = Outcome::default();
    let mut module = match mlir_opt::read(flags, ctx, source) {
        Ok(module) => ManuallyDrop::new(module),
        Err(rejected) => return Err(rejected).into(),
    };
    if flags.no_implicit_module()
        && let Some(name) = first_operation(source).1.filter(|name| *name != "module" && *name != "builtin.module")
    {
        let message = format!("'{name}' op can not be translated to an LLVMIR module");
        let report = Report::new(first_operation(source).0, message);
        return Err(Rejected::new(source, [report])).into();
    }
    let (warnings, refused) = checks::check(ctx, &module);
    if !warnings.is_empty() || !refused.is_empty() {
        let places = Places::new(source);
        let sites = |told: &[Objection]| told.iter().map(|told| told.place.site(&module)).collect::<Vec<_>>();
        let custom = PrintOptions { generic: flags.print_options().generic, ..flags.shown_operation() };
        let texts = noted::texts(ctx, &module, &sites(&warnings), &custom);
        for (warning, text) in warnings.into_iter().zip(texts) {
            let at = places.at(warning.place);
            outcome.said.push(Said { kind: Kind::Warning, at: at.clone(), message: warning.message });
            if flags.notes_operation() {
                outcome.said.push(Said { kind: Kind::Note, at, message: noted::current(&text) });
            }
        }
        if !refused.is_empty() {
            let texts = noted::texts(ctx, &module, &sites(&refused), &flags.shown_operation());
            let told = refused.into_iter().zip(texts).map(|(refused, text)| {
                let loc = places.loc(refused.place);
                let note = Located { loc, message: noted::current(&text) };
                let is_noted = flags.notes_operation() && refused.of_operation;
                let notes = if is_noted { vec![note] } else { Vec::new() };
                (Located { loc, message: refused.message }, notes)
            });
            let rejected = Rejected::with_notes(&places.ctx, source, told);
            return Outcome { rejected: Some(rejected), ..outcome };
        }
    }
    let result = written(ctx, &mut module, source, settings);
    Outcome { said: outcome.said, ..result.into() }
}

/// The assembly of a module that upstream takes.
fn written(
    ctx: &Context,
    module: &mut Module,
    source: &Source,
    settings: &Settings,
) -> Result<Text<'static>, Rejected> {
    // Upstream's exporter does not know names and preserved attributes.
    module.body.all_nested_mut().iter_mut().for_each(Body::drop_names);
    diagnostics::warn(&losses::drop_preserved(ctx, module, source)?, settings);
    llvmir::prepare(ctx, module);
    let text = export_ordered(ctx, module, Terminators::AsTranslated)
        .map_err(|error| super::export::rejected(source, &error))?;
    let mut pieces = vec!["; ModuleID = 'LLVMDialectModule'\n".to_owned()];
    pieces.extend(text);
    Ok(output::made(pieces))
}

/// The places of operations in a source, which is read once more for them.
struct Places<'a> {
    source: &'a Source,
    ctx: Context,
    module: Option<Module>,
}

impl Places<'_> {
    fn new(source: &Source) -> Places<'_> {
        let ctx = Context::new();
        let options = ParseOptions {
            locations: true,
            file: source.name.clone(),
            allow_unregistered: true,
            ..ParseOptions::default()
        };
        let module = super::parse_mlir(&ctx, source, &options).ok();
        Places { source, ctx, module }
    }

    fn loc(&self, place: checks::Place) -> Attr {
        let module = self.module.as_ref();
        let loc = |module: &Module| place.site(module).map_or(module.loc, |(body, op)| body.loc(op));
        module.map_or(UNKNOWN_LOC, loc)
    }

    fn at(&self, place: checks::Place) -> At {
        let span = diagnostics::located(&self.ctx, self.loc(place), self.source);
        span.map_or(At::Unknown, |span| At::of(self.source, span.start))
    }
}

/// Where the first operation of a source starts, and its name: behind comments and aliases.
fn first_operation(source: &Source) -> (Option<Range<usize>>, Option<&str>) {
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let text = line.trim_start();
        let at = start + line.len() - text.len();
        start += line.len();
        if !text.is_empty() && !text.starts_with(['#', '!']) && !text.starts_with("//") {
            let name = text.trim_start_matches('"');
            let end = name.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))).unwrap_or(name.len());
            return (Some(at..at + 1), name.get(..end));
        }
    }
    (None, None)
}
