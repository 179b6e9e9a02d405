//! What kind of difference makes a module another: what is the same of it, however small the module is made.

use irtrip_diff::{Category, ChangedPart, Comparison, DiffRow};

/// A kind of difference between two models.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ModelDifference {
    /// What it is about.
    pub category: Category,
    /// What differs: `predicate`, `operand #1`, an attribute's name; without numbers.
    pub what: String,
    /// The operation that it is a difference of, in both models where these have another; the part of the module where it
    /// is of none.
    pub operations: Vec<String>,
    /// Whether each model has what differs.
    pub is_in: [bool; 2],
    /// Whether a line that differs has `poison` in it: in place of what was left out it makes constants of operations.
    pub has_poison: bool,
}

impl ModelDifference {
    /// All kinds of differences of a comparison, in order, each once.
    pub fn all(comparison: &Comparison) -> Vec<ModelDifference> {
        let rows = |part: &ChangedPart| part.hunks.iter().flat_map(|hunk| &hunk.rows).cloned().collect::<Vec<_>>();
        let mut all: Vec<ModelDifference> = comparison
            .parts
            .iter()
            .flat_map(|part| rows(part).into_iter().flat_map(|row| ModelDifference::of_row(part, &row)))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn of_row(part: &ChangedPart, row: &DiffRow) -> Vec<ModelDifference> {
        let lines = || [&row.a, &row.b].into_iter().flatten().map(|side| side.text.as_str());
        let mut operations: Vec<String> = lines().map(operation).collect();
        operations.dedup();
        if operations.is_empty() {
            operations.push(format!("{} {}", part.kind.name(), part.operation));
        }
        let has_poison = lines().any(|line| line.contains("poison"));
        let of = |difference: &irtrip_diff::Difference| ModelDifference {
            category: difference.category,
            what: without_numbers(&difference.what),
            operations: operations.clone(),
            is_in: [difference.a.is_some(), difference.b.is_some()],
            has_poison,
        };
        row.differences.iter().map(of).collect()
    }
}

/// The name of the operation that a line is of, or of the node that it defines.
fn operation(line: &str) -> String {
    let line = line.trim_start();
    let defines = line.starts_with(['%', '!', '#', '@']);
    let line = line.split_once(" = ").filter(|_| defines).map_or(line, |(_, operation)| operation);
    let line = line.strip_prefix("distinct ").unwrap_or(line);
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && !"._!\"".contains(c)).unwrap_or(line.len());
    without_numbers(&line[..end])
}

/// A text without digits: names of values, lines and places are others in a smaller module.
pub fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_of_an_operation() {
        assert_eq!(operation("    %0, %1 = llvm.add %2, %3 : i32"), "llvm.add");
        assert_eq!(operation("  ^bb12(%0: i32):"), "");
        assert_eq!(operation("!7 = distinct !DISubprogram(name: \"f = g\")"), "!DISubprogram");
        assert_eq!(operation("llvm.func @f() attributes {a = b}"), "llvm.func");
    }
}
