//! Functions as upstream's import makes them: it takes the blocks that can be reached in reverse post-order, makes the
//! constants of each instruction where it comes to it, and the debug records when all instructions are done.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::Diagnostic;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::{Attr, Block, Body, Context, Module, Op, Region, Str, Type, Value, ValueDef};

use super::block_tags::BlockNumbers;
use super::constants::ConstantMaterializer;
use super::diagnostics::{PendingDiagnostic, of_header};
use super::operations::with_calling_convention;
use super::{Imported, Translated};
use crate::source_map::{BodySource, FunctionSource, InstructionSource};
use irtrip_dialect::constants::ConstId;
use irtrip_dialect::constants::decode::block_tag;
use irtrip_dialect::constants::encode::block_tag_attr;

/// The diagnostics of the conversion of a function.
pub(super) struct ConvertedFunction {
    pub op: Op,
    /// For what is dropped.
    pub dropped: Vec<Diagnostic>,
    /// For what upstream reports, in its order: first of the header, then of the body.
    pub header: Vec<Diagnostic>,
    pub body: Vec<PendingDiagnostic>,
}

/// What functions are converted with.
pub(super) struct Functions<'p, 'a> {
    pub from: &'p Imported<'p, 'a>,
    pub tags: &'p BlockNumbers,
    /// The types of functions and ifuncs by name.
    pub types: FxHashMap<Str, Type>,
}

/// Converts all functions, in parallel. Of several failures that of the first function counts.
pub(super) fn convert_all(
    from: &Imported<'_, '_>,
    module: &mut Module,
    functions: Vec<(Op, FunctionSource)>,
    tags: &BlockNumbers,
) -> Translated<Vec<ConvertedFunction>> {
    let ctx = from.tables.ctx;
    let all = Functions { from, tags, types: function_types(ctx, module) };
    let mut work = Vec::with_capacity(functions.len());
    for (op, source) in functions {
        personality(ctx, module, op);
        let attrs = with_calling_convention(ctx, global_values::FUNC, module.body.attrs(op));
        module.body.set_attrs(op, attrs);
        let header = of_header(from, &source, module.body.attrs(op), module.body.loc(op));
        let body = module.body.nested_mut(op).map(std::mem::take);
        work.push((op, module.body.loc(op), header, source, body));
    }
    let convert = |(op, loc, header, source, body): (Op, Attr, Vec<Diagnostic>, FunctionSource, Option<Body>)| {
        let mut converted = ConvertedFunction { op, dropped: Vec::new(), header, body: Vec::new() };
        let body = match (body, source.body) {
            (Some(body), Some(source)) => {
                let mut function = FunctionPass::new(&all, body, *source, loc);
                function.convert()?;
                converted.dropped = function.dropped;
                converted.body = function.diagnostics;
                Some(function.body)
            }
            (body, _) => body,
        };
        Ok((converted, body))
    };
    let done: Vec<Translated<(ConvertedFunction, Option<Body>)>> =
        work.into_par_iter().with_max_len(1).map(convert).collect();
    let mut converted = Vec::with_capacity(done.len());
    for function in done {
        let (function, body) = function?;
        if let Some(body) = body {
            module.body.set_nested(function.op, body);
        }
        converted.push(function);
    }
    Ok(converted)
}

/// The types of functions and ifuncs by name.
fn function_types(ctx: &Context, module: &Module) -> FxHashMap<Str, Type> {
    let key = ctx.str("i_func_type");
    let ty = |op| {
        let key = match module.body.name(op) {
            global_values::FUNC => FUNCTION_TYPE,
            global_values::IFUNC => key,
            _ => return None,
        };
        let name = ctx.string_value(module.body.attr(ctx, op, SYM_NAME)?)?;
        Some((name, ctx.type_value(module.body.attr(ctx, op, key)?)?))
    };
    module.ops().filter_map(ty).collect()
}

/// Upstream's import takes whatever has a name for a personality.
fn personality(ctx: &Context, module: &mut Module, op: Op) {
    let Some(value) = module.body.attr(ctx, op, IRTRIP_PERSONALITY) else { return };
    if ctx.symbol_value(value).is_some() {
        let attrs = ctx.with_entry(module.body.attrs(op), IRTRIP_PERSONALITY, None);
        module.body.set_attrs(op, ctx.with_entry(attrs, PERSONALITY, Some(value)));
    }
}

/// One function that is converted.
pub(super) struct FunctionPass<'p, 'a> {
    pub all: &'p Functions<'p, 'a>,
    pub ctx: &'p Context,
    pub body: Body,
    pub region: Option<Region>,
    pub source: BodySource,
    /// The function's location.
    pub loc: Attr,
    pub constants: ConstantMaterializer<'p>,
    /// The block at hand.
    pub block: Option<Block>,
    pub dropped: Vec<Diagnostic>,
    pub diagnostics: Vec<PendingDiagnostic>,
}

impl<'p, 'a> FunctionPass<'p, 'a> {
    fn new(all: &'p Functions<'p, 'a>, body: Body, mut source: BodySource, loc: Attr) -> FunctionPass<'p, 'a> {
        let tables = all.from.tables;
        let pool = std::mem::take(&mut source.constants.pool);
        FunctionPass {
            all,
            ctx: tables.ctx,
            region: body.regions().first().copied(),
            body,
            source,
            loc,
            constants: ConstantMaterializer::new(tables.ctx, &tables.symbols, all.tags, pool),
            block: None,
            dropped: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn convert(&mut self) -> Translated<()> {
        let Some(region) = self.region else { return Ok(()) };
        let Some(entry) = self.body.blocks(region).first().copied() else { return Ok(()) };
        self.note_aliasing();
        self.restore_operands(region);
        let records = self.take_records();
        for op in std::mem::take(&mut self.source.constants.ops) {
            self.body.unlink(op);
        }
        let reached = self.body.reachable(region);
        let mut order = self.body.reverse_post_order(region);
        order.retain(|block| reached[block.index()]);
        self.order_edge_blocks(region, &order);
        let mut phis: FxHashMap<Block, Vec<(Value, InstructionSource)>> = FxHashMap::default();
        for (block, argument, source) in &self.source.phis {
            phis.entry(*block).or_default().push((*argument, source.clone()));
        }
        let mut at = 0;
        for block in &order {
            self.block = Some(*block);
            self.phis(*block, phis.remove(block).unwrap_or_default());
            for op in self.body.ops(*block).collect::<Vec<_>>() {
                let source = self.source.ops.get(&op).cloned().unwrap_or_default();
                at = source.span.start;
                self.operation(op, &source)?;
            }
        }
        self.block = None;
        let placed = std::mem::take(&mut self.constants.ops);
        for op in placed.iter().rev() {
            self.body.prepend_op(entry, *op);
        }
        self.replace_constants();
        self.records(records, &order, placed.last().copied(), entry);
        if let Some(constant) = self.constants.unhandled.take() {
            return Err(vec![Diagnostic::new(constant, at..at + 1)]);
        }
        self.report_addresses(region, &reached);
        self.order_diagnostics(&order);
        Ok(())
    }

    /// Puts the blocks before a block that pass it the results of several terminators in the order in which upstream's
    /// import comes to these terminators.
    fn order_edge_blocks(&mut self, region: Region, order: &[Block]) {
        let body = &self.body;
        let passes_result = |block: Block, terminator: Op| {
            let last = body.first_op(block).filter(|op| body.attr(self.ctx, *op, IRTRIP_EDGE).is_some())?;
            let [successor] = body.successors(last) else { return None };
            body.successor_args(successor).contains(&body.result(terminator)?).then_some(successor.block)
        };
        // By block that passes a result: the terminator's place in the order, and the block that the result is passed to.
        let mut places: FxHashMap<Block, (usize, Block)> = FxHashMap::default();
        for (place, block) in order.iter().enumerate() {
            let Some(last) = body.last_op(*block).filter(|last| body.result(*last).is_some()) else { continue };
            for successor in body.successors(last) {
                if let Some(target) = passes_result(successor.block, last) {
                    places.insert(successor.block, (place, target));
                }
            }
        }
        if places.len() < 2 {
            return;
        }
        let mut blocks = body.blocks(region).to_vec();
        let target = |block: &Block| places.get(block).map(|found| found.1);
        for group in blocks.chunk_by_mut(|a, b| target(a).is_some() && target(a) == target(b)) {
            group.sort_by_key(|block| places.get(block).map(|found| found.0));
        }
        self.body.retain_blocks(region, |_| false);
        blocks.into_iter().for_each(|block| self.body.append_block(region, block));
    }

    /// Notes the alias scopes that instructions have.
    fn note_aliasing(&self) {
        let phis = self.source.phis.iter().map(|phi| &phi.2);
        for source in self.source.ops.values().chain(phis) {
            for (kind, node) in &source.attachments {
                if matches!(self.ctx.bytes(*kind), b"alias.scope" | b"noalias") {
                    self.all.from.metadata.note_aliasing(*node);
                }
            }
        }
    }

    /// Puts the values back that `llvm.mlir.poison` stands for in blocks that cannot be reached: upstream drops these.
    fn restore_operands(&mut self, region: Region) {
        let mut standing: FxHashMap<Value, Value> = FxHashMap::default();
        for block in self.body.blocks(region).to_vec() {
            for op in self.body.ops(block).collect::<Vec<_>>() {
                if self.body.name(op) != global_values::POISON {
                    continue;
                }
                let number = self.body.int_attr(self.ctx, op, IRTRIP_STANDS_FOR);
                let number = number.and_then(|number| usize::try_from(number).ok());
                let Some((number, stand_in)) = number.zip(self.body.result(op)) else { continue };
                let value = Value::new(number);
                standing.insert(stand_in, value);
                self.body.unlink(op);
                if let ValueDef::Result(def, _) = self.body.value(value).def {
                    let attrs = self.ctx.with_entry(self.body.attrs(def), IRTRIP_VALUE, None);
                    self.body.set_attrs(def, attrs);
                }
            }
        }
        if !standing.is_empty() {
            let pool = self.body.operand_pool_mut();
            pool.iter_mut().for_each(|value| *value = standing.get(value).copied().unwrap_or(*value));
        }
    }

    fn phis(&mut self, block: Block, phis: Vec<(Value, InstructionSource)>) {
        for (argument, source) in phis {
            let loc = match self.body.value(argument).def {
                ValueDef::Argument(of, place) if of == block => self.body.block_arg_loc(block, place as usize),
                _ => attrs::UNKNOWN_LOC,
            };
            self.report_attachments(irtrip_dialect::ops::irtrip::CALL, &source, loc);
        }
    }

    /// Takes one instruction to upstream's form, and makes its constants.
    fn operation(&mut self, op: Op, source: &InstructionSource) -> Translated<()> {
        if self.body.name(op) == llvm::BLOCKTAG {
            self.renumber_tag(op);
            return Ok(());
        }
        self.legalize(op, source)?;
        self.call(op, source)?;
        self.adjust(op, source);
        self.report_instruction(op, source);
        for value in self.conversion_order(op) {
            match value {
                Converted::Value(value) => {
                    if let Some(id) = self.source.constants.ids.get(&value).copied() {
                        self.constant(id);
                    }
                }
                Converted::Constant(id) => self.constant(id),
            }
        }
        Ok(())
    }

    fn constant(&mut self, id: ConstId) {
        self.constants.value(&mut self.body, id);
        for _ in 0..std::mem::take(&mut self.constants.scalable_zeros) {
            self.report_scalable_zeros();
        }
    }

    /// Gives a block's tag its number in upstream's form, and the function's location, as upstream's import does.
    fn renumber_tag(&mut self, op: Op) {
        self.body.set_loc(op, self.loc);
        let old = self.body.attr(self.ctx, op, TAG).and_then(|tag| block_tag(self.ctx, tag));
        if let (Some(old), Some(symbol)) = (old, self.source.symbol) {
            let new = block_tag_attr(self.ctx, self.all.tags.get(symbol, old));
            let attrs = self.ctx.with_entry(self.body.attrs(op), TAG, Some(new));
            self.body.set_attrs(op, attrs);
        }
    }

    /// Has operands that are constants be those of this form.
    pub fn replace_constants(&mut self) {
        let values: FxHashMap<Value, ConstId> = std::mem::take(&mut self.source.constants.ids);
        let made: FxHashMap<Value, Value> =
            values.iter().filter_map(|(old, id)| Some((*old, self.constants.made(*id)?))).collect();
        let pool = self.body.operand_pool_mut();
        pool.iter_mut().for_each(|value| *value = made.get(value).copied().unwrap_or(*value));
        self.source.constants.ids = values;
    }

    /// The operations of the constants that were made, the last of each.
    pub fn constant_ops(&self) -> FxHashSet<Op> {
        let def = |value: Value| match self.body.value(value).def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Argument(..) | ValueDef::Undefined => None,
        };
        self.constants.all_made().filter_map(def).collect()
    }
}

/// What upstream's import makes a value of when it comes to an operation.
pub(super) enum Converted {
    /// An operand.
    Value(Value),
    /// A constant that is no operand of the operation.
    Constant(ConstId),
}

/// Values in upstream's order.
pub(super) type ConversionOrder = SmallVec<[Converted; 8]>;
