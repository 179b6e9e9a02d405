//! Words that LLVM 23 has for attributes which are spelled otherwise in the releases before: `denormal_fpenv(...)` for
//! two string attributes, `nooutline` for one, and `dead_on_return`, which may have a number of bytes and stands among the
//! attributes with a value. LangRef, "Function Attributes", "Parameter Attributes".

use std::borrow::Cow;

use super::{AttributeItem, AttributeSet};
use crate::context::Context;
use crate::llvm_attributes::AttributeText;
use crate::release::{Release, Releases};
use crate::spellings::Spelling;

/// The string attribute of all formats, and that of single precision alone.
const KEYS: [&str; 2] = ["denormal-fp-math", "denormal-fp-math-f32"];

/// How denormal numbers are treated, by number in bitcode: the word of LLVM 23, and that of the string attributes.
const MODES: [(&str, &str); 4] =
    [(IEEE, "ieee"), ("preservesign", "preserve-sign"), ("positivezero", "positive-zero"), ("dynamic", "dynamic")];

/// The string attributes that `denormal_fpenv` with this between its brackets stands for: their keys and values;
/// `None` where it is malformed.
///
/// ```
/// use irtrip_dialect::attribute_set::denormal_fpenv_strings;
/// let strings = denormal_fpenv_strings("preservesign|ieee, float: dynamic").unwrap();
/// assert_eq!(strings[0], ("denormal-fp-math", "preserve-sign,ieee".to_owned()));
/// assert_eq!(strings[1], ("denormal-fp-math-f32", "dynamic,dynamic".to_owned()));
/// assert!(denormal_fpenv_strings("flush").is_none());
/// ```
pub fn denormal_fpenv_strings(text: &str) -> Option<Vec<(&'static str, String)>> {
    let strings =
        |(key, [output, input]): (&'static str, [usize; 2])| (key, format!("{},{}", MODES[output].1, MODES[input].1));
    Some(parse_modes(text)?.into_iter().map(strings).collect())
}

/// The keys of the string attributes that `denormal_fpenv` with this between its brackets stands for, each with the places of the
/// output's and the input's mode in [`MODES`], of which one may stand for both.
fn parse_modes(text: &str) -> Option<Vec<(&'static str, [usize; 2])>> {
    let [all, single] = KEYS;
    let mode = |word: &str| MODES.iter().position(|mode| mode.0 == word.trim());
    text.split(',')
        .map(|part| {
            let (key, modes) = match part.trim().strip_prefix("float") {
                Some(modes) => (single, modes.trim_start().strip_prefix(':')?),
                None => (all, part),
            };
            let (output, input) = modes.split_once('|').unwrap_or((modes, modes));
            Some((key, [mode(output)?, mode(input)?]))
        })
        .collect()
}

/// The number that bitcode has for `denormal_fpenv` with this between its brackets: two bits each for what is computed and what
/// is given, of single precision above all formats; `None` where it is malformed.
///
/// ```
/// use irtrip_dialect::attribute_set::{denormal_fpenv_bits, denormal_fpenv_of_bits};
/// let text = "preservesign|positivezero, float: dynamic|ieee";
/// assert_eq!(denormal_fpenv_bits(text), Some(0b0011_1001));
/// assert_eq!(denormal_fpenv_of_bits(0b0011_1001), text);
/// assert_eq!(denormal_fpenv_of_bits(0b0101_0101), "preservesign");
/// assert_eq!(denormal_fpenv_of_bits(0b0101_0000), "float: preservesign");
/// ```
pub fn denormal_fpenv_bits(text: &str) -> Option<u64> {
    let parts = parse_modes(text)?;
    let bits_of = |key: &str| {
        let [output, input] = parts.iter().rev().find(|part| part.0 == key)?.1;
        Some((output | input << 2) as u64)
    };
    let [all, single] = KEYS.map(bits_of);
    let all = all.unwrap_or_default();
    Some(all | single.unwrap_or(all) << 4)
}

/// What is between the brackets of the `denormal_fpenv` that bitcode has this number for.
pub fn denormal_fpenv_of_bits(bits: u64) -> String {
    let mode = |place: u64| MODES[(bits >> place & 3) as usize].0;
    joined(both(mode(0), mode(2)), both(mode(4), mode(6)))
}

/// The output's and the input's mode, of which one may stand for both.
fn both(output: &str, input: &str) -> String {
    if output == input { output.to_owned() } else { format!("{output}|{input}") }
}

/// The modes of all formats, and of single precision where they are others.
fn joined(all: String, single: String) -> String {
    match (all, single) {
        (all, single) if all == single => all,
        (all, single) if all == IEEE => format!("float: {single}"),
        (all, single) => format!("{all}, float: {single}"),
    }
}

/// An attribute that is a word of its own since LLVM 23.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewerWord {
    /// `nooutline`: the string attribute of that key.
    NoOutline,
    /// `dead_on_return(8)`.
    DeadOnReturn,
    /// `denormal_fpenv(...)`: two string attributes, `"denormal-fp-math"` and that of single precision.
    DenormalFpenv,
}

/// The words, in LLVM's order, each with the attribute that LLVM's writer has after it.
const WORDS: [(NewerWord, &str, &str); 3] = [
    (NewerWord::NoOutline, "nooutline", "noprofile"),
    (NewerWord::DeadOnReturn, "dead_on_return", "dereferenceable"),
    (NewerWord::DenormalFpenv, "denormal_fpenv", "dereferenceable"),
];

impl NewerWord {
    /// The releases that have the words.
    pub fn releases() -> Releases {
        Spelling::NewerAttributes.releases()
    }

    /// The attribute that a word is read as string attributes of.
    ///
    /// ```
    /// use irtrip_dialect::attribute_set::NewerWord;
    /// assert_eq!(NewerWord::of_strings(b"nooutline"), Some(NewerWord::NoOutline));
    /// assert_eq!(NewerWord::of_strings(b"dead_on_return"), None);
    /// ```
    pub fn of_strings(word: &[u8]) -> Option<NewerWord> {
        let row = WORDS.iter().find(|(_, spelled, _)| spelled.as_bytes() == word)?;
        Some(row.0).filter(|newer| *newer != NewerWord::DeadOnReturn)
    }

    /// Which of these an attribute is, if any.
    pub fn of(ctx: &Context, item: &AttributeItem) -> Option<NewerWord> {
        match item {
            AttributeItem::String { key, value: None } => NewerWord::of_strings(ctx.bytes(*key)),
            _ if item.is(AttributeText::DeadOnReturn) => Some(NewerWord::DeadOnReturn),
            _ => string_of(ctx, item).map(|_| NewerWord::DenormalFpenv),
        }
    }
}

/// The words that a release has for attributes of a set, each with the attribute that LLVM's writer has after it.
pub(super) fn newer_words(
    ctx: &Context,
    release: Release,
    set: &AttributeSet,
) -> Vec<(Cow<'static, str>, &'static str)> {
    let mut words = Vec::new();
    if !NewerWord::releases().contains(release) {
        return words;
    }
    for (newer, word, next) in WORDS {
        let Some(item) = set.items().iter().find(|item| NewerWord::of(ctx, item) == Some(newer)) else { continue };
        let word = match newer {
            NewerWord::NoOutline => word.into(),
            NewerWord::DeadOnReturn => item.text(ctx).into(),
            NewerWord::DenormalFpenv => format!("{word}({})", denormal_fpenv(ctx, set).unwrap_or_default()).into(),
        };
        words.push((word, next));
    }
    words
}

/// What is between the brackets of a set's `denormal_fpenv`, where the set has a string for it.
fn denormal_fpenv(ctx: &Context, set: &AttributeSet) -> Option<String> {
    let strings = || set.items().iter().filter_map(|item| string_of(ctx, item));
    let [all, single] = KEYS.map(|key| strings().find(|(of, _)| *of == key).map(|(_, modes)| modes));
    match (all, single) {
        (None, None) => None,
        (Some(all), None) => Some(all),
        (Some(all), Some(single)) => Some(joined(all, single)),
        (None, Some(single)) => Some(format!("float: {single}")),
    }
}

/// The mode that is none in addition.
const IEEE: &str = "ieee";

/// The key of a string attribute about denormal numbers, and its modes in LLVM 23's words.
fn string_of(ctx: &Context, item: &AttributeItem) -> Option<(&'static str, String)> {
    let AttributeItem::String { key, value: Some(value) } = item else { return None };
    let key = KEYS.into_iter().find(|of| ctx.bytes(*key) == of.as_bytes())?;
    let text = ctx.text(*value);
    let mode = |word: &str| MODES.iter().find(|mode| mode.1 == word).map(|mode| mode.0);
    let (output, input) = text.split_once(',').unwrap_or((&text, &text));
    Some((key, both(mode(output)?, mode(input)?)))
}
