//! The preserved attributes: `irtrip.` attributes and operations that hold what the LLVM dialect cannot.
//!
//! A preserved attribute is there only where the upstream form alone would not give the LLVM IR back. It is built from builtin
//! attributes, which every MLIR tool keeps. Encodings that several preserved attributes share:
//!
//! **A constant as an attribute.** `7 : i32`, `1.0 : f32`; `@f` is the address of a global; `{zero = T}`,
//! `{undef = T}`, `{poison = T}`; `{elements = [...], type = T}` is a struct, array or vector;
//! `{value = dense<...> or "bytes", type = T}` is what `llvm.mlir.constant` holds; `{op = "getelementptr",
//! operands = [...], type = T, ...}` is a constant expression with the attributes its operation has;
//! `{blockaddress = @f, block = N}` is the block with that `llvm.blocktag`; `{dso_local_equivalent = @f}`,
//! `{no_cfi = @f}`, `{ptrauth = [...], type = T}`.
//!
//! **A list of LLVM attributes.** An array: `"cold"` is a flag, `["key"]` and `["key", "value"]` are string
//! attributes, `{align = 8 : i64}`, `{sret = T}` and `{captures = "address"}` have a value: an integer, a type, or
//! what LLVM IR has between the brackets. A call's `{memory = ""}` says that it has none, though its operation does.
//!
//! **A struct's name.** One of digits alone is a number in LLVM IR; `%"0"` is named `'0'`.
//!
//! **Metadata.** A node is `N : index`, a place in the module's `irtrip.nodes`; a uniqued tuple whose operands are
//! no nodes may stand as itself, `["branch_weights", 1 : i32, 99 : i32]`. An operand is a node, a string, `unit`
//! for `null`, or a constant. In `irtrip.nodes`, `[...]` is a uniqued tuple, `{distinct = [...]}` a distinct one,
//! `{node = "DILocation", fields = ["line", 7, ...]}` a specialised one, names and values by turns, with `distinct` if
//! it is; `elements = [...]` are the values of a `DIExpression` or `DIArgList`, which have no names. A value is a node,
//! a string, `unit` for `null`, an `i64` (wider where it must be), a bool, `{is = "DW_TAG_member"}` for a word,
//! `{constant = C}` for a constant, or `[...]` for a list of operands. A number among the nodes is that of the node
//! behind it, where that is not the number before plus one. Nodes that an upstream attribute says are not in it:
//! `irtrip.completed` numbers those.

use crate::context::Str;
use crate::names::*;

/// What a preserved attribute hangs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// The module.
    Module,
    /// A function, variable, alias or ifunc.
    Entity,
    /// An instruction.
    Instruction,
    /// A block's terminator, on the block's behalf.
    Terminator,
    /// The dictionary of an argument or result.
    Parameter,
}

/// One preserved attribute.
#[derive(Debug)]
pub struct PreservedAttribute {
    /// Its handle.
    pub handle: Str,
    /// Its name.
    pub name: &'static str,
    /// What it hangs on.
    pub on: &'static [Holder],
    /// What it holds, for docs/preserved-attributes.md.
    pub holds: &'static str,
}

macro_rules! preserved_attributes {
    ($($handle:ident $name:literal $on:tt $holds:literal,)*) => {
        /// Every preserved attribute attribute, by name.
        pub static PRESERVED_ATTRIBUTES: &[PreservedAttribute] = &[$(PreservedAttribute { handle: $handle, name: $name, on: &$on, holds: $holds }),*];
    };
}

use Holder::*;

preserved_attributes! {
    IRTRIP_ADDRESS_SPACE "irtrip.address_space" [Entity, Instruction]
        "`i32`: a function's address space, or that of a call's callee, where it is not 0.",
    IRTRIP_ARG_ATTRS "irtrip.arg_attrs" [Instruction]
        "As `arg_attrs`, on an operation that has none: the attributes of an intrinsic call's arguments, by place in the LLVM call. Without it the pointer of `llvm.intr.matrix.column.major.load` and `.store` is aligned as an element.",
    IRTRIP_ARGS "irtrip.args" [Instruction]
        "The arguments of an intrinsic that `llvm.call_intrinsic` calls with metadata among them, as in `args` of `irtrip.call`.",
    IRTRIP_ATOM "irtrip.atom" [Instruction]
        "`array<i64>`: `atomGroup` and `atomRank` of the `DILocation` that the location stands for; 0 where it has none.",
    IRTRIP_ATTRIBUTES "irtrip.attributes" [Entity, Instruction, Parameter]
        "A list of LLVM attributes that go with those the upstream form says. One that it says with another value counts instead. A call of a constrained intrinsic without such a list is `strictfp`.",
    IRTRIP_BLOCK "irtrip.block" [Terminator]
        "`i64`: the number of the block, which `irtrip.use_list_orders` or `irtrip.bundle_args` refer to.",
    IRTRIP_BLOCK_NAME "irtrip.block_name" [Terminator]
        "A string: the block's name, where MLIR's syntax has no room for it.",
    IRTRIP_BUNDLE_ARGS "irtrip.bundle_args" [Instruction]
        "An array of one array for each operand bundle of a call, where one has metadata or a label in it: an entry for each of its operands as `args` has them for arguments, `{label = N}` for the label of the block with that `irtrip.block`. `op_bundle_sizes` counts the values.",
    IRTRIP_CALLEE "irtrip.callee" [Instruction]
        "A string: the intrinsic's full name, where its types do not give it.",
    IRTRIP_CALLEE_TYPE "irtrip.callee_type" [Instruction]
        "The function type a call is written with, where its callee is a variadic function of another type that takes the same arguments.",
    IRTRIP_CCONV "irtrip.cconv" [Entity, Instruction]
        "`i32`: the number of a calling convention the dialect has no name for.",
    IRTRIP_CODE_MODEL "irtrip.code_model" [Entity]
        "A string: a variable's code model.",
    IRTRIP_COMPLETED "irtrip.completed" [Module]
        "An array of `[attribute, node]`: an upstream metadata attribute stands for this very node. One that is not in `irtrip.nodes` is what its first attribute says; a third item holds fields that it says differently or not at all, `without` those it has not, and `distinct` where that is not as the attribute says. A location of a call stands for a distinct `DILocation`; `[location]` is one that no preserved refers to.",
    IRTRIP_DECLARATIONS "irtrip.declarations" [Module]
        "An array of dictionaries: the attributes an `llvm.func` would have, for each declared intrinsic that the upstream form has operations for and no declaration.",
    IRTRIP_DEMANGLED "irtrip.demangled" [Module]
        "`unit`: functions and calls have comments in front of them with the demangled names of Rust's symbols, as rustc's writer makes them.",
    IRTRIP_DLL_STORAGE "irtrip.dll_storage" [Entity]
        "`\"dllimport\"` or `\"dllexport\"`.",
    IRTRIP_EDGE "irtrip.edge" [Terminator]
        "`unit`: the block holds an edge apart. One without arguments is none in LLVM IR.",
    IRTRIP_ENTRY "irtrip.entry" [Entity]
        "A string: the name of a function's entry block, which MLIR's syntax does not label.",
    IRTRIP_FLAGS "irtrip.flags" [Instruction]
        "An array of strings: words of the instruction's LLVM syntax that the operation has no attribute for, such as `samesign`, `swifterror`, `fast`.",
    IRTRIP_INCOMING "irtrip.incoming" [Terminator]
        "The order of a block's phis' incoming values, where it is not that of the edges (predecessors in block order, then by successor index): `array<i32>` of edge numbers for all its phis, or an array of one such for each phi.",
    IRTRIP_INITIALIZER "irtrip.initializer" [Entity]
        "A constant: the initializer or aliasee, where neither a value nor operations say it.",
    IRTRIP_INRANGE "irtrip.inrange" [Instruction]
        "`[lower, upper]`: a constant `getelementptr`'s `inrange`.",
    IRTRIP_INSTRUCTION "irtrip.instruction" [Instruction]
        "`unit`: an instruction of constants, where the operation alone would be taken for a constant expression.",
    IRTRIP_LOOP_ID "irtrip.loop_id" [Terminator]
        "`index`: terminators of one number share one `!llvm.loop` node, that of `irtrip.nodes` where it is there; without it each has its own.",
    IRTRIP_METADATA "irtrip.metadata" [Entity, Instruction]
        "A dictionary from kind to node, of attachments the upstream form has no attribute for; `{all = [...]}` where a kind is attached more than once. `[attribute, node]` holds only as long as the operation still has that upstream attribute.",
    IRTRIP_METADATA_KINDS "irtrip.metadata_kinds" [Module]
        "An array of strings: metadata kinds LLVM does not know, in the order they are written, where there are two or more.",
    IRTRIP_MODULE_ID "irtrip.module_id" [Module]
        "A string: the module's identifier, which LLVM's writer shows in a comment.",
    IRTRIP_NAME "irtrip.name" [Instruction, Parameter]
        "A string: the value's name, where MLIR's syntax has no room for it.",
    IRTRIP_NAMED_METADATA "irtrip.named_metadata" [Module]
        "An array in LLVM IR's order: `[name, nodes...]`, or the name alone where upstream's form says the content.",
    IRTRIP_NO_INDEX "irtrip.no_index" [Instruction]
        "`unit`: a `getelementptr` without indices, for which upstream's syntax has no room; the operation has one, 0.",
    IRTRIP_NODES "irtrip.nodes" [Module]
        "An array: the metadata nodes that preserved refer to.",
    IRTRIP_PARTITION "irtrip.partition" [Entity]
        "A string: the partition.",
    IRTRIP_PERSONALITY "irtrip.personality" [Entity]
        "A constant: the personality, where it is no plain function.",
    IRTRIP_PHIS "irtrip.phis" [Terminator]
        "An array, one entry for each block argument: `unit`, or a dictionary of the phi's `irtrip.flags`, `irtrip.metadata` and `irtrip.name`.",
    IRTRIP_POSITION "irtrip.position" [Entity]
        "`i64`, in `irtrip.declarations`: how many functions of the module stand before it.",
    IRTRIP_PREDECESSORS "irtrip.predecessors" [Entity]
        "`array<i32>`: the order in which LLVM's writer lists the predecessors of blocks in comments, where it is not that of their edges, last first. For each such block its place in the region, then the numbers of its edges, as `irtrip.incoming` has them.",
    IRTRIP_PREFIX "irtrip.prefix" [Entity]
        "A constant: a function's prefix data.",
    IRTRIP_PROLOGUE "irtrip.prologue" [Entity]
        "A constant: a function's prologue data.",
    IRTRIP_RECORD "irtrip.record" [Instruction]
        "`i64`: the number of a debug record that stands elsewhere in LLVM IR; see `irtrip.records`.",
    IRTRIP_RECORDS "irtrip.records" [Instruction, Terminator]
        "An array: the debug records in front of the instruction, where those that stand in front of it here are others. A number is an operation's `irtrip.record`; `{kind, args}` is a record that upstream's form has no operation for, its `args` as those of a call, but a value is `{value = N, type = T}` after the `irtrip.value` of its operation, or `{argument = N, type = T}`.",
    IRTRIP_RES_ATTRS "irtrip.res_attrs" [Entity, Instruction]
        "As `res_attrs`, on an operation that has none, and on a function that returns `void`.",
    IRTRIP_SANITIZE "irtrip.sanitize" [Entity]
        "An array of strings: a variable's `no_sanitize_address` and its kin.",
    IRTRIP_SOURCE_FILENAME "irtrip.source_filename" [Module]
        "A string: `source_filename`; empty where there is none. A module without it was not LLVM IR before: `irtrip export` \
         supplies what upstream's exporter does, a name, flags of debug information, and constant addresses in bytes.",
    IRTRIP_SPLATS "irtrip.splats" [Instruction]
        "`array<i32>`: which of a `getelementptr`'s indices are static and vectors of that number, counted from 0.",
    IRTRIP_STANDS_FOR "irtrip.stands_for" [Instruction]
        "`i64`: in a block that cannot be reached, `llvm.mlir.poison` in place of the value whose `irtrip.value` is this number, which is defined only further on.",
    IRTRIP_SUMMARY "irtrip.summary" [Module]
        "An array: the entries of the module's ThinLTO summary, each `[word, value]`; a number among them is that of the entry behind it, where that is not the number before plus one. A value is a number, a string, `N : index` for `^N`, `{is = \"external\"}` for a word, `{is = \"readonly\", of = N : index}` for words in front of a `^N`, `{range = [...]}` for what stands between square brackets, or `[...]` for what stands between round ones, of values and of `[field, value]`.",
    IRTRIP_SUPPLIED "irtrip.supplied" [Module]
        "`unit`: what the module leaves open is as upstream's exporter has it: classes, structures, unions and enumerations of debug information, and subprograms with a body, are distinct nodes, and operations with one loop annotation share its node. Export says so of a module that was not LLVM IR; import never does.",
    IRTRIP_TAIL "irtrip.tail" [Instruction]
        "A string: `tail`, `musttail` or `notail` of a call whose operation has no attribute for it.",
    IRTRIP_TLS_MODEL "irtrip.tls_model" [Entity]
        "A string: the thread-local model, where it is not the general one.",
    IRTRIP_TYPE "irtrip.type" [Entity]
        "A type: the variable's, where upstream takes no variable of it; `global_type` is `i8`.",
    IRTRIP_UNNAMED "irtrip.unnamed" [Entity]
        "`unit`: a number in LLVM IR; the symbol's name is made up.",
    IRTRIP_USE_LIST_ORDERS "irtrip.use_list_orders" [Module, Entity]
        "An array: the use-list orders that stand behind the functions of the module, or at a function's end, each `[subject, array<i32>]` with the indexes. A subject is `{argument = N}`, `{value = N}` or `{label = N}` after the `irtrip.value` of its operation or the `irtrip.block` of its terminator, a block with its `function` where that is another, or a constant. One whose subject is gone is left out.",
    IRTRIP_VALUE "irtrip.value" [Instruction, Parameter]
        "`i64`: the number of a value that `irtrip.records`, `irtrip.use_list_orders` or an `irtrip.stands_for` refer to.",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_handles_agree_and_none_is_missing() {
        for preserved in PRESERVED_ATTRIBUTES {
            assert_eq!(KNOWN[preserved.handle.index()], preserved.name);
        }
        let named = KNOWN.iter().filter(|n| n.starts_with("irtrip.")).count();
        assert_eq!(named, PRESERVED_ATTRIBUTES.len());
    }
}
