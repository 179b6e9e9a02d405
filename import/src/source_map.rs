//! The source map: where the text has each operation, and what of the text the model leaves out. It is kept only for a
//! caller that asks for it, which is step 8; a plain import pays nothing for it.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::metadata::NodeId;
use irtrip_dialect::{Block, Op, Str, Value};

use crate::bodies::debug_records::PlacedRecord;
use irtrip_dialect::constants::{ConstId, Constants};

/// Metadata attachments as the text has them: the kind and the node of each.
pub(crate) type Attachments = SmallVec<[(Str, NodeId); 4]>;

/// The source map of a module.
#[derive(Default)]
pub(crate) struct SourceMap {
    /// The operations of variables and aliases.
    pub globals: Vec<(Op, GlobalSource)>,
    /// The operations of functions.
    pub functions: Vec<(Op, FunctionSource)>,
}

/// The text of a variable or an alias.
pub(crate) struct GlobalSource {
    /// The first byte after its name.
    pub at: usize,
    /// Where its text ends.
    pub end: usize,
    /// Where the word `externally_initialized` stands.
    pub externally_initialized: Option<usize>,
    /// Its initializer or aliasee, and the constants that it is made of.
    pub initializer: Option<ConstId>,
    pub constants: Constants,
}

/// The text of a function.
pub(crate) struct FunctionSource {
    /// Its first byte.
    pub at: usize,
    /// The attachments that its location does not imply.
    pub attachments: Attachments,
    /// Its body; none for a declaration.
    pub body: Option<Box<BodySource>>,
}

/// The text of a function's body.
#[derive(Default)]
pub(crate) struct BodySource {
    /// The function's name in the model.
    pub symbol: Option<Str>,
    /// The instructions by the operations that they are.
    pub ops: FxHashMap<Op, InstructionSource>,
    /// The phis in order, by their blocks and arguments.
    pub phis: Vec<(Block, Value, InstructionSource)>,
    /// By block: a terminator whose operation is yet to be made.
    pub terminators: FxHashMap<Block, InstructionSource>,
    /// The instruction that is being read.
    pub current: InstructionSource,
    /// The debug records in order.
    pub records: Vec<PlacedRecord>,
    pub constants: BodyConstants,
}

/// The constants of a body.
#[derive(Default)]
pub(crate) struct BodyConstants {
    pub pool: Constants,
    /// The constants that operations have for operands.
    pub ids: FxHashMap<Value, ConstId>,
    /// The operations that make them.
    pub ops: Vec<Op>,
}

/// The text of an instruction.
#[derive(Clone, Default)]
pub(crate) struct InstructionSource {
    /// From its first byte to where its reader stopped.
    pub span: Range<usize>,
    pub attachments: Attachments,
    /// Its operand bundles, brackets and all.
    pub bundles: Option<Range<usize>>,
    /// Where its first argument is that is metadata.
    pub metadata_argument: Option<usize>,
}

impl BodySource {
    /// Starts on the instruction at a place.
    pub fn start(&mut self, at: usize) {
        self.current = InstructionSource { span: at..at, ..InstructionSource::default() };
    }

    /// The instruction that is being read, up to a place.
    pub fn up_to(&mut self, end: usize) -> InstructionSource {
        self.current.span.end = end;
        self.current.clone()
    }
}
