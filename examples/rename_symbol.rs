//! Gives a function or variable another name, in its definition and wherever it is used, and writes the module.
//!
//! ```console
//! $ cargo run --example rename_symbol -- examples/sort.ll sort arrange | grep define
//! define dso_local void @arrange(ptr noundef captures(none) %values, i32 noundef %count) local_unnamed_addr #0 {
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use irtrip::Module;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, from, to] = &arguments[..] else { return Err("usage: rename_symbol F.ll FROM TO".into()) };
    let mut module = Module::from_llvm(&std::fs::read_to_string(path)?)?;
    module.rename_symbol(from, to)?;
    print!("{}", module.to_llvm()?);
    Ok(())
}
