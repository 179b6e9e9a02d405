//! Draws a function's control flow graph.
//!
//! An edge that passes operands to its successor has a label: the phi and its incoming value in LLVM IR, the successor
//! and its operands in MLIR. For the layout, the label is a vertex in the middle of the edge, so that nothing overlaps
//! it.

use irtrip_dialect::source_map::SourceConstruct;
use irtrip_dialect::{Block, Body, Op, Region};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use crate::graph_columns::fitted;
use crate::graph_layout::{Point, lay_out};
use crate::line_correspondence::LineCorrespondence;
use crate::sections::Section;

/// Most vertices (blocks and labels) of a graph that is drawn: the time of the layout grows with their square.
const MAX_VERTICES: usize = 6000;

/// The width of a character and the height of a line of text, in the drawing's units.
const CHARACTER_WIDTH: f64 = 7.0;
const LINE_HEIGHT: f64 = 15.0;

/// Most operands that a label names; it counts the others.
const MAX_NAMED_OPERANDS: usize = 3;

/// Most characters in a line of a label.
const MAX_LABEL_CHARACTERS: usize = 44;

/// An edge from one block to another, by their indices in the region.
struct Edge {
    from: u32,
    to: u32,
    /// Whether the edge leads upwards, to a loop header.
    is_back_edge: bool,
    label: Label,
}

/// The lines of text on an edge, in each language. An edge that passes no operands has none.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Label {
    llvm: Vec<String>,
    mlir: Vec<String>,
}

impl Label {
    fn is_empty(&self) -> bool {
        self.llvm.is_empty() && self.mlir.is_empty()
    }

    fn size(&self) -> Point {
        let lines = self.llvm.iter().chain(&self.mlir);
        (width(lines.clone().map(String::as_str)), lines.count() as f64 * LINE_HEIGHT + 8.0)
    }
}

/// The drawing of a function's control flow graph as JSON; `None` if the graph is too large. `function_item` is the
/// item of the function, whose lines stand for the entry block's label where that is not written.
///
/// `nodes` holds `[x, y, width, height, name, line in the assembly, line in the MLIR]` for each block. `edges` holds
/// `[from, to, is back edge, [x, y...]]` for an edge without label, with the points that the edge goes through, and
/// `[from, to, is back edge, [x, y...], [x, y, width, height], [LLVM IR...], [MLIR...], [x, y...]]` for one with a
/// label, with the points before the label, the label, and the points after it.
pub fn draw(
    body: &Body,
    region: Region,
    section: &Section,
    lines: &LineCorrespondence,
    function_item: u32,
) -> Option<Value> {
    let blocks = body.blocks(region);
    let names: Vec<String> = blocks.iter().map(|block| block_name(section, lines, *block)).collect();
    let edges = edges(body, blocks, section, lines);
    let mut sizes: Vec<Point> = names.iter().map(|name| (width([name.as_str()]), LINE_HEIGHT + 13.0)).collect();
    sizes.extend(edges.iter().filter(|edge| !edge.label.is_empty()).map(|edge| edge.label.size()));
    if sizes.len() > MAX_VERTICES {
        return None;
    }
    let mut segments = segments(blocks.len(), &edges);
    let drawn = segments.len();
    // The layout wants every vertex below the first.
    segments.extend(blocks_without_forward_edge(blocks.len(), &edges).map(|block| (0, block)));
    let layout = fitted(lay_out(&sizes, &segments, drawn)?, &sizes);
    let rectangles: Vec<[i64; 4]> =
        layout.centers.iter().zip(&sizes).map(|(at, size)| [at.0, at.1, size.0, size.1].map(rounded)).collect();
    let nodes = blocks.iter().zip(&names).zip(&rectangles).map(|((block, name), [x, y, w, h])| {
        let item = lines.item(SourceConstruct::Label(*block)).unwrap_or(function_item);
        json!([x, y, w, h, name, lines.llvm_line(item), lines.mlir_line(item)])
    });
    let nodes: Vec<Value> = nodes.collect();
    let labels = rectangles.get(blocks.len()..).unwrap_or_default();
    Some(json!({ "nodes": nodes, "edges": drawn_edges(&edges, labels, &layout.waypoints) }))
}

/// The edges as the layout takes them, as segments `(upper vertex, lower vertex)`: a back edge is reversed, an edge
/// from a block to itself is left out, an edge with a label is one segment to its label and one from there.
fn segments(blocks: usize, edges: &[Edge]) -> Vec<(u32, u32)> {
    let mut segments = Vec::with_capacity(edges.len() * 2);
    let mut labels = blocks as u32..;
    for edge in edges {
        let (upper, lower) = if edge.is_back_edge { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let to_itself = upper == lower;
        if edge.label.is_empty() {
            segments.extend((!to_itself).then_some((upper, lower)));
        } else if let Some(label) = labels.next() {
            segments.push((upper, label));
            segments.extend((!to_itself).then_some((label, lower)));
        }
    }
    segments
}

/// The edges as JSON. `labels` holds the rectangle of each label, `waypoints` the points of each of the [`segments`].
fn drawn_edges(edges: &[Edge], labels: &[[i64; 4]], waypoints: &[Vec<Point>]) -> Vec<Value> {
    let (mut labels, mut waypoints) = (labels.iter(), waypoints.iter());
    let mut row = |edge: &Edge| {
        let to_itself = edge.from == edge.to;
        let mut next_segment = |exists: bool| {
            let points = if exists { waypoints.next().map_or(&[][..], Vec::as_slice) } else { &[] };
            let flat = |point: &Point| [rounded(point.0), rounded(point.1)];
            let coordinates: Vec<i64> = if edge.is_back_edge {
                points.iter().rev().flat_map(flat).collect()
            } else {
                points.iter().flat_map(flat).collect()
            };
            coordinates
        };
        if edge.label.is_empty() {
            return json!([edge.from, edge.to, edge.is_back_edge, next_segment(!to_itself)]);
        }
        let (upper, lower) = (next_segment(true), next_segment(!to_itself));
        let (before, after) = if edge.is_back_edge && !to_itself { (lower, upper) } else { (upper, lower) };
        json!([edge.from, edge.to, edge.is_back_edge, before, labels.next(), edge.label.llvm, edge.label.mlir, after])
    };
    edges.iter().map(&mut row).collect()
}

/// A coordinate as an integer: the drawing's units are fine enough for that.
fn rounded(number: f64) -> i64 {
    number.round() as i64
}

/// The position of each block in reverse post-order: the entry block is first, and each block comes after all blocks
/// that have an edge to it, back edges aside.
fn reverse_post_order(blocks: usize, edges: &[(u32, u32)]) -> Vec<usize> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); blocks];
    for &(from, to) in edges {
        next[from as usize].push(to as usize);
    }
    let mut seen = vec![false; blocks];
    let mut post = Vec::with_capacity(blocks);
    for root in 0..blocks {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![root];
        while let Some(&block) = stack.last() {
            match next[block].pop() {
                Some(to) if std::mem::replace(&mut seen[to], true) => {}
                Some(to) => stack.push(to),
                None => post.extend(stack.pop()),
            }
        }
    }
    let mut positions = vec![0; blocks];
    for (i, block) in post.into_iter().rev().filter(|block| *block != 0).enumerate() {
        positions[block] = i + 1;
    }
    positions
}

/// The blocks but the first that only back edges or none lead to.
fn blocks_without_forward_edge(blocks: usize, edges: &[Edge]) -> impl Iterator<Item = u32> {
    let reached: FxHashSet<u32> = edges.iter().filter(|edge| !edge.is_back_edge).map(|edge| edge.to).collect();
    (1..blocks as u32).filter(move |block| !reached.contains(block))
}

/// The width of a box around lines of text.
fn width<'a>(lines: impl IntoIterator<Item = &'a str>) -> f64 {
    let longest = lines.into_iter().map(|line| line.chars().count()).max().unwrap_or(0);
    longest.max(3) as f64 * CHARACTER_WIDTH + 18.0
}

/// The edges of a region. Edges between the same two blocks with the same label are drawn as one.
fn edges(body: &Body, blocks: &[Block], section: &Section, lines: &LineCorrespondence) -> Vec<Edge> {
    let places: FxHashMap<Block, u32> = blocks.iter().enumerate().map(|(i, block)| (*block, i as u32)).collect();
    let mut found: Vec<(u32, u32, Label)> = Vec::new();
    let mut counts: FxHashMap<(u32, u32, Label), usize> = FxHashMap::default();
    for (from, block) in blocks.iter().enumerate() {
        let Some(op) = body.last_op(*block) else { continue };
        for (index, successor) in body.successors(op).iter().enumerate() {
            let Some(&to) = places.get(&successor.block) else { continue };
            let edge = (from as u32, to, edge_label(body, op, index, section, lines));
            let count = counts.entry(edge.clone()).or_default();
            *count += 1;
            if *count == 1 {
                found.push(edge);
            }
        }
    }
    let ends: Vec<(u32, u32)> = found.iter().map(|(from, to, _)| (*from, *to)).collect();
    let order = reverse_post_order(blocks.len(), &ends);
    let edge = |edge: (u32, u32, Label)| {
        let count = counts.get(&edge).copied().unwrap_or(1);
        let (from, to, mut label) = edge;
        if count > 1 && !label.is_empty() {
            label.llvm.insert(0, format!("{count} edges"));
        }
        Edge { from, to, is_back_edge: order[to as usize] <= order[from as usize], label }
    };
    found.into_iter().map(edge).collect()
}

/// The label of an edge: the operands that the terminator `op` passes to its successor number `index`.
fn edge_label(body: &Body, op: Op, index: usize, section: &Section, lines: &LineCorrespondence) -> Label {
    let mut label = Label::default();
    let Some(successor) = body.successors(op).get(index) else { return label };
    let count = body.successor_args(successor).len();
    let mut mlir_operands = Vec::new();
    for argument in 0..count.min(MAX_NAMED_OPERANDS) as u32 {
        let operand = SourceConstruct::Passed { op, successor: index as u32, argument };
        let value = incoming_value(section, lines, operand);
        let parameter = SourceConstruct::Argument(successor.block, argument);
        if let (Some(phi), Some(value)) = (phi_name(section, lines, parameter), value) {
            label.llvm.push(shortened(&format!("{phi} = phi {value}")));
        }
        let range = lines.mlir_successor_operands.get(&operand);
        mlir_operands.extend(range.and_then(|range| section.mlir.text.get(range.0..range.1)));
    }
    if count > MAX_NAMED_OPERANDS {
        label.llvm.push(format!("and {} more", count - MAX_NAMED_OPERANDS));
    }
    if !mlir_operands.is_empty() {
        let more = if count > MAX_NAMED_OPERANDS { ", ..." } else { "" };
        let target = mlir_block_name(section, lines, successor.block);
        label.mlir.push(shortened(&format!("{target}({}{more})", mlir_operands.join(", "))));
    }
    label
}

/// `text`, cut off where it is too long for a label.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LABEL_CHARACTERS) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The name of a phi, such as `%x`, from its line in the assembly.
fn phi_name<'a>(section: &'a Section, lines: &LineCorrespondence, parameter: SourceConstruct) -> Option<&'a str> {
    let line = llvm_line(section, lines, lines.item(parameter)?)?.trim_start();
    line.split_once(" = ").map(|(name, _)| name)
}

/// The value of an incoming value, such as `%v` of `[ %v, %block ]`, in the assembly.
fn incoming_value<'a>(section: &'a Section, lines: &LineCorrespondence, operand: SourceConstruct) -> Option<&'a str> {
    let &(start, end) = lines.llvm_successor_operands.get(&operand)?;
    let text = section.llvm.text.get(start..end)?.strip_prefix("[ ")?;
    text.rsplit_once(", %").map(|(value, _)| value)
}

/// The text of an item's first line in the assembly.
fn llvm_line<'a>(section: &'a Section, lines: &LineCorrespondence, item: u32) -> Option<&'a str> {
    lines.llvm.text_of(&section.llvm.text, lines.llvm_line(item)?)
}

/// A block's name in the assembly; in the MLIR where its label is not written in the assembly.
fn block_name(section: &Section, lines: &LineCorrespondence, block: Block) -> String {
    let label = lines.item(SourceConstruct::Label(block)).and_then(|item| llvm_line(section, lines, item));
    let Some(label) = label else { return mlir_block_name(section, lines, block) };
    let name = match label.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map_or(quoted, |(name, _)| name),
        None => label.split_once(':').map_or(label, |(name, _)| name),
    };
    shortened(name)
}

/// A block's name in the MLIR; `entry` for the entry block, whose label MLIR does not write.
fn mlir_block_name(section: &Section, lines: &LineCorrespondence, block: Block) -> String {
    let label = lines
        .item(SourceConstruct::Label(block))
        .and_then(|item| lines.mlir.text_of(&section.mlir.text, lines.mlir_line(item)?));
    let Some(label) = label.map(str::trim_start) else { return "entry".to_owned() };
    let end = label.find([':', '(']).unwrap_or(label.len());
    label.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::reverse_post_order;

    #[test]
    fn the_first_block_is_first_and_loops_alone_lead_back() {
        // A loop of 1 and 2, and block 4, which nothing reaches, into it.
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 2)];
        let order = reverse_post_order(5, &edges);
        assert_eq!(order[0], 0);
        let back: Vec<_> = edges.iter().filter(|edge| order[edge.1 as usize] <= order[edge.0 as usize]).collect();
        assert_eq!(back, [&(2, 1)]);
    }
}
