//! irtrip: export.
#![allow(missing_docs)]
use irtrip_dialect::{Context, Module, Str, Attr};
#[derive(Debug, Clone, PartialEq)]
pub enum ExportErrorKind { X }
#[derive(Debug, Clone, PartialEq)]
pub struct Place { pub symbol: String, pub operation: String, pub loc: Option<Attr> }
#[derive(Debug, Clone, PartialEq)]
pub struct ExportError { pub place: Place, pub kind: ExportErrorKind }
impl std::fmt::Display for ExportError { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "x") } }
impl std::error::Error for ExportError {}
pub fn export(_: &Context, _: &Module) -> Result<Vec<String>, ExportError> { Ok(vec![]) }
