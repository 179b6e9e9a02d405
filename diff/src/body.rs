//! The key of a module-level entity: its attributes and all that its body does.

use irtrip_dialect::names::IRTRIP_LOOP_ID;
use irtrip_dialect::{Attr, Body, Context, Op, OpName, Region, Value};
use rustc_hash::FxHashMap;

use crate::keys::{Digest, Identity, Key, Keys};
use crate::numbering::{Numbering, constant_of, is_constant};

/// The key of an operation with all that is in it. Two operations with one key say the same.
pub(crate) fn entity_key(keys: &mut Keys, body: &Body, op: Op) -> Key {
    let mut walk = Walk { keys, hash: Digest::new(), identities: FxHashMap::default(), loops: FxHashMap::default() };
    let name = walk.keys.op_name(body.name(op));
    walk.hash.wide(name);
    walk.attributes(body.name(op), body.attrs(op));
    walk.inner(body, op, &Numbering::new(&Body::new()));
    walk.hash.key()
}

/// Whether integers of type `index` among an operation's attributes are metadata nodes.
pub(crate) fn has_nodes(ctx: &Context, name: OpName) -> bool {
    ctx.op_name_str(name).starts_with("irtrip.")
}

/// The number of the loop a terminator belongs to.
pub(crate) fn loop_id(ctx: &Context, attrs: Attr) -> Option<i64> {
    ctx.int_value(ctx.entry(attrs, IRTRIP_LOOP_ID)?)
}

struct Walk<'k, 'a> {
    keys: &'k mut Keys<'a>,
    hash: Digest,
    /// Identities by the order in which the entity mentions them.
    identities: FxHashMap<Identity, u64>,
    /// The same for `irtrip.loop_id`.
    loops: FxHashMap<i64, u64>,
}

impl Walk<'_, '_> {
    fn attributes(&mut self, name: OpName, attrs: Attr) {
        let ctx = self.keys.ctx;
        let key = self.keys.attr(attrs, has_nodes(ctx, name));
        self.hash.wide(key.key);
        for &identity in key.identities.iter() {
            let next = self.identities.len() as u64;
            self.hash.number(*self.identities.entry(identity).or_insert(next));
        }
        if let Some(id) = loop_id(ctx, attrs) {
            let next = self.loops.len() as u64;
            self.hash.number(*self.loops.entry(id).or_insert(next));
            self.hash.wide(self.keys.nodes.key(id));
        }
    }

    /// The regions of an operation: those in this body, and those of its own. Regions nest no deeper than readers let
    /// them.
    fn inner(&mut self, body: &Body, op: Op, numbering: &Numbering) {
        self.hash.number(body.op_regions(op).len() as u64);
        for &region in body.op_regions(op) {
            self.region(body, region, numbering);
        }
        // A declaration may have a region without blocks.
        let nested = body.nested(op).filter(|n| n.roots().iter().any(|region| !n.blocks(*region).is_empty()));
        self.hash.flag(nested.is_some());
        if let Some(nested) = nested {
            let numbering = Numbering::new(nested);
            self.hash.number(nested.roots().len() as u64);
            for &region in nested.roots() {
                self.region(nested, region, &numbering);
            }
        }
    }

    fn region(&mut self, body: &Body, region: Region, numbering: &Numbering) {
        self.hash.number(body.blocks(region).len() as u64);
        for &block in body.blocks(region) {
            let args = body.block_args(block);
            self.hash.number(args.len() as u64);
            for &arg in args {
                let ty = self.keys.ty(body.value_type(arg));
                self.hash.wide(ty);
            }
            for op in body.ops(block).filter(|&op| !is_constant(body, op)) {
                self.operation(body, op, numbering);
            }
            // No operation's name has this key, so blocks of other lengths are other bytes.
            self.hash.wide(Key::MAX);
        }
    }

    fn operation(&mut self, body: &Body, op: Op, numbering: &Numbering) {
        let name = self.keys.op_name(body.name(op));
        self.hash.wide(name);
        self.attributes(body.name(op), body.attrs(op));
        self.values(body, body.operands(op), numbering);
        self.hash.number(body.successors(op).len() as u64);
        for successor in body.successors(op) {
            self.hash.number(numbering.block(successor.block).map_or(u64::MAX, u64::from));
            self.values(body, body.successor_args(successor), numbering);
        }
        let results = body.results(op);
        self.hash.number(results.len() as u64);
        for result in results {
            let ty = self.keys.ty(body.value_type(result));
            self.hash.wide(ty);
        }
        self.inner(body, op, numbering);
    }

    fn values(&mut self, body: &Body, values: &[Value], numbering: &Numbering) {
        self.hash.number(values.len() as u64);
        for &value in values {
            match constant_of(body, value) {
                Some(op) => {
                    let key = constant_key(self.keys, body, op, value);
                    self.hash.wide(key);
                }
                None => self.hash.number(numbering.value(value).map_or(u64::MAX, u64::from)),
            }
        }
    }
}

/// The key of a constant at its use.
pub(crate) fn constant_key(keys: &mut Keys, body: &Body, op: Op, value: Value) -> Key {
    let mut hash = Digest::new();
    hash.wide(keys.op_name(body.name(op)));
    hash.wide(keys.attr(body.attrs(op), has_nodes(keys.ctx, body.name(op))).key);
    hash.wide(keys.ty(body.value_type(value)));
    hash.key()
}
