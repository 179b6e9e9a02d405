//! The codes of each stage, declared once each: with its severity, its arguments and its message.

mod export;
mod import;
mod llvm;
mod llvm_verify;
mod loss;
mod parse;
mod tool;
mod upstream_export;
mod upstream_import;
mod verify;

pub use export::ExportCode;
pub use import::ImportCode;
pub use llvm::LlvmCode;
pub use llvm_verify::LlvmVerifyCode;
pub use loss::LossCode;
pub use parse::ParseCode;
pub use tool::ToolCode;
pub use upstream_export::UpstreamExportCode;
pub use upstream_import::UpstreamImportCode;
pub use verify::VerifyCode;

/// Declares the codes of a stage.
///
/// `Name = "message"`, `Name(argument: Type) = "message {argument}"` and `Name { argument: Type } = "..."` declare a
/// code. Words that depend on an argument are named after the message: `"{count} file{s}", s = plural(*count)`. A code
/// is of the severity that the enumeration names unless its own is before the message: `Name = Warning,
/// "message"`.
macro_rules! diagnostic_codes {
    (
        $(#[$meta:meta])*
        pub enum $name:ident: $severity:ident {
            $(
                $(#[$doc:meta])*
                $code:ident $(($($position:ident: $tuple:ty),* $(,)?))? $({$($(#[$field_doc:meta])* $field:ident: $ty:ty),* $(,)?})?
                    = $($own:ident,)? $message:literal $(, $word:ident = $value:expr)*;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, strum::IntoStaticStr)]
        #[strum(serialize_all = "kebab-case")]
        #[allow(missing_docs)]
        pub enum $name {
            $(
                $(#[$doc])*
                $code $(($($tuple),*))? $({$($(#[$field_doc])* $field: $ty),*})?,
            )*
        }

        impl $name {
            /// The code's name for programs to read, in kebab case.
            pub fn name(&self) -> &'static str {
                self.into()
            }

            /// How grave the code is.
            #[allow(unused_variables)]
            pub fn severity(&self) -> $crate::diagnostic::Severity {
                match self {
                    $($name::$code $(($($position),*))? $({$($field),*})? => {
                        $crate::diagnostic::codes::severity!($severity $($own)?)
                    })*
                }
            }

            /// The arguments of the message, by name.
            pub fn arguments(&self) -> Vec<(&'static str, $crate::diagnostic::DiagnosticArgument)> {
                // Calls through a table are a fraction of the code, which the compiler takes seconds for otherwise.
                match self {
                    $($name::$code $(($($position),*))? $({$($field),*})? => $crate::diagnostic::argument::named(&[
                        $($((stringify!($position), $position),)*)?
                        $($((stringify!($field), $field),)*)?
                    ]),)*
                }
            }

            /// Writes the message with its arguments as `renderer` writes them.
            ///
            /// # Errors
            /// Those of `out`.
            #[allow(unused_variables)]
            pub fn write(
                &self,
                renderer: &dyn $crate::diagnostic::ArgumentRenderer,
                out: &mut dyn std::fmt::Write,
            ) -> std::fmt::Result {
                match self {
                    $($name::$code $(($($position),*))? $({$($field),*})? => {
                        $(let $word = $value;)*
                        $($(let $position = $crate::diagnostic::argument::Rendered::new($position, renderer);)*)?
                        $($(let $field = $crate::diagnostic::argument::Rendered::new($field, renderer);)*)?
                        write!(out, $message)
                    })*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.write(&$crate::diagnostic::PlainRenderer, f)
            }
        }
    };
}

/// A code's own severity, or else its enumeration's.
macro_rules! severity {
    ($all:ident) => {
        $crate::diagnostic::Severity::$all
    };
    ($all:ident $own:ident) => {
        $crate::diagnostic::Severity::$own
    };
}

pub(super) use {diagnostic_codes, severity};

/// A count and its noun, with the ending that the noun has after it.
///
/// ```
/// use irtrip_ir::diagnostic::counted;
/// assert_eq!([counted(1, "file"), counted(2, "file")], ["1 file", "2 files"]);
/// ```
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", plural(count))
}

/// The ending of a noun after a count.
pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
