//! The form of `memref.dma_start`.

use smallvec::SmallVec;

use irtrip_dialect::assembly::{
    CustomAssemblyFormat, OpAsmParser, OpAsmPrinter, Parsed, UnresolvedOperand, UnresolvedOperands,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::body::{Op, Value};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::types::{TypeData, well_known as types};

/// The operands of a transfer by DMA.
struct Parts<'a> {
    /// What is read, what is written and the tag, each with the indices after it.
    memrefs: [&'a [Value]; 3],
    /// How many elements.
    count: Value,
    /// The stride and how many elements a stride has, or none.
    strides: &'a [Value],
}

/// The operands of a transfer, by the ranks of its memrefs.
fn parts<'a>(printer: &dyn OpAsmPrinter<'a>, op: Op) -> Option<Parts<'a>> {
    let (ctx, body) = (printer.context(), printer.body());
    let mut rest = body.operands(op);
    let take = |rest: &mut &'a [Value]| {
        let ty = body.value_type(*rest.first()?);
        let TypeData::MemRef { dims: Some(dims), .. } = ctx.type_data(ty) else { return None };
        let (part, after) = rest.split_at_checked(dims.len() + 1)?;
        *rest = after;
        Some(part)
    };
    let (source, destination) = (take(&mut rest)?, take(&mut rest)?);
    let (&count, after) = rest.split_first()?;
    rest = after;
    let tag = take(&mut rest)?;
    Some(Parts { memrefs: [source, destination, tag], count, strides: rest })
}

/// `memref.dma_start %a[%i], %b[%j], %count, %tag[%k], %stride, %per_stride : T, U, V`
#[derive(Debug)]
pub struct DmaStart;

impl CustomAssemblyFormat for DmaStart {
    fn description(&self) -> &'static str {
        " $source[$indices], $destination[$indices], $count, $tag[$indices] (, $stride, $per_stride)? : types"
    }

    fn parse(&self, parser: &mut dyn OpAsmParser<'_>) -> Parsed<()> {
        let mut parts: SmallVec<[(UnresolvedOperand, UnresolvedOperands); 3]> = SmallVec::new();
        let mut count = None;
        for place in 0..3 {
            if place == 2 {
                count = Some(parser.operand()?);
                parser.expect(",")?;
            }
            let memref = parser.operand()?;
            parts.push((memref, parser.bracketed_operands("[", "]")?));
            if place < 2 {
                parser.expect(",")?;
            }
        }
        let mut strides: SmallVec<[UnresolvedOperand; 2]> = SmallVec::new();
        while parser.eat(",") {
            strides.push(parser.operand()?);
        }
        let position = parser.position();
        parser.expect(":")?;
        if !matches!(strides.len(), 0 | 2) {
            return Err(parser.error_at(position, ParseCode::StridePair));
        }
        for (place, (memref, indices)) in parts.iter().enumerate() {
            if place > 0 {
                parser.expect(",")?;
            }
            if place == 2 {
                parser.add_operands(count.as_slice(), types::INDEX)?;
            }
            let ty = parser.ty()?;
            parser.add_operands(&[*memref], ty)?;
            parser.add_operands(indices, types::INDEX)?;
        }
        parser.add_operands(&strides, types::INDEX)
    }

    fn written_attributes(&self) -> &'static [&'static str] {
        &[]
    }

    fn is_printable(&self, printer: &dyn OpAsmPrinter<'_>, op: Op) -> bool {
        let plain = printer.body().attrs(op) == attrs::EMPTY_DICTIONARY;
        plain && parts(printer, op).is_some_and(|parts| matches!(parts.strides.len(), 0 | 2))
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter<'_>, op: Op) {
        let Some(Parts { memrefs, count, strides }) = parts(printer, op) else { return };
        for (place, part) in memrefs.iter().enumerate() {
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
        let typed: SmallVec<[Value; 3]> = memrefs.iter().filter_map(|part| part.first().copied()).collect();
        printer.types_of(&typed);
    }
}
