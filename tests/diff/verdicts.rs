//! Pairs of modules, each of which differs in one fact or in none: the verdict of a comparison is LLVM's, and a difference is of
//! the category that it is. `tests/diff/verdicts/` has a line a pair: the verdict, with the options it is for, and both modules, with ` ; `
//! in place of ends of lines; in two of the files, lines of a function's body.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use irtrip::dialect::{Context, ContextDialects};
use irtrip::diff::{Category, Names, Options, Side, compare};
use irtrip::import::{ImportOptions, import};

/// What the lines of a body can use.
const AROUND: &str = "declare i32 @g(i32)\ndeclare i32 @h(i32)\ndefine void @f(i32 %a, i32 %b, ptr %p, float %x, float %y, \
                      i1 %c, i8 %s, { i32, i32 } %t, <2 x i32> %v) {\n";

fn module(text: &str, is_body: bool) -> String {
    let lines = text.trim().replace(" ; ", "\n");
    if is_body { format!("{AROUND}{lines}\nret void\n}}\n") } else { format!("{lines}\n") }
}

/// What is wrong with the verdict on a pair, both ways round.
fn wrong(line: &str, is_body: bool) -> Option<String> {
    let [verdict, a, b] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
    let words: Vec<&str> = verdict.split(' ').collect();
    let ignored_names = Names::ALL.into_iter().filter(|names| words.contains(&names.name())).collect();
    let options = Options { ignored_names, semantic: words.contains(&"semantic"), ..Options::default() };
    let texts = [module(a, is_body), module(b, is_body)];
    let contexts = [Context::with_dialects(irtrip::all_dialects()), Context::with_dialects(irtrip::all_dialects())];
    let read = |at: usize| import(&contexts[at], &texts[at], &ImportOptions::default());
    let (module_a, module_b) = match (read(0), read(1)) {
        (Ok(a), Ok(b)) => (a, b),
        (a, b) => return Some(format!("{line}\n    is not read: {:?} {:?}", a.err(), b.err())),
    };
    let sides = [Side::new(&contexts[0], &module_a), Side::new(&contexts[1], &module_b)];
    for [a, b] in [sides, [sides[1], sides[0]]] {
        let found = compare(a, b, &options);
        let categories: Vec<Category> = found.differences().map(|(_, difference)| difference.category).collect();
        let holds = match words[0] {
            "same" => found.is_same(),
            _ => words[1].parse::<Category>().is_ok_and(|category| categories.contains(&category)),
        };
        if !holds {
            return Some(format!("{line}\n    {categories:?}"));
        }
    }
    None
}

#[test]
fn every_verdict_is_llvms() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff/verdicts");
    let (mut count, mut found) = (0, Vec::new());
    for (name, is_body) in [("instructions", true), ("functions", false), ("globals", false), ("canonical", true)] {
        let text = std::fs::read_to_string(folder.join(name).with_extension("txt")).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        count += lines.len();
        found.extend(lines.iter().filter_map(|line| wrong(line, is_body)));
    }
    assert!(count >= 350, "only {count} pairs");
    assert!(found.is_empty(), "{} of {count}:\n{}", found.len(), found.join("\n"));
}
