//! The HTML around the encoded sections: head, style sheet, index, scripts.

use irtrip_page::escaped;
use serde_json::{Value, json};

use crate::encoded_section::EncodedSection;
use crate::preserved_attributes::PreservedAttributeDocs;

/// The page's scripts, in the order that they run in.
const SCRIPTS: [&str; 5] = [
    irtrip_page::WORDS,
    include_str!("../page/text.js"),
    include_str!("../page/list.js"),
    include_str!("../page/graph.js"),
    include_str!("../page/main.js"),
];

/// The page with the title `name`. `losses` are those that belong to no section.
pub fn html(name: &str, sections: &[EncodedSection], docs: &PreservedAttributeDocs, losses: &[String]) -> String {
    let index: Vec<&Value> = sections.iter().map(|section| &section.index).collect();
    let index = json!({ "file": name, "keys": docs.json(), "lost": losses, "sections": index });
    let size: usize = sections.iter().map(|section| section.data.len() + 64).sum();
    let mut page = String::with_capacity(size + (1 << 17));
    page.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    page.push_str(&escaped(name));
    page.push_str(" - irtrip view</title>\n<style>\n");
    page.push_str(irtrip_page::COLORS);
    page.push_str(include_str!("../page/page.css"));
    page.push_str("</style>\n</head>\n<body>\n");
    page.push_str(include_str!("../page/body.html"));
    page.push_str("<script type=\"application/json\" id=\"index\">");
    // `</script>` would end the element and `<!--` would change how a browser finds its end: neither may be in it.
    page.push_str(&index.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--"));
    page.push_str("</script>\n<script>\n");
    SCRIPTS.iter().for_each(|script| page.push_str(script));
    page.push_str("</script>\n");
    for (i, section) in sections.iter().enumerate() {
        page.push_str(&format!("<script type=\"text/plain\" id=\"s{i}\">"));
        page.push_str(&section.data);
        page.push_str("</script>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}
