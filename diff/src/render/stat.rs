//! A table: a row a part of the modules, the number of differences of each category.

use std::fmt::Write;

use super::Heading;
use crate::Category;
use crate::difference::{ChangedPart, Comparison};

/// The differences counted; empty if there are none.
pub fn stat(comparison: &Comparison, heading: &Heading) -> String {
    let mut out = String::new();
    if comparison.is_same() {
        return out;
    }
    let met: Vec<Category> =
        Category::ALL.iter().copied().filter(|c| comparison.differences().any(|(_, d)| d.category == *c)).collect();
    let titles: Vec<String> = comparison.parts.iter().map(ChangedPart::title).collect();
    let width = titles.iter().map(|t| t.chars().count()).max().unwrap_or(0).max("total".len());
    let mut head = format!("{:width$}", "");
    for category in &met {
        let _ = write!(head, "  {category}");
    }
    heading.paint("1", &head, &mut out);
    let mut row = |title: &str, count: &dyn Fn(Category) -> usize| {
        let _ = write!(out, "{title:width$}");
        for category in &met {
            let number = count(*category);
            let cell = if number == 0 { "·".to_owned() } else { number.to_string() };
            let _ = write!(out, "  {cell:>0$}", category.name().len());
        }
        out.push('\n');
    };
    for (part, title) in comparison.parts.iter().zip(&titles) {
        row(title, &|category| part.differences().filter(|d| d.category == category).count());
    }
    row("total", &|category| comparison.differences().filter(|(_, d)| d.category == category).count());
    out
}
