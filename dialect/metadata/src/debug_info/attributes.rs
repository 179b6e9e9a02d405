//! The definitions of debug-info attributes: the node each stands for, and how the node's fields follow from its definition in
//! [`crate::nodes`] and from the attribute's parameters.
//! LangRef, "Specialized Metadata Nodes".

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::attr_classes::Class;
use crate::attr_table::AttrKindDefinition;
use crate::attr_table::*;
use crate::context::{Attr, Context, Str};
use crate::dwarf::{Dwarf, SUBPROGRAM_DEFINITION};
use crate::enums::Enumeration;
use crate::export::builder::param;
use crate::nodes::{DefaultValue, FieldDef, FieldKind, NodeDef, Optionality, Written, node_def};

/// How a field is made of the attribute's parameter.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// A string that is there.
    Text,
    /// A string, empty where it is absent.
    AnyText,
    /// A number other than 0.
    Number,
    /// A number, 0 where it is absent.
    AnyNumber,
    /// An optional number that is there, 0 too.
    SomeNumber,
    /// `true` or `false`.
    Bool,
    /// `true`.
    True,
    /// A DWARF number by name; the number that is not written.
    DwarfName(Dwarf, i64),
    /// Flags by name.
    Flags(FlagSet),
    /// A word; the number that is not written.
    Word(&'static Enumeration, i64),
    /// A node that is there.
    Node,
    /// A node or `null`.
    NodeOrNull,
    /// An expression, without operations where it is absent.
    Expression,
    /// A tuple of nodes that is not empty.
    Nodes,
    /// A tuple of nodes, which may be empty.
    AnyNodes,
    /// A number or a node.
    Bound,
    /// The number 0.
    Zero,
}

/// When a node is equal only to itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Distinct {
    Never,
    Always,
    /// Where `subprogramFlags` has `Definition`; where the parameter `id` is there, unless the module has the preserved
    /// attribute for upstream's defaults.
    WithId,
    /// Where the parameter `recId` is there; and where the parameter `tag` is one of [`OWN_TAGS`], if the module has
    /// the preserved attribute for it.
    WithRecId,
}

/// The tags of types that upstream's exporter makes distinct nodes of: classes, enumerations, structures and unions;
/// DWARF, "Tag encodings".
const OWN_TAGS: &[i64] = &[0x02, 0x04, 0x13, 0x17];

/// The tag of a variable; among types it is a static member's.
pub(crate) const VARIABLE_TAG: i64 = 0x34;

/// The node an attribute stands for. Its fields are those of the node's definition that the attribute has a parameter for.
struct NodeOfAttribute {
    /// The attribute.
    kind: AttrKind,
    /// The node's name.
    node: &'static str,
    /// When it is distinct.
    distinct: Distinct,
    /// Fields whose parameter has another name, and that name.
    renamed: &'static [(&'static str, &'static str)],
}

const fn row(
    kind: AttrKind,
    node: &'static str,
    distinct: Distinct,
    renamed: &'static [(&'static str, &'static str)],
) -> NodeOfAttribute {
    NodeOfAttribute { kind, node, distinct, renamed }
}

/// No number: the field is always written.
pub(crate) const NONE: i64 = -1;

const SIZE: (&str, &str) = ("size", "sizeInBits");
const ALIGN: (&str, &str) = ("align", "alignInBits");

/// The definitions.
#[rustfmt::skip]
static ROWS: &[NodeOfAttribute] = &[
    row(DI_FILE, "DIFile", Distinct::Never, &[("filename", "name")]),
    row(DI_BASIC_TYPE, "DIBasicType", Distinct::Never, &[SIZE]),
    row(DI_COMPILE_UNIT, "DICompileUnit", Distinct::Always, &[("language", "sourceLanguage")]),
    row(DI_COMPOSITE_TYPE, "DICompositeType", Distinct::WithRecId, &[SIZE, ALIGN]),
    row(DI_DERIVED_TYPE, "DIDerivedType", Distinct::Never, &[SIZE, ALIGN, ("offset", "offsetInBits")]),
    row(DI_GLOBAL_VARIABLE_EXPRESSION, "DIGlobalVariableExpression", Distinct::Never, &[]),
    row(DI_GLOBAL_VARIABLE, "DIGlobalVariable", Distinct::Always,
        &[("isLocal", "isLocalToUnit"), ("isDefinition", "isDefined"), ALIGN]),
    row(DI_LEXICAL_BLOCK, "DILexicalBlock", Distinct::Always, &[]),
    row(DI_LEXICAL_BLOCK_FILE, "DILexicalBlockFile", Distinct::Always, &[]),
    row(DI_LOCAL_VARIABLE, "DILocalVariable", Distinct::Never, &[ALIGN]),
    row(DI_SUBPROGRAM, "DISubprogram", Distinct::WithId, &[("spFlags", "subprogramFlags"), ("unit", "compileUnit")]),
    row(DI_MODULE, "DIModule", Distinct::Never, &[]),
    row(DI_NAMESPACE, "DINamespace", Distinct::Never, &[]),
    row(DI_IMPORTED_ENTITY, "DIImportedEntity", Distinct::Never, &[]),
    row(DI_SUBRANGE, "DISubrange", Distinct::Never, &[]),
    row(DI_GENERIC_SUBRANGE, "DIGenericSubrange", Distinct::Never, &[]),
    row(DI_COMMON_BLOCK, "DICommonBlock", Distinct::Never, &[("declaration", "decl")]),
    row(DI_SUBROUTINE_TYPE, "DISubroutineType", Distinct::Never, &[("cc", "callingConvention")]),
    row(DI_LABEL, "DILabel", Distinct::Never, &[]),
    row(DI_STRING_TYPE, "DIStringType", Distinct::Never, &[
        ("stringLengthExpression", "stringLengthExp"), ("stringLocationExpression", "stringLocationExp"), SIZE, ALIGN,
    ]),
];

impl NodeOfAttribute {
    /// The parameter that a field goes to, if the attribute has one.
    fn param(&self, field: &FieldDef) -> Option<(usize, &'static Param)> {
        let renamed = self.renamed.iter().find(|renamed| renamed.0 == field.name);
        let place = self.kind.def().param(renamed.map_or(field.name, |renamed| renamed.1))?;
        Some((place, &self.kind.def().params[place]))
    }

    /// What a field is made of; `None` where the attribute has no parameter for it and it is not written without.
    fn source(&self, field: &FieldDef) -> Option<Source> {
        let Some((_, param)) = self.param(field) else {
            return matches!(field.written, Written::Always(DefaultValue::Zero)).then_some(Source::Zero);
        };
        let is_always = matches!(field.written, Written::Always(_));
        Some(match param.kind {
            ParamKind::Str | ParamKind::Text if is_always && field.optionality == Optionality::Required => {
                Source::AnyText
            }
            ParamKind::Str | ParamKind::Text => Source::Text,
            ParamKind::Bool if is_always => Source::Bool,
            ParamKind::Bool => Source::True,
            ParamKind::Number(_) if param.need == ParamNeed::Nullable => Source::SomeNumber,
            ParamKind::Number(_) if field.optionality == Optionality::Required => Source::AnyNumber,
            ParamKind::Number(_) => Source::Number,
            ParamKind::Dwarf(table) => Source::DwarfName(table, unwritten(field, |word| table.number(word))),
            ParamKind::Flags(set) => Source::Flags(set),
            ParamKind::Enum(words, _) => Source::Word(words, unwritten(field, |word| words.from_llvm(word))),
            ParamKind::List(_) if is_always => Source::AnyNodes,
            ParamKind::List(_) => Source::Nodes,
            // A `DIGenericSubrange` has numbers as expressions only.
            ParamKind::Attr(Class::Bound) if self.kind == DI_SUBRANGE => Source::Bound,
            // Upstream has no other expression where an attribute may lack one.
            ParamKind::Llvm(_) if self.kind == DI_GLOBAL_VARIABLE_EXPRESSION && param.name == "expr" => {
                Source::Expression
            }
            ParamKind::Attr(_) | ParamKind::Llvm(_) => match field.written {
                Written::Unless(_) => Source::Node,
                Written::Always(_) | Written::WhereGiven | Written::Never => Source::NodeOrNull,
            },
            ParamKind::Members | ParamKind::Type => return None,
        })
    }
}

/// The number of a field that is not written where it has it: the default's.
fn unwritten(field: &FieldDef, number: impl Fn(&str) -> Option<i64>) -> i64 {
    match field.written {
        Written::Unless(DefaultValue::Zero) => 0,
        Written::Unless(DefaultValue::Name(word)) => number(word).unwrap_or(NONE),
        _ => NONE,
    }
}

/// A field of a row, ready for use.
pub(crate) struct FieldRow {
    /// Its label.
    pub label: &'static str,
    /// Its label.
    pub name: Str,
    /// What it is made of.
    pub source: Source,
    /// The place of the parameter it is made of.
    pub place: Option<usize>,
    /// The bits of a number that LLVM keeps.
    pub bits: u64,
}

impl FieldRow {
    /// The parameter the field is made of.
    pub fn param(&self, params: &[Option<Attr>]) -> Option<Attr> {
        param(params, self.place?)
    }
}

/// A row, its names looked up.
pub(crate) struct DebugRow {
    /// The attribute.
    pub kind: AttrKind,
    /// The node's name.
    pub node: Str,
    /// When it is distinct.
    pub distinct: Distinct,
    /// Its fields, in the order of LLVM's writer.
    pub fields: Vec<FieldRow>,
    /// The place of `id`.
    pub id: Option<usize>,
    /// The place of `recId`.
    pub rec_id: Option<usize>,
    /// The place of `isRecSelf`.
    pub is_rec_self: Option<usize>,
    /// The place of `subprogramFlags`.
    flags: Option<usize>,
    /// The place of `tag`.
    tag: Option<usize>,
}

impl DebugRow {
    fn new(ctx: &Context, row: &NodeOfAttribute) -> DebugRow {
        let def = row.kind.def();
        let field = |field: &FieldDef| {
            let place = row.param(field).map(|param| param.0);
            let bits = if let FieldKind::Unsigned(bits) = field.kind { bits } else { u64::MAX };
            Some(FieldRow { label: field.name, name: ctx.str(field.name), source: row.source(field)?, place, bits })
        };
        let fields = node_def(row.node.as_bytes()).map(NodeDef::fields).unwrap_or_default();
        DebugRow {
            kind: row.kind,
            node: ctx.str(row.node),
            distinct: row.distinct,
            fields: fields.iter().filter_map(field).collect(),
            id: def.param("id"),
            rec_id: def.param("recId"),
            is_rec_self: def.param("isRecSelf"),
            flags: def.param("subprogramFlags"),
            tag: def.param("tag"),
        }
    }

    /// Whether an attribute with these parameters stands for a distinct node, in a module that has `irtrip.exporter_defaults`
    /// or has not.
    pub fn is_distinct(&self, ctx: &Context, params: &[Option<Attr>], has_exporter_defaults: bool) -> bool {
        let has = |place: Option<usize>| place.is_some_and(|p| param(params, p).is_some());
        match self.distinct {
            Distinct::Never => false,
            Distinct::Always => true,
            Distinct::WithId => {
                let flags = self.flags.and_then(|place| param(params, place));
                let flags = flags.and_then(|flags| ctx.int_value(flags)).unwrap_or(0);
                // Upstream's exporter looks at the flags alone; LLVM IR has no other definition.
                flags & SUBPROGRAM_DEFINITION != 0 || !has_exporter_defaults && has(self.id)
            }
            Distinct::WithRecId => {
                let tag = self.tag(ctx, params).filter(|_| has_exporter_defaults);
                has(self.rec_id) || tag.is_some_and(|tag| OWN_TAGS.contains(&tag))
            }
        }
    }

    /// The tag that these parameters have.
    pub fn tag(&self, ctx: &Context, params: &[Option<Attr>]) -> Option<i64> {
        param(params, self.tag?).and_then(|tag| ctx.int_value(tag))
    }

    /// Whether an attribute with these parameters only names its node.
    pub fn is_self(&self, params: &[Option<Attr>]) -> bool {
        self.is_rec_self.is_some_and(|p| param(params, p).is_some())
    }

    /// The identities that views of one node share.
    pub fn identities(&self, params: &[Option<Attr>]) -> impl Iterator<Item = Identity> + use<> {
        let at = |place: Option<usize>, is_recursive| {
            let id = place.and_then(|p| param(params, p))?;
            Some(Identity { kind: self.kind, is_recursive, id })
        };
        [at(self.rec_id, true), at(self.id, false)].into_iter().flatten()
    }
}

/// What tells a node from others of its kind. One identifier may be that of several nodes, each of another kind, or the
/// `recId` of one and the `id` of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Identity {
    kind: AttrKind,
    is_recursive: bool,
    id: Attr,
}

/// The words of one of DWARF's enumerations, spelled whole.
#[derive(Default)]
pub(crate) struct DebugWords {
    word: HashMap<i64, Str, FxBuildHasher>,
    number: HashMap<Str, i64, FxBuildHasher>,
}

impl DebugWords {
    fn new(ctx: &Context, table: Dwarf) -> DebugWords {
        let mut words = DebugWords::default();
        for (number, name) in table.iter() {
            let word = ctx.str(&format!("{}{name}", table.prefix()));
            words.word.entry(number).or_insert(word);
            words.number.entry(word).or_insert(number);
        }
        words
    }

    /// The word of a number: `DW_TAG_member`.
    pub fn word(&self, number: i64) -> Option<Str> {
        self.word.get(&number).copied()
    }

    /// The number of a word.
    pub fn number(&self, word: Str) -> Option<i64> {
        self.number.get(&word).copied()
    }
}

/// The definitions with the handles of one context.
pub(crate) struct DebugRows {
    rows: Vec<DebugRow>,
    by_node: HashMap<Str, usize, FxBuildHasher>,
    by_kind: Vec<Option<usize>>,
    words: [(Dwarf, DebugWords); 5],
    /// `DIExpression`
    pub(crate) expression: Str,
    /// `DIFile`
    pub(crate) file: Str,
    /// `file`
    pub(crate) file_field: Str,
    /// `filename`
    pub(crate) filename: Str,
    /// Nodes that operations refer to.
    roots: [Str; 5],
}

impl DebugRows {
    /// The definitions of debug-info attributes, with handles of a context.
    #[inline]
    pub(crate) fn of(ctx: &Context) -> &DebugRows {
        ctx.extension(|| DebugRows::new(ctx))
    }

    fn new(ctx: &Context) -> DebugRows {
        let rows: Vec<DebugRow> = ROWS.iter().map(|row| DebugRow::new(ctx, row)).collect();
        let mut by_kind = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            by_kind.resize(by_kind.len().max(row.kind.index() + 1), None);
            if let Some(slot) = by_kind.get_mut(row.kind.index()) {
                *slot = Some(place);
            }
        }
        DebugRows {
            by_node: rows.iter().enumerate().map(|(place, row)| (row.node, place)).collect(),
            by_kind,
            rows,
            words: [Dwarf::Tag, Dwarf::Operation, Dwarf::Encoding, Dwarf::Language, Dwarf::CallingConvention]
                .map(|table| (table, DebugWords::new(ctx, table))),
            expression: ctx.str("DIExpression"),
            file: ctx.str("DIFile"),
            file_field: ctx.str("file"),
            filename: ctx.str("filename"),
            roots: ["DISubprogram", "DILocalVariable", "DILabel", "DIGlobalVariableExpression", "DIExpression"]
                .map(|name| ctx.str(name)),
        }
    }

    /// Whether operations refer to nodes of this name.
    pub(crate) fn is_root(&self, name: Str) -> bool {
        self.roots.contains(&name)
    }

    /// The definition of a node by its name.
    pub(crate) fn of_node(&self, name: Str) -> Option<&DebugRow> {
        self.rows.get(*self.by_node.get(&name)?)
    }

    /// The definition of an attribute.
    pub(crate) fn of_kind(&self, kind: AttrKind) -> Option<&DebugRow> {
        self.rows.get((*self.by_kind.get(kind.index())?)?)
    }

    /// The names of a DWARF table.
    pub(crate) fn words(&self, table: Dwarf) -> Option<&DebugWords> {
        self.words.iter().find(|w| w.0 == table).map(|w| &w.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_but_identities_is_a_field() {
        for row in ROWS {
            let fields = node_def(row.node.as_bytes()).map(NodeDef::fields).unwrap_or_default();
            for (place, param) in row.kind.def().params.iter().enumerate() {
                let is_field = fields.iter().any(|field| row.param(field).is_some_and(|found| found.0 == place));
                assert_ne!(is_field, matches!(param.name, "id" | "recId" | "isRecSelf"), "{} {}", row.node, param.name);
            }
        }
    }

    #[test]
    fn a_field_has_the_default_of_its_node() {
        let string_type = ROWS.iter().find(|row| row.kind == DI_STRING_TYPE);
        let tag = node_def(b"DIStringType").and_then(|node| node.field(b"tag"));
        let source = string_type.zip(tag).and_then(|(row, tag)| row.source(tag));
        assert!(matches!(source, Some(Source::DwarfName(Dwarf::Tag, 0x12))));
    }
}
