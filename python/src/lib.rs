//! The module `irtrip._irtrip`: irtrip's library for Python. `python/irtrip/_irtrip.pyi` says what it has.
//!
//! 1. [`module`] is a module, whose lock is for programs whose threads share one.
//! 2. [`views`] are handles into it: functions, blocks, operations, values. [`home`] says which body they are of.
//! 3. [`attributes`] turns attributes into values and back, [`facts`] returns what all operations are as arrays.
//! 4. [`difference`] is a comparison.

mod attributes;
mod convert;
mod difference;
mod facts;
mod home;
mod module;
mod views;

use std::path::PathBuf;

use irtrip::Module;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use convert::{Mlir, Reader, error_class, options, to_llvm, without_gil};

/// LLVM assembly as MLIR, for a release of MLIR.
#[pyfunction]
#[pyo3(signature = (text, mlir=None))]
fn import_llvm(py: Python<'_>, text: &str, mlir: Option<u32>) -> PyResult<String> {
    let options = options(None, mlir)?;
    without_gil(py, || Module::from_llvm(text)?.to_mlir_with(&options))
}

/// MLIR, text or bytecode, as LLVM assembly, for a release of LLVM or for "nvvm".
#[pyfunction]
#[pyo3(signature = (text, llvm=None))]
fn export_llvm(py: Python<'_>, text: Mlir, llvm: Option<Reader>) -> PyResult<String> {
    let module = without_gil(py, || text.module())?;
    to_llvm(py, &module, llvm)
}

/// Raises `Error` with all that is wrong with a module of either language.
#[pyfunction]
fn verify(py: Python<'_>, text: &str) -> PyResult<()> {
    without_gil(py, || Module::from_text(text)?.verify())
}

/// A text that is the same for modules of either language that mean the same.
#[pyfunction]
fn normalize(py: Python<'_>, text: &str) -> PyResult<String> {
    without_gil(py, || Ok(Module::from_text(text)?.normalized()))
}

/// Whether LLVM assembly round-trips byte for byte by way of MLIR.
#[pyfunction]
fn roundtrip(py: Python<'_>, text: &str) -> PyResult<bool> {
    without_gil(py, || Ok(Module::from_mlir(&Module::from_llvm(text)?.to_mlir())?.to_llvm()? == text))
}

/// Loads the dialects of a file that `llvm-tblgen --dump-json` wrote, and returns their names. Modules that are read from here on
/// know them.
#[pyfunction]
fn load_dialects(path: PathBuf) -> PyResult<Vec<&'static str>> {
    let json = std::fs::read(path)?;
    irtrip::load_dialects(&json).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymodule]
fn _irtrip(module: &Bound<'_, pyo3::types::PyModule>) -> PyResult<()> {
    module.add("Error", error_class(module.py())?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<module::PyModule>()?;
    module.add_class::<module::PyFunction>()?;
    module.add_class::<views::PyOperation>()?;
    module.add_class::<views::PyBlock>()?;
    module.add_class::<views::PyValue>()?;
    module.add_class::<attributes::PyAttribute>()?;
    module.add_class::<difference::PyDifference>()?;
    module.add_function(wrap_pyfunction!(import_llvm, module)?)?;
    module.add_function(wrap_pyfunction!(export_llvm, module)?)?;
    module.add_function(wrap_pyfunction!(difference::diff, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(load_dialects, module)?)?;
    module.add_function(wrap_pyfunction!(roundtrip, module)?)
}
