//! The tools over small inputs, without a process.
#![allow(clippy::unwrap_used)]

use irtrip_dialect::diagnostic::{DiagnosticCode, LossCode, SourceFile};
use irtrip_upstream::{Flags, Tool, ToolResult, run};

fn tool(tool: Tool, flags: &[&str], name: &str, text: &str) -> ToolResult {
    let flags: Vec<_> = flags.iter().map(Into::into).collect();
    run(&Flags::parse(tool, &flags).unwrap(), &SourceFile::new(name, text.to_owned()))
}

#[test]
fn a_chunk_with_errors_keeps_no_other_from_its_output() {
    let text = "llvm.func @f()\n// -----\nllvm.func @g() -> i1x\n// -----\nllvm.func @h()\n";
    let result = tool(Tool::Opt, &["--split-input-file"], "a.mlir", text);
    assert!(result.failed && result.has_output);
    assert!(result.diagnostics.starts_with("a.mlir:3:18: error: "), "{}", result.diagnostics);
    let output = result.output();
    assert!(output.contains("@f") && output.contains("@h") && !output.contains("@g"), "{output}");
    assert_eq!(output.matches("// -----\n").count(), 2);
}

#[test]
fn an_error_without_chunks_leaves_no_output() {
    let result = tool(Tool::Opt, &[], "a.mlir", "llvm.func @f(%x: i32) -> i64 {\n  llvm.return %x : i32\n}\n");
    assert!(result.failed && !result.has_output && result.output().is_empty());
    let lines: Vec<&str> = result.diagnostics.lines().collect();
    assert!(lines[0].starts_with("a.mlir:2:3: error: ") && lines[2] == "  ^", "{lines:?}");
    assert!(lines[3].starts_with("a.mlir:2:3: note: see current operation: "), "{lines:?}");
}

#[test]
fn diagnostics_meet_their_comments() {
    let text = "// expected-error@+1 {{to match return type}}\n";
    let result = tool(Tool::Opt, &["--verify-diagnostics"], "a.mlir", text);
    assert!(result.failed && result.diagnostics.contains("a.mlir:1:4: error: expected error \"to match return type\""));
    let text = "; expected-warning@unknown {{could not deduce personality}}\n\
                define void @f() personality ptr null {\n  ret void\n}\n";
    let result = tool(Tool::Translate, &["--import-llvm", "--verify-diagnostics"], "a.ll", text);
    assert!(!result.failed, "{}", result.diagnostics);
}

#[test]
fn an_import_shows_the_canonical_text_of_what_it_drops() {
    let text = "define void @f() {\n  call void @llvm.assume(i1 true), !nope !0\n  ret void\n}\n\
                declare void @llvm.assume(i1)\n!0 = !{}\n!llvm.module.flags = !{!1}\n!1 = !{i32 1, !\"a\", !{ i32  2 }}\n";
    let result = tool(Tool::Translate, &["--import-llvm"], "a.ll", text);
    assert!(!result.failed, "{}", result.diagnostics);
    let expected = "a.ll:0:0: warning: unsupported module flag value for key 'a' : !1 = !{i32 2}\n";
    assert!(result.diagnostics.contains(expected), "{}", result.diagnostics);
    let is_loss = |code: &DiagnosticCode| matches!(code, DiagnosticCode::Loss(LossCode::PreservedAttribute { .. }));
    assert!(result.losses.iter().any(|loss| is_loss(&loss.code)), "{:?}", result.losses);
    assert!(result.output().contains("llvm.intr.assume"));
}

#[test]
fn an_export_refuses_what_has_no_translation_by_its_code() {
    let text = "func.func private @f()\n";
    let result = tool(Tool::Translate, &["--mlir-to-llvmir"], "a.mlir", text);
    assert!(result.failed, "{}", result.output());
    assert!(result.diagnostics.contains("cannot be converted to LLVM IR"), "{}", result.diagnostics);
    let result = tool(Tool::Translate, &["--mlir-to-llvmir"], "a.mlir", "llvm.func @f()\n");
    assert!(!result.failed && result.output().contains("declare void @f()"), "{}", result.output());
}
