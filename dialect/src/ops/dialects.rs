//! The dialects whose operations upstream's `mlir-opt` knows, with or without rows here.

/// The dialects that are known, in the order of their names; irtrip's own is among them.
pub const KNOWN: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "dlti",
    "emitc",
    "func",
    "gpu",
    "index",
    "irdl",
    "irtrip",
    "linalg",
    "llvm",
    "math",
    "memref",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "test",
    "test_dyn",
    "test_irdl_to_cpp",
    "tosa",
    "transform",
    "ub",
    "vector",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Those of them that take operations they do not declare.
const OPEN: &[&str] = &["test"];

/// What stands before the first point of an operation's name.
pub fn dialect_of(name: &str) -> &str {
    name.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// Whether a dialect is known.
pub fn is_known(dialect: &str) -> bool {
    KNOWN.binary_search(&dialect).is_ok()
}

/// Whether a dialect takes operations that it does not declare.
pub fn is_open(dialect: &str) -> bool {
    OPEN.contains(&dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_every_row_is_of_one() {
        assert!(KNOWN.is_sorted());
        assert!(OPEN.iter().all(|dialect| is_known(dialect)));
        for def in crate::ops::table() {
            assert!(is_known(dialect_of(def.name)), "{}", def.name);
        }
    }
}
