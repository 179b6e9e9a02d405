//! The forms in which a comparison is shown.

mod html;
mod json;
mod side_by_side;
mod stat;
mod unified;

pub use html::html;
pub use json::{SCHEMA_VERSION, json};
pub use side_by_side::side_by_side;
pub use stat::stat;
pub use unified::unified;

use crate::Difference;

/// A difference in words: `# predicate (flag): eq -> ne`.
fn note(difference: &Difference) -> String {
    let [a, b] = [&difference.a, &difference.b].map(|s| s.as_deref().unwrap_or("nothing"));
    let values = if a == b { String::new() } else { format!(": {a} -> {b}") };
    format!("# {} ({}){values}", difference.what, difference.category)
}

/// The names of the files compared, and whether colours are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'h> {
    /// The first file.
    pub a: &'h str,
    /// The second.
    pub b: &'h str,
    /// Colours by escape sequences.
    pub color: bool,
}

impl Heading<'_> {
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
