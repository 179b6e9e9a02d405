//! Compares `irtrip export` and `irtrip mlir-translate` with upstream's `mlir-translate --mlir-to-llvmir` on modules of
//! MLIR.
//!
//! Each file is taken apart at `// -----`; of each part that upstream exports, both must give an equal module
//! (`irtrip diff`), and `irtrip roundtrip` must bring the part back. Upstream's program is `mlir-translate-22`, or what
//! `MLIR_TRANSLATE` names.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use rayon::prelude::*;

/// The line between two parts of a file.
const MARKER: &str = "// -----";

/// What is to hold of each part, and the message where it does not.
const LAWS: [(&str, &str); 3] = [
    ("export equal to upstream's", "exported as another module"),
    ("mlir-translate equal to upstream's", "translated as another module"),
    ("round-trip", "does not round-trip"),
];

/// What one part of a file came to.
enum ExportOutcome {
    /// Upstream does not export it.
    Refused,
    /// What holds of it, each as the line of [`LAWS`] has it.
    Compared([bool; 3]),
}

/// Compares the exports of all parts of the files, prints which differ and how many do not, and returns
/// whether all are equal and round-trip, and at least `minimum` were compared. `irtrip` is the program.
///
/// # Errors
/// A file cannot be read, or a program cannot be run.
pub fn compare_exports(irtrip: &Path, files: &[PathBuf], minimum: usize) -> Result<bool> {
    let mut parts = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let pieces = text.split(MARKER).map(str::to_owned).collect::<Vec<_>>();
        parts.extend(pieces.into_iter().enumerate().map(|(i, piece)| (file.clone(), i + 1, piece)));
    }
    let outcomes: Vec<Result<ExportOutcome>> = parts.par_iter().map(|(_, _, text)| compare(irtrip, text)).collect();
    let mut out = std::io::stdout().lock();
    let (mut held, mut all) = ([0; LAWS.len()], 0);
    for ((file, number, _), outcome) in parts.iter().zip(outcomes) {
        let ExportOutcome::Compared(laws) = outcome.with_context(|| file.display().to_string())? else { continue };
        all += 1;
        for ((holds, held), (_, broken)) in laws.into_iter().zip(&mut held).zip(LAWS) {
            *held += usize::from(holds);
            if !holds {
                writeln!(out, "{broken}: {} part {number}", file.display())?;
            }
        }
    }
    for (held, (law, _)) in held.iter().zip(LAWS) {
        writeln!(out, "{law}: {held} of {all}")?;
    }
    if all < minimum {
        writeln!(out, "only {all} modules were compared, and {minimum} are required")?;
    }
    Ok(all >= minimum && held.iter().all(|held| *held == all))
}

fn compare(irtrip: &Path, text: &str) -> Result<ExportOutcome> {
    let upstream = std::env::var_os("MLIR_TRANSLATE").unwrap_or_else(|| "mlir-translate-22".into());
    let Some(theirs) = output(Command::new(upstream).arg("--mlir-to-llvmir"), text)? else {
        return Ok(ExportOutcome::Refused);
    };
    let folder = tempfile::tempdir()?;
    let [part, theirs_path, own_path] = ["part.mlir", "upstream.ll", "own.ll"].map(|name| folder.path().join(name));
    std::fs::write(&part, text)?;
    std::fs::write(&theirs_path, theirs)?;
    let is_equal = |own: Option<String>| {
        let Some(own) = own else { return Ok(false) };
        std::fs::write(&own_path, own)?;
        Ok::<_, anyhow::Error>(output(Command::new(irtrip).arg("diff").args([&theirs_path, &own_path]), "")?.is_some())
    };
    let exported = is_equal(output(Command::new(irtrip).arg("export").arg(&part), "")?)?;
    // Upstream reads its standard input: places are those of the part for both.
    let translated = is_equal(output(Command::new(irtrip).args(["mlir-translate", "--mlir-to-llvmir"]), text)?)?;
    let back = output(Command::new(irtrip).args(["--quiet", "roundtrip"]).arg(&part), "")?.is_some();
    Ok(ExportOutcome::Compared([exported, translated, back]))
}

/// What a program writes for an input; `None` where its exit status is not 0.
pub(crate) fn output(command: &mut Command, input: &str) -> Result<Option<String>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{name} cannot be run"))?;
    let mut stdin = child.stdin.take().context("standard input is gone")?;
    let input = input.to_owned();
    // A program that does not read its input closes it.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let done = child.wait_with_output()?;
    let _ = writer.join();
    Ok(done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned()))
}
