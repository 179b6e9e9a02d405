//! Reading a file.

mod affine;
mod attributes;
mod bodies;
pub mod cursor;
pub mod file;
mod llvm;
mod operations;
mod resources;
mod types;

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::metadata::later;
use irtrip_dialect::release::Releases;
use irtrip_dialect::{Context, Module, mlir_release};

use crate::error::Result;
use file::File;

/// Reads bytecode of any version.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read(ctx: &Context, bytes: &[u8]) -> Result<Module> {
    on_deep_stack(|| {
        let file = File::new(bytes)?;
        let mut module = operations::module(ctx, &file)?;
        module.resources = resources::resources(ctx, &file);
        module.releases = file.release.map_or(Releases::ALL, Releases::only);
        mlir_release::raise(ctx, &mut module);
        if module.releases.are_later() {
            later::take(ctx, &mut module);
        }
        Ok(module)
    })
}
