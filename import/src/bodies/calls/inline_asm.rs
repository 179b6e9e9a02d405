//! Inline assembly: its constraints, and its calls. LangRef, "Inline Assembler Expressions".

use irtrip_dialect::Attr;
use irtrip_dialect::attribute_set::CalledFunction;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::{AsmDialect, TailCallKind};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::inline_asm::{Constraint, constraints};

use crate::attribute_cache::NamedAttrs;
use crate::bodies::calls::{Arguments, CallPrefix, Callee, arguments, convention_entry, general, pointee_entry};
use crate::bodies::instructions::flags;
use crate::bodies::reader::FunctionReader;
use crate::tables::attribute_groups::{argument_entries, call_attribute_range};

/// Why constraints are in no order, or do not go with a result and as many arguments, in LLVM's words.
fn check_constraint_count(
    found: &[Constraint],
    results: Option<usize>,
    void: bool,
    arguments: usize,
) -> Option<ImportCode> {
    let (mut outputs, mut inputs, mut indirect, mut clobbers, mut labels) = (0, 0, 0, 0, 0);
    for constraint in found {
        match constraint {
            Constraint::Output | Constraint::Input { output: true, .. }
                if inputs != indirect || clobbers != 0 || labels != 0 =>
            {
                return Some(ImportCode::AsmConstraintOrder { constraint: "output", after: "input, clobber or label" });
            }
            Constraint::Output => outputs += 1,
            Constraint::Input { output, .. } => {
                if clobbers != 0 {
                    return Some(ImportCode::AsmConstraintOrder { constraint: "input", after: "clobber" });
                }
                indirect += usize::from(*output);
                inputs += 1;
            }
            Constraint::Clobber => clobbers += 1,
            Constraint::Label => {
                if clobbers != 0 {
                    return Some(ImportCode::AsmConstraintOrder { constraint: "label", after: "clobber" });
                }
                labels += 1;
            }
        }
    }
    match (outputs, results) {
        (0, _) if !void => Some(ImportCode::AsmWithoutOutput),
        (1, Some(_)) => Some(ImportCode::AsmOneOutput),
        (2.., _) if results != Some(outputs) => Some(ImportCode::AsmOutputCount),
        _ if arguments != inputs => Some(ImportCode::AsmInputCount),
        _ => None,
    }
}

/// The constraints of inline assembly must be those of its result and arguments.
pub(crate) fn check_constraints(
    reader: &FunctionReader<'_, '_>,
    call: &CallPrefix,
    arguments: &Arguments,
) -> DiagnosticResult<()> {
    let Callee::Asm(entries, _) = &call.callee else { return Ok(()) };
    let text = entries.iter().find(|e| e.0 == CONSTRAINTS).and_then(|e| reader.ctx.string_value(e.1));
    let text = text.map(|t| reader.ctx.bytes(t)).unwrap_or_default();
    let Some(found) = constraints(text) else {
        return reader.c.error_at(call.callee_at, ImportCode::AsmConstraints);
    };
    let results = reader.ctx.struct_elements(call.result).map(|(_, elements)| elements.len());
    reader.c.check_at(
        call.callee_at,
        check_constraint_count(&found, results, call.result == types::VOID, arguments.types.len()),
    )
}

/// Reads inline assembly after the word `asm`.
pub(crate) fn asm(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Callee> {
    let mut entries = NamedAttrs::new();
    let mut words = Vec::new();
    // LLVM accepts these words in this order alone.
    for (word, key) in [("sideeffect", HAS_SIDE_EFFECTS), ("alignstack", IS_ALIGN_STACK)] {
        if reader.c.eat_word(word) {
            entries.push((key, attrs::UNIT));
        }
    }
    let dialect = if reader.c.eat_word("inteldialect") { AsmDialect::Intel } else { AsmDialect::Att };
    if reader.c.eat_word("unwind") {
        words.push("unwind");
    }
    entries.push((ASM_DIALECT, reader.cache.enum_value(dialect)));
    let text = reader.ctx.byte_str(&reader.c.string()?);
    reader.c.expect(b',', "comma in inline asm expression")?;
    let constraints = reader.ctx.byte_str(&reader.c.string()?);
    entries.push((ASM_STRING, reader.ctx.str_attr(text)));
    entries.push((CONSTRAINTS, reader.ctx.str_attr(constraints)));
    Ok(Callee::Asm(entries, words))
}

/// A call of inline assembly, after the callee.
pub(crate) fn asm_call(reader: &mut FunctionReader<'_, '_>, call: CallPrefix) -> DiagnosticResult<()> {
    let arguments = arguments(reader, &call)?;
    check_constraints(reader, &call, &arguments)?;
    let range = call_attribute_range(&mut reader.c)?;
    if arguments.metadata || reader.c.peek() == b'[' {
        reader.c.pos = range.start;
        return general::general_call(reader, call, &arguments);
    }
    let name = llvm::INLINE_ASM;
    let mut pointees = NamedAttrs::new();
    pointee_entry(reader, &call, &arguments.typed, None, &mut pointees);
    let Callee::Asm(mut entries, mut words) = call.callee else { return Ok(()) };
    entries.extend(pointees);
    words.extend(flags::push_entries(&mut reader.cache, name, call.flags, &mut entries));
    if !words.is_empty() {
        entries.push((IRTRIP_FLAGS, reader.cache.words(&words)));
    }
    if call.tail != TailCallKind::None {
        entries.push((TAIL_CALL_KIND_ASM, reader.cache.enum_value(call.tail)));
    }
    convention_entry(&mut reader.cache, name, call.cconv, &mut entries);
    asm_argument_entries(reader, &arguments.attrs, &mut entries);
    let has_operand_attrs = entries.iter().any(|e| e.0 == OPERAND_ATTRS);
    argument_entries(reader.ctx, &[], call.result_attrs, (IRTRIP_ARG_ATTRS, IRTRIP_RES_ATTRS), &mut entries);
    entries.extend(reader.entries_of_range(range, (name, CalledFunction::UNKNOWN))?);
    reader.emit(name, &arguments.values, &mut entries, call.result)?;
    // Without a result of type `void` upstream's export hangs the operands' attributes on the call.
    if has_operand_attrs
        && call.result == types::VOID
        && let Some(op) = reader.f.block.and_then(|block| reader.f.body.last_op(block))
    {
        reader.f.body.add_results(op, &[types::VOID]);
    }
    Ok(())
}

/// `elementtype` has a slot on inline assembly; other attributes of its arguments have none.
fn asm_argument_entries(reader: &mut FunctionReader<'_, '_>, args: &[Attr], entries: &mut NamedAttrs) {
    let (key, inner) = (reader.ctx.str("elementtype"), reader.ctx.str("llvm.elementtype"));
    let types: Vec<Attr> = args
        .iter()
        .map(|a| match reader.ctx.entry(*a, inner) {
            Some(ty) => reader.ctx.dictionary(&[(key, ty)]),
            None => attrs::EMPTY_DICTIONARY,
        })
        .collect();
    let others: Vec<Attr> = args.iter().map(|a| reader.ctx.with_entry(*a, inner, None)).collect();
    argument_entries(reader.ctx, &types, attrs::EMPTY_DICTIONARY, (OPERAND_ATTRS, RES_ATTRS), entries);
    argument_entries(reader.ctx, &others, attrs::EMPTY_DICTIONARY, (IRTRIP_ARG_ATTRS, RES_ATTRS), entries);
}
