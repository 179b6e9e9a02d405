//! Runs the program as a user would: what it prints, where to, and how it ends.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

const A: &str = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n";
const B: &str = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 2\n  ret i32 %x\n}\n";

fn irtrip(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_irtrip")).args(arguments).current_dir(folder).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn folders_are_compared_file_by_file() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in
        [("a/same.ll", A), ("b/same.ll", A), ("a/s/x.ll", A), ("b/s/x.ll", B), ("a/old.ll", A), ("b/new.ll", A)]
    {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let run = irtrip(folder.path(), &["diff", "a", "b"]);
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(
        stdout(&run),
        "added      new.ll\nremoved    old.ll\ndifferent  s/x.ll  (1 operand)\nsame       same.ll\n\
         4 files: 1 added, 1 removed, 1 different, 1 same\n"
    );
    let run = irtrip(folder.path(), &["diff", "a", "b", "--format", "json", "-o", "out.json", "--exit-zero"]);
    assert_eq!((run.status.code(), stdout(&run).as_str()), (Some(0), ""));
    let text = std::fs::read_to_string(folder.path().join("out.json")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["total"]["different"], 1);
    std::fs::write(folder.path().join("b/s/x.ll"), "define").unwrap();
    let run = irtrip(folder.path(), &["diff", "a", "b"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(stdout(&run).contains("failed     s/x.ll"), "{}", stdout(&run));
}

#[test]
fn normalize_gives_what_it_cannot_read_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = b"define what \xff\n";
    std::fs::write(folder.path().join("x.ll"), bytes).unwrap();
    let run = irtrip(folder.path(), &["normalize", "x.ll"]);
    assert_eq!(run.status.code(), Some(0));
    let (first, rest) = run.stdout.split_at(run.stdout.iter().position(|b| *b == b'\n').unwrap() + 1);
    assert!(first.starts_with(b"; not normalized: "), "{}", String::from_utf8_lossy(first));
    assert_eq!(rest, bytes);
    assert_eq!(irtrip(folder.path(), &["normalize", "--strict", "x.ll"]).status.code(), Some(2));
}

#[test]
fn a_file_of_another_kind_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, said) in [
        ("x.gz", b"\x1f\x8b\x08\0".as_slice(), "x.gz is compressed by gzip"),
        ("x.o", b"\x7fELF\x02", "x.o is an ELF object file"),
        ("x.a", b"!<arch>\n", "x.a is an archive of object files"),
        ("x.mlirbc", b"ML\xefR\x0d", "x.mlirbc is MLIR bytecode"),
        ("x.mlir", b"module {\n}\n", "x.mlir is MLIR; `irtrip export x.mlir` takes it to LLVM assembly"),
    ] {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let run = irtrip(folder.path(), &["import", name]);
        assert_eq!(run.status.code(), Some(2), "{name}");
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn colours_make_the_changed_words_stand_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), A).unwrap();
    std::fs::write(folder.path().join("b.ll"), B).unwrap();
    let run = irtrip(folder.path(), &["--color", "always", "diff", "a.ll", "b.ll", "--context", "0"]);
    assert!(stdout(&run).contains("\x1b[32m+  %x = add i32 %a, \x1b[7m2\x1b[27m\x1b[0m\n"), "{}", stdout(&run));
}
