#![allow(clippy::unwrap_used)]
use super::*;
use irtrip_dialect::ContextDialects;

fn imported(text: &str) -> (Context, Imported) {
    let ctx = Context::new();
    let module = read(text).unwrap();
    let imported = import(&ctx, &module).unwrap();
    (ctx, imported)
}

#[test]
fn a_function_becomes_one_of_the_model() {
    let (ctx, imported) = imported("define i32 @f(i32 %x) {\nentry:\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n");
    let function = imported.module.ops().next().unwrap();
    let body = imported.module.body.nested(function).unwrap();
    let block = body.blocks(body.regions()[0])[0];
    let names: Vec<_> = body.ops(block).map(|op| ctx.op_name_str(body.name(op)).into_owned()).collect();
    assert_eq!(names, ["llvm.mlir.constant", "llvm.add", "llvm.return"]);
}

#[test]
fn what_the_crate_shows_that_it_cannot_hold_is_reported_with_its_function() {
    let (_, imported) = imported("define void @f() {\n  call void asm \"nop\", \"\"()\n  ret void\n}\n");
    let loss = imported.losses.iter().find(|loss| loss.gap == &gaps::INLINE_ASM).unwrap();
    assert_eq!((loss.function.as_deref(), loss.places), (Some("f"), 1));
}

#[test]
fn a_panic_of_the_crate_is_an_error() {
    let text = "@p = global ptr dso_local_equivalent @f\ndeclare void @f()\n";
    let error = read(text).err().unwrap();
    assert!(matches!(error.code, DiagnosticCode::Import(ImportCode::LlvmIrPanic(_))), "{error}");
}

#[test]
fn every_gap_has_a_name_of_its_own() {
    let mut names: Vec<&str> = GAPS.iter().map(|gap| gap.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), GAPS.len());
}

#[test]
fn what_the_verifier_asks_for_may_be_what_the_crate_does_not_hold() {
    let (_, imported) = imported(
        "%s = type { i32, i32 }\n\
         declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg)\n\
         define ptr @f(ptr %p) {\n  \
         %q = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%s) %p, i32 0, i32 1)\n  \
         ret ptr %q\n}\n",
    );
    assert!(imported.losses.iter().any(|loss| loss.gap == &gaps::OTHER_ATTRIBUTES));
}
