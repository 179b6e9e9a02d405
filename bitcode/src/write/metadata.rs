//! The METADATA, METADATA_KIND and METADATA_ATTACHMENT blocks.

use super::abbreviations::{F, Scope, V, array, blob, plain};
use super::{Writer, characters, fault, releases, signed_characters, type_number};
use crate::bitstream::{Abbreviation, BitstreamWriter};
use crate::codes::{block, metadata as code};
use crate::error::Result;
use crate::metadata::{Attachments, Metadata, Node};
use crate::module::{GlobalKind, Module};

/// A module with more records of metadata than this has an index of them.
const INDEX_THRESHOLD: usize = 25;

/// The abbreviations of nodes, as soon as they are defined.
#[derive(Clone, Copy, Default)]
struct NodeAbbreviations {
    location: Option<u32>,
    generic: Option<u32>,
}

fn location(scope: Scope) -> Abbreviation {
    let operands = [F(1), V(6), V(8), V(6), V(6), F(1), V(6), F(3)];
    let count = releases::of(releases::DEBUG_LOC, scope.release, releases::DEBUG_LOC_OLDEST) + 1;
    plain(code::LOCATION, operands.get(..count).unwrap_or(&operands))
}

fn generic() -> Abbreviation {
    array(code::GENERIC_DEBUG, &[F(1), V(6), F(1), V(6)], V(6))
}

impl Writer<'_, '_> {
    pub(super) fn kinds(&mut self) {
        let mut kinds: Vec<(&u64, &Vec<u8>)> = self.module.kinds.iter().collect();
        if kinds.is_empty() {
            return;
        }
        kinds.sort();
        self.stream.enter(block::METADATA_KIND, 3);
        for (number, name) in kinds {
            let operands: Vec<u64> = std::iter::once(*number).chain(signed_characters(name)).collect();
            self.stream.record(code::KIND, &operands, None);
        }
        self.stream.end();
    }

    pub(super) fn metadata(&mut self) -> Result<()> {
        let metadata = &self.module.metadata;
        if metadata.nodes.is_empty() && metadata.named.is_empty() {
            return Ok(());
        }
        let stream = &mut self.stream;
        stream.enter(block::METADATA, 4);
        let mut abbreviations = NodeAbbreviations {
            location: Some(stream.define(location(self.scope))),
            generic: Some(stream.define(generic())),
        };
        let offset = stream.define(plain(code::INDEX_OFFSET, &[F(32), F(32)]));
        let index = stream.define(array(code::INDEX, &[], V(6)));
        let nodes = strings(stream, metadata);
        let is_indexed = nodes.len() > INDEX_THRESHOLD;
        if is_indexed {
            stream.record(code::INDEX_OFFSET, &[0, 0], Some(offset));
        }
        let start = stream.at();
        let mut places = records(stream, self.module, self.scope, nodes, &mut abbreviations)?;
        if is_indexed {
            let length = stream.at() - start;
            stream.patch_bits(start - 64, length as u32);
            stream.patch_bits(start - 32, (length >> 32) as u32);
            let mut last = start;
            for place in &mut places {
                (*place, last) = (*place - last, *place);
            }
            stream.record(code::INDEX, &places, Some(index));
        }
        named(stream, metadata);
        self.attachments();
        self.stream.end();
        Ok(())
    }

    /// Writes what is attached to declarations, ifuncs and variables.
    fn attachments(&mut self) {
        let kinds: [fn(&GlobalKind) -> bool; 3] = [
            |kind| matches!(kind, GlobalKind::Function { body: None, .. }),
            |kind| matches!(kind, GlobalKind::IFunc(_)),
            |kind| matches!(kind, GlobalKind::Variable { .. }),
        ];
        for is_of_kind in kinds {
            for (place, global) in self.module.globals.iter().enumerate() {
                let attached = self.module.metadata.attachments.get(&(place as u64));
                if let Some(attached) = attached.filter(|_| is_of_kind(&global.kind)) {
                    let mut operands = vec![place as u64];
                    push(attached, &mut operands);
                    self.stream.record(code::GLOBAL_DECL_ATTACHMENT, &operands, None);
                }
            }
        }
    }
}

/// Writes the metadata of a function.
pub(super) fn of_function(
    stream: &mut BitstreamWriter,
    module: &Module<'_>,
    scope: Scope,
    metadata: &Metadata<'_>,
) -> Result<()> {
    if metadata.nodes.is_empty() {
        return Ok(());
    }
    stream.enter(block::METADATA, 3);
    let nodes = strings(stream, metadata);
    records(stream, module, scope, nodes, &mut NodeAbbreviations::default())?;
    stream.end();
    Ok(())
}

/// Kinds with metadata.
fn push(attachments: &Attachments, operands: &mut Vec<u64>) {
    operands.extend(attachments.iter().flat_map(|(kind, node)| [*kind, *node]));
}

/// Writes the attachments of a function and of its instructions, which are given by their numbers.
pub(super) fn attachments<'a>(
    stream: &mut BitstreamWriter,
    own: &Attachments,
    instructions: impl Iterator<Item = (usize, &'a Attachments)>,
) {
    let mut attached = instructions.filter(|(_, attachments)| !attachments.is_empty()).peekable();
    if own.is_empty() && attached.peek().is_none() {
        return;
    }
    stream.enter(block::METADATA_ATTACHMENT, 3);
    let mut operands = Vec::new();
    if !own.is_empty() {
        push(own, &mut operands);
        stream.record(code::ATTACHMENT, &operands, None);
    }
    for (place, attachments) in attached {
        operands.clear();
        operands.push(place as u64);
        push(attachments, &mut operands);
        stream.record(code::ATTACHMENT, &operands, None);
    }
    stream.end();
}

/// Writes the strings that come first as one record: their lengths, then their characters. Returns what follows them.
fn strings<'n, 'a>(stream: &mut BitstreamWriter, metadata: &'n Metadata<'a>) -> &'n [Node<'a>] {
    let is_string = |node: &&Node<'_>| matches!(node, Node::String(_));
    let count = metadata.nodes.iter().take_while(is_string).count();
    let (strings, others) = metadata.nodes.split_at(count);
    if count == 0 {
        return others;
    }
    let mut lengths = BitstreamWriter::new(&[]);
    let mut text = Vec::new();
    for node in strings {
        if let Node::String(bytes) = node {
            lengths.variable(bytes.len() as u64, 6);
            text.extend_from_slice(bytes);
        }
    }
    let mut both = lengths.into_bytes();
    let offset = both.len() as u64;
    both.append(&mut text);
    let number = stream.define(blob(code::STRINGS, &[V(6), V(6)]));
    stream.blob(code::STRINGS, &[count as u64, offset], &both, number);
    others
}

/// Writes nodes. Returns where each starts.
fn records(
    stream: &mut BitstreamWriter,
    module: &Module<'_>,
    scope: Scope,
    nodes: &[Node<'_>],
    abbreviations: &mut NodeAbbreviations,
) -> Result<Vec<u64>> {
    let mut places = Vec::with_capacity(nodes.len());
    for node in nodes {
        places.push(stream.at());
        match node {
            Node::String(text) => {
                let operands: Vec<u64> = characters(text).collect();
                stream.record(code::STRING_OLD, &operands, None);
            }
            Node::Value(value, ty) => {
                stream.record(code::VALUE, &[type_number(module, *ty)?, (*value).into()], None);
            }
            Node::Tuple { distinct, operands } => {
                let code = if *distinct { code::DISTINCT_NODE } else { code::NODE };
                stream.record(code, operands, None);
            }
            Node::Record(code, operands) => {
                let abbreviation = match *code {
                    code::LOCATION => {
                        Some(*abbreviations.location.get_or_insert_with(|| stream.define(location(scope))))
                    }
                    code::GENERIC_DEBUG => Some(*abbreviations.generic.get_or_insert_with(|| stream.define(generic()))),
                    _ => None,
                };
                stream.record(*code, operands, abbreviation);
            }
            Node::Arguments(values) => stream.record(code::ARG_LIST, values, None),
            Node::OldTuple(_) => return Err(fault("a node of LLVM 3.5 and before has no record since")),
        }
    }
    Ok(places)
}

fn named(stream: &mut BitstreamWriter, metadata: &Metadata<'_>) {
    if metadata.named.is_empty() {
        return;
    }
    let abbreviation = stream.define(array(code::NAME, &[], F(8)));
    for (name, nodes) in &metadata.named {
        let operands: Vec<u64> = characters(name).collect();
        stream.record(code::NAME, &operands, Some(abbreviation));
        stream.record(code::NAMED_NODE, nodes, None);
    }
}
