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

/// Their definitions, for [`OpName::def`].
pub(crate) static CORE_OP_DEFS: [&[OpDef]; 3] = [BUILTIN.op_defs, LLVM.op_defs, IRTRIP.op_defs];

/// MLIR's `builtin` dialect.
pub static BUILTIN: Dialect = Dialect::new("builtin", builtin::OP_DEFS);
/// MLIR's LLVM dialect.
pub static LLVM: Dialect = Dialect::new("llvm", &LLVM_OP_DEFS);
/// irtrip's own dialect, for what the LLVM dialect has no operation for.
pub static IRTRIP: Dialect = Dialect::new("irtrip", irtrip::OP_DEFS);

/// The definition at `index` of a dialect of the core.
pub(crate) const fn core_name(dialect: CoreDialect, index: usize) -> OpName {
    OpName::of_slot(dialect as usize, index)
}

/// Puts the files of a dialect's definitions after each other: each starts after the definitions of those before it.
macro_rules! op_def_files {
    ($defs:ident: $($file:ident)*) => {
        /// The number of each file's first definition.
        #[allow(non_upper_case_globals, missing_docs)]
        pub(crate) mod first_op {
            op_def_files!(@number 0; $($file)*);
        }

        /// The definitions of all files.
        static $defs: [OpDef; 0 $(+ $file::OP_DEFS.len())*] = concat(&[$($file::OP_DEFS),*]);
    };
    (@number $first:expr;) => {};
    (@number $first:expr; $file:ident $($rest:ident)*) => {
        pub(crate) const $file: usize = $first;
        op_def_files!(@number $file + super::$file::OP_DEFS.len(); $($rest)*);
    };
}

op_def_files! { LLVM_OP_DEFS: llvm global_values intrinsics older_metadata }

/// The definitions of files in one array.
const fn concat<const N: usize>(files: &[&[OpDef]]) -> [OpDef; N] {
    let mut op_defs = [const { OpDef::new("") }; N];
    let (mut file, mut count) = (0, 0);
    while file < files.len() {
        let mut index = 0;
        while index < files[file].len() {
            op_defs[count] = files[file][index];
            (index, count) = (index + 1, count + 1);
        }
        file += 1;
    }
    assert!(count == N);
    op_defs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::OpNameDefinition;

    #[test]
    fn what_code_has_for_an_intrinsic_has_a_row() {
        for code in intrinsics::CODE.iter().flat_map(|table| table.iter()) {
            assert!(intrinsics::OP_DEFS.iter().any(|def| def.name == code.name), "{}", code.name);
        }
    }

    #[test]
    fn constants_name_their_rows() {
        assert_eq!(llvm::ADD.def().map(|d| d.name), Some("llvm.add"));
        assert_eq!(global_values::FUNC.def().map(|d| d.name), Some("llvm.func"));
        assert_eq!(irtrip::CALL.def().map(|d| d.name), Some("irtrip.call"));
        assert_eq!(builtin::MODULE.def().map(|d| d.name), Some("builtin.module"));
        for (dialect, op_defs) in CORE.iter().zip(CORE_OP_DEFS) {
            assert!(std::ptr::eq(dialect.op_defs, op_defs), "{}", dialect.name);
        }
    }
}
