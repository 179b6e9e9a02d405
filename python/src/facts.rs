//! What all operations of a module are, as columns of numbers.

use irtrip::Module;
use irtrip::dialect::{ContextDialects, OpName, Type};
use irtrip::grammar::print_type;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::HashMap;
use std::hash::Hash;

/// What an operation without a result, or outside of functions, has in a column.
const NONE: i32 = -1;

/// A column of codes, and the name of each code.
#[derive(Default)]
struct Column {
    codes: Vec<u8>,
    names: Vec<String>,
}

impl Column {
    fn push(&mut self, code: i32) {
        self.codes.extend(code.to_ne_bytes());
    }
}

/// Gives each thing a code, the first time with its name.
struct Codes<T>(HashMap<T, i32>);

impl<T: Eq + Hash> Codes<T> {
    fn of(&mut self, thing: T, names: &mut Vec<String>, name: impl FnOnce() -> String) -> i32 {
        *self.0.entry(thing).or_insert_with(|| {
            names.push(name());
            names.len() as i32 - 1
        })
    }
}

/// The columns: the operation's name, the type of its first result, the function that it is in, and how many operands it has.
#[derive(Default)]
pub struct Facts {
    operation: Column,
    result: Column,
    function: Column,
    operands: Column,
}

/// The facts of every operation, each before those inside it.
pub fn facts(module: &Module) -> Facts {
    let ctx = module.context();
    let mut facts = Facts::default();
    let (mut names, mut types) = (Codes::<OpName>(HashMap::new()), Codes::<Type>(HashMap::new()));
    for outer in module.operations() {
        let symbol = outer.get::<String>("sym_name");
        let function = symbol.map_or(NONE, |symbol| {
            facts.function.names.push(symbol);
            facts.function.names.len() as i32 - 1
        });
        outer.walk(&mut |op| {
            let name = op.op_name();
            let code = names.of(name, &mut facts.operation.names, || ctx.op_name_str(name).into_owned());
            facts.operation.push(code);
            let result = op.results().first().map_or(NONE, |value| {
                let ty = op.type_of(*value);
                types.of(ty, &mut facts.result.names, || print_type(ctx, ty))
            });
            facts.result.push(result);
            facts.function.push(function);
            facts.operands.push(op.operands().len() as i32);
        });
    }
    facts
}

impl Facts {
    /// For each column its codes as bytes of native 32-bit integers, and their names.
    pub fn dictionary(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let columns = PyDict::new(py);
        for (name, column) in [
            ("operation", self.operation),
            ("result", self.result),
            ("function", self.function),
            ("operands", self.operands),
        ] {
            columns.set_item(name, (PyBytes::new(py, &column.codes), column.names))?;
        }
        Ok(columns)
    }
}
