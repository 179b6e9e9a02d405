//! What the records of each release have, from LLVM 5 on: codes, and how many operands.

use irtrip_dialect::release::Release;

use crate::codes::{constant, function};

/// What came with each release, the oldest first.
pub(crate) type Since<T> = &'static [(Release, T)];

/// What a release has.
pub(crate) fn of<T: Copy>(table: Since<T>, release: Release, oldest: T) -> T {
    table.iter().rev().find(|(since, _)| *since <= release).map_or(oldest, |(_, value)| *value)
}

/// How many operands the record of a variable has.
pub(crate) const GLOBALVAR: Since<usize> =
    &[(Release::V6, 16), (Release::V9, 18), (Release::V15, 19), (Release::V18, 20)];
pub(crate) const GLOBALVAR_OLDEST: usize = 15;

/// How many operands the record of a function has.
pub(crate) const FUNCTION: Since<usize> = &[(Release::V6, 18), (Release::V8, 19), (Release::V9, 21)];
pub(crate) const FUNCTION_OLDEST: usize = 17;

/// How many operands the record of an alias has.
pub(crate) const ALIAS: Since<usize> = &[(Release::V6, 11), (Release::V9, 13)];
pub(crate) const ALIAS_OLDEST: usize = 10;

/// How many operands the record of an ifunc has.
pub(crate) const IFUNC: Since<usize> = &[(Release::V14, 10)];
pub(crate) const IFUNC_OLDEST: usize = 7;

/// How many bits the numbers of abbreviations have in a FUNCTION block.
pub(crate) const FUNCTION_WIDTH: Since<u32> = &[(Release::V22, 5)];
pub(crate) const FUNCTION_WIDTH_OLDEST: u32 = 4;

/// How many operands a location has.
pub(crate) const DEBUG_LOC: Since<usize> = &[(Release::V8, 5), (Release::V21, 7)];
pub(crate) const DEBUG_LOC_OLDEST: usize = 4;

/// The record of inline assembly, which has `unwind` since LLVM 13 and its type since LLVM 14.
pub(crate) const INLINE_ASM: Since<u32> =
    &[(Release::V13, constant::INLINEASM_OLD3), (Release::V14, constant::INLINEASM)];

/// The record of `atomicrmw`.
pub(crate) const ATOMICRMW: Since<u32> = &[(Release::V13, function::INST_ATOMICRMW)];

/// Whether `atomicrmw` and `cmpxchg` have an alignment.
pub(crate) const ATOMIC_ALIGNMENT: Since<bool> = &[(Release::V13, true)];

/// Whether `inrange` of a constant `getelementptr` is a range, and its flags are more than `inbounds`.
pub(crate) const GEP_FLAGS: Since<bool> = &[(Release::V19, true)];

/// Whether there are pointers that do not say what they point to.
pub(crate) const OPAQUE_POINTERS: Since<bool> = &[(Release::V13, true)];

/// Whether the summary of a function says of each call how it is made, as it does since it says which are tail calls.
pub(crate) const TAIL_CALLS: Since<bool> = &[(Release::V18, true)];

/// Whether a summary has hashes of names in two halves.
pub(crate) const GUID_IN_HALVES: Since<bool> = &[(Release::V20, true)];

/// Whether there is an abbreviation for pointers that say what they point to.
pub(crate) const TYPED_POINTERS: Since<bool> = &[(Release::V17, false)];

/// Whether the table of types stands before the attributes, which may name types.
pub(crate) const TYPES_FIRST: Since<bool> = &[(Release::V9, true)];

/// The version of the symbol table for linkers.
pub(crate) const SYMTAB_VERSION: Since<u32> = &[(Release::V6, 1), (Release::V9, 2), (Release::V13, 3)];
pub(crate) const SYMTAB_VERSION_OLDEST: u32 = 0;

/// Whether the symbol table for linkers has the libraries that a module depends on.
pub(crate) const DEPENDENT_LIBRARIES: Since<bool> = &[(Release::V9, true)];

/// Whether the symbol table for linkers has the table of global offsets that code refers to and no IR names.
pub(crate) const GLOBAL_OFFSET_TABLE: Since<bool> = &[(Release::V17, true)];

/// Whether global values have partitions.
pub(crate) const PARTITIONS: Since<bool> = &[(Release::V9, true)];

/// The version of summaries, where it is known.
pub(crate) const SUMMARY_VERSION: Since<Option<u64>> = &[
    (Release::V13, Some(9)),
    (Release::V19, Some(10)),
    (Release::V20, Some(11)),
    (Release::V22, Some(12)),
    (Release::V23, Some(14)),
];

/// Whether a summary has the count of blocks where that is zero.
pub(crate) const BLOCK_COUNT_OF_ZERO: Since<bool> = &[(Release::V18, false)];
