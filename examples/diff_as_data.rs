//! Says which functions differ between two modules, and in what.
//!
//! ```console
//! $ sed 's/icmp sgt i32 %4, %0/icmp slt i32 %4, %0/' examples/sort.ll > changed.ll
//! $ cargo run --example diff_as_data -- examples/sort.ll changed.ll
//! @sort: predicate: sgt, slt
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use irtrip::{Module, diff};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [old, new] = &arguments[..] else { return Err("usage: diff_as_data OLD NEW".into()) };
    let read =
        |path: &String| -> Result<Module, Box<dyn Error>> { Ok(Module::from_text(&std::fs::read_to_string(path)?)?) };
    let comparison = read(old)?.compare(&read(new)?, &diff::Options::default());
    for (part, difference) in comparison.differences() {
        let versions: Vec<&str> = [&difference.a, &difference.b].into_iter().filter_map(|v| v.as_deref()).collect();
        let name = part.b.as_ref().or(part.a.as_ref()).map_or("the module", |name| name);
        println!("{name}: {}: {}", difference.what, versions.join(", "));
    }
    Ok(())
}
