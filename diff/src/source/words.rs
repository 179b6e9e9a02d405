//! The words of lines, and which of them differ between two lines.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Lines of more words than this are not compared word by word.
const MOST_WORDS: usize = 4000;

/// The words of a line: names with their sigils, numbers, strings, runs of spaces, and single other characters.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_name = |c: char| c.is_alphanumeric() || "$._-".contains(c) || !c.is_ascii();
        let end_of = |start: usize, is: &dyn Fn(char) -> bool| {
            let after = rest.get(start..).unwrap_or_default();
            start + after.find(|c| !is(c)).unwrap_or(after.len())
        };
        let quoted = |start: usize| {
            let after = rest.get(start + 1..).unwrap_or_default();
            after.find('"').map_or(rest.len(), |end| start + end + 2)
        };
        let length = match first {
            '"' => quoted(0),
            '%' | '@' | '!' | '#' | '$' | '^' if rest.get(1..2) == Some("\"") => quoted(1),
            '%' | '@' | '!' | '#' | '$' | '^' => end_of(1, &is_name),
            c if c.is_whitespace() => end_of(0, &char::is_whitespace),
            c if is_name(c) => end_of(0, &is_name),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(word)
    })
}

/// What a word refers to by a number that may be another one in another module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reference {
    /// `%7`, `%x`, `^bb1`.
    Local,
    /// `#0`: an attribute group.
    Group,
    /// `!7`: a metadata node.
    Node,
}

impl Reference {
    /// The kind of reference that a word is.
    pub fn of(word: &str) -> Option<Reference> {
        let rest = word.get(1..).unwrap_or_default();
        let numbered = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        match word.as_bytes().first() {
            Some(b'%' | b'^') if !rest.is_empty() => Some(Reference::Local),
            Some(b'#') if numbered => Some(Reference::Group),
            Some(b'!') if numbered => Some(Reference::Node),
            _ => None,
        }
    }
}

/// The names that locals of the first module have in the second.
#[derive(Default)]
pub(crate) struct LocalNames<'t>(FxHashMap<Cow<'t, str>, Cow<'t, str>>);

impl<'t> LocalNames<'t> {
    /// Adds a local, by its name in both modules.
    pub fn insert(&mut self, a: &'t str, b: &'t str) {
        self.0.entry(a.into()).or_insert_with(|| b.into());
    }

    /// Adds a block, by its label in both modules.
    pub fn insert_label(&mut self, a: &'t str, b: &'t str) {
        match a.starts_with('^') {
            true => self.insert(a, b),
            false => {
                self.0.entry(format!("%{a}").into()).or_insert_with(|| format!("%{b}").into());
            }
        }
    }

    /// A line of the first module as the second would have it.
    pub fn line_in_second(&self, line: &str) -> String {
        words(line).map(|word| self.in_second(word)).collect()
    }

    /// A word of the first module as the second would have it. References to groups and nodes are alike.
    fn in_second<'w>(&'w self, word: &'w str) -> &'w str {
        match Reference::of(word) {
            Some(Reference::Local) => self.0.get(word).map_or(word, |name| name),
            _ => without_number(word),
        }
    }
}

/// A word, or the sigil of a reference to a group or node.
pub(crate) fn without_number(word: &str) -> &str {
    match Reference::of(word) {
        Some(Reference::Group | Reference::Node) => word.get(..1).unwrap_or(word),
        _ => word,
    }
}

/// A stretch of the first line, and what the second line has in its place; one of them may be empty.
pub(crate) type ChangedWords = (Range<usize>, Range<usize>);

/// The stretches in which two lines differ. Locals of one name, and numbers of groups and nodes, are alike.
pub(crate) fn changed_words(a: &str, b: &str, names: &LocalNames) -> Vec<ChangedWords> {
    let (of_a, of_b): (Vec<&str>, Vec<&str>) = (words(a).collect(), words(b).collect());
    if of_a.len().max(of_b.len()) > MOST_WORDS {
        return if a == b { Vec::new() } else { vec![(0..a.len(), 0..b.len())] };
    }
    let keys_a: Vec<&str> = of_a.iter().map(|word| names.in_second(word)).collect();
    let keys_b: Vec<&str> = of_b.iter().map(|word| without_number(word)).collect();
    if keys_a == keys_b {
        return Vec::new();
    }
    let (starts_a, starts_b) = (starts(&of_a), starts(&of_b));
    let bytes = |starts: &[usize], words: Range<usize>| {
        starts.get(words.start).copied().unwrap_or(0)..starts.get(words.end).copied().unwrap_or(0)
    };
    let mut changed: Vec<ChangedWords> = Vec::new();
    for change in capture_diff_slices(Algorithm::Myers, &keys_a, &keys_b) {
        let (old, new) = (bytes(&starts_a, change.old_range()), bytes(&starts_b, change.new_range()));
        match changed.last_mut() {
            _ if change.tag() == DiffTag::Equal => {}
            Some(last) if last.0.end == old.start && last.1.end == new.start => {
                (last.0.end, last.1.end) = (old.end, new.end);
            }
            _ => changed.push((old, new)),
        }
    }
    changed
}

/// The byte that each word starts at, and where the last one ends.
fn starts(words: &[&str]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = vec![0];
    starts.extend(words.iter().map(|word| {
        at += word.len();
        at
    }));
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_line_are_the_line() {
        for line in ["  %1 = add nsw i32 %a, 7, !dbg !12 ; é", "@\"a b\" = global i32 1", "\"open", "", "!{!\"x\", !1}"]
        {
            assert_eq!(words(line).collect::<String>(), line);
        }
    }

    #[test]
    fn words_that_only_changed_their_number_are_alike() {
        let mut names = LocalNames::default();
        names.insert("%1", "%2");
        let (a, b) = ("%3 = add i32 %1, 7, !dbg !1", "%3 = add i32 %2, 8, !dbg !9");
        let changed = changed_words(a, b, &names);
        let texts: Vec<_> = changed.into_iter().map(|(x, y)| (a.get(x), b.get(y))).collect();
        assert_eq!(texts, [(Some("7"), Some("8"))]);
    }
}
