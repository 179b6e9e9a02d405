//! What MLIR text of older releases spells otherwise: names of operations, and forms that leave more to the reader.
//!
//! Readers come to a form of another release only where the current cannot be read, so that current text costs nothing.
//! Pointers had a pointee up to MLIR 16, which took the place of the types that loads, stores and `llvm.getelementptr`
//! spell today.

use super::{FormatElement, Place};
use crate::attr_table::AttrKind;
use crate::context::Str;
use crate::enums::{FastmathFlags, GepNoWrapFlags};
use crate::names;
use crate::release::{Release, Releases};

/// The first release of MLIR whose dictionaries have no inherent attributes: forms name these by clauses of their own
/// ([`OpDef::clauses`](super::OpDef::clauses)).
pub const STRICT_PROPERTIES: Release = Release::NEXT;

/// The first release of MLIR whose attributes of enumerations are `#gpu.dim<x>`, where the model's are `#gpu<dim x>`.
pub const WORDS_IN_BRACKETS: Release = Release::NEXT;

/// A name that an operation has in older releases.
#[derive(Clone, Copy, Debug)]
pub struct OlderName {
    /// The name, with its dialect's.
    pub name: &'static str,
    /// The releases that have it.
    pub releases: Releases,
    /// What of the operation was called so.
    pub of: OlderPart,
}

/// What of an operation an older name was for.
#[derive(Clone, Copy, Debug)]
pub enum OlderPart {
    /// All that it is.
    All,
    /// Where its result is a pointer.
    PointerResult,
    /// Where its first operand is a pointer in an address space.
    Space(u32),
}

impl OlderName {
    /// A name that releases before one have for all that the operation is.
    pub const fn until(name: &'static str, until: Release) -> OlderName {
        OlderName { name, releases: Releases::ALL.until(until), of: OlderPart::All }
    }

    /// The same for a part of what the operation is.
    pub const fn of(self, of: OlderPart) -> OlderName {
        OlderName { of, ..self }
    }

    /// The same of the releases from one on.
    pub const fn since(self, since: Release) -> OlderName {
        OlderName { releases: self.releases.since(since), ..self }
    }
}

/// A form that an operation has in other releases.
#[derive(Clone, Copy, Debug)]
pub struct OtherForm {
    /// The releases that have it.
    pub releases: Releases,
    /// Whether the form starts like the current, up to the attribute dictionary; the elements are what follows it.
    pub after_attr_dict: bool,
    /// What the form is made of.
    pub elements: &'static [FormatElement],
    /// What the form does not spell.
    pub derived: &'static [(Derived, DerivedFrom)],
}

/// What follows from the rest of a form.
#[derive(Clone, Copy, Debug)]
pub enum Derived {
    /// The type of an operand or a result.
    Type(Place),
    /// A type that is the attribute of a name.
    Attr(&'static str),
    /// An operand after those of the form: `none` of a type.
    LastOperand,
}

/// What the rest of a form says of it.
#[derive(Clone, Copy, Debug)]
pub enum DerivedFrom {
    /// What the pointer points to whose type is the first in the form.
    Pointee,
    /// It is the type of the value, a pointer; `!llvm.ptr` where the value is defined further down.
    Pointer,
    /// It is `i1`.
    I1,
    /// It is `i32`.
    I32,
    /// It is `!llvm.token`.
    Token,
    /// What is in the vector whose type follows, at the place that the attribute of a name says.
    ElementAt(&'static str),
    /// `#llvm.zero` for each item of the attribute of a name.
    ZeroOfEach(&'static str),
}

/// A class of lists of numbers, before there was `array<i32: ...>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OlderList {
    /// `dense<[1, 2]> : vector<2xi32>`
    Elements,
    /// `[1 : i32, 2 : i32]`
    Array,
    /// The same of sizes, of which one that an operand says was -1.
    Sizes,
    /// `["parallel"]`, of attributes of an enumeration: its dialect, and its mnemonic.
    Words(&'static str, &'static str),
}

/// What the value of an attribute was that older releases call otherwise.
#[derive(Clone, Copy, Debug)]
pub enum FormerValue {
    /// The same, of this kind.
    Same(AttrKind),
    /// One item, of this kind, of the list that it is today.
    Item(AttrKind),
    /// `true` for these flags, and `false` for none.
    Flags(FastmathFlags),
    /// A unit attribute for these flags.
    Unit(GepNoWrapFlags),
}

/// An attribute of one operation that older releases call otherwise.
#[derive(Clone, Copy, Debug)]
pub struct RenamedAttribute {
    /// Its name.
    pub name: Str,
    /// Its name before.
    pub older_name: &'static str,
    /// What its value was.
    pub was: FormerValue,
    /// The releases that have it so.
    pub releases: Releases,
}

/// An attribute of accesses or branches that was symbols of metadata up to MLIR 16.
#[derive(Clone, Copy, Debug)]
pub struct SymbolAttribute {
    /// Its name.
    pub name: Str,
    /// Its name before.
    pub older_name: Str,
    /// Whether it was a dictionary, of options of a loop; an array otherwise.
    pub is_loop: bool,
}

/// Those attributes.
pub const SYMBOL_METADATA: &[SymbolAttribute] = &[
    SymbolAttribute { name: names::ACCESS_GROUPS, older_name: names::ACCESS_GROUPS, is_loop: false },
    SymbolAttribute { name: names::ALIAS_SCOPES, older_name: names::ALIAS_SCOPES, is_loop: false },
    SymbolAttribute { name: names::NOALIAS_SCOPES, older_name: names::NOALIAS_SCOPES, is_loop: false },
    SymbolAttribute { name: names::TBAA, older_name: names::LLVM_TBAA, is_loop: false },
    SymbolAttribute { name: names::TBAA, older_name: names::TBAA, is_loop: false },
    SymbolAttribute { name: names::LOOP_ANNOTATION, older_name: names::LLVM_LOOP, is_loop: true },
];

/// An attribute that older releases call otherwise or hold in another class.
#[derive(Clone, Copy, Debug)]
pub struct OlderAttribute {
    /// Its name.
    pub name: Str,
    /// The operation that has it so; any without.
    pub operation: Option<&'static str>,
    /// Another name of it, and the releases that have it.
    pub other_name: Option<(&'static str, Releases)>,
    /// What it was, and the first release that has it as it is today.
    pub older_list: Option<(OlderList, Release)>,
}

/// A terminator that older releases have in place of the current.
#[derive(Clone, Copy, Debug)]
pub struct OlderTerminator {
    /// The operation whose regions end with it; `None` for one that is there without operands.
    pub of: Option<&'static str>,
    /// The name of the current; `None` where the regions need none.
    pub name: Option<&'static str>,
    /// Its name before.
    pub older_name: &'static str,
    /// The releases that have that.
    pub releases: Releases,
}

/// Those terminators: of a loop without reductions, of modules for a GPU, and of what runs on one lane.
pub const OLDER_TERMINATORS: &[OlderTerminator] = &[
    OlderTerminator {
        of: None,
        name: Some("scf.reduce"),
        older_name: "scf.yield",
        releases: Releases::ALL.until(Release::V18),
    },
    OlderTerminator {
        of: Some("gpu.module"),
        name: None,
        older_name: "gpu.module_end",
        releases: Releases::ALL.until(Release::V20),
    },
    OlderTerminator {
        of: Some("gpu.warp_execute_on_lane_0"),
        name: Some("gpu.yield"),
        older_name: "vector.yield",
        releases: Releases::ALL.until(Release::V20),
    },
];

/// Operations that were of another dialect: their names before, and the current.
pub(crate) const MOVED_OPERATIONS: &[(&str, &str)] = &[("vector.warp_execute_on_lane_0", "gpu.warp_execute_on_lane_0")];

/// Operations that have no result in older releases, and since then that of the first operand's type, which it is equal to.
pub const WITHOUT_RESULT: &[(&str, Releases)] = &[("memref.assume_alignment", Releases::ALL.until(Release::V21))];

/// Groups of operands that an operation has since a release. In text of older ones, what counts the operands of each group counts
/// none for them.
#[derive(Clone, Copy, Debug)]
pub struct LaterOperands {
    /// The name of the operation.
    pub operation: &'static str,
    /// The names of the groups.
    pub groups: &'static [&'static str],
    /// The first release that has them.
    pub since: Release,
}

/// Those groups.
pub const LATER_OPERANDS: &[LaterOperands] = &[
    LaterOperands { operation: "bufferization.alloc_tensor", groups: &["size_hint"], since: Release::V16 },
    LaterOperands {
        operation: "gpu.launch",
        groups: &["clusterSizeX", "clusterSizeY", "clusterSizeZ"],
        since: Release::V19,
    },
    LaterOperands {
        operation: "gpu.launch_func",
        groups: &["clusterSizeX", "clusterSizeY", "clusterSizeZ", "asyncObject"],
        since: Release::V19,
    },
];

/// Operations whose operands no attribute counts in older releases: maps count those of the first groups, and the rest are the last
/// group's.
pub const COUNTED_BY_MAPS: &[(&str, [Str; 2], Releases)] =
    &[("affine.for", [names::LOWER_BOUND_MAP, names::UPPER_BOUND_MAP], Releases::ALL.until(Release::V19))];

/// Operations whose custom form in older releases leaves attributes out without a word, and what it writes even so.
pub const WITHOUT_DICTIONARY: &[(&str, &[&str], Releases)] = &[
    ("llvm.fence", &["ordering", "syncscope"], Releases::ALL.until(Release::V17)),
    ("vector.reduction", &["kind"], Releases::ALL.until(Release::V17)),
];

/// Attributes that readers of an operation's custom form set where the text has none, to their default, and readers of the generic
/// form leave out in some releases: the operation's name, the attribute's, and the first release whose operation has it.
pub const SET_BY_CUSTOM_FORM: &[(&str, Str, Release)] = &[
    ("llvm.func", names::CCONV, Release::V15),
    ("llvm.func", names::LINKAGE, Release::V15),
    ("llvm.func", names::UNNAMED_ADDR, Release::V19),
    ("llvm.mlir.global", names::ADDR_SPACE, Release::V15),
    ("llvm.mlir.global", names::UNNAMED_ADDR, Release::V15),
];

/// Attributes of functions up to MLIR 21 that are LLVM attributes with a value of `true` or `false`, and no more today:
/// their names, and those of the LLVM attributes.
pub const FORMER_FUNCTION_ATTRIBUTES: &[(&str, &str)] =
    &[("approx_func_fp_math", "approx-func-fp-math"), ("unsafe_fp_math", "unsafe-fp-math")];

impl OlderAttribute {
    /// The row of an attribute of an operation.
    pub fn of(operation: Option<&str>, name: Str) -> Option<&'static OlderAttribute> {
        OLDER_ATTRIBUTES.iter().find(|row| row.name == name && row.operation.is_none_or(|of| operation == Some(of)))
    }

    const fn of_any(
        name: Str,
        other_name: Option<(&'static str, Releases)>,
        list: OlderList,
        since: Release,
    ) -> OlderAttribute {
        OlderAttribute { name, operation: None, other_name, older_list: Some((list, since)) }
    }

    const fn renamed(operation: &'static str, name: Str, older: &'static str, since: Release) -> OlderAttribute {
        OlderAttribute {
            name,
            operation: Some(operation),
            other_name: Some((older, Releases::ALL.until(since))),
            older_list: None,
        }
    }

    const fn renamed_later(operation: &'static str, name: Str, later: &'static str, since: Release) -> OlderAttribute {
        let other_name = Some((later, Releases::ALL.since(since)));
        OlderAttribute { name, operation: Some(operation), other_name, older_list: None }
    }

    const fn list(operation: &'static str, name: Str, list: OlderList, since: Release) -> OlderAttribute {
        OlderAttribute { name, operation: Some(operation), other_name: None, older_list: Some((list, since)) }
    }

    /// A list of attributes that had another name while it was one.
    const fn renamed_list(operation: &'static str, name: Str, older: &'static str, since: Release) -> OlderAttribute {
        let other_name = Some((older, Releases::ALL.until(since)));
        OlderAttribute { name, operation: Some(operation), other_name, older_list: Some((OlderList::Array, since)) }
    }
}

/// Those attributes: the rows of one operation come before those of any.
pub const OLDER_ATTRIBUTES: &[OlderAttribute] = &[
    OlderAttribute::renamed("affine.for", names::LOWER_BOUND_MAP, "lower_bound", Release::V19),
    OlderAttribute::renamed("affine.for", names::UPPER_BOUND_MAP, "upper_bound", Release::V19),
    OlderAttribute::renamed_later("gpu.func", names::GPU_KERNEL, "kernel", Release::NEXT),
    OlderAttribute::list("vector.constant_mask", names::MASK_DIM_SIZES, OlderList::Array, Release::V20),
    OlderAttribute::list(
        "vector.contract",
        names::ITERATOR_TYPES,
        OlderList::Words("vector", "iterator_type"),
        Release::V16,
    ),
    OlderAttribute::renamed_list("vector.extract", names::STATIC_POSITION, "position", Release::V18),
    OlderAttribute::renamed_list("vector.insert", names::STATIC_POSITION, "position", Release::V18),
    OlderAttribute::list("vector.multi_reduction", names::REDUCTION_DIMS, OlderList::Array, Release::V20),
    OlderAttribute::list("vector.shuffle", names::MASK, OlderList::Array, Release::V20),
    OlderAttribute::renamed_list("vector.transpose", names::PERMUTATION, "transp", Release::V18),
    OlderAttribute::of_any(
        names::OPERAND_SEGMENT_SIZES,
        Some(("operand_segment_sizes", Releases::ALL.until(Release::V17))),
        OlderList::Elements,
        Release::V16,
    ),
    OlderAttribute::of_any(
        names::RAW_CONSTANT_INDICES,
        Some(("structIndices", Releases::ALL.until(Release::V16))),
        OlderList::Elements,
        Release::V16,
    ),
    OlderAttribute::of_any(names::BRANCH_WEIGHTS, None, OlderList::Elements, Release::V17),
    OlderAttribute::of_any(names::CASE_OPERAND_SEGMENTS, None, OlderList::Elements, Release::V16),
    OlderAttribute::of_any(names::POSITION, None, OlderList::Array, Release::V16),
    OlderAttribute::of_any(names::MASK, None, OlderList::Array, Release::V16),
    OlderAttribute::of_any(names::STATIC_OFFSETS, None, OlderList::Array, Release::V16),
    OlderAttribute::of_any(names::STATIC_SIZES, None, OlderList::Sizes, Release::V16),
    OlderAttribute::of_any(names::STATIC_STRIDES, None, OlderList::Array, Release::V16),
];
