//! `convert-scf-to-cf`: structured control flow becomes branches between blocks.

use irtrip_dialect::enums::ICmpPredicate;
use irtrip_dialect::names::{CASE_OPERAND_SEGMENTS, CASE_VALUES, CASES, PREDICATE, UNSIGNED_CMP};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Dim, Op, Region, Str, Type, TypeData, Value};

use crate::conversion::{ConversionTarget, InsertPoint, Legality, Matched, Mismatch, Patterns, Rewriter};
use crate::{arith, cf, scf};

/// The patterns of the `scf` dialect.
pub fn populate(patterns: &mut Patterns) {
    patterns.add_ops(&[scf::FOR], for_loop);
    patterns.add_ops(&[scf::IF], if_else);
    patterns.add_with_benefit(scf::WHILE.name(), 2, do_while_loop as fn(&mut Rewriter, Op) -> Matched);
    patterns.add_ops(&[scf::WHILE], while_loop);
    patterns.add_ops(&[scf::EXECUTE_REGION], execute_region);
    patterns.add_ops(&[scf::INDEX_SWITCH], index_switch);
    patterns.add_ops(&[scf::PARALLEL], parallel);
    patterns.add_ops(&[scf::FORALL], forall);
}

/// The operations with regions may not stay; all others may.
pub fn target() -> ConversionTarget {
    let mut target = ConversionTarget::new().unknown_legal();
    for def in [scf::FOR, scf::IF, scf::WHILE, scf::EXECUTE_REGION, scf::INDEX_SWITCH, scf::PARALLEL, scf::FORALL] {
        target.set(def.name(), Legality::Illegal);
    }
    target
}

const NO_BLOCK: Mismatch = Mismatch("a region has no block");

impl Rewriter<'_> {
    /// The block of an operation, and a new one with the operation and all after it.
    pub(crate) fn split_at(&mut self, op: Op) -> Result<(Block, Block), Mismatch> {
        let block = self.body.parent(op).ok_or(Mismatch("the operation is in no block"))?;
        Ok((block, self.body.split_block(block, op)))
    }

    /// The first and the last block of a region of an operation.
    pub(crate) fn ends(&self, op: Op, place: usize) -> Result<(Region, Block, Block), Mismatch> {
        let region = *self.body.op_regions(op).get(place).ok_or(NO_BLOCK)?;
        let blocks = self.body.blocks(region);
        Ok((region, *blocks.first().ok_or(NO_BLOCK)?, *blocks.last().ok_or(NO_BLOCK)?))
    }

    /// `cf.br` at the end of a block.
    fn branch_from(&mut self, from: Block, to: Block, values: &[Value], attrs: &[(Str, Attr)]) {
        self.at = InsertPoint::End(from);
        self.branch(cf::BR.name(), &[], &[(to, values)], attrs);
    }

    /// Replaces the last operation of a block by `cf.br` with its operands.
    fn forward_yield(&mut self, from: Block, to: Block, attrs: &[(Str, Attr)]) -> Result<(), Mismatch> {
        let last = self.body.last_op(from).ok_or(NO_BLOCK)?;
        let values = self.body.operands(last).to_vec();
        let own = self.body.loc(last);
        let loc = std::mem::replace(&mut self.loc, own);
        self.branch_from(from, to, &values, attrs);
        self.loc = loc;
        self.erase_op(last);
        Ok(())
    }

    /// The types of an operation's results.
    fn types_of_results(&self, op: Op) -> Vec<Type> {
        self.body.results(op).map(|result| self.body.value_type(result)).collect()
    }

    /// Adds arguments to a block for the results of an operation.
    pub(crate) fn add_result_args(&mut self, op: Op, block: Block) -> Vec<Value> {
        let loc = self.body.loc(op);
        let types = self.types_of_results(op);
        let added = types.into_iter().map(|ty| {
            let value = self.body.add_block_arg(block, ty);
            let place = self.body.block_args(block).len() - 1;
            self.body.set_block_arg_loc(block, place, loc);
            value
        });
        added.collect()
    }
}

fn for_loop(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let operands = rewriter.body.operands(op).to_vec();
    let (&[lower, upper, step], inits) = operands.split_first_chunk().ok_or(Mismatch("the loop has no bounds"))?;
    let (region, condition, _) = rewriter.ends(op, 0)?;
    let first = rewriter.body.first_op(condition).ok_or(NO_BLOCK)?;
    let induction = *rewriter.body.block_args(condition).first().ok_or(Mismatch("no induction variable"))?;
    let (init, end) = rewriter.split_at(op)?;
    // The first block has the induction variable and what the loop carries: it becomes the block of the condition.
    let first_body = rewriter.body.split_block(condition, first);
    let last_body = *rewriter.body.blocks(region).last().ok_or(NO_BLOCK)?;
    rewriter.body.inline_region_before(region, end);
    let terminator = rewriter.body.last_op(last_body).ok_or(NO_BLOCK)?;
    rewriter.at = InsertPoint::End(last_body);
    let stepped = rewriter.binary(arith::ADDI.name(), induction, step);
    let mut carried = vec![stepped];
    carried.extend_from_slice(rewriter.body.operands(terminator));
    let attrs = loop_attributes(rewriter, op);
    rewriter.branch_from(last_body, condition, &carried, &attrs);
    rewriter.erase_op(terminator);
    let mut entry = vec![lower];
    entry.extend_from_slice(inits);
    rewriter.branch_from(init, condition, &entry, &[]);
    rewriter.at = InsertPoint::End(condition);
    let is_unsigned = rewriter.attr(op, UNSIGNED_CMP).is_some();
    let predicate = ctx.enum_attr(if is_unsigned { ICmpPredicate::Ult } else { ICmpPredicate::Slt });
    let goes_on = rewriter.value(arith::CMPI.name(), &[induction, upper], types::I1, &[(PREDICATE, predicate)]);
    rewriter.branch(cf::COND_BR.name(), &[goes_on], &[(first_body, &[]), (end, &[])], &[]);
    let results: Vec<Value> = rewriter.body.block_args(condition).iter().skip(1).copied().collect();
    rewriter.replace(op, &results);
    Ok(())
}

/// The attributes of a loop that are the LLVM dialect's: its branch back has them.
fn loop_attributes(rewriter: &Rewriter, op: Op) -> Vec<(Str, Attr)> {
    let ctx = rewriter.ctx;
    let is_llvm = |value: Attr| matches!(ctx.attr_data(value), irtrip_dialect::AttrData::Llvm { .. });
    ctx.entries(rewriter.body.attrs(op)).iter().copied().filter(|(_, value)| is_llvm(*value)).collect()
}

fn if_else(rewriter: &mut Rewriter, op: Op) -> Matched {
    let condition = rewriter.operand(op, 0).ok_or(Mismatch("there is no condition"))?;
    let (then_region, then_block, then_last) = rewriter.ends(op, 0)?;
    let otherwise = rewriter.ends(op, 1).ok();
    let (block, rest) = rewriter.split_at(op)?;
    let mut next = rest;
    let mut results = Vec::new();
    if rewriter.body.results(op).len() > 0 {
        next = rewriter.body.new_block();
        rewriter.body.insert_block_before(rest, next);
        results = rewriter.add_result_args(op, next);
        rewriter.branch_from(next, rest, &[], &[]);
    }
    let op_loc = rewriter.loc;
    forward_with_loc(rewriter, then_last, next, op_loc)?;
    rewriter.body.inline_region_before(then_region, next);
    let mut else_block = next;
    if let Some((region, first, last)) = otherwise {
        else_block = first;
        forward_with_loc(rewriter, last, next, op_loc)?;
        rewriter.body.inline_region_before(region, next);
    }
    rewriter.at = InsertPoint::End(block);
    rewriter.branch(cf::COND_BR.name(), &[condition], &[(then_block, &[]), (else_block, &[])], &[]);
    rewriter.replace(op, &results);
    Ok(())
}

/// As [`Rewriter::forward_yield`], at the location of the operation that the block belongs to.
fn forward_with_loc(rewriter: &mut Rewriter, from: Block, to: Block, loc: Attr) -> Result<(), Mismatch> {
    let last = rewriter.body.last_op(from).ok_or(NO_BLOCK)?;
    let values = rewriter.body.operands(last).to_vec();
    rewriter.loc = loc;
    rewriter.branch_from(from, to, &values, &[]);
    rewriter.erase_op(last);
    Ok(())
}

fn while_loop(rewriter: &mut Rewriter, op: Op) -> Matched {
    let inits = rewriter.body.operands(op).to_vec();
    let (before_region, before, before_last) = rewriter.ends(op, 0)?;
    let (after_region, after, after_last) = rewriter.ends(op, 1)?;
    let (block, rest) = rewriter.split_at(op)?;
    rewriter.body.inline_region_before(after_region, rest);
    rewriter.body.inline_region_before(before_region, after);
    rewriter.branch_from(block, before, &inits, &[]);
    let carried = replace_condition(rewriter, before_last, after, rest, &[])?;
    let attrs = loop_attributes(rewriter, op);
    rewriter.forward_yield(after_last, before, &attrs)?;
    rewriter.replace(op, &carried);
    Ok(())
}

/// Replaces `scf.condition` by a branch: with its operands to one block, or to another. Returns the operands.
fn replace_condition(
    rewriter: &mut Rewriter,
    block: Block,
    to: Block,
    end: Block,
    attrs: &[(Str, Attr)],
) -> Result<Vec<Value>, Mismatch> {
    let last = rewriter.body.last_op(block).ok_or(NO_BLOCK)?;
    let operands = rewriter.body.operands(last).to_vec();
    let (&condition, carried) = operands.split_first().ok_or(Mismatch("there is no condition"))?;
    let own = rewriter.body.loc(last);
    let loc = std::mem::replace(&mut rewriter.loc, own);
    rewriter.at = InsertPoint::End(block);
    rewriter.branch(cf::COND_BR.name(), &[condition], &[(to, carried), (end, &[])], attrs);
    rewriter.loc = loc;
    rewriter.erase_op(last);
    Ok(carried.to_vec())
}

/// A loop whose second region only forwards its arguments.
fn do_while_loop(rewriter: &mut Rewriter, op: Op) -> Matched {
    let inits = rewriter.body.operands(op).to_vec();
    let (before_region, before, before_last) = rewriter.ends(op, 0)?;
    let (_, after, after_last) = rewriter.ends(op, 1)?;
    let only = rewriter.body.first_op(after).filter(|&first| rewriter.body.last_op(after) == Some(first));
    let forwards = only.is_some_and(|only| {
        rewriter.body.name(only) == scf::YIELD && rewriter.body.operands(only) == rewriter.body.block_args(after)
    });
    if !forwards || after != after_last {
        return Err(Mismatch("the second region does more than to forward its arguments"));
    }
    let (block, rest) = rewriter.split_at(op)?;
    rewriter.body.inline_region_before(before_region, rest);
    rewriter.branch_from(block, before, &inits, &[]);
    let attrs = loop_attributes(rewriter, op);
    let carried = replace_condition(rewriter, before_last, before, rest, &attrs)?;
    rewriter.replace(op, &carried);
    Ok(())
}

fn execute_region(rewriter: &mut Rewriter, op: Op) -> Matched {
    let (region, first, _) = rewriter.ends(op, 0)?;
    let (block, rest) = rewriter.split_at(op)?;
    let op_loc = rewriter.loc;
    rewriter.branch_from(block, first, &[], &[]);
    for from in rewriter.body.blocks(region).to_vec() {
        if rewriter.body.last_op(from).is_some_and(|last| rewriter.body.name(last) == scf::YIELD) {
            forward_with_loc(rewriter, from, rest, op_loc)?;
        }
    }
    rewriter.body.inline_region_before(region, rest);
    let results = rewriter.add_result_args(op, rest);
    rewriter.replace(op, &results);
    Ok(())
}

fn index_switch(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    let argument = rewriter.operand(op, 0).ok_or(Mismatch("there is no argument"))?;
    let cases = rewriter.attr(op, CASES).and_then(|cases| ctx.dense_array(cases)).unwrap_or_default().to_vec();
    let regions = rewriter.body.op_regions(op).to_vec();
    let all: Result<Vec<(Region, Block, Block)>, Mismatch> =
        (0..regions.len()).map(|place| rewriter.ends(op, place)).collect();
    let all = all?;
    let (default, case_regions) = all.split_first().ok_or(NO_BLOCK)?;
    let (block, rest) = rewriter.split_at(op)?;
    let results = rewriter.add_result_args(op, rest);
    for (region, _, last) in case_regions.iter().chain([default]) {
        rewriter.forward_yield(*last, rest, &[])?;
        rewriter.body.inline_region_before(*region, rest);
    }
    rewriter.at = InsertPoint::End(block);
    let flag = rewriter.unary(arith::INDEX_CAST.name(), argument, types::I32);
    let mut successors: Vec<(Block, &[Value])> = vec![(default.1, &[])];
    successors.extend(case_regions.iter().map(|(_, first, _)| (*first, &[][..])));
    let mut attrs = vec![(CASE_OPERAND_SEGMENTS, ctx.i32_array(&vec![0; cases.len()]))];
    if !cases.is_empty() {
        let dims = [Dim { size: Some(cases.len() as u64), scalable: false }];
        let ty = ctx.ty(TypeData::Vector { dims: Box::new(dims), element: types::I32 });
        let bytes: Vec<u8> = cases.iter().flat_map(|&case| (case as i32).to_le_bytes()).collect();
        attrs.push((CASE_VALUES, ctx.dense(ty, &bytes, 4)));
    }
    rewriter.branch(cf::SWITCH.name(), &[flag], &successors, &attrs);
    rewriter.replace(op, &results);
    Ok(())
}

/// Makes a loop with an empty body, but for the terminator of one that carries nothing. Returns it with its block.
fn make_loop(rewriter: &mut Rewriter, bounds: [Value; 3], inits: &[Value]) -> Result<(Op, Block), Mismatch> {
    let [lower, _, _] = bounds;
    let induction = rewriter.type_of(lower);
    let carried: Vec<Type> = inits.iter().map(|&init| rewriter.type_of(init)).collect();
    let operands: Vec<Value> = bounds.into_iter().chain(inits.iter().copied()).collect();
    let op = rewriter.create(scf::FOR.name(), &operands, &carried, &[]);
    let region = *rewriter.body.add_regions(op, 1).first().ok_or(NO_BLOCK)?;
    let block = rewriter.body.new_block();
    rewriter.body.append_block(region, block);
    let loc = rewriter.loc;
    for (place, ty) in [induction].into_iter().chain(carried).enumerate() {
        rewriter.body.add_block_arg(block, ty);
        rewriter.body.set_block_arg_loc(block, place, loc);
    }
    if inits.is_empty() {
        let at = std::mem::replace(&mut rewriter.at, InsertPoint::End(block));
        rewriter.create(scf::YIELD.name(), &[], &[], &[]);
        rewriter.at = at;
    }
    Ok((op, block))
}

/// Puts values in place of a block's arguments.
fn replace_args(rewriter: &mut Rewriter, block: Block, with: &[Value]) {
    let args = rewriter.body.block_args(block).to_vec();
    for (argument, &value) in args.into_iter().zip(with) {
        rewriter.replace_value(argument, value);
    }
}

/// A nest of loops, one in the other.
fn parallel(rewriter: &mut Rewriter, op: Op) -> Matched {
    let (_, body, _) = rewriter.ends(op, 0)?;
    let rank = rewriter.body.block_args(body).len();
    let operands = rewriter.body.operands(op).to_vec();
    let mut groups = operands.chunks(rank.max(1));
    let (Some(lower), Some(upper), Some(step)) = (groups.next(), groups.next(), groups.next()) else {
        return Err(Mismatch("the loop has no bounds"));
    };
    let inits = operands.get(3 * rank..).unwrap_or_default();
    let reduce = rewriter.body.last_op(body).ok_or(NO_BLOCK)?;
    let (mut carried, mut inductions) = (inits.to_vec(), Vec::new());
    let mut results: Vec<Value> = Vec::new();
    let mut inside = None;
    for ((&lower, &upper), &step) in lower.iter().zip(upper).zip(step) {
        let (made, block) = make_loop(rewriter, [lower, upper, step], &carried)?;
        let args = rewriter.body.block_args(block).to_vec();
        let (&induction, rest) = args.split_first().ok_or(NO_BLOCK)?;
        inductions.push(induction);
        carried = rest.to_vec();
        let values: Vec<Value> = rewriter.body.results(made).collect();
        match inside {
            None => results = values,
            Some(outer) if !values.is_empty() => {
                rewriter.at = InsertPoint::End(outer);
                rewriter.create(scf::YIELD.name(), &values, &[], &[]);
            }
            Some(_) => {}
        }
        inside = Some(block);
        rewriter.at = InsertPoint::Start(block);
    }
    let inside = inside.ok_or(Mismatch("the loop has no dimensions"))?;
    let yielded = merge_reductions(rewriter, reduce, &carried)?;
    replace_args(rewriter, body, &inductions);
    match rewriter.body.last_op(inside) {
        None => rewriter.body.append_block_ops(body, inside),
        Some(terminator) => {
            for moved in rewriter.body.ops(body).collect::<Vec<Op>>() {
                rewriter.body.move_before(terminator, moved);
            }
        }
    }
    if !yielded.is_empty() {
        rewriter.at = InsertPoint::End(inside);
        rewriter.create(scf::YIELD.name(), &yielded, &[], &[]);
    }
    rewriter.replace(op, &results);
    Ok(())
}

/// Moves the bodies of reductions before their operation. Returns their results.
fn merge_reductions(rewriter: &mut Rewriter, reduce: Op, carried: &[Value]) -> Result<Vec<Value>, Mismatch> {
    let mut yielded = Vec::new();
    let reduced = rewriter.body.operands(reduce).to_vec();
    for (place, (&value, &argument)) in reduced.iter().zip(carried).enumerate() {
        let (_, block, _) = rewriter.ends(reduce, place)?;
        let terminator = rewriter.body.last_op(block).ok_or(NO_BLOCK)?;
        yielded.push(rewriter.operand(terminator, 0).ok_or(Mismatch("a reduction yields nothing"))?);
        rewriter.erase_op(terminator);
        replace_args(rewriter, block, &[argument, value]);
        for moved in rewriter.body.ops(block).collect::<Vec<Op>>() {
            rewriter.body.move_before(reduce, moved);
        }
    }
    rewriter.erase_op(reduce);
    Ok(yielded)
}

/// A loop over a range of indices without results: a parallel loop.
fn forall(rewriter: &mut Rewriter, op: Op) -> Matched {
    let ctx = rewriter.ctx;
    if rewriter.body.results(op).len() > 0 {
        return Err(Mismatch("only fully bufferized scf.forall ops can be lowered to scf.parallel"));
    }
    let (_, body, _) = rewriter.ends(op, 0)?;
    let mut dynamic = rewriter.body.operands(op).to_vec().into_iter();
    let mut bounds = Vec::new();
    for key in ["staticLowerBound", "staticUpperBound", "staticStep"] {
        let statics =
            rewriter.attr(op, ctx.str(key)).and_then(|attr| ctx.dense_array(attr)).unwrap_or_default().to_vec();
        for number in statics {
            let value = match number == crate::memref::layouts::DYNAMIC {
                true => dynamic.next().ok_or(Mismatch("a bound is missing"))?,
                false => {
                    let attr = ctx.int_attr(types::INDEX, number);
                    rewriter.value(arith::CONSTANT.name(), &[], types::INDEX, &[(irtrip_dialect::names::VALUE, attr)])
                }
            };
            bounds.push(value);
        }
    }
    let rank = i32::try_from(rewriter.body.block_args(body).len()).map_err(|_| Mismatch("too many dimensions"))?;
    let segments = ctx.i32_array(&[rank, rank, rank, 0]);
    let attrs = [(irtrip_dialect::names::OPERAND_SEGMENT_SIZES, segments)];
    let made = rewriter.create(scf::PARALLEL.name(), &bounds, &[], &attrs);
    let region = *rewriter.body.add_regions(made, 1).first().ok_or(NO_BLOCK)?;
    let old = *rewriter.body.op_regions(op).first().ok_or(NO_BLOCK)?;
    let placeholder = rewriter.body.new_block();
    rewriter.body.append_block(region, placeholder);
    rewriter.body.inline_region_before(old, placeholder);
    rewriter.body.unlink_block(placeholder);
    if let Some(terminator) = rewriter.body.last_op(body) {
        rewriter.erase_op(terminator);
    }
    rewriter.at = InsertPoint::End(body);
    rewriter.create(scf::REDUCE.name(), &[], &[], &[]);
    rewriter.erase_op(op);
    Ok(())
}
