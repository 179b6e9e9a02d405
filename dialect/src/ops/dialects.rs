//! The dialects whose operations upstream's `mlir-opt` knows, with or without rows here.

/// The dialects that are known, in the order of their names; irtrip's own is among them.
pub const KNOWN: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "dlti",
    "emitc",
    "func",
    "gpu",
    "index",
    "irdl",
    "irtrip",
    "linalg",
    "llvm",
    "math",
    "memref",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "test",
    "test_dyn",
    "test_irdl_to_cpp",
    "tosa",
    "transform",
    "ub",
    "vector",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Those of them that take operations they do not declare.
const OPEN: &[&str] = &["test"];

/// A set of words in an attribute of a dialect that is kept as text: `#arith.fastmath<nnan,ninf>`.
#[derive(Debug)]
pub struct WordSet {
    /// The dialect.
    pub dialect: &'static str,
    /// What stands before the words.
    pub mnemonic: &'static str,
    /// The words, in the order upstream writes them.
    pub words: &'static [&'static str],
    /// What stands between two words.
    pub separator: &'static str,
    /// The word for all of them together; empty for none.
    pub all: &'static str,
}

/// The sets of words that upstream writes in an order of its own.
pub const WORD_SETS: &[WordSet] = &[
    WordSet {
        dialect: "arith",
        mnemonic: "fastmath",
        words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
        separator: ",",
        all: "fast",
    },
    WordSet { dialect: "arith", mnemonic: "overflow", words: &["nsw", "nuw"], separator: ", ", all: "" },
    WordSet {
        dialect: "test",
        mnemonic: "bit_enum",
        words: &["read", "write", "execute"],
        separator: ", ",
        all: "",
    },
    WordSet {
        dialect: "test",
        mnemonic: "bit_enum_vbar",
        words: &["user", "group", "other"],
        separator: " | ",
        all: "",
    },
];

impl WordSet {
    /// The set of an attribute of `dialect` with this text behind the point.
    pub fn of(dialect: &str, body: &str) -> Option<&'static WordSet> {
        let mnemonic = body.split('<').next().unwrap_or_default();
        WORD_SETS.iter().find(|set| set.dialect == dialect && set.mnemonic == mnemonic)
    }

    /// The text with its words in upstream's order; `None` where it has others.
    pub fn canonical(&self, body: &str) -> Option<String> {
        let inside = body.strip_prefix(self.mnemonic)?.strip_prefix('<')?.strip_suffix('>')?;
        let given: Vec<&str> = inside.split([',', '|']).map(str::trim).collect();
        if given.iter().any(|word| *word != self.all && !self.words.contains(word)) {
            return None;
        }
        let has = |word: &&&str| given.contains(*word) || !self.all.is_empty() && given.contains(&self.all);
        let words: Vec<&str> = self.words.iter().filter(has).copied().collect();
        let text = match words.len() == self.words.len() && !self.all.is_empty() {
            true => self.all.to_owned(),
            false => words.join(self.separator),
        };
        Some(format!("{}<{text}>", self.mnemonic))
    }
}

/// What stands before the first point of an operation's name.
pub fn dialect_of(name: &str) -> &str {
    name.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// Whether a dialect is known.
pub fn is_known(dialect: &str) -> bool {
    KNOWN.binary_search(&dialect).is_ok()
}

/// Whether a dialect takes operations that it does not declare.
pub fn is_open(dialect: &str) -> bool {
    OPEN.contains(&dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_in_order() {
        let canonical = |body: &str| WordSet::of("arith", body).and_then(|set| set.canonical(body));
        assert_eq!(canonical("fastmath<nnan, reassoc>").as_deref(), Some("fastmath<reassoc,nnan>"));
        let all = "fastmath<afn,contract,arcp,nsz,ninf,nnan,reassoc>";
        assert_eq!(canonical(all).as_deref(), Some("fastmath<fast>"));
        assert_eq!(canonical("overflow<nuw,nsw>").as_deref(), Some("overflow<nsw, nuw>"));
        assert_eq!(canonical("overflow<none>"), None);
    }

    #[test]
    fn names_are_in_order_and_every_row_is_of_one() {
        assert!(KNOWN.is_sorted());
        assert!(OPEN.iter().all(|dialect| is_known(dialect)));
        for def in crate::ops::table() {
            assert!(is_known(dialect_of(def.name)), "{}", def.name);
        }
    }
}
