//! What `mlir-opt` of a release says of many modules at once: starting it takes longer than what it is asked.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use irtrip_llvm::process::run_to_end;

/// The line between two modules of a file.
pub(crate) const SEPARATOR: &str = "// -----";

/// How long it may take over a file.
const TIME: Duration = Duration::from_secs(120);

/// The generic forms of modules as the program of this name prints them; `None` for a module that it refuses, or ends over.
///
/// # Errors
/// The program cannot be started.
pub fn generic_forms(program: &str, modules: &[&str]) -> Result<Vec<Option<String>>> {
    if modules.is_empty() {
        return Ok(Vec::new());
    }
    let mut command = Command::new(program);
    // It takes long to name functions where it crashes.
    command.env("LLVM_DISABLE_SYMBOLIZATION", "1");
    command.args(["--split-input-file", "--allow-unregistered-dialect", "--mlir-print-op-generic", "-"]);
    let text = modules.join(&format!("\n{SEPARATOR}\n"));
    let ended =
        run_to_end(&mut command, text.as_bytes(), TIME).with_context(|| format!("{program} cannot be started"))?;
    let printed = String::from_utf8_lossy(&ended.stdout);
    let forms: Vec<Option<String>> =
        parts(&printed).into_iter().map(|part| (!part.is_empty()).then_some(part)).collect();
    match modules {
        _ if forms.len() == modules.len() && ended.status.is_some_and(|status| status.code().is_some()) => Ok(forms),
        [_] => Ok(vec![None]),
        // One of them is its end.
        _ => {
            let (first, second) = modules.split_at(modules.len() / 2);
            Ok([generic_forms(program, first)?, generic_forms(program, second)?].concat())
        }
    }
}

/// The texts between the separators of a file, without the space around them.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        match parts.last_mut() {
            Some(part) if !line.starts_with(SEPARATOR) => part.extend([line, "\n"]),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_module_that_is_refused_is_an_empty_part() {
        assert_eq!(parts("module {\n}\n\n// -----\n"), ["module {\n}", ""]);
        assert_eq!(parts("// -----\n// -----\nmodule {\n}\n"), ["", "", "module {\n}"]);
    }
}
