//! What MLIR text of older releases spells otherwise: names of operations, and forms that leave more to the reader.
//!
//! Readers come to a form of another release only where the current cannot be read, so that text of today costs nothing.
//! Pointers had a pointee up to MLIR 16, which took the place of the types that loads, stores and `llvm.getelementptr`
//! spell today.

use super::{FormatElement, Place};
use crate::attr_table::AttrKind;
use crate::context::Str;
use crate::enums::FastmathFlags;
use crate::names;
use crate::release::{Release, Releases};

/// The first release of MLIR whose dictionaries have no inherent attributes: forms name these by clauses of their own
/// ([`OpDef::clauses`](super::OpDef::clauses)).
pub const STRICT_PROPERTIES: Release = Release::NEXT;

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
    /// Its name before, and the first release that has the current.
    pub older_name: Option<(&'static str, Release)>,
    /// What it was, and the first release that has it as it is today.
    pub older_list: (OlderList, Release),
}

/// A terminator without operands that older releases have in place of the current.
#[derive(Clone, Copy, Debug)]
pub struct OlderTerminator {
    /// The name of the current.
    pub name: &'static str,
    /// Its name before.
    pub older_name: &'static str,
    /// The releases that have that.
    pub releases: Releases,
}

/// Those terminators: of a loop without reductions.
pub const OLDER_TERMINATORS: &[OlderTerminator] =
    &[OlderTerminator { name: "scf.reduce", older_name: "scf.yield", releases: Releases::ALL.until(Release::V18) }];

/// Operations that have no result in older releases, and since then that of the first operand's type, which it is equal to.
pub const WITHOUT_RESULT: &[(&str, Releases)] = &[("memref.assume_alignment", Releases::ALL.until(Release::V21))];

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

/// Those attributes.
pub const OLDER_ATTRIBUTES: &[OlderAttribute] = &[
    OlderAttribute {
        name: names::OPERAND_SEGMENT_SIZES,
        older_name: Some(("operand_segment_sizes", Release::V17)),
        older_list: (OlderList::Elements, Release::V16),
    },
    OlderAttribute {
        name: names::RAW_CONSTANT_INDICES,
        older_name: Some(("structIndices", Release::V16)),
        older_list: (OlderList::Elements, Release::V16),
    },
    OlderAttribute { name: names::BRANCH_WEIGHTS, older_name: None, older_list: (OlderList::Elements, Release::V17) },
    OlderAttribute {
        name: names::CASE_OPERAND_SEGMENTS,
        older_name: None,
        older_list: (OlderList::Elements, Release::V16),
    },
    OlderAttribute { name: names::POSITION, older_name: None, older_list: (OlderList::Array, Release::V16) },
    OlderAttribute { name: names::MASK, older_name: None, older_list: (OlderList::Array, Release::V16) },
    OlderAttribute { name: names::STATIC_OFFSETS, older_name: None, older_list: (OlderList::Array, Release::V16) },
    OlderAttribute { name: names::STATIC_SIZES, older_name: None, older_list: (OlderList::Sizes, Release::V16) },
    OlderAttribute { name: names::STATIC_STRIDES, older_name: None, older_list: (OlderList::Array, Release::V16) },
];
