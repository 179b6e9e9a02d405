//! The tables of dialects that are made of their definitions alone: `ods/src/generated`. MLIR, "Operation Definition Specification".

use anyhow::{Context as _, Result};
use irtrip_ods::records;

use crate::generated::Generated;
use crate::llvm::Llvm;
use crate::properties::made_includes;

/// The tables with the `.td` files of their operations.
const TABLES: &[(&str, &str)] = &[("ods/src/generated/omp.txt", "mlir/Dialect/OpenMP/OpenMPOps.td")];

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
