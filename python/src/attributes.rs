//! Attributes as values of Python and back.

use irtrip::dialect::attributes::well_known::UNIT;
use irtrip::dialect::{Attr, AttrData, Context};
use irtrip::grammar::{parse_attr, print_attr};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

/// An attribute that no value of Python stands for, such as `#llvm.linkage<internal>`, as MLIR writes it.
#[pyclass(name = "Attribute", module = "irtrip", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub struct PyAttribute {
    text: String,
}

#[pymethods]
impl PyAttribute {
    /// An attribute by its MLIR: `Attribute("8 : i32")`.
    #[new]
    fn new(text: String) -> PyAttribute {
        PyAttribute { text }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("irtrip.Attribute({:?})", self.text)
    }
}

/// The value of an attribute: integers, flags, strings, lists and dictionaries as Python has them, a symbol with its `@`.
pub fn value<'py>(py: Python<'py>, ctx: &Context, attr: Attr) -> PyResult<Bound<'py, PyAny>> {
    Ok(match ctx.attr_data(attr) {
        AttrData::Unit => PyBool::new(py, true).to_owned().into_any(),
        AttrData::Integer { .. } if print_attr(ctx, attr) == "true" => PyBool::new(py, true).to_owned().into_any(),
        AttrData::Integer { .. } if print_attr(ctx, attr) == "false" => PyBool::new(py, false).to_owned().into_any(),
        AttrData::Integer { value, .. } => value.into_pyobject(py)?.into_any(),
        AttrData::String { value, ty: None } => PyString::new(py, &ctx.text(*value)).into_any(),
        AttrData::Array(items) => list(py, items.iter().map(|item| value(py, ctx, *item)))?,
        AttrData::DenseArray { values, .. } => PyList::new(py, values.iter())?.into_any(),
        AttrData::Dictionary(entries) => {
            let dictionary = PyDict::new(py);
            for (key, item) in entries.iter() {
                dictionary.set_item(&*ctx.text(*key), value(py, ctx, *item)?)?;
            }
            dictionary.into_any()
        }
        _ => Bound::new(py, PyAttribute { text: print_attr(ctx, attr) })?.into_any(),
    })
}

fn list<'py>(py: Python<'py>, items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// The attribute of a value: an integer is an `i64`, `True` a flag; none for `False` and `None`.
pub fn attribute(ctx: &Context, value: &Bound<'_, PyAny>) -> PyResult<Option<Attr>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().then_some(UNIT));
    }
    if let Ok(attribute) = value.cast::<PyAttribute>() {
        let text = &attribute.get().text;
        return parse_attr(ctx, text)
            .map(Some)
            .map_err(|_| PyValueError::new_err(format!("'{text}' is no attribute of MLIR")));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(irtrip::AttributeValue::to_attribute(&number, ctx));
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(irtrip::AttributeValue::to_attribute(&text, ctx));
    }
    if let Ok(items) = value.cast::<PyList>() {
        let items: Vec<Attr> = items
            .iter()
            .map(|item| attribute(ctx, &item)?.ok_or_else(|| PyTypeError::new_err("a list of None is no attribute")))
            .collect::<PyResult<_>>()?;
        return Ok(Some(ctx.array(&items)));
    }
    let class = value.get_type();
    Err(PyTypeError::new_err(format!(
        "{class} is no attribute: give a number, a flag, a string, a list or an Attribute"
    )))
}
