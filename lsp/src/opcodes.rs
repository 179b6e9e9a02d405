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
    op("addrspacecast", "3.4", "Converts a pointer to another address space."),
    op("alloca", "", "Allocates memory in the function's stack frame, until the function returns."),
    op("and", "", "Computes the bitwise AND of two integers."),
    op("ashr", "", "Shifts an integer to the right and fills with its sign bit."),
    op("atomicrmw", "3.0", "Reads memory, modifies it and writes it back atomically; returns the old value."),
    op("bitcast", "", "Converts a value to a type of the same size without changing its bits."),
    end("br", "", "Branches to a block, or to one of two blocks by a condition."),
    op("call", "", "Calls a function."),
    end("callbr", "9", "Calls inline assembly that may also branch to one of the blocks listed."),
    op("catchpad", "3.8", "Starts a handler for the exceptions that its arguments select."),
    end("catchret", "3.8", "Leaves a handler and continues normal execution at a block."),
    end("catchswitch", "3.8", "Lists the handlers that may catch an exception, and where it unwinds to otherwise."),
    op("cleanuppad", "3.8", "Starts the cleanup that runs while an exception unwinds."),
    end("cleanupret", "3.8", "Ends a cleanup; unwinding continues at the next handler or in the caller."),
    op(
        "cmpxchg",
        "3.0",
        "Compares memory with a value and, if equal, replaces it, atomically; returns the old value and whether it was replaced.",
    ),
    op("extractelement", "", "Extracts one element of a vector."),
    op("extractvalue", "", "Extracts a member of a struct or an array."),
    op("fadd", "", "Adds two floating-point numbers."),
    op("fcmp", "", "Compares two floating-point numbers by a predicate, ordered or unordered for NaN."),
    op("fdiv", "", "Divides two floating-point numbers."),
    op("fence", "3.0", "Orders the memory accesses before it and after it for other threads."),
    op("fmul", "", "Multiplies two floating-point numbers."),
    op("fneg", "8", "Negates a floating-point number."),
    op("fpext", "", "Extends a floating-point number to a wider type."),
    op("fptosi", "", "Converts a floating-point number to a signed integer, rounding toward zero."),
    op("fptoui", "", "Converts a floating-point number to an unsigned integer, rounding toward zero."),
    op("fptrunc", "", "Truncates a floating-point number to a narrower type, rounding it."),
    op("freeze", "10", "Returns an arbitrary but fixed value for poison or undef, and any other value unchanged."),
    op("frem", "", "Computes the remainder of two floating-point numbers, with the sign of the first."),
    op("fsub", "", "Subtracts two floating-point numbers."),
    op("getelementptr", "", "Computes the address of an element from a pointer and indices; reads no memory."),
    op("icmp", "", "Compares two integers or pointers by a predicate."),
    end("indirectbr", "", "Branches to the block with the given address, one of those listed."),
    op("insertelement", "", "Returns a vector with one element replaced."),
    op("insertvalue", "", "Returns a struct or an array with one member replaced."),
    op("inttoptr", "", "Converts an integer to a pointer."),
    end("invoke", "", "Calls a function, and branches to one block when it returns and to another when it unwinds."),
    op("landingpad", "3.0", "Says which exceptions are caught where an invoke unwinds to, and returns the caught one."),
    op("load", "", "Reads a value from memory."),
    op("lshr", "", "Shifts an integer to the right and fills with zeros."),
    op("mul", "", "Multiplies two integers."),
    op("or", "", "Computes the bitwise OR of two integers."),
    op("phi", "", "Selects a value by the predecessor block that control came from."),
    op(
        "ptrtoaddr",
        "22",
        "Returns the address of a pointer as an integer, without its other bits and without exposing its provenance.",
    ),
    op("ptrtoint", "", "Converts a pointer to an integer."),
    end("resume", "3.0", "Continues to unwind an exception that a landing pad caught."),
    end("ret", "", "Returns from the function, with a value or without."),
    op("sdiv", "", "Divides two signed integers, rounding toward zero."),
    op("select", "", "Selects one of two values by a condition, without a branch."),
    op("sext", "", "Sign-extends an integer to a wider type."),
    op("shl", "", "Shifts an integer to the left and fills with zeros."),
    op("shufflevector", "", "Returns a vector of elements of two vectors, selected by a mask."),
    op("sitofp", "", "Converts a signed integer to a floating-point number."),
    op("srem", "", "Computes the remainder of two signed integers, with the sign of the first."),
    op("store", "", "Writes a value to memory."),
    op("sub", "", "Subtracts two integers."),
    end("switch", "", "Branches to the block listed for an integer's value, or to the default."),
    op("trunc", "", "Truncates an integer to a narrower type."),
    op("udiv", "", "Divides two unsigned integers."),
    op("uitofp", "", "Converts an unsigned integer to a floating-point number."),
    end("unreachable", "", "Marks code that is never reached; reaching it is undefined behavior."),
    op("urem", "", "Computes the remainder of two unsigned integers."),
    op("va_arg", "", "Reads the next variable argument of a function."),
    op("xor", "", "Computes the bitwise XOR of two integers."),
    op("zext", "", "Zero-extends an integer to a wider type."),
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
