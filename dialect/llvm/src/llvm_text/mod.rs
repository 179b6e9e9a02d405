//! Names, strings, numbers and types as LLVM's writer spells them; LangRef, "Identifiers", "Type System".

pub mod decimal;
mod types;

pub use irtrip_ir::text::*;
pub use types::{StructNumbers, TypeTexts, type_text};
