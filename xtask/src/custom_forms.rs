//! Which custom forms the tools of older releases of MLIR read as the current ones: `cargo xtask custom-forms`.
//!
//! 1. Modules are taken from files and printed for each release whose `mlir-opt` is at hand: all in the generic form, and, for
//!    each form of its operations, again with that one in the custom form.
//! 2. A form is good where the release's tool accepts it and prints, in the generic form, what it prints of the first text.
//! 3. [`Verdicts`] of all forms become the rows of the table: a part is in a row where forms with it are good, unless it
//!    tells forms that are bad from those that are good.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::language::{Language, language};
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::release::Release;
use irtrip_dialect::{Body, Context, ContextDialects as _, Module, Op, OpNameDefinition as _, mlir_release};
use irtrip_grammar::print::custom_forms::{FormParts, PartSet, line, parts};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::mlir_opt;
use irtrip_roundtrip::run::files;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::generated::Generated;

/// The releases whose tools are asked, by what `mlir-opt-` has after it: the older ones first.
const TOOLS: [(&str, Release); 3] = [("15", Release::V15), ("16", Release::V16), ("19", Release::V19)];

/// How often a release is asked about a form.
const ENOUGH: usize = 4;
/// The longest module that is asked about, in bytes.
const LONGEST: usize = 24_000;
/// How many modules are asked about at once.
const BATCH: usize = 12;

/// What a release said of a form.
#[derive(Clone, Copy, Default)]
struct Tally {
    good: usize,
    bad: usize,
}

/// What each release said of the forms of each operation.
type Verdicts = BTreeMap<&'static str, FxHashMap<PartSet, [Tally; TOOLS.len()]>>;

/// Makes the table of what the releases say of the modules in these files and folders, and lists that in a file.
pub fn table(paths: &[PathBuf], list: Option<&Path>) -> Result<Generated> {
    let modules = sources(paths)?;
    let verdicts = Mutex::new(Verdicts::new());
    for (place, (tool, release)) in TOOLS.into_iter().enumerate() {
        let program = format!("mlir-opt-{tool}");
        modules.par_chunks(BATCH).try_for_each(|batch| ask(&program, place, release, batch, &verdicts))?;
        eprintln!("{program}: asked about {} modules", modules.len());
    }
    let verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let defs: FxHashMap<&str, &'static OpDef> =
        irtrip_lower::all_dialects().op_defs().map(|def| (def.name, def)).collect();
    if let Some(list) = list {
        let said = verdicts.iter().filter_map(|(name, forms)| Some(listed(defs.get(name)?, forms)));
        std::fs::write(list, said.collect::<String>()).with_context(|| list.display().to_string())?;
    }
    let rows = verdicts.iter().filter_map(|(name, forms)| row(defs.get(name)?, forms));
    let text = rows.map(|row| row + "\n").collect();
    Ok(Generated::new("grammar/src/print/generated/custom_forms.txt", text))
}

/// The texts of modules, those of tests apart.
fn sources(paths: &[PathBuf]) -> Result<Vec<(Language, String)>> {
    let mut sources = Vec::new();
    for path in files(paths)?.iter().filter(|path| path.extension().is_some_and(|ending| ending != "bc")) {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        match language(path, &text) {
            Language::Mlir => sources.extend(mlir_opt::parts(&text).into_iter().map(|part| (Language::Mlir, part))),
            Language::Llvm => sources.push((Language::Llvm, text)),
        }
    }
    sources.retain(|(_, text)| text.len() <= LONGEST);
    Ok(sources)
}

/// A module in the generic form for a release, and again for each form of its operations that is asked about.
struct FormQuery {
    generic: String,
    custom: Vec<(FormParts, String)>,
}

/// Asks a release about the forms in modules.
fn ask(
    program: &str,
    place: usize,
    release: Release,
    batch: &[(Language, String)],
    verdicts: &Mutex<Verdicts>,
) -> Result<()> {
    let questions = batch.iter().flat_map(|(language, text)| questions(*language, text, place, release, verdicts));
    let questions: Vec<FormQuery> = questions.collect();
    let generic: Vec<&str> = questions.iter().map(|question| question.generic.as_str()).collect();
    let wanted = mlir_opt::generic_forms(program, &generic)?;
    // What the release does not accept in the generic form, it is not asked about.
    let asked = questions.iter().zip(&wanted).filter_map(|(question, wanted)| Some((question, wanted.as_ref()?)));
    let asked: Vec<(&FormParts, &str, &String)> = asked
        .flat_map(|(question, wanted)| question.custom.iter().map(move |(form, text)| (form, text.as_str(), wanted)))
        .collect();
    let texts: Vec<&str> = asked.iter().map(|(_, text, _)| *text).collect();
    let answers = mlir_opt::generic_forms(program, &texts)?;
    let mut verdicts = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
    for ((form, _, wanted), answer) in asked.into_iter().zip(answers) {
        let Some(def) = form.name.def() else { continue };
        let tally = &mut verdicts.entry(def.name).or_default().entry(form.parts).or_default()[place];
        match answer.as_ref() == Some(wanted) {
            true => tally.good += 1,
            false => tally.bad += 1,
        }
    }
    Ok(())
}

/// What is asked about a text: about the module as it is, and with an attribute more in all operations.
fn questions(
    language: Language,
    text: &str,
    place: usize,
    release: Release,
    verdicts: &Mutex<Verdicts>,
) -> Vec<FormQuery> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let module = match language {
        Language::Llvm => import(&ctx, text, &ImportOptions::default()).ok(),
        Language::Mlir => parse(&ctx, text, &options).ok(),
    };
    let Some(mut module) = module else { return Vec::new() };
    if mlir_release::lower(&ctx, &mut module, release).is_err() {
        return Vec::new();
    }
    let mut marked = module.clone();
    mark(&ctx, &mut marked.body);
    [module, marked].iter().filter_map(|module| question(&ctx, module, place, release, verdicts)).collect()
}

/// Gives all operations of a body an attribute that is not their own.
fn mark(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        body.set_attrs(op, ctx.with_entry(body.attrs(op), ctx.str("irtrip.marked"), Some(UNIT)));
    }
    body.all_nested_mut().iter_mut().for_each(|nested| mark(ctx, nested));
}

/// What is asked about a module, if there is anything that the release was not asked about before.
fn question(
    ctx: &Context,
    module: &Module,
    place: usize,
    release: Release,
    verdicts: &Mutex<Verdicts>,
) -> Option<FormQuery> {
    let mut forms = Vec::new();
    forms_of(ctx, &module.body, &mut forms);
    {
        let verdicts = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = |form: &FormParts| {
            let tally = verdicts.get(form.name.def()?.name)?.get(&form.parts)?[place];
            // One that was refused twice may end the tool.
            Some(tally.good + tally.bad * ENOUGH / 2)
        };
        forms.retain(|form| asked(form).unwrap_or(0) < ENOUGH);
    }
    if forms.is_empty() {
        return None;
    }
    let text_with = |probed: FormParts| {
        let options = PrintOptions { probed: Some(probed), ..PrintOptions::of(module).for_release(release) };
        print(ctx, module, &options).concat()
    };
    let generic = text_with(FormParts { name: ctx.op_name("irtrip.none"), parts: PartSet::NONE });
    if generic.len() > 2 * LONGEST {
        return None;
    }
    let custom = forms.into_iter().map(|form| (form, text_with(form)));
    let custom: Vec<_> = custom.filter(|(_, text)| *text != generic).collect();
    (!custom.is_empty()).then_some(FormQuery { generic, custom })
}

/// The forms of a body's operations, each once.
fn forms_of(ctx: &Context, body: &Body, forms: &mut Vec<FormParts>) {
    for region in body.regions() {
        for op in body.walk(*region) {
            let form = FormParts::of(ctx, body, op);
            if form.name.def().is_some() && !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    body.all_nested().iter().for_each(|nested| forms_of(ctx, nested, forms));
}

/// What the releases said of the forms of an operation, a line each: how often each found it good and bad.
fn listed(def: &OpDef, forms: &FxHashMap<PartSet, [Tally; TOOLS.len()]>) -> String {
    let names = parts(def);
    let line = |(parts, tallies): (&PartSet, &[Tally; TOOLS.len()])| {
        let parts: Vec<&str> = names
            .iter()
            .enumerate()
            .filter(|(index, _)| parts.contains(*index))
            .map(|(_, name)| name.as_str())
            .collect();
        let of_tool = |((tool, _), tally): (&(&str, Release), &Tally)| format!(" {tool}: {} {}", tally.good, tally.bad);
        let tallies: String = TOOLS.iter().zip(tallies).map(of_tool).collect();
        format!("{} {}:{tallies}\n", def.name, parts.join(" "))
    };
    let mut lines: Vec<String> = forms.iter().map(line).collect();
    lines.sort_unstable();
    lines.concat()
}

/// The row of an operation, if a release reads its form.
fn row(def: &'static OpDef, forms: &FxHashMap<PartSet, [Tally; TOOLS.len()]>) -> Option<String> {
    let read: Vec<Option<PartSet>> = (0..TOOLS.len()).map(|place| read_by(def, place, forms)).collect();
    let since_op = since(read.iter().map(Option::is_some))?;
    let of_part = |(index, name): (usize, &String)| {
        let since_part = since(read.iter().map(|read| read.is_some_and(|read| read.contains(index))))?;
        Some((name.clone(), since_part))
    };
    let names = parts(def);
    let parts: Vec<(String, Release)> = names.iter().enumerate().filter_map(of_part).collect();
    Some(line(def.name, since_op, &parts))
}

/// The oldest release that reads what these of the tools do, after which no other does not.
fn since(read: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator) -> Option<Release> {
    let tools = TOOLS.iter().zip(read).rev();
    tools.take_while(|(_, read)| *read).last().map(|((_, release), _)| *release)
}

/// The parts that a release reads in the custom form of an operation: those of forms that are good, but for those that all forms
/// that are bad are told by.
fn read_by(def: &OpDef, place: usize, forms: &FxHashMap<PartSet, [Tally; TOOLS.len()]>) -> Option<PartSet> {
    let asked = || forms.iter().map(|(parts, tallies)| (*parts, tallies[place]));
    let good: Vec<(PartSet, usize)> = asked()
        .filter(|(_, tally)| tally.bad == 0 && tally.good > 0)
        .map(|(parts, tally)| (parts, tally.good))
        .collect();
    let bad: Vec<PartSet> = asked().filter(|(_, tally)| tally.bad > 0).map(|(parts, _)| parts).collect();
    let count = parts(def).len();
    let mut read = PartSet::NONE;
    (0..count)
        .filter(|&index| good.iter().any(|(parts, _)| parts.contains(index)))
        .for_each(|index| read.insert(index));
    while let Some(wrong) = bad.iter().find(|bad| bad.is_subset(read)) {
        // The part that the fewest good forms have.
        let uses = |index: usize| {
            good.iter().filter(|(parts, _)| parts.contains(index)).map(|(_, count)| count).sum::<usize>()
        };
        let told_by = (0..count).filter(|&index| wrong.contains(index)).min_by_key(|&index| uses(index))?;
        read.remove(told_by);
    }
    good.iter().any(|(parts, _)| parts.is_subset(read)).then_some(read)
}
