//! The widths of the indices that lead to a symbol's first element. With typed pointers, such an address is a
//! `getelementptr` whose indices are all 0; with opaque ones it is the symbol, and their widths would be lost.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::{Attr, Context, Str};

/// A symbol, whether its address is in a function's body, and how many indices there are.
type Address = (Str, bool, usize);

/// How often which widths are met, by the address.
#[derive(Default)]
pub(crate) struct ZeroIndices(Mutex<FxHashMap<Address, BTreeMap<Vec<i32>, u32>>>);

impl ZeroIndices {
    /// Takes note of the widths of one address.
    pub fn note(&self, symbol: Str, in_body: bool, widths: Vec<i32>) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((symbol, in_body, widths.len())).or_default().entry(widths).or_default() += 1;
    }

    /// The widths that each symbol has most, in bodies and outside them, where one is other than a pointer's.
    pub fn unusual(&self, ctx: &Context, pointer_bits: u32) -> Option<Attr> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let most =
            |widths: &BTreeMap<Vec<i32>, u32>| widths.iter().max_by_key(|entry| entry.1).map(|entry| entry.0.clone());
        let mut kept: Vec<(Str, bool, Vec<i32>)> = counts
            .iter()
            .filter_map(|(&(symbol, in_body, _), widths)| Some((symbol, in_body, most(widths)?)))
            .collect();
        let natural = if pointer_bits <= 32 { 32 } else { 64 };
        kept.retain(|(.., widths)| widths.iter().any(|width| *width != natural));
        kept.sort_by(|a, b| (ctx.bytes(a.0), a.1, &a.2).cmp(&(ctx.bytes(b.0), b.1, &b.2)));
        let entry = |(symbol, in_body, widths): &(Str, bool, Vec<i32>)| {
            let entry = [ctx.symbol_ref(*symbol), ctx.i32_array(widths), UNIT];
            ctx.array(if *in_body { &entry } else { &entry[..2] })
        };
        (!kept.is_empty()).then(|| ctx.array(&kept.iter().map(entry).collect::<Vec<_>>()))
    }
}
