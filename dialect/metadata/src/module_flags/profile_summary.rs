//! The `ProfileSummary` module flag: `#llvm.profile_summary<...>`; LangRef, "Module Flags Metadata".

use crate::attr_table::{PROFILE_SUMMARY, PROFILE_SUMMARY_DETAILED};
use crate::attributes::AttrData;
use crate::context::Attr;
use crate::diagnostic::UpstreamImportCode;
use crate::enums::ProfileSummaryFormat;
use crate::export::builder::{Builder, param};
use crate::graph::reader::NodeReader;
use crate::graph::{NodeId, Operand};
use crate::import::diagnostics::{NodeNumbers, node_excerpt, operand_excerpt};
use crate::types::{FloatKind, TypeData, well_known as types};

/// What follows a key of the summary.
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

impl NodeReader<'_> {
    /// The attribute of a summary's list of keys and values, and whether it round-trips; `None` where the list
    /// is not as LLVM writes it.
    pub fn profile_summary(self, id: NodeId) -> Option<(Attr, bool)> {
        let ctx = self.ctx;
        let mut entries = self.uniqued(id)?.iter().peekable();
        let mut params = Vec::with_capacity(KEYS.len());
        let mut exact = true;
        for (key, value) in KEYS {
            let pair = entries.peek().and_then(|e| self.uniqued(e.node()?));
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
                Value::Format => ctx.enum_attr(ProfileSummaryFormat::from_llvm(ctx.bytes(operand.string()?))?),
                Value::Count | Value::OptionalCount => ctx.int_attr(types::I64, self.int(operand, types::I64)?),
                Value::OptionalRatio => self.double(operand)?,
                Value::Details => {
                    let (details, same) = self.details(operand.node()?)?;
                    exact = same;
                    details
                }
            }));
        }
        let done = entries.next().is_none();
        done.then(|| (ctx.attr(AttrData::Llvm { kind: PROFILE_SUMMARY, params: params.into() }), exact))
    }

    /// The diagnostics of `mlir-translate` for a list that is not as LLVM writes it.
    pub fn profile_summary_diagnostics(self, id: NodeId, numbers: NodeNumbers<'_>) -> Vec<UpstreamImportCode> {
        const REQUIRED: usize = 8;
        let entries = self.uniqued(id).unwrap_or_default();
        if entries.len() < REQUIRED {
            return vec![UpstreamImportCode::ProfileEntries { node: node_excerpt(numbers, id) }];
        }
        let mut diagnostics = Vec::new();
        let mut place = 0;
        for (key, value) in KEYS {
            let pair = entries.get(place).and_then(Operand::node).and_then(|pair| Some((pair, self.uniqued(pair)?)));
            let optional = matches!(value, Value::OptionalCount | Value::OptionalRatio);
            let Some((pair, [name, operand])) = pair else {
                diagnostics.push(UpstreamImportCode::ProfilePair { operand: operand_excerpt(numbers, id, place) });
                // `mlir-translate` looks for each of the optional keys.
                if optional { continue } else { return diagnostics }
            };
            if !self.is_string(name, key) {
                if optional {
                    continue;
                }
                let operand = operand_excerpt(numbers, pair, 0);
                diagnostics.push(match value {
                    Value::Format | Value::Details => UpstreamImportCode::ProfileKey { key, operand },
                    Value::Count | Value::OptionalCount | Value::OptionalRatio => {
                        UpstreamImportCode::ProfileKeyFound { key, operand }
                    }
                });
                return diagnostics;
            }
            if let Some(diagnostic) = self.profile_value_diagnostic(key, value, (pair, operand), numbers) {
                diagnostics.push(diagnostic);
                return diagnostics;
            }
            place += 1;
        }
        diagnostics
    }

    /// The diagnostic for the value of a key, given with the pair that it is in.
    fn profile_value_diagnostic(
        self,
        key: &'static str,
        value: Value,
        (pair, operand): (NodeId, &Operand),
        numbers: NodeNumbers<'_>,
    ) -> Option<UpstreamImportCode> {
        let in_pair = || operand_excerpt(numbers, pair, 1);
        match value {
            Value::Format => {
                let known =
                    operand.string().is_some_and(|s| ProfileSummaryFormat::from_llvm(self.ctx.bytes(s)).is_some());
                (!known).then(|| UpstreamImportCode::ProfileFormat { operand: in_pair() })
            }
            Value::Count | Value::OptionalCount => {
                let node = || node_excerpt(numbers, pair);
                self.any_int(operand).is_none().then(|| UpstreamImportCode::ProfileInteger { key, node: node() })
            }
            Value::OptionalRatio => {
                let node = || node_excerpt(numbers, pair);
                self.double(operand).is_none().then(|| UpstreamImportCode::ProfileDouble { key, node: node() })
            }
            Value::Details => {
                let Some(details) = operand.node().and_then(|list| Some((list, self.uniqued(list)?))) else {
                    return Some(UpstreamImportCode::ProfileTuple { key, operand: in_pair() });
                };
                details.1.iter().enumerate().find_map(|(place, detail)| {
                    let operand = || operand_excerpt(numbers, details.0, place);
                    let operands = detail.node().and_then(|d| self.uniqued(d)).filter(|operands| operands.len() == 3);
                    let Some(operands) = operands else {
                        return Some(UpstreamImportCode::ProfileDetail { key, operand: operand() });
                    };
                    let whole = operands.iter().all(|operand| self.any_int(operand).is_some());
                    (!whole).then(|| UpstreamImportCode::ProfileDetailInteger { key, operand: operand() })
                })
            }
        }
    }

    fn double(self, operand: &Operand) -> Option<Attr> {
        let Operand::Constant(constant) = operand else { return None };
        let AttrData::Float { ty, .. } = self.ctx.attr_data(*constant) else { return None };
        matches!(self.ctx.type_data(*ty), TypeData::Float(FloatKind::F64)).then_some(*constant)
    }

    fn details(self, id: NodeId) -> Option<(Attr, bool)> {
        // Upstream's syntax has no empty list.
        let list = self.uniqued(id).filter(|list| !list.is_empty())?;
        let details: Vec<(Attr, bool)> = list.iter().map(|d| self.detail(d.node()?)).collect::<Option<_>>()?;
        let list: Vec<Attr> = details.iter().map(|d| d.0).collect();
        Some((self.ctx.array(&list), details.iter().all(|d| d.1)))
    }

    /// LLVM has cut-offs and counts of `i32`, upstream's exporter writes those of `i64`; the attribute's have 32 bits and no sign.
    fn detail(self, id: NodeId) -> Option<(Attr, bool)> {
        let operands = self.uniqued(id)?;
        let [cut_off, min_count, num_counts] = operands else { return None };
        let either = |operand| match self.int(operand, types::I64) {
            Some(number) => u32::try_from(number).ok().map(i64::from),
            None => self.int(operand, types::I32).map(|number| i64::from(number as u32)),
        };
        let numbers = [either(cut_off)?, self.int(min_count, types::I64)?, either(num_counts)?];
        let exact = operands.iter().all(|o| self.int(o, types::I64).is_some());
        let params = numbers.map(|n| Some(self.ctx.int_attr(types::I64, n)));
        Some((self.ctx.attr(AttrData::Llvm { kind: PROFILE_SUMMARY_DETAILED, params: Box::new(params) }), exact))
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
                Value::Format => self.string(self.ctx.enum_value::<ProfileSummaryFormat>(attr)?.llvm()),
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
                [self.int(types::I64, cut_off), self.int(types::I64, min_count), self.int(types::I64, num_counts)];
            nodes.push(Operand::Node(self.tuple(&operands)));
        }
        Some(self.tuple(&nodes))
    }
}
