//! Growth: time and memory in proportion to the input.
//!
//! 1. [`llvm_shapes`] and [`mlir_shapes`]: inputs that have many of something, or have it deep, of any size;
//! 2. [`steps`]: what the commands do with an input, step by step;
//! 3. [`meter`]: the cost of a step: the bytes that it holds at once, and, where the process runs in valgrind, its
//!    basic blocks; both are counted, so that they do not depend on the machine; and the bytes of the text that it writes;
//! 4. [`law`]: a shape's costs for N and for 2N things, compared with the growth of the input; with that of the longest text
//!    for the few shapes whose texts are [spelled out](Shape::spelled_out).

pub mod law;
pub mod llvm_shapes;
pub mod meter;
pub mod mlir_shapes;
pub mod steps;

use irtrip_roundtrip::language::Language;

/// A kind of input that may be of any size.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name, in a few words with hyphens.
    pub name: &'static str,
    /// How many things, or levels, the smaller of the inputs has.
    pub n: usize,
    /// The text of an input with so many things, at least one.
    pub text: fn(usize) -> String,
    /// What the steps are to make of the larger input.
    pub expected: Expected,
    /// Whether texts of it grow faster than it does, in LLVM's and MLIR's own spelling: [`Shape::spelled_out`].
    pub spelled_out: bool,
}

/// What the steps are to make of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// No step refuses it.
    Taken,
    /// A step ends with an error that has this in its message: the output would be out of proportion, or the nesting is beyond
    /// the limit.
    Refused(&'static str),
}

impl Shape {
    /// A shape that every step takes.
    pub const fn taken(name: &'static str, n: usize, text: fn(usize) -> String) -> Shape {
        Shape { name, n, text, expected: Expected::Taken, spelled_out: false }
    }

    /// A shape whose larger input a step refuses, with this in the message.
    pub const fn refused(name: &'static str, n: usize, text: fn(usize) -> String, message: &'static str) -> Shape {
        Shape { name, n, text, expected: Expected::Refused(message), spelled_out: false }
    }

    /// The shape where texts grow as the square of it, whoever writes them: LLVM spells the type of N results at each of N
    /// instructions that take one, and MLIR indents each line by its depth. Costs may grow as the longest text does.
    pub const fn spelled_out(mut self) -> Shape {
        self.spelled_out = true;
        self
    }
}

/// All shapes of a language.
pub fn shapes(language: Language) -> impl Iterator<Item = &'static Shape> {
    let parts = match language {
        Language::Llvm => llvm_shapes::SHAPES,
        Language::Mlir => mlir_shapes::SHAPES,
    };
    parts.iter().copied().flatten()
}

/// A line for each of the numbers up to `n`.
fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| line(i) + "\n").collect()
}

/// What stands for each of the numbers up to `n`, with commas between.
fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(", ")
}
