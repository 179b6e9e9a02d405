//! The custom form of `memref.dma_start`.

use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;
use smallvec::SmallVec;

use super::Pending;
use super::body::BodyParser;

use super::values::Use;
use crate::parse::error::Parsed;

impl<'t> BodyParser<'_, '_, 't> {
    /// Reads `[%a, %b]`.
    pub fn uses_in_brackets(&mut self) -> Parsed<SmallVec<[Use<'t>; 4]>> {
        let mut uses = SmallVec::new();
        self.cursor.expect("[")?;
        while !self.cursor.eat_byte(b']') {
            if !uses.is_empty() {
                self.cursor.expect(",")?;
            }
            uses.push(self.value_use()?);
        }
        Ok(uses)
    }

    /// Sets how many operands each group has.
    pub fn set_sizes(&self, pending: &mut Pending<'t>, sizes: &[usize]) {
        let sizes: SmallVec<[i32; 4]> = sizes.iter().map(|&size| size as i32).collect();
        pending.set(names::OPERAND_SEGMENT_SIZES, self.texts.ctx.i32_array(&sizes));
    }

    /// `memref.dma_start %a[%i], %b[%j], %count, %tag[%k], %stride, %per_stride : T, U, V`
    pub fn dma_start(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let mut parts: SmallVec<[(Use<'t>, SmallVec<[Use<'t>; 4]>); 3]> = SmallVec::new();
        let mut count = None;
        for place in 0..3 {
            if place == 2 {
                count = Some(self.value_use()?);
                self.cursor.expect(",")?;
            }
            let buffer = self.value_use()?;
            parts.push((buffer, self.uses_in_brackets()?));
            if place < 2 {
                self.cursor.expect(",")?;
            }
        }
        let mut strides: SmallVec<[Use<'t>; 2]> = SmallVec::new();
        while self.cursor.eat_byte(b',') {
            strides.push(self.value_use()?);
        }
        let before = self.cursor;
        self.cursor.expect(":")?;
        if !matches!(strides.len(), 0 | 2) {
            return Err(before.error(ParseCode::StridePair).of_form());
        }
        for (place, (buffer, indices)) in parts.iter().enumerate() {
            if place > 0 {
                self.cursor.expect(",")?;
            }
            if place == 2 {
                self.own(pending, count.as_slice(), types::INDEX)?;
            }
            let ty = self.texts.type_at(&mut self.cursor)?;
            self.own(pending, &[*buffer], ty)?;
            self.own(pending, indices, types::INDEX)?;
        }
        self.own(pending, &strides, types::INDEX)
    }
}
