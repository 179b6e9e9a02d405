//! Functions and operations of a module, to look at.

use std::borrow::Cow;

use irtrip_dialect::names::{SYM_NAME, SYM_VISIBILITY};
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::{Attr, Block, Body, Context, ContextDialects, Op, OpName, Str, Type, Value};
use irtrip_grammar::{print_attr, print_type};

use super::AttributeValue;

/// An operation.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    ctx: &'a Context,
    body: &'a Body,
    op: Op,
}

impl<'a> Operation<'a> {
    pub(super) fn new(ctx: &'a Context, body: &'a Body, op: Op) -> Operation<'a> {
        Operation { ctx, body, op }
    }

    /// Its handle in its body.
    pub fn handle(self) -> Op {
        self.op
    }

    /// Its name with its dialect: `llvm.load`.
    pub fn name(self) -> Cow<'a, str> {
        self.ctx.op_name_str(self.body.name(self.op))
    }

    /// Its name as its context has it.
    pub fn op_name(self) -> OpName {
        self.body.name(self.op)
    }

    /// Whether it is the operation of a definition, such as [`irtrip_dialect::ops::llvm::LOAD`].
    pub fn is(self, name: OpName) -> bool {
        self.body.name(self.op) == name
    }

    /// Its operands, without those of its successors.
    pub fn operands(self) -> &'a [Value] {
        self.body.operands(self.op)
    }

    /// Its results.
    pub fn results(self) -> Vec<Value> {
        self.body.results(self.op).collect()
    }

    /// The type of a value of the same function.
    pub fn type_of(self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// The type of a value of the same function, as MLIR writes it.
    pub fn type_text(self, value: Value) -> String {
        print_type(self.ctx, self.type_of(value))
    }

    /// The blocks that it leads to.
    pub fn successors(self) -> Vec<Block> {
        self.body.successors(self.op).iter().map(|successor| successor.block).collect()
    }

    /// The attribute of a known name.
    pub fn attribute(self, name: Str) -> Option<Attr> {
        self.body.attr(self.ctx, self.op, name)
    }

    /// The value of the attribute of a name, where it is of this type.
    ///
    /// ```
    /// let module = irtrip::Module::from_llvm("define void @f(ptr %p) {\n  %x = load i32, ptr %p, align 4\n  ret void\n}\n")?;
    /// let f = module.function("f").expect("f is defined");
    /// let load = f.operations()[0];
    /// assert_eq!(load.get::<i64>("alignment"), Some(4));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn get<T: AttributeValue>(self, name: &str) -> Option<T> {
        T::from_attribute(self.ctx, self.attribute(self.ctx.find_str(name)?)?)
    }

    /// Its attributes as MLIR writes them, by name.
    pub fn attributes(self) -> Vec<(Cow<'a, str>, String)> {
        let entries = self.ctx.entries(self.body.attrs(self.op)).iter();
        entries.map(|&(key, value)| (self.ctx.text(key), print_attr(self.ctx, value))).collect()
    }

    /// Its location as MLIR writes it.
    pub fn location(self) -> String {
        print_attr(self.ctx, self.body.loc(self.op))
    }

    /// Visits it and every operation inside it, each before those inside itself.
    pub fn walk(self, visit: &mut impl FnMut(Operation<'a>)) {
        visit(self);
        let (body, regions) = match self.body.nested(self.op) {
            Some(nested) => (nested, nested.regions()),
            None => (self.body, self.body.op_regions(self.op)),
        };
        for &region in regions {
            for op in body.walk(region) {
                let op = Operation { body, op, ..self };
                match body.nested(op.op) {
                    Some(_) => op.walk(visit),
                    None => visit(op),
                }
            }
        }
    }
}

/// A function: an `llvm.func`.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a>(Operation<'a>);

impl<'a> Function<'a> {
    pub(super) fn of(op: Operation<'a>) -> Option<Function<'a>> {
        op.is(FUNC).then_some(Function(op))
    }

    /// Its name, without the sigil.
    pub fn name(self) -> Cow<'a, str> {
        let Operation { ctx, .. } = self.0;
        let name = self.0.attribute(SYM_NAME).and_then(|name| ctx.string_value(name));
        name.map_or(Cow::Borrowed(""), |name| ctx.text(name))
    }

    /// The operation.
    pub fn operation(self) -> Operation<'a> {
        self.0
    }

    /// Its visibility among symbols, where it says one: `private`.
    pub fn visibility(self) -> Option<String> {
        let Operation { ctx, .. } = self.0;
        let word = ctx.string_value(self.0.attribute(SYM_VISIBILITY)?)?;
        Some(ctx.text(word).into_owned())
    }

    /// Whether it has no body.
    pub fn is_declaration(self) -> bool {
        !self.0.body.is_defined(self.0.op)
    }

    /// Its body, where it has one.
    pub fn body(self) -> Option<&'a Body> {
        self.0.body.nested(self.0.op)
    }

    /// Its blocks, in order.
    pub fn blocks(self) -> &'a [Block] {
        self.body().and_then(|body| Some(body.blocks(*body.regions().first()?))).unwrap_or_default()
    }

    /// The operations of a block, in order.
    pub fn block_operations(self, block: Block) -> Vec<Operation<'a>> {
        let ctx = self.0.ctx;
        self.body().map_or_else(Vec::new, |body| body.ops(block).map(|op| Operation::new(ctx, body, op)).collect())
    }

    /// The operations of all its blocks, in order.
    pub fn operations(self) -> Vec<Operation<'a>> {
        self.blocks().iter().flat_map(|block| self.block_operations(*block)).collect()
    }

    /// Its arguments.
    pub fn arguments(self) -> &'a [Value] {
        match (self.body(), self.blocks()) {
            (Some(body), [entry, ..]) => body.block_args(*entry),
            _ => &[],
        }
    }
}
