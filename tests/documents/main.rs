//! Runs the commands of README.md, ARCHITECTURE.md, the pages of docs/ and of the comments at the start of the programs in examples/. In a
//! block marked `console` a line that starts with `$ ` is a command, and the lines after it are what it prints. `BLESS=1`
//! writes them. The programs are there after `cargo build --examples`, which `cargo test` does too.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod operations_page;
mod schemas;

use std::path::Path;
use std::process::Command;

/// Commands that cannot run inside a test: they are what runs it.
const OUTSIDE: &[&str] = &["cargo test --workspace", "cargo build --release", "cargo bench", ".ci/run"];

#[test]
fn the_commands_of_the_documents_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut commands = 0;
    let mut names: Vec<String> = ["README.md", "ARCHITECTURE.md"].map(str::to_owned).into();
    names.extend(pages(root));
    let programs = std::fs::read_dir(root.join("examples")).unwrap().map(|entry| entry.unwrap().file_name());
    let programs = programs.map(|name| format!("examples/{}", name.to_string_lossy()));
    names.extend(programs.filter(|name| name.ends_with(".rs")));
    for name in names {
        let path = root.join(&name);
        let comment = if name.ends_with(".rs") { "//! " } else { "" };
        let text = std::fs::read_to_string(&path).unwrap();
        let run = run_blocks(&text, comment, root, &mut commands);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &run).unwrap();
        } else {
            let diff = similar::TextDiff::from_lines(&text, &run);
            assert!(text == run, "{name}:\n{}", diff.unified_diff().header("shown", "printed"));
        }
    }
    assert!(commands >= 8, "only {commands} commands were found");
}

/// The pages of the book.
fn pages(root: &Path) -> Vec<String> {
    let pages = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = pages.map(|name| format!("docs/{}", name.to_string_lossy())).collect();
    pages.retain(|name| name.ends_with(".md"));
    pages.sort();
    pages
}

#[test]
fn the_summary_has_every_page_and_every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let summary = std::fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
    for page in pages(root).iter().filter(|page| *page != "docs/SUMMARY.md") {
        let name = page.trim_start_matches("docs/");
        assert!(summary.contains(&format!("]({name})")), "{name} is not in docs/SUMMARY.md");
    }
    for page in pages(root).into_iter().chain(["README.md".to_owned()]) {
        let path = root.join(&page);
        let text = std::fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let is_file = !link.is_empty() && !link.contains([':', ' ', '(', '<', '%', '$', '|']);
            assert!(!is_file || path.parent().unwrap().join(link).exists(), "{page}: {link}");
        }
    }
}

/// The text with the output of each command as it is now. Each line of a block starts with `comment`.
fn run_blocks(text: &str, comment: &str, root: &Path, commands: &mut usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    for examples in ["examples", "tests/dialects", "lower/examples"] {
        copy(&root.join(examples), &folder.path().join(examples));
    }
    let mut out = String::new();
    let mut in_block = false;
    let mut skipping = false;
    for line in text.lines() {
        let content = line.strip_prefix(comment).unwrap_or_default();
        let fence = content.starts_with("```");
        if fence {
            in_block = !in_block && content == "```console";
            skipping = false;
        }
        let command = content.strip_prefix("$ ").filter(|_| in_block);
        if fence || !in_block || command.is_some() || !skipping {
            out += line;
            out.push('\n');
        }
        if let Some(command) = command {
            *commands += 1;
            skipping = !OUTSIDE.contains(&command);
            if skipping {
                for printed in shell(command, folder.path()).lines() {
                    let comment = if printed.is_empty() { comment.trim_end() } else { comment };
                    out += &format!("{comment}{printed}\n");
                }
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
    let binaries = binary.parent().unwrap();
    let examples = binaries.join("examples");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", binaries.display(), examples.display());
    let command = command.replace("cargo run --release --", "irtrip");
    let command = match command.strip_prefix("cargo run --example ").and_then(|rest| rest.split_once(" -- ")) {
        Some((program, rest)) => format!("{program} {rest}"),
        None => command,
    };
    let output = Command::new("bash")
        .args(["-c", &format!("{{ {command}; }} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}
