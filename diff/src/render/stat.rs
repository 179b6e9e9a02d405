//! A table: a row a part of the modules, the number of differences of each category, and the part's name, which may be
//! longer than a line.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::folders::{all, counts};
use super::{Heading, put_ignored};
use crate::Category;
use crate::difference::Comparison;

/// The differences counted; empty if there are none.
pub fn stat(comparison: &Comparison, heading: &Heading) -> String {
    let comparison = &*comparison.printable();
    let mut out = String::new();
    if comparison.is_same() {
        put_ignored(comparison, heading, &mut out);
        return out;
    }
    let total = counts(all(comparison));
    let head: Vec<&str> = total.keys().map(|category| category.name()).collect();
    heading.paint("1", &head.join("  "), &mut out);
    let mut row = |title: &str, counted: &BTreeMap<Category, usize>| {
        for category in total.keys() {
            let cell = counted.get(category).map_or_else(|| "·".to_owned(), usize::to_string);
            let _ = write!(out, "{cell:>0$}  ", category.name().len());
        }
        out.push_str(title);
        out.push('\n');
    };
    for part in &comparison.parts {
        row(&part.title(), &counts(part.differences()));
    }
    row("total", &total);
    put_ignored(comparison, heading, &mut out);
    out
}
