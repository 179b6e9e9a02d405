//! Vectors all elements of which are alike, the masks of shuffles, and numbers that are indices.

use irtrip_ir::names::MASK;
use irtrip_ir::types::well_known as types;
use irtrip_ir::{Context, Type, TypeData};
use smallvec::smallvec;

use super::elements::{bytes, is_simple};
use super::{ConstData, ConstId, Constants, Expr, element_count};
use crate::attributes::well_known::EMPTY_DICTIONARY;
use crate::diagnostic::ExportCode;
use crate::ops::llvm;

/// Elements that are no numbers are held one by one up to so many.
const MOST_PARTS: usize = 1 << 20;
/// Masks of more lanes are none.
const MOST_LANES: u64 = 1 << 24;

impl Constants {
    /// A vector all elements of which are this scalar; `None` where it is no number and not undefined.
    ///
    /// # Errors
    /// The pool has no room for it.
    pub fn splat(&mut self, ctx: &Context, ty: Type, element: ConstId) -> Result<Option<ConstId>, ExportCode> {
        let data = self.splat_data(ctx, ty, element);
        data.map(|data| self.add(ctx, ty, data)).transpose()
    }

    fn splat_data(&self, ctx: &Context, ty: Type, element: ConstId) -> Option<ConstData> {
        Some(match self.data(element) {
            _ if self.is_null(ctx, element) => ConstData::Zero,
            ConstData::Undef => ConstData::Undef,
            ConstData::Poison => ConstData::Poison,
            data if data.is_number() && is_simple(ctx, self.ty(element)) => {
                let size = ctx.dense_element_bytes(self.ty(element));
                let mut number = Vec::with_capacity(size);
                let is_number = self.push_bytes(ctx, element, size, &mut number);
                ConstData::Data(is_number.then(|| ctx.dense(ty, &number, size))?)
            }
            _ => return None,
        })
    }

    /// The vector of a type whose elements are all one constant.
    pub fn splat_of(&mut self, ctx: &Context, ty: Type, element: ConstId) -> ConstId {
        match (self.splat_data(ctx, ty, element), element_count(ctx, ty)) {
            (Some(data), _) => self.intern(ty, data),
            (None, Some(count)) if count <= MOST_PARTS => {
                self.intern(ty, ConstData::Aggregate(vec![element; count].into()))
            }
            (None, _) => self.shuffled_splat(ctx, ty, element),
        }
    }

    /// The vector of a type whose elements are all one constant, as an expression.
    pub fn shuffled_splat(&mut self, ctx: &Context, ty: Type, element: ConstId) -> ConstId {
        let poison = self.intern(ty, ConstData::Poison);
        let zero = self.intern(types::I64, ConstData::Int(0));
        let attrs = EMPTY_DICTIONARY;
        let insert = Expr { name: llvm::INSERTELEMENT, attrs, operands: smallvec![poison, element, zero] };
        let first = self.intern(ty, ConstData::Expr(Box::new(insert)));
        let size = match ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => dims.first().and_then(|dim| dim.size).unwrap_or(0),
            _ => 0,
        };
        let mask = vec![0; usize::try_from(size).unwrap_or(0).min(MOST_PARTS)];
        let attrs = ctx.dictionary(&[(MASK, ctx.i32_array(&mask))]);
        let shuffle = Expr { name: llvm::SHUFFLEVECTOR, attrs, operands: smallvec![first, poison] };
        self.intern(ty, ConstData::Expr(Box::new(shuffle)))
    }

    /// The number that an expression puts into every lane, if it is a `shufflevector` of an `insertelement`: what LLVM writes
    /// for it is a splat.
    pub fn shuffled_number(&self, ctx: &Context, expr: &Expr) -> Option<ConstId> {
        if expr.name != llvm::SHUFFLEVECTOR {
            return None;
        }
        let mask = ctx.entry(expr.attrs, MASK).and_then(|m| ctx.dense_array(m))?;
        let &[first, second] = expr.operands.as_slice() else { return None };
        let ConstData::Expr(insert) = self.data(first) else { return None };
        let &[into, value, index] = insert.operands.as_slice() else { return None };
        let is_splat = insert.name == llvm::INSERTELEMENT
            && self.int(index) == Some(0)
            && self.data(value).is_number()
            && [into, second].iter().all(|rest| self.data(*rest).is_undefined())
            && mask.iter().all(|lane| *lane == 0);
        is_splat.then_some(value)
    }

    /// A shuffle's mask from the constant that spells it, and whether it is scalable; `undef` and `poison` are -1.
    pub fn shuffle_mask(&self, ctx: &Context, mask: ConstId) -> Option<(Vec<i32>, bool)> {
        let TypeData::Vector { dims, element } = ctx.type_data(self.ty(mask)) else { return None };
        let dim = dims.first().filter(|_| *element == types::I32)?;
        let count = usize::try_from(dim.size.filter(|count| *count <= MOST_LANES)?).ok()?;
        // As a number, the code of a poison element is beyond all elements.
        let lane = |number: i32| Some(number).filter(|number| *number >= 0);
        let mask = match self.data(mask) {
            ConstData::Zero => vec![0; count],
            ConstData::Undef | ConstData::Poison => vec![-1; count],
            ConstData::Data(attr) => {
                let (data, splat) = bytes(ctx, *attr)?;
                let lanes = data.chunks_exact(4).map(|c| lane(c.try_into().map(i32::from_le_bytes).ok()?));
                let lanes = lanes.collect::<Option<Vec<i32>>>()?;
                if splat { lanes.repeat(count) } else { lanes }
            }
            ConstData::Aggregate(elements) => elements
                .iter()
                .map(|e| match self.data(*e) {
                    ConstData::Int(v) => i32::try_from(*v).ok().and_then(lane),
                    data if data.is_undefined() => Some(-1),
                    _ => None,
                })
                .collect::<Option<_>>()?,
            _ => return None,
        };
        Some((mask, dim.scalable))
    }

    /// Whether a constant is `undef`, or has such an element.
    pub fn has_undef(&self, constant: ConstId) -> bool {
        match self.data(constant) {
            ConstData::Undef => true,
            ConstData::Aggregate(elements) => elements.iter().any(|e| *self.data(*e) == ConstData::Undef),
            _ => false,
        }
    }

    /// The number an index constant is, or of whose splats it is one.
    pub fn index_value(&self, ctx: &Context, index: ConstId) -> Option<i64> {
        match self.data(index) {
            ConstData::Int(v) => Some(*v),
            ConstData::Zero if ctx.scalar_type(self.ty(index)) == types::I32 => Some(0),
            ConstData::Data(attr) if ctx.scalar_type(self.ty(index)) == types::I32 => match bytes(ctx, *attr)? {
                (number, true) => Some(i64::from(i32::from_le_bytes(*number.first_chunk()?))),
                (_, false) => None,
            },
            _ => None,
        }
    }
}
