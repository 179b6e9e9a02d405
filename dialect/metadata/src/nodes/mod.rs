//! The definitions of specialised nodes: each node's fields in the order of LLVM's writer, what each holds, when it is
//! written. LangRef, "Specialized Metadata Nodes".
//!
//! Import reads a node's fields by its definition, export checks what preserved attributes hold against it, and
//! [`normalize`] brings fields into the form of LLVM's writer by it. The limits and what must be there are those of
//! LLVM 22's assembly parser; fields that only older releases have are marked with the last such release.

mod expressions;
mod fields;
pub mod normalize;

pub use expressions::{expression_for, upgrade_expression};
pub use fields::{
    DefaultValue, FieldDef, FieldKind, NO_CHECKSUM, Nullable, Optionality, Written, is_checksum_kind, last_value,
};

use fields::*;

use crate::attr_table::FlagSet;
use crate::context::Context;
use crate::dwarf::Dwarf;
use crate::enums::{DiEmissionKind, DiFixedPointKind, DiNameTableKind};
use crate::graph::{Field, NamedField, Node, Operand};
use crate::nodes::normalize::NodeRows;
use crate::release::{Release, Releases};
use irtrip_ops::preserved::is_encoded_constant;

/// What is between a node's parentheses.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// Values with labels.
    Fields(&'static [FieldDef]),
    /// Operations, encodings and integers of a `DIExpression`.
    Expression,
    /// The values of a `DIArgList`.
    Arguments,
}

/// Which nodes must be distinct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distinctness {
    /// None has to be.
    Free,
    /// All.
    Required,
    /// Subprograms that are definitions.
    RequiredOfDefinitions,
}

/// A kind of specialised node.
#[derive(Debug)]
pub struct NodeDef {
    /// `DILocation`
    pub name: &'static str,
    /// What it holds.
    pub content: Content,
    /// Whether it must be distinct.
    pub distinct: Distinctness,
    /// The releases of LLVM that have it.
    pub releases: Releases,
}

impl NodeDef {
    const fn new(name: &'static str, fields: &'static [FieldDef]) -> NodeDef {
        NodeDef { name, content: Content::Fields(fields), distinct: Distinctness::Free, releases: Releases::ALL }
    }

    const fn of(name: &'static str, content: Content) -> NodeDef {
        NodeDef { name, content, distinct: Distinctness::Free, releases: Releases::ALL }
    }

    const fn distinct(self, distinct: Distinctness) -> NodeDef {
        NodeDef { distinct, ..self }
    }

    const fn since(self, release: Release) -> NodeDef {
        NodeDef { releases: self.releases.since(release), ..self }
    }

    /// The labelled fields; none for a node whose values have no labels.
    pub fn fields(&self) -> &'static [FieldDef] {
        match self.content {
            Content::Fields(fields) => fields,
            Content::Expression | Content::Arguments => &[],
        }
    }

    /// The field with a label.
    pub fn field(&self, name: &[u8]) -> Option<&'static FieldDef> {
        self.fields().iter().find(|field| field.name.as_bytes() == name)
    }

    /// Whether LLVM's writer writes the node where it is used, and not after a number.
    pub fn is_inline(&self) -> bool {
        matches!(self.content, Content::Expression | Content::Arguments)
    }

    /// The first field that a node of these fields must have and has not.
    pub(crate) fn missing_field(&self, ctx: &Context, fields: &[NamedField]) -> Option<&'static FieldDef> {
        let has = |field: &FieldDef| fields.iter().any(|(name, _)| ctx.bytes(*name) == field.name.as_bytes());
        self.fields().iter().find(|field| field.optionality == Optionality::Required && !has(field))
    }

    /// Whether LLVM refuses a node of these fields that is not distinct.
    pub fn must_be_distinct(&self, ctx: &Context, fields: &[NamedField]) -> bool {
        match self.distinct {
            Distinctness::Free => false,
            Distinctness::Required => true,
            Distinctness::RequiredOfDefinitions => is_definition(ctx, fields),
        }
    }

    /// Whether a node may hold this among its fields.
    pub fn accepts(&self, ctx: &Context, (name, value): &NamedField) -> bool {
        match self.content {
            Content::Fields(_) => self.field(ctx.bytes(*name)).is_some_and(|field| field.accepts(ctx, value)),
            Content::Expression => match value {
                Field::Int(number) => *number >= 0,
                Field::Word(word) => is_expression_word(&ctx.text(*word)),
                Field::Operand(_) | Field::Bool(_) | Field::List(_) => false,
            },
            Content::Arguments => {
                matches!(value, Field::Operand(Operand::Constant(_)))
            }
        }
    }
}

/// A node that no module of LLVM IR has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidNode {
    /// A node that LLVM does not know.
    #[error("invalid metadata type '{0}'")]
    Name(String),
    /// A field that the node has not, or another kind of value than it holds.
    #[error("invalid field '{field}' of !{node}")]
    Field {
        /// The node's name.
        node: &'static str,
        /// The field's label.
        field: String,
    },
    /// A value that an expression or an argument list does not hold.
    #[error("invalid element of !{0}")]
    Element(&'static str),
    /// A node that has a field more than once.
    #[error("field '{field}' of !{node} cannot be specified more than once")]
    RepeatedField {
        /// The node's name.
        node: &'static str,
        /// The field's label.
        field: String,
    },
    /// A node without a field that it must have.
    #[error("missing required field '{field}' of !{node}")]
    MissingField {
        /// The node's name.
        node: &'static str,
        /// The field's label.
        field: &'static str,
    },
    /// A node that must be distinct.
    #[error("missing 'distinct', required for !{0}")]
    NotDistinct(&'static str),
    /// An operand that is no node, no string, and no constant either.
    #[error("an operand is no constant of LLVM IR")]
    Constant,
}

/// Checks that a node is one its definition allows.
pub(crate) fn check_node(ctx: &Context, node: &Node) -> Result<(), InvalidNode> {
    let (name, distinct, fields) = match node {
        Node::Tuple { operands, .. } => return operands.iter().try_for_each(|operand| check_operand(ctx, operand)),
        Node::Location(_) => return Ok(()),
        Node::Specialised { name, distinct, fields } => (name, *distinct, fields),
    };
    let Some(row) = NodeRows::of(ctx).get(*name) else { return Err(InvalidNode::Name(ctx.text(*name).into_owned())) };
    let node = row.def.name;
    for named in fields {
        match &named.1 {
            Field::Operand(operand) if !row.def.is_inline() => check_operand(ctx, operand)?,
            Field::List(operands) => operands.iter().try_for_each(|operand| check_operand(ctx, operand))?,
            Field::Operand(_) | Field::Int(_) | Field::Bool(_) | Field::Word(_) => {}
        }
        if !row.def.accepts(ctx, named) {
            return Err(match row.def.is_inline() {
                true => InvalidNode::Element(node),
                false => InvalidNode::Field { node, field: ctx.text(named.0).into_owned() },
            });
        }
    }
    let is_repeated =
        |place: usize| !row.def.is_inline() && fields[..place].iter().any(|(name, _)| *name == fields[place].0);
    if let Some(place) = (0..fields.len()).find(|place| is_repeated(*place)) {
        return Err(InvalidNode::RepeatedField { node, field: ctx.text(fields[place].0).into_owned() });
    }
    if let Some(field) = row.def.missing_field(ctx, fields) {
        return Err(InvalidNode::MissingField { node, field: field.name });
    }
    if row.def.must_be_distinct(ctx, fields) && !distinct {
        return Err(InvalidNode::NotDistinct(node));
    }
    Ok(())
}

/// Checks that an operand is one that a node may have.
pub fn check_operand(ctx: &Context, operand: &Operand) -> Result<(), InvalidNode> {
    match operand {
        Operand::Constant(attr) if !is_encoded_constant(ctx, *attr) => Err(InvalidNode::Constant),
        Operand::Constant(_) | Operand::Null | Operand::Node(_) | Operand::String(_) => Ok(()),
    }
}

/// Whether the `spFlags` of a subprogram mark a definition; LLVM takes one without them for a definition of releases that
/// had none.
fn is_definition(ctx: &Context, fields: &[NamedField]) -> bool {
    const DEFINITION: i64 = 1 << 3;
    fields.iter().find(|field| ctx.bytes(field.0) == b"spFlags").is_none_or(|(_, value)| match value {
        Field::Int(bits) => bits & DEFINITION != 0,
        Field::Word(flags) => ctx.text(*flags).split(" | ").any(|flag| flag == "DISPFlagDefinition"),
        Field::Operand(_) | Field::Bool(_) | Field::List(_) => false,
    })
}

/// Whether a word may be in an expression: an operation, an encoding, or an integer of 64 bits.
pub(crate) fn is_expression_word(word: &str) -> bool {
    Dwarf::Operation.number(word).is_some() || Dwarf::Encoding.number(word).is_some() || word.parse::<u64>().is_ok()
}

/// The definition of this name; `None` for a node that LLVM does not know.
pub fn node_def(name: &[u8]) -> Option<&'static NodeDef> {
    NODES.iter().find(|node| node.name.as_bytes() == name)
}

const U8: u64 = u8::MAX as u64;
const U16: u64 = u16::MAX as u64;
const U32: u64 = u32::MAX as u64;

use DefaultValue::{EmptyString, Name, True};
use Written::{Always, Unless, WhereGiven};

/// Every kind of specialised node.
#[rustfmt::skip]
pub static NODES: &[NodeDef] = &[
    NodeDef::of("DIExpression", Content::Expression),
    NodeDef::of("DIArgList", Content::Arguments),
    NodeDef::new("DIAssignID", &[]).distinct(Distinctness::Required).since(Release::V16),
    NodeDef::new("GenericDINode", &[
        required_tag(), string("header").operand(0), field("operands", FieldKind::List, WhereGiven),
    ]),
    NodeDef::new("DILocation", &[
        u32("line").always(), unsigned("column", U16), scope().not_null().operand(0), metadata("inlinedAt").operand(1),
        bool("isImplicitCode").since(Release::V8), unsigned("atomGroup", u64::MAX).since(Release::V21), unsigned("atomRank", U8).since(Release::V21),
    ]),
    NodeDef::new("DISubrange", &[
        count().operand(0).number_until(Release::V7), bound("lowerBound").operand(1).zero_until(Release::V11).number_until(Release::V11),
        bound("upperBound").operand(2).since(Release::V11),
        bound("stride").operand(3).since(Release::V11),
    ]),
    NodeDef::new("DISubrangeType", &[
        string("name").operand(2), metadata("scope").operand(1), metadata("file").operand(0), u32("line"), bits("size").operand(3),
        u32("align"), flags(), metadata("baseType").always().operand(5), constant_bound("lowerBound").operand(6),
        constant_bound("upperBound").operand(7), constant_bound("stride").operand(8), constant_bound("bias").operand(9),
    ]).since(Release::V21),
    NodeDef::new("DIGenericSubrange", &[
        bound("count").operand(0), bound("lowerBound").operand(1), bound("upperBound").operand(2),
        bound("stride").operand(3),
    ]).since(Release::V12),
    NodeDef::new("DIEnumerator", &[
        string("name").always().required().operand(0), integer("value").required(), bool("isUnsigned").since(Release::V7),
    ]),
    NodeDef::new("DIBasicType", &[
        tag("DW_TAG_base_type"), string("name").operand(2), metadata("scope").operand(1).since(Release::V23),
        metadata("file").operand(0).since(Release::V23), u32("line").since(Release::V23),
        bits("size").operand(3), u32("align"), u32("dataSize").since(Release::V22),
        dwarf("encoding", Dwarf::Encoding, U8), u32("num_extra_inhabitants").since(Release::V20), flags().since(Release::V8),
    ]),
    NodeDef::new("DIFixedPointType", &[
        tag("DW_TAG_base_type"), string("name").operand(2), bits("size").operand(3), u32("align"),
        dwarf("encoding", Dwarf::Encoding, U8), flags(),
        field("kind", FieldKind::Enum(DiFixedPointKind::TABLE, "fixed-point kind"), WhereGiven),
        signed("factor", i64::MIN, i64::MAX).where_given(), integer("numerator"), integer("denominator"),
    ]).since(Release::V21),
    NodeDef::new("DIStringType", &[
        tag("DW_TAG_string_type"), string("name").operand(2), metadata("stringLength").operand(5),
        metadata("stringLengthExpression").operand(6), metadata("stringLocationExpression").operand(7).since(Release::V14),
        bits("size").operand(3), u32("align"), dwarf("encoding", Dwarf::Encoding, U8),
    ]).since(Release::V12),
    NodeDef::new("DIDerivedType", &[
        required_tag(), string("name").operand(2), metadata("scope").operand(1), metadata("file").operand(0), u32("line"),
        metadata("baseType").always().required().operand(5), bits("size").operand(3), u32("align"),
        bits("offset").operand(4), flags(), metadata("extraData").operand(6), u32("dwarfAddressSpace").where_given(),
        metadata("annotations").operand(7).since(Release::V14), unsigned("ptrAuthKey", 7).where_given().since(Release::V19),
        bool("ptrAuthIsAddressDiscriminated").where_given().since(Release::V19), unsigned("ptrAuthExtraDiscriminator", U16).where_given().since(Release::V19),
        bool("ptrAuthIsaPointer").where_given().since(Release::V19), bool("ptrAuthAuthenticatesNullValues").where_given().since(Release::V19),
    ]),
    NodeDef::new("DICompositeType", &[
        required_tag(), string("name").operand(2), metadata("scope").operand(1), metadata("file").operand(0), u32("line"),
        metadata("baseType").operand(5), bits("size").operand(3), u32("align"), bits("offset").operand(4),
        u32("num_extra_inhabitants").since(Release::V20), flags(), metadata("elements").list().operand(6),
        dwarf("runtimeLang", Dwarf::Language, U16), metadata("vtableHolder").operand(7),
        metadata("templateParams").list().operand(8), string("identifier").operand(9), metadata("discriminator").operand(10).since(Release::V7),
        metadata("dataLocation").operand(11).since(Release::V11), metadata("associated").operand(12).since(Release::V12), metadata("allocated").operand(13).since(Release::V12),
        bound("rank").operand(14).since(Release::V12), metadata("annotations").operand(15).since(Release::V14), metadata("specification").operand(16).since(Release::V20),
        dwarf("enumKind", Dwarf::EnumKind, 1).where_given().since(Release::V21), metadata("bitStride").operand(17).since(Release::V21),
    ]),
    NodeDef::new("DISubroutineType", &[
        flags(), dwarf("cc", Dwarf::CallingConvention, U8), metadata("types").always().required().operand(5),
    ]),
    NodeDef::new("DIFile", &[
        string("filename").always().required().operand(0), string("directory").always().required().operand(1),
        field("checksumkind", FieldKind::ChecksumKind, WhereGiven), string("checksum").where_given().operand(2),
        string("source").where_given().since(Release::V7).operand(3),
    ]),
    NodeDef::new("DICompileUnit", &[
        dwarf("language", Dwarf::Language, U16).where_given(),
        dwarf("sourceLanguageName", Dwarf::LanguageName, U32).where_given().since(Release::V22), u32("sourceLanguageVersion").since(Release::V22),
        metadata("file").not_null().always().required().operand(0), string("producer").operand(1), bool("isOptimized").always(),
        string("flags").operand(2), u32("runtimeVersion").always(), string("splitDebugFilename").operand(3),
        field("emissionKind", FieldKind::Enum(DiEmissionKind::TABLE, "emission kind"), Always(Name("NoDebug"))),
        metadata("enums").list().operand(4), metadata("retainedTypes").list().operand(5), metadata("subprograms").until(Release::V3_9),
        metadata("globals").list().operand(6),
        metadata("imports").list().operand(7), metadata("macros").list().operand(8), unsigned("dwoId", u64::MAX),
        bool("splitDebugInlining").or_true(), bool("debugInfoForProfiling"), bool("gnuPubnames").since(Release::V6).until(Release::V8),
        field("nameTableKind", FieldKind::Enum(DiNameTableKind::TABLE, "nameTable kind"), Unless(Name("Default"))).since(Release::V8),
        bool("rangesBaseAddress").since(Release::V11), string("sysroot").since(Release::V11).operand(9), string("sdk").since(Release::V11).operand(10),
    ]).distinct(Distinctness::Required),
    NodeDef::new("DISubprogram", &[
        string("name").operand(2), string("linkageName").operand(3), metadata("scope").always().operand(1), metadata("file").operand(0),
        u32("line"), metadata("type").operand(4).required_since(Release::V23),
        // Read still, and written as `spFlags` since LLVM 8.
        bool("isLocal").until(Release::V8).never(), bool("isDefinition").until(Release::V8).never(), u32("scopeLine"), metadata("containingType").operand(8),
        dwarf("virtuality", Dwarf::Virtuality, 2).until(Release::V8).never(), u32("virtualIndex").where_given(), signed("thisAdjustment", i32::MIN as i64, i32::MAX as i64), flags(),
        bool("isOptimized").until(Release::V8).never(), field("spFlags", FieldKind::Flags(FlagSet::Subprogram), WhereGiven).since(Release::V8),
        metadata("unit").operand(5).since(Release::V3_9), metadata("function").until(Release::V3_8),
        metadata("templateParams").list().operand(9), metadata("declaration").operand(6),
        metadata("retainedNodes").list().operand(7).formerly("variables", Release::V7),
        metadata("thrownTypes").list().operand(10), metadata("annotations").operand(11).since(Release::V14), string("targetFuncName").since(Release::V15).operand(12),
        bool("keyInstructions").since(Release::V21),
    ]).distinct(Distinctness::RequiredOfDefinitions),
    NodeDef::new("DILexicalBlock", &[
        scope().not_null().operand(1), metadata("file").operand(0), u32("line"), unsigned("column", U16),
    ]),
    NodeDef::new("DILexicalBlockFile", &[
        scope().not_null().operand(1), metadata("file").operand(0), u32("discriminator").where_given().required(),
    ]),
    NodeDef::new("DINamespace", &[
        string("name").operand(2), scope().operand(1), metadata("file").until(Release::V5), u32("line").until(Release::V5),
        bool("exportSymbols").since(Release::V5),
    ]),
    NodeDef::new("DICommonBlock", &[
        scope().operand(0), metadata("declaration").always().operand(1), string("name").operand(2), metadata("file").operand(3),
        u32("line"),
    ]).since(Release::V9),
    NodeDef::new("DIMacro", &[
        dwarf("type", Dwarf::Macinfo, U8).where_given().required(), u32("line"), string("name").required().always().operand(0),
        string("value").operand(1),
    ]),
    NodeDef::new("DIMacroFile", &[
        dwarf("type", Dwarf::Macinfo, U8).never(), u32("line"),
        metadata("file").always().required().operand(0), metadata("nodes").list().operand(1),
    ]),
    NodeDef::new("DIModule", &[
        scope().operand(1), string("name").required().always().operand(2), string("configMacros").operand(3), string("includePath").operand(4),
        string("apinotes").since(Release::V11).operand(5), metadata("file").operand(0).since(Release::V11), u32("line").since(Release::V11),
        bool("isDecl").since(Release::V12), string("sysroot").until(Release::V11).formerly("isysroot", Release::V10),
    ]),
    NodeDef::new("DITemplateTypeParameter", &[
        string("name").operand(0), metadata("type").always().required().operand(1), bool("defaulted").since(Release::V11),
    ]),
    NodeDef::new("DITemplateValueParameter", &[
        tag("DW_TAG_template_value_parameter"), string("name").operand(0), metadata("type").operand(1), bool("defaulted").since(Release::V11),
        metadata("value").always().required().operand(2),
    ]),
    NodeDef::new("DIGlobalVariable", &[
        field("name", FieldKind::NonEmptyString, Unless(EmptyString)).operand(1).required_until(Release::V15), string("linkageName").operand(5),
        metadata("scope").always().operand(0), metadata("file").operand(2), u32("line"), metadata("type").operand(3),
        bool("isLocal").always(), field("isDefinition", FieldKind::Bool, Always(True)),
        metadata("variable").until(Release::V4), metadata("declaration").operand(6),
        metadata("templateParams").list().operand(7).since(Release::V8),
        u32("align"), metadata("annotations").operand(8).since(Release::V14),
    ]),
    NodeDef::new("DILocalVariable", &[
        dwarf("tag", Dwarf::Tag, U16).until(Release::V3_8), string("name").operand(1), unsigned("arg", U16),
        scope().not_null().operand(0), metadata("file").operand(2), u32("line"), metadata("type").operand(3), flags(),
        u32("align"), metadata("annotations").operand(4).since(Release::V14),
    ]),
    NodeDef::new("DILabel", &[
        scope().not_null().operand(0), string("name").required().always().operand(1), metadata("file").required().operand(2),
        u32("line").required(), unsigned("column", U16).since(Release::V21), bool("isArtificial").since(Release::V21),
        unsigned("coroSuspendIdx", u64::MAX).where_given().since(Release::V21),
    ]).since(Release::V7),
    NodeDef::new("DIGlobalVariableExpression", &[
        metadata("var").where_given().required().operand(0), metadata("expr").where_given().required().operand(1),
    ]),
    NodeDef::new("DIObjCProperty", &[
        string("name").operand(0), metadata("file").operand(1), u32("line"), string("setter").operand(3), string("getter").operand(2),
        u32("attributes"), metadata("type").operand(4),
    ]),
    NodeDef::new("DIImportedEntity", &[
        required_tag(), string("name").operand(2), scope().operand(0), metadata("entity").operand(1), metadata("file").operand(3),
        u32("line"), metadata("elements").list().operand(4).since(Release::V14),
    ]),
];
