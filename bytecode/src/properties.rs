//! The properties of an operation in the order in which bytecode has them. MLIR's "Operation Definition Specification": the
//! attributes by name, then the properties that are none in the definition's order, then the sizes of groups.

use irtrip_dialect::ops::{AttrSlot, OpDef, Optionality, SlotKind, Traits};
use irtrip_dialect::verify::is_number_property;
use irtrip_dialect::{Context, ContextDialects, OpName, OpNameDefinition, Str, names};

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
const LEGACY_OPERAND_SIZES: &str = "operand_segment_sizes";
const LEGACY_RESULT_SIZES: &str = "result_segment_sizes";

/// Whether an operation has properties at all.
pub fn has_properties(def: &OpDef) -> bool {
    !def.is_irtrip() && (!def.attrs.is_empty() || def.is(Traits::OPERAND_SEGMENTS) || def.is(Traits::RESULT_SEGMENTS))
}

/// The properties of an operation, in order.
pub fn properties(ctx: &Context, name: OpName, version: Version) -> Vec<Property> {
    let Some(def) = name.def().filter(|def| has_properties(def)) else { return Vec::new() };
    let slots = def.attrs.iter().zip(ctx.slot_names(name));
    let mut attributes = Vec::new();
    let mut others = Vec::new();
    for (slot, &key) in slots {
        let encoding = encoding_of(def, slot);
        match encoding {
            Encoding::Attribute if slot.optionality == Optionality::Required => {
                attributes.push(Property { key, encoding });
            }
            Encoding::Attribute => attributes.push(Property { key, encoding: Encoding::OptionalAttribute }),
            _ => others.push(Property { key, encoding }),
        }
    }
    attributes.sort_by(|a, b| ctx.compare(a.key, b.key));
    let sizes = [
        (Traits::OPERAND_SEGMENTS, names::OPERAND_SEGMENT_SIZES, LEGACY_OPERAND_SIZES, def.operands.len()),
        (Traits::RESULT_SEGMENTS, names::RESULT_SEGMENT_SIZES, LEGACY_RESULT_SIZES, def.results.len()),
    ];
    let sizes = sizes.into_iter().filter(|(of, ..)| def.is(*of));
    if version.has_native_segment_sizes() {
        others.extend(sizes.map(|(_, key, _, groups)| Property { key, encoding: Encoding::Sizes(groups) }));
    } else {
        // The last first, so that the places before stay.
        let legacy: Vec<_> = sizes.collect();
        for (_, key, name, _) in legacy.into_iter().rev() {
            let place = attributes.iter().filter(|property| ctx.bytes(property.key) < name.as_bytes()).count();
            attributes.insert(place, Property { key, encoding: Encoding::Attribute });
        }
    }
    attributes.append(&mut others);
    attributes
}

/// How an inherent attribute is encoded, if it must be there.
fn encoding_of(def: &OpDef, slot: &AttrSlot) -> Encoding {
    if is_number_property(def, slot) {
        Encoding::Number
    } else if def.name.starts_with("ptr.") {
        of_ptr(slot.kind)
    } else {
        Encoding::Attribute
    }
}

/// Whether an inherent attribute is no attribute to upstream.
pub fn is_no_attribute(def: &OpDef, slot: &AttrSlot) -> bool {
    encoding_of(def, slot) != Encoding::Attribute
}

/// How the `ptr` dialect has an inherent attribute: most are properties that are no attributes.
fn of_ptr(kind: SlotKind) -> Encoding {
    match kind {
        SlotKind::Array => Encoding::OptionalNumber,
        SlotKind::Unit => Encoding::Flag,
        SlotKind::Enum(_) | SlotKind::Bits(_) => Encoding::Number,
        _ => Encoding::Attribute,
    }
}
