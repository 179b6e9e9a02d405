//! Calls of intrinsics: by the operation of the intrinsic's definition where there is one, else by `llvm.call_intrinsic`, with
//! `irtrip.args` where metadata is passed. LangRef, "Intrinsic Functions".

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{CalledFunction, MemoryEffects};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, LlvmVerifyCode};
use irtrip_dialect::intrinsics::{
    ImmediateParameter, IntrinsicId, immediate_parameters, lookup_intrinsic, mangled_name_of_call, older::rows,
    overload_types, signature_releases_of,
};
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::metadata::constrained::{exception_behavior, rounding_mode};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::intrinsics::IS_FPCLASS;
use irtrip_dialect::ops::intrinsics::{VECTOR_EXTRACT, VECTOR_INSERT};
use irtrip_dialect::ops::{Arity, Intrinsic, LlvmForm, LoweringKind, OpDef, SlotKind, global_values, llvm};
use irtrip_dialect::release::Releases;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::calls::check_immediate;
use irtrip_dialect::{Attr, Context, ContextDialects, OpName, OpNameDefinition, Str, Type, TypeData, ValueDef, verify};

use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::{self, Upgrade};
use crate::bodies::calls;
use crate::bodies::calls::{Arguments, CallPrefix, Callee, convention_entry, results_of};
use crate::bodies::instructions::flags;
use crate::bodies::legality::parameter_at;
use crate::bodies::reader::FunctionReader;
use crate::global_values::implicit_intrinsic_declarations;
use crate::tables::attribute_groups::{argument_entries, call_attribute_range};
use irtrip_dialect::constants::{ConstData, ConstId, Constants};

/// What is known of an intrinsic by the name it is called by.
#[derive(Clone, Copy)]
struct IntrinsicInfo {
    row: Option<OpName>,
    /// Whether the name can be one of an older version's.
    old: bool,
}

/// What is known of the intrinsics that this thread's functions call.
#[derive(Default)]
pub(crate) struct IntrinsicCache {
    known: FxHashMap<Str, IntrinsicInfo>,
    /// The parameters that take immediates.
    immediates: FxHashMap<Str, Vec<ImmediateParameter>>,
    /// Whether the declared type is one that the intrinsic has.
    fitting: FxHashMap<Str, bool>,
}

/// The definition of an intrinsic by its full name: the longest part before a dot that names one, if what follows can be
/// mangled types.
pub(crate) fn op_name_of(ctx: &Context, name: &[u8]) -> Option<OpName> {
    let name = std::str::from_utf8(name).ok()?;
    let mut end = name.len();
    loop {
        let (base, suffix) = name.split_at(end);
        if let Some(row) = ctx.dialects().op_of_intrinsic(base) {
            let LlvmForm::Intrinsic(intrinsic) = row.def()?.llvm else { return None };
            let overloaded = !(intrinsic.overloaded_results.is_empty() && intrinsic.overloaded_operands.is_empty());
            let fits = suffix.is_empty() || (overloaded && suffix[1..].split('.').next().is_some_and(mangled));
            return fits.then_some(row);
        }
        end = base.rfind('.')?;
    }
}

/// Whether a piece of a name can be a mangled type.
fn mangled(piece: &str) -> bool {
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match piece.as_bytes() {
        [b'i' | b'p' | b'v' | b'a' | b'f', ..] if digit(&piece[1..]) => true,
        [b'n', b'x', b'v', ..] | [b'b', b'f', ..] | [b's', b'_' | b'l', ..] | [b't', ..] => true,
        _ => matches!(piece, "ppcf128" | "x86amx" | "isVoid" | "Metadata"),
    }
}

/// An intrinsic call's arguments read for a definition.
#[derive(Default)]
pub(crate) struct OpArguments {
    pub arguments: Arguments,
    /// Types of all arguments.
    pub types: SmallVec<[Type; 8]>,
    /// Attributes of all arguments.
    pub all_attrs: SmallVec<[Attr; 8]>,
    /// NamedAttrs the arguments become.
    pub entries: NamedAttrs,
    /// Where the call's function attributes stand.
    pub attributes: Range<usize>,
}

/// A call of `symbol`, an intrinsic, after the callee.
pub(crate) fn intrinsic_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    symbol: Str,
) -> DiagnosticResult<()> {
    // What an expansion calls is current.
    if reader.f.upgrade.expansion.is_none()
        && known_intrinsic(reader, symbol).old
        && let Some(upgrade) = auto_upgrade::calls::upgrade_of(reader, &call, symbol)?
    {
        return auto_upgrade::calls::upgraded_call(reader, call, symbol, upgrade);
    }
    current_call(reader, call, symbol)
}

fn known_intrinsic(reader: &mut FunctionReader<'_, '_>, symbol: Str) -> IntrinsicInfo {
    let (ctx, symbols) = (reader.ctx, &reader.tables.symbols);
    *reader.intrinsics.known.entry(symbol).or_insert_with(|| {
        let name = ctx.bytes(symbol);
        let declared = symbols.is_function(symbol);
        let old = if declared { symbols.upgrade(symbol).is_some() } else { Upgrade::may_be_of(name) };
        IntrinsicInfo { row: op_name_of(ctx, name), old }
    })
}

/// A call of `symbol`, a current intrinsic, after the callee.
pub(crate) fn current_call(reader: &mut FunctionReader<'_, '_>, call: CallPrefix, symbol: Str) -> DiagnosticResult<()> {
    let row = known_intrinsic(reader, symbol).row;
    let start = reader.c;
    if let Some(name) = row
        && !reader.tables.options.prefer_unregistered_intrinsics
        && let Some(def) = name.def()
        && let LlvmForm::Intrinsic(intrinsic) = def.llvm
    {
        if let Some(read) = op_arguments(reader, def, &intrinsic, &call)?
            && row_fits(reader.ctx, def, call.result, reader.c.peek() == b'[')
        {
            check_signature(reader, symbol, &call, &read.types)?;
            let arguments = reader.c.text.get(start.pos..reader.c.pos).unwrap_or_default();
            if name == IS_FPCLASS && memchr::memmem::find(arguments, b"/*").is_some() {
                reader.constants.types.narrow(Spelling::FpClassComments.releases());
            }
            return row_call(reader, name, def, &intrinsic, call, symbol, read);
        }
        reader.c = start;
    }
    let arguments = calls::arguments(reader, &call)?;
    calls::check_ellipsis(reader, &call, &arguments)?;
    calls::check_arguments(reader, &call, &arguments)?;
    check_signature(reader, symbol, &call, &arguments.types)?;
    unregistered_call(reader, call, symbol, arguments)
}

/// A call of an intrinsic that has no operation of its own, after its arguments.
pub(crate) fn unregistered_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    symbol: Str,
    arguments: Arguments,
) -> DiagnosticResult<()> {
    let ctx = reader.ctx;
    check_immediates(reader, symbol, &call, &arguments)?;
    let symbol = implicit_intrinsic_declarations::called_name(reader, symbol, &call, &arguments.types)?;
    let call = CallPrefix { callee: Callee::Symbol(symbol, None, MemoryEffects::ANY), ..call };
    let name = llvm::CALL_INTRINSIC;
    let mut entries = vec![(INTRIN, ctx.str_attr(symbol))];
    calls::pointee_entry(reader, &call, &arguments.typed, Some(symbol), &mut entries);
    flags::push_attrs(&mut reader.cache, name, call.flags, &mut entries);
    calls::tail_entry(reader.ctx, call.tail, &mut entries);
    convention_entry(&mut reader.cache, name, call.cconv, &mut entries);
    // Where metadata is passed, operands are not the arguments.
    let mut argument_attrs = ARG_ATTRS;
    if arguments.metadata {
        argument_attrs = IRTRIP_ARG_ATTRS;
        entries.push((IRTRIP_ARGS, ctx.array(&arguments.described)));
    }
    let keys = (argument_attrs, results_of(call.result));
    argument_entries(reader.ctx, &arguments.attrs, call.result_attrs, keys, &mut entries);
    entries.extend(reader.call_attribute_entries(name)?);
    let bundles = calls::bundles(reader)?;
    calls::bundle_entries(reader, &bundles, &mut entries);
    let mut operands = arguments.values;
    operands.extend_from_slice(&bundles.values);
    reader.emit(name, &operands, &mut entries, call.result)
}

/// Arguments of parameters that are `immarg` must be numbers; LangRef, "Parameter Attributes".
fn check_immediates(
    reader: &mut FunctionReader<'_, '_>,
    symbol: Str,
    call: &CallPrefix,
    arguments: &Arguments,
) -> DiagnosticResult<()> {
    let ctx = reader.ctx;
    let written = call.written;
    let types = &arguments.types;
    let places = reader.intrinsics.immediates.entry(symbol).or_insert_with(|| {
        let ty = written.unwrap_or_else(|| ctx.llvm_function_type(call.result, types, false));
        immediate_parameters(ctx, symbol, ty)
    });
    if places.is_empty() || arguments.metadata {
        return Ok(());
    }
    let body = &reader.f.body;
    let wrong = |parameter: &ImmediateParameter| {
        let number = match body.value(*arguments.values.get(parameter.place)?).def {
            ValueDef::Result(op, _) if body.name(op) == global_values::ZERO => return None,
            ValueDef::Result(op, _) if body.name(op) == global_values::CONSTANT => body.attr(ctx, op, VALUE)?,
            ValueDef::Result(..) | ValueDef::Argument(..) | ValueDef::Undefined => {
                return Some(LlvmVerifyCode::NotImmediate);
            }
        };
        check_immediate(*parameter, ctx.int_value(number)?)
    };
    let wrong = places.iter().find_map(wrong);
    reader.c.check_at(reader.f.at, wrong)
}

/// Whether text of another release may declare a function of a name, which is an intrinsic's, with another type: the release has
/// the intrinsic with another signature, or one of a longer name.
fn is_of_other_release(intrinsic: &IntrinsicId, name: &[u8]) -> bool {
    let base = String::from_utf8_lossy(intrinsic.base);
    let suffix = name.strip_prefix(b"llvm.").and_then(|name| name.strip_prefix(intrinsic.base));
    let types = suffix.and_then(|suffix| std::str::from_utf8(suffix.strip_prefix(b".")?).ok());
    let is_longer = types.is_some_and(|types| !types.split('.').next().is_some_and(mangled));
    is_longer || signature_releases_of(&base) != Releases::ALL || !rows(&base).is_empty()
}

/// A call is of the type that its intrinsic is declared with; what an expansion calls may be declared as it once was.
fn check_signature(
    reader: &mut FunctionReader<'_, '_>,
    symbol: Str,
    call: &CallPrefix,
    types: &[Type],
) -> DiagnosticResult<()> {
    let Callee::Symbol(_, Some(function), _) = &call.callee else { return Ok(()) };
    let called = match call.written {
        Some(written) => written == *function,
        None => match reader.ctx.type_data(*function) {
            TypeData::LlvmFunction { result, params, vararg } => {
                *result == call.result && !*vararg && **params == *types
            }
            _ => true,
        },
    };
    let (ctx, ty) = (reader.ctx, *function);
    let is_expanded = reader.f.upgrade.expansion.is_some();
    let is_older = || is_expanded && Upgrade::of(ctx, ctx.bytes(symbol), ty).is_some();
    if !called && !is_older() {
        return reader.c.error_at(reader.f.at, LlvmVerifyCode::IntrinsicSignature);
    }
    if is_expanded {
        return Ok(());
    }
    let fits = *reader.intrinsics.fitting.entry(symbol).or_insert_with(|| {
        let known = lookup_intrinsic(ctx.bytes(symbol)).filter(|known| !is_of_other_release(known, ctx.bytes(symbol)));
        known.is_none_or(|known| overload_types(ctx, &known, ty).is_some())
    });
    if fits { Ok(()) } else { reader.c.error_at(reader.f.at, LlvmVerifyCode::IntrinsicType) }
}

/// Whether the definition's operation has a form for the call: for its result, and for its bundles.
pub(crate) fn row_fits(ctx: &Context, def: &OpDef, result: Type, has_bundles: bool) -> bool {
    let fits = match def.results.first() {
        // As in upstream's import, the operation of an intrinsic that returns nothing has a result of type `void`.
        Some(_) if result == types::VOID => true,
        Some(slot) => slot.types.contains(ctx, result),
        None => result == types::VOID,
    };
    fits && (!has_bundles || def.attr_slot("op_bundle_sizes").is_some())
}

/// Reads the arguments for a definition; `None` if they do not fit it.
fn op_arguments(
    reader: &mut FunctionReader<'_, '_>,
    def: &'static OpDef,
    intrinsic: &Intrinsic,
    call: &CallPrefix,
) -> DiagnosticResult<Option<OpArguments>> {
    let mut read = OpArguments::default();
    reader.c.expect(b'(', "'(' in call")?;
    while !reader.c.eat(b')') {
        if !read.types.is_empty() {
            reader.c.expect(b',', "',' in argument list")?;
        }
        let ty = reader.read_type()?;
        let place = read.types.len();
        read.types.push(ty);
        read.arguments.typed.push(reader.constants.types.typed);
        let fits = if ty == types::METADATA {
            read.all_attrs.push(attrs::EMPTY_DICTIONARY);
            match intrinsic.lowering {
                LoweringKind::Constrained => constrained_word(reader, def, &mut read.entries)?,
                LoweringKind::AliasScope => declared_scope(reader, &mut read.entries)?,
                LoweringKind::Plain
                | LoweringKind::MaskedAlign(_)
                | LoweringKind::ElementAlign(_)
                | LoweringKind::Debug => false,
            }
        } else {
            let dictionary = reader.attribute_dictionary(AttributeSite::Parameter)?;
            let dictionary = row_parameter(reader, intrinsic, place, dictionary, ty);
            read.all_attrs.push(dictionary);
            match intrinsic.immediates.iter().find(|i| usize::from(i.0) == place) {
                Some((_, key)) => immediate(reader, def, key, ty, &mut read.entries)?,
                None => {
                    let value = reader.value(ty)?;
                    read.arguments.push_value(ty, value, dictionary);
                    true
                }
            }
        };
        if !fits {
            return Ok(None);
        }
    }
    // A function type that is written out says nothing more, unless others are wanted.
    if let Some(TypeData::LlvmFunction { params, vararg, .. }) = call.written.map(|ty| reader.ctx.type_data(ty))
        && (*vararg || **params != *read.types)
    {
        return Ok(None);
    }
    read.attributes = call_attribute_range(&mut reader.c)?;
    Ok(arguments_fit(reader, def, intrinsic, &read, call.result).then_some(read))
}

/// The attributes of a definition's argument. The operation has an attribute for the alignment, of vectors of pointers too.
pub(crate) fn row_parameter(
    reader: &mut FunctionReader<'_, '_>,
    intrinsic: &Intrinsic,
    place: usize,
    dictionary: Attr,
    ty: Type,
) -> Attr {
    let aligned = matches!(intrinsic.lowering, LoweringKind::MaskedAlign(at) if usize::from(at) == place);
    if aligned { dictionary } else { parameter_at(reader.ctx, dictionary, ty) }
}

/// Whether the arguments are such as the definition's operation has.
pub(crate) fn arguments_fit(
    reader: &FunctionReader<'_, '_>,
    def: &'static OpDef,
    intrinsic: &Intrinsic,
    read: &OpArguments,
    result: Type,
) -> bool {
    let groups = def.operands.iter().filter(|g| matches!(g.arity, Arity::One | Arity::Optional | Arity::Variadic));
    let wanted = groups.clone().count();
    let required = groups.filter(|g| g.arity == Arity::One).count();
    let given = read.arguments.values.len();
    let complete = intrinsic.immediates.iter().all(|(_, key)| read.entries.iter().any(|e| is_key(reader, e.0, key)));
    let constrained = intrinsic.lowering != LoweringKind::Constrained
        || def
            .attrs
            .iter()
            .filter(|s| matches!(s.kind, SlotKind::Enum(_)))
            .all(|s| read.entries.iter().any(|e| is_key(reader, e.0, s.name)));
    let special = match intrinsic.lowering {
        LoweringKind::AliasScope => read.entries.iter().any(|e| e.0 == SCOPE),
        LoweringKind::Debug => false,
        LoweringKind::Plain
        | LoweringKind::Constrained
        | LoweringKind::MaskedAlign(_)
        | LoweringKind::ElementAlign(_) => true,
    };
    let fits = (required..=wanted).contains(&given) && complete && constrained && special;
    fits && operands_fit(reader, def, &read.arguments) && parts_fit(reader.ctx, def, &read.types, result)
}

/// Whether the vectors of an operation that puts one into another, or takes it out, are such as upstream accepts.
fn parts_fit(ctx: &Context, def: &'static OpDef, types: &[Type], result: Type) -> bool {
    let is = |row: OpName| row.def().is_some_and(|row| std::ptr::eq(row, def));
    match types {
        [whole, part, ..] if is(VECTOR_INSERT) => verify::is_vector_part(ctx, *part, *whole),
        [whole, ..] if is(VECTOR_EXTRACT) => verify::is_vector_part(ctx, result, *whole),
        _ => true,
    }
}

/// Whether the types of the arguments that are operands are those of the definition.
fn operands_fit(reader: &FunctionReader<'_, '_>, def: &OpDef, arguments: &Arguments) -> bool {
    let groups = def.operands.iter().filter(|g| matches!(g.arity, Arity::One | Arity::Optional | Arity::Variadic));
    groups.zip(&arguments.types).all(|(group, ty)| group.types.contains(reader.ctx, *ty))
}

/// Reads the list of the one scope that is declared; whether the operation has a form for it.
fn declared_scope(reader: &mut FunctionReader<'_, '_>, entries: &mut NamedAttrs) -> DiagnosticResult<bool> {
    if reader.c.peek() != b'!' || reader.c.byte_at(1) == b'"' {
        return Ok(false);
    }
    let (Some(list), Some(metadata)) = (reader.tables.nodes.reference(&mut reader.c)?, reader.tables.metadata) else {
        return Ok(false);
    };
    let scope = metadata.declared_scope(list);
    entries.extend(scope.map(|scope| (SCOPE, scope)));
    Ok(scope.is_some())
}

fn is_key(reader: &FunctionReader<'_, '_>, key: Str, name: &str) -> bool {
    reader.ctx.bytes(key) == name.as_bytes()
}

/// Reads an argument that is an attribute of the operation; whether it could be one.
fn immediate(
    reader: &mut FunctionReader<'_, '_>,
    def: &OpDef,
    key: &str,
    ty: Type,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<bool> {
    let before = reader.c;
    if reader.c.peek() == b'%' {
        reader.c = before;
        return Ok(false);
    }
    let constant = reader.constant(ty)?;
    Ok(immediate_of(reader.ctx, &reader.constants.pool, def, key, constant, entries))
}

/// Reads `!"round.tonearest"` or `!"fpexcept.strict"` as the definition's attribute; whether it has it.
fn constrained_word(
    reader: &mut FunctionReader<'_, '_>,
    def: &OpDef,
    entries: &mut NamedAttrs,
) -> DiagnosticResult<bool> {
    if !(reader.c.peek() == b'!' && reader.c.byte_at(1) == b'"') {
        return Ok(false);
    }
    reader.c.pos += 1;
    let text = reader.c.quoted()?;
    let (key, slot, value) = if text.starts_with(b"round.") {
        (ROUNDINGMODE, "roundingmode", rounding_mode(reader.ctx, &text))
    } else {
        (FP_EXCEPTION_BEHAVIOR, "fpExceptionBehavior", exception_behavior(reader.ctx, &text))
    };
    match value.filter(|_| def.attr_slot(slot).is_some()) {
        Some(value) => {
            entries.push((key, value));
            Ok(true)
        }
        None => Ok(false),
    }
}

#[allow(clippy::too_many_arguments)]
pub(crate) fn row_call(
    reader: &mut FunctionReader<'_, '_>,
    name: OpName,
    def: &'static OpDef,
    intrinsic: &Intrinsic,
    call: CallPrefix,
    symbol: Str,
    read: OpArguments,
) -> DiagnosticResult<()> {
    let OpArguments { mut arguments, types, mut all_attrs, mut entries, attributes } = read;
    let symbol = implicit_intrinsic_declarations::called_name(reader, symbol, &call, &types)?;
    if let LoweringKind::MaskedAlign(place) = intrinsic.lowering
        && !masked_align(reader, usize::from(place), &mut all_attrs, &mut entries)
    {
        return plain_intrinsic(reader, call, symbol, arguments, all_attrs, attributes);
    }
    flags::push_attrs(&mut reader.cache, name, call.flags, &mut entries);
    if arguments.typed.len() == types.len() {
        calls::pointee_entry(reader, &call, &arguments.typed, Some(symbol), &mut entries);
    }
    calls::tail_entry(reader.ctx, call.tail, &mut entries);
    convention_entry(&mut reader.cache, name, call.cconv, &mut entries);
    let mut result_attrs = call.result_attrs;
    let range = reader.ctx.str("llvm.range");
    if def.attr_slot("range").is_some()
        && let Some(value) = reader.ctx.entry(result_attrs, range)
    {
        result_attrs = reader.ctx.with_entry(result_attrs, range, None);
        entries.push((reader.ctx.str("range"), value));
    }
    let written = (&arguments.attrs[..], &all_attrs[..]);
    let matrix = if call.result == types::VOID { types.first().copied() } else { Some(call.result) };
    row_attributes(reader, def, intrinsic, written, matrix, (result_attrs, results_of(call.result)), &mut entries);
    entries.extend(reader.entries_of_range(attributes, (name, CalledFunction::UNKNOWN))?);
    if def.attr_slot("op_bundle_sizes").is_some() {
        let bundles = calls::bundles(reader)?;
        calls::bundle_entries(reader, &bundles, &mut entries);
        arguments.values.extend_from_slice(&bundles.values);
    } else {
        calls::bundles(reader)?;
    }
    // The name is nearly always what the types give; asked once for each declaration and types.
    let full = mangled_name_of_call(reader.ctx, intrinsic, call.result, &types);
    if full.as_bytes() != reader.ctx.bytes(symbol) {
        entries.push((IRTRIP_CALLEE, reader.ctx.str_attr(symbol)));
    }
    reader.emit(name, &arguments.values, &mut entries, call.result)?;
    let Some(op) = reader.f.block.and_then(|block| reader.f.body.last_op(block)) else { return Ok(()) };
    if call.result == types::VOID && !def.results.is_empty() {
        reader.f.body.add_results(op, &[types::VOID]);
    }
    Ok(())
}

/// The attributes of a definition's arguments: `written` are those of its operands, and of all arguments; `matrix` is the type
/// of the matrix that is accessed, `results` are the result's attributes and their key.
fn row_attributes(
    reader: &mut FunctionReader<'_, '_>,
    def: &OpDef,
    intrinsic: &Intrinsic,
    written: (&[Attr], &[Attr]),
    matrix: Option<Type>,
    results: (Attr, Str),
    entries: &mut NamedAttrs,
) {
    let ((operand_attrs, all_attrs), (result_attrs, results)) = (written, results);
    let immediate_attrs =
        intrinsic.immediates.iter().any(|i| all_attrs.get(usize::from(i.0)) != Some(&attrs::EMPTY_DICTIONARY));
    if let LoweringKind::ElementAlign(place) = intrinsic.lowering {
        let usual = matrix.map(|ty| element_aligned(reader, usize::from(place), all_attrs.len(), ty));
        if usual.as_deref() != Some(all_attrs) {
            entries.push((IRTRIP_ARG_ATTRS, reader.ctx.array(all_attrs)));
        }
        argument_entries(reader.ctx, &[], result_attrs, (IRTRIP_ARG_ATTRS, IRTRIP_RES_ATTRS), entries);
    } else if def.attr_slot("arg_attrs").is_some() && !immediate_attrs {
        argument_entries(reader.ctx, operand_attrs, result_attrs, (ARG_ATTRS, results), entries);
    } else {
        argument_entries(reader.ctx, all_attrs, result_attrs, (IRTRIP_ARG_ATTRS, IRTRIP_RES_ATTRS), entries);
    }
}

/// Moves the pointer's `align` to the operation's attribute; whether it was there.
fn masked_align(
    reader: &mut FunctionReader<'_, '_>,
    place: usize,
    all_attrs: &mut [Attr],
    entries: &mut NamedAttrs,
) -> bool {
    let ctx = reader.ctx;
    let align = ctx.str("llvm.align");
    let Some(dictionary) = all_attrs.get_mut(place) else { return false };
    let (value, rest) = match ctx.entry(*dictionary, align) {
        Some(value) => (ctx.int_value(value), ctx.with_entry(*dictionary, align, None)),
        None => return false,
    };
    let Some(value) = value else { return false };
    *dictionary = rest;
    entries.push((ALIGNMENT, ctx.int_attr(types::I32, value)));
    true
}

/// The attributes of `count` arguments of which one is a pointer that is aligned as an element of a matrix.
fn element_aligned(
    reader: &mut FunctionReader<'_, '_>,
    place: usize,
    count: usize,
    matrix: Type,
) -> SmallVec<[Attr; 8]> {
    let align = reader.tables.layout.abi_alignment(reader.ctx, reader.ctx.scalar_type(matrix));
    let aligned = reader.ctx.dictionary(&[(reader.ctx.str("llvm.align"), reader.cache.i64(align as i64))]);
    (0..count).map(|i| if i == place { aligned } else { attrs::EMPTY_DICTIONARY }).collect()
}

/// A masked access without `align`, which its operation would have to make up.
fn plain_intrinsic<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: CallPrefix,
    symbol: Str,
    arguments: Arguments,
    all_attrs: SmallVec<[Attr; 8]>,
    attributes: Range<usize>,
) -> DiagnosticResult<()> {
    let name = llvm::CALL_INTRINSIC;
    let mut entries = vec![(INTRIN, reader.ctx.str_attr(symbol))];
    flags::push_attrs(&mut reader.cache, name, call.flags, &mut entries);
    calls::tail_entry(reader.ctx, call.tail, &mut entries);
    convention_entry(&mut reader.cache, name, call.cconv, &mut entries);
    argument_entries(reader.ctx, &all_attrs, call.result_attrs, (ARG_ATTRS, results_of(call.result)), &mut entries);
    entries.extend(reader.entries_of_range(attributes, (name, CalledFunction::UNKNOWN))?);
    reader.emit(name, &arguments.values, &mut entries, call.result)
}

/// Makes a constant argument the attribute `key` of an operation; whether it could be one.
pub(crate) fn immediate_of(
    ctx: &Context,
    pool: &Constants,
    def: &OpDef,
    key: &str,
    constant: ConstId,
    entries: &mut NamedAttrs,
) -> bool {
    let ty = pool.ty(constant);
    let value = match (pool.data(constant), def.attr_slot(key).map(|s| s.kind)) {
        (ConstData::Int(v), Some(SlotKind::Bool)) if ty == types::I1 => ctx.bool_attr(*v & 1 == 1),
        (ConstData::Int(v), Some(SlotKind::Int(width))) if ctx.int_width(ty) == Some(width) => ctx.int_attr(ty, *v),
        (ConstData::Int(v), Some(SlotKind::AnyInt)) => ctx.int_attr(ty, *v),
        (ConstData::Float(bits), Some(SlotKind::F64)) => ctx.float_attr(ty, *bits),
        _ => return false,
    };
    entries.push((ctx.str(key), value));
    true
}
