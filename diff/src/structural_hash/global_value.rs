//! Hashes a global value: its attributes, and the operations of its body.

use irtrip_dialect::metadata::kinds::KINDS;
use irtrip_dialect::metadata::{AttachmentSite, Attachments, NodeId};
use irtrip_dialect::names::{IRTRIP_FLAGS, IRTRIP_PHIS, SYM_NAME};
use irtrip_dialect::ops::global_values;
use irtrip_dialect::{Attr, Block, Body, Op, Region, Str, Value};
use rustc_hash::FxHashMap;

use crate::scope::Scope;
use crate::structural_hash::metadata::Metadata;
use crate::structural_hash::value_numbering::{Numbering, block_order, constant_of, is_constant};
use crate::structural_hash::{HashBuilder, StructuralHash, StructuralHasher, is_compared};

/// The hash of a global value. Metadata nodes are kept apart, so that a changed node is reported once and not in every
/// global value that refers to it.
pub(crate) struct GlobalValueHash {
    /// The hash of everything but metadata nodes and the global value's name.
    pub structure: StructuralHash,
    /// The metadata nodes that the global value refers to, in the order in which they occur.
    pub nodes: Vec<NodeId>,
}

impl GlobalValueHash {
    /// Hashes a module-level operation with its body.
    pub fn of_op(hasher: &mut StructuralHasher, body: &Body, op: Op) -> GlobalValueHash {
        let mut walk = Walk { hasher, hash: HashBuilder::new(), nodes: Vec::new(), function: op };
        let name = walk.hasher.op_name(body.name(op));
        walk.hash.add_u128(name);
        walk.attributes(body, op, true);
        walk.regions_of(body, op, &Numbering::new(&Body::new()));
        GlobalValueHash { structure: walk.hash.finish(), nodes: walk.nodes }
    }

    /// Hashes a declaration that the module holds as a dictionary of attributes instead of as an operation.
    pub fn of_dictionary(hasher: &mut StructuralHasher, dictionary: Attr) -> GlobalValueHash {
        let mut walk = Walk { hasher, hash: HashBuilder::new(), nodes: Vec::new(), function: Op::new(0) };
        let attachments = walk.hasher.attachments(dictionary, AttachmentSite::Function);
        walk.entries(dictionary, true, &attachments);
        GlobalValueHash { structure: walk.hash.finish(), nodes: walk.nodes }
    }

    /// The hash of the metadata nodes: of their content, and of which occurrences are the same node.
    pub fn hash_of_nodes(&self, metadata: &Metadata) -> StructuralHash {
        let mut hash = HashBuilder::new();
        let mut first_occurrence: FxHashMap<NodeId, u64> = FxHashMap::default();
        for &id in &self.nodes {
            hash.add_u128(metadata.hash(id));
            // Inlining makes loops of their own only where it updates the locations in them.
            if metadata.scope != Scope::All && metadata.is_loop(id) {
                continue;
            }
            let next = first_occurrence.len() as u64;
            hash.add_u64(*first_occurrence.entry(id).or_insert(next));
        }
        hash.finish()
    }
}

impl StructuralHasher<'_> {
    /// The metadata attachments in a dictionary, sorted by the name of their kind.
    pub fn attachments(&self, dictionary: Attr, site: AttachmentSite) -> Attachments {
        let Some(metadata) = self.metadata else { return Attachments::new() };
        let mut attachments = metadata.export.attachments(dictionary, site);
        let graph = metadata.export.graph();
        attachments.iter_mut().for_each(|a| a.1 = graph.canonical(a.1));
        attachments.retain(|a| metadata.is_in_scope(&self.ctx.text(a.0), a.1));
        // The order of kinds unknown to LLVM depends on which of them the module names first: it is not compared.
        attachments.sort_by(|x, y| self.ctx.bytes(x.0).cmp(self.ctx.bytes(y.0)));
        attachments
    }

    /// The metadata attachments of a module-level operation.
    pub fn attachments_of_global_value(&self, body: &Body, op: Op) -> Attachments {
        let function = body.name(op) == global_values::FUNC;
        self.attachments(body.attrs(op), if function { AttachmentSite::Function } else { AttachmentSite::Global })
    }

    /// The metadata attachments of an operation in the body of `function`, a module-level operation.
    pub fn attachments_of_instruction(&self, body: &Body, function: Op, op: Op) -> Attachments {
        self.attachments(body.attrs(op), AttachmentSite::Instruction(body.name(op), function, op))
    }

    /// The fast-math flags and metadata attachments of the phi that the block argument number `index` is.
    pub fn phi(&self, body: &Body, function: Op, block: Block, index: usize) -> (Option<Attr>, Attachments) {
        let ctx = self.ctx;
        let phis = body.last_op(block).and_then(|last| body.attr(ctx, last, IRTRIP_PHIS));
        let dictionary = phis
            .and_then(|f| ctx.items(f).get(index).copied())
            .unwrap_or(irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY);
        let flags = ctx.entry(dictionary, IRTRIP_FLAGS);
        (flags, self.attachments(dictionary, AttachmentSite::Phi(function, block, index as u32)))
    }

    /// Whether an entry of a dictionary is compared by itself. An entry that is compared as an attachment is not.
    pub fn is_compared_with(&self, attachments: &Attachments, key: Str, value: Attr) -> bool {
        if !is_compared(self.ctx, key, value) {
            return false;
        }
        let name = self.ctx.bytes(key);
        // A slot holds the same as an attachment, which may be outside of what is compared.
        let scope = self.scope();
        if scope != Scope::All
            && KINDS
                .iter()
                .any(|row| row.slot.as_bytes() == name && (row.kind == "llvm.loop" || !scope.has_kind(row.kind)))
        {
            return false;
        }
        let has_attachment = |row: &irtrip_dialect::metadata::kinds::KindRow| {
            row.slot.as_bytes() == name && attachments.iter().any(|a| self.ctx.bytes(a.0) == row.kind.as_bytes())
        };
        attachments.is_empty() || !KINDS.iter().any(has_attachment)
    }
}

/// A walk over the operations of a global value, which hashes them.
struct Walk<'k, 'a> {
    hasher: &'k mut StructuralHasher<'a>,
    hash: HashBuilder,
    nodes: Vec<NodeId>,
    /// The global value's operation.
    function: Op,
}

impl Walk<'_, '_> {
    /// Hashes the attributes of an operation, which is the global value's own if `is_global_value`.
    fn attributes(&mut self, body: &Body, op: Op, is_global_value: bool) {
        let attachments = match is_global_value {
            true => self.hasher.attachments_of_global_value(body, op),
            false => self.hasher.attachments_of_instruction(body, self.function, op),
        };
        self.entries(body.attrs(op), is_global_value, &attachments);
    }

    fn entries(&mut self, dictionary: Attr, is_global_value: bool, attachments: &Attachments) {
        self.attachments(attachments);
        // Unless entries are left out because of this operation, the cached hash of the whole dictionary serves.
        let in_scope = self.hasher.scope() == Scope::All;
        if attachments.is_empty() && !is_global_value && in_scope {
            let attr = self.hasher.attr(dictionary);
            self.hash.add_u128(attr.hash);
            self.nodes.extend_from_slice(&attr.nodes);
            return;
        }
        let ctx = self.hasher.ctx;
        for &(key, value) in ctx.entries(dictionary) {
            if (is_global_value && key == SYM_NAME) || !self.hasher.is_compared_with(attachments, key, value) {
                continue;
            }
            self.hash.add_bytes(ctx.bytes(key));
            let attr = self.hasher.attr(value);
            self.hash.add_u128(attr.hash);
            self.nodes.extend_from_slice(&attr.nodes);
        }
        self.hash.add_u128(StructuralHash::MAX);
    }

    fn attachments(&mut self, attachments: &Attachments) {
        self.hash.add_u64(attachments.len() as u64);
        for &(kind, node) in attachments {
            self.hash.add_bytes(self.hasher.ctx.bytes(kind));
            self.nodes.push(node);
        }
    }

    /// Hashes the regions of an operation: those in this body, and those of the operation's own body. Recurses as deep as
    /// regions nest, which the readers limit.
    fn regions_of(&mut self, body: &Body, op: Op, numbering: &Numbering) {
        self.hash.add_u64(body.op_regions(op).len() as u64);
        for &region in body.op_regions(op) {
            self.region(body, region, numbering);
        }
        // A declaration has no blocks, with or without an empty region.
        let nested = body.nested(op).filter(|n| n.regions().iter().any(|region| !n.blocks(*region).is_empty()));
        self.hash.add_bool(nested.is_some());
        if let Some(nested) = nested {
            let numbering = Numbering::new(nested);
            self.hash.add_u64(nested.regions().len() as u64);
            for &region in nested.regions() {
                self.region(nested, region, &numbering);
            }
        }
    }

    fn region(&mut self, body: &Body, region: Region, numbering: &Numbering) {
        self.hash.add_u64(body.blocks(region).len() as u64);
        for &block in &*block_order(body, region) {
            let args = body.block_args(block);
            self.hash.add_u64(args.len() as u64);
            for (index, &arg) in args.iter().enumerate() {
                let ty = self.hasher.ty(body.value_type(arg));
                self.hash.add_u128(ty);
                let (flags, attachments) = self.hasher.phi(body, self.function, block, index);
                self.hash.add_bool(flags.is_some());
                if let Some(flags) = flags {
                    let key = self.hasher.attr(flags).hash;
                    self.hash.add_u128(key);
                }
                self.attachments(&attachments);
            }
            for op in body.ops(block).filter(|&op| !is_constant(body, op)) {
                self.operation(body, op, numbering);
            }
            // This ends the block: no operation's name has this hash.
            self.hash.add_u128(StructuralHash::MAX);
        }
    }

    fn operation(&mut self, body: &Body, op: Op, numbering: &Numbering) {
        let name = self.hasher.op_name(body.name(op));
        self.hash.add_u128(name);
        self.attributes(body, op, false);
        self.values(body, body.operands(op), numbering);
        self.hash.add_u64(body.successors(op).len() as u64);
        for successor in body.successors(op) {
            self.hash.add_u64(numbering.block(successor.block).map_or(u64::MAX, u64::from));
            self.values(body, body.successor_args(successor), numbering);
        }
        let results = body.results(op);
        self.hash.add_u64(results.len() as u64);
        for result in results {
            let ty = self.hasher.ty(body.value_type(result));
            self.hash.add_u128(ty);
        }
        self.regions_of(body, op, numbering);
    }

    fn values(&mut self, body: &Body, values: &[Value], numbering: &Numbering) {
        self.hash.add_u64(values.len() as u64);
        for &value in values {
            match constant_of(body, value) {
                Some(op) => {
                    let key = constant_hash(self.hasher, body, op, value);
                    self.hash.add_u128(key);
                }
                None => self.hash.add_u64(numbering.value(value).map_or(u64::MAX, u64::from)),
            }
        }
    }
}

/// The hash of a constant where it is used as an operand.
pub(crate) fn constant_hash(hasher: &mut StructuralHasher, body: &Body, op: Op, value: Value) -> StructuralHash {
    let mut hash = HashBuilder::new();
    hash.add_u128(hasher.op_name(body.name(op)));
    hash.add_u128(hasher.attr(body.attrs(op)).hash);
    hash.add_u128(hasher.ty(body.value_type(value)));
    hash.finish()
}
