//! Types of dialects that have a shape and an element type between angle brackets: `!amx.tile<16x64xi8>`.

use crate::context::{Context, Type};
use crate::ops::type_set::TypeSet;
use crate::types::{FloatKind, TypeData};

/// A type of a dialect that has a shape, whose sizes are known, and an element type. It is kept as text, as upstream lays it out.
#[derive(Debug)]
pub struct ShapedType {
    /// The mnemonic: `tile`.
    pub mnemonic: &'static str,
    /// The element types.
    pub elements: &'static TypeSet,
}

/// The sizes and the element type of a type of this name, which has the dialect: `amx.tile`. `None` for other types.
///
/// ```
/// use irtrip_dialect::ops::shaped::sizes_and_element;
/// use irtrip_dialect::types::{FloatKind, TypeData};
/// use irtrip_dialect::Context;
/// let ctx = Context::new();
/// let (dialect, body) = (ctx.str("amx"), ctx.str("tile<16x32xbf16>"));
/// let tile = ctx.ty(TypeData::Opaque { dialect, body, parameter: None });
/// let (sizes, element) = sizes_and_element(&ctx, tile, "amx.tile").expect("a tile");
/// assert_eq!(sizes, [16, 32]);
/// assert_eq!(element, ctx.float_type(FloatKind::BF16));
/// ```
pub fn sizes_and_element(ctx: &Context, ty: Type, name: &str) -> Option<(Vec<u64>, Type)> {
    let TypeData::Opaque { dialect, body, parameter: None } = ctx.type_data(ty) else { return None };
    let mnemonic = name.strip_prefix(&*ctx.text(*dialect))?.strip_prefix('.')?;
    let body = ctx.text(*body);
    of_shape(ctx, body.strip_prefix(mnemonic)?.strip_prefix('<')?.strip_suffix('>')?)
}

/// The element type of a type with a shape, of a dialect's whose parameters start with one too: `!gpu.mma_matrix<16x16xf16, "COp">`.
/// Any other type is its own.
///
/// ```
/// use irtrip_dialect::ops::shaped::element_type;
/// use irtrip_dialect::types::{FloatKind, TypeData};
/// use irtrip_dialect::Context;
/// let ctx = Context::new();
/// let (dialect, body) = (ctx.str("gpu"), ctx.str("mma_matrix<16x16xf16, \"COp\">"));
/// let matrix = ctx.ty(TypeData::Opaque { dialect, body, parameter: None });
/// assert_eq!(element_type(&ctx, matrix), ctx.float_type(FloatKind::F16));
/// ```
pub fn element_type(ctx: &Context, ty: Type) -> Type {
    let of_dialect = || {
        let TypeData::Opaque { body, .. } = ctx.type_data(ty) else { return None };
        let body = ctx.text(*body);
        let (_, parameters) = body.strip_suffix('>')?.split_once('<')?;
        of_shape(ctx, parameters.split(',').next()?)
    };
    of_dialect().map_or_else(|| ctx.scalar_type(ty), |(_, element)| element)
}

/// `16x64xi8`
fn of_shape(ctx: &Context, shape: &str) -> Option<(Vec<u64>, Type)> {
    let (sizes, element) = shape.rsplit_once('x')?;
    let sizes: Option<Vec<u64>> = match sizes {
        "" => Some(Vec::new()),
        sizes => sizes.split('x').map(|size| size.parse().ok()).collect(),
    };
    let element = match element.strip_prefix('i') {
        Some(width) => ctx.int_type(width.parse().ok()?),
        None => ctx.float_type(FloatKind::from_mlir(element)?),
    };
    Some((sizes?, element))
}
