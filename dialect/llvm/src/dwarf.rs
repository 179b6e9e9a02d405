//! DWARF constants by name, and the flags of debug-info nodes.
//!
//! The DWARF 5 standard, section 7; LangRef, "Specialized Metadata Nodes".

use crate::enums::{EnumCase, Enumeration};
use crate::release::{Release, Releases};

/// Numbers and the names after a prefix. Where two names share a number the first one is written.
type Words = &'static [(u32, &'static str)];

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($number:literal $word:ident)* })*) => {
        $($(#[$doc])* static $name: Words = &[$(($number, stringify!($word))),*];)*
    };
}

words! {
    /// Tags: `DW_TAG_member`.
    TAG {
        0x0 null 0x1 array_type 0x2 class_type 0x3 entry_point 0x4 enumeration_type 0x5 formal_parameter
        0x8 imported_declaration 0xa label 0xb lexical_block 0xd member 0xf pointer_type 0x10 reference_type
        0x11 compile_unit 0x12 string_type 0x13 structure_type 0x15 subroutine_type 0x16 typedef 0x17 union_type
        0x18 unspecified_parameters 0x19 variant 0x1a common_block 0x1b common_inclusion 0x1c inheritance
        0x1d inlined_subroutine 0x1e module 0x1f ptr_to_member_type 0x20 set_type 0x21 subrange_type 0x22 with_stmt
        0x23 access_declaration 0x24 base_type 0x25 catch_block 0x26 const_type 0x27 constant 0x28 enumerator
        0x29 file_type 0x2a friend 0x2b namelist 0x2c namelist_item 0x2d packed_type 0x2e subprogram
        0x2f template_type_parameter 0x30 template_value_parameter 0x31 thrown_type 0x32 try_block
        0x33 variant_part 0x34 variable 0x35 volatile_type 0x36 dwarf_procedure 0x37 restrict_type
        0x38 interface_type 0x39 namespace 0x3a imported_module 0x3b unspecified_type 0x3c partial_unit
        0x3d imported_unit 0x3f condition 0x40 shared_type 0x41 type_unit 0x42 rvalue_reference_type
        0x43 template_alias 0x44 coarray_type 0x45 generic_subrange 0x46 dynamic_type 0x47 atomic_type
        0x48 call_site 0x49 call_site_parameter 0x4a skeleton_unit 0x4b immutable_type 0x4081 MIPS_loop
        0x4081 HP_array_descriptor 0x4101 format_label 0x4102 function_template 0x4103 class_template
        0x4104 GNU_BINCL 0x4105 GNU_EINCL 0x4106 GNU_template_template_param 0x4107 GNU_template_parameter_pack
        0x4108 GNU_formal_parameter_pack 0x4109 GNU_call_site 0x410a GNU_call_site_parameter 0x4200 APPLE_property
        0x4201 SUN_function_template 0x4202 SUN_class_template 0x4203 SUN_struct_template 0x4204 SUN_union_template
        0x4205 SUN_indirect_inheritance 0x4206 SUN_codeflags 0x4207 SUN_memop_info 0x4208 SUN_omp_child_func
        0x4209 SUN_rtti_descriptor 0x420a SUN_dtor_info 0x420b SUN_dtor 0x420c SUN_f90_interface
        0x420d SUN_fortran_vax_structure 0x42ff SUN_hi 0x4300 LLVM_ptrauth_type 0x5101 ALTIUM_circ_type
        0x5102 ALTIUM_mwa_circ_type 0x5103 ALTIUM_rev_carry_type 0x5111 ALTIUM_rom 0x6000 LLVM_annotation
        0x8004 GHS_namespace 0x8005 GHS_using_namespace 0x8006 GHS_using_declaration
        0x8007 GHS_template_templ_param 0x8765 UPC_shared_type 0x8766 UPC_strict_type 0x8767 UPC_relaxed
        0xa000 PGI_kanji_type 0xa020 PGI_interface_block 0xb000 BORLAND_property 0xb001 BORLAND_Delphi_string
        0xb002 BORLAND_Delphi_dynamic_array 0xb003 BORLAND_Delphi_set 0xb004 BORLAND_Delphi_variant
    }
    /// Operations of expressions: `DW_OP_plus_uconst`; LLVM's own among them.
    OP {
        0x3 addr 0x6 deref 0x8 const1u 0x9 const1s 0xa const2u 0xb const2s 0xc const4u 0xd const4s 0xe const8u
        0xf const8s 0x10 constu 0x11 consts 0x12 dup 0x13 drop 0x14 over 0x15 pick 0x16 swap 0x17 rot 0x18 xderef
        0x19 abs 0x1a and 0x1b div 0x1c minus 0x1d mod 0x1e mul 0x1f neg 0x20 not 0x21 or 0x22 plus
        0x23 plus_uconst 0x24 shl 0x25 shr 0x26 shra 0x27 xor 0x28 bra 0x29 eq 0x2a ge 0x2b gt 0x2c le 0x2d lt
        0x2e ne 0x2f skip 0x30 lit0 0x31 lit1 0x32 lit2 0x33 lit3 0x34 lit4 0x35 lit5 0x36 lit6 0x37 lit7 0x38 lit8
        0x39 lit9 0x3a lit10 0x3b lit11 0x3c lit12 0x3d lit13 0x3e lit14 0x3f lit15 0x40 lit16 0x41 lit17
        0x42 lit18 0x43 lit19 0x44 lit20 0x45 lit21 0x46 lit22 0x47 lit23 0x48 lit24 0x49 lit25 0x4a lit26
        0x4b lit27 0x4c lit28 0x4d lit29 0x4e lit30 0x4f lit31 0x50 reg0 0x51 reg1 0x52 reg2 0x53 reg3 0x54 reg4
        0x55 reg5 0x56 reg6 0x57 reg7 0x58 reg8 0x59 reg9 0x5a reg10 0x5b reg11 0x5c reg12 0x5d reg13 0x5e reg14
        0x5f reg15 0x60 reg16 0x61 reg17 0x62 reg18 0x63 reg19 0x64 reg20 0x65 reg21 0x66 reg22 0x67 reg23
        0x68 reg24 0x69 reg25 0x6a reg26 0x6b reg27 0x6c reg28 0x6d reg29 0x6e reg30 0x6f reg31 0x70 breg0
        0x71 breg1 0x72 breg2 0x73 breg3 0x74 breg4 0x75 breg5 0x76 breg6 0x77 breg7 0x78 breg8 0x79 breg9
        0x7a breg10 0x7b breg11 0x7c breg12 0x7d breg13 0x7e breg14 0x7f breg15 0x80 breg16 0x81 breg17 0x82 breg18
        0x83 breg19 0x84 breg20 0x85 breg21 0x86 breg22 0x87 breg23 0x88 breg24 0x89 breg25 0x8a breg26 0x8b breg27
        0x8c breg28 0x8d breg29 0x8e breg30 0x8f breg31 0x90 regx 0x91 fbreg 0x92 bregx 0x93 piece 0x94 deref_size
        0x95 xderef_size 0x96 nop 0x97 push_object_address 0x98 call2 0x99 call4 0x9a call_ref
        0x9b form_tls_address 0x9c call_frame_cfa 0x9d bit_piece 0x9e implicit_value 0x9f stack_value
        0xa0 implicit_pointer 0xa1 addrx 0xa2 constx 0xa3 entry_value 0xa4 const_type 0xa5 regval_type
        0xa6 deref_type 0xa7 xderef_type 0xa8 convert 0xa9 reinterpret 0xe0 GNU_push_tls_address 0xe0 HP_unknown
        0xe1 HP_is_value 0xe2 HP_fltconst4 0xe3 HP_fltconst8 0xe4 HP_mod_range 0xe5 HP_unmod_range 0xe6 HP_tls
        0xe8 INTEL_bit_piece 0xed WASM_location 0xee WASM_location_int 0xf0 APPLE_uninit 0xf2 GNU_implicit_pointer
        0xf3 GNU_entry_value 0xf8 PGI_omp_thread_num 0xfb GNU_addr_index 0xfc GNU_const_index 0xe9 LLVM_user
        0x1000 LLVM_fragment 0x1001 LLVM_convert 0x1002 LLVM_tag_offset 0x1003 LLVM_entry_value
        0x1004 LLVM_implicit_pointer 0x1005 LLVM_arg 0x1006 LLVM_extract_bits_sext 0x1007 LLVM_extract_bits_zext
    }
    /// Encodings of basic types: `DW_ATE_signed`.
    ATE {
        0x1 address 0x2 boolean 0x3 complex_float 0x4 float 0x5 signed 0x6 signed_char 0x7 unsigned
        0x8 unsigned_char 0x9 imaginary_float 0xa packed_decimal 0xb numeric_string 0xc edited 0xd signed_fixed
        0xe unsigned_fixed 0xf decimal_float 0x10 UTF 0x11 UCS 0x12 ASCII 0x81 HP_complex_float
        0x82 HP_float128 0x83 HP_complex_float128 0x84 HP_floathpintel 0x85 HP_imaginary_float90
        0x86 HP_imaginary_float128
    }
    /// Source languages: `DW_LANG_C11`.
    LANG {
        0x1 C89 0x2 C 0x3 Ada83 0x4 C_plus_plus 0x5 Cobol74 0x6 Cobol85 0x7 Fortran77 0x8 Fortran90 0x9 Pascal83
        0xa Modula2 0xb Java 0xc C99 0xd Ada95 0xe Fortran95 0xf PLI 0x10 ObjC 0x11 ObjC_plus_plus 0x12 UPC 0x13 D
        0x14 Python 0x15 OpenCL 0x16 Go 0x17 Modula3 0x18 Haskell 0x19 C_plus_plus_03 0x1a C_plus_plus_11
        0x1b OCaml 0x1c Rust 0x1d C11 0x1e Swift 0x1f Julia 0x20 Dylan 0x21 C_plus_plus_14 0x22 Fortran03
        0x23 Fortran08 0x24 RenderScript 0x25 BLISS 0x26 Kotlin 0x27 Zig 0x28 Crystal 0x2a C_plus_plus_17
        0x2b C_plus_plus_20 0x2c C17 0x2d Fortran18 0x2e Ada2005 0x2f Ada2012 0x30 HIP 0x31 Assembly 0x32 C_sharp
        0x33 Mojo 0x34 GLSL 0x35 GLSL_ES 0x36 HLSL 0x37 OpenCL_CPP 0x38 CPP_for_OpenCL 0x39 SYCL 0x3d Metal
        0x40 Ruby 0x41 Move 0x42 Hylo 0x8001 Mips_Assembler 0x8e57 GOOGLE_RenderScript 0xb000 BORLAND_Delphi
    }
    /// Calling conventions: `DW_CC_normal`.
    CC {
        0x1 normal 0x2 program 0x3 nocall 0x4 pass_by_reference 0x5 pass_by_value 0x40 GNU_renesas_sh
        0x41 GNU_borland_fastcall_i386 0xb0 BORLAND_safecall 0xb1 BORLAND_stdcall 0xb2 BORLAND_pascal
        0xb3 BORLAND_msfastcall 0xb4 BORLAND_msreturn 0xb5 BORLAND_thiscall 0xb6 BORLAND_fastcall
        0xc0 LLVM_vectorcall 0xc1 LLVM_Win64 0xc2 LLVM_X86_64SysV 0xc3 LLVM_AAPCS 0xc4 LLVM_AAPCS_VFP
        0xc5 LLVM_IntelOclBicc 0xc6 LLVM_SpirFunction 0xc7 LLVM_DeviceKernel 0xc8 LLVM_Swift 0xc9 LLVM_PreserveMost
        0xca LLVM_PreserveAll 0xcb LLVM_X86RegCall 0xcc LLVM_M68kRTD 0xcd LLVM_PreserveNone
        0xce LLVM_RISCVVectorCall 0xcf LLVM_SwiftTail 0xd0 LLVM_RISCVVLSCall 0xff GDB_IBM_OpenCL
    }
    /// Virtuality: `DW_VIRTUALITY_virtual`.
    VIRTUALITY {
        0x0 none 0x1 virtual 0x2 pure_virtual
    }
    /// Macro information entries: `DW_MACINFO_define`.
    MACINFO {
        0x1 define 0x2 undef 0x3 start_file 0x4 end_file 0xff vendor_ext
    }
    /// Source language names of DWARF 6: `DW_LNAME_C`.
    LNAME {
        0x1 Ada 0x2 BLISS 0x3 C 0x4 C_plus_plus 0x5 Cobol 0x6 Crystal 0x7 D 0x8 Dylan 0x9 Fortran 0xa Go 0xb Haskell
        0xc Java 0xd Julia 0xe Kotlin 0xf Modula2 0x10 Modula3 0x11 ObjC 0x12 ObjC_plus_plus 0x13 OCaml 0x14 OpenCL_C
        0x15 Pascal 0x16 PLI 0x17 Python 0x18 RenderScript 0x19 Rust 0x1a Swift 0x1b UPC 0x1c Zig 0x1d Assembly
        0x1e C_sharp 0x1f Mojo 0x20 GLSL 0x21 GLSL_ES 0x22 HLSL 0x23 OpenCL_CPP 0x24 CPP_for_OpenCL 0x25 SYCL 0x26 Ruby
        0x27 Move 0x28 Hylo 0x2c Metal
    }
    /// Apple's kinds of enumerations: `DW_APPLE_ENUM_KIND_Open`.
    APPLE_ENUM_KIND {
        0x0 Closed 0x1 Open
    }
}

/// Names without their prefix that older releases have for numbers of a table.
static OLDER_NAMES: &[(Dwarf, i64, &str, Releases)] = &[
    (Dwarf::Tag, 0x100, "auto_variable", Releases::ALL.until(Release::V3_8)),
    (Dwarf::Tag, 0x101, "arg_variable", Releases::ALL.until(Release::V3_8)),
    (Dwarf::CallingConvention, 0xc7, "LLVM_OpenCLKernel", Releases::ALL.since(Release::V7).until(Release::V21)),
];

/// A table of DWARF constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dwarf {
    /// Tags of debugging information entries.
    Tag,
    /// Operations of expressions.
    Operation,
    /// Encodings of basic types.
    Encoding,
    /// Source languages, one for each version of the language.
    Language,
    /// Source languages without their version, of DWARF 6.
    LanguageName,
    /// Calling conventions.
    CallingConvention,
    /// Virtuality of functions.
    Virtuality,
    /// Macro information entries.
    Macinfo,
    /// Apple's kinds of enumerations.
    EnumKind,
}

impl Dwarf {
    /// Every table.
    pub const ALL: [Dwarf; 9] = [
        Dwarf::Tag,
        Dwarf::Operation,
        Dwarf::Encoding,
        Dwarf::Language,
        Dwarf::LanguageName,
        Dwarf::CallingConvention,
        Dwarf::Virtuality,
        Dwarf::Macinfo,
        Dwarf::EnumKind,
    ];

    const fn constants(self) -> Words {
        match self {
            Dwarf::Tag => TAG,
            Dwarf::Operation => OP,
            Dwarf::Encoding => ATE,
            Dwarf::Language => LANG,
            Dwarf::LanguageName => LNAME,
            Dwarf::CallingConvention => CC,
            Dwarf::Virtuality => VIRTUALITY,
            Dwarf::Macinfo => MACINFO,
            Dwarf::EnumKind => APPLE_ENUM_KIND,
        }
    }

    /// What every name of the table starts with: `DW_TAG_`.
    pub const fn prefix(self) -> &'static str {
        match self {
            Dwarf::Tag => "DW_TAG_",
            Dwarf::Operation => "DW_OP_",
            Dwarf::Encoding => "DW_ATE_",
            Dwarf::Language => "DW_LANG_",
            Dwarf::LanguageName => "DW_LNAME_",
            Dwarf::CallingConvention => "DW_CC_",
            Dwarf::Virtuality => "DW_VIRTUALITY_",
            Dwarf::Macinfo => "DW_MACINFO_",
            Dwarf::EnumKind => "DW_APPLE_ENUM_KIND_",
        }
    }

    /// What LLVM calls a constant of the table in messages.
    pub const fn description(self) -> &'static str {
        match self {
            Dwarf::Tag => "DWARF tag",
            Dwarf::Operation => "DWARF op",
            Dwarf::Encoding => "DWARF type attribute encoding",
            Dwarf::Language => "DWARF language",
            Dwarf::LanguageName => "DWARF source language name",
            Dwarf::CallingConvention => "DWARF calling convention",
            Dwarf::Virtuality => "DWARF virtuality code",
            Dwarf::Macinfo => "DWARF macinfo type",
            Dwarf::EnumKind => "DWARF enum kind code",
        }
    }

    /// The numbers and the names without their prefix. Where two names share a number the first one is written.
    pub fn iter(self) -> impl Iterator<Item = (i64, &'static str)> {
        self.constants().iter().map(|&(number, name)| (i64::from(number), name))
    }

    /// The name of a number, without its prefix: `member` for the tag 13.
    ///
    /// ```
    /// assert_eq!(irtrip_dialect::dwarf::Dwarf::Tag.name(13), Some("member"));
    /// ```
    pub fn name(self, number: i64) -> Option<&'static str> {
        self.iter().find(|constant| constant.0 == number).map(|constant| constant.1)
    }

    /// The name that a release has for a number, without its prefix, where it is other than the current.
    ///
    /// ```
    /// use irtrip_dialect::{dwarf::Dwarf, release::Release};
    /// assert_eq!(Dwarf::CallingConvention.older_name(0xc7, Release::V19), Some("LLVM_OpenCLKernel"));
    /// assert_eq!(Dwarf::CallingConvention.older_name(0xc7, Release::V22), None);
    /// ```
    pub fn older_name(self, number: i64, release: Release) -> Option<&'static str> {
        let row = OLDER_NAMES.iter().find(|row| (row.0, row.1) == (self, number) && row.3.contains(release));
        row.map(|row| row.2)
    }

    /// The number of a name spelled whole that older releases have for it.
    pub fn number_of_older(self, name: &str) -> Option<i64> {
        let name = name.strip_prefix(self.prefix())?;
        OLDER_NAMES.iter().find(|row| row.0 == self && row.2 == name).map(|row| row.1)
    }

    /// The releases that know the name of a number; others read the number itself.
    pub fn releases(self, number: i64) -> Releases {
        match (self, number) {
            (Dwarf::Tag, 0x33) => Releases::ALL.since(Release::V7),
            (Dwarf::Tag, 0x20) => Releases::ALL.since(Release::V13),
            (Dwarf::Tag, 0x2c | 0x4b) => Releases::ALL.since(Release::V14),
            (Dwarf::Tag, 0x43 | 0x4300) => Releases::ALL.since(Release::V19),
            (Dwarf::Tag, 0x19) => Releases::ALL.since(Release::V22),
            (Dwarf::CallingConvention, 0xc1..=0xcf) => Releases::ALL.since(Release::V7),
            (Dwarf::Operation, 0x1006..=0x1007) => Releases::ALL.since(Release::V19),
            (Dwarf::Operation, 0x1004..=0x1005) => Releases::ALL.since(Release::V13),
            (Dwarf::Operation, 0x1003) => Releases::ALL.since(Release::V10),
            (Dwarf::Operation, 0x1001..=0x1002) => Releases::ALL.since(Release::V9),
            // `deref`, `constu`, `minus`, `plus`, `plus_uconst`, `xderef`, `bit_piece`, `stack_value`, `LLVM_fragment`.
            (Dwarf::Operation, 0x06 | 0x10 | 0x1c | 0x22 | 0x23 | 0x18 | 0x9d | 0x9f | 0x1000) => Releases::ALL,
            // `rot`, `abs`, `neg`.
            (Dwarf::Operation, 0x17 | 0x19 | 0x1f) => Releases::ALL.since(Release::V21),
            // `eq` to `ne`.
            (Dwarf::Operation, 0x29..=0x2e) => Releases::ALL.since(Release::V17),
            // `consts`, `over`.
            (Dwarf::Operation, 0x11 | 0x14) => Releases::ALL.since(Release::V13),
            // `push_object_address`.
            (Dwarf::Operation, 0x97) => Releases::ALL.since(Release::V11),
            // Those of registers.
            (Dwarf::Operation, 0x50..=0x90 | 0x92) => Releases::ALL.since(Release::V10),
            // `mul`.
            (Dwarf::Operation, 0x1e) => Releases::ALL.since(Release::V6),
            (Dwarf::Operation, _) => Releases::ALL.since(Release::V7),
            (Dwarf::Language, 0x26..=0x2f) => Releases::ALL.since(Release::V16),
            (Dwarf::Language, 0x3d) => Releases::ALL.since(Release::V21),
            (Dwarf::Language, 0x30..=0x42) => Releases::ALL.since(Release::V19),
            _ => Releases::ALL,
        }
    }

    /// The number of a name spelled whole: 13 for `DW_TAG_member`.
    ///
    /// ```
    /// assert_eq!(irtrip_dialect::dwarf::Dwarf::Tag.number("DW_TAG_member"), Some(13));
    /// ```
    pub fn number(self, name: &str) -> Option<i64> {
        let name = name.strip_prefix(self.prefix())?;
        self.iter().find(|constant| constant.1 == name).map(|constant| constant.0)
    }
}

macro_rules! flags {
    ($(#[$doc:meta])* $name:ident, $what:literal, [$($value:expr, $word:literal $(since $since:ident)?;)*]) => {
        $(#[$doc])*
        pub static $name: Enumeration = Enumeration {
            name: $what, bits: true, separator: "|",
            cases: &[$(EnumCase { value: $value, mlir: $word, llvm: $word, releases: Releases::ALL$(.since(Release::$since))? }),*],
        };
    };
}

flags!(
    /// Flags of debug-info nodes; LLVM's names without `DIFlag`.
    DI_FLAGS, "LLVM DI flags", [
        0, "Zero";
        3, "Public"; 1, "Private"; 2, "Protected"; 1 << 2, "FwdDecl"; 1 << 3, "AppleBlock"; 1 << 4, "ReservedBit4" since V10;
        1 << 5, "Virtual"; 1 << 6, "Artificial"; 1 << 7, "Explicit"; 1 << 8, "Prototyped";
        1 << 9, "ObjcClassComplete"; 1 << 10, "ObjectPointer"; 1 << 11, "Vector"; 1 << 12, "StaticMember";
        1 << 13, "LValueReference"; 1 << 14, "RValueReference"; 1 << 15, "ExportSymbols" since V10;
        3 << 16, "VirtualInheritance"; 1 << 16, "SingleInheritance"; 2 << 16, "MultipleInheritance";
        1 << 18, "IntroducedVirtual"; 1 << 19, "BitField"; 1 << 20, "NoReturn"; 1 << 22, "TypePassByValue" since V7;
        1 << 23, "TypePassByReference" since V7; 1 << 24, "EnumClass" since V8; 1 << 25, "Thunk" since V7; 1 << 26, "NonTrivial" since V9;
        1 << 27, "BigEndian" since V8; 1 << 28, "LittleEndian" since V8; 1 << 29, "AllCallsDescribed" since V8;
    ]
);

/// Flags that LLVM has and the LLVM dialect has not: names without `DIFlag`, and bits. The first is of a forward declaration and a
/// virtual function elsewhere, which together mean nothing else.
pub(crate) const LLVM_ONLY_DI_FLAGS: &[(&str, i64)] =
    &[("IndirectVirtualBase", 1 << 2 | 1 << 5), ("NameIsSimplified", 1 << 30)];

/// The bits of flags of which a node has one of several: its visibility, and how a pointer to a member is represented. LLVM writes
/// these first.
pub(crate) const PACKED_DI_FLAGS: i64 = 3 | 3 << 16;

/// Upstream's other names of the bits that visibility is made of.
pub const DI_FLAG_BITS: &[(&str, i64)] = &[("Bit0", 1), ("Bit1", 2)];

/// The bit of [`SUBPROGRAM_FLAGS`] that a subprogram with a body has.
pub const SUBPROGRAM_DEFINITION: i64 = 1 << 3;

flags!(
    /// Flags of subprograms; LLVM's names without `DISPFlag`.
    SUBPROGRAM_FLAGS, "LLVM DISubprogram flags", [
        0, "Zero";
        1, "Virtual"; 2, "PureVirtual"; 1 << 2, "LocalToUnit"; SUBPROGRAM_DEFINITION, "Definition"; 1 << 4, "Optimized";
        1 << 5, "Pure" since V9; 1 << 6, "Elemental" since V9; 1 << 7, "Recursive" since V9; 1 << 8, "MainSubprogram" since V9; 1 << 9, "Deleted" since V10;
        1 << 11, "ObjCDirect" since V10;
    ]
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_numbers() {
        for table in Dwarf::ALL {
            for (number, name) in table.iter() {
                assert_eq!(table.number(&format!("{}{name}", table.prefix())), Some(number));
            }
        }
    }

    #[test]
    fn visibility_is_one_word() {
        let words: Vec<_> = DI_FLAGS.split(3 | 1 << 6).map(|r| r.mlir).collect();
        assert_eq!(words, ["Public", "Artificial"]);
    }
}
