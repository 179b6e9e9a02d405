//! The preserved attributes: `irtrip.` attributes and operations that hold what the LLVM dialect cannot.
//!
//! **None outlives what it speaks of.** Each entry has a validity check, what the attribute was true of. Export checks the
//! validity check first; it drops an attribute that passes or people made false, with a warning that names it, and the
//! upstream form alone counts.
//!
//! A preserved attribute is there only where the upstream form alone would not round-trip to the LLVM IR. It is built from
//! builtin attributes, which every MLIR tool keeps. Encodings that several preserved attributes share:
//!
//! **A constant as an attribute.** `7 : i32`, `1.0 : f32`; `@f` is the address of a global; `{zero = T}`,
//! `{undef = T}`, `{poison = T}`; `{elements = [...], type = T}` is a struct, array or vector;
//! `{value = dense<...> or "bytes", type = T}` is what `llvm.mlir.constant` holds; `{op = "getelementptr",
//! operands = [...], type = T, ...}` is a constant expression with the attributes its operation has;
//! `{blockaddress = @f, block = N}` is the block with that `llvm.blocktag`; `{dso_local_equivalent = @f}`,
//! `{no_cfi = @f}`, `{ptrauth = [...], type = T}`. In metadata that was text with typed pointers, `pointees` in addition to these is
//! what the pointers in the type point to, as in `irtrip.pointees`.
//!
//! **A list of LLVM attributes.** An array: `"cold"` is a flag, `["key"]` and `["key", "value"]` are string
//! attributes, `{align = 8 : i64}`, `{sret = T}` and `{captures = "address"}` have a value: an integer, a type, or
//! what LLVM IR has between the brackets. A call's `{memory = ""}` says that it has none, though its operation does.
//!
//! **A struct's name.** One of digits alone is a number in LLVM IR; `%"0"` is named `'0'`.
//!
//! **Metadata.** A node is `N : index`, a node of the module's `irtrip.nodes`; a uniqued tuple whose operands are
//! no nodes may be written in place, `["branch_weights", 1 : i32, 99 : i32]`. An operand is a node, a string, `unit`
//! for `null`, or a constant. In `irtrip.nodes`, `[...]` is a uniqued tuple, `{distinct = [...]}` a distinct one,
//! `{node = "DILocation", fields = ["line", 7, ...]}` a specialised one, names and values by turns, with `distinct` if
//! it is; `elements = [...]` are the values of a `DIExpression` or `DIArgList`, which have no names. A value is a node,
//! a string, `unit` for `null`, an `i64` (wider where it must be), a bool, `{is = "DW_TAG_member"}` for a word,
//! `{constant = C}` for a constant, or `[...]` for a list of operands. A number among the nodes is that of the node
//! after it, where that is not the number before plus one. Nodes that an upstream attribute says are not in it:
//! `irtrip.completed` numbers those.
//!
//! **Tables of nodes.** Operations move between modules, so a reference says which module's nodes it means. Each of
//! `irtrip.nodes` and `irtrip.completed` has `{table = T : index}` before the nodes of a table, within which numbers are
//! those of its nodes. Everywhere else the last eight digits of `N : index` are `T`, and those before them the node's
//! number: `300000007 : index` is node 3 of table 7. `T` is a hash over all metadata of the module that was imported and
//! over the names of its symbols. A reference to a table or node that the module does not have is stale: export drops it
//! with a warning, and refuses a call whose metadata argument is gone.
//!
//! An upstream attribute may be that of several modules, and stand for another node in each: their `irtrip.completed`
//! complete it differently, or their texts both have a `distinct[0]<>`. So a function or variable with such attributes in it
//! has `irtrip.table`, and export tells the attributes of one table from those of another. Code that was inlined belongs to
//! the table of the function that it is from, by the scope of its locations.
//!
//! **To merge modules.** A function may be moved to another module as it is. What its module's attributes hold of it comes
//! along where the arrays of the one are appended to those of the other: `irtrip.nodes`, `irtrip.completed`,
//! `irtrip.named_metadata`, `irtrip.declarations`, `irtrip.attr_table`. Their order does not matter, nothing needs another
//! number, and what both have counts once. Where they are left out, export names what is gone. `llvm.module_asm` is such
//! an array, too, and `nocallback` of a function, which speaks of its module, is true no more. In Rust
//! `irtrip::dialect::preserved::append_module` does all of it for two modules of one context.
//!
//! A node is no attribute that is written where it is meant, since nodes refer to each
//! other in circles and MLIR's printers would write a node out at each mention; and it has no hash of its own, since a hash
//! of its content would tell no distinct node from its like, and would have to be made again for every node at each export.
//!
//! **For older releases of MLIR.** `irtrip import --mlir N` puts attributes that release N has not into
//! `irtrip.attr_table` of the module, each once, made of builtin attributes. `irtrip.attrs` of an operation, a parameter
//! or the module is a dictionary of those that it has by their places in the table, numbered as nodes are; `irtrip.location` and
//! `irtrip.argument_locations` among them are the location of the operation and those of the arguments of its block.
//! Where a pass has set one of these attributes since, or a location, that counts. An operation under `irtrip.in.`, as
//! `irtrip.in.llvm.call`, is the one of the name after it: release N would refuse it. Reading takes all of it back, so
//! that export and the other commands see none of it.
//!
//! **How loss is kept out.** The LLVM dialect has no place for many things of LLVM IR. The rule is general: translate, translate
//! back, compare, carry the difference. What a construct's upstream form has no room for is kept in addition to it.
//!
//! Where upstream's verifier would refuse the operation LLVM IR calls for, its fallback in the `irtrip` dialect stands for it
//! (`OpDef::fallback`); `import/src/bodies/legality.rs` is the one place that decides.
//!
//! The other way, LLVM IR has no word for `sym_visibility` and for discardable attributes of functions, variables and parameters. Export
//! names each. A trip keeps those that are words or none in string attributes, `"irtrip.mlir.sym_visibility"="private"`
//! (`export/src/dropped.rs`), and a module's own attributes as texts in module flags; it takes them back once they are imported. A module
//! in the module is left out and named. Operations of other dialects that are several of the LLVM dialect, as `gpu.launch_func`, come
//! back as these, and the trip says so.
//!
//! LLVM's writer shows in comments what is only in its memory: the module's identifier, and a block's predecessors in the order of
//! their uses. They round-trip as well: `irtrip.module_id`, `irtrip.predecessors`. Other comments do not.

mod append;
mod claims;
mod older_call;
mod structural_hash;
mod tail_calls;

pub use append::append_module;
pub use claims::{Claim, TAIL_CALL_KINDS, claims, is_claim, operations_with_preserved};
pub use irtrip_ir::diagnostic::StaleReason;
pub use older_call::{OlderCall, OlderIntrinsic};
pub use structural_hash::{add_structural_hashes, module_claims, module_structural_hash, structural_hash};

// The modules of the crates below, under the names that they have there.
use irtrip_ir::{attributes, body, context, names, types};
use irtrip_llvm_ir::{attr_table, attribute_set, enums, intrinsics};
use irtrip_ops::{ops, registry};

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::body::Module;
use crate::context::{Attr, Context, Str};
use crate::names::*;
use crate::ops::attr_constraints::{DECLARATIONS, DICTIONARY, INCOMING_ORDERS, LLVM_FUNCTION_TYPE, STRINGS};
use crate::ops::{SlotKind, global_values};
use irtrip_ops::preserved::forms::*;

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

/// What a preserved attribute was true of. Export checks it before it believes the attribute; see `irtrip_export`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValidityCheck {
    /// Nothing but its operation: it is true as long as the operation is there.
    Operation,
    /// Nothing: it changes names, numbers and orders in the text, and no meaning.
    Spelling,
    /// The structure of its function, as `irtrip.structural_hash` has it; [`claims`] says where.
    Function,
    /// The structure of all functions, and the symbols of the module.
    Module,
    /// The number of its block's arguments; what it claims of their values, the structure of its function.
    BlockArguments,
    /// The number of its block's predecessors.
    Predecessors,
    /// The number of its operation's arguments.
    Arguments,
    /// The number of its operation's operands, and their types.
    Operands,
    /// The attribute of the upstream form that it completes.
    Completed,
    /// The location of its operation.
    Location,
    /// The symbol that its operation names.
    Symbol,
    /// The linkage and visibility of its own symbol, and whether that is defined.
    Linkage,
    /// That what it numbers, or refers to by number, is there once in its function.
    Number,
}

impl ValidityCheck {
    /// The validity check in a few words, for docs/preserved-attributes.md.
    pub fn description(self) -> &'static str {
        match self {
            ValidityCheck::Operation => "its operation",
            ValidityCheck::Spelling => "no meaning",
            ValidityCheck::Function => "its function, by `irtrip.structural_hash`",
            ValidityCheck::Module => "the module, by `irtrip.structural_hash`",
            ValidityCheck::BlockArguments => "the number of arguments of its block; of flags, its function",
            ValidityCheck::Predecessors => "the number of predecessors of its block",
            ValidityCheck::Arguments => "the number of arguments",
            ValidityCheck::Operands => "number and types of its operands",
            ValidityCheck::Completed => "the attribute that it completes",
            ValidityCheck::Location => "its location",
            ValidityCheck::Symbol => "the symbol named",
            ValidityCheck::Linkage => "its linkage and visibility, and whether it is defined",
            ValidityCheck::Number => "a number that its function has once",
        }
    }
}

/// What becomes of a preserved attribute in a copy of its operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copies {
    /// It is as true there.
    Kept,
    /// It is believed in neither, unless the validity check shows which is the original.
    Dropped,
}

/// The dictionaries of a module's functions by symbol, with those of intrinsics that are declared as attributes. They are
/// gathered when one is first asked for.
pub struct FunctionAttributes<'a> {
    ctx: &'a Context,
    module: &'a Module,
    dictionaries: OnceLock<FxHashMap<Str, Attr>>,
}

impl<'a> FunctionAttributes<'a> {
    /// The attributes of a module's functions.
    pub fn new(ctx: &'a Context, module: &'a Module) -> FunctionAttributes<'a> {
        FunctionAttributes { ctx, module, dictionaries: OnceLock::new() }
    }

    /// The dictionary of a function.
    pub fn of(&self, symbol: Str) -> Option<Attr> {
        self.dictionaries.get_or_init(|| self.gather()).get(&symbol).copied()
    }

    fn gather(&self) -> FxHashMap<Str, Attr> {
        let (ctx, module) = (self.ctx, self.module);
        let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
        let functions = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC);
        let functions = functions.map(|op| module.body.attrs(op));
        let named = |attrs: Attr| Some((ctx.string_value(ctx.entry(attrs, SYM_NAME)?)?, attrs));
        declared.iter().copied().chain(functions).filter_map(named).collect()
    }
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
    /// What it was true of.
    pub validity: ValidityCheck,
    /// What becomes of it in a copy.
    pub copies: Copies,
    /// What attribute it is. The verifier asks for it, and for what is in it as far as [`forms`] has that.
    pub form: SlotKind,
    /// What it holds, for docs/preserved-attributes.md.
    pub holds: &'static str,
    /// What its absence means, for docs/preserved-attributes.md.
    pub absence: &'static str,
}

impl PreservedAttribute {
    /// What it is called in a sentence: `module id` for `irtrip.module_id`.
    pub fn title(&self) -> String {
        self.name.trim_start_matches("irtrip.").replace('_', " ")
    }
}

macro_rules! preserved_attributes {
    ($(
        $handle:ident $name:literal $on:tt $validity:ident $copies:ident $form:ident$(($($of:tt)*))?
        $holds:literal $absence:literal,
    )*) => {
        /// Every preserved attribute, by name.
        pub static PRESERVED_ATTRIBUTES: &[PreservedAttribute] = &[$(PreservedAttribute {
            handle: $handle,
            name: $name,
            on: &$on,
            validity: ValidityCheck::$validity,
            copies: Copies::$copies,
            form: SlotKind::$form$(($($of)*))?,
            holds: $holds,
            absence: $absence,
        }),*];
    };
}

use Holder::*;

/// The entry of an attribute's name; `None` for one that is not preserved.
pub fn preserved_attribute(key: Str) -> Option<&'static PreservedAttribute> {
    let place = key.index().checked_sub(IRTRIP_ADDRESS_SPACE.index())?;
    PRESERVED_ATTRIBUTES.get(place)
}

preserved_attributes! {
    IRTRIP_ADDRESS_SPACE "irtrip.address_space" [Entity, Instruction] Symbol Kept Int(32)
        "`i32`: a function's address space, or that of a call's callee, where it is not 0."
        "The address space of the callee, or 0.",
    IRTRIP_ARG_ATTRS "irtrip.arg_attrs" [Instruction] Arguments Kept Array
        "As `arg_attrs`, on an operation that has none: the attributes of an intrinsic call's arguments, by place in the LLVM call. Without it the pointer of `llvm.intr.matrix.column.major.load` and `.store` is aligned as an element."
        "The arguments have no attributes.",
    IRTRIP_ARGS "irtrip.args" [Instruction] Operands Kept Constrained(&ARGUMENTS)
        "The arguments of an intrinsic that `llvm.call_intrinsic` calls with metadata among them, as in `args` of `irtrip.call`."
        "The arguments are the operands.",
    IRTRIP_ATOM "irtrip.atom" [Instruction] Location Kept Constrained(&ATOM)
        "`array<i64>`: `atomGroup` and `atomRank` of the `DILocation` that the location stands for; 0 where it has none."
        "`atomGroup` and `atomRank` are 0.",
    IRTRIP_ATTRIBUTES "irtrip.attributes" [Entity, Instruction, Parameter] Completed Kept Constrained(&ATTRIBUTE_LIST)
        "A list of LLVM attributes that go with those the upstream form says, and yield to these; of a call's, `memory` counts in addition to the `memory_effects` that it goes with. A call of a constrained intrinsic without such a list is `strictfp`."
        "The attributes are those that the upstream form says.",
    IRTRIP_BITCODE_USE_LISTS "irtrip.bitcode_use_lists" [Module] Spelling Kept Unit
        "`unit`: the use-list orders are those of bitcode; text leaves them out, as `llvm-dis` does."
        "Text has the use-list orders that there are.",
    IRTRIP_BLOCK "irtrip.block" [Terminator] Number Dropped Int(64)
        "`i64`: the number of the block, which `irtrip.use_list_orders` or `irtrip.bundle_args` refer to."
        "Nothing refers to the block.",
    IRTRIP_BLOCK_NAME "irtrip.block_name" [Terminator] Spelling Kept Constrained(&NAME)
        "A string: the block's name, where MLIR's syntax has no room for it."
        "The name that MLIR has, or a number.",
    IRTRIP_BUNDLE_ARGS "irtrip.bundle_args" [Instruction] Operands Kept Constrained(&BUNDLE_ARGUMENTS)
        "An array of one array for each operand bundle of a call, where one has metadata or a label in it: an entry for each of its operands as `args` has them for arguments, `{label = N}` for the label of the block with that `irtrip.block`. `op_bundle_sizes` counts the values."
        "The bundles have the operands alone.",
    IRTRIP_CALLEE "irtrip.callee" [Instruction] Operands Kept Str
        "A string: the intrinsic's full name, where its types do not give it."
        "The name that the types give.",
    IRTRIP_CALLEE_TYPE "irtrip.callee_type" [Instruction] Operands Kept Constrained(&LLVM_FUNCTION_TYPE)
        "The function type a call is written with, where its callee is a variadic function of another type that takes the same arguments."
        "The type that the upstream form says.",
    IRTRIP_CCONV "irtrip.cconv" [Entity, Instruction] Completed Kept Int(32)
        "`i32`: the number of a calling convention the dialect has no name for."
        "The calling convention that the upstream form says.",
    IRTRIP_CODE_MODEL "irtrip.code_model" [Entity] Operation Kept Constrained(&CODE_MODEL)
        "A string: a variable's code model."
        "None.",
    IRTRIP_COMPLETED "irtrip.completed" [Module] Completed Kept Array
        "An array of `[attribute, node]`: an upstream metadata attribute stands for this very node. One that is not in `irtrip.nodes` is what its first attribute says; a third item holds fields that it says differently or not at all, `without` those it has not, and `distinct` where that is not as the attribute says. A location of a call stands for a distinct `DILocation`; `[location]` is one that no preserved refers to."
        "A new node for each attribute.",
    IRTRIP_DATA_LAYOUT "irtrip.data_layout" [Module] Spelling Kept Constrained(&STRINGS)
        "An array of two strings: the data layout of an older release, and the current one that it is written instead of."
        "The current data layout is written.",
    IRTRIP_DECLARATIONS "irtrip.declarations" [Module] Spelling Kept Constrained(&DECLARATIONS)
        "An array of dictionaries: the attributes an `llvm.func` would have, for each declared intrinsic that the upstream form has operations for and no declaration."
        "Intrinsics are declared after the functions, with the attributes that LLVM gives them.",
    IRTRIP_DEMANGLED "irtrip.demangled" [Module] Spelling Kept Unit
        "`unit`: functions and calls are preceded by comments with the demangled names of Rust's symbols, as rustc's writer makes them."
        "There are no such comments.",
    IRTRIP_DLL_STORAGE "irtrip.dll_storage" [Entity] Linkage Kept Str
        "`\"dllimport\"` or `\"dllexport\"`."
        "None.",
    IRTRIP_EDGE "irtrip.edge" [Terminator] Operation Kept Constrained(&INSTRUCTION_MARK)
        "`unit`: the block holds an edge apart. One without arguments is none in LLVM IR. A release: one since then, which has what a phi takes that was a constant expression in the text of an older release."
        "The block is written.",
    IRTRIP_ENTRY "irtrip.entry" [Entity] Spelling Kept Constrained(&NAME)
        "A string: the name of a function's entry block, which MLIR's syntax does not label."
        "A number.",
    IRTRIP_EXPORTER_DEFAULTS "irtrip.exporter_defaults" [Module] Operation Kept Unit
        "`unit`: what the module leaves open is as upstream's exporter has it: classes, structures, unions and enumerations of debug information, and subprograms with a body, are distinct nodes, and operations with one loop annotation share its node. Export says so of a module that was not LLVM IR; import never does."
        "What is left open is as LLVM IR had it.",
    IRTRIP_FLAGS "irtrip.flags" [Instruction] Operation Kept Constrained(&FLAG_WORDS)
        "An array of strings: words of the instruction's LLVM syntax that the operation has no attribute for, such as `samesign`, `swifterror`, `fast`."
        "The instruction has the flags that the upstream form says.",
    IRTRIP_INCOMING "irtrip.incoming" [Terminator] Predecessors Dropped Constrained(&INCOMING_ORDERS)
        "The order of a block's phis' incoming values, where it is not that of the edges (predecessors in block order, then by successor index): `array<i32>` of edge numbers for all its phis, or an array of one such for each phi."
        "The order of the edges.",
    IRTRIP_INITIALIZER "irtrip.initializer" [Entity] Completed Kept Constrained(&ENCODED_CONSTANT)
        "A constant: the initializer or aliasee, where neither a value nor operations say it."
        "The initializer that the upstream form says.",
    IRTRIP_INRANGE "irtrip.inrange" [Instruction] Operands Kept Constrained(&INRANGE)
        "`[lower, upper]`: a constant `getelementptr`'s `inrange`; up to LLVM 18 a number, the place of the index that is `inrange`."
        "The address may be any in its object.",
    IRTRIP_INSTRUCTION "irtrip.instruction" [Instruction] Spelling Kept Constrained(&INSTRUCTION_MARK)
        "`unit`: an instruction of constants, where the operation alone would be taken for a constant expression. A release: one since then, which was a constant expression in the text of an older release and is for those where its operands are constant."
        "Operands that are all constant make a constant expression.",
    IRTRIP_KNOWN_INTRINSIC "irtrip.known_intrinsic" [Entity] Spelling Kept Unit
        "`unit`: a function that is called like an intrinsic is one of the release whose text the module was: no comment says that it is unknown."
        "A comment says so.",
    IRTRIP_LOOP_ID "irtrip.loop_id" [Terminator] Number Dropped IndexInt
        "`index`: terminators of one number share one `!llvm.loop` node, that of `irtrip.nodes` where it is there; without it each has its own."
        "The loop has a node of its own.",
    IRTRIP_METADATA "irtrip.metadata" [Entity, Instruction] Function Kept Constrained(&ATTACHMENTS)
        "A dictionary from kind to node, of attachments the upstream form has no attribute for; `{all = [...]}` where a kind is attached more than once. `[attribute, node]` holds only as long as the operation still has that upstream attribute."
        "The attachments that the upstream form says.",
    IRTRIP_METADATA_KINDS "irtrip.metadata_kinds" [Module] Spelling Kept Constrained(&STRINGS)
        "An array of strings: metadata kinds LLVM does not know, in the order they are written, where there are two or more."
        "The order of the names.",
    IRTRIP_MODULE_ASM "irtrip.module_asm" [Module] Completed Kept Constrained(&ASSEMBLY_PARTS)
        "An array of dictionaries: the parts of `llvm.module_asm` that LLVM 23 has properties for; `lines`, how many strings a part has, and `target_features` and `target_cpu` where they are given."
        "The assembly has no properties.",
    IRTRIP_MODULE_ID "irtrip.module_id" [Module] Spelling Kept Str
        "A string: the module's identifier, which LLVM's writer shows in a comment."
        "There is no such comment.",
    IRTRIP_NAME "irtrip.name" [Instruction, Parameter] Spelling Kept Constrained(&NAME)
        "A string: the value's name, where MLIR's syntax has no room for it."
        "The name that MLIR has, or a number.",
    IRTRIP_NAMED_METADATA "irtrip.named_metadata" [Module] Spelling Kept Array
        "An array in LLVM IR's order: `[name, nodes...]`, or the name alone where upstream's form says the content."
        "What the upstream form says, in its order.",
    IRTRIP_NO_INDEX "irtrip.no_index" [Instruction] Operands Kept Unit
        "`unit`: a `getelementptr` without indices, for which upstream's syntax has no room; the operation has one, 0."
        "The index counts.",
    IRTRIP_NODES "irtrip.nodes" [Module] Spelling Kept Array
        "An array: the metadata nodes that preserved refer to, of each table after its `{table = T : index}`."
        "Nothing refers to a node.",
    IRTRIP_OLDER_ATTRIBUTES "irtrip.older_attributes" [Entity] Operation Kept Constrained(&DICTIONARY)
        "A dictionary of strings: attributes of the function in the text of an older release, which LLVM 22 lets go of for what it has on instructions. They are written for releases that have them, as long as all those instructions have it."
        "What the instructions say.",
    IRTRIP_OLDER_CALL "irtrip.older_call" [Instruction] Operation Kept Constrained(&DICTIONARY)
        "A dictionary: what the call of an older release's intrinsic had in addition, where the current one has another signature: `arg_attrs` of its arguments, `attributes` of the call, a list of LLVM attributes, `name` of its result; `tail`, as `irtrip.tail`; `align`, the alignment in place of which it had 0; `size` of a lifetime marker, which counts as long as the `alloca` is of the type `of`; `cast`, which of the casts of its `alloca` it took, in the function's order; `callee`, the intrinsic that it called, where several are one today; that, `type` and `immediates` of an intrinsic that is an instruction today: its name, its type and its last arguments; `entries`, those that it had of the instruction's attributes. It is written for that release alone."
        "What follows from the current call.",
    IRTRIP_OLDER_DECLARATIONS "irtrip.older_declarations" [Module] Spelling Kept Array
        "An array of dictionaries as in `irtrip.declarations`: the intrinsics that the text of an older release declares and that have another name or signature today, or are no functions any more; `irtrip.callee` is today's name. They are written for that release alone."
        "Intrinsics are declared after the functions, with the attributes that LLVM gives them.",
    IRTRIP_PARTITION "irtrip.partition" [Entity] Operation Kept Str
        "A string: the partition."
        "None.",
    IRTRIP_PERSONALITY "irtrip.personality" [Entity] Completed Kept Constrained(&ENCODED_CONSTANT)
        "A constant: the personality, where it is no plain function."
        "The personality that the upstream form says.",
    IRTRIP_PHIS "irtrip.phis" [Terminator] BlockArguments Dropped Constrained(&PHIS)
        "An array, one entry for each block argument: `unit`, or a dictionary of the phi's `irtrip.flags`, `irtrip.metadata`, `irtrip.name` and `irtrip.pointees`."
        "The phis have no flags and attachments.",
    IRTRIP_POINTEES "irtrip.pointees" [Entity, Instruction] Spelling Kept Array
        "What the pointers of a type point to in the text of an older release, whose pointers name that: those of a function's type, with its personality after the parameters, of a variable's, alias's or ifunc's; of what an `llvm.alloca` allocates or an `llvm.getelementptr` steps over, of the type of what a call calls, or of the result, with those of a cast constant or of a landing pad's clauses after. An entry for each pointer, in the order in which they are written: `unit` for `i8*`; what it points to; or `[type, entries...]`, with those of the pointers in that type. It is written for releases with such pointers."
        "What the uses agree on.",
    IRTRIP_POSITION "irtrip.position" [Entity] Spelling Kept Int(64)
        "`i64`, in `irtrip.declarations`: how many functions of the module stand before it."
        "After the functions.",
    IRTRIP_PREDECESSORS "irtrip.predecessors" [Entity] Spelling Kept DenseI32
        "`array<i32>`: the order in which LLVM's writer lists the predecessors of blocks in comments. For each block with another order its place in the region, then the numbers of its edges, as `irtrip.incoming` has them. It is left out where these are not the function's blocks and edges."
        "The order of the edges, last first.",
    IRTRIP_PREFIX "irtrip.prefix" [Entity] Operation Kept Constrained(&ENCODED_CONSTANT)
        "A constant: a function's prefix data."
        "None.",
    IRTRIP_PROLOGUE "irtrip.prologue" [Entity] Operation Kept Constrained(&ENCODED_CONSTANT)
        "A constant: a function's prologue data."
        "None.",
    IRTRIP_RECORD "irtrip.record" [Instruction] Number Dropped Int(64)
        "`i64`: the number of a debug record that stands elsewhere in LLVM IR; see `irtrip.records`."
        "The record stands where its operation does.",
    IRTRIP_RECORDS "irtrip.records" [Instruction, Terminator] Number Dropped Constrained(&RECORDS)
        "An array: the debug records before the instruction, where those that stand before it here are others. A number is an operation's `irtrip.record`; `{kind, args}` is a record that upstream's form has no operation for, its `args` as those of a call, but a value is `{value = N, type = T}` after the `irtrip.value` of its operation, or `{argument = N, type = T}`; its `function` is the name of the one it stands in. One that names a node which the module does not have is left out. On an `llvm.intr.dbg.value` of `poison`, the record that is written in place of it: upstream has no operation for it, and where it goes the variable has no value."
        "The records that stand before the operation; in place of an `llvm.intr.dbg.value`, itself.",
    IRTRIP_RELEASE "irtrip.release" [Module] Spelling Kept Str
        "A string: the release of LLVM whose text it was, the newest that its spellings leave, where that is another than LLVM 22. `irtrip export` writes for it, unless the module has what that release has not."
        "The module is written for LLVM 22.",
    IRTRIP_RES_ATTRS "irtrip.res_attrs" [Entity, Instruction] Completed Kept Array
        "As `res_attrs`, on an operation that has none, and on a function that returns `void`."
        "The result has no attributes.",
    IRTRIP_SANITIZE "irtrip.sanitize" [Entity] Operation Kept Constrained(&SANITIZERS)
        "An array of strings: a variable's `no_sanitize_address` and its kin."
        "None.",
    IRTRIP_SOURCE_FILENAME "irtrip.source_filename" [Module] Operation Kept Str
        "A string: `source_filename`; empty where there is none. A module without it was not LLVM IR before: `irtrip export` \
         supplies what upstream's exporter does, a name, flags of debug information, and constant addresses in bytes."
        "The module was not LLVM IR.",
    IRTRIP_SPLATS "irtrip.splats" [Instruction] Operands Kept DenseI32
        "`array<i32>`: which of a `getelementptr`'s indices are static and vectors of that number, counted from 0."
        "The indices are scalars.",
    IRTRIP_STANDS_FOR "irtrip.stands_for" [Instruction] Number Dropped Int(64)
        "`i64`: in a block that cannot be reached, `llvm.mlir.poison` in place of the value whose `irtrip.value` is this number, which is defined only further on."
        "`poison`.",
    IRTRIP_STRUCT_POINTEES "irtrip.struct_pointees" [Module] Spelling Kept Array
        "An array of `[type, entries...]`, one for each identified struct with pointers that name what they point to, with an entry for each of its pointers as in `irtrip.pointees`."
        "Pointers in structs are `i8*`.",
    IRTRIP_STRUCTURAL_HASH "irtrip.structural_hash" [Module, Entity] Operation Kept Int(64)
        "`i64`: a hash over the structure of a function as it was imported, or of the module: its symbol, blocks, and operations with operands, successors and callees; constants, debug records, attributes and types are left out. It is there where an attribute claims something of the function as a whole."
        "What the function has to validate is not believed.",
    IRTRIP_SUMMARY "irtrip.summary" [Module] Module Dropped Constrained(&SUMMARY)
        "An array: the entries of the module's ThinLTO summary, each `[word, value]`; a number among them is that of the entry after it, where that is not the number before plus one. A value is a number, a string, `N : index` for `^N`, `{is = \"external\"}` for a word, `{is = \"readonly\", of = N : index}` for words in front of a `^N`, `{range = [...]}` for what stands between square brackets, or `[...]` for what stands between round ones, of values and of `[field, value]`."
        "None.",
    IRTRIP_TABLE "irtrip.table" [Entity] Operation Kept IndexInt
        "`index`: the table of nodes that the upstream attributes of the operation, and of what is in it, belong to, where they have identities or are completed: the last eight digits are the table's number, and 1 stands before them where `irtrip.completed` completes one. See \"Tables of nodes\"."
        "The attributes belong to the module's first table that completes them.",
    IRTRIP_TAIL "irtrip.tail" [Instruction] Function Dropped Str
        "A string: `tail`, `musttail` or `notail` of a call whose operation has no attribute for it."
        "No kind of tail call.",
    IRTRIP_TLS_MODEL "irtrip.tls_model" [Entity] Operation Kept Str
        "A string: the thread-local model, where it is not the general one."
        "The general one.",
    IRTRIP_TYPE "irtrip.type" [Entity] Completed Kept Type
        "A type: the variable's, where upstream accepts no variable of it; `global_type` is `i8`."
        "The type that the upstream form says.",
    IRTRIP_TYPED_POINTERS "irtrip.typed_pointers" [Module] Spelling Kept Unit
        "`unit`: the pointers of the text named what they point to, in a release that writes either, LLVM 15 or 16. For that release the module is written so."
        "As the release writes them: LLVM 14 and older with what they point to.",
    IRTRIP_UNNAMED "irtrip.unnamed" [Entity] Spelling Kept Unit
        "`unit`: a number in LLVM IR; the symbol's name is made up."
        "The symbol has its name.",
    IRTRIP_USE_LIST_ORDERS "irtrip.use_list_orders" [Module, Entity] Function Dropped Constrained(&USE_LIST_ORDERS)
        "An array: the use-list orders that stand after the functions of the module, or at a function's end, each `[subject, array<i32>]` with the indexes. A subject is `{argument = N}`, `{value = N}` or `{label = N}` after the `irtrip.value` of its operation or the `irtrip.block` of its terminator, a block with its `function` where that is another, or a constant. One whose subject is gone is left out."
        "The order in which LLVM reads the uses.",
    IRTRIP_VALUE "irtrip.value" [Instruction, Parameter] Number Dropped Int(64)
        "`i64`: the number of a value that `irtrip.records`, `irtrip.use_list_orders` or an `irtrip.stands_for` refer to."
        "Nothing refers to the value.",
    IRTRIP_ZERO_INDICES "irtrip.zero_indices" [Module] Spelling Kept Array
        "An array of `[@symbol, array<i32>]`, with `unit` after them for functions' bodies, and `@user` for one function or variable that has others, where the pointers of the text name what they point to: the widths of the indices, all 0, with which the address of a symbol's first element, or one in it, is written."
        "All are as wide as a pointer, or `i32` where one is of a struct.",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_handles_agree_and_none_is_missing() {
        for preserved in PRESERVED_ATTRIBUTES {
            assert_eq!(KNOWN[preserved.handle.index()], preserved.name);
        }
        for preserved in PRESERVED_ATTRIBUTES {
            assert_eq!(preserved_attribute(preserved.handle).map(|row| row.name), Some(preserved.name));
        }
        let named = KNOWN.iter().filter(|n| n.starts_with("irtrip.")).count();
        assert_eq!(named, PRESERVED_ATTRIBUTES.len());
    }
}
