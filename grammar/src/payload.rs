//! What a named operation of the `linalg` dialect does to elements, which its custom form does not write.

use irtrip_dialect::ops::arith;
use irtrip_dialect::ops::linalg::{self, ELEMENTWISE_KINDS, Function, Numbers, Payload};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, NewOp, Op, OpName, Str, Type, TypeData, Value, names};
use smallvec::SmallVec;

use crate::parse::one;

/// Upstream reads no operation whose operands are too few for what its region does.
const MISFIT: &str = "the operation on elements of these types is not covered";

/// A payload with what the operation's attributes say of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    payload: Payload,
    /// Elements become others as numbers without a sign.
    unsigned: bool,
}

impl Given {
    /// The payload of an operation with these attributes; `None` for a kind that is none.
    pub(crate) fn of(ctx: &Context, payload: Payload, attr: impl Fn(Str) -> Option<Attr>) -> Option<Given> {
        let text = |key: Str| match ctx.attr_data(attr(key)?) {
            AttrData::Opaque { body, .. } => Some(ctx.text(*body)),
            _ => None,
        };
        let unsigned = text(names::CAST).is_some_and(|text| text == "type_fn<cast_unsigned>");
        let payload = match payload {
            Payload::Kind => {
                let kind = text(names::KIND)?;
                let word = kind.strip_prefix("elementwise_kind<")?.strip_suffix('>')?.trim();
                ELEMENTWISE_KINDS.iter().find(|(name, _)| *name == word)?.1
            }
            payload => payload,
        };
        Some(Given { payload, unsigned })
    }

    /// How many elements it takes, its output among them; `None` for any number.
    pub(crate) fn arity(&self) -> Option<usize> {
        match self.payload {
            Payload::First | Payload::Cast | Payload::Unary(_) | Payload::Square | Payload::Reciprocal => Some(2),
            Payload::Binary(_) | Payload::MultiplyAdd => Some(3),
            Payload::Select => Some(4),
            Payload::QuantizedMultiplyAdd => Some(5),
            Payload::Fold(_) | Payload::Kind => None,
        }
    }
}

/// Appends a payload to a block whose arguments are the elements, and what yields its value.
///
/// # Errors
/// What upstream says where elements of these types have no such operation; the block is left as far as it came.
pub(crate) fn append(ctx: &Context, body: &mut Body, block: Block, given: Given) -> Result<(), String> {
    let elements: SmallVec<[Value; 4]> = body.block_args(block).into();
    let mut builder = Builder { ctx, body, block, unsigned: given.unsigned };
    let value = builder.payload(given.payload, &elements)?;
    builder.body.append(block, NewOp { operands: &[value], ..NewOp::new(linalg::YIELD) }, &[]);
    Ok(())
}

/// Whether a block is what [`append`] makes of its arguments, places and names aside.
pub(crate) fn is_payload(ctx: &Context, body: &Body, block: Block, given: Given) -> bool {
    let mut made = Body::new();
    let own = made.new_block();
    let mut same: SmallVec<[(Value, Value); 8]> = SmallVec::new();
    for &argument in body.block_args(block) {
        same.push((argument, made.add_block_arg(own, body.value_type(argument))));
    }
    if append(ctx, &mut made, own, given).is_err() {
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
    unsigned: bool,
}

impl Builder<'_> {
    /// What the operation yields, by what it does to its inputs and, behind them, its output.
    fn payload(&mut self, payload: Payload, elements: &[Value]) -> Result<Value, String> {
        let Some((&output, inputs)) = elements.split_last() else { return Err(MISFIT.to_owned()) };
        let of = self.body.value_type(output);
        match (payload, inputs) {
            (Payload::First, [input, ..]) => Ok(*input),
            (Payload::Cast, [input, ..]) => Ok(self.cast_to(*input, of)),
            (Payload::Unary(name), [input, ..]) => {
                let ty = self.float(*input)?;
                self.element(name, &[*input], ty)
            }
            (Payload::Binary(function), [lhs, rhs, ..]) => self.function(function, *lhs, *rhs),
            (Payload::MultiplyAdd, [lhs, rhs, ..]) => {
                let (lhs, rhs) = (self.cast_to(*lhs, of), self.cast_to(*rhs, of));
                let product = self.function(Function::Mul, lhs, rhs)?;
                self.function(Function::Add, output, product)
            }
            (Payload::QuantizedMultiplyAdd, [lhs, rhs, zero, other, ..]) => {
                let (lhs, zero) = (self.cast_to(*lhs, of), self.cast_to(*zero, of));
                let lhs = self.function(Function::Sub, lhs, zero)?;
                let (rhs, zero) = (self.cast_to(*rhs, of), self.cast_to(*other, of));
                let rhs = self.function(Function::Sub, rhs, zero)?;
                let product = self.function(Function::Mul, lhs, rhs)?;
                self.function(Function::Add, output, product)
            }
            (Payload::Fold(function), [input, ..]) => {
                // What counts without a sign is read without one.
                self.unsigned |= matches!(function, Function::MaxUnsigned | Function::MinUnsigned);
                let input = self.cast_to(*input, of);
                self.function(function, output, input)
            }
            (Payload::Square, [input, ..]) => {
                let ty = self.float(*input)?;
                self.element(arith::MULF, &[*input, *input], ty)
            }
            (Payload::Reciprocal, [input, ..]) => {
                let ty = self.float(*input)?;
                let one = self.one(ty)?;
                self.element(arith::DIVF, &[one, *input], ty)
            }
            (Payload::Select, [condition, yes, no, ..]) => {
                let ty = self.body.value_type(*no);
                self.element(arith::SELECT, &[*condition, *yes, *no], ty)
            }
            _ => Err(MISFIT.to_owned()),
        }
    }

    /// The type of an element that is a float.
    fn float(&self, value: Value) -> Result<Type, String> {
        let ty = self.body.value_type(value);
        match self.ctx.type_data(ty) {
            TypeData::Float(_) => Ok(ty),
            _ => Err("unsupported non numeric type".to_owned()),
        }
    }

    /// The constant 1 of a floating-point type.
    fn one(&mut self, ty: Type) -> Result<Value, String> {
        let TypeData::Float(kind) = self.ctx.type_data(ty) else { return Err(MISFIT.to_owned()) };
        let value = self.ctx.float_attr(ty, one(*kind).ok_or(MISFIT)?);
        let attrs = self.ctx.dictionary(&[(names::VALUE, value)]);
        let op = self.body.append(self.block, NewOp { attrs, ..NewOp::new(arith::CONSTANT) }, &[ty]);
        self.body.result(op).ok_or_else(|| MISFIT.to_owned())
    }

    /// A function of two elements; its value has the first one's type.
    fn function(&mut self, function: Function, lhs: Value, rhs: Value) -> Result<Value, String> {
        let (ty, other) = (self.body.value_type(lhs), self.body.value_type(rhs));
        let kind = |ty: Type| match self.ctx.type_data(ty) {
            TypeData::Complex(_) => Some(Numbers::Complex),
            TypeData::Float(_) => Some(Numbers::Float),
            TypeData::Integer { .. } if ty == types::I1 && other == types::I1 => Some(Numbers::Bool),
            TypeData::Integer { .. } | TypeData::Index => Some(Numbers::Integer),
            _ => None,
        };
        let numbers = match (kind(ty), kind(other)) {
            (Some(Numbers::Bool | Numbers::Integer), Some(Numbers::Bool | Numbers::Integer)) => kind(ty),
            (mine, others) => mine.filter(|_| mine == others),
        };
        let Some(numbers) = numbers else {
            let spell = |ty: Type| crate::print::print_type(self.ctx, ty);
            return Err(format!(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got {} and {}",
                spell(ty),
                spell(other)
            ));
        };
        self.element(function.operation(numbers)?, &[lhs, rhs], ty)
    }

    fn element(&mut self, name: OpName, operands: &[Value], ty: Type) -> Result<Value, String> {
        let op = self.body.append(self.block, NewOp { operands, ..NewOp::new(name) }, &[ty]);
        self.body.result(op).ok_or_else(|| MISFIT.to_owned())
    }

    /// Gives an element as a type; itself where it cannot become one.
    fn cast_to(&mut self, value: Value, to: Type) -> Value {
        let from = self.body.value_type(value);
        let pick = |signed: OpName, unsigned: OpName| if self.unsigned { unsigned } else { signed };
        let name = match (self.ctx.type_data(from), self.ctx.type_data(to)) {
            _ if from == to => return value,
            (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) if a < b => {
                pick(arith::EXTSI, arith::EXTUI)
            }
            (TypeData::Integer { width: a, .. }, TypeData::Integer { width: b, .. }) if a > b => arith::TRUNCI,
            (TypeData::Float(a), TypeData::Float(b)) if a.width() < b.width() => arith::EXTF,
            (TypeData::Float(a), TypeData::Float(b)) if a.width() > b.width() => arith::TRUNCF,
            (TypeData::Integer { .. }, TypeData::Float(_)) => pick(arith::SITOFP, arith::UITOFP),
            (TypeData::Float(_), TypeData::Integer { .. }) => pick(arith::FPTOSI, arith::FPTOUI),
            _ => return value,
        };
        self.element(name, &[value], to).unwrap_or(value)
    }
}
