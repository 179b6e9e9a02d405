//! The strings every context holds at fixed handles: names of attributes that the table, the readers and the
//! writers ask for by handle instead of by text.

use crate::context::Str;

macro_rules! names {
    ($($name:ident = $text:literal,)*) => {
        /// The texts, in the order of their handles.
        pub const KNOWN: &[&str] = &[$($text),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Place { $($name),* }

        $(
            #[doc = concat!("`", $text, "`")]
            pub const $name: Str = Str::from_index(Place::$name as u32);
        )*
    };
}

names! {
    EMPTY = "",
    ADDR_SPACE = "addr_space",
    ADDRESS_SPACE = "address_space",
    ALIAS_SCOPES = "alias_scopes",
    ALIAS_TYPE = "alias_type",
    ACCESS_GROUPS = "access_groups",
    ALL = "all",
    ALIGNMENT = "alignment",
    ALWAYS_INLINE = "always_inline",
    ARG_ATTRS = "arg_attrs",
    ASM_DIALECT = "asm_dialect",
    ASM_STRING = "asm_string",
    BIN_OP = "bin_op",
    BLOCK_ADDR = "block_addr",
    BRANCH_WEIGHTS = "branch_weights",
    CALLEE = "callee",
    CASE_OPERAND_SEGMENTS = "case_operand_segments",
    CASE_VALUES = "case_values",
    CCONV = "CConv",
    CLEANUP = "cleanup",
    COMDAT = "comdat",
    CONSTANT = "constant",
    CONSTRAINTS = "constraints",
    CONVERGENT = "convergent",
    DBG_EXPRS = "dbg_exprs",
    DEREFERENCEABLE = "dereferenceable",
    DISTINCT = "distinct",
    DSO_LOCAL = "dso_local",
    ELEM_TYPE = "elem_type",
    ELEMENTS = "elements",
    EXTERNALLY_INITIALIZED = "externally_initialized",
    FAILURE_ORDERING = "failure_ordering",
    FASTMATH_FLAGS = "fastmathFlags",
    FIELDS = "fields",
    FLAGS = "flags",
    FP_EXCEPTION_BEHAVIOR = "fpExceptionBehavior",
    FUNCTION_ENTRY_COUNT = "function_entry_count",
    FUNCTION_NAME = "function_name",
    FUNCTION_TYPE = "function_type",
    GARBAGE_COLLECTOR = "garbageCollector",
    GLOBAL_NAME = "global_name",
    GLOBAL_TYPE = "global_type",
    HAS_SIDE_EFFECTS = "has_side_effects",
    I_FUNC_TYPE = "i_func_type",
    INALLOCA = "inalloca",
    INDBR_OPERAND_SEGMENTS = "indbr_operand_segments",
    INLINE_HINT = "inline_hint",
    INTRIN = "intrin",
    INVARIANT = "invariant",
    INVARIANT_GROUP = "invariantGroup",
    IS_ALIGN_STACK = "is_align_stack",
    IS_DISJOINT = "isDisjoint",
    IS_EXACT = "isExact",
    IS = "is",
    LINKAGE = "linkage",
    LLVM_DATA_LAYOUT = "llvm.data_layout",
    LLVM_MODULE_ASM = "llvm.module_asm",
    LLVM_TARGET_TRIPLE = "llvm.target_triple",
    LOOP_ANNOTATION = "loop_annotation",
    MASK = "mask",
    MEMORY_EFFECTS = "memory_effects",
    NO_INLINE = "no_inline",
    NO_UNWIND = "no_unwind",
    NO_WRAP_FLAGS = "noWrapFlags",
    NOALIAS_SCOPES = "noalias_scopes",
    NODE = "node",
    NON_NEG = "nonNeg",
    NONTEMPORAL = "nontemporal",
    OPERAND_ATTRS = "operand_attrs",
    OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
    OP_BUNDLE_SIZES = "op_bundle_sizes",
    OP_BUNDLE_TAGS = "op_bundle_tags",
    OPTIONS = "options",
    ORDERING = "ordering",
    OVERFLOW_FLAGS = "overflowFlags",
    PASSTHROUGH = "passthrough",
    PERSONALITY = "personality",
    POSITION = "position",
    PREDICATE = "predicate",
    RAW_CONSTANT_INDICES = "rawConstantIndices",
    RES_ATTRS = "res_attrs",
    RESOLVER = "resolver",
    RESOLVER_TYPE = "resolver_type",
    ROUNDINGMODE = "roundingmode",
    SCOPE = "scope",
    SECTION = "section",
    SUCCESS_ORDERING = "success_ordering",
    SYM_NAME = "sym_name",
    SYM_VISIBILITY = "sym_visibility",
    SYNCSCOPE = "syncscope",
    TAG = "tag",
    TAIL_CALL_KIND = "TailCallKind",
    TAIL_CALL_KIND_ASM = "tail_call_kind",
    TARGET_CPU = "target_cpu",
    TARGET_FEATURES = "target_features",
    TARGET_SPECIFIC_ATTRS = "target_specific_attrs",
    TBAA = "tbaa",
    THREAD_LOCAL = "thread_local_",
    TUNE_CPU = "tune_cpu",
    UNNAMED_ADDR = "unnamed_addr",
    UWTABLE_KIND = "uwtable_kind",
    VALUE = "value",
    VAR_CALLEE_TYPE = "var_callee_type",
    VISIBILITY = "visibility_",
    VOLATILE = "volatile_",
    VSCALE_RANGE = "vscale_range",
    ARGS = "args",
    CALLEE_TYPE = "callee_type",
    CTORS = "ctors",
    DATA = "data",
    DTORS = "dtors",
    HANDLERS = "handlers",
    KIND = "kind",
    PRIORITIES = "priorities",
    TAIL = "tail",
    WEAK = "weak",
    WILL_RETURN = "will_return",
    IRTRIP_ADDRESS_SPACE = "irtrip.address_space",
    IRTRIP_ARG_ATTRS = "irtrip.arg_attrs",
    IRTRIP_ATTRIBUTES = "irtrip.attributes",
    IRTRIP_BLOCK_NAME = "irtrip.block_name",
    IRTRIP_CALLEE = "irtrip.callee",
    IRTRIP_CCONV = "irtrip.cconv",
    IRTRIP_CODE_MODEL = "irtrip.code_model",
    IRTRIP_COMPLETED = "irtrip.completed",
    IRTRIP_DECLARATIONS = "irtrip.declarations",
    IRTRIP_DLL_STORAGE = "irtrip.dll_storage",
    IRTRIP_EDGE = "irtrip.edge",
    IRTRIP_ENTRY = "irtrip.entry",
    IRTRIP_FLAGS = "irtrip.flags",
    IRTRIP_INCOMING = "irtrip.incoming",
    IRTRIP_INITIALIZER = "irtrip.initializer",
    IRTRIP_INRANGE = "irtrip.inrange",
    IRTRIP_INSTRUCTION = "irtrip.instruction",
    IRTRIP_LOOP_ID = "irtrip.loop_id",
    IRTRIP_METADATA = "irtrip.metadata",
    IRTRIP_METADATA_KINDS = "irtrip.metadata_kinds",
    IRTRIP_NAME = "irtrip.name",
    IRTRIP_NAMED_METADATA = "irtrip.named_metadata",
    IRTRIP_NODES = "irtrip.nodes",
    IRTRIP_PARTITION = "irtrip.partition",
    IRTRIP_PERSONALITY = "irtrip.personality",
    IRTRIP_PHIS = "irtrip.phis",
    IRTRIP_POSITION = "irtrip.position",
    IRTRIP_PREFIX = "irtrip.prefix",
    IRTRIP_PROLOGUE = "irtrip.prologue",
    IRTRIP_RES_ATTRS = "irtrip.res_attrs",
    IRTRIP_SANITIZE = "irtrip.sanitize",
    IRTRIP_SOURCE_FILENAME = "irtrip.source_filename",
    IRTRIP_TAIL = "irtrip.tail",
    IRTRIP_TLS_MODEL = "irtrip.tls_model",
    IRTRIP_UNNAMED = "irtrip.unnamed",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_name_their_text() {
        let ctx = crate::Context::new();
        for (i, text) in KNOWN.iter().enumerate() {
            assert_eq!(ctx.str(text).index(), i, "{text} stands twice");
        }
        assert_eq!(ctx.bytes(WEAK), b"weak");
    }
}
