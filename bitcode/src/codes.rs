//! The numbers of blocks, as LLVM's "Bitcode File Format" has them.

use std::borrow::Cow;

macro_rules! blocks {
    ($($name:ident = $number:literal,)*) => {
        /// The numbers of blocks.
        #[allow(missing_docs)]
        pub mod block {
            $(pub const $name: u32 = $number;)*
        }

        /// The name of a block in LLVM.
        pub fn block_name(id: u32) -> Cow<'static, str> {
            match id {
                $($number => Cow::Borrowed(concat!(stringify!($name), "_BLOCK")),)*
                _ => Cow::Owned(format!("block {id}")),
            }
        }
    };
}

blocks! {
    BLOCKINFO = 0,
    MODULE = 8,
    PARAMATTR = 9,
    PARAMATTR_GROUP = 10,
    CONSTANTS = 11,
    FUNCTION = 12,
    IDENTIFICATION = 13,
    VALUE_SYMTAB = 14,
    METADATA = 15,
    METADATA_ATTACHMENT = 16,
    TYPE = 17,
    USELIST = 18,
    MODULE_STRTAB = 19,
    GLOBALVAL_SUMMARY = 20,
    OPERAND_BUNDLE_TAGS = 21,
    METADATA_KIND = 22,
    STRTAB = 23,
    FULL_LTO_GLOBALVAL_SUMMARY = 24,
    SYMTAB = 25,
    SYNC_SCOPE_NAMES = 26,
}

macro_rules! codes {
    ($(#[$doc:meta])* $module:ident { $($name:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        pub mod $module {
            $(pub const $name: u32 = $number;)*
        }
    };
}

codes! {
    /// The codes of records in a BLOCKINFO block.
    block_info { SETBID = 1, }
}

codes! {
    /// The codes of records in an IDENTIFICATION block.
    identification { STRING = 1, EPOCH = 2, }
}

codes! {
    /// The codes of records in a MODULE block.
    module {
        VERSION = 1, TRIPLE = 2, DATALAYOUT = 3, ASM = 4, SECTIONNAME = 5, GLOBALVAR = 7, FUNCTION = 8, ALIAS_OLD = 9,
        GCNAME = 11, COMDAT = 12, VSTOFFSET = 13, ALIAS = 14, SOURCE_FILENAME = 16, HASH = 17, IFUNC = 18,
        ASM_PROPERTY = 19,
    }
}

codes! {
    /// The codes of records in PARAMATTR and PARAMATTR_GROUP blocks.
    attribute { ENTRY_OLD = 1, ENTRY = 2, GROUP_ENTRY = 3, }
}

codes! {
    /// The codes of records in a TYPE block, but for those without operands.
    ty {
        NUMENTRY = 1, OPAQUE = 6, INTEGER = 7, POINTER = 8, FUNCTION_OLD = 9, ARRAY = 11, VECTOR = 12, STRUCT_ANON = 18,
        STRUCT_NAME = 19, STRUCT_NAMED = 20, FUNCTION = 21, OPAQUE_POINTER = 25, TARGET = 26, BYTE = 27,
    }
}

codes! {
    /// The code of records in OPERAND_BUNDLE_TAGS and SYNC_SCOPE_NAMES, STRTAB and SYMTAB blocks, which have one kind each.
    one { TEXT = 1, BLOB = 1, }
}

codes! {
    /// The codes of records in a VALUE_SYMTAB block.
    symtab { ENTRY = 1, BBENTRY = 2, FNENTRY = 3, }
}

codes! {
    /// The codes of records in a USELIST block.
    use_list { DEFAULT = 1, BB = 2, }
}

codes! {
    /// The codes of records in METADATA, METADATA_KIND and METADATA_ATTACHMENT blocks that are not of a kind of
    /// specialised node.
    metadata {
        STRING_OLD = 1, VALUE = 2, NODE = 3, NAME = 4, DISTINCT_NODE = 5, KIND = 6, LOCATION = 7, OLD_NODE = 8, OLD_FN_NODE = 9,
        NAMED_NODE = 10, ATTACHMENT = 11, GENERIC_DEBUG = 12, STRINGS = 35, GLOBAL_DECL_ATTACHMENT = 36, INDEX_OFFSET = 38,
        INDEX = 39, ARG_LIST = 46,
    }
}

codes! {
    /// The codes of records in a CONSTANTS block.
    constant {
        SETTYPE = 1, NULL = 2, UNDEF = 3, INTEGER = 4, WIDE_INTEGER = 5, FLOAT = 6, AGGREGATE = 7, STRING = 8, CSTRING = 9,
        CE_BINOP = 10, CE_CAST = 11, CE_GEP_OLD = 12, CE_SELECT = 13, CE_EXTRACTELT = 14, CE_INSERTELT = 15,
        CE_SHUFFLEVEC = 16, CE_CMP = 17, INLINEASM_OLD = 18, CE_SHUFVEC_EX = 19, CE_INBOUNDS_GEP = 20, BLOCKADDRESS = 21,
        DATA = 22, INLINEASM_OLD2 = 23, CE_GEP_WITH_INRANGE_INDEX = 24, CE_UNOP = 25, POISON = 26,
        DSO_LOCAL_EQUIVALENT = 27, INLINEASM_OLD3 = 28, NO_CFI_VALUE = 29, INLINEASM = 30, CE_GEP_WITH_INRANGE = 31,
        CE_GEP = 32, PTRAUTH = 33, PTRAUTH2 = 34, BYTE = 35, WIDE_BYTE = 36,
    }
}

codes! {
    /// The codes of records in a FUNCTION block.
    function {
        DECLAREBLOCKS = 1, INST_BINOP = 2, INST_CAST = 3, INST_GEP_OLD = 4, INST_SELECT = 5, INST_EXTRACTELT = 6,
        INST_INSERTELT = 7, INST_SHUFFLEVEC = 8, INST_CMP = 9, INST_RET = 10, INST_BR = 11, INST_SWITCH = 12,
        INST_INVOKE = 13, INST_UNREACHABLE = 15, INST_PHI = 16, INST_ALLOCA = 19, INST_LOAD = 20, INST_VAARG = 23,
        INST_STORE_OLD = 24, INST_EXTRACTVAL = 26, INST_INSERTVAL = 27, INST_CMP2 = 28, INST_VSELECT = 29,
        INST_INBOUNDS_GEP_OLD = 30, INST_INDIRECTBR = 31, DEBUG_LOC_AGAIN = 33, INST_CALL = 34, DEBUG_LOC = 35,
        INST_FENCE = 36, INST_CMPXCHG_OLD = 37, INST_ATOMICRMW_OLD = 38, INST_RESUME = 39, INST_LANDINGPAD_OLD = 40,
        INST_LOADATOMIC = 41, INST_STOREATOMIC_OLD = 42, INST_GEP = 43, INST_STORE = 44, INST_STOREATOMIC = 45,
        INST_CMPXCHG = 46, INST_LANDINGPAD = 47, INST_CLEANUPRET = 48, INST_CATCHRET = 49, INST_CATCHPAD = 50,
        INST_CLEANUPPAD = 51, INST_CATCHSWITCH = 52, OPERAND_BUNDLE = 55, INST_UNOP = 56, INST_CALLBR = 57,
        INST_FREEZE = 58, INST_ATOMICRMW = 59, BLOCKADDR_USERS = 60, DEBUG_RECORD_VALUE = 61, DEBUG_RECORD_DECLARE = 62,
        DEBUG_RECORD_ASSIGN = 63, DEBUG_RECORD_VALUE_SIMPLE = 64, DEBUG_RECORD_LABEL = 65, DEBUG_RECORD_DECLARE_VALUE = 66,
    }
}

codes! {
    /// The codes of records in a GLOBALVAL_SUMMARY block.
    summary {
        PERMODULE = 1, PERMODULE_PROFILE = 2, PERMODULE_GLOBALVAR_INIT_REFS = 3, ALIAS = 7, VERSION = 10, VALUE_GUID = 16,
        PERMODULE_RELBF = 19, FLAGS = 20, TYPE_ID_METADATA = 22, PERMODULE_VTABLE_GLOBALVAR_INIT_REFS = 23,
        BLOCK_COUNT = 24, PERMODULE_CALLSITE_INFO = 26, PERMODULE_ALLOC_INFO = 27, STACK_IDS = 30,
        ALLOC_CONTEXT_IDS = 31, CONTEXT_RADIX_TREE_ARRAY = 32,
    }
}
