//! Tells whether two MLIR files say the same, and where they first do not.
//!
//! `cargo run --release --example compare_mlir -- A.mlir B.mlir`
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/support/mod.rs"]
mod support;

use irtrip_dialect::Context;
use irtrip_grammar::{ParseOptions, parse};

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for pair in paths.chunks(2) {
        let [a, b] = pair else { return };
        let ctx = Context::new();
        let texts = [a, b].map(|path| std::fs::read_to_string(path).unwrap_or_default());
        let mut descriptions = Vec::new();
        for (path, text) in [a, b].into_iter().zip(&texts) {
            match parse(&ctx, text, &ParseOptions::default()) {
                Ok(module) => descriptions.push(support::describe(&ctx, &module)),
                Err(errors) => {
                    let error = &errors[0];
                    let span = error.span().unwrap_or_default();
                    let line = text[..span.start].matches('\n').count() + 1;
                    let token = text.get(span).unwrap_or("");
                    println!("{path}:{line}: error: {error} [{token}]");
                }
            }
        }
        let [first, second] = &descriptions[..] else { continue };
        match first.lines().zip(second.lines()).find(|(a, b)| a != b) {
            Some((x, y)) => println!("{a}: differs\n  {x}\n  {y}"),
            None if first.lines().count() != second.lines().count() => println!("{a}: differs in length"),
            None => println!("{a}: same"),
        }
    }
}
