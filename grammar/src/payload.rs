//! What a named operation of the `linalg` dialect does to elements, which its custom form does not write.

use irtrip_dialect::ops::arith;
use irtrip_dialect::ops::linalg::{self, Payload};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Body, Context, NewOp, Op, OpName, Type, TypeData, Value, names};
use smallvec::SmallVec;

use crate::parse::one;

/// Appends a payload to a block whose arguments are the elements, and what yields its value. Nothing is given, and the
/// block is left as far as it came, where elements of these types have no such operation.
pub(crate) fn append(ctx: &Context, body: &mut Body, block: Block, payload: Payload, loc: Attr) -> Option<()> {
    let elements: SmallVec<[Value; 4]> = body.block_args(block).into();
    let mut builder = Builder { ctx, body, block, loc };
    let value = builder.payload(payload, &elements)?;
    builder.body.append(block, NewOp { operands: &[value], loc, ..NewOp::new(linalg::YIELD) }, &[]);
    Some(())
}

/// Whether a block is what [`append`] makes of its arguments, places and names aside.
pub(crate) fn is_payload(ctx: &Context, body: &Body, block: Block, payload: Payload) -> bool {
    let mut made = Body::new();
    let own = made.new_block();
    let mut same: SmallVec<[(Value, Value); 8]> = SmallVec::new();
    for &argument in body.block_args(block) {
        same.push((argument, made.add_block_arg(own, body.value_type(argument))));
    }
    if append(ctx, &mut made, own, payload, irtrip_dialect::attributes::well_known::UNKNOWN_LOC).is_none() {
        return false;
    }
    let (mut given, mut wanted) = (body.ops(block), made.ops(own));
    loop {
        match (given.next(), wanted.next()) {
            (None, None) => return true,
            (Some(given), Some(wanted)) if is_same(body, given, &made, wanted, &same) => {
                same.extend(body.results(given).zip(made.results(wanted)));
            }
            _ => return false,
        }
    }
}

/// Whether an operation is one without regions, of values that are the same.
fn is_same(body: &Body, given: Op, made: &Body, wanted: Op, same: &[(Value, Value)]) -> bool {
    let types = |body: &Body, op: Op| body.results(op).map(|value| body.value_type(value)).collect::<Vec<_>>();
    let (operands, wanted_operands) = (body.operands(given), made.operands(wanted));
    body.name(given) == made.name(wanted)
        && body.attrs(given) == made.attrs(wanted)
        && body.op_regions(given).is_empty()
        && body.nested(given).is_none()
        && types(body, given) == types(made, wanted)
        && operands.len() == wanted_operands.len()
        && operands.iter().zip(wanted_operands).all(|(&a, &b)| same.contains(&(a, b)))
}

/// Appends operations on elements to a block.
struct Builder<'b> {
    ctx: &'b Context,
    body: &'b mut Body,
    block: Block,
    loc: Attr,
}

impl Builder<'_> {
    /// What the operation yields, by what it does to its inputs and, behind them, its output.
    fn payload(&mut self, payload: Payload, elements: &[Value]) -> Option<Value> {
        let (&output, inputs) = elements.split_last()?;
        let of = self.body.value_type(output);
        let fits = |builder: &Self, values: &[Value]| values.iter().all(|&value| builder.body.value_type(value) == of);
        match (payload, inputs) {
            (Payload::First, [input]) => Some(*input),
            (Payload::Cast, [input]) => self.cast_to(*input, of),
            (Payload::Unary(name), [_]) => {
                let fits = self.is_float(of) && fits(self, inputs);
                fits.then(|| self.element(name, inputs, of))?
            }
            (Payload::Binary(..), [_, _]) => {
                let name = self.of_type(payload, of).filter(|_| fits(self, inputs))?;
                self.element(name, inputs, of)
            }
            (Payload::MultiplyAdd, [lhs, rhs]) => {
                let lhs = self.cast_to(*lhs, of)?;
                let rhs = self.cast_to(*rhs, of)?;
                let multiply = Payload::Binary(arith::MULF, Some(arith::MULI), Some(arith::ANDI));
                let add = Payload::Binary(arith::ADDF, Some(arith::ADDI), Some(arith::ORI));
                let product = self.element(self.of_type(multiply, of)?, &[lhs, rhs], of)?;
                self.element(self.of_type(add, of)?, &[output, product], of)
            }
            (Payload::Fold(float, integer, bit), [input, ..]) => {
                let input = self.cast_to(*input, of)?;
                // What counts without a sign is no float.
                let name = match float {
                    Some(float) => self.of_type(Payload::Binary(float, integer, bit), of)?,
                    None => integer.filter(|_| !self.is_float(of))?,
                };
                self.element(name, &[output, input], of)
            }
            (Payload::Square, [input]) => {
                let name = self.of_type(Payload::Binary(arith::MULF, None, None), of)?;
                fits(self, inputs).then(|| self.element(name, &[*input, *input], of))?
            }
            (Payload::Reciprocal, [input]) => {
                let fits = self.is_float(of) && fits(self, inputs);
                let one = fits.then(|| self.one(of))??;
                self.element(arith::DIVF, &[one, *input], of)
            }
            (Payload::Select, [_, yes, no]) => {
                fits(self, &[*yes, *no]).then(|| self.element(arith::SELECT, inputs, of))?
            }
            _ => None,
        }
    }

    /// The constant 1 of a floating-point type.
    fn one(&mut self, ty: Type) -> Option<Value> {
        let TypeData::Float(kind) = self.ctx.type_data(ty) else { return None };
        let value = self.ctx.float_attr(ty, one(*kind)?);
        let attrs = self.ctx.dictionary(&[(names::VALUE, value)]);
        let op = self.body.append(self.block, NewOp { attrs, loc: self.loc, ..NewOp::new(arith::CONSTANT) }, &[ty]);
        self.body.result(op)
    }

    fn is_float(&self, ty: Type) -> bool {
        matches!(self.ctx.type_data(ty), TypeData::Float(_))
    }

    /// The operation of a payload for elements of a type.
    fn of_type(&self, payload: Payload, ty: Type) -> Option<OpName> {
        let Payload::Binary(float, integer, bit) = payload else { return None };
        match self.ctx.type_data(ty) {
            TypeData::Float(_) => Some(float),
            TypeData::Integer { .. } if ty == types::I1 => bit,
            TypeData::Integer { .. } | TypeData::Index => integer,
            _ => None,
        }
    }

    fn element(&mut self, name: OpName, operands: &[Value], ty: Type) -> Option<Value> {
        let op = self.body.append(self.block, NewOp { operands, loc: self.loc, ..NewOp::new(name) }, &[ty]);
        self.body.result(op)
    }

    /// Gives a signed element as a type.
    fn cast_to(&mut self, value: Value, to: Type) -> Option<Value> {
        let from = self.body.value_type(value);
        if from == to {
            return Some(value);
        }
        let name = match (self.ctx.type_data(from), self.ctx.type_data(to)) {
            (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) if a < b => arith::EXTSI,
            (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) if a > b => arith::TRUNCI,
            (TypeData::Float(a), TypeData::Float(b)) if a.width() < b.width() => arith::EXTF,
            (TypeData::Float(a), TypeData::Float(b)) if a.width() > b.width() => arith::TRUNCF,
            (TypeData::Integer { .. }, TypeData::Float(_)) => arith::SITOFP,
            (TypeData::Float(_), TypeData::Integer { .. }) => arith::FPTOSI,
            _ => return None,
        };
        self.element(name, &[value], to)
    }
}
