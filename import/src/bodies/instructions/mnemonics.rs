//! Operations by LLVM's mnemonic, from the operation table.

use std::sync::OnceLock;

use irtrip_dialect::ops::Traits;
use irtrip_dialect::{DialectRegistry, OpName, OpNameDefinition};

/// How many buckets of mnemonics there are for each length up to 15.
const LETTERS: usize = 32;

/// Mnemonics by their length and first letter, which leave few to compare with: a hash of the word costs more.
struct Index([Vec<(&'static [u8], OpName)>; 16 * LETTERS]);

impl Index {
    fn new() -> Index {
        let mut index = Index([const { Vec::new() }; 16 * LETTERS]);
        for name in DialectRegistry::new().names() {
            // A fallback stands for its instruction only where upstream's operation cannot.
            let row = name.def().filter(|row| !row.is(Traits::UNLIMITED));
            if let Some(mnemonic) = row.and_then(|row| row.llvm.mnemonic()).map(str::as_bytes)
                && index.get(mnemonic).is_none()
                && let Some(bucket) = index.0.get_mut(Index::bucket(mnemonic))
            {
                bucket.push((mnemonic, name));
            }
        }
        index
    }

    fn bucket(word: &[u8]) -> usize {
        let letter = word.first().map_or(0, |letter| usize::from(*letter) % LETTERS);
        word.len() % 16 * LETTERS + letter
    }

    fn get(&self, word: &[u8]) -> Option<OpName> {
        let bucket = self.0.get(Index::bucket(word))?;
        bucket.iter().find(|(mnemonic, _)| *mnemonic == word).map(|(_, name)| *name)
    }
}

/// The operation of an instruction; where the LLVM dialect has several for it, the first of the table. A `phi` has none.
pub(crate) fn instruction(word: &[u8]) -> Option<OpName> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(Index::new).get(word)
}

/// The operation of a constant expression, of the current or of a former release. LangRef, "Constant Expressions".
pub(crate) fn expression(word: &[u8]) -> Option<OpName> {
    instruction(word).filter(|name| name.def().is_some_and(|def| def.constant_expression.is_some()))
}
