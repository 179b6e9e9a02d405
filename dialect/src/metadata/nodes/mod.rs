//! The kinds of specialised nodes: their fields, which of them are operands, which are always written. LangRef,
//! "Specialized Metadata Nodes".

pub(in crate::metadata) mod normalize;

/// A value that a field has without being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usual {
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
    /// A word: `DW_TAG_base_type`
    Word(&'static str),
}

/// When a field is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Always; with this value if nothing else is said.
    Always(Usual),
    /// Unless it has this value.
    Unless(Usual),
    /// Where the text has it.
    AsSaid,
}

use Usual::*;
use Written::*;

/// A kind of specialised node.
pub struct NodeKind {
    /// `DILocation`
    pub name: &'static str,
    /// Its fields, in the order of LLVM's writer.
    pub fields: &'static [&'static str],
    /// Those that hold any metadata, in the order of the node's operands in LLVM, which may be another one. `None` where
    /// it is that of the text.
    pub operands: Option<&'static [&'static str]>,
    /// Fields that are written otherwise than those of their name in other kinds.
    pub written: &'static [(&'static str, Written)],
}

impl NodeKind {
    const fn new(name: &'static str, fields: &'static [&'static str]) -> NodeKind {
        NodeKind { name, fields, operands: None, written: &[] }
    }

    const fn operands(self, operands: &'static [&'static str]) -> NodeKind {
        NodeKind { operands: Some(operands), ..self }
    }

    const fn written(self, written: &'static [(&'static str, Written)]) -> NodeKind {
        NodeKind { written, ..self }
    }

    /// Whether a field holds any metadata: a string in it is a metadata string.
    pub fn has_operand(&self, field: &[u8]) -> bool {
        self.operands.is_some_and(|operands| operands.iter().any(|name| name.as_bytes() == field))
    }
}

/// The kinds whose values have names: all but `DIExpression`, `DIArgList` and `DIAssignID`.
#[rustfmt::skip]
pub static NODE_KINDS: &[NodeKind] = &[
    NodeKind::new("GenericDINode", &["tag", "header", "operands"]),
    NodeKind::new("DILocation", &["line", "column", "scope", "inlinedAt", "isImplicitCode", "atomGroup", "atomRank"])
        .operands(&["scope", "inlinedAt"])
        .written(&[("line", Always(Zero))]),
    NodeKind::new("DISubrange", &["count", "lowerBound", "upperBound", "stride"])
        .operands(&["count", "lowerBound", "upperBound", "stride"]),
    NodeKind::new("DISubrangeType", &["name", "scope", "file", "line", "size", "align", "flags", "baseType",
        "lowerBound", "upperBound", "stride", "bias"])
        .operands(&["file", "scope", "baseType", "lowerBound", "upperBound", "stride", "bias"])
        .written(&[("scope", Unless(Null))]),
    NodeKind::new("DIGenericSubrange", &["count", "lowerBound", "upperBound", "stride"])
        .operands(&["count", "lowerBound", "upperBound", "stride"]),
    NodeKind::new("DIEnumerator", &["name", "value", "isUnsigned"])
        .written(&[("name", Always(EmptyString))]),
    NodeKind::new("DIBasicType", &["tag", "name", "size", "align", "dataSize", "encoding", "num_extra_inhabitants",
        "flags"])
        .operands(&["size"])
        .written(&[("tag", Unless(Word("DW_TAG_base_type")))]),
    NodeKind::new("DIFixedPointType", &["tag", "name", "size", "align", "encoding", "flags", "kind", "factor",
        "numerator", "denominator"])
        .operands(&["size"])
        .written(&[("tag", Unless(Word("DW_TAG_base_type")))]),
    NodeKind::new("DIStringType", &["tag", "name", "stringLength", "stringLengthExpression",
        "stringLocationExpression", "size", "align", "encoding"])
        .operands(&["stringLength", "stringLengthExpression", "stringLocationExpression"])
        .written(&[("tag", Unless(Word("DW_TAG_string_type")))]),
    NodeKind::new("DIDerivedType", &["tag", "name", "scope", "file", "line", "baseType", "size", "align", "offset",
        "flags", "extraData", "dwarfAddressSpace", "annotations", "ptrAuthKey", "ptrAuthIsAddressDiscriminated",
        "ptrAuthExtraDiscriminator", "ptrAuthIsaPointer", "ptrAuthAuthenticatesNullValues"])
        .operands(&["file", "scope", "baseType", "extraData", "annotations"])
        .written(&[("baseType", Always(Null)), ("scope", Unless(Null))]),
    NodeKind::new("DICompositeType", &["tag", "name", "scope", "file", "line", "baseType", "size", "align", "offset",
        "num_extra_inhabitants", "flags", "elements", "runtimeLang", "vtableHolder", "templateParams", "identifier",
        "discriminator", "dataLocation", "associated", "allocated", "rank", "annotations", "specification", "enumKind",
        "bitStride"])
        .operands(&["file", "scope", "baseType", "elements", "vtableHolder", "templateParams", "discriminator",
            "dataLocation", "associated", "allocated", "rank", "annotations", "specification", "bitStride"])
        .written(&[("scope", Unless(Null))]),
    NodeKind::new("DISubroutineType", &["flags", "cc", "types"])
        .operands(&["types"])
        .written(&[("types", Always(Null))]),
    NodeKind::new("DIFile", &["filename", "directory", "checksumkind", "checksum", "source"])
        .written(&[("directory", Always(EmptyString)), ("filename", Always(EmptyString))]),
    NodeKind::new("DICompileUnit", &["language", "sourceLanguageName", "sourceLanguageVersion", "file", "producer",
        "isOptimized", "flags", "runtimeVersion", "splitDebugFilename", "emissionKind", "enums", "retainedTypes",
        "globals", "imports", "macros", "dwoId", "splitDebugInlining", "debugInfoForProfiling", "nameTableKind",
        "rangesBaseAddress", "sysroot", "sdk"])
        .operands(&["file", "enums", "retainedTypes", "globals", "imports", "macros"])
        .written(&[("emissionKind", Always(Word("NoDebug"))), ("file", Always(Null)), ("flags", Unless(EmptyString)),
            ("isOptimized", Always(False)), ("runtimeVersion", Always(Zero))]),
    NodeKind::new("DISubprogram", &["name", "linkageName", "scope", "file", "line", "type", "scopeLine",
        "containingType", "virtualIndex", "thisAdjustment", "flags", "spFlags", "unit", "templateParams", "declaration",
        "retainedNodes", "thrownTypes", "annotations", "targetFuncName", "keyInstructions"])
        .operands(&["file", "scope", "type", "unit", "declaration", "retainedNodes", "containingType",
            "templateParams", "thrownTypes", "annotations"]),
    NodeKind::new("DILexicalBlock", &["scope", "file", "line", "column"])
        .operands(&["file", "scope"]),
    NodeKind::new("DILexicalBlockFile", &["scope", "file", "discriminator"])
        .operands(&["file", "scope"])
        .written(&[("discriminator", AsSaid)]),
    NodeKind::new("DINamespace", &["name", "scope", "exportSymbols"])
        .operands(&["scope"]),
    NodeKind::new("DICommonBlock", &["scope", "declaration", "name", "file", "line"])
        .operands(&["scope", "declaration", "file"])
        .written(&[("declaration", Always(Null))]),
    NodeKind::new("DIMacro", &["type", "line", "name", "value"])
        .written(&[("value", Unless(EmptyString))]),
    NodeKind::new("DIMacroFile", &["line", "file", "nodes"])
        .operands(&["file", "nodes"])
        .written(&[("nodes", Unless(Null)), ("file", Always(Null))]),
    NodeKind::new("DIModule", &["scope", "name", "configMacros", "includePath", "apinotes", "file", "line", "isDecl"])
        .operands(&["file", "scope"]),
    NodeKind::new("DITemplateTypeParameter", &["name", "type", "defaulted"])
        .operands(&["type"])
        .written(&[("type", Always(Null))]),
    NodeKind::new("DITemplateValueParameter", &["tag", "name", "type", "defaulted", "value"])
        .operands(&["type", "value"])
        .written(&[("tag", Unless(Word("DW_TAG_template_value_parameter"))), ("value", Always(Null))]),
    NodeKind::new("DIGlobalVariable", &["name", "linkageName", "scope", "file", "line", "type", "isLocal",
        "isDefinition", "declaration", "templateParams", "align", "annotations"])
        .operands(&["scope", "file", "type", "declaration", "templateParams", "annotations"])
        .written(&[("isDefinition", Always(True)), ("isLocal", Always(False))]),
    NodeKind::new("DILocalVariable", &["name", "arg", "scope", "file", "line", "type", "flags", "align",
        "annotations"])
        .operands(&["scope", "file", "type", "annotations"]),
    NodeKind::new("DILabel", &["scope", "name", "file", "line", "column", "isArtificial", "coroSuspendIdx"])
        .operands(&["scope", "file"]),
    NodeKind::new("DIGlobalVariableExpression", &["var", "expr"])
        .operands(&["var", "expr"]),
    NodeKind::new("DIObjCProperty", &["name", "file", "line", "setter", "getter", "attributes", "type"])
        .operands(&["file", "type"]),
    NodeKind::new("DIImportedEntity", &["tag", "name", "scope", "entity", "file", "line", "elements"])
        .operands(&["scope", "entity", "file", "elements"]),
];

/// The kind of this name; `None` for one that LLVM does not know, or whose values have no names.
pub fn node_kind(name: &[u8]) -> Option<&'static NodeKind> {
    NODE_KINDS.iter().find(|kind| kind.name.as_bytes() == name)
}
