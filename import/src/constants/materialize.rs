//! Constants as operations: each becomes one at the start of its body, in the order of first use, operands before users
//! and the last operand first, as upstream has it.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::constants::encode::block_address_attr;
use irtrip_dialect::constants::{ConstData, ConstId, Constants};
use irtrip_dialect::names::{BLOCK_ADDR, FUNCTION_NAME, GLOBAL_NAME, POSITION, VALUE};
use irtrip_dialect::ops::{global_values, irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, NewOp, Op, OpName, Type, TypeData, Value};

use crate::attribute_cache::AttributeCache;
use crate::bodies::legality::Legality;
use crate::index::symbols::Symbols;

/// The constants of a body: by text, by content, and the operations that make them, in order.
#[derive(Default)]
pub(crate) struct MaterializedConstants<'a> {
    pub by_text: FxHashMap<(Type, &'a [u8]), Value>,
    pub by_id: FxHashMap<ConstId, Value>,
    pub ops: Vec<Op>,
}

impl MaterializedConstants<'_> {
    /// Forgets all constants, keeping the tables' memory.
    pub fn clear(&mut self) {
        self.by_text.clear();
        self.by_id.clear();
        self.ops.clear();
    }

    /// Puts the constants before a block's operations.
    pub fn place(&mut self, body: &mut Body, block: Block) {
        for op in self.ops.drain(..).rev() {
            body.prepend_op(block, op);
        }
    }
}

/// Makes the operations of a pool's constants in a body.
pub(crate) struct Materializer<'r, 's, 'a> {
    pub ctx: &'s Context,
    pub symbols: &'s Symbols<'a>,
    pub pool: &'r mut Constants,
    pub cache: &'r mut AttributeCache<'s>,
    pub body: &'r mut Body,
    pub made: &'r mut MaterializedConstants<'a>,
}

impl Materializer<'_, '_, '_> {
    /// The value of a constant.
    pub fn value(&mut self, id: ConstId) -> Value {
        if let Some(&value) = self.made.by_id.get(&id) {
            return value;
        }
        let ty = self.pool.ty(id);
        let value = match self.pool.data(id) {
            ConstData::Aggregate(elements) => {
                let elements = elements.clone();
                self.aggregate(ty, &elements)
            }
            kind => {
                let operands = match kind {
                    ConstData::Expr(expr) => self.pool.operation_operands(self.ctx, expr),
                    _ => SmallVec::new(),
                };
                let operands = self.values(&operands);
                let (name, attrs) = operation(self.pool, self.ctx, self.symbols, id);
                self.op(name, &operands, attrs, ty)
            }
        };
        self.made.by_id.insert(id, value);
        value
    }

    /// The values of constants that another one is made of; the last is made first.
    fn values(&mut self, operands: &[ConstId]) -> SmallVec<[Value; 4]> {
        let mut values: SmallVec<[Value; 4]> = operands.iter().rev().map(|o| self.value(*o)).collect();
        values.reverse();
        values
    }

    fn aggregate(&mut self, ty: Type, elements: &[ConstId]) -> Value {
        let elements = self.values(elements);
        let vector = matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let undef = self.pool.intern(ty, ConstData::Undef);
        let mut whole = self.value(undef);
        for (i, element) in elements.into_iter().enumerate() {
            whole = if vector {
                let index = self.pool.intern(types::I32, ConstData::Int(i as i64));
                let index = self.value(index);
                self.op(llvm::INSERTELEMENT, &[whole, element, index], attrs::EMPTY_DICTIONARY, ty)
            } else {
                let position = position_attr(self.ctx, &[i as i64]);
                let attrs = self.cache.dictionary(&[(POSITION, position)]);
                self.op(llvm::INSERTVALUE, &[whole, element], attrs, ty)
            };
        }
        whole
    }

    fn op(&mut self, name: OpName, operands: &[Value], attrs: Attr, ty: Type) -> Value {
        let legality = Legality { ctx: self.ctx, body: self.body, has_personality_function: false };
        let name = legality.legal_name(name, operands, self.ctx.entries(attrs), ty);
        let op = self.body.create(NewOp { name, operands, attrs, ..NewOp::new(name) });
        let value = self.body.new_value(ty);
        self.body.define_result(op, value);
        self.made.ops.push(op);
        value
    }
}

/// The operation that returns a constant in a body, and its attributes.
pub(crate) fn operation(pool: &Constants, ctx: &Context, symbols: &Symbols<'_>, id: ConstId) -> (OpName, Attr) {
    let empty = attrs::EMPTY_DICTIONARY;
    match pool.data(id) {
        ConstData::Undef => (global_values::UNDEF, empty),
        ConstData::Poison => (global_values::POISON, empty),
        ConstData::NoneToken => (global_values::NONE, empty),
        ConstData::Symbol(name) => (global_values::ADDRESSOF, ctx.dictionary(&[(GLOBAL_NAME, ctx.symbol_ref(*name))])),
        ConstData::DsoLocalEquivalent(name) if !symbols.is_ifunc(*name) => {
            (global_values::DSO_LOCAL_EQUIVALENT, ctx.dictionary(&[(FUNCTION_NAME, ctx.symbol_ref(*name))]))
        }
        ConstData::BlockAddress(function, tag) => {
            (global_values::BLOCKADDRESS, ctx.dictionary(&[(BLOCK_ADDR, block_address_attr(ctx, *function, *tag))]))
        }
        ConstData::Expr(expr) => (expr.name, expr.attrs),
        _ => match pool.value_attr(ctx, id) {
            Some(value) => (global_values::CONSTANT, ctx.dictionary(&[(VALUE, value)])),
            None if *pool.data(id) == ConstData::Zero && ctx.target_type_has_zero(pool.ty(id)) => {
                (global_values::ZERO, empty)
            }
            None => (irtrip::CONSTANT, ctx.dictionary(&[(VALUE, pool.encode(ctx, id))])),
        },
    }
}

/// `array<i64: indices>`
pub(crate) fn position_attr(ctx: &Context, indices: &[i64]) -> Attr {
    ctx.attr(AttrData::DenseArray { element: types::I64, values: indices.into() })
}
