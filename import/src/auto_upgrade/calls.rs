//! Calls of old intrinsics: their arguments are read, the current are made of them, and the call is one of the current.

use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{AttributeSet, MemoryEffects, list_attr};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::{InstructionFlags, TailCallKind};
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::names::{IRTRIP_NAME, POSITION};
use irtrip_dialect::ops::{Intrinsic, LlvmForm, OpDef, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, OpNameDefinition, Str, Type, TypeData, Value};

use super::{Upgrade, named};
use crate::auto_upgrade::{amdgpu_atomics, expansions, lifetimes};
use crate::bodies::calls::intrinsics::{OpArguments, immediate_of, op_name_of};
use crate::bodies::calls::{Arguments, CallPrefix, Callee, intrinsics};
use crate::bodies::legality::parameter_at;
use crate::bodies::reader::FunctionReader;
use crate::constants::materialize::position_attr;
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;
use crate::tables::attribute_groups::call_attribute_range;
use crate::tables::types::TypeReader;
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::intrinsics::older::{Argument, Replacement, UpgradeRow};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};
use irtrip_dialect::preserved::OlderCall;

/// What is passed: constants become operations only where the current call passes them.
#[derive(Clone, Copy)]
pub(crate) enum ArgumentValue {
    Constant(ConstId),
    Value(Value),
}

/// An argument of a call.
#[derive(Clone, Copy)]
pub(crate) struct CallArgument {
    pub ty: Type,
    /// The type with what its pointers point to, where the text says it.
    pub typed: Type,
    pub attrs: Attr,
    pub passed: ArgumentValue,
}

/// What the intrinsic of a call, which may be an old one, is today. The arguments are next, and are not passed: where
/// nothing declares the intrinsic, their types decide.
pub(crate) fn upgrade_of(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    symbol: Str,
) -> DiagnosticResult<Option<Upgrade>> {
    if reader.tables.symbols.is_function(symbol) {
        return Ok(reader.tables.symbols.upgrade(symbol));
    }
    let types = argument_types(reader.c, &mut reader.constants.types)?;
    let ty = reader.ctx.llvm_function_type(call.result, &types, false);
    Ok(Upgrade::of(reader.ctx, reader.ctx.bytes(symbol), ty))
}

/// The types of the arguments in brackets that are next.
fn argument_types<'a>(mut c: Cursor<'a>, types: &mut TypeReader<'_, 'a>) -> DiagnosticResult<SmallVec<[Type; 8]>> {
    let mut found = SmallVec::new();
    c.expect(b'(', "'(' in call")?;
    while !c.eat(b')') {
        if !found.is_empty() {
            c.expect(b',', "',' in argument list")?;
        }
        found.push(types.value_type(&mut c)?);
        while !matches!(c.peek(), b',' | b')') && !c.at_end() {
            match c.peek() {
                b'(' | b'[' | b'{' | b'<' => c.skip_balanced()?,
                _ => c.skip_token()?,
            }
        }
    }
    Ok(found)
}

/// Reads the arguments in brackets; none is metadata.
fn arguments(reader: &mut FunctionReader<'_, '_>) -> DiagnosticResult<Vec<CallArgument>> {
    let mut given = Vec::new();
    reader.c.expect(b'(', "'(' in call")?;
    while !reader.c.eat(b')') {
        if !given.is_empty() {
            reader.c.expect(b',', "',' in argument list")?;
        }
        let ty = reader.read_type()?;
        let typed = reader.constants.types.typed;
        let attrs = reader.attribute_dictionary(AttributeSite::Parameter)?;
        let passed = match reader.c.peek() {
            b'%' => ArgumentValue::Value(reader.local(ty)?),
            _ => ArgumentValue::Constant(reader.constant(ty)?),
        };
        given.push(CallArgument { ty, typed, attrs, passed });
    }
    Ok(given)
}

/// A call of `symbol`, an old intrinsic, after the callee.
pub(crate) fn upgraded_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    symbol: Str,
    upgrade: Upgrade,
) -> DiagnosticResult<()> {
    if let Some(releases) = upgrade.releases() {
        reader.tables.types.releases.narrow(releases);
    }
    if upgrade.is_rename()
        && let Some((name, ty)) = upgrade.replacement
    {
        note_upgraded(reader, symbol, name, ty);
        let callee = Callee::Symbol(name, Some(ty), MemoryEffects::ANY);
        return intrinsics::current_call(reader, CallPrefix { written: None, callee, upgraded: true, ..call }, name);
    }
    let given = arguments(reader)?;
    let range = call_attribute_range(&mut reader.c)?;
    let mut list = reader.c.up_to(range);
    reader.lists.given = Some(reader.lists.function_set(&mut list, &mut reader.constants.types)?);
    if reader.c.peek() == b'[' {
        reader.c.skip_balanced()?;
    }
    let attachments = reader.tables.nodes.attachment_list(reader.ctx, &mut reader.c, true)?;
    reader.f.upgrade.attachments = Some(attachments);
    converted_call(reader, call, symbol, upgrade, &given)?;
    reader.f.upgrade.attachments = None;
    reader.lists.given = None;
    Ok(())
}

/// A call of `symbol`, an old intrinsic, with these arguments. Its function attributes and attachments are at hand, and
/// no more of its text is read.
pub(crate) fn converted_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    symbol: Str,
    upgrade: Upgrade,
    given: &[CallArgument],
) -> DiagnosticResult<()> {
    let types: SmallVec<[Type; 8]> = given.iter().map(|one| one.ty).collect();
    let own = reader.ctx.llvm_function_type(call.result, &types, false);
    // LLVM looks at the arguments of an atomic update, and not at its declaration.
    if let Replacement::AtomicRmw(operation) = upgrade.row.replacement
        && amdgpu_atomics::is_update(reader.ctx, call.result, &types)
    {
        let upgrade = Upgrade { old: own, ..upgrade };
        return amdgpu_atomics::update_call(reader, &call, (symbol, &upgrade), operation, given);
    }
    if own != upgrade.old {
        return reader.c.error_at(reader.f.at, LlvmVerifyCode::IntrinsicSignature);
    }
    if let Some(expansion) = upgrade.expansion {
        return expansions::expand_call(reader, &call, symbol, (expansion, upgrade.old), given);
    }
    let row = upgrade.row;
    let passed = current_arguments(reader, &call, &upgrade, given)?;
    let older = older_call(reader, (symbol, row, call.tail), given, &passed);
    if let (Replacement::Lifetime(_), [pointer, ..]) = (row.replacement, &passed[..]) {
        // LLVM makes the marker anew. What was attached to it is kept for the release that has it.
        if reader.tables.as_llvm_reads {
            keep_location_only(reader);
        }
        let size = given.first().map(|size| size.passed);
        return lifetimes::sized_marker(reader, &call, (symbol, upgrade.old), (size, pointer), older);
    }
    let types: SmallVec<[Type; 8]> = passed.iter().map(|one| one.ty).collect();
    let result = upgrade.replacement.and_then(|replacement| result_of(reader, replacement.1)).unwrap_or(call.result);
    let ty = reader.ctx.llvm_function_type(result, &types, false);
    let Some((name, ty)) = replacement(reader, &upgrade, given, ty)? else {
        return reader.c.error_at(call.at, ImportCode::IntrinsicType);
    };
    note_upgraded(reader, symbol, name, ty);
    let result_attrs = if row.keeps.parameters { call.result_attrs } else { attrs::EMPTY_DICTIONARY };
    let callee = Callee::Symbol(name, None, MemoryEffects::ANY);
    let flags = InstructionFlags::empty();
    let tail = if row.keeps.tail { call.tail } else { TailCallKind::None };
    let call = CallPrefix { tail, written: None, callee, flags, result_attrs, upgraded: true, ..call };
    // LLVM makes the call anew. What was attached to the old one may stand on one that gives the same.
    if !row.keeps.metadata && (reader.tables.as_llvm_reads || result != call.result) {
        keep_location_only(reader);
    }
    if !row.keeps.function {
        reader.lists.given = Some(AttributeSet::new());
    }
    call_of_result(reader, call, name, &passed, result)?;
    if !row.keeps.name && result != types::VOID {
        forget_name(reader);
    }
    keep_older_call(reader, older);
    Ok(())
}

/// A call of what has this result, in place of one that may have another.
fn call_of_result(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    name: Str,
    passed: &[CallArgument],
    result: Type,
) -> DiagnosticResult<()> {
    if result == call.result {
        return passed_call(reader, call, name, passed);
    }
    if result != types::VOID {
        return rebuilt_call(reader, call, name, passed, result);
    }
    reader.pass_result()?;
    passed_call(reader, CallPrefix { result, ..call }, name, passed)
}

/// The name and type of what is called in place of an old intrinsic; `ty` is the type that the passed arguments make.
fn replacement(
    reader: &mut FunctionReader<'_, '_>,
    upgrade: &Upgrade,
    given: &[CallArgument],
    ty: Type,
) -> DiagnosticResult<Option<(Str, Type)>> {
    Ok(match upgrade.row.replacement {
        Replacement::Same | Replacement::AtomicRmw(_) => upgrade.replacement,
        Replacement::Is(now) | Replacement::Void(now) | Replacement::Lifetime(now) => {
            upgrade.replacement.or_else(|| named(reader.ctx, now, ty))
        }
        Replacement::BySign { place, negative, other } => {
            let number = passed_number(reader, given.get(usize::from(place)))?;
            named(reader.ctx, if number < 0 { negative } else { other }, ty)
        }
    })
}

/// What a call had in addition that the current does not, where it may be written for its release.
pub(super) fn older_call(
    reader: &FunctionReader<'_, '_>,
    (symbol, row, tail): (Str, &UpgradeRow, TailCallKind),
    given: &[CallArgument],
    passed: &[CallArgument],
) -> OlderCall {
    let ctx = reader.ctx;
    let mut older = OlderCall::default();
    if reader.tables.as_llvm_reads {
        return older;
    }
    if !row.keeps.tail && tail != TailCallKind::None {
        older.tail = Some(ctx.string_attr(tail.llvm()));
    }
    older.callee = row.by_call.then_some(symbol);
    if row.instead.is_none() {
        return older;
    }
    if !row.keeps.parameters && given.iter().any(|one| one.attrs != attrs::EMPTY_DICTIONARY) {
        let of_each: Vec<Attr> = given.iter().map(|one| one.attrs).collect();
        older.arg_attrs = Some(ctx.array(&of_each));
    }
    let written = reader.lists.given.as_ref().filter(|set| !row.keeps.function && !set.is_empty());
    older.attributes = written.map(|set| list_attr(ctx, set));
    let natural = |(argument, passed): (&Argument, &CallArgument)| {
        let Argument::Aligned(_, from) = argument else { return None };
        let ArgumentValue::Constant(number) = given.get(usize::from(*from))?.passed else { return None };
        let align = ctx.int_entry(passed.attrs, ctx.str("llvm.align"));
        align.filter(|_| reader.constants.pool.int(number) == Some(0))
    };
    older.align = row.arguments.iter().zip(passed).find_map(natural);
    if let Some(Name::Named(name)) = reader.f.result.as_ref().filter(|_| !row.keeps.name) {
        older.name = Some(ctx.str_attr(ctx.byte_str(name)));
    }
    older
}

/// Gives the call that was made last what it had in addition in its release.
pub(super) fn keep_older_call(reader: &mut FunctionReader<'_, '_>, older: OlderCall) {
    let Some((key, older)) = older.entry(reader.ctx) else { return };
    let Some(op) = reader.f.block.and_then(|block| reader.f.body.last_op(block)) else { return };
    let attrs = reader.ctx.with_entry(reader.f.body.attrs(op), key, Some(older));
    reader.f.body.set_attrs(op, attrs);
}

/// Has of the call's attachments only its location on the operations that are made.
pub(super) fn keep_location_only(reader: &mut FunctionReader<'_, '_>) {
    if let Some(attachments) = &mut reader.f.upgrade.attachments {
        attachments.retain(|a| reader.ctx.bytes(a.0) == b"dbg");
    }
}

fn result_of(reader: &FunctionReader<'_, '_>, ty: Type) -> Option<Type> {
    match reader.ctx.type_data(ty) {
        TypeData::LlvmFunction { result, .. } => Some(*result),
        _ => None,
    }
}

/// A call that returns a literal struct, and the struct of the old one's type that is made of it.
fn rebuilt_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    name: Str,
    passed: &[CallArgument],
    result: Type,
) -> DiagnosticResult<()> {
    let whole = call.result;
    let wanted = reader.f.result.take();
    reader.f.upgrade.anonymous = true;
    let mut value = made(reader, |reader| {
        passed_call(reader, CallPrefix { tail: TailCallKind::None, result, ..call }, name, passed)
    })?;
    let call = value;
    let fields = reader.ctx.struct_elements(result).map(|(_, fields)| fields).unwrap_or_default();
    let poison = reader.constants.pool.intern(whole, ConstData::Poison);
    value = reader.materialize(poison);
    for (place, field) in fields.iter().enumerate() {
        let position = (POSITION, position_attr(reader.ctx, &[place as i64]));
        let part = made(reader, |r| r.emit(llvm::EXTRACTVALUE, &[call], &mut vec![position], *field))?;
        if place + 1 == fields.len() {
            reader.f.upgrade.anonymous = false;
            reader.f.result = wanted.clone();
        }
        value = made(reader, |r| r.emit(llvm::INSERTVALUE, &[value, part], &mut vec![position], whole))?;
    }
    reader.f.upgrade.anonymous = false;
    Ok(())
}

/// The value of the operation that is made.
pub(super) fn made<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    make: impl FnOnce(&mut FunctionReader<'_, 'a>) -> DiagnosticResult<()>,
) -> DiagnosticResult<Value> {
    make(reader)?;
    let op = reader.f.block.and_then(|block| reader.f.body.last_op(block));
    match op.and_then(|op| reader.f.body.results(op).next()) {
        Some(value) => Ok(value),
        None => reader.c.unsupported(reader.f.at, "a call of an older LLVM's intrinsic that returns nothing"),
    }
}

/// Notes what is called in place of `symbol`, unless its declaration has become the current one.
fn note_upgraded(reader: &mut FunctionReader<'_, '_>, symbol: Str, name: Str, ty: Type) {
    let declared = reader.tables.symbols.upgrade(symbol).is_some_and(|upgrade| upgrade.replacement.is_some());
    if !declared {
        reader.f.implicit_declarations.push(ImplicitDeclaration { written: symbol, full: name, ty, old: None });
    }
}

/// Takes its name from the operation that was made last.
pub(crate) fn forget_name(reader: &mut FunctionReader<'_, '_>) {
    let Some(op) = reader.f.block.and_then(|block| reader.f.body.last_op(block)) else { return };
    let Some(value) = reader.f.body.results(op).next() else { return };
    reader.f.body.set_value_name(value, None);
    let attrs = reader.ctx.with_entry(reader.f.body.attrs(op), IRTRIP_NAME, None);
    reader.f.body.set_attrs(op, attrs);
}

/// The current arguments of a call with old ones.
fn current_arguments(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    upgrade: &Upgrade,
    given: &[CallArgument],
) -> DiagnosticResult<SmallVec<[CallArgument; 8]>> {
    let keeps = upgrade.row.keeps.parameters;
    let kept =
        |one: &CallArgument| CallArgument { attrs: if keeps { one.attrs } else { attrs::EMPTY_DICTIONARY }, ..*one };
    let mut passed = SmallVec::new();
    let mut next = 0;
    for argument in upgrade.row.arguments {
        let old = |place: u8| given.get(usize::from(place)).map(kept);
        match argument {
            Argument::Old(place) => passed.extend(old(*place)),
            Argument::Rest => passed.extend(given.get(next..).unwrap_or_default().iter().map(kept)),
            Argument::Aligned(place, from) => {
                let align = passed_number(reader, given.get(usize::from(*from)))?;
                let Some(pointer) = old(*place) else { continue };
                if align != 0 && !u64::try_from(align).is_ok_and(u64::is_power_of_two) {
                    return reader.c.error_at(reader.f.at, ImportCode::AlignmentNotPowerOfTwo);
                }
                let of = if call.result == types::VOID { given.first().map(|one| one.ty) } else { Some(call.result) };
                passed.push(aligned(reader, pointer, align, of.filter(|_| !keeps)));
            }
            Argument::Magnitude(place) => {
                let number = passed_number(reader, given.get(usize::from(*place)))?;
                passed.push(number_argument(reader, types::I32, number.wrapping_abs()));
            }
            Argument::Resized(place, width) => {
                let number = passed_number(reader, given.get(usize::from(*place)))?;
                let shift = 64_u32.saturating_sub(*width);
                let ty = reader.ctx.int_type(*width);
                passed.push(number_argument(reader, ty, number.wrapping_shl(shift).wrapping_shr(shift)));
            }
            Argument::False => passed.push(number_argument(reader, types::I1, 0)),
            Argument::Int(number) => passed.push(number_argument(reader, types::I32, i64::from(*number))),
            Argument::Null => {
                let null = ArgumentValue::Constant(reader.constants.pool.intern(types::PTR, ConstData::Zero));
                passed.push(CallArgument {
                    ty: types::PTR,
                    typed: types::PTR,
                    attrs: attrs::EMPTY_DICTIONARY,
                    passed: null,
                });
            }
            Argument::NoToken => {
                let none = ArgumentValue::Constant(reader.constants.pool.intern(types::TOKEN, ConstData::NoneToken));
                passed.push(CallArgument {
                    ty: types::TOKEN,
                    typed: types::TOKEN,
                    attrs: attrs::EMPTY_DICTIONARY,
                    passed: none,
                });
            }
        }
        next = argument.next(next);
    }
    Ok(passed)
}

fn number_argument(reader: &mut FunctionReader<'_, '_>, ty: Type, number: i64) -> CallArgument {
    let passed = ArgumentValue::Constant(reader.constants.pool.intern(ty, ConstData::Int(number)));
    CallArgument { ty, typed: ty, attrs: attrs::EMPTY_DICTIONARY, passed }
}

/// A pointer with an alignment; without one that of a scalar of the type that is accessed.
fn aligned(
    reader: &mut FunctionReader<'_, '_>,
    pointer: CallArgument,
    align: i64,
    accessed: Option<Type>,
) -> CallArgument {
    let ctx = reader.ctx;
    let align = match (align, accessed) {
        (0, None) => None,
        (0, Some(ty)) => Some(reader.tables.layout.abi_alignment(ctx, ctx.scalar_type(ty)) as i64),
        (align, _) => Some(align),
    };
    let value = align.map(|align| reader.cache.i64(align));
    CallArgument { attrs: ctx.with_entry(pointer.attrs, ctx.str("llvm.align"), value), ..pointer }
}

/// An argument that must be a number.
fn passed_number(reader: &mut FunctionReader<'_, '_>, given: Option<&CallArgument>) -> DiagnosticResult<i64> {
    let number = match given.map(|one| one.passed) {
        Some(ArgumentValue::Constant(constant)) => reader.constants.pool.int(constant),
        Some(ArgumentValue::Value(_)) | None => None,
    };
    match number {
        Some(number) => Ok(number),
        None => reader.c.unsupported(reader.f.at, "a call of an older LLVM's intrinsic whose number is no constant"),
    }
}

/// The value of an argument.
pub(crate) fn argument_value(reader: &mut FunctionReader<'_, '_>, given: &CallArgument) -> Value {
    match given.passed {
        ArgumentValue::Constant(constant) => reader.materialize(constant),
        ArgumentValue::Value(value) => value,
    }
}

/// A call of a current intrinsic with these arguments, after them.
fn passed_call(
    reader: &mut FunctionReader<'_, '_>,
    call: CallPrefix,
    name: Str,
    passed: &[CallArgument],
) -> DiagnosticResult<()> {
    if let Some(op) = op_name_of(reader.ctx, reader.ctx.bytes(name))
        && !reader.tables.options.prefer_unregistered_intrinsics
        && let Some(def) = op.def()
        && let LlvmForm::Intrinsic(intrinsic) = def.llvm
        && let Some(read) = passed_row(reader, def, &intrinsic, passed)
        && intrinsics::arguments_fit(reader, def, &intrinsic, &read, call.result)
        && intrinsics::row_fits(reader.ctx, def, call.result, false)
    {
        return intrinsics::row_call(reader, op, def, &intrinsic, call, name, read);
    }
    let mut arguments = Arguments::default();
    for one in passed {
        let value = argument_value(reader, one);
        arguments.push_value(one.ty, value, parameter_at(reader.ctx, one.attrs, one.ty));
    }
    intrinsics::unregistered_call(reader, call, name, arguments)
}

/// The arguments for an operation's definition; `None` where a number that is an attribute of its operation is none.
fn passed_row(
    reader: &mut FunctionReader<'_, '_>,
    def: &OpDef,
    intrinsic: &Intrinsic,
    passed: &[CallArgument],
) -> Option<OpArguments> {
    let mut read = OpArguments::default();
    for (place, one) in passed.iter().enumerate() {
        let dictionary = intrinsics::row_parameter(reader, intrinsic, place, one.attrs, one.ty);
        read.types.push(one.ty);
        read.all_attrs.push(dictionary);
        let Some((_, key)) = intrinsic.immediates.iter().find(|i| usize::from(i.0) == place) else {
            let value = argument_value(reader, one);
            read.arguments.push_value(one.ty, value, dictionary);
            continue;
        };
        let ArgumentValue::Constant(constant) = one.passed else { return None };
        if !immediate_of(reader.ctx, &reader.constants.pool, def, key, constant, &mut read.entries) {
            return None;
        }
    }
    Some(read)
}
