//! Attribute groups and lists. LangRef, "Parameter Attributes", "Function Attributes".

use std::borrow::Cow;

use irtrip_dialect::attribute_set::{denormal_fpenv_of_bits, raw_text};
use irtrip_dialect::enums::FpClassTest;
use irtrip_dialect::llvm_attributes::{AttributeText, AttributeTypes, AttributeValue, by_llvm};
use irtrip_dialect::llvm_text as text;

use crate::attributes::{Attribute, Attributes, FUNCTION_INDEX};
use crate::types::{Type, TypeId, Types};

/// The attributes of a result or parameter: ` zeroext`, each with a space before it.
#[derive(Clone, Debug, Default)]
struct PlacedText {
    text: String,
    /// What values each goes with, and where it ends.
    parts: Vec<(AttributeTypes, usize)>,
}

impl PlacedText {
    /// The attributes that go with a value of a type. LLVM drops the others when it reads bitcode.
    fn of_type(&self, types: &Types<'_>, ty: TypeId) -> Cow<'_, str> {
        if self.parts.iter().all(|part| fits(types, part.0, ty)) {
            return Cow::Borrowed(&self.text);
        }
        let (mut fitting, mut start) = (String::new(), 0);
        for (takes, end) in &self.parts {
            if fits(types, *takes, ty) {
                fitting.push_str(self.text.get(start..*end).unwrap_or_default());
            }
            start = *end;
        }
        Cow::Owned(fitting)
    }
}

/// Whether an attribute that goes with such values goes with those of a type.
fn fits(types: &Types<'_>, takes: AttributeTypes, ty: TypeId) -> bool {
    let scalar = || match types.get(ty) {
        Type::Vector { element, .. } => types.get(*element),
        other => other,
    };
    match takes {
        AttributeTypes::Any | AttributeTypes::Float => true,
        AttributeTypes::Value => !matches!(types.get(ty), Type::Void),
        AttributeTypes::Integer => matches!(types.get(ty), Type::Integer(_)),
        AttributeTypes::IntegerOrVector => matches!(scalar(), Type::Integer(_)),
        AttributeTypes::Pointer => matches!(types.get(ty), Type::Pointer(..)),
        AttributeTypes::PointerOrVector => matches!(scalar(), Type::Pointer(..)),
    }
}

/// The attributes of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListText {
    /// The number of the group of the function's own.
    pub function: Option<u32>,
    result: PlacedText,
    params: Vec<(u32, PlacedText)>,
}

impl ListText {
    /// Of a result of a type, each with a space before it.
    pub(crate) fn result(&self, types: &Types<'_>, ty: TypeId) -> Cow<'_, str> {
        self.result.of_type(types, ty)
    }

    /// Of a parameter of a type, each with a space before it.
    pub(crate) fn param(&self, place: usize, types: &Types<'_>, ty: TypeId) -> Cow<'_, str> {
        let found = self.params.iter().find(|param| param.0 as usize == place);
        found.map_or(Cow::Borrowed(""), |param| param.1.of_type(types, ty))
    }
}

/// The attributes of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributeTexts {
    lists: Vec<ListText>,
    /// Each group of functions' own, by number.
    pub functions: Vec<String>,
}

impl AttributeTexts {
    pub(crate) fn new(attributes: &Attributes, types: &Types<'_>) -> AttributeTexts {
        let mut texts = AttributeTexts::default();
        let group = |group: &crate::attributes::AttributeGroup| {
            let mut out = PlacedText::default();
            for one in &group.attributes {
                attribute(&mut out.text, one, types, group.index == FUNCTION_INDEX);
                out.parts.push((types_of(one), out.text.len()));
            }
            if group.index == FUNCTION_INDEX {
                texts.functions.push(std::mem::take(&mut out.text));
            }
            (group.index, texts.functions.len().saturating_sub(1) as u32, out)
        };
        let groups: Vec<(u32, u32, PlacedText)> = attributes.groups.iter().map(group).collect();
        for places in &attributes.lists {
            let mut list = ListText::default();
            for (index, number, text) in places.iter().filter_map(|place| groups.get(*place as usize)) {
                match *index {
                    FUNCTION_INDEX if text.parts.is_empty() => {}
                    FUNCTION_INDEX => list.function = Some(*number),
                    0 => list.result.clone_from(text),
                    index => list.params.push((index - 1, text.clone())),
                }
            }
            texts.lists.push(list);
        }
        texts
    }

    /// The list of a number, which counts from one; `None` where there is none.
    pub(crate) fn list(&self, number: u64) -> Option<Option<&ListText>> {
        match number.checked_sub(1) {
            None => Some(None),
            Some(place) => self.lists.get(usize::try_from(place).ok()?).map(Some),
        }
    }
}

/// The types of values that an attribute goes with.
fn types_of(attribute: &Attribute) -> AttributeTypes {
    let name = match attribute {
        Attribute::String(..) => return AttributeTypes::Any,
        Attribute::Enum(kind) | Attribute::Int(kind, _) | Attribute::Type(kind, _) => kind.name(),
        Attribute::ConstantRange(kind, _) | Attribute::ConstantRangeList(kind, ..) => kind.name(),
    };
    by_llvm(name).map_or(AttributeTypes::Any, |(_, row)| row.llvm_types)
}

/// Appends an attribute of a group.
fn attribute(out: &mut String, attribute: &Attribute, types: &Types<'_>, of_function: bool) {
    out.push(' ');
    match attribute {
        Attribute::Enum(kind) | Attribute::Type(kind, None) => out.push_str(kind.name()),
        Attribute::Int(kind, value) => integer(out, kind.name(), *value, of_function),
        Attribute::String(name, value) => {
            text::quoted(out, name);
            if !value.is_empty() {
                out.push('=');
                text::quoted(out, value);
            }
        }
        Attribute::Type(kind, Some(ty)) => {
            out.push_str(kind.name());
            out.push('(');
            out.push_str(types.text(*ty));
            out.push(')');
        }
        Attribute::ConstantRange(kind, range) => {
            out.push_str(kind.name());
            out.push_str("(i");
            text::int(out, range.width);
            out.push(' ');
            range.text(out);
            out.push(')');
        }
        Attribute::ConstantRangeList(kind, _, ranges) => {
            out.push_str(kind.name());
            out.push('(');
            for (place, range) in ranges.iter().enumerate() {
                out.push_str(if place == 0 { "(" } else { ", (" });
                range.text(out);
                out.push(')');
            }
            out.push(')');
        }
    }
}

/// Appends an attribute with an integer.
fn integer(out: &mut String, name: &str, value: u64, of_function: bool) {
    out.push_str(name);
    let kind = by_llvm(name).map(|(_, row)| row.value);
    let inside = match kind {
        Some(AttributeValue::Text(AttributeText::UwTable)) => match value {
            1 => "sync".to_owned(),
            _ => return,
        },
        Some(AttributeValue::Text(AttributeText::Memory)) => memory(value),
        Some(AttributeValue::Text(AttributeText::FpClass)) => {
            FpClassTest::from_bits_truncate(value as u16).llvm_words().collect::<Vec<_>>().join(" ")
        }
        Some(AttributeValue::Text(AttributeText::VScaleRange)) => format!("{},{}", value >> 32, value as u32),
        Some(AttributeValue::Text(AttributeText::Captures)) => captures(value),
        Some(AttributeValue::Text(AttributeText::DeadOnReturn)) => match value {
            u64::MAX => return,
            value => value.to_string(),
        },
        Some(value_kind) => raw_text(value_kind, value).unwrap_or_else(|| value.to_string()),
        None if name == "denormal_fpenv" => denormal_fpenv_of_bits(value),
        None => value.to_string(),
    };
    match name {
        "align" if of_function => out.push('='),
        "alignstack" if of_function => out.push('='),
        "align" => out.push(' '),
        _ => {
            out.push('(');
            out.push_str(&inside);
            out.push(')');
            return;
        }
    }
    out.push_str(&inside);
}

/// The effects of `memory(...)`. Up to LLVM 20 the encoding had no place for `errno`, which was other memory.
fn memory(value: u64) -> String {
    let number = match value >> 56 {
        0 => value & 0xf | (value >> 4 & 3) << 4 | (value >> 4 & 3) << 6,
        _ => value & 0x00ff_ffff_ffff_ffff,
    };
    raw_text(AttributeValue::Text(AttributeText::Memory), number).unwrap_or_default()
}

/// The components of `captures(...)`: four bits for the value itself over four for where it is returned.
fn captures(value: u64) -> String {
    let component = |bits: u64| {
        let address = match bits & 3 {
            0 => None,
            1 => Some("address_is_null"),
            _ => Some("address"),
        };
        let provenance = match bits >> 2 & 3 {
            0 => None,
            1 => Some("read_provenance"),
            _ => Some("provenance"),
        };
        let words: Vec<&str> = address.into_iter().chain(provenance).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    };
    let (other, result) = (value >> 4 & 15, value & 15);
    match (other == result, other) {
        (true, _) => component(other),
        (false, 0) => format!("ret: {}", component(result)),
        (false, _) => format!("{}, ret: {}", component(other), component(result)),
    }
}
