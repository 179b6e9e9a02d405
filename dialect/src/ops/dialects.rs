//! The dialects that are known: those with rows here, and others of upstream's whose attributes and types LLVM IR's users meet.

/// The dialects that are known, in the order of their names; irtrip's own is among them.
pub const KNOWN: &[&str] = &[
    "acc",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
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
    "spirv",
    "tosa",
    "ub",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// A set of words in an attribute of a dialect that is kept as text: `#arith.fastmath<nnan,ninf>`.
#[derive(Debug)]
pub struct WordSet {
    /// The dialect.
    pub dialect: &'static str,
    /// What stands before the words.
    pub mnemonic: &'static str,
    /// The words, in the order upstream writes them.
    pub words: &'static [&'static str],
    /// What stands between two words; empty where there is only one.
    pub separator: &'static str,
    /// The word for all of them together; empty for none.
    pub all: &'static str,
    /// Whether `none` is a word as well.
    pub none: bool,
    /// Upstream's words where a word is not one of them, before and behind the list of those that are.
    pub wanted: (&'static str, &'static str),
    /// What upstream says besides.
    pub failed: &'static str,
}

/// The sets of words that upstream writes in an order of its own.
pub const WORD_SETS: &[WordSet] = &[
    WordSet {
        dialect: "arith",
        mnemonic: "fastmath",
        words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
        separator: ",",
        all: "fast",
        none: true,
        wanted: ("expected ::mlir::arith::FastMathFlags to be one of: ", ""),
        failed: "failed to parse Arith_FastMathAttr parameter 'value' which is to be a \
                 `::mlir::arith::FastMathFlags`",
    },
    WordSet {
        dialect: "arith",
        mnemonic: "overflow",
        words: &["nsw", "nuw"],
        separator: ", ",
        all: "",
        none: true,
        wanted: ("expected ::mlir::arith::IntegerOverflowFlags to be one of: ", ""),
        failed: "failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a \
                 `::mlir::arith::IntegerOverflowFlags`",
    },
    WordSet {
        dialect: "index",
        mnemonic: "cmp_predicate",
        words: &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
        separator: "",
        all: "",
        none: false,
        wanted: ("expected ::mlir::index::IndexCmpPredicate to be one of: ", ""),
        failed: "failed to parse IndexCmpPredicateAttr parameter 'value' which is to be a \
                 `::mlir::index::IndexCmpPredicate`",
    },
];

impl WordSet {
    /// The set of an attribute of `dialect` with this text behind the point.
    pub fn of(dialect: &str, body: &str) -> Option<&'static WordSet> {
        WordSet::named(dialect, body.split('<').next().unwrap_or_default())
    }

    /// The set of an attribute by its name.
    pub fn named(dialect: &str, mnemonic: &str) -> Option<&'static WordSet> {
        WORD_SETS.iter().find(|set| set.dialect == dialect && set.mnemonic == mnemonic)
    }

    /// Whether a word is one of the set's.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word) || self.none && word == "none" || !self.all.is_empty() && word == self.all
    }

    /// The text with its words in upstream's order.
    ///
    /// # Errors
    ///
    /// What upstream says of the first word that is none of the set's.
    pub fn canonical(&self, body: &str) -> Result<String, String> {
        let inside = body.strip_prefix(self.mnemonic).and_then(|body| body.strip_prefix('<')?.strip_suffix('>'));
        let given: Vec<&str> = inside.unwrap_or_default().split([',', '|']).map(str::trim).collect();
        if let Some(word) = given.iter().find(|word| !self.has(word.trim_matches('"'))) {
            return Err(self.refusal(word));
        }
        if self.separator.is_empty() && given.len() > 1 {
            return Err("expected '>'".to_owned());
        }
        let given: Vec<&str> = given.into_iter().map(|word| word.trim_matches('"')).collect();
        let has = |word: &&&str| given.contains(*word) || !self.all.is_empty() && given.contains(&self.all);
        let words: Vec<&str> = self.words.iter().filter(has).copied().collect();
        let text = match words.len() {
            0 => "none".to_owned(),
            count if count == self.words.len() && !self.all.is_empty() => self.all.to_owned(),
            _ => words.join(self.separator),
        };
        Ok(format!("{}<{text}>", self.mnemonic))
    }

    /// What upstream says of a word that is none of the set's.
    pub fn refusal(&self, word: &str) -> String {
        let none: &[&str] = if self.none { &["none"] } else { &[] };
        let all: &[&str] = if self.all.is_empty() { &[] } else { std::slice::from_ref(&self.all) };
        let words = [none, self.words, all].concat().join(", ");
        let word = if self.wanted.1.is_empty() { "" } else { word };
        format!("{}{words}{}{word}", self.wanted.0, self.wanted.1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_in_order() {
        let canonical = |body: &str| WordSet::of("arith", body).and_then(|set| set.canonical(body).ok());
        assert_eq!(canonical("fastmath<nnan, reassoc>").as_deref(), Some("fastmath<reassoc,nnan>"));
        let all = "fastmath<afn,contract,arcp,nsz,ninf,nnan,reassoc>";
        assert_eq!(canonical(all).as_deref(), Some("fastmath<fast>"));
        assert_eq!(canonical("overflow<nuw,nsw>").as_deref(), Some("overflow<nsw, nuw>"));
        assert_eq!(canonical("overflow<none>").as_deref(), Some("overflow<none>"));
        assert_eq!(canonical("overflow<nsx>"), None);
    }

    #[test]
    fn names_are_in_order_and_every_row_is_of_one() {
        assert!(KNOWN.is_sorted());
        for def in crate::ops::table() {
            assert!(is_known(dialect_of(def.name)), "{}", def.name);
        }
    }
}
