//! Inputs of bitcode: blocks and records with a few random edits, written by other abbreviations than before.

use fastrand::Rng;
use irtrip_bitcode::bitstream::{Abbreviation, BitstreamWriter, Block, Entry, Record, Scalar, Tail};
use irtrip_bitcode::container::MAGIC;

/// Edits of one input at most.
const EDITS: u32 = 4;
/// Entries of an input at most.
const LONGEST: usize = 1 << 14;
/// How deep the bitstreams nest that inputs are made of.
const DEEPEST: usize = 16;
/// Numbers at the limits of the widths that readers store numbers in.
const NUMBERS: [u64; 14] =
    [0, 1, 2, 3, 7, 31, 64, 255, 1 << 16, (1 << 31) - 1, 1 << 31, u32::MAX as u64, 1 << 32, u64::MAX];
/// Numbers of blocks and records that are in use.
const CODES: u32 = 64;

/// An entry of a block. A tree is a list of entries, each with its depth.
#[derive(Clone)]
enum Item {
    Block { id: u32, end: bool },
    Record { code: u32, operands: Vec<u64>, blob: Option<Vec<u8>> },
}

/// A bitstream as its entries in order: a block is there twice, where it begins and where it ends.
#[derive(Clone)]
pub struct Bitstream(Vec<Item>);

impl Bitstream {
    /// The entries of a file; `None` where they are ill-formed.
    pub fn read(bytes: &[u8]) -> Option<Bitstream> {
        let mut items = Vec::new();
        items_of(Block::top_level(bytes, MAGIC.len()), DEEPEST, &mut items)?;
        Some(Bitstream(items))
    }

    /// A file with a few edits of these entries, among them of the bits that they are written as.
    pub fn edited(&self, others: &[Bitstream], rng: &mut Rng) -> Vec<u8> {
        let mut own = self.clone();
        let edits = (1 + rng.u32(..).trailing_zeros()).min(EDITS);
        for _ in 0..edits {
            own.edit(others, rng);
        }
        own.0.truncate(LONGEST);
        own.written(rng)
    }

    fn edit(&mut self, others: &[Bitstream], rng: &mut Rng) {
        let count = self.0.len();
        if count == 0 {
            return;
        }
        let (at, to) = (rng.usize(..count), rng.usize(..count));
        match rng.u32(..12) {
            0 => drop(self.0.remove(at)),
            1 => self.0.insert(to, self.0[at].clone()),
            2 => self.0.swap(at, to),
            // A whole block, of this file or of another.
            3 | 4 => {
                let other = rng.choice(others).unwrap_or(self);
                let start = rng.usize(..other.0.len());
                let block = other.0[start..other.block_end(start)].to_vec();
                self.0.splice(to..to, block);
            }
            5 => drop(self.0.drain(at..self.block_end(at))),
            // A block in itself.
            6 => {
                let end = self.block_end(at);
                if let (Item::Block { .. }, levels) = (&self.0[at], rng.usize(..40)) {
                    let (open, close) = (self.0[at].clone(), self.0[end - 1].clone());
                    self.0.splice(end..end, std::iter::repeat_n(close, levels));
                    self.0.splice(at..at, std::iter::repeat_n(open, levels));
                }
            }
            _ => self.edit_entry(at, rng),
        }
    }

    /// Edits a record's code or operands, or a block's number.
    fn edit_entry(&mut self, at: usize, rng: &mut Rng) {
        match &mut self.0[at] {
            Item::Block { id, .. } => *id = rng.u32(..CODES),
            Item::Record { blob: Some(blob), .. } if rng.bool() => {
                let place = rng.usize(..=blob.len());
                match rng.bool() {
                    true => blob.truncate(place),
                    false => blob.insert(place, rng.u8(..)),
                }
            }
            Item::Record { code, .. } if rng.u32(..8) == 0 => *code = rng.u32(..CODES),
            Item::Record { operands, .. } => {
                let place = rng.usize(..=operands.len());
                match rng.u32(..8) {
                    0 => operands.truncate(place),
                    1 => operands.insert(place, number(rng)),
                    2 => drop((place < operands.len()).then(|| operands.remove(place))),
                    3 => operands.extend(operands.clone().iter().cycle().take(rng.usize(..100))),
                    4 => operands.rotate_left(place),
                    _ => {
                        if let Some(operand) = operands.get_mut(place) {
                            *operand = match rng.u32(..4) {
                                0 => operand.wrapping_add(1),
                                1 => operand.wrapping_sub(1),
                                2 => *operand ^ 1 << rng.u32(..64),
                                _ => number(rng),
                            };
                        }
                    }
                }
            }
        }
    }

    /// The place after the block that begins at a place; after the entry, where that begins none.
    fn block_end(&self, start: usize) -> usize {
        let mut level = 0;
        for (place, item) in self.0.iter().enumerate().skip(start) {
            match item {
                Item::Block { end: false, .. } => level += 1,
                Item::Block { end: true, .. } => level -= 1,
                Item::Record { .. } => {}
            }
            if level <= 0 {
                return place + 1;
            }
        }
        self.0.len()
    }

    fn written(&self, rng: &mut Rng) -> Vec<u8> {
        let mut stream = BitstreamWriter::new(&MAGIC);
        let mut level = 0;
        for item in &self.0 {
            match item {
                Item::Block { end: true, .. } if level > 0 => {
                    level -= 1;
                    stream.end();
                }
                Item::Block { end: true, .. } => {}
                Item::Block { id, end: false } => {
                    level += 1;
                    stream.enter(*id, *rng.choice(&[3, 4, 5, 8, 13, 32]).unwrap_or(&4));
                }
                // There is no code for a record outside of all blocks.
                Item::Record { .. } if level == 0 => {}
                Item::Record { code, operands, blob } => {
                    write_record(&mut stream, *code, operands, blob.as_deref(), rng)
                }
            }
        }
        (0..level).for_each(|_| stream.end());
        let mut bytes = stream.into_bytes();
        // Of what is written otherwise than its lengths, counts and widths say, each bit may be the one.
        if rng.u32(..4) == 0 {
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                bytes[at] ^= 1 << rng.u32(..8);
            }
        }
        if rng.u32(..16) == 0 {
            bytes.truncate(rng.usize(..bytes.len()));
        }
        bytes
    }
}

/// The entries of a block and of those in it.
fn items_of(mut block: Block<'_>, depth: usize, items: &mut Vec<Item>) -> Option<()> {
    let mut record = Record::default();
    loop {
        match block.next(&mut record).ok()? {
            Entry::End => return Some(()),
            Entry::Record => items.push(Item::Record {
                code: record.code,
                operands: record.operands.clone(),
                blob: record.blob.map(<[u8]>::to_vec),
            }),
            Entry::Block(header) => {
                items.push(Item::Block { id: header.id, end: false });
                items_of(block.enter(header).ok()?, depth.checked_sub(1)?, items)?;
                items.push(Item::Block { id: header.id, end: true });
            }
        }
    }
}

fn write_record(stream: &mut BitstreamWriter, code: u32, operands: &[u64], blob: Option<&[u8]>, rng: &mut Rng) {
    if let Some(blob) = blob {
        let scalars: Vec<Scalar> =
            std::iter::once(Scalar::Literal(code.into())).chain(operands.iter().map(|_| Scalar::Variable(6))).collect();
        let number = stream.define(Abbreviation::of(&scalars, Tail::Blob));
        stream.blob(code, operands, blob, number);
        return;
    }
    // An abbreviation of its own for some; one that does not go with the record is defined all the same.
    let abbreviation = (rng.u32(..8) == 0).then(|| {
        let scalar = |rng: &mut Rng| match rng.u32(..4) {
            0 => Scalar::Fixed(rng.u32(1..65)),
            1 => Scalar::Char6,
            _ => Scalar::Variable(rng.u32(2..33)),
        };
        let own = rng.usize(..=operands.len().min(6));
        let scalars: Vec<Scalar> =
            std::iter::once(Scalar::Literal(code.into())).chain((0..own).map(|_| scalar(rng))).collect();
        let tail = if own == operands.len() && rng.bool() { Tail::Nothing } else { Tail::Array(scalar(rng)) };
        stream.define(Abbreviation::of(&scalars, tail))
    });
    stream.record(code, operands, abbreviation);
}

fn number(rng: &mut Rng) -> u64 {
    if rng.bool() { *rng.choice(&NUMBERS).unwrap_or(&0) } else { rng.u64(..100) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use irtrip_bitcode::assembler::{AssemblerOptions, bitcode};

    use super::*;

    #[test]
    fn most_inputs_are_bitstreams_and_no_module_as_it_was() {
        let text =
            "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n!named = !{!0}\n!0 = !{!\"word\"}\n";
        let file = bitcode(text, &AssemblerOptions::default()).unwrap().bytes;
        let stream = Bitstream::read(&file).unwrap();
        let input = |number| stream.edited(std::slice::from_ref(&stream), &mut Rng::with_seed(number));
        let inputs: Vec<Vec<u8>> = (0..500).map(input).collect();
        assert!((0..500).all(|number| input(number) == inputs[number as usize]));
        assert!(inputs.iter().all(|input| *input != file));
        let are_read = inputs.iter().filter(|input| Bitstream::read(input).is_some()).count();
        assert!(are_read > 250, "{are_read} of 500 are well-formed");
    }
}
