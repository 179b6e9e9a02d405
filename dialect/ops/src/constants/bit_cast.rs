//! Bit casts of numbers and vectors of numbers, as LLVM's builder folds them by the order of bytes. LangRef, "bitcast".

use crate::diagnostic::ExportCode;
use irtrip_ir::{Context, Type, TypeData};
use irtrip_llvm_ir::layout::ByteOrder;
use num_bigint::BigUint;

use super::elements::bytes;
use super::{ConstData, ConstId, Constants, element_count};

/// Vectors of more bits are not folded.
const BITS: u64 = 1 << 20;

/// What a lane holds.
enum Lane {
    Bits(BigUint),
    Undef,
}

impl Constants {
    /// The bits of a constant as a value of another type; `None` where that is an instruction or an expression all the same.
    pub fn bit_cast(
        &mut self,
        ctx: &Context,
        ty: Type,
        value: ConstId,
        order: ByteOrder,
    ) -> Result<Option<ConstId>, ExportCode> {
        let (Some((from, from_bits)), Some((to, to_bits))) = (lanes(ctx, self.ty(value)), lanes(ctx, ty)) else {
            return Ok(None);
        };
        if from as u64 * u64::from(from_bits) != to as u64 * u64::from(to_bits)
            || from as u64 * u64::from(from_bits) > BITS
        {
            return Ok(None);
        }
        let mut held = Vec::with_capacity(from);
        for place in 0..from {
            match self.lane_bits(ctx, value, place)? {
                Some(lane) => held.push(lane),
                None => return Ok(None),
            }
        }
        let Some(lanes) = regrouped(&held, u64::from(from_bits), (to, u64::from(to_bits)), order) else {
            return Ok(None);
        };
        let scalar = ctx.scalar_type(ty);
        let mut elements = Vec::with_capacity(to);
        for lane in lanes {
            let data = match lane {
                Lane::Undef => ConstData::Undef,
                Lane::Bits(bits) => super::compute::of_bits(ctx, scalar, bits, to_bits),
            };
            elements.push(self.add(ctx, scalar, data)?);
        }
        match (ctx.type_data(ty), elements.as_slice()) {
            (TypeData::Vector { .. }, _) => self.aggregate(ctx, ty, elements.into()).map(Some),
            (_, [element]) => Ok(Some(*element)),
            _ => Ok(None),
        }
    }

    /// What a bit cast of a constant to a type is, where LLVM finds it without knowing the target's data layout: all
    /// bits are the same, or the constant is a number and no vector.
    pub fn bit_cast_without_layout(&mut self, ctx: &Context, constant: ConstId, to: Type) -> Option<ConstId> {
        if matches!(ctx.type_data(ctx.scalar_type(to)), TypeData::Pointer { .. }) {
            return None;
        }
        if self.is_null(ctx, constant) {
            return Some(self.zero_of(ctx, to));
        }
        let from = self.ty(constant);
        let data = match (self.data(constant), ctx.type_data(to)) {
            (data, _) if data.is_undefined() => data.clone(),
            (ConstData::Float(bits), TypeData::Integer { width, .. }) if *width <= 64 => {
                let unused = 64 - width;
                ConstData::Int((*bits as i64) << unused >> unused)
            }
            (ConstData::Int(bits), TypeData::Float(_)) => {
                let width = ctx.int_width(from).filter(|width| *width <= 64)?;
                ConstData::Float(*bits as u128 & (u128::MAX >> (128 - width)))
            }
            (data, _) => {
                let width = ctx.int_width(ctx.scalar_type(from))?;
                let are_ones = |data: &[u8], one: u8| data.iter().all(|byte| *byte == one);
                let all_ones = match data {
                    ConstData::Int(bits) => *bits == -1 || width == 1 && *bits == 1,
                    ConstData::Data(attr) => {
                        let (data, _) = bytes(ctx, *attr)?;
                        width == 1 && are_ones(data, 1) || width % 8 == 0 && are_ones(data, 0xff)
                    }
                    _ => false,
                };
                return all_ones.then(|| self.ones(ctx, to)).flatten();
            }
        };
        Some(self.intern(to, data))
    }

    /// The integer, or vector of integers, all of whose bits are set.
    fn ones(&mut self, ctx: &Context, ty: Type) -> Option<ConstId> {
        let scalar = ctx.scalar_type(ty);
        let width = ctx.int_width(scalar)?;
        let one = self.intern(scalar, ConstData::Int(if width == 1 { 1 } else { -1 }));
        Some(if scalar == ty { one } else { self.splat_of(ctx, ty, one) })
    }

    fn lane_bits(&mut self, ctx: &Context, value: ConstId, place: usize) -> Result<Option<Lane>, ExportCode> {
        let lane = match ctx.type_data(self.ty(value)) {
            TypeData::Vector { .. } => self.element(ctx, value, place as u64)?,
            _ => Some(value),
        };
        Ok(lane.and_then(|lane| match self.data(lane) {
            ConstData::Undef | ConstData::Poison => Some(Lane::Undef),
            ConstData::Zero => Some(Lane::Bits(BigUint::ZERO)),
            _ => self.bits(ctx, lane).map(Lane::Bits),
        }))
    }
}

/// The lanes of a type of numbers, and the bits of one; `None` for other types and vectors without a fixed length.
fn lanes(ctx: &Context, ty: Type) -> Option<(usize, u32)> {
    let count = match ctx.type_data(ty) {
        TypeData::Vector { .. } => element_count(ctx, ty)?,
        _ => 1,
    };
    let bits = match ctx.type_data(ctx.scalar_type(ty)) {
        TypeData::Integer { width, .. } => *width,
        TypeData::Float(kind) => kind.width(),
        _ => return None,
    };
    (bits > 0).then_some((count, bits))
}

/// The same bits in other lanes. Of several lanes in one, those without a value are zeros; of one in several, all have none.
fn regrouped(held: &[Lane], from_bits: u64, (to, to_bits): (usize, u64), order: ByteOrder) -> Option<Vec<Lane>> {
    let is_little = order == ByteOrder::Little;
    let place = |at: usize, of: usize| if is_little { at } else { of - 1 - at } as u64;
    if to <= held.len() {
        let each = held.len().checked_div(to).filter(|each| each * to == held.len())?;
        let joined = |lanes: &[Lane]| {
            if let [Lane::Undef] = lanes {
                return Lane::Undef;
            }
            let bits = lanes.iter().enumerate().map(|(at, lane)| match lane {
                Lane::Bits(bits) => bits << (from_bits * place(at, each)),
                Lane::Undef => BigUint::ZERO,
            });
            Lane::Bits(bits.fold(BigUint::ZERO, |sum, bits| sum | bits))
        };
        return Some(held.chunks(each).map(joined).collect());
    }
    let each = to.checked_div(held.len()).filter(|each| each * held.len() == to)?;
    let mask = (BigUint::from(1u8) << to_bits) - 1u8;
    let part = |lane: &Lane, at: usize| match lane {
        Lane::Bits(bits) => Lane::Bits((bits >> (to_bits * place(at, each))) & &mask),
        Lane::Undef => Lane::Undef,
    };
    Some(held.iter().flat_map(|lane| (0..each).map(move |at| part(lane, at))).collect())
}
