//! Enumerations of function and parameter attributes. LangRef, "Function Attributes", "Parameter Attributes".

use super::table::{EnumCase, EnumForm, EnumValue, Enumeration};
use crate::attr_table;

enumeration! {
    /// LangRef, "Function Attributes", `memory`.
    ModRefInfo: "LLVM ModRefInfo", EnumForm::Integer, {
        None = 0 "none" "none" since V16,
        Read = 1 "read" "read" since V16,
        Write = 2 "write" "write" since V16,
        ReadWrite = 3 "readwrite" "readwrite" since V16,
    }
}

impl ModRefInfo {
    /// The accesses that either allows.
    #[must_use]
    pub fn or(self, other: ModRefInfo) -> ModRefInfo {
        ModRefInfo::from_number(self.number() | other.number()).unwrap_or(ModRefInfo::ReadWrite)
    }
}

enumeration! {
    /// LangRef, "Function Attributes", `memory`: a kind of memory. The values are in the order of LLVM's writer and of
    /// the parameters of `#llvm.memory_effects`; the number is the place in LLVM's own encoding.
    IrMemLocation: "memory location", EnumForm::Integer, {
        /// What has no name of its own.
        Other = 3 "other" "",
        ArgMem = 0 "argMem" "argmem",
        InaccessibleMem = 1 "inaccessibleMem" "inaccessiblemem",
        ErrnoMem = 2 "errnoMem" "errnomem" since V21,
        TargetMem0 = 4 "targetMem0" "target_mem0" since V22,
        TargetMem1 = 5 "targetMem1" "target_mem1" since V22,
    }
}

enumeration! {
    /// LangRef, "Function Attributes", `"frame-pointer"`.
    FramePointerKind: "LLVM FramePointerKind", EnumForm::Llvm(attr_table::FRAME_POINTER_KIND), {
        None = 0 "none" "none",
        NonLeaf = 1 "\"non-leaf\"" "non-leaf",
        All = 2 "all" "all",
        Reserved = 3 "reserved" "reserved" since V18,
        NonLeafNoReserve = 4 "\"non-leaf-no-reserve\"" "non-leaf-no-reserve" since V22,
    }
}

enumeration! {
    /// LangRef, "Function Attributes", `uwtable`.
    UwTableKind: "LLVM Unwind Behavior", EnumForm::Llvm(attr_table::UWTABLE_KIND), {
        None = 0 "none" "",
        Sync = 1 "sync" "sync" since V15,
        Async = 2 "async" "async",
    }
}

bit_set! {
    /// LangRef, "Function Attributes", `allockind`.
    AllocFnKind: u8, "allocation function kind", EnumForm::Integer, separator ",",
    llvm [ALLOC, REALLOC, FREE, UNINITIALIZED, ZEROED, ALIGNED] {
        ALLOC = 1 "" "alloc" since V15,
        REALLOC = 2 "" "realloc" since V15,
        FREE = 4 "" "free" since V15,
        UNINITIALIZED = 8 "" "uninitialized" since V15,
        ZEROED = 16 "" "zeroed" since V15,
        ALIGNED = 32 "" "aligned" since V15,
    }
}

bit_set! {
    /// The classes of floating-point values of LangRef, "llvm.is.fpclass", and "Parameter Attributes", `nofpclass`.
    FpClassTest: u16, "floating-point class", EnumForm::Integer, separator " ",
    llvm [ALL, NAN, SNAN, QNAN, INF, NINF, PINF, ZERO, NZERO, PZERO, SUB, NSUB, PSUB, NORM, NNORM, PNORM] {
        ALL = 0x3ff "" "all" since V17,
        NAN = 3 "" "nan" since V17,
        SNAN = 1 "" "snan" since V17,
        QNAN = 2 "" "qnan" since V17,
        INF = 0x204 "" "inf" since V17,
        NINF = 4 "" "ninf" since V17,
        PINF = 0x200 "" "pinf" since V17,
        ZERO = 0x60 "" "zero" since V17,
        NZERO = 0x20 "" "nzero" since V17,
        PZERO = 0x40 "" "pzero" since V17,
        SUB = 0x90 "" "sub" since V17,
        NSUB = 0x10 "" "nsub" since V17,
        PSUB = 0x80 "" "psub" since V17,
        NORM = 0x108 "" "norm" since V17,
        NNORM = 8 "" "nnorm" since V17,
        PNORM = 0x100 "" "pnorm" since V17,
    }
}
