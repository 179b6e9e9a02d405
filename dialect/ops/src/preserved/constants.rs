//! Constants as preserved attributes hold them; see [`crate::preserved`], "A constant as an attribute".

use crate::OpName;
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str, Type};
use crate::limits::MAX_BRACKETS;
use crate::names::RAW_CONSTANT_INDICES;
use crate::ops::llvm::DYNAMIC_INDEX;
use crate::ops::{Arity, AttrSlot, Optionality};
use crate::registry::{ContextDialects, OpNameDefinition};
use crate::types::TypeData;
use crate::verify::fits;
use smallvec::SmallVec;

/// The key of what the pointers in a constant's type point to, of metadata that was text with typed pointers.
const POINTEES: &str = "pointees";

/// A constant of metadata with what the pointers in its type point to; one that is no dictionary has no room for it.
///
/// ```
/// use irtrip_dialect::preserved::{constant_pointees, with_constant_pointees, without_constant_pointees};
/// use irtrip_dialect::types::well_known::{I32, PTR};
/// let ctx = irtrip_dialect::Context::new();
/// let undef = ctx.dictionary(&[(ctx.str("undef"), ctx.type_attr(PTR))]);
/// let pointees = ctx.array(&[ctx.type_attr(I32)]);
/// let typed = with_constant_pointees(&ctx, undef, pointees);
/// assert_eq!(constant_pointees(&ctx, typed), ctx.items(pointees));
/// assert_eq!(without_constant_pointees(&ctx, typed), undef);
/// ```
pub fn with_constant_pointees(ctx: &Context, constant: Attr, pointees: Attr) -> Attr {
    match ctx.attr_data(constant) {
        AttrData::Dictionary(_) => ctx.with_entry(constant, ctx.str(POINTEES), Some(pointees)),
        _ => constant,
    }
}

/// What the pointers in the type of a constant of metadata point to; nothing where that is not kept.
pub fn constant_pointees(ctx: &Context, constant: Attr) -> &[Attr] {
    ctx.entry(constant, ctx.str(POINTEES)).map(|list| ctx.items(list)).unwrap_or_default()
}

/// A constant without what the pointers in its type point to.
pub fn without_constant_pointees(ctx: &Context, constant: Attr) -> Attr {
    match ctx.entry(constant, ctx.str(POINTEES)) {
        Some(_) => ctx.with_entry(constant, ctx.str(POINTEES), None),
        None => constant,
    }
}

/// The outermost form of a constant; its parts are attributes of the same encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodedConstant<'a> {
    /// One that names its type.
    OfType {
        /// The constant's type.
        ty: Type,
        /// What it is.
        form: TypedForm,
        /// The constants that it is made of.
        parts: &'a [Attr],
    },
    /// One whose type is that of a symbol's address.
    OfSymbol {
        /// The symbol.
        symbol: Str,
        /// What it is of the symbol.
        form: SymbolForm,
    },
}

/// What a constant is that names its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypedForm {
    /// A number or elements, as `llvm.mlir.constant` holds them.
    Value(Attr),
    /// `{zero = T}`
    Zero,
    /// `{undef = T}`
    Undef,
    /// `{poison = T}`
    Poison,
    /// `{elements = [...], type = T}`
    Elements,
    /// `{ptrauth = [...], type = T}`: what LLVM IR has between the brackets.
    PtrAuth,
    /// `{op = "getelementptr", operands = [...], type = T, ...}`
    Expression(OpName),
}

/// What a constant is of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolForm {
    /// Its address.
    Address,
    /// `{dso_local_equivalent = @f}`
    DsoLocalEquivalent,
    /// `{no_cfi = @f}`
    NoCfi,
    /// `{blockaddress = @f, block = N}`: the number of the block's `llvm.blocktag`.
    BlockAddress(i64),
}

impl<'a> EncodedConstant<'a> {
    /// Reads the outermost form; `None` where the attribute encodes no constant.
    ///
    /// ```
    /// use irtrip_dialect::preserved::{EncodedConstant, TypedForm};
    /// use irtrip_dialect::{Context, types::well_known as types};
    /// let ctx = Context::new();
    /// let zero = ctx.dictionary(&[(ctx.str("zero"), ctx.type_attr(types::I32))]);
    /// let form = TypedForm::Zero;
    /// assert_eq!(EncodedConstant::of(&ctx, zero), Some(EncodedConstant::OfType { ty: types::I32, form, parts: &[] }));
    /// assert_eq!(EncodedConstant::of(&ctx, ctx.string_attr("zero")), None);
    /// ```
    pub fn of(ctx: &'a Context, attr: Attr) -> Option<EncodedConstant<'a>> {
        match ctx.attr_data(attr) {
            AttrData::Integer { ty, .. } if matches!(ctx.type_data(*ty), TypeData::Integer { width: 0, .. }) => None,
            AttrData::Integer { ty, .. }
            | AttrData::BigInteger { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. } => {
                Some(EncodedConstant::OfType { ty: *ty, form: TypedForm::Value(attr), parts: &[] })
            }
            AttrData::SymbolRef { root, nested } if nested.is_empty() => {
                Some(EncodedConstant::OfSymbol { symbol: *root, form: SymbolForm::Address })
            }
            AttrData::Dictionary(entries) => EncodedConstant::of_dictionary(ctx, entries),
            _ => None,
        }
    }

    fn of_dictionary(ctx: &'a Context, entries: &[(Str, Attr)]) -> Option<EncodedConstant<'a>> {
        let get = |name: &str| entries.iter().find(|e| ctx.bytes(e.0) == name.as_bytes()).map(|e| e.1);
        let of_type = |name: &str| get(name).and_then(|ty| ctx.type_value(ty));
        let of_symbol = |name: &str| get(name).and_then(|symbol| ctx.symbol_value(symbol));
        for (name, form) in [("zero", TypedForm::Zero), ("undef", TypedForm::Undef), ("poison", TypedForm::Poison)] {
            if let Some(ty) = of_type(name) {
                return Some(EncodedConstant::OfType { ty, form, parts: &[] });
            }
        }
        let own = [("dso_local_equivalent", SymbolForm::DsoLocalEquivalent), ("no_cfi", SymbolForm::NoCfi)];
        for (name, form) in own {
            if let Some(symbol) = of_symbol(name) {
                return Some(EncodedConstant::OfSymbol { symbol, form });
            }
        }
        if let Some(symbol) = of_symbol("blockaddress") {
            let block = get("block").and_then(|number| ctx.int_value(number))?;
            return Some(EncodedConstant::OfSymbol { symbol, form: SymbolForm::BlockAddress(block) });
        }
        let ty = of_type("type")?;
        let parts = |attr: Attr| match ctx.attr_data(attr) {
            AttrData::Array(parts) => Some(&parts[..]),
            _ => None,
        };
        let (form, parts) = match (get("value"), get("elements"), get("ptrauth"), get("op")) {
            (Some(value), ..) => (TypedForm::Value(value), &[][..]),
            (None, Some(elements), None, None) => (TypedForm::Elements, parts(elements)?),
            (None, None, Some(signed), None) => (TypedForm::PtrAuth, parts(signed)?),
            (None, None, None, Some(op)) => {
                let name = expression_op(ctx, ctx.string_value(op)?)?;
                let operands = parts(get("operands")?)?;
                (TypedForm::Expression(name), accepts(name, operands.len()).then_some(operands)?)
            }
            _ => return None,
        };
        Some(EncodedConstant::OfType { ty, form, parts })
    }

    /// The symbol that it names itself.
    pub fn symbol(self) -> Option<Str> {
        match self {
            EncodedConstant::OfSymbol { symbol, .. } => Some(symbol),
            EncodedConstant::OfType { .. } => None,
        }
    }

    /// Its type, where it names one.
    pub fn ty(self) -> Option<Type> {
        match self {
            EncodedConstant::OfType { ty, .. } => Some(ty),
            EncodedConstant::OfSymbol { .. } => None,
        }
    }

    /// The symbols in a constant, and what it has of each.
    pub fn symbols(ctx: &Context, constant: Attr) -> Vec<(Str, SymbolForm)> {
        let (mut symbols, mut parts) = (Vec::new(), vec![constant]);
        while let Some(part) = parts.pop() {
            match EncodedConstant::of(ctx, part) {
                Some(EncodedConstant::OfSymbol { symbol, form }) => symbols.push((symbol, form)),
                Some(constant) => parts.extend(constant.parts()),
                None => {}
            }
        }
        symbols
    }

    /// The constants that it is made of.
    pub fn parts(self) -> &'a [Attr] {
        match self {
            EncodedConstant::OfType { parts, .. } => parts,
            EncodedConstant::OfSymbol { .. } => &[],
        }
    }
}

/// The attributes of the operation that an [`TypedForm::Expression`] is, as a dictionary.
pub fn expression_attributes(ctx: &Context, constant: Attr) -> Attr {
    let is_own = |key: Str| !matches!(ctx.bytes(key), b"op" | b"operands" | b"type");
    let entries: SmallVec<[(Str, Attr); 4]> =
        ctx.entries(constant).iter().copied().filter(|entry| is_own(entry.0)).collect();
    ctx.dictionary(&entries)
}

/// The operation with an LLVM mnemonic: the LLVM dialect's, else irtrip's.
fn expression_op(ctx: &Context, mnemonic: Str) -> Option<OpName> {
    let mnemonic = ctx.text(mnemonic);
    let named = |dialect: &str| ctx.dialects().op_named(&format!("{dialect}.{mnemonic}"));
    named("llvm").or_else(|| named("irtrip"))
}

/// Whether an operation may have so many operands.
fn accepts(name: OpName, count: usize) -> bool {
    let operands = name.def().map_or(&[][..], |def| def.operands);
    let least = operands.iter().filter(|operand| operand.arity == Arity::One).count();
    count == least || count > least && operands.len() > least
}

/// Whether an attribute encodes a constant, in all its parts.
pub fn is_encoded_constant(ctx: &Context, attr: Attr) -> bool {
    is_constant(ctx, attr, 0)
}

fn is_constant(ctx: &Context, attr: Attr, depth: usize) -> bool {
    depth <= MAX_BRACKETS
        && EncodedConstant::of(ctx, attr)
            .filter(|constant| is_complete(ctx, attr, *constant))
            .is_some_and(|constant| constant.parts().iter().all(|part| is_constant(ctx, *part, depth + 1)))
}

/// Whether a constant, if it is an operation, has the attributes that this must have; and as many operands as it has indices
/// that are no numbers, where it has indices.
fn is_complete(ctx: &Context, attr: Attr, constant: EncodedConstant) -> bool {
    let EncodedConstant::OfType { form: TypedForm::Expression(name), parts, .. } = constant else { return true };
    let required = name.def().map_or(&[][..], |def| def.attrs).iter();
    let mut required = required.filter(|slot| slot.optionality == Optionality::Required);
    let has = |slot: &AttrSlot| ctx.entry(attr, ctx.str(slot.name)).is_some_and(|value| fits(ctx, slot.kind, value));
    let indices = ctx.entry(attr, RAW_CONSTANT_INDICES).and_then(|indices| ctx.dense_array(indices));
    let operands = |indices: &[i64]| 1 + indices.iter().filter(|index| **index == DYNAMIC_INDEX).count();
    required.all(has) && indices.is_none_or(|indices| operands(indices) == parts.len())
}
