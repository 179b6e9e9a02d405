//! The forms in which a comparison is shown.

mod clusters;
#[cfg(feature = "pages")]
mod folder_page;
pub mod folders;
#[cfg(feature = "pages")]
mod html;
mod json;
mod markdown;
mod side_by_side;
mod stat;
mod unified;

#[cfg(feature = "pages")]
pub use folder_page::html as folders_html;
#[cfg(feature = "pages")]
pub use html::html;
pub use json::{SCHEMA_VERSION, json};
pub use markdown::markdown;
pub use side_by_side::side_by_side;
pub use stat::stat;
pub use unified::{unified, word_diff};

use irtrip_dialect::diagnostic::counted;

use crate::without_hashes::without_hashes;
use crate::{Comparison, Difference, IgnoredName, Names};

/// A difference in words: `# predicate (flag): eq -> ne`. What a preserved attribute holds is not in the reader's language, but its
/// name is.
fn note(difference: &Difference) -> String {
    if let Some(preserved) = difference.preserved_attribute() {
        return format!("# {} ({})", preserved.title(), difference.category);
    }
    let [a, b] = [&difference.a, &difference.b].map(|s| s.as_deref().map_or("nothing".into(), without_hashes));
    let values = if a == b { String::new() } else { format!(": {a} -> {b}") };
    format!("# {} ({}){values}", difference.what, difference.category)
}

/// The names that were not compared, in words: all of them, by what has them.
fn ignored(all: &[IgnoredName]) -> Vec<String> {
    let words = |name: &IgnoredName| match (&name.a, &name.b) {
        (Some(a), Some(b)) => format!("{a} -> {b}"),
        (Some(a), None) => format!("-{a}"),
        (None, b) => format!("+{}", b.as_deref().unwrap_or_default()),
    };
    let line = |names: Names| {
        let of: Vec<String> = all.iter().filter(|one| one.names == names).map(words).collect();
        (!of.is_empty()).then(|| format!("# ignored {}: {}", names.name(), of.join(", ")))
    };
    Names::ALL.into_iter().filter_map(line).collect()
}

/// How many differences LLVM's canonical form does not have, in words.
fn equated(count: Option<usize>) -> Option<String> {
    Some(format!("# semantic: {} equated", counted(count?, "difference")))
}

/// Writes the names that were not compared, a line for what has them, and how many differences were equated.
fn put_ignored(comparison: &Comparison, heading: &Heading, out: &mut String) {
    let lines = ignored(&comparison.ignored).into_iter().chain(equated(comparison.equated));
    lines.for_each(|line| heading.paint("2", &line, out));
}

/// Foreground and background change places.
const EMPHASIS: &str = "\x1b[7m";
const NO_EMPHASIS: &str = "\x1b[27m";

/// The names of the files compared, and whether colours are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'h> {
    /// The first file.
    pub a: &'h str,
    /// The second.
    pub b: &'h str,
    /// Colours by escape sequences.
    pub color: bool,
    /// When, by what and by which command the comparison was made, for forms that are kept.
    pub made: Option<&'h str>,
}

impl Heading<'_> {
    /// A line after a sign, in a colour in which some of its words stand out, where colours are wanted.
    fn paint_words(
        &self,
        code: &str,
        sign: char,
        text: &str,
        words: impl Iterator<Item = std::ops::Range<usize>>,
        out: &mut String,
    ) {
        let mut line = String::with_capacity(text.len() + 1);
        line.push(sign);
        let mut at = 0;
        for range in words.filter(|range| self.color && !range.is_empty()) {
            line.push_str(text.get(at..range.start).unwrap_or_default());
            line.push_str(EMPHASIS);
            line.push_str(text.get(range.clone()).unwrap_or_default());
            line.push_str(NO_EMPHASIS);
            at = range.end;
        }
        line.push_str(text.get(at..).unwrap_or_default());
        self.paint(code, &line, out);
    }

    /// A line in a colour, where colours are wanted.
    fn paint(&self, code: &str, text: &str, out: &mut String) {
        if self.color {
            out.push_str("\x1b[");
            out.push_str(code);
            out.push('m');
        }
        out.push_str(text);
        out.push_str(if self.color { "\x1b[0m\n" } else { "\n" });
    }
}
