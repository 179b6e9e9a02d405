//! Patterns of lines by anti-unification: the words that all of them have, and holes for those that vary.

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::source::words::words;

/// A hole for any words. One for names alone has their sigil in front: `%_`, `@_`.
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

    /// Makes a hole of what the other pattern does not have as well.
    pub fn generalize(&mut self, other: &Pattern) {
        let (a, b): (Vec<&str>, Vec<&str>) = (words(&self.0).collect(), words(&other.0).collect());
        if !matches(&a, &b) {
            self.0 = common(&a, &b);
        }
    }
}

/// The hole for a word: for any name of its kind, if it is a name.
fn hole(word: &str) -> &str {
    match word.as_bytes().first() {
        Some(b'%' | b'@' | b'^' | b'!') if word.len() > 1 => word.get(..1).unwrap_or(HOLE),
        _ => "",
    }
}

/// Whether words are an instance of a pattern's.
fn matches(pattern: &[&str], words: &[&str]) -> bool {
    let is_one = |of: &str, word: &str| of == word || of.len() == 2 && of.ends_with(HOLE) && hole(word) == hole(of);
    let (mut at, mut word) = (0, 0);
    // Where the last hole for any words is, and the word that it ends before.
    let mut last: Option<(usize, usize)> = None;
    while let Some(&next) = words.get(word) {
        match pattern.get(at) {
            Some(&HOLE) => {
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
    pattern.iter().skip(at).all(|of| *of == HOLE)
}

/// The words that both have, with holes between them.
fn common(a: &[&str], b: &[&str]) -> String {
    let mut out: Vec<String> = Vec::new();
    for change in capture_diff_slices(Algorithm::Myers, a, b) {
        let (old, new) = (change.old_range(), change.new_range());
        let (of_a, of_b) = (a.get(old).unwrap_or_default(), b.get(new).unwrap_or_default());
        if change.tag() == DiffTag::Equal {
            out.extend(of_a.iter().map(|word| (*word).to_owned()));
        } else if of_a.len() == of_b.len() {
            out.extend(of_a.iter().zip(of_b).map(|(x, y)| match x == y {
                true => (*x).to_owned(),
                false if hole(x) == hole(y) => format!("{}{HOLE}", hole(x)),
                false => HOLE.to_owned(),
            }));
        } else {
            out.push(HOLE.to_owned());
        }
    }
    out.dedup_by(|next, last| next == HOLE && last == HOLE);
    out.concat()
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
    }

    #[test]
    fn each_text_is_an_instance_of_the_pattern() {
        let texts = ["call @f(%1) {x = 1}", "call @g()", "%2 = call @g(7 : i32) {y}", "", "%3 = freeze(%2)"];
        let pattern = of(&texts);
        let pattern: Vec<&str> = words(&pattern).collect();
        for text in texts {
            assert!(matches(&pattern, &words(text).collect::<Vec<_>>()), "{pattern:?} {text}");
        }
    }
}
