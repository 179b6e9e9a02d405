//! Alignments and sizes of types by a data layout, where a text or a module leaves them out. LangRef, "Data Layout".

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::context::{Context, Type};
use crate::types::TypeData;

/// The order of the bytes of a number in memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ByteOrder {
    /// The lowest first.
    #[default]
    Little,
    /// The highest first.
    Big,
}

/// A data layout, as far as sizes and alignments go; all in bits unless a name has `bytes` in it.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Of each integer width: ABI and preferred alignment, ascending by width.
    integers: BTreeMap<u32, (u64, u64)>,
    floats: FxHashMap<u32, (u64, u64)>,
    vectors: FxHashMap<u64, (u64, u64)>,
    /// Of each address space: size, ABI and preferred alignment, and the size of an address.
    pointers: FxHashMap<u32, (u64, u64, u64, u64)>,
    aggregate: (u64, u64),
    /// The order of bytes, and of a vector's elements in an integer of its bits.
    pub byte_order: ByteOrder,
    /// The address space of functions.
    pub program_space: u32,
    /// Address spaces by the names that `addrspace("...")` may have for them.
    pub named_spaces: Vec<(Box<[u8]>, u32)>,
}

impl Layout {
    /// Reads a data layout string. Entries that it leaves out are LLVM's defaults.
    pub fn new(text: &str) -> Layout {
        let mut layout = Layout {
            integers: BTreeMap::from([(1, (8, 8)), (8, (8, 8)), (16, (16, 16)), (32, (32, 32)), (64, (32, 64))]),
            floats: [(16, (16, 16)), (32, (32, 32)), (64, (64, 64)), (128, (128, 128))].into_iter().collect(),
            vectors: [(64, (64, 64)), (128, (128, 128))].into_iter().collect(),
            pointers: [(0, (64, 64, 64, 64))].into_iter().collect(),
            aggregate: (0, 64),
            byte_order: ByteOrder::Little,
            program_space: 0,
            named_spaces: [b"A", b"G", b"P"].map(|name| (Box::from(&name[..]), 0)).into(),
        };
        for part in text.split('-') {
            layout.part(part);
        }
        layout
    }

    /// The address space of `alloca`s.
    pub fn alloca_space(&self) -> u32 {
        self.named_spaces.iter().find(|space| *space.0 == *b"A").map_or(0, |space| space.1)
    }

    fn part(&mut self, part: &str) {
        let Some(kind) = part.chars().next() else { return };
        let Some(rest) = part.get(kind.len_utf8()..) else { return };
        let mut fields = rest.split(':');
        let head = fields.next().unwrap_or_default();
        let digits = head.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '(');
        let number: u64 = digits.split('(').next().and_then(|d| d.parse().ok()).unwrap_or(0);
        let mut numbers = fields.map(|f| f.parse::<u64>().unwrap_or(0));
        match kind {
            'i' | 'f' | 'v' | 'a' => {
                let Some(abi) = numbers.next() else { return };
                let preferred = numbers.next().unwrap_or(abi);
                match kind {
                    'i' => {
                        self.integers.insert(number as u32, (abi, preferred));
                    }
                    'f' => {
                        self.floats.insert(number as u32, (abi, preferred));
                    }
                    'v' => {
                        self.vectors.insert(number, (abi, preferred));
                    }
                    _ => self.aggregate = (abi, preferred),
                }
            }
            'p' => {
                let size = numbers.next().unwrap_or(64);
                let abi = numbers.next().unwrap_or(size);
                let preferred = numbers.next().unwrap_or(abi);
                let address = numbers.next().unwrap_or(size);
                self.pointers.insert(number as u32, (size, abi, preferred, address));
                if let Some((_, name)) = head.strip_suffix(')').and_then(|h| h.split_once('(')) {
                    self.name_space(name.as_bytes(), number as u32);
                }
            }
            'e' => self.byte_order = ByteOrder::Little,
            'E' => self.byte_order = ByteOrder::Big,
            'P' => {
                self.program_space = number as u32;
                self.name_space(b"P", number as u32);
            }
            'A' => self.name_space(b"A", number as u32),
            'G' => self.name_space(b"G", number as u32),
            _ => {}
        }
    }

    fn name_space(&mut self, name: &[u8], space: u32) {
        self.named_spaces.retain(|s| *s.0 != *name);
        self.named_spaces.push((name.into(), space));
    }

    fn pointer(&self, space: u32) -> (u64, u64, u64, u64) {
        self.pointers.get(&space).or_else(|| self.pointers.get(&0)).copied().unwrap_or((64, 64, 64, 64))
    }

    /// The bits of an address of an address space, and of an index into it.
    pub fn address_bits(&self, space: u32) -> u32 {
        self.pointer(space).3 as u32
    }

    /// The bits of a pointer of an address space.
    pub fn pointer_bits(&self, space: u32) -> u32 {
        self.pointer(space).0 as u32
    }

    /// A type's alignment in memory, in bytes.
    pub fn abi_alignment(&self, ctx: &Context, ty: Type) -> u64 {
        self.alignment(ctx, ty, true, &mut Walk::default())
    }

    /// A type's alignment on the stack, in bytes.
    pub fn preferred_alignment(&self, ctx: &Context, ty: Type) -> u64 {
        self.alignment(ctx, ty, false, &mut Walk::default())
    }

    fn alignment(&self, ctx: &Context, ty: Type, abi: bool, walk: &mut Walk) -> u64 {
        let pick = |pair: (u64, u64)| if abi { pair.0 } else { pair.1 };
        let bits = match ctx.type_data(ty) {
            TypeData::Integer { width, .. } | TypeData::Byte { width } => {
                let row = self.integers.range(*width..).next().or(self.integers.last_key_value());
                row.map_or(8, |row| pick(*row.1))
            }
            TypeData::Float(kind) => {
                let width = kind.width();
                let natural = u64::from(width).next_power_of_two();
                self.floats.get(&width).map_or(natural, |p| pick(*p))
            }
            TypeData::Pointer { address_space } | TypeData::TypedPointer { address_space, .. } => {
                let (_, a, p, _) = self.pointer(*address_space);
                pick((a, p))
            }
            TypeData::Vector { .. } => {
                let size = 8 * self.store_size(ctx, ty);
                self.vectors.get(&size).map_or(size.next_power_of_two(), |p| pick(*p))
            }
            TypeData::Array { element, .. } => {
                return walk.below(|walk| self.alignment(ctx, *element, abi, walk)).unwrap_or(1);
            }
            TypeData::X86Amx => 512,
            TypeData::TargetExt { name, types, ints } => {
                let Some(memory) = memory_type(ctx, ctx.bytes(*name), types, ints) else { return 1 };
                return walk.below(|walk| self.alignment(ctx, memory, abi, walk)).unwrap_or(1);
            }
            _ => return self.struct_alignment(ctx, ty, abi, walk),
        };
        (bits / 8).max(1)
    }

    fn struct_alignment(&self, ctx: &Context, ty: Type, abi: bool, walk: &mut Walk) -> u64 {
        let Some((packed, elements)) = ctx.struct_elements(ty) else { return 1 };
        let own = if abi { self.aggregate.0 } else { self.aggregate.1 } / 8;
        if packed && abi {
            return 1;
        }
        if packed {
            return own.max(1);
        }
        let inner = match walk.alignments.get(&ty) {
            Some(known) => *known,
            None => {
                let inner = |walk: &mut Walk| elements.iter().map(|e| self.alignment(ctx, *e, true, walk)).max();
                let inner = walk.below(inner).flatten().unwrap_or(1);
                walk.alignments.insert(ty, inner);
                inner
            }
        };
        own.max(inner).max(1)
    }

    /// Bytes from one element of an array to the next; `None` where the type has no fixed size.
    pub fn alloc_size(&self, ctx: &Context, ty: Type) -> Option<u64> {
        self.sized(ctx, ty, &mut Walk::default())
    }

    /// Bytes from a struct's start to its element, or to an element of an array or vector.
    pub fn element_offset(&self, ctx: &Context, ty: Type, index: u64) -> Option<u64> {
        match ctx.type_data(ty) {
            TypeData::Array { element, .. } => self.alloc_size(ctx, *element)?.checked_mul(index),
            TypeData::Vector { element, .. } => self.store_size(ctx, *element).checked_mul(index),
            _ => {
                let (_, elements) = ctx.struct_elements(ty)?;
                let index = usize::try_from(index).ok().filter(|i| *i < elements.len())?;
                self.struct_offset(ctx, ty, index, &mut Walk::default())
            }
        }
    }

    fn sized(&self, ctx: &Context, ty: Type, walk: &mut Walk) -> Option<u64> {
        let size = match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                return walk.below(|walk| self.sized(ctx, *element, walk)).flatten()?.checked_mul(*length);
            }
            TypeData::Integer { .. }
            | TypeData::Byte { .. }
            | TypeData::Float(_)
            | TypeData::Pointer { .. }
            | TypeData::TypedPointer { .. } => self.store_size(ctx, ty),
            TypeData::Vector { dims, .. } if dims.iter().all(|d| !d.scalable) => self.store_size(ctx, ty),
            _ => {
                let (_, elements) = ctx.struct_elements(ty)?;
                if let Some(known) = walk.sizes.get(&ty) {
                    return *known;
                }
                let end = walk.below(|walk| self.struct_offset(ctx, ty, elements.len(), walk)).flatten();
                let align = self.alignment(ctx, ty, true, walk);
                let size = end.and_then(|end| end.checked_next_multiple_of(align));
                walk.sizes.insert(ty, size);
                return size;
            }
        };
        size.checked_next_multiple_of(self.alignment(ctx, ty, true, walk))
    }

    /// Where a struct's element starts, or after the last, where it ends.
    fn struct_offset(&self, ctx: &Context, ty: Type, index: usize, walk: &mut Walk) -> Option<u64> {
        let (packed, elements) = ctx.struct_elements(ty)?;
        let mut offset = 0u64;
        for (i, element) in elements.iter().enumerate() {
            if !packed {
                offset = offset.checked_next_multiple_of(self.alignment(ctx, *element, true, walk))?;
            }
            if i == index {
                break;
            }
            offset = offset.checked_add(self.sized(ctx, *element, walk)?)?;
        }
        Some(offset)
    }

    /// Bytes a store of a type writes.
    pub fn store_size(&self, ctx: &Context, ty: Type) -> u64 {
        match ctx.type_data(ty) {
            TypeData::Integer { width, .. } | TypeData::Byte { width } => u64::from(*width).div_ceil(8),
            TypeData::Float(kind) => u64::from(kind.width()).div_ceil(8),
            TypeData::Pointer { address_space } | TypeData::TypedPointer { address_space, .. } => {
                self.pointer(*address_space).0.div_ceil(8)
            }
            TypeData::Vector { dims, element } => {
                let count = dims.first().and_then(|d| d.size).unwrap_or(1);
                let bits = match ctx.type_data(*element) {
                    TypeData::Integer { width, .. } | TypeData::Byte { width } => u64::from(*width),
                    _ => 8 * self.store_size(ctx, *element),
                };
                count.saturating_mul(bits).div_ceil(8)
            }
            _ => 1,
        }
    }
}

/// A walk over a type. Structs share their elements, so that a type may have exponentially more parts than there are types:
/// each struct is looked at once.
#[derive(Default)]
struct Walk {
    depth: u32,
    /// Of structs that are not packed: the greatest ABI alignment of an element.
    alignments: FxHashMap<Type, u64>,
    sizes: FxHashMap<Type, Option<u64>>,
}

impl Walk {
    /// What is found a level deeper; nothing beyond the greatest depth.
    fn below<R>(&mut self, find: impl FnOnce(&mut Walk) -> R) -> Option<R> {
        const DEPTH: u32 = 1000;
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let found = find(self);
        self.depth -= 1;
        Some(found)
    }
}

/// The type that a target's type is in memory; `None` where it is in none. LangRef, "Target Extension Type".
fn memory_type(ctx: &Context, name: &[u8], types: &[Type], ints: &[u32]) -> Option<Type> {
    let i8 = ctx.int_type(8);
    match (name, types, ints) {
        (b"spirv.IntegralConstant" | b"spirv.Literal", ..) => None,
        (b"spirv.Padding" | b"dx.Padding", ..) => Some(i8),
        // The opcode, the size and the alignment.
        (b"spirv.Type", _, [_, _, align, ..]) => Some(ctx.int_type(*align)),
        (b"aarch64.svcount", ..) => Some(ctx.vector_type(16, true, ctx.int_type(1))),
        (b"riscv.vector.tuple", [part], [count]) => {
            let TypeData::Vector { dims, .. } = ctx.type_data(*part) else { return None };
            let bytes = dims.first()?.size?.max(8).checked_mul(u64::from(*count))?;
            u32::try_from(bytes).ok().map(|_| ctx.vector_type(bytes, true, i8))
        }
        (b"amdgcn.named.barrier", ..) => Some(ctx.vector_type(4, false, ctx.int_type(32))),
        _ if name.starts_with(b"spirv.") || name.starts_with(b"dx.") => Some(ctx.ptr_type(0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::well_known as types;

    #[test]
    fn defaults_and_overrides() {
        let ctx = Context::new();
        assert_eq!(Layout::new("").abi_alignment(&ctx, types::I64), 4);
        assert_eq!(Layout::new("e-i64:64").abi_alignment(&ctx, types::I64), 8);
        let pair = ctx.literal_struct(false, &[types::I8, types::PTR]);
        assert_eq!(Layout::new("").abi_alignment(&ctx, pair), 8);
        assert_eq!(Layout::new("").alloc_size(&ctx, pair), Some(16));
        assert_eq!(Layout::new("").element_offset(&ctx, pair, 1), Some(8));
        assert_eq!(Layout::new("").element_offset(&ctx, pair, 2), None);
        let packed = ctx.array_type(3, ctx.literal_struct(true, &[types::I8, types::I32]));
        assert_eq!(Layout::new("").alloc_size(&ctx, packed), Some(15));
        assert_eq!(Layout::new("").element_offset(&ctx, packed, 2), Some(10));
        let opaque = |name, types: &[Type], ints: &[u32]| {
            let data = TypeData::TargetExt { name: ctx.str(name), types: types.into(), ints: ints.into() };
            Layout::new("").abi_alignment(&ctx, ctx.ty(data))
        };
        assert_eq!(opaque("aarch64.svcount", &[], &[]), 2);
        assert_eq!(opaque("spirv.Event", &[], &[]), 8);
        assert_eq!(opaque("spirv.Type", &[], &[21, 4, 32]), 4);
        assert_eq!(opaque("riscv.vector.tuple", &[ctx.vector_type(2, true, types::I8)], &[3]), 32);
        let v3 = ctx.vector_type(3, false, types::I32);
        assert_eq!(Layout::new("").abi_alignment(&ctx, v3), 16);
    }
}
