//! Metadata in terms of an older release: without the nodes and fields that it does not have.

mod fields;

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::MetadataExport;
use crate::context::{Attr, Context, Str};
use crate::dwarf::Dwarf;
use crate::enums::ModuleFlagBehavior;
use crate::graph::{Field, MetadataGraph, NamedField, Node, NodeId, Operand};
use crate::module_flags::{
    CODE_OBJECT_VERSION, FORMER_CODE_OBJECT_VERSION, FORMER_PIC_LEVEL, MODULE_FLAGS, PIC_LEVEL, is_branch_protection,
};
use crate::names::DI_LOCATION;
use crate::nodes::normalize::NodeRow;
use crate::nodes::normalize::NodeRows;
use crate::nodes::{Distinctness, FieldDef, FieldKind, Optionality, expression_for};
use crate::release::{Release, Releases};
use crate::spellings::Spelling;
use crate::types::well_known as types;

impl MetadataExport {
    /// Changes the constants that nodes hold and that are no plain numbers.
    pub fn change_expressions(&mut self, ctx: &Context, mut change: impl FnMut(Attr) -> Attr) {
        for id in self.graph.ids().collect::<Vec<NodeId>>() {
            let mut holds_some = false;
            self.graph.node(id).for_each_operand(|operand| {
                holds_some |= matches!(operand, Operand::Constant(constant) if !ctx.entries(*constant).is_empty());
            });
            if holds_some {
                let mut node = self.graph.node(id).clone();
                node.for_each_operand_mut(|operand| {
                    if let Operand::Constant(constant) = operand {
                        *constant = change(*constant);
                    }
                });
                self.graph.define(id, node);
            }
        }
    }

    /// Drops the nodes and fields that a release does not have; what refers to such a node refers to `null`. Returns a
    /// description of each kind of thing that is dropped, once. Where the module was a text `of_release`, a node says what the
    /// release takes it to say.
    pub fn lower_to(&mut self, ctx: &Context, release: Release, of_release: bool) -> Vec<String> {
        let mut lowering =
            Lowering { ctx, release, of_release, lost: Vec::new(), seen: FxHashSet::default(), says_nothing: false };
        let mut unknown: FxHashSet<NodeId> =
            self.graph.ids().filter(|id| lowering.is_unknown(self.graph.node(*id))).collect();
        if !unknown.is_empty() {
            let without: Vec<NodeId> =
                self.graph.ids().filter(|id| is_of_unknown_variable(ctx, self.graph.node(*id), &unknown)).collect();
            unknown.extend(without);
        }
        for attachments in self.found.attachments.values_mut() {
            attachments.retain(|attachment| !unknown.contains(&attachment.1));
        }
        for (_, operands) in self.named.iter_mut().filter(|_| !unknown.is_empty()) {
            operands.retain(|operand| !matches!(operand, Operand::Node(id) if unknown.contains(id)));
        }
        let holds_nodes = |_: &MetadataGraph, all: &[Operand]| all.iter().any(|one| matches!(one, Operand::Node(_)));
        if ANNOTATED_BY_STRINGS.contains(&release) && self.drop_attached(ctx.str("annotation"), holds_nodes) {
            lowering.lost.push("an !annotation that holds nodes".to_owned());
        }
        // A type with a size has its parent first, and not its name.
        let has_sizes = |graph: &MetadataGraph, tag: &[Operand]| match tag.first() {
            Some(Operand::Node(base)) => {
                matches!(graph.node(*base), Node::Tuple { operands, .. } if matches!(operands.first(), Some(Operand::Node(_))))
            }
            _ => false,
        };
        if release < SIZED_ACCESS && self.drop_attached(ctx.str("tbaa"), has_sizes) {
            lowering.lost.push("a !tbaa with sizes of types".to_owned());
        }
        if CONTEXTS_WITHOUT_SIZES.contains(&release) && self.drop_context_sizes(ctx) {
            lowering.lost.push("sizes of contexts of !memprof".to_owned());
        }
        lowering.lists(&mut self.graph, &unknown);
        self.drop_described(ctx, release);
        lowering.variables_of_units(&mut self.graph);
        let flags = self.named.iter().filter(|named| ctx.text(named.0) == MODULE_FLAGS).flat_map(|named| &named.1);
        lowering.module_flags(&mut self.graph, flags);
        for id in self.graph.ids().filter(|id| !unknown.contains(id)).collect::<Vec<NodeId>>() {
            let subroutine = lowering.subroutine_type(&mut self.graph, id);
            lowering.name_poison(self.graph.node(id));
            if let Some(lowered) = lowering.node(self.graph.node(id), &unknown, subroutine) {
                self.graph.define(id, lowered);
            }
            if std::mem::take(&mut lowering.says_nothing) {
                self.unlocated.insert(id);
            }
        }
        lowering.lost
    }
}

impl MetadataExport {
    /// Drops the `!dbg` of declared functions, by their dictionaries, for a release whose verifier takes one of definitions alone;
    /// whether there is one.
    pub fn drop_declared_subprograms(&mut self, release: Release, declared: impl Iterator<Item = Attr>) -> bool {
        if release >= DECLARATIONS_DESCRIBED {
            return false;
        }
        let (dbg, mut is_dropped) = (self.dbg_kind, false);
        for dictionary in declared {
            let Some(attachments) = self.found.attachments.get_mut(dictionary) else { continue };
            let count = attachments.len();
            attachments.retain(|attachment| attachment.0 != dbg);
            is_dropped |= attachments.len() < count;
        }
        is_dropped
    }

    /// Drops the attachments of functions and variables, where the nodes of the release name these instead.
    fn drop_described(&mut self, ctx: &Context, release: Release) {
        let names = |node: &Node, label: &str| match node {
            Node::Specialised { fields, .. } => fields.iter().any(|field| ctx.bytes(field.0) == label.as_bytes()),
            _ => false,
        };
        let graph = &self.graph;
        let variable = |node: &Node| match node {
            Node::Specialised { fields, .. } => fields.iter().find_map(|(label, value)| match value {
                Field::Operand(Operand::Node(id)) if ctx.bytes(*label) == b"var" => Some(*id),
                _ => None,
            }),
            _ => None,
        };
        let is_described = |id: NodeId| {
            let node = graph.node(id);
            release < FUNCTIONS_DESCRIBED && names(node, "function")
                || release < VARIABLES_DESCRIBED
                    && variable(node).is_some_and(|variable| names(graph.node(variable), "variable"))
        };
        if release < VARIABLES_DESCRIBED {
            let dbg = self.dbg_kind;
            for attachments in self.found.attachments.values_mut() {
                attachments.retain(|attachment| attachment.0 != dbg || !is_described(attachment.1));
            }
        }
    }

    /// Drops the attachments of a kind whose operands are such ones; returns whether there is one.
    fn drop_attached(&mut self, kind: Str, is_such: impl Fn(&MetadataGraph, &[Operand]) -> bool) -> bool {
        let (graph, mut is_dropped) = (&self.graph, false);
        let goes = |id: NodeId| matches!(graph.node(id), Node::Tuple { operands, .. } if is_such(graph, operands));
        for attachments in self.found.attachments.values_mut() {
            let count = attachments.len();
            attachments.retain(|(own, node)| *own != kind || !goes(*node));
            is_dropped |= attachments.len() < count;
        }
        is_dropped
    }

    /// Takes the nodes with sizes from the contexts that `!memprof` lists, which have their stack first; returns whether there
    /// is one.
    fn drop_context_sizes(&mut self, ctx: &Context) -> bool {
        let kind = ctx.str("memprof");
        let attached = self.found.attachments.values_mut().flat_map(|attachments| attachments.iter());
        let lists: FxHashSet<NodeId> = attached.filter(|(own, _)| *own == kind).map(|(_, node)| *node).collect();
        let contexts_of = |list: &NodeId| match self.graph.node(*list) {
            Node::Tuple { operands, .. } => operands.iter().filter_map(Operand::node).collect::<Vec<NodeId>>(),
            _ => Vec::new(),
        };
        let contexts: FxHashSet<NodeId> = lists.iter().flat_map(contexts_of).collect();
        let mut is_dropped = false;
        for id in contexts {
            let Node::Tuple { distinct, operands } = self.graph.node(id) else { continue };
            let stack = operands.iter().take(1);
            let kept: Vec<Operand> =
                stack.chain(operands.iter().skip(1).filter(|one| one.node().is_none())).copied().collect();
            if kept.len() < operands.len() {
                let lowered = Node::Tuple { distinct: *distinct, operands: kept.into() };
                self.graph.define(id, lowered);
                is_dropped = true;
            }
        }
        is_dropped
    }

    /// Adds a node of these operands to the named metadata of a name.
    pub fn append_to_named(&mut self, name: Str, operands: Box<[Operand]>) {
        let node = Operand::Node(self.graph.uniqued(Node::Tuple { distinct: false, operands }));
        match self.named.iter_mut().find(|named| named.0 == name) {
            Some(named) => named.1.push(node),
            None => self.named.push((name, vec![node])),
        }
    }
}

/// Whether an operation of an expression is `DW_OP_LLVM_tag_offset`.
fn is_tag(ctx: &Context, word: Str) -> bool {
    ctx.bytes(word) == b"DW_OP_LLVM_tag_offset"
}

/// Whether a node describes a variable that is unknown: it says nothing without.
fn is_of_unknown_variable(ctx: &Context, node: &Node, unknown: &FxHashSet<NodeId>) -> bool {
    let Node::Specialised { name, fields, .. } = node else { return false };
    let is_unknown = |field: &NamedField| matches!(&field.1, Field::Operand(Operand::Node(id)) if unknown.contains(id));
    ctx.bytes(*name) == b"DIGlobalVariableExpression"
        && fields.iter().any(|field| ctx.bytes(field.0) == b"var" && is_unknown(field))
}

/// The first releases whose functions and variables have what describes them as attachments.
const FUNCTIONS_DESCRIBED: Release = Release::V3_8;
const VARIABLES_DESCRIBED: Release = Release::V4;
/// The first release whose declared functions may have such an attachment.
const DECLARATIONS_DESCRIBED: Release = Release::V9;

/// The releases whose `!annotation` holds strings alone.
const ANNOTATED_BY_STRINGS: Range<Release> = Release::V12..Release::V17;

/// The releases that refuse nodes with sizes in the contexts of an allocation. LangRef, "'memprof' Metadata".
const CONTEXTS_WITHOUT_SIZES: Range<Release> = Release::V15..Release::V20;

/// The first release whose types of memory may have sizes. LangRef, "'tbaa' Metadata".
const SIZED_ACCESS: Release = Release::V6;

/// The first release whose units and subprograms are distinct.
const DISTINCT: Release = Release::V3_8;

struct Lowering<'a> {
    ctx: &'a Context,
    release: Release,
    of_release: bool,
    lost: Vec<String>,
    seen: FxHashSet<(Str, Str)>,
    /// Whether the expression at hand lost what it says.
    says_nothing: bool,
}

/// The label of the list of nodes that a subprogram retains.
const RETAINED_NODES: &[u8] = b"retainedNodes";

/// The nodes that a subprogram retains, each with the releases that take it there.
static RETAINED: &[(&str, Releases)] = &[
    ("DILocalVariable", Releases::ALL),
    ("DILabel", Releases::ALL.since(Release::V7)),
    ("DIImportedEntity", Releases::ALL.since(Release::V17)),
    ("DIBasicType", TYPES_RETAINED),
    ("DICompositeType", TYPES_RETAINED),
    ("DIDerivedType", TYPES_RETAINED),
    ("DIFixedPointType", TYPES_RETAINED),
    ("DIStringType", TYPES_RETAINED),
    ("DISubrangeType", TYPES_RETAINED),
    ("DISubroutineType", TYPES_RETAINED),
    ("DIGlobalVariableExpression", TYPES_RETAINED),
];

/// The releases whose subprograms retain their local types and static variables.
const TYPES_RETAINED: Releases = Releases::ALL.since(Release::V23);

/// The releases that know checksums of this kind.
const SHA256: Releases = Releases::ALL.since(Release::V11);

/// The releases whose branch weights may say where they are from. LangRef, "'prof' Metadata".
const WEIGHTS_WITH_ORIGIN: Releases = Releases::ALL.since(Release::V19);

impl Lowering<'_> {
    /// Takes from lists of nodes those that the release does not have, and from those that subprograms retain what the release
    /// refuses there: no list may hold `null`.
    fn lists(&mut self, graph: &mut MetadataGraph, unknown: &FxHashSet<NodeId>) {
        let (ctx, release) = (self.ctx, self.release);
        let is_retained = |node: &Node| match node {
            Node::Specialised { name, .. } => RETAINED
                .iter()
                .find(|row| row.0.as_bytes() == ctx.bytes(*name))
                .is_some_and(|row| row.1.contains(release)),
            _ => true,
        };
        let mut lists = Vec::new();
        for id in graph.ids() {
            let Node::Specialised { name, fields, .. } = graph.node(id) else { continue };
            let Some(row) = NodeRows::of(ctx).get(*name) else { continue };
            for (label, value) in fields.iter() {
                let is_retained = ctx.bytes(*label) == RETAINED_NODES;
                let is_list =
                    is_retained || !unknown.is_empty() && row.def.field(ctx.bytes(*label)).is_some_and(|def| def.list);
                if let (true, Field::Operand(Operand::Node(list))) = (is_list, value) {
                    lists.push((id, *name, *label, *list));
                }
            }
        }
        for (owner, name, field, list) in lists {
            let Node::Tuple { distinct, operands } = graph.node(list) else { continue };
            let of_retained = ctx.bytes(field) == RETAINED_NODES;
            let keeps = |operand: &Operand| match operand {
                Operand::Node(id) if of_retained => is_retained(graph.node(*id)),
                Operand::Node(id) => !unknown.contains(id),
                _ => true,
            };
            if !operands.iter().all(keeps) {
                let kept = operands.iter().copied().filter(keeps).collect();
                let (lowered, list) = (Node::Tuple { distinct: *distinct, operands: kept }, graph.canonical(list));
                match graph.find(&lowered).filter(|_| !lowered.is_distinct()) {
                    Some(same) => graph.set_field(owner, field, same),
                    None => graph.define(list, lowered),
                }
                if of_retained {
                    self.lose(name, field);
                }
            }
        }
    }

    /// Has the lists of variables of compile units hold these, and not expressions over them, where the release has none.
    fn variables_of_units(&self, graph: &mut MetadataGraph) {
        let ctx = self.ctx;
        if self.release >= VARIABLES_DESCRIBED {
            return;
        }
        let field = |node: &Node, label: &[u8]| match node {
            Node::Specialised { fields, .. } => fields.iter().find_map(|(name, value)| match value {
                Field::Operand(Operand::Node(id)) if ctx.bytes(*name) == label => Some(*id),
                _ => None,
            }),
            _ => None,
        };
        for list in graph.ids().filter_map(|id| field(graph.node(id), b"globals")).collect::<Vec<NodeId>>() {
            let Node::Tuple { distinct, operands } = graph.node(list) else { continue };
            let variable = |operand: &Operand| match operand {
                Operand::Node(id) => field(graph.node(*id), b"var").map_or(*operand, Operand::Node),
                _ => *operand,
            };
            let (distinct, operands) = (*distinct, operands.iter().map(variable).collect());
            let list = graph.canonical(list);
            graph.define(list, Node::Tuple { distinct, operands });
        }
    }

    /// Gives module flags a behaviour that the release has: the one that LLVM's reader takes for the current, where there is
    /// one.
    fn module_flags<'f>(&mut self, graph: &mut MetadataGraph, flags: impl Iterator<Item = &'f Operand>) {
        let ctx = self.ctx;
        for flag in flags {
            let Operand::Node(id) = flag else { continue };
            let Node::Tuple { distinct, operands } = graph.node(*id) else { continue };
            let [Operand::Constant(behaviour), Operand::String(name), value] = &operands[..] else { continue };
            let Some(number) = ctx.int_value(*behaviour) else { continue };
            let row = ModuleFlagBehavior::TABLE.cases.iter().find(|row| row.value == number);
            let is_min = number == ModuleFlagBehavior::Min.number();
            if ctx.bytes(*name) == CODE_OBJECT_VERSION && FORMER_CODE_OBJECT_VERSION.1.contains(self.release) {
                let former = Operand::String(ctx.str(FORMER_CODE_OBJECT_VERSION.0));
                let (distinct, operands) = (*distinct, Box::new([operands[0], former, *value]));
                graph.define(*id, Node::Tuple { distinct, operands });
                continue;
            }
            let is_former = is_min && ctx.bytes(*name) == PIC_LEVEL && FORMER_PIC_LEVEL.contains(self.release);
            if !is_former && row.is_none_or(|row| row.releases.contains(self.release)) {
                continue;
            }
            let older = match &*ctx.text(*name) {
                _ if is_former => ModuleFlagBehavior::Max,
                name if is_branch_protection(name.as_bytes()) => ModuleFlagBehavior::Error,
                name => {
                    self.lost.push(format!("the behavior 'min' of the module flag '{name}'"));
                    ModuleFlagBehavior::Max
                }
            };
            let behaviour = Operand::Constant(ctx.int_attr(types::I32, older.number()));
            let (distinct, operands) = (*distinct, Box::new([behaviour, Operand::String(*name), *value]));
            graph.define(*id, Node::Tuple { distinct, operands });
        }
    }

    /// Whether a node's branch weights say that a person expected them, which the release has no room for.
    fn is_without_origin(&mut self, operands: &[Operand]) -> bool {
        let is = |operand: &Operand, text: &[u8]| matches!(operand, Operand::String(s) if self.ctx.bytes(*s) == text);
        let [weights, origin, ..] = operands else { return false };
        let is_lost =
            !WEIGHTS_WITH_ORIGIN.contains(self.release) && is(weights, b"branch_weights") && is(origin, b"expected");
        if is_lost && self.seen.insert((self.ctx.str("branch_weights"), crate::names::EMPTY)) {
            self.lost.push("\"expected\" of branch weights".to_owned());
        }
        is_lost
    }

    /// Names, once, a node's constant that is `poison`, which a release without it has as `undef`.
    fn name_poison(&mut self, node: &Node) {
        if Spelling::Poison.releases().contains(self.release) {
            return;
        }
        let Node::Tuple { operands, .. } = node else { return };
        let poison = self.ctx.str("poison");
        let is_poison = |operand: &Operand| matches!(operand, Operand::Constant(constant) if self.ctx.entry(*constant, poison).is_some());
        if operands.iter().any(is_poison) && self.seen.insert((poison, crate::names::EMPTY)) {
            self.lost.push("'poison' (written as 'undef')".to_owned());
        }
    }

    /// Names a node that the release refuses without a field.
    fn lose_without(&mut self, node: Str, field: &str) {
        if self.seen.insert((node, crate::names::EMPTY)) {
            self.lost.push(format!("!{} without the field '{field}'", self.ctx.text(node)));
        }
    }

    fn lose(&mut self, node: Str, field: Str) {
        if self.seen.insert((node, field)) {
            let (node, field) = (self.ctx.text(node), self.ctx.text(field));
            let of_node = format!("!{node}");
            self.lost.push(if field.is_empty() { of_node } else { format!("the field '{field}' of {of_node}") });
        }
    }

    /// Whether the release does not have a node's kind, or refuses it without a field that it has not.
    fn is_unknown(&mut self, node: &Node) -> bool {
        let Node::Specialised { name, fields, .. } = node else { return false };
        let Some(row) = NodeRows::of(self.ctx).get(*name) else { return false };
        let is_there = |def: &FieldDef| fields.iter().any(|field| self.ctx.bytes(field.0) == def.name.as_bytes());
        let lacks = |def: &FieldDef| def.required_until.is_some_and(|until| self.release < until) && !is_there(def);
        if !row.def.releases.contains(self.release) {
            self.lose(*name, crate::names::EMPTY);
            return true;
        }
        let is_tag = |field: &NamedField| match (row.def.field(self.ctx.bytes(field.0)).map(|def| def.kind), &field.1) {
            (Some(FieldKind::Dwarf(Dwarf::Tag, _)), Field::Word(word)) => {
                let number = Dwarf::Tag.number(&self.ctx.text(*word));
                number.is_some_and(|number| !Dwarf::Tag.releases(number).contains(self.release))
            }
            _ => false,
        };
        if let Some((_, Field::Word(tag))) = fields.iter().find(|field| is_tag(field)) {
            self.lose(
                self.ctx.str(&format!("{} with the tag {}", row.def.name, self.ctx.text(*tag))),
                crate::names::EMPTY,
            );
            return true;
        }
        let lacking = row.def.fields().iter().find(|def| lacks(def));
        if let Some(def) = lacking {
            self.lose_without(*name, def.name);
        }
        lacking.is_some()
    }

    /// The fields that the release refuses a node without, and that the node lacks.
    fn missing(&self, row: &NodeRow, fields: &[NamedField]) -> Vec<Str> {
        let is_required = |def: &FieldDef| def.required_since.is_some_and(|since| since <= self.release);
        let required = row.def.fields().iter().filter(|def| is_required(def)).map(|def| self.ctx.str(def.name));
        required.filter(|name| fields.iter().all(|field| field.0 != *name)).collect()
    }

    /// A type of functions that says nothing of them, where the release asks a node for a type that it lacks.
    fn subroutine_type(&mut self, graph: &mut MetadataGraph, id: NodeId) -> Option<NodeId> {
        let Node::Specialised { name, fields, .. } = graph.node(id) else { return None };
        let row = NodeRows::of(self.ctx).get(*name)?;
        if self.ctx.bytes(*name) != b"DISubprogram" || self.missing(row, fields).is_empty() {
            return None;
        }
        let name = *name;
        self.lose_without(name, "type");
        let types = graph.uniqued(Node::Tuple { distinct: false, operands: Box::new([]) });
        let field = (self.ctx.str("types"), Field::Operand(Operand::Node(types)));
        Some(graph.uniqued(Node::specialised(self.ctx.str("DISubroutineType"), false, vec![field])))
    }

    /// Whether the release has the value of a field, where that is one of an enumeration.
    fn has_value(&self, def: &FieldDef, value: &Field) -> bool {
        if let (FieldKind::ChecksumKind, Field::Word(word)) = (def.kind, value) {
            return self.ctx.bytes(*word) != b"CSK_SHA256" || SHA256.contains(self.release);
        }
        if matches!(value, Field::Operand(_)) && def.number_until.is_some_and(|until| self.release < until) {
            return false;
        }
        let (FieldKind::Enum(names, _), Field::Word(word)) = (def.kind, value) else { return true };
        let text = self.ctx.text(*word);
        names.cases.iter().find(|row| row.llvm == text).is_none_or(|row| row.releases.contains(self.release))
    }

    /// An expression with the operations that the release has.
    fn operations(&mut self, fields: &[NamedField]) -> Option<Vec<NamedField>> {
        let ctx = self.ctx;
        let lacking = |field: &NamedField| match field.1 {
            Field::Word(word) => Dwarf::Operation
                .number(&ctx.text(word))
                .filter(|number| !Dwarf::Operation.releases(*number).contains(self.release))
                .map(|_| word),
            _ => None,
        };
        let word = fields.iter().find_map(lacking)?;
        if self.seen.insert((word, crate::names::EMPTY)) {
            self.lost.push(format!("the operation '{}' of !DIExpression", ctx.text(word)));
        }
        // A tag says nothing of where a variable is; without another operation nothing else would be right.
        let Some(tag) = fields.iter().position(|field| lacking(field).is_some()).filter(|_| is_tag(ctx, word)) else {
            self.says_nothing = true;
            return Some(Vec::new());
        };
        let kept = fields.iter().enumerate().filter(|(place, _)| *place != tag && *place != tag + 1);
        Some(kept.map(|(_, field)| field.clone()).collect())
    }

    /// Whether a field is one of older releases, for which later ones have something else.
    fn is_expressed(&self, row: &NodeRow, field: Str) -> bool {
        let def = row.def.field(self.ctx.bytes(field));
        def.is_some_and(|def| {
            // Nothing says since where a namespace is.
            def.releases.until.is_some_and(|until| until <= self.release && row.def.name != "DINamespace")
                || def.name == "spFlags"
                || def.name == "unit" && def.releases.since.is_some_and(|since| self.release < since)
        })
    }

    /// A node without what the release does not have, and with this type where it asks for one; `None` where it has all of
    /// it.
    fn node(&mut self, node: &Node, unknown: &FxHashSet<NodeId>, subroutine: Option<NodeId>) -> Option<Node> {
        let is_known = |operand: &Operand| !matches!(operand, Operand::Node(id) if unknown.contains(id));
        let known = |operand: &Operand| if is_known(operand) { *operand } else { Operand::Null };
        let with_atom = match node {
            Node::Location(place) if !place.atom.is_none() => Some(place.fields().into()),
            _ => None,
        };
        let with_atom =
            with_atom.map(|fields| Node::Specialised { name: DI_LOCATION, distinct: node.is_distinct(), fields });
        match with_atom.as_ref().unwrap_or(node) {
            Node::Tuple { distinct, operands } if self.is_without_origin(operands) => {
                let kept = operands.iter().enumerate().filter(|(place, _)| *place != 1);
                let operands = kept.map(|(_, operand)| known(operand)).collect();
                Some(Node::Tuple { distinct: *distinct, operands })
            }
            Node::Tuple { distinct, operands } => {
                let refers = !unknown.is_empty() && !operands.iter().all(is_known);
                refers.then(|| Node::Tuple { distinct: *distinct, operands: operands.iter().map(known).collect() })
            }
            Node::Specialised { name, distinct, fields } => {
                self.specialised((*name, *distinct, fields), &is_known, subroutine)
            }
            Node::Location(_) => None,
        }
    }

    /// A specialised node in terms of the release, where that differs.
    fn specialised(
        &mut self,
        (name, distinct, fields): (Str, bool, &[NamedField]),
        is_known: &dyn Fn(&Operand) -> bool,
        subroutine: Option<NodeId>,
    ) -> Option<Node> {
        let row = NodeRows::of(self.ctx).get(name)?;
        if row.def.is_inline() {
            let known = self.operations(fields);
            let fields = known.as_deref().unwrap_or(fields);
            return expression_for(self.ctx, fields, self.release)
                .or(known.clone())
                .map(|fields| Node::specialised(name, distinct, fields));
        }
        let respelled = self.respelled_fields(row, fields);
        let missing = self.missing(row, fields);
        let (kept, lost): (Vec<&NamedField>, Vec<&NamedField>) =
            fields.iter().partition(|field| self.has_field(row, fields, field, is_known));
        let is_renamed = |label: Str| {
            row.fields.iter().any(|field| field.name == label && field.def.name_in(self.release) != field.def.name)
        };
        let renames = fields.iter().any(|field| is_renamed(field.0));
        // LLVM 3.7 has none of them distinct.
        let is_undistinct = distinct && row.def.distinct != Distinctness::Free && self.release < DISTINCT;
        if lost.is_empty() && missing.is_empty() && respelled.is_empty() && !renames && !is_undistinct {
            return None;
        }
        // A reference that each node of the kind has is null where the release lacks what it refers to.
        let is_needed = |field: &&&NamedField| {
            let def = row.def.field(self.ctx.bytes(field.0));
            matches!(field.1, Field::Operand(Operand::Node(_)))
                && def
                    .is_some_and(|def| def.optionality != Optionality::Optional && def.releases.contains(self.release))
        };
        let mut kept: Vec<NamedField> = kept.into_iter().cloned().collect();
        let operand = subroutine.map_or(Operand::Null, Operand::Node);
        let missing = missing.into_iter().map(|field| (field, Field::Operand(operand)));
        let emptied =
            lost.iter().filter(|field| is_needed(field)).map(|field| (field.0, Field::Operand(Operand::Null)));
        for field in respelled.into_iter().chain(missing).chain(emptied) {
            kept.retain(|other| other.0 != field.0);
            let after = |other: &NamedField| row.place(other.0, 0) > row.place(field.0, 0);
            let place = kept.iter().position(after).unwrap_or(kept.len());
            kept.insert(place, field);
        }
        for (label, _) in kept.iter_mut().filter(|field| is_renamed(field.0)) {
            let def = row.place(*label, 0).and_then(|place| row.fields.get(place)).map(|field| field.def);
            *label = def.map_or(*label, |def| self.ctx.str(def.name_in(self.release)));
        }
        for field in lost {
            let is_replaced = self.ctx.bytes(field.0) == b"nameTableKind"
                && kept.iter().any(|other| self.ctx.bytes(other.0) == b"gnuPubnames");
            if !is_replaced && !self.is_expressed(row, field.0) {
                self.lose(name, field.0);
            }
        }
        Some(Node::specialised(name, distinct && !is_undistinct, kept))
    }

    /// Whether the release has a field of a node, its value and the node that it refers to. A checksum needs its kind.
    fn has_field(
        &self,
        row: &NodeRow,
        fields: &[NamedField],
        field: &NamedField,
        is_known: &dyn Fn(&Operand) -> bool,
    ) -> bool {
        let has = |field: &NamedField| {
            let def = row.def.field(self.ctx.bytes(field.0));
            !matches!(&field.1, Field::Operand(operand) if !is_known(operand))
                && def.is_none_or(|def| def.releases.contains(self.release) && self.has_value(def, &field.1))
        };
        let is_checksum = self.ctx.bytes(field.0) == b"checksum";
        let kind = fields.iter().find(|field| is_checksum && self.ctx.bytes(field.0) == b"checksumkind");
        has(field) && kind.is_none_or(has)
    }
}
