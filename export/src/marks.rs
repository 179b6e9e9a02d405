//! What of the model a stretch of the assembly says, for those who show the two side by side.

use irtrip_dialect::{Block, Op};

/// What a stretch of the assembly says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Says {
    /// The module: what it is called, its target and assembly.
    Module,
    /// An operation of the module: a variable, an alias, a function whole.
    Entity(Op),
    /// A declaration that no operation stands for: an intrinsic's.
    Declaration,
    /// A block's label.
    Label(Block),
    /// An operation of the function.
    Op(Op),
    /// A block's argument, as a phi, and which one.
    Phi(Block, u32),
    /// What a terminator passes for one of its successors, as a phi's incoming value.
    Incoming {
        /// The terminator in the model.
        op: Op,
        /// Which of its successors.
        successor: u32,
        /// Which of the operands it passes.
        argument: u32,
    },
}

/// A stretch of a piece of the assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its first byte in the piece.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
    /// What it says.
    pub says: Says,
}

/// A piece of the assembly: a function, or what stands before or behind them all.
#[derive(Clone, Default, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// What its stretches say, if that was asked for; what stands within another is behind or before it.
    pub marks: Vec<Mark>,
}
