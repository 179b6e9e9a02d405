//! A pool of constants in which equal ones are one. LangRef, "Constants".

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::{FxBuildHasher, FxHashSet};

use irtrip_dialect::names::MASK;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Context, OpName, Str, Type, TypeData};

use irtrip_dialect::llvm_text::literals;

/// A constant of a [`ConstantPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConstId(u32);

/// What a constant is, without its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ConstKind {
    /// An integer of 64 signed bits.
    Int(i64),
    /// A wider one.
    BigInt(BigInt),
    /// The bits of a floating-point number.
    Float(u128),
    /// `null`, and `zeroinitializer` of aggregates.
    Null,
    Undef,
    Poison,
    /// `none`
    NoneToken,
    /// `@name`: the model's name of the symbol.
    Global(Str),
    /// The elements of an array, an array of arrays or a fixed vector of integers or floats, as in a dense attribute.
    Data(Box<[u8]>),
    /// The elements of any other struct, array or fixed vector.
    Aggregate(Box<[ConstId]>),
    /// Every element of a scalable vector.
    Splat(ConstId),
    Expr(Box<Expr>),
    /// `blockaddress(@f, %b)`: the function and the block's tag.
    BlockAddress(Str, u32),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(Str),
    /// `no_cfi @f`
    NoCfi(Str),
    /// `ptrauth (...)`
    PtrAuth(Box<[ConstId]>),
}

impl ConstKind {
    /// The constants that this one is made of.
    pub fn parts(&self) -> &[ConstId] {
        match self {
            ConstKind::Aggregate(parts) | ConstKind::PtrAuth(parts) => parts,
            ConstKind::Splat(inner) => std::slice::from_ref(inner),
            ConstKind::Expr(expr) => &expr.operands,
            _ => &[],
        }
    }
}

/// A constant expression: the operation that stands for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Expr {
    pub name: OpName,
    pub attrs: Vec<(Str, Attr)>,
    pub operands: Vec<ConstId>,
}

/// Constants by number; equal ones have one number.
#[derive(Default)]
pub(crate) struct ConstantPool {
    items: Vec<(Type, ConstKind)>,
    index: HashTable<u32>,
    /// Those that are instructions today, or hold one that is.
    former: FxHashSet<ConstId>,
}

impl ConstantPool {
    /// The constant of this type and content. It is not made canonical.
    pub fn intern(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        let item = (ty, kind);
        let code = hash(&item);
        if let Some(&i) = self.index.find(code, |&i| self.items.get(i as usize) == Some(&item)) {
            return ConstId(i);
        }
        let i = self.items.len() as u32;
        if !self.former.is_empty() && item.1.parts().iter().any(|part| self.former.contains(part)) {
            self.former.insert(ConstId(i));
        }
        self.items.push(item);
        let items = &self.items;
        self.index.insert_unique(code, i, |&i| items.get(i as usize).map_or(0, hash));
        ConstId(i)
    }

    /// A constant expression of former releases, which is an instruction today.
    pub fn intern_former(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        let id = self.intern(ty, kind);
        self.former.insert(id);
        id
    }

    /// Whether a constant is an instruction today, or holds one that is.
    pub fn is_former(&self, id: ConstId) -> bool {
        !self.former.is_empty() && self.former.contains(&id)
    }

    /// A constant's type.
    pub fn ty(&self, id: ConstId) -> Type {
        self.items[id.0 as usize].0
    }

    /// What a constant is.
    pub fn kind(&self, id: ConstId) -> &ConstKind {
        &self.items[id.0 as usize].1
    }

    /// The number that an integer is.
    pub fn int(&self, id: ConstId) -> Option<i64> {
        match self.kind(id) {
            ConstKind::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Forgets all constants.
    pub fn clear(&mut self) {
        self.items.clear();
        self.index.clear();
        self.former.clear();
    }
}

fn hash(item: &(Type, ConstKind)) -> u64 {
    FxBuildHasher.hash_one(item)
}

/// Whether a type's constants can be elements of [`ConstKind::Data`].
pub(crate) fn is_simple(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Float(_))
}

impl ConstantPool {
    /// The canonical constant with these elements, as LLVM has it.
    pub fn aggregate(&mut self, ctx: &Context, ty: Type, elements: Vec<ConstId>) -> ConstId {
        let pool = &*self;
        let all = |wanted: fn(&ConstKind) -> bool| elements.iter().all(|e| wanted(pool.kind(*e)));
        let kind = if all(|k| matches!(k, ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0))) {
            ConstKind::Null
        } else if all(|k| *k == ConstKind::Poison) {
            ConstKind::Poison
        } else if all(|k| *k == ConstKind::Undef) {
            ConstKind::Undef
        } else {
            match self.data(ctx, ty, &elements) {
                Some(data) => ConstKind::Data(data),
                None => ConstKind::Aggregate(elements.into()),
            }
        };
        self.intern(ty, kind)
    }

    /// Whether the elements of a vector are all one number other than zero, which a release with splats writes once.
    pub fn are_one_number(&self, elements: &[ConstId]) -> bool {
        let is_number = |id: &ConstId| match self.kind(*id) {
            ConstKind::Int(number) => *number != 0,
            ConstKind::Float(bits) => *bits != 0,
            ConstKind::BigInt(_) => true,
            _ => false,
        };
        elements.split_first().is_some_and(|(first, rest)| rest.iter().all(|other| other == first) && is_number(first))
    }

    /// The bytes of an array or vector of numbers.
    pub fn data(&self, ctx: &Context, ty: Type, elements: &[ConstId]) -> Option<Box<[u8]>> {
        let element = match ctx.type_data(ty) {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => *element,
            _ => return None,
        };
        let bytes = data_bytes(ctx, element)?;
        let mut data = Vec::with_capacity(bytes.checked_mul(elements.len())?);
        for &e in elements {
            match self.kind(e) {
                ConstKind::Int(value) => {
                    let little = if ctx.int_width(element) == Some(1) { value & 1 } else { *value };
                    let fill = if little < 0 { 0xff } else { 0 };
                    let le = little.to_le_bytes();
                    data.extend((0..bytes).map(|i| le.get(i).copied().unwrap_or(fill)));
                }
                ConstKind::BigInt(value) => data.extend(literals::little_endian(value, bytes)),
                ConstKind::Float(bits) => data.extend(bits.to_le_bytes().into_iter().take(bytes)),
                ConstKind::Data(inner) => data.extend_from_slice(inner),
                ConstKind::Null => data.resize(data.len() + bytes, 0),
                _ => return None,
            }
        }
        Some(data.into())
    }

    /// The vector of a type whose elements are all one constant.
    pub fn splat_of(&mut self, ctx: &Context, ty: Type, inner: ConstId) -> ConstId {
        if let TypeData::Vector { dims, .. } = ctx.type_data(ty)
            && let Some(dim) = dims.first()
            && let Some(count) = dim.size.filter(|n| !dim.scalable && *n <= 1 << 20)
        {
            return self.aggregate(ctx, ty, vec![inner; count as usize]);
        }
        let kind = match self.kind(inner) {
            ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0) => ConstKind::Null,
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            ConstKind::Int(_) | ConstKind::BigInt(_) | ConstKind::Float(_) => ConstKind::Splat(inner),
            _ => return self.shuffled_splat(ctx, ty, inner),
        };
        self.intern(ty, kind)
    }

    /// The scalable vector of a type whose elements are all one constant that is no number.
    pub fn shuffled_splat(&mut self, ctx: &Context, ty: Type, inner: ConstId) -> ConstId {
        let poison = self.intern(ty, ConstKind::Poison);
        let zero = self.intern(wk::I64, ConstKind::Int(0));
        let insert = Expr { name: llvm::INSERTELEMENT, attrs: Vec::new(), operands: vec![poison, inner, zero] };
        let first = self.intern(ty, ConstKind::Expr(Box::new(insert)));
        let size = match ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => dims.first().and_then(|dim| dim.size).unwrap_or(0),
            _ => 0,
        };
        let mask = vec![0; usize::try_from(size).unwrap_or(0).min(1 << 20)];
        let attrs = vec![(MASK, ctx.i32_array(&mask))];
        let shuffle = Expr { name: llvm::SHUFFLEVECTOR, attrs, operands: vec![first, poison] };
        self.intern(ty, ConstKind::Expr(Box::new(shuffle)))
    }

    /// A shuffle's mask from the constant that spells it, and whether it is scalable; `undef` and `poison` are -1.
    pub fn shuffle_mask(&self, ctx: &Context, mask: ConstId) -> Option<(Vec<i32>, bool)> {
        let TypeData::Vector { dims, element } = ctx.type_data(self.ty(mask)) else { return None };
        let dim = dims.first().filter(|_| *element == wk::I32)?;
        let count = usize::try_from(dim.size?).ok().filter(|c| *c <= 1 << 24)?;
        let mask = match self.kind(mask) {
            ConstKind::Null => vec![0; count],
            ConstKind::Undef | ConstKind::Poison => vec![-1; count],
            // As a number, the code of a poison element is beyond all elements.
            ConstKind::Data(data) => data
                .chunks_exact(4)
                .map(|c| c.try_into().map(i32::from_le_bytes).ok().filter(|element| *element >= 0))
                .collect::<Option<_>>()?,
            ConstKind::Aggregate(elements) => elements
                .iter()
                .map(|e| match self.kind(*e) {
                    ConstKind::Int(v) => i32::try_from(*v).ok().filter(|element| *element >= 0),
                    ConstKind::Undef | ConstKind::Poison => Some(-1),
                    _ => None,
                })
                .collect::<Option<_>>()?,
            _ => return None,
        };
        Some((mask, dim.scalable))
    }

    /// Whether a constant is `undef`, or has such an element.
    pub fn has_undef(&self, constant: ConstId) -> bool {
        match self.kind(constant) {
            ConstKind::Undef => true,
            ConstKind::Aggregate(elements) => {
                elements.iter().any(|element| matches!(self.kind(*element), ConstKind::Undef))
            }
            _ => false,
        }
    }

    /// The number an index constant is, or of whose splats it is one.
    pub fn index_value(&self, ctx: &Context, index: ConstId) -> Option<i64> {
        match self.kind(index) {
            ConstKind::Int(v) => Some(*v),
            ConstKind::Null if ctx.scalar_type(self.ty(index)) == wk::I32 => Some(0),
            ConstKind::Data(data) if ctx.scalar_type(self.ty(index)) == wk::I32 => {
                let first = data.first_chunk::<4>()?;
                data.chunks_exact(4).all(|c| c == first).then(|| i64::from(i32::from_le_bytes(*first)))
            }
            _ => None,
        }
    }

    /// What a bit cast of a constant to a type is, where LLVM finds it without knowing the target's data layout: all
    /// bits are the same, or the constant is a number and no vector.
    pub fn bitcast(&mut self, ctx: &Context, constant: ConstId, to: Type) -> Option<ConstId> {
        let (from, kind) = (self.ty(constant), self.kind(constant));
        if matches!(ctx.type_data(ctx.scalar_type(to)), TypeData::Pointer { .. }) {
            return None;
        }
        match kind {
            ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0) => return Some(self.zero_of(ctx, to)),
            ConstKind::Undef | ConstKind::Poison => {
                let kind = kind.clone();
                return Some(self.intern(to, kind));
            }
            _ => {}
        }
        let bits = match (kind, ctx.type_data(to)) {
            (ConstKind::Float(bits), TypeData::Integer { width, .. }) if *width <= 64 => {
                let unused = 64 - width;
                return Some(self.intern(to, ConstKind::Int((*bits as i64) << unused >> unused)));
            }
            (ConstKind::Int(bits), TypeData::Float(_)) => {
                let width = ctx.int_width(from).filter(|width| *width <= 64)?;
                let mask = u128::MAX >> (128 - width);
                return Some(self.intern(to, ConstKind::Float(*bits as u128 & mask)));
            }
            (kind, _) => kind,
        };
        let width = ctx.int_width(ctx.scalar_type(from))?;
        let are_ones = |data: &[u8], one: u8| data.iter().all(|byte| *byte == one);
        let all_ones = match bits {
            ConstKind::Int(bits) => *bits == -1 || width == 1 && *bits == 1,
            ConstKind::Data(data) => width == 1 && are_ones(data, 1) || width % 8 == 0 && are_ones(data, 0xff),
            _ => false,
        };
        all_ones.then(|| self.ones(ctx, to)).flatten()
    }

    /// The integer, or vector of integers, all of whose bits are set.
    fn ones(&mut self, ctx: &Context, ty: Type) -> Option<ConstId> {
        let scalar = ctx.scalar_type(ty);
        let width = ctx.int_width(scalar)?;
        let one = self.intern(scalar, ConstKind::Int(if width == 1 { 1 } else { -1 }));
        Some(if scalar == ty { one } else { self.splat_of(ctx, ty, one) })
    }

    /// The zero of a type, as the pool has it.
    pub fn zero_of(&mut self, ctx: &Context, ty: Type) -> ConstId {
        let kind = match ctx.type_data(ty) {
            TypeData::Integer { .. } | TypeData::Byte { .. } => ConstKind::Int(0),
            TypeData::Float(_) => ConstKind::Float(0),
            _ => ConstKind::Null,
        };
        self.intern(ty, kind)
    }
}

/// Bytes a constant takes as part of [`ConstKind::Data`]: a number, or an array or fixed vector of such.
fn data_bytes(ctx: &Context, ty: Type) -> Option<usize> {
    let mut count = 1usize;
    let mut ty = ty;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                count =
                    count.checked_mul(usize::try_from(*length).ok()?).filter(|count| u32::try_from(*count).is_ok())?;
                ty = *element;
            }
            TypeData::Vector { dims, element } => {
                let length = dims.first().filter(|d| !d.scalable).and_then(|d| d.size)?;
                count =
                    count.checked_mul(usize::try_from(length).ok()?).filter(|count| u32::try_from(*count).is_ok())?;
                ty = *element;
            }
            TypeData::Integer { .. } | TypeData::Float(_) => return count.checked_mul(ctx.dense_element_bytes(ty)),
            _ => return None,
        }
    }
}
