//! What each instruction of LLVM IR does, in a sentence, for hover and completion.

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opcode {
    /// Its mnemonic.
    pub mnemonic: &'static str,
    /// The release of LLVM that it came with; empty for one that has been there since before 3.0.
    pub since: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Whether it ends its block.
    pub is_terminator: bool,
}

const fn op(mnemonic: &'static str, since: &'static str, meaning: &'static str) -> Opcode {
    Opcode { mnemonic, since, meaning, is_terminator: false }
}

const fn end(mnemonic: &'static str, since: &'static str, meaning: &'static str) -> Opcode {
    Opcode { mnemonic, since, meaning, is_terminator: true }
}

/// All instructions, by their names.
pub(crate) static OPCODES: &[Opcode] = &[
    op("add", "", "Adds two integers, or vectors of them element by element."),
    op("addrspacecast", "3.4", "Takes a pointer to another address space."),
    op("alloca", "", "Reserves memory in the function's frame, which goes away when the function returns."),
    op("and", "", "Computes the bitwise conjunction of two integers."),
    op("ashr", "", "Shifts an integer to the right and fills with copies of its sign bit."),
    op(
        "atomicrmw",
        "3.0",
        "Reads memory, changes it, and writes it back as one atomic step; returns what was there before.",
    ),
    op("bitcast", "", "Takes a value to a type of the same size without a change of its bits."),
    end("br", "", "Goes to a block, or to one of two blocks by a condition."),
    op("call", "", "Calls a function and goes on when it returns."),
    end("callbr", "9", "Calls inline assembly that may also go on at one of the blocks it is given."),
    op("catchpad", "3.8", "Starts a handler for exceptions of the kinds that its arguments say."),
    end("catchret", "3.8", "Leaves a handler and goes on with ordinary execution at a block."),
    end("catchswitch", "3.8", "Lists the handlers that an exception may be caught by, and where it goes on otherwise."),
    op("cleanuppad", "3.8", "Starts the clean-up that runs while an exception passes through."),
    end("cleanupret", "3.8", "Ends a clean-up, and has the exception go on to the next handler or to the caller."),
    op(
        "cmpxchg",
        "3.0",
        "Compares memory with a value and, if equal, replaces it, as one atomic step; returns what was there and whether it was replaced.",
    ),
    op("extractelement", "", "Takes one element out of a vector."),
    op("extractvalue", "", "Takes a member out of a struct or an array."),
    op("fadd", "", "Adds two floating-point numbers."),
    op("fcmp", "", "Compares two floating-point numbers by a predicate that says what NaN counts for."),
    op("fdiv", "", "Divides a floating-point number by another one."),
    op("fence", "3.0", "Orders memory accesses before it and after it, as other threads see them."),
    op("fmul", "", "Multiplies two floating-point numbers."),
    op("fneg", "8", "Inverts the sign of a floating-point number."),
    op("fpext", "", "Takes a floating-point number to a wider type."),
    op("fptosi", "", "Takes a floating-point number to a signed integer, rounding toward zero."),
    op("fptoui", "", "Takes a floating-point number to an unsigned integer, rounding toward zero."),
    op("fptrunc", "", "Takes a floating-point number to a narrower type, rounding it."),
    op("freeze", "10", "Makes an arbitrary but fixed value of poison or undef; leaves any other value as it is."),
    op("frem", "", "Computes the remainder of a division of two floating-point numbers, with the sign of the first."),
    op("fsub", "", "Subtracts a floating-point number from another one."),
    op("getelementptr", "", "Computes the address of an element from a pointer and indices; reads no memory."),
    op("icmp", "", "Compares two integers or pointers by a predicate."),
    end("indirectbr", "", "Goes to the block whose address it is given, one of those listed."),
    op("insertelement", "", "Gives a vector with one element replaced."),
    op("insertvalue", "", "Gives a struct or an array with one member replaced."),
    op("inttoptr", "", "Makes a pointer of an integer."),
    end("invoke", "", "Calls a function, and goes on at one block when it returns and at another when it unwinds."),
    op(
        "landingpad",
        "3.0",
        "Says which exceptions are taken where an invoke unwinds to, and returns the one that arrived.",
    ),
    op("load", "", "Reads a value from memory."),
    op("lshr", "", "Shifts an integer to the right and fills with zeros."),
    op("mul", "", "Multiplies two integers."),
    op("or", "", "Computes the bitwise disjunction of two integers."),
    op("phi", "", "Gives the value that belongs to the block that control came from."),
    op(
        "ptrtoaddr",
        "22",
        "Gives the address of a pointer as an integer, without its other bits and without exposing its provenance.",
    ),
    op("ptrtoint", "", "Makes an integer of a pointer."),
    end("resume", "3.0", "Has an exception that a landing pad took go on to the callers."),
    end("ret", "", "Returns from the function, with a value or without."),
    op("sdiv", "", "Divides a signed integer by another one, rounding toward zero."),
    op("select", "", "Gives one of two values by a condition, without a branch."),
    op("sext", "", "Takes an integer to a wider type and fills with copies of its sign bit."),
    op("shl", "", "Shifts an integer to the left and fills with zeros."),
    op("shufflevector", "", "Gives a vector of elements of two vectors, which a mask selects."),
    op("sitofp", "", "Takes a signed integer to a floating-point number."),
    op("srem", "", "Computes the remainder of a division of two signed integers, with the sign of the first."),
    op("store", "", "Writes a value to memory."),
    op("sub", "", "Subtracts an integer from another one."),
    end("switch", "", "Goes to the block that an integer's value is listed with, or to the default."),
    op("trunc", "", "Takes an integer to a narrower type and drops its high bits."),
    op("udiv", "", "Divides an unsigned integer by another one."),
    op("uitofp", "", "Takes an unsigned integer to a floating-point number."),
    end("unreachable", "", "Says that control never arrives here; what follows from its arriving is undefined."),
    op("urem", "", "Computes the remainder of a division of two unsigned integers."),
    op("va_arg", "", "Takes the next of a function's variable arguments."),
    op("xor", "", "Computes the bitwise exclusive disjunction of two integers."),
    op("zext", "", "Takes an integer to a wider type and fills with zeros."),
];

/// The instruction of a mnemonic.
///
/// ```
/// assert_eq!(irtrip_lsp::opcodes::opcode("freeze").map(|opcode| opcode.since), Some("10"));
/// ```
pub fn opcode(mnemonic: &str) -> Option<&'static Opcode> {
    let found = OPCODES.binary_search_by_key(&mnemonic, |opcode| opcode.mnemonic).ok()?;
    OPCODES.get(found)
}

/// Whether a mnemonic is that of an instruction that ends its block.
pub fn is_terminator(mnemonic: &str) -> bool {
    opcode(mnemonic).is_some_and(|opcode| opcode.is_terminator)
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::ops::Traits;
    use irtrip_dialect::{DialectRegistry, OpNameDefinition};

    use super::*;

    #[test]
    fn the_instructions_are_those_of_the_operation_table() {
        assert!(OPCODES.is_sorted_by_key(|opcode| opcode.mnemonic));
        let mut seen = vec!["phi"];
        for def in DialectRegistry::new().names().filter_map(|name| name.def()) {
            let Some(mnemonic) = def.llvm.mnemonic().filter(|mnemonic| !mnemonic.is_empty()) else { continue };
            let known = opcode(mnemonic);
            assert!(known.is_some(), "{mnemonic}");
            assert_eq!(is_terminator(mnemonic), def.is(Traits::TERMINATOR), "{mnemonic}");
            seen.push(mnemonic);
        }
        let unknown: Vec<&str> =
            OPCODES.iter().map(|opcode| opcode.mnemonic).filter(|mnemonic| !seen.contains(mnemonic)).collect();
        assert_eq!(unknown, [""; 0]);
    }
}
