//! Operations of the LLVM dialect that a [`Builder`] makes with their attributes.

use crate::attributes::AttrData;
use crate::body::{Builder, Op, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::names::{
    ALIGNMENT, CALLEE, ELEM_TYPE, NO_WRAP_FLAGS, OP_BUNDLE_SIZES, POSITION, RAW_CONSTANT_INDICES, VALUE,
};
use crate::ops::global_values::{CONSTANT, POISON};
use crate::ops::llvm;
use crate::types::well_known as types;

/// An index of `llvm.getelementptr`.
#[derive(Clone, Copy, Debug)]
pub enum GepIndex {
    /// A number.
    Constant(i32),
    /// A value.
    Value(Value),
}

/// What a builder makes of the LLVM dialect.
pub trait LlvmBuilder<'a> {
    /// The builder.
    fn builder(&mut self) -> &mut Builder<'a>;

    /// `llvm.mlir.constant(value : index) : ty`
    fn index_constant(&mut self, ty: Type, value: i64) -> Value {
        let attr = self.builder().ctx.int_attr(types::INDEX, value);
        self.builder().value(CONSTANT, &[], ty, &[(VALUE, attr)])
    }

    /// `llvm.mlir.constant(value : ty) : ty`
    fn int_constant(&mut self, ty: Type, value: i64) -> Value {
        let attr = self.builder().ctx.int_attr(ty, value);
        self.builder().value(CONSTANT, &[], ty, &[(VALUE, attr)])
    }

    /// `llvm.extractvalue aggregate[position]`
    fn extract(&mut self, aggregate: Value, position: &[i64]) -> Value {
        let mut ty = self.builder().type_of(aggregate);
        for &step in position {
            ty = self.builder().ctx.element_at(ty, step.unsigned_abs()).unwrap_or(ty);
        }
        let position = i64_array(self.builder().ctx, position);
        self.builder().value(llvm::EXTRACTVALUE, &[aggregate], ty, &[(POSITION, position)])
    }

    /// `llvm.insertvalue value, aggregate[position]`
    fn insert_value(&mut self, aggregate: Value, value: Value, position: &[i64]) -> Value {
        let ty = self.builder().type_of(aggregate);
        let position = i64_array(self.builder().ctx, position);
        self.builder().value(llvm::INSERTVALUE, &[aggregate, value], ty, &[(POSITION, position)])
    }

    /// `llvm.getelementptr base[indices] : (...) -> result, element`
    fn gep(&mut self, result: Type, element: Type, base: Value, indices: &[GepIndex], no_wrap: i64) -> Value {
        let mut operands = vec![base];
        let mut constants = Vec::with_capacity(indices.len());
        for index in indices {
            match *index {
                GepIndex::Constant(number) => constants.push(number),
                GepIndex::Value(value) => {
                    operands.push(value);
                    constants.push(llvm::DYNAMIC_INDEX as i32);
                }
            }
        }
        let ctx = self.builder().ctx;
        let mut attrs = vec![(ELEM_TYPE, ctx.type_attr(element)), (RAW_CONSTANT_INDICES, ctx.i32_array(&constants))];
        if no_wrap != 0 {
            attrs.push((NO_WRAP_FLAGS, ctx.int_attr(types::I32, no_wrap)));
        }
        self.builder().value(llvm::GETELEMENTPTR, &operands, result, &attrs)
    }

    /// `llvm.alloca count x element : (...) -> !llvm.ptr`
    fn alloca(&mut self, pointer: Type, element: Type, count: Value, alignment: Option<i64>) -> Value {
        let ctx = self.builder().ctx;
        let mut attrs = vec![(ELEM_TYPE, ctx.type_attr(element))];
        if let Some(alignment) = alignment.filter(|&alignment| alignment != 0) {
            attrs.push((ALIGNMENT, ctx.int_attr(types::I64, alignment)));
        }
        self.builder().value(llvm::ALLOCA, &[count], pointer, &attrs)
    }

    /// `llvm.load pointer : ... -> ty`
    fn load(&mut self, ty: Type, pointer: Value) -> Value {
        self.builder().unary(llvm::LOAD, pointer, ty)
    }

    /// `llvm.store value, pointer`
    fn store(&mut self, value: Value, pointer: Value) {
        self.builder().create(llvm::STORE, &[value, pointer], &[], &[]);
    }

    /// `llvm.call @callee(arguments)`; returns the result, if there is to be one.
    ///
    /// The callee is a function of these arguments and this result; [`crate::verify`] finds out where it is not.
    fn call(&mut self, callee: &str, arguments: &[Value], result: Option<Type>) -> Option<Value> {
        let ctx = self.builder().ctx;
        let op = self.call_symbol(ctx.str(callee), arguments, result.as_slice());
        self.builder().body.result(op)
    }

    /// As [`LlvmBuilder::call`], with the callee's interned name and the types of the results; returns the operation.
    fn call_symbol(&mut self, callee: Str, arguments: &[Value], results: &[Type]) -> Op {
        let attrs = call_attributes(self.builder().ctx, Some(callee));
        self.builder().create(llvm::CALL, arguments, results, &attrs)
    }

    /// `llvm.mlir.poison : ty`
    fn poison(&mut self, ty: Type) -> Value {
        self.builder().value(POISON, &[], ty, &[])
    }
}

impl<'a> LlvmBuilder<'a> for Builder<'a> {
    fn builder(&mut self) -> &mut Builder<'a> {
        self
    }
}

/// The attributes of an `llvm.call` of a function, or of a value, without operand bundles.
pub fn call_attributes(ctx: &Context, callee: Option<Str>) -> Vec<(Str, Attr)> {
    let mut attrs = vec![(OP_BUNDLE_SIZES, ctx.i32_array(&[]))];
    attrs.extend(callee.map(|callee| (CALLEE, ctx.symbol_ref(callee))));
    attrs
}

/// `array<i64: values>`
fn i64_array(ctx: &Context, values: &[i64]) -> Attr {
    ctx.attr(AttrData::DenseArray { element: types::I64, values: values.into() })
}
