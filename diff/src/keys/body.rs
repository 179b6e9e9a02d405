//! What a module-level entity says, as a key: its attributes and all that its body does.

use irtrip_dialect::metadata::kinds::KINDS;
use irtrip_dialect::metadata::{Attachments, NodeId, Site};
use irtrip_dialect::names::{IRTRIP_FLAGS, IRTRIP_PHIS, SYM_NAME};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::{Attr, Block, Body, Op, Region, Str, Value};
use rustc_hash::FxHashMap;

use crate::keys::numbering::{Numbering, constant_of, is_constant};
use crate::keys::{Digest, Key, Keys, counts};
use crate::metadata::Metadata;

/// What an entity says: the key of all but metadata nodes, and those nodes in the order they are met.
pub(crate) struct Footprint {
    pub structure: Key,
    pub mentions: Vec<NodeId>,
}

impl Footprint {
    /// An operation of the module with all that is in it.
    pub fn of_entity(keys: &mut Keys, body: &Body, op: Op) -> Footprint {
        let mut walk = Walk { keys, hash: Digest::new(), mentions: Vec::new(), function: op };
        let name = walk.keys.op_name(body.name(op));
        walk.hash.wide(name);
        walk.attributes(body, op, true);
        walk.inner(body, op, &Numbering::new(&Body::new()));
        Footprint { structure: walk.hash.key(), mentions: walk.mentions }
    }

    /// A declaration that is a dictionary alone.
    pub fn of_dictionary(keys: &mut Keys, dictionary: Attr) -> Footprint {
        let mut walk = Walk { keys, hash: Digest::new(), mentions: Vec::new(), function: Op::new(0) };
        let attachments = walk.keys.attachments(dictionary, Site::Function);
        walk.entries(dictionary, true, &attachments);
        Footprint { structure: walk.hash.key(), mentions: walk.mentions }
    }

    /// The key of the nodes: what they say, and which of them are one.
    pub fn nodes(&self, metadata: &Metadata) -> Key {
        let mut hash = Digest::new();
        let mut met: FxHashMap<NodeId, u64> = FxHashMap::default();
        for &id in &self.mentions {
            hash.wide(metadata.key(id));
            let next = met.len() as u64;
            hash.number(*met.entry(id).or_insert(next));
        }
        hash.key()
    }
}

impl Keys<'_> {
    /// The attachments of a dictionary, by kind.
    pub fn attachments(&self, dictionary: Attr, site: Site) -> Attachments {
        let Some(metadata) = self.metadata else { return Attachments::new() };
        let mut attachments = metadata.export.attachments(dictionary, site);
        let graph = metadata.export.graph();
        attachments.iter_mut().for_each(|a| a.1 = graph.canonical(a.1));
        // Kinds that LLVM does not know stand in the order that the module first names them in.
        attachments.sort_by(|x, y| self.ctx.bytes(x.0).cmp(self.ctx.bytes(y.0)));
        attachments
    }

    /// Those of a module-level operation.
    pub fn attachments_of_entity(&self, body: &Body, op: Op) -> Attachments {
        let function = body.name(op) == global_values::FUNC;
        self.attachments(body.attrs(op), if function { Site::Function } else { Site::Global })
    }

    /// Those of an operation in the body of a module-level one.
    pub fn attachments_of(&self, body: &Body, function: Op, op: Op) -> Attachments {
        self.attachments(body.attrs(op), Site::Instruction(body.name(op), function, op))
    }

    /// The flags and attachments of the phi that a block's argument is.
    pub fn phi(&self, body: &Body, function: Op, block: Block, index: usize) -> (Option<Attr>, Attachments) {
        let ctx = self.ctx;
        let facts = body.last_op(block).and_then(|last| body.attr(ctx, last, IRTRIP_PHIS));
        let dictionary = facts
            .and_then(|f| ctx.items(f).get(index).copied())
            .unwrap_or(irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY);
        let flags = ctx.entry(dictionary, IRTRIP_FLAGS);
        (flags, self.attachments(dictionary, Site::Phi(function, block, index as u32)))
    }

    /// Whether an entry of a dictionary counts beside its attachments.
    pub fn counts_beside(&self, attachments: &Attachments, key: Str, value: Attr) -> bool {
        if !counts(self.ctx, key, value) {
            return false;
        }
        let name = self.ctx.bytes(key);
        let has_attachment = |row: &irtrip_dialect::metadata::kinds::KindRow| {
            row.slot.as_bytes() == name && attachments.iter().any(|a| self.ctx.bytes(a.0) == row.kind.as_bytes())
        };
        attachments.is_empty() || !KINDS.iter().any(has_attachment)
    }
}

struct Walk<'k, 'a> {
    keys: &'k mut Keys<'a>,
    hash: Digest,
    mentions: Vec<NodeId>,
    /// The module-level operation.
    function: Op,
}

impl Walk<'_, '_> {
    fn attributes(&mut self, body: &Body, op: Op, entity: bool) {
        let attachments = match entity {
            true => self.keys.attachments_of_entity(body, op),
            false => self.keys.attachments_of(body, self.function, op),
        };
        self.entries(body.attrs(op), entity, &attachments);
    }

    fn entries(&mut self, dictionary: Attr, entity: bool, attachments: &Attachments) {
        self.attachments(attachments);
        // The dictionary as a whole where no entry of it is left out on account of this operation.
        if attachments.is_empty() && !entity {
            let key = self.keys.attr(dictionary);
            self.hash.wide(key.key);
            self.mentions.extend_from_slice(&key.nodes);
            return;
        }
        let ctx = self.keys.ctx;
        for &(key, value) in ctx.entries(dictionary) {
            if (entity && key == SYM_NAME) || !self.keys.counts_beside(attachments, key, value) {
                continue;
            }
            self.hash.bytes(ctx.bytes(key));
            let key = self.keys.attr(value);
            self.hash.wide(key.key);
            self.mentions.extend_from_slice(&key.nodes);
        }
        self.hash.wide(Key::MAX);
    }

    fn attachments(&mut self, attachments: &Attachments) {
        self.hash.number(attachments.len() as u64);
        for &(kind, node) in attachments {
            self.hash.bytes(self.keys.ctx.bytes(kind));
            self.mentions.push(node);
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
        let nested = body.nested(op).filter(|n| n.regions().iter().any(|region| !n.blocks(*region).is_empty()));
        self.hash.flag(nested.is_some());
        if let Some(nested) = nested {
            let numbering = Numbering::new(nested);
            self.hash.number(nested.regions().len() as u64);
            for &region in nested.regions() {
                self.region(nested, region, &numbering);
            }
        }
    }

    fn region(&mut self, body: &Body, region: Region, numbering: &Numbering) {
        self.hash.number(body.blocks(region).len() as u64);
        for &block in body.blocks(region) {
            let args = body.block_args(block);
            self.hash.number(args.len() as u64);
            for (index, &arg) in args.iter().enumerate() {
                let ty = self.keys.ty(body.value_type(arg));
                self.hash.wide(ty);
                let (flags, attachments) = self.keys.phi(body, self.function, block, index);
                self.hash.flag(flags.is_some());
                if let Some(flags) = flags {
                    let key = self.keys.attr(flags).key;
                    self.hash.wide(key);
                }
                self.attachments(&attachments);
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
        self.attributes(body, op, false);
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
    hash.wide(keys.attr(body.attrs(op)).key);
    hash.wide(keys.ty(body.value_type(value)));
    hash.key()
}
