//! Operations that have no intrinsic, or none with a predicate, and become inline PTX. PTX ISA, "Instruction Statements",
//! "Predicated Execution"; LLVM, "User Guide for NVPTX Back-end"; the letters of registers are those of CUDA's "Inline PTX
//! Assembly in CUDA".
//!
//! An instruction is written with the numbers of its operands, results first: `bar.arrive $0, $1;`.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::AsmDialect;
use irtrip_dialect::names::{ASM_DIALECT, ASM_STRING, CONSTRAINTS, HAS_SIDE_EFFECTS};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::translation::{Replacements, Translator};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Type, TypeData, Value};

use super::SHARED;
use crate::code_prelude::*;

pub const CODE: &[OpDef] = &[
    OpDef::new("nvvm.barrier.arrive").translation(Translation::Assembly(arrive)),
    OpDef::new("nvvm.mbarrier.try_wait.parity").translation(Translation::Assembly(wait)),
    OpDef::new("nvvm.inline_ptx").translation(Translation::Assembly(inline)),
    OpDef::new("nvvm.wgmma.mma_async").translation(Translation::Assembly(multiply)),
];

/// An instruction that is put together.
#[derive(Default)]
pub struct Instruction {
    /// The letters of the results' registers, each after `=`, and then those of the operands.
    constraints: Vec<String>,
    operands: Vec<Value>,
    results: Vec<Type>,
}

/// The letter of the registers that values of a type are in.
fn register(translator: &Translator<'_>, ty: Type) -> Result<char, ExportCode> {
    let ctx = translator.ctx();
    Ok(match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Integer { width: 1, .. } => 'b',
        TypeData::Integer { width: 16, .. } => 'h',
        TypeData::Integer { width: 64, .. } => 'l',
        TypeData::Integer { width: 8 | 32, .. } if ty != types::I8 => 'r',
        TypeData::Float(kind) if kind.width() == 64 => 'd',
        // Halves are in a register by two.
        TypeData::Float(kind) if kind.width() == 32 || ctx.scalar_type(ty) != ty => 'f',
        TypeData::Pointer { address_space: SHARED } => 'r',
        TypeData::Pointer { .. } => 'l',
        _ => return Err(ExportCode::Type(translator.cx()?.spell(ty))),
    })
}

/// The types that a value is of where registers hold it: those of a struct's fields, or its own.
fn parts(translator: &Translator<'_>, ty: Type) -> Vec<Type> {
    match translator.ctx().struct_elements(ty) {
        Some((_, elements)) => elements.to_vec(),
        None => vec![ty],
    }
}

impl Instruction {
    /// Adds a result.
    fn write(&mut self, translator: &Translator<'_>, ty: Type) -> Result<(), ExportCode> {
        self.constraints.push(format!("={}", register(translator, ty)?));
        self.results.push(ty);
        Ok(())
    }

    /// Adds an operand.
    pub fn read(&mut self, translator: &Translator<'_>, value: Value) -> Result<(), ExportCode> {
        self.constraints.push(register(translator, translator.builder.type_of(value))?.to_string());
        self.operands.push(value);
        Ok(())
    }

    /// Adds the operands of groups.
    pub fn read_groups(&mut self, translator: &Translator<'_>, groups: &[&'static str]) -> Result<(), ExportCode> {
        for group in groups {
            translator.group(group)?.into_iter().try_for_each(|value| self.read(translator, value))?;
        }
        Ok(())
    }

    /// Adds an operand in the register of a result.
    fn tie(&mut self, value: Value, result: usize) {
        self.constraints.push(result.to_string());
        self.operands.push(value);
    }

    /// Adds a number that is a part of the instruction.
    fn number(&mut self, translator: &mut Translator<'_>, number: i64) {
        self.constraints.push("n".to_owned());
        self.operands.push(translator.builder.int_constant(types::I32, number));
    }

    /// Makes the assembly, where the predicate, if there is one, decides whether it is executed. Returns the results, which
    /// are one struct where there are several.
    pub fn make(
        mut self,
        translator: &mut Translator<'_>,
        text: &str,
        predicate: Option<Value>,
    ) -> Result<Option<Value>, ExportCode> {
        let mut guarded = text.to_owned();
        if let Some(predicate) = predicate {
            guarded.insert_str(0, &format!("@${} ", self.constraints.len()));
            self.read(translator, predicate)?;
        }
        let ctx = translator.ctx();
        let result = match *self.results {
            [] => None,
            [one] => Some(one),
            _ => Some(ctx.literal_struct(false, &self.results)),
        };
        let attrs = [
            (ASM_STRING, ctx.string_attr(&guarded)),
            (CONSTRAINTS, ctx.string_attr(&self.constraints.join(","))),
            (HAS_SIDE_EFFECTS, UNIT),
            (ASM_DIALECT, ctx.int_attr(types::I64, AsmDialect::Att.number())),
        ];
        let assembly = translator.builder.create(llvm::INLINE_ASM, &self.operands, result.as_slice(), &attrs);
        Ok(translator.builder.body.result(assembly))
    }
}

/// The suffix of an instruction on the memory of a block.
pub fn of_shared(translator: &Translator<'_>, group: &'static str) -> Result<&'static str, ExportCode> {
    Ok(if translator.type_of(group)? == translator.ctx().ptr_type(SHARED) { ".shared" } else { "" })
}

/// What is wrong where an instruction has no form with a predicate, as its verifier says.
pub fn unguarded(instruction: &str) -> ExportCode {
    ExportCode::Intrinsic(format!("{instruction} with a predicate"))
}

/// An instruction whose operands are those of the operation.
pub fn plain(
    translator: &mut Translator<'_>,
    text: &str,
    groups: &[&'static str],
    predicate: Option<Value>,
) -> Result<Replacements, ExportCode> {
    let mut instruction = Instruction::default();
    instruction.read_groups(translator, groups)?;
    let result = instruction.make(translator, text, predicate)?;
    translator.replacements(result)
}

fn arrive(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let text = if translator.operand("barrierId")?.is_some() { "bar.arrive $0, $1;" } else { "bar.arrive 0, $0;" };
    plain(translator, text, &["barrierId", "numberOfThreads"], None)
}

/// Tries until the phase is over.
fn wait(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let lines = [
        "{".to_owned(),
        ".reg .pred       P1; ".to_owned(),
        "LAB_WAIT: ".to_owned(),
        format!("mbarrier.try_wait.parity{}.b64 P1, [$0], $1, $2; ", of_shared(translator, "addr")?),
        "@P1 bra.uni DONE; ".to_owned(),
        "bra.uni     LAB_WAIT; ".to_owned(),
        "DONE: ".to_owned(),
        "}".to_owned(),
    ];
    plain(translator, &lines.join("\n\t"), &["addr", "phase", "ticks"], None)
}

/// PTX with `{$r0}`, `{$w0}` and `{$rw0}` for what is read, written and both, and the numbers of all after `%` or `$`.
fn inline(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let code = translator.attr("ptxCode").and_then(|code| translator.ctx().string_value(code));
    let code = translator.ctx().text(code.ok_or(ExportCode::Attribute("ptxCode"))?).into_owned();
    let (changed, read) = (translator.group("readWriteArgs")?, translator.group("readOnlyArgs")?);
    let body = &translator.builder.body;
    let mut written: Vec<Type> = changed.iter().map(|value| body.value_type(*value)).collect();
    written.extend(body.results(translator.op).map(|value| body.value_type(value)));
    let mut instruction = Instruction::default();
    written.iter().try_for_each(|ty| instruction.write(translator, *ty))?;
    read.iter().try_for_each(|value| instruction.read(translator, *value))?;
    changed.iter().enumerate().for_each(|(place, value)| instruction.tie(*value, place));
    let text = numbered(&code, changed.len(), written.len());
    let predicate = translator.operand("predicate")?;
    let whole = instruction.make(translator, &text, predicate)?;
    let mut values: Vec<Value> = match whole {
        Some(whole) if written.len() > 1 => {
            (0..written.len() as i64).map(|field| translator.builder.extract(whole, &[field])).collect()
        }
        whole => whole.into_iter().collect(),
    };
    let own = values.split_off(changed.len().min(values.len()));
    changed.into_iter().zip(values).try_for_each(|(old, new)| translator.change(old, new))?;
    Ok(own.into_iter().collect())
}

/// The text with numbers in place of the names of operands: what is changed comes first, then what is written.
fn numbered(code: &str, changed: usize, written: usize) -> String {
    let mut text = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(['{', '%']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = ["{$rw", "{$w", "{$r"].into_iter().zip([0, changed, written]).find_map(|(start, first)| {
            let (digits, rest) = rest.strip_prefix(start)?.split_once('}')?;
            Some((first.checked_add(digits.parse().ok()?)?, rest))
        });
        match name {
            Some((number, after)) => {
                text.push_str(&format!("${number}"));
                rest = after;
            }
            None => {
                text.push_str(if rest.starts_with('%') { "$" } else { "{" });
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
    text
}

/// A WGMMA: a matrix multiply-accumulate by the four warps of a warp group.
fn multiply(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let sums = translator.operand("inouts")?.ok_or(ExportCode::Attribute("inouts"))?;
    let fields = parts(translator, translator.builder.type_of(sums));
    let (of_a, of_b, of_sum) = (translator.word("typeA")?, translator.word("typeB")?, translator.word("typeD")?);
    let (is_float, is_half) = (of_sum != "s32", matches!(of_a, "f16" | "bf16"));
    let mut instruction = Instruction::default();
    fields.iter().try_for_each(|ty| instruction.write(translator, *ty))?;
    let mut numbers = vec![i64::from(translator.word("scaleD")? == "one")];
    if is_float {
        for scale in ["scaleA", "scaleB"] {
            numbers.push(if translator.word(scale)? == "neg" { -1 } else { 1 });
        }
    }
    if is_half {
        numbers.push(i64::from(translator.word("layoutA")? == "col"));
        numbers.push(i64::from(translator.word("layoutB")? == "row"));
    }
    // The numbers come before the parts of the sum, as constants that nothing depends on.
    let mut constants = Instruction::default();
    numbers.iter().for_each(|number| constants.number(translator, *number));
    for place in 0..fields.len() {
        let part = translator.builder.extract(sums, &[place as i64]);
        instruction.tie(part, place);
    }
    instruction.read_groups(translator, &["descriptorA", "descriptorB"])?;
    instruction.constraints.append(&mut constants.constraints);
    instruction.operands.append(&mut constants.operands);
    let shape = ["m", "n", "k"].map(|side| translator.field("shape", side));
    let [m, n, k] = shape;
    let saturated = if translator.word("satfinite")? == "satfinite" { ".satfinite" } else { "" };
    let tiles: Vec<String> = (0..fields.len()).map(|place| format!("${place}")).collect();
    let first = 2 * fields.len();
    let mut text = format!(
        "{{\n.reg .pred p;\nsetp.ne.b32 p, ${}, 0;\nwgmma.mma_async.sync.aligned.m{}n{}k{}.{of_sum}.{of_a}.{of_b}{saturated} {{{}}}, ${first}, ${}, p",
        first + 2,
        m?,
        n?,
        k?,
        tiles.join(", "),
        first + 1,
    );
    for pair in (first + 3..first + 2 + numbers.len()).step_by(2) {
        text.push_str(&format!(", ${pair},  ${}", pair + 1));
    }
    text.push_str(";\n}\n");
    let result = instruction.make(translator, &text, None)?;
    translator.replacements(result)
}
