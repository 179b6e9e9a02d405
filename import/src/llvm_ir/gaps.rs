//! What the crate llvm-ir cannot hold. This list is the one place: the importer reports by it, the second opinion
//! leaves out by it, and docs/llvm-ir.md shows it.

use std::collections::BTreeMap;

/// Something that LLVM IR says and the crate's data structures have no place for.
#[derive(PartialEq, Eq, Debug)]
pub struct Gap {
    /// A word for it.
    pub name: &'static str,
    /// What is missing, as a message shows it.
    pub what: &'static str,
    /// How the import is touched.
    pub effect: Effect,
}

/// How a gap touches an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The crate does not tell whether it was there; these attributes of these operations are missing (`*` is any
    /// operation), and all else is right.
    Silent(&'static [(&'static str, &'static str)]),
    /// The crate shows that it was there. The text says what is in its place.
    Shown(&'static str),
    /// The crate panics; the import is an error.
    Panic,
}

macro_rules! gaps {
    ($($name:ident = $word:literal, $what:literal, $effect:expr;)*) => {
        $(
            #[doc = concat!("What is missing: ", $what, ".")]
            pub static $name: Gap = Gap { name: $word, what: $what, effect: $effect };
        )*

        /// Every gap.
        pub static GAPS: &[&Gap] = &[$(&$name),*];
    };
}

use Effect::{Panic, Shown, Silent};

gaps! {
    FAST_MATH = "fast-math", "fast-math flags",
        Silent(&[("*", "fastmathFlags"), ("*", "irtrip.phis"), ("*", "irtrip.flags")]);
    CAST_FLAGS = "cast-flags", "`nneg` of conversions, `nuw` and `nsw` of `trunc`",
        Silent(&[("*", "nonNeg"), ("llvm.trunc", "overflowFlags")]);
    DISJOINT = "disjoint", "`disjoint` of `or`", Silent(&[("llvm.or", "isDisjoint")]);
    GEP_FLAGS = "getelementptr-flags", "`nusw` and `nuw` of `getelementptr`", Silent(&[("llvm.getelementptr", "noWrapFlags")]);
    TAIL_KIND = "tail-kind", "`musttail`, which is `tail`, and `notail`",
        Silent(&[("llvm.call", "TailCallKind"), ("*", "irtrip.tail")]);
    METADATA = "metadata", "metadata, and with it debug info, module flags, profile and alias information",
        Silent(&[
            ("*", "access_groups"), ("*", "alias_scopes"), ("*", "noalias_scopes"), ("*", "tbaa"), ("*", "dbg_exprs"),
            ("*", "loop_annotation"), ("*", "branch_weights"), ("*", "function_entry_count"), ("*", "dereferenceable"),
            ("*", "invariant"), ("*", "invariantGroup"), ("*", "nontemporal"), ("*", "llvm.mmra"), ("*", "irtrip.atom"),
            ("*", "irtrip.completed"), ("*", "irtrip.records"), ("*", "irtrip.record"), ("*", "irtrip.value"),
            ("*", "irtrip.block"), ("*", "irtrip.loop_id"), ("*", "irtrip.metadata"),
            ("*", "vec_type_hint"), ("*", "work_group_size_hint"), ("*", "reqd_work_group_size"),
            ("*", "intel_reqd_sub_group_size"),
        ]);
    OTHER_ATTRIBUTES = "other-attributes", "attributes that the crate does not name, and the kind of `uwtable`", Silent(&[]);
    DECLARATION_ATTRIBUTES = "declaration-attributes", "function attributes, section, prefix and personality of declarations",
        Silent(&[]);
    FUNCTION_PLACE = "function-place", "`dso_local`, `unnamed_addr` of functions, address spaces of functions and calls, partitions",
        Silent(&[("*", "dso_local"), ("llvm.func", "unnamed_addr"), ("*", "irtrip.address_space"),
            ("*", "irtrip.partition"), ("*", "irtrip.code_model"), ("*", "irtrip.sanitize")]);
    FUNCTION_DATA = "function-data", "prefix and prologue data of functions",
        Silent(&[("llvm.func", "irtrip.prefix"), ("llvm.func", "irtrip.prologue")]);
    COMDAT = "comdat", "the names of comdats, and with them the comdats of globals", Silent(&[("*", "comdat")]);
    VARIABLES = "variables", "`externally_initialized`, and attributes of variables",
        Silent(&[("llvm.mlir.global", "externally_initialized"), ("llvm.mlir.global", "irtrip.attributes"),
            ("llvm.mlir.global", "target_specific_attrs")]);
    VALUE_TYPES = "value-types", "the types of aliases, ifuncs and declared variables that no constant mentions",
        Silent(&[("llvm.mlir.alias", "alias_type"), ("llvm.mlir.ifunc", "i_func_type")]);
    SYNC_SCOPES = "sync-scopes", "synchronization scopes other than `singlethread`", Silent(&[("*", "syncscope")]);
    ATOMIC_ALIGNMENT = "atomic-alignment", "the alignments of `cmpxchg` and `atomicrmw`",
        Silent(&[("llvm.cmpxchg", "alignment"), ("llvm.atomicrmw", "alignment"),
            ("irtrip.cmpxchg", "alignment"), ("irtrip.atomicrmw", "alignment")]);
    ALLOCA_FLAGS = "alloca-flags", "`inalloca` and `swifterror` of `alloca`", Silent(&[("llvm.alloca", "inalloca")]);
    USE_LISTS = "use-lists", "orders of use lists", Silent(&[("*", "irtrip.use_list_orders")]);
    BUNDLES = "operand-bundles", "operand bundles", Silent(&[("*", "op_bundle_sizes"), ("*", "op_bundle_tags"), ("*", "irtrip.bundle_args")]);
    INLINE_ASM = "inline-assembly", "the text, constraints and flags of inline assembly", Shown("assembly without text");
    CLAUSES = "landingpad-clauses", "the clauses of `landingpad`", Shown("a landing pad without clauses");
    METADATA_OPERANDS = "metadata-operands", "metadata among the arguments of a call", Shown("an empty string of metadata");
    WIDE_INTEGERS = "wide-integers", "integers of more than 64 bits", Shown("their lowest 64 bits");
    OTHER_FLOATS = "other-floats", "the values of floats other than `float` and `double`", Shown("poison");
    NAN_PAYLOADS = "nan-payloads", "whether a NaN of `float` is signaling", Shown("a quiet NaN");
    BLOCK_ADDRESSES = "block-addresses", "the function and block of `blockaddress`", Shown("poison");
    GEP_CONSTANTS = "getelementptr-constants", "the element type of constant `getelementptr`", Shown("poison");
    CONSTANT_FLAGS = "constant-flags", "flags of constant expressions", Silent(&[]);
    CALLBR = "callbr", "the labels of `callbr`", Shown("an error");
    TARGET_TYPES = "target-types", "what a target extension type is", Shown("an error");
    STRUCT_NAMES = "struct-names", "the names of the structs of constants, where no place says them", Shown("a literal struct");
    WIDE_ALIGNMENTS = "wide-alignments", "alignments of 2^32", Shown("none");
    ADDRESS_SPACES = "address-spaces", "address spaces of functions, calls and `alloca` other than the data layout's", Shown("an error");
    UNNAMED = "unnamed", "globals and functions without a name, and structs with a number for a name", Shown("an error, or a literal struct");
    OTHER_CONSTANTS = "other-constants",
        "`dso_local_equivalent`, `no_cfi`, and constant expressions with `shufflevector`", Panic;
    OTHER_UPDATES = "other-updates", "operations of `atomicrmw` and calling conventions newer than LLVM 19", Panic;
    NAMES = "names", "names and strings that are no UTF-8", Panic;
    ASSERTIONS = "assertions", "what the crate asserts does not happen: wide data layouts, masks of scalable shuffles", Panic;
}

/// A gap that an import met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// What the crate cannot hold.
    pub gap: &'static Gap,
    /// The function it was met in; none for the module.
    pub function: Option<String>,
    /// At how many places it was, or, if it is [`Effect::Silent`], may have been.
    pub places: usize,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let gap = self.gap;
        write!(f, "{}", gap.what)?;
        match gap.effect {
            Effect::Silent(_) => write!(f, ", if there are any")?,
            Effect::Shown(_) | Effect::Panic => {}
        }
        match (&self.function, self.places) {
            (Some(function), 1) => write!(f, " (1 place in @{function})"),
            (Some(function), places) => write!(f, " ({places} places in @{function})"),
            (None, 1) => Ok(()),
            (None, places) => write!(f, " ({places} places)"),
        }
    }
}

/// The gaps an import meets, counted.
#[derive(Default)]
pub(crate) struct Losses {
    /// By function and gap. Gaps the crate does not show are counted for the module as a whole.
    met: BTreeMap<(Option<String>, &'static str), usize>,
}

impl Losses {
    /// Counts a gap.
    pub fn meet(&mut self, gap: &'static Gap, function: Option<&str>) {
        let function = match gap.effect {
            Effect::Silent(_) => None,
            Effect::Shown(_) | Effect::Panic => function.map(str::to_owned),
        };
        *self.met.entry((function, gap.name)).or_default() += 1;
    }

    /// What was met: the module's, then function by function.
    pub fn finish(self) -> Vec<Loss> {
        let loss = |((function, name), places): ((Option<String>, &'static str), usize)| {
            let gap = GAPS.iter().find(|gap| gap.name == name)?;
            Some(Loss { gap, function, places })
        };
        self.met.into_iter().filter_map(loss).collect()
    }
}
