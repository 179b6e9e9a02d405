//! What irtrip's pages have in common: their colours, how a line of LLVM IR or MLIR is coloured, and sections that are packed
//! into the page and unpacked by the browser once a reader opens them. A page is one file that needs nothing else.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The colours of all pages, light and dark as the reader's system is, as a style sheet.
pub const COLORS: &str = include_str!("../page/colors.css");

/// The script that unpacks sections, `unpacked(element)`, and colours lines, `coloured(text, isMlir, query)`.
pub const WORDS: &str = include_str!("../page/words.js");

/// A text, deflated, in base64, which nothing in a page mistakes for markup.
///
/// ```
/// assert!(irtrip_page::packed(&"<b>".repeat(1000)).len() < 100);
/// ```
pub fn packed(text: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(4));
    // Writing to a vector cannot fail.
    let written = encoder.write_all(text.as_bytes());
    STANDARD.encode(written.and_then(|()| encoder.finish()).unwrap_or_default())
}

/// A text as HTML, also in an attribute's value between double quotes.
///
/// ```
/// assert_eq!(irtrip_page::escaped("a<\"b\">"), "a&lt;&quot;b&quot;&gt;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
