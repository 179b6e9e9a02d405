//! Words that bitcode has as numbers, in both directions.

use irtrip_dialect::enums::{AtomicOrdering, BinaryOpcode, CastOpcode, FCmpPredicate, FastmathFlags, ICmpPredicate};

/// How many binary opcodes there are.
const BINARY_OPCODES: u64 = 13;

/// The flags of inline assembly, by bit.
pub(crate) const ASM_FLAGS: [(u64, &str); 4] =
    [(1, "sideeffect"), (2, "alignstack"), (4, "inteldialect"), (8, "unwind")];

/// Fast-math flags by bit. Up to LLVM 5 the lowest bit was for all of them.
pub(crate) const FAST_MATH: [(u64, FastmathFlags); 7] = [
    (2, FastmathFlags::NNAN),
    (4, FastmathFlags::NINF),
    (8, FastmathFlags::NSZ),
    (16, FastmathFlags::ARCP),
    (32, FastmathFlags::CONTRACT),
    (64, FastmathFlags::AFN),
    (128, FastmathFlags::REASSOC),
];

/// The mnemonic of a binary opcode, which integers and floats share.
pub(crate) fn binary_mnemonic(opcode: u64, is_float: bool) -> Option<&'static str> {
    let opcode = BinaryOpcode::from_number(i64::try_from(opcode).ok()?).filter(|_| opcode < BINARY_OPCODES)?;
    let of_floats = match opcode {
        BinaryOpcode::Add => BinaryOpcode::FAdd,
        BinaryOpcode::Sub => BinaryOpcode::FSub,
        BinaryOpcode::Mul => BinaryOpcode::FMul,
        BinaryOpcode::SDiv => BinaryOpcode::FDiv,
        BinaryOpcode::SRem => BinaryOpcode::FRem,
        _ if is_float => return None,
        other => other,
    };
    Some(if is_float { of_floats.llvm() } else { opcode.llvm() })
}

/// The binary opcode of a mnemonic, and whether it is one of floats.
pub(crate) fn binary_opcode(mnemonic: &str) -> Option<(u64, bool)> {
    let both = (0..BINARY_OPCODES).flat_map(|opcode| [(opcode, false), (opcode, true)]);
    both.into_iter().find(|(opcode, is_float)| binary_mnemonic(*opcode, *is_float) == Some(mnemonic))
}

/// Casts by opcode.
const CASTS: [CastOpcode; 14] = [
    CastOpcode::Trunc,
    CastOpcode::ZExt,
    CastOpcode::SExt,
    CastOpcode::FPToUI,
    CastOpcode::FPToSI,
    CastOpcode::UIToFP,
    CastOpcode::SIToFP,
    CastOpcode::FPTrunc,
    CastOpcode::FPExt,
    CastOpcode::PtrToInt,
    CastOpcode::IntToPtr,
    CastOpcode::BitCast,
    CastOpcode::AddrSpaceCast,
    CastOpcode::PtrToAddr,
];

/// The mnemonic of a cast's opcode.
pub(crate) fn cast_mnemonic(opcode: u64) -> Option<&'static str> {
    CASTS.get(usize::try_from(opcode).ok()?).map(|opcode| opcode.llvm())
}

/// The opcode of a cast's mnemonic.
pub(crate) fn cast_opcode(mnemonic: &str) -> Option<u64> {
    CASTS.iter().position(|cast| cast.llvm() == mnemonic).map(|place| place as u64)
}

const FLOAT_PREDICATES: [FCmpPredicate; 16] = [
    FCmpPredicate::False,
    FCmpPredicate::Oeq,
    FCmpPredicate::Ogt,
    FCmpPredicate::Oge,
    FCmpPredicate::Olt,
    FCmpPredicate::Ole,
    FCmpPredicate::One,
    FCmpPredicate::Ord,
    FCmpPredicate::Uno,
    FCmpPredicate::Ueq,
    FCmpPredicate::Ugt,
    FCmpPredicate::Uge,
    FCmpPredicate::Ult,
    FCmpPredicate::Ule,
    FCmpPredicate::Une,
    FCmpPredicate::True,
];

const INTEGER_PREDICATES: [ICmpPredicate; 10] = [
    ICmpPredicate::Eq,
    ICmpPredicate::Ne,
    ICmpPredicate::Ugt,
    ICmpPredicate::Uge,
    ICmpPredicate::Ult,
    ICmpPredicate::Ule,
    ICmpPredicate::Sgt,
    ICmpPredicate::Sge,
    ICmpPredicate::Slt,
    ICmpPredicate::Sle,
];

/// The number of the first predicate of integers; those of floats are from 0.
const FIRST_INTEGER_PREDICATE: u64 = 32;

/// The word of a comparison's predicate.
pub(crate) fn predicate(number: u64) -> Option<&'static str> {
    match number.checked_sub(FIRST_INTEGER_PREDICATE) {
        None => FLOAT_PREDICATES.get(number as usize).map(|predicate| predicate.llvm()),
        Some(place) => INTEGER_PREDICATES.get(usize::try_from(place).ok()?).map(|predicate| predicate.llvm()),
    }
}

/// The number of a predicate's word.
pub(crate) fn predicate_number(word: &str, is_float: bool) -> Option<u64> {
    match is_float {
        true => FLOAT_PREDICATES.iter().position(|predicate| predicate.llvm() == word).map(|place| place as u64),
        false => {
            let place = INTEGER_PREDICATES.iter().position(|predicate| predicate.llvm() == word)?;
            Some(FIRST_INTEGER_PREDICATE + place as u64)
        }
    }
}

/// Orderings by number.
pub(crate) const ORDERINGS: [AtomicOrdering; 7] = [
    AtomicOrdering::NotAtomic,
    AtomicOrdering::Unordered,
    AtomicOrdering::Monotonic,
    AtomicOrdering::Acquire,
    AtomicOrdering::Release,
    AtomicOrdering::AcqRel,
    AtomicOrdering::SeqCst,
];

/// The flags that an operation on integers may have, by bit.
pub(crate) fn integer_flag_words(mnemonic: &str) -> &'static [(u64, &'static str)] {
    match mnemonic {
        "add" | "sub" | "mul" | "shl" | "trunc" => &[(1, "nuw"), (2, "nsw")],
        "sdiv" | "udiv" | "lshr" | "ashr" => &[(1, "exact")],
        "or" => &[(1, "disjoint")],
        "zext" | "uitofp" => &[(1, "nneg")],
        _ => &[],
    }
}
