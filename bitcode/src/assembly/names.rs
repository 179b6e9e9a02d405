//! The names of a function's values and blocks: their own, or numbers in the order of the text.

use irtrip_dialect::llvm_text as text;
use rustc_hash::FxHashMap;

use crate::function::{Body, Kind, is_terminator};
use crate::opcodes::cast_mnemonic;
use crate::types::{Type, TypeId, Types};

/// Whether a cast is a bit cast of a pointer to another address space, as only releases before LLVM 3.4 have it. LLVM reads two
/// casts, by way of an integer.
pub(super) fn is_cast_to_other_space(types: &Types<'_>, opcode: u64, from: TypeId, to: TypeId) -> bool {
    match (types.get(from), types.get(to)) {
        (Type::Pointer(_, from), Type::Pointer(_, to)) => from != to && cast_mnemonic(opcode) == Some("bitcast"),
        _ => false,
    }
}

/// A name, or a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Own,
    Number(u32),
}

/// The names of a function.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    first: u32,
    /// Of the arguments and results, in the order of their numbers.
    values: Vec<Name>,
    blocks: Vec<Name>,
    /// The numbers of results that stand before an instruction's, by the place of the instruction.
    hidden: FxHashMap<usize, u32>,
}

impl Names {
    /// Names the values and blocks of a body. Arguments come first, then each block and its results.
    pub(crate) fn new(body: &Body<'_>) -> Names {
        let mut next = 0;
        let mut name = |is_named: bool| {
            if is_named {
                return Name::Own;
            }
            next += 1;
            Name::Number(next - 1)
        };
        let first = body.first_argument;
        let mut values = vec![Name::Own; body.values.own.len()];
        let mut set = |value: u32, name: Name| {
            if let Some(slot) = value.checked_sub(first).and_then(|place| values.get_mut(place as usize)) {
                *slot = name;
            }
        };
        for value in first..first + body.argument_count {
            set(value, name(body.value_names.contains_key(&value)));
        }
        let (mut blocks, mut starts) = (Vec::new(), true);
        let mut hidden = FxHashMap::default();
        for (place, instruction) in body.instructions.iter().enumerate() {
            if starts {
                let block = blocks.len() as u64;
                blocks.push(name(body.block_names.contains_key(&block)));
            }
            starts = is_terminator(&instruction.kind);
            let is_two = match instruction.kind {
                Kind::CompareExchange { is_old: true, .. } => true,
                Kind::Cast { opcode, operand, .. } => body
                    .values
                    .get(operand)
                    .is_some_and(|value| is_cast_to_other_space(&body.types, opcode, value.ty, instruction.ty)),
                _ => false,
            };
            if is_two && let Name::Number(number) = name(false) {
                hidden.insert(place, number);
            }
            if let Some(result) = instruction.result {
                set(result, name(body.value_names.contains_key(&result)));
            }
        }
        Names { first, values, blocks, hidden }
    }

    /// The number of the result before an instruction's.
    pub(crate) fn hidden(&self, place: usize) -> Option<u32> {
        self.hidden.get(&place).copied()
    }

    /// Appends the name of a value, after `%`.
    pub(crate) fn value(&self, out: &mut String, body: &Body<'_>, value: u32) {
        let name = value.checked_sub(self.first).and_then(|place| self.values.get(place as usize));
        match name {
            Some(Name::Number(number)) => text::int(out, *number),
            _ => text::name(out, body.value_names.get(&value).map_or(&[], |name| name)),
        }
    }

    /// Appends the name of a block, after `%` or before `:`.
    pub(crate) fn block(&self, out: &mut String, body: &Body<'_>, block: u64) {
        let name = usize::try_from(block).ok().and_then(|place| self.blocks.get(place));
        match name {
            Some(Name::Number(number)) => text::int(out, *number),
            _ => text::name(out, body.block_names.get(&block).map_or(&[], |name| name)),
        }
    }
}
