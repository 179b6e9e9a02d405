//! Reads bitcode files and writes them again, each for the release that wrote it: `rewrite FILE...`. The result of a file stands beside it, under
//! its name with `.out`, and a line says whether it is the same.

#![allow(clippy::print_stdout, reason = "a program says what it did")]

use std::error::Error;

use irtrip_bitcode::container::container;
use irtrip_bitcode::file::read_file;
use irtrip_bitcode::module::BitcodeModule;
use irtrip_bitcode::write::write;
use irtrip_dialect::release::Release;

fn rewritten(bytes: &[u8]) -> irtrip_bitcode::error::Result<Vec<u8>> {
    let streams = container(bytes)?.map(|container| container.streams).unwrap_or_default();
    let file = read_file(streams.first().map_or(bytes, |stream| stream.bytes))?;
    let entry = file.modules.first().cloned().unwrap_or_default();
    let module = BitcodeModule::read(&file, &entry)?;
    let release = module.module.release().unwrap_or(Release::MODEL);
    write(&module.module, &module.read_bodies()?, release)
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        match rewritten(&bytes) {
            Ok(own) => {
                println!("{}: {path}", if own == bytes { "same" } else { "other" });
                std::fs::write(format!("{path}.out"), own)?;
            }
            Err(error) => println!("error: {path}: {error}"),
        }
    }
    Ok(())
}
