//! Inputs of MLIR bytecode: a file with a few random edits of its sections.

use std::ops::Range;

use fastrand::Rng;

/// Edits of one input at most.
const EDITS: u32 = 4;
/// An input does not grow beyond this number of bytes.
const LONGEST: usize = 1 << 16;
/// Bytes in which numbers of a file are often written: small ones, and the first of those of two, three, four and nine bytes.
const BYTES: [u8; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 0x10, 0x80, 0xfe, 0xff];
/// The bit of a section's number that says that an alignment follows.
const ALIGNED: u8 = 0x80;

/// A section of a file, in its bytes.
struct Section {
    /// With its number and length.
    whole: Range<usize>,
    /// Its content.
    content: Range<usize>,
    /// The number of the section.
    id: u8,
}

/// A file with edits; those of what is in a section give the section its new length, most often.
pub fn edited(bytes: &[u8], others: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut own = bytes.to_vec();
    let edits = (1 + rng.u32(..).trailing_zeros()).min(EDITS);
    for _ in 0..edits {
        own = edit(&own, others, rng);
        own.truncate(LONGEST);
    }
    own
}

fn edit(bytes: &[u8], others: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let found = sections(bytes);
    let Some(section) = rng.choice(&found) else { return bytes.to_vec() };
    let replaced = |range: &Range<usize>, new: &[u8]| [&bytes[..range.start], new, &bytes[range.end..]].concat();
    match rng.u32(..10) {
        0 => replaced(&section.whole, &[]),
        1 => replaced(&(section.whole.end..section.whole.end), &bytes[section.whole.clone()]),
        // The section of another file.
        2 => {
            let Some(other) = rng.choice(others) else { return bytes.to_vec() };
            let theirs = sections(other);
            match theirs.iter().find(|theirs| theirs.id == section.id) {
                Some(theirs) => replaced(&section.whole, &other[theirs.whole.clone()]),
                None => bytes.to_vec(),
            }
        }
        3 => replaced(&(section.whole.start..section.whole.start + 1), &[rng.u8(..16)]),
        // A length that is not the section's.
        4 => replaced(&(section.whole.start + 1..section.whole.start + 2), &[rng.u8(..)]),
        _ => {
            let mut content = bytes[section.content.clone()].to_vec();
            edit_content(&mut content, rng);
            replaced(&section.whole, &[&[section.id][..], &varint(content.len() as u64), &content].concat())
        }
    }
}

/// Edits bytes of a section's content.
fn edit_content(content: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.usize(..=content.len());
    match rng.u32(..6) {
        0 => content.insert(at, byte(rng)),
        1 => drop((at < content.len()).then(|| content.remove(at))),
        2 => content.truncate(at),
        3 => {
            let to = rng.usize(at..=content.len());
            let part = content[at..to.min(at + 32)].to_vec();
            content.splice(to..to, part);
        }
        _ => {
            if let Some(own) = content.get_mut(at) {
                *own = if rng.bool() { own.wrapping_add(2) } else { byte(rng) };
            }
        }
    }
}

fn byte(rng: &mut Rng) -> u8 {
    if rng.bool() { *rng.choice(&BYTES).unwrap_or(&0) } else { rng.u8(..) }
}

/// The sections of a file, as far as they are well-formed.
fn sections(bytes: &[u8]) -> Vec<Section> {
    let mut found = Vec::new();
    let producer = bytes.iter().skip(5).position(|byte| *byte == 0).map_or(bytes.len(), |end| 5 + end + 1);
    let mut at = producer;
    while let Some(&number) = bytes.get(at) {
        let start = at;
        let Some((length, after)) = read_varint(bytes, at + 1) else { break };
        let mut content = after;
        if number & ALIGNED != 0 {
            let Some((_, after)) = read_varint(bytes, content) else { break };
            // Padding stands before what is aligned.
            content = after + bytes.iter().skip(after).take_while(|byte| **byte == 0xcb).count();
        }
        let end = content.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        if end > bytes.len() {
            break;
        }
        found.push(Section { whole: start..end, content: content..end, id: number & !ALIGNED });
        at = end;
    }
    found
}

/// A number of a variable length at a place, and the place after it.
fn read_varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let first = *bytes.get(at)?;
    let more = first.trailing_zeros().min(8) as usize;
    let mut little = [0; 8];
    let stored = if more == 8 { bytes.get(at + 1..at + 9)? } else { bytes.get(at..=at + more)? };
    little.get_mut(..stored.len())?.copy_from_slice(stored);
    let shift = if more == 8 { 0 } else { more + 1 };
    Some((u64::from_le_bytes(little) >> shift, at + if more == 8 { 9 } else { more + 1 }))
}

/// A number as it is written in at most four bytes.
fn varint(value: u64) -> Vec<u8> {
    let more = (0..3).find(|more| value < 1 << (7 * (more + 1))).unwrap_or(3);
    let written = (value << 1 | 1) << more;
    written.to_le_bytes()[..=more as usize].to_vec()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_it_was_written() {
        for value in [0, 1, 127, 128, 16383, 16384, 2_097_151, 2_097_152] {
            let bytes = varint(value);
            assert_eq!(read_varint(&bytes, 0), Some((value, bytes.len())), "{bytes:?}");
        }
    }
}
