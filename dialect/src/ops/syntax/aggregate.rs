//! Types that follow from an aggregate and a position in it, or from vectors and a mask.

use crate::assembly::{CustomDirective, OpAsmPrinter};
use crate::body::Op;
use crate::ops::Directive;

/// Gives the result of `llvm.extractvalue` and the value of `llvm.insertvalue` its type; writes nothing.
#[derive(Debug)]
pub struct AggregateElementType;

impl CustomDirective for AggregateElementType {
    fn directive(&self) -> Directive {
        Directive::AggregateElementType
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn print<'a>(&self, _printer: &mut dyn OpAsmPrinter<'a>, _op: Op) {}
}

/// Gives the result of `llvm.shufflevector` its type; writes nothing.
#[derive(Debug)]
pub struct ShuffleType;

impl CustomDirective for ShuffleType {
    fn directive(&self) -> Directive {
        Directive::ShuffleType
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn print<'a>(&self, _printer: &mut dyn OpAsmPrinter<'a>, _op: Op) {}
}
