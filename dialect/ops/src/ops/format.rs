//! How an operation is written in MLIR text: the elements of assembly formats, and the names that operations give to
//! values.

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
    /// A successor with its operands in brackets, if it has any.
    Successor(u8),
    /// The attributes that no other element writes, in braces, if there are any.
    AttrDict,
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

/// What upstream calls an operation's result instead of numbering it; a number distinguishes two of one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultName {
    /// It is numbered.
    Number,
    /// A word: `%alloc`.
    Word(&'static str),
    /// By the attribute `value`: the prefix with the number and the type, `%c4_i32`; `%true`; `%cst`.
    Constant(&'static str),
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
