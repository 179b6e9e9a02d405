//! A dialect that this workspace knows nothing of goes through parser, printer, verifier and exporter by its definitions
//! alone.

#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip::dialect::diagnostic::{ContextRenderer, Diagnostic, DiagnosticCode, VerifyCode};
use irtrip::dialect::enums::BinaryOpcode;
use irtrip::dialect::ops::FormatElement::{Attr, AttrDict, Operand, Text, Type};
use irtrip::dialect::ops::build::{one, required};
use irtrip::dialect::ops::{LlvmForm, LoweringKind, OpDef, Place, SlotKind, Traits, TypeConstraint, TypeInference};
use irtrip::dialect::verify::{EmitError, VerifyContext, verify};
use irtrip::dialect::{Context, Dialect, DialectRegistry, Module, op_defs};
use irtrip::{all_dialects, export, grammar};
use irtrip_dialect::ContextDialects;

static TOY: Dialect = Dialect::new("toy", OP_DEFS);

/// The result has the type that follows the colon, as the operand.
const OF_THE_RESULT: &[(Place, TypeInference)] = &[(Place::Operand(0), TypeInference::Same(Place::Result(0)))];

op_defs! {
    of TOY;
    /// The sum of two integers of at most 32 bits.
    SUM = OpDef::new("toy.sum").int_binary()
        .format(&[Operand(0), Text("plus"), Operand(1), AttrDict, Text(":"), Type(Place::Result(0))])
        .traits(&[Traits::SAME_OPERANDS_AND_RESULT_TYPE])
        .verify(&[at_most_32_bits])
        .llvm(LlvmForm::Binary(BinaryOpcode::Add));
    /// The absolute value of an integer; `min_is_poison` says whether there is one of the least.
    ABSOLUTE = OpDef::new("toy.absolute")
        .operands(&[one("of", TypeConstraint::IntLike)])
        .results(&[one("res", TypeConstraint::IntLike)])
        .attrs(&[required("min_is_poison", SlotKind::Bool)])
        .format(&[Operand(0), Text("poison"), Attr("min_is_poison"), AttrDict, Text(":"), Type(Place::Result(0))])
        .types(OF_THE_RESULT)
        .intrinsic_with("llvm.abs", &[], &[0], &[(1, "min_is_poison")], LoweringKind::Plain);
    /// A remark about a value, which LLVM IR has nothing for.
    REMARK = OpDef::new("toy.remark")
        .operands(&[one("of", TypeConstraint::Any)])
        .attrs(&[required("text", SlotKind::Str)])
        .format(&[Attr("text"), Text("("), Operand(0), Text(")"), AttrDict, Text(":"), Type(Place::Operand(0))]);
}

fn at_most_32_bits(cx: &VerifyContext<'_>, report: EmitError<'_>) {
    let width = cx.result_type().and_then(|ty| cx.ctx.int_width(cx.ctx.scalar_type(ty)));
    if width.is_some_and(|width| width > 32) {
        report(VerifyCode::Rule("expects integers of at most 32 bits".to_owned()));
    }
}

fn registry() -> DialectRegistry {
    let mut registry = all_dialects().clone();
    registry.insert(&TOY);
    registry
}

fn parsed(ctx: &Context, text: &str) -> Module {
    let parsed = grammar::parse(ctx, text, &grammar::ParseOptions::default());
    parsed.unwrap_or_else(|errors| panic!("{}\n{text}", rendered(ctx, &errors).join("\n")))
}

fn rendered(ctx: &Context, diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|diagnostic| diagnostic.render(&ContextRenderer(ctx))).collect()
}

const MODULE: &str = "\
llvm.func @f(%x: i32, %y: i32) -> i32 {
  %sum = toy.sum %x plus %y : i32
  %res = toy.absolute %sum poison true : i32
  llvm.return %res : i32
}
";

#[test]
fn a_module_is_read_printed_verified_and_exported() {
    let ctx = Context::with_dialects(&registry());
    let module = parsed(&ctx, MODULE);
    let function = module.ops().next().and_then(|op| module.body.nested(op)).unwrap();
    let names: Vec<_> = function.blocks(function.regions()[0]).iter().flat_map(|&block| function.ops(block)).collect();
    assert!(function.name(names[0]) == SUM && function.name(names[1]) == ABSOLUTE);
    assert_eq!(rendered(&ctx, &verify(&ctx, &module)), [""; 0]);
    let printed = grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)).concat();
    let in_module: String = MODULE.lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(printed, format!("module {{\n{in_module}}}\n"));
    let exported = export::export(&ctx, &module).unwrap().concat();
    assert!(exported.contains("%sum = add i32 %x, %y\n"), "{exported}");
    assert!(exported.contains("%res = call i32 @llvm.abs.i32(i32 %sum, i1 true)\n"), "{exported}");
}

#[test]
fn the_rules_of_the_definitions_hold() {
    let ctx = Context::with_dialects(&registry());
    let module = parsed(&ctx, &MODULE.replace("i32", "i64"));
    assert_eq!(rendered(&ctx, &verify(&ctx, &module)), ["'toy.sum' op expects integers of at most 32 bits"]);
    let generic = r#"llvm.func @f(%x: i32) {
  "toy.remark"(%x) : (i32) -> ()
  llvm.return
}"#;
    let module = parsed(&ctx, generic);
    assert_eq!(rendered(&ctx, &verify(&ctx, &module)), ["'toy.remark' op requires attribute 'text'"]);
}

#[test]
fn what_llvm_ir_has_nothing_for_is_refused_by_name() {
    let ctx = Context::with_dialects(&registry());
    let text = "llvm.func @f(%x: i32) {\n  toy.remark \"odd\"(%x) : i32\n  llvm.return\n}\n";
    let module = parsed(&ctx, text);
    let printed = grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)).concat();
    assert!(printed.contains("  toy.remark \"odd\"(%x) : i32\n"), "{printed}");
    let error = export::export(&ctx, &module).unwrap_err();
    assert!(matches!(error.code, DiagnosticCode::Export(_)), "{error}");
    assert!(error.to_string().contains("toy.remark"), "{error}");
}

#[test]
fn a_context_without_the_dialect_does_not_know_it() {
    let ctx = Context::with_dialects(all_dialects());
    let errors = grammar::parse(&ctx, MODULE, &grammar::ParseOptions::default()).unwrap_err();
    assert!(rendered(&ctx, &errors)[0].contains("Dialect `toy' not found for custom op 'toy.sum'"), "{errors:?}");
}
