//! What the operations of a `DIExpression` were in former releases. LangRef, "DIExpression".

use irtrip_dialect::dwarf::Dwarf;

const DEREF: u64 = 0x06;
const CONSTU: u64 = 0x10;
const MINUS: u64 = 0x1c;
const PLUS: u64 = 0x22;
const PLUS_UCONST: u64 = 0x23;
const BIT_PIECE: u64 = 0x9d;
const FRAGMENT: u64 = 0x1000;

/// How many numbers follow an operation.
pub fn operand_count(operation: u64) -> usize {
    let name = Dwarf::Operation.name(operation as i64).unwrap_or_default();
    match name {
        "LLVM_convert" | "LLVM_fragment" | "LLVM_extract_bits_sext" | "LLVM_extract_bits_zext" | "bregx" => 2,
        "constu" | "consts" | "plus_uconst" | "deref_size" | "LLVM_tag_offset" | "LLVM_entry_value" | "LLVM_arg"
        | "regx" | "bit_piece" => 1,
        _ if name.starts_with("breg") => 1,
        _ => 0,
    }
}

/// The elements that an expression of a version has today: the version is in its record, over the bit for `distinct`.
pub fn upgraded_expression(version: u64, elements: &[u64]) -> Vec<u64> {
    let mut elements = elements.to_vec();
    if version < 1
        && let Some(at) = elements.len().checked_sub(3)
        && let Some(operation) = elements.get_mut(at)
        && *operation == BIT_PIECE
    {
        *operation = FRAGMENT;
    }
    if version < 2 && elements.first() == Some(&DEREF) {
        // What comes first goes to the end, or before the fragment.
        elements.remove(0);
        let fragment = elements.len().checked_sub(3).filter(|at| elements.get(*at) == Some(&FRAGMENT));
        elements.insert(fragment.unwrap_or(elements.len()), DEREF);
    }
    if version >= 3 {
        return elements;
    }
    let (mut upgraded, mut rest) = (Vec::new(), elements.as_slice());
    while let Some((operation, operands)) = rest.split_first() {
        // Up to this version a number followed both.
        let count = match *operation {
            PLUS | MINUS => 1,
            operation => operand_count(operation),
        };
        let (own, others) = operands.split_at(count.min(operands.len()));
        match (*operation, own) {
            (PLUS, [number]) => upgraded.extend([PLUS_UCONST, *number]),
            (MINUS, [number]) => upgraded.extend([CONSTU, *number, MINUS]),
            _ => {
                upgraded.push(*operation);
                upgraded.extend(own);
            }
        }
        rest = others;
    }
    upgraded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_expressions_become_current() {
        assert_eq!(upgraded_expression(0, &[DEREF, BIT_PIECE, 0, 8]), [DEREF, FRAGMENT, 0, 8]);
        assert_eq!(upgraded_expression(2, &[PLUS, 8]), [PLUS_UCONST, 8]);
        assert_eq!(upgraded_expression(2, &[MINUS, 8, DEREF]), [CONSTU, 8, MINUS, DEREF]);
        assert_eq!(upgraded_expression(3, &[PLUS]), [PLUS]);
    }
}
