//! The operands of the records of specialised nodes: which field of the node each is, in the form of each release.

use std::sync::OnceLock;

use irtrip_dialect::attr_table::FlagSet;
use irtrip_dialect::metadata::nodes::{NodeDef, node_def};
use irtrip_dialect::release::Release;
use smallvec::SmallVec;

use crate::bitstream::Record;
use crate::error::Result;

/// What an operand of a record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldForm {
    /// Metadata, counted from one; not written where it is zero.
    Metadata,
    /// Metadata, counted from one; `null` where it is zero.
    MetadataOrNull,
    /// Metadata, counted from zero.
    Node,
    /// Metadata or a constant, of which the number alone is written.
    Bound,
    /// A string, counted from one; not written where it is zero.
    String,
    /// A string, counted from one; empty where it is zero.
    StringOrEmpty,
    /// A number; not written where it is zero.
    Unsigned,
    /// A number.
    UnsignedAlways,
    /// Flags; those of nodes are not written where there are none.
    Flags(FlagSet),
    /// A number with its sign in the highest bit; not written where it is zero.
    Signed,
    /// As that.
    SignedAlways,
    /// A number with its sign in the lowest bit.
    SignedLow,
    /// `true`; not written where it is zero.
    Bool,
    /// `true` or `false`
    BoolAlways,
    /// `false`; not written where it is one.
    BoolOrTrue,
    /// A number, or metadata where this bit of the first operand says so.
    Size(u64),
    /// One more than a number; not written where it is zero.
    MinusOne,
    /// Not written where it is the greatest number.
    UnlessMax,
    /// The kind of a checksum.
    Checksum,
    /// The bits of a pointer's authentication.
    PointerAuth,
    /// The number that a subprogram that is virtual has; the operand whose bits say whether it is.
    VirtualIndex(usize),
    /// Bits of the first operand: which one.
    Flag(u64),
    /// The language, whose highest bit says which table it is of.
    Language,
    /// The integer of a `DIEnumerator`.
    Enumerator,
    /// The rest of the operands, metadata counted from one.
    List,
    /// Numerator and denominator, each a width and words.
    Ratio,
}

/// A field of a node: the place of its operand, its label, its form.
pub type NodeField = (usize, &'static str, FieldForm);

/// The layout of a record.
#[derive(Debug)]
pub struct Layout {
    /// The node's name.
    pub node: &'static str,
    /// Its fields.
    pub fields: &'static [NodeField],
    /// The fields that are metadata, in the order in which LLVM has them.
    metadata: OnceLock<Box<[NodeField]>>,
}

impl Layout {
    /// The fields that are metadata, in the order in which LLVM has them.
    fn metadata(&self) -> &[NodeField] {
        self.metadata.get_or_init(|| {
            let def = node_def(self.node.as_bytes());
            let operand = |field: &NodeField| {
                let fields = def.map(NodeDef::fields).unwrap_or_default();
                let label = if matches!(field.2, Checksum) { "checksum" } else { field.1 };
                fields.iter().find(|of| of.name == label).and_then(|of| of.operand).unwrap_or(u8::MAX)
            };
            let is_metadata = |field: &&NodeField| {
                matches!(
                    field.2,
                    Metadata | MetadataOrNull | Node | Bound | String | StringOrEmpty | Size(_) | List | Checksum
                )
            };
            let mut fields: Vec<NodeField> = self.fields.iter().filter(is_metadata).copied().collect();
            fields.sort_by_key(operand);
            fields.into()
        })
    }
}

/// The places of metadata in the operands of a record, in the order in which LLVM has them, and whether each counts from one.
pub fn references(code: u32, operands: &[u64]) -> SmallVec<[(usize, bool); 8]> {
    let mut places = SmallVec::new();
    let Some((layout, _)) = layout(code, operands) else { return places };
    let first = operands.first().copied().unwrap_or(0);
    for (place, _, form) in layout.metadata() {
        match form {
            Node => places.push((*place, false)),
            Size(bit) if first & bit == 0 => {}
            List => places.extend((*place..operands.len()).map(|place| (place, true))),
            Checksum => places.push((place + 1, true)),
            _ => places.push((*place, true)),
        }
    }
    places.retain(|(place, _)| *place < operands.len());
    places
}

use FieldForm::{
    Bool, BoolAlways, BoolOrTrue, Bound, Checksum, Enumerator, Flag, Flags, Language, List, Metadata, MetadataOrNull,
    MinusOne, Node, PointerAuth, Ratio, Signed, SignedAlways, SignedLow, Size, String, StringOrEmpty, UnlessMax,
    Unsigned, UnsignedAlways, VirtualIndex,
};

/// The bit of the first operand that says that sizes are metadata.
const SIZE: FieldForm = Size(2);
const COMPOSITE_SIZE: FieldForm = Size(4);

const fn row(node: &'static str, fields: &'static [NodeField]) -> Layout {
    Layout { node, fields, metadata: OnceLock::new() }
}

macro_rules! layouts {
    ($($name:ident $node:literal { $($place:literal $field:literal $form:expr),* $(,)? })*) => {
        $(static $name: Layout = row($node, &[$(($place, $field, $form)),*]);)*
    };
}

layouts! {
    LOCATION "DILocation" {
        1 "line" UnsignedAlways, 2 "column" Unsigned, 3 "scope" Node, 4 "inlinedAt" Metadata, 5 "isImplicitCode" Bool,
        6 "atomGroup" Unsigned, 7 "atomRank" Unsigned,
    }
    GENERIC "GenericDINode" { 1 "tag" UnsignedAlways, 3 "header" String, 4 "operands" List }
    SUBRANGE_0 "DISubrange" { 1 "count" SignedAlways, 2 "lowerBound" SignedLow }
    SUBRANGE_1 "DISubrange" { 1 "count" Bound, 2 "lowerBound" SignedLow }
    SUBRANGE_2 "DISubrange" { 1 "count" Bound, 2 "lowerBound" Bound, 3 "upperBound" Bound, 4 "stride" Bound }
    GENERIC_SUBRANGE "DIGenericSubrange" {
        1 "count" Bound, 2 "lowerBound" Bound, 3 "upperBound" Bound, 4 "stride" Bound,
    }
    SUBRANGE_TYPE "DISubrangeType" {
        1 "name" String, 2 "file" Metadata, 3 "line" Unsigned, 4 "scope" Metadata, 5 "size" SIZE, 6 "align" Unsigned,
        7 "flags" Flags(FlagSet::Node), 8 "baseType" Metadata, 9 "lowerBound" Bound, 10 "upperBound" Bound, 11 "stride" Bound,
        12 "bias" Bound,
    }
    ENUMERATOR "DIEnumerator" { 2 "name" StringOrEmpty, 1 "value" Enumerator, 0 "isUnsigned" Flag(2) }
    BASIC_TYPE "DIBasicType" {
        1 "tag" UnsignedAlways, 2 "name" String, 9 "scope" Metadata, 11 "file" Metadata, 10 "line" Unsigned,
        3 "size" SIZE, 4 "align" Unsigned, 8 "dataSize" Unsigned, 5 "encoding" Unsigned, 7 "num_extra_inhabitants" Unsigned, 6 "flags" Flags(FlagSet::Node),
    }
    FIXED_POINT_TYPE "DIFixedPointType" {
        1 "tag" UnsignedAlways, 2 "name" String, 3 "size" SIZE, 4 "align" Unsigned, 5 "encoding" Unsigned,
        6 "flags" Flags(FlagSet::Node), 7 "kind" UnsignedAlways, 8 "factor" Signed, 9 "numerator" Ratio,
    }
    STRING_TYPE_8 "DIStringType" {
        1 "tag" UnsignedAlways, 2 "name" String, 3 "stringLength" Metadata, 4 "stringLengthExpression" Metadata,
        5 "size" SIZE, 6 "align" Unsigned, 7 "encoding" Unsigned,
    }
    STRING_TYPE "DIStringType" {
        1 "tag" UnsignedAlways, 2 "name" String, 3 "stringLength" Metadata, 4 "stringLengthExpression" Metadata,
        5 "stringLocationExpression" Metadata, 6 "size" SIZE, 7 "align" Unsigned, 8 "encoding" Unsigned,
    }
    FILE "DIFile" {
        1 "filename" StringOrEmpty, 2 "directory" StringOrEmpty, 3 "checksumkind" Checksum, 5 "source" String,
    }
    DERIVED_TYPE "DIDerivedType" {
        1 "tag" UnsignedAlways, 2 "name" String, 5 "scope" Metadata, 3 "file" Metadata, 4 "line" Unsigned,
        6 "baseType" MetadataOrNull, 7 "size" SIZE, 8 "align" Unsigned, 9 "offset" SIZE, 10 "flags" Flags(FlagSet::Node),
        11 "extraData" Metadata, 12 "dwarfAddressSpace" MinusOne, 13 "annotations" Metadata, 14 "ptrAuthKey" PointerAuth,
    }
    COMPOSITE_TYPE "DICompositeType" {
        1 "tag" UnsignedAlways, 2 "name" String, 5 "scope" Metadata, 3 "file" Metadata, 4 "line" Unsigned,
        6 "baseType" Metadata, 7 "size" COMPOSITE_SIZE, 8 "align" Unsigned, 9 "offset" COMPOSITE_SIZE,
        22 "num_extra_inhabitants" Unsigned, 10 "flags" Flags(FlagSet::Node), 11 "elements" Metadata, 12 "runtimeLang" Unsigned,
        13 "vtableHolder" Metadata, 14 "templateParams" Metadata, 15 "identifier" String, 16 "discriminator" Metadata,
        17 "dataLocation" Metadata, 18 "associated" Metadata, 19 "allocated" Metadata, 20 "rank" Bound,
        21 "annotations" Metadata, 23 "specification" Metadata, 24 "enumKind" UnlessMax, 25 "bitStride" Metadata,
    }
    SUBROUTINE_TYPE "DISubroutineType" { 1 "flags" Flags(FlagSet::Node), 3 "cc" Unsigned, 2 "types" MetadataOrNull }
    COMPILE_UNIT "DICompileUnit" {
        1 "language" Language, 2 "file" Metadata, 3 "producer" String, 4 "isOptimized" BoolAlways, 5 "flags" String,
        6 "runtimeVersion" UnsignedAlways, 7 "splitDebugFilename" String, 8 "emissionKind" UnsignedAlways,
        9 "enums" Metadata, 10 "retainedTypes" Metadata, 11 "subprograms" Metadata, 12 "globals" Metadata,
        13 "imports" Metadata, 14 "dwoId" Unsigned, 15 "macros" Metadata, 16 "splitDebugInlining" BoolOrTrue,
        17 "debugInfoForProfiling" Bool, 18 "nameTableKind" Unsigned, 19 "rangesBaseAddress" Bool, 20 "sysroot" String,
        21 "sdk" String, 22 "sourceLanguageVersion" Unsigned,
    }
    SUBPROGRAM "DISubprogram" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "scopeLine" Unsigned, 8 "containingType" Metadata, 9 "spFlags" Flags(FlagSet::Subprogram), 10 "virtualIndex" VirtualIndex(9),
        11 "flags" Flags(FlagSet::Node), 12 "unit" Metadata, 13 "templateParams" Metadata, 14 "declaration" Metadata,
        15 "retainedNodes" Metadata, 16 "thisAdjustment" Signed, 17 "thrownTypes" Metadata, 18 "annotations" Metadata,
        19 "targetFuncName" String, 20 "keyInstructions" Bool,
    }
    // Up to LLVM 7, with a unit.
    SUBPROGRAM_UNIT "DISubprogram" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "isLocal" BoolAlways, 8 "isDefinition" BoolAlways, 9 "scopeLine" Unsigned, 10 "containingType" Metadata,
        11 "virtuality" Unsigned, 12 "virtualIndex" VirtualIndex(11), 13 "flags" Flags(FlagSet::Node), 14 "isOptimized" BoolAlways,
        15 "unit" Metadata, 16 "templateParams" Metadata, 17 "declaration" Metadata, 18 "retainedNodes" Metadata,
        19 "thisAdjustment" Signed, 20 "thrownTypes" Metadata,
    }
    // Up to LLVM 3.8, with the function.
    SUBPROGRAM_FUNCTION "DISubprogram" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "isLocal" BoolAlways, 8 "isDefinition" BoolAlways, 9 "scopeLine" Unsigned, 10 "containingType" Metadata,
        11 "virtuality" Unsigned, 12 "virtualIndex" VirtualIndex(11), 13 "flags" Flags(FlagSet::Node), 14 "isOptimized" BoolAlways,
        15 "function" Metadata, 16 "templateParams" Metadata, 17 "declaration" Metadata, 18 "variables" Metadata,
    }
    SUBPROGRAM_PLAIN "DISubprogram" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "isLocal" BoolAlways, 8 "isDefinition" BoolAlways, 9 "scopeLine" Unsigned, 10 "containingType" Metadata,
        11 "virtuality" Unsigned, 12 "virtualIndex" VirtualIndex(11), 13 "flags" Flags(FlagSet::Node), 14 "isOptimized" BoolAlways,
        15 "templateParams" Metadata, 16 "declaration" Metadata, 17 "variables" Metadata,
    }
    LEXICAL_BLOCK "DILexicalBlock" {
        1 "scope" MetadataOrNull, 2 "file" Metadata, 3 "line" Unsigned, 4 "column" Unsigned,
    }
    LEXICAL_BLOCK_FILE "DILexicalBlockFile" {
        1 "scope" MetadataOrNull, 2 "file" Metadata, 3 "discriminator" UnsignedAlways,
    }
    NAMESPACE "DINamespace" { 1 "scope" MetadataOrNull, 2 "name" String, 0 "exportSymbols" Flag(2) }
    NAMESPACE_FILE "DINamespace" { 1 "scope" MetadataOrNull, 3 "name" String, 0 "exportSymbols" Flag(2) }
    TEMPLATE_TYPE "DITemplateTypeParameter" { 1 "name" String, 2 "type" MetadataOrNull, 3 "defaulted" Bool }
    TEMPLATE_VALUE "DITemplateValueParameter" {
        1 "tag" UnsignedAlways, 2 "name" String, 3 "type" Metadata, 4 "defaulted" Bool, 5 "value" MetadataOrNull,
    }
    TEMPLATE_VALUE_OLD "DITemplateValueParameter" {
        1 "tag" UnsignedAlways, 2 "name" String, 3 "type" Metadata, 4 "value" MetadataOrNull,
    }
    GLOBAL_VAR "DIGlobalVariable" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "isLocal" BoolAlways, 8 "isDefinition" BoolAlways, 9 "declaration" Metadata, 10 "templateParams" Metadata,
        11 "align" Unsigned, 12 "annotations" Metadata,
    }
    GLOBAL_VAR_1 "DIGlobalVariable" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "isLocal" BoolAlways, 8 "isDefinition" BoolAlways, 10 "declaration" Metadata, 11 "align" Unsigned,
    }
    GLOBAL_VAR_0 "DIGlobalVariable" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "linkageName" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata,
        7 "isLocal" BoolAlways, 8 "isDefinition" BoolAlways, 9 "variable" Metadata, 10 "declaration" Metadata,
        11 "align" Unsigned,
    }
    LOCAL_VAR "DILocalVariable" {
        1 "scope" MetadataOrNull, 2 "name" String, 3 "file" Metadata, 4 "line" Unsigned, 5 "type" Metadata, 6 "arg" Unsigned,
        7 "flags" Flags(FlagSet::Node), 8 "align" Unsigned, 9 "annotations" Metadata,
    }
    // Up to LLVM 3.7, with a tag, and to 3.8 with an operand that nothing says.
    LOCAL_VAR_TAG "DILocalVariable" {
        2 "scope" MetadataOrNull, 3 "name" String, 4 "file" Metadata, 5 "line" Unsigned, 6 "type" Metadata, 7 "arg" Unsigned,
        8 "flags" Flags(FlagSet::Node),
    }
    OBJC_PROPERTY "DIObjCProperty" {
        1 "name" String, 2 "file" Metadata, 3 "line" Unsigned, 4 "setter" String, 5 "getter" String,
        6 "attributes" Unsigned, 7 "type" Metadata,
    }
    IMPORTED_ENTITY "DIImportedEntity" {
        1 "tag" UnsignedAlways, 2 "scope" MetadataOrNull, 3 "entity" Metadata, 4 "line" Unsigned, 5 "name" String, 6 "file" Metadata,
        7 "elements" Metadata,
    }
    IMPORTED_ENTITY_OLD "DIImportedEntity" {
        1 "tag" UnsignedAlways, 2 "scope" MetadataOrNull, 3 "entity" Metadata, 5 "name" String,
    }
    MODULE "DIModule" {
        1 "file" Metadata, 2 "scope" MetadataOrNull, 3 "name" StringOrEmpty, 4 "configMacros" String, 5 "includePath" String,
        6 "apinotes" String, 7 "line" Unsigned, 8 "isDecl" Bool,
    }
    // Up to LLVM 10; the last has another label there.
    MODULE_OLD "DIModule" {
        1 "scope" MetadataOrNull, 2 "name" StringOrEmpty, 3 "configMacros" String, 4 "includePath" String, 5 "apinotes" String,
    }
    MACRO "DIMacro" { 1 "type" UnsignedAlways, 2 "line" Unsigned, 3 "name" StringOrEmpty, 4 "value" String }
    MACRO_FILE "DIMacroFile" { 2 "line" Unsigned, 3 "file" MetadataOrNull, 4 "nodes" Metadata }
    GLOBAL_VAR_EXPR "DIGlobalVariableExpression" { 1 "var" MetadataOrNull, 2 "expr" MetadataOrNull }
    LABEL "DILabel" {
        1 "scope" MetadataOrNull, 2 "name" StringOrEmpty, 3 "file" Metadata, 4 "line" UnsignedAlways, 5 "column" Unsigned,
        0 "isArtificial" Flag(2), 6 "coroSuspendIdx" UnlessMax,
    }
    COMMON_BLOCK "DICommonBlock" {
        1 "scope" MetadataOrNull, 2 "declaration" MetadataOrNull, 3 "name" String, 4 "file" Metadata, 5 "line" Unsigned,
    }
    ASSIGN_ID "DIAssignID" {}
}

/// Whether a code is of a kind of specialised node.
pub(super) fn is_specialised(code: u32) -> bool {
    matches!(code, 7 | 12..=34 | 37 | 40 | 41 | 44 | 45 | 47..=49)
}

/// The layout of a node's record, and whether the node is distinct; `None` for an expression.
pub fn layout(code: u32, operands: &[u64]) -> Option<(&'static Layout, bool)> {
    let first = operands.first().copied().unwrap_or(0);
    let version = first >> 1;
    let length = operands.len();
    let layout = match code {
        7 => &LOCATION,
        12 => &GENERIC,
        13 => match version {
            0 => &SUBRANGE_0,
            1 => &SUBRANGE_1,
            _ => &SUBRANGE_2,
        },
        14 => &ENUMERATOR,
        15 => &BASIC_TYPE,
        16 => &FILE,
        17 => &DERIVED_TYPE,
        18 => &COMPOSITE_TYPE,
        19 => &SUBROUTINE_TYPE,
        20 => &COMPILE_UNIT,
        21 if first & 4 != 0 => &SUBPROGRAM,
        21 if first & 2 != 0 => &SUBPROGRAM_UNIT,
        21 if length >= 19 => &SUBPROGRAM_FUNCTION,
        21 => &SUBPROGRAM_PLAIN,
        22 => &LEXICAL_BLOCK,
        23 => &LEXICAL_BLOCK_FILE,
        24 if length == 5 => &NAMESPACE_FILE,
        24 => &NAMESPACE,
        25 => &TEMPLATE_TYPE,
        26 if length >= 6 => &TEMPLATE_VALUE,
        26 => &TEMPLATE_VALUE_OLD,
        27 => match version {
            0 => &GLOBAL_VAR_0,
            1 => &GLOBAL_VAR_1,
            _ => &GLOBAL_VAR,
        },
        28 if first & 2 == 0 && length > 8 => &LOCAL_VAR_TAG,
        28 => &LOCAL_VAR,
        30 => &OBJC_PROPERTY,
        31 if length >= 7 => &IMPORTED_ENTITY,
        31 => &IMPORTED_ENTITY_OLD,
        32 if length >= 8 => &MODULE,
        32 => &MODULE_OLD,
        33 => &MACRO,
        34 => &MACRO_FILE,
        37 => &GLOBAL_VAR_EXPR,
        40 => &LABEL,
        41 if length == 8 => &STRING_TYPE_8,
        41 => &STRING_TYPE,
        44 => &COMMON_BLOCK,
        45 => &GENERIC_SUBRANGE,
        47 => &ASSIGN_ID,
        48 => &SUBRANGE_TYPE,
        49 => &FIXED_POINT_TYPE,
        _ => return None,
    };
    Some((layout, first & 1 != 0 || is_always_distinct(code, operands)))
}

/// Whether a node is distinct whatever its record says: a compile unit, and the definition of a subprogram.
fn is_always_distinct(code: u32, operands: &[u64]) -> bool {
    match code {
        20 => true,
        21 if operands.first().is_some_and(|first| first & 4 != 0) => {
            operands.get(9).is_some_and(|flags| flags & 8 != 0)
        }
        21 => operands.get(8).is_some_and(|is_definition| *is_definition != 0),
        _ => false,
    }
}

/// The record of a node as a release writes it: its code, the bits of its first operand in addition to `distinct`, and a length that
/// tells its layout from former ones.
pub fn record_of(node: &str, release: Release) -> Option<(u32, u64, usize)> {
    let since = |first: Release, now: usize, before: usize| if release >= first { now } else { before };
    let subprogram = if release >= Release::V8 { 6 } else { 2 };
    let subrange = match release {
        release if release >= Release::V11 => 4,
        release if release >= Release::V7 => 2,
        _ => 0,
    };
    Some(match node {
        "DILocation" => (7, 0, 8),
        "GenericDINode" => (12, 0, 4),
        "DISubrange" => (13, subrange, 5),
        "DIEnumerator" => (14, 0, 3),
        "DIBasicType" => (15, 0, since(Release::V23, 12, 9)),
        "DIFile" => (16, 0, 6),
        "DIDerivedType" => (17, 0, 15),
        "DICompositeType" => (18, 2, 26),
        "DISubroutineType" => (19, 2, 4),
        "DICompileUnit" => (20, 0, 23),
        "DISubprogram" => (21, subprogram, 18),
        "DILexicalBlock" => (22, 0, 5),
        "DILexicalBlockFile" => (23, 0, 4),
        "DINamespace" => (24, 0, 3),
        "DITemplateTypeParameter" => (25, 0, 4),
        "DITemplateValueParameter" => (26, 0, since(Release::V11, 6, 5)),
        "DIGlobalVariable" => (27, since(Release::V8, 4, 2) as u64, 13),
        "DILocalVariable" => (28, 2, 10),
        "DIObjCProperty" => (30, 0, 8),
        "DIImportedEntity" => (31, 0, since(Release::V6, 8, 6)),
        "DIModule" => (32, 0, since(Release::V11, 9, 6)),
        "DIMacro" => (33, 0, 5),
        "DIMacroFile" => (34, 0, 5),
        "DIGlobalVariableExpression" => (37, 0, 3),
        "DILabel" => (40, 0, 7),
        "DIStringType" => (41, 0, since(Release::V14, 9, 8)),
        "DICommonBlock" => (44, 0, 6),
        "DIGenericSubrange" => (45, 0, 5),
        "DIAssignID" => (47, 0, 1),
        "DISubrangeType" => (48, 0, 13),
        "DIFixedPointType" => (49, 0, 11),
        _ => return None,
    })
}

/// The label that a release has for a node's operand, where it is another than the current one.
pub fn label_of(node: &str, label: &'static str, release: impl FnOnce() -> Option<Release>) -> &'static str {
    if (node, label) != ("DIModule", "apinotes") {
        return label;
    }
    match release() {
        Some(release) if release < Release::V10 => "isysroot",
        Some(Release::V10) => "sysroot",
        _ => label,
    }
}

/// How many operands a record has at least and at most.
fn lengths(code: u32) -> (usize, usize) {
    match code {
        7 => (5, 8),
        12 => (4, usize::MAX),
        13 => (3, 5),
        14 => (3, usize::MAX),
        15 => (6, 12),
        16 => (3, 6),
        17 => (12, 15),
        18 => (16, 26),
        19 => (3, 4),
        20 => (14, 24),
        21 => (18, 22),
        22 => (5, 5),
        23 => (4, 4),
        24 => (3, 5),
        25 => (3, 4),
        26 => (5, 6),
        27 => (11, 13),
        28 => (8, 10),
        29 => (1, usize::MAX),
        30 => (8, 8),
        31 => (6, 8),
        32 => (5, 9),
        33 | 34 => (5, 5),
        37 => (3, 3),
        40 => (5, 7),
        41 => (8, 9),
        44 => (6, 6),
        45 => (5, 5),
        47 => (1, 1),
        48 => (13, 13),
        _ => (11, usize::MAX),
    }
}

/// Moves the flag of a main subprogram from the flags of all nodes, where builds between LLVM 7 and 8 had it.
pub(super) fn upgrade(code: u32, operands: &mut [u64]) {
    const MAIN: u64 = 1 << 21;
    const MAIN_SUBPROGRAM: u64 = 1 << 8;
    if code == 21
        && operands.first().is_some_and(|first| first & 4 != 0)
        && let Some(flags) = operands.get_mut(11).filter(|flags| **flags & MAIN != 0)
    {
        *flags &= !MAIN;
        operands.iter_mut().skip(9).take(1).for_each(|flags| *flags |= MAIN_SUBPROGRAM);
    }
}

/// Checks that a record has as many operands as its node can have.
pub(super) fn check(record: &Record<'_>) -> Result<()> {
    const COMPILE_UNIT: u32 = 20;
    // LLVM 23 has an operand more, which is zero but for what no field says yet.
    if record.code == COMPILE_UNIT && record.operands.get(23).is_some_and(|operand| *operand != 0) {
        return Err(record.error("a compile unit says more of its language than is known"));
    }
    // LLVM 23 has its scope, line and file after the two numbers, each of which is a width with a count of words, and these.
    const FIXED_POINT: u32 = 49;
    let after = |at: usize| at + 1 + record.operands.get(at).map_or(0, |head| (head >> 32) as usize);
    let places = record.operands.get(after(after(9))..).unwrap_or_default();
    if record.code == FIXED_POINT && places.iter().any(|operand| *operand != 0) {
        return Err(record.error("a fixed-point type says where it is declared, which is not known yet"));
    }
    let (least, most) = lengths(record.code);
    let length = record.operands.len();
    match (least..=most).contains(&length) {
        true => Ok(()),
        false => Err(record.error(format!("a node has {length} operands"))),
    }
}
