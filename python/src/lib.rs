//! The module `irtrip._irtrip`: irtrip's library for Python. `python/irtrip/_irtrip.pyi` says what it has.

use irtrip::dialect::{Op, release::MlirRelease};
use irtrip::diff::{Comparison, Options as DiffOptions};
use irtrip::export::AssemblyReader;
use irtrip::{Error, Module, Operation, Options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};
use std::sync::RwLock;

/// The class `irtrip.Error`, which Python code makes: a `ValueError` with a place.
fn error_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        let doc = c"What is wrong with a text: its `line`, `column` and `diagnostics`.";
        PyErr::new_type(py, c"irtrip.Error", Some(doc), Some(&py.get_type::<PyValueError>()), None)
    })?;
    Ok(class.bind(py))
}

/// An error with the attributes that it has for Python.
fn raised(py: Python<'_>, error: &Error) -> PyErr {
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
fn without_gil<T: Send>(py: Python<'_>, run: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(run).map_err(|error| raised(py, &error))
}

/// A release of LLVM, or `nvvm`: a number or a word.
#[derive(FromPyObject)]
enum Reader {
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
enum Mlir {
    Text(PyBackedStr),
    Bytecode(PyBackedBytes),
}

impl Mlir {
    fn module(&self) -> Result<Module, Error> {
        match self {
            Mlir::Text(text) => Module::from_mlir(text),
            Mlir::Bytecode(bytes) => Module::from_bytecode(bytes),
        }
    }
}

fn options(llvm: Option<Reader>, mlir: Option<u32>) -> PyResult<Options> {
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
fn warn(py: Python<'_>, left_out: impl IntoIterator<Item = String>) -> PyResult<()> {
    for what in left_out {
        py.import("warnings")?.call_method1("warn", (what,))?;
    }
    Ok(())
}

/// Writes LLVM assembly.
fn to_llvm(py: Python<'_>, module: &Module, llvm: Option<Reader>) -> PyResult<String> {
    let options = options(llvm, None)?;
    let written = without_gil(py, || module.to_llvm_with(&options))?;
    warn(py, written.dropped)?;
    Ok(written.text)
}

/// A module; the lock is for programs whose threads share one.
#[pyclass(name = "Module", module = "irtrip", frozen)]
struct PyModule {
    module: RwLock<Module>,
}

impl PyModule {
    fn of(module: Module) -> PyModule {
        PyModule { module: RwLock::new(module) }
    }

    fn read<T>(&self, look: impl FnOnce(&Module) -> T) -> T {
        look(&self.module.read().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn write<T>(&self, change: impl FnOnce(&mut Module) -> T) -> T {
        change(&mut self.module.write().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

#[pymethods]
impl PyModule {
    #[staticmethod]
    fn from_llvm(py: Python<'_>, text: &str) -> PyResult<PyModule> {
        without_gil(py, || Module::from_llvm(text)).map(PyModule::of)
    }

    #[staticmethod]
    fn from_mlir(py: Python<'_>, text: Mlir) -> PyResult<PyModule> {
        without_gil(py, || text.module()).map(PyModule::of)
    }

    #[staticmethod]
    fn from_bitcode(py: Python<'_>, bitcode: &[u8]) -> PyResult<PyModule> {
        let module = without_gil(py, || Module::from_bitcode(bitcode))?;
        warn(py, module.left_out())?;
        Ok(PyModule::of(module))
    }

    #[pyo3(signature = (llvm=None))]
    fn to_bitcode(&self, py: Python<'_>, llvm: Option<Reader>) -> PyResult<Py<PyBytes>> {
        let options = options(llvm, None)?;
        let (bitcode, dropped) = self.read(|module| without_gil(py, || module.to_bitcode_with(&options)))?;
        warn(py, dropped)?;
        Ok(PyBytes::new(py, &bitcode).unbind())
    }

    #[pyo3(signature = (llvm=None))]
    fn to_llvm(&self, py: Python<'_>, llvm: Option<Reader>) -> PyResult<String> {
        self.read(|module| to_llvm(py, module, llvm))
    }

    #[pyo3(signature = (mlir=None))]
    fn to_mlir(&self, py: Python<'_>, mlir: Option<u32>) -> PyResult<String> {
        let options = options(None, mlir)?;
        self.read(|module| without_gil(py, || module.to_mlir_with(&options)))
    }

    fn to_bytecode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes =
            self.read(|module| without_gil(py, || module.to_bytecode(&irtrip::bytecode::Options::default())))?;
        Ok(PyBytes::new(py, &bytes))
    }

    #[getter]
    fn functions(slf: Py<Self>, py: Python<'_>) -> Vec<PyFunction> {
        let found: Vec<(String, Op)> = slf.get().read(|module| {
            module.functions().map(|function| (function.name().into_owned(), function.operation().handle())).collect()
        });
        found.into_iter().map(|(name, op)| PyFunction { module: slf.clone_ref(py), name, op }).collect()
    }

    fn function(slf: Py<Self>, py: Python<'_>, name: &str) -> Option<PyFunction> {
        PyModule::functions(slf, py).into_iter().find(|function| function.name == name)
    }

    fn __iter__(slf: Py<Self>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        iterator(py, PyModule::functions(slf, py))
    }

    fn __len__(&self) -> usize {
        self.read(|module| module.functions().count())
    }

    fn __repr__(&self) -> String {
        format!("<irtrip.Module of {} functions>", self.__len__())
    }

    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        self.read(|module| without_gil(py, || module.verify()))
    }

    fn lower(&self, py: Python<'_>) -> PyResult<()> {
        self.write(|module| without_gil(py, || module.lower()))
    }

    fn rename_symbol(&self, py: Python<'_>, old: &str, new: &str) -> PyResult<()> {
        self.write(|module| without_gil(py, || module.rename_symbol(old, new)))
    }

    /// The page of `irtrip view` in a frame of its own.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let page = self.read(|module| {
            irtrip::view::page(
                module.context(),
                module.model(),
                &irtrip::view::PageOptions { name: "module", ..Default::default() },
            )
        });
        let page = page.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let escaped: String = py.import("html")?.call_method1("escape", (page,))?.extract()?;
        Ok(format!("<iframe srcdoc=\"{escaped}\" width=\"100%\" height=\"600\" frameborder=\"0\"></iframe>"))
    }
}

fn iterator<T>(py: Python<'_>, items: Vec<T>) -> PyResult<Py<PyAny>>
where
    Vec<T>: for<'py> IntoPyObject<'py, Error = PyErr>,
    for<'py> <Vec<T> as IntoPyObject<'py>>::Output: Into<Bound<'py, PyAny>>,
{
    let list: Bound<'_, PyAny> = items.into_pyobject(py)?.into();
    Ok(list.try_iter()?.into_any().unbind())
}

/// A function of a module.
#[pyclass(name = "Function", module = "irtrip", frozen)]
struct PyFunction {
    module: Py<PyModule>,
    #[pyo3(get)]
    name: String,
    op: Op,
}

/// What is known of an operation, as it was when it was asked for.
#[pyclass(name = "Operation", module = "irtrip", frozen, get_all)]
struct PyOperation {
    name: String,
    attributes: Vec<(String, String)>,
    operand_types: Vec<String>,
    result_types: Vec<String>,
    location: String,
}

impl PyOperation {
    fn of(op: Operation<'_>) -> PyOperation {
        let types = |values: &[irtrip::dialect::Value]| values.iter().map(|value| op.type_text(*value)).collect();
        PyOperation {
            name: op.name().into_owned(),
            attributes: op.attributes().into_iter().map(|(name, value)| (name.into_owned(), value)).collect(),
            operand_types: types(op.operands()),
            result_types: types(&op.results()),
            location: op.location(),
        }
    }
}

#[pymethods]
impl PyOperation {
    fn __repr__(&self) -> String {
        format!("<irtrip.Operation {}>", self.name)
    }
}

#[pymethods]
impl PyFunction {
    #[getter]
    fn is_declaration(&self) -> bool {
        self.look(|function| function.is_none_or(irtrip::Function::is_declaration))
    }

    #[getter]
    fn operations(&self) -> Vec<PyOperation> {
        self.look(|function| {
            let operations = function.map(irtrip::Function::operations).unwrap_or_default();
            operations.into_iter().map(PyOperation::of).collect()
        })
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        iterator(py, self.operations())
    }

    fn __len__(&self) -> usize {
        self.look(|function| function.map_or(0, |function| function.operations().len()))
    }

    fn __repr__(&self) -> String {
        format!("<irtrip.Function @{}>", self.name)
    }
}

impl PyFunction {
    fn look<T>(&self, look: impl FnOnce(Option<irtrip::Function<'_>>) -> T) -> T {
        self.module.get().read(|module| look(module.function_of(self.op)))
    }
}

/// How two modules differ.
#[pyclass(name = "Difference", module = "irtrip", frozen)]
struct PyDifference(Comparison);

#[pymethods]
impl PyDifference {
    fn __bool__(&self) -> bool {
        !self.0.is_same()
    }

    fn __len__(&self) -> usize {
        self.0.differences().count()
    }

    /// The categories of what differs, each once, by name.
    #[getter]
    fn categories(&self) -> Vec<String> {
        let names: std::collections::BTreeSet<String> =
            self.0.differences().map(|(_, difference)| difference.category.name().to_owned()).collect();
        names.into_iter().collect()
    }
}

#[pyfunction]
#[pyo3(signature = (text, mlir=None))]
fn import_llvm(py: Python<'_>, text: &str, mlir: Option<u32>) -> PyResult<String> {
    let options = options(None, mlir)?;
    without_gil(py, || Module::from_llvm(text)?.to_mlir_with(&options))
}

#[pyfunction]
#[pyo3(signature = (text, llvm=None))]
fn export_llvm(py: Python<'_>, text: Mlir, llvm: Option<Reader>) -> PyResult<String> {
    let module = without_gil(py, || text.module())?;
    to_llvm(py, &module, llvm)
}

#[pyfunction]
fn diff(py: Python<'_>, old: &str, new: &str) -> PyResult<PyDifference> {
    let compared = || Ok(Module::from_text(old)?.compare(&Module::from_text(new)?, &DiffOptions::default()));
    without_gil(py, compared).map(PyDifference)
}

#[pyfunction]
fn verify(py: Python<'_>, text: &str) -> PyResult<()> {
    without_gil(py, || Module::from_text(text)?.verify())
}

#[pyfunction]
fn normalize(py: Python<'_>, text: &str) -> PyResult<String> {
    without_gil(py, || Ok(Module::from_text(text)?.normalized()))
}

#[pyfunction]
fn roundtrip(py: Python<'_>, text: &str) -> PyResult<bool> {
    without_gil(py, || Ok(Module::from_mlir(&Module::from_llvm(text)?.to_mlir())?.to_llvm()? == text))
}

#[pymodule]
fn _irtrip(module: &Bound<'_, pyo3::types::PyModule>) -> PyResult<()> {
    module.add("Error", error_class(module.py())?)?;
    module.add_class::<PyModule>()?;
    module.add_class::<PyFunction>()?;
    module.add_class::<PyOperation>()?;
    module.add_class::<PyDifference>()?;
    module.add_function(wrap_pyfunction!(import_llvm, module)?)?;
    module.add_function(wrap_pyfunction!(export_llvm, module)?)?;
    module.add_function(wrap_pyfunction!(diff, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(roundtrip, module)?)
}
