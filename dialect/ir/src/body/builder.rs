//! Makes operations at a place of a body; MLIR's `OpBuilder`.

use super::{Block, Body, NewOp, Op, Value, ValueDef};
use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Str, Type};
use crate::op_name::OpName;

/// Where new operations go.
#[derive(Clone, Copy, Debug)]
pub enum InsertPoint {
    /// Before an operation.
    Before(Op),
    /// After an operation.
    After(Op),
    /// At the start of a block.
    Start(Block),
    /// At the end of a block.
    End(Block),
}

impl InsertPoint {
    /// The first place where a value can be used.
    pub fn after_value(body: &Body, value: Value) -> Option<InsertPoint> {
        match body.value(value).def {
            ValueDef::Undefined => None,
            ValueDef::Result(op, _) => Some(InsertPoint::After(op)),
            ValueDef::Argument(block, _) => Some(InsertPoint::Start(block)),
        }
    }
}

/// A body, the place where new operations go, and their location.
pub struct Builder<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body.
    pub body: &'a mut Body,
    /// Where the next operation goes. After it, the next one follows.
    pub at: InsertPoint,
    /// The location of new operations.
    pub loc: Attr,
    /// The operations made, in order.
    pub created: Vec<Op>,
}

impl<'a> Builder<'a> {
    /// A builder at a place.
    pub fn new(ctx: &'a Context, body: &'a mut Body, at: InsertPoint, loc: Attr) -> Builder<'a> {
        Builder { ctx, body, at, loc, created: Vec::new() }
    }

    /// Makes an operation.
    pub fn create(&mut self, name: OpName, operands: &[Value], results: &[Type], attrs: &[(Str, Attr)]) -> Op {
        self.create_with(name, operands, &[], results, self.ctx.dictionary(attrs))
    }

    /// Makes an operation without results that leads to blocks.
    pub fn branch(&mut self, name: OpName, operands: &[Value], to: &[(Block, &[Value])], attrs: &[(Str, Attr)]) -> Op {
        self.create_with(name, operands, to, &[], self.ctx.dictionary(attrs))
    }

    /// Makes an operation with a dictionary for its attributes.
    pub fn create_with(
        &mut self,
        name: OpName,
        operands: &[Value],
        successors: &[(Block, &[Value])],
        results: &[Type],
        attrs: Attr,
    ) -> Op {
        let op = self.body.create(NewOp { name, operands, successors, attrs, loc: self.loc });
        self.body.add_results(op, results);
        self.insert(op);
        op
    }

    /// Makes an operation with one result, and returns it.
    pub fn value(&mut self, name: OpName, operands: &[Value], result: Type, attrs: &[(Str, Attr)]) -> Value {
        self.value_with(name, operands, result, self.ctx.dictionary(attrs))
    }

    /// Makes an operation with one result and a dictionary for its attributes, and returns the result.
    pub fn value_with(&mut self, name: OpName, operands: &[Value], result: Type, attrs: Attr) -> Value {
        let op = self.create_with(name, operands, &[], &[result], attrs);
        debug_assert_eq!(self.body.results(op).len(), 1);
        Value::new(self.body.value_count() - 1)
    }

    /// Makes an operation of one operand and of one result, without attributes.
    pub fn unary(&mut self, name: OpName, operand: Value, result: Type) -> Value {
        self.value_with(name, &[operand], result, attrs::EMPTY_DICTIONARY)
    }

    /// Makes an operation of two operands whose result has the type of the first, without attributes.
    pub fn binary(&mut self, name: OpName, lhs: Value, rhs: Value) -> Value {
        let ty = self.body.value_type(lhs);
        self.value_with(name, &[lhs, rhs], ty, attrs::EMPTY_DICTIONARY)
    }

    fn insert(&mut self, op: Op) {
        // What is made beside an operation stands for what the text has there.
        if let InsertPoint::Before(beside) | InsertPoint::After(beside) = self.at
            && let Some(place) = self.body.text_place(beside)
        {
            self.body.set_text_place(op, place);
        }
        match self.at {
            InsertPoint::Before(before) => self.body.insert_before(before, op),
            InsertPoint::After(after) => {
                self.body.insert_after(after, op);
                self.at = InsertPoint::After(op);
            }
            InsertPoint::Start(block) => {
                self.body.prepend_op(block, op);
                self.at = InsertPoint::After(op);
            }
            InsertPoint::End(block) => self.body.append_op(block, op),
        }
        self.created.push(op);
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// The attribute of an operation with a name.
    pub fn attr(&self, op: Op, name: Str) -> Option<Attr> {
        self.body.attr(self.ctx, op, name)
    }

    /// The operand of an operation at a place, if there is one.
    pub fn operand(&self, op: Op, place: usize) -> Option<Value> {
        self.body.operands(op).get(place).copied()
    }

    /// The type of an operation's first result.
    pub fn result_type(&self, op: Op) -> Option<Type> {
        self.body.result(op).map(|result| self.body.value_type(result))
    }

    /// The operation that a value is a result of.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.body.value(value).def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Undefined | ValueDef::Argument(..) => None,
        }
    }
}
