//! Names, strings, numbers and types as LLVM's writer spells them, and what reads LLVM assembly before it is known what it
//! says: [`cursor`], [`split`](mod@split) and [`literals`]. LangRef, "Identifiers", "Type System".

pub mod composite_types;
pub mod cursor;
pub mod decimal;
pub mod literals;
pub mod split;
mod types;

pub use irtrip_ir::text::*;
pub use types::{StructNumbers, TypeTexts, address_space, type_text};
