//! The dialect VCIX: SiFive's vector coprocessor interface. SiFive Vector Coprocessor Interface (VCIX) Software Specification.

use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::ops::OpDef;
use irtrip_dialect::translation::{CallArgument, Replacements, Translation, Translator};
use irtrip_dialect::{Dialect, Type, TypeData};

pub use crate::generated::vcix::*;

/// The `vcix` dialect.
pub static DIALECT: Dialect = Dialect::new("vcix", OP_DEFS).word_sets(WORD_SETS);

/// What the definitions have that no record says.
pub(crate) const CODE: &[&[OpDef]] = &[&[
    OpDef::new("vcix.v.iv").translation(Translation::Code(with_immediate)),
    OpDef::new("vcix.v.sv").translation(Translation::Code(with_operand)),
]];

/// The type of a register: that of the operation's code.
fn register(translator: &Translator<'_>) -> Result<Type, ExportCode> {
    let ctx = translator.ctx();
    let opcode = translator.attr("opcode").and_then(|opcode| ctx.attr_type(opcode));
    opcode.ok_or(ExportCode::Attribute("opcode"))
}

/// The number of elements: the operand, or all of a vector of a fixed length.
fn length(translator: &Translator<'_>, register: Type) -> Result<CallArgument, ExportCode> {
    if let Some(length) = translator.operand("vl")? {
        return Ok(CallArgument::Value(length));
    }
    match translator.ctx().type_data(translator.type_of("res")?) {
        TypeData::Vector { dims, .. } => {
            let length = dims.first().and_then(|dim| dim.size).and_then(|size| i64::try_from(size).ok());
            Ok(CallArgument::IntOf(register, length.ok_or(ExportCode::Attribute("vl"))?))
        }
        _ => Err(ExportCode::Attribute("vl")),
    }
}

fn vector(translator: &Translator<'_>) -> Result<CallArgument, ExportCode> {
    translator.operand("vs2")?.map(CallArgument::Value).ok_or(ExportCode::Attribute("vs2"))
}

fn with_immediate(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let register = register(translator)?;
    let arguments = [
        CallArgument::IntOf(register, translator.number("opcode")?),
        vector(translator)?,
        CallArgument::IntOf(register, translator.number("imm")?),
        length(translator, register)?,
    ];
    let result = translator.call("llvm.riscv.sf.vc.v.iv.se", &arguments)?;
    translator.replacements(result)
}

fn with_operand(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let register = register(translator)?;
    let operand = translator.operand("op")?.ok_or(ExportCode::Attribute("op"))?;
    let name = match translator.ctx().type_data(translator.builder.type_of(operand)) {
        TypeData::Vector { .. } => "llvm.riscv.sf.vc.v.vv.se",
        TypeData::Integer { .. } => "llvm.riscv.sf.vc.v.xv.se",
        _ => "llvm.riscv.sf.vc.v.fv.se",
    };
    let arguments = [
        CallArgument::IntOf(register, translator.number("opcode")?),
        vector(translator)?,
        CallArgument::Value(operand),
        length(translator, register)?,
    ];
    let result = translator.call(name, &arguments)?;
    translator.replacements(result)
}
