//! The inherent attributes of operations, and the enumerations among them.

use anyhow::{Context as _, Result, bail};

use super::types::undecorated;
use crate::records::{Record, Records, class, is_a, number, string};

/// An inherent attribute.
pub struct Slot {
    /// Its name.
    pub name: String,
    /// The expression of its `AttrSlot`.
    pub expression: String,
    /// Whether it is a unit attribute.
    pub is_unit: bool,
    /// The words it may hold, of an enumeration.
    pub words: Option<WordSet>,
}

/// An enumeration as an attribute of the dialect: what makes a `WordSet`.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
pub struct WordSet {
    /// What is before the word.
    pub mnemonic: String,
    /// The C++ class of the attribute, which upstream's messages name.
    pub attribute: String,
    /// The C++ type of the enumeration, which upstream's messages name.
    pub enumeration: String,
    /// The words and their numbers.
    pub words: Vec<(String, i64)>,
    /// Whether a file of the project has it, and not upstream.
    pub is_later: bool,
}

impl Slot {
    /// The attribute with the constraint of the record `constraint`.
    pub fn of(records: &Records, constraint: &str, name: &str) -> Result<Slot> {
        let record = undecorated(records, records.record(constraint)?)?;
        let (optional, default, base, base_name) = match class(record) {
            Some("OptionalAttr") => (true, None, records.reference(record, "baseAttr")?, base_name(record)?),
            Some("DefaultValuedAttr") => {
                let default = string(record, "defaultValue")?;
                (false, Some(default), records.reference(record, "baseAttr")?, base_name(record)?)
            }
            _ => (false, None, record, constraint),
        };
        let is_unit = string(base, "summary")? == "unit attribute";
        let words = WordSet::of(records, base, base_name)?;
        let kind = kind(records, base, words.as_ref(), default)?;
        let expression = if name == "fastmathFlags" {
            "FASTMATH".to_owned()
        } else if is_unit {
            format!("unit({name:?})")
        } else if optional {
            format!("may({name:?}, {kind})")
        } else if let Some(default) = default {
            defaulted(name, &kind, words.is_some(), default)?
        } else {
            format!("required({name:?}, {kind})")
        };
        Ok(Slot { name: name.to_owned(), expression, is_unit, words })
    }
}

fn base_name(record: &Record) -> Result<&str> {
    crate::records::defined(record.get("baseAttr")).context("no base attribute")
}

/// The expression of an attribute that has a value where it is not stored.
fn defaulted(name: &str, kind: &str, is_word: bool, value: &str) -> Result<String> {
    if is_word || kind.starts_with("SlotKind::Llvm(") {
        return Ok(format!("default_empty({name:?}, {kind})"));
    }
    let value: i64 = match value {
        "false" => 0,
        "true" => 1,
        number => number.parse().with_context(|| format!("the default value {number} of {name}"))?,
    };
    Ok(format!("AttrSlot {{ name: {name:?}, kind: {kind}, optionality: Optionality::Default({value}) }}"))
}

/// The expression of a `SlotKind`.
fn kind(records: &Records, base: &Record, words: Option<&WordSet>, default: Option<&str>) -> Result<String> {
    if is_a(base, "DialectAttr") {
        return dialect_attribute(records, base, words, default);
    }
    let summary = string(base, "summary")?;
    Ok(match summary {
        "unit attribute" => "SlotKind::Unit".to_owned(),
        "bool attribute" | "1-bit signless integer attribute" => "SlotKind::Bool".to_owned(),
        "any attribute" => "SlotKind::Any".to_owned(),
        "string attribute" => "SlotKind::Str".to_owned(),
        "constant vector/tensor attribute" => "SlotKind::Elements".to_owned(),
        "any type attribute" => "SlotKind::Type".to_owned(),
        "32-bit signless integer attribute whose minimum value is 0" => {
            "SlotKind::Bounded(32, &attr_constraints::NON_NEGATIVE_I32)".to_owned()
        }
        "32-bit signless integer attribute or 64-bit signless integer attribute" | "arbitrary integer attribute" => {
            "SlotKind::AnyInt".to_owned()
        }
        "64-bit float attribute" => "SlotKind::F64".to_owned(),
        "i32 dense array attribute" => "SlotKind::DenseI32".to_owned(),
        "LLVM Exception Behavior" => "SlotKind::Enum(enums::FpExceptionBehavior::TABLE)".to_owned(),
        "LLVM Rounding Mode whose minimum value is 0" => "SlotKind::Enum(enums::RoundingMode::TABLE)".to_owned(),
        "array attribute"
        | "LLVM dialect alias scope array"
        | "LLVM dialect TBAA tag metadata array"
        | "LLVM dialect access group metadata array"
        | "Array of dictionary attributes" => "SlotKind::Array".to_owned(),
        _ => match summary.strip_suffix("-bit signless integer attribute") {
            Some(bits) => format!("SlotKind::Int({bits})"),
            None => bail!("the attribute constraint \"{summary}\""),
        },
    })
}

/// The expression for an attribute that a dialect defines.
fn dialect_attribute(
    records: &Records,
    base: &Record,
    words: Option<&WordSet>,
    default: Option<&str>,
) -> Result<String> {
    let mnemonic = string(base, "mnemonic")?;
    let dialect = string(records.reference(base, "dialect")?, "name")?;
    if dialect == "llvm" {
        return Ok(format!("SlotKind::Llvm(attr_table::{})", mnemonic.to_uppercase()));
    }
    let default = match (default, words) {
        (Some(symbol), Some(_)) => enumerant(records, base, symbol)?,
        _ => String::new(),
    };
    let format = string(base, "assemblyFormat").unwrap_or_default().replace(' ', "");
    let (variant, empty) = if format == "$value" {
        ("DialectEnum", format!("<{mnemonic} {default}>"))
    } else {
        ("DialectAttr", format!("{mnemonic}<{default}>"))
    };
    let empty = if default.is_empty() { String::new() } else { empty };
    Ok(format!("SlotKind::{variant} {{ dialect: {dialect:?}, mnemonic: {mnemonic:?}, empty: {empty:?} }}"))
}

/// The word of an enumerator: `CTAGroupKind::CTA_1`.
fn enumerant(records: &Records, attribute: &Record, symbol: &str) -> Result<String> {
    let symbol = symbol.rsplit("::").next().unwrap_or(symbol);
    let enumeration = records.reference(attribute, "enum")?;
    for (_, case) in records.list(enumeration, "enumerants")? {
        if string(case, "symbol")? == symbol {
            return Ok(string(case, "str")?.to_owned());
        }
    }
    bail!("no enumerator {symbol}")
}

impl WordSet {
    fn of(records: &Records, attribute: &Record, name: &str) -> Result<Option<WordSet>> {
        // The model has the LLVM dialect's own enumerations.
        if !is_a(attribute, "EnumAttr") || string(records.reference(attribute, "dialect")?, "name")? == "llvm" {
            return Ok(None);
        }
        let enumeration = records.reference(attribute, "enum")?;
        if is_a(enumeration, "BitEnumBase") {
            bail!("{name}: an enumeration of bits");
        }
        let words = records.list(enumeration, "enumerants")?;
        let words = words.iter().map(|(_, case)| Ok((string(case, "str")?.to_owned(), number(case, "value")?)));
        let namespace = string(enumeration, "cppNamespace")?;
        Ok(Some(WordSet {
            mnemonic: string(attribute, "mnemonic")?.to_owned(),
            // Where upstream has the enumeration with other words, its name is taken.
            attribute: name.strip_prefix("Later").unwrap_or(name).to_owned(),
            enumeration: format!("{namespace}::{}", string(enumeration, "className")?),
            words: words.collect::<Result<_>>()?,
            is_later: is_a(enumeration, "Words"),
        }))
    }
}
