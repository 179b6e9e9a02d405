//! The source map of a printed module: which construct of the module each range of a text is, for programs that show
//! two texts of one module side by side.

use crate::{Block, Op};

/// A construct of a module that a range of text stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SourceConstruct {
    /// The module itself: its name, target, attributes.
    Module,
    /// An operation of the module, whole: a variable, an alias, a function.
    Global(Op),
    /// A declaration that no operation stands for, which LLVM IR has for intrinsics.
    Declaration,
    /// A block's label.
    Label(Block),
    /// An operation in the body of one of the module's.
    Op(Op),
    /// A block's argument, and which one: a phi.
    Argument(Block, u32),
    /// An operand that a terminator passes to a successor: a phi's incoming value.
    Passed {
        /// The terminator.
        op: Op,
        /// Which of its successors.
        successor: u32,
        /// Which of the operands it passes.
        argument: u32,
    },
}

/// A range of a text and the construct it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MappedRange {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The construct.
    pub construct: SourceConstruct,
}

/// A piece of a module's text.
#[derive(Clone, Default, Debug)]
pub struct MappedText {
    /// The text.
    pub text: String,
    /// Its ranges, if a source map was asked for. A range within another may come before or after it.
    pub ranges: Vec<MappedRange>,
}
