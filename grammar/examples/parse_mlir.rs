//! Parses MLIR files; tells the time each takes and what is wrong with it. With `--print` first, prints them again
//! as upstream would.
//!
//! `cargo run --release --example parse_mlir -- [--print] FILE...`
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use std::time::Instant;

use irtrip_dialect::Context;
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};

fn main() {
    let mut again = false;
    for path in std::env::args().skip(1) {
        if path == "--print" {
            again = true;
            continue;
        }
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let ctx = Context::new();
        let read = parse(&ctx, &text, &ParseOptions::default());
        let time = start.elapsed();
        match read {
            Ok(module) if again => println!("{}", print(&ctx, &module, &PrintOptions::upstream()).concat()),
            Ok(module) => println!("{path}: {} operations at the top, {time:?}", module.ops().count()),
            Err(errors) => {
                for error in errors.iter().take(20) {
                    let span = error.span().unwrap_or_default();
                    let line = text[..span.start].matches('\n').count() + 1;
                    let token = text.get(span).unwrap_or("");
                    println!("{path}:{line}: error: {error} [{token}]");
                }
            }
        }
    }
}
