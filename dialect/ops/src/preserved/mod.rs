//! What the preserved attributes hold; the crate `irtrip-preserved` says which there are.

mod constants;
pub mod forms;
pub mod summary;

pub use constants::{
    EncodedConstant, SymbolForm, TypedForm, constant_pointees, expression_attributes, is_encoded_constant,
    with_constant_pointees, without_constant_pointees,
};
pub use forms::{ASSEMBLY_PROPERTIES, AssemblyPart, assembly_parts, is_instruction};
