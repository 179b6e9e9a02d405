//! Constants of LLVM IR as a tree: what import makes of LLVM's text, and export of the model's operations and attributes.
//!
//! LangRef, "Constants". Equal constants are one, and each is in the form that LLVM keeps it in: an aggregate of zeros is
//! `zeroinitializer`, one of `poison` is `poison`, and so on.
//!
//! - [`decode`], [`encode`]: constants from attributes, and as attributes
//! - [`elements`]: the numbers of `dense` and string attributes; [`dense`]: those of other attributes
//! - [`vectors`]: splats and masks of shuffles
//! - [`compute`]: what instructions of constants compute; [`bit_cast`]: the bits of constants in other types

pub mod bit_cast;
pub mod compute;
pub mod decode;
pub mod dense;
pub mod elements;
pub mod encode;
pub mod vectors;

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use irtrip_ir::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_ir::{Attr, Context, OpName, Str, Type, TypeData};
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};

use crate::diagnostic::ExportCode;
use crate::ops::llvm::{ADDRSPACECAST, BITCAST, GETELEMENTPTR};
use crate::release::Release;

/// Deeper constants than this are an error: no reader makes them.
const DEPTH: u16 = crate::limits::MAX_NESTING as u16 - 1;
/// Constants of more nodes than this, counted as they are written, are an error: sharing would make them endless.
const SIZE: u64 = 1 << 32;

/// Pools of fewer constants have no index: most functions have a handful.
const NOT_INDEXED: usize = 8;

/// Elements that are held or written one by one, at most.
const MOST_ELEMENTS: u64 = 1 << 28;

/// A constant of a [`Constants`]. Equal ones of a pool have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(u32);

/// A constant expression: an operation all of whose operands are constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    /// The operation.
    pub name: OpName,
    /// A dictionary that has its attributes.
    pub attrs: Attr,
    /// Its operands in LLVM's order; of a `getelementptr` all indices, also those that are an attribute of the operation.
    pub operands: SmallVec<[ConstId; 4]>,
}

/// What a constant is, without its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstData {
    /// An integer that fits 64 bits.
    Int(i64),
    /// An integer attribute that does not.
    BigInt(Attr),
    /// The bits of a float.
    Float(u128),
    /// `null`, and `zeroinitializer` of aggregates.
    Zero,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// `none`
    NoneToken,
    /// The address of a global.
    Symbol(Str),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(Str),
    /// `no_cfi @f`
    NoCfi(Str),
    /// `blockaddress(@f, %b)`: the function, and the number of the block's `llvm.blocktag`.
    BlockAddress(Str, i64),
    /// `ptrauth (...)`
    PtrAuth(Box<[ConstId]>),
    /// The numbers of an array or vector, of arrays of such, or of a scalable vector, in a `dense` or string attribute.
    Data(Attr),
    /// The elements of a struct, array or vector.
    Aggregate(Box<[ConstId]>),
    /// A constant expression.
    Expr(Box<Expr>),
}

impl ConstData {
    /// The constants that this one is made of.
    pub fn parts(&self) -> &[ConstId] {
        match self {
            ConstData::Aggregate(parts) | ConstData::PtrAuth(parts) => parts,
            ConstData::Expr(expr) => &expr.operands,
            ConstData::Int(_)
            | ConstData::BigInt(_)
            | ConstData::Float(_)
            | ConstData::Zero
            | ConstData::Undef
            | ConstData::Poison
            | ConstData::NoneToken
            | ConstData::Symbol(_)
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::Data(_) => &[],
        }
    }

    /// Whether it is an integer or a float.
    pub fn is_number(&self) -> bool {
        matches!(self, ConstData::Int(_) | ConstData::BigInt(_) | ConstData::Float(_))
    }

    /// Whether it is `undef` or `poison`.
    pub fn is_undefined(&self) -> bool {
        matches!(self, ConstData::Undef | ConstData::Poison)
    }
}

#[derive(Clone, Debug)]
struct Entry {
    ty: Type,
    data: ConstData,
    depth: u16,
    /// The first release in which it is an instruction, or holds one that is.
    until: Option<Release>,
    size: u64,
}

/// The earlier of two releases, where both are given.
fn earlier(a: Option<Release>, b: Option<Release>) -> Option<Release> {
    a.into_iter().chain(b).min()
}

fn hash(ty: Type, data: &ConstData) -> u64 {
    FxBuildHasher.hash_one((ty, data))
}

/// A pool of constants, in which equal ones are one.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    entries: Vec<Entry>,
    index: HashTable<u32>,
}

impl Constants {
    /// A constant's type.
    pub fn ty(&self, id: ConstId) -> Type {
        self.entries[id.0 as usize].ty
    }

    /// What a constant is.
    pub fn data(&self, id: ConstId) -> &ConstData {
        &self.entries[id.0 as usize].data
    }

    /// The number that an integer is.
    pub fn int(&self, id: ConstId) -> Option<i64> {
        match self.data(id) {
            ConstData::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Forgets all constants, and keeps the memory that they took.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
    }

    /// The constant of this type and content. It is not made canonical, and its reader has limited how deep it is.
    pub fn intern(&mut self, ty: Type, data: ConstData) -> ConstId {
        if let Some(i) = self.find(ty, &data) {
            return ConstId(i);
        }
        let (mut depth, mut size, mut until) = (0, 1u64, None);
        for part in data.parts() {
            let part = &self.entries[part.0 as usize];
            depth = depth.max(part.depth.saturating_add(1));
            size = size.saturating_add(part.size);
            until = earlier(until, part.until);
        }
        let i = self.entries.len() as u32;
        self.entries.push(Entry { ty, data, depth, until, size });
        match self.entries.len() {
            ..NOT_INDEXED => {}
            NOT_INDEXED => (0..=i).for_each(|i| self.index(i)),
            _ => self.index(i),
        }
        ConstId(i)
    }

    fn find(&self, ty: Type, data: &ConstData) -> Option<u32> {
        let is_same = |entry: &Entry| entry.ty == ty && entry.data == *data;
        if self.entries.len() < NOT_INDEXED {
            return self.entries.iter().position(is_same).map(|i| i as u32);
        }
        let is_there = |&i: &u32| self.entries.get(i as usize).is_some_and(is_same);
        self.index.find(hash(ty, data), is_there).copied()
    }

    fn index(&mut self, i: u32) {
        let entries = &self.entries;
        let code = |i: u32| entries.get(i as usize).map_or(0, |entry| hash(entry.ty, &entry.data));
        self.index.insert_unique(code(i), i, |&i| code(i));
    }

    /// A constant expression of former releases, which is an instruction since the release `until`.
    pub fn intern_former(&mut self, ty: Type, expr: Expr, until: Release) -> ConstId {
        let id = self.intern(ty, ConstData::Expr(Box::new(expr)));
        let entry = &mut self.entries[id.0 as usize];
        entry.until = earlier(entry.until, Some(until));
        id
    }

    /// The first release in which a constant is an instruction, or holds one that is; `None` where that is none today.
    pub fn until(&self, id: ConstId) -> Option<Release> {
        self.entries[id.0 as usize].until
    }

    /// Whether a constant is an instruction today, or holds one that is.
    pub fn is_former(&self, id: ConstId) -> bool {
        self.until(id).is_some()
    }

    /// The constant of this type and content, of which one of a scalar has no other form for zero.
    ///
    /// # Errors
    /// It is too deep, or too large.
    pub fn add(&mut self, ctx: &Context, ty: Type, data: ConstData) -> Result<ConstId, ExportCode> {
        let id = match data {
            ConstData::Zero => self.zero_of(ctx, ty),
            data => self.intern(ty, data),
        };
        let entry = &self.entries[id.0 as usize];
        if entry.depth > DEPTH || entry.size > SIZE { Err(ExportCode::Nesting) } else { Ok(id) }
    }

    /// The zero of a type.
    pub fn zero_of(&mut self, ctx: &Context, ty: Type) -> ConstId {
        let data = match ctx.type_data(ty) {
            TypeData::Integer { .. } | TypeData::Byte { .. } => ConstData::Int(0),
            TypeData::Float(_) => ConstData::Float(0),
            TypeData::Token => ConstData::NoneToken,
            _ => ConstData::Zero,
        };
        self.intern(ty, data)
    }

    /// A pointer in the address space of a type, by an `addrspacecast` where it is in another.
    ///
    /// # Errors
    /// The constant is too large.
    pub fn address_cast(&mut self, ctx: &Context, pointer: ConstId, ty: Type) -> Result<ConstId, ExportCode> {
        if self.ty(pointer) == ty {
            return Ok(pointer);
        }
        let cast = Expr { name: ADDRSPACECAST, attrs: EMPTY_DICTIONARY, operands: smallvec![pointer] };
        self.add(ctx, ty, ConstData::Expr(Box::new(cast)))
    }

    /// Whether one of them is `poison`.
    pub fn has_poison(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.data, ConstData::Poison))
    }

    /// The symbols whose addresses are among them.
    pub fn symbols(&self) -> impl Iterator<Item = Str> {
        self.entries.iter().filter_map(|entry| match entry.data {
            ConstData::Symbol(symbol) => Some(symbol),
            _ => None,
        })
    }

    /// The symbol whose address a constant is, seen through constant expressions.
    pub fn base_symbol(&self, mut constant: ConstId) -> Option<Str> {
        loop {
            match self.data(constant) {
                ConstData::Symbol(symbol) => return Some(*symbol),
                ConstData::Expr(expr) => constant = *expr.operands.first()?,
                _ => return None,
            }
        }
    }

    /// The symbol that a constant is but for casts of pointers, and for steps of no length.
    pub fn cast_symbol(&self, ctx: &Context, mut constant: ConstId) -> Option<Str> {
        loop {
            let expr = match self.data(constant) {
                ConstData::Symbol(symbol) => return Some(*symbol),
                ConstData::Expr(expr) => expr,
                _ => return None,
            };
            let (base, indices) = expr.operands.split_first()?;
            let is_same = match expr.name {
                ADDRSPACECAST | BITCAST => true,
                GETELEMENTPTR => indices.iter().all(|index| self.is_null(ctx, *index)),
                _ => false,
            };
            constant = *base;
            if !is_same {
                return None;
            }
        }
    }

    /// Whether LLVM takes the constant for zero.
    pub fn is_null(&self, ctx: &Context, id: ConstId) -> bool {
        match self.data(id) {
            ConstData::Int(value) => *value == 0,
            ConstData::Float(bits) => *bits == 0,
            ConstData::Zero | ConstData::NoneToken => true,
            ConstData::Data(attr) => elements::bytes(ctx, *attr).is_some_and(|(data, _)| data.iter().all(|b| *b == 0)),
            ConstData::BigInt(_)
            | ConstData::Undef
            | ConstData::Poison
            | ConstData::Symbol(_)
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::PtrAuth(_)
            | ConstData::Aggregate(_)
            | ConstData::Expr(_) => false,
        }
    }

    /// The one number that all of these constants are.
    pub fn splat_number(&self, elements: &[ConstId]) -> Option<ConstId> {
        let (&first, rest) = elements.split_first()?;
        (self.data(first).is_number() && rest.iter().all(|other| *other == first)).then_some(first)
    }

    /// What LLVM has for a struct, array or vector all elements of which are alike in a way that it has a word for.
    fn uniform(&self, ctx: &Context, elements: &[ConstId]) -> Option<ConstData> {
        if elements.iter().all(|e| self.is_null(ctx, *e)) {
            Some(ConstData::Zero)
        } else if elements.iter().all(|e| matches!(self.data(*e), ConstData::Poison)) {
            Some(ConstData::Poison)
        } else if elements.iter().all(|e| matches!(self.data(*e), ConstData::Undef)) {
            Some(ConstData::Undef)
        } else {
            None
        }
    }

    /// A struct, array or vector of these elements, in LLVM's canonical form. Numbers stay elements.
    ///
    /// # Errors
    /// It is too deep, or too large.
    pub fn aggregate(&mut self, ctx: &Context, ty: Type, elements: Box<[ConstId]>) -> Result<ConstId, ExportCode> {
        let data = self.uniform(ctx, &elements).unwrap_or(ConstData::Aggregate(elements));
        self.add(ctx, ty, data)
    }

    /// As [`Constants::aggregate`] of what is no deeper than its reader allows; an array or vector of numbers is one attribute.
    pub fn packed_aggregate(&mut self, ctx: &Context, ty: Type, elements: Vec<ConstId>) -> ConstId {
        let data = self.uniform(ctx, &elements).or_else(|| self.packed(ctx, ty, &elements).map(ConstData::Data));
        self.intern(ty, data.unwrap_or_else(|| ConstData::Aggregate(elements.into())))
    }

    /// The element of an aggregate; `None` where it is no element that can be named, as that of an expression.
    ///
    /// # Errors
    /// It is too deep, or too large, or its elements are not those of its type.
    pub fn element(&mut self, ctx: &Context, id: ConstId, index: u64) -> Result<Option<ConstId>, ExportCode> {
        let Some(ty) = ctx.element_at(self.ty(id), index) else { return Ok(None) };
        let data = match self.data(id) {
            ConstData::Aggregate(elements) => {
                return Ok(usize::try_from(index).ok().and_then(|i| elements.get(i)).copied());
            }
            ConstData::Zero => ConstData::Zero,
            ConstData::Undef => ConstData::Undef,
            ConstData::Poison => ConstData::Poison,
            ConstData::Data(attr) => return elements::data_element(self, ctx, *attr, ty, index).map(Some),
            ConstData::Int(_)
            | ConstData::BigInt(_)
            | ConstData::Float(_)
            | ConstData::NoneToken
            | ConstData::Symbol(_)
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::PtrAuth(_)
            | ConstData::Expr(_) => return Ok(None),
        };
        self.add(ctx, ty, data).map(Some)
    }
}

/// Number of elements of a struct, an array or a fixed vector, where it is one that can be held.
pub fn element_count(ctx: &Context, ty: Type) -> Option<usize> {
    match ctx.type_data(ty) {
        TypeData::Array { length, .. } => (*length <= MOST_ELEMENTS).then_some(*length as usize),
        TypeData::Vector { dims, .. } => match dims.as_ref() {
            [dim] if !dim.scalable => dim.size.filter(|n| *n <= MOST_ELEMENTS).map(|n| n as usize),
            _ => None,
        },
        _ => ctx.struct_elements(ty).map(|(_, elements)| elements.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::decode::NoSymbols;
    use super::*;
    use irtrip_ir::types::well_known::{I1, I8, I32};
    use irtrip_ir::{Dim, FloatKind};

    /// A constant of each kind that needs no symbol, of types of each kind.
    fn constants(ctx: &Context, pool: &mut Constants) -> Vec<ConstId> {
        let wide = ctx.int_type(100);
        let big = ctx.big_int_attr(wide, num_bigint::BigInt::from(1) << 90);
        let numbers = [
            (I1, ConstData::Int(1)),
            (I8, ConstData::Int(-3)),
            (wide, ConstData::Int(-3)),
            (wide, ConstData::BigInt(big)),
            (ctx.ty(TypeData::Byte { width: 8 }), ConstData::Int(7)),
            (ctx.ty(TypeData::Byte { width: 100 }), ConstData::BigInt(big)),
            (ctx.float_type(FloatKind::F64), ConstData::Float(1 << 63)),
            (ctx.float_type(FloatKind::PpcF128), ConstData::Float(u128::MAX)),
            (ctx.ptr_type(0), ConstData::Zero),
        ];
        let mut all = Vec::new();
        for (ty, data) in numbers {
            let number = pool.intern(ty, data);
            let zero = pool.zero_of(ctx, ty);
            let poison = pool.intern(ty, ConstData::Poison);
            let undef = pool.intern(ty, ConstData::Undef);
            let vector = ctx.vector_type(3, false, ty);
            let scalable =
                ctx.ty(TypeData::Vector { dims: Box::new([Dim { size: Some(4), scalable: true }]), element: ty });
            let array = ctx.array_type(2, vector);
            let record = ctx.literal_struct(true, &[ty, array]);
            for element in [number, zero, poison, undef] {
                let splat = pool.splat_of(ctx, vector, element);
                let mixed = pool.packed_aggregate(ctx, vector, vec![zero, number, element]);
                let rows = pool.packed_aggregate(ctx, array, vec![splat, mixed]);
                let record = pool.packed_aggregate(ctx, record, vec![element, rows]);
                let everywhere = pool.splat_of(ctx, scalable, element);
                all.extend([element, splat, mixed, rows, record, everywhere]);
            }
        }
        all
    }

    #[test]
    fn a_constant_is_what_its_encoding_says() {
        let (ctx, mut pool) = (Context::new(), Constants::default());
        for id in constants(&ctx, &mut pool) {
            let encoded = pool.encode(&ctx, id);
            let read = pool.of_encoded(&ctx, &NoSymbols, encoded);
            assert_eq!(read, Ok(id), "{:?} {:?}", ctx.type_data(pool.ty(id)), pool.data(id));
        }
    }

    #[test]
    fn an_element_of_an_aggregate_is_what_it_was_made_of() {
        let (ctx, mut pool) = (Context::new(), Constants::default());
        let (one, two) = (pool.intern(I32, ConstData::Int(1)), pool.intern(I32, ConstData::Int(-2)));
        let row = ctx.array_type(2, I32);
        let rows = [[one, two], [two, two], [one, one]].map(|row_of| pool.packed_aggregate(&ctx, row, row_of.into()));
        let whole = pool.packed_aggregate(&ctx, ctx.array_type(3, row), rows.into());
        for (place, row) in rows.into_iter().enumerate() {
            assert_eq!(pool.element(&ctx, whole, place as u64), Ok(Some(row)));
        }
        assert_eq!(pool.element(&ctx, rows[0], 1), Ok(Some(two)));
    }

    #[test]
    fn a_chain_of_doubled_constants_ends_in_an_error() {
        let (ctx, mut pool) = (Context::new(), Constants::default());
        let mut ty = ctx.ptr_type(0);
        let mut id = pool.intern(ty, ConstData::Symbol(ctx.str("f")));
        let mut made = Ok(id);
        for _ in 0..40 {
            ty = ctx.literal_struct(false, &[ty, ty]);
            made = pool.aggregate(&ctx, ty, [id, id].into());
            id = made.clone().unwrap_or(id);
        }
        assert_eq!(made, Err(ExportCode::Nesting));
    }
}
