//! Reads bitcode files and writes them again, each for the release that wrote it: `rewrite FILE...`. The result of a file is in the same folder, under
//! its name with `.out`, and a line says whether it is the same.

#![allow(clippy::print_stdout, reason = "a program says what it did")]

use std::error::Error;

use irtrip_bitcode::write::rewrite;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        match rewrite(&bytes) {
            Ok(own) => {
                println!("{}: {path}", if own == bytes { "same" } else { "other" });
                std::fs::write(format!("{path}.out"), own)?;
            }
            Err(error) => println!("error: {path}: {error}"),
        }
    }
    Ok(())
}
