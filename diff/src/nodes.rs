//! Keys of metadata nodes. Nodes refer to one another, also in circles, by their number in `irtrip.nodes`; a key must
//! not depend on that number.
//!
//! Every node starts with the key of what it says by itself; then each takes in the keys of the nodes it refers to,
//! round by round, until no round tells more nodes apart than the one before.

use irtrip_dialect::attributes::well_known::EMPTY_ARRAY;
use irtrip_dialect::metadata::carried::numbered_nodes;
use irtrip_dialect::names::IRTRIP_NODES;
use irtrip_dialect::{Attr, Context, Module};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::keys::{Digest, Identity, Key, Keys};

/// Rounds after which nodes that differ only further away than this many references count as one. The nodes that
/// differ are still found, since all nodes of both sides are compared as a whole.
const ROUNDS: usize = 64;

/// The metadata nodes that a module's carriers refer to, by their numbers.
#[derive(Default)]
pub(crate) struct Nodes {
    pub attrs: FxHashMap<i64, Attr>,
    pub keys: FxHashMap<i64, Key>,
}

impl Nodes {
    /// A module's nodes and their keys.
    pub fn new(ctx: &Context, module: &Module) -> Nodes {
        let nodes = ctx.entry(module.attrs, IRTRIP_NODES).unwrap_or(EMPTY_ARRAY);
        let attrs: FxHashMap<i64, Attr> =
            numbered_nodes(ctx, nodes).filter_map(|(number, attr)| Some((i64::try_from(number).ok()?, attr))).collect();
        let contents = contents(ctx, &attrs);
        let mut keys: FxHashMap<i64, Key> = contents.iter().map(|c| (c.number, c.own)).collect();
        let mut classes = 0;
        for _ in 0..ROUNDS {
            let distinct = keys.values().collect::<FxHashSet<_>>().len();
            if distinct == classes {
                break;
            }
            classes = distinct;
            keys = contents.par_iter().map(|node| (node.number, round(node, &keys))).collect();
        }
        Nodes { attrs, keys }
    }

    /// A node's key, 0 where there is no such node.
    pub fn key(&self, number: i64) -> Key {
        self.keys.get(&number).copied().unwrap_or_default()
    }
}

/// A node as it is before any it refers to is looked at.
struct Content {
    number: i64,
    /// The key of what it says by itself.
    own: Key,
    /// The nodes it refers to, in order.
    references: Vec<i64>,
}

fn contents(ctx: &Context, nodes: &FxHashMap<i64, Attr>) -> Vec<Content> {
    let none = Nodes::default();
    let mut keys = Keys::new(ctx, &none);
    let reference = |identity: &Identity| match identity {
        Identity::Node(number) => Some(*number),
        Identity::Distinct(_) => None,
    };
    nodes
        .iter()
        .map(|(&number, &attr)| {
            let key = keys.attr(attr, true);
            Content { number, own: key.key, references: key.identities.iter().filter_map(reference).collect() }
        })
        .collect()
}

fn round(node: &Content, keys: &FxHashMap<i64, Key>) -> Key {
    let mut hash = Digest::new();
    hash.wide(node.own);
    for reference in &node.references {
        hash.wide(keys.get(reference).copied().unwrap_or_default());
    }
    hash.key()
}
