//! The core's dialects: `builtin`, `llvm` and `irtrip`. Their definitions are numbered when this crate is compiled, so that
//! the names of their operations are constants that can be in patterns.

pub mod builtin;
mod generated;
pub mod global_values;
pub mod intrinsics;
pub mod irtrip;
pub mod llvm;
pub mod older_metadata;

use super::OpDef;
use crate::registry::{Dialect, OpName};

/// The slots of the core's dialects in names, as they are in [`CORE`].
#[derive(Clone, Copy)]
pub(crate) enum CoreDialect {
    Builtin,
    Llvm,
    Irtrip,
}

/// The dialects that every context knows.
pub(crate) static CORE: [&Dialect; 3] = [&BUILTIN, &LLVM, &IRTRIP];

/// Their rows, for [`OpName::def`].
pub(crate) static CORE_ROWS: [&[OpDef]; 3] = [BUILTIN.rows, LLVM.rows, IRTRIP.rows];

/// MLIR's `builtin` dialect.
pub static BUILTIN: Dialect = Dialect::new("builtin", builtin::ROWS);
/// MLIR's LLVM dialect.
pub static LLVM: Dialect = Dialect::new("llvm", &LLVM_ROWS);
/// irtrip's own dialect, for what the LLVM dialect has no operation for.
pub static IRTRIP: Dialect = Dialect::new("irtrip", irtrip::ROWS);

/// The definition at `row` of a dialect of the core.
pub(crate) const fn core_name(dialect: CoreDialect, row: usize) -> OpName {
    OpName::of_slot(dialect as usize, row)
}

/// Puts the files of a dialect's definitions after each other: each starts after the definitions of those before it.
macro_rules! row_files {
    ($rows:ident: $($file:ident)*) => {
        /// The number of each file's first definition.
        #[allow(non_upper_case_globals, missing_docs)]
        pub(crate) mod first_row {
            row_files!(@number 0; $($file)*);
        }

        /// The definitions of all files.
        static $rows: [OpDef; 0 $(+ $file::ROWS.len())*] = concat(&[$($file::ROWS),*]);
    };
    (@number $first:expr;) => {};
    (@number $first:expr; $file:ident $($rest:ident)*) => {
        pub(crate) const $file: usize = $first;
        row_files!(@number $file + super::$file::ROWS.len(); $($rest)*);
    };
}

row_files! { LLVM_ROWS: llvm global_values intrinsics older_metadata }

/// The definitions of files in one array.
const fn concat<const N: usize>(files: &[&[OpDef]]) -> [OpDef; N] {
    let mut rows = [const { OpDef::new("") }; N];
    let (mut file, mut count) = (0, 0);
    while file < files.len() {
        let mut row = 0;
        while row < files[file].len() {
            rows[count] = files[file][row];
            (row, count) = (row + 1, count + 1);
        }
        file += 1;
    }
    assert!(count == N);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::OpNameDefinition;

    #[test]
    fn what_code_has_for_an_intrinsic_has_a_row() {
        for code in intrinsics::CODE.iter().flat_map(|table| table.iter()) {
            assert!(intrinsics::ROWS.iter().any(|row| row.name == code.name), "{}", code.name);
        }
    }

    #[test]
    fn constants_name_their_rows() {
        assert_eq!(llvm::ADD.def().map(|d| d.name), Some("llvm.add"));
        assert_eq!(global_values::FUNC.def().map(|d| d.name), Some("llvm.func"));
        assert_eq!(irtrip::CALL.def().map(|d| d.name), Some("irtrip.call"));
        assert_eq!(builtin::MODULE.def().map(|d| d.name), Some("builtin.module"));
        for (dialect, rows) in CORE.iter().zip(CORE_ROWS) {
            assert!(std::ptr::eq(dialect.rows, rows), "{}", dialect.name);
        }
    }
}
