//! Atomic updates of AMDGPU's memory: its older intrinsics become `atomicrmw`, and what an older function attribute says
//! of all updates in a function is attached to each.

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::enums::AtomicBinOp;
use irtrip_dialect::intrinsics::amdgpu_atomics::*;
use irtrip_dialect::metadata::{MetadataGraph, Node, NodeId, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::preserved::{OlderCall, OlderIntrinsic};
use irtrip_dialect::types::predicates::is_pointer;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, FloatKind, Str, Type, TypeData, Value};

use super::calls::{argument_value, forget_name, keep_location_only, keep_older_call, made, older_call};
use super::{ArgumentValue, CallArgument, Upgrade};
use crate::attribute_cache::NamedAttrs;
use crate::bodies::attachments::placed_attachments;
use crate::bodies::calls::{CallPrefix, pointee_entry};
use crate::bodies::instructions::operand_types::check_update;
use crate::bodies::reader::FunctionReader;
use crate::source_map::Attachments;

/// The nodes that are attached to updates.
#[derive(Clone, Copy)]
pub(crate) struct AttachedNodes {
    /// `!{}`
    empty: NodeId,
    /// The range of address spaces that hold private memory.
    private: NodeId,
}

/// The nodes for a module's updates, where its text mentions an intrinsic of AMDGPU's or the attribute. One that nothing
/// refers to is written nowhere.
pub(crate) fn attached_nodes(ctx: &Context, graph: &mut MetadataGraph, text: &[u8]) -> Option<AttachedNodes> {
    let mentions = |part: &str| memchr::memmem::find(text, part.as_bytes()).is_some();
    if !mentions("@llvm.amdgcn.") && !mentions(UNSAFE_FP_ATOMICS) {
        return None;
    }
    let mut tuple = |operands: &[Operand]| graph.uniqued(Node::Tuple { distinct: false, operands: operands.into() });
    let space = |space: u32| Operand::Constant(ctx.int_attr(types::I32, i64::from(space)));
    Some(AttachedNodes { empty: tuple(&[]), private: tuple(&[space(PRIVATE), space(PRIVATE + 1)]) })
}

/// Takes the older attribute from a defined function's: whether it is there, and what the function has in its place.
pub(crate) fn take_unsafe(ctx: &Context, set: &mut AttributeSet) -> Option<(bool, (Str, Attr))> {
    let key = ctx.str(UNSAFE_FP_ATOMICS);
    let value = set.string(key)?;
    let mut kept = AttributeSet::new();
    let is_other = |item: &&AttributeItem| !matches!(item, AttributeItem::String { key: own, .. } if *own == key);
    set.items().iter().filter(is_other).for_each(|item| kept.push(ctx, *item));
    *set = kept;
    let text = value.map_or(attrs::UNIT, |value| ctx.str_attr(value));
    let older = ctx.dictionary(&[(key, text)]);
    Some((value.is_some_and(|value| ctx.bytes(value) == b"true"), (IRTRIP_OLDER_ATTRIBUTES, older)))
}

/// Whether an intrinsic of this type is an update: a pointer and a value are its first arguments, and it returns another
/// such value.
pub(super) fn is_update(ctx: &Context, result: Type, params: &[Type]) -> bool {
    matches!(params, [pointer, value, ..] if is_pointer(ctx, *pointer) && *value == result)
}

/// A call of `symbol`, an intrinsic that is an `atomicrmw` today.
pub(super) fn update_call(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    (symbol, upgrade): (Str, &Upgrade),
    operation: AtomicBinOp,
    given: &[CallArgument],
) -> DiagnosticResult<()> {
    let [pointer, operand, immediates @ ..] = given else { return reader.c.expected("arguments of an atomic update") };
    let number = |one: &CallArgument| match one.passed {
        ArgumentValue::Constant(constant) => reader.constants.pool.int(constant),
        ArgumentValue::Value(_) => None,
    };
    let numbers: Vec<Option<i64>> = immediates.iter().map(number).collect();
    let older = replaced_call(reader, call, (symbol, upgrade), given, &numbers)?;
    let (ordering, volatile) = ordering_and_volatile(&numbers);
    let (ty, space) = (operand.ty, reader.ctx.pointer_space(pointer.ty).unwrap_or_default());
    let (pointer, mut value) = (argument_value(reader, pointer), argument_value(reader, operand));
    keep_location_only(reader);
    reader.lists.given = None;
    let alone = reader.f.upgrade.attachments.clone();
    let updated = brain_floats(reader.ctx, ty);
    let result = reader.f.result.take();
    if let Some(floats) = updated {
        reader.f.upgrade.anonymous = true;
        value = made(reader, |reader| reader.emit(llvm::BITCAST, &[value], &mut NamedAttrs::new(), floats))?;
    } else {
        reader.f.result.clone_from(&result);
    }
    check_update(reader, operation, updated.unwrap_or(ty), reader.f.at)?;
    attach(reader, operation, updated.unwrap_or(ty), space);
    let size = reader.tables.layout.store_size(reader.ctx, ty).max(1);
    let mut entries: NamedAttrs = vec![
        (BIN_OP, reader.cache.enum_value(operation)),
        (SYNCSCOPE, reader.ctx.string_attr(INTRINSIC_SCOPE)),
        (ORDERING, reader.cache.enum_value(ordering)),
        (ALIGNMENT, reader.cache.i64(size as i64)),
    ];
    entries.extend(volatile.then_some((VOLATILE, attrs::UNIT)));
    let of = updated.unwrap_or(ty);
    value = made(reader, |reader| reader.emit(llvm::ATOMICRMW, &[pointer, value], &mut entries, of))?;
    reader.f.upgrade.attachments = alone;
    if updated.is_some() {
        reader.f.upgrade.anonymous = false;
        reader.f.result = result;
        reader.emit(llvm::BITCAST, &[value], &mut NamedAttrs::new(), ty)?;
    }
    forget_name(reader);
    keep_older_call(reader, older);
    Ok(())
}

/// What the call was, for the releases that have it.
fn replaced_call(
    reader: &mut FunctionReader<'_, '_>,
    call: &CallPrefix,
    (symbol, upgrade): (Str, &Upgrade),
    given: &[CallArgument],
    numbers: &[Option<i64>],
) -> DiagnosticResult<OlderCall> {
    let ctx = reader.ctx;
    let types = given.iter().skip(2).map(|one| one.ty);
    let immediates: Option<Vec<Attr>> =
        types.zip(numbers).map(|(ty, number)| number.map(|number| ctx.int_attr(ty, number))).collect();
    let Some(immediates) = immediates.filter(|_| !reader.tables.as_llvm_reads) else { return Ok(OlderCall::default()) };
    let mut older = older_call(reader, (symbol, upgrade.row, call.tail), given, &[]);
    let mut entries: NamedAttrs = placed_attachments(reader, llvm::CALL_INTRINSIC)?.entries.to_vec();
    let typed: Vec<Type> = given.iter().map(|one| one.typed).collect();
    pointee_entry(reader, call, &typed, Some(symbol), &mut entries);
    older.entries = (!entries.is_empty()).then(|| ctx.dictionary(&entries));
    older.intrinsic = Some(OlderIntrinsic { callee: symbol, ty: upgrade.old, immediates: ctx.array(&immediates) });
    Ok(older)
}

/// The vector of `bfloat` that a vector of 16-bit numbers stands for.
fn brain_floats(ctx: &Context, ty: Type) -> Option<Type> {
    let is_vector = matches!(ctx.type_data(ty), TypeData::Vector { .. });
    (is_vector && ctx.int_width(ctx.scalar_type(ty)) == Some(16))
        .then(|| ctx.with_scalar_type(ty, ctx.float_type(FloatKind::BF16)))
}

/// Adds what LLVM attaches to the update in place of an intrinsic's call, of a value of this type in an address space.
fn attach(reader: &mut FunctionReader<'_, '_>, operation: AtomicBinOp, ty: Type, space: u32) {
    let Some(nodes) = reader.tables.nodes.atomics else { return };
    let mut list = reader.f.upgrade.attachments.take().unwrap_or_default();
    if space == FLAT {
        list.push((reader.ctx.str("noalias.addrspace"), nodes.private));
    }
    if space != LOCAL {
        list.push((reader.ctx.str(NO_FINE_GRAINED_MEMORY), nodes.empty));
        if operation == AtomicBinOp::FAdd && ty == reader.ctx.float_type(FloatKind::F32) {
            list.push((reader.ctx.str(IGNORE_DENORMAL_MODE), nodes.empty));
        }
    }
    attach_unsafe(reader, operation, &mut list);
    reader.f.upgrade.attachments = Some(list);
}

/// Adds to an update's attachments what the function's older attribute says of it.
fn attach_unsafe(reader: &FunctionReader<'_, '_>, operation: AtomicBinOp, list: &mut Attachments) {
    let Some(nodes) = reader.tables.nodes.atomics else { return };
    if !reader.f.function.unsafe_fp_atomics || !is_floating_point(operation) {
        return;
    }
    for kind in UNSAFE_FP_KINDS {
        let kind = reader.ctx.str(kind);
        match list.iter_mut().find(|attached| attached.0 == kind) {
            Some(attached) => attached.1 = nodes.empty,
            None => list.push((kind, nodes.empty)),
        }
    }
}

/// Makes an `atomicrmw`, whose attachments are next, in a function with the older attribute.
pub(crate) fn emit_unsafe(
    reader: &mut FunctionReader<'_, '_>,
    operation: AtomicBinOp,
    operands: &[Value],
    entries: &mut NamedAttrs,
    ty: Type,
) -> DiagnosticResult<()> {
    let mut list = reader.tables.nodes.attachment_list(reader.ctx, &mut reader.c, true)?;
    let mut older = OlderCall::default();
    let is_unsafe_kind = |kind: Str| UNSAFE_FP_KINDS.iter().any(|known| known.as_bytes() == reader.ctx.bytes(kind));
    if !reader.tables.as_llvm_reads && list.iter().any(|attached| is_unsafe_kind(attached.0)) {
        reader.f.upgrade.attachments = Some(list.clone());
        let attached = placed_attachments(reader, llvm::ATOMICRMW)?.entries;
        older.entries = Some(reader.ctx.dictionary(&attached));
    }
    attach_unsafe(reader, operation, &mut list);
    reader.f.upgrade.attachments = Some(list);
    let emitted = reader.emit(llvm::ATOMICRMW, operands, entries, ty);
    reader.f.upgrade.attachments = None;
    keep_older_call(reader, older);
    emitted
}
