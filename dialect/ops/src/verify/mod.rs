//! What a definition asks of its operation: its columns ([`definition`]), and the rules that it names.
//!
//! - [`checks`]: rules that many definitions share
//! - [`llvm`]: rules of the LLVM dialect's operations
//!
//! The crate `irtrip-verify` asks it of all operations of a module.

pub mod checks;
pub mod definition;
pub mod llvm;
mod named;
mod symbols;
mod verify_context;

pub use checks::{element_count, is_vector_part};
pub(crate) use definition::constraints::fits;
pub use definition::constraints::words;
pub use definition::counts::{Counts, check_counts};
pub use definition::properties::{PropertyFault, check_properties, is_number_property, is_passed_over};
pub use irtrip_ir::diagnostic::{spell, spell_attr};
pub use llvm::functions;
pub use llvm::globals::may_be_global;
pub use llvm::memory::is_update;
pub use llvm::parameters::is_of_results;
pub(crate) use named::word_of;
pub use symbols::{Symbol, Symbols, symbol_name};
pub use verify_context::{EmitError, OpScope, Verifier, VerifyContext, broken_rule};
