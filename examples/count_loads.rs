//! Counts the loads of each function, by the type that is loaded.
//!
//! ```console
//! $ cargo run --example count_loads -- examples/sort.ll
//! @sort: 2 loads: 2 of i32
//! ```
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;

use irtrip::Module;
use irtrip::dialect::ops::llvm::LOAD;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: count_loads F.ll")?;
    let module = Module::from_llvm(&std::fs::read_to_string(path)?)?;
    for function in module.functions().filter(|function| !function.is_declaration()) {
        let mut loads: BTreeMap<String, usize> = BTreeMap::new();
        for load in function.operations().into_iter().filter(|op| op.is(LOAD)) {
            *loads.entry(load.type_text(load.results()[0])).or_default() += 1;
        }
        let each: Vec<String> = loads.iter().map(|(ty, count)| format!("{count} of {ty}")).collect();
        println!("@{}: {} loads: {}", function.name(), loads.values().sum::<usize>(), each.join(", "));
    }
    Ok(())
}
