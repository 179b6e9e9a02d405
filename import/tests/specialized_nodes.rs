//! Fields of specialised metadata nodes are accepted and refused as by llvm-as.
#![allow(clippy::unwrap_used)]

use irtrip_dialect::Context;
use irtrip_import::{ImportOptions, import};

/// Texts of nodes, each with what llvm-as says of it.
const NODES: &str = include_str!("specialized_nodes.txt");

/// `ok`, or the column and the message of the error.
fn outcome(node: &str) -> String {
    let ctx = Context::new();
    let text = format!("{node}\n!1 = !{{}}\n!2 = !DIFile(filename: \"a\", directory: \"b\")\n");
    match import(&ctx, &text, &ImportOptions::default()) {
        Ok(_) => "ok".to_owned(),
        Err(error) => format!("{}: {}", error.span().map_or(0, |span| span.start + 1), error.code),
    }
}

#[test]
fn nodes_are_taken_and_refused_as_llvm_as_does() {
    let lines: Vec<&str> = NODES.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 100);
    let mut wrong = Vec::new();
    for pair in lines.chunks_exact(2) {
        let (node, expected) = (pair[0], pair[1].trim());
        let found = outcome(node);
        if found != expected {
            wrong.push(format!("{node}\n  llvm-as: {expected}\n  irtrip:  {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
