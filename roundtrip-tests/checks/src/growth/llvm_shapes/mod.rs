//! Shapes of LLVM assembly: what a module can have many of, or have deep.

mod constants;
mod control_flow;
mod debug_info;
mod functions;
mod globals;
mod metadata;
mod text;
mod types;

use super::Shape;

/// Upstream's form has nothing for such an instruction or constant.
const NOT_UPSTREAM: &str = "unhandled";

/// All of them, by what they are about.
pub const SHAPES: &[&[Shape]] = &[
    constants::SHAPES,
    control_flow::SHAPES,
    debug_info::SHAPES,
    functions::SHAPES,
    globals::SHAPES,
    metadata::SHAPES,
    text::SHAPES,
    types::SHAPES,
];
