//! One field in the definition of a specialised node.

use crate::attr_table::FlagSet;
use crate::context::{Context, Str};
use crate::dwarf::Dwarf;
use crate::enums::Enumeration;
use crate::graph::{Field, Operand};
use crate::release::{Release, Releases};

/// Whether a field may hold `null`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Nullable {
    Yes,
    No,
}

/// The kind of value a field holds.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// Any metadata: a node, a string, a constant, `null` where the field may hold it.
    Metadata(Nullable),
    /// An integer of 64 bits with a sign, no less than this, or metadata.
    SignedOrMetadata(i64, Nullable),
    /// An integer of 64 bits without a sign, or metadata.
    UnsignedOrMetadata,
    /// Any metadata; an integer in the text is a constant of 64 bits.
    ConstantOrMetadata,
    /// A quoted string.
    String,
    /// A quoted string that is not empty.
    NonEmptyString,
    /// An integer without a sign, up to this limit.
    Unsigned(u64),
    /// An integer between these two, which the field may hold as well.
    Signed(i64, i64),
    /// An integer of any width, with a sign or without.
    Integer,
    /// `true` or `false`.
    Bool,
    /// A name of this table or its number, up to this limit.
    Dwarf(Dwarf, u64),
    /// Names of flags or numbers, joined by `|`.
    Flags(FlagSet),
    /// A name of this enumeration or its number; what LLVM calls it.
    Enum(&'static Enumeration, &'static str),
    /// The kind of a file's checksum.
    ChecksumKind,
    /// `{!1, null}`: a list of metadata.
    List,
}

/// The value of a field that is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultValue {
    /// `null`
    Null,
    /// `0`
    Zero,
    /// `""`
    EmptyString,
    /// `false`
    False,
    /// `true`
    True,
    /// A name: `DW_TAG_base_type`
    Name(&'static str),
}

/// When LLVM's writer writes a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Always; with this value if the text has none.
    Always(DefaultValue),
    /// Unless it has this value.
    Unless(DefaultValue),
    /// Where the text has it.
    WhereGiven,
    /// Never: other fields imply it, or nothing has to.
    Never,
}

/// Whether LLVM refuses a node without a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Optionality {
    Required,
    Optional,
}

/// A field of a specialised node.
#[derive(Clone, Copy, Debug)]
pub struct FieldDef {
    /// Its label.
    pub name: &'static str,
    /// What it holds.
    pub kind: FieldKind,
    /// When it is written.
    pub written: Written,
    /// Whether it must be there.
    pub optionality: Optionality,
    /// Its place among the node's operands in LLVM, which is not that of the text.
    pub operand: Option<u8>,
    /// The releases of LLVM that have it.
    pub releases: Releases,
    /// The label that releases before one have for it.
    pub former: Option<(&'static str, Release)>,
    /// The first release that refuses a node without it, where releases before do not.
    pub required_since: Option<Release>,
    /// The first release that takes a node without it, where releases before do not and nothing stands for it.
    pub required_until: Option<Release>,
    /// The first release that takes a node without it for one that says nothing of it, where releases before take it to be zero.
    pub zero_until: Option<Release>,
    /// The first release that takes metadata there, where releases before take a number alone.
    pub number_until: Option<Release>,
    /// Whether it is a list of nodes, none of which may be null.
    pub list: bool,
}

use DefaultValue::{EmptyString, False, Null, True, Zero};
use Written::{Always, Never, Unless, WhereGiven};

const fn new(name: &'static str, kind: FieldKind, written: Written) -> FieldDef {
    FieldDef {
        name,
        kind,
        written,
        optionality: Optionality::Optional,
        operand: None,
        releases: Releases::ALL,
        former: None,
        required_since: None,
        required_until: None,
        zero_until: None,
        number_until: None,
        list: false,
    }
}

/// Any metadata, `null` if it is not written.
pub(super) const fn metadata(name: &'static str) -> FieldDef {
    new(name, FieldKind::Metadata(Nullable::Yes), Unless(Null))
}

/// Metadata that must be there and is always written.
pub(super) const fn scope() -> FieldDef {
    FieldDef { written: Always(Null), ..metadata("scope") }.required()
}

/// An integer with a sign, or metadata.
pub(super) const fn bound(name: &'static str) -> FieldDef {
    new(name, FieldKind::SignedOrMetadata(i64::MIN, Nullable::Yes), Unless(Null))
}

/// An integer, which is a constant, or metadata.
pub(super) const fn constant_bound(name: &'static str) -> FieldDef {
    new(name, FieldKind::ConstantOrMetadata, Unless(Null))
}

/// A number of elements, -1 for one that is not known, or metadata.
pub(super) const fn count() -> FieldDef {
    new("count", FieldKind::SignedOrMetadata(-1, Nullable::No), Unless(Null))
}

/// A number of bits, or metadata that computes it.
pub(super) const fn bits(name: &'static str) -> FieldDef {
    new(name, FieldKind::UnsignedOrMetadata, Unless(Zero)).number_until(Release::V21)
}

/// A string, empty if it is not written.
pub(super) const fn string(name: &'static str) -> FieldDef {
    new(name, FieldKind::String, Unless(EmptyString))
}

/// An integer of 32 bits, 0 if it is not written.
pub(super) const fn u32(name: &'static str) -> FieldDef {
    unsigned(name, u32::MAX as u64)
}

/// An integer up to a limit, 0 if it is not written.
pub(super) const fn unsigned(name: &'static str, limit: u64) -> FieldDef {
    new(name, FieldKind::Unsigned(limit), Unless(Zero))
}

/// A signed integer between two limits, 0 if it is not written.
pub(super) const fn signed(name: &'static str, least: i64, most: i64) -> FieldDef {
    new(name, FieldKind::Signed(least, most), Unless(Zero))
}

/// An integer of any width.
pub(super) const fn integer(name: &'static str) -> FieldDef {
    new(name, FieldKind::Integer, WhereGiven)
}

/// `false` if it is not written.
pub(super) const fn bool(name: &'static str) -> FieldDef {
    new(name, FieldKind::Bool, Unless(False))
}

/// A name of a DWARF table, or a number up to a limit; 0 if it is not written.
pub(super) const fn dwarf(name: &'static str, table: Dwarf, limit: u64) -> FieldDef {
    new(name, FieldKind::Dwarf(table, limit), Unless(Zero))
}

/// A DWARF tag, this one if it is not written.
pub(super) const fn tag(default: &'static str) -> FieldDef {
    FieldDef { written: Unless(DefaultValue::Name(default)), ..dwarf("tag", Dwarf::Tag, u16::MAX as u64) }
}

/// A DWARF tag that must be there.
pub(super) const fn required_tag() -> FieldDef {
    dwarf("tag", Dwarf::Tag, u16::MAX as u64).where_given().required()
}

/// Flags of a node.
pub(super) const fn flags() -> FieldDef {
    new("flags", FieldKind::Flags(FlagSet::Node), Unless(Zero))
}

/// A field of another kind.
pub(super) const fn field(name: &'static str, kind: FieldKind, written: Written) -> FieldDef {
    new(name, kind, written)
}

impl FieldDef {
    /// A node without the field is refused.
    pub(super) const fn required(self) -> FieldDef {
        FieldDef { optionality: Optionality::Required, ..self }
    }

    /// `null` is refused.
    pub(super) const fn not_null(self) -> FieldDef {
        let kind = match self.kind {
            FieldKind::Metadata(_) => FieldKind::Metadata(Nullable::No),
            FieldKind::SignedOrMetadata(least, _) => FieldKind::SignedOrMetadata(least, Nullable::No),
            other => other,
        };
        FieldDef { kind, ..self }
    }

    /// Written always.
    pub(super) const fn always(self) -> FieldDef {
        let written = match self.written {
            Unless(default) | Always(default) => Always(default),
            WhereGiven | Never => self.written,
        };
        FieldDef { written, ..self }
    }

    /// Written where the text has it, also with a value that is the usual one.
    pub(super) const fn where_given(self) -> FieldDef {
        FieldDef { written: WhereGiven, ..self }
    }

    /// Read, and never written.
    pub(super) const fn never(self) -> FieldDef {
        FieldDef { written: Never, ..self }
    }

    /// `true` if it is not written.
    pub(super) const fn or_true(self) -> FieldDef {
        FieldDef { written: Unless(True), ..self }
    }

    /// The field's place among the node's operands in LLVM.
    pub(super) const fn operand(self, place: u8) -> FieldDef {
        FieldDef { operand: Some(place), ..self }
    }

    /// A release and those after it refuse a node without the field.
    pub(super) const fn required_since(self, release: Release) -> FieldDef {
        FieldDef { required_since: Some(release), ..self }
    }

    /// Releases before this one refuse a node without the field.
    pub(super) const fn required_until(self, release: Release) -> FieldDef {
        FieldDef { required_until: Some(release), ..self }
    }

    /// Releases before this one take a node without the field to have zero there.
    pub(super) const fn zero_until(self, release: Release) -> FieldDef {
        FieldDef { zero_until: Some(release), ..self }
    }

    /// Releases before this one take a number there, and no metadata.
    pub(super) const fn number_until(self, release: Release) -> FieldDef {
        FieldDef { number_until: Some(release), ..self }
    }

    /// A list of nodes, none of which may be null.
    pub(super) const fn list(self) -> FieldDef {
        FieldDef { list: true, ..self }
    }

    /// The first release that has the field.
    pub(super) const fn since(self, release: Release) -> FieldDef {
        FieldDef { releases: self.releases.since(release), ..self }
    }

    /// The first release that no longer has the field.
    pub(super) const fn until(self, release: Release) -> FieldDef {
        FieldDef { releases: self.releases.until(release), ..self.where_given() }
    }

    /// Releases before this one have another label for the field.
    pub(super) const fn formerly(self, name: &'static str, release: Release) -> FieldDef {
        FieldDef { former: Some((name, release)), ..self }
    }

    /// The label that a release has for the field.
    pub fn name_in(&self, release: Release) -> &'static str {
        self.former.filter(|former| release < former.1).map_or(self.name, |former| former.0)
    }

    /// Whether the field holds any metadata: a string in it is a metadata string.
    pub fn holds_metadata(&self) -> bool {
        match self.kind {
            FieldKind::Metadata(_) | FieldKind::SignedOrMetadata(..) => true,
            kind => matches!(kind, FieldKind::UnsignedOrMetadata | FieldKind::ConstantOrMetadata),
        }
    }

    /// Whether a node may hold this value in the field.
    pub fn accepts(&self, ctx: &Context, value: &Field) -> bool {
        let digits = |word: &Str| is_integer(ctx.bytes(*word));
        let metadata = |null: Nullable| match value {
            Field::Operand(Operand::Null) => null == Nullable::Yes,
            Field::Operand(_) => true,
            _ => false,
        };
        let unsigned = |limit: u64| match value {
            Field::Int(number) => u64::try_from(*number).is_ok_and(|number| number <= limit),
            Field::Word(word) => limit == u64::MAX && digits(word) && !ctx.bytes(*word).starts_with(b"-"),
            Field::Operand(_) | Field::Bool(_) | Field::List(_) => false,
        };
        match self.kind {
            FieldKind::Metadata(null) => metadata(null),
            FieldKind::ConstantOrMetadata => metadata(Nullable::Yes),
            FieldKind::SignedOrMetadata(least, null) => {
                metadata(null) || matches!(value, Field::Int(number) if *number >= least)
            }
            FieldKind::UnsignedOrMetadata => metadata(Nullable::Yes) || unsigned(u64::MAX),
            FieldKind::String => matches!(value, Field::Operand(Operand::String(_))),
            FieldKind::NonEmptyString => {
                matches!(value, Field::Operand(Operand::String(text)) if !ctx.bytes(*text).is_empty())
            }
            FieldKind::Unsigned(limit) => unsigned(limit),
            FieldKind::Signed(least, most) => matches!(value, Field::Int(number) if (least..=most).contains(number)),
            FieldKind::Integer => matches!(value, Field::Int(_)) || matches!(value, Field::Word(word) if digits(word)),
            FieldKind::Bool => matches!(value, Field::Bool(_)),
            FieldKind::Dwarf(table, limit) => match value {
                Field::Word(word) => table.number(&ctx.text(*word)).is_some(),
                _ => unsigned(limit),
            },
            FieldKind::Flags(set) => match value {
                Field::Word(word) => ctx.text(*word).split(" | ").all(|flag| set.has(flag) || is_u32(flag)),
                _ => unsigned(u32::MAX.into()),
            },
            FieldKind::Enum(names, _) => match value {
                Field::Word(word) => names.from_llvm(&ctx.text(*word)).is_some(),
                _ => unsigned(last_value(names)),
            },
            FieldKind::ChecksumKind => matches!(value, Field::Word(word) if is_checksum_kind(ctx.bytes(*word))),
            FieldKind::List => matches!(value, Field::List(_)),
        }
    }
}

/// The largest number of an enumeration.
pub fn last_value(names: &Enumeration) -> u64 {
    names.cases.iter().map(|row| row.value).max().and_then(|value| u64::try_from(value).ok()).unwrap_or(0)
}

fn is_u32(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}

/// Whether a text is a decimal integer.
fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The kind of checksum that a file without one has in releases up to 6.
pub const NO_CHECKSUM: &str = "CSK_None";

/// Whether a word is the kind of a file's checksum.
pub fn is_checksum_kind(word: &[u8]) -> bool {
    matches!(word, b"CSK_MD5" | b"CSK_SHA1" | b"CSK_SHA256") || word == NO_CHECKSUM.as_bytes()
}
