//! What of the model a stretch of the text says, for those who show it beside another.

use irtrip_dialect::{Block, Body, Op};

/// What a stretch of the text says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Says {
    /// The module: its line.
    Module,
    /// An operation of the module, whole.
    Entity(Op),
    /// A block's label with its arguments.
    Label(Block),
    /// An operation in the body of one of the module's.
    Op(Op),
    /// A block's argument in its label, and which one.
    Argument(Block, u32),
    /// What a terminator passes to one of its successors. The generic form does not tell whose an operand is.
    Passed {
        /// The terminator.
        op: Op,
        /// Which of its successors.
        successor: u32,
        /// Which of the operands it passes.
        argument: u32,
    },
}

/// A stretch of a piece of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its first byte in the piece.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
    /// What it says.
    pub says: Says,
}

/// A piece of a module's text.
#[derive(Clone, Default, Debug)]
pub struct MarkedText {
    /// The text.
    pub text: String,
    /// What its stretches say; what stands within another is behind or before it.
    pub marks: Vec<Mark>,
}

/// The marks of what is being printed.
#[derive(Default)]
pub(super) struct Marks<'a> {
    /// None are asked for if it is not there.
    pub(super) list: Option<Vec<Mark>>,
    /// The body of the module's operation that is being printed; those further in have indices of their own.
    pub(super) body: Option<&'a Body>,
}

impl Marks<'_> {
    /// Notes a stretch that is printed of a body.
    pub(super) fn add(&mut self, start: usize, end: usize, says: Says, body: &Body) {
        if let Some(list) = &mut self.list
            && (matches!(says, Says::Entity(_)) || self.body.is_some_and(|own| std::ptr::eq(own, body)))
        {
            list.push(Mark { start, end, says });
        }
    }
}
