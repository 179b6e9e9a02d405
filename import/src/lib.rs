//! irtrip: import.
#![allow(missing_docs)]
use irtrip_dialect::{Context, Module};
#[derive(Debug, Clone, PartialEq)]
pub enum ImportErrorKind { X }
impl std::fmt::Display for ImportErrorKind { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "x") } }
#[derive(Debug, Clone, PartialEq)]
pub struct ImportError { pub span: std::ops::Range<usize>, pub kind: ImportErrorKind }
#[derive(Debug, Clone, Default)]
pub struct ImportOptions<'a> { pub locations: Option<&'a str> }
pub fn import(_: &Context, _: &str, _: &ImportOptions) -> Result<Module, ImportError> { Ok(Module::new()) }
