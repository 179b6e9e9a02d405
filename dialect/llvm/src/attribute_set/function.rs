//! A function's attributes as entries of `llvm.func`.

use super::parameter::{item_value, value_item};
use super::value::{param, raw_number, raw_text};
use super::{AttributeItem, AttributeSet, MemoryEffects, list_attr, list_set};
use crate::attr_table;
use crate::attributes::{AttrData, well_known as attrs};
use crate::context::{Attr, Context, Str};
use crate::enums::FramePointerKind;
use crate::llvm_attributes::{AttributeText, AttributeValue, by_function, by_llvm};
use crate::names::*;
use crate::release::Release;

/// How an attribute of `llvm.func` stores the value of a string attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StringForm {
    /// A string.
    Text,
    /// `true` or `false`.
    Bool,
    /// `unit`: no value.
    Unit,
    /// `#llvm.framePointerKind<...>`
    FramePointer,
    /// `#llvm.target_features<[...]>`
    Features,
}

/// A string attribute that `llvm.func` has an attribute for.
struct StringSlot {
    llvm: &'static str,
    function: &'static str,
    form: StringForm,
    /// Upstream's import leaves it in `passthrough` too.
    passed_through: bool,
    /// Of the slots of one group other than 0, upstream's import fills the first alone.
    group: u8,
}

const fn slot(llvm: &'static str, function: &'static str, form: StringForm) -> StringSlot {
    StringSlot { llvm, function, form, passed_through: false, group: 0 }
}

const fn both(llvm: &'static str, function: &'static str) -> StringSlot {
    StringSlot { llvm, function, form: StringForm::Text, passed_through: true, group: 0 }
}

const fn one_of(group: u8, llvm: &'static str, function: &'static str) -> StringSlot {
    StringSlot { llvm, function, form: StringForm::Unit, passed_through: false, group }
}

/// The string attributes `llvm.func` has attributes for; within a group in the order upstream's import asks for them.
static STRING_SLOTS: &[StringSlot] = &[
    one_of(1, "aarch64_pstate_sm_enabled", "arm_streaming"),
    one_of(1, "aarch64_pstate_sm_body", "arm_locally_streaming"),
    one_of(1, "aarch64_pstate_sm_compatible", "arm_streaming_compatible"),
    one_of(2, "aarch64_new_za", "arm_new_za"),
    one_of(2, "aarch64_in_za", "arm_in_za"),
    one_of(2, "aarch64_out_za", "arm_out_za"),
    one_of(2, "aarch64_inout_za", "arm_inout_za"),
    one_of(2, "aarch64_preserves_za", "arm_preserves_za"),
    slot("frame-pointer", "frame_pointer", StringForm::FramePointer),
    both("target-cpu", "target_cpu"),
    slot("tune-cpu", "tune_cpu", StringForm::Text),
    slot("target-features", "target_features", StringForm::Features),
    both("reciprocal-estimates", "reciprocal_estimates"),
    both("prefer-vector-width", "prefer_vector_width"),
    slot("no-infs-fp-math", "no_infs_fp_math", StringForm::Bool),
    slot("no-nans-fp-math", "no_nans_fp_math", StringForm::Bool),
    slot("no-signed-zeros-fp-math", "no_signed_zeros_fp_math", StringForm::Bool),
    slot("denormal-fp-math", "denormal_fp_math", StringForm::Text),
    slot("denormal-fp-math-f32", "denormal_fp_math_f32", StringForm::Text),
    slot("fp-contract", "fp_contract", StringForm::Text),
    slot("instrument-function-entry", "instrument_function_entry", StringForm::Text),
    slot("instrument-function-exit", "instrument_function_exit", StringForm::Text),
];

/// Attributes of the `nvvm` dialect on a function, and the string attributes of LLVM IR that upstream's export makes of
/// them.
static NVVM_ATTRIBUTES: &[(&str, &str)] = &[
    ("nvvm.maxntid", "nvvm.maxntid"),
    ("nvvm.reqntid", "nvvm.reqntid"),
    ("nvvm.cluster_dim", "nvvm.cluster_dim"),
    ("nvvm.cluster_max_blocks", "nvvm.maxclusterrank"),
    ("nvvm.minctasm", "nvvm.minctasm"),
    ("nvvm.maxnreg", "nvvm.maxnreg"),
    ("nvvm.blocksareclusters", "nvvm.blocksareclusters"),
];

/// A number, or numbers with commas between them; none for `unit`.
fn numbers_text(ctx: &Context, attr: Attr) -> Option<Str> {
    let list = match ctx.int_value(attr) {
        Some(number) => vec![number.to_string()],
        None => ctx.dense_array(attr)?.iter().map(i64::to_string).collect(),
    };
    Some(ctx.str(&list.join(",")))
}

/// The entries of an `llvm.func`'s dictionary that stand for `set`: upstream's, and `irtrip.attributes` for what those
/// cannot express.
pub fn function_entries(ctx: &Context, set: &AttributeSet) -> Vec<(Str, Attr)> {
    let mut entries = Vec::new();
    let mut passthrough = Vec::new();
    let mut rest = AttributeSet::new();
    let groups = group_winners(ctx, set);
    for item in set.items() {
        let entry = match item {
            AttributeItem::String { key, value } => string_entry(ctx, *key, *value, groups, &mut entries),
            _ => row_entry(ctx, item, &mut entries),
        };
        let passed = entry != FunctionEntry::Only && pass(ctx, item, &mut passthrough);
        if entry == FunctionEntry::None && !passed {
            rest.items.push(*item);
        }
    }
    if !passthrough.is_empty() {
        entries.push((PASSTHROUGH, ctx.array(&passthrough)));
    }
    if !rest.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, &rest)));
    }
    entries
}

/// The entry of an `llvm.func`'s dictionary that an attribute became.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FunctionEntry {
    None,
    /// An entry of its own; `passthrough` has the attribute too.
    AndPassthrough,
    /// An entry of its own, and `passthrough` must not have it.
    Only,
}

fn row_entry(ctx: &Context, item: &AttributeItem, entries: &mut Vec<(Str, Attr)>) -> FunctionEntry {
    let entry = item.row().filter(|r| !r.function.is_empty()).and_then(|row| {
        let attr = item_value(ctx, row, item)?;
        // Upstream's import does not tell effects on all memory from no `memory` at all.
        if row.value == AttributeValue::Text(AttributeText::Memory)
            && MemoryEffects::of_attr(ctx, attr) == Some(MemoryEffects::ANY)
        {
            return None;
        }
        (value_item(ctx, item.place()?, row, attr)? == *item).then(|| (ctx.str(row.function), attr))
    });
    match entry {
        Some(entry) => {
            entries.push(entry);
            FunctionEntry::Only
        }
        None => FunctionEntry::None,
    }
}

/// Of each group, the place in [`STRING_SLOTS`] of the slot that upstream's import fills.
fn group_winners(ctx: &Context, set: &AttributeSet) -> [usize; 3] {
    let mut winners = [usize::MAX; 3];
    for item in set.items() {
        let AttributeItem::String { key, .. } = item else { continue };
        let Some(place) = STRING_SLOTS.iter().position(|s| s.llvm.as_bytes() == ctx.bytes(*key)) else { continue };
        if let Some(winner) = winners.get_mut(usize::from(STRING_SLOTS[place].group)) {
            *winner = place.min(*winner);
        }
    }
    winners
}

fn string_entry(
    ctx: &Context,
    key: Str,
    value: Option<Str>,
    groups: [usize; 3],
    entries: &mut Vec<(Str, Attr)>,
) -> FunctionEntry {
    let Some(place) = STRING_SLOTS.iter().position(|s| s.llvm.as_bytes() == ctx.bytes(key)) else {
        return FunctionEntry::None;
    };
    let slot = &STRING_SLOTS[place];
    if slot.group != 0 && groups.get(usize::from(slot.group)) != Some(&place) {
        return FunctionEntry::None;
    }
    let Some(attr) = slot_attr(ctx, slot.form, value) else { return FunctionEntry::None };
    if slot_value(ctx, slot.form, attr) != Some(value) {
        return FunctionEntry::None;
    }
    entries.push((ctx.str(slot.function), attr));
    if slot.passed_through { FunctionEntry::AndPassthrough } else { FunctionEntry::Only }
}

fn slot_attr(ctx: &Context, form: StringForm, value: Option<Str>) -> Option<Attr> {
    let text = ctx.text(value.unwrap_or(EMPTY));
    match form {
        StringForm::Text => Some(ctx.str_attr(value.unwrap_or(EMPTY))),
        StringForm::Bool => match &*text {
            "true" => Some(attrs::TRUE),
            "false" => Some(attrs::FALSE),
            _ => None,
        },
        StringForm::Unit => Some(attrs::UNIT),
        StringForm::FramePointer => Some(ctx.enum_attr(FramePointerKind::from_llvm(text.as_bytes())?)),
        StringForm::Features => {
            let features: Vec<&str> = text.split(',').filter(|_| !text.is_empty()).collect();
            if !features.iter().all(|f| f.len() > 1 && (f.starts_with('+') || f.starts_with('-'))) {
                return None;
            }
            let list: Vec<Attr> = features.iter().map(|f| ctx.string_attr(f)).collect();
            let list = (!list.is_empty()).then(|| ctx.array(&list));
            Some(ctx.attr(AttrData::Llvm { kind: attr_table::TARGET_FEATURES, params: Box::new([list]) }))
        }
    }
}

/// The value of the string attribute that a slot stores; `None` where it stores none.
fn slot_value(ctx: &Context, form: StringForm, attr: Attr) -> Option<Option<Str>> {
    let value = match form {
        StringForm::Text => ctx.string_value(attr)?,
        StringForm::Bool => ctx.str(if ctx.int_value(attr)? != 0 { "true" } else { "false" }),
        StringForm::Unit => EMPTY,
        StringForm::FramePointer => ctx.str(ctx.enum_value::<FramePointerKind>(attr)?.llvm()),
        StringForm::Features => {
            if !matches!(ctx.attr_data(attr), AttrData::Llvm { kind: attr_table::TARGET_FEATURES, .. }) {
                return None;
            }
            let list = param(ctx, attr, 0).unwrap_or(attrs::EMPTY_ARRAY);
            let features: Vec<_> =
                ctx.items(list).iter().filter_map(|f| ctx.string_value(*f)).map(|f| ctx.text(f)).collect();
            ctx.str(&features.join(","))
        }
    };
    Some((value != EMPTY).then_some(value))
}

/// The entries of a variable's dictionary that stand for `set`: upstream's list, which is one like `passthrough`, and
/// `irtrip.attributes` for what that cannot express.
pub fn variable_entries(ctx: &Context, set: &AttributeSet) -> Vec<(Str, Attr)> {
    let (mut entries, mut list, mut rest) = (Vec::new(), Vec::new(), AttributeSet::new());
    for item in set.items() {
        if !pass(ctx, item, &mut list) {
            rest.items.push(*item);
        }
    }
    if !list.is_empty() {
        entries.push((TARGET_SPECIFIC_ATTRS, ctx.array(&list)));
    }
    if !rest.is_empty() {
        entries.push((IRTRIP_ATTRIBUTES, list_attr(ctx, &rest)));
    }
    entries
}

/// Adds an item to `passthrough`, if `passthrough` round-trips to it.
fn pass(ctx: &Context, item: &AttributeItem, passthrough: &mut Vec<Attr>) -> bool {
    let pair = |key: Attr, value: Attr| ctx.array(&[key, value]);
    let entry = match item {
        AttributeItem::String { key, value: None } => Some(ctx.str_attr(*key)),
        AttributeItem::String { key, value: Some(value) } => Some(pair(ctx.str_attr(*key), ctx.str_attr(*value))),
        AttributeItem::Flag(_) => item.row().map(|r| ctx.string_attr(r.llvm)),
        AttributeItem::Int(_, value) => {
            item.row().map(|r| pair(ctx.string_attr(r.llvm), ctx.string_attr(&value.to_string())))
        }
        AttributeItem::Text(_, text) => item.row().and_then(|r| {
            let number = raw_number(r.value, &ctx.text(*text))?;
            Some(pair(ctx.string_attr(r.llvm), ctx.string_attr(&number.to_string())))
        }),
        AttributeItem::Type(..) => None,
    };
    match entry {
        Some(entry) if passed_item(ctx, entry).as_ref() == Some(item) => {
            passthrough.push(entry);
            true
        }
        _ => false,
    }
}

/// The item that an entry of `passthrough` stands for.
fn passed_item(ctx: &Context, entry: Attr) -> Option<AttributeItem> {
    let (key, value) = match ctx.attr_data(entry) {
        AttrData::String { value, .. } => (*value, None),
        AttrData::Array(pair) => match **pair {
            [key, value] => (ctx.string_value(key)?, Some(ctx.string_value(value)?)),
            _ => return None,
        },
        _ => return None,
    };
    let string = AttributeItem::String { key, value: value.filter(|v| *v != EMPTY) };
    // To upstream's export, a later release's word is a string.
    let of_model = by_llvm(&ctx.text(key)).filter(|(_, row)| row.releases.contains(Release::NATIVE));
    let Some((place, row)) = of_model else { return Some(string) };
    let place = place as u8;
    let number = value.and_then(|value| number_of_any_radix(&ctx.text(value)));
    Some(match (row.value, number) {
        (AttributeValue::None, None) if value.is_none() => AttributeItem::Flag(place),
        (AttributeValue::Int, Some(number)) => AttributeItem::Int(place, number),
        (value, Some(number)) => {
            raw_text(value, number).map_or(string, |text| AttributeItem::Text(place, ctx.str(&text)))
        }
        _ => string,
    })
}

/// An integer of 64 bits as `StringRef::getAsInteger` reads it: in decimal, or after `0x`, `0b`, `0o` or `0`.
fn number_of_any_radix(text: &str) -> Option<u64> {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let prefixes = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0", 8)];
    let of_prefix = |(prefix, radix)| Some((digits.strip_prefix(prefix).filter(|rest| !rest.is_empty())?, radix));
    let (digits, radix) = prefixes.into_iter().find_map(of_prefix).unwrap_or((digits, 10));
    let magnitude = i128::from(u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?);
    i64::try_from(if is_negative { -magnitude } else { magnitude }).ok().map(|number| number as u64)
}

/// Whether an entry of an `llvm.func`'s dictionary stands for LLVM attributes.
fn stands_for_attributes(ctx: &Context, key: Str) -> bool {
    let text = ctx.text(key);
    [PASSTHROUGH, IRTRIP_ATTRIBUTES].contains(&key)
        || by_function(&text).is_some()
        || STRING_SLOTS.iter().any(|slot| slot.function == text)
        || NVVM_ATTRIBUTES.iter().any(|row| row.0 == text)
}

/// An `llvm.func`'s dictionary with other LLVM attributes.
pub fn with_function_set(ctx: &Context, dictionary: Attr, set: &AttributeSet) -> Attr {
    let others = ctx.entries(dictionary).iter().copied().filter(|entry| !stands_for_attributes(ctx, entry.0));
    let entries: Vec<(Str, Attr)> = others.chain(function_entries(ctx, set)).collect();
    ctx.dictionary(&entries)
}

/// The LLVM attributes in an `llvm.func`'s dictionary; entries that stand for none are passed over. `passthrough`
/// yields to the attributes of their own, and `irtrip.attributes` to both.
pub fn function_set(ctx: &Context, dictionary: Attr) -> AttributeSet {
    let mut set = AttributeSet::new();
    if let Some(list) = ctx.entry(dictionary, IRTRIP_ATTRIBUTES) {
        set.extend(ctx, &list_set(ctx, list));
    }
    for entry in ctx.entry(dictionary, PASSTHROUGH).map(|p| ctx.items(p)).unwrap_or_default() {
        if let Some(item) = passed_item(ctx, *entry) {
            set.push(ctx, item);
        }
    }
    for &(name, attr) in ctx.entries(dictionary) {
        let text = ctx.text(name);
        if let Some((place, row)) = by_function(&text) {
            if let Some(item) = value_item(ctx, place as u8, row, attr) {
                set.push(ctx, item);
            }
        } else if let Some(slot) = STRING_SLOTS.iter().find(|s| s.function == text)
            && let Some(value) = slot_value(ctx, slot.form, attr)
        {
            set.push(ctx, AttributeItem::String { key: ctx.str(slot.llvm), value });
        } else if let Some((_, key)) = NVVM_ATTRIBUTES.iter().find(|a| a.0 == text) {
            set.push(ctx, AttributeItem::String { key: ctx.str(key), value: numbers_text(ctx, attr) });
        }
    }
    set
}
