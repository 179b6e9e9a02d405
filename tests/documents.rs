//! Runs the commands of README.md, ARCHITECTURE.md and docs/lowering.md. In a block marked `console` a line that starts with `$ ` is a
//! command, and the lines after it are what it prints. `BLESS=1` writes them.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

/// Commands that cannot run inside a test: they are what runs it.
const OUTSIDE: &[&str] = &["cargo test --workspace", "cargo build --release", "cargo bench", ".ci/run"];

#[test]
fn the_commands_of_the_documents_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut commands = 0;
    for name in ["README.md", "ARCHITECTURE.md", "docs/lowering.md"] {
        let path = root.join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        let run = run_blocks(&text, root, &mut commands);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &run).unwrap();
        } else {
            let diff = similar::TextDiff::from_lines(&text, &run);
            assert!(text == run, "{name}:\n{}", diff.unified_diff().header("shown", "printed"));
        }
    }
    assert!(commands >= 8, "only {commands} commands were found");
}

/// The text with the output of each command as it is now.
fn run_blocks(text: &str, root: &Path, commands: &mut usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    for examples in ["examples", "lower/examples"] {
        copy(&root.join(examples), &folder.path().join(examples));
    }
    let mut out = String::new();
    let mut in_block = false;
    let mut skipping = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        if fence {
            in_block = !in_block && line == "```console";
            skipping = false;
        }
        let command = line.strip_prefix("$ ").filter(|_| in_block);
        if fence || !in_block || command.is_some() || !skipping {
            out += line;
            out.push('\n');
        }
        if let Some(command) = command {
            *commands += 1;
            skipping = !OUTSIDE.contains(&command);
            if skipping {
                out += &shell(command, folder.path());
            }
        }
    }
    out
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// What a command prints on both outputs.
fn shell(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_irtrip"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let command = command.replace("cargo run --release --", "irtrip");
    let output = Command::new("bash")
        .args(["-c", &format!("{{ {command}; }} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}
