//! Operations by LLVM's mnemonic, from the operation table.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::ops::Traits;
use irtrip_dialect::{DialectRegistry, OpName};

type Index = FxHashMap<&'static [u8], OpName>;

/// The operation of an instruction; where the LLVM dialect has several for it, the first of the table. A `phi` has none.
pub(crate) fn instruction(word: &[u8]) -> Option<OpName> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index = Index::default();
        for name in DialectRegistry::new().names() {
            // A fallback stands for its instruction only where upstream's operation cannot.
            let row = name.def().filter(|row| !row.is(Traits::UNLIMITED));
            if let Some(mnemonic) = row.and_then(|row| row.llvm.mnemonic()) {
                index.entry(mnemonic.as_bytes()).or_insert(name);
            }
        }
        index
    });
    index.get(word).copied()
}

/// The operation of a constant expression, of today's or of a former release. LangRef, "Constant Expressions".
pub(crate) fn expression(word: &[u8]) -> Option<OpName> {
    instruction(word).filter(|name| name.def().is_some_and(|def| def.constant_expression.is_some()))
}
