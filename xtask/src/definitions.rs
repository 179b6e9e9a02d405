//! The tables of dialects that are made of their definitions alone: `ods/src/generated`. MLIR, "Operation Definition Specification".

use anyhow::{Context as _, Result};
use irtrip_ods::records;

use crate::generated::Generated;
use crate::llvm::Llvm;
use crate::properties::made_includes;

/// The tables with the `.td` files of their operations.
const TABLES: &[(&str, &str)] = &[
    ("ods/src/generated/acc.txt", "mlir/Dialect/OpenACC/OpenACCOps.td"),
    ("ods/src/generated/affine.txt", "mlir/Dialect/Affine/IR/AffineOps.td"),
    ("ods/src/generated/amdgpu.txt", "mlir/Dialect/AMDGPU/IR/AMDGPU.td"),
    ("ods/src/generated/bufferization.txt", "mlir/Dialect/Bufferization/IR/BufferizationOps.td"),
    ("ods/src/generated/gpu.txt", "mlir/Dialect/GPU/IR/GPUOps.td"),
    ("ods/src/generated/nvgpu.txt", "mlir/Dialect/NVGPU/IR/NVGPUOps.td"),
    ("ods/src/generated/omp.txt", "mlir/Dialect/OpenMP/OpenMPOps.td"),
    ("ods/src/generated/shard.txt", "mlir/Dialect/Shard/IR/ShardOps.td"),
    ("ods/src/generated/tensor.txt", "mlir/Dialect/Tensor/IR/TensorOps.td"),
    ("ods/src/generated/vector.txt", "mlir/Dialect/Vector/IR/VectorOps.td"),
];

/// Makes the tables.
pub fn tables(llvm: &Llvm) -> Result<Vec<Generated>> {
    let made = made_includes(llvm)?;
    let table = |&(path, source): &(&'static str, &str)| {
        let json = llvm.records(source, Some(made.path()))?;
        let mut tables = records::tables_of(json, false).with_context(|| source.to_owned())?;
        let text = tables.pop().filter(|_| tables.is_empty()).with_context(|| format!("{source}: several dialects"))?;
        Ok(Generated::new(path, text))
    };
    TABLES.iter().map(table).collect()
}
