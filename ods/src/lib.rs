//! Dialects from their definitions: MLIR, "Operation Definition Specification".
//!
//! 1. [`records`] makes a table of the records that `llvm-tblgen --dump-json` prints of a dialect's `.td` files. Tables of upstream's
//!    dialects are checked in, in `generated/`.
//! 2. [`table`] reads a table: a line for each fact.
//! 3. [`dialect()`] makes the operation definitions of a table, which readers, printers, verifiers and bytecode know as they know those
//!    in code.
//! 4. [`assembly_format`] makes the elements of a declarative assembly format when an operation is first read or printed. A
//!    `custom<Name>` directive is one of [`directives`]; an operation with another stays in the generic form.
//!
//! ```
//! use irtrip_dialect::{Context, ContextDialects, DialectRegistry, OpNameDefinition};
//!
//! let toy = irtrip_ods::dialect("dialect toy\n\noperation toy.halt\nattribute code required i64\nformat $code attr-dict\n")?;
//! let mut registry = DialectRegistry::new();
//! registry.insert(toy);
//! let ctx = Context::with_dialects(&registry);
//! assert!(ctx.op_name("toy.halt").def().is_some());
//! # Ok::<(), irtrip_ods::TableError>(())
//! ```

use std::sync::LazyLock;

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::OpDef;

mod affine;
pub mod assembly_format;
mod bufferization;
mod definitions;
pub mod directives;
mod gpu;
pub mod loops;
mod openmp;
#[cfg(feature = "records")]
pub mod records;
mod result_names;
pub mod table;
mod vector;

pub use definitions::dialect;
pub use table::TableError;

macro_rules! tables {
    ($($make:ident $dialect:literal),+) => {
        /// The dialects whose tables are checked in. A table is read when an operation of its dialect is first asked for.
        pub fn dialects() -> impl Iterator<Item = &'static Dialect> {
            static DIALECTS: &[Dialect] = &[$(Dialect::$make($dialect, || {
                static OP_DEFS: LazyLock<&[OpDef]> = LazyLock::new(|| {
                    definitions::op_defs_with_code(include_str!(concat!("generated/", $dialect, ".txt"))).unwrap_or_default()
                });
                &OP_DEFS
            })),+];
            DIALECTS.iter()
        }
    };
}

tables!(
    of_table "acc",
    of_table "affine",
    of_table "amdgpu",
    of_table "bufferization",
    rest_of_table "gpu",
    of_table "nvgpu",
    of_table "omp",
    of_table "shard",
    of_table "tensor",
    of_table "vector"
);
