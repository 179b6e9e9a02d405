//! A function's control flow, laid out.
//!
//! An edge that passes operands goes through a vertex of its own, which keeps room for what the edge says: the phi and
//! its incoming value in LLVM IR, the successor and its operand in MLIR.

use irtrip_dialect::{Block, Body, Region};
use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};
use rust_sugiyama::from_vertices_and_edges;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use crate::lines::Correspondence;
use crate::sections::{Section, Subject};

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
    llvm: Vec<String>,
    mlir: Vec<String>,
}

/// The drawing of a function's control flow: `nodes` of `[x, y, width, height, name, line, line]`, `edges` of `[from, to]`
/// or, with a label, of `[from, to, x, y, width, height, [LLVM IR...], [MLIR...]]`; nothing if it is too large.
pub fn graph(body: &Body, region: Region, section: &Section, lines: &Correspondence, entity: u32) -> Option<Value> {
    let blocks = body.blocks(region);
    let places: FxHashMap<Block, u32> = blocks.iter().enumerate().map(|(i, block)| (*block, i as u32)).collect();
    let names: Vec<String> = blocks.iter().map(|block| name(section, lines, *block)).collect();
    let edges = edges(body, blocks, &places, section, lines);
    let mut vertices: Vec<(u32, (f64, f64))> = Vec::new();
    for name in &names {
        vertices.push((vertices.len() as u32, (width([name.as_str()]), LINE + 13.0)));
    }
    let mut links: Vec<(u32, u32)> = Vec::new();
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut labels: Vec<Option<u32>> = Vec::new();
    for edge in &edges {
        if edge.llvm.is_empty() && edge.mlir.is_empty() {
            // The layout knows neither loops at one vertex nor edges side by side.
            if edge.from != edge.to && seen.insert((edge.from, edge.to)) {
                links.push((edge.from, edge.to));
            }
            labels.push(None);
            continue;
        }
        let label = vertices.len() as u32;
        let size = (width(edge.llvm.iter().chain(&edge.mlir).map(String::as_str)), height(edge));
        vertices.push((label, size));
        links.push((edge.from, label));
        if edge.from != edge.to {
            links.push((label, edge.to));
        }
        labels.push(Some(label));
    }
    if vertices.len() > MOST {
        return None;
    }
    let at = place(&vertices, &links)?;
    let spot = |vertex: u32| {
        let (x, y) = at.get(vertex as usize).copied().unwrap_or_default();
        let (_, (w, h)) = vertices.get(vertex as usize).copied().unwrap_or_default();
        [x, y, w, h].map(|number| number.round() as i64)
    };
    let nodes = blocks.iter().zip(&names).enumerate().map(|(i, (block, name))| {
        let item = lines.of(Subject::Label(*block)).unwrap_or(entity);
        let [x, y, w, h] = spot(i as u32);
        json!([x, y, w, h, name, lines.llvm_line(item), lines.mlir_line(item)])
    });
    let edges = edges.iter().zip(&labels).map(|(edge, label)| match label {
        Some(label) => {
            let [x, y, w, h] = spot(*label);
            json!([edge.from, edge.to, x, y, w, h, edge.llvm, edge.mlir])
        }
        None => json!([edge.from, edge.to]),
    });
    Some(json!({ "nodes": nodes.collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>() }))
}

/// The middle of each vertex. The layout comes in parts that are connected; they go side by side.
fn place(vertices: &[(u32, (f64, f64))], links: &[(u32, u32)]) -> Option<Vec<(f64, f64)>> {
    const SPACE: f64 = 26.0;
    let config = Config {
        vertex_spacing: SPACE,
        dummy_size: 0.5,
        ranking_type: RankingType::MinimizeEdgeLength,
        c_minimization: CrossingMinimization::Barycenter,
        // Pays for itself in small graphs only.
        transpose: vertices.len() < 60,
        ..Config::default()
    };
    let parts = std::panic::catch_unwind(|| from_vertices_and_edges(vertices, links, &config)).ok()?;
    let mut at = vec![(0.0, 0.0); vertices.len()];
    let mut left = 0.0;
    for (part, _, _) in parts {
        let bound = |f: fn(f64, f64) -> f64, start: f64, of: &dyn Fn(usize, (f64, f64)) -> f64| {
            part.iter().map(|(vertex, point)| of(*vertex, *point)).fold(start, f)
        };
        let half = |vertex: usize| vertices.get(vertex).map_or((0.0, 0.0), |v| (v.1.0 / 2.0, v.1.1 / 2.0));
        let x = bound(f64::min, f64::INFINITY, &|vertex, point| point.0 - half(vertex).0);
        let y = bound(f64::min, f64::INFINITY, &|vertex, point| point.1 - half(vertex).1);
        let right = bound(f64::max, f64::NEG_INFINITY, &|vertex, point| point.0 + half(vertex).0);
        for (vertex, point) in &part {
            if let Some(at) = at.get_mut(*vertex) {
                *at = (point.0 - x + left, point.1 - y);
            }
        }
        left += right - x + SPACE;
    }
    Some(at)
}

fn width<'a>(lines: impl IntoIterator<Item = &'a str>) -> f64 {
    let longest = lines.into_iter().map(|line| line.chars().count()).max().unwrap_or(0);
    longest.max(3) as f64 * CHARACTER + 18.0
}

fn height(edge: &Edge) -> f64 {
    (edge.llvm.len() + edge.mlir.len()) as f64 * LINE + 8.0
}

fn edges(
    body: &Body,
    blocks: &[Block],
    places: &FxHashMap<Block, u32>,
    section: &Section,
    lines: &Correspondence,
) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (from, block) in blocks.iter().enumerate() {
        let Some(op) = body.last_op(*block) else { continue };
        for (successor, target) in body.successors(op).iter().enumerate() {
            let Some(&to) = places.get(&target.block) else { continue };
            let mut edge = Edge { from: from as u32, to, llvm: Vec::new(), mlir: Vec::new() };
            let count = body.successor_args(target).len();
            let mut passed = Vec::new();
            for argument in 0..count.min(NAMED) as u32 {
                let subject = Subject::Passed { op, successor: successor as u32, argument };
                let parameter = Subject::Argument(target.block, argument);
                let value = incoming(section, lines, subject);
                if let (Some(phi), Some(value)) = (phi(section, lines, parameter), value) {
                    edge.llvm.push(short(&format!("{phi} = phi {value}")));
                }
                let range = lines.mlir_passed.get(&subject);
                passed.extend(range.and_then(|range| section.mlir.text.get(range.0..range.1)));
            }
            if count > NAMED {
                edge.llvm.push(format!("and {} more", count - NAMED));
            }
            if !passed.is_empty() {
                let more = if count > NAMED { ", ..." } else { "" };
                let target = mlir_name(section, lines, target.block);
                edge.mlir.push(short(&format!("{target}({}{more})", passed.join(", "))));
            }
            edges.push(edge);
        }
    }
    edges
}

fn short(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// `%x` of a phi's line.
fn phi<'a>(section: &'a Section, lines: &Correspondence, parameter: Subject) -> Option<&'a str> {
    let line = llvm_line(section, lines, lines.of(parameter)?)?.trim_start();
    line.split_once(" = ").map(|(name, _)| name)
}

/// `%v` of `[ %v, %block ]`.
fn incoming<'a>(section: &'a Section, lines: &Correspondence, subject: Subject) -> Option<&'a str> {
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
    let label = lines.of(Subject::Label(block)).and_then(|item| llvm_line(section, lines, item));
    let Some(label) = label else { return mlir_name(section, lines, block) };
    let name = match label.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map_or(quoted, |(name, _)| name),
        None => label.split_once(':').map_or(label, |(name, _)| name),
    };
    short(name)
}

/// A block's name as the MLIR has it; the first has none.
fn mlir_name(section: &Section, lines: &Correspondence, block: Block) -> String {
    let label =
        lines.of(Subject::Label(block)).and_then(|item| lines.mlir.text_of(&section.mlir.text, lines.mlir_line(item)?));
    let Some(label) = label.map(str::trim_start) else { return "entry".to_owned() };
    let end = label.find([':', '(']).unwrap_or(label.len());
    label.get(..end).unwrap_or_default().to_owned()
}
