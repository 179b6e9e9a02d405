//! Dialects that are loaded while the program runs.

use std::fmt;

use irtrip_ods::TableError;
use irtrip_ods::records::{self, RecordsError};

/// Why dialects are not loaded.
#[derive(Debug)]
pub enum DialectsError {
    /// The text is not what `llvm-tblgen --dump-json` prints.
    Records(RecordsError),
    /// A definition in it cannot be read.
    Table(TableError),
    /// irtrip has a dialect of this name.
    Known(String),
}

impl fmt::Display for DialectsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DialectsError::Records(error) => error.fmt(f),
            DialectsError::Table(error) => write!(f, "a definition: {error}"),
            DialectsError::Known(name) => write!(f, "the dialect '{name}' is known already"),
        }
    }
}

impl std::error::Error for DialectsError {}

/// Loads the dialects of the records that `llvm-tblgen --dump-json` prints of their `.td` files: their operations are read and printed
/// in their declarative assembly formats and verified as others are, in contexts that are made from here on. An operation with a
/// `custom<...>` directive that irtrip does not have stays in the generic form.
///
/// Returns the names of the dialects.
///
/// # Errors
/// The text is no such records, or a dialect is known already.
///
/// ```
/// let records = std::fs::read("tests/dialects/toy.json")?;
/// assert_eq!(irtrip::load_dialects(&records)?, ["toy"]);
/// let module = irtrip::Module::from_mlir("toy.hang nothing {\n  toy.done\n}\n")?;
/// assert!(module.to_mlir().contains("toy.hang nothing {"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_dialects(json: &[u8]) -> Result<Vec<&'static str>, DialectsError> {
    let tables = records::tables(json, true).map_err(DialectsError::Records)?;
    let mut names = Vec::new();
    for table in tables {
        let dialect = irtrip_ods::dialect(&table).map_err(DialectsError::Table)?;
        let is_known = irtrip_lower::all_dialects().get(dialect.name).is_some_and(|known| !known.op_defs().is_empty());
        if is_known || !irtrip_lower::register(dialect) {
            return Err(DialectsError::Known(dialect.name.to_owned()));
        }
        names.push(dialect.name);
    }
    Ok(names)
}
