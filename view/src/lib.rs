//! LLVM IR and MLIR side by side in one page, which needs nothing but a browser.
//!
//! 1. The module is written in both languages, and each writer notes what of the model a stretch of text says.
//! 2. [`sections`] cuts both texts into sections that belong together: a function, what stands before all of them.
//! 3. [`lines`] finds for each section which line of one side belongs to which of the other, from these notes alone;
//!    [`preserved`] finds what is preserved and lost, [`flow`] draws the control flow
//!    as [`layout`] lays it out.
//! 4. [`page`] packs each section and puts them into the page, whose style and script are files of their own.

mod flow;
mod layout;
mod lines;
mod packed;
mod preserved;
mod sections;
#[cfg(test)]
mod tests;

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::{Context, Module, Op};
use irtrip_export::export_with_source_map;
use irtrip_grammar::print::{PrintOptions, print_with_source_map};
use rayon::prelude::*;
use serde_json::{Value, json};

/// Where something is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At an operation of the module, or at one in its body.
    Op(Op, Option<Op>),
    /// At a byte of the assembly.
    Byte(usize),
    /// Nowhere in particular.
    Module,
}

/// Something that a translation leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Where.
    pub place: Place,
    /// What, and by whom.
    pub what: String,
}

/// Makes the page of a module.
///
/// `name` is what the page is called; `lost` is given the assembly and says what a translation left out besides what
/// the export of this module does.
///
/// # Errors
///
/// Those of [`irtrip_export::export`].
///
/// ```
/// use irtrip_dialect::{Context, Module};
/// let page = irtrip_view::page(&Context::new(), &Module::new(), "empty.ll", |_| Vec::new());
/// assert!(page.is_ok_and(|page| page.starts_with("<!doctype html>")));
/// ```
pub fn page(
    ctx: &Context,
    module: &Module,
    name: &str,
    lost: impl FnOnce(&str) -> Vec<Lost>,
) -> DiagnosticResult<String> {
    let options = PrintOptions::of(module);
    let (llvm, mlir) =
        rayon::join(|| export_with_source_map(ctx, module), || print_with_source_map(ctx, module, &options));
    let (llvm, dropped) = llvm?;
    let text: String = llvm.iter().map(|piece| piece.text.as_str()).collect();
    let mut losses = lost(&text);
    losses.extend(dropped.into_iter().map(|dropped| Lost {
        place: dropped.entity.map_or(Place::Module, |entity| Place::Op(entity, dropped.op)),
        what: format!("LLVM IR has no form for {}, and export leaves it out.", dropped.code),
    }));
    let sections = sections::cut(ctx, module, &llvm, &mlir);
    let losses = preserved::Losses::sort(&sections, losses);
    let keys = preserved::Keys::new();
    let packed: Vec<packed::Packed> = sections
        .par_iter()
        .enumerate()
        .with_max_len(1)
        .map(|(i, section)| packed::pack(ctx, module, section, &keys, losses.of(i)))
        .collect();
    Ok(assembled(name, &packed, &keys, losses.elsewhere()))
}

/// The page around packed sections.
fn assembled(name: &str, sections: &[packed::Packed], keys: &preserved::Keys, elsewhere: &[String]) -> String {
    let index: Vec<&Value> = sections.iter().map(|section| &section.index).collect();
    let index = json!({ "file": name, "keys": keys.json(), "lost": elsewhere, "sections": index });
    let size: usize = sections.iter().map(|section| section.data.len() + 64).sum();
    let mut page = String::with_capacity(size + (1 << 17));
    page.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    page.push_str(&escaped(name));
    page.push_str(" - irtrip view</title>\n<style>\n");
    page.push_str(include_str!("../page/page.css"));
    page.push_str("</style>\n</head>\n<body>\n");
    page.push_str(include_str!("../page/body.html"));
    page.push_str("<script type=\"application/json\" id=\"index\">");
    // Nothing in a script element ends it but this.
    page.push_str(&index.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--"));
    page.push_str("</script>\n<script>\n");
    for script in [
        include_str!("../page/text.js"),
        include_str!("../page/list.js"),
        include_str!("../page/graph.js"),
        include_str!("../page/main.js"),
    ] {
        page.push_str(script);
    }
    page.push_str("</script>\n");
    for (i, section) in sections.iter().enumerate() {
        page.push_str(&format!("<script type=\"text/plain\" id=\"s{i}\">"));
        page.push_str(&section.data);
        page.push_str("</script>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
