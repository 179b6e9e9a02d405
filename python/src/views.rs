//! Functions, blocks, operations and values: handles into a module, which say what it says now.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use irtrip::dialect::attributes::well_known::{EMPTY_DICTIONARY, UNKNOWN_LOC};
use irtrip::dialect::{
    Attr, Block, Body, Builder, Context, ContextDialects, InsertPoint, Op, Region, Str, Type, Value, ValueDef,
};
use irtrip::grammar::print::{PrintOptions, print_each};
use irtrip::grammar::{parse_type, print_attr, print_type};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::attributes::{attribute, value};
use crate::home::{BodyPath, ERASED};

/// Two handles of the same thing are equal, and count as one in a set or as a key.
macro_rules! identity {
    ($class:ident, $field:ident) => {
        impl $class {
            fn is(&self, other: &$class) -> bool {
                self.$field == other.$field && (Arc::ptr_eq(&self.home, &other.home) || self.home == other.home)
            }

            fn hashed(&self) -> u64 {
                let mut hasher = std::hash::DefaultHasher::new();
                (self.home.module.as_ptr() as usize, &self.home.path, self.$field).hash(&mut hasher);
                hasher.finish()
            }
        }
    };
}

/// An operation of a module.
#[pyclass(name = "Operation", module = "irtrip", frozen)]
pub struct PyOperation {
    pub home: Arc<BodyPath>,
    pub op: Op,
}
identity!(PyOperation, op);

/// A block: a list of operations that ends in a terminator.
#[pyclass(name = "Block", module = "irtrip", frozen)]
pub struct PyBlock {
    home: Arc<BodyPath>,
    block: Block,
}
identity!(PyBlock, block);

/// A value: the result of an operation, or the argument of a block.
#[pyclass(name = "Value", module = "irtrip", frozen)]
pub struct PyValue {
    home: Arc<BodyPath>,
    value: Value,
}
identity!(PyValue, value);

impl PyOperation {
    pub fn new(home: &Arc<BodyPath>, op: Op) -> PyOperation {
        PyOperation { home: home.clone(), op }
    }

    /// Looks at the operation, which is still there.
    fn look<T>(&self, look: impl FnOnce(&Context, &Body, Op) -> T) -> PyResult<T> {
        let found = self.home.look(|ctx, body| body.parent(self.op).map(|_| look(ctx, body, self.op)))?;
        found.ok_or_else(|| PyValueError::new_err(ERASED))
    }

    fn change<T>(&self, change: impl FnOnce(&Context, &mut Body, Op) -> PyResult<T>) -> PyResult<T> {
        self.home.change(|ctx, body| match body.parent(self.op) {
            Some(_) => change(ctx, body, self.op),
            None => Err(PyValueError::new_err(ERASED)),
        })
    }

    fn operation(&self, op: Op) -> PyOperation {
        PyOperation::new(&self.home, op)
    }

    fn values(&self, values: impl IntoIterator<Item = Value>) -> Vec<PyValue> {
        values.into_iter().map(|value| PyValue { home: self.home.clone(), value }).collect()
    }

    /// The home and the regions of what is inside the operation.
    fn inside(&self, py: Python<'_>) -> PyResult<(Arc<BodyPath>, Vec<Region>)> {
        let nested = self.look(|_, body, op| body.nested(op).map(|nested| nested.regions().to_vec()))?;
        match nested {
            Some(regions) => Ok((self.home.inside(py, self.op), regions)),
            None => Ok((self.home.clone(), self.look(|_, body, op| body.op_regions(op).to_vec())?)),
        }
    }

    fn text(&self, options: &PrintOptions) -> PyResult<String> {
        self.look(|ctx, body, op| print_each(ctx, [(body, op)], options).concat())
    }

    /// Makes an operation before or after this one.
    fn create(&self, place: InsertPoint, new: &NewOperation<'_, '_>) -> PyResult<PyOperation> {
        let made = self.change(|ctx, body, op| {
            let operands = new.operands.iter().map(|value| value.of(&self.home)).collect::<PyResult<Vec<Value>>>()?;
            let results = new.results.iter().map(|text| parsed_type(ctx, text)).collect::<PyResult<Vec<Type>>>()?;
            let mut attributes: Vec<(Str, Attr)> = Vec::new();
            for (key, item) in new.attributes.into_iter().flatten() {
                let key = ctx.str(&key.extract::<String>()?);
                attributes.extend(attribute(ctx, &item)?.map(|item| (key, item)));
            }
            let loc = body.loc(op);
            let mut builder = Builder::new(ctx, body, place, loc);
            Ok(builder.create(ctx.op_name(new.name), &operands, &results, &attributes))
        })?;
        Ok(self.operation(made))
    }

    /// The operation and all inside it, each before those inside it.
    pub fn all(&self, py: Python<'_>, found: &mut Vec<(Arc<BodyPath>, Op)>) -> PyResult<()> {
        found.push((self.home.clone(), self.op));
        let (home, regions) = self.inside(py)?;
        let inner: Vec<(Op, bool)> = home.look(|_, body| {
            let ops = regions.iter().flat_map(|region| body.walk(*region));
            ops.map(|op| (op, body.nested(op).is_some())).collect()
        })?;
        for (op, is_isolated) in inner {
            match is_isolated {
                true => PyOperation::new(&home, op).all(py, found)?,
                false => found.push((home.clone(), op)),
            }
        }
        Ok(())
    }
}

/// What an operation is made of.
struct NewOperation<'a, 'py> {
    name: &'a str,
    operands: Vec<PyRef<'py, PyValue>>,
    results: Vec<String>,
    attributes: Option<&'a Bound<'py, PyDict>>,
}

fn parsed_type(ctx: &Context, text: &str) -> PyResult<Type> {
    parse_type(ctx, text).map_err(|_| PyValueError::new_err(format!("'{text}' is no type of MLIR")))
}

#[pymethods]
impl PyOperation {
    /// Its name with its dialect: `llvm.load`.
    #[getter]
    fn name(&self) -> PyResult<String> {
        self.look(|ctx, body, op| ctx.op_name_str(body.name(op)).into_owned())
    }

    /// The values it takes, without those that it passes to blocks.
    #[getter]
    fn operands(&self) -> PyResult<Vec<PyValue>> {
        Ok(self.values(self.look(|_, body, op| body.operands(op).to_vec())?))
    }

    /// The values it makes.
    #[getter]
    fn results(&self) -> PyResult<Vec<PyValue>> {
        Ok(self.values(self.look(|_, body, op| body.results(op))?))
    }

    /// The operations that use its results, once for each time.
    #[getter]
    fn users(&self) -> PyResult<Vec<PyOperation>> {
        let (users, results) = (self.home.users()?, self.look(|_, body, op| body.results(op))?);
        Ok(results.flat_map(|result| users.of(result)).map(|op| self.operation(*op)).collect())
    }

    /// The blocks it leads to.
    #[getter]
    fn successors(&self) -> PyResult<Vec<PyBlock>> {
        let blocks: Vec<Block> =
            self.look(|_, body, op| body.successors(op).iter().map(|successor| successor.block).collect())?;
        Ok(blocks.into_iter().map(|block| PyBlock { home: self.home.clone(), block }).collect())
    }

    /// The values it passes to the blocks it leads to, a list for each block.
    #[getter]
    fn successor_operands(&self) -> PyResult<Vec<Vec<PyValue>>> {
        let passed: Vec<Vec<Value>> = self.look(|_, body, op| {
            body.successors(op).iter().map(|successor| body.successor_args(successor).to_vec()).collect()
        })?;
        Ok(passed.into_iter().map(|values| self.values(values)).collect())
    }

    /// What is inside it: a list of blocks for each region.
    #[getter]
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Vec<PyBlock>>> {
        let (home, regions) = self.inside(py)?;
        let blocks: Vec<Vec<Block>> =
            home.look(|_, body| regions.iter().map(|region| body.blocks(*region).to_vec()).collect())?;
        let of = |blocks: Vec<Block>| {
            blocks.into_iter().map(|block| PyBlock { home: home.clone(), block }).collect::<Vec<_>>()
        };
        Ok(blocks.into_iter().map(of).collect())
    }

    /// The blocks of its first region: of a function its body, empty where it is only declared.
    #[getter]
    pub fn blocks(&self, py: Python<'_>) -> PyResult<Vec<PyBlock>> {
        Ok(self.regions(py)?.into_iter().next().unwrap_or_default())
    }

    /// The block that it is in.
    #[getter]
    fn block(&self) -> PyResult<PyBlock> {
        let block = self.home.look(|_, body| body.parent(self.op))?.ok_or_else(|| PyValueError::new_err(ERASED))?;
        Ok(PyBlock { home: self.home.clone(), block })
    }

    /// The operation that it is inside of; none at the level of the module.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PyOperation>> {
        self.block()?.parent(py)
    }

    /// Its attributes: numbers, flags, strings, lists and dictionaries as values, others as `Attribute`.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dictionary = PyDict::new(py);
        self.look(|ctx, body, op| {
            ctx.entries(body.attrs(op))
                .iter()
                .try_for_each(|(key, item)| dictionary.set_item(&*ctx.text(*key), value(py, ctx, *item)?))
        })??;
        Ok(dictionary)
    }

    /// The attribute of a name, or `default`.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.look(|ctx, body, op| {
            let item = ctx.find_str(name).and_then(|name| body.attr(ctx, op, name));
            item.map(|item| value(py, ctx, item)).transpose()
        })??;
        Ok(found.or(default))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, name, None)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        Ok(self.get(py, name, None)?.is_some())
    }

    fn __setitem__(&self, name: &str, item: &Bound<'_, PyAny>) -> PyResult<()> {
        self.change(|ctx, body, op| {
            let entry = attribute(ctx, item)?;
            body.set_attrs(op, ctx.with_entry(body.attrs(op), ctx.str(name), entry));
            Ok(())
        })
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.__getitem__(py, name)?;
        self.__setitem__(name, &py.None().into_bound(py))
    }

    /// Its location as MLIR writes it.
    #[getter]
    fn location(&self) -> PyResult<String> {
        self.look(|ctx, body, op| print_attr(ctx, body.loc(op)))
    }

    /// The symbol that it defines, without its `@`: a function's name; none for other operations.
    #[getter]
    fn symbol(&self) -> PyResult<Option<String>> {
        self.look(|ctx, body, op| {
            let name = body.attr(ctx, op, irtrip::dialect::names::SYM_NAME)?;
            ctx.string_value(name).map(|name| ctx.text(name).into_owned())
        })
    }

    /// Whether it has no body: a function or a variable that is only declared.
    #[getter]
    pub fn is_declaration(&self) -> PyResult<bool> {
        self.look(|_, body, op| !body.is_defined(op))
    }

    /// It and every operation inside it, each before those inside it.
    fn walk(&self, py: Python<'_>) -> PyResult<OperationIterator> {
        let mut found = Vec::new();
        self.all(py, &mut found)?;
        Ok(OperationIterator::of(found))
    }

    /// Makes an operation before this one, with its location: `ret.before("llvm.add", [x, y], ["i32"])`.
    #[pyo3(signature = (name, operands=Vec::new(), results=Vec::new(), attributes=None))]
    fn before<'py>(
        &self,
        name: &str,
        operands: Vec<PyRef<'py, PyValue>>,
        results: Vec<String>,
        attributes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<PyOperation> {
        self.create(InsertPoint::Before(self.op), &NewOperation { name, operands, results, attributes })
    }

    /// Makes an operation after this one, with its location.
    #[pyo3(signature = (name, operands=Vec::new(), results=Vec::new(), attributes=None))]
    fn after<'py>(
        &self,
        name: &str,
        operands: Vec<PyRef<'py, PyValue>>,
        results: Vec<String>,
        attributes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<PyOperation> {
        self.create(InsertPoint::After(self.op), &NewOperation { name, operands, results, attributes })
    }

    /// Puts a value in place of an operand.
    fn set_operand(&self, place: usize, value: &PyValue) -> PyResult<()> {
        let value = value.of(&self.home)?;
        self.change(|_, body, op| {
            let operand = body.operands_mut(op).get_mut(place);
            *operand.ok_or_else(|| PyValueError::new_err(format!("there is no operand {place}")))? = value;
            Ok(())
        })
    }

    /// Takes it out of its block; its results have no users.
    fn erase(&self) -> PyResult<()> {
        if let Some(user) = self.users()?.first() {
            return Err(PyValueError::new_err(format!("it cannot be erased: '{}' uses its result", user.name()?)));
        }
        self.change(|_, body, op| {
            body.erase(op);
            // Nothing that it alone spoke of is written.
            body.set_attrs(op, EMPTY_DICTIONARY);
            body.set_loc(op, UNKNOWN_LOC);
            Ok(())
        })
    }

    /// The operation as MLIR writes it, with all inside it.
    pub fn __str__(&self) -> PyResult<String> {
        self.text(&PrintOptions::default())
    }

    fn __repr__(&self) -> String {
        let named = self.symbol().ok().flatten().map(|symbol| format!(" @{symbol}")).unwrap_or_default();
        format!("<irtrip.Operation {}{named}>", self.name().unwrap_or_else(|error| error.to_string()))
    }

    pub fn __eq__(&self, other: &PyOperation) -> bool {
        self.is(other)
    }

    pub fn __hash__(&self) -> u64 {
        self.hashed()
    }
}

#[pymethods]
impl PyBlock {
    /// Its label, without the sigil; none where it is a number.
    #[getter]
    fn name(&self) -> PyResult<Option<String>> {
        self.home.look(|ctx, body| body.block_name(self.block).map(|name| ctx.text(name).into_owned()))
    }

    /// The values that it is given: of an entry block those of the function, elsewhere what phis are in LLVM IR.
    #[getter]
    pub fn arguments(&self) -> PyResult<Vec<PyValue>> {
        let arguments = self.home.look(|_, body| body.block_args(self.block).to_vec())?;
        Ok(arguments.into_iter().map(|value| PyValue { home: self.home.clone(), value }).collect())
    }

    /// Its operations, in order.
    #[getter]
    pub fn operations(&self) -> PyResult<Vec<PyOperation>> {
        let ops: Vec<Op> = self.home.look(|_, body| body.ops(self.block).collect())?;
        Ok(ops.into_iter().map(|op| PyOperation::new(&self.home, op)).collect())
    }

    /// Its last operation.
    #[getter]
    fn terminator(&self) -> PyResult<Option<PyOperation>> {
        Ok(self.home.look(|_, body| body.last_op(self.block))?.map(|op| PyOperation::new(&self.home, op)))
    }

    /// The blocks that its terminator leads to.
    #[getter]
    fn successors(&self) -> PyResult<Vec<PyBlock>> {
        self.terminator()?.map_or_else(|| Ok(Vec::new()), |last| last.successors())
    }

    /// The blocks that lead to it, each once.
    #[getter]
    fn predecessors(&self) -> PyResult<Vec<PyBlock>> {
        let leads_here = |body: &Body, block: Block| {
            body.last_op(block)
                .is_some_and(|last| body.successors(last).iter().any(|successor| successor.block == self.block))
        };
        let found: Vec<Block> = self.home.look(|_, body| {
            let blocks = body.block_parent(self.block).map(|region| body.blocks(region)).unwrap_or_default();
            blocks.iter().copied().filter(|block| leads_here(body, *block)).collect()
        })?;
        Ok(found.into_iter().map(|block| PyBlock { home: self.home.clone(), block }).collect())
    }

    /// The operation that it is inside of; none at the level of the module.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PyOperation>> {
        let found = self.home.look(|_, body| {
            let region = body.block_parent(self.block)?;
            if body.regions().contains(&region) { None } else { body.region_parents().get(region.index()).copied()? }
        })?;
        match found {
            Some(op) => Ok(Some(PyOperation::new(&self.home, op))),
            None => Ok(self.home.outside(py).map(|(home, op)| PyOperation { home, op })),
        }
    }

    fn __iter__(&self) -> PyResult<OperationIterator> {
        let ops = self.operations()?;
        Ok(OperationIterator::of(ops.into_iter().map(|op| (op.home, op.op)).collect()))
    }

    pub fn __len__(&self) -> PyResult<usize> {
        self.home.look(|_, body| body.ops(self.block).count())
    }

    fn __repr__(&self) -> String {
        let name = self.name().ok().flatten();
        name.map_or_else(|| "<irtrip.Block>".to_owned(), |name| format!("<irtrip.Block ^{name}>"))
    }

    pub fn __eq__(&self, other: &PyBlock) -> bool {
        self.is(other)
    }

    pub fn __hash__(&self) -> u64 {
        self.hashed()
    }
}

impl PyValue {
    /// The value, which is of this body.
    fn of(&self, home: &Arc<BodyPath>) -> PyResult<Value> {
        if self.home == *home {
            return Ok(self.value);
        }
        Err(PyValueError::new_err("the value is another function's"))
    }

    fn def(&self) -> PyResult<ValueDef> {
        self.home.look(|_, body| body.value(self.value).def)
    }
}

#[pymethods]
impl PyValue {
    /// Its type as MLIR writes it: `i32`, `!llvm.ptr`.
    #[getter]
    fn r#type(&self) -> PyResult<String> {
        self.home.look(|ctx, body| print_type(ctx, body.value_type(self.value)))
    }

    /// Its name, without the sigil; none where it is a number.
    #[getter]
    fn name(&self) -> PyResult<Option<String>> {
        self.home.look(|ctx, body| body.value(self.value).name.map(|name| ctx.text(name).into_owned()))
    }

    #[setter]
    fn set_name(&self, name: Option<&str>) -> PyResult<()> {
        self.home.change(|ctx, body| {
            body.set_value_name(self.value, name.map(|name| ctx.str(name)));
            Ok(())
        })
    }

    /// The operation that makes it; none for an argument of a block.
    #[getter]
    fn operation(&self) -> PyResult<Option<PyOperation>> {
        Ok(match self.def()? {
            ValueDef::Result(op, _) => Some(PyOperation::new(&self.home, op)),
            ValueDef::Argument(..) | ValueDef::Undefined => None,
        })
    }

    /// The block whose argument it is; none for the result of an operation.
    #[getter]
    fn block(&self) -> PyResult<Option<PyBlock>> {
        Ok(match self.def()? {
            ValueDef::Argument(block, _) => Some(PyBlock { home: self.home.clone(), block }),
            ValueDef::Result(..) | ValueDef::Undefined => None,
        })
    }

    /// The operations that use it, once for each time.
    #[getter]
    fn users(&self) -> PyResult<Vec<PyOperation>> {
        let users = self.home.users()?;
        Ok(users.of(self.value).iter().map(|op| PyOperation::new(&self.home, *op)).collect())
    }

    /// Puts a value in its place wherever it is used.
    fn replace_all_uses_with(&self, other: &PyValue) -> PyResult<()> {
        let (of, with) = (self.value, other.of(&self.home)?);
        self.home.change(|_, body| {
            irtrip::dialect::Users::new(body).replace_all_uses(body, of, with);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        let name = self.name().ok().flatten().map(|name| format!(" %{name}")).unwrap_or_default();
        format!("<irtrip.Value{name}: {}>", self.r#type().unwrap_or_else(|error| error.to_string()))
    }

    pub fn __eq__(&self, other: &PyValue) -> bool {
        self.is(other)
    }

    pub fn __hash__(&self) -> u64 {
        self.hashed()
    }
}

/// Operations, one after the other.
#[pyclass(module = "irtrip")]
pub struct OperationIterator {
    found: std::vec::IntoIter<(Arc<BodyPath>, Op)>,
}

impl OperationIterator {
    pub fn of(found: Vec<(Arc<BodyPath>, Op)>) -> OperationIterator {
        OperationIterator { found: found.into_iter() }
    }
}

#[pymethods]
impl OperationIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyOperation> {
        let (home, op) = self.found.next()?;
        Some(PyOperation { home, op })
    }

    fn __length_hint__(&self) -> usize {
        self.found.len()
    }
}
