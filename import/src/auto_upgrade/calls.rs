//! Calls of old intrinsics: their arguments are read, today's are made of them, and the call is one of today's.

use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{AttributeSet, MemoryEffects};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{InstructionFlags, TailCallKind};
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::names::{IRTRIP_NAME, POSITION};
use irtrip_dialect::ops::{Intrinsic, LlvmForm, OpDef, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, OpName, Str, Type, TypeData, Value};

use super::intrinsics::{Argument, Today};
use super::{Upgrade, named};
use crate::auto_upgrade::{expansions, lifetimes};
use crate::bodies::calls::intrinsics::{RowArguments, immediate_of, row_of};
use crate::bodies::calls::{Arguments, CallPrefix, Callee, intrinsics};
use crate::bodies::legality::parameter_at;
use crate::bodies::reader::FunctionReader;
use crate::constants::materialize::position_attr;
use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::Cursor;
use crate::error::Res;
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;
use crate::tables::attribute_groups::pass_attributes;

/// What is passed, as far as it has been read.
#[derive(Clone, Copy)]
pub(crate) enum ArgumentValue<'a> {
    /// What stands at a place of the text.
    Text(Cursor<'a>),
    Constant(ConstId),
    #[cfg(feature = "llvm19")]
    Value(Value),
}

/// An argument of a call.
#[derive(Clone, Copy)]
pub(crate) struct CallArgument<'a> {
    pub ty: Type,
    pub attrs: Attr,
    pub passed: ArgumentValue<'a>,
}

/// What the intrinsic of a call, which may be an old one, is today. The arguments are next, and are not passed.
pub(crate) fn upgrade_of<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: &CallPrefix<'a>,
    symbol: Str,
) -> Res<Option<Upgrade>> {
    if reader.tables.symbols.is_function(symbol) {
        return Ok(reader.tables.symbols.upgrade(symbol));
    }
    let before = reader.c;
    let mut types: SmallVec<[Type; 8]> = SmallVec::new();
    each_argument(reader, |_, given| types.push(given.ty))?;
    reader.c = before;
    let ty = reader.ctx.llvm_function_type(call.result, &types, false);
    Ok(Upgrade::of(reader.ctx, reader.ctx.bytes(symbol), ty))
}

/// Goes through the arguments in brackets; their values are passed and not read. None is metadata.
fn each_argument<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    mut see: impl FnMut(&mut FunctionReader<'_, 'a>, CallArgument<'a>),
) -> Res<()> {
    reader.c.expect(b'(', "'(' in call")?;
    let mut first = true;
    while !reader.c.eat(b')') {
        if !first {
            reader.c.expect(b',', "',' in argument list")?;
        }
        first = false;
        let ty = reader.read_type()?;
        if ty == wk::METADATA {
            while !matches!(reader.c.peek(), b',' | b')') && !reader.c.at_end() {
                pass_operand(reader)?;
            }
            see(reader, CallArgument { ty, attrs: attrs::EMPTY_DICTIONARY, passed: ArgumentValue::Text(reader.c) });
            continue;
        }
        let attrs = reader.attribute_dictionary(AttributeSite::Parameter)?;
        let given = CallArgument { ty, attrs, passed: ArgumentValue::Text(reader.c) };
        while !matches!(reader.c.peek(), b',' | b')') && !reader.c.at_end() {
            pass_operand(reader)?;
        }
        see(reader, given);
    }
    Ok(())
}

/// Passes a token of an operand, or what stands in brackets.
fn pass_operand(reader: &mut FunctionReader<'_, '_>) -> Res<()> {
    match reader.c.peek() {
        b'(' | b'[' | b'{' | b'<' => reader.c.skip_balanced(),
        b'%' | b'@' => reader.c.name().map(|_| ()),
        b'"' => reader.c.quoted().map(|_| ()),
        _ => reader.c.skip_token(),
    }
}

/// A call of `symbol`, an old intrinsic, behind the callee.
pub(crate) fn upgraded_call<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: CallPrefix<'a>,
    symbol: Str,
    upgrade: Upgrade,
    tail: TailCallKind,
) -> Res<()> {
    if upgrade.is_rename()
        && let Some((name, ty)) = upgrade.today
    {
        note_upgraded(reader, symbol, name, ty);
        let callee = Callee::Symbol(name, Some(ty), MemoryEffects::ANY);
        return intrinsics::todays_call(
            reader,
            CallPrefix { written: None, callee, upgraded: true, ..call },
            name,
            tail,
        );
    }
    let mut given = Vec::new();
    each_argument(reader, |_, one| given.push(one))?;
    converted_call(reader, call, symbol, upgrade, &given, tail)
}

/// A call of `symbol`, an old intrinsic, with these arguments, behind them.
pub(crate) fn converted_call<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: CallPrefix<'a>,
    symbol: Str,
    upgrade: Upgrade,
    given: &[CallArgument<'a>],
    tail: TailCallKind,
) -> Res<()> {
    let types: SmallVec<[Type; 8]> = given.iter().map(|one| one.ty).collect();
    if reader.ctx.llvm_function_type(call.result, &types, false) != upgrade.old {
        return reader.c.error_at(reader.f.at, "Intrinsic called with incompatible signature");
    }
    if let Some(expansion) = upgrade.expansion {
        return expansions::expand_call(reader, &call, symbol, expansion, given);
    }
    let row = upgrade.row;
    let passed = todays_arguments(reader, &call, &upgrade, given)?;
    if let (Today::Lifetime(_), [pointer, ..]) = (row.today, &passed[..]) {
        return lifetimes::sized_marker(reader, &call, symbol, upgrade.old, pointer);
    }
    let types: SmallVec<[Type; 8]> = passed.iter().map(|one| one.ty).collect();
    let result = upgrade.today.and_then(|today| result_of(reader, today.1)).unwrap_or(call.result);
    let ty = reader.ctx.llvm_function_type(result, &types, false);
    let today = match row.today {
        Today::Same => upgrade.today,
        Today::Is(now) | Today::Lifetime(now) => upgrade.today.or_else(|| named(reader.ctx, now, ty)),
        Today::BySign { place, negative, other } => {
            let number = passed_number(reader, given.get(usize::from(place)))?;
            named(reader.ctx, if number < 0 { negative } else { other }, ty)
        }
    };
    let Some((name, ty)) = today else { return reader.c.error_at(call.at, "invalid intrinsic signature") };
    note_upgraded(reader, symbol, name, ty);
    let result_attrs = if row.keeps.parameters { call.result_attrs } else { attrs::EMPTY_DICTIONARY };
    let callee = Callee::Symbol(name, None, MemoryEffects::ANY);
    let flags = InstructionFlags::empty();
    let call = CallPrefix { written: None, callee, flags, result_attrs, upgraded: true, ..call };
    reader.f.upgrade.location_only = !row.keeps.metadata;
    if !row.keeps.function {
        reader.lists.given = Some(AttributeSet::new());
    }
    let tail = if row.keeps.tail { tail } else { TailCallKind::None };
    if result == call.result {
        passed_call(reader, call, name, &passed, tail)?;
    } else {
        rebuilt_call(reader, call, name, &passed, result)?;
    }
    reader.f.upgrade.location_only = false;
    reader.lists.given = None;
    if !row.keeps.name && result != wk::VOID {
        forget_name(reader);
    }
    Ok(())
}

fn result_of(reader: &FunctionReader<'_, '_>, ty: Type) -> Option<Type> {
    match reader.ctx.type_data(ty) {
        TypeData::LlvmFunction { result, .. } => Some(*result),
        _ => None,
    }
}

/// A call that gives a literal struct, and the struct of the old one's type that is made of it.
fn rebuilt_call<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: CallPrefix<'a>,
    name: Str,
    passed: &[CallArgument<'a>],
    result: Type,
) -> Res<()> {
    let whole = call.result;
    let wanted = reader.f.result.take();
    let before = reader.c;
    reader.f.upgrade.anonymous = true;
    let mut value =
        made(reader, |reader| passed_call(reader, CallPrefix { result, ..call }, name, passed, TailCallKind::None))?;
    let call = value;
    let fields = reader.ctx.struct_elements(result).map(|(_, fields)| fields).unwrap_or_default();
    let poison = reader.constants.pool.intern(whole, ConstKind::Poison);
    value = reader.materialize(poison);
    for (place, field) in fields.iter().enumerate() {
        let position = (POSITION, position_attr(reader.ctx, &[place as i64]));
        let part = again(reader, before, |r| r.emit(llvm::EXTRACTVALUE, &[call], &mut vec![position], *field))?;
        if place + 1 == fields.len() {
            reader.f.upgrade.anonymous = false;
            reader.f.result = wanted.clone();
        }
        value = again(reader, before, |r| r.emit(llvm::INSERTVALUE, &[value, part], &mut vec![position], whole))?;
    }
    reader.f.upgrade.anonymous = false;
    Ok(())
}

/// The value of an operation that is made, with the attachments of the call whose function attributes stand at a place.
fn again<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    before: Cursor<'a>,
    make: impl FnOnce(&mut FunctionReader<'_, 'a>) -> Res<()>,
) -> Res<Value> {
    reader.c = before;
    pass_attributes(&mut reader.c)?;
    if reader.c.peek() == b'[' {
        reader.c.skip_balanced()?;
    }
    made(reader, make)
}

/// The value of the operation that is made.
fn made<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    make: impl FnOnce(&mut FunctionReader<'_, 'a>) -> Res<()>,
) -> Res<Value> {
    make(reader)?;
    let op = reader.f.block.and_then(|block| reader.f.body.last_op(block));
    match op.and_then(|op| reader.f.body.results(op).next()) {
        Some(value) => Ok(value),
        None => reader.c.unsupported(reader.f.at, "a call of an older LLVM's intrinsic that gives nothing"),
    }
}

/// Notes what is called in place of `symbol`, unless its declaration has become that of today.
fn note_upgraded(reader: &mut FunctionReader<'_, '_>, symbol: Str, name: Str, ty: Type) {
    let declared = reader.tables.symbols.upgrade(symbol).is_some_and(|upgrade| upgrade.today.is_some());
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

/// Today's arguments of a call with old ones.
fn todays_arguments<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: &CallPrefix<'a>,
    upgrade: &Upgrade,
    given: &[CallArgument<'a>],
) -> Res<SmallVec<[CallArgument<'a>; 8]>> {
    let keeps = upgrade.row.keeps.parameters;
    let kept = |one: &CallArgument<'a>| CallArgument {
        attrs: if keeps { one.attrs } else { attrs::EMPTY_DICTIONARY },
        ..*one
    };
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
                let of = if call.result == wk::VOID { given.first().map(|one| one.ty) } else { Some(call.result) };
                passed.push(aligned(reader, pointer, align, of.filter(|_| !keeps)));
            }
            Argument::Magnitude(place) => {
                let number = passed_number(reader, given.get(usize::from(*place)))?;
                passed.push(number_argument(reader, wk::I32, number.wrapping_abs()));
            }
            Argument::Widened(place) => {
                let number = passed_number(reader, given.get(usize::from(*place)))?;
                passed.push(number_argument(reader, wk::I32, number));
            }
            Argument::False => passed.push(number_argument(reader, wk::I1, 0)),
            Argument::Int(number) => passed.push(number_argument(reader, wk::I32, i64::from(*number))),
            Argument::Null => {
                let null = ArgumentValue::Constant(reader.constants.pool.intern(wk::PTR, ConstKind::Null));
                passed.push(CallArgument { ty: wk::PTR, attrs: attrs::EMPTY_DICTIONARY, passed: null });
            }
        }
        next = argument.next(next);
    }
    Ok(passed)
}

fn number_argument<'a>(reader: &mut FunctionReader<'_, 'a>, ty: Type, number: i64) -> CallArgument<'a> {
    let passed = ArgumentValue::Constant(reader.constants.pool.intern(ty, ConstKind::Int(number)));
    CallArgument { ty, attrs: attrs::EMPTY_DICTIONARY, passed }
}

/// A pointer with an alignment; without one that of a scalar of the type that is accessed.
fn aligned<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    pointer: CallArgument<'a>,
    align: i64,
    accessed: Option<Type>,
) -> CallArgument<'a> {
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
fn passed_number<'a>(reader: &mut FunctionReader<'_, 'a>, given: Option<&CallArgument<'a>>) -> Res<i64> {
    let constant = match given.map(|one| (one.ty, one.passed)) {
        Some((_, ArgumentValue::Constant(constant))) => Some(constant),
        Some((ty, ArgumentValue::Text(place))) => constant_at(reader, ty, place)?,
        #[cfg(feature = "llvm19")]
        Some((_, ArgumentValue::Value(_))) => None,
        None => None,
    };
    match constant.map(|constant| reader.constants.pool.kind(constant)) {
        Some(ConstKind::Int(number)) => Ok(*number),
        _ => reader.c.unsupported(reader.f.at, "a call of an older LLVM's intrinsic whose number is no constant"),
    }
}

/// The constant at a place; `None` where it is a local.
pub(crate) fn constant_at<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    ty: Type,
    place: Cursor<'a>,
) -> Res<Option<ConstId>> {
    let after = std::mem::replace(&mut reader.c, place);
    let constant = if reader.c.peek() == b'%' { None } else { Some(reader.constant(ty)?) };
    reader.c = after;
    Ok(constant)
}

/// The value of an argument.
pub(crate) fn argument_value<'a>(reader: &mut FunctionReader<'_, 'a>, given: &CallArgument<'a>) -> Res<Value> {
    match given.passed {
        ArgumentValue::Text(place) => {
            let after = std::mem::replace(&mut reader.c, place);
            let value = reader.value(given.ty)?;
            reader.c = after;
            Ok(value)
        }
        ArgumentValue::Constant(constant) => Ok(reader.materialize(constant)),
        #[cfg(feature = "llvm19")]
        ArgumentValue::Value(value) => Ok(value),
    }
}

/// A call of an intrinsic of today with these arguments, behind them.
fn passed_call<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    call: CallPrefix<'a>,
    name: Str,
    passed: &[CallArgument<'a>],
    tail: TailCallKind,
) -> Res<()> {
    if let Some(op) = row_of(reader.ctx.bytes(name))
        && !reader.tables.options.prefer_unregistered_intrinsics
        && let Some(def) = op.def()
        && let LlvmForm::Intrinsic(intrinsic) = def.llvm
        && let Some(read) = passed_row(reader, op, &intrinsic, passed)?
        && intrinsics::arguments_fit(reader, def, &intrinsic, &read, call.result)
        && intrinsics::row_fits(reader, def, &call)?
    {
        return intrinsics::row_call(reader, op, def, &intrinsic, call, name, read, tail);
    }
    let mut arguments = Arguments::default();
    for one in passed {
        let value = argument_value(reader, one)?;
        arguments.push_value(one.ty, value, parameter_at(reader.ctx, one.attrs, one.ty));
    }
    intrinsics::unregistered_call(reader, call, name, arguments, tail)
}

/// The arguments for a row; `None` where a number that is an attribute of its operation is none.
fn passed_row<'a>(
    reader: &mut FunctionReader<'_, 'a>,
    op: OpName,
    intrinsic: &Intrinsic,
    passed: &[CallArgument<'a>],
) -> Res<Option<RowArguments>> {
    let Some(def): Option<&'static OpDef> = op.def() else { return Ok(None) };
    let mut read = RowArguments::default();
    for (place, one) in passed.iter().enumerate() {
        let dictionary = intrinsics::row_parameter(reader, intrinsic, place, one.attrs, one.ty);
        read.types.push(one.ty);
        read.all_attrs.push(dictionary);
        let Some((_, key)) = intrinsic.immediates.iter().find(|i| usize::from(i.0) == place) else {
            let value = argument_value(reader, one)?;
            read.arguments.push_value(one.ty, value, dictionary);
            continue;
        };
        let constant = match one.passed {
            ArgumentValue::Constant(constant) => Some(constant),
            ArgumentValue::Text(place) => constant_at(reader, one.ty, place)?,
            #[cfg(feature = "llvm19")]
            ArgumentValue::Value(_) => None,
        };
        let Some(constant) = constant else { return Ok(None) };
        if !immediate_of(reader.ctx, &reader.constants.pool, def, key, constant, &mut read.entries) {
            return Ok(None);
        }
    }
    Ok(Some(read))
}
