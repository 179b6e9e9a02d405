//! irtrip: LLVM IR to the LLVM dialect and back.
