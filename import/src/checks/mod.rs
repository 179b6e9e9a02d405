//! Step 7: what LLVM's verifier refuses, in its words. Its rules for functions and attribute lists are those of
//! [`verify::llvm_ir`](irtrip_dialect::verify::llvm_ir), over the model; those for global values are here, since they ask of
//! initializers and of words that the model does not keep. What LLVM's parser refuses, the readers of steps 3 to 5 refuse.

pub(crate) mod global_values;
pub(crate) mod named_metadata;
