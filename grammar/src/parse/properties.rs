//! What stands between `<{` and `}>` of the generic form, and whether upstream can keep it.

use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::ops::{OpDef, SlotKind, Traits};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::{VerifyErrorKind, broken_attribute, broken_count, keeps};
use irtrip_dialect::{Attr, Str, attr_table, enums, names};

use super::body::BodyParser;
use super::error::{ParseErrorKind, Parsed};
use super::operation::Pending;
use crate::print::print_attr;

/// What upstream says of properties that it keeps as the numbers they are.
const OVERFLOW: &str = "expected ::mlir::LLVM::IntegerOverflowFlagsAttr or IntegerAttr storage for \
                        ::mlir::LLVM::IntegerOverflowFlags";
const GEP_FLAGS: &str = "expected IntegerAttr storage for ::mlir::LLVM::GEPNoWrapFlags";

impl<'t> BodyParser<'_, '_, 't> {
    /// Checks properties as they stand in the text: each must be of the class that upstream keeps it as.
    ///
    /// # Errors
    /// The first that is not, in the order of the operation's definition.
    pub(super) fn check_properties(&self, pending: &Pending<'t>, def: &OpDef, properties: Attr) -> Parsed<()> {
        let ctx = self.texts.ctx;
        let entry = |name: &str| ctx.entries(properties).iter().find(|e| ctx.bytes(e.0) == name.as_bytes());
        let broken = def.attrs.iter().find_map(|slot| {
            let &(_, value) = entry(slot.name).filter(|&&(_, value)| !keeps(ctx, slot, value))?;
            Some(match slot.kind {
                SlotKind::LlvmEnum(attr_table::OVERFLOW) => OVERFLOW.to_owned(),
                SlotKind::Bits(flags) if flags.name == enums::GEP_FLAGS.name => GEP_FLAGS.to_owned(),
                _ => {
                    let spelled = print_attr(ctx, value);
                    format!("Invalid attribute `{}` in property conversion: {spelled}", slot.name)
                }
            })
        });
        let segments = |name: Str, has: bool, count: usize| {
            let &(_, value) = ctx.entries(properties).iter().find(|e| e.0 == name).filter(|_| has)?;
            match ctx.attr_data(value) {
                AttrData::DenseArray { element, values } if *element == types::I32 => (values.len() != count)
                    .then(|| format!("size mismatch in attribute conversion: {} vs {count}", values.len())),
                _ => Some("expected DenseI32ArrayAttr for key `value`".to_owned()),
            }
        };
        let operands = || segments(names::OPERAND_SEGMENT_SIZES, def.is(Traits::OPERAND_SEGMENTS), def.operands.len());
        let results = || segments(names::RESULT_SEGMENT_SIZES, def.stores_result_segments(), def.results.len());
        let Some(why) = broken.or_else(operands).or_else(results) else { return Ok(()) };
        let spelled = print_attr(ctx, properties);
        let message = format!("invalid properties {spelled} for op {}: {why}", def.name);
        Err(self.at_operation(pending, ParseErrorKind::Said(message)))
    }

    /// Checks that as many operands are there as their groups' sizes say together. What is wrong with their number
    /// itself comes first.
    ///
    /// # Errors
    /// There are more or fewer.
    pub(super) fn check_segments(&self, pending: &Pending<'t>, def: &OpDef, found: usize) -> Parsed<()> {
        let sizes = self.entry(pending, names::OPERAND_SEGMENT_SIZES);
        let sizes = sizes.and_then(|sizes| self.texts.ctx.dense_array(sizes)).unwrap_or_default();
        let total = sizes.iter().fold(0_i64, |sum, &size| sum.saturating_add(size));
        let negative = sizes.iter().any(|&size| size < 0);
        if !def.is(Traits::OPERAND_SEGMENTS) || negative || usize::try_from(total) == Ok(found) {
            return Ok(());
        }
        let first = broken_count(def, self.counts(pending, def, found));
        // Attributes of a dictionary are held to their constraints before.
        let in_dictionary = self.texts.ctx.entries(pending.dictionary);
        if first.is_some_and(|first| !matches!(first, VerifyErrorKind::OperandGroup { .. }))
            || broken_attribute(self.texts.ctx, def, in_dictionary).is_some()
        {
            return Ok(());
        }
        let wrong = VerifyErrorKind::SegmentSum { what: "operand", found, total, name: "operandSegmentSizes" };
        Err(self.at_operation(pending, ParseErrorKind::Said(format!("'{}' op {wrong}", def.name))))
    }
}
