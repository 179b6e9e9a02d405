//! Spellings of LLVM assembly that came or went with a release, and that belong to no single attribute, flag or value of
//! an enumeration: those say since when and until when they are in their own tables.
//!
//! # Text of other releases
//!
//! What older releases of LLVM wrote otherwise stands in tables: `dialect/llvm/src/intrinsics/older.rs` has a row for each
//! intrinsic of another name or signature, `import/src/auto_upgrade/expansions.txt` the instructions in place of those that are none any more. Nothing of
//! it is asked for a name that LLVM 22 has. Other spellings are read as well as the current, where these are read. Constant
//! expressions that are instructions today (the operation table says of which releases) become instructions where they are used
//! (`constant_expressions`), what typed pointers said becomes attributes (`element_types`), and a data layout is that of LLVM 22,
//! with the text's own in `irtrip.data_layout`.
//!
//! `irtrip export --llvm N` writes for another release: `export/src/lower_to_release` first puts the model in terms of it (what it
//! does not have is expressed otherwise, dropped and named, or refused), and the writer asks `dialect/llvm/src/spellings.rs` for the spellings that
//! it has. For a release up to 14, `lower_to_release/typed_pointers` finds the pointee types that the text of an older release
//! named, those that follow from these, or the ones that their uses agree on, and the writer spells a constant as one of the
//! pointer type that is asked for; `dialect/llvm/src/intrinsics/pointees.txt` has what the
//! pointers of intrinsics point to, `since.txt` the release that an intrinsic came with, `signature_since.txt` and
//! `signature_until.txt` those that have it with the current signature. Import narrows a `ReleaseRange` where it reads a
//! spelling that LLVM 22 does not write; a module that is not LLVM 22's has `irtrip.release`, which the command writes for
//! where no release is asked for. What AutoUpgrade replaced is kept in addition to the upgraded form and written for that release
//! alone: declarations of intrinsics (`irtrip.older_declarations`), what their calls had in addition (`irtrip.older_call`),
//! attributes of functions that are attachments today (`irtrip.older_attributes`), that pointers were typed
//! (`irtrip.typed_pointers`), and what pointers pointed to where nothing else says it: in types of functions, variables and
//! structs, and of instructions whose operands do not say it (`irtrip.pointees`, `irtrip.struct_pointees`;
//! `dialect/ir/src/types/pointees.rs`).
//!
//! MLIR text of other releases is read by the same reader: a definition says the names and forms that its operation has there
//! (`OpDef::older_names`, `OpDef::other_forms`, `dialect/ops/src/ops/older.rs`), which are looked at only where the current
//! form cannot be read. What a pointer points to is no part of its type: the operation that needs it reads it from the text of
//! the type (`ParseCache::pointee_at`). `ParseOptions::older_releases` is off in the drop-in for `mlir-opt`. Symbols of
//! metadata, in operations that MLIR had up to release 16 (`dialect/ops/src/ops/core_dialects/older_metadata.rs`), become
//! attributes before bodies are read (`dialect/metadata/src/older.rs`).
//!
//! `irtrip import --mlir N` writes MLIR for another release: `dialect/metadata/src/mlir_release/` puts the attributes that the release has not
//! into a table of the module, made of builtin attributes, and the printer writes the custom forms that the release reads as
//! MLIR 22 does. `grammar/src/print/generated/custom_forms.txt` has them; all else is in the generic form, which all releases have in
//! common, with the names and classes that attributes had (`OLDER_ATTRIBUTES`). What the release would refuse goes under a name that it does
//! not know, `irtrip.in.llvm.call` (`dialect/metadata/src/mlir_release/form.rs`). The reader takes all of it back. In MLIR 24 no
//! dictionary has inherent attributes, and a definition says the clauses that stand before it (`OpDef::clauses`).
//! An operation whose definition does not say where one goes is written in the generic form; `grammar/src/parse/operations/clauses.rs` reads
//! `name = value` of any definition.

use crate::release::{Release, Releases};

/// Declares the spellings, each with the releases that have it.
macro_rules! spellings {
    ($($(#[doc = $doc:literal])* $name:ident $(since $since:ident)? $(until $until:ident)?,)*) => {
        /// A spelling that not every release has.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Spelling {
            $($(#[doc = $doc])* $name,)*
        }

        impl Spelling {
            /// The releases that have it.
            pub fn releases(self) -> Releases {
                Spelling::ROWS.iter().find(|row| row.0 == self).map_or(Releases::ALL, |row| row.1)
            }

            /// The releases that do not have it.
            pub fn missing_in(self) -> Releases {
                let Releases { since, until } = self.releases();
                Releases { since: until, until: since }
            }

            /// The releases that have each, and what it is.
            pub fn described() -> impl Iterator<Item = (Releases, &'static str)> {
                const TEXTS: &[&str] = &[$(concat!($($doc),*)),*];
                Spelling::ROWS.iter().zip(TEXTS).map(|(row, text)| (row.1, *text))
            }

            const ROWS: &'static [(Spelling, Releases)] =
                &[$((Spelling::$name, Releases::ALL$(.since(Release::$since))?$(.until(Release::$until))?)),*];
        }
    };
}

/// The releases that have pointers of either kind: those that name what they point to where an option, or the text, says so.
pub const TYPED_BY_OPTION: Releases = Releases::ALL.since(Release::V15).until(Release::V17);

spellings! {
    /// `i32*`, `i8 addrspace(3)*`: a pointer names what it points to. Without it, `ptr`.
    TypedPointers until V15,
    /// `alias i32, i32* @v`: the type of what an alias stands for. Without it, that of the pointer says it.
    AliasTypes since V3_8,
    /// `alloca i32, addrspace(5)` where the data layout has another address space for it; without it, bitcode says none.
    AllocaSpaces since V15,
    /// `alloca i32, i32 %n, addrspace(5)`: a number of values and an address space.
    AllocaNumberAndSpace since V6,
    /// `!i` among the constraints of a `callbr`; without it, the label is an argument.
    LabelConstraints since V15,
    /// `define void @f(i32 %0)`; without it, an argument without a name has no number.
    NumberedArguments since V10,
    /// `7:` before a block; without it, the number stands in a comment.
    NumberedLabels since V9,
    /// `atomicrmw add ptr %p, i32 1 monotonic, align 4`; without it, the alignment is the size.
    AtomicAlignments since V12,
    /// `splat (i32 1)`; without it, each element is written.
    Splat since V20,
    /// `#dbg_value(...)` between instructions; without it, calls of the intrinsics `llvm.dbg.value` and their kin.
    DebugRecords since V19,
    /// `call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !1, metadata !2)`: an offset after the value.
    DebugValueOffsets until V6,
    /// `float 1.000000e-01`, `double f0x400921FB54442D18`, `half +qnan`: in decimal where six digits are the number in its
    /// own format. Without it, `float` as a `double`, and other formats as `0xH` or another letter before their bits.
    ShortestFloats since V23,
    /// `module asm` with a string a line, and with `(target_features: "+sse4.2", target_cpu: "x86-64")` where properties are
    /// given; without it, `module asm` each time.
    ModuleAsmLines since V23,
    /// `denormal_fpenv(preservesign)` and `nooutline` of a function, and `dead_on_return` before `dereferenceable`;
    /// without it, the strings `"denormal-fp-math"`, `"denormal-fp-math-f32"` and `"nooutline"`, and `dead_on_return` in
    /// front of `dead_on_unwind`.
    NewerAttributes since V23,
    /// `dead_on_return(16)`: so many bytes alone.
    DeadBytes since V23,
    /// `memory(target_mem: read)` of both memories of a target; without it, `target_mem0` and `target_mem1`.
    TargetMemory since V23,
    /// `atomicrmw fadd ptr %p, <2 x half> %v`: a vector as what is added.
    VectorAtomics since V19,
    /// `atomicrmw add ptr %p, <2 x i32> %v`: a vector of integers as what is added.
    IntegerVectorAtomics since V23,
    /// `splat (ptr null)` of a vector of null pointers; without it, `zeroinitializer`.
    NullSplat since V23,
    /// `getelementptr (%t, ptr @g, i32 0, inrange i32 1)`: the address stays in the part that an index leads to. Without it,
    /// `inrange(-4, 8)` after `getelementptr`, in bytes.
    InrangeIndices until V19,
    /// `spFlags` of a `DISubprogram`; without them, a field for each property.
    SubprogramFlags since V8,
    /// `"frame-pointer"="all"` and `null_pointer_is_valid` of a function; without them, the strings `"no-frame-pointer-elim"`
    /// and `"null-pointer-is-valid"`, which later releases read as these.
    FramePointer since V11,
    /// `poison`: a value that no well-defined program uses; without it, `undef`.
    Poison since V12,
    /// `poison` for a lane of a `shufflevector` that is none; without it, `undef`.
    PoisonLanes since V17,
    /// `; Unknown intrinsic` before a function that is called like an intrinsic.
    UnknownIntrinsics since V17,
    /// `code_model "large"` of a variable.
    CodeModel since V18,
    /// `no_sanitize_address` and its kin of a variable.
    VariableSanitizers since V15,
    /// `dso_local_equivalent @f`: a function that is the same and is local to the linkage unit.
    DsoLocalEquivalents since V12,
    /// `no_cfi @f`: the address of a function itself, not of its place in a jump table.
    NoCfi since V14,
    /// `ptrauth (ptr @f, i32 0)`: a constant that is a signed pointer.
    SignedPointers since V19,
    /// `atomicrmw xchg ptr %p, ptr %v`: a pointer as what is stored.
    PointerExchange since V15,
    /// `atomicrmw xchg ptr %p, float %v`: a floating-point number as what is stored.
    FloatExchange since V9,
    /// `call nnan { float, float } @f()`: fast-math flags of a call that returns a struct.
    StructFastMath since V20,
    /// `ptx_kernel` of every kernel of NVVM, `"nvvm.maxntid"="64"` and its kin; without them, `!nvvm.annotations`.
    KernelConventions since V20,
    /// `!range` at an instruction that returns a vector.
    VectorRanges since V19,
    /// `[2 x <vscale x 4 x i32>]`: an array of vectors whose length is not known.
    ScalableArrays since V18,
    /// `dso_local_equivalent @f` before the function `@f`.
    EquivalentsBefore since V16,
    /// `[ "clang.arc.attachedcall"(ptr @f) ]` with a function; without it, the bundle has a number.
    AttachedFunctions since V14,
    /// `asm unwind ""`: inline assembly that may unwind.
    AsmUnwind since V13,
    /// `[ "fpe.control"(metadata !"rte") ]`: metadata among the operands of a bundle.
    BundledMetadata since V20,
    /// `elementtype(i32)` of an argument of inline assembly; without it, the pointer's type says it.
    AsmElementTypes since V14,
    /// `comdat nodeduplicate`; without it, `comdat noduplicates`.
    NoDeduplicate since V13,
    /// `callbr`: a call that may go on at one of several labels.
    Callbr since V9,
    /// `callbr i32 asm "", "=r,!i"()`: a result of a `callbr`.
    CallbrResults since V11,
    /// `callbr void @llvm.amdgcn.kill(i1 %c)`: a `callbr` of an intrinsic.
    CallbrIntrinsics since V22,
    /// `getelementptr i8, ptr %p, <vscale x 2 x i64> %i`: as many addresses as a vector of unknown length has.
    ScalableIndices since V11,
    /// `getelementptr ([4 x i32], ptr @a, i32 0, i32 1)` that is not `inbounds`: up to LLVM 18 its readers make it so.
    UnboundedAddresses since V19,
    /// `inttoptr i64 %a to ptr, !dereferenceable !0`; without it, a load alone has it.
    DereferenceableCasts since V10,
    /// `!callee_type !0` of `!0 = !{!1}`, `!1 = !{i64 0, !"f"}`; without it, the types stand there without an offset.
    CalleeTypeOffsets until V23,
    /// `!noundef` of a call; without it, a load alone has it.
    UndefCalls until V23,
    /// `#dbg_label(...)`: where a label of the source stands.
    Labels since V7,
    /// `dso_local` of a global value; without it, code for one makes no use of where it is.
    DsoLocal since V6,
    /// `partition "a"` of a global value; without it, all of a module is in one.
    Partitions since V9,
    /// `declare void @f() addrspace(1)`: a function in an address space of its own.
    FunctionSpaces since V8,
    /// `cmpxchg ptr %p, i32 0, i32 1 monotonic acquire`: where the exchange fails, an ordering that is no weaker one of the
    /// two. Without it, the first is as strong.
    StrongerFailures since V13,
    /// `{ <vscale x 4 x i32>, <vscale x 4 x i32> }`: a struct of vectors whose length is not known.
    ScalableStructs since V12,
    /// `!DIArgList(i32 %a, i32 %b)`: a variable that is of several values.
    ArgumentLists since V13,
    /// `Fi8` in a data layout: the alignment of pointers to functions.
    FunctionAlignment since V9,
    /// `P1` in a data layout: the address space of functions.
    ProgramSpace since V7,
    /// `ptr addrspace(1) blockaddress(@f, %b)`: a block's address in its function's address space, which before is in the first.
    BlockAddressSpaces since V13,
    /// `call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)`: a length that is no constant.
    InlineLengths since V20,
    /// `@f = ifunc void (), ptr @g, !a !0`: attachments of an ifunc.
    IFuncAttachments since V22,
    /// `G1` in a data layout: the address space of new variables.
    GlobalsSpace since V12,
    /// `phi i32`: a phi without incoming values, in a block that nothing leads to.
    EmptyPhis since V16,
    /// `p1(global):64:64` in a data layout: the name of an address space.
    SpaceNames since V22,
    /// `m:a` in a data layout: names as XCOFF has them.
    XcoffMangling since V11,
    /// `m:l` in a data layout: names as GOFF has them.
    GoffMangling since V14,
    /// `^0 = module: (...)`: a ThinLTO summary in the text.
    Summaries since V7,
    /// `i8:32` in a data layout: bytes aligned to more than a byte.
    AnyByteAlignment until V16,
    /// `target` and `source_filename` anywhere in a module; later ones have them before everything else.
    LateTargets until V11,
    /// `pe1:64:64` in a data layout: whether the bits of an address space's pointers are known and stay.
    PointerKinds since V22,
    /// `/* elemtype=u8 */ i32 0`: a comment says what an immediate argument stands for.
    ImmediateComments since V22,
    /// `call i1 @llvm.is.fpclass.f32(float %x, /* (nan) */ i32 3)`: a comment names the classes that are asked for.
    FpClassComments since V23,
}

/// The spellings that a release has.
///
/// ```
/// use irtrip_dialect::release::Release;
/// use irtrip_dialect::spellings::{Spelling, Spellings};
/// assert!(Spellings::of(Release::V22).has(Spelling::Splat) && !Spellings::of(Release::V16).has(Spelling::Splat));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spellings(u128);

// A bit each.
const _: () = assert!(Spelling::ROWS.len() <= 128);

impl Spellings {
    /// The spellings that a release has.
    pub fn of(release: Release) -> Spellings {
        let rows = Spelling::ROWS.iter().filter(|row| row.1.contains(release));
        Spellings(rows.fold(0, |bits, row| bits | 1 << row.0 as u32))
    }

    /// These, with one more.
    ///
    /// ```
    /// use irtrip_dialect::release::Release;
    /// use irtrip_dialect::spellings::{Spelling, Spellings};
    /// assert!(Spellings::of(Release::V16).with(Spelling::TypedPointers).has(Spelling::TypedPointers));
    /// ```
    #[must_use]
    pub fn with(self, spelling: Spelling) -> Spellings {
        Spellings(self.0 | 1 << spelling as u32)
    }

    /// Whether a spelling is among them.
    #[inline]
    pub fn has(self, spelling: Spelling) -> bool {
        self.0 & 1 << spelling as u32 != 0
    }
}
