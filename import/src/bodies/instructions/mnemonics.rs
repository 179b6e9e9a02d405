//! Operations by LLVM's mnemonic, from the operation table.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::OpName;
use irtrip_dialect::ops::{self, Inst, LlvmForm, Traits, llvm};

type Index = FxHashMap<&'static [u8], OpName>;

/// The operation of a binary, unary or cast instruction.
pub(crate) fn instruction(word: &[u8]) -> Option<OpName> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        // A fallback stands for its instruction only where upstream's operation cannot.
        let rows = ops::table().iter().enumerate().filter(|(_, row)| !row.is(Traits::UNLIMITED));
        rows.filter_map(|(i, row)| match row.llvm {
            LlvmForm::Binary(word) | LlvmForm::Unary(word) | LlvmForm::Cast(word) => {
                Some((word.as_bytes(), OpName::row(i)))
            }
            _ => None,
        })
        .collect()
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

/// Whether instructions of this form need a mark where all their operands are constants: LLVM has constant
/// expressions of the kind, or folds the instruction while it is built.
pub(crate) fn folds(form: &LlvmForm) -> bool {
    match form {
        LlvmForm::Binary(_) | LlvmForm::Unary(_) | LlvmForm::Cast(_) => true,
        LlvmForm::Inst(inst) => matches!(
            inst,
            Inst::GetElementPtr
                | Inst::ICmp
                | Inst::FCmp
                | Inst::Select
                | Inst::ExtractElement
                | Inst::InsertElement
                | Inst::ShuffleVector
                | Inst::ExtractValue
                | Inst::InsertValue
        ),
        LlvmForm::None | LlvmForm::Constant(_) | LlvmForm::Intrinsic(_) | LlvmForm::Global(_) => false,
    }
}
