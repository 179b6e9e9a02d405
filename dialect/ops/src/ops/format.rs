//! How an operation is written in MLIR text: the elements of assembly formats, and the names of operations'
//! results.

use super::Place;
use crate::assembly::{CustomAssemblyFormat, CustomDirective};

/// An element of an assembly format. White space is upstream's: between two elements, except inside
/// brackets, before commas and at [`FormatElement::Glue`].
#[derive(Clone, Copy, Debug)]
pub enum FormatElement {
    /// A keyword or punctuation.
    Text(&'static str),
    /// No space here.
    Glue,
    /// The operands of a group, comma-separated.
    Operand(u8),
    /// All operands, comma-separated.
    Operands,
    /// An inherent attribute's value without its type; `#llvm.kind` is left off.
    Attr(&'static str),
    /// An inherent attribute's value whole, `#llvm.kind<...>`.
    QualifiedAttr(&'static str),
    /// A keyword that stands for a unit attribute, if it is set.
    Keyword(&'static str, &'static str),
    /// Elements that are there if the attribute is, the attribute itself among them.
    IfAttr(&'static str, &'static [FormatElement]),
    /// Elements that are there if the operand group is not empty.
    IfOperand(u8, &'static [FormatElement]),
    /// Elements that are there if the result group is not empty.
    IfResult(u8, &'static [FormatElement]),
    /// Elements that are there if the region has blocks.
    IfRegion(u8, &'static [FormatElement]),
    /// Elements that are there if any of these is.
    IfAny(&'static [Anchor], &'static [FormatElement]),
    /// What an optional element is for, and what is there in its place where that is not.
    Else(&'static FormatElement, &'static [FormatElement]),
    /// Clauses in any order, each at most once; upstream's `oilist`.
    Clauses(&'static [Clause]),
    /// `[%i, 4]`: a group's operands and, in the attribute named, the numbers between them.
    IndexList(u8, &'static str),
    /// A type, or a group's types, comma-separated.
    Type(Place),
    /// The type of one value, a type of the LLVM dialect with this mnemonic, which is left off where parameters follow: `<3>`
    /// for `!llvm.ptr<3>`. `dialect.mnemonic` is that of a type of another dialect.
    StrippedType(Place, &'static str),
    /// All operands' types.
    OperandTypes,
    /// All results' types.
    ResultTypes,
    /// `(operand types) -> result types`
    FunctionalType,
    /// `(types) -> types` of some of the operands and results.
    FunctionalTypeOf(TypesOf, TypesOf),
    /// A successor with its operands in brackets, if it has any.
    Successor(u8),
    /// The attributes that no other element writes, in braces, if there are any.
    AttrDict,
    /// The same after the keyword `attributes`.
    AttrDictWithKeyword,
    /// `<{...}>` of the inherent attributes.
    PropDict,
    /// `<alignment = 4, nontemporal>`: the inherent attributes that no other element writes, without their types, if any is
    /// set.
    Properties,
    /// A region.
    Region(u8),
    /// All regions, comma-separated.
    Regions,
    /// An element whose syntax is code.
    Custom(&'static dyn CustomDirective),
}

/// What decides whether optional elements are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The attribute is set.
    Attr(&'static str),
    /// The operand group is not empty.
    Operand(u8),
    /// The result group is not empty.
    Result(u8),
    /// The region has blocks.
    Region(u8),
}

/// A clause among others: a keyword and what follows it.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// The keyword.
    pub keyword: &'static str,
    /// The unit attribute that the keyword alone stands for.
    pub unit: Option<&'static str>,
    /// The clause is written if any of these is there.
    pub anchors: &'static [Anchor],
    /// What follows the keyword.
    pub elements: &'static [FormatElement],
}

/// Whose types stand in a functional type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypesOf {
    /// All operands or all results.
    All,
    /// One group.
    Group(u8),
}

/// A format that is made of its text when it is first asked for.
pub trait DeclaredFormat: Sync + std::fmt::Debug {
    /// The format; generic where a directive of its text is not known.
    fn format(&self) -> Format;
}

/// What upstream calls an operation's result instead of numbering it; a number distinguishes two of one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultName {
    /// It is numbered.
    Number,
    /// A word: `%alloc`.
    Word(&'static str),
    /// A word, and that of an attribute: `%thread_id_x`.
    WordWith(&'static str, &'static str),
    /// By the attribute `value`: the prefix with the number and the type, `%c4_i32`; `%true`; `%cst`.
    Constant(&'static str),
    /// By the number that `vector.vscale` is multiplied by: `%c8_vscale`; numbered otherwise.
    VscaleMultiple,
    /// Each result group by its slot's name: `%base, %sizes:2`.
    Slots,
}

/// How an operation is written in MLIR text.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// Always in the generic form.
    Generic,
    /// By a list of elements.
    Assembly(&'static [FormatElement]),
    /// By a form that is code.
    Custom(&'static dyn CustomAssemblyFormat),
}
