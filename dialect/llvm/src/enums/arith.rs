//! Enumerations of the `arith`, `memref` and `ptr` dialects.

use super::table::{EnumCase, EnumForm, EnumValue, Enumeration};

enumeration! {
    /// How `arith` rounds where a float becomes a narrower one.
    ArithRoundingMode: "Floating point rounding mode", EnumForm::Property, {
        ToNearestEven = 0 "to_nearest_even" "",
        Downward = 1 "downward" "",
        Upward = 2 "upward" "",
        TowardZero = 3 "toward_zero" "",
        ToNearestAway = 4 "to_nearest_away" "",
    }
}

enumeration! {
    /// LangRef, "fcmp", as `arith.cmpf` spells it.
    ArithCmpFPredicate: "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", EnumForm::Integer, {
        False = 0 "false" "false",
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
        True = 15 "true" "true",
    }
}

enumeration! {
    /// What an atomic update of a memref's element does.
    AtomicRmwKind: "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", EnumForm::Integer, {
        Addf = 0 "addf" "",
        Addi = 1 "addi" "",
        Andi = 2 "andi" "",
        Assign = 3 "assign" "",
        Maximumf = 4 "maximumf" "",
        Maxnumf = 5 "maxnumf" "",
        Maxs = 6 "maxs" "",
        Maxu = 7 "maxu" "",
        Minimumf = 8 "minimumf" "",
        Minnumf = 9 "minnumf" "",
        Mins = 10 "mins" "",
        Minu = 11 "minu" "",
        Mulf = 12 "mulf" "",
        Muli = 13 "muli" "",
        Ori = 14 "ori" "",
        Xori = 15 "xori" "",
    }
}

enumeration! {
    /// What is known of the sum of a pointer and an offset.
    PtrAddFlags: "Pointer add flags", EnumForm::Property, {
        None = 0 "none" "",
        Nusw = 1 "nusw" "",
        Nuw = 2 "nuw" "",
        Inbounds = 3 "inbounds" "",
    }
}

enumeration! {
    /// How accesses through pointers of the `ptr` dialect are ordered: LangRef, "Atomic Memory Ordering Constraints".
    PtrAtomicOrdering: "Atomic ordering for LLVM's memory model", EnumForm::Property, default NotAtomic, {
        NotAtomic = 0 "not_atomic" "",
        Unordered = 1 "unordered" "",
        Monotonic = 2 "monotonic" "",
        Acquire = 3 "acquire" "",
        Release = 4 "release" "",
        AcqRel = 5 "acq_rel" "",
        SeqCst = 6 "seq_cst" "",
    }
}

bit_set! {
    /// What is known of the difference of two pointers.
    PtrDiffFlags: u8, "Pointer difference flags", EnumForm::Property, separator "|", llvm [NUW, NSW] {
        NONE = 0 "none" "",
        NUW = 1 "nuw" "nuw",
        NSW = 2 "nsw" "nsw",
    }
}
