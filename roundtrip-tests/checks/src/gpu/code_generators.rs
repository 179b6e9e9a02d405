//! The code generators of GPUs as validity checks: what `irtrip export` makes of fixtures is taken by `llc`, of LLVM 22 and,
//! where it is there and has the target, of LLVM 23.
//!
//! A fixture says the machine that its operations are of: `// MACHINE: nvptx64-nvidia-cuda sm_100a +ptx88`.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::corpus::files_in;
use crate::upstream::programs::{output, run};

/// The folder of the fixtures of hardware.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/hardware");

/// The code generators. The first must be there.
const PROGRAMS: [&str; 2] = ["llc-22", "llc-23"];

/// How long a program may take for a module.
const TIME: Duration = Duration::from_secs(120);

/// What became of a module.
pub struct Module {
    /// The fixture's name.
    pub name: String,
    /// The architecture: `nvptx64`.
    pub architecture: String,
    /// The code generators that took it.
    pub taken_by: Vec<&'static str>,
    /// The message of the program that refused it.
    pub refused: Option<String>,
}

/// Exports every fixture that names a machine, and compiles what comes of it; `irtrip` is the program.
///
/// # Errors
/// The fixtures cannot be read, or a program cannot be started.
pub fn modules(irtrip: &Path) -> Result<Vec<Module>> {
    let mut files = files_in(Path::new(FIXTURES))?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "mlir"));
    let mut found = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let Some(machine) = text.lines().find_map(|line| line.strip_prefix("// MACHINE: ")) else { continue };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let architecture = machine.split('-').next().unwrap_or_default().to_owned();
        let mut module = Module { name, architecture, taken_by: Vec::new(), refused: None };
        module.refused = compiled(irtrip, file, machine, &mut module)?.err();
        found.push(module);
    }
    Ok(found)
}

/// Exports a file and compiles it for a machine: a triple, a processor, and perhaps features. The message of what refuses it.
fn compiled(irtrip: &Path, file: &Path, machine: &str, module: &mut Module) -> Result<Result<(), String>> {
    let words: Vec<&str> = machine.split_whitespace().collect();
    let [triple, processor, features @ ..] = &words[..] else {
        return Ok(Err(format!("no machine: {machine}")));
    };
    let exported = run(&irtrip.to_string_lossy(), &["export", &file.to_string_lossy()], &[], TIME)?;
    let text = match output(exported) {
        Ok(text) => text,
        Err(message) => return Ok(Err(format!("irtrip: {message}"))),
    };
    let arguments =
        [format!("-mtriple={triple}"), format!("-mcpu={processor}"), format!("-mattr={}", features.join(","))];
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(["-o", "-", "-"]);
    for program in PROGRAMS {
        if program != PROGRAMS[0] && !has_target(program, &module.architecture) {
            continue;
        }
        match output(run(program, &arguments, &text, TIME)?) {
            Ok(code) if code.is_empty() => return Ok(Err(format!("{program} made nothing"))),
            Ok(_) => module.taken_by.push(program),
            Err(message) => return Ok(Err(format!("{program}: {message}"))),
        }
    }
    Ok(Ok(()))
}

/// Whether a program is there and makes code for an architecture.
fn has_target(program: &str, architecture: &str) -> bool {
    let listed = run(program, &["--version"], &[], TIME).map(output);
    matches!(listed, Ok(Ok(text)) if String::from_utf8_lossy(&text).split_whitespace().any(|word| word == architecture))
}
