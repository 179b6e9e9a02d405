//! A number for the structure of a function, by which export sees whether a pass changed it; `irtrip.structural_hash`.
//!
//! The hash is over the function's symbol, its blocks with the number of their arguments, and its operations: names,
//! operands, callees, successors and what is passed to them. Constants count by their operations' names where they are
//! used, so that moving and merging them changes nothing, and debug records and block tags do not count. Attributes and
//! types are left out: no pass of upstream's changes them and leaves everything else.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::FunctionAttributes;
use super::claims::{claims, operations_with_preserved};
use crate::body::{Block, Body, Module, Op, Value};
use crate::context::{Attr, Context, Str};
use crate::enums::Linkage;
use crate::names::*;
use crate::ops::{Fold, LlvmForm, global_values};
use crate::registry::{ContextDialects, OpName, OpNameDefinition};
use crate::types::well_known as types;
use irtrip_ir::StableHash;

/// Set in the numbers of constants.
const CONSTANT: u64 = 1 << 63;

/// The structural hash of the function `symbol` with this body.
///
/// ```
/// use irtrip_dialect::{Body, Context, preserved::structural_hash};
/// let ctx = Context::new();
/// let (f, g) = (ctx.str("f"), ctx.str("g"));
/// assert_ne!(structural_hash(&ctx, f, &Body::new()), structural_hash(&ctx, g, &Body::new()));
/// ```
pub fn structural_hash(ctx: &Context, symbol: Str, body: &Body) -> i64 {
    let mut structure =
        Structure { ctx, body, names: FxHashMap::default(), values: Vec::new(), hash: StableHash::START };
    structure.hash.bytes(ctx.bytes(symbol));
    structure.function();
    structure.hash.finish().cast_signed()
}

/// The structural hash of a module: its symbols with their linkages, and the hashes of its functions and initializers.
pub fn module_structural_hash(ctx: &Context, module: &Module) -> i64 {
    let hash = |op: Op| {
        let (body, mut hash) = (&module.body, StableHash::START);
        hash.bytes(ctx.op_name_str(body.name(op)).as_bytes());
        let linkage = body.attr(ctx, op, LINKAGE).and_then(|linkage| ctx.enum_value::<Linkage>(linkage));
        hash.bytes(linkage.unwrap_or_default().llvm().as_bytes());
        let symbol = body.string_attr(ctx, op, SYM_NAME).unwrap_or(EMPTY);
        hash.bytes(ctx.bytes(symbol));
        let own = body.nested(op).filter(|_| body.is_defined(op));
        hash.number(own.map_or(0, |own| structural_hash(ctx, symbol, own).cast_unsigned()));
        hash.finish()
    };
    let ops: Vec<Op> = module.ops().collect();
    let hashes: Vec<u64> = ops.par_iter().with_min_len(8).map(|op| hash(*op)).collect();
    let mut whole = StableHash::START;
    hashes.into_iter().for_each(|hash| whole.number(hash));
    whole.finish().cast_signed()
}

/// Whether a module's own attributes claim something of the module as a whole.
pub fn module_claims(ctx: &Context, attrs: Attr) -> bool {
    [IRTRIP_SUMMARY, IRTRIP_USE_LIST_ORDERS].iter().any(|key| ctx.entry(attrs, *key).is_some())
}

/// Gives the module and the functions whose preserved attributes need it their `irtrip.structural_hash`.
pub fn add_structural_hashes(ctx: &Context, module: &mut Module) {
    if module_claims(ctx, module.attrs) {
        let hash = ctx.int_attr(types::I64, module_structural_hash(ctx, module));
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_STRUCTURAL_HASH, Some(hash));
    }
    let functions: Vec<Op> = module.ops().filter(|op| module.body.name(*op) == global_values::FUNC).collect();
    let body = &module.body;
    let known = FunctionAttributes::new(ctx, module);
    let hash = |op: &Op| {
        let (attrs, own) = (body.attrs(*op), body.nested(*op)?);
        let symbol = ctx.string_entry(attrs, SYM_NAME)?;
        let ops = operations_with_preserved(ctx, own);
        (!claims(ctx, attrs, own, &ops, &known).is_empty()).then(|| (*op, structural_hash(ctx, symbol, own)))
    };
    let hashes: Vec<(Op, i64)> = functions.par_iter().with_min_len(8).filter_map(hash).collect();
    for (op, hash) in hashes {
        let hash = ctx.int_attr(types::I64, hash);
        let attrs = ctx.with_entry(module.body.attrs(op), IRTRIP_STRUCTURAL_HASH, Some(hash));
        module.body.set_attrs(op, attrs);
    }
}

struct Structure<'a> {
    ctx: &'a Context,
    body: &'a Body,
    /// The hashes of operations' names.
    names: FxHashMap<OpName, u64>,
    /// By value: its number, or a hash and [`CONSTANT`].
    values: Vec<u64>,
    hash: StableHash,
}

impl Structure<'_> {
    fn function(&mut self) {
        let body = self.body;
        let blocks: Vec<Block> = body.regions().iter().flat_map(|region| body.blocks(*region)).copied().collect();
        let mut places = vec![0u64; body.block_count()];
        for (place, block) in blocks.iter().enumerate() {
            places[block.index()] = place as u64;
        }
        self.values = vec![0; body.value_count()];
        let mut next = 1;
        for &block in &blocks {
            for &argument in body.block_args(block) {
                self.define(argument, &mut next);
            }
            for op in body.ops(block) {
                if !self.is_constant(op) {
                    body.results(op).for_each(|result| self.define(result, &mut next));
                }
            }
        }
        for &block in &blocks {
            self.hash.number(body.block_args(block).len() as u64);
            for op in body.ops(block) {
                let is_constant = body.result(op).is_some_and(|value| self.value(value) & CONSTANT != 0);
                if !is_constant && !body.name(op).def().is_some_and(|def| def.llvm.is_no_instruction()) {
                    self.operation(op, &places);
                }
            }
        }
    }

    /// Gives a value the next number.
    fn define(&mut self, value: Value, next: &mut u64) {
        self.values[value.index()] = *next;
        *next += 1;
    }

    fn value(&self, value: Value) -> u64 {
        self.values.get(value.index()).copied().unwrap_or(0)
    }

    fn name(&mut self, name: OpName) -> u64 {
        let ctx = self.ctx;
        *self.names.entry(name).or_insert_with(|| {
            let mut hash = StableHash::START;
            hash.bytes(ctx.op_name_str(name).as_bytes());
            hash.finish()
        })
    }

    /// Numbers the result of an operation that is a constant or a constant expression.
    fn is_constant(&mut self, op: Op) -> bool {
        let (ctx, body) = (self.ctx, self.body);
        let Some(result) = body.result(op) else { return false };
        let Some(def) = body.name(op).def() else { return false };
        let operands = body.operands(op);
        let is_expression = || {
            !operands.is_empty()
                && def.llvm.fold() != Fold::Never
                && operands.iter().all(|operand| self.value(*operand) & CONSTANT != 0)
                && body.attr(ctx, op, IRTRIP_INSTRUCTION).is_none()
        };
        if !matches!(def.llvm, LlvmForm::Constant(_)) && !is_expression() {
            return false;
        }
        let mut hash = StableHash::of(self.name(body.name(op)));
        if let Some(symbol) = body.symbol_attr(ctx, op, GLOBAL_NAME) {
            hash.bytes(ctx.bytes(symbol));
        }
        if let Some(number) = body.int_attr(ctx, op, VALUE) {
            hash.number(number.cast_unsigned());
        }
        operands.iter().for_each(|operand| hash.number(self.value(*operand)));
        self.values[result.index()] = hash.finish() | CONSTANT;
        true
    }

    fn operation(&mut self, op: Op, places: &[u64]) {
        let body = self.body;
        let name = self.name(body.name(op));
        self.hash.number(name);
        self.operands(body.operands(op));
        for successor in body.successors(op) {
            self.hash.number(places.get(successor.block.index()).copied().unwrap_or(u64::MAX));
            self.operands(body.successor_args(successor));
        }
        if let Some(callee) = body.symbol_attr(self.ctx, op, CALLEE) {
            self.hash.bytes(self.ctx.bytes(callee));
        }
    }

    fn operands(&mut self, operands: &[Value]) {
        self.hash.number(operands.len() as u64);
        operands.iter().for_each(|operand| self.hash.number(self.value(*operand)));
    }
}
