//! Enumerations of global values. LangRef, "Linkage Types", "Visibility Styles", "Calling Conventions", "Comdats".

use super::table::{EnumCase, EnumForm, EnumValue, Enumeration};
use crate::attr_table;
use crate::names::{CCONV, IRTRIP_CCONV};
use crate::release::Release;
use crate::{Attr, Context};

enumeration! {
    /// LangRef, "Linkage Types".
    Linkage: "LLVM linkage types", EnumForm::Llvm(attr_table::LINKAGE), default External, {
        External = 0 "external" "external",
        AvailableExternally = 1 "available_externally" "available_externally",
        Linkonce = 2 "linkonce" "linkonce",
        LinkonceOdr = 3 "linkonce_odr" "linkonce_odr",
        Weak = 4 "weak" "weak",
        WeakOdr = 5 "weak_odr" "weak_odr",
        Appending = 6 "appending" "appending",
        Internal = 7 "internal" "internal",
        Private = 8 "private" "private",
        ExternWeak = 9 "extern_weak" "extern_weak",
        Common = 10 "common" "common",
    }
}

enumeration! {
    /// LangRef, "Visibility Styles".
    Visibility: "LLVM GlobalValue Visibility", EnumForm::Integer, default Default, {
        Default = 0 "" "",
        Hidden = 1 "hidden" "hidden",
        Protected = 2 "protected" "protected",
    }
}

enumeration! {
    /// LangRef, "Global Variables": whose address matters.
    UnnamedAddr: "LLVM GlobalValue UnnamedAddr", EnumForm::Integer, default None, {
        None = 0 "" "",
        Local = 1 "local_unnamed_addr" "local_unnamed_addr",
        Global = 2 "unnamed_addr" "unnamed_addr",
    }
}

enumeration! {
    /// LangRef, "Comdats".
    ComdatSelectionKind: "LLVM Comdat Types", EnumForm::Integer, {
        Any = 0 "any" "any",
        ExactMatch = 1 "exactmatch" "exactmatch",
        Largest = 2 "largest" "largest",
        NoDeduplicate = 3 "nodeduplicate" "nodeduplicate",
        SameSize = 4 "samesize" "samesize",
    }
}

impl ComdatSelectionKind {
    /// The word of releases up to LLVM 12 for [`ComdatSelectionKind::NoDeduplicate`].
    pub const OLDER_NO_DEDUPLICATE: &str = "noduplicates";
}

open_enumeration! {
    /// LangRef, "Calling Conventions". A convention the LLVM dialect has no name for has an empty MLIR spelling;
    /// one LLVM IR spells by number alone has an empty LLVM spelling.
    CallingConvention: "Calling Conventions", EnumForm::Llvm(attr_table::CCONV), max 1023, default C, {
        C = 0 "ccc" "ccc",
        FAST = 8 "fastcc" "fastcc",
        COLD = 9 "coldcc" "coldcc",
        GHC = 10 "cc_10" "ghccc",
        HIPE = 11 "cc_11" "",
        /// A number since LLVM 18; see [`CallingConvention::FORMER_LLVM`].
        WEBKIT_JS = 12 "" "",
        ANY_REG = 13 "anyregcc" "anyregcc",
        PRESERVE_MOST = 14 "preserve_mostcc" "preserve_mostcc",
        PRESERVE_ALL = 15 "preserve_allcc" "preserve_allcc",
        SWIFT = 16 "swiftcc" "swiftcc" since V3_9,
        CXX_FAST_TLS = 17 "cxx_fast_tlscc" "cxx_fast_tlscc" since V3_8,
        TAIL = 18 "tailcc" "tailcc" since V10,
        CFGUARD_CHECK = 19 "cfguard_checkcc" "cfguard_checkcc" since V10,
        SWIFT_TAIL = 20 "swifttailcc" "swifttailcc" since V13,
        PRESERVE_NONE = 21 "" "preserve_nonecc" since V18,
        X86_STDCALL = 64 "x86_stdcallcc" "x86_stdcallcc",
        X86_FASTCALL = 65 "x86_fastcallcc" "x86_fastcallcc",
        ARM_APCS = 66 "arm_apcscc" "arm_apcscc",
        ARM_AAPCS = 67 "arm_aapcscc" "arm_aapcscc",
        ARM_AAPCS_VFP = 68 "arm_aapcs_vfpcc" "arm_aapcs_vfpcc",
        MSP430_INTR = 69 "msp430_intrcc" "msp430_intrcc",
        X86_THISCALL = 70 "x86_thiscallcc" "x86_thiscallcc",
        PTX_KERNEL = 71 "ptx_kernelcc" "ptx_kernel",
        PTX_DEVICE = 72 "ptx_devicecc" "ptx_device",
        SPIR_FUNC = 75 "spir_funccc" "spir_func",
        SPIR_KERNEL = 76 "spir_kernelcc" "spir_kernel",
        INTEL_OCL_BI = 77 "intel_ocl_bicc" "intel_ocl_bicc",
        X86_64_SYSV = 78 "x86_64_sysvcc" "x86_64_sysvcc",
        WIN64 = 79 "win64cc" "win64cc",
        X86_VECTORCALL = 80 "x86_vectorcallcc" "x86_vectorcallcc",
        HHVM = 81 "hhvmcc" "hhvmcc" since V3_8,
        HHVM_C = 82 "hhvm_ccc" "hhvm_ccc" since V3_8,
        X86_INTR = 83 "x86_intrcc" "x86_intrcc" since V3_8,
        AVR_INTR = 84 "avr_intrcc" "avr_intrcc" since V3_8,
        AVR_SIGNAL = 85 "" "avr_signalcc" since V3_8,
        AVR_BUILTIN = 86 "avr_builtincc" "" since V3_8,
        AMDGPU_VS = 87 "amdgpu_vscc" "amdgpu_vs" since V3_9,
        AMDGPU_GS = 88 "amdgpu_gscc" "amdgpu_gs" since V3_9,
        AMDGPU_PS = 89 "" "amdgpu_ps" since V3_9,
        AMDGPU_CS = 90 "amdgpu_cscc" "amdgpu_cs" since V3_9,
        AMDGPU_KERNEL = 91 "amdgpu_kernelcc" "amdgpu_kernel" since V4,
        X86_REGCALL = 92 "x86_regcallcc" "x86_regcallcc" since V4,
        AMDGPU_HS = 93 "amdgpu_hscc" "amdgpu_hs" since V5,
        MSP430_BUILTIN = 94 "msp430_builtincc" "",
        AMDGPU_LS = 95 "amdgpu_lscc" "amdgpu_ls" since V6,
        AMDGPU_ES = 96 "amdgpu_escc" "amdgpu_es" since V6,
        AARCH64_VECTOR = 97 "aarch64_vectorcallcc" "aarch64_vector_pcs" since V8,
        AARCH64_SVE_VECTOR = 98 "aarch64_sve_vectorcallcc" "aarch64_sve_vector_pcs" since V10,
        WASM_EMSCRIPTEN_INVOKE = 99 "wasm_emscripten_invokecc" "" since V13,
        AMDGPU_GFX = 100 "amdgpu_gfxcc" "amdgpu_gfx" since V12,
        M68K_INTR = 101 "m68k_intrcc" "" since V14,
        AARCH64_SME_PRESERVE_MOST_FROM_X0 = 102 "" "aarch64_sme_preservemost_from_x0" since V16,
        AARCH64_SME_PRESERVE_MOST_FROM_X2 = 103 "" "aarch64_sme_preservemost_from_x2" since V16,
        AMDGPU_CS_CHAIN = 104 "" "amdgpu_cs_chain" since V17,
        AMDGPU_CS_CHAIN_PRESERVE = 105 "" "amdgpu_cs_chain_preserve" since V17,
        M68K_RTD = 106 "" "m68k_rtdcc" since V17,
        GRAAL = 107 "" "graalcc" since V18,
        RISCV_VECTOR = 110 "" "riscv_vector_cc" since V18,
        AARCH64_SME_PRESERVE_MOST_FROM_X1 = 111 "" "aarch64_sme_preservemost_from_x1" since V19,
        RISCV_VLS_32 = 112 "" "riscv_vls_cc(32)" since V21,
        RISCV_VLS_64 = 113 "" "riscv_vls_cc(64)" since V21,
        RISCV_VLS_128 = 114 "" "riscv_vls_cc(128)" since V21,
        RISCV_VLS_256 = 115 "" "riscv_vls_cc(256)" since V21,
        RISCV_VLS_512 = 116 "" "riscv_vls_cc(512)" since V21,
        RISCV_VLS_1024 = 117 "" "riscv_vls_cc(1024)" since V21,
        RISCV_VLS_2048 = 118 "" "riscv_vls_cc(2048)" since V21,
        RISCV_VLS_4096 = 119 "" "riscv_vls_cc(4096)" since V21,
        RISCV_VLS_8192 = 120 "" "riscv_vls_cc(8192)" since V21,
        RISCV_VLS_16384 = 121 "" "riscv_vls_cc(16384)" since V21,
        RISCV_VLS_32768 = 122 "" "riscv_vls_cc(32768)" since V21,
        RISCV_VLS_65536 = 123 "" "riscv_vls_cc(65536)" since V21,
        AMDGPU_GFX_WHOLE_WAVE = 124 "" "amdgpu_gfx_whole_wave" since V22,
        CHERIOT_COMPARTMENT_CALL = 125 "" "cheriot_compartmentcallcc" since V22,
        CHERIOT_COMPARTMENT_CALLEE = 126 "" "cheriot_compartmentcalleecc" since V22,
        CHERIOT_LIBRARY_CALL = 127 "" "cheriot_librarycallcc" since V22,
    }
}

enumeration! {
    /// LangRef, "DLL Storage Classes".
    DllStorageClass: "DLL storage class", EnumForm::String, default Default, {
        Default = 0 "" "",
        Import = 1 "" "dllimport",
        Export = 2 "" "dllexport",
    }
}

enumeration! {
    /// LangRef, "Thread Local Storage Models"; LLVM's spelling is in the brackets after `thread_local`.
    ThreadLocalMode: "thread local storage model", EnumForm::String, default GeneralDynamic, {
        GeneralDynamic = 1 "" "",
        LocalDynamic = 2 "" "localdynamic",
        InitialExec = 3 "" "initialexec",
        LocalExec = 4 "" "localexec",
    }
}

enumeration! {
    /// LangRef, "Global Variables", `code_model`.
    CodeModel: "code model", EnumForm::String, {
        Tiny = 0 "" "tiny" since V18,
        Small = 1 "" "small" since V18,
        Kernel = 2 "" "kernel" since V18,
        Medium = 3 "" "medium" since V18,
        Large = 4 "" "large" since V18,
    }
}

impl Linkage {
    /// Whether no other module sees the symbol.
    pub const fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }

    /// Whether a global that is only declared may have the linkage.
    pub const fn is_declaration_linkage(self) -> bool {
        matches!(self, Linkage::External | Linkage::ExternWeak)
    }

    /// Whether the linker may take another definition in its place that does something else.
    pub const fn is_interposable(self) -> bool {
        matches!(self, Linkage::Weak | Linkage::Linkonce | Linkage::Common | Linkage::ExternWeak)
    }

    /// Whether an alias may have the linkage.
    pub const fn is_for_alias(self) -> bool {
        !matches!(self, Linkage::Appending | Linkage::ExternWeak | Linkage::Common)
    }

    /// Whether an ifunc may have the linkage.
    pub const fn is_for_ifunc(self) -> bool {
        self.is_for_alias() && !matches!(self, Linkage::AvailableExternally)
    }

    /// Whether it is `linkonce` or `linkonce_odr`.
    pub const fn is_linkonce(self) -> bool {
        matches!(self, Linkage::Linkonce | Linkage::LinkonceOdr)
    }

    /// Whether a symbol of this linkage and visibility is in its module, so that `dso_local` goes without saying.
    pub fn implies_dso_local(self, visibility: Visibility) -> bool {
        self.is_local() || (visibility != Visibility::Default && self != Linkage::ExternWeak)
    }
}

impl CallingConvention {
    /// Words of former releases, each with the first release that spells the convention otherwise.
    pub const FORMER_LLVM: [(&str, CallingConvention, Release); 1] = [("webkit_jscc", Self::WEBKIT_JS, Release::V18)];

    /// The convention of a function or call with these attributes: by its name, or by the preserved number of one without a name.
    pub fn of_attrs(ctx: &Context, attrs: Attr) -> CallingConvention {
        let convention = ctx.entry(attrs, IRTRIP_CCONV).or_else(|| ctx.entry(attrs, CCONV));
        convention.and_then(|convention| ctx.enum_value(convention)).unwrap_or_default()
    }

    /// Whether functions of the convention have no result. LangRef, "Calling Conventions".
    pub fn has_no_result(self) -> bool {
        matches!(self, Self::AMDGPU_KERNEL | Self::SPIR_KERNEL | Self::AMDGPU_CS_CHAIN | Self::AMDGPU_CS_CHAIN_PRESERVE)
    }

    /// Whether functions of the convention are kernels, shaders or chained parts of them on AMDGPU.
    pub fn is_entry_of_amdgpu(self) -> bool {
        matches!(
            self,
            Self::AMDGPU_KERNEL
                | Self::AMDGPU_CS_CHAIN
                | Self::AMDGPU_CS_CHAIN_PRESERVE
                | Self::AMDGPU_VS
                | Self::AMDGPU_HS
                | Self::AMDGPU_GS
                | Self::AMDGPU_PS
                | Self::AMDGPU_CS
        )
    }

    /// Whether functions of the convention may take variable arguments.
    pub fn may_be_variadic(self) -> bool {
        !(self.has_no_result()
            || matches!(
                self,
                Self::FAST
                    | Self::COLD
                    | Self::INTEL_OCL_BI
                    | Self::PTX_KERNEL
                    | Self::PTX_DEVICE
                    | Self::AMDGPU_VS
                    | Self::AMDGPU_GS
                    | Self::AMDGPU_PS
                    | Self::AMDGPU_CS
            ))
    }

    /// Whether functions of the convention may be called.
    pub fn is_callable(self) -> bool {
        !matches!(self, Self::AMDGPU_KERNEL | Self::AMDGPU_CS_CHAIN | Self::AMDGPU_CS_CHAIN_PRESERVE)
    }

    /// Whether a `musttail` call may pass other parameters than its caller has. LangRef, "call".
    pub fn guarantees_tail_calls(self) -> bool {
        matches!(self, Self::TAIL | Self::SWIFT_TAIL)
    }
}
