//! The numbers of the format: versions, sections, what an operation has, and the codes of attributes and types.

use irtrip_dialect::attr_table::{self as table, AttrKind, AttrKindDefinition, Param};
use irtrip_dialect::release::{MlirRelease, Release};

/// What a file begins with.
pub const MAGIC: &[u8] = b"ML\xefR";

/// What is between a section's header and data that has to be aligned.
pub const PADDING: u8 = 0xcb;

/// The size of a dimension that is not known.
pub const DYNAMIC: i64 = i64::MIN;

/// What this library says of itself as the producer of a file begins with.
pub const PRODUCER: &str = "irtrip";

/// Whether this library wrote a file. Text in the file then has what is distinct by the number of its entry among the attributes,
/// so that it stays one with what others refer to; in what upstream writes, each text has distinct attributes of its own.
pub fn is_own(producer: &[u8]) -> bool {
    producer.starts_with(PRODUCER.as_bytes())
}

/// What a producer says of a file for another release of MLIR, before the release.
pub(crate) const FOR_RELEASE: &str = " for MLIR ";

/// The release of MLIR whose terms a file is in by its producer, where that is another than the model's.
pub(crate) fn release_of(producer: &[u8]) -> Option<Release> {
    let producer = std::str::from_utf8(producer).ok()?;
    let number = match producer.split_once(FOR_RELEASE) {
        Some((own, number)) if is_own(own.as_bytes()) => number,
        _ => producer.strip_prefix("MLIR")?,
    };
    let major = number.split(|letter: char| !letter.is_ascii_digit()).next()?;
    major.parse::<MlirRelease>().ok()?.other
}

/// A version of the format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(u64);

impl Version {
    /// The newest version.
    pub const NEWEST: Version = Version(6);

    /// The newest version that a release of MLIR reads and that irtrip writes for it: the last in which what is a property is among
    /// the attributes, since each release has other properties. MLIR has bytecode since release 16.
    pub(crate) fn of_release(release: Release) -> Option<Version> {
        match release {
            _ if release >= Release::NATIVE => Some(Version::NEWEST),
            _ if release >= Release::V17 => Some(Version(4)),
            Release::V16 => Some(Version(0)),
            _ => None,
        }
    }

    /// The version of a number, if there is one.
    pub fn new(number: u64) -> Option<Version> {
        (number <= Version::NEWEST.0).then_some(Version(number))
    }

    /// Its number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Whether dialects may have versions.
    pub(crate) fn has_dialect_versions(self) -> bool {
        self.0 >= 1
    }

    /// Whether the regions of an operation that is isolated are a section.
    pub(crate) fn has_region_sections(self) -> bool {
        self.0 >= 2
    }

    /// Whether orders of uses are kept.
    pub(crate) fn has_use_list_orders(self) -> bool {
        self.0 >= 3
    }

    /// Whether unknown locations of blocks' arguments are left out, and operation names counted.
    pub(crate) fn elides_unknown_locations(self) -> bool {
        self.0 >= 4
    }

    /// Whether properties are apart from attributes.
    pub fn has_properties(self) -> bool {
        self.0 >= 5
    }

    /// Whether sizes of operand groups are numbers and not an attribute.
    pub(crate) fn has_native_segment_sizes(self) -> bool {
        self.0 >= 6
    }
}

/// Declares the sections by their numbers, with their names.
macro_rules! sections {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),* $(,)?) => {
        /// A section.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Section {
            $($(#[$doc])* $variant),*
        }

        impl Section {
            /// All of them, by number.
            pub const ALL: &[Section] = &[$(Section::$variant),*];

            /// What messages call it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Section::$variant => $name),*
                }
            }
        }
    };
}

sections! {
    /// All strings.
    String = "String",
    /// Dialects and names of operations.
    Dialect = "Dialect",
    /// Attributes and types.
    AttrType = "AttrType",
    /// How long each attribute and type is.
    AttrTypeOffset = "AttrTypeOffset",
    /// Operations.
    Ir = "IR",
    /// Resources.
    Resource = "Resource",
    /// How long each resource is.
    ResourceOffset = "ResourceOffset",
    /// The version of a dialect.
    DialectVersions = "DialectVersions",
    /// The properties of operations.
    Properties = "Properties",
}

impl Section {
    /// Its number.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// The bit of a section's number that says that its data is aligned.
pub(crate) const SECTION_IS_ALIGNED: u8 = 0x80;

/// What an operation has, as bits of a byte.
pub mod mask {
    /// Attributes.
    pub const ATTRIBUTES: u8 = 1;
    /// Results.
    pub const RESULTS: u8 = 1 << 1;
    /// Operands.
    pub(crate) const OPERANDS: u8 = 1 << 2;
    /// Successors.
    pub(crate) const SUCCESSORS: u8 = 1 << 3;
    /// Regions.
    pub(crate) const REGIONS: u8 = 1 << 4;
    /// Orders of its results' uses.
    pub const USE_LIST_ORDERS: u8 = 1 << 5;
    /// Properties.
    pub const PROPERTIES: u8 = 1 << 6;
}

/// Declares codes: variants by number.
macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum $name {
            $($variant),*
        }

        impl $name {
            const ALL: &[$name] = &[$($name::$variant),*];

            /// The code of a number.
            pub fn of(number: u64) -> Option<$name> {
                usize::try_from(number).ok().and_then(|number| Self::ALL.get(number)).copied()
            }
        }
    };
}

codes! {
    /// The attributes of the builtin dialect that have an encoding.
    AttrCode {
        Array, Dictionary, String, StringWithType, FlatSymbolRef, SymbolRef, Type, Unit, Integer, Float, CallSiteLoc,
        FileLineColLoc, FusedLoc, FusedLocWithMetadata, NameLoc, UnknownLoc, DenseResource, DenseArray, Dense, DenseStrings,
        Sparse, Distinct, FileLineColRange, AffineMap, IntegerSet, StridedLayout,
    }
}

codes! {
    /// The types of the builtin dialect that have an encoding.
    TypeCode {
        Integer, Index, Function, BFloat16, Float16, Float32, Float64, Float80, Float128, Complex, MemRef, MemRefWithSpace,
        None, RankedTensor, RankedTensorWithEncoding, Tuple, UnrankedMemRef, UnrankedMemRefWithSpace, UnrankedTensor, Vector,
        VectorWithScalableDims,
    }
}

/// The attributes of the LLVM dialect that have an encoding, by code. Each is its parameters in the order of its definition: what is
/// an attribute by its number, what is a number by itself.
const LLVM_ATTRIBUTES: &[AttrKind] = &[
    table::DI_BASIC_TYPE,
    table::DI_COMPILE_UNIT,
    table::DI_COMPOSITE_TYPE,
    table::DI_DERIVED_TYPE,
    table::DI_EXPRESSION_ELEM,
    table::DI_EXPRESSION,
    table::DI_FILE,
    table::DI_GLOBAL_VARIABLE,
    table::DI_GLOBAL_VARIABLE_EXPRESSION,
    table::DI_IMPORTED_ENTITY,
    table::DI_LABEL,
    table::DI_LEXICAL_BLOCK,
    table::DI_LEXICAL_BLOCK_FILE,
    table::DI_LOCAL_VARIABLE,
    table::DI_NAMESPACE,
    table::DI_SUBPROGRAM,
    table::DI_SUBRANGE,
    table::DI_SUBROUTINE_TYPE,
    table::LOOP_ANNOTATION,
];

/// The kind of attribute of the LLVM dialect that has a code.
pub(crate) fn llvm_attribute(code: u64) -> Option<AttrKind> {
    usize::try_from(code).ok().and_then(|code| LLVM_ATTRIBUTES.get(code)).copied()
}

/// The code of a kind of attribute of the LLVM dialect, if it has one.
pub(crate) fn llvm_code(kind: AttrKind) -> Option<u64> {
    LLVM_ATTRIBUTES.iter().position(|&known| known == kind).map(|code| code as u64)
}

/// A part of the encoding of an attribute of the LLVM dialect.
#[derive(Clone, Copy)]
pub(crate) enum EncodedPart {
    /// A parameter by its place.
    Param(usize, &'static Param),
    /// A parameter that the definition asks for, as one that may be none.
    Optional(usize, &'static Param),
    /// A source language, as an attribute of its own.
    Language(usize, &'static Param),
    /// An attribute that the model has no place for.
    NoAttribute(&'static str),
    /// A flag or a list that the model has no place for.
    NoFlag(&'static str),
}

/// The attribute that a source language is in MLIR 24, around the language's name.
pub(crate) const LANGUAGE: (&str, &str) = ("di_source_language_name<language = ", ">");

/// The parts that an attribute of the LLVM dialect is encoded by in a file of a release. What a compile unit says of split debug info
/// is not among them before MLIR 24, nor what later releases than the file's have.
pub(crate) fn encoded_parts(kind: AttrKind, release: Option<Release>) -> impl Iterator<Item = EncodedPart> {
    let is_next = release.is_some_and(|release| release >= Release::NEXT);
    let is_next_unit = is_next && kind == table::DI_COMPILE_UNIT;
    let before =
        if is_next_unit { &[EncodedPart::NoAttribute("recId"), EncodedPart::NoFlag("isRecSelf")][..] } else { &[] };
    let after = if is_next_unit { &[EncodedPart::NoFlag("importedEntities")][..] } else { &[] };
    let params = kind
        .def()
        .params
        .iter()
        .enumerate()
        .filter(move |(_, param)| param.is_in(release.unwrap_or(Release::NATIVE)))
        .flat_map(move |(place, param)| {
            let part = match param.name {
                "splitDebugFilename" if !is_next_unit => None,
                "id" | "file" if is_next_unit => Some(EncodedPart::Optional(place, param)),
                "sourceLanguage" if is_next_unit => Some(EncodedPart::Language(place, param)),
                _ => Some(EncodedPart::Param(place, param)),
            };
            // What is after a parameter.
            let after: &[EncodedPart] = match (kind, param.name) {
                (table::DI_COMPILE_UNIT, "emissionKind") if is_next => {
                    &[EncodedPart::NoFlag("isDebugInfoForProfiling")]
                }
                (table::DI_COMPOSITE_TYPE, "associated") if is_next => {
                    &[EncodedPart::NoAttribute("identifier"), EncodedPart::NoAttribute("discriminator")]
                }
                _ => &[],
            };
            part.into_iter().chain(after.iter().copied())
        });
    before.iter().copied().chain(params).chain(after.iter().copied())
}

/// Whether an encoding says all of an attribute: one that has a parameter without a place in it is text, so that nothing is lost.
pub(crate) fn is_encodable(kind: AttrKind, params: &[Option<irtrip_dialect::Attr>], release: Option<Release>) -> bool {
    let is_there = |place: usize| params.get(place).copied().flatten().is_some();
    let encoded = encoded_parts(kind, release).filter(|part| match part {
        EncodedPart::Param(place, _) | EncodedPart::Optional(place, _) | EncodedPart::Language(place, _) => {
            is_there(*place)
        }
        EncodedPart::NoAttribute(_) | EncodedPart::NoFlag(_) => false,
    });
    encoded.count() == params.iter().flatten().count()
}
