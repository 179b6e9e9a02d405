//! An instruction's metadata attachments and its location. LangRef, "Metadata".

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::metadata::{MetadataImport, NodeId, Target};
use irtrip_dialect::names::IRTRIP_ATOM;
use irtrip_dialect::{Attr, OpName, OpNameDefinition};

use crate::attribute_cache::SmallNamedAttrs;
use crate::bodies::reader::FunctionReader;
use crate::source_map::Attachments;
use irtrip_dialect::llvm_text::cursor::Cursor;

/// The entries of an instruction's attachments, and its `!llvm.loop` node.
pub(crate) type Attached = (SmallNamedAttrs, Option<NodeId>);

/// What is attached to an instruction.
#[derive(Clone)]
pub(crate) struct Placed {
    /// The entries of the attachments.
    pub entries: SmallNamedAttrs,
    /// The `!llvm.loop` node.
    pub loop_node: Option<NodeId>,
    /// The instruction's location, which may stand for its `!dbg`.
    pub loc: Attr,
}

/// Reads an instruction's attachments.
#[inline]
pub(crate) fn placed_attachments(reader: &mut FunctionReader<'_, '_>, name: OpName) -> DiagnosticResult<Placed> {
    const DBG: &[u8] = b", !dbg ";
    if let Some(list) = reader.f.upgrade.attachments.clone() {
        return place_list(reader, name, list);
    }
    let mut loc = reader.tables.location(reader.f.at);
    let mut atom = None;
    let start = reader.c.peek_pos();
    // LLVM's writer puts it first.
    if let Some(metadata) = reader.tables.metadata.filter(|_| reader.tables.lines.is_none())
        && let Some(rest) = reader.c.text.get(start..).and_then(|t| t.strip_prefix(DBG))
        && matches!(rest, [b'!', b'0'..=b'9', ..])
    {
        let before = reader.c;
        reader.c.pos = start + DBG.len();
        let node = reader.tables.nodes.numbered(&mut reader.c)?;
        let found = metadata.debug_location(node);
        loc = found.map_or(loc, |f| f.0);
        let exact = found.is_some_and(|f| f.1);
        if reader.f.function.has_subprogram && !exact {
            atom = metadata.atom(node);
        }
        if !(reader.f.function.has_subprogram && (exact || atom.is_some())) {
            reader.c = before;
        }
    }
    let (mut entries, loop_node) = attachments(reader, name)?;
    entries.extend(atom.map(|a| (IRTRIP_ATOM, a)));
    Ok(Placed { entries, loop_node, loc })
}

/// Places attachments that have been read.
#[cold]
fn place_list(reader: &mut FunctionReader<'_, '_>, name: OpName, mut list: Attachments) -> DiagnosticResult<Placed> {
    let mut placed =
        Placed { entries: SmallNamedAttrs::new(), loop_node: None, loc: reader.tables.location(reader.f.at) };
    let Some(metadata) = reader.tables.metadata.filter(|_| !list.is_empty()) else { return Ok(placed) };
    let mut atom = None;
    if reader.tables.lines.is_none()
        && let Some(place) = list.iter().position(|a| reader.ctx.bytes(a.0) == b"dbg")
        && let Some((loc, exact)) = metadata.debug_location(list[place].1)
    {
        placed.loc = loc;
        if reader.f.function.has_subprogram {
            atom = metadata.atom(list[place].1).filter(|_| !exact);
            if exact || atom.is_some() {
                list.remove(place);
            }
        }
    }
    placed.entries = attach(reader, metadata, name, &mut list)?;
    placed.entries.extend(atom.map(|a| (IRTRIP_ATOM, a)));
    placed.loop_node = loop_node(reader, &list);
    Ok(placed)
}

/// The entries of attachments on an operation.
fn attach(
    reader: &mut FunctionReader<'_, '_>,
    metadata: &MetadataImport<'_>,
    name: OpName,
    list: &mut Attachments,
) -> DiagnosticResult<SmallNamedAttrs> {
    let is_call = name.def().is_some_and(|def| def.llvm.is_call());
    for (kind, node) in list.iter_mut() {
        if reader.ctx.bytes(*kind) == b"tbaa" {
            *node = reader.tables.nodes.access_tag(*node);
        }
        let wrong = reader.f.attachments.check(reader.ctx, metadata.graph(), (*kind, *node), is_call);
        reader.c.check_at(reader.f.at, wrong)?;
    }
    if let Some(source) = &mut reader.f.source {
        source.current.attachments.clone_from(list);
    }
    Ok(metadata.attach(Target::Instruction(name), list))
}

fn loop_node(reader: &FunctionReader<'_, '_>, list: &Attachments) -> Option<NodeId> {
    list.iter().find(|a| reader.ctx.bytes(a.0) == b"llvm.loop").map(|a| a.1)
}

/// Reads an instruction's attachments: their entries, and the `!llvm.loop` node.
#[inline]
fn attachments(reader: &mut FunctionReader<'_, '_>, name: OpName) -> DiagnosticResult<Attached> {
    if reader.c.peek() != b',' {
        return Ok(Default::default());
    }
    // The common case is a run of `, !kind !7`: its text is looked up whole. Where more than the run is attached, as in
    // `, !kind !7, !a-b !8`, the run alone does not say what the instruction has.
    let end = plain_attachments(&reader.c);
    let text = reader.c.text.get(reader.c.pos..end).unwrap_or_default();
    let is_whole = Cursor { pos: end, ..reader.c }.peek() != b',';
    if let Some(found) = reader.attachments.get(&(name, text)).filter(|_| is_whole && reader.f.source.is_none()) {
        reader.c.pos = end;
        return Ok(found.clone());
    }
    let mut list = reader.tables.nodes.attachment_list(reader.ctx, &mut reader.c, true)?;
    let Some(metadata) = reader.tables.metadata.filter(|_| !list.is_empty()) else { return Ok(Default::default()) };
    let entries = attach(reader, metadata, name, &mut list)?;
    let looped = loop_node(reader, &list);
    if is_whole && looped.is_none() {
        reader.attachments.insert((name, text), (entries.clone(), looped));
    }
    Ok((entries, looped))
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
