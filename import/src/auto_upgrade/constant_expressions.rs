//! Constant expressions that are instructions today. LangRef, "Constant Expressions".
//!
//! Each use of one becomes instructions before the instruction that uses it, as when LLVM reads bitcode. What a phi
//! takes from a predecessor is computed on the edge: in a block of its own, which the predecessor then leads to.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::{IRTRIP_EDGE, IRTRIP_INSTRUCTION, POSITION};
use irtrip_dialect::ops::llvm;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Block, Context, NewOp, Op, OpName, Type, TypeData, Value};

use crate::attribute_cache::NamedAttrs;
use crate::bodies::locals::Local;
use crate::bodies::reader::FunctionReader;
use crate::bodies::state::Terminator;
use crate::constants::materialize::position_attr;
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::llvm_text::cursor::Name;

/// What LLVM calls the instruction of a constant expression, one that puts an aggregate together, and the block of an
/// edge.
const EXPRESSION: &str = "constexpr";
const INSERTION: &str = "constexpr.ins";
const EDGE: &str = "phi.constexpr";

/// The instructions that a function's constant expressions have become.
#[derive(Default)]
pub(crate) struct FormerExpressions {
    /// Their values and blocks in order, with what LLVM calls each.
    made: Vec<(Local, &'static str)>,
    /// The blocks on edges, by the edge's ends.
    edges: FxHashMap<(Block, Block), Block>,
    /// What a phi, by the place of its first incoming value, takes from a predecessor, by as many edges as there are.
    incoming: FxHashMap<(Block, usize), Value>,
    /// The blocks on edges in order, each after the block that it leads to, with the release since which it is there.
    blocks: Vec<(Block, Block, Option<Release>)>,
}

impl FormerExpressions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
    }
}

/// The value of a constant that is an instruction today: its instructions are appended to the current block.
pub(crate) fn expand(reader: &mut FunctionReader<'_, '_>, constant: ConstId) -> Value {
    expand_once(reader, constant, &mut FxHashMap::default())
}

/// The value of a constant; `made` has those of the same use.
fn expand_once(reader: &mut FunctionReader<'_, '_>, constant: ConstId, made: &mut FxHashMap<ConstId, Value>) -> Value {
    if !reader.constants.pool.is_former(constant) {
        return reader.materialize(constant);
    }
    if let Some(value) = made.get(&constant) {
        return *value;
    }
    let parts: SmallVec<[ConstId; 4]> = match reader.constants.pool.data(constant) {
        ConstData::Expr(expr) => reader.constants.pool.operation_operands(reader.ctx, expr),
        data => data.parts().into(),
    };
    let parts: SmallVec<[Value; 4]> = parts.into_iter().map(|part| expand_once(reader, part, made)).collect();
    let ty = reader.constants.pool.ty(constant);
    let until = reader.constants.pool.until(constant);
    let value = match reader.constants.pool.data(constant) {
        ConstData::Expr(expr) => {
            let (name, attrs) = (expr.name, expr.attrs);
            append(reader, (EXPRESSION, until), (name, attrs), &parts, ty)
        }
        _ => put_together(reader, until, &parts, ty),
    };
    made.insert(constant, value);
    value
}

/// The aggregate of these elements.
fn put_together(reader: &mut FunctionReader<'_, '_>, until: Option<Release>, elements: &[Value], ty: Type) -> Value {
    let is_vector = matches!(reader.ctx.type_data(ty), TypeData::Vector { .. });
    let poison = reader.constants.pool.intern(ty, ConstData::Poison);
    let mut whole = reader.materialize(poison);
    for (place, element) in elements.iter().enumerate() {
        whole = if is_vector {
            let index = reader.constants.pool.intern(types::I32, ConstData::Int(place as i64));
            let index = reader.materialize(index);
            let op = (llvm::INSERTELEMENT, attrs::EMPTY_DICTIONARY);
            append(reader, (INSERTION, until), op, &[whole, *element, index], ty)
        } else {
            let position = reader.ctx.dictionary(&[(POSITION, position_attr(reader.ctx, &[place as i64]))]);
            append(reader, (INSERTION, until), (llvm::INSERTVALUE, position), &[whole, *element], ty)
        };
    }
    whole
}

/// Appends an operation to the current block: an instruction since the release `until`, where it is a constant before.
fn append(
    reader: &mut FunctionReader<'_, '_>,
    (called, until): (&'static str, Option<Release>),
    (name, attrs): (OpName, Attr),
    operands: &[Value],
    ty: Type,
) -> Value {
    let mut entries: NamedAttrs = reader.ctx.entries(attrs).to_vec();
    match until {
        Some(until) => entries.push((IRTRIP_INSTRUCTION, reader.ctx.string_attr(&until.to_string()))),
        None => reader.mark_instruction(name, operands, &mut entries),
    }
    let name = reader.legality().legal_name(name, operands, &entries, ty);
    let attrs = reader.cache.dictionary(&entries);
    let op = reader.f.body.create(NewOp { name, operands, attrs, ..NewOp::new(name) });
    let value = reader.f.body.new_value(ty);
    reader.f.body.define_result(op, value);
    reader.f.positions.set(op, reader.f.at);
    if let Some(block) = reader.f.block {
        reader.f.body.append_op(block, op);
    }
    reader.f.former.made.push((Local::Value(value), called));
    value
}

/// The value of a constant that a phi of the current block, whose first incoming value has this place, takes from a predecessor: its instructions are in the block
/// on the edge.
pub(crate) fn expand_on_edge(
    reader: &mut FunctionReader<'_, '_>,
    constant: ConstId,
    (predecessor, phi): (Block, usize),
) -> Value {
    if let Some(value) = reader.f.former.incoming.get(&(predecessor, phi)) {
        return *value;
    }
    let Some(to) = reader.f.block else { return expand(reader, constant) };
    let block = match reader.f.former.edges.get(&(predecessor, to)) {
        Some(block) => *block,
        None => {
            let block = reader.f.body.new_block();
            reader.f.former.edges.insert((predecessor, to), block);
            let until = reader.constants.pool.until(constant);
            reader.f.former.blocks.push((to, block, until));
            reader.f.former.made.push((Local::Block(block), EDGE));
            block
        }
    };
    reader.f.block = Some(block);
    let value = expand(reader, constant);
    reader.f.block = Some(to);
    reader.f.former.incoming.insert((predecessor, phi), value);
    value
}

/// Puts the blocks of edges into the function, whose blocks are all known, and names what expressions have become.
pub(crate) fn finish(reader: &mut FunctionReader<'_, '_>) {
    let former = std::mem::take(&mut reader.f.former);
    if !former.blocks.is_empty() {
        lead_over(reader, &former);
    }
    let mut numbers = 0;
    for (local, called) in former.made {
        let name = Some(free_name(reader, called, &mut numbers, local));
        match local {
            Local::Value(value) => reader.f.body.set_value_name(value, name),
            Local::Block(block) => reader.f.body.set_block_name(block, name),
            Local::Nothing => {}
        }
    }
}

/// Has the edges lead over their blocks, each of which comes right before the block that it leads to.
fn lead_over(reader: &mut FunctionReader<'_, '_>, former: &FormerExpressions) {
    let flow = &mut reader.f.flow;
    let over = |from: Block, to: Block| former.edges.get(&(from, to)).copied();
    let mut met = FxHashSet::default();
    for phi in &mut flow.phis {
        let incoming = flow.incoming.get_mut(phi.incoming.clone()).unwrap_or_default();
        met.clear();
        let mut kept = 0;
        for place in 0..incoming.len() {
            let Some(&(value, from)) = incoming.get(place) else { break };
            let edge = over(from, phi.block);
            // The block of all edges from one predecessor leads to the phi by one edge.
            if edge.is_none_or(|edge| met.insert(edge))
                && let Some(slot) = incoming.get_mut(kept)
            {
                *slot = (value, edge.unwrap_or(from));
                kept += 1;
            }
        }
        phi.incoming.end = phi.incoming.start + kept;
    }
    let (mut led_over, mut shared) = (FxHashSet::default(), FxHashSet::default());
    for terminator in &mut flow.terminators {
        for block in &mut terminator.successors {
            if let Some(edge) = over(terminator.block, *block) {
                *block = edge;
                if !led_over.insert(edge) {
                    shared.insert(edge);
                }
            }
        }
    }
    let mut edges_before: FxHashMap<Block, Vec<(Block, Option<Release>)>> = FxHashMap::default();
    for (to, edge, until) in &former.blocks {
        let until = &until.filter(|_| !shared.contains(edge));
        reader.f.body.insert_block_before(*to, *edge);
        edges_before.entry(*to).or_default().push((*edge, *until));
    }
    // A block of several edges is one in every release, with instructions.
    for block in shared {
        for op in reader.f.body.ops(block).collect::<Vec<Op>>() {
            let own = reader.f.body.attrs(op);
            if reader.ctx.entry(own, IRTRIP_INSTRUCTION).is_some() {
                reader.f.body.set_attrs(op, reader.ctx.with_entry(own, IRTRIP_INSTRUCTION, Some(attrs::UNIT)));
            }
        }
    }
    let blocks = std::mem::take(&mut reader.f.blocks);
    let terminators = std::mem::take(&mut flow.terminators);
    for block in blocks {
        reader.f.blocks.extend(edges_before.get(&block).into_iter().flatten().map(|edge| edge.0));
        reader.f.blocks.push(block);
    }
    for terminator in terminators {
        let to = terminator.block;
        let edges_before = edges_before.get(&to).into_iter().flatten();
        flow.terminators.extend(edges_before.map(|edge| branch(reader.ctx, *edge, to)));
        flow.terminators.push(terminator);
    }
}

/// The terminator of a block on an edge, which is none before a release.
fn branch(ctx: &Context, (from, until): (Block, Option<Release>), to: Block) -> Terminator {
    let mark = until.map(|until| (IRTRIP_EDGE, ctx.string_attr(&until.to_string())));
    Terminator {
        block: from,
        name: llvm::BR,
        operands: SmallVec::new(),
        entries: mark.into_iter().collect(),
        successors: SmallVec::from_slice(&[to]),
        edge: false,
        result: None,
        loc: attrs::UNKNOWN_LOC,
        loop_node: None,
        at: 0,
    }
}

/// A name that nothing else has, with the next number where the name is taken; it stands for `local` from now on.
fn free_name(reader: &mut FunctionReader<'_, '_>, base: &str, numbers: &mut u32, local: Local) -> irtrip_dialect::Str {
    let mut text = base.to_owned();
    while reader.f.locals.get(&Name::Named(text.as_bytes().into())) != Local::Nothing {
        *numbers += 1;
        text = format!("{base}{numbers}");
    }
    reader.f.locals.set(&Name::Named(text.clone().into_bytes().into()), local);
    reader.ctx.str(&text)
}
