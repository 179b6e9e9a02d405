//! The form of `memref.dma_start`.

use smallvec::SmallVec;

use crate::assembly::{CustomAssemblyFormat, OpAsmPrinter};
use crate::attributes::well_known as attributes;
use crate::body::{Op, Value};
use crate::ops::Syntax;
use crate::types::TypeData;

/// The operands of a transfer by DMA.
struct Parts<'a> {
    /// What is read, what is written and the tag, each with the indices behind it.
    buffers: [&'a [Value]; 3],
    /// How many elements.
    count: Value,
    /// The stride and how many elements a stride has, or none.
    strides: &'a [Value],
}

/// The operands of a transfer, by the ranks of its buffers.
fn parts<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op) -> Option<Parts<'a>> {
    let (ctx, body) = (printer.context(), printer.body());
    let mut rest = body.operands(op);
    let take = |rest: &mut &'a [Value]| {
        let ty = body.value_type(*rest.first()?);
        let TypeData::MemRef { dims: Some(dims), .. } = ctx.type_data(ty) else { return None };
        let (part, behind) = rest.split_at_checked(dims.len() + 1)?;
        *rest = behind;
        Some(part)
    };
    let (source, destination) = (take(&mut rest)?, take(&mut rest)?);
    let (&count, behind) = rest.split_first()?;
    rest = behind;
    let tag = take(&mut rest)?;
    Some(Parts { buffers: [source, destination, tag], count, strides: rest })
}

/// `memref.dma_start %a[%i], %b[%j], %count, %tag[%k], %stride, %per_stride : T, U, V`
#[derive(Debug)]
pub struct DmaStart;

impl CustomAssemblyFormat for DmaStart {
    fn description(&self) -> &'static str {
        " $source[$indices], $destination[$indices], $count, $tag[$indices] (, $stride, $per_stride)? : types"
    }

    fn syntax(&self) -> Syntax {
        Syntax::DmaStart
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn is_printable<'a>(&self, printer: &dyn OpAsmPrinter<'a>, op: Op) -> bool {
        let plain = printer.body().attrs(op) == attributes::EMPTY_DICTIONARY;
        plain && parts(printer, op).is_some_and(|parts| matches!(parts.strides.len(), 0 | 2))
    }

    fn print<'a>(&self, printer: &mut dyn OpAsmPrinter<'a>, op: Op) {
        let Some(Parts { buffers, count, strides }) = parts(printer, op) else { return };
        for (place, part) in buffers.iter().enumerate() {
            printer.text(if place == 0 { " " } else { ", " });
            if place == 2 {
                printer.operand(count);
                printer.text(", ");
            }
            printer.operands(part.get(..1).unwrap_or_default());
            printer.text("[");
            printer.operands(part.get(1..).unwrap_or_default());
            printer.text("]");
        }
        for &stride in strides {
            printer.text(", ");
            printer.operand(stride);
        }
        printer.text(" : ");
        let typed: SmallVec<[Value; 3]> = buffers.iter().filter_map(|part| part.first().copied()).collect();
        printer.types_of(&typed);
    }
}
