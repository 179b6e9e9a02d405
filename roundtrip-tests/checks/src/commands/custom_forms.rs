//! The command `custom-forms`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use irtrip::dialect::diagnostic::SourceFile;
use irtrip::dialect::language::{Language, language};
use irtrip::dialect::release::{MlirRelease, Release};
use irtrip::dialect::{Context, ContextDialects as _, mlir_release};
use irtrip::grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip::import::{ImportOptions, import};
use irtrip_roundtrip::mlir_opt::generic_forms;
use irtrip_roundtrip::run::files;
use rayon::prelude::*;

/// How many modules are asked about at once.
const BATCH: usize = 64;

/// A module for a release: as `irtrip import --mlir` prints it, and all in the generic form.
struct Texts {
    path: PathBuf,
    custom: String,
    generic: String,
}

/// Whether `mlir-opt` of releases takes modules as it takes them in the generic form, and prints the same of both.
/// `minimum` of the modules have to be taken. A release whose tool is not on the path is
/// named, and passed over.
pub fn custom_forms(releases: &[MlirRelease], paths: &[PathBuf], minimum: usize) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    let mut holds = true;
    let paths: Vec<PathBuf> = files(paths)?;
    for release in releases.iter().filter_map(|release| release.other) {
        let program = format!("mlir-opt-{release}");
        if generic_forms(&program, &["module {}"]).is_err() {
            writeln!(out, "MLIR {release}: not run: there is no program {program}")?;
            continue;
        }
        let texts: Vec<Texts> = paths.par_iter().with_max_len(1).filter_map(|path| texts(path, release)).collect();
        let outcomes: Vec<Vec<Outcome>> =
            texts.par_chunks(BATCH).map(|batch| ask(&program, batch)).collect::<Result<_>>()?;
        let (mut taken, mut differ) = (0, 0);
        for (texts, outcome) in texts.iter().zip(outcomes.into_iter().flatten()) {
            let what = match outcome {
                Outcome::GenericRefused => continue,
                Outcome::Same => None,
                Outcome::Refused => Some("refused in the custom form"),
                Outcome::Different => Some("another module in the custom form"),
            };
            taken += 1;
            if let Some(what) = what {
                differ += 1;
                writeln!(out, "MLIR {release}: {}: {what}", texts.path.display())?;
            }
        }
        writeln!(out, "MLIR {release}: {differ} of {taken} modules are not what their generic form is")?;
        ensure!(taken >= minimum, "MLIR {release}: {taken} modules are taken, and {minimum} are required");
        holds &= differ == 0;
    }
    Ok(holds)
}

/// What a release makes of a module.
enum Outcome {
    GenericRefused,
    Refused,
    Different,
    Same,
}

fn ask(program: &str, batch: &[Texts]) -> Result<Vec<Outcome>> {
    let both: Vec<&str> = batch.iter().flat_map(|texts| [texts.generic.as_str(), &texts.custom]).collect();
    let answers = generic_forms(program, &both)?;
    let outcome = |pair: &[Option<String>]| match pair {
        [Some(generic), Some(custom)] if generic == custom => Outcome::Same,
        [Some(_), Some(_)] => Outcome::Different,
        [Some(_), None] => Outcome::Refused,
        _ => Outcome::GenericRefused,
    };
    Ok(answers.chunks(2).map(outcome).collect())
}

/// A file's module for a release; none where it is no module, or not all of it has a form there.
fn texts(path: &Path, release: Release) -> Option<Texts> {
    let source = SourceFile::of_bytes("", std::fs::read(path).ok()?);
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let mut module = match language(path, &source.text) {
        Language::Llvm => import(&ctx, &source.text, &ImportOptions::default()).ok(),
        Language::Mlir => parse(&ctx, &source.text, &ParseOptions::default()).ok(),
    }?;
    mlir_release::lower(&ctx, &mut module, release).ok()?;
    let options = PrintOptions::of(&module).for_release(release);
    let custom = print(&ctx, &module, &options).concat();
    let generic = print(&ctx, &module, &PrintOptions { generic: true, ..options }).concat();
    Some(Texts { path: path.to_owned(), custom, generic })
}
