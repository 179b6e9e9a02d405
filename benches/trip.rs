//! Times import, printing, parsing and export of one module, each by itself.
//!
//! `IRTRIP_BENCH=F.ll cargo bench` times that module; without the variable, all examples as one run each.
#![allow(clippy::disallowed_methods)]

use irtrip_dialect::ContextDialects;
use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use irtrip::dialect::Context;
use irtrip::{export, grammar, import};

/// Time spent on each step of each module, and the fewest runs.
const BUDGET: Duration = Duration::from_secs(1);
const RUNS: usize = 5;

fn main() -> anyhow::Result<()> {
    let files: Vec<PathBuf> = match std::env::var_os("IRTRIP_BENCH") {
        Some(path) => vec![path.into()],
        None => irtrip_roundtrip::run::files(&["examples".into()])?,
    };
    let mut out = std::io::stdout().lock();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "ll")) {
        let llvm = std::fs::read_to_string(file)?;
        writeln!(out, "{} ({:.2} MB)", file.display(), llvm.len() as f64 / 1e6)?;
        for (step, times) in steps(&llvm)? {
            let median = times[times.len() / 2];
            let rate = llvm.len() as f64 / 1e6 / median.as_secs_f64();
            writeln!(out, "  {step:<7} {median:>10.2?} median, {:>10.2?} best, {rate:>7.1} MB/s", times[0])?;
        }
    }
    Ok(())
}

/// The times of each step, sorted; a rate counts megabytes of LLVM IR, whatever the step reads.
fn steps(llvm: &str) -> anyhow::Result<Vec<(&'static str, Vec<Duration>)>> {
    let options = import::ImportOptions::default();
    let ctx = Context::with_dialects(irtrip::all_dialects());
    let module = import::import(&ctx, llvm, &options).map_err(|e| anyhow::anyhow!("{e}"))?;
    let mlir = grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)).concat();
    let parse = |ctx: &Context| grammar::parse(ctx, &mlir, &grammar::ParseOptions::default());
    parse(&Context::with_dialects(irtrip::all_dialects())).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    export::export(&ctx, &module)?;
    Ok(vec![
        (
            "import",
            timed(|| drop(black_box(import::import(&Context::with_dialects(irtrip::all_dialects()), llvm, &options)))),
        ),
        ("print", timed(|| drop(black_box(grammar::print(&ctx, &module, &grammar::PrintOptions::of(&module)))))),
        ("parse", timed(|| drop(black_box(parse(&Context::with_dialects(irtrip::all_dialects())))))),
        ("export", timed(|| drop(black_box(export::export(&ctx, &module))))),
    ])
}

fn timed(mut step: impl FnMut()) -> Vec<Duration> {
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < RUNS || start.elapsed() < BUDGET {
        let start = Instant::now();
        step();
        times.push(start.elapsed());
    }
    times.sort_unstable();
    times
}
