//! What of a module each stretch of a text says, for those who show two texts of it side by side.

use crate::{Block, Op};

/// What a stretch of text says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SourceEntity {
    /// The module itself: its name, target, attributes.
    Module,
    /// An operation of the module, whole: a variable, an alias, a function.
    Entity(Op),
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

/// A stretch of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its first byte.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
    /// What it says.
    pub says: SourceEntity,
}

/// A piece of a module's text.
#[derive(Clone, Default, Debug)]
pub struct MappedText {
    /// The text.
    pub text: String,
    /// What its stretches say, if that was asked for; what stands within another is behind or before it.
    pub marks: Vec<Mark>,
}
