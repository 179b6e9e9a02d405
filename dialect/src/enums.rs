//! Enumerations of LLVM IR and of the LLVM dialect, each value's spelling in both formats once.
//!
//! LangRef names the values; the numbers are those the dialect's generic form shows.

/// One value of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct EnumRow {
    /// The number in MLIR's generic form. For bit sets, the bits.
    pub value: i64,
    /// MLIR's spelling. Empty: the value is not spelled.
    pub mlir: &'static str,
    /// LLVM IR's spelling. Empty: the value is not spelled, or LLVM IR has none.
    pub llvm: &'static str,
}

/// An enumeration or a set of bits.
#[derive(Debug)]
pub struct Enumeration {
    /// What a message calls it.
    pub name: &'static str,
    /// Whether values combine.
    pub bits: bool,
    /// What MLIR puts between the names of combined bits.
    pub separator: &'static str,
    /// The values; of bit sets, groups stand before the bits they are made of.
    pub rows: &'static [EnumRow],
}

impl Enumeration {
    /// MLIR's spelling of a value that is no combination.
    pub fn mlir(&self, value: i64) -> Option<&'static str> {
        self.rows.iter().find(|r| r.value == value).map(|r| r.mlir)
    }

    /// LLVM IR's spelling of a value that is no combination.
    pub fn llvm(&self, value: i64) -> Option<&'static str> {
        self.rows.iter().find(|r| r.value == value).map(|r| r.llvm)
    }

    /// The value with an MLIR spelling.
    pub fn from_mlir(&self, text: &str) -> Option<i64> {
        self.rows.iter().find(|r| r.mlir == text).map(|r| r.value)
    }

    /// The value with an LLVM IR spelling.
    pub fn from_llvm(&self, text: &str) -> Option<i64> {
        self.rows.iter().find(|r| r.llvm == text && !text.is_empty()).map(|r| r.value)
    }

    /// The rows a combination of bits is made of, groups first; none for 0.
    pub fn split(&self, value: i64) -> impl Iterator<Item = &'static EnumRow> {
        let mut left = value;
        self.rows.iter().filter(move |r| {
            let has = r.value != 0 && left & r.value == r.value;
            if has {
                left &= !r.value;
            }
            has
        })
    }
}

macro_rules! enumeration {
    ($(#[$doc:meta])* $const:ident, $name:literal, [$($value:literal $mlir:literal $llvm:literal,)*]) => {
        $(#[$doc])*
        pub static $const: Enumeration = Enumeration {
            name: $name, bits: false, separator: "",
            rows: &[$(EnumRow { value: $value, mlir: $mlir, llvm: $llvm }),*],
        };
    };
    ($(#[$doc:meta])* $const:ident, $name:literal, bits $separator:literal, [$($value:literal $mlir:literal $llvm:literal,)*]) => {
        $(#[$doc])*
        pub static $const: Enumeration = Enumeration {
            name: $name, bits: true, separator: $separator,
            rows: &[$(EnumRow { value: $value, mlir: $mlir, llvm: $llvm }),*],
        };
    };
}

enumeration!(
    /// LangRef, "Linkage Types".
    LINKAGE, "LLVM linkage types", [
    0 "external" "external",
    1 "available_externally" "available_externally",
    2 "linkonce" "linkonce",
    3 "linkonce_odr" "linkonce_odr",
    4 "weak" "weak",
    5 "weak_odr" "weak_odr",
    6 "appending" "appending",
    7 "internal" "internal",
    8 "private" "private",
    9 "extern_weak" "extern_weak",
    10 "common" "common",
]);

enumeration!(
    /// LangRef, "Calling Conventions". A convention the LLVM dialect has no name for has an empty MLIR spelling;
    /// one LLVM IR spells by number alone has an empty LLVM spelling.
    CCONV, "Calling Conventions", [
    0 "ccc" "ccc",
    8 "fastcc" "fastcc",
    9 "coldcc" "coldcc",
    10 "cc_10" "ghccc",
    11 "cc_11" "",
    13 "anyregcc" "anyregcc",
    14 "preserve_mostcc" "preserve_mostcc",
    15 "preserve_allcc" "preserve_allcc",
    16 "swiftcc" "swiftcc",
    17 "cxx_fast_tlscc" "cxx_fast_tlscc",
    18 "tailcc" "tailcc",
    19 "cfguard_checkcc" "cfguard_checkcc",
    20 "swifttailcc" "swifttailcc",
    21 "" "preserve_nonecc",
    64 "x86_stdcallcc" "x86_stdcallcc",
    65 "x86_fastcallcc" "x86_fastcallcc",
    66 "arm_apcscc" "arm_apcscc",
    67 "arm_aapcscc" "arm_aapcscc",
    68 "arm_aapcs_vfpcc" "arm_aapcs_vfpcc",
    69 "msp430_intrcc" "msp430_intrcc",
    70 "x86_thiscallcc" "x86_thiscallcc",
    71 "ptx_kernelcc" "ptx_kernel",
    72 "ptx_devicecc" "ptx_device",
    75 "spir_funccc" "spir_func",
    76 "spir_kernelcc" "spir_kernel",
    77 "intel_ocl_bicc" "intel_ocl_bicc",
    78 "x86_64_sysvcc" "x86_64_sysvcc",
    79 "win64cc" "win64cc",
    80 "x86_vectorcallcc" "x86_vectorcallcc",
    81 "hhvmcc" "hhvmcc",
    82 "hhvm_ccc" "hhvm_ccc",
    83 "x86_intrcc" "x86_intrcc",
    84 "avr_intrcc" "avr_intrcc",
    85 "" "avr_signalcc",
    86 "avr_builtincc" "",
    87 "amdgpu_vscc" "amdgpu_vs",
    88 "amdgpu_gscc" "amdgpu_gs",
    89 "" "amdgpu_ps",
    90 "amdgpu_cscc" "amdgpu_cs",
    91 "amdgpu_kernelcc" "amdgpu_kernel",
    92 "x86_regcallcc" "x86_regcallcc",
    93 "amdgpu_hscc" "amdgpu_hs",
    94 "msp430_builtincc" "",
    95 "amdgpu_lscc" "amdgpu_ls",
    96 "amdgpu_escc" "amdgpu_es",
    97 "aarch64_vectorcallcc" "aarch64_vector_pcs",
    98 "aarch64_sve_vectorcallcc" "aarch64_sve_vector_pcs",
    99 "wasm_emscripten_invokecc" "",
    100 "amdgpu_gfxcc" "amdgpu_gfx",
    101 "m68k_intrcc" "",
    102 "" "aarch64_sme_preservemost_from_x0",
    103 "" "aarch64_sme_preservemost_from_x2",
    104 "" "amdgpu_cs_chain",
    105 "" "amdgpu_cs_chain_preserve",
    106 "" "m68k_rtdcc",
    107 "" "graalcc",
    110 "" "riscv_vector_cc",
    111 "" "aarch64_sme_preservemost_from_x1",
    112 "" "riscv_vls_cc(32)",
    113 "" "riscv_vls_cc(64)",
    114 "" "riscv_vls_cc(128)",
    115 "" "riscv_vls_cc(256)",
    116 "" "riscv_vls_cc(512)",
    117 "" "riscv_vls_cc(1024)",
    118 "" "riscv_vls_cc(2048)",
    119 "" "riscv_vls_cc(4096)",
    120 "" "riscv_vls_cc(8192)",
    121 "" "riscv_vls_cc(16384)",
    122 "" "riscv_vls_cc(32768)",
    123 "" "riscv_vls_cc(65536)",
    124 "" "amdgpu_gfx_whole_wave",
    125 "" "cheriot_compartmentcallcc",
    126 "" "cheriot_compartmentcalleecc",
    127 "" "cheriot_librarycallcc",
]);

enumeration!(
    /// LangRef, "call": `tail`, `musttail`, `notail`.
    TAIL_CALL_KIND, "Tail Call Kind", [
    0 "none" "",
    3 "notail" "notail",
    2 "musttail" "musttail",
    1 "tail" "tail",
]);

enumeration!(
    /// LangRef, "Visibility Styles".
    VISIBILITY, "LLVM GlobalValue Visibility", [
    0 "" "",
    1 "hidden" "hidden",
    2 "protected" "protected",
]);

enumeration!(
    /// LangRef, "Global Variables": whose address matters.
    UNNAMED_ADDR, "LLVM GlobalValue UnnamedAddr", [
    0 "" "",
    1 "local_unnamed_addr" "local_unnamed_addr",
    2 "unnamed_addr" "unnamed_addr",
]);

enumeration!(
    /// LangRef, "icmp".
    ICMP, "llvm.icmp comparison predicate", [
    0 "eq" "eq",
    1 "ne" "ne",
    2 "slt" "slt",
    3 "sle" "sle",
    4 "sgt" "sgt",
    5 "sge" "sge",
    6 "ult" "ult",
    7 "ule" "ule",
    8 "ugt" "ugt",
    9 "uge" "uge",
]);

enumeration!(
    /// LangRef, "fcmp".
    FCMP, "llvm.fcmp comparison predicate", [
    0 "_false" "false",
    1 "oeq" "oeq",
    2 "ogt" "ogt",
    3 "oge" "oge",
    4 "olt" "olt",
    5 "ole" "ole",
    6 "one" "one",
    7 "ord" "ord",
    8 "ueq" "ueq",
    9 "ugt" "ugt",
    10 "uge" "uge",
    11 "ult" "ult",
    12 "ule" "ule",
    13 "une" "une",
    14 "uno" "uno",
    15 "_true" "true",
]);

enumeration!(
    /// How `arith` rounds where a float becomes a narrower one.
    ARITH_ROUNDING, "Floating point rounding mode", [
    0 "to_nearest_even" "",
    1 "downward" "",
    2 "upward" "",
    3 "toward_zero" "",
    4 "to_nearest_away" "",
]);

enumeration!(
    /// Which of Winograd's transforms `linalg.winograd_*` are.
    WINOGRAD, "allowed 32-bit signless integer cases: 0, 1, 2", [
    0 "F_2_3" "",
    1 "F_4_3" "",
    2 "F_2_5" "",
]);

enumeration!(
    /// What an atomic update of a buffer's element does.
    ATOMIC_RMW_KIND, "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", [
    0 "addf" "",
    1 "addi" "",
    2 "andi" "",
    3 "assign" "",
    4 "maximumf" "",
    5 "maxnumf" "",
    6 "maxs" "",
    7 "maxu" "",
    8 "minimumf" "",
    9 "minnumf" "",
    10 "mins" "",
    11 "minu" "",
    12 "mulf" "",
    13 "muli" "",
    14 "ori" "",
    15 "xori" "",
]);

enumeration!(
    /// LangRef, "fcmp", as `arith.cmpf` spells it.
    ARITH_CMPF, "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", [
    0 "false" "false",
    1 "oeq" "oeq",
    2 "ogt" "ogt",
    3 "oge" "oge",
    4 "olt" "olt",
    5 "ole" "ole",
    6 "one" "one",
    7 "ord" "ord",
    8 "ueq" "ueq",
    9 "ugt" "ugt",
    10 "uge" "uge",
    11 "ult" "ult",
    12 "ule" "ule",
    13 "une" "une",
    14 "uno" "uno",
    15 "true" "true",
]);

enumeration!(
    /// LangRef, "Atomic Memory Ordering Constraints".
    ATOMIC_ORDERING, "Atomic ordering for LLVM's memory model", [
    0 "not_atomic" "",
    1 "unordered" "unordered",
    2 "monotonic" "monotonic",
    4 "acquire" "acquire",
    5 "release" "release",
    6 "acq_rel" "acq_rel",
    7 "seq_cst" "seq_cst",
]);

enumeration!(
    /// LangRef, "atomicrmw".
    ATOMIC_BIN_OP, "llvm.atomicrmw binary operations", [
    0 "xchg" "xchg",
    1 "add" "add",
    2 "sub" "sub",
    3 "_and" "and",
    4 "nand" "nand",
    5 "_or" "or",
    6 "_xor" "xor",
    7 "max" "max",
    8 "min" "min",
    9 "umax" "umax",
    10 "umin" "umin",
    11 "fadd" "fadd",
    12 "fsub" "fsub",
    13 "fmax" "fmax",
    14 "fmin" "fmin",
    15 "uinc_wrap" "uinc_wrap",
    16 "udec_wrap" "udec_wrap",
    17 "usub_cond" "usub_cond",
    18 "usub_sat" "usub_sat",
    19 "fmaximum" "fmaximum",
    20 "fminimum" "fminimum",
]);

enumeration!(
    /// LangRef, "Inline Assembler Expressions".
    ASM_DIALECT, "ATT (0) or Intel (1) asm dialect", [
    0 "att" "",
    1 "intel" "inteldialect",
]);

enumeration!(
    /// LangRef, "Comdats".
    COMDAT, "LLVM Comdat Types", [
    0 "any" "any",
    1 "exactmatch" "exactmatch",
    2 "largest" "largest",
    3 "nodeduplicate" "nodeduplicate",
    4 "samesize" "samesize",
]);

enumeration!(
    /// LangRef, "Fast-Math Flags". LLVM writes `reassoc` first; see [`FASTMATH_LLVM_ORDER`].
    FASTMATH, "::mlir::LLVM::FastmathFlags", bits ", ", [
    127 "fast" "fast",
    0 "none" "",
    1 "nnan" "nnan",
    2 "ninf" "ninf",
    4 "nsz" "nsz",
    8 "arcp" "arcp",
    16 "contract" "contract",
    32 "afn" "afn",
    64 "reassoc" "reassoc",
]);

/// The single bits of [`FASTMATH`] in the order LLVM's writer has them.
pub const FASTMATH_LLVM_ORDER: [i64; 7] = [64, 1, 2, 4, 8, 16, 32];

enumeration!(
    /// LangRef, "add": `nuw` and `nsw`. LLVM writes `nuw` first.
    OVERFLOW, "LLVM integer overflow flags", bits ", ", [
    0 "none" "",
    1 "nsw" "nsw",
    2 "nuw" "nuw",
]);

enumeration!(
    /// LangRef, "getelementptr": `inbounds`, `nusw`, `nuw`.
    GEP_FLAGS, "::mlir::LLVM::GEPNoWrapFlags", bits "|", [
    3 "inbounds" "inbounds",
    0 "none" "",
    1 "inbounds_flag" "",
    2 "nusw" "nusw",
    4 "nuw" "nuw",
]);

enumeration!(
    /// LangRef, "Function Attributes", `memory`.
    MOD_REF, "LLVM ModRefInfo", [
    0 "none" "none",
    1 "read" "read",
    2 "write" "write",
    3 "readwrite" "readwrite",
]);

enumeration!(
    /// LangRef, "Function Attributes", `"frame-pointer"`.
    FRAME_POINTER, "LLVM FramePointerKind", [
    0 "none" "none",
    1 "\"non-leaf\"" "non-leaf",
    2 "all" "all",
    3 "reserved" "reserved",
    4 "\"non-leaf-no-reserve\"" "non-leaf-no-reserve",
]);

enumeration!(
    /// LangRef, "Function Attributes", `uwtable`.
    UWTABLE, "LLVM Unwind Behavior", [
    0 "none" "",
    1 "sync" "sync",
    2 "async" "async",
]);

enumeration!(
    /// LangRef, "Constrained Floating-Point Intrinsics"; LLVM's spelling stands behind `round.`.
    ROUNDING_MODE, "LLVM Rounding Mode whose minimum value is 0", [
    0 "towardzero" "towardzero",
    1 "tonearest" "tonearest",
    2 "upward" "upward",
    3 "downward" "downward",
    4 "tonearestaway" "tonearestaway",
    7 "dynamic" "dynamic",
    -1 "invalid" "",
]);

enumeration!(
    /// LangRef, "Constrained Floating-Point Intrinsics"; LLVM's spelling stands behind `fpexcept.`.
    FP_EXCEPTION, "LLVM Exception Behavior", [
    0 "ignore" "ignore",
    1 "maytrap" "maytrap",
    2 "strict" "strict",
]);

enumeration!(
    /// LangRef, "Module Flags Metadata"; LLVM writes the number.
    MODULE_FLAG_BEHAVIOR, "LLVM Module Flag Behavior", [
    1 "error" "",
    2 "warning" "",
    3 "require" "",
    4 "override" "",
    5 "append" "",
    6 "append_unique" "",
    7 "max" "",
    8 "min" "",
]);

enumeration!(
    /// The `ProfileSummary` module flag's format.
    PROFILE_FORMAT, "LLVM ProfileSummary format kinds", [
    0 "SampleProfile" "SampleProfile",
    1 "InstrProf" "InstrProf",
    2 "CSInstrProf" "CSInstrProf",
]);

enumeration!(
    /// LangRef, "DICompileUnit", `emissionKind`.
    DI_EMISSION_KIND, "LLVM debug emission kind", [
    0 "None" "NoDebug",
    1 "Full" "FullDebug",
    2 "LineTablesOnly" "LineTablesOnly",
    3 "DebugDirectivesOnly" "DebugDirectivesOnly",
]);

enumeration!(
    /// LangRef, "DICompileUnit", `nameTableKind`.
    DI_NAME_TABLE_KIND, "LLVM debug name table kind", [
    0 "Default" "Default",
    1 "GNU" "GNU",
    2 "None" "None",
    3 "Apple" "Apple",
]);

enumeration!(
    /// LangRef, "DIFixedPointType", `kind`; LLVM IR alone has it.
    DI_FIXED_POINT_KIND, "LLVM debug fixed-point kind", [
    0 "Binary" "Binary",
    1 "Decimal" "Decimal",
    2 "Rational" "Rational",
]);

/// Every enumeration, for tests and reference pages.
pub static ALL: &[&Enumeration] = &[
    &LINKAGE,
    &CCONV,
    &TAIL_CALL_KIND,
    &VISIBILITY,
    &UNNAMED_ADDR,
    &ICMP,
    &FCMP,
    &ARITH_CMPF,
    &ATOMIC_RMW_KIND,
    &ARITH_ROUNDING,
    &WINOGRAD,
    &ATOMIC_ORDERING,
    &ATOMIC_BIN_OP,
    &ASM_DIALECT,
    &COMDAT,
    &FASTMATH,
    &OVERFLOW,
    &GEP_FLAGS,
    &MOD_REF,
    &FRAME_POINTER,
    &UWTABLE,
    &ROUNDING_MODE,
    &FP_EXCEPTION,
    &MODULE_FLAG_BEHAVIOR,
    &PROFILE_FORMAT,
    &DI_EMISSION_KIND,
    &DI_NAME_TABLE_KIND,
    &DI_FIXED_POINT_KIND,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_leads_back_to_its_value() {
        for e in ALL {
            for row in e.rows {
                if !row.mlir.is_empty() {
                    assert_eq!(e.from_mlir(row.mlir), Some(row.value), "{} {}", e.name, row.mlir);
                }
                if !row.llvm.is_empty() {
                    assert_eq!(e.from_llvm(row.llvm), Some(row.value), "{} {}", e.name, row.llvm);
                }
            }
        }
    }

    #[test]
    fn bits_split_into_groups_first() {
        let names: Vec<_> = GEP_FLAGS.split(7).map(|r| r.mlir).collect();
        assert_eq!(names, ["inbounds", "nuw"]);
        assert_eq!(FASTMATH.split(127).count(), 1);
    }
}
