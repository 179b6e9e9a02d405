//! Constants as operations: each becomes one at the start of its body, in the order of first use, operands before users
//! and the last operand first, as upstream has it.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::POSITION;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, NewOp, Op, OpName, Type, TypeData, Value};

use crate::attribute_cache::AttributeCache;
use crate::bodies::legality::Legality;
use crate::constants::pool::{ConstId, ConstKind, ConstantPool};
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
    pub pool: &'r mut ConstantPool,
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
        let value = match self.pool.kind(id) {
            ConstKind::Aggregate(elements) => {
                let elements = elements.clone();
                self.aggregate(ty, &elements)
            }
            kind => {
                let operands = match kind {
                    ConstKind::Expr(expr) => expr.operands.clone(),
                    _ => Vec::new(),
                };
                let operands = self.values(&operands);
                let (name, attrs) = self.pool.operation(self.ctx, self.symbols, id);
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
        let undef = self.pool.intern(ty, ConstKind::Undef);
        let mut whole = self.value(undef);
        for (i, element) in elements.into_iter().enumerate() {
            whole = if vector {
                let index = self.pool.intern(wk::I32, ConstKind::Int(i as i64));
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

/// `array<i64: indices>`
pub(crate) fn position_attr(ctx: &Context, indices: &[i64]) -> Attr {
    ctx.attr(AttrData::DenseArray { element: wk::I64, values: indices.into() })
}
