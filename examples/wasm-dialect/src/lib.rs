//! A dialect of one's own: a few operations of WebAssembly, which become calls of LLVM's intrinsics.

use irtrip::dialect::diagnostic::{ExportCode, VerifyCode};
use irtrip::dialect::ops::FormatElement::{AttrDict, Keyword, Operand, Text, Type};
use irtrip::dialect::ops::build::{one, unit};
use irtrip::dialect::ops::{LlvmForm, OpDef, Place, TypeConstraint, TypeInference};
use irtrip::dialect::translation::{
    Argument, AttributeTranslation, FunctionTranslator, IntrinsicCall, NamePart, Translation,
};
use irtrip::dialect::verify::{EmitError, VerifyContext};
use irtrip::dialect::{Attr, Dialect, TypeData, op_defs};

/// The dialect: put it into a registry with `registry.insert(&WASM)`.
pub static WASM: Dialect = Dialect::new("wasm", OP_DEFS).attributes(ATTRIBUTES);

/// `wasm.export_name = "name"` on a function becomes a string attribute of LLVM IR.
const ATTRIBUTES: &[AttributeTranslation] = &[AttributeTranslation::of_function("wasm.export_name", export_name)];

op_defs! {
    of WASM;
    /// `%mask = wasm.bitmask %lanes : vector<16xi8>`: the sign of each lane. Import makes it of calls of the intrinsic.
    BITMASK = OpDef::new("wasm.bitmask")
        .operands(&[one("lanes", TypeConstraint::VectorOfInt)])
        .results(&[one("mask", TypeConstraint::I32)])
        .format(&[Operand(0), AttrDict, Text(":"), Type(Place::Operand(0))])
        .types(&[(Place::Result(0), TypeInference::I32)])
        .verify(&[has_128_bits])
        .intrinsic("llvm.wasm.bitmask", &[], &[0]);
    /// `%n = wasm.trunc unsigned %x : f32 to i32`: a number without its fraction; it traps where that does not fit.
    TRUNC = OpDef::new("wasm.trunc")
        .operands(&[one("number", TypeConstraint::Float)])
        .results(&[one("res", TypeConstraint::Int)])
        .attrs(&[unit("unsigned")])
        .format(&[
            Keyword("unsigned", "unsigned"), Operand(0), AttrDict, Text(":"), Type(Place::Operand(0)), Text("to"),
            Type(Place::Result(0)),
        ])
        .llvm(LlvmForm::Translation(Translation::Call(IntrinsicCall::new(
            &[NamePart::Flag("unsigned", "llvm.wasm.trunc.unsigned", "llvm.wasm.trunc.signed")],
            &[Argument::Operand("number")],
        ))));
}

/// A vector of WebAssembly has 128 bits.
fn has_128_bits(cx: &VerifyContext<'_>, report: EmitError<'_>) {
    let Some(ty) = cx.operand_type(0) else { return };
    let TypeData::Vector { dims, element } = cx.ctx.type_data(ty) else { return };
    let lanes = dims.first().and_then(|dim| dim.size).unwrap_or(0);
    let bits = lanes * u64::from(cx.ctx.int_width(*element).unwrap_or(0));
    if bits != 128 {
        report(VerifyCode::Rule(format!("expects a vector of 128 bits, not {bits}")));
    }
}

fn export_name(function: &mut FunctionTranslator<'_>, value: Attr) -> Result<(), ExportCode> {
    let ctx = function.ctx;
    let name = ctx.string_value(value).ok_or(ExportCode::Attribute("wasm.export_name"))?;
    function.set_string("wasm-export-name", &ctx.text(name));
    Ok(())
}
