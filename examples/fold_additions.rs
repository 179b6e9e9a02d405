//! A small pass over the LLVM dialect: integers to which 0 is added are what they were. Writes the module as MLIR.
//!
//! ```console
//! $ echo 'define i32 @f(i32 %x) { %y = add i32 0, %x %z = add i32 %y, 0 ret i32 %z }' > added.ll
//! $ cargo run --example fold_additions -- added.ll | grep llvm.return
//!     llvm.return %x : i32
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use irtrip::dialect::ops::{global_values::CONSTANT, llvm::ADD};
use irtrip::dialect::{Op, Value, ValueDef};
use irtrip::{FunctionEditor, Module};

/// Whether a value is the constant 0.
fn is_zero(function: &FunctionEditor, value: Value) -> bool {
    let ValueDef::Result(op, _) = function.body().value(value).def else { return false };
    function.view(op).is(CONSTANT) && function.view(op).get::<i64>("value") == Some(0)
}

/// The operand that a sum is equal to.
fn summand(function: &FunctionEditor, op: Op) -> Option<Value> {
    let &[a, b] = function.view(op).operands() else { return None };
    if is_zero(function, a) { Some(b) } else { is_zero(function, b).then_some(a) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: fold_additions F.ll")?;
    let mut module = Module::from_llvm(&std::fs::read_to_string(path)?)?;
    module.edit_functions(|function| {
        for op in function.operations().into_iter().filter(|op| function.view(*op).is(ADD)).collect::<Vec<Op>>() {
            if let Some(value) = summand(function, op) {
                let sum = function.view(op).results()[0];
                function.replace_all_uses_with(sum, value);
                // Nothing uses the sum any more.
                let _ = function.erase(op);
            }
        }
    });
    print!("{}", module.to_mlir());
    Ok(())
}
