//! Enumerations and flags of LLVM IR and of the LLVM dialect: each a Rust type that is declared once, with its
//! spellings in both languages, the numbers of MLIR's generic form, and the releases of LLVM that have each value.
//!
//! - [`global_values`], [`instructions`], [`attributes`], [`module`], [`arith`], [`opcodes`]: the enumerations, by what they are of
//! - [`table`]: what generic readers and printers see of any of them, and the attributes that hold their values
//!
//! ```
//! use irtrip_dialect::enums::Linkage;
//! assert_eq!(Linkage::from_llvm(b"internal"), Some(Linkage::Internal));
//! assert!(Linkage::Internal.is_local());
//! ```

#[macro_use]
mod declare;

pub mod arith;
pub mod attributes;
pub mod global_values;
pub mod instructions;
pub mod module;
pub mod opcodes;

pub use arith::*;
pub use attributes::*;
pub use global_values::*;
pub use instructions::*;
pub use irtrip_ir::enumeration as table;
pub use module::*;
pub use opcodes::*;
pub use table::{EnumCase, EnumForm, EnumValue, Enumeration};

/// Every enumeration, for tests and reference pages.
pub static ALL: &[&Enumeration] = &[
    Linkage::TABLE,
    CallingConvention::TABLE,
    TailCallKind::TABLE,
    Visibility::TABLE,
    DllStorageClass::TABLE,
    ThreadLocalMode::TABLE,
    CodeModel::TABLE,
    UnnamedAddr::TABLE,
    ICmpPredicate::TABLE,
    FCmpPredicate::TABLE,
    ArithCmpFPredicate::TABLE,
    AtomicRmwKind::TABLE,
    PtrAddFlags::TABLE,
    PtrAtomicOrdering::TABLE,
    PtrDiffFlags::TABLE,
    ArithRoundingMode::TABLE,
    AtomicOrdering::TABLE,
    AtomicBinOp::TABLE,
    AsmDialect::TABLE,
    ComdatSelectionKind::TABLE,
    FastmathFlags::TABLE,
    IntegerOverflowFlags::TABLE,
    GepNoWrapFlags::TABLE,
    ModRefInfo::TABLE,
    IrMemLocation::TABLE,
    FramePointerKind::TABLE,
    UwTableKind::TABLE,
    AllocFnKind::TABLE,
    FpClassTest::TABLE,
    RoundingMode::TABLE,
    FpExceptionBehavior::TABLE,
    ModuleFlagBehavior::TABLE,
    ProfileSummaryFormat::TABLE,
    DiEmissionKind::TABLE,
    DiNameTableKind::TABLE,
    DiFixedPointKind::TABLE,
    BinaryOpcode::TABLE,
    UnaryOpcode::TABLE,
    CastOpcode::TABLE,
    InstructionFlags::TABLE,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    #[test]
    fn every_spelling_leads_back_to_its_value() {
        for e in ALL {
            for row in e.cases {
                if !row.mlir.is_empty() {
                    assert_eq!(e.from_mlir(row.mlir), Some(row.value), "{} {}", e.name, row.mlir);
                }
                if !row.llvm.is_empty() {
                    assert_eq!(e.from_llvm(row.llvm), Some(row.value), "{} {}", e.name, row.llvm);
                }
            }
        }
    }

    /// The typed and the generic form of an enumeration agree, and each value survives its attribute.
    macro_rules! agree {
        ($($name:ident)*) => {
            $({
                let ctx = Context::new();
                for row in $name::TABLE.cases {
                    let value = $name::from_number(row.value).unwrap();
                    assert_eq!((value.number(), value.mlir(), value.llvm()), (row.value, row.mlir, row.llvm));
                    assert_eq!(ctx.enum_value(ctx.enum_attr(value)), Some(value), "{} {}", stringify!($name), row.value);
                    if !row.mlir.is_empty() {
                        assert_eq!($name::from_mlir(row.mlir), Some(value));
                    }
                    if !row.llvm.is_empty() {
                        assert_eq!($name::from_llvm(row.llvm.as_bytes()), Some(value));
                    }
                }
                assert_eq!(($name::from_mlir(""), $name::from_llvm(b""), $name::from_llvm(b"\xff")), (None, None, None));
            })*
        };
    }

    #[test]
    fn types_say_what_their_tables_say() {
        agree!(Linkage CallingConvention TailCallKind Visibility DllStorageClass ThreadLocalMode CodeModel UnnamedAddr
            ICmpPredicate FCmpPredicate ArithCmpFPredicate AtomicRmwKind PtrAddFlags PtrAtomicOrdering PtrDiffFlags ArithRoundingMode AtomicOrdering AtomicBinOp
            AsmDialect ComdatSelectionKind FastmathFlags IntegerOverflowFlags GepNoWrapFlags ModRefInfo
            IrMemLocation FramePointerKind UwTableKind AllocFnKind FpClassTest RoundingMode FpExceptionBehavior ModuleFlagBehavior
            ProfileSummaryFormat DiEmissionKind DiNameTableKind
            DiFixedPointKind BinaryOpcode UnaryOpcode CastOpcode InstructionFlags);
    }

    #[test]
    fn numbers_of_no_value_are_none() {
        assert_eq!(Linkage::from_number(11), None);
        assert_eq!(FastmathFlags::from_number(128), None);
        assert_eq!(CallingConvention::from_number(1023).map(CallingConvention::llvm), Some(""));
        assert_eq!(CallingConvention::from_number(1024), None);
    }

    #[test]
    fn bits_split_into_groups_first() {
        let names: Vec<_> = GepNoWrapFlags::TABLE.split(7).map(|r| r.mlir).collect();
        assert_eq!(names, ["inbounds", "nuw"]);
        assert_eq!(FastmathFlags::TABLE.split(127).count(), 1);
    }

    #[test]
    fn instruction_flags_are_those_of_both_attributes() {
        for flags in FastmathFlags::all() {
            let word = flags.llvm().as_bytes();
            assert_eq!(InstructionFlags::from_llvm(word).map(InstructionFlags::fastmath), Some(flags));
        }
        for flags in IntegerOverflowFlags::all() {
            let word = flags.llvm().as_bytes();
            assert_eq!(InstructionFlags::from_llvm(word).map(InstructionFlags::overflow), Some(flags));
        }
    }

    #[test]
    fn words_are_in_the_order_of_llvms_writer() {
        let words = |flags: FastmathFlags| flags.llvm_words().collect::<Vec<_>>();
        assert_eq!(words(FastmathFlags::all()), ["fast"]);
        assert_eq!(words(FastmathFlags::NNAN | FastmathFlags::REASSOC), ["reassoc", "nnan"]);
        assert_eq!(IntegerOverflowFlags::all().llvm_words().collect::<Vec<_>>(), ["nuw", "nsw"]);
        assert_eq!(GepNoWrapFlags::all().llvm_words().collect::<Vec<_>>(), ["inbounds", "nuw"]);
    }
}
