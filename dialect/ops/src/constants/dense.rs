//! `dense`, `sparse` and `dense_resource` constants that are no plain run of numbers: complex numbers, which are
//! structs in LLVM IR, elements by their indices, and bytes that the file's resources hold.

use irtrip_ir::{Attr, AttrData, Context, Dim, Str, Type, TypeData};

use super::elements::{dense_element, element_of_bytes, scalars};
use super::{ConstId, Constants};
use crate::diagnostic::ExportCode;

/// More bytes than this are not made of an attribute that does not hold them.
const MAX_BYTES: usize = 1 << 28;

impl Constants {
    /// The arrays of structs that complex numbers are; `data` is one for all, or the next of them.
    pub(super) fn complex_elements(
        &mut self,
        ctx: &Context,
        ty: Type,
        part: Type,
        data: &mut &[u8],
        splat: bool,
        depth: u32,
    ) -> Result<ConstId, ExportCode> {
        if depth == 0 {
            return Err(ExportCode::Nesting);
        }
        let bytes = ctx.dense_element_bytes(part);
        if let Some((_, parts)) = ctx.struct_elements(ty) {
            let number = data.get(..2 * bytes).filter(|_| *parts == [part, part]).ok_or(ExportCode::Constant)?;
            let (real, imaginary) = number.split_at(bytes);
            let elements = [element_of_bytes(self, ctx, part, real)?, element_of_bytes(self, ctx, part, imaginary)?];
            if !splat {
                *data = data.get(2 * bytes..).unwrap_or_default();
            }
            return self.aggregate(ctx, ty, elements.into());
        }
        let TypeData::Array { length, element } = *ctx.type_data(ty) else { return Err(ExportCode::Constant) };
        let length = usize::try_from(length).ok().filter(|l| *l < MAX_BYTES / 4).ok_or(ExportCode::Constant)?;
        let mut elements = Vec::new();
        if splat {
            elements = vec![self.complex_elements(ctx, element, part, data, splat, depth - 1)?; length];
        } else {
            for _ in 0..length {
                elements.push(self.complex_elements(ctx, element, part, data, splat, depth - 1)?);
            }
        }
        self.aggregate(ctx, ty, elements.into())
    }
}

/// The `dense` attribute with the elements of a `sparse` or `dense_resource` one. `resource` returns a resource's bytes
/// by its key. Nothing is given of other attributes, and where there are too few or too many bytes.
pub fn dense_of<'r>(ctx: &Context, attr: Attr, resource: impl FnOnce(Str) -> Option<&'r [u8]>) -> Option<Attr> {
    match ctx.attr_data(attr) {
        AttrData::Sparse { ty, indices, values } => dense_of_sparse(ctx, *ty, *indices, *values),
        AttrData::DenseResource { key, ty } => {
            let element = dense_element(ctx, *ty)?;
            Some(ctx.dense(*ty, resource(*key)?, ctx.dense_element_bytes(element)))
        }
        _ => None,
    }
}

fn dense_of_sparse(ctx: &Context, ty: Type, indices: Attr, values: Attr) -> Option<Attr> {
    let (dims, element) = match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => (&dims[..], *element),
        TypeData::Tensor { dims: Some(dims), element, .. } => (&dims[..], *element),
        _ => return None,
    };
    let sizes = dims.iter().map(size_of).collect::<Option<Vec<usize>>>()?;
    let bytes = ctx.dense_element_bytes(element);
    let total = sizes.iter().try_fold(bytes, |n, d| n.checked_mul(*d)).filter(|n| *n <= MAX_BYTES)?;
    let AttrData::Dense { data: places, splat: same_places, .. } = ctx.attr_data(indices) else { return None };
    let AttrData::Dense { data: given, splat: same_value, .. } = ctx.attr_data(values) else { return None };
    let mut data = vec![0; total];
    let index_bytes = 8 * sizes.len();
    let rows: Vec<Vec<u8>> = if *same_places {
        vec![places.repeat(sizes.len())]
    } else {
        places.chunks_exact(index_bytes.max(1)).map(<[u8]>::to_vec).collect()
    };
    for (i, row) in rows.iter().enumerate() {
        let mut place = 0usize;
        for (index, size) in row.chunks_exact(8).zip(&sizes) {
            let index = usize::try_from(u64::from_le_bytes(index.try_into().ok()?)).ok().filter(|i| i < size)?;
            place = place * size + index;
        }
        let start = if *same_value { 0 } else { i * bytes };
        let value = given.get(start..start + bytes)?;
        data.get_mut(place * bytes..(place + 1) * bytes)?.copy_from_slice(value);
    }
    Some(ctx.dense(ty, &data, bytes))
}

fn size_of(dim: &Dim) -> Option<usize> {
    dim.size.filter(|_| !dim.scalable).and_then(|s| usize::try_from(s).ok())
}

/// The `dense` attribute of integers of `ty` that one of `index` stands for at that type.
pub(super) fn dense_of_index(ctx: &Context, ty: Type, shape: Type, data: &[u8], splat: bool) -> Option<Attr> {
    let integer = scalars(ctx, ty).1;
    let width = ctx.int_width(integer)?;
    let bytes = ctx.dense_element_bytes(integer);
    let mut converted = Vec::with_capacity(data.len() / 8 * bytes);
    for index in data.chunks_exact(8) {
        let value = i64::from_le_bytes(index.try_into().ok()?);
        let value = if width == 1 { i128::from(value & 1) } else { i128::from(value) };
        let fill = if value < 0 { 0xff } else { 0 };
        converted.extend(value.to_le_bytes().into_iter().chain(std::iter::repeat(fill)).take(bytes));
    }
    let shape = match ctx.type_data(shape) {
        TypeData::Vector { dims, .. } => TypeData::Vector { dims: dims.clone(), element: integer },
        TypeData::Tensor { dims, encoding, .. } => {
            TypeData::Tensor { dims: dims.clone(), element: integer, encoding: *encoding }
        }
        _ => return None,
    };
    Some(ctx.attr(AttrData::Dense { ty: ctx.ty(shape), data: converted.into(), splat }))
}
