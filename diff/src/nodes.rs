//! Keys of metadata nodes. Nodes refer to one another, also in circles, by their place in `irtrip.nodes`; a key must
//! not depend on that place.
//!
//! Every node starts with the key of what it says by itself; then each takes in the keys of the nodes it refers to,
//! round by round, until no round tells more nodes apart than the one before.

use irtrip_dialect::names::IRTRIP_NODES;
use irtrip_dialect::{Attr, Context, Module};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::keys::{Digest, Identity, Key, Keys};

/// Rounds after which nodes that differ only further away than this many references count as one. The nodes that
/// differ are still found, since all nodes of both sides are compared as a whole.
const ROUNDS: usize = 64;

/// A module's metadata nodes.
pub(crate) struct Nodes<'a> {
    /// `irtrip.nodes`, in its order.
    pub attrs: &'a [Attr],
    /// The key of each.
    pub keys: Vec<Key>,
}

impl<'a> Nodes<'a> {
    /// The nodes of a module and their keys.
    pub fn new(ctx: &'a Context, module: &Module) -> Nodes<'a> {
        let attrs = ctx.entry(module.attrs, IRTRIP_NODES).map_or(&[][..], |nodes| ctx.items(nodes));
        let contents = contents(ctx, attrs);
        let mut keys: Vec<Key> = contents.iter().map(|c| c.0).collect();
        let mut classes = 0;
        for _ in 0..ROUNDS {
            let distinct = keys.iter().collect::<FxHashSet<_>>().len();
            if distinct == classes {
                break;
            }
            classes = distinct;
            keys = contents.par_iter().map(|(own, references)| round(*own, references, &keys)).collect();
        }
        Nodes { attrs, keys }
    }
}

/// What each node says by itself, and the nodes it refers to, in order.
fn contents(ctx: &Context, attrs: &[Attr]) -> Vec<(Key, Vec<usize>)> {
    let mut keys = Keys::new(ctx, &[]);
    let reference = |identity: &Identity| match identity {
        Identity::Node(place) => usize::try_from(*place).ok(),
        Identity::Distinct(_) => None,
    };
    attrs
        .iter()
        .map(|&attr| {
            let key = keys.attr(attr, true);
            (key.key, key.identities.iter().filter_map(reference).collect())
        })
        .collect()
}

fn round(own: Key, references: &[usize], keys: &[Key]) -> Key {
    let mut hash = Digest::new();
    hash.wide(own);
    for &reference in references {
        hash.wide(keys.get(reference).copied().unwrap_or_default());
    }
    hash.key()
}
