//! The `ProfileSummary` module flag: `#llvm.profile_summary<...>`; LangRef, "Module Flags Metadata".

use super::build::{Builder, param};
use super::graph::{NodeId, Operand};
use super::read::{Reader, node, string};
use crate::attr_table::{PROFILE_SUMMARY, PROFILE_SUMMARY_DETAILED};
use crate::attributes::AttrData;
use crate::context::Attr;
use crate::enums::PROFILE_FORMAT;
use crate::types::{FloatKind, TypeData, well_known as types};

/// What stands behind a key of the summary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Format,
    Count,
    OptionalCount,
    OptionalRatio,
    Details,
}

/// The keys in LLVM's order, which is that of the attribute's parameters.
const KEYS: [(&str, Value); 10] = [
    ("ProfileFormat", Value::Format),
    ("TotalCount", Value::Count),
    ("MaxCount", Value::Count),
    ("MaxInternalCount", Value::Count),
    ("MaxFunctionCount", Value::Count),
    ("NumCounts", Value::Count),
    ("NumFunctions", Value::Count),
    ("IsPartialProfile", Value::OptionalCount),
    ("PartialProfileRatio", Value::OptionalRatio),
    ("DetailedSummary", Value::Details),
];

impl Reader<'_> {
    /// The attribute of a summary's list of keys and values; `None` where it is not as LLVM writes it.
    pub fn profile_summary(self, id: NodeId) -> Option<Attr> {
        let ctx = self.ctx;
        let mut entries = self.uniqued(id)?.iter().peekable();
        let mut params = Vec::with_capacity(KEYS.len());
        for (key, value) in KEYS {
            let pair = entries.peek().and_then(|e| self.uniqued(node(e)?));
            let here = pair.and_then(|pair| match pair {
                [name, operand] if self.is_string(name, key) => Some(operand),
                _ => None,
            });
            let optional = matches!(value, Value::OptionalCount | Value::OptionalRatio);
            let Some(operand) = here else {
                params.push(None);
                if optional { continue } else { return None }
            };
            entries.next();
            params.push(Some(match value {
                Value::Format => {
                    let format = PROFILE_FORMAT.from_llvm(&ctx.text(string(operand)?))?;
                    ctx.int_attr(types::I64, format)
                }
                Value::Count | Value::OptionalCount => ctx.int_attr(types::I64, self.int(operand, types::I64)?),
                Value::OptionalRatio => self.double(operand)?,
                Value::Details => self.details(node(operand)?)?,
            }));
        }
        let done = entries.next().is_none();
        done.then(|| ctx.attr(AttrData::Llvm { kind: PROFILE_SUMMARY, params: params.into() }))
    }

    fn double(self, operand: &Operand) -> Option<Attr> {
        let Operand::Constant(constant) = operand else { return None };
        let AttrData::Float { ty, .. } = self.ctx.attr_data(*constant) else { return None };
        matches!(self.ctx.type_data(*ty), TypeData::Float(FloatKind::F64)).then_some(*constant)
    }

    fn details(self, id: NodeId) -> Option<Attr> {
        let details: Option<Vec<Attr>> = self.uniqued(id)?.iter().map(|d| self.detail(node(d)?)).collect();
        Some(self.ctx.array(&details?))
    }

    fn detail(self, id: NodeId) -> Option<Attr> {
        let [cut_off, min_count, num_counts] = self.uniqued(id)? else { return None };
        let number = |operand, ty| self.int(operand, ty).map(|n| Some(self.ctx.int_attr(types::I64, n)));
        let params =
            Box::new([number(cut_off, types::I32)?, number(min_count, types::I64)?, number(num_counts, types::I32)?]);
        Some(self.ctx.attr(AttrData::Llvm { kind: PROFILE_SUMMARY_DETAILED, params }))
    }
}

impl Builder<'_> {
    /// The list of keys and values that a `#llvm.profile_summary<...>` stands for.
    pub fn profile_summary(&mut self, summary: Attr) -> Option<NodeId> {
        let params = self.params(summary, PROFILE_SUMMARY)?;
        let mut entries = Vec::with_capacity(KEYS.len());
        for (place, (key, value)) in KEYS.into_iter().enumerate() {
            let Some(attr) = param(params, place) else { continue };
            let operand = match value {
                Value::Format => self.string(PROFILE_FORMAT.llvm(self.ctx.int_value(attr)?)?),
                Value::Count | Value::OptionalCount => self.int(types::I64, self.ctx.int_value(attr)?),
                Value::OptionalRatio => Operand::Constant(attr),
                Value::Details => Operand::Node(self.details(attr)?),
            };
            let pair = [self.string(key), operand];
            entries.push(Operand::Node(self.tuple(&pair)));
        }
        Some(self.tuple(&entries))
    }

    fn details(&mut self, details: Attr) -> Option<NodeId> {
        let mut nodes = Vec::new();
        for detail in self.ctx.items(details) {
            let params = self.params(*detail, PROFILE_SUMMARY_DETAILED)?;
            let number = |place| self.ctx.int_value(param(params, place)?);
            let (cut_off, min_count, num_counts) = (number(0)?, number(1)?, number(2)?);
            let operands =
                [self.int(types::I32, cut_off), self.int(types::I64, min_count), self.int(types::I32, num_counts)];
            nodes.push(Operand::Node(self.tuple(&operands)));
        }
        Some(self.tuple(&nodes))
    }
}
