//! Calls that only `irtrip.call` has a form for, and metadata among arguments. LangRef, "call", "Metadata as Value".

use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::irtrip;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, OpName, Value};

use crate::attribute_cache::NamedAttrs;
use crate::bodies::calls;
use crate::bodies::calls::{Arguments, CallPrefix, Callee, convention_entry, results_of};
use crate::bodies::instructions::flags;
use crate::bodies::reader::FunctionReader;
use crate::tables::attribute_groups::argument_entries;

/// A call that only `irtrip.call` has a form for.
pub(crate) fn general_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    arguments: &Arguments,
) -> DiagnosticResult<()> {
    let name = irtrip::CALL;
    let mut entries = NamedAttrs::new();
    let result = call.result;
    let mut operands = general_parts(reader, name, call, arguments, &mut entries)?;
    entries.extend(reader.call_attribute_entries(name)?);
    let bundles = calls::bundles(reader)?;
    calls::bundle_entries(reader, &bundles, &mut entries);
    operands.extend_from_slice(&bundles.values);
    reader.emit(name, &operands, &mut entries, result)
}

/// The operands and entries of `irtrip.call` and `irtrip.callbr`, but for attributes and bundles.
pub(crate) fn general_parts<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    name: OpName,
    call: CallPrefix,
    arguments: &Arguments,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<SmallVec<[Value; 8]>> {
    calls::check_arguments(reader, &call, arguments)?;
    let function = match call.written {
        Some(written) => written,
        None => reader.ctx.llvm_function_type(call.result, &arguments.types, false),
    };
    let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
    let mut words = Vec::new();
    if !matches!(call.callee, Callee::Symbol(..)) {
        calls::pointee_entry(reader, &call, &arguments.typed, None, entries);
    }
    match call.callee {
        Callee::Symbol(symbol, ..) => entries.push((CALLEE, reader.cache.symbol_ref(symbol))),
        Callee::Constant(constant) => operands.push(reader.materialize(constant)),
        Callee::Value(value) => operands.push(value),
        Callee::Asm(asm, asm_words) => {
            entries.extend(asm);
            words = asm_words;
        }
    }
    operands.extend_from_slice(&arguments.values);
    entries.push((reader.ctx.str("callee_type"), reader.ctx.type_attr(function)));
    entries.push((reader.ctx.str("args"), reader.ctx.array(&arguments.described)));
    words.extend(flags::push_entries(&mut reader.cache, name, call.flags, entries));
    if !words.is_empty() {
        entries.push((IRTRIP_FLAGS, reader.cache.words(&words)));
    }
    calls::tail_entry(reader.ctx, call.tail, entries);
    convention_entry(&mut reader.cache, name, call.cconv, entries);
    if call.space != 0 {
        entries.push((IRTRIP_ADDRESS_SPACE, reader.cache.int(types::I32, i64::from(call.space))));
    }
    argument_entries(reader.ctx, &arguments.attrs, call.result_attrs, (ARG_ATTRS, results_of(call.result)), entries);
    Ok(operands)
}

/// A metadata argument after the word `metadata`.
pub(crate) fn metadata_argument(
    reader: &mut FunctionReader<'_, '_>,
    arguments: &mut Arguments,
) -> DiagnosticResult<()> {
    arguments.metadata = true;
    let at = reader.c.peek_pos();
    if let Some(source) = &mut reader.f.source {
        source.current.metadata_argument.get_or_insert(at);
    }
    arguments.types.push(types::METADATA);
    arguments.attrs.push(attrs::EMPTY_DICTIONARY);
    let described = metadata_operand_attr(reader, &mut arguments.values)?;
    arguments.described.push(described);
    Ok(())
}

/// Metadata in a function, as an entry of an `args` attribute; a local value goes to `values`.
pub(crate) fn metadata_operand_attr(
    reader: &mut FunctionReader<'_, '_>,
    values: &mut SmallVec<[Value; 8]>,
) -> DiagnosticResult<Attr> {
    let start = reader.c.peek_pos();
    let metadata = reader.ctx.str("metadata");
    if reader.c.byte() == b'!' {
        if reader.c.byte_at(1) == b'"' {
            reader.c.pos += 1;
            let text = reader.c.quoted()?;
            let string = reader.ctx.str_attr(reader.ctx.byte_str(&text));
            return Ok(reader.ctx.dictionary(&[(metadata, string)]));
        }
        if reader.c.text[start..].starts_with(b"!DIArgList") {
            return argument_list(reader, values);
        }
        return match (reader.tables.nodes.reference(&mut reader.c)?, reader.tables.metadata) {
            (Some(node), Some(import)) => Ok(reader.ctx.dictionary(&[(metadata, import.preserve(node))])),
            _ => reader.c.expected("metadata operand"),
        };
    }
    let ty = reader.read_type()?;
    if reader.c.peek() == b'%' {
        let value = reader.local(ty)?;
        values.push(value);
        return Ok(reader.ctx.dictionary(&[(reader.ctx.str("local"), attrs::UNIT)]));
    }
    let constant = reader.constant_in_metadata(ty)?;
    Ok(reader.ctx.dictionary(&[(metadata, reader.constants.pool.encode(reader.ctx, constant))]))
}

/// `!DIArgList(i32 %a, i32 7)`: an entry for each of its elements.
fn argument_list(reader: &mut FunctionReader<'_, '_>, values: &mut SmallVec<[Value; 8]>) -> DiagnosticResult<Attr> {
    reader.c.pos += b"!DIArgList".len();
    reader.c.expect(b'(', "'(' here")?;
    let mut items = Vec::new();
    while !reader.c.eat(b')') {
        if !items.is_empty() {
            reader.c.expect(b',', "',' here")?;
        }
        items.push(metadata_operand_attr(reader, values)?);
    }
    let items = reader.ctx.array(&items);
    Ok(reader.ctx.dictionary(&[(reader.ctx.str("list"), items)]))
}
