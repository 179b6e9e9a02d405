//! What can be left out of MLIR text: operations with what is nested in them, by the indentation that printers give
//! them.

use std::ops::Range;

use super::search::Search;

/// Tries to leave out everything once, from the outermost operations to the innermost.
pub(super) fn pass(search: &mut Search<'_>) {
    let mut next = 0;
    while !search.is_over() {
        let text = search.text.clone();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let Some(depth) = lines.iter().map(|line| indent(line)).filter(|&depth| depth >= next).min() else { return };
        let parts = parts(&lines, depth);
        search.leave_out(parts.len(), |kept| {
            let mut out = String::with_capacity(text.len());
            let mut next = 0;
            for (part, _) in parts.iter().zip(kept).filter(|(_, kept)| !**kept) {
                out.extend(lines.get(next..part.start).unwrap_or_default().iter().copied());
                next = part.end;
            }
            out.extend(lines.get(next..).unwrap_or_default().iter().copied());
            out
        });
        next = depth + 1;
    }
}

/// The lines that begin at an indentation, each with the deeper ones after it and those that close it.
fn parts(lines: &[&str], depth: usize) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (number, line) in lines.iter().enumerate() {
        let own = indent(line);
        let closes = line.trim_start().starts_with(['}', ']', ')']);
        if own == depth && !closes && !line.trim().is_empty() {
            parts.push(number..number + 1);
            open = true;
        } else if own < depth && !line.trim().is_empty() {
            open = false;
        } else if open && let Some(last) = parts.last_mut() {
            last.end = number + 1;
        }
    }
    parts
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_goes_with_what_is_in_it() {
        let text = "#a = loc(unknown)\nmodule {\n  f() {\n    x\n  }\n  g()\n}\n";
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert_eq!(parts(&lines, 0), [0..1, 1..7]);
        assert_eq!(parts(&lines, 2), [2..5, 5..6]);
        assert_eq!(parts(&lines, 4).first(), Some(&(3..4)));
    }
}
