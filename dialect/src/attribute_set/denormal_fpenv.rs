//! The attribute `denormal_fpenv` of LLVM 23, which stands for two string attributes of the releases before. LangRef,
//! "Function Attributes".

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

/// The output's and the input's mode, of which one may stand for both.
fn values(text: &str) -> Option<String> {
    let mode = |word: &str| MODES.iter().find(|mode| mode.0 == word.trim()).map(|mode| mode.1);
    let (output, input) = text.split_once('|').unwrap_or((text, text));
    Some(format!("{},{}", mode(output)?, mode(input)?))
}
