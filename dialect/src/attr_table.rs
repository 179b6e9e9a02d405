//! The attribute table: one row an attribute of the LLVM dialect, read by the parser, the printer, the importer and
//! the exporter. The LLVM dialect page; LangRef, "Metadata".

use crate::enums::{self, Enumeration};

/// A row of the attribute table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AttrKind(u16);

impl AttrKind {
    /// The row.
    pub fn def(self) -> &'static AttrDef {
        &ROWS[self.0 as usize]
    }

    /// The row's place in [`ROWS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a parameter is, and how it is spelled.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// Any attribute, spelled whole: an alias, a typed integer, ...
    Attr,
    /// An attribute of this kind; where it is spelled out, `#llvm.kind` may be left off.
    Llvm(&'static str),
    /// A string in quotes.
    Str,
    /// `true` or `false`, held as an `i1`.
    Bool,
    /// A plain number without a type, held as an `i64`.
    Number,
    /// A number spelled by name, held as an `i64`.
    Enum(&'static Enumeration),
    /// A DWARF number spelled by name (`DW_TAG_member`), held as an `i64`; the prefix behind `DW_`.
    Dwarf(&'static str),
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

/// Sets of debug-info flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagSet {
    /// LangRef, "DICompositeType" and its kin, `flags`.
    Node,
    /// LangRef, "DISubprogram", `spFlags`.
    Subprogram,
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
}

/// How an attribute's parameters are spelled behind `#llvm.mnemonic`.
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
    /// ` value`: the value alone behind a space.
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

/// One row.
#[derive(Debug)]
pub struct AttrDef {
    /// The name behind `#llvm.`.
    pub mnemonic: &'static str,
    /// The parameters, in order.
    pub params: &'static [Param],
    /// How they are spelled.
    pub format: AttrFormat,
    /// Whether upstream's printer makes an alias `#mnemonic` for it.
    pub alias: bool,
}

impl AttrDef {
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
            "target_features" => "LLVM target features attribute",
            "vec_type_hint" => "Explicit vectorization compiler hint",
            _ => "",
        }
    }

    /// The place of a parameter.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|p| p.name == name)
    }
}

/// The row of an attribute by its mnemonic.
pub fn by_mnemonic(mnemonic: &str) -> Option<AttrKind> {
    ROWS.iter().position(|r| r.mnemonic == mnemonic).map(|i| AttrKind(i as u16))
}

const fn req(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, need: ParamNeed::Required }
}

const fn opt(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, need: ParamNeed::Optional }
}

const fn nullable(name: &'static str, kind: ParamKind) -> Param {
    Param { name, kind, need: ParamNeed::Nullable }
}

const fn row(mnemonic: &'static str, alias: bool, format: AttrFormat, params: &'static [Param]) -> AttrDef {
    AttrDef { mnemonic, params, format, alias }
}

macro_rules! attrs {
    ($($name:ident = $row:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name),* }

        $(
            #[doc = concat!("The row `", stringify!($name), "`, in lower case.")]
            pub const $name: AttrKind = AttrKind(Place::$name as u16);
        )*

        /// The rows.
        pub static ROWS: &[AttrDef] = &[$($row),*];
    };
}

use AttrFormat::*;
use ParamKind::{Attr, Bool, Dwarf, Enum, Flags, List, Llvm, Members, Number, Str, Type};

attrs! {
    ADDRESS_SPACE = row("address_space", false, Positional, &[req("addressSpace", Number)]);
    CCONV = row("cconv", false, Positional, &[req("CallingConv", Enum(&enums::CCONV))]);
    COMDAT = row("comdat", false, Naked, &[req("comdat", Enum(&enums::COMDAT))]);
    LINKAGE = row("linkage", false, Positional, &[req("linkage", Enum(&enums::LINKAGE))]);
    FRAME_POINTER_KIND =
        row("framePointerKind", false, Positional, &[req("framePointerKind", Enum(&enums::FRAME_POINTER))]);
    TAILCALLKIND = row("tailcallkind", false, Positional, &[req("tailCallKind", Enum(&enums::TAIL_CALL_KIND))]);
    UWTABLE_KIND = row("uwtableKind", false, Positional, &[req("uwtableKind", Enum(&enums::UWTABLE))]);
    FASTMATH = row("fastmath", false, Positional, &[req("value", Enum(&enums::FASTMATH))]);
    OVERFLOW = row("overflow", false, Positional, &[req("value", Enum(&enums::OVERFLOW))]);

    LOOP_VECTORIZE = row("loop_vectorize", true, Struct, &[
        opt("disable", Attr), opt("predicateEnable", Attr), opt("scalableEnable", Attr), opt("width", Attr),
        opt("followupVectorized", Llvm("loop_annotation")), opt("followupEpilogue", Llvm("loop_annotation")),
        opt("followupAll", Llvm("loop_annotation")),
    ]);
    LOOP_INTERLEAVE = row("loop_interleave", true, Struct, &[req("count", Attr)]);
    LOOP_UNROLL = row("loop_unroll", true, Struct, &[
        opt("disable", Attr), opt("count", Attr), opt("runtimeDisable", Attr), opt("full", Attr),
        opt("followupUnrolled", Llvm("loop_annotation")), opt("followupRemainder", Llvm("loop_annotation")),
        opt("followupAll", Llvm("loop_annotation")),
    ]);
    LOOP_UNROLL_AND_JAM = row("loop_unroll_and_jam", true, Struct, &[
        opt("disable", Attr), opt("count", Attr),
        opt("followupOuter", Llvm("loop_annotation")), opt("followupInner", Llvm("loop_annotation")),
        opt("followupRemainderOuter", Llvm("loop_annotation")),
        opt("followupRemainderInner", Llvm("loop_annotation")), opt("followupAll", Llvm("loop_annotation")),
    ]);
    LOOP_LICM = row("loop_licm", true, Struct, &[opt("disable", Attr), opt("versioningDisable", Attr)]);
    LOOP_DISTRIBUTE = row("loop_distribute", true, Struct, &[
        opt("disable", Attr), opt("followupCoincident", Llvm("loop_annotation")),
        opt("followupSequential", Llvm("loop_annotation")), opt("followupFallback", Llvm("loop_annotation")),
        opt("followupAll", Llvm("loop_annotation")),
    ]);
    LOOP_PIPELINE = row("loop_pipeline", true, Struct, &[opt("disable", Attr), opt("initiationinterval", Attr)]);
    LOOP_PEELED = row("loop_peeled", true, Struct, &[opt("count", Attr)]);
    LOOP_UNSWITCH = row("loop_unswitch", true, Struct, &[opt("partialDisable", Attr)]);
    LOOP_ANNOTATION = row("loop_annotation", true, Struct, &[
        opt("disableNonforced", Attr), opt("vectorize", Llvm("loop_vectorize")),
        opt("interleave", Llvm("loop_interleave")), opt("unroll", Llvm("loop_unroll")),
        opt("unrollAndJam", Llvm("loop_unroll_and_jam")), opt("licm", Llvm("loop_licm")),
        opt("distribute", Llvm("loop_distribute")), opt("pipeline", Llvm("loop_pipeline")),
        opt("peeled", Llvm("loop_peeled")), opt("unswitch", Llvm("loop_unswitch")), opt("mustProgress", Attr),
        opt("isVectorized", Attr), opt("startLoc", Attr), opt("endLoc", Attr),
        opt("parallelAccesses", List(&Llvm("access_group"))),
    ]);

    DI_EXPRESSION_ELEM = row("di_expression_elem", false, DiExpressionElem, &[
        req("opcode", Dwarf("OP")), opt("arguments", List(&Number)),
    ]);
    DI_EXPRESSION =
        row("di_expression", false, DiExpression, &[opt("operations", List(&Llvm("di_expression_elem")))]);
    DI_NULL_TYPE = row("di_null_type", true, Bare, &[]);
    DI_BASIC_TYPE = row("di_basic_type", true, Struct, &[
        opt("tag", Dwarf("TAG")), req("name", Str), opt("sizeInBits", Number), opt("encoding", Dwarf("ATE")),
    ]);
    DI_COMPILE_UNIT = row("di_compile_unit", true, Struct, &[
        req("id", Attr), req("sourceLanguage", Dwarf("LANG")), req("file", Llvm("di_file")), opt("producer", Str),
        req("isOptimized", Bool), req("emissionKind", Enum(&enums::DI_EMISSION_KIND)),
        opt("nameTableKind", Enum(&enums::DI_NAME_TABLE_KIND)), opt("splitDebugFilename", Str),
    ]);
    DI_COMPOSITE_TYPE = row("di_composite_type", true, Struct, &[
        opt("recId", Attr), opt("isRecSelf", Bool), opt("tag", Dwarf("TAG")), opt("name", Str),
        opt("file", Llvm("di_file")), opt("line", Number), opt("scope", Attr), opt("baseType", Attr),
        opt("flags", Flags(FlagSet::Node)), opt("sizeInBits", Number), opt("alignInBits", Number),
        opt("dataLocation", Llvm("di_expression")), opt("rank", Llvm("di_expression")),
        opt("allocated", Llvm("di_expression")), opt("associated", Llvm("di_expression")),
        opt("elements", List(&Attr)),
    ]);
    DI_DERIVED_TYPE = row("di_derived_type", true, Struct, &[
        opt("tag", Dwarf("TAG")), opt("name", Str), opt("baseType", Attr), opt("sizeInBits", Number),
        opt("alignInBits", Number), opt("offsetInBits", Number), opt("dwarfAddressSpace", Number),
        opt("extraData", Attr),
    ]);
    DI_FILE = row("di_file", true, DiFile, &[req("name", Str), req("directory", Str)]);
    DI_GLOBAL_VARIABLE_EXPRESSION = row("di_global_variable_expression", true, Struct, &[
        req("var", Llvm("di_global_variable")), opt("expr", Llvm("di_expression")),
    ]);
    DI_GLOBAL_VARIABLE = row("di_global_variable", true, Struct, &[
        opt("scope", Attr), opt("name", Str), opt("linkageName", Str), req("file", Llvm("di_file")),
        req("line", Number), req("type", Attr), opt("isLocalToUnit", Bool), opt("isDefined", Bool),
        opt("alignInBits", Number),
    ]);
    DI_LEXICAL_BLOCK = row("di_lexical_block", true, Struct, &[
        req("scope", Attr), opt("file", Llvm("di_file")), opt("line", Number), opt("column", Number),
    ]);
    DI_LEXICAL_BLOCK_FILE = row("di_lexical_block_file", true, Struct, &[
        req("scope", Attr), opt("file", Llvm("di_file")), req("discriminator", Number),
    ]);
    DI_LOCAL_VARIABLE = row("di_local_variable", true, Struct, &[
        req("scope", Attr), opt("name", Str), opt("file", Llvm("di_file")), opt("line", Number), opt("arg", Number),
        opt("alignInBits", Number), opt("type", Attr), opt("flags", Flags(FlagSet::Node)),
    ]);
    DI_SUBPROGRAM = row("di_subprogram", true, Struct, &[
        opt("recId", Attr), opt("isRecSelf", Bool), opt("id", Attr), opt("compileUnit", Llvm("di_compile_unit")),
        opt("scope", Attr), opt("name", Str), opt("linkageName", Str), opt("file", Llvm("di_file")),
        opt("line", Number), opt("scopeLine", Number), opt("subprogramFlags", Flags(FlagSet::Subprogram)),
        opt("type", Llvm("di_subroutine_type")), opt("retainedNodes", List(&Attr)), opt("annotations", List(&Attr)),
    ]);
    DI_MODULE = row("di_module", true, Struct, &[
        opt("file", Llvm("di_file")), opt("scope", Attr), opt("name", Str), opt("configMacros", Str),
        opt("includePath", Str), opt("apinotes", Str), opt("line", Number), opt("isDecl", Bool),
    ]);
    DI_NAMESPACE =
        row("di_namespace", true, Struct, &[opt("name", Str), opt("scope", Attr), req("exportSymbols", Bool)]);
    DI_IMPORTED_ENTITY = row("di_imported_entity", true, Struct, &[
        opt("tag", Dwarf("TAG")), req("scope", Attr), req("entity", Attr), opt("file", Llvm("di_file")),
        opt("line", Number), opt("name", Str), opt("elements", List(&Attr)),
    ]);
    DI_ANNOTATION = row("di_annotation", false, Struct, &[req("name", Str), req("value", Str)]);
    DI_SUBRANGE = row("di_subrange", false, Struct, &[
        opt("count", Attr), opt("lowerBound", Attr), opt("upperBound", Attr), opt("stride", Attr),
    ]);
    DI_COMMON_BLOCK = row("di_common_block", true, Struct, &[
        req("scope", Attr), opt("decl", Llvm("di_global_variable")), req("name", Str), opt("file", Llvm("di_file")),
        opt("line", Number),
    ]);
    DI_GENERIC_SUBRANGE = row("di_generic_subrange", false, Struct, &[
        opt("count", Attr), req("lowerBound", Attr), opt("upperBound", Attr), req("stride", Attr),
    ]);
    DI_SUBROUTINE_TYPE = row("di_subroutine_type", true, Struct, &[
        opt("callingConvention", Dwarf("CC")), opt("types", List(&Attr)),
    ]);
    DI_LABEL = row("di_label", true, Struct, &[
        req("scope", Attr), opt("name", Str), opt("file", Llvm("di_file")), opt("line", Number),
    ]);
    DI_STRING_TYPE = row("di_string_type", true, Struct, &[
        opt("tag", Dwarf("TAG")), req("name", Str), opt("sizeInBits", Number), opt("alignInBits", Number),
        opt("stringLength", Attr), opt("stringLengthExp", Llvm("di_expression")),
        opt("stringLocationExp", Llvm("di_expression")), opt("encoding", Dwarf("ATE")),
    ]);

    MEMORY_EFFECTS = row("memory_effects", false, Struct, &[
        req("other", Enum(&enums::MOD_REF)), req("argMem", Enum(&enums::MOD_REF)),
        req("inaccessibleMem", Enum(&enums::MOD_REF)), req("errnoMem", Enum(&enums::MOD_REF)),
        req("targetMem0", Enum(&enums::MOD_REF)), req("targetMem1", Enum(&enums::MOD_REF)),
    ]);
    ALIAS_SCOPE_DOMAIN = row("alias_scope_domain", true, Struct, &[req("id", Attr), opt("description", Str)]);
    ALIAS_SCOPE = row("alias_scope", true, Struct, &[
        req("id", Attr), req("domain", Llvm("alias_scope_domain")), opt("description", Str),
    ]);
    ACCESS_GROUP = row("access_group", true, Struct, &[req("id", Attr)]);
    TBAA_ROOT = row("tbaa_root", true, OptionalStruct, &[opt("id", Str)]);
    TBAA_MEMBER = row("tbaa_member", false, Positional, &[req("typeDesc", Attr), req("offset", Number)]);
    TBAA_TYPE_DESC = row("tbaa_type_desc", true, Struct, &[req("id", Str), req("members", Members)]);
    TBAA_TAG = row("tbaa_tag", true, Struct, &[
        req("base_type", Llvm("tbaa_type_desc")), req("access_type", Llvm("tbaa_type_desc")), req("offset", Number),
        opt("constant", Bool),
    ]);
    MMRA_TAG = row("mmra_tag", true, Mmra, &[req("prefix", Str), req("suffix", Str)]);
    CONSTANT_RANGE = row("constant_range", false, ConstantRange, &[req("lower", Attr), req("upper", Attr)]);
    VSCALE_RANGE = row("vscale_range", false, Struct, &[req("minRange", Attr), req("maxRange", Attr)]);
    TARGET_FEATURES = row("target_features", false, TargetFeatures, &[opt("features", List(&Str))]);
    TARGET = row("target", false, Struct, &[
        req("triple", Str), req("chip", Str), opt("features", Llvm("target_features")),
    ]);
    UNDEF = row("undef", false, Bare, &[]);
    POISON = row("poison", false, Bare, &[]);
    ZERO = row("zero", false, Bare, &[]);
    DSO_LOCAL_EQUIVALENT = row("dso_local_equivalent", false, Naked, &[req("sym", Attr)]);
    BLOCKTAG = row("blocktag", false, Struct, &[req("id", Number)]);
    BLOCKADDRESS =
        row("blockaddress", false, Struct, &[req("function", Attr), req("tag", Llvm("blocktag"))]);
    VEC_TYPE_HINT = row("vec_type_hint", false, Struct, &[req("hint", Type), opt("is_signed", Bool)]);
    WORKGROUP_ATTRIBUTION = row("mlir.workgroup_attribution", false, Positional, &[
        req("num_elements", Attr), req("element_type", Type),
    ]);
    DEREFERENCEABLE = row("dereferenceable", false, Struct, &[req("bytes", Number), opt("mayBeNull", Bool)]);
    MODULE_FLAG = row("mlir.module_flag", false, Positional, &[
        req("behavior", Enum(&enums::MODULE_FLAG_BEHAVIOR)), req("key", Str), req("value", Attr),
    ]);
    CGPROFILE_ENTRY = row("cgprofile_entry", false, Struct, &[
        opt("from", Attr), opt("to", Attr), req("count", Number),
    ]);
    PROFILE_SUMMARY_DETAILED = row("profile_summary_detailed", false, Struct, &[
        req("cut_off", Number), req("min_count", Number), req("num_counts", Number),
    ]);
    PROFILE_SUMMARY = row("profile_summary", false, Struct, &[
        req("format", Enum(&enums::PROFILE_FORMAT)), req("total_count", Number), req("max_count", Number),
        req("max_internal_count", Number), req("max_function_count", Number), req("num_counts", Number),
        req("num_functions", Number), nullable("is_partial_profile", Number), opt("partial_profile_ratio", Attr),
        req("detailed_summary", List(&Llvm("profile_summary_detailed"))),
    ]);
    DEPENDENT_LIBRARIES = row("dependent_libraries", false, Positional, &[opt("libs", List(&Str))]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_mnemonic() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(by_mnemonic(row.mnemonic).map(AttrKind::index), Some(i), "{}", row.mnemonic);
        }
    }
}
