//! What the program asks LLVM for, from outside. The features `llvm19` and `llvm22` build these tests.
#![cfg(all(feature = "cli", feature = "_llvm"))]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output};

use irtrip::llvm::child::Children;
use irtrip_roundtrip::execute::{ExecutionSummary, Options, execute, plan_of};

fn irtrip(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_irtrip")).args(arguments).output().unwrap()
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

const MODULE: &str = "\
source_filename = \"m.c\"

define i32 @twice(i32 %a) {
  %r = shl i32 %a, 1
  ret i32 %r
}

define i32 @main() {
  %r = call i32 @twice(i32 3)
  ret i32 %r
}
";

/// What running a module and another one finds.
fn executed(before: &str, after: &str) -> ExecutionSummary {
    let children = Children::new(env!("CARGO_BIN_EXE_irtrip"));
    let plan = plan_of(before).unwrap();
    execute(&children, "module", (before, after), &plan, Options { inputs: 100, seed: 1 })
}

#[test]
fn what_does_the_same_diverges_nowhere() {
    let found = executed(MODULE, MODULE);
    // `main` is a function of integers, too.
    assert_eq!((found.mains, found.functions, found.inputs), (1, 2, 200));
    assert!(found.divergences.is_empty(), "{:?}", found.divergences);
}

#[test]
fn a_divergence_names_the_function_and_the_input() {
    let found = executed(MODULE, &MODULE.replace("shl i32 %a, 1", "shl i32 %a, 2"));
    let all = found.divergences.concat();
    assert!(all.contains("@main\n") && all.contains("status 6") && all.contains("status 12"), "{all}");
    assert!(all.contains("@twice(i32 1)\n  before: i32 2\n  after:  i32 4\n"), "{all}");
}

#[test]
fn bitcode_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [ll, mlir, bc, again] = ["a.ll", "a.mlir", "a.bc", "b.mlir"].map(|name| path(&folder, name));
    std::fs::write(&ll, MODULE).unwrap();
    assert!(irtrip(&["import", &ll, "-o", &mlir]).status.success());
    assert!(irtrip(&["export", &mlir, "--verify-llvm", "-o", &bc]).status.success());
    assert!(std::fs::read(&bc).unwrap().starts_with(b"BC"));
    let back = irtrip(&["import", &bc, "-o", &again]);
    assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
    assert!(irtrip(&["diff", &mlir, &again]).status.success());
}

/// LLVM 22 writes orders of use lists, as `llvm-as` does; an older one reports that they are dropped.
#[test]
fn orders_of_use_lists_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let [ll, mlir, bc] = ["a.ll", "a.mlir", "a.bc"].map(|name| path(&folder, name));
    let module = "\
define i32 @f(i32 %a) {
  %b = add i32 %a, %a
  %c = mul i32 %b, %a
  ret i32 %c
  uselistorder i32 %a, { 2, 1, 0 }
}
";
    std::fs::write(&ll, module).unwrap();
    assert!(irtrip(&["import", &ll, "-o", &mlir]).status.success());
    let exported = irtrip(&["export", &mlir, "-o", &bc]);
    assert!(exported.status.success());
    let written = irtrip::bitcode::assembly::assembly("a.bc", &std::fs::read(&bc).unwrap()).unwrap();
    assert!(written.leaves_out_use_lists && exported.stderr.is_empty());
}

#[test]
fn broken_bitcode_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [bc, out] = ["a.bc", "out.mlir"].map(|name| path(&folder, name));
    std::fs::write(&bc, b"BC\xc0\xde\x01\x02\x03\x04\x05\x06\x07\x08").unwrap();
    let ran = irtrip(&["import", &bc, "-o", &out]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("a.bc"));
    assert!(!Path::new(&out).exists());
}

#[test]
fn llvms_verifier_names_the_function() {
    let folder = tempfile::tempdir().unwrap();
    let ll = path(&folder, "a.ll");
    // What irtrip takes: only LLVM reads the names that a vector function's variants have.
    let wrong = "define void @wrong() {\n  call void @g() \"vector-function-abi-variant\"=\"_ZGV_\"\n  ret void\n}\n\ndeclare void @g()\n";
    std::fs::write(&ll, wrong).unwrap();
    let ran = irtrip(&["verify", "--llvm", &ll]);
    let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(2), "{errors}");
    assert!(errors.contains("wrong"), "{errors}");
}
