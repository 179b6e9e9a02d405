//! The attribute `denormal_fpenv` of LLVM 23, which stands for two string attributes of the releases before. LangRef,
//! "Function Attributes".

use super::{AttributeItem, AttributeSet};
use crate::context::Context;
use crate::release::Release;
use crate::spellings::Spelling;

/// The string attribute of all formats, and that of single precision alone.
const KEYS: [&str; 2] = ["denormal-fp-math", "denormal-fp-math-f32"];

/// How denormal numbers are treated: the word of LLVM 23, and that of the string attributes.
const MODES: [(&str, &str); 4] =
    [("dynamic", "dynamic"), ("ieee", "ieee"), ("positivezero", "positive-zero"), ("preservesign", "preserve-sign")];

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
    let [all, single] = KEYS;
    text.split(',')
        .map(|part| match part.trim().strip_prefix("float") {
            Some(modes) => Some((single, values(modes.trim_start().strip_prefix(':')?)?)),
            None => Some((all, values(part)?)),
        })
        .collect()
}

/// Whether an attribute is one of the strings that a release has `denormal_fpenv` for.
pub fn is_denormal_fpenv(ctx: &Context, release: Release, item: &AttributeItem) -> bool {
    Spelling::DenormalFpenv.releases().contain(release) && string_of(ctx, item).is_some()
}

/// What is between the brackets of a set's `denormal_fpenv`, where a release has it and the set has a string for it.
pub(super) fn denormal_fpenv(ctx: &Context, release: Release, set: &AttributeSet) -> Option<String> {
    if !Spelling::DenormalFpenv.releases().contain(release) {
        return None;
    }
    let strings = || set.items().iter().filter_map(|item| string_of(ctx, item));
    let [all, single] = KEYS.map(|key| strings().find(|(of, _)| *of == key).map(|(_, modes)| modes));
    match (all, single) {
        (None, None) => None,
        (Some(all), None) => Some(all),
        (Some(all), Some(single)) if all == single => Some(all),
        (Some(all), Some(single)) if all == IEEE => Some(format!("float: {single}")),
        (Some(all), Some(single)) => Some(format!("{all}, float: {single}")),
        (None, Some(single)) => Some(format!("float: {single}")),
    }
}

/// The mode that is none besides.
const IEEE: &str = "ieee";

/// The key of a string attribute about denormal numbers, and its modes in LLVM 23's words.
fn string_of(ctx: &Context, item: &AttributeItem) -> Option<(&'static str, String)> {
    let AttributeItem::String { key, value: Some(value) } = item else { return None };
    let key = KEYS.into_iter().find(|of| ctx.bytes(*key) == of.as_bytes())?;
    let text = ctx.text(*value);
    let mode = |word: &str| MODES.iter().find(|mode| mode.1 == word).map(|mode| mode.0);
    let (output, input) = text.split_once(',').unwrap_or((&text, &text));
    let (output, input) = (mode(output)?, mode(input)?);
    Some((key, if output == input { output.to_owned() } else { format!("{output}|{input}") }))
}

/// The output's and the input's mode, of which one may stand for both.
fn values(text: &str) -> Option<String> {
    let mode = |word: &str| MODES.iter().find(|mode| mode.0 == word.trim()).map(|mode| mode.1);
    let (output, input) = text.split_once('|').unwrap_or((text, text));
    Some(format!("{},{}", mode(output)?, mode(input)?))
}
