//! Metadata: the text of nodes into a graph, and references to it. LangRef, "Metadata".

use std::iter::Peekable;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::metadata::{Field, MetadataGraph, MetadataImport, NamedField, Node, NodeId, NodeRow, Operand};
use irtrip_dialect::names::EMPTY;
use irtrip_dialect::preserved::with_constant_pointees;
use irtrip_dialect::{Context, Str};

use crate::auto_upgrade::amdgpu_atomics::AttachedNodes;
use crate::constants::read::ConstantReader;
use crate::errors::Errors;
use crate::index::symbols::CodeScanner;
use crate::tables::ModuleTables;
use crate::tables::types::MAX_DEPTH;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// Metadata nodes as the text refers to them.
#[derive(Default)]
pub(crate) struct Nodes {
    /// By number, as far as numbers are dense.
    dense: Vec<Option<NodeId>>,
    /// By number, beyond that.
    sparse: FxHashMap<u32, NodeId>,
    /// Nodes written where they are used, by place.
    inline: FxHashMap<usize, NodeId>,
    /// The current access tags by the nodes that older versions have in their place.
    tags: FxHashMap<NodeId, NodeId>,
    /// What is attached to AMDGPU's atomic updates, where AutoUpgrade may make any.
    pub atomics: Option<AttachedNodes>,
}

impl Nodes {
    /// Declares the numbered nodes of a module's text.
    pub fn declare(
        graph: &mut MetadataGraph,
        top_level: &[TopLevelEntity<'_>],
        errors: &Errors,
    ) -> DiagnosticResult<Nodes> {
        let count = top_level.iter().filter(|e| matches!(e.kind, TopLevelKind::Metadata(_))).count();
        let mut nodes = Nodes { dense: vec![None; 2 * count], ..Nodes::default() };
        for entity in top_level {
            let TopLevelKind::Metadata(number) = entity.kind else { continue };
            let id = graph.declare();
            let before = match nodes.dense.get_mut(number as usize) {
                Some(place) => place.replace(id),
                None => nodes.sparse.insert(number, id),
            };
            if before.is_some() {
                let name = format!("!{number}");
                let what = ImportCode::Redefinition { what: "metadata", name };
                errors.keep::<()>(fail(entity.start..entity.start + 1, what))?;
            }
        }
        Ok(nodes)
    }

    /// Adds nodes found at places of the text.
    pub fn add(&mut self, inline: Vec<(usize, NodeId)>) {
        self.inline.extend(inline);
    }

    /// Sets the current access tags by the nodes that older versions have in their place.
    pub fn set_access_tags(&mut self, tags: FxHashMap<NodeId, NodeId>) {
        self.tags = tags;
    }

    /// The current access tag for a node that is attached as one.
    pub fn access_tag(&self, node: NodeId) -> NodeId {
        self.tags.get(&node).copied().unwrap_or(node)
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

    /// Reads `!7`.
    #[inline]
    pub fn numbered(&self, c: &mut Cursor<'_>) -> DiagnosticResult<NodeId> {
        let start = c.pos;
        let number = match c.small_number() {
            Some(number) => number,
            None => match c.name()? {
                Name::Number(number) => number,
                Name::Named(_) => return c.expected("metadata node"),
            },
        };
        match self.get(number) {
            Some(id) => Ok(id),
            None => fail(start..c.pos, ImportCode::UndefinedMetadata(number)),
        }
    }

    /// The node that is next in a function or global: `!7`, or one written out. `None` for a string or anything else.
    pub fn reference(&self, c: &mut Cursor<'_>) -> DiagnosticResult<Option<NodeId>> {
        let start = c.peek_pos();
        if c.byte() != b'!' {
            return Ok(None);
        }
        if c.byte_at(1).is_ascii_digit() {
            return self.numbered(c).map(Some);
        }
        match self.inline.get(&start) {
            Some(&id) => {
                c.pos += 1;
                c.word();
                c.skip();
                c.skip_balanced()?;
                Ok(Some(id))
            }
            None => Ok(None),
        }
    }

    /// Reads `!kind !7` pairs; with `comma`, one is before each.
    pub fn attachment_list(
        &self,
        ctx: &Context,
        c: &mut Cursor<'_>,
        comma: bool,
    ) -> DiagnosticResult<SmallVec<[(Str, NodeId); 4]>> {
        let mut list = SmallVec::new();
        loop {
            let before = *c;
            if comma && !c.eat(b',') {
                return Ok(list);
            }
            if c.peek() != b'!' {
                *c = before;
                return Ok(list);
            }
            c.pos += 1;
            let is_number = c.byte().is_ascii_digit();
            let kind = c.metadata_name();
            if kind.is_empty() || is_number {
                return c.expected("metadata kind");
            }
            let kind = ctx.byte_str(&kind);
            match self.reference(c)? {
                Some(node) => list.push((kind, node)),
                None => return c.expected("metadata node"),
            }
        }
    }
}

/// Named metadata, in order.
pub(crate) type NamedMetadata = Vec<(Str, Vec<Operand>)>;

/// Places of `!{` and `!Name(` in functions and globals, outside strings and comments: nodes written where they are used.
pub(crate) fn inline_places(text: &[u8], top_level: &[TopLevelEntity<'_>]) -> Vec<usize> {
    let holders: Vec<&TopLevelEntity<'_>> = top_level
        .iter()
        .filter(|e| matches!(e.kind, TopLevelKind::Define | TopLevelKind::Declare | TopLevelKind::Global(_)))
        .collect();
    holders
        .par_iter()
        .flat_map_iter(|e| {
            let entity = text.get(e.start..e.end).unwrap_or_default();
            let mut scanner = CodeScanner::new(entity);
            let nodes = memchr::memchr_iter(b'!', entity).filter(move |i| {
                let rest = entity.get(i + 1..).unwrap_or_default();
                let is_node = match rest.first() {
                    Some(b'{') => true,
                    Some(b'A'..=b'Z') => !rest.starts_with(b"DIArgList"),
                    _ => false,
                };
                is_node && scanner.is_code(*i)
            });
            nodes.map(|i| i + e.start)
        })
        .collect()
}

/// What is read of a module's metadata in addition to its nodes.
pub(crate) struct ReadMetadata {
    /// The nodes at places of the text.
    pub inline: Vec<(usize, NodeId)>,
    pub named: NamedMetadata,
}

/// Reads nodes into a graph.
pub(super) struct MetadataReader<'g, 's, 'a> {
    pub ctx: &'s Context,
    pub c: Cursor<'a>,
    pub nodes: &'s Nodes,
    pub constants: ConstantReader<'s, 'a>,
    pub graph: &'g mut MetadataGraph,
    /// Whether composite types lose their elements.
    drop_elements: bool,
    pub words: NodeWords<'a>,
    /// The memory of the fields of a node.
    pub fields: Vec<NamedField>,
}

/// How many names of nodes and fields are at hand: more than a kind of nodes has, so that a run of one finds all.
const NODE_WORDS: usize = 64;

/// Names of specialised nodes and of their fields, the last of each that share a slot.
pub(super) struct NodeWords<'a>([(&'a [u8], Str); NODE_WORDS]);

impl<'a> NodeWords<'a> {
    /// The string that a name is.
    #[inline]
    pub fn get(&mut self, ctx: &Context, word: &'a [u8]) -> Str {
        let (first, last) = (word.first().copied().unwrap_or(0), word.last().copied().unwrap_or(0));
        let slot = usize::from(first).wrapping_mul(5) ^ usize::from(last).wrapping_mul(3) ^ word.len();
        let known = &mut self.0[slot % NODE_WORDS];
        if known.0 != word {
            *known = (word, ctx.byte_str(word));
        }
        known.1
    }
}

impl<'g, 's, 'a> MetadataReader<'g, 's, 'a> {
    fn new(tables: &'s ModuleTables<'s, 'a>, graph: &'g mut MetadataGraph) -> MetadataReader<'g, 's, 'a> {
        MetadataReader {
            ctx: tables.ctx,
            c: Cursor::new(tables.text, 0),
            nodes: &tables.nodes,
            constants: ConstantReader::new(tables),
            graph,
            drop_elements: tables.options.drop_composite_elements,
            words: NodeWords([(b"", EMPTY); NODE_WORDS]),
            fields: Vec::new(),
        }
    }

    /// Goes to a range of a text.
    fn seek(&mut self, text: &'a [u8], range: Range<usize>) {
        self.c = Cursor::new(text.get(..range.end).unwrap_or(text), range.start);
        self.constants.depth = 0;
    }

    /// Reads a numbered entity whose node has another one written inside it, or goes past the node that has been read,
    /// and defines it.
    fn define(
        &mut self,
        number: u32,
        entity: &TopLevelEntity<'a>,
        text: &'a [u8],
        read: Option<DiagnosticResult<(Node, usize)>>,
    ) -> DiagnosticResult<()> {
        let (mut node, end) = match read {
            Some(read) => read?,
            None => self.entity_node(entity, text)?,
        };
        self.seek(text, end..entity.end);
        if let Some(id) = self.nodes.get(number) {
            // LLVM does not unique a node that refers to itself.
            let mut itself = false;
            node.for_each_operand(|operand| itself |= *operand == Operand::Node(id));
            if let Node::Tuple { distinct, .. } | Node::Specialised { distinct, .. } = &mut node {
                *distinct |= itself;
            }
            self.graph.define(id, node);
        }
        if self.c.at_end() { Ok(()) } else { self.c.expected("top-level entity") }
    }

    /// Reads the nodes at places of the text.
    fn inline_nodes(&mut self, text: &'a [u8], places: &[usize]) -> Vec<(usize, NodeId)> {
        let mut inline = Vec::with_capacity(places.len());
        // Most are a few texts over and over: `!DIExpression()`.
        let mut by_text: FxHashMap<&'a [u8], NodeId> = FxHashMap::default();
        for &place in places {
            let node_text = balanced(text, place);
            if let Some(&id) = by_text.get(node_text) {
                inline.push((place, id));
                continue;
            }
            self.seek(text, place..text.len());
            // Whatever is wrong with a node is reported where it is used.
            if let Ok(node) = self.whole_node() {
                let id = self.graph.uniqued(node);
                if !node_text.is_empty() {
                    by_text.insert(node_text, id);
                }
                inline.push((place, id));
            }
        }
        inline
    }

    /// The node of a numbered entity, and where its text ends.
    fn entity_node(&mut self, entity: &TopLevelEntity<'a>, text: &'a [u8]) -> DiagnosticResult<(Node, usize)> {
        self.seek(text, entity.start..entity.end);
        let node = self.whole_node()?;
        Ok((node, self.c.pos))
    }

    /// `!name = !{!0, !1}`
    fn named_metadata(&mut self) -> DiagnosticResult<(Str, Vec<Operand>)> {
        self.c.expect(b'!', "'!'")?;
        let name = self.ctx.byte_str(&self.c.metadata_name());
        self.c.expect(b'=', "'='")?;
        self.c.expect(b'!', "'!' here")?;
        self.c.expect(b'{', "'{' here")?;
        let mut operands = Vec::new();
        if self.c.peek() != b'}' {
            operands.push(self.named_operand()?);
            while self.c.eat(b',') {
                operands.push(self.named_operand()?);
            }
        }
        self.c.expect(b'}', "end of metadata node")?;
        if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        Ok((name, operands))
    }

    /// `!7` or `!DIExpression(...)`
    fn named_operand(&mut self) -> DiagnosticResult<Operand> {
        let rest = self.c.text.get(self.c.peek_pos()..).unwrap_or_default();
        match rest {
            [b'!', b'0'..=b'9', ..] => Ok(Operand::Node(self.nodes.numbered(&mut self.c)?)),
            _ if rest.starts_with(b"!DIExpression") => self.metadata_operand(),
            [b'!', b'a'..=b'z' | b'A'..=b'Z', ..] => self.c.error_here(ImportCode::ExclamationMark),
            [b'!', ..] => {
                self.c.pos += 1;
                self.c.expected("integer")
            }
            _ => self.c.error_here(ImportCode::ExclamationMark),
        }
    }

    /// Operands up to a closing bracket.
    pub(super) fn metadata_list(&mut self, close: u8) -> DiagnosticResult<Vec<Operand>> {
        let mut operands = Vec::new();
        if self.c.eat(close) {
            return Ok(operands);
        }
        loop {
            operands.push(self.metadata_operand()?);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(close, "end of metadata node")?;
        Ok(operands)
    }

    /// `!7`, `!"text"`, `!{...}`, `!DIFoo(...)`, `null` or a typed constant.
    pub(super) fn metadata_operand(&mut self) -> DiagnosticResult<Operand> {
        if self.c.peek() != b'!' {
            if self.c.eat_word("null") {
                return Ok(Operand::Null);
            }
            if !self.constants.types.begins(&self.c) {
                return self.c.expected("metadata operand");
            }
            let ty = self.constants.types.value_type(&mut self.c)?;
            let pointees = self.constants.types.pointees();
            let constant = self.constants.constant(&mut self.c, ty)?;
            let encoded = self.constants.pool.encode(self.ctx, constant);
            let typed = pointees.map(|pointees| with_constant_pointees(self.ctx, encoded, pointees));
            return Ok(Operand::Constant(typed.unwrap_or(encoded)));
        }
        match self.c.byte_at(1) {
            b'"' => {
                self.c.pos += 1;
                Ok(Operand::String(self.ctx.byte_str(&self.c.quoted()?)))
            }
            b'0'..=b'9' => Ok(Operand::Node(self.nodes.numbered(&mut self.c)?)),
            _ => {
                self.constants.depth += 1;
                if self.constants.depth > MAX_DEPTH {
                    return self.c.error(ImportCode::TooDeep);
                }
                let node = self.whole_node()?;
                self.constants.depth -= 1;
                Ok(Operand::Node(self.graph.uniqued(node)))
            }
        }
    }

    /// `[distinct] !{...}` or `[distinct] !DIFoo(...)`
    fn whole_node(&mut self) -> DiagnosticResult<Node> {
        let distinct = self.c.eat_word("distinct");
        let start = self.c.peek_pos();
        self.c.expect(b'!', "'!' here")?;
        if self.c.eat(b'{') {
            let operands = self.metadata_list(b'}')?.into();
            return Ok(Node::Tuple { distinct, operands });
        }
        match self.written_location(distinct) {
            Some(location) => Ok(Node::Location(location)),
            None => self.specialized_node(distinct, start),
        }
    }

    /// Leaves the elements of a composite type out, where the options ask for that.
    pub(super) fn drop_elements(&self, row: &NodeRow, fields: &mut Vec<(Str, Field)>) {
        if row.def.name == "DICompositeType" && self.drop_elements {
            // A vector is its elements.
            let is_vector =
                |field: &Field| matches!(field, Field::Word(flags) if self.ctx.text(*flags).contains("DIFlagVector"));
            if !fields.iter().any(|(_, field)| is_vector(field)) {
                fields.retain(|(key, _)| self.ctx.bytes(*key) != b"elements");
            }
        }
    }
}

/// How many nodes a thread reads at a time; enough to pay for a reader.
const NODES_A_CHUNK: usize = 2048;

/// How many chunks are read before their nodes go into the graph.
const CHUNKS_A_BATCH: usize = 8;

/// A node that was read, and where its text ends; `None` of one with another one inside.
type PlainNode = Option<DiagnosticResult<(Node, usize)>>;

/// Reads the numbered nodes, the nodes at `places`, and the named metadata, in order.
///
/// The graph has the numbered nodes declared as the tables have them.
pub(crate) fn read_metadata<'a>(
    tables: &ModuleTables<'_, 'a>,
    graph: &mut MetadataGraph,
    top_level: &[TopLevelEntity<'a>],
    places: &[usize],
) -> DiagnosticResult<ReadMetadata> {
    let mut reader = MetadataReader::new(tables, graph);
    let (mut named, mut places_of_names) = (NamedMetadata::new(), FxHashMap::default());
    let numbered: Vec<&TopLevelEntity<'a>> =
        top_level.iter().filter(|e| matches!(e.kind, TopLevelKind::Metadata(_))).collect();
    let mut batches = numbered.chunks(NODES_A_CHUNK * CHUNKS_A_BATCH);
    let mut entities = top_level.iter().peekable();
    let mut batch = batches.next().map(|nodes| plain_nodes(tables, nodes)).unwrap_or_default();
    while entities.peek().is_some() {
        let following = batches.next().unwrap_or_default();
        let (defined, following) = rayon::join(
            || define_batch(tables, &mut reader, &mut entities, batch, (&mut named, &mut places_of_names)),
            || plain_nodes(tables, following),
        );
        defined?;
        batch = following;
    }
    let inline = reader.inline_nodes(tables.text, places);
    Ok(ReadMetadata { inline, named })
}

/// Puts nodes that were read into the graph, up to the first numbered entity after them, and named metadata in between.
fn define_batch<'a>(
    tables: &ModuleTables<'_, 'a>,
    reader: &mut MetadataReader<'_, '_, 'a>,
    entities: &mut Peekable<std::slice::Iter<'_, TopLevelEntity<'a>>>,
    batch: Vec<PlainNode>,
    (named, places_of_names): (&mut NamedMetadata, &mut FxHashMap<Str, usize>),
) -> DiagnosticResult<()> {
    let text = tables.text;
    let mut batch = batch.into_iter();
    while let Some(entity) = entities.peek() {
        match entity.kind {
            TopLevelKind::Metadata(number) => {
                let Some(read) = batch.next() else { return Ok(()) };
                let defined = reader.define(number, entity, text, read);
                if tables.errors.keep(defined)?.is_none()
                    && let Some(id) = reader.nodes.get(number)
                {
                    // What is about the node is read on with one that says nothing.
                    reader.graph.define(id, Node::Tuple { distinct: true, operands: Box::default() });
                }
            }
            TopLevelKind::NamedMetadata => {
                reader.seek(text, entity.start..entity.end);
                if let Some((name, operands)) = tables.errors.keep(reader.named_metadata())? {
                    // LLVM adds to a list that is there already.
                    let place = *places_of_names.entry(name).or_insert(named.len());
                    match named.get_mut(place) {
                        Some(have) => have.1.extend(operands),
                        None => named.push((name, operands)),
                    }
                }
            }
            _ => {}
        }
        entities.next();
    }
    Ok(())
}

/// Reads, in parallel, those of the numbered nodes that have no node written inside them.
fn plain_nodes<'a>(tables: &ModuleTables<'_, 'a>, nodes: &[&TopLevelEntity<'a>]) -> Vec<PlainNode> {
    let read = |chunk: &[&TopLevelEntity<'a>]| {
        // Nothing is put into it.
        let mut graph = MetadataGraph::new();
        let mut reader = MetadataReader::new(tables, &mut graph);
        let node = |entity: &&TopLevelEntity<'a>| {
            has_plain_node(tables.text, entity).then(|| reader.entity_node(entity, tables.text))
        };
        chunk.iter().map(node).collect::<Vec<_>>()
    };
    let read: Vec<Vec<_>> = nodes.par_chunks(NODES_A_CHUNK).map(read).collect();
    read.into_iter().flatten().collect()
}

/// Whether each `!` in a numbered node but the first is before a number or a string.
fn has_plain_node(text: &[u8], entity: &TopLevelEntity<'_>) -> bool {
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
