//! Errors, releases and texts as Python has them.

use irtrip::dialect::release::MlirRelease;
use irtrip::export::AssemblyReader;
use irtrip::{Error, Module, Options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The class `irtrip.Error`, which Python code makes: a `ValueError` with a place.
pub fn error_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        let doc = c"What is wrong with a text: its `line`, `column` and `diagnostics`.";
        PyErr::new_type(py, c"irtrip.Error", Some(doc), Some(&py.get_type::<PyValueError>()), None)
    })?;
    Ok(class.bind(py))
}

/// An error with the attributes that it has for Python.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let value = error_class(py)?.call1((error.to_string(),))?;
        let position = error.position();
        value.setattr("line", position.map(|(line, _)| line))?;
        value.setattr("column", position.map(|(_, column)| column))?;
        let diagnostics = error.diagnostics().iter();
        let diagnostics: Vec<(&str, String)> = diagnostics.map(|d| (d.code.name(), d.to_string())).collect();
        value.setattr("diagnostics", diagnostics)?;
        Ok(PyErr::from_value(value))
    };
    made().unwrap_or_else(|other| other)
}

/// Runs what needs no Python without the GIL.
pub fn without_gil<T: Send>(py: Python<'_>, run: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(run).map_err(|error| raised(py, &error))
}

/// A release of LLVM, or `nvvm`: a number or a word.
#[derive(FromPyObject)]
pub enum Reader {
    Number(u32),
    Word(String),
}

impl Reader {
    fn parsed(self) -> PyResult<AssemblyReader> {
        let text = match self {
            Reader::Number(number) => number.to_string(),
            Reader::Word(word) => word,
        };
        text.parse().map_err(|error| PyValueError::new_err(format!("llvm={text}: {error}")))
    }
}

/// MLIR: text, or bytecode.
#[derive(FromPyObject)]
pub enum Mlir {
    Text(PyBackedStr),
    Bytecode(PyBackedBytes),
}

impl Mlir {
    pub fn module(&self) -> Result<Module, Error> {
        match self {
            Mlir::Text(text) => Module::from_mlir(text),
            Mlir::Bytecode(bytes) => Module::from_bytecode(bytes),
        }
    }
}

pub fn options(llvm: Option<Reader>, mlir: Option<u32>) -> PyResult<Options> {
    let mut options = Options::default();
    if let Some(reader) = llvm {
        options = options.llvm(reader.parsed()?);
    }
    if let Some(number) = mlir {
        let release: Result<MlirRelease, _> = number.to_string().parse();
        options = options.mlir(release.map_err(|error| PyValueError::new_err(format!("mlir={number}: {error}")))?);
    }
    Ok(options)
}

/// Has a Python warning for each thing that is left out.
pub fn warn(py: Python<'_>, left_out: impl IntoIterator<Item = String>) -> PyResult<()> {
    for what in left_out {
        py.import("warnings")?.call_method1("warn", (what,))?;
    }
    Ok(())
}

/// Writes LLVM assembly.
pub fn to_llvm(py: Python<'_>, module: &Module, llvm: Option<Reader>) -> PyResult<String> {
    let options = options(llvm, None)?;
    let written = without_gil(py, || module.to_llvm_with(&options))?;
    warn(py, written.dropped)?;
    Ok(written.text)
}
