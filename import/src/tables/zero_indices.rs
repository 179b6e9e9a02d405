//! The widths of the indices that lead to a symbol's first element. With typed pointers, such an address is a
//! `getelementptr` whose indices are all 0; with opaque ones it is the symbol, and their widths would be lost.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::{Attr, Context, Str};

/// A symbol, whether its address is in a function's body, and how many indices there are.
type Address = (Str, bool, usize);

/// How often each global value has an address with indices of these widths.
type Users = FxHashMap<Str, u32>;

/// Who has which widths, by the address.
#[derive(Default)]
pub(crate) struct ZeroIndices(Mutex<FxHashMap<Address, BTreeMap<Vec<i32>, Users>>>);

/// What an entry is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Initializers,
    Bodies,
    /// One global value, which has others than most.
    User,
}

impl ZeroIndices {
    /// Takes note of the widths of one address that a function or variable has.
    pub fn note(&self, symbol: Str, (user, in_body): (Str, bool), widths: Vec<i32>) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let users = counts.entry((symbol, in_body, widths.len())).or_default().entry(widths).or_default();
        *users.entry(user).or_default() += 1;
    }

    /// The widths that each symbol has most, in bodies and outside them, where one is other than a pointer's, and those of a
    /// function or variable that has others.
    pub fn unusual(&self, ctx: &Context, pointer_bits: u32) -> Option<Attr> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let natural = if pointer_bits <= 32 { 32 } else { 64 };
        let mut kept: Vec<(Str, Place, Str, &[i32])> = Vec::new();
        for (&(symbol, in_body, _), widths) in &*counts {
            let count = |entry: &(&Vec<i32>, &Users)| entry.1.values().sum::<u32>();
            let Some((most, of_most)) = widths.iter().max_by_key(count) else { continue };
            if most.iter().any(|width| *width != natural) {
                kept.push((symbol, if in_body { Place::Bodies } else { Place::Initializers }, EMPTY, most));
            }
            for (other, users) in widths.iter().filter(|(other, _)| *other != most) {
                let has_most = |user: &Str| of_most.get(user).copied().unwrap_or_default();
                let users = users.iter().filter(|(user, count)| **count > has_most(user));
                kept.extend(users.map(|(user, _)| (symbol, Place::User, *user, other.as_slice())));
            }
        }
        kept.sort_by(|a, b| {
            (ctx.bytes(a.0), a.1, ctx.bytes(a.2), a.3).cmp(&(ctx.bytes(b.0), b.1, ctx.bytes(b.2), b.3))
        });
        let entry = |(symbol, place, user, widths): &(Str, Place, Str, &[i32])| {
            let whose = match place {
                Place::Initializers => None,
                Place::Bodies => Some(UNIT),
                Place::User => Some(ctx.symbol_ref(*user)),
            };
            ctx.array(
                &[Some(ctx.symbol_ref(*symbol)), Some(ctx.i32_array(widths)), whose]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>(),
            )
        };
        (!kept.is_empty()).then(|| ctx.array(&kept.iter().map(entry).collect::<Vec<_>>()))
    }
}
