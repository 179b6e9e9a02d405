//! The crate's constants. LangRef, "Constants".

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::types::well_known;
use irtrip_dialect::{Type, TypeData};
use llvm_ir::Constant;
use llvm_ir::constant::Float;
use num_bigint::BigInt;

use super::{Importer, gaps, types, unsupported};
use crate::bodies::instructions::mnemonics;
use crate::constants::read::int_data;
use crate::tables::types::MAX_DEPTH;
use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::constants::{ConstData, ConstId, Expr};
use irtrip_dialect::llvm_text::literals::IntLiteral;
use smallvec::SmallVec;

impl<'a> Importer<'_, '_, 'a> {
    /// A constant in the pool of the body at hand.
    pub(super) fn constant(&mut self, constant: &'a Constant) -> DiagnosticResult<ConstId> {
        self.constant_as(constant, None)
    }

    /// A constant whose type is known by its place: the crate does not say the names of constants' structs.
    pub(super) fn constant_as(&mut self, constant: &'a Constant, ty: Option<Type>) -> DiagnosticResult<ConstId> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth = 0;
            return unsupported("a constant nested that deeply");
        }
        let made = self.constant_inside(constant, ty);
        self.depth = self.depth.saturating_sub(1);
        made
    }

    fn constant_inside(&mut self, constant: &'a Constant, known: Option<Type>) -> DiagnosticResult<ConstId> {
        match constant {
            Constant::Int { bits, value } => self.integer(*bits, *value),
            Constant::Float(value) => self.float(value),
            Constant::Null(ty) | Constant::AggregateZero(ty) => {
                let ty = self.ty(ty)?;
                let ctx = self.ctx;
                Ok(self.pool().zero_of(ctx, ty))
            }
            Constant::Undef(ty) => self.without_parts(ty, ConstData::Undef),
            Constant::Poison(ty) => self.without_parts(ty, ConstData::Poison),
            Constant::TokenNone => Ok(self.pool().intern(well_known::TOKEN, ConstData::NoneToken)),
            Constant::Struct { name, values, is_packed } => {
                self.structure((name.as_deref(), known), values, *is_packed)
            }
            Constant::Array { element_type, elements } => {
                let element = self.ty(element_type)?;
                let ty = self.ctx.array_type(elements.len() as u64, element);
                let elements =
                    elements.iter().map(|e| self.constant_as(e, Some(element))).collect::<DiagnosticResult<_>>()?;
                let ctx = self.ctx;
                Ok(self.pool().packed_aggregate(ctx, ty, elements))
            }
            Constant::Vector(elements) => {
                let elements = self.all(elements)?;
                let Some(first) = elements.first() else { return unsupported("an empty vector") };
                let element = self.pool().ty(*first);
                let ty = self.ctx.vector_type(elements.len() as u64, false, element);
                let ctx = self.ctx;
                Ok(self.pool().packed_aggregate(ctx, ty, elements))
            }
            Constant::GlobalReference { name, ty } => {
                self.mentioned.entry(name).or_insert(ty);
                let (symbol, space) = self.symbol(name)?;
                let ty = self.ctx.ptr_type(space);
                Ok(self.pool().intern(ty, ConstData::Symbol(symbol)))
            }
            Constant::PtrAuth { ptr, key, disc, addr_disc } => self.pointer_authentication([ptr, key, disc, addr_disc]),
            Constant::BlockAddress => {
                self.meet(&gaps::BLOCK_ADDRESSES);
                Ok(self.pool().intern(well_known::PTR, ConstData::Poison))
            }
            Constant::GetElementPtr(gep) => {
                self.meet(&gaps::GEP_CONSTANTS);
                let address = self.constant(&gep.address)?;
                let ty = self.pool().ty(address);
                Ok(self.pool().intern(ty, ConstData::Poison))
            }
            Constant::ShuffleVector(_) => unsupported("a constant shufflevector"),
            Constant::Add(e) => self.expression("add", &[&e.operand0, &e.operand1], None),
            Constant::Sub(e) => self.expression("sub", &[&e.operand0, &e.operand1], None),
            Constant::Mul(e) => self.expression("mul", &[&e.operand0, &e.operand1], None),
            Constant::Xor(e) => self.expression("xor", &[&e.operand0, &e.operand1], None),
            Constant::ExtractElement(e) => self.expression("extractelement", &[&e.vector, &e.index], None),
            Constant::InsertElement(e) => self.expression("insertelement", &[&e.vector, &e.element, &e.index], None),
            Constant::Trunc(e) => self.expression("trunc", &[&e.operand], Some(&e.to_type)),
            Constant::PtrToInt(e) => self.expression("ptrtoint", &[&e.operand], Some(&e.to_type)),
            Constant::IntToPtr(e) => self.expression("inttoptr", &[&e.operand], Some(&e.to_type)),
            Constant::BitCast(e) => self.expression("bitcast", &[&e.operand], Some(&e.to_type)),
            Constant::AddrSpaceCast(e) => self.expression("addrspacecast", &[&e.operand], Some(&e.to_type)),
        }
    }

    /// A struct: of a name, or of a type that is known by its place.
    fn structure(
        &mut self,
        (name, known): (Option<&str>, Option<Type>),
        values: &'a [llvm_ir::ConstantRef],
        is_packed: bool,
    ) -> DiagnosticResult<ConstId> {
        let ctx = self.ctx;
        let known = name.map(|name| types::identified(ctx, name)).or(known);
        let inside = known.and_then(|ty| ctx.struct_elements(ty)).filter(|s| s.1.len() == values.len());
        let mut elements = Vec::with_capacity(values.len());
        for (place, value) in values.iter().enumerate() {
            let ty = inside.and_then(|inside| inside.1.get(place)).copied();
            elements.push(self.constant_as(value, ty)?);
        }
        let ty = match known.filter(|_| inside.is_some()) {
            Some(ty) => ty,
            None => {
                self.meet(&gaps::STRUCT_NAMES);
                let types: Vec<Type> = elements.iter().map(|e| self.pool().ty(*e)).collect();
                ctx.literal_struct(is_packed, &types)
            }
        };
        let ctx = self.ctx;
        Ok(self.pool().packed_aggregate(ctx, ty, elements))
    }

    fn pointer_authentication(
        &mut self,
        [ptr, key, disc, addr_disc]: [&'a llvm_ir::ConstantRef; 4],
    ) -> DiagnosticResult<ConstId> {
        let pointer = self.constant(ptr)?;
        let mut parts = vec![pointer, self.constant(key)?];
        let (disc, address) = (self.constant(disc)?, self.constant(addr_disc)?);
        // LLVM's writer leaves out what is zero at the end.
        let mut is_zero = |id| matches!(self.pool().data(id), ConstData::Int(0) | ConstData::Zero);
        match (is_zero(disc), is_zero(address)) {
            (true, true) => {}
            (false, true) => parts.push(disc),
            (_, false) => parts.extend([disc, address]),
        }
        let ty = self.pool().ty(pointer);
        Ok(self.pool().intern(ty, ConstData::PtrAuth(parts.into())))
    }

    fn all(&mut self, constants: &'a [llvm_ir::ConstantRef]) -> DiagnosticResult<Vec<ConstId>> {
        constants.iter().map(|c| self.constant(c)).collect()
    }

    fn without_parts(&mut self, ty: &llvm_ir::TypeRef, kind: ConstData) -> DiagnosticResult<ConstId> {
        let ty = self.ty(ty)?;
        Ok(self.pool().intern(ty, kind))
    }

    fn integer(&mut self, bits: u32, value: u64) -> DiagnosticResult<ConstId> {
        if bits > 64 {
            self.meet(&gaps::WIDE_INTEGERS);
        }
        let literal = match i64::try_from(value) {
            Ok(value) => IntLiteral::Small(value),
            Err(_) if bits <= 64 => IntLiteral::Small(value as i64),
            Err(_) => IntLiteral::Big(BigInt::from(value)),
        };
        let (ty, data) = (self.ctx.int_type(bits), int_data(self.ctx, literal, bits));
        Ok(self.pool().intern(ty, data))
    }

    fn float(&mut self, value: &Float) -> DiagnosticResult<ConstId> {
        use llvm_ir::types::FPType;
        let (kind, bits) = match value {
            Float::Single(value) => {
                if value.is_nan() {
                    self.meet(&gaps::NAN_PAYLOADS);
                }
                (FPType::Single, Some(u128::from(value.to_bits())))
            }
            Float::Double(value) => (FPType::Double, Some(u128::from(value.to_bits()))),
            Float::Half => (FPType::Half, None),
            Float::BFloat => (FPType::BFloat, None),
            Float::Quadruple => (FPType::FP128, None),
            Float::X86_FP80 => (FPType::X86_FP80, None),
            Float::PPC_FP128 => (FPType::PPC_FP128, None),
        };
        let ty = self.ctx.float_type(types::float(kind));
        let kind = match bits {
            Some(bits) => ConstData::Float(bits),
            None => {
                self.meet(&gaps::OTHER_FLOATS);
                ConstData::Poison
            }
        };
        Ok(self.pool().intern(ty, kind))
    }

    fn expression(
        &mut self,
        word: &str,
        operands: &[&'a llvm_ir::ConstantRef],
        to: Option<&llvm_ir::TypeRef>,
    ) -> DiagnosticResult<ConstId> {
        self.meet(&gaps::CONSTANT_FLAGS);
        let operands: SmallVec<[ConstId; 4]> =
            operands.iter().map(|o| self.constant(o)).collect::<DiagnosticResult<_>>()?;
        let first = operands.first().map_or(well_known::VOID, |o| self.pool().ty(*o));
        let ty = match (to, self.ctx.type_data(first)) {
            (Some(to), _) => self.ty(to)?,
            (None, TypeData::Vector { element, .. }) if word == "extractelement" => *element,
            (None, _) => first,
        };
        let Some(name) = mnemonics::expression(word.as_bytes()) else {
            return unsupported("a constant expression that LLVM 22 does not have");
        };
        let expr = Expr { name, attrs: EMPTY_DICTIONARY, operands };
        Ok(self.pool().intern(ty, ConstData::Expr(Box::new(expr))))
    }
}
