//! Calls: of functions, of inline assembly, and what calls, invokes and callbrs share. LangRef, "call", "invoke".

pub(crate) mod general;
pub(crate) mod inline_asm;
pub(crate) mod intrinsics;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{CalledFunction, MemoryEffects};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::{CallingConvention, InstructionFlags, TailCallKind};
use irtrip_dialect::intrinsics::typed_signature;
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::release::{ReleaseRange, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, OpName, OpNameDefinition, Str, Type, TypeData, Value};

use crate::attribute_cache::{AttributeCache, NamedAttrs};
use crate::auto_upgrade::element_types::add_element_types;
use crate::bodies::debug_records;
use crate::bodies::debug_records::debug_intrinsic;
use crate::bodies::instructions::flags;
use crate::bodies::instructions::operand_types::check_fast;
use crate::bodies::legality::parameter_at;
use crate::bodies::reader::FunctionReader;
use crate::constants::read::check_space;
use crate::global_values::use_list_orders;
use crate::tables::attribute_groups::{argument_entries, call_attribute_range};
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};
use irtrip_dialect::llvm_text::type_text;

/// What is called.
pub(crate) enum Callee {
    /// A function of this module: its model name, its type if it is one, and its memory effects.
    Symbol(Str, Option<Type>, MemoryEffects),
    /// Any other constant, whose operation is made when the call's is.
    Constant(ConstId),
    /// Any other value.
    Value(Value),
    /// Inline assembly: its entries, and words the operation has no attribute for.
    Asm(NamedAttrs, Vec<&'static str>),
}

/// A call up to its callee.
pub(crate) struct CallPrefix {
    /// Where it stands, as LLVM has it: after the word `call`, or at it where another word is before it.
    pub at: usize,
    pub tail: TailCallKind,
    /// Where its callee stands.
    pub callee_at: usize,
    pub flags: InstructionFlags,
    pub cconv: CallingConvention,
    pub result_attrs: Attr,
    pub space: u32,
    /// The function type, where it is written out.
    pub written: Option<Type>,
    pub result: Type,
    /// The type that is written, of the result or of the function, with what pointers point to.
    pub typed: Type,
    pub callee: Callee,
    /// Whether an older release's intrinsic was upgraded to it, whose implicit declaration is added.
    pub upgraded: bool,
}

/// A call's arguments.
#[derive(Default)]
pub(crate) struct Arguments {
    pub types: SmallVec<[Type; 8]>,
    /// The types with what pointers point to; empty where nothing was read.
    pub typed: SmallVec<[Type; 8]>,
    /// The values of those that are values.
    pub values: SmallVec<[Value; 8]>,
    pub attrs: SmallVec<[Attr; 8]>,
    /// How each is in an `args` attribute.
    pub described: SmallVec<[Attr; 8]>,
    /// Whether some argument is metadata.
    pub metadata: bool,
    /// Where each stands.
    pub places: SmallVec<[usize; 8]>,
    /// Where `...` follows them.
    pub dots: Option<usize>,
    /// What typed pointers point to, by the argument's place.
    pub pointees: Vec<(usize, Type)>,
}

/// Operand bundles.
#[derive(Default)]
pub(crate) struct Bundles {
    pub values: SmallVec<[Value; 8]>,
    sizes: SmallVec<[i32; 4]>,
    tags: SmallVec<[Attr; 4]>,
    /// How each bundle's operands are in `irtrip.bundle_args`.
    described: SmallVec<[SmallVec<[Attr; 4]>; 1]>,
    /// Whether some operand is metadata or a label.
    described_apart: bool,
}

/// The name of the attributes of a result: the dialect has no result to hang those of `void` on.
pub(crate) fn results_of(result: Type) -> Str {
    if result == types::VOID { IRTRIP_RES_ATTRS } else { RES_ATTRS }
}

/// A calling convention by its word. Each call is asked for one, and there are too many for one comparison after
/// another.
fn convention(word: &[u8]) -> Option<CallingConvention> {
    static INDEX: OnceLock<FxHashMap<&'static [u8], CallingConvention>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let named = CallingConvention::ALL.iter().filter(|convention| !convention.llvm().is_empty());
        let former = CallingConvention::FORMER_LLVM.iter().map(|former| (former.0.as_bytes(), former.1));
        named.map(|convention| (convention.llvm().as_bytes(), *convention)).chain(former).collect()
    });
    index.get(word).copied()
}

/// The name of an intrinsic.
fn intrinsic_name(ctx: &Context, name: &Name<'_>) -> Option<Str> {
    match name {
        Name::Named(name) if name.starts_with(b"llvm.") => Some(ctx.byte_str(name)),
        Name::Named(_) | Name::Number(_) => None,
    }
}

/// Reads a calling convention; C's where there is none. Narrows the releases whose text it may be.
pub(crate) fn calling_convention(c: &mut Cursor<'_>, releases: &ReleaseRange) -> DiagnosticResult<CallingConvention> {
    let word = c.peek_word();
    let start = c.peek_pos();
    let numbered = match word {
        b"cc" => {
            c.word();
            Some(c.u32()?)
        }
        _ => word.strip_prefix(b"cc").and_then(irtrip_dialect::llvm_text::cursor::parse_u32).inspect(|_| {
            c.word();
        }),
    };
    if let Some(number) = numbered {
        return match CallingConvention::from_number(i64::from(number)) {
            Some(convention) => Ok(convention),
            None => c.error_since(start, ImportCode::CallingConvention),
        };
    }
    if word == b"riscv_vls_cc" {
        let start = c.pos;
        c.word();
        if c.peek() == b'(' {
            c.skip_balanced()?;
            let text = c.text.get(start..c.pos).unwrap_or_default();
            return match convention(text) {
                Some(convention) => Ok(convention),
                None => c.error_since(start, ImportCode::AbiVlen),
            };
        }
        return Ok(CallingConvention::RISCV_VLS_128);
    }
    match convention(word) {
        Some(convention) => {
            c.word();
            // The convention has no other word where it has a former one.
            if convention.llvm().is_empty()
                && let Some(former) = CallingConvention::FORMER_LLVM.iter().find(|former| former.1 == convention)
            {
                releases.narrow(Releases::ALL.until(former.2));
            }
            Ok(convention)
        }
        None => Ok(CallingConvention::C),
    }
}

/// Adds a calling convention other than C's: as an attribute of an operation that has one, or as a preserved attribute.
pub(crate) fn convention_entry(
    cache: &mut AttributeCache<'_>,
    name: OpName,
    convention: CallingConvention,
    entries: &mut NamedAttrs,
) {
    if convention == CallingConvention::C {
        return;
    }
    let named = !convention.mlir().is_empty();
    let slot = name.def().is_some_and(|d| d.attr_slot("CConv").is_some());
    if slot && named {
        entries.push((CCONV, cache.enum_value(convention)));
    }
    if !(slot && named) {
        entries.push((IRTRIP_CCONV, cache.int(types::I32, convention.number())));
    }
}

/// Reads a call up to and with its callee.
pub(crate) fn call_prefix(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<CallPrefix> {
    let at = reader.c.peek_pos();
    let flags = flags::parse_flags_of(&mut reader.c, llvm::CALL);
    let cconv = calling_convention(&mut reader.c, &reader.tables.types.releases)?;
    let result_attrs = reader.attribute_dictionary(AttributeSite::Result)?;
    let space = if reader.c.peek_word() == b"addrspace" {
        reader.c.word();
        reader.constants.types.address_space(&mut reader.c)?
    } else {
        reader.tables.layout.program_space
    };
    let type_at = reader.c.peek_pos();
    let ty = reader.read_result_type()?;
    let typed = reader.constants.types.typed;
    if matches!(reader.ctx.type_data(ty), TypeData::Label | TypeData::Metadata) {
        return reader.c.error_at(type_at, ImportCode::CallResultType);
    }
    let (written, result) = match reader.ctx.type_data(ty) {
        TypeData::LlvmFunction { result, .. } => (Some(ty), *result),
        _ => (None, ty),
    };
    reader.check_fitting(result_attrs, result)?;
    let result_attrs = parameter_at(reader.ctx, result_attrs, result);
    let callee_at = reader.c.peek_pos();
    let callee = callee(reader, space)?;
    Ok(CallPrefix {
        at,
        tail: TailCallKind::None,
        callee_at,
        flags,
        cconv,
        result_attrs,
        space,
        written,
        result,
        typed,
        callee,
        upgraded: false,
    })
}

fn callee(reader: &mut FunctionReader<'_, '_>, space: u32) -> DiagnosticResult<Callee> {
    if reader.c.peek() == b'@' {
        let start = reader.c.pos;
        let name = reader.c.name()?;
        return match reader.tables.symbols.get(&name) {
            // A variable may have the name of an intrinsic.
            Some(symbol)
                if intrinsic_name(reader.ctx, &name).is_some() && !reader.tables.symbols.is_function(symbol.name) =>
            {
                reader.c.pos = start;
                let pointer = reader.ctx.ptr_type(space);
                Ok(Callee::Constant(reader.constant(pointer)?))
            }
            Some(symbol) => {
                check_space(reader.ctx, &reader.c, symbol, space, start)?;
                Ok(Callee::Symbol(symbol.name, symbol.function, symbol.effects))
            }
            // An intrinsic need not be declared.
            None => {
                if let Some(symbol) = intrinsic_name(reader.ctx, &name) {
                    return Ok(Callee::Symbol(symbol, None, MemoryEffects::ANY));
                }
                let code = ImportCode::UndefinedValue(name.show('@'));
                irtrip_dialect::llvm_text::cursor::fail(start..reader.c.pos, code)
            }
        };
    }
    if reader.c.eat_word("asm") {
        return inline_asm::asm(reader);
    }
    let pointer = reader.ctx.ptr_type(space);
    match reader.c.byte() {
        b'%' => Ok(Callee::Value(reader.local(pointer)?)),
        _ => Ok(Callee::Constant(reader.constant(pointer)?)),
    }
}

/// Reads a call's arguments in brackets.
pub(crate) fn arguments(reader: &mut FunctionReader<'_, '_>, call: &CallPrefix) -> DiagnosticResult<Arguments> {
    first_arguments(reader, call, None)
}

/// As [`arguments`], of which `count` are read, and the others passed over.
pub(crate) fn first_arguments(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    count: Option<usize>,
) -> DiagnosticResult<Arguments> {
    let mut arguments = bracketed_arguments(reader, count)?;
    if !arguments.pointees.is_empty() {
        add_element_types(reader, call, &mut arguments);
    }
    Ok(arguments)
}

fn bracketed_arguments(reader: &mut FunctionReader<'_, '_>, count: Option<usize>) -> DiagnosticResult<Arguments> {
    let mut arguments = Arguments::default();
    let mut end = reader.c;
    reader.c.expect(b'(', "'(' in call")?;
    if reader.c.eat(b')') {
        return Ok(arguments);
    }
    loop {
        if count == Some(arguments.types.len()) {
            end.peek();
            end.skip_balanced()?;
            reader.c = end;
            return Ok(arguments);
        }
        if reader.c.peek() == b'.' && reader.c.text[reader.c.pos..].starts_with(b"...") {
            // A musttail call passes its caller's variable arguments on.
            arguments.dots = Some(reader.c.pos);
            reader.c.pos += 3;
            reader.c.expect(b')', "')' at end of argument list")?;
            return Ok(arguments);
        }
        let at = reader.c.peek_pos();
        arguments.places.push(at);
        reader.constants.types.pointee = None;
        let ty = reader.read_type()?;
        arguments.typed.push(reader.constants.types.typed);
        if matches!(reader.ctx.type_data(ty), TypeData::Label | TypeData::LlvmFunction { .. }) {
            return reader.c.error_at(at, ImportCode::FunctionArgumentType);
        }
        if ty == types::METADATA {
            general::metadata_argument(reader, &mut arguments)?;
        } else {
            let attrs = reader.attribute_dictionary(AttributeSite::Parameter)?;
            reader.check_fitting(attrs, ty)?;
            let attrs = parameter_at(reader.ctx, attrs, ty);
            if let Some(pointee) = reader.constants.types.pointee.take() {
                arguments.pointees.push((arguments.types.len(), pointee));
            }
            let value = reader.value(ty)?;
            arguments.push_value(ty, value, attrs);
        }
        if reader.c.eat(b')') {
            return Ok(arguments);
        }
        reader.c.expect(b',', "',' in argument list")?;
    }
}

/// Where the argument number `n` of a call stands.
fn argument_place(arguments: &Arguments, n: usize, call: &CallPrefix) -> usize {
    arguments.places.get(n).copied().unwrap_or(call.at)
}

/// Arguments must be those of a function type that is written out.
pub(crate) fn check_arguments(
    reader: &FunctionReader<'_, '_>,
    call: &CallPrefix,
    arguments: &Arguments,
) -> DiagnosticResult<()> {
    if arguments.types.contains(&types::METADATA)
        && !matches!(&call.callee, Callee::Symbol(symbol, ..) if reader.ctx.bytes(*symbol).starts_with(b"llvm."))
    {
        return reader.c.error_at(call.at, LlvmVerifyCode::CallParameter("metadata"));
    }
    let Some(written) = call.written else { return Ok(()) };
    let TypeData::LlvmFunction { params, vararg, .. } = reader.ctx.type_data(written) else { return Ok(()) };
    if let Some(odd) = params.iter().zip(&arguments.types).position(|(p, a)| p != a) {
        let expected = params.get(odd).map(|p| type_text(reader.ctx, *p)).unwrap_or_default();
        let at = argument_place(arguments, odd, call);
        return reader.c.error_at(at, ImportCode::CallArgumentType(expected));
    }
    if arguments.types.len() > params.len() && !vararg {
        return reader.c.error_at(argument_place(arguments, params.len(), call), ImportCode::TooManyArguments);
    }
    if arguments.types.len() < params.len() {
        return reader.c.error_at(call.at, ImportCode::TooFewArguments);
    }
    Ok(())
}

/// `...` is at the end of the arguments of a `musttail` call in a variadic function, and nowhere else.
pub(crate) fn check_ellipsis(
    reader: &FunctionReader<'_, '_>,
    call: &CallPrefix,
    arguments: &Arguments,
) -> DiagnosticResult<()> {
    let function = reader.f.function.ty.map(|ty| reader.ctx.type_data(ty));
    let variadic = matches!(function, Some(TypeData::LlvmFunction { vararg: true, .. }));
    match (arguments.dots, call.tail == TailCallKind::MustTail) {
        (Some(at), false) => reader.c.error_at(at, ImportCode::EllipsisWithoutMusttail),
        (Some(at), true) if !variadic => reader.c.error_at(at, ImportCode::EllipsisInNonVarargs),
        (None, true) if variadic => {
            let missing = "'...' at end of argument list for musttail call in varargs function";
            reader.c.error_at(reader.c.pos.saturating_sub(1), ImportCode::Expected(missing))
        }
        _ => Ok(()),
    }
}

/// Reads operand bundles, if any are next.
pub(crate) fn bundles(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Bundles> {
    let mut bundles = Bundles::default();
    let start = reader.c.peek_pos();
    if !reader.c.eat(b'[') {
        return Ok(bundles);
    }
    loop {
        let tag = reader.ctx.byte_str(&reader.c.string()?);
        bundles.tags.push(reader.ctx.str_attr(tag));
        reader.c.expect(b'(', "'(' in operand bundle")?;
        let before = bundles.values.len();
        let mut described = SmallVec::new();
        while !reader.c.eat(b')') {
            if !described.is_empty() {
                reader.c.expect(b',', "',' in input list")?;
            }
            if reader.c.peek_word() == b"label" {
                bundles.described_apart = true;
                let block = reader.label_operand()?;
                reader.f.bundle_labels.push(block);
                let number = use_list_orders::block_number(reader, block);
                described.push(reader.ctx.dictionary(&[(LABEL, number)]));
                continue;
            }
            let ty = reader.read_type()?;
            if ty == types::METADATA {
                bundles.described_apart = true;
                described.push(general::metadata_operand_attr(reader, &mut bundles.values)?);
            } else {
                bundles.values.push(reader.value(ty)?);
                described.push(attrs::UNIT);
            }
        }
        bundles.described.push(described);
        bundles.sizes.push((bundles.values.len() - before) as i32);
        if !reader.c.eat(b',') {
            break;
        }
    }
    reader.c.expect(b']', "']' at end of operand bundles")?;
    if let Some(source) = &mut reader.f.source {
        source.current.bundles = Some(start..reader.c.pos);
    }
    Ok(bundles)
}

/// Adds the entries for operand bundles.
pub(crate) fn bundle_entries(reader: &mut FunctionReader<'_, '_>, bundles: &Bundles, entries: &mut NamedAttrs) {
    if !bundles.tags.is_empty() {
        entries.push((OP_BUNDLE_SIZES, reader.cache.i32_array(&bundles.sizes)));
        entries.push((OP_BUNDLE_TAGS, reader.ctx.array(&bundles.tags)));
    }
    if bundles.described_apart {
        let each: Vec<Attr> = bundles.described.iter().map(|one| reader.ctx.array(one)).collect();
        entries.push((IRTRIP_BUNDLE_ARGS, reader.ctx.array(&each)));
    }
}

/// Whether `function` is what a call with these types calls.
fn calls_as(reader: &FunctionReader<'_, '_>, call: &CallPrefix, arguments: &Arguments, function: Type) -> bool {
    if let Some(written) = call.written {
        return written == function;
    }
    match reader.ctx.type_data(function) {
        TypeData::LlvmFunction { result, params, vararg: false } => {
            *result == call.result && **params == *arguments.types
        }
        _ => false,
    }
}

/// Whether a call with these types is, as upstream's import has it, one of a function of this other type: its fixed
/// parameters are the first arguments, and all of them unless it is variadic.
fn takes(reader: &FunctionReader<'_, '_>, call: &CallPrefix, arguments: &Arguments, function: Type) -> bool {
    let written = call.written.map(|w| reader.ctx.type_data(w));
    let params = match written {
        Some(TypeData::LlvmFunction { params, .. }) => params,
        _ => &*arguments.types,
    };
    match reader.ctx.type_data(function) {
        TypeData::LlvmFunction { result, params: fixed, vararg } => {
            let count = match *vararg {
                true => fixed.len() <= params.len(),
                false => fixed.len() == params.len() && params.len() == arguments.types.len(),
            };
            *result == call.result && count && **fixed == params[..fixed.len()]
        }
        _ => false,
    }
}

/// Keeps what the pointers of the type of what is called point to, where no function says it: that of an intrinsic
/// follows from its name and arguments.
pub(crate) fn pointee_entry(
    reader: &FunctionReader<'_, '_>,
    call: &CallPrefix,
    typed: &[Type],
    symbol: Option<Str>,
    entries: &mut NamedAttrs,
) {
    let (ctx, types) = (reader.ctx, &reader.constants.types);
    if !types.keeps_pointees() || call.upgraded {
        return;
    }
    let ty = match call.written {
        Some(_) => call.typed,
        None => ctx.llvm_function_type(call.typed, typed, false),
    };
    let by_rule = symbol.map(|name| typed_signature(ctx, &ctx.text(name), ctx.without_pointees(ty)));
    if by_rule != Some(ty) {
        let untyped = || by_rule.is_some().then(|| ctx.array(&[attrs::UNIT]));
        entries.extend(types.pointees_of(ty).or_else(untyped).map(|pointees| (IRTRIP_POINTEES, pointees)));
    }
}

/// Adds the type of a variadic callee.
fn variadic_entry(reader: &FunctionReader<'_, '_>, function: Option<Type>, entries: &mut NamedAttrs) {
    if let Some(function) = function
        && matches!(reader.ctx.type_data(function), TypeData::LlvmFunction { vararg: true, .. })
    {
        entries.push((VAR_CALLEE_TYPE, reader.ctx.type_attr(function)));
    }
}

/// The operands and entries that `llvm.call` and `llvm.invoke` share, but for attributes and bundles. A callee that
/// is no function of the call's type is called by its address.
pub(crate) fn call_parts<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    name: OpName,
    call: &CallPrefix,
    arguments: &Arguments,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<SmallVec<[Value; 8]>> {
    let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
    match &call.callee {
        Callee::Symbol(symbol, Some(function), _) if calls_as(reader, call, arguments, *function) => {
            entries.push((CALLEE, reader.cache.symbol_ref(*symbol)));
            variadic_entry(reader, call.written, entries);
        }
        Callee::Symbol(symbol, Some(function), _) if takes(reader, call, arguments, *function) => {
            entries.push((CALLEE, reader.cache.symbol_ref(*symbol)));
            variadic_entry(reader, Some(*function), entries);
            let written =
                call.written.unwrap_or_else(|| reader.ctx.llvm_function_type(call.result, &arguments.types, false));
            entries.push((IRTRIP_CALLEE_TYPE, reader.ctx.type_attr(written)));
        }
        Callee::Symbol(symbol, ..) => {
            let pointer = reader.ctx.ptr_type(call.space);
            let address = reader.constants.pool.intern(pointer, ConstData::Symbol(*symbol));
            operands.push(reader.materialize(address));
            variadic_entry(reader, call.written, entries);
        }
        Callee::Constant(constant) => {
            operands.push(reader.materialize(*constant));
            variadic_entry(reader, call.written, entries);
            pointee_entry(reader, call, &arguments.typed, None, entries);
        }
        Callee::Value(value) => {
            operands.push(*value);
            variadic_entry(reader, call.written, entries);
            pointee_entry(reader, call, &arguments.typed, None, entries);
        }
        Callee::Asm(..) => return reader.c.unsupported(reader.f.at, "inline assembly in this place"),
    }
    // Where the callee is an operand, its type has the address space.
    if call.space != 0 && operands.is_empty() {
        entries.push((IRTRIP_ADDRESS_SPACE, reader.cache.int(types::I32, i64::from(call.space))));
    }
    operands.extend_from_slice(&arguments.values);
    check_arguments(reader, call, arguments)?;
    convention_entry(&mut reader.cache, name, call.cconv, entries);
    argument_entries(reader.ctx, &arguments.attrs, call.result_attrs, (ARG_ATTRS, results_of(call.result)), entries);
    Ok(operands)
}

/// `[tail] call ...` after its first word.
pub(crate) fn call(reader: &mut FunctionReader<'_, '_>, word: &[u8]) -> DiagnosticResult<()> {
    let tail = TailCallKind::from_llvm(word).unwrap_or_default();
    let at = reader.c.peek_pos();
    if tail != TailCallKind::None {
        reader.c.expect_word_as("call", "'tail call', 'musttail call', or 'notail call'")?;
    }
    let mut call = call_prefix(reader)?;
    if tail != TailCallKind::None {
        (call.at, call.tail) = (at, tail);
    }
    check_fast(reader.ctx, &reader.c, call.flags, call.result, "call", call.at)?;
    match &call.callee {
        Callee::Symbol(symbol, ..) if reader.ctx.bytes(*symbol).starts_with(b"llvm.") => {
            let symbol = *symbol;
            match debug_intrinsic(reader.ctx.bytes(symbol)) {
                Some(word) => debug_records::debug_intrinsic_call(reader, word, &call),
                None => intrinsics::intrinsic_call(reader, call, symbol),
            }
        }
        Callee::Asm(..) => inline_asm::asm_call(reader, call),
        Callee::Symbol(..) | Callee::Constant(_) | Callee::Value(_) => {
            let arguments = arguments(reader, &call)?;
            check_ellipsis(reader, &call, &arguments)?;
            if arguments.metadata {
                return general::general_call(reader, call, &arguments);
            }
            plain_call(reader, &call, &arguments)
        }
    }
}

/// A call of a function or of any other value, after its arguments.
pub(crate) fn plain_call(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    arguments: &Arguments,
) -> DiagnosticResult<()> {
    let mut entries = NamedAttrs::new();
    let mut operands = call_parts(reader, llvm::CALL, call, arguments, &mut entries)?;
    flags::push_attrs(&mut reader.cache, llvm::CALL, call.flags, &mut entries);
    if call.tail != TailCallKind::None {
        entries.push((TAIL_CALL_KIND, reader.cache.enum_value(call.tail)));
    }
    let range = call_attribute_range(&mut reader.c)?;
    let bundles = bundles(reader)?;
    let called = called_function(reader, &call.callee, &bundles, &entries);
    entries.extend(reader.entries_of_range(range, (llvm::CALL, called))?);
    bundle_entries(reader, &bundles, &mut entries);
    operands.extend_from_slice(&bundles.values);
    reader.emit(llvm::CALL, &operands, &mut entries, call.result)
}

/// What the attributes of an `llvm.call` depend on.
fn called_function(
    reader: &FunctionReader<'_, '_>,
    callee: &Callee,
    bundles: &Bundles,
    entries: &NamedAttrs,
) -> CalledFunction {
    let effects = match callee {
        Callee::Symbol(_, _, effects) => *effects,
        // A function that text with typed pointers casts.
        Callee::Constant(constant) => match reader.constants.pool.data(*constant) {
            ConstData::Symbol(name) => {
                let name = Name::Named(reader.ctx.bytes(*name).into());
                reader.tables.symbols.get(&name).map_or(MemoryEffects::ANY, |symbol| symbol.effects)
            }
            _ => MemoryEffects::ANY,
        },
        Callee::Value(_) | Callee::Asm(..) => MemoryEffects::ANY,
    };
    if effects == MemoryEffects::ANY {
        return CalledFunction::UNKNOWN;
    }
    let tags = bundles.tags.iter().filter_map(|t| reader.ctx.string_value(*t)).map(|t| reader.ctx.bytes(t));
    let named = entries.iter().any(|e| e.0 == CALLEE);
    CalledFunction { effects: effects.with_bundles(tags), named }
}

/// `irtrip.tail`
pub(crate) fn tail_entry(ctx: &Context, tail: TailCallKind, entries: &mut NamedAttrs) {
    if tail != TailCallKind::None {
        entries.push((IRTRIP_TAIL, ctx.string_attr(tail.llvm())));
    }
}

impl Arguments {
    /// Adds an argument that is a value.
    pub fn push_value(&mut self, ty: Type, value: Value, dictionary: Attr) {
        self.types.push(ty);
        self.values.push(value);
        self.attrs.push(dictionary);
        self.described.push(attrs::UNIT);
    }
}
