//! Each phi with its block argument: the incoming values of the one with the edges of the other, both ways.
//!
//! The LLVM side is read in the text ([`llvm`]), which no reader of irtrip's has touched; the MLIR side is the model
//! that the MLIR text was read to.

pub(crate) mod llvm;
mod model;

use std::fmt::Write as _;

use irtrip_dialect::{Context, ContextDialects};
use irtrip_grammar::{PrintOptions, print};
use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::trip::{export_llvm, import_llvm, parse_mlir};

/// A module's phis and block arguments on the way there and on the way back; no more ways than the trip has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The ways.
    pub ways: Vec<Way>,
}

/// One translation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The language that was translated from: `llvm` or `mlir`.
    pub from: Source,
    /// The functions that have phis or block arguments.
    pub functions: Vec<Function>,
}

/// A language, as it is written in reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// LLVM assembly.
    Llvm,
    /// MLIR.
    Mlir,
}

/// A function's pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// Its name with its sigil, as LLVM writes it.
    pub name: String,
    /// Its pairs, in the order of the text.
    pub pairs: Vec<Pair>,
}

/// A phi and its block argument. One that has no counterpart is alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The phi.
    pub phi: Option<Phi>,
    /// The block argument.
    pub argument: Option<Argument>,
    /// Incoming values and edges, in the order of the phi's incoming values.
    pub edges: Vec<EdgePair>,
}

/// A phi.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phi {
    /// The block it is in: `%loop`.
    pub block: String,
    /// Its name: `%i`.
    pub name: String,
}

/// A block's argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// The block: `^loop`.
    pub block: String,
    /// Its name: `%i`.
    pub name: String,
    /// Its type, as MLIR writes it.
    #[serde(rename = "type")]
    pub ty: String,
}

/// An incoming value and the edge that passes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgePair {
    /// The phi's incoming value.
    pub incoming: Option<Incoming>,
    /// The operand that the edge passes.
    pub edge: Option<Edge>,
}

/// `[ value, block ]` of a phi.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incoming {
    /// The value, a constant's text included.
    pub value: String,
    /// The predecessor: `%entry`.
    pub block: String,
}

/// A terminator's successor with the operand it passes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// The terminator's block: `^loop`; `(entry)` for the entry block, which MLIR's syntax does not label.
    pub block: String,
    /// Which of its successors, from 0.
    pub successor: usize,
    /// What it passes: `%0`.
    pub operand: String,
}

/// Explains the phis of a module, on a trip of its own.
pub fn explain(language: Language, text: &str) -> Explanation {
    let mut ways = Vec::new();
    // The trip reports what stops it.
    let _ = match language {
        Language::Llvm => from_llvm(text, &mut ways),
        Language::Mlir => from_mlir(text, &mut ways),
    };
    Explanation { ways }
}

fn from_llvm(text: &str, ways: &mut Vec<Way>) -> Result<(), crate::trip::Failure> {
    let middle = {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = import_llvm(&ctx, text)?;
        print(&ctx, &module, &PrintOptions::of(&module)).concat()
    };
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = parse_mlir(&ctx, &middle)?;
    let arguments = model::functions(&ctx, &module);
    ways.push(way(Source::Llvm, llvm::functions(text), arguments.clone()));
    let back = export_llvm(&ctx, &module)?;
    ways.push(way(Source::Mlir, llvm::functions(&back), arguments));
    Ok(())
}

fn from_mlir(text: &str, ways: &mut Vec<Way>) -> Result<(), crate::trip::Failure> {
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = parse_mlir(&ctx, text)?;
    let middle = export_llvm(&ctx, &module)?;
    ways.push(way(Source::Mlir, llvm::functions(&middle), model::functions(&ctx, &module)));
    let ctx = Context::with_dialects(irtrip_lower::all_dialects());
    let module = import_llvm(&ctx, &middle)?;
    ways.push(way(Source::Llvm, llvm::functions(&middle), model::functions(&ctx, &module)));
    Ok(())
}

/// A function's phis in a text: their blocks in order, and each block's phis.
struct Phis {
    name: String,
    blocks: Vec<Vec<(Phi, Vec<Incoming>)>>,
}

/// A function's block arguments in a model. The edges are in the order of the phi's incoming values.
#[derive(Clone)]
struct Arguments {
    name: String,
    blocks: Vec<Vec<(Argument, Vec<Edge>)>>,
}

/// Pairs functions, blocks, phis and incoming values, each with the one at its place.
fn way(from: Source, phis: Vec<Phis>, arguments: Vec<Arguments>) -> Way {
    let mut functions = Vec::new();
    for (phis, arguments) in aligned(phis, arguments) {
        let (name, phi_blocks) = phis.map(|f| (f.name, f.blocks)).unwrap_or_default();
        let (model_name, argument_blocks) = arguments.map(|f| (f.name, f.blocks)).unwrap_or_default();
        let blocks = aligned(phi_blocks, argument_blocks);
        let pairs: Vec<Pair> = blocks
            .flat_map(|(phis, arguments)| aligned(phis.unwrap_or_default(), arguments.unwrap_or_default()))
            .map(|(phi, argument)| {
                let (phi, incoming) = phi.map_or((None, Vec::new()), |(phi, incoming)| (Some(phi), incoming));
                let (argument, edges) = argument.map_or((None, Vec::new()), |(a, edges)| (Some(a), edges));
                let edges = aligned(incoming, edges).map(|(incoming, edge)| EdgePair { incoming, edge }).collect();
                Pair { phi, argument, edges }
            })
            .collect();
        if !pairs.is_empty() {
            functions.push(Function { name: if name.is_empty() { model_name } else { name }, pairs });
        }
    }
    Way { from, functions }
}

/// The elements of two lists side by side, to the end of the longer one.
fn aligned<A, B>(a: Vec<A>, b: Vec<B>) -> impl Iterator<Item = (Option<A>, Option<B>)> {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    std::iter::from_fn(move || match (a.next(), b.next()) {
        (None, None) => None,
        pair => Some(pair),
    })
}

impl Explanation {
    /// The explanation as text, each line with its end.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (way, name) in self.ways.iter().zip(["there", "back"]) {
            for function in &way.functions {
                let _ = writeln!(out, "  {name} {}", function.name);
                function.pairs.iter().for_each(|pair| pair.push_text(way.from, &mut out));
            }
        }
        out
    }
}

impl Pair {
    fn push_text(&self, from: Source, out: &mut String) {
        const NONE: &str = "nothing";
        let arrow = |out: &mut String, indent: &str, llvm: String, mlir: String| {
            let (left, right) = if from == Source::Llvm { (llvm, mlir) } else { (mlir, llvm) };
            let _ = writeln!(out, "{indent}{left} -> {right}");
        };
        let phi = self.phi.as_ref().map_or(NONE.to_owned(), |p| format!("phi {} in {}", p.name, p.block));
        let argument =
            self.argument.as_ref().map_or(NONE.to_owned(), |a| format!("argument {}: {} of {}", a.name, a.ty, a.block));
        arrow(out, "    ", phi, argument);
        for pair in &self.edges {
            let incoming = pair.incoming.as_ref().map_or(NONE.to_owned(), |i| format!("[ {}, {} ]", i.value, i.block));
            let edge = pair
                .edge
                .as_ref()
                .map_or(NONE.to_owned(), |e| format!("{}, successor {}, passes {}", e.block, e.successor, e.operand));
            arrow(out, "      ", incoming, edge);
        }
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    const LOOP: &str = "define i32 @f(i32 %n, ptr %p) {\nentry:\n  switch i32 %n, label %loop [\n    i32 1, label %loop\n  ]\n\n\
        loop:                                             ; preds = %loop, %entry, %entry\n  \
        %i = phi i32 [ %next, %loop ], [ 0, %entry ], [ 0, %entry ]\n  \
        %0 = phi ptr [ getelementptr (i8, ptr null, i64 4), %loop ], [ %p, %entry ], [ %p, %entry ]\n  \
        %next = add i32 %i, 1\n  %done = icmp eq i32 %next, %n\n  br i1 %done, label %1, label %loop\n\n\
        1:                                                ; preds = %loop\n  ret i32 %next\n}\n";

    #[test]
    fn both_ways_pair_every_phi_with_an_argument_and_every_incoming_value_with_an_edge() {
        let explanation = explain(Language::Llvm, LOOP);
        let ways: Vec<Source> = explanation.ways.iter().map(|way| way.from).collect();
        assert_eq!(ways, [Source::Llvm, Source::Mlir]);
        let pairs = explanation.ways.iter().flat_map(|way| &way.functions).flat_map(|f| &f.pairs);
        let mut count = 0;
        for pair in pairs {
            count += 1;
            assert!(pair.phi.is_some() && pair.argument.is_some() && pair.edges.len() == 3, "{pair:?}");
            for edge in &pair.edges {
                let (Some(incoming), Some(edge)) = (&edge.incoming, &edge.edge) else { panic!("{pair:?}") };
                let from = edge.block.trim_matches(['^', '(', ')']);
                assert_eq!(incoming.block.trim_start_matches('%'), from, "{pair:?}");
            }
        }
        assert_eq!(count, 4);
    }

    #[test]
    fn the_text_says_both_sides() {
        let text = explain(Language::Llvm, LOOP).text();
        for line in [
            "  there @f\n    phi %i in %loop -> argument %i: i32 of ^loop\n      [ %next, %loop ] -> ^loop, successor 1, passes %next\n",
            "      [ getelementptr (i8, ptr null, i64 4), %loop ] -> ",
            "  back @f\n    argument %i: i32 of ^loop -> phi %i in %loop\n      ^loop, successor 1, passes %next -> [ %next, %loop ]\n",
        ] {
            assert!(text.contains(line), "{line}\nin\n{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_has_no_ways() {
        assert!(explain(Language::Llvm, "define void @f() {").ways.is_empty());
    }
}
