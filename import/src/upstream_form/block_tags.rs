//! The tags of blocks whose addresses are taken, as upstream's import numbers them: the blocks' numbers in LLVM's memory,
//! which count them in the order in which the text mentions them first.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::Str;

use super::Imported;
use crate::index::symbols::{block_address, function_name};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, is_name_byte, parse_u32};
use irtrip_dialect::llvm_text::split::TopLevelKind;

/// Upstream's tags by the function's name and the tag in the lossless model.
#[derive(Default)]
pub(super) struct BlockNumbers {
    numbers: FxHashMap<(Str, i64), i64>,
}

impl BlockNumbers {
    /// The numbers of the tagged blocks of a module.
    pub fn new(from: &Imported<'_, '_>) -> BlockNumbers {
        let mut found = BlockNumbers::default();
        let (tables, tags) = (from.tables, &from.tables.block_tags);
        if tags.tags.is_empty() {
            return found;
        }
        for entity in from.top_level.iter().filter(|e| e.kind == TopLevelKind::Define) {
            let mut cursor = Cursor::new(tables.text.get(..entity.end).unwrap_or(tables.text), entity.start);
            let Ok((function, _)) = function_name(&mut cursor) else { continue };
            let Some(symbol) = tables.symbols.get(&function) else { continue };
            let Some(tagged) = tags.tags.get(&symbol.name) else { continue };
            // LLVM's reader makes the blocks whose addresses are before the function first.
            let places = tags.places(symbol.name);
            let mut before: Vec<Name<'_>> = places.iter().filter(|p| p.0 < entity.start).map(|p| p.1.clone()).collect();
            before.sort_by_key(|name| match name {
                Name::Number(number) => (*number, Vec::new()),
                Name::Named(name) => (0, name.to_vec()),
            });
            before.dedup();
            let numbers = block_numbers(&mut cursor, &function, before);
            for (name, tag) in tagged {
                found
                    .numbers
                    .extend(numbers.get(name).map(|number| ((symbol.name, i64::from(*tag)), i64::from(*number))));
            }
        }
        found
    }

    /// Upstream's tag of a block.
    pub fn get(&self, function: Str, tag: i64) -> i64 {
        self.numbers.get(&(function, tag)).copied().unwrap_or(tag)
    }
}

/// Goes past the brace that ends the line of a function's header, and after the entry block's label.
fn pass_header(cursor: &mut Cursor<'_>) {
    while let Some(end) = cursor.text.get(cursor.pos..).and_then(|rest| memchr::memchr(b'\n', rest)) {
        let line = cursor.text.get(..cursor.pos + end).unwrap_or_default().trim_ascii_end();
        cursor.pos += end + 1;
        if line.ends_with(b"{") {
            break;
        }
    }
    let before = cursor.pos;
    let label = match cursor.peek() {
        b'"' => cursor.quoted().is_ok(),
        _ => {
            while is_name_byte(cursor.byte()) {
                cursor.pos += 1;
            }
            true
        }
    };
    if !(label && cursor.byte() == b':') {
        cursor.pos = before;
    }
}

/// The blocks of a function's body, which begins after its header, by the order in which it mentions them; the
/// entry block is the first but for those in `before`.
fn block_numbers<'a>(cursor: &mut Cursor<'a>, function: &Name<'a>, before: Vec<Name<'a>>) -> FxHashMap<Name<'a>, u32> {
    let mut mentions: Vec<Name<'a>> = Vec::new();
    let mut mention = |name: Name<'a>| mentions.push(name);
    let mut labels: FxHashSet<Name<'a>> = FxHashSet::default();
    let mut in_phi = false;
    pass_header(cursor);
    while !cursor.at_end() {
        match cursor.peek() {
            b'%' => {
                let Ok(name) = cursor.name() else { break };
                // `[ %value, %block ]`
                if in_phi && cursor.peek() == b']' {
                    mention(name);
                }
            }
            b'"' => {
                let Ok(name) = cursor.quoted() else { break };
                if cursor.byte() == b':' {
                    labels.insert(Name::Named(name.clone()));
                    mention(Name::Named(name));
                }
            }
            b if is_name_byte(b) => {
                let start = cursor.pos;
                let rest = cursor.text.get(start..).unwrap_or_default();
                let word = rest.get(..rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len()));
                let word = word.unwrap_or_default();
                cursor.pos += word.len().max(1);
                match word {
                    _ if cursor.byte() == b':' => {
                        let label = parse_u32(word).map_or(Name::Named(Cow::Borrowed(word)), Name::Number);
                        labels.insert(label.clone());
                        mention(label);
                    }
                    b"phi" => in_phi = true,
                    b"label" if cursor.peek() == b'%' => cursor.name().into_iter().for_each(&mut mention),
                    b"blockaddress" => {
                        if let Ok((of, block)) = block_address(cursor)
                            && of == *function
                        {
                            mention(block);
                        }
                    }
                    _ => {}
                }
            }
            b'=' => {
                in_phi = false;
                cursor.pos += 1;
            }
            _ => cursor.pos += 1,
        }
    }
    // Only the entry block has no label here; phis mention it as well.
    mentions.retain(|name| labels.is_empty() || labels.contains(name));
    numbered(before, mentions)
}

/// Blocks by the order of their first mention: those in `before`, the entry block, which is not among them, and others.
fn numbered<'a>(before: Vec<Name<'a>>, mentions: Vec<Name<'a>>) -> FxHashMap<Name<'a>, u32> {
    let mut numbers: FxHashMap<Name<'a>, u32> = before.into_iter().zip(0..).collect();
    let mut next = numbers.len() as u32 + 1;
    for name in mentions {
        numbers.entry(name).or_insert_with(|| {
            next += 1;
            next - 1
        });
    }
    numbers
}
