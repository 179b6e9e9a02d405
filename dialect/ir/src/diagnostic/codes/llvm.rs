//! Codes of LLVM's own library.

use super::diagnostic_codes;

diagnostic_codes! {
    /// What LLVM's library reports of a module, in its words.
    pub enum LlvmCode: Error {
        /// LLVM's verifier: what is wrong, and the values it is about, a line each.
        Verifier { message: String } = "{message}";
    }
}
