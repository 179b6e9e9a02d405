//! Conversion of dialects, as MLIR's dialect conversion has it: patterns over a type converter.
//!
//! 1. A [`ConversionTarget`] says which operations may stay; [`Patterns`] replace others.
//! 2. [`driver`] goes over a module's operations, each before those in its regions. What is not legal is folded or
//!    replaced by the first pattern that matches; what a pattern makes is legalized at once.
//! 3. A [`Rewriter`] hands patterns their operands in converted types. Between converted and unconverted values it puts
//!    `builtin.unrealized_conversion_cast`. Operations that were replaced stay where they are until the end.
//! 4. [`finalize`] puts the new values in place of the old ones, removes casts that cancel out, and lets the type
//!    converter make the rest of them ([`TypeConverter::materialize`]).
//!
//! A conversion that fails leaves the module as it was.

mod driver;
mod finalize;
mod rewriter;

use irtrip_dialect::diagnostic::{Diagnostic, ToolCode};
use irtrip_dialect::{Attr, Body, Context, Dialect, DialectOp, Op, OpName, OpNameDefinition, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::llvm_types::LlvmTypeConverter;

pub use driver::{Conversion, Mode, apply_to_function, apply_to_module};
pub use finalize::reconcile_unrealized_casts;
pub use irtrip_dialect::{Builder, InsertPoint};
pub use rewriter::{Rewriter, SignatureConversion, Successors, Symbols};

/// Why a pattern does not replace an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch(pub &'static str);

/// The result of a pattern: nothing, once it replaced the operation.
pub type Matched = Result<(), Mismatch>;

/// Replaces operations of one name.
pub trait ConversionPattern: Send + Sync {
    /// Replaces the operation, or says why not. A pattern that does not match changes no block.
    ///
    /// # Errors
    /// The operation is none that the pattern replaces.
    fn match_and_rewrite(&self, rewriter: &mut Rewriter, op: Op) -> Matched;
}

impl<F: Fn(&mut Rewriter, Op) -> Matched + Send + Sync> ConversionPattern for F {
    fn match_and_rewrite(&self, rewriter: &mut Rewriter, op: Op) -> Matched {
        self(rewriter, op)
    }
}

/// A pattern and its benefit.
type Entry = (u16, Box<dyn ConversionPattern>);

/// Patterns, by the name of the operation that they replace.
#[derive(Default)]
pub struct Patterns {
    by_name: FxHashMap<OpName, SmallVec<[Entry; 1]>>,
}

impl Patterns {
    /// No patterns.
    pub fn new() -> Patterns {
        Patterns::default()
    }

    /// Adds a pattern.
    pub fn add(&mut self, name: OpName, pattern: impl ConversionPattern + 'static) {
        self.add_with_benefit(name, 1, pattern);
    }

    /// Adds a pattern that is tried before those of less benefit.
    pub(crate) fn add_with_benefit(&mut self, name: OpName, benefit: u16, pattern: impl ConversionPattern + 'static) {
        let list = self.by_name.entry(name).or_default();
        let at = list.iter().position(|(other, _)| *other < benefit).unwrap_or(list.len());
        list.insert(at, (benefit, Box::new(pattern)));
    }

    /// Adds a function as the pattern of several definitions.
    pub(crate) fn add_ops(&mut self, ops: &[DialectOp], pattern: fn(&mut Rewriter, Op) -> Matched) {
        for def in ops {
            self.add(def.name(), pattern);
        }
    }

    /// The patterns of a name, the best first.
    pub fn of(&self, name: OpName) -> impl Iterator<Item = &dyn ConversionPattern> {
        self.by_name.get(&name).into_iter().flatten().map(|(_, pattern)| &**pattern)
    }
}

/// Says of an operation whether it may stay.
pub type IsLegal = Box<dyn Fn(&Context, &Body, Op) -> bool + Send + Sync>;

/// Whether operations may stay.
pub enum Legality {
    /// They may.
    Legal,
    /// They may not.
    Illegal,
    /// A function says so.
    Dynamic(IsLegal),
}

/// Which operations may stay, by name, by dialect, and else.
#[derive(Default)]
pub struct ConversionTarget {
    ops: FxHashMap<OpName, Legality>,
    dialects: FxHashMap<&'static str, Legality>,
    /// What is known of no other operation.
    unknown_legal: bool,
}

impl ConversionTarget {
    /// A target of which nothing is known.
    pub fn new() -> ConversionTarget {
        ConversionTarget::default()
    }

    /// The target of conversions to the LLVM dialect: it and casts between conversions are legal.
    pub fn llvm() -> ConversionTarget {
        let mut target = ConversionTarget::only_llvm();
        target.set(irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST, Legality::Legal);
        target
    }

    /// The target of the conversion of all dialects: casts that earlier conversions left are folded where they cancel out.
    pub(crate) fn only_llvm() -> ConversionTarget {
        let mut target = ConversionTarget::new();
        target.set_dialect("llvm", Legality::Legal);
        target
    }

    /// Says of the operations of a name whether they may stay.
    pub fn set(&mut self, name: OpName, legality: Legality) {
        self.ops.insert(name, legality);
    }

    /// Says of the operations of a dialect whether they may stay.
    pub fn set_dialect(&mut self, dialect: &'static str, legality: Legality) {
        self.dialects.insert(dialect, legality);
    }

    /// Operations of a dialect may not stay.
    pub fn illegal(mut self, dialect: &'static Dialect) -> ConversionTarget {
        self.set_dialect(dialect.name, Legality::Illegal);
        self
    }

    /// Whether there are operations that may not stay.
    pub(crate) fn has_illegal(&self) -> bool {
        let mut all = self.ops.values().chain(self.dialects.values());
        all.any(|legality| !matches!(legality, Legality::Legal))
    }

    /// Operations that no definition names may stay.
    pub(crate) fn unknown_legal(mut self) -> ConversionTarget {
        self.unknown_legal = true;
        self
    }

    /// Whether an operation may stay; `None` for one that the target does not know.
    pub fn is_legal(&self, ctx: &Context, body: &Body, op: Op) -> Option<bool> {
        let name = body.name(op);
        let known = self.ops.get(&name).or_else(|| {
            let dialect = irtrip_dialect::registry::dialect_of(name.def()?.name);
            self.dialects.get(dialect)
        });
        match known {
            Some(Legality::Legal) => Some(true),
            Some(Legality::Illegal) => Some(false),
            Some(Legality::Dynamic(is_legal)) => Some(is_legal(ctx, body, op)),
            None => self.unknown_legal.then_some(true),
        }
    }
}

/// Which way a materialization goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Materialization {
    /// From converted values to one of the type that it had before.
    Source,
    /// To a converted value.
    Target,
}

/// How types are converted, and how values of one type are made of values of others.
pub trait TypeConverter {
    /// The type in place of another; `None` where it has none.
    fn convert(&self, ctx: &Context, ty: Type) -> Option<Type>;

    /// Makes a value of `to` of these values, where that is more than a cast. `original` is the type that was converted to
    /// `to`, of a materialization to the target.
    fn materialize(
        &self,
        builder: &mut Builder,
        kind: Materialization,
        values: &[Value],
        to: Type,
        original: Option<Type>,
    ) -> Option<Value>;

    /// The converter to the LLVM dialect's types that this is.
    fn as_llvm(&self) -> Option<&LlvmTypeConverter> {
        None
    }
}

/// Errors that a conversion found in operations that it left as they were.
pub type Reports = Vec<ConversionError>;

/// What is wrong with an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConversionError {
    /// The operation's name.
    pub op: String,
    /// Its location.
    pub loc: Attr,
    /// What is wrong, in upstream's words.
    pub message: String,
    /// Whether the message is about the operation itself, so that its name stands before it.
    pub about_op: bool,
}

impl ConversionError {
    /// The error as a diagnostic at the operation's location.
    pub fn diagnostic(self) -> Diagnostic {
        let ConversionError { op, loc, message, about_op } = self;
        let code = match about_op {
            true => ToolCode::PassOnOperation { operation: op, message },
            false => ToolCode::Pass { message },
        };
        Diagnostic::new(code, loc)
    }
}
