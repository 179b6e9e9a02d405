//! What a pass is: its name, its options, and what it does.

use std::fmt;

use irtrip_dialect::{Context, Module, Op};

use crate::conversion::{ConversionError, ConversionTarget, Patterns, Reports};

/// What a pass runs on, and how.
pub struct PassRun<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The module.
    pub module: &'a mut Module,
    /// The operation of the module that it runs on; none for the module itself.
    pub op: Option<Op>,
    /// Its options.
    pub options: &'a Options,
    /// Whether the module is as it was where the pass fails.
    pub restores: bool,
}

/// What a pass does.
#[derive(Debug)]
pub enum Work {
    /// Replaces operations of a dialect by those of the LLVM dialect, by these patterns.
    ToLlvm {
        /// Adds the patterns.
        populate: fn(&mut Patterns, &Options),
        /// What may stay.
        target: fn() -> ConversionTarget,
    },
    /// Anything else.
    Other(fn(PassRun) -> Result<Reports, ConversionError>),
}

/// A pass.
#[derive(Debug)]
pub struct Pass {
    /// Its name, on the command line and in pipelines.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The names of its options.
    pub options: &'static [&'static str],
    /// The dialect whose operations it replaces; empty for a pass of no dialect.
    pub converts: &'static str,
    /// What it does.
    pub work: Work,
}

/// What is wrong with a pipeline's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PipelineError {
    /// There is nothing around the passes.
    NoAnchor,
    /// There is no pass of this name.
    UnknownPass(String),
    /// A pass does not have an option of this name, or it does not accept the value.
    Option {
        /// The pass.
        pass: &'static str,
        /// The option as it was written.
        option: String,
    },
    /// Brackets do not match, or there is text where a pass is expected.
    Syntax,
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PipelineError::NoAnchor => f.write_str(
                "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
            ),
            PipelineError::UnknownPass(name) => {
                write!(f, "'{name}' does not refer to a registered pass or pass pipeline")
            }
            PipelineError::Option { pass, option } => {
                write!(f, "<Pass-Options-Parser>: no such option {option} of {pass}")
            }
            PipelineError::Syntax => f.write_str("the brackets of the pipeline do not match"),
        }
    }
}

impl std::error::Error for PipelineError {}

/// The options of a pass that are set.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Options {
    pub(super) set: Vec<(&'static str, String)>,
}

impl Options {
    /// Reads `a=1 b=2`.
    ///
    /// # Errors
    /// The pass does not have the option.
    pub fn parse(pass: &'static Pass, text: &str) -> Result<Options, PipelineError> {
        let mut options = Options::default();
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, "true"));
            let Some(known) = pass.options.iter().find(|known| **known == name) else {
                return Err(PipelineError::Option { pass: pass.name, option: word.to_owned() });
            };
            options.set.push((known, value.to_owned()));
        }
        Ok(options)
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.set.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Whether a switch is set.
    pub fn is_set(&self, name: &str) -> bool {
        matches!(self.get(name), Some("1" | "true" | "TRUE" | "True"))
    }

    /// Whether a switch is set, where it is `default` unless it is given.
    pub fn is_set_or(&self, name: &str, default: bool) -> bool {
        if self.get(name).is_some() { self.is_set(name) } else { default }
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.get(name).and_then(|value| value.parse().ok())
    }
}
