//! Constants: `llvm.mlir.constant` and its kin. LangRef, "Constants".

use rustc_hash::FxHashSet;

use super::globals::function_of;
use crate::attr_table as attr;
use crate::attributes::AttrData;
use crate::context::{Attr, Context, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::enums::Linkage;
use crate::names;
use crate::ops::{Global, LlvmForm};
use crate::types::{TypeData, well_known as types};
use crate::verify::symbols::Symbol;
use crate::verify::verify_context::{EmitError, VerifyContext};

/// LangRef, "Target Extension Type": not every type has a zero.
pub(crate) fn check_zero(cx: &VerifyContext, report: EmitError) {
    if cx.result_type().is_some_and(|ty| !cx.ctx.target_type_has_zero(ty)) {
        report(Kind::ZeroTargetType);
    }
}

fn referred<'a>(cx: &VerifyContext<'a>, attr: Option<Attr>) -> Option<Symbol<'a>> {
    cx.find(cx.ctx.symbol_value(attr?)?)
}

/// LangRef, "DSO Local Equivalent".
pub(crate) fn check_dso_local_equivalent(cx: &VerifyContext, report: EmitError) {
    let Some(name) = cx.attr(names::FUNCTION_NAME).and_then(|name| cx.ctx.symbol_value(name)) else { return };
    let target = cx.find(name).and_then(|target| Some((target, target.form()?)));
    match target {
        Some((function, LlvmForm::Global(Global::Func))) => {
            if function.cx().is_some_and(|function| function.linkage() == Linkage::ExternWeak) {
                report(Kind::DsoLocalEquivalentOfExternWeak);
            }
        }
        Some((_, LlvmForm::Global(Global::Alias))) => {
            if function_of(cx, name).is_none() {
                report(Kind::DsoLocalEquivalentOfVariable);
            }
        }
        _ => report(Kind::DsoLocalEquivalentOfNothing),
    }
}

/// LangRef, "Global Variables": the address of a variable or function of the module, in its address space.
pub(crate) fn check_addressof(cx: &VerifyContext, report: EmitError) {
    let target = referred(cx, cx.attr(names::GLOBAL_NAME));
    let address_space = match target.and_then(|t| Some((t, t.form()?))) {
        Some((target, LlvmForm::Global(Global::Variable))) => target.cx().and_then(|s| s.int(names::ADDR_SPACE)),
        Some((target, LlvmForm::Global(Global::Func))) => target.cx().and_then(|s| s.int(names::IRTRIP_ADDRESS_SPACE)),
        // The address space of an alias is its aliasee's.
        Some((_, LlvmForm::Global(Global::Alias | Global::IFunc))) => return,
        _ => return report(Kind::AddressOfNothing),
    };
    let found = cx.result_type().map(|ty| cx.ctx.type_data(ty));
    if let Some(TypeData::Pointer { address_space: found }) = found
        && i64::from(*found) != address_space.unwrap_or(0)
    {
        report(Kind::AddressOfAddressSpace);
    }
}

/// `llvm.mlir.constant`: the attribute and the type agree.
pub(crate) fn check_value(cx: &VerifyContext, report: EmitError) {
    let (Some(value), Some(ty)) = (cx.attr(names::VALUE), cx.result_type()) else { return };
    if let Err(kind) = value_fits(cx.ctx, value, ty) {
        report(kind);
    }
}

fn value_fits(ctx: &Context, value: Attr, ty: Type) -> Result<(), Kind> {
    let (data, ty_data) = (ctx.attr_data(value), ctx.type_data(ty));
    if let AttrData::String { value, .. } = data {
        let length = ctx.bytes(*value).len();
        return require(is_string_type(ctx, ty, length), Kind::ConstantString(length));
    }
    if matches!(ty_data, TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. }) {
        return struct_fits(ctx, data, ty);
    }
    require(!matches!(ty_data, TypeData::TargetExt { .. }), Kind::ConstantTargetType)?;
    match data {
        AttrData::Integer { .. } | AttrData::BigInteger { .. } => {
            require(matches!(ty_data, TypeData::Integer { .. }), Kind::ConstantInteger)
        }
        AttrData::Float { ty: of, .. } => float_fits(ctx, *of, ty),
        AttrData::Dense { ty: of, splat, .. } => elements_fit(ctx, *of, *splat, ty),
        AttrData::DenseResource { ty: of, .. } | AttrData::Sparse { ty: of, .. } => elements_fit(ctx, *of, false, ty),
        AttrData::Array(items) => array_fits(ctx, items, ty),
        _ => Err(Kind::ConstantKind),
    }
}

fn require(holds: bool, otherwise: Kind) -> Result<(), Kind> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Whether a type is an array of so many `i8`.
pub(crate) fn is_string_type(ctx: &Context, ty: Type, length: usize) -> bool {
    matches!(ctx.type_data(ty), TypeData::Array { length: n, element } if *n == length as u64 && *element == types::I8)
}

fn struct_fits(ctx: &Context, data: &AttrData, ty: Type) -> Result<(), Kind> {
    let AttrData::Array(items) = data else { return Err(Kind::ConstantStruct) };
    let elements = ctx.struct_elements(ty).map_or(&[][..], |(_, elements)| elements);
    require(items.len() == elements.len(), Kind::ConstantStructSize(elements.len()))?;
    for (index, (&item, &element)) in items.iter().zip(elements).enumerate() {
        let plain = matches!(ctx.type_data(element), TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index);
        require(plain, Kind::ConstantStructElementType)?;
        let of = match ctx.attr_data(item) {
            AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } | AttrData::Float { ty, .. } => *ty,
            _ => return Err(Kind::ConstantStructElement),
        };
        require(of == element, Kind::ConstantStructMismatch(index))?;
    }
    Ok(())
}

/// A float of type `of` may be held in a float of that type or an integer of its width.
fn float_fits(ctx: &Context, of: Type, ty: Type) -> Result<(), Kind> {
    let width = match ctx.type_data(of) {
        TypeData::Float(kind) => kind.width(),
        _ => return Err(Kind::ConstantKind),
    };
    match ctx.type_data(ty) {
        TypeData::Float(_) => require(of == ty, Kind::ConstantFloatSemantics),
        TypeData::Integer { width: have, .. } => require(*have == width, Kind::ConstantIntegerWidth(width)),
        _ => Ok(()),
    }
}

/// The number of elements of arrays and vectors, those inside counted; `None` where it is not known.
pub(crate) fn element_count(ctx: &Context, ty: Type) -> Option<u128> {
    let mut count = 1u128;
    let mut ty = ty;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                count = count.saturating_mul(u128::from(*length));
                ty = *element;
            }
            TypeData::Vector { dims, .. } | TypeData::Tensor { dims: Some(dims), .. } => {
                for dim in dims.iter() {
                    count = count.saturating_mul(u128::from(dim.size?));
                }
                return Some(count);
            }
            _ => return Some(count),
        }
    }
}

/// What arrays and vectors are made of, at the bottom.
fn innermost(ctx: &Context, ty: Type) -> Type {
    let mut ty = ty;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => {
                ty = *element
            }
            _ => return ty,
        }
    }
}

fn is_scalable(ctx: &Context, ty: Type) -> bool {
    let mut ty = ty;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { element, .. } => ty = *element,
            TypeData::Vector { dims, .. } => return dims.iter().any(|dim| dim.scalable),
            _ => return false,
        }
    }
}

fn elements_fit(ctx: &Context, of: Type, splat: bool, ty: Type) -> Result<(), Kind> {
    if is_scalable(ctx, ty) {
        return require(splat, Kind::ConstantScalable);
    }
    let shaped = matches!(ctx.type_data(ty), TypeData::Vector { .. } | TypeData::Array { .. });
    require(shaped, Kind::ConstantElements)?;
    let (have, want) = (element_count(ctx, of).unwrap_or(0), element_count(ctx, ty).unwrap_or(0));
    require(have == want, Kind::ConstantElementCount { ty: want, attr: have })?;
    let (have, want) = (innermost(ctx, of), innermost(ctx, ty));
    match ctx.type_data(have) {
        TypeData::Float(_) => float_fits(ctx, have, want),
        TypeData::Integer { .. } => match ctx.type_data(want) {
            TypeData::Integer { .. } => Ok(()),
            _ => Err(Kind::ConstantIntegerElements),
        },
        _ => Ok(()),
    }
}

fn is_zero_or_undef(ctx: &Context, item: Attr) -> bool {
    matches!(ctx.attr_data(item), AttrData::Llvm { kind, .. } if *kind == attr::ZERO || *kind == attr::UNDEF)
}

/// An array attribute holds an array of structs, or arrays of such. Equal parts are looked at once.
fn array_fits(ctx: &Context, items: &[Attr], ty: Type) -> Result<(), Kind> {
    let mut seen: FxHashSet<(Attr, Type)> = FxHashSet::default();
    let mut arrays = vec![(items, ty, 0)];
    while let Some((items, ty, dim)) = arrays.pop() {
        let TypeData::Array { length, element } = ctx.type_data(ty) else { return Err(Kind::ConstantArray) };
        let (attr, ty) = (items.len(), *length);
        require(attr as u64 == ty, Kind::ConstantArraySize { dim, attr, ty })?;
        for (index, &item) in items.iter().enumerate() {
            if is_zero_or_undef(ctx, item) || !seen.insert((item, *element)) {
                continue;
            }
            match (ctx.type_data(*element), ctx.attr_data(item)) {
                (TypeData::Array { .. }, AttrData::Array(inner)) => arrays.push((inner, *element, dim + 1)),
                (TypeData::Array { .. }, _) => return Err(Kind::ConstantSubArray { dim, index }),
                (TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. }, AttrData::Array(inner)) => {
                    let ty = ctx.struct_elements(*element).map_or(0, |(_, elements)| elements.len());
                    let attr = inner.len();
                    require(attr == ty, Kind::ConstantArrayStructSize { index, attr, ty })?;
                }
                (TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. }, _) => {
                    return Err(Kind::ConstantArrayStruct(index));
                }
                _ => return Err(Kind::ConstantArrayElement),
            }
        }
    }
    Ok(())
}

/// Whether an attribute is a zero: what a `common` variable may be initialized with.
pub(crate) fn is_zero(ctx: &Context, value: Attr) -> bool {
    let mut parts = vec![value];
    while let Some(part) = parts.pop() {
        let zero = match ctx.attr_data(part) {
            AttrData::Integer { value, .. } => *value == 0,
            AttrData::Float { bits, .. } => bits.get() == 0,
            AttrData::Dense { data, .. } => data.iter().all(|&byte| byte == 0),
            AttrData::Llvm { kind, .. } => *kind == attr::ZERO,
            AttrData::Array(items) => {
                parts.extend(items);
                true
            }
            _ => false,
        };
        if !zero {
            return false;
        }
    }
    true
}
