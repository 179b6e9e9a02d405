//! The state of reading one function: made anew for each, but for the memory of its tables. What belongs together is a
//! structure of its own.

use std::mem::take;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::intrinsics::lifetimes::SlotCasts;
use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::verify::llvm_ir::attachments::AttachmentChecker;
use irtrip_dialect::{Attr, Block, Body, Op, OpName, Region, Str, Type, Value};

use crate::attribute_cache::NamedAttrs;
use crate::auto_upgrade::ExpansionScope;
use crate::auto_upgrade::constant_expressions::FormerExpressions;
use crate::bodies::debug_records::Record;
use crate::bodies::function::FunctionDefinition;
use crate::bodies::locals::Locals;
use crate::bodies::recovery::Recovery;
use crate::constants::materialize::MaterializedConstants;
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;
use crate::source_map::Attachments;
use crate::source_map::BodySource;
use irtrip_dialect::llvm_text::cursor::Name;

/// A terminator, until phis are known.
pub(crate) struct Terminator {
    pub block: Block,
    pub name: OpName,
    pub operands: SmallVec<[Value; 4]>,
    pub entries: NamedAttrs,
    pub successors: SmallVec<[Block; 2]>,
    /// Whether the block holds an edge apart: a `br` that the exporter marked.
    pub edge: bool,
    pub result: Option<Value>,
    pub loc: Attr,
    pub loop_node: Option<NodeId>,
    /// Its first byte.
    pub at: usize,
}

/// A phi: a block's argument and its incoming values, a run of [`PendingControlFlow::incoming`].
pub(crate) struct Phi {
    pub block: Block,
    pub incoming: std::ops::Range<usize>,
    /// NamedAttrs of `irtrip.phis`.
    pub entries: NamedAttrs,
    pub at: usize,
}

/// What instructions depend on of the function that they are in.
#[derive(Clone, Copy, Default)]
pub(crate) struct EnclosingFunction {
    /// Its name in the model.
    pub symbol: Option<Str>,
    pub returns: Option<Type>,
    pub ty: Option<Type>,
    pub cconv: CallingConvention,
    pub has_personality: bool,
    /// Whether its personality is a function.
    pub has_personality_function: bool,
    /// Whether it has a garbage collector.
    pub has_gc: bool,
    /// Whether it has a subprogram. Its location names it, unless locations are places in the text.
    pub has_subprogram: bool,
    /// As of its definition.
    pub unsafe_fp_atomics: bool,
}

impl EnclosingFunction {
    /// From the header.
    pub fn new(definition: &FunctionDefinition<'_>) -> EnclosingFunction {
        EnclosingFunction {
            symbol: Some(definition.symbol),
            returns: Some(definition.returns),
            ty: Some(definition.ty),
            cconv: definition.cconv,
            has_personality: definition.personality,
            has_personality_function: definition.has_personality,
            has_gc: definition.has_gc,
            has_subprogram: definition.has_subprogram,
            unsafe_fp_atomics: definition.unsafe_fp_atomics,
        }
    }
}

/// What is read of terminators and phis, until all blocks are known.
#[derive(Default)]
pub(crate) struct PendingControlFlow {
    pub terminators: Vec<Terminator>,
    pub phis: Vec<Phi>,
    /// The incoming values of all phis.
    pub incoming: Vec<(Value, Block)>,
    /// Where the text lists the predecessors of a block that has several.
    pub predecessor_lists: Vec<(Block, usize)>,
    /// Results of terminators, whose operations do not exist yet.
    pub pending_results: FxHashSet<Value>,
}

/// Values and blocks mentioned before their definition, and where the mention starts and ends.
#[derive(Default)]
pub(crate) struct ForwardReferences {
    pub values: Vec<(Value, usize, usize)>,
    pub blocks: Vec<(Block, usize, usize)>,
}

/// What is particular about the call of an older release's intrinsic that is being upgraded.
#[derive(Default)]
pub(crate) struct CallUpgrade<'a> {
    /// Whether the operation that is made is one of several for one instruction, and returns no value of the text's.
    pub anonymous: bool,
    /// While an expansion is read, the names of the function.
    pub expansion: Option<ExpansionScope<'a>>,
    /// The attachments of the operations that are made of the call.
    pub attachments: Option<Attachments>,
}

/// Where the instructions of a body are in the text.
#[derive(Default)]
pub(crate) struct Positions {
    /// Where the body's text starts.
    start: usize,
    /// By operation: how far after that its text does.
    offsets: Vec<u32>,
}

/// The state of reading one function.
#[derive(Default)]
pub(crate) struct FunctionState<'a> {
    pub body: Body,
    pub region: Option<Region>,
    pub function: EnclosingFunction,
    /// The block being read.
    pub block: Option<Block>,
    /// Blocks in order.
    pub blocks: Vec<Block>,
    /// Block names MLIR has no room for.
    pub unspellable_names: FxHashMap<Block, Attr>,
    /// The entry block's name.
    pub entry_name: Option<Attr>,
    pub locals: Locals<'a>,
    pub forward: ForwardReferences,
    pub flow: PendingControlFlow,
    pub materialized: MaterializedConstants<'a>,
    /// The name of the instruction being read, and where it starts.
    pub result: Option<Name<'a>>,
    pub at: usize,
    pub positions: Positions,
    /// The source map, where one is kept.
    pub source: Option<Box<BodySource>>,
    /// Operations with a `!llvm.loop` node.
    pub loops: Vec<(Op, NodeId)>,
    /// Debug records, in order.
    pub records: Vec<Record>,
    /// Blocks that are labels in operand bundles.
    pub bundle_labels: Vec<Block>,
    /// Intrinsics that are called and that nothing declares, by call.
    pub implicit_declarations: Vec<ImplicitDeclaration>,
    /// The casts of memory that lifetime markers of older releases take.
    pub slot_casts: SlotCasts,
    pub attachments: AttachmentChecker,
    pub upgrade: CallUpgrade<'a>,
    pub former: FormerExpressions,
    pub recovery: Recovery<'a>,
}

/// An empty list with the memory of a list.
fn emptied<T>(pool: &mut Vec<T>) -> Vec<T> {
    pool.clear();
    take(pool)
}

impl FunctionState<'_> {
    /// Starts on another function: everything is new but the memory of the tables named here.
    pub fn reset(&mut self) {
        self.locals.clear();
        self.materialized.clear();
        *self = FunctionState {
            locals: take(&mut self.locals),
            blocks: emptied(&mut self.blocks),
            positions: Positions { start: 0, offsets: emptied(&mut self.positions.offsets) },
            forward: ForwardReferences {
                values: emptied(&mut self.forward.values),
                blocks: emptied(&mut self.forward.blocks),
            },
            flow: PendingControlFlow {
                terminators: emptied(&mut self.flow.terminators),
                phis: emptied(&mut self.flow.phis),
                incoming: emptied(&mut self.flow.incoming),
                predecessor_lists: emptied(&mut self.flow.predecessor_lists),
                pending_results: FxHashSet::default(),
            },
            materialized: take(&mut self.materialized),
            attachments: take(&mut self.attachments),
            at: self.at,
            ..FunctionState::default()
        };
    }
}

impl Positions {
    /// Starts on a body.
    pub fn start(&mut self, start: usize) {
        self.start = start;
    }

    /// Notes where the text of an instruction starts.
    #[inline]
    pub fn set(&mut self, op: Op, at: usize) {
        if self.offsets.len() <= op.index() {
            self.offsets.resize(op.index() + 1, 0);
        }
        self.offsets[op.index()] = u32::try_from(at.saturating_sub(self.start)).unwrap_or(u32::MAX);
    }

    /// Has the body know where its operations are.
    pub fn note_in(&self, body: &mut Body) {
        // An operation of no instruction has no offset; none is where the body's text starts, which is a brace.
        let offsets = self.offsets.iter().enumerate().filter(|(_, offset)| **offset > 0);
        for (place, offset) in offsets {
            body.set_text_place(Op::new(place), self.start + *offset as usize);
        }
    }

    /// Where the text of an operation starts.
    pub fn of(&self, op: Op) -> usize {
        self.start + self.offsets.get(op.index()).copied().unwrap_or(0) as usize
    }
}
