//! The strings every context holds at fixed handles: names of attributes that the table, the readers and the
//! writers ask for by handle instead of by text.

use crate::context::Str;

macro_rules! names {
    ($($name:ident = $text:literal,)*) => {
        /// The texts, in the order of their handles, which is that of their bytes.
        pub const KNOWN: &[&str] = &[$($text),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Index { $($name),* }

        $(
            #[doc = concat!("`", $text, "`")]
            pub const $name: Str = Str::from_index(Index::$name as u32);
        )*
    };
}

names! {
    EMPTY = "",
    // Never a name in a text: an operation's properties have none.
    PROPERTIES = "<properties>",
    CCONV = "CConv",
    DI_LOCATION = "DILocation",
    TAIL_CALL_KIND = "TailCallKind",
    ACCESS_GROUPS = "access_groups",
    ADDR_SPACE = "addr_space",
    ADDRESS_SPACE = "address_space",
    ALIAS_SCOPES = "alias_scopes",
    ALIAS_TYPE = "alias_type",
    ALIGNMENT = "alignment",
    ALL = "all",
    ALWAYS_INLINE = "always_inline",
    ARG_ATTRS = "arg_attrs",
    ARGS = "args",
    ARGUMENT = "argument",
    ASM_DIALECT = "asm_dialect",
    ASM_STRING = "asm_string",
    ATOM_GROUP = "atomGroup",
    ATOM_RANK = "atomRank",
    BIN_OP = "bin_op",
    BLOCK_ADDR = "block_addr",
    BRANCH_WEIGHTS = "branch_weights",
    CALLEE = "callee",
    CALLEE_TYPE = "callee_type",
    CASE_OPERAND_SEGMENTS = "case_operand_segments",
    CASE_VALUES = "case_values",
    CASES = "cases",
    CLEANUP = "cleanup",
    COLUMN = "column",
    COMDAT = "comdat",
    CONSTANT = "constant",
    CONSTRAINTS = "constraints",
    CONVERGENT = "convergent",
    CTORS = "ctors",
    DATA = "data",
    DBG_EXPRS = "dbg_exprs",
    DEREFERENCEABLE = "dereferenceable",
    DIMENSION = "dimension",
    DISTINCT = "distinct",
    DLTI_DL_SPEC = "dlti.dl_spec",
    DSO_LOCAL = "dso_local",
    DTORS = "dtors",
    ELEM_TYPE = "elem_type",
    ELEMENTS = "elements",
    ELEMENTTYPE = "elementtype",
    EXTERNALLY_INITIALIZED = "externally_initialized",
    FAILURE_ORDERING = "failure_ordering",
    FASTMATH_FLAGS = "fastmathFlags",
    FIELDS = "fields",
    FLAGS = "flags",
    FP_EXCEPTION_BEHAVIOR = "fpExceptionBehavior",
    FUNCTION = "function",
    FUNCTION_ENTRY_COUNT = "function_entry_count",
    FUNCTION_NAME = "function_name",
    FUNCTION_TYPE = "function_type",
    GARBAGE_COLLECTOR = "garbageCollector",
    GLOBAL_NAME = "global_name",
    GLOBAL_TYPE = "global_type",
    GPU_KERNEL = "gpu.kernel",
    HANDLERS = "handlers",
    HAS_SIDE_EFFECTS = "has_side_effects",
    I_FUNC_TYPE = "i_func_type",
    INALLOCA = "inalloca",
    INDBR_OPERAND_SEGMENTS = "indbr_operand_segments",
    INITIAL_VALUE = "initial_value",
    INLINE_HINT = "inline_hint",
    INLINED_AT = "inlinedAt",
    INTRIN = "intrin",
    INVARIANT = "invariant",
    INVARIANT_GROUP = "invariantGroup",
    IRTRIP_ADDRESS_SPACE = "irtrip.address_space",
    IRTRIP_ARG_ATTRS = "irtrip.arg_attrs",
    IRTRIP_ARGS = "irtrip.args",
    IRTRIP_ATOM = "irtrip.atom",
    IRTRIP_ATTRIBUTES = "irtrip.attributes",
    IRTRIP_BITCODE_USE_LISTS = "irtrip.bitcode_use_lists",
    IRTRIP_BLOCK = "irtrip.block",
    IRTRIP_BLOCK_NAME = "irtrip.block_name",
    IRTRIP_BUNDLE_ARGS = "irtrip.bundle_args",
    IRTRIP_CALLEE = "irtrip.callee",
    IRTRIP_CALLEE_TYPE = "irtrip.callee_type",
    IRTRIP_CCONV = "irtrip.cconv",
    IRTRIP_CODE_MODEL = "irtrip.code_model",
    IRTRIP_COMPLETED = "irtrip.completed",
    IRTRIP_DATA_LAYOUT = "irtrip.data_layout",
    IRTRIP_DECLARATIONS = "irtrip.declarations",
    IRTRIP_DEMANGLED = "irtrip.demangled",
    IRTRIP_DLL_STORAGE = "irtrip.dll_storage",
    IRTRIP_EDGE = "irtrip.edge",
    IRTRIP_ENTRY = "irtrip.entry",
    IRTRIP_EXPORTER_DEFAULTS = "irtrip.exporter_defaults",
    IRTRIP_FLAGS = "irtrip.flags",
    IRTRIP_INCOMING = "irtrip.incoming",
    IRTRIP_INITIALIZER = "irtrip.initializer",
    IRTRIP_INRANGE = "irtrip.inrange",
    IRTRIP_INSTRUCTION = "irtrip.instruction",
    IRTRIP_KNOWN_INTRINSIC = "irtrip.known_intrinsic",
    IRTRIP_LOOP_ID = "irtrip.loop_id",
    IRTRIP_METADATA = "irtrip.metadata",
    IRTRIP_METADATA_KINDS = "irtrip.metadata_kinds",
    IRTRIP_MODULE_ASM = "irtrip.module_asm",
    IRTRIP_MODULE_ID = "irtrip.module_id",
    IRTRIP_NAME = "irtrip.name",
    IRTRIP_NAMED_METADATA = "irtrip.named_metadata",
    IRTRIP_NO_INDEX = "irtrip.no_index",
    IRTRIP_NODES = "irtrip.nodes",
    IRTRIP_OLDER_ATTRIBUTES = "irtrip.older_attributes",
    IRTRIP_OLDER_CALL = "irtrip.older_call",
    IRTRIP_OLDER_DECLARATIONS = "irtrip.older_declarations",
    IRTRIP_PARTITION = "irtrip.partition",
    IRTRIP_PERSONALITY = "irtrip.personality",
    IRTRIP_PHIS = "irtrip.phis",
    IRTRIP_POINTEES = "irtrip.pointees",
    IRTRIP_POSITION = "irtrip.position",
    IRTRIP_PREDECESSORS = "irtrip.predecessors",
    IRTRIP_PREFIX = "irtrip.prefix",
    IRTRIP_PROLOGUE = "irtrip.prologue",
    IRTRIP_RECORD = "irtrip.record",
    IRTRIP_RECORDS = "irtrip.records",
    IRTRIP_RELEASE = "irtrip.release",
    IRTRIP_RES_ATTRS = "irtrip.res_attrs",
    IRTRIP_SANITIZE = "irtrip.sanitize",
    IRTRIP_SOURCE_FILENAME = "irtrip.source_filename",
    IRTRIP_SPLATS = "irtrip.splats",
    IRTRIP_STANDS_FOR = "irtrip.stands_for",
    IRTRIP_STRUCT_POINTEES = "irtrip.struct_pointees",
    IRTRIP_STRUCTURAL_HASH = "irtrip.structural_hash",
    IRTRIP_SUMMARY = "irtrip.summary",
    IRTRIP_TABLE = "irtrip.table",
    IRTRIP_TAIL = "irtrip.tail",
    IRTRIP_TLS_MODEL = "irtrip.tls_model",
    IRTRIP_TYPE = "irtrip.type",
    IRTRIP_TYPED_POINTERS = "irtrip.typed_pointers",
    IRTRIP_UNNAMED = "irtrip.unnamed",
    IRTRIP_USE_LIST_ORDERS = "irtrip.use_list_orders",
    IRTRIP_VALUE = "irtrip.value",
    IRTRIP_ZERO_INDICES = "irtrip.zero_indices",
    IS = "is",
    IS_DATA_CACHE = "isDataCache",
    IS_DISJOINT = "isDisjoint",
    IS_EXACT = "isExact",
    IS_WRITE = "isWrite",
    IS_ALIGN_STACK = "is_align_stack",
    ITERATOR_TYPES = "iterator_types",
    KIND = "kind",
    LABEL = "label",
    LINE = "line",
    LINKAGE = "linkage",
    LLVM_DATA_LAYOUT = "llvm.data_layout",
    LLVM_ELEMENTTYPE = "llvm.elementtype",
    LLVM_LOOP = "llvm.loop",
    LLVM_MODULE_ASM = "llvm.module_asm",
    LLVM_TARGET_TRIPLE = "llvm.target_triple",
    LLVM_TBAA = "llvm.tbaa",
    LOCALITY_HINT = "localityHint",
    LOCATION_EXPR = "locationExpr",
    LOOP_ANNOTATION = "loop_annotation",
    LOWER_BOUND_MAP = "lowerBoundMap",
    MAPPING = "mapping",
    MASK = "mask",
    MASK_DIM_SIZES = "mask_dim_sizes",
    MEMORY_EFFECTS = "memory_effects",
    NO_WRAP_FLAGS = "noWrapFlags",
    NO_INLINE = "no_inline",
    NO_UNWIND = "no_unwind",
    NOALIAS_SCOPES = "noalias_scopes",
    NODE = "node",
    NON_NEG = "nonNeg",
    NONTEMPORAL = "nontemporal",
    OP_BUNDLE_SIZES = "op_bundle_sizes",
    OP_BUNDLE_TAGS = "op_bundle_tags",
    OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
    OPERAND_ATTRS = "operand_attrs",
    OPTIONS = "options",
    ORDERING = "ordering",
    OVERFLOW_FLAGS = "overflowFlags",
    PASSTHROUGH = "passthrough",
    PERMUTATION = "permutation",
    PERSONALITY = "personality",
    POSITION = "position",
    PREDICATE = "predicate",
    PRIORITIES = "priorities",
    RAW_CONSTANT_INDICES = "rawConstantIndices",
    REDUCTION_DIMS = "reduction_dims",
    RES_ATTRS = "res_attrs",
    RESOLVER = "resolver",
    RESOLVER_TYPE = "resolver_type",
    RESULT_SEGMENT_SIZES = "resultSegmentSizes",
    ROUNDINGMODE = "roundingmode",
    SCOPE = "scope",
    SECTION = "section",
    STATIC_LOWER_BOUND = "staticLowerBound",
    STATIC_STEP = "staticStep",
    STATIC_UPPER_BOUND = "staticUpperBound",
    STATIC_OFFSETS = "static_offsets",
    STATIC_POSITION = "static_position",
    STATIC_SIZES = "static_sizes",
    STATIC_STRIDES = "static_strides",
    SUCCESS_ORDERING = "success_ordering",
    SYM_NAME = "sym_name",
    SYM_VISIBILITY = "sym_visibility",
    SYNCSCOPE = "syncscope",
    TABLE = "table",
    TAG = "tag",
    TAIL = "tail",
    TAIL_CALL_KIND_ASM = "tail_call_kind",
    TARGET_CPU = "target_cpu",
    TARGET_FEATURES = "target_features",
    TARGET_SPECIFIC_ATTRS = "target_specific_attrs",
    TBAA = "tbaa",
    THREAD_LOCAL = "thread_local_",
    TUNE_CPU = "tune_cpu",
    TYPE = "type",
    UNNAMED_ADDR = "unnamed_addr",
    UNSIGNED_CMP = "unsignedCmp",
    UPPER_BOUND_MAP = "upperBoundMap",
    UWTABLE_KIND = "uwtable_kind",
    VALUE = "value",
    VAR_INFO = "varInfo",
    VAR_CALLEE_TYPE = "var_callee_type",
    VISIBILITY = "visibility_",
    VOLATILE = "volatile_",
    VSCALE_RANGE = "vscale_range",
    WEAK = "weak",
    WILL_RETURN = "will_return",
    WITHOUT = "without",
}

/// Whether the name of an operation or attribute is one of the `irtrip` dialect.
///
/// ```
/// use irtrip_dialect::names::is_irtrip;
/// assert!(is_irtrip("irtrip.call") && !is_irtrip("llvm.call"));
/// ```
pub fn is_irtrip(name: &str) -> bool {
    name.starts_with("irtrip.")
}

/// The prefix of the name of an operation that an older release of MLIR does not have, or has in another form.
pub const HIDDEN: &str = "irtrip.in.";

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

    #[test]
    fn names_stand_in_the_order_of_their_bytes() {
        assert!(KNOWN.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()));
    }
}
