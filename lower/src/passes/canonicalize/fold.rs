//! What operations of the LLVM dialect fold to, upstream's folds and no others.

use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::{POSITION, PREDICATE, RAW_CONSTANT_INDICES, VALUE};
use irtrip_dialect::ops::Traits;
use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::ops::global_values::{CONSTANT, ZERO};
use irtrip_dialect::ops::llvm::{self, DYNAMIC_INDEX};
use irtrip_dialect::{Attr, AttrData, NewOp, Op, OpName, OpNameDefinition, Type, TypeData, Value, ValueDef};
use num_bigint::BigInt;
use smallvec::{SmallVec, smallvec};

use super::constants::constant_value;
use super::{Canonicalizer, constants};
use crate::fold::cancelled_cast;

/// What became of an operation.
pub(super) enum Folded {
    /// It was changed.
    InPlace,
    /// Its results are these values.
    Values(SmallVec<[Value; 1]>),
}

impl Folded {
    /// Its only result is this value.
    fn value(value: Value) -> Folded {
        Folded::Values(smallvec![value])
    }
}

/// Bits that a constant index of `llvm.getelementptr` has.
const INDEX_BITS: u32 = 29;

impl Canonicalizer<'_> {
    /// Folds an operation, once.
    pub(super) fn fold(&mut self, op: Op) -> Option<Folded> {
        let name = self.body.name(op);
        let folded = match name {
            llvm::ICMP => self.fold_icmp(op),
            llvm::BITCAST | llvm::ADDRSPACECAST => self.fold_cast(op, name),
            llvm::ZEXT => self.fold_zext(op),
            llvm::SHL => self.fold_shl(op),
            llvm::OR => self.fold_or(op),
            llvm::GETELEMENTPTR => self.fold_getelementptr(op),
            llvm::EXTRACTVALUE => self.fold_extractvalue(op),
            UNREALIZED_CONVERSION_CAST => cancelled_cast(self.body, op).map(|values| Folded::Values(values.into())),
            llvm::SHUFFLEVECTOR => self.fold_shufflevector(op),
            _ => None,
        };
        let swapped = || name.def().is_some_and(|def| def.is(Traits::COMMUTATIVE));
        folded.or_else(|| if swapped() { self.fold_commutative(op) } else { None })
    }

    /// Constants come second.
    fn fold_commutative(&mut self, op: Op) -> Option<Folded> {
        let &[lhs, rhs] = self.body.operands(op) else { return None };
        let is_constant = |value| constant_value(self.ctx, self.body, value).is_some();
        if !is_constant(lhs) || is_constant(rhs) {
            return None;
        }
        self.swap_operands(op);
        Some(Folded::InPlace)
    }

    /// The operation of a name that defines a value.
    fn defined_by(&self, value: Value, name: OpName) -> Option<Op> {
        match self.body.value(value).def {
            ValueDef::Result(op, _) => Some(op).filter(|op| self.body.name(*op) == name),
            ValueDef::Argument(..) | ValueDef::Undefined => None,
        }
    }

    fn result_type(&self, op: Op) -> Option<Type> {
        self.body.result(op).map(|result| self.body.value_type(result))
    }

    fn set_operand(&mut self, op: Op, place: usize, value: Value) {
        self.uses.forget(self.body, op);
        if let Some(operand) = self.body.operands_mut(op).get_mut(place) {
            *operand = value;
        }
        self.uses.note(self.body, op);
    }

    /// Swaps the first two operands.
    fn swap_operands(&mut self, op: Op) {
        self.uses.forget(self.body, op);
        self.body.operands_mut(op).swap(0, 1);
        self.uses.note(self.body, op);
    }

    /// A constant of an operation's result type before it.
    fn constant_before(&mut self, op: Op, value: Attr) -> Option<Folded> {
        let ty = self.result_type(op)?;
        let def = constants::op_name_of(self.ctx, value);
        let entry = [(VALUE, value)];
        let attrs = self.ctx.dictionary(if def == CONSTANT { &entry } else { &[] });
        let loc = self.body.loc(op);
        let made = self.body.create(NewOp { attrs, loc, ..NewOp::new(def) });
        self.body.add_results(made, &[ty]);
        self.body.insert_before(op, made);
        self.uses.note(self.body, made);
        self.push(made);
        self.body.result(made).map(Folded::value)
    }

    /// The integer that a value is, as signed bits.
    fn integer(&self, value: Value) -> Option<BigInt> {
        let (_, attr) = constant_value(self.ctx, self.body, value)?;
        match self.ctx.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(BigInt::from(*value)),
            AttrData::BigInteger { value, .. } => Some((**value).clone()),
            _ => None,
        }
    }

    /// As [`Canonicalizer::integer`], as unsigned bits of its type.
    fn unsigned(&self, value: Value) -> Option<BigInt> {
        let (_, attr) = constant_value(self.ctx, self.body, value)?;
        let width = self.ctx.int_width(self.ctx.attr_type(attr)?)?;
        let modulus = BigInt::from(1) << width;
        Some(((self.integer(value)? % &modulus) + &modulus) % modulus)
    }

    /// `eq` and `ne` of a value and itself, and of a new address and null.
    fn fold_icmp(&mut self, op: Op) -> Option<Folded> {
        let predicate: ICmpPredicate = self.ctx.enum_value(self.body.attr(self.ctx, op, PREDICATE)?)?;
        let &[lhs, rhs] = self.body.operands(op) else { return None };
        let is_equal = match predicate {
            ICmpPredicate::Eq => true,
            ICmpPredicate::Ne => false,
            _ => return None,
        };
        let is = |value, name| self.defined_by(value, name).is_some();
        let holds = if lhs == rhs {
            is_equal
        } else if is(lhs, llvm::ALLOCA) && is(rhs, ZERO) {
            !is_equal
        } else if is(lhs, ZERO) && is(rhs, llvm::ALLOCA) {
            self.swap_operands(op);
            return Some(Folded::InPlace);
        } else {
            return None;
        };
        let ty = self.result_type(op)?;
        let value = match self.ctx.type_data(ty) {
            TypeData::Integer { .. } => self.ctx.bool_attr(holds),
            _ => self.ctx.attr(AttrData::Dense { ty, data: Box::new([u8::from(holds)]), splat: true }),
        };
        self.constant_before(op, value)
    }

    /// A cast to the type that a value has, or had before a cast of the same kind.
    fn fold_cast(&mut self, op: Op, name: OpName) -> Option<Folded> {
        let &[arg] = self.body.operands(op) else { return None };
        let to = self.result_type(op)?;
        if self.body.value_type(arg) == to {
            return Some(Folded::value(arg));
        }
        let before = self.defined_by(arg, name)?;
        let &[source] = self.body.operands(before) else { return None };
        if self.body.value_type(source) == to {
            return Some(Folded::value(source));
        }
        self.set_operand(op, 0, source);
        Some(Folded::InPlace)
    }

    fn fold_zext(&mut self, op: Op) -> Option<Folded> {
        let &[arg] = self.body.operands(op) else { return None };
        let value = self.ctx.big_int_attr(self.result_type(op)?, self.unsigned(arg)?);
        self.constant_before(op, value)
    }

    fn fold_shl(&mut self, op: Op) -> Option<Folded> {
        let &[lhs, rhs] = self.body.operands(op) else { return None };
        let ty = self.result_type(op)?;
        let by = u32::try_from(self.unsigned(rhs)?)
            .ok()
            .filter(|by| self.ctx.int_width(ty).is_some_and(|width| *by < width))?;
        let value = self.ctx.big_int_attr(ty, self.integer(lhs)? << by);
        self.constant_before(op, value)
    }

    fn fold_or(&mut self, op: Op) -> Option<Folded> {
        let &[lhs, rhs] = self.body.operands(op) else { return None };
        let value = self.ctx.big_int_attr(self.result_type(op)?, self.integer(lhs)? | self.integer(rhs)?);
        self.constant_before(op, value)
    }

    /// An index of zero alone is none, and constants become constant indices.
    fn fold_getelementptr(&mut self, op: Op) -> Option<Folded> {
        let (&base, dynamic) = self.body.operands(op).split_first()?;
        let raw = self.ctx.dense_array(self.body.attr(self.ctx, op, RAW_CONSTANT_INDICES)?)?;
        if let &[only] = raw
            && self.result_type(op) == Some(self.body.value_type(base))
        {
            let value = match only {
                DYNAMIC_INDEX => dynamic.first().and_then(|&index| self.integer(index)),
                number => Some(BigInt::from(number)),
            };
            if value == Some(BigInt::ZERO) {
                return Some(Folded::value(base));
            }
        }
        let (mut operands, mut constants) = (vec![base], Vec::with_capacity(raw.len()));
        let limit = 1i64 << (INDEX_BITS - 1);
        let mut dynamic = dynamic.iter();
        for &index in raw {
            if index != DYNAMIC_INDEX {
                constants.push(i32::try_from(index).ok()?);
                continue;
            }
            let &value = dynamic.next()?;
            let number = self.integer(value).and_then(|number| i64::try_from(number).ok());
            match number.filter(|number| (-limit..limit).contains(number)) {
                Some(number) => constants.push(i32::try_from(number).ok()?),
                None => {
                    constants.push(i32::try_from(DYNAMIC_INDEX).ok()?);
                    operands.push(value);
                }
            }
        }
        if operands.len() == self.body.operands(op).len() {
            return None;
        }
        self.uses.forget(self.body, op);
        self.body.set_operands(op, &operands);
        self.uses.note(self.body, op);
        let indices = self.ctx.i32_array(&constants);
        let attrs = self.ctx.with_entry(self.body.attrs(op), RAW_CONSTANT_INDICES, Some(indices));
        self.body.set_attrs(op, attrs);
        Some(Folded::InPlace)
    }

    fn position(&self, op: Op) -> Option<&[i64]> {
        self.ctx.dense_array(self.body.attr(self.ctx, op, POSITION)?)
    }

    /// An element of what an element was taken from, of a constant, or of what elements were put into.
    fn fold_extractvalue(&mut self, op: Op) -> Option<Folded> {
        let &[container] = self.body.operands(op) else { return None };
        let position = self.position(op)?.to_vec();
        if let Some(outer) = self.defined_by(container, llvm::EXTRACTVALUE) {
            let &[source] = self.body.operands(outer) else { return None };
            let whole = [self.position(outer)?, &position].concat();
            let whole = self.ctx.attr(AttrData::DenseArray { element: self.ctx.int_type(64), values: whole.into() });
            let attrs = self.ctx.with_entry(self.body.attrs(op), POSITION, Some(whole));
            self.body.set_attrs(op, attrs);
            self.set_operand(op, 0, source);
            return Some(Folded::InPlace);
        }
        if let Some(value) = self.constant_element(op, container, &position) {
            return self.constant_before(op, value);
        }
        self.fold_inserted(op, container, &position)
    }

    /// What is at a position in a constant, if it is of the type that is taken out.
    fn constant_element(&self, op: Op, container: Value, position: &[i64]) -> Option<Attr> {
        let (kind, constant) = constant_value(self.ctx, self.body, container)?;
        let element = |attr, at: &i64| self.element_of(attr, usize::try_from(*at).ok()?);
        let found = position.iter().try_fold(constant, element).filter(|_| kind.is_none())?;
        let fits = match self.ctx.attr_data(found) {
            AttrData::Float { ty, .. } | AttrData::Integer { ty, .. } | AttrData::BigInteger { ty, .. } => {
                Some(*ty) == self.result_type(op)
            }
            _ => constants::op_name_of(self.ctx, found) != CONSTANT,
        };
        fits.then_some(found)
    }

    /// The element of a constant's attribute at a place, of all its elements in a row.
    fn element_of(&self, attr: Attr, at: usize) -> Option<Attr> {
        let (ty, data, splat) = match self.ctx.attr_data(attr) {
            AttrData::Dense { ty, data, splat } => (*ty, data, *splat),
            AttrData::Array(items) => return items.get(at).copied(),
            _ => return (constants::op_name_of(self.ctx, attr) != CONSTANT).then_some(attr),
        };
        let element = self.ctx.scalar_type(ty);
        let bytes = self.ctx.dense_element_bytes(element);
        let start = if splat { 0 } else { at.checked_mul(bytes)? };
        let data = data.get(start..start.checked_add(bytes)?)?;
        match self.ctx.type_data(element) {
            TypeData::Float(_) => {
                let mut bits = [0; 16];
                bits.get_mut(..bytes)?.copy_from_slice(data);
                Some(self.ctx.float_attr(element, u128::from_le_bytes(bits)))
            }
            TypeData::Integer { .. } | TypeData::Index => {
                Some(self.ctx.big_int_attr(element, BigInt::from_signed_bytes_le(data)))
            }
            _ => None,
        }
    }

    /// Follows `llvm.insertvalue` to the value that was put where an element is taken from.
    fn fold_inserted(&mut self, op: Op, container: Value, position: &[i64]) -> Option<Folded> {
        let (mut at, mut wanted) = (container, position);
        let (mut within_inserted, mut source) = (false, None);
        while let Some(insert) = self.defined_by(at, llvm::INSERTVALUE) {
            let &[inside, inserted] = self.body.operands(insert) else { break };
            let there = self.position(insert)?;
            if let Some(rest) = wanted.strip_prefix(there) {
                if rest.is_empty() {
                    return Some(Folded::value(inserted));
                }
                (at, wanted, within_inserted) = (inserted, rest, true);
                continue;
            }
            // A part of what is taken out was put there.
            if there.starts_with(wanted) {
                break;
            }
            if !within_inserted {
                source = Some(inside);
            }
            at = inside;
        }
        self.set_operand(op, 0, source?);
        Some(Folded::InPlace)
    }

    /// The only element of a vector of one.
    fn fold_shufflevector(&mut self, op: Op) -> Option<Folded> {
        let &[first, _] = self.body.operands(op) else { return None };
        let mask = self.ctx.dense_array(self.body.attr(self.ctx, op, irtrip_dialect::names::MASK)?)?;
        let of_one = self.ctx.vector_length(self.body.value_type(first)).is_some_and(|(size, _)| size == 1);
        (of_one && mask == [0]).then_some(Folded::value(first))
    }
}
