//! Models that do not come from LLVM IR: what is made of them, and which errors they are.

#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::Context;
use irtrip_dialect::diagnostic::{DiagnosticCode, DiagnosticResult, ExportCode};

fn export(text: &str) -> DiagnosticResult<String> {
    let ctx = Context::new();
    let module = irtrip_grammar::parse(&ctx, text, &irtrip_grammar::ParseOptions::default()).unwrap();
    irtrip_export::export(&ctx, &module).map(|pieces| pieces.concat())
}

fn code(text: &str) -> DiagnosticCode {
    export(text).unwrap_err().code
}

#[test]
fn edges_with_different_operands_get_a_block() {
    let text = export(
        "llvm.func @g(%a: i1, %v: i32, %w: i32) -> i32 {
           llvm.cond_br %a, ^bb1(%v : i32), ^bb1(%w : i32)
         ^bb1(%x: i32):
           llvm.return %x : i32
         }",
    )
    .unwrap();
    assert!(text.contains("br i1 %a, label %bb1, label %1"), "{text}");
    assert!(text.contains("br label %bb1, !irtrip.edge !{}"), "{text}");
    assert!(text.contains("%x = phi i32 [ %v, %0 ], [ %w, %1 ]"), "{text}");
}

#[test]
fn a_block_that_holds_an_edge_apart_vanishes() {
    let text = export(
        "llvm.func @g(%a: i1, %v: i32) -> i32 {
           llvm.cond_br %a, ^bb1, ^bb2(%v : i32)
         ^bb1:
           llvm.br ^bb2(%v : i32) {irtrip.edge}
         ^bb2(%x: i32):
           llvm.return %x : i32
         }",
    )
    .unwrap();
    assert!(text.contains("br i1 %a, label %bb2, label %bb2"), "{text}");
    assert!(text.contains("; preds = %0, %0"), "{text}");
}

#[test]
fn blocks_that_lead_to_one_another_do_not_vanish() {
    let text = export(
        "llvm.func @g() {
           llvm.br ^bb1
         ^bb1:
           llvm.br ^bb2 {irtrip.edge}
         ^bb2:
           llvm.br ^bb1 {irtrip.edge}
         }",
    )
    .unwrap();
    assert!(text.contains("bb1:") && text.contains("bb2:"), "{text}");
}

#[test]
fn names_are_one_namespace() {
    let text = export(
        "llvm.func @f(%a: i32) {
           llvm.br ^a
         ^a:
           llvm.return
         }",
    )
    .unwrap();
    assert!(text.contains("define void @f(i32 %a)") && text.contains("label %a1"), "{text}");
}

#[test]
fn a_chain_of_inserts_is_an_aggregate() {
    let text = export(
        "llvm.mlir.global external @g() : !llvm.struct<(i32, i32)> {
           %0 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
           %1 = llvm.mlir.constant(1 : i32) : i32
           %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, i32)>
           llvm.return %2 : !llvm.struct<(i32, i32)>
         }",
    );
    assert_eq!(text.unwrap(), "\n@g = global { i32, i32 } { i32 1, i32 undef }\n");
}

#[test]
fn intrinsics_without_a_declaration_get_one() {
    let text = export(
        "llvm.func @f(%a: i32) -> i32 {
           %0 = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
           llvm.return %0 : i32
         }",
    )
    .unwrap();
    let attributes = "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)";
    let comment = format!("; Function Attrs: {attributes}\ndeclare i32 @llvm.smax.i32(i32, i32) #0\n");
    assert!(text.contains(&comment), "{text}");
    assert!(text.ends_with(&format!("\nattributes #0 = {{ {attributes} }}\n")), "{text}");
}

#[test]
fn what_has_no_form_is_named() {
    assert_eq!(code("\"test.op\"() : () -> ()"), ExportCode::Operation("test.op".into()).into());
    let inner = "llvm.func @f() { \"test.op\"() : () -> () \n llvm.return }";
    let error = export(inner).unwrap_err();
    assert_eq!(error.code, ExportCode::Operation("test.op".into()).into());
    assert_eq!(error.symbol.as_deref(), Some("f"));
    let dense = "llvm.func @f() -> f32 { %0 = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi32>) : f32 \n llvm.return %0 : f32 }";
    assert_eq!(code(dense), ExportCode::Constant.into());
    let global = "llvm.mlir.global external @a() : i32 { %0 = llvm.mlir.constant(1 : i32) : i32 \n %1 = llvm.freeze %0 : i32 \n llvm.return %1 : i32 }";
    assert_eq!(code(global), ExportCode::Initializer.into());
}

#[test]
fn sharing_does_not_make_text_without_end() {
    let mut text = String::from("llvm.mlir.global external @g(0 : i32) : i32\nllvm.func @f() -> i64 {\n");
    text.push_str("%p = llvm.mlir.addressof @g : !llvm.ptr\n%a0 = llvm.ptrtoint %p : !llvm.ptr to i64\n");
    for i in 0..64 {
        text.push_str(&format!("%a{} = llvm.add %a{i}, %a{i} : i64\n", i + 1));
    }
    text.push_str("llvm.return %a64 : i64\n}");
    assert_eq!(code(&text), ExportCode::Nesting.into());
}
