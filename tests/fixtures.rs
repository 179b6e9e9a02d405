//! Runs every fixture; roundtrip-tests/fixtures/README.md defines one.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rayon::prelude::*;

/// A file with its commands.
struct Fixture {
    path: PathBuf,
    runs: Vec<String>,
    status: i32,
    /// The file without its leading comments.
    input: Vec<u8>,
}

/// What its commands gave.
#[derive(Default)]
struct Ran {
    statuses: Vec<Option<i32>>,
    stdout: String,
    stderr: String,
}

#[test]
fn every_fixture_does_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("roundtrip-tests/fixtures");
    let bless = std::env::var_os("BLESS").is_some();
    let files = files(&root);
    let mut failures = Vec::new();
    let mut fixtures = Vec::new();
    for path in files.iter().filter(|p| !is_companion(p, &files)) {
        match read(path) {
            Ok(fixture) => fixtures.push(fixture),
            Err(problem) => failures.push(format!("{}: {problem}", path.display())),
        }
    }
    assert!(fixtures.len() > 40, "{} fixtures were found below {}", fixtures.len(), root.display());
    let checked: Vec<Option<String>> = fixtures.par_iter().map(|fixture| check(fixture, bless).err()).collect();
    failures.extend(checked.into_iter().flatten());
    assert!(failures.is_empty(), "{} fixtures fail:\n\n{}", failures.len(), failures.join("\n"));
}

fn files(root: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    found
}

/// Whether a file is no test but belongs to one: an expectation, an input a command names, this folder's page.
fn is_companion(path: &Path, files: &BTreeSet<PathBuf>) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    let is_fixture =
        |of: &str| [".ll", ".mlir"].iter().any(|e| of.ends_with(e)) && files.contains(&path.with_file_name(of));
    match name.rsplit_once('.') {
        Some((of, "stdout" | "stderr")) => is_fixture(of),
        Some((_, "txt")) => {
            let folder = path.parent().unwrap();
            let neighbours = files.iter().filter(|f| f.parent() == Some(folder) && f.extension() != path.extension());
            neighbours.filter_map(|f| read(f).ok()).any(|f| f.runs.iter().any(|run| run.contains(&*name)))
        }
        _ => name == "README.md",
    }
}

fn read(path: &Path) -> Result<Fixture, String> {
    let sigil: &[u8] = match path.extension().and_then(|e| e.to_str()) {
        Some("ll") => b";",
        Some("mlir") => b"//",
        _ => return Err("is no fixture: its name ends neither in .ll nor in .mlir".to_owned()),
    };
    let bytes = std::fs::read(path).unwrap();
    let mut fixture = Fixture { path: path.to_owned(), runs: Vec::new(), status: 0, input: Vec::new() };
    let mut header = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let Some(comment) = line.strip_prefix(sigil) else { break };
        // What LLVM's writer begins with is a compiler's text.
        if line.starts_with(b"; ModuleID") {
            break;
        }
        header += line.len();
        let comment = String::from_utf8_lossy(comment);
        if let Some(run) = comment.trim().strip_prefix("RUN:") {
            fixture.runs.push(run.trim().to_owned());
        } else if let Some(status) = comment.trim().strip_prefix("STATUS:") {
            fixture.status = status.trim().parse().map_err(|_| format!("ill-formed STATUS: {}", status.trim()))?;
        }
    }
    fixture.input = bytes[header..].to_vec();
    if fixture.runs.is_empty() { Err("has no RUN: line".to_owned()) } else { Ok(fixture) }
}

fn check(fixture: &Fixture, bless: bool) -> Result<(), String> {
    let scratch = tempfile::tempdir().unwrap();
    let name = fixture.path.file_name().unwrap().to_str().unwrap();
    let input = scratch.path().join(name);
    std::fs::write(&input, &fixture.input).unwrap();
    let mut result = Ran::default();
    for run in &fixture.runs {
        result.run(run, &fixture.path, &input, scratch.path())?;
    }
    let mut problems = String::new();
    if result.statuses.iter().any(|&s| s != Some(fixture.status)) {
        problems += &format!("  exit statuses {:?} instead of {}\n", result.statuses, fixture.status);
    }
    // Paths of this run are none of the expectation's business.
    let folder = format!("{}/", scratch.path().display());
    for (text, ending) in [(&result.stdout, "stdout"), (&result.stderr, "stderr")] {
        let text = text.replace(&folder, "");
        let expected_path = fixture.path.with_file_name(format!("{name}.{ending}"));
        let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
        if text == expected {
            continue;
        }
        // What ends as it should not is no expectation.
        let bless = bless && !problems.starts_with("  exit");
        if bless && text.is_empty() {
            std::fs::remove_file(&expected_path).unwrap();
        } else if bless {
            std::fs::write(&expected_path, &text).unwrap();
        } else {
            let diff = similar::TextDiff::from_lines(expected.as_str(), text.as_str());
            problems += &diff.unified_diff().header(&format!("{ending} expected"), "found").to_string();
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(format!("{}\n{problems}", fixture.path.display())) }
}

impl Ran {
    /// Runs the commands of one line, each fed by the one before, and takes in what they print.
    fn run(&mut self, line: &str, path: &Path, input: &Path, scratch: &Path) -> Result<(), String> {
        let mut fed: Vec<u8> = Vec::new();
        let mut status = None;
        for command in line.split(" | ") {
            let words: Vec<String> = command
                .split_whitespace()
                .map(|word| match word {
                    "%s" => path.file_name().unwrap().to_str().unwrap().to_owned(),
                    "%i" => input.to_str().unwrap().to_owned(),
                    _ => word.replace("%t", scratch.to_str().unwrap()),
                })
                .collect();
            let Some(("irtrip", arguments)) = words.split_first().map(|(w, rest)| (w.as_str(), rest)) else {
                return Err(format!("{}: only irtrip can be run: {command}", path.display()));
            };
            let mut child = Command::new(env!("CARGO_BIN_EXE_irtrip"))
                .args(arguments)
                .current_dir(path.parent().unwrap())
                .env("SOURCE_DATE_EPOCH", "0")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let feed = std::thread::spawn(move || {
                // A command that reads no input closes it.
                let _ = stdin.write_all(&fed);
            });
            let output = child.wait_with_output().unwrap();
            feed.join().unwrap();
            self.stderr += &String::from_utf8_lossy(&output.stderr);
            fed = output.stdout;
            status = output.status.code();
            if status != Some(0) {
                break;
            }
        }
        self.statuses.push(status);
        // Reports say which version made them.
        let version = env!("CARGO_PKG_VERSION");
        let text = String::from_utf8_lossy(&fed).replace(&format!("irtrip {version},"), "irtrip VERSION,");
        self.stdout += &text.replace(&format!("\"irtrip\": \"{version}\""), "\"irtrip\": \"VERSION\"");
        Ok(())
    }
}
