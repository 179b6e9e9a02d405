//! Programs and modules through upstream's tools and through irtrip.

pub mod compilers;
pub mod exports;
pub mod lowered_programs;
pub mod lowering;
pub mod programs;
