//! Attributes that are kept as text and hold words in an order of their own: `#arith.fastmath<nnan,ninf>`.

/// A set of words in an attribute of a dialect that is kept as text: `#arith.fastmath<nnan,ninf>`.
#[derive(Debug)]
pub struct WordSet {
    /// What is before the words.
    pub mnemonic: &'static str,
    /// The words, in the order upstream writes them.
    pub words: &'static [&'static str],
    /// What is between two words; empty where there is only one.
    pub separator: &'static str,
    /// The word for all of them together; empty for none.
    pub all: &'static str,
    /// Whether `none` is a word as well.
    pub none: bool,
    /// Upstream's words where a word is not one of them, before the list of those that are.
    pub wanted: &'static str,
    /// The second message of upstream's.
    pub failed: &'static str,
}

impl WordSet {
    /// Whether a word is one of the set's.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word) || self.none && word == "none" || !self.all.is_empty() && word == self.all
    }

    /// The text with its words in upstream's order.
    ///
    /// # Errors
    ///
    /// Upstream's message for the first word that is none of the set's.
    pub fn canonical(&self, body: &str) -> Result<String, String> {
        let inside = body.strip_prefix(self.mnemonic).and_then(|body| body.strip_prefix('<')?.strip_suffix('>'));
        let given: Vec<&str> = inside.unwrap_or_default().split([',', '|']).map(str::trim).collect();
        if given.iter().any(|word| !self.has(word.trim_matches('"'))) {
            return Err(self.refusal());
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

    /// Upstream's message for a word that is none of the set's.
    pub fn refusal(&self) -> String {
        let none: &[&str] = if self.none { &["none"] } else { &[] };
        let all: &[&str] = if self.all.is_empty() { &[] } else { std::slice::from_ref(&self.all) };
        format!("{}{}", self.wanted, [none, self.words, all].concat().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: WordSet = WordSet {
        mnemonic: "flags",
        words: &["nsw", "nuw", "exact"],
        separator: ", ",
        all: "fast",
        none: true,
        wanted: "expected one of: ",
        failed: "",
    };

    #[test]
    fn words_are_put_in_order() {
        let canonical = |body: &str| FLAGS.canonical(body);
        assert_eq!(canonical("flags<nuw,nsw>").as_deref(), Ok("flags<nsw, nuw>"));
        assert_eq!(canonical("flags<exact,nuw,nsw>").as_deref(), Ok("flags<fast>"));
        assert_eq!(canonical("flags<none>").as_deref(), Ok("flags<none>"));
        assert_eq!(canonical("flags<nsx>"), Err("expected one of: none, nsw, nuw, exact, fast".to_owned()));
    }
}
