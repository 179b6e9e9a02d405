//! What upstream's import tells of a function while it reads it, in upstream's order.
//!
//! Upstream goes through the blocks in reverse postorder, and through the debug records when all instructions are done.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::metadata::{Fault, MetadataImport, NodeId, Severity, Target};
use irtrip_dialect::names::SCOPE;
use irtrip_dialect::ops::{intrinsics, llvm};
use irtrip_dialect::{Attr, Block, Op, OpName, Str, TypeData};
use rustc_hash::FxHashSet;

use crate::bodies::function::FunctionBody;
use crate::diagnostics::{Remark, Shown, Told};
use crate::reader::Reader;
use crate::tables::metadata::Nodes;

/// The alias scopes that instructions have.
type Scopes = hashbrown::HashSet<Attr, rustc_hash::FxBuildHasher>;

/// A remark and where it belongs.
#[derive(Debug)]
pub(crate) struct Telling {
    pub remark: Remark,
    /// The block it is about; none where it comes before all blocks.
    pub block: Option<Block>,
    /// Whether it comes when all instructions are done.
    pub late: bool,
    /// The node that is told of once a module.
    pub once: Option<NodeId>,
    /// Where it is that an alias scope's declaration is dropped: the scope, which no instruction must have.
    pub dropped: Option<(Op, Attr)>,
}

impl Telling {
    /// A remark about the instruction at hand in a block.
    pub fn new(remark: Remark, block: Option<Block>) -> Telling {
        Telling { remark, block, late: false, once: None, dropped: None }
    }
}

impl Nodes {
    /// Fits a fault of metadata into a remark.
    pub fn told(&self, metadata: &MetadataImport<'_>, fault: Fault, loc: Option<Attr>) -> Told {
        let shown = match fault.shown {
            Some((node, operand)) => self.number_of(metadata, node).map_or(Shown::Nothing, |number| match operand {
                Some(operand) => Shown::Operand { number, operand },
                None => Shown::Node(number),
            }),
            None => Shown::Nothing,
        };
        Told { severity: fault.severity, loc, message: fault.message, shown, expensive: false }
    }
}

impl Reader<'_, '_> {
    /// Notes what upstream tells of the instruction at hand.
    pub fn tell(&mut self, message: &str, shown: Shown, severity: Severity, loc: Attr) {
        let told = Told { severity, loc: Some(loc), message: message.to_owned(), shown, expensive: false };
        self.note_told(told, None);
    }

    /// As [`Reader::tell`], of a warning that upstream gives only when asked for.
    pub fn tell_expensive(&mut self, message: &str, shown: Shown, loc: Attr) {
        let (severity, message) = (Severity::Warning, message.to_owned());
        self.note_told(Told { severity, loc: Some(loc), message, shown, expensive: true }, None);
    }

    fn note_told(&mut self, told: Told, once: Option<NodeId>) {
        let remark = Remark::Told(Box::new(told));
        self.f.told.push(Telling { once, ..Telling::new(remark, self.f.block) });
    }

    /// Notes what upstream tells of attachments. Their location is not known yet.
    pub fn tell_of_attachments(&mut self, name: OpName, list: &[(Str, NodeId)]) {
        let Some(metadata) = self.shared.metadata else { return };
        let unhandled = metadata.unhandled(Target::Instruction(name), list);
        for &(kind, node) in list {
            if matches!(self.ctx.bytes(kind), b"alias.scope" | b"noalias") {
                metadata.note_aliasing(node);
            }
            for fault in metadata.faults(kind, node) {
                let told = self.shared.nodes.told(metadata, fault, Some(attrs::UNKNOWN_LOC));
                let module = told.severity != Severity::Warning;
                self.note_told(Told { loc: told.loc.filter(|_| !module), ..told }, Some(node));
            }
            if unhandled.iter().any(|u| u.kind == kind)
                && let Some(number) = self.shared.nodes.number_of(metadata, node)
            {
                self.tell_expensive(
                    "unhandled metadata: ",
                    Shown::NodeOn { number, at: self.f.at },
                    attrs::UNKNOWN_LOC,
                );
            }
        }
    }

    /// Gives what was told since there were `before` tellings their location.
    pub fn locate_told(&mut self, before: usize, loc: Attr) {
        for telling in self.f.told.iter_mut().skip(before) {
            if let Remark::Told(told) = &mut telling.remark
                && let Some(place) = &mut told.loc
            {
                *place = loc;
            }
        }
    }

    /// What upstream tells of a function's head.
    pub fn tell_of_head(&mut self, attachments: &[(Str, NodeId)], personality_lost: bool, loc: Attr) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut tell = |message: &str, shown: Shown, loc: Attr| {
            let (severity, message) = (Severity::Warning, message.to_owned());
            remarks.push(Remark::Told(Box::new(Told { severity, loc: Some(loc), message, shown, expensive: false })));
        };
        if personality_lost {
            tell("could not deduce personality, skipping it", Shown::Nothing, attrs::UNKNOWN_LOC);
        }
        let Some(metadata) = self.shared.metadata.filter(|_| !attachments.is_empty()) else { return remarks };
        for unhandled in metadata.unhandled(Target::Function, attachments) {
            if let Some(number) = self.shared.nodes.number_of(metadata, unhandled.node) {
                tell("unhandled function metadata: ", Shown::NodeOnFunction { number, at: self.f.at }, loc);
            }
        }
        remarks
    }

    /// What upstream tells of the constant at hand: it makes no attribute of a scalable vector of zeros, and says so
    /// twice.
    pub fn tell_of_zeros(&mut self, ty: irtrip_dialect::Type) {
        if let TypeData::Vector { dims, .. } = self.ctx.type_data(ty)
            && dims.iter().any(|dim| dim.scalable)
        {
            for _ in 0..2 {
                self.tell("scalable vectors not supported", Shown::Nothing, Severity::Error, attrs::UNKNOWN_LOC);
            }
        }
    }

    /// Notes that upstream's import drops the operation at hand if it is an alias scope's declaration, and no instruction
    /// has the scope.
    pub fn tell_of_scope(&mut self, op: Op, loc: Attr) {
        let scope = self.f.body.attr(self.ctx, op, SCOPE);
        if let Some(scope) = scope.filter(|_| self.f.body.name(op) == intrinsics::EXPERIMENTAL_NOALIAS_SCOPE_DECL) {
            self.tell_expensive("dropped instruction: ", Shown::Instruction(self.f.at), loc);
            if let Some(last) = self.f.told.last_mut() {
                last.dropped = Some((op, scope));
            }
        }
    }

    /// Notes where the address of a block is taken that cannot be reached: upstream's import fails on it. `loc` is the
    /// function's location.
    pub fn tell_of_addresses(&mut self, loc: Attr) {
        let Some(region) = self.f.region else { return };
        let body = &self.f.body;
        let is_tagged = |block: &Block| body.first_op(*block).is_some_and(|op| body.name(op) == llvm::BLOCKTAG);
        if !body.blocks(region).iter().any(is_tagged) {
            return;
        }
        let reached = body.reachable(region);
        let Some(block) = body.blocks(region).iter().find(|b| is_tagged(b) && !reached[b.index()]) else { return };
        let odd = self.f.odd_names.get(block).and_then(|name| self.ctx.string_value(*name));
        let name = body.block_name(*block).or(odd).map(|name| self.ctx.text(name)).unwrap_or_default();
        let message = format!("unreachable block '{name}' with address taken");
        let told = Told { severity: Severity::Fatal, loc: Some(loc), message, shown: Shown::Nothing, expensive: false };
        self.f.told.push(Telling::new(Remark::Told(Box::new(told)), None));
    }

    /// The tellings of the function that was read, in upstream's order.
    pub fn tellings(&mut self) -> Vec<Telling> {
        let mut told = std::mem::take(&mut self.f.told);
        let Some(region) = self.f.region.filter(|_| !told.is_empty()) else { return told };
        let body = &self.f.body;
        let reached = body.reachable(region);
        let mut places = vec![0; body.block_count()];
        for (place, block) in body.reverse_post_order(region).into_iter().enumerate() {
            places[block.index()] = place;
        }
        told.retain(|telling| telling.block.is_none_or(|block| reached[block.index()]));
        told.sort_by_key(|telling| (telling.late, telling.block.map(|block| places[block.index()])));
        told
    }
}

/// Takes the declarations of alias scopes out of a body that upstream's import drops, and leaves out what is told of the
/// others. `known` are the scopes that instructions have.
pub(crate) fn drop_scopes(read: &mut FunctionBody, known: &Scopes) {
    read.told.retain(|telling| telling.dropped.is_none_or(|(_, scope)| !known.contains(&scope)));
    for (op, _) in read.told.iter().filter_map(|telling| telling.dropped) {
        read.body.unlink(op);
    }
}

/// The remarks of all functions, each node told of once.
pub(crate) fn remarks(told: impl Iterator<Item = Telling>, known: &mut FxHashSet<NodeId>) -> Vec<Remark> {
    let mut last = None;
    let mut remarks = Vec::new();
    for telling in told {
        // What is told of one node stands in a row.
        let new = match telling.once {
            Some(node) => known.insert(node) || last == Some(node),
            None => true,
        };
        last = telling.once.filter(|_| new);
        remarks.extend(new.then_some(telling.remark));
    }
    remarks
}
