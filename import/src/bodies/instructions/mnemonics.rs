//! Operations by LLVM's mnemonic, from the operation table.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::OpName;
use irtrip_dialect::ops::{self, Traits};

type Index = FxHashMap<&'static [u8], OpName>;

/// The operation of an instruction; where the LLVM dialect has several for it, the first of the table. A `phi` has none.
pub(crate) fn instruction(word: &[u8]) -> Option<OpName> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index = Index::default();
        for (place, row) in ops::table().iter().enumerate() {
            // A fallback stands for its instruction only where upstream's operation cannot.
            if let (Some(mnemonic), false) = (row.llvm.mnemonic(), row.is(Traits::UNLIMITED)) {
                index.entry(mnemonic.as_bytes()).or_insert(OpName::row(place));
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
