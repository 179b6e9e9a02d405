//! The macros that declare an enumeration: one list of values makes the Rust type, its spellings in both languages in
//! both directions, and the table for generic readers and printers.

/// The releases that a value's `since` and `until` leave.
macro_rules! releases {
    ($(since $since:ident)? $(until $until:ident)?) => {
        crate::release::Releases::ALL
            $(.since(crate::release::Release::$since))?
            $(.until(crate::release::Release::$until))?
    };
}

/// Spellings and number of a type whose values are constants `Self::Name`.
macro_rules! spellings {
    ($name:ident: $($value:ident = $number:literal $mlir:literal $llvm:literal,)*) => {
        impl $name {
            /// MLIR's spelling; empty for a value that it does not spell.
            pub const fn mlir(self) -> &'static str {
                match self {
                    $(Self::$value => $mlir,)*
                    #[allow(unreachable_patterns, reason = "a type may have values that the list does not name")]
                    _ => "",
                }
            }

            /// LLVM IR's spelling; empty for a value that it does not spell.
            pub const fn llvm(self) -> &'static str {
                match self {
                    $(Self::$value => $llvm,)*
                    #[allow(unreachable_patterns, reason = "a type may have values that the list does not name")]
                    _ => "",
                }
            }

            /// The value with an MLIR spelling.
            #[allow(unreachable_patterns, reason = "several values may have no spelling")]
            pub fn from_mlir(text: &str) -> Option<Self> {
                match text {
                    "" => None,
                    $($mlir => Some(Self::$value),)*
                    _ => None,
                }
            }

            /// The value with a spelling of LLVM IR.
            pub fn from_llvm(text: &[u8]) -> Option<Self> {
                match text {
                    b"" => None,
                    $(_ if text == $llvm.as_bytes() => Some(Self::$value),)*
                    _ => None,
                }
            }
        }
    };
}

/// The table of an enumeration's values, for generic readers and printers.
macro_rules! table {
    (
        $name:ident, $what:literal, $bits:literal, $separator:literal:
        $($number:literal $mlir:literal $llvm:literal $(since $since:ident)? $(until $until:ident)?,)*
    ) => {
        impl $name {
            /// The values with their spellings and releases.
            pub const TABLE: &'static Enumeration = {
                static TABLE: Enumeration = Enumeration {
                    name: $what, bits: $bits, separator: $separator,
                    cases: &[$(EnumCase {
                        value: $number, mlir: $mlir, llvm: $llvm,
                        releases: releases!($(since $since)? $(until $until)?),
                    }),*],
                };
                &TABLE
            };
        }
    };
}

/// What every enumeration has in common, for code that takes any of them.
macro_rules! enum_value {
    ($name:ident, $form:expr) => {
        impl EnumValue for $name {
            const TABLE: &'static Enumeration = $name::TABLE;
            const FORM: EnumForm = $form;

            #[inline]
            fn number(self) -> i64 {
                $name::number(self)
            }

            #[inline]
            fn from_number(number: i64) -> Option<Self> {
                $name::from_number(number)
            }

            fn mlir(self) -> &'static str {
                $name::mlir(self)
            }

            fn from_mlir(text: &str) -> Option<Self> {
                $name::from_mlir(text)
            }
        }
    };
}

/// `enumeration! { /// LangRef page  Name: "what messages call it", Form, { /// doc  Value = 0 "mlir" "llvm" since V9,
/// } }`
///
/// An empty spelling is none. The first value of the list is the type's default where `default` is before `{`.
macro_rules! enumeration {
    (
        $(#[$doc:meta])*
        $name:ident: $what:literal, $form:expr, $(default $default:ident,)? {
            $($(#[$value_doc:meta])* $value:ident = $number:literal $mlir:literal $llvm:literal
                $(since $since:ident)? $(until $until:ident)?,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "the page that the type names explains its values")]
        pub enum $name {
            $($(#[$value_doc])* $value = $number,)*
        }

        $(
            impl Default for $name {
                fn default() -> Self {
                    Self::$default
                }
            }
        )?

        spellings!($name: $($value = $number $mlir $llvm,)*);
        table!($name, $what, false, "": $($number $mlir $llvm $(since $since)? $(until $until)?,)*);

        impl $name {
            /// All values, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$value),*];

            /// The number of the value in MLIR's generic form.
            #[inline]
            pub fn number(self) -> i64 {
                self as i64
            }

            /// The value with a number; `None` for a number that is no value's.
            #[inline]
            pub fn from_number(number: i64) -> Option<Self> {
                match number {
                    $($number => Some(Self::$value),)*
                    _ => None,
                }
            }
        }

        enum_value!($name, $form);
    };
}

/// As `enumeration!`, for an enumeration whose numbers go beyond the values that have names.
macro_rules! open_enumeration {
    (
        $(#[$doc:meta])*
        $name:ident: $what:literal, $form:expr, max $max:literal, default $default:ident, {
            $($(#[$value_doc:meta])* $value:ident = $number:literal $mlir:literal $llvm:literal
                $(since $since:ident)? $(until $until:ident)?,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(u16);

        #[allow(missing_docs, reason = "the page that the type names explains its values")]
        impl $name {
            $($(#[$value_doc])* pub const $value: Self = Self($number);)*

            /// All values that have a name, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$value),*];
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }

        spellings!($name: $($value = $number $mlir $llvm,)*);
        table!($name, $what, false, "": $($number $mlir $llvm $(since $since)? $(until $until)?,)*);

        impl $name {
            /// The number of the value in MLIR's generic form.
            #[inline]
            pub fn number(self) -> i64 {
                i64::from(self.0)
            }

            /// The value with a number; `None` for a number that is no value's.
            #[inline]
            pub fn from_number(number: i64) -> Option<Self> {
                u16::try_from(number).ok().filter(|number| *number <= $max).map(Self)
            }
        }

        enum_value!($name, $form);
    };
}

/// As `enumeration!`, for a set of bits. Groups of bits are before the bits they are made of. `llvm [...]` is the
/// order in which LLVM's writer asks for them.
macro_rules! bit_set {
    (
        $(#[$doc:meta])*
        $name:ident: $bits:ty, $what:literal, $form:expr, separator $separator:literal, llvm [$($first:ident),*] {
            $($value:ident = $number:literal $mlir:literal $llvm:literal
                $(since $since:ident)? $(until $until:ident)?,)*
        }
    ) => {
        bitflags::bitflags! {
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $name: $bits {
                $(
                    #[doc = concat!("`", stringify!($value), "`")]
                    const $value = $number;
                )*
            }
        }

        spellings!($name: $($value = $number $mlir $llvm,)*);
        table!($name, $what, true, $separator: $($number $mlir $llvm $(since $since)? $(until $until)?,)*);

        impl $name {
            /// The bits' spellings in LLVM IR, in the order of LLVM's writer.
            pub fn llvm_words(self) -> impl Iterator<Item = &'static str> {
                let mut left = self;
                let order = [$(Self::$first),*];
                order.into_iter().filter(move |part| {
                    let has = left.contains(*part);
                    left.remove(if has { *part } else { Self::empty() });
                    has
                }).map(Self::llvm)
            }
        }

        impl $name {
            /// The number of the value in MLIR's generic form.
            #[inline]
            pub fn number(self) -> i64 {
                i64::from(self.bits())
            }

            /// The value with a number; `None` for a number that is no value's.
            #[inline]
            pub fn from_number(number: i64) -> Option<Self> {
                <$bits>::try_from(number).ok().and_then(Self::from_bits)
            }
        }

        enum_value!($name, $form);
    };
}
