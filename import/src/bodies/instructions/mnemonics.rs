//! Operations by LLVM's mnemonic, from the operation table.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::ops::{Traits, llvm};
use irtrip_dialect::{DialectRegistry, OpName};

type Index = FxHashMap<&'static [u8], OpName>;

/// The operation of a binary, unary or cast instruction.
pub(crate) fn instruction(word: &[u8]) -> Option<OpName> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        // A fallback stands for its instruction only where upstream's operation cannot.
        let of_core = DialectRegistry::new();
        let rows = of_core.names().filter_map(|name| Some((name, name.def()?)));
        let rows = rows.filter(|(_, row)| !row.is(Traits::UNLIMITED));
        rows.filter_map(|(name, row)| Some((row.llvm.mnemonic()?.as_bytes(), name))).collect()
    });
    index.get(word).copied()
}

/// The operation of a constant expression; LangRef, "Constant Expressions".
pub(crate) fn expression(word: &[u8]) -> Option<OpName> {
    match word {
        b"getelementptr" => Some(llvm::GETELEMENTPTR),
        b"extractelement" => Some(llvm::EXTRACTELEMENT),
        b"insertelement" => Some(llvm::INSERTELEMENT),
        b"shufflevector" => Some(llvm::SHUFFLEVECTOR),
        b"add" | b"sub" | b"xor" | b"trunc" | b"ptrtoint" | b"ptrtoaddr" | b"inttoptr" | b"bitcast"
        | b"addrspacecast" => instruction(word),
        _ => None,
    }
}
