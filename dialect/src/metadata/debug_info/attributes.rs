//! The rows of debug-info attributes: the node each stands for and, in the order of LLVM's writer, its fields.
//! LangRef, "Specialized Metadata Nodes".

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::attr_table::*;
use crate::context::{Attr, Context, Str};
use crate::dwarf::Dwarf;
use crate::enums::{DiEmissionKind, DiNameTableKind, Enumeration};
use crate::metadata::export::builder::param;

/// What a field is made of: a parameter of the attribute, by name.
#[derive(Clone, Copy)]
pub(in crate::metadata) enum Source {
    /// A string that is there.
    Text(&'static str),
    /// A number other than 0.
    Number(&'static str),
    /// A number, 0 where it is absent.
    AnyNumber(&'static str),
    /// An optional number that is there, 0 too.
    SomeNumber(&'static str),
    /// `true` or `false`.
    Bool(&'static str),
    /// `true`.
    True(&'static str),
    /// A DWARF number by name; the number that is not written.
    DwarfName(&'static str, Dwarf, i64),
    /// Flags by name.
    Flags(&'static str, FlagSet),
    /// A word; the number that is not written.
    Word(&'static str, &'static Enumeration, i64),
    /// A node that is there.
    Node(&'static str),
    /// A node or `null`.
    NodeOrNull(&'static str),
    /// A tuple of nodes that is not empty.
    Nodes(&'static str),
    /// A tuple of nodes, which may be empty.
    AnyNodes(&'static str),
    /// A number or a node.
    Bound(&'static str),
    /// The number 0.
    Zero,
}

/// When a node is equal only to itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::metadata) enum Distinct {
    Never,
    Always,
    /// Where the parameter `id` is there.
    WithId,
    /// Where the parameter `recId` is there; and where the parameter `tag` is one of [`OWN_TAGS`], if the module has
    /// the preserved attribute for it.
    WithRecId,
}

/// The tags of types that upstream's exporter makes distinct nodes of: classes, enumerations, structures and unions;
/// DWARF, "Tag encodings".
const OWN_TAGS: &[i64] = &[0x02, 0x04, 0x13, 0x17];

/// The node an attribute stands for.
struct Row {
    /// The attribute.
    pub kind: AttrKind,
    /// The node's name.
    pub node: &'static str,
    /// When it is distinct.
    pub distinct: Distinct,
    /// Its fields and what they are made of.
    pub fields: &'static [(&'static str, Source)],
}

const fn row(kind: AttrKind, node: &'static str, distinct: Distinct, fields: &'static [(&'static str, Source)]) -> Row {
    Row { kind, node, distinct, fields }
}

/// No number: the field is always written.
pub(in crate::metadata) const NONE: i64 = -1;

use Source::*;

/// The rows.
static ROWS: &[Row] = &[
    row(DI_FILE, "DIFile", Distinct::Never, &[("filename", Text("name")), ("directory", Text("directory"))]),
    row(
        DI_BASIC_TYPE,
        "DIBasicType",
        Distinct::Never,
        &[
            ("tag", DwarfName("tag", Dwarf::Tag, 0x24)),
            ("name", Text("name")),
            ("size", Number("sizeInBits")),
            ("encoding", DwarfName("encoding", Dwarf::Encoding, 0)),
        ],
    ),
    row(
        DI_COMPILE_UNIT,
        "DICompileUnit",
        Distinct::Always,
        &[
            ("language", DwarfName("sourceLanguage", Dwarf::Language, NONE)),
            ("file", NodeOrNull("file")),
            ("producer", Text("producer")),
            ("isOptimized", Bool("isOptimized")),
            ("runtimeVersion", Zero),
            ("splitDebugFilename", Text("splitDebugFilename")),
            ("emissionKind", Word("emissionKind", DiEmissionKind::TABLE, NONE)),
            ("nameTableKind", Word("nameTableKind", DiNameTableKind::TABLE, 0)),
        ],
    ),
    row(
        DI_COMPOSITE_TYPE,
        "DICompositeType",
        Distinct::WithRecId,
        &[
            ("tag", DwarfName("tag", Dwarf::Tag, NONE)),
            ("name", Text("name")),
            ("scope", Node("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("baseType", Node("baseType")),
            ("size", Number("sizeInBits")),
            ("align", Number("alignInBits")),
            ("flags", Flags("flags", FlagSet::Node)),
            ("elements", Nodes("elements")),
            ("dataLocation", Node("dataLocation")),
            ("associated", Node("associated")),
            ("allocated", Node("allocated")),
            ("rank", Node("rank")),
        ],
    ),
    row(
        DI_DERIVED_TYPE,
        "DIDerivedType",
        Distinct::Never,
        &[
            ("tag", DwarfName("tag", Dwarf::Tag, NONE)),
            ("name", Text("name")),
            ("baseType", NodeOrNull("baseType")),
            ("size", Number("sizeInBits")),
            ("align", Number("alignInBits")),
            ("offset", Number("offsetInBits")),
            ("extraData", Node("extraData")),
            ("dwarfAddressSpace", SomeNumber("dwarfAddressSpace")),
        ],
    ),
    row(
        DI_GLOBAL_VARIABLE_EXPRESSION,
        "DIGlobalVariableExpression",
        Distinct::Never,
        &[("var", NodeOrNull("var")), ("expr", NodeOrNull("expr"))],
    ),
    row(
        DI_GLOBAL_VARIABLE,
        "DIGlobalVariable",
        Distinct::Always,
        &[
            ("name", Text("name")),
            ("linkageName", Text("linkageName")),
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("type", Node("type")),
            ("isLocal", Bool("isLocalToUnit")),
            ("isDefinition", Bool("isDefined")),
            ("align", Number("alignInBits")),
        ],
    ),
    row(
        DI_LEXICAL_BLOCK,
        "DILexicalBlock",
        Distinct::Always,
        &[
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("column", Number("column")),
        ],
    ),
    row(
        DI_LEXICAL_BLOCK_FILE,
        "DILexicalBlockFile",
        Distinct::Always,
        &[("scope", NodeOrNull("scope")), ("file", Node("file")), ("discriminator", AnyNumber("discriminator"))],
    ),
    row(
        DI_LOCAL_VARIABLE,
        "DILocalVariable",
        Distinct::Never,
        &[
            ("name", Text("name")),
            ("arg", Number("arg")),
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("type", Node("type")),
            ("flags", Flags("flags", FlagSet::Node)),
            ("align", Number("alignInBits")),
        ],
    ),
    row(
        DI_SUBPROGRAM,
        "DISubprogram",
        Distinct::WithId,
        &[
            ("name", Text("name")),
            ("linkageName", Text("linkageName")),
            ("scope", NodeOrNull("scope")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("type", Node("type")),
            ("scopeLine", Number("scopeLine")),
            ("spFlags", Flags("subprogramFlags", FlagSet::Subprogram)),
            ("unit", Node("compileUnit")),
            ("retainedNodes", Nodes("retainedNodes")),
            ("annotations", Nodes("annotations")),
        ],
    ),
    row(
        DI_MODULE,
        "DIModule",
        Distinct::Never,
        &[
            ("scope", NodeOrNull("scope")),
            ("name", Text("name")),
            ("configMacros", Text("configMacros")),
            ("includePath", Text("includePath")),
            ("apinotes", Text("apinotes")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("isDecl", True("isDecl")),
        ],
    ),
    row(
        DI_NAMESPACE,
        "DINamespace",
        Distinct::Never,
        &[("name", Text("name")), ("scope", NodeOrNull("scope")), ("exportSymbols", True("exportSymbols"))],
    ),
    row(
        DI_IMPORTED_ENTITY,
        "DIImportedEntity",
        Distinct::Never,
        &[
            ("tag", DwarfName("tag", Dwarf::Tag, NONE)),
            ("name", Text("name")),
            ("scope", NodeOrNull("scope")),
            ("entity", Node("entity")),
            ("file", Node("file")),
            ("line", Number("line")),
            ("elements", Nodes("elements")),
        ],
    ),
    row(
        DI_SUBRANGE,
        "DISubrange",
        Distinct::Never,
        &[
            ("count", Bound("count")),
            ("lowerBound", Bound("lowerBound")),
            ("upperBound", Bound("upperBound")),
            ("stride", Bound("stride")),
        ],
    ),
    row(
        DI_GENERIC_SUBRANGE,
        "DIGenericSubrange",
        Distinct::Never,
        &[
            ("count", Node("count")),
            ("lowerBound", Node("lowerBound")),
            ("upperBound", Node("upperBound")),
            ("stride", Node("stride")),
        ],
    ),
    row(
        DI_COMMON_BLOCK,
        "DICommonBlock",
        Distinct::Never,
        &[
            ("scope", NodeOrNull("scope")),
            ("declaration", NodeOrNull("decl")),
            ("name", Text("name")),
            ("file", Node("file")),
            ("line", Number("line")),
        ],
    ),
    row(
        DI_SUBROUTINE_TYPE,
        "DISubroutineType",
        Distinct::Never,
        &[("cc", DwarfName("callingConvention", Dwarf::CallingConvention, 0)), ("types", AnyNodes("types"))],
    ),
    row(
        DI_LABEL,
        "DILabel",
        Distinct::Never,
        &[("scope", NodeOrNull("scope")), ("name", Text("name")), ("file", Node("file")), ("line", AnyNumber("line"))],
    ),
    row(
        DI_STRING_TYPE,
        "DIStringType",
        Distinct::Never,
        &[
            ("tag", DwarfName("tag", Dwarf::Tag, 0x12)),
            ("name", Text("name")),
            ("stringLength", Node("stringLength")),
            ("stringLengthExpression", Node("stringLengthExp")),
            ("stringLocationExpression", Node("stringLocationExp")),
            ("size", Number("sizeInBits")),
            ("align", Number("alignInBits")),
            ("encoding", DwarfName("encoding", Dwarf::Encoding, 0)),
        ],
    ),
];

/// The parameter that a field goes to.
fn param_name(source: &Source) -> Option<&'static str> {
    match source {
        Source::Text(name)
        | Source::Number(name)
        | Source::AnyNumber(name)
        | Source::SomeNumber(name)
        | Source::Bool(name)
        | Source::True(name)
        | Source::DwarfName(name, ..)
        | Source::Flags(name, ..)
        | Source::Word(name, ..)
        | Source::Node(name)
        | Source::NodeOrNull(name)
        | Source::Nodes(name)
        | Source::AnyNodes(name)
        | Source::Bound(name) => Some(name),
        Source::Zero => None,
    }
}

/// A field of a row, ready for use.
pub(in crate::metadata) struct FieldRow {
    /// Its name.
    pub name: Str,
    /// What it is made of.
    pub source: Source,
    /// The place of the parameter it is made of.
    pub place: Option<usize>,
}

impl FieldRow {
    /// The parameter the field is made of.
    pub fn param(&self, params: &[Option<Attr>]) -> Option<Attr> {
        param(params, self.place?)
    }
}

/// A row, its names looked up.
pub(in crate::metadata) struct DebugRow {
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
    /// The place of `tag`.
    tag: Option<usize>,
}

impl DebugRow {
    fn new(ctx: &Context, row: &Row) -> DebugRow {
        let def = row.kind.def();
        let field = |(name, source): &(&str, Source)| FieldRow {
            name: ctx.str(name),
            source: *source,
            place: param_name(source).and_then(|name| def.param(name)),
        };
        DebugRow {
            kind: row.kind,
            node: ctx.str(row.node),
            distinct: row.distinct,
            fields: row.fields.iter().map(field).collect(),
            id: def.param("id"),
            rec_id: def.param("recId"),
            is_rec_self: def.param("isRecSelf"),
            tag: def.param("tag"),
        }
    }

    /// Whether an attribute with these parameters stands for a distinct node, in a module that has `irtrip.supplied`
    /// or has not.
    pub fn is_distinct(&self, ctx: &Context, params: &[Option<Attr>], has_exporter_defaults: bool) -> bool {
        let has = |place: Option<usize>| place.is_some_and(|p| param(params, p).is_some());
        match self.distinct {
            Distinct::Never => false,
            Distinct::Always => true,
            Distinct::WithId => has(self.id),
            Distinct::WithRecId => {
                let tag = self.tag.filter(|_| has_exporter_defaults).and_then(|place| param(params, place));
                has(self.rec_id) || tag.and_then(|tag| ctx.int_value(tag)).is_some_and(|tag| OWN_TAGS.contains(&tag))
            }
        }
    }

    /// Whether an attribute with these parameters only names its node.
    pub fn is_self(&self, params: &[Option<Attr>]) -> bool {
        self.is_rec_self.is_some_and(|p| param(params, p).is_some())
    }

    /// The identities that views of one node share.
    pub fn identities(&self, params: &[Option<Attr>]) -> impl Iterator<Item = Attr> + use<> {
        let at = |place: Option<usize>| place.and_then(|p| param(params, p));
        [at(self.rec_id), at(self.id)].into_iter().flatten()
    }
}

/// The words of one of DWARF's enumerations, spelled whole.
#[derive(Default)]
pub(in crate::metadata) struct DebugWords {
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

/// The rows with the handles of one context.
pub(crate) struct DebugRows {
    rows: Vec<DebugRow>,
    by_node: HashMap<Str, usize, FxBuildHasher>,
    by_kind: Vec<Option<usize>>,
    words: [(Dwarf, DebugWords); 5],
    /// `DIExpression`
    pub(in crate::metadata) expression: Str,
    /// `DIFile`
    pub(in crate::metadata) file: Str,
    /// `file`
    pub(in crate::metadata) file_field: Str,
    /// `filename`
    pub(in crate::metadata) filename: Str,
    /// Nodes that operations refer to.
    roots: [Str; 5],
    /// `atomGroup` and `atomRank`, the fields of a `DILocation` that `irtrip.atom` holds.
    pub(in crate::metadata) atom: [Str; 2],
}

impl DebugRows {
    pub(crate) fn new(ctx: &Context) -> DebugRows {
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
            atom: ["atomGroup", "atomRank"].map(|name| ctx.str(name)),
        }
    }

    /// Whether operations refer to nodes of this name.
    pub(in crate::metadata) fn is_root(&self, name: Str) -> bool {
        self.roots.contains(&name)
    }

    /// The row of a node by its name.
    pub(in crate::metadata) fn of_node(&self, name: Str) -> Option<&DebugRow> {
        self.rows.get(*self.by_node.get(&name)?)
    }

    /// The row of an attribute.
    pub(in crate::metadata) fn of_kind(&self, kind: AttrKind) -> Option<&DebugRow> {
        self.rows.get((*self.by_kind.get(kind.index())?)?)
    }

    /// The names of a DWARF table.
    pub(in crate::metadata) fn words(&self, table: Dwarf) -> Option<&DebugWords> {
        self.words.iter().find(|w| w.0 == table).map(|w| &w.1)
    }
}
