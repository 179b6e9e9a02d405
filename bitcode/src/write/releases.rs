//! What the records of each release have, from LLVM 5 on: codes, and how many operands.

use irtrip_dialect::release::Release;

use crate::codes::{constant, function};

/// What came with each release, the oldest first.
pub(super) type Since<T> = &'static [(Release, T)];

/// What a release has.
pub(super) fn of<T: Copy>(table: Since<T>, release: Release, oldest: T) -> T {
    table.iter().rev().find(|(since, _)| *since <= release).map_or(oldest, |(_, value)| *value)
}

/// How many operands the record of a variable has.
pub(super) const GLOBALVAR: Since<usize> =
    &[(Release::V6, 16), (Release::V9, 18), (Release::V15, 19), (Release::V18, 20)];
pub(super) const GLOBALVAR_OLDEST: usize = 15;

/// How many operands the record of a function has.
pub(super) const FUNCTION: Since<usize> = &[(Release::V6, 18), (Release::V8, 19), (Release::V9, 21)];
pub(super) const FUNCTION_OLDEST: usize = 17;

/// How many operands the record of an alias has.
pub(super) const ALIAS: Since<usize> = &[(Release::V6, 11), (Release::V9, 13)];
pub(super) const ALIAS_OLDEST: usize = 10;

/// How many operands the record of an ifunc has.
pub(super) const IFUNC: Since<usize> = &[(Release::V14, 10)];
pub(super) const IFUNC_OLDEST: usize = 7;

/// How many bits the numbers of abbreviations have in a FUNCTION block.
pub(super) const FUNCTION_WIDTH: Since<u32> = &[(Release::V22, 5)];
pub(super) const FUNCTION_WIDTH_OLDEST: u32 = 4;

/// How many operands a location has.
pub(super) const DEBUG_LOC: Since<usize> = &[(Release::V8, 5), (Release::V21, 7)];
pub(super) const DEBUG_LOC_OLDEST: usize = 4;

/// The record of inline assembly, which has `unwind` since LLVM 13 and its type since LLVM 14.
pub(super) const INLINE_ASM: Since<u32> =
    &[(Release::V13, constant::INLINEASM_OLD3), (Release::V14, constant::INLINEASM)];

/// The record of `atomicrmw`.
pub(super) const ATOMICRMW: Since<u32> = &[(Release::V13, function::INST_ATOMICRMW)];

/// Whether `atomicrmw` and `cmpxchg` have an alignment.
pub(super) const ATOMIC_ALIGNMENT: Since<bool> = &[(Release::V13, true)];

/// Whether `inrange` of a constant `getelementptr` is a range, and its flags are more than `inbounds`.
pub(super) const GEP_FLAGS: Since<bool> = &[(Release::V19, true)];

/// Whether there are pointers that do not say what they point to.
pub(super) const OPAQUE_POINTERS: Since<bool> = &[(Release::V13, true)];

/// Whether the summary of a function says of each call how it is made, as it does since it says which are tail calls.
pub(super) const TAIL_CALLS: Since<bool> = &[(Release::V18, true)];

/// Whether a summary has hashes of names in two halves.
pub(super) const GUID_IN_HALVES: Since<bool> = &[(Release::V20, true)];

/// Whether there is an abbreviation for pointers that say what they point to.
pub(super) const TYPED_POINTERS: Since<bool> = &[(Release::V17, false)];

/// Whether the table of types stands before the attributes, which may name types.
pub(super) const TYPES_FIRST: Since<bool> = &[(Release::V9, true)];

/// The version of the symbol table for linkers.
pub(super) const SYMTAB_VERSION: Since<u32> = &[(Release::V6, 1), (Release::V9, 2), (Release::V13, 3)];
pub(super) const SYMTAB_VERSION_OLDEST: u32 = 0;

/// Whether the symbol table for linkers has the libraries that a module depends on.
pub(super) const DEPENDENT_LIBRARIES: Since<bool> = &[(Release::V9, true)];

/// Whether the symbol table for linkers has the table of global offsets that code refers to and no IR names.
pub(super) const GLOBAL_OFFSET_TABLE: Since<bool> = &[(Release::V17, true)];

/// Whether global values have partitions.
pub(super) const PARTITIONS: Since<bool> = &[(Release::V9, true)];
