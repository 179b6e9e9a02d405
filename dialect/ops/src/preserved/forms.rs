//! What the arrays among the preserved attributes hold, as constraints that the verifier asks for.

use super::constants::is_encoded_constant;
use super::summary::is_summary;
use crate::attribute_set::{attr_item, check_value};
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::enums::{CodeModel, InstructionFlags};
use crate::llvm_attributes::{AttributeValue, VARIABLE_SANITIZERS};
use crate::names::*;
use crate::ops::attr_constraints::{AttrConstraint, Class, attr_constraints, is_array_of};
use crate::release::Release;
use crate::types::well_known as types;

attr_constraints! {
    ATOM Itself "array of a group and a rank, which is at most 255" = |ctx, attr| {
        matches!(ctx.dense_array(attr), Some([_, rank]) if u8::try_from(*rank).is_ok())
    };
    NAME Itself "string without a zero byte" = |ctx, attr| {
        ctx.string_value(attr).is_some_and(|name| !ctx.bytes(name).contains(&0))
    };
    ENCODED_CONSTANT Itself "constant as preserved attributes hold it" = is_encoded_constant;
    // Which of them an operation or a parameter may have, the verifier asks of its definition.
    ATTRIBUTE_LIST Itself "list of LLVM attributes" = |ctx, attr| is_array_of(ctx, attr, &|item| is_attribute(ctx, item));
    FLAG_WORDS Itself "array of words of LLVM's syntax of instructions" = |ctx, attr| {
        is_array_of(ctx, attr, &|word| ctx.string_value(word).is_some_and(|word| is_word(ctx.bytes(word))))
    };
    INRANGE Itself "integer or array of two integers, the second the larger one" = |ctx, attr| match ctx.items(attr) {
        [lower, upper] if is_integer(ctx, *lower) && is_integer(ctx, *upper) => {
            ctx.int_value(*lower).zip(ctx.int_value(*upper)).is_none_or(|(lower, upper)| lower < upper)
        }
        _ => ctx.int_value(attr).is_some(),
    };
    PHIS Itself "array of units and dictionaries of flags, attachments and a name" = |ctx, attr| {
        is_array_of(ctx, attr, &|phi| match ctx.attr_data(phi) {
            AttrData::Unit => true,
            AttrData::Dictionary(entries) => entries.iter().all(|(key, value)| match *key {
                IRTRIP_FLAGS => (FLAG_WORDS.holds)(ctx, *value),
                IRTRIP_NAME => ctx.string_value(*value).is_some(),
                _ => true,
            }),
            _ => false,
        })
    };
    ARGUMENTS Itself "array of arguments" = |ctx, attr| is_array_of(ctx, attr, &|argument| is_argument(ctx, argument));
    BUNDLE_ARGUMENTS Itself "array of arrays of arguments" =
        |ctx, attr| is_array_of(ctx, attr, &|bundle| (ARGUMENTS.holds)(ctx, bundle));
    ATTACHMENTS Itself "dictionary of metadata nodes" = |ctx, attr| {
        matches!(ctx.attr_data(attr), AttrData::Dictionary(entries) if entries.iter().all(|entry| is_attachment(ctx, entry.1)))
    };
    RECORDS Itself "array of numbers and of dictionaries with kind and args" =
        |ctx, attr| is_array_of(ctx, attr, &|record| is_record(ctx, record));
    USE_LIST_ORDERS Itself "array of pairs of a subject and another order of its uses" = |ctx, attr| {
        is_array_of(ctx, attr, &|order| matches!(ctx.items(order), [_, indexes] if is_reordering(ctx, *indexes)))
    };
    SUMMARY Itself "entries of a ThinLTO summary" = is_summary;
    ASSEMBLY_PARTS Itself "array of dictionaries of lines, target_features and target_cpu" =
        |ctx, attr| is_array_of(ctx, attr, &|part| assembly_part(ctx, part).is_some());
    SANITIZERS Itself "array of a variable's properties for sanitizers" = |ctx, attr| {
        is_array_of(ctx, attr, &|word| {
            ctx.string_value(word).is_some_and(|word| VARIABLE_SANITIZERS.iter().any(|own| own.as_bytes() == ctx.bytes(word)))
        })
    };
    INSTRUCTION_MARK Itself "unit or release" =
        |ctx, attr| matches!(ctx.attr_data(attr), AttrData::Unit) || instruction_since(ctx, attr).is_some();
    CODE_MODEL Itself "code model" =
        |ctx, attr| ctx.string_value(attr).is_some_and(|word| CodeModel::from_llvm(ctx.bytes(word)).is_some());
}

/// Whether an operation with this dictionary is an instruction for a release, where its operands are all constant: by
/// `irtrip.instruction`.
pub fn is_instruction(ctx: &Context, attrs: Attr, release: Release) -> bool {
    let mark = ctx.entry(attrs, IRTRIP_INSTRUCTION);
    mark.is_some_and(|mark| instruction_since(ctx, mark).is_none_or(|since| since <= release))
}

/// The release that an `irtrip.instruction` names: before it, the operation is a constant expression.
fn instruction_since(ctx: &Context, mark: Attr) -> Option<Release> {
    ctx.text(ctx.string_value(mark)?).parse().ok()
}

/// A part of a module's assembly: LangRef, "Module-Level Inline Assembly".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssemblyPart {
    /// How many strings it has.
    pub lines: usize,
    /// The values of [`ASSEMBLY_PROPERTIES`], of which those that are not given are empty.
    pub properties: [Str; 2],
}

/// The properties that a part may have, in the order of LLVM's writer.
pub const ASSEMBLY_PROPERTIES: [&str; 2] = ["target_features", "target_cpu"];

/// The parts that `irtrip.module_asm` describes of a module's assembly; `None` where they are not those of all its lines,
/// or no such thing.
pub fn assembly_parts(ctx: &Context, attrs: Attr) -> Option<Vec<AssemblyPart>> {
    let parts = ctx.items(ctx.entry(attrs, IRTRIP_MODULE_ASM)?).iter();
    let parts: Vec<AssemblyPart> = parts.map(|entry| assembly_part(ctx, *entry)).collect::<Option<_>>()?;
    let lines = ctx.entry(attrs, LLVM_MODULE_ASM).map_or(0, |lines| ctx.items(lines).len());
    let total = parts.iter().try_fold(0_usize, |total, part| total.checked_add(part.lines))?;
    (total == lines).then_some(parts)
}

/// The part that an entry of `irtrip.module_asm` describes; `None` where it describes none.
pub(crate) fn assembly_part(ctx: &Context, entry: Attr) -> Option<AssemblyPart> {
    let AttrData::Dictionary(entries) = ctx.attr_data(entry) else { return None };
    let mut part = AssemblyPart { lines: 0, properties: [EMPTY; 2] };
    for &(key, value) in entries.iter() {
        match ASSEMBLY_PROPERTIES.iter().position(|name| ctx.bytes(key) == name.as_bytes()) {
            Some(place) => part.properties[place] = ctx.string_value(value)?,
            None if ctx.bytes(key) == b"lines" => part.lines = usize::try_from(ctx.int_value(value)?).ok()?,
            None => return None,
        }
    }
    (part.lines > 0).then_some(part)
}

impl AssemblyPart {
    /// Whether any property is given.
    pub fn has_properties(&self) -> bool {
        self.properties.iter().any(|value| *value != EMPTY)
    }

    /// Its entry in `irtrip.module_asm`.
    pub fn attr(&self, ctx: &Context) -> Attr {
        let given = ASSEMBLY_PROPERTIES.iter().zip(self.properties).filter(|(_, value)| *value != EMPTY);
        let mut entries: Vec<(Str, Attr)> = given.map(|(name, value)| (ctx.str(name), ctx.str_attr(value))).collect();
        entries.push((ctx.str("lines"), ctx.int_attr(types::I64, self.lines as i64)));
        ctx.dictionary(&entries)
    }
}

/// Words of an instruction's syntax that are no flags.
const OTHER_WORDS: &[&[u8]] = &[b"alignstack", b"inteldialect", b"sideeffect", b"swifterror", b"unwind"];

fn is_word(word: &[u8]) -> bool {
    OTHER_WORDS.contains(&word) || InstructionFlags::from_llvm(word).is_some()
}

fn is_integer(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Integer { .. } | AttrData::BigInteger { .. })
}

/// Whether a dense array holds each of its places once, and not in their order. LangRef, "Use-list Order Directives".
fn is_reordering(ctx: &Context, indexes: Attr) -> bool {
    let Some(indexes) = ctx.dense_array(indexes) else { return false };
    let mut seen = vec![false; indexes.len()];
    let is_new = |index: &i64| {
        let place = usize::try_from(*index).ok().and_then(|index| seen.get_mut(index));
        place.is_some_and(|place| !std::mem::replace(place, true))
    };
    !indexes.is_sorted() && indexes.iter().all(is_new)
}

/// An entry of a list of LLVM attributes whose value LLVM reads.
fn is_attribute(ctx: &Context, entry: Attr) -> bool {
    let Some(item) = attr_item(ctx, entry) else { return false };
    match (item.row().map(|row| row.value), ctx.entries(entry).first()) {
        (Some(value @ AttributeValue::Text(_)), Some((_, text))) => {
            // A call's `memory` without effects says that it has none.
            ctx.string_value(*text)
                .is_some_and(|text| ctx.bytes(text).is_empty() || check_value(value, Some(&ctx.text(text))).is_ok())
        }
        _ => true,
    }
}

/// A node, an upstream attribute with the node that it stands for, or all of a kind.
fn is_attachment(ctx: &Context, attachment: Attr) -> bool {
    match ctx.entry(attachment, ALL) {
        Some(all) => is_array_of(ctx, all, &|node| is_attachment(ctx, node)),
        None => is_node(ctx, attachment) || matches!(ctx.items(attachment), [_, node] if is_node(ctx, *node)),
    }
}

/// A node's number, or a tuple that is written in place.
fn is_node(ctx: &Context, node: Attr) -> bool {
    let is_number = |attr| matches!(ctx.attr_data(attr), AttrData::Integer { ty, .. } if *ty == types::INDEX);
    let is_operand = |operand: Attr| match ctx.attr_data(operand) {
        AttrData::Unit | AttrData::String { .. } => true,
        _ => is_number(operand) || is_encoded_constant(ctx, operand),
    };
    is_number(node) || is_array_of(ctx, node, &is_operand)
}

/// An entry of `args`, or of a bundle.
fn is_argument(ctx: &Context, argument: Attr) -> bool {
    match (ctx.attr_data(argument), ctx.entries(argument).first()) {
        (AttrData::Unit, _) => true,
        (AttrData::Dictionary(_), Some((key, value))) => match ctx.bytes(*key) {
            b"local" => true,
            // `null` is no operand of a call.
            b"metadata" => !matches!(ctx.attr_data(*value), AttrData::Unit),
            b"label" => ctx.int_value(*value).is_some(),
            _ => false,
        },
        _ => false,
    }
}

/// How many values a list of arguments takes from the operands.
pub(crate) fn described_values(ctx: &Context, arguments: Attr) -> usize {
    let takes = |argument: &&Attr| match ctx.entries(**argument).first() {
        None => true,
        Some((key, _)) => ctx.bytes(*key) == b"local",
    };
    ctx.items(arguments).iter().filter(takes).count()
}

/// How many arguments a debug record of a kind has, the location with them; LangRef, "Debug Records".
pub fn record_length(kind: &[u8]) -> Option<usize> {
    Some(match kind {
        b"value" | b"declare" | b"declare_value" => 4,
        b"assign" => 7,
        b"label" => 2,
        _ => return None,
    })
}

fn is_record(ctx: &Context, record: Attr) -> bool {
    if let AttrData::Integer { .. } = ctx.attr_data(record) {
        return true;
    }
    let kind = ctx.string_entry(record, KIND);
    let Some(args) = ctx.entry(record, ARGS) else { return false };
    let Some(kind) = kind.map(|kind| ctx.bytes(kind)) else { return false };
    let is_right = |(place, arg): (usize, &Attr)| {
        is_record_argument(ctx, *arg, true) && (takes_value(kind, place) || is_record_node(ctx, *arg))
    };
    record_length(kind) == Some(ctx.items(args).len()) && ctx.items(args).iter().enumerate().all(is_right)
}

/// Whether an argument of a debug record is a value: the variable's, and the address that is assigned to. The others are nodes.
fn takes_value(kind: &[u8], place: usize) -> bool {
    match kind {
        b"label" => false,
        b"assign" => matches!(place, 0 | 4),
        _ => place == 0,
    }
}

/// Metadata that is no constant.
fn is_record_node(ctx: &Context, arg: Attr) -> bool {
    let Some((key, value)) = ctx.entries(arg).first() else { return false };
    let is_number = matches!(ctx.attr_data(*value), AttrData::Integer { ty, .. } if *ty == types::INDEX);
    ctx.bytes(*key) == b"metadata" && (is_number || !is_encoded_constant(ctx, *value))
}

/// Metadata, a value, or, where `may_list`, a list of values.
fn is_record_argument(ctx: &Context, arg: Attr, may_list: bool) -> bool {
    let Some((key, value)) = ctx.entries(arg).first() else { return false };
    match ctx.bytes(*key) {
        b"metadata" => !matches!(ctx.attr_data(*value), AttrData::Unit),
        b"list" => may_list && is_array_of(ctx, *value, &|item| is_record_argument(ctx, item, false)),
        b"argument" | b"type" => ctx.entry(arg, TYPE).is_some_and(|ty| ctx.type_value(ty).is_some()),
        _ => false,
    }
}
