//! The size that `llvm.intr.lifetime.start` and `llvm.intr.lifetime.end` had.

use crate::assembly::{CustomDirective, DirectiveParser, OpAsmPrinter, Parsed};
use crate::body::Op;
use crate::types::well_known;

/// `16`: how many bytes live, which is the size of the `alloca` today. It is read and dropped, and never printed.
#[derive(Debug)]
pub struct LifetimeSize;

impl CustomDirective for LifetimeSize {
    fn parse(&self, parser: &mut dyn DirectiveParser<'_>) -> Parsed<()> {
        parser.number(well_known::I64).map(drop)
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn print(&self, _printer: &mut dyn OpAsmPrinter<'_>, _op: Op) {}
}
