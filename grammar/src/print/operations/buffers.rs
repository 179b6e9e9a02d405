//! The custom form of `memref.dma_start`.

use irtrip_dialect::attributes::well_known as attributes;
use irtrip_dialect::{Op, TypeData, Value};
use smallvec::SmallVec;

use super::OpPrinter;

/// The operands of a transfer by DMA.
struct DmaParts<'a> {
    /// What is read, what is written and the tag, each with the indices behind it.
    buffers: [&'a [Value]; 3],
    /// How many elements.
    count: Value,
    /// What stands behind them.
    strides: &'a [Value],
}

impl<'a> OpPrinter<'a> {
    /// The operands of a transfer by DMA, by the ranks of its buffers.
    fn dma_parts(&self, op: Op) -> Option<DmaParts<'a>> {
        let body = self.scope.body;
        let mut rest = body.operands(op);
        let take = |rest: &mut &'a [Value]| {
            let ty = body.value_type(*rest.first()?);
            let TypeData::MemRef { dims: Some(dims), .. } = self.shared.ctx.type_data(ty) else { return None };
            let (part, behind) = rest.split_at_checked(dims.len() + 1)?;
            *rest = behind;
            Some(part)
        };
        let (first, second) = (take(&mut rest)?, take(&mut rest)?);
        let (&count, behind) = rest.split_first()?;
        rest = behind;
        let third = take(&mut rest)?;
        Some(DmaParts { buffers: [first, second, third], count, strides: rest })
    }

    pub(crate) fn dma_start_fits(&self, op: Op) -> bool {
        let plain = self.scope.body.attrs(op) == attributes::EMPTY_DICTIONARY;
        plain && self.dma_parts(op).is_some_and(|parts| matches!(parts.strides.len(), 0 | 2))
    }

    pub(crate) fn dma_start(&mut self, op: Op) {
        let Some(DmaParts { buffers, count, strides }) = self.dma_parts(op) else { return };
        for (place, part) in buffers.iter().enumerate() {
            self.text(if place == 0 { " " } else { ", " });
            if place == 2 {
                self.value(count);
                self.text(", ");
            }
            self.values(part.get(..1).unwrap_or_default());
            self.text("[");
            self.values(part.get(1..).unwrap_or_default());
            self.text("]");
        }
        for &stride in strides {
            self.text(", ");
            self.value(stride);
        }
        self.text(" : ");
        let typed: SmallVec<[Value; 3]> = buffers.iter().filter_map(|part| part.first().copied()).collect();
        self.types_of(&typed);
    }
}
