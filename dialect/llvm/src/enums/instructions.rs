//! Enumerations and flags of instructions. LangRef, "Instruction Reference".

use super::table::{EnumCase, EnumForm, EnumValue, Enumeration};
use crate::attr_table;

enumeration! {
    /// LangRef, "call": `tail`, `musttail`, `notail`.
    TailCallKind: "Tail Call Kind", EnumForm::Llvm(attr_table::TAILCALLKIND), default None, {
        None = 0 "none" "",
        NoTail = 3 "notail" "notail" since V3_8,
        MustTail = 2 "musttail" "musttail",
        Tail = 1 "tail" "tail",
    }
}

enumeration! {
    /// LangRef, "icmp".
    ICmpPredicate: "llvm.icmp comparison predicate", EnumForm::Integer, {
        Eq = 0 "eq" "eq",
        Ne = 1 "ne" "ne",
        Slt = 2 "slt" "slt",
        Sle = 3 "sle" "sle",
        Sgt = 4 "sgt" "sgt",
        Sge = 5 "sge" "sge",
        Ult = 6 "ult" "ult",
        Ule = 7 "ule" "ule",
        Ugt = 8 "ugt" "ugt",
        Uge = 9 "uge" "uge",
    }
}

enumeration! {
    /// LangRef, "fcmp".
    FCmpPredicate: "llvm.fcmp comparison predicate", EnumForm::Integer, {
        False = 0 "_false" "false",
        Oeq = 1 "oeq" "oeq",
        Ogt = 2 "ogt" "ogt",
        Oge = 3 "oge" "oge",
        Olt = 4 "olt" "olt",
        Ole = 5 "ole" "ole",
        One = 6 "one" "one",
        Ord = 7 "ord" "ord",
        Ueq = 8 "ueq" "ueq",
        Ugt = 9 "ugt" "ugt",
        Uge = 10 "uge" "uge",
        Ult = 11 "ult" "ult",
        Ule = 12 "ule" "ule",
        Une = 13 "une" "une",
        Uno = 14 "uno" "uno",
        True = 15 "_true" "true",
    }
}

enumeration! {
    /// LangRef, "Atomic Memory Ordering Constraints".
    AtomicOrdering: "Atomic ordering for LLVM's memory model", EnumForm::Integer, default NotAtomic, {
        NotAtomic = 0 "not_atomic" "",
        Unordered = 1 "unordered" "unordered",
        Monotonic = 2 "monotonic" "monotonic",
        Acquire = 4 "acquire" "acquire",
        Release = 5 "release" "release",
        AcqRel = 6 "acq_rel" "acq_rel",
        SeqCst = 7 "seq_cst" "seq_cst",
    }
}

enumeration! {
    /// LangRef, "atomicrmw".
    AtomicBinOp: "llvm.atomicrmw binary operations", EnumForm::Integer, {
        Xchg = 0 "xchg" "xchg",
        Add = 1 "add" "add",
        Sub = 2 "sub" "sub",
        And = 3 "_and" "and",
        Nand = 4 "nand" "nand",
        Or = 5 "_or" "or",
        Xor = 6 "_xor" "xor",
        Max = 7 "max" "max",
        Min = 8 "min" "min",
        UMax = 9 "umax" "umax",
        UMin = 10 "umin" "umin",
        FAdd = 11 "fadd" "fadd" since V9,
        FSub = 12 "fsub" "fsub" since V9,
        FMax = 13 "fmax" "fmax" since V15,
        FMin = 14 "fmin" "fmin" since V15,
        UIncWrap = 15 "uinc_wrap" "uinc_wrap" since V16,
        UDecWrap = 16 "udec_wrap" "udec_wrap" since V16,
        USubCond = 17 "usub_cond" "usub_cond" since V20,
        USubSat = 18 "usub_sat" "usub_sat" since V20,
        FMaximum = 19 "fmaximum" "fmaximum" since V21,
        FMinimum = 20 "fminimum" "fminimum" since V21,
        FMaximumNum = 21 "fmaximumnum" "fmaximumnum" since V23,
        FMinimumNum = 22 "fminimumnum" "fminimumnum" since V23,
    }
}

enumeration! {
    /// LangRef, "Inline Assembler Expressions".
    AsmDialect: "ATT (0) or Intel (1) asm dialect", EnumForm::Integer, default Att, {
        Att = 0 "att" "",
        Intel = 1 "intel" "inteldialect",
    }
}

enumeration! {
    /// LangRef, "Constrained Floating-Point Intrinsics"; LLVM's spelling follows `round.`.
    RoundingMode: "LLVM Rounding Mode whose minimum value is 0", EnumForm::Integer, {
        TowardZero = 0 "towardzero" "towardzero",
        NearestTiesToEven = 1 "tonearest" "tonearest",
        TowardPositive = 2 "upward" "upward",
        TowardNegative = 3 "downward" "downward",
        NearestTiesToAway = 4 "tonearestaway" "tonearestaway" since V12,
        Dynamic = 7 "dynamic" "dynamic",
        Invalid = -1 "invalid" "",
    }
}

enumeration! {
    /// LangRef, "Constrained Floating-Point Intrinsics"; LLVM's spelling follows `fpexcept.`.
    FpExceptionBehavior: "LLVM Exception Behavior", EnumForm::Integer, {
        Ignore = 0 "ignore" "ignore",
        MayTrap = 1 "maytrap" "maytrap",
        Strict = 2 "strict" "strict",
    }
}

bit_set! {
    /// LangRef, "Fast-Math Flags". LLVM writes `reassoc` first.
    FastmathFlags: u8, "::mlir::LLVM::FastmathFlags", EnumForm::Llvm(attr_table::FASTMATH), separator ", ", llvm [FAST, REASSOC, NNAN, NINF, NSZ, ARCP, CONTRACT, AFN] {
        FAST = 127 "fast" "fast",
        NONE = 0 "none" "",
        NNAN = 1 "nnan" "nnan",
        NINF = 2 "ninf" "ninf",
        NSZ = 4 "nsz" "nsz",
        ARCP = 8 "arcp" "arcp",
        CONTRACT = 16 "contract" "contract" since V5,
        AFN = 32 "afn" "afn" since V6,
        REASSOC = 64 "reassoc" "reassoc" since V6,
    }
}

bit_set! {
    /// LangRef, "add": `nuw` and `nsw`. LLVM writes `nuw` first.
    IntegerOverflowFlags: u8, "LLVM integer overflow flags", EnumForm::Llvm(attr_table::OVERFLOW), separator ", ", llvm [NUW, NSW] {
        NONE = 0 "none" "",
        NSW = 1 "nsw" "nsw",
        NUW = 2 "nuw" "nuw",
    }
}

bit_set! {
    /// LangRef, "getelementptr": `inbounds`, `nusw`, `nuw`.
    GepNoWrapFlags: u8, "::mlir::LLVM::GEPNoWrapFlags", EnumForm::Property, separator "|", llvm [INBOUNDS, NUSW, NUW] {
        INBOUNDS = 3 "inbounds" "inbounds",
        NONE = 0 "none" "",
        INBOUNDS_FLAG = 1 "inbounds_flag" "",
        NUSW = 2 "nusw" "nusw" since V19,
        NUW = 4 "nuw" "nuw" since V19,
    }
}

impl ICmpPredicate {
    /// Whether it compares the numbers as signed ones.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::Slt | Self::Sle | Self::Sgt | Self::Sge)
    }

    /// What holds of two values, the second first, where this holds of them.
    pub const fn with_operands_swapped(self) -> ICmpPredicate {
        match self {
            Self::Slt => Self::Sgt,
            Self::Sle => Self::Sge,
            Self::Sgt => Self::Slt,
            Self::Sge => Self::Sle,
            Self::Ult => Self::Ugt,
            Self::Ule => Self::Uge,
            Self::Ugt => Self::Ult,
            Self::Uge => Self::Ule,
            Self::Eq | Self::Ne => self,
        }
    }

    /// Whether a value compares so with itself.
    pub const fn is_true_when_equal(self) -> bool {
        matches!(self, Self::Eq | Self::Sle | Self::Sge | Self::Ule | Self::Uge)
    }

    /// Whether it holds of two values that compare so.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Slt | Self::Ult => order.is_lt(),
            Self::Sle | Self::Ule => order.is_le(),
            Self::Sgt | Self::Ugt => order.is_gt(),
            Self::Sge | Self::Uge => order.is_ge(),
        }
    }
}

impl FCmpPredicate {
    /// Whether it holds of two values that compare so; `None` where one of them is not a number.
    ///
    /// ```
    /// use irtrip_dialect::enums::FCmpPredicate;
    /// assert!(FCmpPredicate::Ult.holds(None) && !FCmpPredicate::Olt.holds(None));
    /// ```
    pub fn holds(self, order: Option<std::cmp::Ordering>) -> bool {
        match self {
            Self::False => false,
            Self::True => true,
            Self::Ord => order.is_some(),
            Self::Uno => order.is_none(),
            Self::Oeq => order.is_some_and(|o| o.is_eq()),
            Self::One => order.is_some_and(|o| o.is_ne()),
            Self::Ogt => order.is_some_and(|o| o.is_gt()),
            Self::Oge => order.is_some_and(|o| o.is_ge()),
            Self::Olt => order.is_some_and(|o| o.is_lt()),
            Self::Ole => order.is_some_and(|o| o.is_le()),
            Self::Ueq => order.is_none_or(|o| o.is_eq()),
            Self::Une => order.is_none_or(|o| o.is_ne()),
            Self::Ugt => order.is_none_or(|o| o.is_gt()),
            Self::Uge => order.is_none_or(|o| o.is_ge()),
            Self::Ult => order.is_none_or(|o| o.is_lt()),
            Self::Ule => order.is_none_or(|o| o.is_le()),
        }
    }
}

impl AtomicOrdering {
    /// Whether an atomic load may have the ordering.
    pub const fn is_for_load(self) -> bool {
        !matches!(self, Self::Release | Self::AcqRel)
    }

    /// Whether an atomic store may have the ordering.
    pub const fn is_for_store(self) -> bool {
        !matches!(self, Self::Acquire | Self::AcqRel)
    }

    /// Whether a fence may have the ordering.
    pub const fn is_for_fence(self) -> bool {
        !matches!(self, Self::NotAtomic | Self::Unordered | Self::Monotonic)
    }

    /// Whether it is `monotonic` or stronger.
    pub const fn is_at_least_monotonic(self) -> bool {
        !matches!(self, Self::NotAtomic | Self::Unordered)
    }
}

impl GepNoWrapFlags {
    /// With what the flags imply: `inbounds` implies `nusw`.
    #[must_use]
    pub fn with_implied(self) -> Self {
        if self.contains(Self::INBOUNDS_FLAG) { self | Self::NUSW } else { self }
    }
}

/// What an [`AtomicBinOp`] works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicOperand {
    /// Integers, floats and pointers.
    Any,
    /// Floats and vectors of floats.
    Float,
    /// Integers.
    Integer,
}

impl AtomicBinOp {
    /// What it works on.
    pub const fn operand(self) -> AtomicOperand {
        match self {
            Self::Xchg => AtomicOperand::Any,
            Self::FAdd
            | Self::FSub
            | Self::FMax
            | Self::FMin
            | Self::FMaximum
            | Self::FMinimum
            | Self::FMaximumNum
            | Self::FMinimumNum => AtomicOperand::Float,
            Self::Add
            | Self::Sub
            | Self::And
            | Self::Nand
            | Self::Or
            | Self::Xor
            | Self::Max
            | Self::Min
            | Self::UMax
            | Self::UMin
            | Self::UIncWrap
            | Self::UDecWrap
            | Self::USubCond
            | Self::USubSat => AtomicOperand::Integer,
        }
    }
}
