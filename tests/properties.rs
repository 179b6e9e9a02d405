//! Functions and metadata made at random hold the round-trip law: a trip through MLIR text changes no byte of what LLVM's writer
//! would print, and what is exported means what was imported.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::ContextDialects;
use std::fmt::Write;

use irtrip::dialect::Context;
use irtrip::diff::render::{Heading, unified};
use irtrip::diff::{Options, Side, compare};
use irtrip::{export, import};
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::trip::{Outcome, trip};
use proptest::prelude::*;

/// A block's terminator; targets are taken modulo the number of blocks, the entry left out.
#[derive(Clone, Debug)]
enum Terminator {
    Return(usize),
    Unreachable,
    Branch(usize),
    Conditional(usize, usize, usize),
    Switch(usize, usize, Vec<(i8, usize)>),
}

/// An instruction: which one, and its operands among the values at hand.
type Instruction = (usize, usize, usize);

/// A block: the incoming values of its phis, its instructions, its terminator.
type Block = (Vec<Vec<usize>>, Vec<Instruction>, Terminator);

fn terminator() -> impl Strategy<Value = Terminator> {
    let n = || 0..64usize;
    prop_oneof![
        n().prop_map(Terminator::Return),
        Just(Terminator::Unreachable),
        n().prop_map(Terminator::Branch),
        (n(), n(), n()).prop_map(|(c, a, b)| Terminator::Conditional(c, a, b)),
        (n(), n(), prop::collection::vec((any::<i8>(), n()), 0..4)).prop_map(|(v, d, c)| Terminator::Switch(v, d, c)),
    ]
}

fn block() -> impl Strategy<Value = Block> {
    let phis = prop::collection::vec(prop::collection::vec(0..64usize, 8), 0..3);
    (phis, prop::collection::vec((0..64usize, 0..64usize, 0..64usize), 0..5), terminator())
}

impl Terminator {
    /// The blocks it goes to, of `count`, an edge each.
    fn targets(&self, count: usize) -> Vec<usize> {
        // The entry has no predecessors, so a function of one block has no edges.
        let block = |n: &usize| 1 + n % (count - 1);
        match self {
            _ if count == 1 => Vec::new(),
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
            Terminator::Branch(a) => vec![block(a)],
            Terminator::Conditional(_, a, b) => vec![block(a), block(b)],
            Terminator::Switch(_, default, cases) => {
                let mut values = std::collections::BTreeSet::new();
                let cases = cases.iter().filter(|(v, _)| values.insert(*v)).map(|(_, b)| block(b));
                std::iter::once(block(default)).chain(cases).collect()
            }
        }
    }

    /// LLVM assembly of it, which goes to blocks of these labels; `value` is what the block's end can mention.
    fn spelled(&self, targets: &[&String], value: impl Fn(usize) -> String) -> String {
        match (self, targets) {
            (Terminator::Branch(_), [to]) => format!("br label %{to}"),
            (Terminator::Conditional(c, ..), [a, b]) => {
                let condition = ["true", "false", "poison"][c % 3];
                format!("br i1 {condition}, label %{a}, label %{b}")
            }
            (Terminator::Switch(v, _, cases), [default, rest @ ..]) => {
                let mut met = std::collections::BTreeSet::new();
                let cases = cases.iter().filter(|(v, _)| met.insert(*v)).zip(rest);
                let cases: String = cases.map(|((v, _), to)| format!("    i32 {v}, label %{to}\n")).collect();
                format!("switch i32 {}, label %{default} [\n{cases}  ]", value(*v))
            }
            (Terminator::Return(v), _) => format!("ret i32 {}", value(*v)),
            _ => "unreachable".to_owned(),
        }
    }
}

/// LLVM assembly of a function of these blocks. `named` gives values and blocks names; without, they have numbers.
fn function(blocks: &[Block], named: bool) -> String {
    let count = blocks.len();
    let mut predecessors = vec![Vec::new(); count];
    for (from, (_, _, terminator)) in blocks.iter().enumerate() {
        terminator.targets(count).into_iter().for_each(|to| predecessors[to].push(from));
    }
    // Names first, since a phi mentions what follows it. Numbers run through arguments, blocks and values.
    let mut next = 0;
    let mut name = |kind: &str| {
        next += 1;
        if named { format!("{kind}.{}", next - 1) } else { (next - 1).to_string() }
    };
    let arguments: Vec<String> = (0..3).map(|_| name("arg")).collect();
    let mut labels = Vec::new();
    let mut values: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (i, (phis, instructions, _)) in blocks.iter().enumerate() {
        labels.push(name("block"));
        let phis = if predecessors[i].is_empty() { 0 } else { phis.len() };
        let phis = (0..phis).map(|_| name("phi")).collect();
        values.push((phis, instructions.iter().map(|_| name("value")).collect()));
    }
    let list: Vec<String> = arguments.iter().map(|a| format!("i32 %{a}")).collect();
    let mut out = format!("define i32 @f({}) {{\n", list.join(", "));
    for (i, (phis, instructions, terminator)) in blocks.iter().enumerate() {
        let _ = writeln!(out, "{}:", labels[i]);
        // What the end of a block can mention: constants, arguments, the entry's values and its own.
        let at_end = |block: usize, pick: usize| {
            let mut all = vec!["7".to_owned(), "-1".to_owned()];
            all.extend(arguments.iter().map(|a| format!("%{a}")));
            all.extend(values[0].1.iter().map(|v| format!("%{v}")));
            all.extend(values[block].0.iter().chain(&values[block].1).map(|v| format!("%{v}")));
            all[pick % all.len()].clone()
        };
        for (phi, incoming) in values[i].0.iter().zip(phis) {
            // One block's entries must agree, however many edges it has.
            let entries: Vec<String> = predecessors[i]
                .iter()
                .map(|&from| format!("[ {}, %{} ]", at_end(from, incoming[from % 8]), labels[from]))
                .collect();
            let _ = writeln!(out, "  %{phi} = phi i32 {}", entries.join(", "));
        }
        let mut at_hand = vec!["0".to_owned(), "3".to_owned()];
        at_hand.extend(arguments.iter().map(|a| format!("%{a}")));
        at_hand.extend(if i > 0 { values[0].1.clone() } else { Vec::new() }.iter().map(|v| format!("%{v}")));
        at_hand.extend(values[i].0.iter().map(|v| format!("%{v}")));
        for (value, (kind, a, b)) in values[i].1.iter().zip(instructions) {
            const KINDS: [&str; 6] =
                ["add nsw i32", "sub i32", "mul nuw nsw i32", "xor i32", "or disjoint i32", "lshr exact i32"];
            let (a, b) = (&at_hand[a % at_hand.len()], &at_hand[b % at_hand.len()]);
            let _ = writeln!(out, "  %{value} = {} {a}, {b}", KINDS[kind % KINDS.len()]);
            at_hand.push(format!("%{value}"));
        }
        let targets: Vec<&String> = terminator.targets(count).into_iter().map(|t| &labels[t]).collect();
        let _ = writeln!(out, "  {}", terminator.spelled(&targets, |pick| at_end(i, pick)));
    }
    out + "}\n"
}

/// A metadata node: whether it is distinct, whether it is its own first operand, and its operands.
type Node = (bool, bool, Vec<Operand>);

#[derive(Clone, Debug)]
enum Operand {
    Null,
    Text(&'static str),
    Integer(&'static str, i64),
    /// The node of this number, modulo how many there are.
    Node(usize),
}

fn node() -> impl Strategy<Value = Node> {
    let words = ["root", "branch_weights", "llvm.loop.mustprogress", "llvm.loop.unroll.count"];
    let operand = prop_oneof![
        1 => Just(Operand::Null),
        1 => prop::sample::select(words.to_vec()).prop_map(Operand::Text),
        2 => (prop::sample::select(vec!["i1", "i32", "i64"]), 0..2i64).prop_map(|(ty, n)| Operand::Integer(ty, n)),
        4 => (0..64usize).prop_map(Operand::Node),
    ];
    (prop::bool::weighted(0.3), prop::bool::weighted(0.3), prop::collection::vec(operand, 0..4))
}

/// An attachment: its kind, of those whose nodes import takes as they are, and the number of the node as in [`Operand::Node`].
fn attachment() -> impl Strategy<Value = (&'static str, usize)> {
    let kinds = ["callees", "nontemporal", "llvm.loop", "own", "other"];
    (prop::sample::select(kinds.to_vec()), 0..64usize)
}

/// LLVM assembly of a function whose instructions have these nodes attached: a kind and a node each.
fn metadata(nodes: &[Node], attached: &[Vec<(&str, usize)>]) -> String {
    let mut out = "define void @f(ptr %p) {\n".to_owned();
    for (i, attached) in attached.iter().enumerate() {
        let _ = write!(out, "  %v{i} = load i32, ptr %p, align 4");
        let mut kinds = std::collections::BTreeSet::new();
        for (kind, node) in attached.iter().filter(|(kind, _)| kinds.insert(*kind)) {
            let _ = write!(out, ", !{kind} !{}", node % nodes.len());
        }
        out.push('\n');
    }
    out.push_str("  ret void\n}\n!list = !{!0}\n");
    for (i, (distinct, own, operands)) in nodes.iter().enumerate() {
        let mut list = if *own { vec![format!("!{i}")] } else { Vec::new() };
        list.extend(operands.iter().map(|operand| match operand {
            Operand::Null => "null".to_owned(),
            Operand::Text(text) => format!("!\"{text}\""),
            Operand::Integer("i1", n) => format!("i1 {}", n != &0),
            Operand::Integer(ty, n) => format!("{ty} {n}"),
            Operand::Node(n) => format!("!{}", n % nodes.len()),
        }));
        let distinct = if *distinct { "distinct " } else { "" };
        let _ = writeln!(out, "!{i} = {distinct}!{{{}}}", list.join(", "));
    }
    out
}

/// Checks that a module is taken, that its export means the same, and that a trip of the export changes no byte.
fn check(text: &str) -> Result<irtrip_roundtrip::trip::Trip, TestCaseError> {
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let module = import::import(&ctx, text, &import::ImportOptions::default())
        .unwrap_or_else(|e| panic!("{e} at {:?}\n{text}", e.span()));
    let errors = irtrip::dialect::verify::verify(&ctx, &module);
    prop_assert!(errors.is_empty(), "{}\n{text}", errors[0]);
    // The writer's layout is not the generator's; from here on it is the writer's.
    let canonical = export::export(&ctx, &module).unwrap().concat();
    let again = Context::with_dialects(irtrip::all_dialects());
    let reread = import::import(&again, &canonical, &import::ImportOptions::default())
        .unwrap_or_else(|e| panic!("{e} at {:?}\n{canonical}", e.span()));
    let difference = compare(Side::new(&ctx, &module), Side::new(&again, &reread), &Options::default());
    prop_assert!(
        difference.is_same(),
        "{}\n{text}",
        unified(&difference, &Heading { a: "in", b: "out", color: false, made: None })
    );
    let came_back = trip(Language::Llvm, &canonical);
    prop_assert_eq!(&came_back.outcome, &Outcome::Identical, "{}", canonical);
    Ok(came_back)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_trip_changes_nothing(blocks in prop::collection::vec(block(), 1..7), named: bool) {
        let came_back = check(&function(&blocks, named))?;
        prop_assert_eq!(came_back.phis, came_back.arguments);
    }

    #[test]
    fn a_trip_keeps_any_metadata(
        nodes in prop::collection::vec(node(), 1..12),
        attached in prop::collection::vec(prop::collection::vec(attachment(), 0..4), 1..6),
    ) {
        check(&metadata(&nodes, &attached))?;
    }
}
