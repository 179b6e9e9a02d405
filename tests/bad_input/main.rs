//! Input that is made here: too deep, cut off, or no file at all. Whatever it is, the answer is a message and status 2
//! in a moment, and no output is left. What a file can hold is in roundtrip-tests/fixtures/bad.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

mod nesting;

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn irtrip(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_irtrip")).args(arguments).output().unwrap()
}

/// Runs a command on a text, which must be refused with a message of one place.
fn refused(command: &str, ending: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join(format!("in.{ending}")), folder.path().join("out"));
    std::fs::write(&input, text).unwrap();
    let ran = irtrip(&[command, input.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    let message = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{}\n{}", text.chars().take(80).collect::<String>(), message);
    assert!(!output.exists(), "a half-written file is left");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file is left");
    assert!(message.contains("in.") && message.contains("error"), "{message}");
    message
}

#[test]
fn a_hundred_thousand_brackets_are_refused() {
    const DEPTH: usize = 100_000;
    for (open, close) in [("[1 x ", "]"), ("{ ", " }"), ("<2 x ", ">"), ("void (", ")")] {
        refused("import", "ll", &format!("@g = external global {}i8{}\n", open.repeat(DEPTH), close.repeat(DEPTH)));
    }
    refused("import", "ll", &format!("@g = global i32 {}1{}\n", "add (i32 1, i32 ".repeat(DEPTH), ")".repeat(DEPTH)));
    refused("import", "ll", &format!("!0 = !{{{}null{}}}\n", "!{".repeat(DEPTH), "}".repeat(DEPTH)));
    for (open, close) in [("[", "]"), ("{a = ", "}"), ("dense<[", "]>"), ("loc(fused[", "])"), ("#llvm.x<", ">")] {
        let nested = format!("{}1{}", open.repeat(DEPTH), close.repeat(DEPTH));
        refused("export", "mlir", &format!("module attributes {{a = {nested}}} {{\n}}\n"));
    }
    for (open, close) in [("!llvm.array<1 x ", ">"), ("!llvm.struct<(", ")>"), ("tuple<", ">"), ("(", ") -> ()")] {
        let nested = format!("{}i8{}", open.repeat(DEPTH), close.repeat(DEPTH));
        refused("export", "mlir", &format!("module attributes {{a = {nested}}} {{\n}}\n"));
    }
    refused("export", "mlir", &format!("{}{}", "module {\n".repeat(DEPTH), "}\n".repeat(DEPTH)));
    refused("export", "mlir", &"(".repeat(DEPTH));
    refused("import", "ll", &"(".repeat(DEPTH));
}

#[test]
fn an_empty_file_is_an_empty_module() {
    let folder = tempfile::tempdir().unwrap();
    for (command, ending) in [("import", "ll"), ("export", "mlir"), ("mlir-opt", "mlir")] {
        let input = folder.path().join(format!("empty.{ending}"));
        std::fs::write(&input, "").unwrap();
        let ran = irtrip(&[command, input.to_str().unwrap()]);
        assert_eq!(ran.status.code(), Some(0), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    assert_eq!(irtrip(&["--quiet", "roundtrip", folder.path().to_str().unwrap()]).status.code(), Some(0));
}

/// Every example cut off at many places: each is refused or, between two definitions, taken; none does anything else.
#[test]
fn a_file_cut_off_anywhere_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/words.ll");
    let ll = std::fs::read_to_string(&example).unwrap();
    let mlir = String::from_utf8(irtrip(&["import", example.to_str().unwrap()]).stdout).unwrap();
    let start = Instant::now();
    for (command, ending, text) in [("import", "ll", &ll), ("export", "mlir", &mlir)] {
        let input = folder.path().join(format!("cut.{ending}"));
        for cut in (0..text.len()).step_by(text.len() / 60).filter(|&i| text.is_char_boundary(i)) {
            std::fs::write(&input, &text[..cut]).unwrap();
            let ran = irtrip(&[command, input.to_str().unwrap()]);
            let message = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert!(matches!(ran.status.code(), Some(0 | 2)), "cut at {cut}: {:?}\n{message}", ran.status);
            assert!(!message.contains("panicked"), "cut at {cut}: {message}");
        }
    }
    // A hang would be hours; this is no measure of speed.
    assert!(start.elapsed() < Duration::from_secs(300));
}

#[test]
fn output_that_nobody_reads_is_no_error() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/shapes.ll");
    let command = format!("'{}' import '{}' | true", env!("CARGO_BIN_EXE_irtrip"), example.display());
    let ran = Command::new("bash").args(["-c", &format!("set -o pipefail; {command}")]).output().unwrap();
    assert!(ran.stderr.is_empty(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(0));
}

#[test]
fn a_file_that_was_there_stays_when_the_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.ll"), folder.path().join("out.mlir"));
    std::fs::write(&input, "define void @f() {\n").unwrap();
    std::fs::write(&output, "before").unwrap();
    let ran = irtrip(&["import", input.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "before");
}
