//! Metadata: the text of nodes into a graph, and references to it. LangRef, "Metadata".

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::metadata::{Field, MetadataGraph, MetadataImport, Node, NodeFields, NodeId, Operand, Target};
use irtrip_dialect::names::IRTRIP_ATOM;
use irtrip_dialect::{Attr, OpName, Str};

use crate::auto_upgrade::{module_flags, tbaa};
use crate::cursor::{Cursor, Name, fail};
use crate::diagnostics::Remark;
use crate::error::{ImportErrorKind, Res};
use crate::reader::{Attached, Reader, Shared};
use crate::split::{Entity, EntityKind};
use crate::tables::types::MAX_DEPTH;

/// Metadata nodes as the text refers to them.
#[derive(Default)]
pub(crate) struct Nodes {
    /// By number, as far as numbers are dense.
    dense: Vec<Option<NodeId>>,
    /// By number, beyond that.
    sparse: FxHashMap<u32, NodeId>,
    /// Nodes written where they are used, by place.
    inline: FxHashMap<usize, NodeId>,
    /// Today's access tags by the nodes that older versions have in their place.
    tags: FxHashMap<NodeId, NodeId>,
}

impl Nodes {
    /// Declares the numbered nodes among a module's entities.
    pub fn declare(graph: &mut MetadataGraph, entities: &[Entity<'_>]) -> Res<Nodes> {
        let count = entities.iter().filter(|e| matches!(e.kind, EntityKind::Metadata(_))).count();
        let mut nodes = Nodes { dense: vec![None; 2 * count], ..Nodes::default() };
        for entity in entities {
            let EntityKind::Metadata(number) = entity.kind else { continue };
            let id = graph.declare();
            let before = match nodes.dense.get_mut(number as usize) {
                Some(place) => place.replace(id),
                None => nodes.sparse.insert(number, id),
            };
            if before.is_some() {
                let name = format!("!{number}");
                return fail(entity.start..entity.start + 1, ImportErrorKind::Redefinition { what: "metadata", name });
            }
        }
        Ok(nodes)
    }

    /// Adds nodes found at places of the text, and today's access tags.
    pub fn add(&mut self, inline: Vec<(usize, NodeId)>, tags: FxHashMap<NodeId, NodeId>) {
        self.inline.extend(inline);
        self.tags = tags;
    }

    /// The number of a node, given any that is the same.
    #[cold]
    pub fn number_of(&self, metadata: &MetadataImport<'_>, id: NodeId) -> Option<u32> {
        let graph = metadata.graph();
        let wanted = graph.canonical(id);
        let dense = self.dense.iter().position(|node| node.is_some_and(|node| graph.canonical(node) == wanted));
        let sparse = || self.sparse.iter().find(|known| graph.canonical(*known.1) == wanted).map(|known| *known.0);
        dense.and_then(|number| u32::try_from(number).ok()).or_else(sparse)
    }

    /// The node with a number.
    #[inline]
    pub fn get(&self, number: u32) -> Option<NodeId> {
        match self.dense.get(number as usize) {
            Some(node) => *node,
            None => self.sparse.get(&number).copied(),
        }
    }
}

/// Named metadata, in order.
pub(crate) type NamedMetadata = Vec<(Str, Vec<Operand>)>;

/// Places of `!{` and `!Name(` in functions and globals: nodes written where they are used.
pub(crate) fn inline_places(text: &[u8], entities: &[Entity<'_>]) -> Vec<usize> {
    let holders: Vec<&Entity<'_>> = entities
        .iter()
        .filter(|e| matches!(e.kind, EntityKind::Define | EntityKind::Declare | EntityKind::Global(_)))
        .collect();
    holders
        .par_iter()
        .flat_map_iter(|e| {
            memchr::memchr_iter(b'!', text.get(e.start..e.end).unwrap_or_default()).map(|i| i + e.start).filter(|i| {
                let rest = text.get(i + 1..).unwrap_or_default();
                match rest.first() {
                    Some(b'{') => true,
                    Some(b'A'..=b'Z') => !rest.starts_with(b"DIArgList"),
                    _ => false,
                }
            })
        })
        .collect()
}

/// What is read of a module's metadata besides its nodes.
pub(crate) struct ReadMetadata {
    /// The nodes at places of the text.
    pub inline: Vec<(usize, NodeId)>,
    pub named: NamedMetadata,
    /// Today's access tags by the nodes that older versions have in their place.
    pub tags: FxHashMap<NodeId, NodeId>,
}

/// What is attached to an instruction.
#[derive(Clone)]
pub(crate) struct Placed {
    /// The entries of its dictionary that say it.
    pub entries: SmallVec<[(Str, Attr); 4]>,
    /// Its `!llvm.loop` node.
    pub loop_node: Option<NodeId>,
    /// Its location, which may say its `!dbg`.
    pub loc: Attr,
}

impl<'a> Reader<'_, 'a> {
    /// Reads the numbered nodes, the nodes at `places`, and the named metadata, in order.
    pub fn read_metadata(
        &mut self,
        graph: &mut MetadataGraph,
        entities: &[Entity<'a>],
        places: &[usize],
    ) -> Res<ReadMetadata> {
        let mut named = NamedMetadata::new();
        let numbered: Vec<&Entity<'a>> =
            entities.iter().filter(|e| matches!(e.kind, EntityKind::Metadata(_))).collect();
        let batches = numbered.chunks(NODES_A_CHUNK * CHUNKS_A_BATCH);
        let shared = self.shared;
        let mut plain = batches.flat_map(|batch| plain_nodes(shared, batch));
        for entity in entities {
            match entity.kind {
                EntityKind::Metadata(number) => {
                    let (mut node, end) = match plain.next().flatten() {
                        Some(read) => read?,
                        None => self.entity_node(graph, entity)?,
                    };
                    self.seek(end..entity.end);
                    if let Some(id) = self.shared.nodes.get(number) {
                        // LLVM does not unique a node that refers to itself.
                        let mut itself = false;
                        node.for_each_operand(|operand| itself |= *operand == Operand::Node(id));
                        if let Node::Tuple { distinct, .. } | Node::Specialised { distinct, .. } = &mut node {
                            *distinct |= itself;
                        }
                        graph.define(id, node);
                    }
                    if !self.c.at_end() {
                        return self.c.expected("top-level entity");
                    }
                }
                EntityKind::NamedMetadata => {
                    self.seek(entity.start..entity.end);
                    let (name, operands) = self.named_metadata(graph)?;
                    // LLVM adds to a list that is there already.
                    match named.iter_mut().find(|n| n.0 == name) {
                        Some(have) => have.1.extend(operands),
                        None => named.push((name, operands)),
                    }
                }
                _ => {}
            }
        }
        module_flags::upgrade(self.ctx, graph, &mut named);
        let mut inline = Vec::with_capacity(places.len());
        let whole = self.shared.text.len();
        // Most are a few texts over and over: `!DIExpression()`.
        let mut by_text: FxHashMap<&'a [u8], NodeId> = FxHashMap::default();
        for &place in places {
            let text = balanced(self.shared.text, place);
            if let Some(&id) = by_text.get(text) {
                inline.push((place, id));
                continue;
            }
            self.seek(place..whole);
            // `!{` inside a string is no node; whatever is wrong with a real one is reported where it is used.
            if let Ok(node) = self.whole_node(graph) {
                let id = graph.uniqued(node);
                if !text.is_empty() {
                    by_text.insert(text, id);
                }
                inline.push((place, id));
            }
        }
        let tags = tbaa::access_tags(self.ctx, graph);
        Ok(ReadMetadata { inline, named, tags })
    }

    /// The node of a numbered entity, and where its text ends.
    fn entity_node(&mut self, graph: &mut MetadataGraph, entity: &Entity<'a>) -> Res<(Node, usize)> {
        self.seek(entity.start..entity.end);
        let node = self.whole_node(graph)?;
        Ok((node, self.c.pos))
    }

    /// `!name = !{!0, !1}`
    fn named_metadata(&mut self, graph: &mut MetadataGraph) -> Res<(Str, Vec<Operand>)> {
        self.c.expect(b'!', "'!'")?;
        let name = self.ctx.byte_str(&self.c.metadata_name());
        self.c.expect(b'=', "'='")?;
        self.c.expect(b'!', "'!' here")?;
        self.c.expect(b'{', "'{' here")?;
        let operands = self.metadata_list(graph, b'}')?;
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        Ok((name, operands))
    }

    /// Operands up to a closing bracket.
    fn metadata_list(&mut self, graph: &mut MetadataGraph, close: u8) -> Res<Vec<Operand>> {
        let mut operands = Vec::new();
        if self.c.eat(close) {
            return Ok(operands);
        }
        loop {
            operands.push(self.metadata_operand(graph)?);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(close, "end of metadata node")?;
        Ok(operands)
    }

    /// `!7`, `!"text"`, `!{...}`, `!DIFoo(...)`, `null` or a typed constant.
    fn metadata_operand(&mut self, graph: &mut MetadataGraph) -> Res<Operand> {
        if self.c.peek() != b'!' {
            if self.c.eat_word("null") {
                return Ok(Operand::Null);
            }
            let constant = self.typed_constant()?;
            return Ok(Operand::Constant(self.encode(constant)));
        }
        match self.c.byte_at(1) {
            b'"' => {
                self.c.pos += 1;
                Ok(Operand::String(self.ctx.byte_str(&self.c.quoted()?)))
            }
            b'0'..=b'9' => Ok(Operand::Node(self.node_number()?)),
            _ => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.c.error(ImportErrorKind::TooDeep);
                }
                let node = self.whole_node(graph)?;
                self.depth -= 1;
                Ok(Operand::Node(graph.uniqued(node)))
            }
        }
    }

    fn node_number(&mut self) -> Res<NodeId> {
        let start = self.c.pos;
        let number = match self.c.small_number() {
            Some(number) => number,
            None => match self.c.name()? {
                Name::Number(number) => number,
                Name::Named(_) => return self.c.expected("metadata node"),
            },
        };
        match self.shared.nodes.get(number) {
            Some(id) => Ok(id),
            None => fail(start..self.c.pos, ImportErrorKind::UndefinedMetadata(number)),
        }
    }

    /// `[distinct] !{...}` or `[distinct] !DIFoo(...)`
    fn whole_node(&mut self, graph: &mut MetadataGraph) -> Res<Node> {
        let distinct = self.c.eat_word("distinct");
        self.c.expect(b'!', "'!' here")?;
        if self.c.eat(b'{') {
            let operands = self.metadata_list(graph, b'}')?.into();
            return Ok(Node::Tuple { distinct, operands });
        }
        let word = self.c.word();
        if word.is_empty() {
            return self.c.expected("metadata type");
        }
        let name = self.node_word(word);
        self.c.expect(b'(', "'(' here")?;
        let bare = matches!(word, b"DIExpression" | b"DIArgList");
        let mut fields = std::mem::take(&mut self.fields);
        while !self.c.eat(b')') {
            if !fields.is_empty() {
                self.c.expect(b',', "',' or ')' here")?;
            }
            let key = if bare {
                irtrip_dialect::names::EMPTY
            } else {
                let key = self.c.word();
                if key.is_empty() {
                    return self.c.expected("field label here");
                }
                self.c.expect(b':', "':' here")?;
                self.node_word(key)
            };
            fields.push((key, self.field(graph)?));
        }
        if word == b"DICompositeType" && self.shared.options.drop_composite_elements {
            // A vector is its elements.
            let is_vector =
                |field: &Field| matches!(field, Field::Word(flags) if self.ctx.text(*flags).contains("DIFlagVector"));
            if !fields.iter().any(|(_, field)| is_vector(field)) {
                fields.retain(|(key, _)| self.ctx.bytes(*key) != b"elements");
            }
        }
        if word == b"DIGlobalVariable" && self.shared.options.upstream {
            self.name_for_linkage_name(&mut fields);
        }
        let ctx = self.ctx;
        self.node_fields.get_or_insert_with(|| NodeFields::new(ctx)).normalize(ctx, name, &mut fields);
        let node = Node::specialised(name, distinct, fields.as_slice());
        fields.clear();
        self.fields = fields;
        Ok(node)
    }

    /// Upstream's import has the name of a `DIGlobalVariable` for its linkage name.
    fn name_for_linkage_name(&mut self, fields: &mut [(Str, Field)]) {
        let of = |fields: &[(Str, Field)], key: &[u8]| fields.iter().position(|f| self.ctx.bytes(f.0) == key);
        let (Some(name), Some(linkage)) = (of(fields, b"name"), of(fields, b"linkageName")) else { return };
        if fields[name].1 != fields[linkage].1 {
            fields[linkage].1 = fields[name].1.clone();
            let what = "the linkageName of a DIGlobalVariable".to_owned();
            self.f.remarks.push(Remark::Dropped { at: self.c.pos.saturating_sub(1), what });
        }
    }

    fn field(&mut self, graph: &mut MetadataGraph) -> Res<Field> {
        match self.c.peek() {
            b'!' => Ok(Field::Operand(self.metadata_operand(graph)?)),
            b'"' => Ok(Field::Operand(Operand::String(self.ctx.byte_str(&self.c.quoted()?)))),
            b'{' => {
                self.c.pos += 1;
                Ok(Field::List(Box::new(self.metadata_list(graph, b'}')?)))
            }
            b'0'..=b'9' | b'-' => {
                let start = self.c.pos;
                self.c.pos += usize::from(self.c.byte() == b'-');
                self.c.digits()?;
                let digits = self.c.text.get(start..self.c.pos).unwrap_or_default();
                match std::str::from_utf8(digits).ok().and_then(|d| d.parse().ok()) {
                    Some(value) => Ok(Field::Int(value)),
                    None => Ok(Field::Word(self.ctx.byte_str(digits))),
                }
            }
            _ => self.word_field(graph),
        }
    }

    /// `true`, `null`, `DW_TAG_member`, `DIFlagA | DIFlagB`, or a typed constant.
    fn word_field(&mut self, graph: &mut MetadataGraph) -> Res<Field> {
        let word = self.c.peek_word();
        match word {
            b"true" | b"false" => {
                self.c.word();
                Ok(Field::Bool(word == b"true"))
            }
            [b'A'..=b'Z', ..] => {
                let word = self.c.word();
                if self.c.peek() != b'|' {
                    return Ok(Field::Word(self.ctx.byte_str(word)));
                }
                let mut text = word.to_vec();
                while self.c.eat(b'|') {
                    text.extend_from_slice(b" | ");
                    text.extend_from_slice(self.c.word());
                }
                Ok(Field::Word(self.ctx.byte_str(&text)))
            }
            _ => Ok(Field::Operand(self.metadata_operand(graph)?)),
        }
    }

    /// The node that is next in a function or global: `!7`, or one written out. `None` for a string or anything else.
    pub fn node_reference(&mut self) -> Res<Option<NodeId>> {
        let start = self.c.peek_pos();
        if self.c.byte() != b'!' {
            return Ok(None);
        }
        if self.c.byte_at(1).is_ascii_digit() {
            return self.node_number().map(Some);
        }
        match self.shared.nodes.inline.get(&start) {
            Some(&id) => {
                self.c.pos += 1;
                self.c.word();
                self.c.skip();
                self.c.skip_balanced()?;
                Ok(Some(id))
            }
            None => Ok(None),
        }
    }

    /// Reads `!kind !7` pairs; with `comma`, one stands before each.
    pub fn attachment_list(&mut self, comma: bool) -> Res<SmallVec<[(Str, NodeId); 4]>> {
        let mut list = SmallVec::new();
        loop {
            let before = self.c;
            if comma && !self.c.eat(b',') {
                return Ok(list);
            }
            if self.c.peek() != b'!' {
                self.c = before;
                return Ok(list);
            }
            self.c.pos += 1;
            let kind = self.c.metadata_name();
            if kind.is_empty() {
                return self.c.expected("metadata kind");
            }
            let kind = self.ctx.byte_str(&kind);
            match self.node_reference()? {
                Some(node) => list.push((kind, node)),
                None => return self.c.expected("metadata node"),
            }
        }
    }

    /// Reads an instruction's attachments.
    #[inline]
    pub fn placed_attachments(&mut self, name: OpName) -> Res<Placed> {
        const DBG: &[u8] = b", !dbg ";
        if let Some(placed) = &self.f.placed {
            return Ok(placed.clone());
        }
        let mut loc = self.location(self.f.at);
        let mut atom = None;
        let start = self.c.peek_pos();
        // LLVM's writer puts it first.
        if let Some(metadata) = self.shared.metadata.filter(|_| self.shared.lines.is_none())
            && let Some(rest) = self.c.text.get(start..).and_then(|t| t.strip_prefix(DBG))
            && matches!(rest, [b'!', b'0'..=b'9', ..])
        {
            let before = self.c;
            self.c.pos = start + DBG.len();
            let node = self.node_number()?;
            let found = metadata.debug_location(node);
            loc = found.map_or(loc, |f| f.0);
            let exact = found.is_some_and(|f| f.1);
            if self.f.has_subprogram && !exact {
                atom = metadata.atom(node);
            }
            if !(self.f.has_subprogram && (exact || atom.is_some())) {
                self.c = before;
            }
        }
        let told = self.f.told.len();
        let (mut entries, loop_node) = self.attachments(name)?;
        self.locate_told(told, loc);
        entries.extend(atom.map(|a| (IRTRIP_ATOM, a)));
        Ok(Placed { entries, loop_node, loc })
    }

    /// Reads an instruction's attachments, of which `!dbg` alone counts.
    #[cold]
    fn location_attachment(&mut self, name: OpName) -> Res<Attached> {
        let mut list = self.attachment_list(true)?;
        list.retain(|a| self.ctx.bytes(a.0) == b"dbg");
        let Some(metadata) = self.shared.metadata.filter(|_| !list.is_empty()) else { return Ok(Default::default()) };
        Ok((metadata.attach(Target::Instruction(name), &list), None))
    }

    /// Reads an instruction's attachments: the entries that say them, and its `!llvm.loop` node.
    #[inline]
    pub fn attachments(&mut self, name: OpName) -> Res<Attached> {
        if self.c.peek() != b',' {
            return Ok(Default::default());
        }
        let start = self.c.pos;
        // The common case is a run of `, !kind !7`: its text is looked up whole.
        let end = plain_attachments(&self.c);
        let text = self.c.text.get(start..end).unwrap_or_default();
        if self.f.location_only {
            return self.location_attachment(name);
        }
        if let Some(found) = self.attachments.get(&(name, text)) {
            self.c.pos = end;
            return Ok(found.clone());
        }
        let mut list = self.attachment_list(true)?;
        for (_, node) in list.iter_mut().filter(|a| self.ctx.bytes(a.0) == b"tbaa") {
            *node = self.shared.nodes.tags.get(node).copied().unwrap_or(*node);
        }
        let Some(metadata) = self.shared.metadata else { return Ok(Default::default()) };
        if list.is_empty() {
            return Ok(Default::default());
        }
        let told = self.f.told.len();
        if self.shared.options.upstream {
            self.tell_of_attachments(name, &list);
        }
        let entries = metadata.attach(Target::Instruction(name), &list);
        let looped = list.iter().find(|a| self.ctx.bytes(a.0) == b"llvm.loop").map(|a| a.1);
        if self.c.pos == end && looped.is_none() && self.f.told.len() == told {
            self.attachments.insert((name, text), (entries.clone(), looped));
        }
        Ok((entries, looped))
    }
}

/// How many nodes a thread reads at a time; enough to pay for a reader.
const NODES_A_CHUNK: usize = 2048;

/// How many chunks are read before their nodes go into the graph.
const CHUNKS_A_BATCH: usize = 16;

/// Reads, in parallel, those of the numbered nodes that have no node written inside them.
fn plain_nodes<'a>(shared: &Shared<'_, 'a>, nodes: &[&Entity<'a>]) -> Vec<Option<Res<(Node, usize)>>> {
    let read = |chunk: &[&Entity<'a>]| {
        let mut reader = Reader::new(shared);
        // Nothing is put into it.
        let mut graph = MetadataGraph::new();
        let node =
            |entity: &&Entity<'a>| has_plain_node(shared.text, entity).then(|| reader.entity_node(&mut graph, entity));
        chunk.iter().map(node).collect::<Vec<_>>()
    };
    let read: Vec<Vec<_>> = nodes.par_chunks(NODES_A_CHUNK).map(read).collect();
    read.into_iter().flatten().collect()
}

/// Whether each `!` in a numbered node but the first stands in front of a number or a string.
fn has_plain_node(text: &[u8], entity: &Entity<'_>) -> bool {
    let text = text.get(entity.start..entity.end).unwrap_or_default();
    memchr::memchr_iter(b'!', text).skip(1).all(|i| matches!(text.get(i + 1), Some(b'0'..=b'9' | b'"')))
}

/// The text of the node at a place, up to its first closing bracket: enough to tell a node without nodes inside from
/// all others, and empty for those with any.
fn balanced(text: &[u8], place: usize) -> &[u8] {
    let rest = text.get(place..).unwrap_or_default();
    let end = memchr::memchr2(b')', b'}', rest).map_or(0, |i| i + 1);
    let node = rest.get(..end).unwrap_or_default();
    let opening = node.iter().filter(|b| matches!(b, b'(' | b'{' | b'"' | b';')).count();
    if opening == 1 { node } else { &[] }
}

/// Where a run of `, !kind !7` that starts at the cursor ends.
fn plain_attachments(cursor: &Cursor<'_>) -> usize {
    let text = cursor.text;
    let byte = |i: usize| text.get(i).copied().unwrap_or(0);
    let mut pos = cursor.pos;
    loop {
        let mut i = pos;
        if !(byte(i) == b',' && byte(i + 1) == b' ' && byte(i + 2) == b'!') {
            return pos;
        }
        i += 3;
        while byte(i).is_ascii_alphanumeric() || matches!(byte(i), b'.' | b'_') {
            i += 1;
        }
        if !(byte(i) == b' ' && byte(i + 1) == b'!' && byte(i + 2).is_ascii_digit()) {
            return pos;
        }
        i += 2;
        while byte(i).is_ascii_digit() {
            i += 1;
        }
        pos = i;
    }
}
