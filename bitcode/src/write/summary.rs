//! The summary for ThinLTO.

use super::abbreviations::{F, V, array, plain};
use super::{Writer, releases};
use crate::bitstream::Scalar;
use crate::codes::{block, summary as code};

impl Writer<'_, '_> {
    pub(super) fn summary(&mut self) {
        let Some(summary) = &self.module.summary else { return };
        let id = if summary.is_full_lto { block::FULL_LTO_GLOBALVAL_SUMMARY } else { block::GLOBALVAL_SUMMARY };
        self.stream.enter(id, 4);
        // The first two records are there even where nothing is summed up, and then nothing else is.
        let (leading, rest) = summary.records.split_at(summary.records.len().min(2));
        for record in leading {
            self.stream.record(record.code, &record.operands, None);
        }
        let (mut rest, mut numbers) = (rest, Vec::new());
        if !rest.is_empty() {
            let has = |code: u32| rest.iter().any(|record| record.code == code);
            let halves = releases::of(releases::GUID_IN_HALVES, self.scope.release, false);
            let leading = [
                (code::VALUE_GUID, halves.then(|| plain(code::VALUE_GUID, &[V(6), F(32), F(32)]))),
                (code::STACK_IDS, has(code::STACK_IDS).then(|| array(code::STACK_IDS, &[], F(32)))),
                (
                    code::ALLOC_CONTEXT_IDS,
                    has(code::ALLOC_CONTEXT_IDS).then(|| array(code::ALLOC_CONTEXT_IDS, &[], F(32))),
                ),
            ];
            // The records of these stand before the next abbreviation.
            for (code, abbreviation) in leading {
                let number = abbreviation.map(|abbreviation| self.stream.define(abbreviation));
                numbers.extend(number.map(|number| (code, number)));
                while let Some((record, others)) = rest.split_first().filter(|(record, _)| record.code == code) {
                    self.stream.record(record.code, &record.operands, number);
                    rest = others;
                }
            }
            self.define_records(&mut numbers);
        }
        for record in rest {
            let number = numbers.iter().find(|(code, _)| *code == record.code).map(|(_, number)| *number);
            if record.code == code::TYPE_ID_METADATA {
                let name = self.strtab.add(&record.name);
                let operands: Vec<u64> = name.into_iter().chain(record.operands.iter().copied()).collect();
                self.stream.record(record.code, &operands, number);
            } else {
                self.stream.record(record.code, &record.operands, number);
            }
        }
        self.stream.end();
    }

    /// Defines the abbreviations of the records that say something of one value or type.
    fn define_records(&mut self, numbers: &mut Vec<(u32, u32)>) {
        let has_tail_calls = releases::of(releases::TAIL_CALLS, self.scope.release, false);
        let by_frequency = if has_tail_calls { code::PERMODULE_RELBF } else { code::PERMODULE };
        let abbreviations: [(u32, &[Scalar]); 9] = [
            (code::PERMODULE_PROFILE, &[V(8), V(8), V(8), V(4), V(4), V(4), V(4)]),
            (by_frequency, &[V(8), V(6), V(8), V(4), V(4), V(4), V(4)]),
            (code::PERMODULE_GLOBALVAR_INIT_REFS, &[V(8), V(6)]),
            (code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, &[V(8), V(6), V(4)]),
            (code::ALIAS, &[V(8), V(6), V(8)]),
            (code::TYPE_ID_METADATA, &[V(8), V(8)]),
            (code::PERMODULE_CALLSITE_INFO, &[V(8)]),
            (code::PERMODULE_ALLOC_INFO, &[V(4)]),
            (code::CONTEXT_RADIX_TREE_ARRAY, &[]),
        ];
        for (code, operands) in abbreviations {
            let abbreviation = if code == code::ALIAS { plain(code, operands) } else { array(code, operands, V(8)) };
            numbers.push((code, self.stream.define(abbreviation)));
        }
    }
}
