//! Calls `@leave` before each return, and writes the module.
//!
//! ```console
//! $ cargo run --example instrument_returns -- examples/sort.ll | grep -B 1 "ret "
//!   call void @leave()
//!   ret void
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use irtrip::Module;
use irtrip::dialect::LlvmBuilder;
use irtrip::dialect::ops::llvm::RETURN;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: instrument_returns F.ll")?;
    let text = std::fs::read_to_string(path)?;
    let mut module = Module::from_llvm(&format!("{text}\ndeclare void @leave()\n"))?;
    module.edit_functions(|function| {
        for op in function.operations() {
            if function.view(op).is(RETURN) {
                function.before(op).call("leave", &[], None);
            }
        }
    });
    module.verify()?;
    print!("{}", module.to_llvm()?);
    Ok(())
}
