//! Descriptors of memrefs: the struct of a ranked one, and of one whose rank is not known.

use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Type, TypeData, Value};

use super::LlvmTypeConverter;
use crate::conversion::Builder;
use crate::memref::layouts::strided;
use crate::memref::verify::parts;
pub use irtrip_dialect::ops::llvm_builder::GepIndex;

/// The descriptor of a ranked memref, while it is read or made.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The struct.
    pub value: Value,
}

impl Descriptor {
    /// A descriptor of a type with nothing in it.
    pub fn poison(builder: &mut Builder, ty: Type) -> Descriptor {
        Descriptor { value: builder.poison(ty) }
    }

    fn set(&mut self, builder: &mut Builder, value: Value, position: &[i64]) {
        self.value = builder.insert_value(self.value, value, position);
    }

    /// The pointer to what was allocated.
    pub fn allocated(&self, builder: &mut Builder) -> Value {
        builder.extract(self.value, &[0])
    }

    /// Sets that pointer.
    pub fn set_allocated(&mut self, builder: &mut Builder, value: Value) {
        self.set(builder, value, &[0]);
    }

    /// The pointer to the elements.
    pub fn aligned(&self, builder: &mut Builder) -> Value {
        builder.extract(self.value, &[1])
    }

    /// Sets that pointer.
    pub fn set_aligned(&mut self, builder: &mut Builder, value: Value) {
        self.set(builder, value, &[1]);
    }

    /// The elements between that pointer and the first element.
    pub fn offset(&self, builder: &mut Builder) -> Value {
        builder.extract(self.value, &[2])
    }

    /// Sets the offset.
    pub fn set_offset(&mut self, builder: &mut Builder, value: Value) {
        self.set(builder, value, &[2]);
    }

    /// The size of a dimension.
    pub fn size(&self, builder: &mut Builder, dim: usize) -> Value {
        builder.extract(self.value, &[3, dim as i64])
    }

    /// Sets the size of a dimension.
    pub fn set_size(&mut self, builder: &mut Builder, dim: usize, value: Value) {
        self.set(builder, value, &[3, dim as i64]);
    }

    /// The stride of a dimension.
    pub fn stride(&self, builder: &mut Builder, dim: usize) -> Value {
        builder.extract(self.value, &[4, dim as i64])
    }

    /// Sets the stride of a dimension.
    pub fn set_stride(&mut self, builder: &mut Builder, dim: usize, value: Value) {
        self.set(builder, value, &[4, dim as i64]);
    }

    /// The size of the dimension that a value says.
    pub fn size_at(&self, builder: &mut Builder, dim: Value, rank: usize, index: Type) -> Value {
        let sizes_type = builder.ctx.array_type(rank as u64, index);
        let one = builder.index_constant(index, 1);
        let sizes = builder.extract(self.value, &[3]);
        let place = builder.alloca(types::PTR, sizes_type, one, None);
        builder.store(sizes, place);
        let indices = [GepIndex::Constant(0), GepIndex::Value(dim)];
        let size = builder.gep(types::PTR, sizes_type, place, &indices, 0);
        builder.load(index, size)
    }

    /// All fields, one by one.
    pub fn unpack(&self, builder: &mut Builder, rank: usize) -> Vec<Value> {
        let mut fields = vec![self.allocated(builder), self.aligned(builder), self.offset(builder)];
        fields.extend((0..rank).map(|dim| self.size(builder, dim)).collect::<Vec<_>>());
        fields.extend((0..rank).map(|dim| self.stride(builder, dim)).collect::<Vec<_>>());
        fields
    }
}

/// The descriptor of a memref whose rank is not known.
#[derive(Clone, Copy, Debug)]
pub struct UnrankedDescriptor {
    /// The struct.
    pub value: Value,
}

impl UnrankedDescriptor {
    /// The descriptor of a rank and a pointer to a ranked descriptor.
    pub fn pack(builder: &mut Builder, ty: Type, rank: Value, pointer: Value) -> UnrankedDescriptor {
        let empty = builder.poison(ty);
        let with_rank = builder.insert_value(empty, rank, &[0]);
        UnrankedDescriptor { value: builder.insert_value(with_rank, pointer, &[1]) }
    }

    /// The rank.
    pub fn rank(&self, builder: &mut Builder) -> Value {
        builder.extract(self.value, &[0])
    }

    /// The pointer to the ranked descriptor.
    pub fn pointer(&self, builder: &mut Builder) -> Value {
        builder.extract(self.value, &[1])
    }
}

/// The rank of a memref's type; `None` where it has none.
pub fn rank(ctx: &Context, ty: Type) -> Option<usize> {
    match ctx.type_data(ty) {
        TypeData::MemRef { dims: Some(dims), .. } => Some(dims.len()),
        _ => None,
    }
}

/// Whether a type is that of a memref of any rank.
pub fn is_unranked(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::MemRef { dims: None, .. })
}

impl LlvmTypeConverter {
    /// Makes the descriptor of a memref of its fields, or of a bare pointer.
    pub fn pack(&self, builder: &mut Builder, memref: Type, ty: Type, values: &[Value]) -> Option<Value> {
        let ctx = builder.ctx;
        if is_unranked(ctx, memref) {
            let &[rank, pointer] = values else { return None };
            return Some(UnrankedDescriptor::pack(builder, ty, rank, pointer).value);
        }
        let rank = rank(ctx, memref)?;
        if let &[pointer] = values {
            let is_pointer = matches!(ctx.type_data(builder.type_of(pointer)), TypeData::Pointer { .. });
            return if is_pointer { self.from_static_shape(builder, memref, ty, pointer) } else { None };
        }
        let (&[allocated, aligned, offset], dims) = values.split_first_chunk()?;
        if dims.len() != 2 * rank {
            return None;
        }
        let mut descriptor = Descriptor::poison(builder, ty);
        descriptor.set_allocated(builder, allocated);
        descriptor.set_aligned(builder, aligned);
        descriptor.set_offset(builder, offset);
        let (sizes, strides) = dims.split_at(rank);
        for (dim, (&size, &stride)) in sizes.iter().zip(strides).enumerate() {
            descriptor.set_size(builder, dim, size);
            descriptor.set_stride(builder, dim, stride);
        }
        Some(descriptor.value)
    }

    /// Makes the descriptor of a memref whose sizes and strides are known.
    pub fn from_static_shape(&self, builder: &mut Builder, memref: Type, ty: Type, pointer: Value) -> Option<Value> {
        self.from_pointers(builder, memref, ty, pointer, pointer)
    }

    /// Makes the descriptor of a memref whose sizes and strides are known, with two pointers.
    pub fn from_pointers(
        &self,
        builder: &mut Builder,
        memref: Type,
        ty: Type,
        allocated: Value,
        aligned: Value,
    ) -> Option<Value> {
        let ctx = builder.ctx;
        let parts = parts(ctx, memref)?;
        let layout = strided(ctx, &parts)?;
        let index = self.index_type(ctx);
        let mut descriptor = Descriptor::poison(builder, ty);
        descriptor.set_allocated(builder, allocated);
        descriptor.set_aligned(builder, aligned);
        let offset = builder.index_constant(index, layout.offset?);
        descriptor.set_offset(builder, offset);
        for (dim, (size, stride)) in parts.dims.iter().zip(&layout.strides).enumerate() {
            let size = builder.index_constant(index, i64::try_from(size.size?).ok()?);
            descriptor.set_size(builder, dim, size);
            let stride = builder.index_constant(index, (*stride)?);
            descriptor.set_stride(builder, dim, stride);
        }
        Some(descriptor.value)
    }
}
