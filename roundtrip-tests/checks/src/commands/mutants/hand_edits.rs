//! The command `hand-edits`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip_checks::failures::Failures;
use irtrip_checks::mutants::hand_edits::{Edit, Outcome, edits, outcome};
use irtrip_dialect::diagnostic::SourceFile;
use irtrip_dialect::preserved::PRESERVED_ATTRIBUTES;
use irtrip_dialect::{Context, ContextDialects};
use irtrip_export::export;
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

/// What no edit is there for: an `irtrip.position` is in the dictionary of a declaration, and what an `irtrip.stands_for`
/// speaks of is the operation with its number.
const WITHOUT: [(&str, &[Edit]); 2] = [
    ("irtrip.position", &[Edit::Change, Edit::Remove, Edit::Copy, Edit::Move]),
    ("irtrip.stands_for", &[Edit::Change]),
];

/// The edits of one module, by attribute and sort.
#[derive(Default)]
struct Edits {
    counts: BTreeMap<(&'static str, Edit), usize>,
    failures: Failures,
    no_modules: usize,
}

/// Whether what every kind of preserved attribute speaks of may be changed, removed, copied and moved in modules of either
/// language. The smallest example of each cause of failures goes to the folder `keep`.
pub fn hand_edits(paths: &[PathBuf], keep: Option<PathBuf>) -> Result<bool> {
    let paths = files(paths)?;
    let results: Vec<Result<Edits>> = paths.par_iter().with_max_len(1).map(|path| of_module(path)).collect();
    let mut all = Edits::default();
    for edits in results {
        let edits = edits?;
        edits.counts.into_iter().for_each(|(key, count)| *all.counts.entry(key).or_default() += count);
        all.failures.append(edits.failures);
        all.no_modules += edits.no_modules;
    }
    let mut out = std::io::stdout().lock();
    all.failures.write(&mut out, keep.as_deref())?;
    let mut missing = 0;
    for attribute in PRESERVED_ATTRIBUTES {
        for edit in [Edit::Change, Edit::Remove, Edit::Copy, Edit::Move] {
            let is_without = WITHOUT.iter().any(|(name, edits)| *name == attribute.name && edits.contains(&edit));
            if !is_without && !all.counts.contains_key(&(attribute.name, edit)) {
                missing += 1;
                writeln!(out, "in no module: {} {edit:?}", attribute.name)?;
            }
        }
    }
    let total: usize = all.counts.values().sum();
    writeln!(out, "edits that leave no module of LLVM: {}", all.no_modules)?;
    writeln!(out, "as they should be: {} of {total}", total - all.failures.count())?;
    Ok(missing == 0 && all.failures.count() == 0)
}

fn of_module(path: &Path) -> Result<Edits> {
    let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let mut found = Edits::default();
    let text = SourceFile::of_bytes("", bytes).text;
    let module = match path.extension().and_then(OsStr::to_str) {
        Some("ll") => import(&ctx, &text, &ImportOptions::default()).ok(),
        Some("mlir") => parse(&ctx, &text, &ParseOptions::default()).ok(),
        _ => None,
    };
    // The folders have files that are no modules, and such as are exported as they are in no way.
    let Some(module) = module.filter(|module| export(&ctx, module).is_ok()) else { return Ok(found) };
    for attribute in PRESERVED_ATTRIBUTES {
        for edited in edits(&ctx, &module, attribute) {
            match outcome(&ctx, &edited.module) {
                Outcome::NoModule => {
                    found.no_modules += 1;
                    continue;
                }
                Outcome::Holds => {}
                Outcome::Fails(failure) => {
                    let mlir = print(&ctx, &edited.module, &PrintOptions::of(&edited.module)).concat();
                    let run = format!("{} {} {:?}", path.display(), attribute.name, edited.edit);
                    found.failures.add(&failure, run, ("mlir", mlir.as_bytes()));
                }
            }
            *found.counts.entry((attribute.name, edited.edit)).or_default() += 1;
        }
    }
    Ok(found)
}
