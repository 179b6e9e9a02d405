//! A function's control flow, laid out.
//!
//! An edge that passes operands goes through a vertex of its own, which keeps room for what the edge says: the phi and
//! its incoming value in LLVM IR, the successor and its operand in MLIR.

use irtrip_dialect::source_map::SourceEntity;
use irtrip_dialect::{Block, Body, Op, Region};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use crate::layout::{Point, layout};
use crate::lines::Correspondence;
use crate::sections::Section;

/// Most blocks and labels that are laid out: the time grows with the square of their number.
const MOST: usize = 6000;

/// Width of a character and height of a line in the drawing, in its units.
const CHARACTER: f64 = 7.0;
const LINE: f64 = 15.0;

/// Most operands an edge names; the others are counted.
const NAMED: usize = 3;

/// Most characters of a line of a label.
const WIDEST: usize = 44;

/// An edge and what it says.
struct Edge {
    from: u32,
    to: u32,
    /// Whether it leads back, to the head of a loop.
    back: bool,
    says: Label,
}

/// What an edge says in each language, in lines.
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
        (width(lines.clone().map(String::as_str)), lines.count() as f64 * LINE + 8.0)
    }
}

/// The drawing of a function's control flow; nothing if it is too large.
///
/// `nodes` of `[x, y, width, height, name, line, line]`; `edges` of `[from, to, back, [x, y...]]` or, with a label, of
/// `[from, to, back, [x, y...], [x, y, width, height], [LLVM IR...], [MLIR...], [x, y...]]`: the points that the edge
/// goes through before the label and behind it.
pub fn graph(body: &Body, region: Region, section: &Section, lines: &Correspondence, entity: u32) -> Option<Value> {
    let blocks = body.blocks(region);
    let names: Vec<String> = blocks.iter().map(|block| name(section, lines, *block)).collect();
    let edges = edges(body, blocks, section, lines);
    let mut sizes: Vec<Point> = names.iter().map(|name| (width([name.as_str()]), LINE + 13.0)).collect();
    sizes.extend(edges.iter().filter(|edge| !edge.says.is_empty()).map(|edge| edge.says.size()));
    if sizes.len() > MOST {
        return None;
    }
    let mut links = links(blocks.len(), &edges);
    let drawn = links.len();
    links.extend(unreached(blocks.len(), &edges).map(|block| (0, block)));
    let layout = layout(&sizes, &links, drawn)?;
    let spots: Vec<[i64; 4]> =
        layout.at.iter().zip(&sizes).map(|(at, size)| [at.0, at.1, size.0, size.1].map(whole)).collect();
    let nodes = blocks.iter().zip(&names).zip(&spots).map(|((block, name), [x, y, w, h])| {
        let item = lines.of(SourceEntity::Label(*block)).unwrap_or(entity);
        json!([x, y, w, h, name, lines.llvm_line(item), lines.mlir_line(item)])
    });
    let nodes: Vec<Value> = nodes.collect();
    let labels = spots.get(blocks.len()..).unwrap_or_default();
    Some(json!({ "nodes": nodes, "edges": drawn_edges(&edges, labels, &layout.through) }))
}

/// The edges as the layout takes them: all lead down, none from a vertex to itself, and one with a label is two.
fn links(blocks: usize, edges: &[Edge]) -> Vec<(u32, u32)> {
    let mut links = Vec::with_capacity(edges.len() * 2);
    let mut labels = blocks as u32..;
    for edge in edges {
        let (upper, lower) = if edge.back { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let to_itself = upper == lower;
        if edge.says.is_empty() {
            links.extend((!to_itself).then_some((upper, lower)));
        } else if let Some(label) = labels.next() {
            links.push((upper, label));
            links.extend((!to_itself).then_some((label, lower)));
        }
    }
    links
}

/// The edges with their labels' places, and the points that they go through, which are those of [`links`].
fn drawn_edges(edges: &[Edge], labels: &[[i64; 4]], through: &[Vec<Point>]) -> Vec<Value> {
    let (mut labels, mut through) = (labels.iter(), through.iter());
    let mut row = |edge: &Edge| {
        let to_itself = edge.from == edge.to;
        let mut way = |is_there: bool| {
            let points = if is_there { through.next().map_or(&[][..], Vec::as_slice) } else { &[] };
            let flat = |point: &Point| [whole(point.0), whole(point.1)];
            let way: Vec<i64> = if edge.back {
                points.iter().rev().flat_map(flat).collect()
            } else {
                points.iter().flat_map(flat).collect()
            };
            way
        };
        if edge.says.is_empty() {
            return json!([edge.from, edge.to, edge.back, way(!to_itself)]);
        }
        let (upper, lower) = (way(true), way(!to_itself));
        let (before, behind) = if edge.back && !to_itself { (lower, upper) } else { (upper, lower) };
        json!([edge.from, edge.to, edge.back, before, labels.next(), edge.says.llvm, edge.says.mlir, behind])
    };
    edges.iter().map(&mut row).collect()
}

/// The drawing's units are fine enough.
fn whole(number: f64) -> i64 {
    number.round() as i64
}

/// The place of each block in an order that has the first block first, and otherwise each block behind those that lead
/// to it, loops aside: the reverse post order.
fn order(blocks: usize, edges: &[(u32, u32)]) -> Vec<usize> {
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
    let mut places = vec![0; blocks];
    for (i, block) in post.into_iter().rev().filter(|block| *block != 0).enumerate() {
        places[block] = i + 1;
    }
    places
}

/// Blocks that no edge leads down to.
fn unreached(blocks: usize, edges: &[Edge]) -> impl Iterator<Item = u32> {
    let reached: FxHashSet<u32> = edges.iter().filter(|edge| !edge.back).map(|edge| edge.to).collect();
    (1..blocks as u32).filter(move |block| !reached.contains(block))
}

fn width<'a>(lines: impl IntoIterator<Item = &'a str>) -> f64 {
    let longest = lines.into_iter().map(|line| line.chars().count()).max().unwrap_or(0);
    longest.max(3) as f64 * CHARACTER + 18.0
}

/// The edges; those between the same blocks that say the same are one.
fn edges(body: &Body, blocks: &[Block], section: &Section, lines: &Correspondence) -> Vec<Edge> {
    let places: FxHashMap<Block, u32> = blocks.iter().enumerate().map(|(i, block)| (*block, i as u32)).collect();
    let mut found: Vec<(u32, u32, Label)> = Vec::new();
    let mut counts: FxHashMap<(u32, u32, Label), usize> = FxHashMap::default();
    for (from, block) in blocks.iter().enumerate() {
        let Some(op) = body.last_op(*block) else { continue };
        for (index, successor) in body.successors(op).iter().enumerate() {
            let Some(&to) = places.get(&successor.block) else { continue };
            let edge = (from as u32, to, label(body, op, index, section, lines));
            let count = counts.entry(edge.clone()).or_default();
            *count += 1;
            if *count == 1 {
                found.push(edge);
            }
        }
    }
    let ends: Vec<(u32, u32)> = found.iter().map(|(from, to, _)| (*from, *to)).collect();
    let order = order(blocks.len(), &ends);
    let edge = |edge: (u32, u32, Label)| {
        let count = counts.get(&edge).copied().unwrap_or(1);
        let (from, to, mut says) = edge;
        if count > 1 && !says.is_empty() {
            says.llvm.insert(0, format!("{count} edges"));
        }
        Edge { from, to, back: order[to as usize] <= order[from as usize], says }
    };
    found.into_iter().map(edge).collect()
}

/// What an operation passes to one of its successors.
fn label(body: &Body, op: Op, index: usize, section: &Section, lines: &Correspondence) -> Label {
    let mut says = Label::default();
    let Some(successor) = body.successors(op).get(index) else { return says };
    let count = body.successor_args(successor).len();
    let mut passed = Vec::new();
    for argument in 0..count.min(NAMED) as u32 {
        let subject = SourceEntity::Passed { op, successor: index as u32, argument };
        let value = incoming(section, lines, subject);
        let parameter = SourceEntity::Argument(successor.block, argument);
        if let (Some(phi), Some(value)) = (phi(section, lines, parameter), value) {
            says.llvm.push(short(&format!("{phi} = phi {value}")));
        }
        let range = lines.mlir_passed.get(&subject);
        passed.extend(range.and_then(|range| section.mlir.text.get(range.0..range.1)));
    }
    if count > NAMED {
        says.llvm.push(format!("and {} more", count - NAMED));
    }
    if !passed.is_empty() {
        let more = if count > NAMED { ", ..." } else { "" };
        let target = mlir_name(section, lines, successor.block);
        says.mlir.push(short(&format!("{target}({}{more})", passed.join(", "))));
    }
    says
}

fn short(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// `%x` of a phi's line.
fn phi<'a>(section: &'a Section, lines: &Correspondence, parameter: SourceEntity) -> Option<&'a str> {
    let line = llvm_line(section, lines, lines.of(parameter)?)?.trim_start();
    line.split_once(" = ").map(|(name, _)| name)
}

/// `%v` of `[ %v, %block ]`.
fn incoming<'a>(section: &'a Section, lines: &Correspondence, subject: SourceEntity) -> Option<&'a str> {
    let &(start, end) = lines.llvm_passed.get(&subject)?;
    let text = section.llvm.text.get(start..end)?.strip_prefix("[ ")?;
    text.rsplit_once(", %").map(|(value, _)| value)
}

/// The text of an item's first line in the assembly.
fn llvm_line<'a>(section: &'a Section, lines: &Correspondence, item: u32) -> Option<&'a str> {
    lines.llvm.text_of(&section.llvm.text, lines.llvm_line(item)?)
}

/// A block's name as the assembly has it.
fn name(section: &Section, lines: &Correspondence, block: Block) -> String {
    let label = lines.of(SourceEntity::Label(block)).and_then(|item| llvm_line(section, lines, item));
    let Some(label) = label else { return mlir_name(section, lines, block) };
    let name = match label.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map_or(quoted, |(name, _)| name),
        None => label.split_once(':').map_or(label, |(name, _)| name),
    };
    short(name)
}

/// A block's name as the MLIR has it; the first has none.
fn mlir_name(section: &Section, lines: &Correspondence, block: Block) -> String {
    let label = lines
        .of(SourceEntity::Label(block))
        .and_then(|item| lines.mlir.text_of(&section.mlir.text, lines.mlir_line(item)?));
    let Some(label) = label.map(str::trim_start) else { return "entry".to_owned() };
    let end = label.find([':', '(']).unwrap_or(label.len());
    label.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn the_first_block_is_first_and_loops_alone_lead_back() {
        // A loop of 1 and 2, and block 4, which nothing reaches, into it.
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 2)];
        let order = order(5, &edges);
        assert_eq!(order[0], 0);
        let back: Vec<_> = edges.iter().filter(|edge| order[edge.1 as usize] <= order[edge.0 as usize]).collect();
        assert_eq!(back, [&(2, 1)]);
    }
}
