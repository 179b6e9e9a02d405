//! Bodies: arenas of operations, blocks, regions and values.
//!
//! Everything isolated from above is a [`Body`] of its own, so that functions are read, translated and written
//! by several threads. Inside a body operations, blocks and values are indices. MLIR language reference, "High-Level Structure".

mod builder;
mod control_flow;
mod edit;
mod locations;

use std::num::NonZeroU32;

use smallvec::SmallVec;

use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Str, Type};
use crate::op_name::OpName;
use crate::release::Releases;

pub use builder::{Builder, InsertPoint};
pub use edit::Users;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// The entity at a place of its body's table.
            pub const fn new(index: usize) -> $name {
                match NonZeroU32::new(index as u32 + 1) {
                    Some(number) => $name(number),
                    None => $name(NonZeroU32::MAX),
                }
            }

            /// The entity's place in its body's table.
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    };
}

entity! {
    /// An operation of a body.
    Op
}
entity! {
    /// A block of a body.
    Block
}
entity! {
    /// A region of a body.
    Region
}
entity! {
    /// A value of a body: an operation's result or a block's argument.
    Value
}

/// A run of entries in one of a body's pools.
#[derive(Clone, Copy, Default, Debug)]
struct Span {
    start: u32,
    len: u32,
}

impl Span {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Mentioned, and not yet defined.
    Undefined,
    /// The result of an operation, and which one.
    Result(Op, u32),
    /// The argument of a block, and which one.
    Argument(Block, u32),
}

/// A value's type, origin and name.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// The type.
    pub ty: Type,
    /// The origin.
    pub def: ValueDef,
    /// The name it was read with, without sigil; numbers are no names.
    pub name: Option<Str>,
}

/// A successor of a terminator with the operands it passes.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The block.
    pub block: Block,
    args: Span,
}

#[derive(Clone, Debug)]
struct OpData {
    name: OpName,
    attrs: Attr,
    loc: Attr,
    operands: Span,
    results: Span,
    /// A place in the body's [`OpExtension`], plus 1; most operations have none.
    outward: Option<NonZeroU32>,
    /// The label of the block that it is in; see [`BlockData::label`].
    parent: Option<Block>,
    prev: Option<Op>,
    next: Option<Op>,
}

/// The parts that few operations have: successors, regions, a nested body.
#[derive(Clone, Copy, Default, Debug)]
struct OpExtension {
    successors: Span,
    regions: Span,
    nested: Option<u32>,
}

#[derive(Clone, Debug, Default)]
struct BlockData {
    args: SmallVec<[Value; 2]>,
    arg_locs: SmallVec<[Attr; 1]>,
    name: Option<Str>,
    first: Option<Op>,
    last: Option<Op>,
    parent: Option<Region>,
    /// What the block's operations have for its name: another block, whose operations have this one, since both were one block
    /// that was split, and the longer part kept its label. A block is its own label otherwise.
    label: Option<Block>,
    /// The block whose label this block is, where that is not itself.
    labelled: Option<Block>,
}

/// An operation about to be made; see [`Body::create`].
#[derive(Clone, Copy)]
pub struct NewOp<'a> {
    /// Its name.
    pub name: OpName,
    /// The operands that belong to no successor.
    pub operands: &'a [Value],
    /// The successors and the operands each is passed.
    pub successors: &'a [(Block, &'a [Value])],
    /// A dictionary: inherent and discardable attributes together.
    pub attrs: Attr,
    /// Its location.
    pub loc: Attr,
}

impl<'a> NewOp<'a> {
    /// An operation without operands, successors and attributes, at an unknown place.
    pub fn new(name: OpName) -> NewOp<'a> {
        NewOp { name, operands: &[], successors: &[], attrs: attrs::EMPTY_DICTIONARY, loc: attrs::UNKNOWN_LOC }
    }
}

/// The arena of one isolated operation's regions.
#[derive(Clone, Debug, Default)]
pub struct Body {
    ops: Vec<OpData>,
    outward: Vec<OpExtension>,
    blocks: Vec<BlockData>,
    regions: Vec<Vec<Block>>,
    values: Vec<ValueData>,
    operand_pool: Vec<Value>,
    successor_pool: Vec<Successor>,
    region_pool: Vec<Region>,
    nested: Vec<Body>,
    roots: Vec<Region>,
    /// Where the text has what is in it, if reading was asked for that.
    text_places: Option<Box<locations::TextPlaces>>,
}

impl Body {
    /// A body without regions.
    pub fn new() -> Body {
        Body::default()
    }

    /// Makes room for what a text of LLVM IR or MLIR holds: a line is an operation with a result and two operands, about.
    pub fn reserve(&mut self, text: &[u8]) {
        let lines = memchr::memchr_iter(b'\n', text).count();
        self.ops.reserve(lines);
        self.values.reserve(lines);
        self.operand_pool.reserve(2 * lines);
    }

    /// The regions of the isolated operation this body belongs to, in order.
    #[inline]
    pub fn regions(&self) -> &[Region] {
        &self.roots
    }

    /// Adds a region to the isolated operation.
    pub fn append_region(&mut self) -> Region {
        let region = self.new_region();
        self.roots.push(region);
        region
    }

    fn new_region(&mut self) -> Region {
        self.regions.push(Vec::new());
        Region::new(self.regions.len() - 1)
    }

    /// The blocks of a region, in order.
    #[inline]
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region.index()]
    }

    /// Number of operations ever made in this body; an [`Op`]'s index is below it.
    #[inline]
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// The operations that stand in a block, in the order in which they were made; those that were unlinked or erased do not.
    pub fn linked_ops(&self) -> impl DoubleEndedIterator<Item = Op> + '_ {
        (0..self.op_count()).map(Op::new).filter(|op| self.parent(*op).is_some())
    }

    /// Number of values; a [`Value`]'s index is below it.
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Number of blocks; a [`Block`]'s index is below it.
    #[inline]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    // --- values ---

    /// A value that is mentioned before it is defined.
    pub fn new_value(&mut self, ty: Type) -> Value {
        self.values.push(ValueData { ty, def: ValueDef::Undefined, name: None });
        Value::new(self.values.len() - 1)
    }

    /// A value's type, origin and name.
    #[inline]
    pub fn value(&self, value: Value) -> &ValueData {
        &self.values[value.index()]
    }

    /// A value's type.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// Changes a value's type.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values[value.index()].ty = ty;
    }

    /// Gives a value a name, without sigil.
    pub fn set_value_name(&mut self, value: Value, name: Option<Str>) {
        self.values[value.index()].name = name;
    }

    // --- blocks ---

    /// A block in no region yet.
    pub fn new_block(&mut self) -> Block {
        self.blocks.push(BlockData::default());
        Block::new(self.blocks.len() - 1)
    }

    /// Puts a block at the end of a region.
    pub fn append_block(&mut self, region: Region, block: Block) {
        self.blocks[block.index()].parent = Some(region);
        self.regions[region.index()].push(block);
    }

    /// Puts a block into a region after `after`.
    pub fn insert_block_after(&mut self, after: Block, block: Block) {
        let Some(region) = self.block_parent(after) else { return };
        self.blocks[block.index()].parent = Some(region);
        let list = &mut self.regions[region.index()];
        // Blocks are split from the first to the last, so the place is found soonest from the end.
        let at = list.iter().rposition(|&b| b == after).map_or(list.len(), |i| i + 1);
        list.insert(at, block);
    }

    /// Puts a block into a region before `before`.
    pub fn insert_block_before(&mut self, before: Block, block: Block) {
        let Some(region) = self.block_parent(before) else { return };
        self.blocks[block.index()].parent = Some(region);
        let list = &mut self.regions[region.index()];
        let at = list.iter().rposition(|&b| b == before).unwrap_or(list.len());
        list.insert(at, block);
    }

    /// Takes the blocks that `keep` refuses out of a region.
    pub fn retain_blocks(&mut self, region: Region, mut keep: impl FnMut(Block) -> bool) {
        let blocks = std::mem::take(&mut self.regions[region.index()]);
        let (kept, gone): (Vec<Block>, Vec<Block>) = blocks.into_iter().partition(|b| keep(*b));
        for block in gone {
            self.blocks[block.index()].parent = None;
        }
        self.regions[region.index()] = kept;
    }

    /// Forgets the names of all values and blocks.
    pub fn drop_names(&mut self) {
        self.values.iter_mut().for_each(|value| value.name = None);
        self.blocks.iter_mut().for_each(|block| block.name = None);
    }

    /// The region a block is in.
    #[inline]
    pub fn block_parent(&self, block: Block) -> Option<Region> {
        self.blocks[block.index()].parent
    }

    /// A block's arguments.
    #[inline]
    pub fn block_args(&self, block: Block) -> &[Value] {
        &self.blocks[block.index()].args
    }

    /// Adds an argument of a new value.
    pub fn add_block_arg(&mut self, block: Block, ty: Type) -> Value {
        let value = self.new_value(ty);
        self.define_block_arg(block, value);
        value
    }

    /// Makes a value the next argument of a block.
    pub fn define_block_arg(&mut self, block: Block, value: Value) {
        let args = &mut self.blocks[block.index()].args;
        self.values[value.index()].def = ValueDef::Argument(block, args.len() as u32);
        args.push(value);
    }

    /// A block's name, without sigil.
    #[inline]
    pub fn block_name(&self, block: Block) -> Option<Str> {
        self.blocks[block.index()].name
    }

    /// Gives a block a name, without sigil.
    pub fn set_block_name(&mut self, block: Block, name: Option<Str>) {
        self.blocks[block.index()].name = name;
    }

    /// A block's operations, in order.
    #[inline]
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks[block.index()].first, |op| self.ops[op.index()].next)
    }

    /// A block's last operation: its terminator, in a finished block of control flow.
    #[inline]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block.index()].last
    }

    /// A block's first operation.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block.index()].first
    }

    // --- operations ---

    /// Makes an operation that is in no block yet and has no results yet.
    pub fn create(&mut self, new: NewOp) -> Op {
        let operands = self.push_operands(new.operands);
        let start = self.successor_pool.len() as u32;
        for &(block, args) in new.successors {
            let args = self.push_operands(args);
            self.successor_pool.push(Successor { block, args });
        }
        let successors = Span { start, len: new.successors.len() as u32 };
        self.ops.push(OpData {
            name: new.name,
            attrs: new.attrs,
            loc: new.loc,
            operands,
            results: Span::default(),
            outward: None,
            parent: None,
            prev: None,
            next: None,
        });
        let op = Op::new(self.ops.len() - 1);
        if successors.len > 0 {
            self.outward_mut(op).successors = successors;
        }
        op
    }

    #[inline]
    fn outward(&self, op: Op) -> OpExtension {
        let place = self.ops[op.index()].outward;
        place.map_or(OpExtension::default(), |place| self.outward[place.get() as usize - 1])
    }

    fn outward_mut(&mut self, op: Op) -> &mut OpExtension {
        let place = &mut self.ops[op.index()].outward;
        if place.is_none() {
            self.outward.push(OpExtension::default());
            *place = NonZeroU32::new(self.outward.len() as u32);
        }
        let index = place.map_or(0, |place| place.get() as usize - 1);
        &mut self.outward[index]
    }

    fn push_operands(&mut self, values: &[Value]) -> Span {
        let start = self.operand_pool.len() as u32;
        self.operand_pool.extend_from_slice(values);
        Span { start, len: values.len() as u32 }
    }

    /// Makes an operation with results of new values at the end of a block.
    pub fn append(&mut self, block: Block, new: NewOp, results: &[Type]) -> Op {
        let op = self.create(new);
        self.add_results(op, results);
        self.append_op(block, op);
        op
    }

    /// Gives an operation results of new values.
    pub fn add_results(&mut self, op: Op, types: &[Type]) {
        let start = self.values.len() as u32;
        for (i, &ty) in types.iter().enumerate() {
            self.values.push(ValueData { ty, def: ValueDef::Result(op, i as u32), name: None });
        }
        self.ops[op.index()].results = Span { start, len: types.len() as u32 };
    }

    /// Makes a value that was mentioned earlier the only result of an operation.
    pub fn define_result(&mut self, op: Op, value: Value) {
        self.values[value.index()].def = ValueDef::Result(op, 0);
        self.ops[op.index()].results = Span { start: value.index() as u32, len: 1 };
    }

    /// Puts an operation at the end of a block.
    pub fn append_op(&mut self, block: Block, op: Op) {
        let last = self.blocks[block.index()].last;
        self.link(block, last, op, None);
    }

    /// Puts an operation at the start of a block.
    pub fn prepend_op(&mut self, block: Block, op: Op) {
        let first = self.blocks[block.index()].first;
        self.link(block, None, op, first);
    }

    /// Puts an operation before another.
    pub fn insert_before(&mut self, before: Op, op: Op) {
        let data = &self.ops[before.index()];
        if let (Some(label), prev) = (data.parent, data.prev) {
            self.link(self.block_of(label), prev, op, Some(before));
        }
    }

    fn link(&mut self, block: Block, prev: Option<Op>, op: Op, next: Option<Op>) {
        let label = self.label(block);
        let data = &mut self.ops[op.index()];
        (data.parent, data.prev, data.next) = (Some(label), prev, next);
        match prev {
            Some(p) => self.ops[p.index()].next = Some(op),
            None => self.blocks[block.index()].first = Some(op),
        }
        match next {
            Some(n) => self.ops[n.index()].prev = Some(op),
            None => self.blocks[block.index()].last = Some(op),
        }
    }

    /// Takes an operation out of its block. It keeps its index and its results.
    pub fn unlink(&mut self, op: Op) {
        let data = &mut self.ops[op.index()];
        let (Some(label), prev, next) = (data.parent.take(), data.prev.take(), data.next.take()) else { return };
        let block = self.block_of(label);
        match prev {
            Some(p) => self.ops[p.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match next {
            Some(n) => self.ops[n.index()].prev = prev,
            None => self.blocks[block.index()].last = prev,
        }
    }

    /// An operation's name.
    #[inline]
    pub fn name(&self, op: Op) -> OpName {
        self.ops[op.index()].name
    }

    /// Replaces an operation's name.
    pub fn set_name(&mut self, op: Op, name: OpName) {
        self.ops[op.index()].name = name;
    }

    /// An operation's attributes, inherent and discardable, as one dictionary. A default is not stored.
    #[inline]
    pub fn attrs(&self, op: Op) -> Attr {
        self.ops[op.index()].attrs
    }

    /// Replaces an operation's attributes.
    pub fn set_attrs(&mut self, op: Op, dictionary: Attr) {
        self.ops[op.index()].attrs = dictionary;
    }

    /// The attribute `key` of an operation.
    #[inline]
    pub fn attr(&self, ctx: &Context, op: Op, key: Str) -> Option<Attr> {
        ctx.entry(self.attrs(op), key)
    }

    /// The string in the attribute `key` of an operation.
    pub fn string_attr(&self, ctx: &Context, op: Op, key: Str) -> Option<Str> {
        ctx.string_entry(self.attrs(op), key)
    }

    /// The integer in the attribute `key` of an operation.
    pub fn int_attr(&self, ctx: &Context, op: Op, key: Str) -> Option<i64> {
        ctx.int_entry(self.attrs(op), key)
    }

    /// The type in the attribute `key` of an operation.
    pub fn type_attr(&self, ctx: &Context, op: Op, key: Str) -> Option<Type> {
        ctx.type_entry(self.attrs(op), key)
    }

    /// The symbol in the attribute `key` of an operation.
    pub fn symbol_attr(&self, ctx: &Context, op: Op, key: Str) -> Option<Str> {
        ctx.symbol_entry(self.attrs(op), key)
    }

    /// The operands that belong to no successor.
    #[inline]
    pub fn operands(&self, op: Op) -> &[Value] {
        &self.operand_pool[self.ops[op.index()].operands.range()]
    }

    /// An operation's operands, to change in place.
    pub fn operands_mut(&mut self, op: Op) -> &mut [Value] {
        let span = self.ops[op.index()].operands;
        &mut self.operand_pool[span.range()]
    }

    /// All operands in MLIR's order: the operation's own, then each successor's.
    #[inline]
    pub fn all_operands(&self, op: Op) -> &[Value] {
        let mut span = self.ops[op.index()].operands;
        for successor in self.successors(op) {
            span.len += successor.args.len;
        }
        &self.operand_pool[span.range()]
    }

    /// All operands of the body, of successors as well, in no order.
    pub fn operand_pool(&self) -> &[Value] {
        &self.operand_pool
    }

    /// Every operand of every operation of this body, to replace values that were placeholders.
    pub fn operand_pool_mut(&mut self) -> &mut [Value] {
        &mut self.operand_pool
    }

    /// Replaces the operands that belong to no successor. The successors' operands are kept.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        let successors: Vec<(Block, Vec<Value>)> =
            self.successors(op).iter().map(|s| (s.block, self.successor_args(s).to_vec())).collect();
        let successors: Vec<(Block, &[Value])> = successors.iter().map(|(b, a)| (*b, a.as_slice())).collect();
        self.ops[op.index()].operands = self.push_operands(operands);
        self.set_successors_after(op, &successors);
    }

    /// Replaces the successors and the operands they are passed.
    pub fn set_successors(&mut self, op: Op, successors: &[(Block, &[Value])]) {
        let own = self.operands(op).to_vec();
        self.ops[op.index()].operands = self.push_operands(&own);
        self.set_successors_after(op, successors);
    }

    fn set_successors_after(&mut self, op: Op, successors: &[(Block, &[Value])]) {
        let start = self.successor_pool.len() as u32;
        for &(block, args) in successors {
            let args = self.push_operands(args);
            self.successor_pool.push(Successor { block, args });
        }
        self.outward_mut(op).successors = Span { start, len: successors.len() as u32 };
    }

    /// An operation's successors.
    #[inline]
    pub fn successors(&self, op: Op) -> &[Successor] {
        match self.ops[op.index()].outward {
            // Nearly all operations.
            None => &[],
            Some(_) => &self.successor_pool[self.outward(op).successors.range()],
        }
    }

    /// The operands a successor is passed.
    #[inline]
    pub fn successor_args(&self, successor: &Successor) -> &[Value] {
        &self.operand_pool[successor.args.range()]
    }

    /// The operands a successor is passed, to change in place.
    pub fn successor_args_mut(&mut self, successor: &Successor) -> &mut [Value] {
        &mut self.operand_pool[successor.args.range()]
    }

    /// An operation's results.
    #[inline]
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + use<> {
        self.ops[op.index()].results.range().map(Value::new)
    }

    /// The result of an operation that has one, or its first.
    #[inline]
    pub fn result(&self, op: Op) -> Option<Value> {
        let span = self.ops[op.index()].results;
        (span.len > 0).then_some(Value::new(span.start as usize))
    }

    /// The block an operation is in.
    #[inline]
    pub fn parent(&self, op: Op) -> Option<Block> {
        self.ops[op.index()].parent.map(|label| self.block_of(label))
    }

    /// The operation after this one in its block.
    #[inline]
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op.index()].next
    }

    /// The operation before this one in its block.
    #[inline]
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.ops[op.index()].prev
    }

    /// Gives an operation that is not isolated `count` regions, in this body.
    pub fn add_regions(&mut self, op: Op, count: usize) -> Vec<Region> {
        let regions: Vec<Region> = (0..count).map(|_| self.new_region()).collect();
        let start = self.region_pool.len() as u32;
        self.region_pool.extend_from_slice(&regions);
        self.outward_mut(op).regions = Span { start, len: count as u32 };
        regions
    }

    /// The regions of an operation that is not isolated. Those of an isolated one are its [`Body::nested`]'s roots.
    #[inline]
    pub fn op_regions(&self, op: Op) -> &[Region] {
        &self.region_pool[self.outward(op).regions.range()]
    }

    /// Whether an operation has regions: its own, or those of an isolated one's body.
    #[inline]
    pub fn has_regions(&self, op: Op) -> bool {
        let outward = self.outward(op);
        outward.regions.len > 0 || outward.nested.is_some()
    }

    /// Gives an isolated operation its body.
    pub fn set_nested(&mut self, op: Op, body: Body) {
        match self.outward(op).nested {
            Some(index) => self.nested[index as usize] = body,
            None => {
                self.outward_mut(op).nested = Some(self.nested.len() as u32);
                self.nested.push(body);
            }
        }
    }

    /// The body of an isolated operation; `None` for one without regions or not isolated.
    #[inline]
    pub fn nested(&self, op: Op) -> Option<&Body> {
        self.outward(op).nested.map(|i| &self.nested[i as usize])
    }

    /// Whether an isolated operation has a body with blocks: a function that is defined, a variable with an
    /// initializer.
    pub fn is_defined(&self, op: Op) -> bool {
        self.nested(op).is_some_and(|body| body.regions().iter().any(|&region| !body.blocks(region).is_empty()))
    }

    /// The body of an isolated operation, to change.
    pub fn nested_mut(&mut self, op: Op) -> Option<&mut Body> {
        self.outward(op).nested.map(|i| &mut self.nested[i as usize])
    }

    /// Where the body of an isolated operation is in [`Body::all_nested`].
    pub fn nested_index(&self, op: Op) -> Option<usize> {
        self.outward(op).nested.map(|i| i as usize)
    }

    /// The bodies of all isolated operations, in the order they were given.
    pub fn all_nested(&self) -> &[Body] {
        &self.nested
    }

    /// As [`Body::all_nested`], to change; for work in parallel.
    pub fn all_nested_mut(&mut self) -> &mut [Body] {
        &mut self.nested
    }
}

/// A `builtin.module`, the unit that is read, written and compared.
#[derive(Clone, Debug)]
pub struct Module {
    /// `module @name`
    pub name: Option<Str>,
    /// The module's attributes, a dictionary.
    pub attrs: Attr,
    /// Its location.
    pub loc: Attr,
    /// One root region with one block, which holds the module's operations.
    pub body: Body,
    /// The block of `body` that holds the module's operations.
    pub block: Block,
    /// Whether the text has no `module`, and this one was put around its operations.
    pub implicit: bool,
    /// The file's `{-# ... #-}`: the bytes that `dense_resource` attributes refer to.
    pub resources: crate::resources::Resources,
    /// The releases, of LLVM or of MLIR, whose text it may have been read from, as far as its spellings tell.
    pub releases: Releases,
    /// Its text has one space before the words of enumerations, as MLIR prints it from release 23 on.
    pub has_single_spaces: bool,
}

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}

impl Module {
    /// An empty module.
    pub fn new() -> Module {
        let mut body = Body::new();
        let region = body.append_region();
        let block = body.new_block();
        body.append_block(region, block);
        let (attrs, loc) = (attrs::EMPTY_DICTIONARY, attrs::UNKNOWN_LOC);
        Module {
            name: None,
            attrs,
            loc,
            body,
            block,
            implicit: false,
            resources: Default::default(),
            releases: Releases::ALL,
            has_single_spaces: false,
        }
    }

    /// The module's operations, in order.
    pub fn ops(&self) -> impl Iterator<Item = Op> + '_ {
        self.body.ops(self.block)
    }
}
