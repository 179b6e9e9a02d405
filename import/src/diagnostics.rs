//! What an import as upstream's tells besides its result.

use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::metadata::Severity;
use irtrip_dialect::{Attr, Type};

/// A thing to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Upstream's form has no room for it, and no preserved attribute holds it.
    Dropped {
        /// The byte of the text it stands at.
        at: usize,
        /// What it is.
        code: LossCode,
    },
    /// Upstream warns that it passes over this part of the module's data layout.
    LayoutToken(String),
    /// Upstream warns that a function is called by another type than it has.
    IncompatibleCall {
        /// The type of the call.
        call: Type,
        /// The type of the function.
        callee: Type,
    },
    /// Upstream tells something else.
    Told(Box<Told>),
}

/// A warning or an error of upstream's import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// How grave it is.
    pub severity: Severity,
    /// The location it has; none for the module's.
    pub loc: Option<Attr>,
    /// What it says; what is shown stands right behind.
    pub message: String,
    /// What it shows.
    pub shown: Shown,
    /// Whether upstream tells it only with `-emit-expensive-warnings`.
    pub expensive: bool,
}

/// What of the LLVM IR a message shows, as LLVM prints it. Places are bytes of the text that was read, numbers are those
/// of nodes in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Nothing.
    Nothing,
    /// An instruction, by its first byte.
    Instruction(usize),
    /// A debug record, by its first byte.
    Record(usize),
    /// A metadata node.
    Node(u32),
    /// An operand of a metadata node.
    Operand {
        /// The node.
        number: u32,
        /// Which of its operands.
        operand: usize,
    },
    /// A node and the instruction that it is attached to.
    NodeOn {
        /// The node.
        number: u32,
        /// The instruction's first byte.
        at: usize,
    },
    /// A node and the function that it is attached to.
    NodeOnFunction {
        /// The node.
        number: u32,
        /// The function's first byte.
        at: usize,
    },
}
