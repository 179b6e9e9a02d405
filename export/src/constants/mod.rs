//! Constants of LLVM IR as a tree, between the operations and attributes of the model and LLVM's text.
//!
//! LangRef, "Constants". The tree is brought into the form LLVM keeps constants in: an aggregate of zeros is
//! `zeroinitializer`, one of `poison` is `poison`, and so on.
//!
//! - [`decode`]: constants from attributes
//! - [`fold`]: constants from operations
//! - [`compute`]: what instructions of constants compute
//! - [`bit_cast`]: the bits of constants in other types
//! - [`write`]: constants as text

pub mod bit_cast;
pub mod compute;
pub mod decode;
pub mod elements;
pub mod fold;
pub mod write;

use irtrip_dialect::{Attr, AttrData, Context, OpName, Str, Type, TypeData};
use smallvec::SmallVec;

use irtrip_dialect::diagnostic::ExportCode;

/// Deeper constants than this are an error: no reader makes them.
const DEPTH: u16 = irtrip_dialect::limits::MAX_NESTING as u16 - 1;
/// Constants of more nodes than this, counted as they are written, are an error: sharing would make them endless.
const SIZE: u64 = 1 << 32;

/// Elements that are held or written one by one, at most.
const MOST_ELEMENTS: u64 = 1 << 28;

/// A constant of a [`Constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ConstId(u32);

/// A constant expression: an operation all of whose operands are constants.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The operation.
    pub name: OpName,
    /// Its attributes.
    pub attrs: Attr,
    /// Its operands in LLVM's order.
    pub operands: SmallVec<[ConstId; 4]>,
}

/// What a constant is.
#[derive(Clone, Debug)]
pub enum ConstData {
    /// An integer that fits 64 bits.
    Int(i64),
    /// An integer attribute that does not.
    BigInt(Attr),
    /// The bits of a float.
    Float(u128),
    /// `null`, `zeroinitializer`
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
    /// The elements in a `dense` or string attribute.
    Data(Attr),
    /// The elements of a struct, array or vector.
    Aggregate(Box<[ConstId]>),
    /// An aggregate with one element replaced: a link of a chain that [`Constants::expand_insert_chain`] walks.
    Insert {
        /// The aggregate.
        base: ConstId,
        /// The element.
        value: ConstId,
        /// Its place.
        index: u64,
    },
    /// A constant expression.
    Expr(Box<Expr>),
}

#[derive(Clone, Debug)]
struct Entry {
    ty: Type,
    data: ConstData,
    depth: u16,
    size: u64,
}

/// The constants of a function or of a global.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    entries: Vec<Entry>,
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

    /// Whether one of them is `poison`.
    pub fn has_poison(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.data, ConstData::Poison))
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

    /// Adds a constant.
    pub fn add(&mut self, ctx: &Context, ty: Type, data: ConstData) -> Result<ConstId, ExportCode> {
        let data = match data {
            ConstData::Zero => scalar_zero(ctx, ty).unwrap_or(ConstData::Zero),
            other => other,
        };
        let (depth, size) = self.extent(&data);
        if depth > DEPTH || size > SIZE {
            return Err(ExportCode::Nesting);
        }
        self.entries.push(Entry { ty, data, depth, size });
        Ok(ConstId(self.entries.len() as u32 - 1))
    }

    fn extent(&self, data: &ConstData) -> (u16, u64) {
        let parts: &[ConstId] = match data {
            ConstData::Aggregate(parts) | ConstData::PtrAuth(parts) => parts,
            ConstData::Expr(expr) => &expr.operands,
            // A chain of inserts is flat; its elements count when it becomes an aggregate.
            ConstData::Insert { value, .. } => std::slice::from_ref(value),
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
        };
        parts.iter().fold((0, 1), |(depth, size), part| {
            let entry = &self.entries[part.0 as usize];
            (depth.max(entry.depth + 1), entry.size.saturating_add(size))
        })
    }

    /// Whether LLVM takes the constant for zero.
    pub fn is_null(&self, ctx: &Context, id: ConstId) -> bool {
        match self.data(id) {
            ConstData::Int(value) => *value == 0,
            ConstData::Float(bits) => *bits == 0,
            ConstData::Zero | ConstData::NoneToken => true,
            ConstData::Data(attr) => match ctx.attr_data(*attr) {
                AttrData::Dense { data, .. } => data.iter().all(|b| *b == 0),
                AttrData::String { value, .. } => ctx.bytes(*value).iter().all(|b| *b == 0),
                _ => false,
            },
            ConstData::BigInt(_)
            | ConstData::Undef
            | ConstData::Poison
            | ConstData::Symbol(_)
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::PtrAuth(_)
            | ConstData::Aggregate(_)
            | ConstData::Insert { .. }
            | ConstData::Expr(_) => false,
        }
    }

    /// Whether two constants are one integer or one float.
    fn same_number(&self, a: ConstId, b: ConstId) -> bool {
        match (self.data(a), self.data(b)) {
            (ConstData::Int(x), ConstData::Int(y)) => x == y,
            (ConstData::Float(x), ConstData::Float(y)) => x == y,
            (ConstData::BigInt(x), ConstData::BigInt(y)) => x == y,
            _ => false,
        }
    }

    /// Whether two constants are surely one. Large ones are not looked into.
    pub fn same(&self, a: ConstId, b: ConstId) -> bool {
        const LOOKED_INTO: u64 = 1 << 12;
        if a == b || self.ty(a) != self.ty(b) {
            return a == b;
        }
        match (self.data(a), self.data(b)) {
            (ConstData::Zero, ConstData::Zero)
            | (ConstData::Undef, ConstData::Undef)
            | (ConstData::Poison, ConstData::Poison)
            | (ConstData::NoneToken, ConstData::NoneToken) => true,
            (ConstData::Symbol(x), ConstData::Symbol(y)) => x == y,
            (ConstData::Data(x), ConstData::Data(y)) => x == y,
            (ConstData::Aggregate(x), ConstData::Aggregate(y)) => {
                self.entries[a.0 as usize].size <= LOOKED_INTO && self.all_same(x, y)
            }
            (ConstData::Expr(x), ConstData::Expr(y)) => {
                self.entries[a.0 as usize].size <= LOOKED_INTO
                    && (x.name, x.attrs) == (y.name, y.attrs)
                    && self.all_same(&x.operands, &y.operands)
            }
            _ => self.same_number(a, b),
        }
    }

    fn all_same(&self, a: &[ConstId], b: &[ConstId]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same(*a, *b))
    }

    /// The one number all elements are, of a vector's elements.
    pub fn splat_number(&self, elements: &[ConstId]) -> Option<ConstId> {
        let (&first, rest) = elements.split_first()?;
        let number = matches!(self.data(first), ConstData::Int(_) | ConstData::Float(_) | ConstData::BigInt(_));
        (number && rest.iter().all(|e| self.same_number(first, *e))).then_some(first)
    }

    /// A struct, array or vector of these elements, in LLVM's canonical form.
    pub fn aggregate(&mut self, ctx: &Context, ty: Type, elements: Box<[ConstId]>) -> Result<ConstId, ExportCode> {
        let data = if elements.iter().all(|e| self.is_null(ctx, *e)) {
            ConstData::Zero
        } else if elements.iter().all(|e| matches!(self.data(*e), ConstData::Poison)) {
            ConstData::Poison
        } else if elements.iter().all(|e| matches!(self.data(*e), ConstData::Undef)) {
            ConstData::Undef
        } else {
            ConstData::Aggregate(elements)
        };
        self.add(ctx, ty, data)
    }

    /// Turns a chain of inserts into the aggregate it makes. The constant keeps its handle.
    pub fn expand_insert_chain(&mut self, ctx: &Context, id: ConstId) -> Result<(), ExportCode> {
        let ConstData::Insert { .. } = self.data(id) else { return Ok(()) };
        let ty = self.ty(id);
        let count = element_count(ctx, ty).ok_or(ExportCode::Constant)?;
        let mut elements: Vec<Option<ConstId>> = vec![None; count];
        let mut root = id;
        while let ConstData::Insert { base, value, index } = *self.data(root) {
            let place = usize::try_from(index).ok().and_then(|i| elements.get_mut(i)).ok_or(ExportCode::Constant)?;
            place.get_or_insert(value);
            root = base;
        }
        let mut whole = Vec::with_capacity(count);
        for (i, element) in elements.into_iter().enumerate() {
            whole.push(match element {
                Some(element) => {
                    self.expand_insert_chain_of_element(ctx, element)?;
                    element
                }
                None => self.element(ctx, root, i as u64)?.ok_or(ExportCode::Constant)?,
            });
        }
        let made = self.aggregate(ctx, ty, whole.into())?;
        let entry = self.entries[made.0 as usize].clone();
        self.entries[id.0 as usize] = entry;
        Ok(())
    }

    /// Turns an element that is a chain of inserts into an aggregate. Elements are made before the aggregates that hold
    /// them, so that only one inserted while still a chain is left to turn.
    fn expand_insert_chain_of_element(&mut self, ctx: &Context, id: ConstId) -> Result<(), ExportCode> {
        match self.data(id) {
            ConstData::Insert { .. } if self.entries[id.0 as usize].depth <= DEPTH => self.expand_insert_chain(ctx, id),
            _ => Ok(()),
        }
    }

    /// The element of an aggregate; `None` where it is no element that can be named, as that of an expression.
    pub fn element(&mut self, ctx: &Context, id: ConstId, index: u64) -> Result<Option<ConstId>, ExportCode> {
        self.expand_insert_chain(ctx, id)?;
        let Some(ty) = ctx.element_at(self.ty(id), index) else { return Ok(None) };
        let data = match self.data(id) {
            ConstData::Aggregate(elements) => {
                return Ok(usize::try_from(index).ok().and_then(|i| elements.get(i)).copied());
            }
            ConstData::Zero => ConstData::Zero,
            ConstData::Undef => ConstData::Undef,
            ConstData::Poison => ConstData::Poison,
            ConstData::Data(attr) => return decode::data_element(self, ctx, *attr, ty, index).map(Some),
            ConstData::Int(_)
            | ConstData::BigInt(_)
            | ConstData::Float(_)
            | ConstData::NoneToken
            | ConstData::Symbol(_)
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::PtrAuth(_)
            | ConstData::Insert { .. }
            | ConstData::Expr(_) => return Ok(None),
        };
        self.add(ctx, ty, data).map(Some)
    }
}

fn scalar_zero(ctx: &Context, ty: Type) -> Option<ConstData> {
    match ctx.type_data(ty) {
        TypeData::Integer { .. } | TypeData::Byte { .. } => Some(ConstData::Int(0)),
        TypeData::Float(_) => Some(ConstData::Float(0)),
        TypeData::Token => Some(ConstData::NoneToken),
        _ => None,
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
