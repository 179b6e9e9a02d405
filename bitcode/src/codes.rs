//! The numbers of blocks, as LLVM's "Bitcode File Format" has them.

use std::borrow::Cow;

macro_rules! blocks {
    ($($name:ident = $number:literal,)*) => {
        /// The numbers of blocks.
        #[allow(missing_docs)]
        pub mod block {
            $(pub const $name: u32 = $number;)*
        }

        /// The name of a block in LLVM.
        pub fn block_name(id: u32) -> Cow<'static, str> {
            match id {
                $($number => Cow::Borrowed(concat!(stringify!($name), "_BLOCK")),)*
                _ => Cow::Owned(format!("block {id}")),
            }
        }
    };
}

blocks! {
    BLOCKINFO = 0,
    MODULE = 8,
    PARAMATTR = 9,
    PARAMATTR_GROUP = 10,
    CONSTANTS = 11,
    FUNCTION = 12,
    IDENTIFICATION = 13,
    VALUE_SYMTAB = 14,
    METADATA = 15,
    METADATA_ATTACHMENT = 16,
    TYPE = 17,
    USELIST = 18,
    MODULE_STRTAB = 19,
    GLOBALVAL_SUMMARY = 20,
    OPERAND_BUNDLE_TAGS = 21,
    METADATA_KIND = 22,
    STRTAB = 23,
    FULL_LTO_GLOBALVAL_SUMMARY = 24,
    SYMTAB = 25,
    SYNC_SCOPE_NAMES = 26,
}
