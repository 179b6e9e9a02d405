//! A function's blocks and instructions, and its text without some of them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::explain::llvm::{groups, label_of, phi_of, without_comment};

/// A function's text in parts.
pub(super) struct Function<'a> {
    head: &'a str,
    blocks: Vec<Block<'a>>,
    tail: &'a str,
}

struct Block<'a> {
    /// Its label's line; the first may have none.
    line: &'a str,
    /// `loop`, without a sigil.
    label: Option<&'a str>,
    /// Each with the lines it goes on in. The last is the terminator.
    instructions: Vec<&'a str>,
}

impl<'a> Function<'a> {
    /// Takes a definition apart.
    pub fn new(text: &'a str) -> Function<'a> {
        let head_end = text.find('\n').map_or(text.len(), |end| end + 1);
        let tail_start = text.rfind("\n}").map_or(text.len(), |at| at + 1).max(head_end);
        let (head, rest) = text.split_at_checked(head_end).unwrap_or((text, ""));
        let (inner, tail) = rest.split_at_checked(tail_start - head_end).unwrap_or((rest, ""));
        let mut blocks: Vec<Block<'a>> = Vec::new();
        // The instruction that the next lines may belong to: where it starts in `inner`.
        let mut start = 0;
        let mut at = 0;
        for line in inner.split_inclusive('\n') {
            let (from, end) = (at, at + line.len());
            at = end;
            if line.trim().is_empty() {
                continue;
            }
            if let Some(label) = label_of(without_comment(line)) {
                blocks.push(Block { line, label: Some(label), instructions: Vec::new() });
                continue;
            }
            if blocks.is_empty() {
                blocks.push(Block { line: "", label: None, instructions: Vec::new() });
            }
            let Some(block) = blocks.last_mut() else { continue };
            let goes_on = line.starts_with("   ") || line.trim_start().starts_with(']');
            match block.instructions.last_mut() {
                Some(last) if goes_on => *last = inner.get(start..end).unwrap_or(last),
                _ => {
                    block.instructions.push(line);
                    start = from;
                }
            }
        }
        Function { head, blocks, tail }
    }

    /// Number of blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Number of instructions.
    pub fn instruction_count(&self) -> usize {
        self.blocks.iter().map(|block| block.instructions.len()).sum()
    }

    /// Writes the function without some blocks and instructions; both are given by their numbers. What used a value
    /// that is gone uses `poison`, a block whose terminator is gone or leads to a block that is gone ends in
    /// `unreachable`, and a phi has no incoming values of edges that are gone.
    pub fn push_without(
        &self,
        out: &mut String,
        keep_block: impl Fn(usize, &str) -> bool,
        keep_instruction: impl Fn(usize) -> bool,
    ) {
        let mut gone: FxHashSet<&str> = FxHashSet::default();
        let mut gone_labels: FxHashSet<&str> = FxHashSet::default();
        let mut kept: Vec<(&Block<'a>, Vec<&'a str>)> = Vec::new();
        let mut number = 0;
        for (index, block) in self.blocks.iter().enumerate() {
            let stays = keep_block(index, block.line);
            let mut instructions = Vec::new();
            let last = block.instructions.len().saturating_sub(1);
            for (place, &instruction) in block.instructions.iter().enumerate() {
                let instruction_stays = stays && keep_instruction(number);
                number += 1;
                if instruction_stays {
                    instructions.push(instruction);
                    continue;
                }
                gone.extend(result_of(instruction));
                if stays && place == last {
                    instructions.push("  unreachable\n");
                }
            }
            if stays {
                kept.push((block, instructions));
            } else {
                gone_labels.extend(block.label);
            }
        }
        cut_edges(&mut kept, &gone_labels, &mut gone);
        self.push_kept(out, &kept, &mut gone);
    }

    fn push_kept(&self, out: &mut String, kept: &[(&Block<'a>, Vec<&'a str>)], gone: &mut FxHashSet<&'a str>) {
        let labels: FxHashSet<&str> = self.blocks.iter().filter_map(|block| block.label).collect();
        let mut sources: FxHashMap<&str, FxHashSet<&str>> = FxHashMap::default();
        for (block, instructions) in kept {
            for target in instructions.last().into_iter().flat_map(|last| targets(last)) {
                // The entry block's number, if it has no label, is known by no label's being that.
                sources.entry(target).or_default().insert(block.label.unwrap_or_default());
            }
        }
        let none = FxHashSet::default();
        let edited: Vec<(&Block<'a>, Vec<Option<String>>)> = kept
            .iter()
            .map(|(block, instructions)| {
                let from = block.label.and_then(|label| sources.get(label)).unwrap_or(&none);
                let leads = |label: &str| from.contains(if labels.contains(label) { label } else { "" });
                let instruction = |instruction: &&'a str| match phi_of(instruction) {
                    Some((name, rest)) => {
                        let phi = with_edges(instruction, instruction.len() - rest.len(), leads);
                        if phi.is_none() {
                            gone.insert(name);
                        }
                        phi
                    }
                    None => Some((*instruction).to_owned()),
                };
                (*block, instructions.iter().map(instruction).collect())
            })
            .collect();
        out.push_str(self.head);
        for (block, instructions) in edited {
            out.push_str(block.line);
            for instruction in instructions.into_iter().flatten() {
                push_with_poison(out, &instruction, gone);
            }
        }
        out.push_str(self.tail);
    }
}

/// Ends blocks that lead to one that is gone in `unreachable`.
fn cut_edges<'a>(
    kept: &mut [(&Block<'a>, Vec<&'a str>)],
    gone_labels: &FxHashSet<&str>,
    gone: &mut FxHashSet<&'a str>,
) {
    for (_, instructions) in kept {
        if let Some(last) = instructions.last_mut()
            && targets(last).any(|target| gone_labels.contains(target))
        {
            gone.extend(result_of(last));
            *last = "  unreachable\n";
        }
    }
}

/// `%name` of an instruction that has a result.
fn result_of(instruction: &str) -> Option<&str> {
    let text = instruction.trim_start();
    let length = value_length(text)?;
    let (name, rest) = text.split_at_checked(length)?;
    rest.trim_start().starts_with('=').then_some(name)
}

/// Bytes of the `%name` that a text starts with.
fn value_length(text: &str) -> Option<usize> {
    let name = text.strip_prefix('%')?;
    let length = match name.strip_prefix('"') {
        Some(quoted) => quoted.find('"')? + 2,
        None => name.bytes().position(|b| !b.is_ascii_alphanumeric() && !b"-$._".contains(&b)).unwrap_or(name.len()),
    };
    (length > 0).then_some(1 + length)
}

/// The labels that a terminator leads to, without their sigils.
fn targets(terminator: &str) -> impl Iterator<Item = &str> {
    terminator.split("label ").skip(1).filter_map(|rest| rest.get(1..value_length(rest)?))
}

/// A phi with the incoming values of the blocks that lead to it by `leads`; `None` without any.
fn with_edges(phi: &str, operands: usize, leads: impl Fn(&str) -> bool) -> Option<String> {
    let (head, rest) = phi.split_at_checked(operands)?;
    let incoming: Vec<_> = groups(rest).filter(|group| group.comma.is_some()).collect();
    let (first, last) = (incoming.first()?, incoming.last()?);
    let kept: Vec<&str> = incoming
        .iter()
        .filter(|group| {
            let block = group.comma.and_then(|comma| rest.get(comma + 1..group.end - 1)).unwrap_or_default();
            leads(block.trim().trim_start_matches('%'))
        })
        .filter_map(|group| rest.get(group.start..group.end))
        .collect();
    if kept.is_empty() {
        return None;
    }
    Some(format!("{head}{}{}{}", rest.get(..first.start)?, kept.join(", "), rest.get(last.end..)?))
}

/// Writes an instruction with `poison` for values that are gone.
fn push_with_poison(out: &mut String, instruction: &str, gone: &FxHashSet<&str>) {
    let mut rest = instruction;
    while let Some(at) = rest.find(['%', '"']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let length = if from.starts_with('%') {
            value_length(from).unwrap_or(1)
        } else {
            from.get(1..).and_then(|quoted| quoted.find('"')).map_or(from.len(), |end| end + 2)
        };
        let (word, after) = from.split_at_checked(length).unwrap_or((from, ""));
        out.push_str(if gone.contains(word) { "poison" } else { word });
        rest = after;
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  switch i32 %2, label %4 [\n    i32 1, label %3\n  ]\n\n\
        3:                                                ; preds = %1\n  br label %4\n\n4:\n  \
        %5 = phi i32 [ %2, %1 ], [ 7, %3 ], !tag !0\n  ret i32 %5\n}\n\n";

    fn without(blocks: &[usize], instructions: &[usize]) -> String {
        let mut out = String::new();
        let function = Function::new(TEXT);
        function.push_without(&mut out, |b, _| !blocks.contains(&b), |i| !instructions.contains(&i));
        out
    }

    #[test]
    fn a_function_is_put_together_as_it_was() {
        let function = Function::new(TEXT);
        assert_eq!((function.block_count(), function.instruction_count()), (3, 5));
        // Blank lines are not kept.
        assert_eq!(without(&[], &[]), TEXT.replace("\n\n", "\n").replace("}\n", "}\n\n"));
    }

    #[test]
    fn a_block_that_goes_takes_its_edges_along() {
        let text = without(&[1], &[]);
        assert!(text.contains("  %2 = add i32 %0, 1\n  unreachable\n4:\n  ret i32 poison\n"), "{text}");
    }

    #[test]
    fn an_instruction_that_goes_leaves_poison() {
        assert!(without(&[], &[0]).contains("switch i32 poison, label %4"), "{}", without(&[], &[0]));
        let text = without(&[], &[2]);
        assert!(
            text.contains("3:                                                ; preds = %1\n  unreachable\n"),
            "{text}"
        );
        assert!(text.contains("%5 = phi i32 [ %2, %1 ], !tag !0\n"), "{text}");
    }
}
