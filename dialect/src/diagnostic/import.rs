//! Codes of the importer of LLVM assembly.

use super::codes::diagnostic_codes;

diagnostic_codes! {
    /// What is wrong with a piece of LLVM assembly, in llvm-as's words where it has them.
    pub enum ImportCode: Error {
        /// Something else should stand here.
        Expected(what: &'static str) = "expected {what}";
        /// A value, local or global, that nothing defines.
        UndefinedValue(name: String) = "use of undefined value '{name}'";
        /// A type name that nothing defines.
        UndefinedType(name: String) = "use of undefined type named '{name}'";
        /// A metadata node that nothing defines.
        UndefinedMetadata(number: u32) = "use of undefined metadata '!{number}'";
        /// A comdat that nothing defines.
        UndefinedComdat(name: String) = "use of undefined comdat '${name}'";
        /// A name defined twice.
        Redefinition {
            /// `global`, `local value`, `type`, ...
            what: &'static str,
            /// The name with its sigil.
            name: String,
        } = "redefinition of {what} '{name}'";
        /// A value used with another type than its own.
        TypeMismatch {
            /// The value with its sigil.
            name: String,
            /// Its type.
            found: String,
            /// The type at the place of use.
            expected: String,
        } = "'{name}' defined with type '{found}' but expected '{expected}'";
        /// A number that is not the next one.
        Numbering {
            /// `instruction`, `label`, ...
            what: &'static str,
            /// The lowest number that would do, with its sigil.
            expected: String,
        } = "{what} expected to be numbered '{expected}' or greater";
        /// A string without its closing quote.
        UnterminatedString = "end of file in string constant";
        /// Brackets nested beyond what the reader follows.
        TooDeep = "nested too deeply";
        /// Valid LLVM IR the importer has no form for.
        Unsupported(what: String) = "{what} is not supported";
        /// Text that means nothing valid.
        Invalid(message: String) = "{message}";
    }
}
