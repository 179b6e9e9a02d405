//! Modules are read within a pool of the caller's own, many at a time.
#![allow(clippy::unwrap_used)]

use irtrip_dialect::Context;
use irtrip_grammar::{ParseOptions, parse};
use rayon::prelude::*;

/// Were a waiting thread given the next module to read, each would lie on top of the one before: this stack holds a few.
#[test]
fn reading_does_not_pile_up_on_a_small_stack() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(128 << 10).build().unwrap();
    let text = "llvm.func @f() {\n  llvm.return\n}\n";
    let read = |_| parse(&Context::new(), text, &ParseOptions::default()).is_ok();
    assert!(pool.install(|| (0..400).into_par_iter().all(read)));
}
