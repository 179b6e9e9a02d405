//! The arguments of messages, and who writes them.

use std::borrow::Cow;
use std::fmt;

use num_bigint::BigInt;

use super::VerifyCode;
use super::spell::{spell, spell_attr};
use crate::context::{Attr, Context, Str, Type};

/// An argument of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiagnosticArgument {
    /// Words, names and spellings of the input.
    Text(Cow<'static, str>),
    /// A count, an index, a value.
    Number(BigInt),
    /// A condition.
    Flag(bool),
    /// A type of the model.
    Type(Type),
    /// An attribute of the model.
    Attribute(Attr),
    /// A string of the model.
    Name(Str),
    /// The operation that the diagnostic is about, by its name; a renderer that has the module may show it whole.
    CurrentOperation(String),
    /// A piece of LLVM IR, as LLVM prints it.
    Llvm(LlvmExcerpt),
}

/// The operation that a diagnostic is about, by its name with its dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurrentOperation(pub String);

/// A piece of LLVM IR that a message shows as LLVM prints it. Places are bytes of the text that was read, numbers are
/// those of metadata nodes in that text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LlvmExcerpt {
    /// An instruction.
    Instruction {
        /// The place of its first byte.
        at: usize,
    },
    /// A debug record.
    DebugRecord {
        /// The place of its first byte.
        at: usize,
    },
    /// The call of a debug intrinsic that a debug record stands for.
    DebugIntrinsic {
        /// The place of the record's first byte.
        at: usize,
    },
    /// The value that a debug record is about.
    DebugRecordValue {
        /// The place of the record's first byte.
        at: usize,
    },
    /// A global variable.
    GlobalVariable {
        /// The place of its first byte.
        at: usize,
    },
    /// The metadata that an instruction has for an argument.
    MetadataArgument {
        /// The place of the argument's first byte.
        at: usize,
    },
    /// A metadata node.
    Node {
        /// Its number.
        number: u32,
    },
    /// A metadata node that is written in line: the text has no number for it.
    InlineNode,
    /// An operand of a metadata node.
    NodeOperand {
        /// The node's number.
        number: u32,
        /// Which of its operands, from 0.
        operand: usize,
    },
    /// A metadata node and the instruction that it is attached to.
    InstructionAttachment {
        /// The node's number.
        number: u32,
        /// The place of the instruction's first byte.
        at: usize,
    },
    /// A metadata node and the function that it is attached to.
    FunctionAttachment {
        /// The node's number.
        number: u32,
        /// The place of the function's first byte.
        at: usize,
    },
}

/// A value that may be an argument of a message.
pub trait DiagnosticValue {
    /// The value as an argument.
    fn argument(&self) -> DiagnosticArgument;
}

/// Implements [`DiagnosticValue`] for a type.
macro_rules! values {
    ($($ty:ty, $value:ident => $argument:expr;)*) => {
        $(impl DiagnosticValue for $ty {
            fn argument(&self) -> DiagnosticArgument {
                let $value = self;
                $argument
            }
        })*
    };
}

values! {
    String, value => DiagnosticArgument::Text(Cow::Owned(value.clone()));
    Cow<'static, str>, value => DiagnosticArgument::Text(value.clone());
    &'static str, value => DiagnosticArgument::Text(Cow::Borrowed(value));
    bool, value => DiagnosticArgument::Flag(*value);
    u8, value => DiagnosticArgument::Number((*value).into());
    u32, value => DiagnosticArgument::Number((*value).into());
    u64, value => DiagnosticArgument::Number((*value).into());
    u128, value => DiagnosticArgument::Number((*value).into());
    i64, value => DiagnosticArgument::Number((*value).into());
    usize, value => DiagnosticArgument::Number((*value).into());
    Type, value => DiagnosticArgument::Type(*value);
    Attr, value => DiagnosticArgument::Attribute(*value);
    Str, value => DiagnosticArgument::Name(*value);
    &'static [&'static str], value => DiagnosticArgument::Text(value.join(", ").into());
    CurrentOperation, value => DiagnosticArgument::CurrentOperation(value.0.clone());
    LlvmExcerpt, value => DiagnosticArgument::Llvm(*value);
    VerifyCode, value => DiagnosticArgument::Text(Cow::Owned(value.to_string()));
}

/// Values by name, as arguments.
pub(super) fn named(values: &[(&'static str, &dyn DiagnosticValue)]) -> Vec<(&'static str, DiagnosticArgument)> {
    values.iter().map(|(name, value)| (*name, value.argument())).collect()
}

/// Writes the arguments of messages.
pub trait ArgumentRenderer {
    /// Writes an argument.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, argument: &DiagnosticArgument, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// Writes the arguments that need neither a context nor the input to be spelled, and leaves out the others.
pub struct PlainRenderer;

impl ArgumentRenderer for PlainRenderer {
    fn write(&self, argument: &DiagnosticArgument, out: &mut dyn fmt::Write) -> fmt::Result {
        match argument {
            DiagnosticArgument::Text(text) => out.write_str(text),
            DiagnosticArgument::Number(number) => write!(out, "{number}"),
            DiagnosticArgument::Flag(flag) => write!(out, "{flag}"),
            DiagnosticArgument::CurrentOperation(name) => write!(out, "'{name}'"),
            DiagnosticArgument::Type(_)
            | DiagnosticArgument::Attribute(_)
            | DiagnosticArgument::Name(_)
            | DiagnosticArgument::Llvm(_) => Ok(()),
        }
    }
}

/// Writes types, attributes and names as MLIR spells them, long ones cut off.
pub struct ContextRenderer<'a>(pub &'a Context);

impl ArgumentRenderer for ContextRenderer<'_> {
    fn write(&self, argument: &DiagnosticArgument, out: &mut dyn fmt::Write) -> fmt::Result {
        match argument {
            DiagnosticArgument::Type(ty) => out.write_str(&spell(self.0, *ty)),
            DiagnosticArgument::Attribute(attr) => out.write_str(&spell_attr(self.0, *attr)),
            DiagnosticArgument::Name(name) => out.write_str(&self.0.text(*name)),
            DiagnosticArgument::Text(_)
            | DiagnosticArgument::Number(_)
            | DiagnosticArgument::Flag(_)
            | DiagnosticArgument::CurrentOperation(_)
            | DiagnosticArgument::Llvm(_) => PlainRenderer.write(argument, out),
        }
    }
}

/// An argument where a message has it.
pub(super) struct Rendered<'a> {
    argument: DiagnosticArgument,
    renderer: &'a dyn ArgumentRenderer,
}

impl<'a> Rendered<'a> {
    pub(super) fn new(value: &impl DiagnosticValue, renderer: &'a dyn ArgumentRenderer) -> Rendered<'a> {
        Rendered { argument: value.argument(), renderer }
    }
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.renderer.write(&self.argument, f)
    }
}
