//! The attribute table: one definition an attribute of the LLVM dialect, read by the parser, the printer, the importer and
//! the exporter. The LLVM dialect page; LangRef, "Metadata".

use std::borrow::Cow;

use crate::attr_classes::Class;
pub use crate::attributes::AttrKind;
use crate::dwarf;
use crate::enums::{self, Enumeration};
use crate::release::{Release, Releases};

/// The definition of a kind of attribute.
pub trait AttrKindDefinition {
    /// The definition.
    fn def(self) -> &'static AttrDef;
}

impl AttrKindDefinition for AttrKind {
    #[inline]
    fn def(self) -> &'static AttrDef {
        &DEFS[self.index()]
    }
}

/// What a parameter is, and how it is spelled.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// An attribute of a class, spelled whole: an alias, a typed integer, ...
    Attr(Class),
    /// An attribute of this kind; where it is spelled out, `#llvm.kind` may be left off.
    Llvm(AttrKind),
    /// A string in quotes, or what stands for it: an attribute to upstream.
    Str,
    /// A string in quotes and nothing else; held as a string attribute.
    Text,
    /// `true` or `false`, held as an `i1`.
    Bool,
    /// A plain number without a type, held as an `i64`.
    Number(Int),
    /// A number spelled by name, held as an `i64`; what upstream calls its type.
    Enum(&'static Enumeration, &'static str),
    /// A DWARF number spelled by name (`DW_TAG_member`), held as an `i64`.
    Dwarf(dwarf::Dwarf),
    /// Debug-info flags: bits spelled by name and joined by `|`, held as an `i64`. The names are LLVM's without
    /// `DIFlag` or `DISPFlag`.
    Flags(FlagSet),
    /// Parameters of one kind, comma-separated, held as an array.
    List(&'static ParamKind),
    /// `{<a, 0>, <b, 8>}`: a TBAA type's members, held as an array of `tbaa_member`.
    Members,
    /// A type, held as a type attribute.
    Type,
}

/// What a number without a type has to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Int {
    /// 32 bits, which upstream calls `unsigned`.
    Unsigned,
    /// 32 bits.
    U32,
    /// 64 bits.
    U64,
    /// 64 bits, the first of which is the sign.
    I64,
}

impl Int {
    /// Upstream's type.
    pub const fn name(self) -> &'static str {
        match self {
            Int::Unsigned => "unsigned",
            Int::U32 => "uint32_t",
            Int::U64 => "uint64_t",
            Int::I64 => "int64_t",
        }
    }

    /// How many bits it has.
    pub const fn bits(self) -> u32 {
        match self {
            Int::Unsigned | Int::U32 => 32,
            Int::U64 | Int::I64 => 64,
        }
    }
}

/// Sets of debug-info flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagSet {
    /// LangRef, "DICompositeType" and its kin, `flags`.
    Node,
    /// LangRef, "DISubprogram", `spFlags`.
    Subprogram,
}

impl FlagSet {
    /// What the names of the flags start with in LLVM IR.
    pub const fn prefix(self) -> &'static str {
        match self {
            FlagSet::Node => "DIFlag",
            FlagSet::Subprogram => "DISPFlag",
        }
    }

    /// The flags by name.
    pub fn names(self) -> &'static Enumeration {
        match self {
            FlagSet::Node => &dwarf::DI_FLAGS,
            FlagSet::Subprogram => &dwarf::SUBPROGRAM_FLAGS,
        }
    }

    /// The flags of these bits, as LLVM IR spells them; bits without a name as a number, and none as zero.
    pub fn spelled(self, bits: i64) -> String {
        let own = if self == FlagSet::Node { dwarf::LLVM_ONLY_DI_FLAGS } else { &[] };
        let own: Vec<(&str, i64)> = own.iter().copied().filter(|(_, flag)| bits & flag == *flag).collect();
        let left = own.iter().fold(bits, |left, (_, flag)| left & !flag);
        let mut all: Vec<(&str, i64)> = self.names().split(left).map(|row| (row.llvm, row.value)).collect();
        let unnamed = all.iter().fold(left, |left, (_, flag)| left & !flag);
        all.extend(own);
        if self == FlagSet::Node {
            // What is packed, then what is made of several bits, then the others from the lowest bit on.
            all.sort_by_key(|(_, flag)| match flag & dwarf::PACKED_DI_FLAGS {
                0 => (1, flag.count_ones() == 1, *flag),
                packed => (0, false, packed),
            });
        }
        let mut words: Vec<String> = all.into_iter().map(|(name, _)| format!("{}{name}", self.prefix())).collect();
        if unnamed != 0 || words.is_empty() {
            words.push(unnamed.to_string());
        }
        words.join(" | ")
    }

    /// The bits of a flag by its name, spelled whole.
    pub fn number(self, flag: &str) -> Option<i64> {
        let name = flag.strip_prefix(self.prefix())?;
        let of_llvm = || dwarf::LLVM_ONLY_DI_FLAGS.iter().find(|own| self == FlagSet::Node && own.0 == name);
        self.names().from_llvm(name).or_else(|| of_llvm().map(|own| own.1))
    }

    /// Whether LLVM IR has a flag of this name, spelled whole.
    pub fn has(self, flag: &str) -> bool {
        self.number(flag).is_some()
    }
}

/// Whether a parameter must be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamNeed {
    /// It must.
    Required,
    /// It is absent, zero, `false` or empty where it is not spelled.
    Optional,
    /// It may be absent, which is not the same as zero.
    Nullable,
}

/// A parameter of an attribute.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Upstream's name.
    pub name: &'static str,
    /// What it is.
    pub kind: ParamKind,
    /// Whether it must be there.
    pub need: ParamNeed,
    /// The first release that has it, and the parameter whose value it has in text of the releases before; empty for zero.
    pub since: Option<(Release, &'static str)>,
    /// The first release that writes the list in brackets.
    pub brackets_since: Option<Release>,
}

impl Param {
    /// Whether nothing at all may follow the parameter's `=`.
    pub const fn may_be_left_off(&self) -> bool {
        matches!((self.need, self.kind), (ParamNeed::Nullable, ParamKind::Number(_)))
    }

    /// Whether the model's release does not have it: what is imported does not say it.
    pub fn is_later(&self) -> bool {
        !self.is_in(Release::NATIVE)
    }

    /// Whether a release has it.
    pub fn is_in(&self, release: Release) -> bool {
        self.since.is_none_or(|(since, _)| since <= release)
    }

    /// What upstream's messages call the parameter's type.
    pub fn type_name(&self) -> String {
        let name = self.kind.type_name();
        match (self.need, self.kind) {
            (ParamNeed::Nullable, ParamKind::Number(_)) => format!("std::optional<{name}>"),
            _ => name.into_owned(),
        }
    }
}

impl ParamKind {
    fn type_name(&self) -> Cow<'static, str> {
        let name = match self {
            ParamKind::Attr(class) => class.name(),
            ParamKind::Llvm(kind) => return kind.def().class_name(),
            ParamKind::Str => "StringAttr",
            ParamKind::Text => "::llvm::StringRef",
            ParamKind::Bool => "bool",
            ParamKind::Number(int) => int.name(),
            ParamKind::Enum(_, class) => class,
            ParamKind::Dwarf(_) => "unsigned",
            ParamKind::Flags(FlagSet::Node) => "DIFlags",
            ParamKind::Flags(FlagSet::Subprogram) => "DISubprogramFlags",
            ParamKind::List(item) => return Cow::Owned(format!("::llvm::ArrayRef<{}>", item.type_name())),
            ParamKind::Members => "::llvm::ArrayRef<TBAAMemberAttr>",
            ParamKind::Type => "TypeAttr",
        };
        Cow::Borrowed(name)
    }
}

/// How an attribute's parameters are spelled after `#llvm.mnemonic`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrFormat {
    /// `<name = value, ...>`
    Struct,
    /// `<name = value, ...>`, or nothing at all where no parameter is there.
    OptionalStruct,
    /// `<value, value>`
    Positional,
    /// Nothing.
    Bare,
    /// ` value`: the value alone after a space.
    Naked,
    /// `<"name" in "directory">`
    DiFile,
    /// `<[DW_OP_x(1), DW_OP_y]>`
    DiExpression,
    /// `DW_OP_x(1)`
    DiExpressionElem,
    /// `<prefix:suffix>`
    Mmra,
    /// `<i32, 0, 10>`: the width of the bounds, then the bounds
    ConstantRange,
    /// `<["+a", "+b"]>`
    TargetFeatures,
}

impl AttrFormat {
    /// What is between parameters that are spelled in order.
    pub const fn separator(self) -> &'static str {
        match self {
            AttrFormat::DiFile => "in",
            AttrFormat::Mmra => ":",
            _ => ",",
        }
    }
}

/// The definition of an attribute of the LLVM dialect.
#[derive(Debug)]
pub struct AttrDef {
    /// The name after `#llvm.`.
    pub mnemonic: &'static str,
    /// Upstream's definition, which messages name.
    pub definition: &'static str,
    /// The parameters, in order.
    pub params: &'static [Param],
    /// How they are spelled.
    pub format: AttrFormat,
    /// Whether upstream's printer makes an alias `#mnemonic` for it.
    pub alias: bool,
    /// The first release of MLIR that has it in the current form and with the current values; `None` where no release before the
    /// model's is known to.
    pub form_since: Option<Release>,
    /// The first release of MLIR that has it, if that is a later one than the model's.
    pub since: Option<Release>,
    /// The first release of MLIR that has it no more; `None` for what MLIR has today.
    pub until: Option<Release>,
}

impl AttrDef {
    /// The releases of MLIR that have it.
    pub const fn releases(&self) -> Releases {
        Releases { since: self.since, until: self.until }
    }

    /// Upstream's class of the definition.
    pub fn class_name(&self) -> Cow<'static, str> {
        let name = self.definition.strip_prefix("LLVM_").unwrap_or(self.definition);
        if name.ends_with("Attr") { Cow::Borrowed(name) } else { Cow::Owned(format!("{name}Attr")) }
    }

    /// Whether another parameter follows one of the definition's where all are written.
    pub fn has_more_after(&self, param: &Param) -> bool {
        self.params.last().is_some_and(|last| last.name != param.name)
    }

    /// Whether each parameter must be there.
    pub fn needs_all(&self) -> bool {
        self.params.iter().all(|param| param.need == ParamNeed::Required)
    }

    /// Whether none of the parameters must be there.
    pub fn needs_none(&self) -> bool {
        self.params.iter().all(|param| param.need != ParamNeed::Required)
    }

    /// What upstream's verifier calls the attribute where an operation should have one; empty for many.
    pub fn summary(&self) -> &'static str {
        match self.mnemonic {
            "fastmath" => "LLVM fastmath flags",
            "overflow" => "LLVM integer overflow flags",
            "linkage" => "LLVM Linkage specification",
            // Both, upstream.
            "cconv" | "tailcallkind" => "LLVM Calling Convention specification",
            "dereferenceable" => "LLVM dereferenceable attribute",
            "alias_scope" => "LLVM dialect alias scope",
            "alias_scope_domain" => "LLVM dialect alias scope domain metadata",
            "access_group" => "LLVM dialect access group metadata",
            "tbaa_root" => "LLVM dialect TBAA root metadata",
            "tbaa_type_desc" => "LLVM dialect TBAA type metadata",
            "tbaa_tag" => "LLVM dialect TBAA tag metadata",
            "mmra_tag" => "MLIR wrapper around a prefix:suffix MMRA tag",
            "constant_range" => "A range of two integers, corresponding to LLVM's ConstantRange",
            "target" => "LLVM target info: triple, chip, features",
            "target_features" => "LLVM target features attribute",
            "vec_type_hint" => "Explicit vectorization compiler hint",
            _ => "",
        }
    }

    /// The place of a parameter.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.param_from(0, name)
    }

    /// As [`AttrDef::param`], of one that is likely to be at a place or soon after it: parameters are written in order.
    pub fn param_from(&self, place: usize, name: &str) -> Option<usize> {
        let (before, after) = self.params.split_at_checked(place)?;
        let is_named = |param: &Param| param.name == name;
        let found = after.iter().position(is_named).map(|at| place + at);
        found.or_else(|| before.iter().position(is_named))
    }
}

/// The kind of an attribute by its mnemonic.
pub fn by_mnemonic(mnemonic: &str) -> Option<AttrKind> {
    DEFS.iter().position(|r| r.mnemonic == mnemonic).map(AttrKind::new)
}

const fn req(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, need: ParamNeed::Required, since: None, brackets_since: None }
}

/// A parameter that must be there since a release; before, it is as the one named, or zero.
const fn since(release: Release, like: &'static str, param: Param) -> Param {
    Param { since: Some((release, like)), ..param }
}

/// A parameter of MLIR 23, which no attribute of the model's release has.
const fn later(param: Param) -> Param {
    since(Release::V23, "", param)
}

/// A list that stands in brackets since a release.
const fn brackets_since(release: Release, param: Param) -> Param {
    Param { brackets_since: Some(release), ..param }
}

const fn opt(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, need: ParamNeed::Optional, since: None, brackets_since: None }
}

const fn nullable(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, need: ParamNeed::Nullable, since: None, brackets_since: None }
}

const fn def(
    mnemonic: &'static str,
    definition: &'static str,
    alias: bool,
    format: AttrFormat,
    params: &'static [Param],
) -> AttrDef {
    AttrDef { mnemonic, definition, params, format, alias, form_since: None, since: None, until: None }
}

/// A definition that MLIR has in the current form since a release.
const fn form_since(release: Release, def: AttrDef) -> AttrDef {
    AttrDef { form_since: Some(release), ..def }
}

/// A definition that MLIR has since a release after the model's.
const fn def_since(release: Release, def: AttrDef) -> AttrDef {
    AttrDef { since: Some(release), ..def }
}

/// A definition that MLIR had before a release.
const fn until(release: Release, def: AttrDef) -> AttrDef {
    AttrDef { until: Some(release), ..def }
}

macro_rules! attrs {
    ($($name:ident = $def:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($name),* }

        $(
            #[doc = concat!("The definition `", stringify!($name), "`, in lower case.")]
            pub const $name: AttrKind = AttrKind::new(Index::$name as usize);
        )*

        /// The definitions.
        pub static DEFS: &[AttrDef] = &[$($def),*];
    };
}

use AttrFormat::*;
use Int::{I64, U32, U64, Unsigned};
use ParamKind::{Attr, Bool, Dwarf, Enum, Flags, List, Llvm, Members, Number, Str, Text, Type};

attrs! {
    ADDRESS_SPACE = def("address_space", "LLVM_AddressSpaceAttr", false, Positional, &[
        req("addressSpace", Number(Unsigned)),
    ]);
    CCONV = form_since(Release::V15, def("cconv", "CConvAttr", false, Positional, &[
        req("CallingConv", Enum(enums::CallingConvention::TABLE, "CConv")),
    ]));
    COMDAT = def("comdat", "ComdatAttr", false, Naked, &[req("comdat", Enum(enums::ComdatSelectionKind::TABLE, "comdat::Comdat"))]);
    LINKAGE = form_since(Release::V15, def("linkage", "LinkageAttr", false, Positional, &[
        req("linkage", Enum(enums::Linkage::TABLE, "linkage::Linkage")),
    ]));
    FRAME_POINTER_KIND = def("framePointerKind", "FramePointerKindAttr", false, Positional, &[
        req("framePointerKind", Enum(enums::FramePointerKind::TABLE, "framePointerKind::FramePointerKind")),
    ]);
    TAILCALLKIND = form_since(Release::V19, def("tailcallkind", "TailCallKindAttr", false, Positional, &[
        req("tailCallKind", Enum(enums::TailCallKind::TABLE, "TailCallKind")),
    ]));
    UWTABLE_KIND = def("uwtableKind", "UWTableKindAttr", false, Positional, &[
        req("uwtableKind", Enum(enums::UwTableKind::TABLE, "uwtable::UWTableKind")),
    ]);
    FASTMATH = form_since(Release::V16, def("fastmath", "LLVM_FastmathFlagsAttr", false, Positional, &[
        req("value", Enum(enums::FastmathFlags::TABLE, "::mlir::LLVM::FastmathFlags")),
    ]));
    OVERFLOW = form_since(Release::V19, def("overflow", "LLVM_IntegerOverflowFlagsAttr", false, Positional, &[
        req("value", Enum(enums::IntegerOverflowFlags::TABLE, "::mlir::LLVM::IntegerOverflowFlags")),
    ]));

    LOOP_VECTORIZE = def("loop_vectorize", "LoopVectorizeAttr", true, Struct, &[
        opt("disable", Attr(Class::Bool)), opt("predicateEnable", Attr(Class::Bool)),
        opt("scalableEnable", Attr(Class::Bool)), opt("width", Attr(Class::Integer)),
        opt("followupVectorized", Llvm(LOOP_ANNOTATION)), opt("followupEpilogue", Llvm(LOOP_ANNOTATION)),
        opt("followupAll", Llvm(LOOP_ANNOTATION)),
    ]);
    LOOP_INTERLEAVE = def("loop_interleave", "LoopInterleaveAttr", true, Struct, &[req("count", Attr(Class::Integer))]);
    LOOP_UNROLL = def("loop_unroll", "LoopUnrollAttr", true, Struct, &[
        opt("disable", Attr(Class::Bool)), opt("count", Attr(Class::Integer)), opt("runtimeDisable", Attr(Class::Bool)),
        opt("full", Attr(Class::Bool)), opt("followupUnrolled", Llvm(LOOP_ANNOTATION)),
        opt("followupRemainder", Llvm(LOOP_ANNOTATION)), opt("followupAll", Llvm(LOOP_ANNOTATION)),
    ]);
    LOOP_UNROLL_AND_JAM = def("loop_unroll_and_jam", "LoopUnrollAndJamAttr", true, Struct, &[
        opt("disable", Attr(Class::Bool)), opt("count", Attr(Class::Integer)),
        opt("followupOuter", Llvm(LOOP_ANNOTATION)), opt("followupInner", Llvm(LOOP_ANNOTATION)),
        opt("followupRemainderOuter", Llvm(LOOP_ANNOTATION)), opt("followupRemainderInner", Llvm(LOOP_ANNOTATION)),
        opt("followupAll", Llvm(LOOP_ANNOTATION)),
    ]);
    LOOP_LICM = def("loop_licm", "LoopLICMAttr", true, Struct, &[
        opt("disable", Attr(Class::Bool)), opt("versioningDisable", Attr(Class::Bool)),
    ]);
    LOOP_DISTRIBUTE = def("loop_distribute", "LoopDistributeAttr", true, Struct, &[
        opt("disable", Attr(Class::Bool)), opt("followupCoincident", Llvm(LOOP_ANNOTATION)),
        opt("followupSequential", Llvm(LOOP_ANNOTATION)), opt("followupFallback", Llvm(LOOP_ANNOTATION)),
        opt("followupAll", Llvm(LOOP_ANNOTATION)),
    ]);
    LOOP_PIPELINE = def("loop_pipeline", "LoopPipelineAttr", true, Struct, &[
        opt("disable", Attr(Class::Bool)), opt("initiationinterval", Attr(Class::Integer)),
    ]);
    LOOP_PEELED = def("loop_peeled", "LoopPeeledAttr", true, Struct, &[opt("count", Attr(Class::Integer))]);
    LOOP_UNSWITCH = def("loop_unswitch", "LoopUnswitchAttr", true, Struct, &[opt("partialDisable", Attr(Class::Bool))]);
    LOOP_ANNOTATION = def("loop_annotation", "LoopAnnotationAttr", true, Struct, &[
        opt("disableNonforced", Attr(Class::Bool)), opt("vectorize", Llvm(LOOP_VECTORIZE)),
        opt("interleave", Llvm(LOOP_INTERLEAVE)), opt("unroll", Llvm(LOOP_UNROLL)),
        opt("unrollAndJam", Llvm(LOOP_UNROLL_AND_JAM)), opt("licm", Llvm(LOOP_LICM)),
        opt("distribute", Llvm(LOOP_DISTRIBUTE)), opt("pipeline", Llvm(LOOP_PIPELINE)),
        opt("peeled", Llvm(LOOP_PEELED)), opt("unswitch", Llvm(LOOP_UNSWITCH)),
        opt("mustProgress", Attr(Class::Bool)), opt("isVectorized", Attr(Class::Bool)),
        opt("startLoc", Attr(Class::FusedLoc)), opt("endLoc", Attr(Class::FusedLoc)),
        opt("parallelAccesses", List(&Llvm(ACCESS_GROUP))),
    ]);

    LOOP_OPTIONS = until(Release::V17, def("loopopts", "LoopOptionsAttr", false, OptionalStruct, &[
        opt("disable_unroll", Bool), opt("disable_licm", Bool), nullable("interleave_count", Number(U32)),
        opt("disable_pipeline", Bool), nullable("pipeline_initiation_interval", Number(U32)),
    ]));

    DI_EXPRESSION_ELEM = def("di_expression_elem", "LLVM_DIExpressionElemAttr", false, DiExpressionElem, &[
        req("opcode", Dwarf(dwarf::Dwarf::Operation)), opt("arguments", List(&Number(U64))),
    ]);
    DI_EXPRESSION = def("di_expression", "LLVM_DIExpressionAttr", false, DiExpression, &[
        opt("operations", List(&Llvm(DI_EXPRESSION_ELEM))),
    ]);
    DI_NULL_TYPE = def("di_null_type", "LLVM_DINullTypeAttr", true, Bare, &[]);
    DI_BASIC_TYPE = def("di_basic_type", "LLVM_DIBasicTypeAttr", true, Struct, &[
        opt("tag", Dwarf(dwarf::Dwarf::Tag)), req("name", Str), opt("sizeInBits", Number(U64)), opt("encoding", Dwarf(dwarf::Dwarf::Encoding)),
    ]);
    DI_COMPILE_UNIT = def("di_compile_unit", "LLVM_DICompileUnitAttr", true, Struct, &[
        req("id", Attr(Class::Distinct)), req("sourceLanguage", Dwarf(dwarf::Dwarf::Language)), req("file", Llvm(DI_FILE)),
        opt("producer", Str), req("isOptimized", Bool),
        req("emissionKind", Enum(enums::DiEmissionKind::TABLE, "DIEmissionKind")),
        opt("nameTableKind", Enum(enums::DiNameTableKind::TABLE, "DINameTableKind")), opt("splitDebugFilename", Str),
    ]);
    DI_COMPOSITE_TYPE = def("di_composite_type", "LLVM_DICompositeTypeAttr", true, Struct, &[
        opt("recId", Attr(Class::Distinct)), opt("isRecSelf", Bool), opt("tag", Dwarf(dwarf::Dwarf::Tag)), opt("name", Str),
        opt("file", Llvm(DI_FILE)), opt("line", Number(U32)), opt("scope", Attr(Class::Scope)),
        opt("baseType", Attr(Class::DebugType)), opt("flags", Flags(FlagSet::Node)), opt("sizeInBits", Number(U64)),
        opt("alignInBits", Number(U64)), opt("dataLocation", Llvm(DI_EXPRESSION)), opt("rank", Llvm(DI_EXPRESSION)),
        opt("allocated", Llvm(DI_EXPRESSION)), opt("associated", Llvm(DI_EXPRESSION)),
        opt("elements", List(&Attr(Class::Node))),
    ]);
    DI_DERIVED_TYPE = def("di_derived_type", "LLVM_DIDerivedTypeAttr", true, Struct, &[
        opt("tag", Dwarf(dwarf::Dwarf::Tag)), opt("name", Str), later(opt("file", Llvm(DI_FILE))),
        later(opt("line", Number(U32))), later(opt("scope", Attr(Class::Scope))),
        opt("baseType", Attr(Class::DebugType)), opt("sizeInBits", Number(U64)), opt("alignInBits", Number(U32)),
        opt("offsetInBits", Number(U64)), nullable("dwarfAddressSpace", Number(Unsigned)),
        later(opt("flags", Flags(FlagSet::Node))), opt("extraData", Attr(Class::Node)),
    ]);
    DI_FILE = def("di_file", "LLVM_DIFileAttr", true, DiFile, &[req("name", Str), req("directory", Str)]);
    DI_GLOBAL_VARIABLE_EXPRESSION =
        def("di_global_variable_expression", "LLVM_DIGlobalVariableExpressionAttr", true, Struct, &[
        req("var", Llvm(DI_GLOBAL_VARIABLE)), opt("expr", Llvm(DI_EXPRESSION)),
    ]);
    DI_GLOBAL_VARIABLE = def("di_global_variable", "LLVM_DIGlobalVariable", true, Struct, &[
        opt("scope", Attr(Class::Scope)), opt("name", Str), opt("linkageName", Str), req("file", Llvm(DI_FILE)),
        req("line", Number(Unsigned)), req("type", Attr(Class::DebugType)), opt("isLocalToUnit", Bool),
        opt("isDefined", Bool), opt("alignInBits", Number(Unsigned)),
    ]);
    DI_LEXICAL_BLOCK = def("di_lexical_block", "LLVM_DILexicalBlockAttr", true, Struct, &[
        req("scope", Attr(Class::Scope)), opt("file", Llvm(DI_FILE)), opt("line", Number(Unsigned)),
        opt("column", Number(Unsigned)),
    ]);
    DI_LEXICAL_BLOCK_FILE = def("di_lexical_block_file", "LLVM_DILexicalBlockFile", true, Struct, &[
        req("scope", Attr(Class::Scope)), opt("file", Llvm(DI_FILE)), req("discriminator", Number(Unsigned)),
    ]);
    DI_LOCAL_VARIABLE = def("di_local_variable", "LLVM_DILocalVariableAttr", true, Struct, &[
        req("scope", Attr(Class::Scope)), opt("name", Str), opt("file", Llvm(DI_FILE)), opt("line", Number(Unsigned)),
        opt("arg", Number(Unsigned)), opt("alignInBits", Number(Unsigned)), opt("type", Attr(Class::DebugType)),
        opt("flags", Flags(FlagSet::Node)),
    ]);
    DI_SUBPROGRAM = def("di_subprogram", "LLVM_DISubprogramAttr", true, Struct, &[
        opt("recId", Attr(Class::Distinct)), opt("isRecSelf", Bool), opt("id", Attr(Class::Distinct)),
        opt("compileUnit", Llvm(DI_COMPILE_UNIT)), opt("scope", Attr(Class::Scope)), opt("name", Str),
        opt("linkageName", Str), opt("file", Llvm(DI_FILE)), opt("line", Number(Unsigned)),
        opt("scopeLine", Number(Unsigned)), opt("subprogramFlags", Flags(FlagSet::Subprogram)),
        opt("type", Llvm(DI_SUBROUTINE_TYPE)), brackets_since(Release::NEXT, opt("retainedNodes", List(&Attr(Class::Node)))),
        opt("annotations", List(&Attr(Class::Node))),
    ]);
    DI_MODULE = def("di_module", "LLVM_DIModuleAttr", true, Struct, &[
        opt("file", Llvm(DI_FILE)), opt("scope", Attr(Class::Scope)), opt("name", Str), opt("configMacros", Str),
        opt("includePath", Str), opt("apinotes", Str), opt("line", Number(Unsigned)), opt("isDecl", Bool),
    ]);
    DI_NAMESPACE = def("di_namespace", "LLVM_DINamespaceAttr", true, Struct, &[
        opt("name", Str), opt("scope", Attr(Class::Scope)), req("exportSymbols", Bool),
    ]);
    DI_IMPORTED_ENTITY = def("di_imported_entity", "LLVM_DIImportedEntityAttr", true, Struct, &[
        opt("tag", Dwarf(dwarf::Dwarf::Tag)), req("scope", Attr(Class::Scope)), req("entity", Attr(Class::Node)),
        opt("file", Llvm(DI_FILE)), opt("line", Number(Unsigned)), opt("name", Str),
        opt("elements", List(&Attr(Class::Node))),
    ]);
    DI_ANNOTATION = def("di_annotation", "LLVM_DIAnnotationAttr", false, Struct, &[
        req("name", Str), req("value", Str),
    ]);
    DI_SUBRANGE = def("di_subrange", "LLVM_DISubrangeAttr", false, Struct, &[
        opt("count", Attr(Class::Bound)), opt("lowerBound", Attr(Class::Bound)), opt("upperBound", Attr(Class::Bound)),
        opt("stride", Attr(Class::Bound)),
    ]);
    DI_COMMON_BLOCK = def("di_common_block", "LLVM_DICommonBlockAttr", true, Struct, &[
        req("scope", Attr(Class::Scope)), opt("decl", Llvm(DI_GLOBAL_VARIABLE)), req("name", Str),
        opt("file", Llvm(DI_FILE)), opt("line", Number(Unsigned)),
    ]);
    DI_GENERIC_SUBRANGE = def("di_generic_subrange", "LLVM_DIGenericSubrangeAttr", false, Struct, &[
        opt("count", Attr(Class::Bound)), req("lowerBound", Attr(Class::Bound)), opt("upperBound", Attr(Class::Bound)),
        req("stride", Attr(Class::Bound)),
    ]);
    DI_SUBROUTINE_TYPE = def("di_subroutine_type", "LLVM_DISubroutineTypeAttr", true, Struct, &[
        opt("callingConvention", Dwarf(dwarf::Dwarf::CallingConvention)), opt("types", List(&Attr(Class::DebugType))),
    ]);
    DI_LABEL = def("di_label", "LLVM_DILabelAttr", true, Struct, &[
        req("scope", Attr(Class::Scope)), opt("name", Str), opt("file", Llvm(DI_FILE)), opt("line", Number(Unsigned)),
    ]);
    DI_STRING_TYPE = def("di_string_type", "LLVM_DIStringTypeAttr", true, Struct, &[
        opt("tag", Dwarf(dwarf::Dwarf::Tag)), req("name", Str), opt("sizeInBits", Number(U64)), opt("alignInBits", Number(U32)),
        opt("stringLength", Attr(Class::Variable)), opt("stringLengthExp", Llvm(DI_EXPRESSION)),
        opt("stringLocationExp", Llvm(DI_EXPRESSION)), opt("encoding", Dwarf(dwarf::Dwarf::Encoding)),
    ]);

    MEMORY_EFFECTS = def("memory_effects", "LLVM_MemoryEffectsAttr", false, Struct, &[
        req("other", Enum(enums::ModRefInfo::TABLE, "ModRefInfo")), req("argMem", Enum(enums::ModRefInfo::TABLE, "ModRefInfo")),
        req("inaccessibleMem", Enum(enums::ModRefInfo::TABLE, "ModRefInfo")),
        since(Release::V22, "other", req("errnoMem", Enum(enums::ModRefInfo::TABLE, "ModRefInfo"))),
        since(Release::V22, "", req("targetMem0", Enum(enums::ModRefInfo::TABLE, "ModRefInfo"))),
        since(Release::V22, "", req("targetMem1", Enum(enums::ModRefInfo::TABLE, "ModRefInfo"))),
    ]);
    ALIAS_SCOPE_DOMAIN = def("alias_scope_domain", "LLVM_AliasScopeDomainAttr", true, Struct, &[
        req("id", Attr(Class::Any)), opt("description", Str),
    ]);
    ALIAS_SCOPE = def("alias_scope", "LLVM_AliasScopeAttr", true, Struct, &[
        req("id", Attr(Class::Any)), req("domain", Llvm(ALIAS_SCOPE_DOMAIN)), opt("description", Str),
    ]);
    ACCESS_GROUP = def("access_group", "LLVM_AccessGroupAttr", true, Struct, &[req("id", Attr(Class::Distinct))]);
    TBAA_ROOT = def("tbaa_root", "LLVM_TBAARootAttr", true, OptionalStruct, &[opt("id", Str)]);
    TBAA_MEMBER = def("tbaa_member", "LLVM_TBAAMemberAttr", false, Positional, &[
        req("typeDesc", Attr(Class::TbaaNode)), req("offset", Number(I64)),
    ]);
    TBAA_TYPE_DESC = def("tbaa_type_desc", "LLVM_TBAATypeDescriptorAttr", true, Struct, &[
        req("id", Text), req("members", Members),
    ]);
    TBAA_TAG = def("tbaa_tag", "LLVM_TBAATagAttr", true, Struct, &[
        req("base_type", Llvm(TBAA_TYPE_DESC)), req("access_type", Llvm(TBAA_TYPE_DESC)),
        req("offset", Number(I64)), opt("constant", Bool),
    ]);
    MMRA_TAG = def("mmra_tag", "LLVM_MMRATagAttr", true, Mmra, &[req("prefix", Text), req("suffix", Text)]);
    CONSTANT_RANGE = def("constant_range", "LLVM_ConstantRangeAttr", false, ConstantRange, &[
        req("lower", Attr(Class::Integer)), req("upper", Attr(Class::Integer)),
    ]);
    VSCALE_RANGE = form_since(Release::V19, def("vscale_range", "LLVM_VScaleRangeAttr", false, Struct, &[
        req("minRange", Attr(Class::Integer)), req("maxRange", Attr(Class::Integer)),
    ]));
    TARGET_FEATURES = form_since(Release::V19, def("target_features", "LLVM_TargetFeaturesAttr", false, TargetFeatures, &[
        opt("features", List(&Str)),
    ]));
    TARGET = def("target", "LLVM_TargetAttr", false, Struct, &[
        req("triple", Str), req("chip", Str), opt("features", Llvm(TARGET_FEATURES)),
    ]);
    UNDEF = form_since(Release::V19, def("undef", "LLVM_UndefAttr", false, Bare, &[]));
    POISON = form_since(Release::V19, def("poison", "LLVM_PoisonAttr", false, Bare, &[]));
    ZERO = form_since(Release::V19, def("zero", "LLVM_ZeroAttr", false, Bare, &[]));
    DSO_LOCAL_EQUIVALENT = def("dso_local_equivalent", "LLVM_DSOLocalEquivalentAttr", false, Naked, &[
        req("sym", Attr(Class::FlatSymbol)),
    ]);
    BLOCKTAG = def("blocktag", "LLVM_BlockTagAttr", false, Struct, &[req("id", Number(U32))]);
    BLOCKADDRESS = def("blockaddress", "LLVM_BlockAddressAttr", false, Struct, &[
        req("function", Attr(Class::FlatSymbol)), req("tag", Llvm(BLOCKTAG)),
    ]);
    VEC_TYPE_HINT = def("vec_type_hint", "LLVM_VecTypeHintAttr", false, Struct, &[
        req("hint", Type), opt("is_signed", Bool),
    ]);
    WORKGROUP_ATTRIBUTION = def("mlir.workgroup_attribution", "WorkgroupAttributionAttr", false, Positional, &[
        req("num_elements", Attr(Class::Integer)), req("element_type", Type),
    ]);
    DEREFERENCEABLE = def("dereferenceable", "LLVM_DereferenceableAttr", false, Struct, &[
        req("bytes", Number(U64)), opt("mayBeNull", Bool),
    ]);
    FUNCTION_ENTRY_COUNT = def_since(Release::NEXT, def("function_entry_count", "LLVM_FunctionEntryCountAttr", false, Struct, &[
        req("entry_count", Number(U64)), opt("imports", List(&Number(U64))),
    ]));
    MD_STRING = def_since(Release::V23, def("md_string", "LLVM_MDStringAttr", false, Positional, &[req("value", Str)]));
    MD_CONST = def_since(Release::V23, def("md_const", "LLVM_MDConstantAttr", false, Positional, &[
        req("value", Attr(Class::Any)),
    ]));
    MD_NODE = def_since(Release::V23, def("md_node", "LLVM_MDNodeAttr", false, Positional, &[
        opt("operands", List(&Attr(Class::Any))),
    ]));
    MD_GLOBAL_VALUE = def_since(Release::NEXT, def("md_global_value", "LLVM_MDGlobalValueAttr", false, Positional, &[
        req("name", Attr(Class::FlatSymbol)),
    ]));
    MD_NULL = def_since(Release::NEXT, def("md_null", "LLVM_MDNullAttr", false, Positional, &[
        req("addressSpace", Number(Unsigned)),
    ]));
    MD_ADDRSPACECAST =
        def_since(Release::NEXT, def("md_addrspacecast", "LLVM_MDAddrSpaceCastAttr", false, Positional, &[
        req("arg", Attr(Class::Any)), req("addressSpace", Number(Unsigned)),
    ]));
    MODULE_FLAG = def("mlir.module_flag", "ModuleFlagAttr", false, Positional, &[
        req("behavior", Enum(enums::ModuleFlagBehavior::TABLE, "ModFlagBehavior")), req("key", Str),
        req("value", Attr(Class::Any)),
    ]);
    CGPROFILE_ENTRY = def("cgprofile_entry", "ModuleFlagCGProfileEntryAttr", false, Struct, &[
        opt("from", Attr(Class::FlatSymbol)), opt("to", Attr(Class::FlatSymbol)), req("count", Number(U64)),
    ]);
    PROFILE_SUMMARY_DETAILED = def("profile_summary_detailed", "ModuleFlagProfileSummaryDetailedAttr", false, Struct, &[
        req("cut_off", Number(U32)), req("min_count", Number(U64)), req("num_counts", Number(U32)),
    ]);
    PROFILE_SUMMARY = def("profile_summary", "ModuleFlagProfileSummaryAttr", false, Struct, &[
        req("format", Enum(enums::ProfileSummaryFormat::TABLE, "ProfileSummaryFormatKind")), req("total_count", Number(U64)),
        req("max_count", Number(U64)), req("max_internal_count", Number(U64)), req("max_function_count", Number(U64)),
        req("num_counts", Number(U64)), req("num_functions", Number(U64)), nullable("is_partial_profile", Number(U64)),
        opt("partial_profile_ratio", Attr(Class::Float)),
        req("detailed_summary", List(&Llvm(PROFILE_SUMMARY_DETAILED))),
    ]);
    DEPENDENT_LIBRARIES = def("dependent_libraries", "LLVM_DependentLibrariesAttr", false, Positional, &[
        opt("libs", List(&Str)),
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_mnemonic() {
        for (i, row) in DEFS.iter().enumerate() {
            assert_eq!(by_mnemonic(row.mnemonic).map(AttrKind::index), Some(i), "{}", row.mnemonic);
        }
    }
}
