//! Patterns of lines by anti-unification: the words that all of them have, and holes for those that vary.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::source::words::words;

/// A hole for any words. One for names alone begins with their sigil: `%_`, `@_`.
const HOLE: &str = "_";

/// Texts longer than this are shown up to here.
const MAX_BYTES: usize = 300;

/// What several texts have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Pattern(String);

impl Pattern {
    /// The pattern of one text, which has no hole.
    pub fn of(text: &str) -> Pattern {
        let end = (0..=text.len().min(MAX_BYTES)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        Pattern(text.get(..end).unwrap_or_default().to_owned())
    }

    /// The text, with its holes.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The sign of a pattern that has nothing but a hole after it.
    pub fn sign_alone(&self) -> Option<&str> {
        self.0.split_once(' ').filter(|(sign, rest)| matches!(*sign, "+" | "-") && *rest == HOLE).map(|(sign, _)| sign)
    }

    /// Makes a hole of what the other pattern does not have as well.
    pub fn generalize(&mut self, other: &Pattern) {
        let (a, b): (Vec<Word>, Vec<Word>) = (spaced(&self.0), spaced(&other.0));
        if !matches(&a, &b) {
            self.0 = common(&a, &b);
        }
    }
}

/// A word, and whether there is room before it, which tells no words apart: it stands between any two.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    has_space: bool,
}

impl Word<'_> {
    /// What tells words apart: an operation of the LLVM dialect is called so in LLVM IR without its dialect.
    fn plain(&self) -> &str {
        self.text.strip_prefix("llvm.").unwrap_or(self.text)
    }
}

impl PartialEq for Word<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.plain() == other.plain()
    }
}

impl Eq for Word<'_> {}

impl PartialOrd for Word<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.plain().cmp(other.plain())
    }
}

impl Hash for Word<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plain().hash(state);
    }
}

/// The words of a text.
fn spaced(text: &str) -> Vec<Word<'_>> {
    let mut has_space = false;
    let mut spaced = Vec::new();
    for text in words(text) {
        let is_space = text.trim().is_empty();
        if !is_space {
            spaced.push(Word { text, has_space });
        }
        has_space = is_space;
    }
    spaced
}

/// The hole for a word: for any name of its kind, if it is a name.
fn hole(word: &str) -> &str {
    match word.as_bytes().first() {
        Some(b'%' | b'@' | b'^' | b'!') if word.len() > 1 => word.get(..1).unwrap_or(HOLE),
        _ => "",
    }
}

/// Whether words are an instance of a pattern's.
fn matches(pattern: &[Word], words: &[Word]) -> bool {
    let is_one = |of: &Word, word: &Word| {
        of == word || of.text.len() == 2 && of.text.ends_with(HOLE) && hole(word.text) == hole(of.text)
    };
    let (mut at, mut word) = (0, 0);
    // Where the last hole for any words is, and the word that it ends before.
    let mut last: Option<(usize, usize)> = None;
    while let Some(next) = words.get(word) {
        match pattern.get(at) {
            Some(of) if of.text == HOLE => {
                last = Some((at, word));
                at += 1;
            }
            Some(of) if is_one(of, next) => (at, word) = (at + 1, word + 1),
            _ => {
                let Some((before, end)) = last else { return false };
                last = Some((before, end + 1));
                (at, word) = (before + 1, end + 1);
            }
        }
    }
    pattern.iter().skip(at).all(|of| of.text == HOLE)
}

/// The words that both have, with holes between them.
fn common(a: &[Word], b: &[Word]) -> String {
    let mut out = String::new();
    let mut is_after_hole = false;
    let mut put = |text: &str, has_space: bool| {
        let is_hole = text == HOLE;
        if !(is_hole && std::mem::replace(&mut is_after_hole, is_hole)) {
            out.push_str(if has_space { " " } else { "" });
            out.push_str(text);
        }
        is_after_hole = is_hole;
    };
    let space = |of: &[Word]| of.first().is_some_and(|word| word.has_space);
    for change in capture_diff_slices(Algorithm::Myers, a, b) {
        let (old, new) = (change.old_range(), change.new_range());
        let (of_a, of_b) = (a.get(old).unwrap_or_default(), b.get(new).unwrap_or_default());
        if change.tag() == DiffTag::Equal {
            of_a.iter().zip(of_b).for_each(|(x, y)| put(x.text, x.has_space || y.has_space));
        } else if of_a.len() == of_b.len() {
            for (x, y) in of_a.iter().zip(of_b) {
                let (kind, has_space) = (hole(x.text), x.has_space || y.has_space);
                match x == y {
                    true => put(x.text, has_space),
                    false if kind == hole(y.text) => put(&format!("{kind}{HOLE}"), has_space),
                    false => put(HOLE, has_space),
                }
            }
        } else {
            put(HOLE, space(of_a) || space(of_b));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> String {
        let mut all = texts.iter().map(|text| Pattern::of(text));
        let mut pattern = all.next().unwrap_or(Pattern(String::new()));
        all.for_each(|other| pattern.generalize(&other));
        pattern.0
    }

    #[test]
    fn what_varies_is_a_hole() {
        assert_eq!(of(&["%1 = add(%2, 7 : i32)", "%a = add(%b, 8 : i64)"]), "%_ = add(%_, _ : _)");
        assert_eq!(of(&["call @f(%1)", "call @g(%2, %3)", "call @h()"]), "call @_(_)");
        assert_eq!(of(&["nsw -> nsw, nuw", "nsw -> nsw, nuw"]), "nsw -> nsw, nuw");
        // Spaces do not take the place of words.
        let calls = ["- call void @f(i1 %1)", "- tail call void @f(i1 %2) #3", "- call void (...) @f(i1 %4)"];
        assert_eq!(of(&calls), "- _ call void _ @f(i1 %_) _");
    }

    #[test]
    fn each_text_is_an_instance_of_the_pattern() {
        let texts = ["call @f(%1) {x = 1}", "call @g()", "%2 = call @g(7 : i32) {y}", "", "%3 = freeze(%2)"];
        let pattern = of(&texts);
        for text in texts {
            assert!(matches(&spaced(&pattern), &spaced(text)), "{pattern} {text}");
        }
    }
}
