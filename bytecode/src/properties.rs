//! The properties of an operation in the order in which bytecode has them. MLIR's "Operation Definition Specification": the
//! attributes by name, then the properties that are none in the definition's order, then the sizes of groups.
//!
//! irtrip's definitions say it of their operations; of upstream's others, a table does that `cargo xtask tables` makes of upstream's
//! records. A line is a name and the properties: `NAME` an attribute, `NAME?` one that may be none, `NAME:flag`, `NAME:number` and
//! `NAME:optional` properties that are no attributes, `NAME:3` the sizes of three groups.

use std::cmp::Ordering;

use irtrip_dialect::ops::{AttrSlot, OpDef, Optionality, SlotKind, Traits};
use irtrip_dialect::release::{MlirRelease, Release};
use irtrip_dialect::verify::{attribute_fits, is_number_property};
use irtrip_dialect::{Attr, Context, ContextDialects, OpName, OpNameDefinition, Str, names};

use crate::encoding::Version;

/// How a property is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// The number of an attribute, which must be there.
    Attribute,
    /// The number of an attribute, which may be none.
    OptionalAttribute,
    /// A number.
    Number,
    /// A number that may be none: an array of one to the model.
    OptionalNumber,
    /// Whether it is there.
    Flag,
    /// The sizes of so many groups.
    Sizes(usize),
}

/// A property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its name.
    pub key: Str,
    /// How it is encoded.
    pub encoding: Encoding,
}

/// The names by which the sizes of groups stand among the attributes, in versions that have these as attributes.
const LEGACY_SIZES: [(Str, &str); 2] =
    [(names::RESULT_SEGMENT_SIZES, "result_segment_sizes"), (names::OPERAND_SEGMENT_SIZES, "operand_segment_sizes")];

/// The properties that operations have in other releases of MLIR: a release, an operation, and the properties as in the table of
/// operations.
static OTHER_RELEASES: &str = include_str!("other_releases.txt");

/// Dialects of upstream that its tools do not register.
const NOT_REGISTERED: [&str; 1] = ["vcix."];

/// Whether upstream's tools know an operation, whose properties are then by its definition in the file.
pub fn is_registered(ctx: &Context, name: OpName) -> bool {
    match name.def() {
        Some(def) => !def.is_irtrip() && !NOT_REGISTERED.iter().any(|dialect| def.name.starts_with(dialect)),
        None => upstream_row(&ctx.op_name_str(name)).is_some(),
    }
}

/// The properties of an operation, in order.
pub fn properties(ctx: &Context, name: OpName, version: Version) -> Vec<Property> {
    let (attributes, others) = match name.def() {
        Some(def) if def.is_irtrip() => return Vec::new(),
        Some(def) => of_definition(ctx, name, def),
        None => of_row(ctx, upstream_row(&ctx.op_name_str(name)).unwrap_or_default()),
    };
    in_version(ctx, attributes, others, version)
}

/// The properties of an operation in order.
pub type Layout = Vec<Property>;

/// The layouts that properties of an operation may have in a file of this version: that of MLIR 22, and those of the other releases
/// that have another. Where the file is known to be of a release, the release's are the first. None of an operation without
/// properties.
pub fn layouts(ctx: &Context, name: OpName, version: Version, of: Option<Release>) -> Vec<Layout> {
    let current = properties(ctx, name, version);
    let spelled = ctx.op_name_str(name);
    let rows = OTHER_RELEASES.lines().filter_map(|line| {
        let (release, row) = line.split_once(' ')?;
        let (own, row) = row.split_once(' ')?;
        (own == spelled).then_some((release, row))
    });
    let layout = |(release, row): (&str, &str)| {
        let (attributes, others) = of_row(ctx, row);
        let release = release.parse().ok().and_then(|release: MlirRelease| release.other);
        (release != of, in_version(ctx, attributes, others, version))
    };
    let others = rows.map(layout);
    let (own, mut all): (Vec<_>, Vec<_>) = others.partition(|other| !other.0);
    all.splice(0..0, own.into_iter().chain((!current.is_empty()).then_some((false, current))));
    all.into_iter().map(|(_, layout)| layout).collect()
}

/// Whether attributes are what the operation's definition says, as far as it has them.
pub fn fits(ctx: &Context, name: OpName, entries: &[(Str, Attr)]) -> bool {
    let Some(def) = name.def() else { return true };
    let slots = || def.attrs.iter().zip(ctx.slot_names(name));
    let slot = |key: Str| slots().find(|(_, own)| **own == key).map(|(slot, _)| slot);
    entries.iter().all(|&(key, value)| slot(key).is_none_or(|slot| attribute_fits(ctx, def, slot, value)))
}

/// Properties that are attributes and those that are not.
type Split = (Vec<Property>, Vec<Property>);

/// The properties that irtrip's definition has.
fn of_definition(ctx: &Context, name: OpName, def: &OpDef) -> Split {
    let properties = def.attrs.iter().zip(ctx.slot_names(name)).map(|(slot, &key)| {
        let encoding = match encoding_of(def, slot) {
            Encoding::Attribute if slot.optionality != Optionality::Required => Encoding::OptionalAttribute,
            encoding => encoding,
        };
        Property { key, encoding }
    });
    let (mut attributes, mut others): Split = properties.partition(|property| is_attribute(property.encoding));
    attributes.sort_by(|a, b| ctx.compare(a.key, b.key));
    let sizes = [
        (Traits::OPERAND_SEGMENTS, names::OPERAND_SEGMENT_SIZES, def.operands.len()),
        (Traits::RESULT_SEGMENTS, names::RESULT_SEGMENT_SIZES, def.results.len()),
    ];
    let sizes = sizes.into_iter().filter(|(of, ..)| def.is(*of));
    others.extend(sizes.map(|(_, key, groups)| Property { key, encoding: Encoding::Sizes(groups) }));
    (attributes, others)
}

/// The properties that a line of the table has.
fn of_row(ctx: &Context, row: &str) -> Split {
    let properties = row.split_ascii_whitespace().map(|word| {
        let (key, encoding) = match word.split_once(':') {
            Some((key, "number")) => (key, Encoding::Number),
            Some((key, "optional")) => (key, Encoding::OptionalNumber),
            Some((key, "flag")) => (key, Encoding::Flag),
            Some((key, groups)) => (key, Encoding::Sizes(groups.parse().unwrap_or_default())),
            None => match word.strip_suffix('?') {
                Some(key) => (key, Encoding::OptionalAttribute),
                None => (word, Encoding::Attribute),
            },
        };
        Property { key: ctx.str(key), encoding }
    });
    properties.partition(|property| is_attribute(property.encoding))
}

fn is_attribute(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Attribute | Encoding::OptionalAttribute)
}

/// The properties in the order of a version: one that has sizes of groups as attributes has them where their old names stand.
fn in_version(
    ctx: &Context,
    mut attributes: Vec<Property>,
    mut others: Vec<Property>,
    version: Version,
) -> Vec<Property> {
    if !version.has_native_segment_sizes() {
        // The last first, so that the places before stay.
        for (key, name) in LEGACY_SIZES {
            let Some(found) = others.iter().position(|property| property.key == key) else { continue };
            others.remove(found);
            let place = attributes.iter().filter(|property| ctx.bytes(property.key) < name.as_bytes()).count();
            attributes.insert(place, Property { key, encoding: Encoding::Attribute });
        }
    }
    attributes.append(&mut others);
    attributes
}

/// What the table has of an operation in addition to its name.
fn upstream_row(name: &str) -> Option<&'static str> {
    static OPERATIONS: &str = include_str!("generated/operations.txt");
    // The lines are in the order of the names: the half that has the name's line, until one line is left.
    let mut lines = OPERATIONS;
    loop {
        let middle = lines.get(..lines.len() / 2)?.rfind('\n').map_or(0, |end| end + 1);
        let (before, rest) = lines.split_at_checked(middle)?;
        let (line, after) = rest.split_once('\n')?;
        let (own, row) = line.split_once(' ').unwrap_or((line, ""));
        match own.cmp(name) {
            Ordering::Equal => return Some(row),
            Ordering::Less => lines = after,
            Ordering::Greater => lines = before,
        }
    }
}

/// How an inherent attribute is encoded, if it must be there: some are properties that are no attributes.
fn encoding_of(def: &OpDef, slot: &AttrSlot) -> Encoding {
    match (slot.kind, slot.optionality) {
        (SlotKind::Unit, Optionality::Default(_)) => Encoding::Flag,
        (SlotKind::Array, Optionality::DefaultEmpty) => Encoding::OptionalNumber,
        (SlotKind::Enum(_) | SlotKind::Bits(_), _) if def.name.starts_with("ptr.") => Encoding::Number,
        _ if is_number_property(def, slot) => Encoding::Number,
        _ => Encoding::Attribute,
    }
}
