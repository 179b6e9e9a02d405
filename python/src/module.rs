//! A module, and the functions in it.

use std::sync::{Arc, PoisonError, RwLock};

use irtrip::Module;
use irtrip::dialect::Op;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::convert::{Mlir, Reader, options, raised, to_llvm, warn, without_gil};
use crate::difference::{PyDifference, html_frame};
use crate::facts::facts;
use crate::home::{BodyPath, State};
use crate::views::{OperationIterator, PyBlock, PyOperation, PyValue};

/// A module of LLVM IR and MLIR: read from either, looked at, changed, and written as either.
#[pyclass(name = "Module", module = "irtrip", frozen)]
pub struct PyModule {
    /// In a box: Python's allocator heeds no alignment beyond 16 bytes, and a context has counters on cache lines of their own.
    state: Box<RwLock<State>>,
}

impl PyModule {
    fn of(module: Module) -> PyModule {
        PyModule { state: Box::new(RwLock::new(State { module, generation: 0, users: RwLock::default() })) }
    }

    pub fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn write<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The module's own body.
    fn home(slf: &Bound<'_, Self>) -> Arc<BodyPath> {
        let generation = slf.get().read(|state| state.generation);
        BodyPath::new(slf.clone().unbind(), Vec::new(), generation)
    }

    fn symbol_of(slf: &Bound<'_, Self>, name: &str) -> Option<Op> {
        slf.get().read(|state| state.module.symbol(name).map(|op| op.handle()))
    }
}

#[pymethods]
impl PyModule {
    /// LLVM assembly of any release.
    #[staticmethod]
    fn from_llvm(py: Python<'_>, text: &str) -> PyResult<PyModule> {
        without_gil(py, || Module::from_llvm(text)).map(PyModule::of)
    }

    /// MLIR as text, or as bytecode of any version.
    #[staticmethod]
    fn from_mlir(py: Python<'_>, text: Mlir) -> PyResult<PyModule> {
        without_gil(py, || text.module()).map(PyModule::of)
    }

    /// LLVM bitcode of any release, also in an object or an archive; what a module has no place for is a warning.
    #[staticmethod]
    fn from_bitcode(py: Python<'_>, bitcode: &[u8]) -> PyResult<PyModule> {
        let module = without_gil(py, || Module::from_bitcode(bitcode))?;
        warn(py, module.left_out())?;
        Ok(PyModule::of(module))
    }

    /// A file of any form: LLVM assembly, bitcode, MLIR, bytecode.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: std::path::PathBuf) -> PyResult<PyModule> {
        let bytes = py.detach(|| std::fs::read(&path)).map_err(|error| {
            let made = || {
                let number = error.raw_os_error().unwrap_or_default();
                let text = py.import("os")?.call_method1("strerror", (number,))?;
                py.get_type::<pyo3::exceptions::PyOSError>().call1((number, text, &path)).map(PyErr::from_value)
            };
            made().unwrap_or_else(|other| other)
        })?;
        let module = without_gil(py, || Module::read(&bytes))?;
        warn(py, module.left_out())?;
        Ok(PyModule::of(module))
    }

    /// The module as LLVM bitcode, for a release of LLVM.
    #[pyo3(signature = (llvm=None))]
    fn to_bitcode(&self, py: Python<'_>, llvm: Option<Reader>) -> PyResult<Py<PyBytes>> {
        let options = options(llvm, None)?;
        let (bitcode, dropped) = self.read(|state| without_gil(py, || state.module.to_bitcode_with(&options)))?;
        warn(py, dropped)?;
        Ok(PyBytes::new(py, &bitcode).unbind())
    }

    /// The module as LLVM assembly, for a release of LLVM or for "nvvm"; what that has no word for is a warning.
    #[pyo3(signature = (llvm=None))]
    fn to_llvm(&self, py: Python<'_>, llvm: Option<Reader>) -> PyResult<String> {
        self.read(|state| to_llvm(py, &state.module, llvm))
    }

    /// The module as MLIR, for a release of MLIR.
    #[pyo3(signature = (mlir=None))]
    fn to_mlir(&self, py: Python<'_>, mlir: Option<u32>) -> PyResult<String> {
        let options = options(None, mlir)?;
        self.read(|state| without_gil(py, || state.module.to_mlir_with(&options)))
    }

    /// The module as MLIR bytecode, for a release of MLIR.
    #[pyo3(signature = (mlir=None))]
    fn to_bytecode<'py>(&self, py: Python<'py>, mlir: Option<u32>) -> PyResult<Bound<'py, PyBytes>> {
        let options = options(None, mlir)?;
        let bytes = self.read(|state| without_gil(py, || state.module.to_bytecode_with(&options)))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Its functions, defined and declared, in order.
    #[getter]
    fn functions(slf: &Bound<'_, Self>) -> Vec<PyFunction> {
        let found: Vec<(String, Op)> = slf.get().read(|state| {
            let functions = state.module.functions();
            functions.map(|function| (function.name().into_owned(), function.operation().handle())).collect()
        });
        let home = PyModule::home(slf);
        found.into_iter().map(|(name, op)| PyFunction { name, operation: PyOperation::new(&home, op) }).collect()
    }

    /// The function of a name; none where there is none.
    fn function(slf: &Bound<'_, Self>, name: &str) -> Option<PyFunction> {
        let op = slf.get().read(|state| state.module.function(name).map(|found| found.operation().handle()))?;
        Some(PyFunction { name: name.to_owned(), operation: PyOperation::new(&PyModule::home(slf), op) })
    }

    /// Its operations: functions, variables, aliases, in order.
    #[getter]
    fn operations(slf: &Bound<'_, Self>) -> Vec<PyOperation> {
        let ops: Vec<Op> = slf.get().read(|state| state.module.model().ops().collect());
        let home = PyModule::home(slf);
        ops.into_iter().map(|op| PyOperation::new(&home, op)).collect()
    }

    /// Every operation, each before those inside it.
    fn walk(slf: &Bound<'_, Self>) -> PyResult<OperationIterator> {
        let mut found = Vec::new();
        for op in PyModule::operations(slf) {
            op.all(slf.py(), &mut found)?;
        }
        Ok(OperationIterator::of(found))
    }

    /// The operation of a symbol: `module["main"]`.
    fn __getitem__(slf: &Bound<'_, Self>, name: &str) -> PyResult<PyOperation> {
        let op = PyModule::symbol_of(slf, name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok(PyOperation::new(&PyModule::home(slf), op))
    }

    fn __contains__(slf: &Bound<'_, Self>, name: &str) -> bool {
        PyModule::symbol_of(slf, name).is_some()
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let functions = PyModule::functions(slf).into_pyobject(slf.py())?;
        Ok(functions.try_iter()?.into_any().unbind())
    }

    fn __len__(&self) -> usize {
        self.read(|state| state.module.functions().count())
    }

    /// What every operation is, as columns of numbers; `irtrip.facts` makes arrays and tables of them.
    fn _facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.read(|state| py.detach(|| facts(&state.module)));
        columns.dictionary(py)
    }

    /// How it differs from a module that it is the older version of.
    fn diff(&self, py: Python<'_>, new: &PyModule) -> PyDifference {
        let compared = self.read(|old| {
            let compare = |new: &State| old.module.compare(&new.module, &irtrip::diff::Options::default());
            py.detach(|| new.read(compare))
        });
        PyDifference::new(compared, "old", "new")
    }

    fn __repr__(&self) -> String {
        format!("<irtrip.Module of {} functions>", self.__len__())
    }

    /// The module as MLIR.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.to_mlir(py, None)
    }

    /// Raises `Error` with every rule that is broken.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        self.read(|state| without_gil(py, || state.module.verify()))
    }

    /// Takes func, arith, scf, memref and their kin to the LLVM dialect. Handles into the module from before are of no use
    /// any more.
    fn lower(&self, py: Python<'_>) -> PyResult<()> {
        self.write(|state| {
            state.generation += 1;
            state.users.write().unwrap_or_else(PoisonError::into_inner).clear();
            without_gil(py, || state.module.lower())
        })
    }

    /// Gives a symbol another name, wherever it is named.
    fn rename_symbol(&self, py: Python<'_>, old: &str, new: &str) -> PyResult<()> {
        self.write(|state| without_gil(py, || state.module.rename_symbol(old, new)))
    }

    /// The page of `irtrip view` in a frame of its own.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let options = irtrip::view::PageOptions { name: "module", ..Default::default() };
        let page = self.read(|state| {
            let module = &state.module;
            let page = irtrip::view::page(module.context(), module.model(), &options);
            page.map_err(|error| raised(py, &irtrip::Error::new(module.context(), &[*error], "")))
        })?;
        html_frame(py, &page, 600)
    }
}

/// A function of a module.
#[pyclass(name = "Function", module = "irtrip", frozen)]
pub struct PyFunction {
    /// Its name, without the sigil.
    #[pyo3(get)]
    name: String,
    operation: PyOperation,
}

#[pymethods]
impl PyFunction {
    /// The operation that it is, with its attributes.
    #[getter]
    fn operation(&self) -> PyOperation {
        PyOperation::new(&self.operation.home, self.operation.op)
    }

    /// Whether it has no body.
    #[getter]
    fn is_declaration(&self) -> PyResult<bool> {
        self.operation.is_declaration()
    }

    /// Its blocks, in order; none where it is only declared.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> PyResult<Vec<PyBlock>> {
        self.operation.blocks(py)
    }

    /// Its arguments; none where it is only declared.
    #[getter]
    fn arguments(&self, py: Python<'_>) -> PyResult<Vec<PyValue>> {
        self.blocks(py)?.first().map_or_else(|| Ok(Vec::new()), PyBlock::arguments)
    }

    /// The operations of all its blocks, in order.
    #[getter]
    fn operations(&self, py: Python<'_>) -> PyResult<Vec<PyOperation>> {
        let mut found = Vec::new();
        for block in self.blocks(py)? {
            found.extend(block.operations()?);
        }
        Ok(found)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<OperationIterator> {
        let found = self.operations(py)?;
        Ok(OperationIterator::of(found.into_iter().map(|op| (op.home, op.op)).collect()))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.blocks(py)?.iter().map(PyBlock::__len__).sum()
    }

    /// The function as MLIR writes it.
    fn __str__(&self) -> PyResult<String> {
        self.operation.__str__()
    }

    fn __repr__(&self) -> String {
        format!("<irtrip.Function @{}>", self.name)
    }

    fn __eq__(&self, other: &PyFunction) -> bool {
        self.operation.__eq__(&other.operation)
    }

    fn __hash__(&self) -> u64 {
        self.operation.__hash__()
    }
}
