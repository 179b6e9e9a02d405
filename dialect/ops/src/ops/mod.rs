//! The operation table: one definition an operation, read by the parser, the printer, the verifier, the importer, the
//! exporter and the reference page.
//!
//! A definition says how the operation is written in MLIR ([`Format`]), how the types that are not written follow from
//! those that are ([`TypeInference`]), which attributes are its own ([`AttrSlot`]) and what it stands for in LLVM IR
//! ([`LlvmForm`]). To add an operation, add a definition to its dialect's file. [`crate::registry`] is about dialects.

use crate::attr_table::AttrKind;
use crate::enums::{BinaryOpcode, CastOpcode, Enumeration, InstructionFlags, UnaryOpcode};
use crate::names::is_irtrip;
use crate::release::{Release, Releases};
use crate::translation::Translation;
use crate::verify::Verifier;

pub use crate::intrinsics::{Intrinsic, LoweringKind};
pub use constraints::type_constraint::TypeConstraint;
pub use constraints::{attr_constraints, type_constraint, type_set};
pub use core_dialects::{BUILTIN, IRTRIP, LLVM};
pub use core_dialects::{builtin, global_values, intrinsics, irtrip, llvm, older_metadata};
pub use effects::{Effects, effects, effects_inside, is_symbol, would_be_dead};
pub use format::{Anchor, Clause, DeclaredFormat, Format, FormatElement, ResultName, TypesOf};
pub use instruction::{Fold, Inst, Pad};
pub(crate) use older::MOVED_OPERATIONS;
pub use older::{
    COUNTED_BY_MAPS, Derived, DerivedFrom, FORMER_FUNCTION_ATTRIBUTES, FormerValue, LATER_OPERANDS, LaterOperands,
    OLDER_ATTRIBUTES, OLDER_TERMINATORS, OlderAttribute, OlderList, OlderName, OlderPart, OlderTerminator, OtherForm,
    RenamedAttribute, SET_BY_CUSTOM_FORM, STRICT_PROPERTIES, SYMBOL_METADATA, SymbolAttribute, WITHOUT_DICTIONARY,
    WITHOUT_RESULT, WORDS_IN_BRACKETS,
};

pub mod build;
pub mod constraints;
pub(crate) mod core_dialects;
pub mod describe;
pub mod effects;
pub mod format;
pub mod generic_form;
pub mod instruction;
pub mod llvm_builder;
pub mod older;
pub mod shaped;
pub mod syntax;
pub mod type_rules;

bitflags::bitflags! {
    /// Properties of an operation that readers, writers and the verifier ask for.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Traits: u32 {
        /// Ends a block.
        const TERMINATOR = 1;
        /// Its regions use no value from outside: they are a [`crate::Body`] of their own.
        const ISOLATED = 1 << 1;
        /// Has a name other operations refer to, in `sym_name`.
        const SYMBOL = 1 << 2;
        /// Its region holds symbols.
        const SYMBOL_TABLE = 1 << 3;
        /// Its region's block needs no terminator.
        const NO_TERMINATOR = 1 << 4;
        /// Operands and results have one type.
        const SAME_OPERANDS_AND_RESULT_TYPE = 1 << 5;
        /// Operands have one type.
        const SAME_TYPE_OPERANDS = 1 << 6;
        /// Operands and results have one element type.
        const SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE = 1 << 7;
        /// Operands have one element type.
        const SAME_OPERANDS_ELEMENT_TYPE = 1 << 8;
        /// A constant: exported where it is used.
        const CONSTANT = 1 << 9;
        /// Has no side effect.
        const PURE = 1 << 10;
        /// Its region is a graph: order and dominance do not count.
        const GRAPH_REGION = 1 << 11;
        /// The operand groups' sizes are an attribute of the generic form, `operandSegmentSizes`.
        const OPERAND_SEGMENTS = 1 << 12;
        /// An implicit `llvm.return` (or the dialect's own) may be left out at a region's end.
        const IMPLICIT_TERMINATOR = 1 << 13;
        /// Its region has one block.
        const SINGLE_BLOCK = 1 << 14;
        /// Holds what LLVM IR says: the limits its slots' types and its rules have upstream do not count.
        const UNLIMITED = 1 << 15;
        /// The result groups' sizes are an attribute of the generic form, `resultSegmentSizes`.
        const RESULT_SEGMENTS = 1 << 16;
        /// All result groups of any number have one size.
        const EVEN_RESULTS = 1 << 17;
        /// It may have more regions than its definition says.
        const ANY_REGIONS = 1 << 18;
        /// All operand groups of any number have one size.
        const EVEN_OPERANDS = 1 << 19;
        /// Import does not make it of calls of its intrinsic.
        const EXPORT_ONLY = 1 << 20;
        /// Its operands may change places.
        const COMMUTATIVE = 1 << 21;
        /// Reads memory; [`effects()`] says more.
        const READS = 1 << 22;
        /// Writes memory.
        const WRITES = 1 << 23;
        /// Allocates the memory that its result points to.
        const ALLOCATES = 1 << 24;
        /// Frees memory.
        const FREES = 1 << 25;
        /// Has the effects of the operations in its regions, and none of its own.
        const RECURSIVE_EFFECTS = 1 << 26;
    }
}

/// How many values an operand group or result group has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of groups of any number, sized by the attribute named.
    VariadicOfVariadic(&'static str),
    /// The operands passed to the successor with this index; they are the successor's, not the operation's own.
    Successor(u8),
    /// The operands passed to all successors from this index on, sized by the attribute named.
    Successors(u8, &'static str),
}

/// A group of operands or results.
#[derive(Clone, Copy, Debug)]
pub struct ValueConstraint {
    /// Upstream's name.
    pub name: &'static str,
    /// How many.
    pub arity: Arity,
    /// Their types.
    pub types: TypeConstraint,
}

/// What an inherent attribute holds, and how a format that mentions it spells it.
#[derive(Clone, Copy, Debug)]
pub enum SlotKind {
    /// `unit`
    Unit,
    /// `i1`
    Bool,
    /// A signless integer of this width.
    Int(u32),
    /// A signless integer of this width that a predicate accepts.
    Bounded(u32, &'static attr_constraints::AttrConstraint),
    /// An integer of any width.
    AnyInt,
    /// `f64`
    F64,
    /// A string.
    Str,
    /// The name of a symbol: a string spelled `@name`.
    SymbolName,
    /// A type.
    Type,
    /// `@name`
    SymbolRef,
    /// A number spelled by name; an `i64` in the generic form (`i32` for `arith`'s and `cf`'s).
    Enum(&'static Enumeration),
    /// Bits or a number spelled by name, an attribute of the LLVM dialect in the generic form.
    LlvmEnum(AttrKind),
    /// An attribute of the LLVM dialect.
    Llvm(AttrKind),
    /// Bits that are a property without an attribute form: a plain `i32` in the generic form (`getelementptr`'s).
    Bits(&'static Enumeration),
    /// `array<i32: ...>`
    DenseI32,
    /// `array<i64: ...>`
    DenseI64,
    /// An array.
    Array,
    /// A signless integer of type `index`.
    IndexInt,
    /// An attribute of a dialect kept as text, `#dialect.mnemonic<...>` or, with other brackets, `#dialect<mnemonic(...)>`; a format
    /// writes the brackets and what is in them.
    DialectAttr {
        /// The dialect's namespace.
        dialect: &'static str,
        /// What follows the dialect.
        mnemonic: &'static str,
        /// The mnemonic and body of the attribute that is the same as none.
        empty: &'static str,
    },
    /// An attribute of a dialect kept as text, `#dialect<mnemonic word>`; a format writes the word.
    DialectEnum {
        /// The dialect's namespace.
        dialect: &'static str,
        /// What is before the word.
        mnemonic: &'static str,
        /// The body, `<mnemonic word>`, of the attribute that is the same as none; empty where there is none.
        empty: &'static str,
    },
    /// `dense<...>`
    Elements,
    /// Any attribute.
    Any,
    /// An attribute that a predicate accepts.
    Constrained(&'static attr_constraints::AttrConstraint),
}

/// Whether an inherent attribute must be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optionality {
    /// It must.
    Required,
    /// It may.
    Optional,
    /// It is this number where it is not stored: an enumeration's value or an integer.
    Default(i64),
    /// As `Default`, where the generic form leaves it out, too.
    LeftOut(i64),
    /// It is an empty attribute of its dialect where it is not stored.
    DefaultEmpty,
}

/// An inherent attribute.
#[derive(Clone, Copy, Debug)]
pub struct AttrSlot {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: SlotKind,
    /// Whether it must be there.
    pub optionality: Optionality,
}

/// The operand or result a type is taken from or given to: an index into [`OpDef::operands`] or [`OpDef::results`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// An operand group.
    Operand(u8),
    /// A result group.
    Result(u8),
}

/// How a type that is not written follows from one that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeInference {
    /// The same type.
    Same(Place),
    /// `i1` in the shape of that type.
    I1Shape(Place),
    /// That vector's element type.
    ElementOf(Place),
    /// The same, with what upstream's verifier says where it does not hold.
    ElementOfAs(Place, &'static str),
    /// A struct of that type and `i1`.
    WithI1(Place),
    /// `i1`
    I1,
    /// `i32`
    I32,
    /// `!llvm.ptr`
    Pointer,
    /// A pointer in this address space.
    PointerIn(u8),
    /// `!llvm.token`
    Token,
    /// `!llvm.metadata`
    Metadata,
    /// `index`
    Index,
    /// A type of a dialect without parameters: the dialect and the mnemonic.
    Named(&'static str, &'static str),
    /// A signless integer of this width.
    Integer(u32),
    /// The type of this spelling: `vector<2xi16>`.
    Spelled(&'static str),
    /// The only type of its [`TypeConstraint::Set`].
    OnlyType,
    /// The type that follows from that vector's size.
    OfSize(Place, type_rules::OfSize),
    /// The type of a dialect over that type: the dialect, the mnemonic, and what upstream's verifier calls the result.
    Over(Place, [&'static str; 3]),
    /// The scalar type of the first in the shape that either has.
    Broadcast(Place, Place),
}

/// Operations that stand for a constant of LLVM IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Constant {
    Value,
    Zero,
    Undef,
    Poison,
    NoneToken,
    AddressOf,
    DsoLocalEquivalent,
    BlockAddress,
    Encoded,
}

/// What is at the module's top level: global values, comdats, lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Global {
    Func,
    Variable,
    Alias,
    IFunc,
    Comdat,
    ComdatSelector,
    Ctors,
    Dtors,
    ModuleFlags,
    LinkerOptions,
}

/// What an operation stands for in LLVM IR.
#[derive(Clone, Copy, Debug)]
pub enum LlvmForm {
    /// Nothing: an operation of another dialect.
    None,
    /// `add nuw nsw i32 %a, %b`
    Binary(BinaryOpcode),
    /// `fneg fast float %a`, `freeze i32 %a`
    Unary(UnaryOpcode),
    /// `zext nneg i8 %a to i32`
    Cast(CastOpcode),
    /// An instruction with a syntax of its own.
    Inst(Inst),
    /// A constant.
    Constant(Constant),
    /// A call of an intrinsic.
    Intrinsic(Intrinsic),
    /// Operations of the LLVM dialect, which export puts in its place.
    Translation(Translation),
    /// A module-level entity.
    Global(Global),
}

/// One definition of the table.
#[derive(Clone, Copy, Debug)]
pub struct OpDef {
    /// The name with its dialect: `llvm.add`.
    pub name: &'static str,
    /// Operand groups, in MLIR's order.
    pub operands: &'static [ValueConstraint],
    /// Result groups.
    pub results: &'static [ValueConstraint],
    /// Inherent attributes, in upstream's order.
    pub attrs: &'static [AttrSlot],
    /// Number of successors; `None` is any.
    pub successors: Option<u8>,
    /// Number of regions.
    pub regions: u8,
    /// The custom form, where it is a table's; [`OpDef::form`] is the form whatever it is made of.
    pub format: Format,
    /// The custom form as text, of an operation that a table of definitions has: the form that the model's release has.
    pub declared: Option<&'static dyn DeclaredFormat>,
    /// Types that the custom form does not write.
    pub types: &'static [(Place, TypeInference)],
    /// What must hold between types, in the order in which it is looked at; where there are such rules they say all of it.
    pub type_rules: &'static [type_rules::TypeRule],
    /// The rules beyond those, in the order in which they are looked at: the first that does not hold is reported.
    pub verify: &'static [Verifier],
    /// The rules of traits that its record names, which hold whatever code has for the definition.
    pub trait_rules: &'static [Verifier],
    /// Properties.
    pub traits: Traits,
    /// What it stands for in LLVM IR.
    pub llvm: LlvmForm,
    /// The flags that its instruction may have.
    pub flags: InstructionFlags,
    /// Flags among these that its instruction has since a later release than the flags are there.
    pub later_flags: &'static [(InstructionFlags, Release)],
    /// The releases that have constant expressions of its instruction. LangRef, "Constant Expressions".
    pub constant_expression: Option<Releases>,
    /// The operation of the LLVM dialect that it is the fallback of; see [`fallback`](irtrip::fallback).
    pub fallback_of: Option<crate::OpName>,
    /// The dialect whose operations are spelled without its name inside this one's regions; empty for none.
    pub default_dialect: &'static str,
    /// What upstream calls its result.
    pub result_name: ResultName,
    /// The operations it may be in directly; empty for any.
    pub parents: &'static [&'static str],
    /// The terminator that readers put at the end of its regions' last blocks, where none is there: its full name.
    pub terminator: Option<&'static str>,
    /// The names that older releases have for it.
    pub older_names: &'static [OlderName],
    /// The forms that other releases have for it.
    pub other_forms: &'static [OtherForm],
    /// What is before the attribute dictionary from [`STRICT_PROPERTIES`] on: inherent attributes, which releases
    /// before have in the dictionary.
    pub clauses: &'static [FormatElement],
    /// The definition's documentation: the lines above it in [`op_defs!`].
    pub documentation: &'static [&'static str],
    /// The attributes that older releases call otherwise.
    pub renamed_attributes: &'static [RenamedAttribute],
    /// The releases of MLIR that have it.
    pub releases: Releases,
}

/// Whether an operation takes operand bundles: LangRef, "Operand Bundles".
pub fn has_operand_bundles(def: &OpDef) -> bool {
    def.operands.iter().any(|slot| matches!(slot.arity, Arity::VariadicOfVariadic(_)))
}

impl OpDef {
    /// Whether the operation is of the `irtrip` dialect.
    pub fn is_irtrip(&self) -> bool {
        is_irtrip(self.name)
    }

    /// Whether the operation has a property.
    pub fn is(&self, traits: Traits) -> bool {
        self.traits.contains(traits)
    }

    /// The custom form.
    pub fn form(&self) -> Format {
        match (self.format, self.declared) {
            (Format::Generic, Some(declared)) => declared.format(),
            (format, _) => format,
        }
    }

    /// The group of operands or results at a place.
    pub fn value_constraint(&self, place: Place) -> Option<&'static ValueConstraint> {
        match place {
            Place::Operand(group) => self.operands.get(usize::from(group)),
            Place::Result(group) => self.results.get(usize::from(group)),
        }
    }

    /// Whether LLVM IR has constant expressions of its instruction today.
    pub const fn is_constant_expression(&self) -> bool {
        matches!(self.constant_expression, Some(Releases { until: None, .. }))
    }

    /// Whether an operation must have an attribute of it. One that says how operands are grouped may be left out: without it no group
    /// has any, and a successor's operands are counted where they stand.
    pub fn requires(&self, slot: &AttrSlot) -> bool {
        let is_sized = |group: &ValueConstraint| match group.arity {
            Arity::VariadicOfVariadic(sizes) | Arity::Successors(_, sizes) => sizes == slot.name,
            Arity::One | Arity::Optional | Arity::Variadic | Arity::Successor(_) => false,
        };
        slot.optionality == Optionality::Required && !self.operands.iter().any(is_sized)
    }

    /// Whether its operands do not tell how many belong to each group, so that `operandSegmentSizes` is stored.
    pub fn stores_segments(&self) -> bool {
        let unsized_groups = self.operands.iter().filter(|s| matches!(s.arity, Arity::Optional | Arity::Variadic));
        self.is(Traits::OPERAND_SEGMENTS) && unsized_groups.count() > 1
    }

    /// Where each result group starts and ends among `count` results; `stored` is `resultSegmentSizes`. Groups after
    /// the last result are empty.
    pub fn result_groups(
        &self,
        count: usize,
        stored: Option<&[i64]>,
    ) -> smallvec::SmallVec<[std::ops::Range<usize>; 2]> {
        let groups = || self.results.iter();
        let fixed = groups().filter(|slot| slot.arity == Arity::One).count();
        let spare = count.saturating_sub(fixed);
        let open = groups().len() - fixed;
        let mut left = spare;
        let mut start = 0;
        let sizes = groups().enumerate().map(|(place, slot)| match (stored.and_then(|s| s.get(place)), slot.arity) {
            (Some(&size), _) => usize::try_from(size).unwrap_or(0),
            (None, Arity::One) => 1,
            (None, _) if self.is(Traits::EVEN_RESULTS) => spare / open.max(1),
            (None, arity) => {
                let size = if arity == Arity::Optional { left.min(1) } else { left };
                left -= size;
                size
            }
        });
        sizes
            .map(|size| {
                let range = start.min(count)..(start + size).min(count);
                start = range.end;
                range
            })
            .collect()
    }

    /// Whether its results do not tell how many belong to each group, so that `resultSegmentSizes` is stored.
    pub fn stores_result_segments(&self) -> bool {
        self.is(Traits::RESULT_SEGMENTS)
    }

    /// The intrinsic it stands for, if it does.
    pub fn called_intrinsic(&self) -> Option<&Intrinsic> {
        match &self.llvm {
            LlvmForm::Intrinsic(intrinsic) => Some(intrinsic),
            _ => None,
        }
    }

    /// The inherent attribute with a name.
    pub fn attr_slot(&self, name: &str) -> Option<&'static AttrSlot> {
        self.attrs.iter().find(|s| s.name == name)
    }
}

/// Declares the definitions of a dialect: `NAME = OpDef { ... };`, in the order of its table. Each definition's name becomes a
/// [`DialectOp`](crate::DialectOp) of the dialect named first, documented by its definition, and all definitions together are
/// `OP_DEFS`. Lines of documentation above a definition are also its [`OpDef::documentation`].
///
/// [`registry`](crate::registry) has an example.
#[macro_export]
macro_rules! op_defs {
    (of $dialect:path; $($(#[doc = $doc:literal])* $name:ident = $def:expr;)*) => {
        $crate::op_defs!(@table $([$($doc),*] $name = $def;)*);

        // No constants: the compiler would look through the whole dialect for each of them.
        $(
            $(#[doc = $doc])*
            #[doc = concat!("Its definition: `", stringify!($def), "`")]
            pub static $name: $crate::DialectOp = $crate::DialectOp::new(&$dialect, IndexInFile::$name as usize);
        )*
    };
    (core $dialect:ident $first:expr; $($(#[doc = $doc:literal])* $name:ident = $def:expr;)*) => {
        $crate::op_defs!(@table $([$($doc),*] $name = $def;)*);

        $(
            $(#[doc = $doc])*
            #[doc = concat!("Its definition: `", stringify!($def), "`")]
            pub const $name: $crate::OpName = $crate::ops::core_dialects::core_name(
                $crate::ops::core_dialects::CoreDialect::$dialect,
                $first + IndexInFile::$name as usize,
            );
        )*
    };
    (@table $([$($doc:literal),*] $name:ident = $def:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum IndexInFile { $($name),* }

        /// The definitions of this file.
        pub static OP_DEFS: &[$crate::ops::OpDef] = &[$($def.documentation(&[$($doc),*])),*];
    };
}
pub(crate) use crate::op_defs;
