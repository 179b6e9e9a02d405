//! The builtin dialect's types in the LLVM dialect; MLIR's `LLVMTypeConverter`. The document "LLVM IR Target",
//! "Conversion of Built-in Types", is about the types, and "Calling Conventions" about functions.
//!
//! ```
//! use irtrip_dialect::{Context, ContextDialects};
//! use irtrip_dialect::types::well_known as types;
//! use irtrip_lower::llvm_types::{LlvmTypeConverter, LlvmTypeOptions};
//!
//! let ctx = Context::with_dialects(irtrip_lower::all_dialects());
//! let converter = LlvmTypeConverter::new(LlvmTypeOptions::default());
//! assert_eq!(converter.convert_type(&ctx, types::INDEX), Some(types::I64));
//! ```

mod descriptor;
mod functions;

use std::cell::RefCell;

use irtrip_dialect::attr_table;
use irtrip_dialect::layout::Layout;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, Dim, StructBody, Type, TypeData, Value};
use rustc_hash::FxHashMap;

use crate::conversion::{Builder, Materialization, TypeConverter};
use crate::memref::layouts::strided;
use crate::memref::verify::parts;
use crate::ptr;

pub use descriptor::{Descriptor, GepIndex, UnrankedDescriptor, is_unranked, rank};
pub use functions::{CWrapper, FunctionConversion, function_parts};

/// How types are converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LlvmTypeOptions {
    /// The bits of `index`.
    pub index_bitwidth: u32,
    /// Buffers are passed as pointers to their elements.
    pub bare_pointers: bool,
}

impl Default for LlvmTypeOptions {
    fn default() -> Self {
        LlvmTypeOptions { index_bitwidth: 64, bare_pointers: false }
    }
}

/// Converts types to those of the LLVM dialect.
#[derive(Debug)]
pub struct LlvmTypeConverter {
    options: LlvmTypeOptions,
    layout: Layout,
    converted: RefCell<FxHashMap<Type, Option<Type>>>,
    /// Why memrefs were not converted, once for each type.
    refused: RefCell<Vec<RefusedBuffer>>,
}

/// Why a memref has no counterpart in the LLVM dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusedBuffer {
    /// Its memory space is no address space.
    Space(Attr),
    /// Its layout has no strides.
    Layout,
}

/// The most types that lie in one another. What is nested deeper has no counterpart.
const MAX_DEPTH: usize = irtrip_dialect::limits::MAX_NESTING;

impl LlvmTypeConverter {
    /// A converter for LLVM's default data layout.
    pub fn new(options: LlvmTypeOptions) -> LlvmTypeConverter {
        LlvmTypeConverter::with_layout(options, "")
    }

    /// A converter for a data layout, as LLVM spells it.
    pub(crate) fn with_layout(options: LlvmTypeOptions, layout: &str) -> LlvmTypeConverter {
        LlvmTypeConverter {
            options,
            layout: Layout::new(layout),
            converted: RefCell::default(),
            refused: RefCell::default(),
        }
    }

    /// The data layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How types are converted.
    pub fn options(&self) -> LlvmTypeOptions {
        self.options
    }

    /// The bits of a pointer of an address space.
    pub fn pointer_bits(&self, space: u32) -> u32 {
        self.layout.pointer_bits(space)
    }

    /// Why memrefs were not converted since the last call.
    pub(crate) fn take_refused(&self) -> Vec<RefusedBuffer> {
        self.refused.take()
    }

    /// The address space of a memref's type that is converted.
    fn known_space(&self, ctx: &Context, space: Option<Attr>) -> Option<u32> {
        let number = address_space(ctx, space);
        if number.is_none() {
            self.refused.borrow_mut().extend(space.map(RefusedBuffer::Space));
        }
        number
    }

    /// The bytes of the descriptor of a memref without padding, which is what upstream counts for a memref in a memref;
    /// `None` for other types.
    pub(crate) fn descriptor_bytes(&self, ctx: &Context, ty: Type) -> Option<u64> {
        let TypeData::MemRef { dims, space, .. } = ctx.type_data(ty) else { return None };
        let index = u64::from(self.options.index_bitwidth.div_ceil(8));
        Some(match dims {
            Some(dims) => {
                let pointer = u64::from(self.pointer_bits(address_space(ctx, *space)?).div_ceil(8));
                2 * pointer + (1 + 2 * dims.len() as u64) * index
            }
            None => u64::from(self.pointer_bits(0).div_ceil(8)) + index,
        })
    }

    /// The type that `index` becomes.
    pub fn index_type(&self, ctx: &Context) -> Type {
        ctx.int_type(self.options.index_bitwidth)
    }

    /// The type of the LLVM dialect for another; `None` where there is none.
    pub fn convert_type(&self, ctx: &Context, ty: Type) -> Option<Type> {
        self.convert_nested(ctx, ty, 0)
    }

    fn convert_nested(&self, ctx: &Context, ty: Type, depth: usize) -> Option<Type> {
        if let Some(&known) = self.converted.borrow().get(&ty) {
            return known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let converted = self.compute(ctx, ty, depth + 1);
        self.converted.borrow_mut().insert(ty, converted);
        converted
    }

    fn compute(&self, ctx: &Context, ty: Type, depth: usize) -> Option<Type> {
        match ctx.type_data(ty) {
            TypeData::Index => Some(self.index_type(ctx)),
            TypeData::Integer { width, .. } => Some(ctx.int_type(*width)),
            TypeData::Float(kind) if kind.width() < 16 => Some(ctx.int_type(kind.width())),
            TypeData::Complex(element) => {
                let element = self.convert_nested(ctx, *element, depth)?;
                Some(ctx.literal_struct(false, &[element, element]))
            }
            TypeData::Function { .. } => Some(types::PTR),
            TypeData::Vector { dims, element } => {
                let element = self.convert_nested(ctx, *element, depth)?;
                vector(ctx, dims, element)
            }
            TypeData::MemRef { dims: Some(dims), .. } => {
                let fields = self.descriptor_fields(ctx, ty, dims.len(), depth)?;
                Some(ctx.literal_struct(false, &fields))
            }
            TypeData::MemRef { dims: None, element, space, .. } => {
                self.convert_nested(ctx, *element, depth)?;
                self.known_space(ctx, *space)?;
                Some(ctx.literal_struct(false, &self.unranked_fields(ctx)))
            }
            TypeData::Array { length, element } => {
                Some(ctx.array_type(*length, self.convert_nested(ctx, *element, depth)?))
            }
            TypeData::LiteralStruct { packed, elements } => {
                let elements: Option<Vec<Type>> =
                    elements.iter().map(|&element| self.convert_nested(ctx, element, depth)).collect();
                Some(ctx.literal_struct(*packed, &elements?))
            }
            TypeData::IdentifiedStruct { name, .. } if !ctx.is_llvm_type_throughout(ty) => {
                self.identified(ctx, ty, &ctx.text(*name), depth)
            }
            TypeData::LlvmFunction { result, params, vararg } => {
                let result = self.convert_nested(ctx, *result, depth)?;
                let params: Option<Vec<Type>> =
                    params.iter().map(|&param| self.convert_nested(ctx, param, depth)).collect();
                Some(ctx.llvm_function_type(result, &params?, *vararg))
            }
            TypeData::Opaque { .. } => match ptr::memref_of_metadata(ctx, ty) {
                Some(memref) => self.metadata(ctx, memref, depth),
                None => ptr::address_space_of_pointer(ctx, ty)
                    .map(|space| ctx.ptr_type(space))
                    .or_else(|| ctx.is_llvm_type(ty).then_some(ty)),
            },
            _ => ctx.is_llvm_type(ty).then_some(ty),
        }
    }

    /// What a memref's descriptor has in addition to the pointer to the elements and the numbers that the type says.
    fn metadata(&self, ctx: &Context, memref: Type, depth: usize) -> Option<Type> {
        let parts = parts(ctx, memref)?;
        let layout = strided(ctx, &parts)?;
        let descriptor = self.convert_nested(ctx, memref, depth)?;
        let dynamic = usize::from(layout.offset.is_none())
            + parts.dims.iter().filter(|dim| dim.size.is_none()).count()
            + layout.strides.iter().filter(|stride| stride.is_none()).count();
        let mut fields = vec![ctx.element_at(descriptor, 0)?];
        fields.extend(std::iter::repeat_n(self.index_type(ctx), dynamic));
        Some(ctx.literal_struct(false, &fields))
    }

    /// A struct by name whose elements change: another struct, whose name says so.
    fn identified(&self, ctx: &Context, ty: Type, name: &str, depth: usize) -> Option<Type> {
        let converted = ctx.identified_struct(ctx.str(&format!("_Converted.{name}")));
        // The struct may be among its own elements.
        self.converted.borrow_mut().insert(ty, Some(converted));
        let (packed, elements) = ctx.struct_elements(ty)?;
        let elements: Option<Box<[Type]>> =
            elements.iter().map(|&element| self.convert_nested(ctx, element, depth)).collect();
        let body = StructBody::Elements { packed, elements: elements? };
        ctx.set_struct_body(converted, body).then_some(converted)
    }

    /// The fields of the descriptor of a ranked memref: two pointers, the offset, and, unless it has no dimensions, sizes and
    /// strides.
    fn descriptor_fields(&self, ctx: &Context, ty: Type, rank: usize, depth: usize) -> Option<Vec<Type>> {
        let memref = parts(ctx, ty)?;
        if strided(ctx, &memref).is_none() {
            self.refused.borrow_mut().push(RefusedBuffer::Layout);
            return None;
        }
        self.convert_nested(ctx, memref.element, depth)?;
        let pointer = ctx.ptr_type(self.known_space(ctx, memref.space)?);
        let index = self.index_type(ctx);
        let mut fields = vec![pointer, pointer, index];
        if rank > 0 {
            fields.extend([ctx.array_type(rank as u64, index); 2]);
        }
        Some(fields)
    }

    /// The fields of the descriptor of a memref of any rank: the rank, and a pointer to the ranked descriptor.
    fn unranked_fields(&self, ctx: &Context) -> [Type; 2] {
        [self.index_type(ctx), types::PTR]
    }
}

/// The vector or the array of vectors that a vector becomes.
fn vector(ctx: &Context, dims: &[Dim], element: Type) -> Option<Type> {
    let Some((last, outer)) = dims.split_last() else { return Some(ctx.vector_type(1, false, element)) };
    if outer.iter().any(|dim| dim.scalable) {
        return None;
    }
    let mut ty = ctx.vector_type(last.size?, last.scalable, element);
    for dim in outer.iter().rev() {
        ty = ctx.array_type(dim.size?, ty);
    }
    Some(ty)
}

/// The address space that a memory space is; `None` for one that is no number.
pub fn address_space(ctx: &Context, space: Option<Attr>) -> Option<u32> {
    let Some(space) = space else { return Some(0) };
    match ctx.attr_data(space) {
        AttrData::Integer { ty, value } if is_signless(ctx, *ty) => u32::try_from(*value).ok(),
        AttrData::Llvm { kind, params } if *kind == attr_table::ADDRESS_SPACE => {
            u32::try_from(params.first().copied().flatten().and_then(|number| ctx.int_value(number)).unwrap_or(0)).ok()
        }
        _ => ptr::is_generic_space(ctx, space).then_some(0),
    }
}

fn is_signless(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Integer { signedness, .. } => *signedness == irtrip_dialect::Signedness::Signless,
        _ => true,
    }
}

impl TypeConverter for LlvmTypeConverter {
    fn convert(&self, ctx: &Context, ty: Type) -> Option<Type> {
        self.convert_type(ctx, ty)
    }

    fn materialize(
        &self,
        builder: &mut Builder,
        kind: Materialization,
        values: &[Value],
        to: Type,
        original: Option<Type>,
    ) -> Option<Value> {
        use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
        let (memref, descriptor) = match kind {
            Materialization::Source => (to, self.convert_type(builder.ctx, to)?),
            Materialization::Target => (original?, to),
        };
        let packed = self.pack(builder, memref, descriptor, values)?;
        match kind {
            Materialization::Target => Some(packed),
            Materialization::Source => Some(builder.unary(UNREALIZED_CONVERSION_CAST, packed, to)),
        }
    }

    fn as_llvm(&self) -> Option<&LlvmTypeConverter> {
        Some(self)
    }
}
