//! Reads bitcode files and writes them again for a release: `rewrite RELEASE FILE...`. The result of a file stands beside it, under
//! its name with `.out`, and a line says whether it is the same.

#![allow(clippy::print_stdout, reason = "a program says what it did")]

use std::error::Error;

use irtrip_bitcode::container::container;
use irtrip_bitcode::file::read_file;
use irtrip_bitcode::module::BitcodeModule;
use irtrip_bitcode::write::write;
use irtrip_dialect::release::Release;

fn rewritten(bytes: &[u8], release: Release) -> irtrip_bitcode::error::Result<Vec<u8>> {
    let streams = container(bytes)?.map(|container| container.streams).unwrap_or_default();
    let file = read_file(streams.first().map_or(bytes, |stream| stream.bytes))?;
    let entry = file.modules.first().cloned().unwrap_or_default();
    let module = BitcodeModule::read(&file, &entry)?;
    write(&module.module, &module.read_bodies()?, release)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let release: Release = arguments.next().unwrap_or_default().parse()?;
    for path in arguments {
        let bytes = std::fs::read(&path)?;
        match rewritten(&bytes, release) {
            Ok(own) => {
                println!("{}: {path}", if own == bytes { "same" } else { "other" });
                std::fs::write(format!("{path}.out"), own)?;
            }
            Err(error) => println!("error: {path}: {error}"),
        }
    }
    Ok(())
}
