//! The passes that modules are taken through: each alone, pairs of them, and chains as a compiler would run them.

use crate::sample::rank;

/// Upstream's passes that change the LLVM dialect, as `mlir-opt` names them.
const PASSES: [&str; 14] = [
    "--canonicalize",
    "--canonicalize=region-simplify=aggressive",
    "--cse",
    "--inline",
    "--sroa",
    "--mem2reg",
    "--sccp",
    "--symbol-dce",
    "--remove-dead-values",
    "--strip-debuginfo",
    "--loop-invariant-code-motion",
    "--llvm-legalize-for-export",
    "--ensure-debug-info-scope-on-llvm-func",
    "--topological-sort",
];

/// Passes one after the other.
const CHAINS: [&[&str]; 9] = [
    &["--inline", "--canonicalize", "--cse", "--mem2reg"],
    &["--inline", "--inline", "--cse"],
    &["--sroa", "--mem2reg", "--canonicalize=region-simplify=aggressive", "--cse"],
    &["--mem2reg", "--sccp", "--canonicalize", "--symbol-dce"],
    &["--inline", "--sroa", "--mem2reg", "--sccp", "--canonicalize", "--cse", "--symbol-dce"],
    &["--canonicalize", "--remove-dead-values", "--cse"],
    &["--strip-debuginfo", "--ensure-debug-info-scope-on-llvm-func", "--canonicalize"],
    &["--inline", "--loop-invariant-code-motion", "--llvm-legalize-for-export"],
    &["--cse", "--canonicalize", "--inline", "--canonicalize", "--strip-debuginfo"],
];

/// The flag that lets `mlir-opt` print locations, and with them what debug information is attached to.
const DEBUG_INFO: &str = "--mlir-print-debuginfo";

/// The flags that `mlir-opt` is given for one run.
pub type Pipeline = Vec<&'static str>;

/// So many pipelines, at most, for a module: single passes, chains and pairs by turns. Which ones depends on nothing but
/// the module's name and the seed.
pub fn choose(module: &str, count: usize, seed: u64) -> Vec<Pipeline> {
    let chosen = |pipelines: Vec<Pipeline>| {
        let with_debug_info = pipelines.iter().map(|pipeline| [pipeline.as_slice(), &[DEBUG_INFO]].concat());
        let mut all: Vec<Pipeline> = with_debug_info.chain(pipelines.iter().cloned()).collect();
        all.sort_by_cached_key(|pipeline| rank(format!("{module} {}", pipeline.join(" ")).as_bytes(), seed));
        all.into_iter()
    };
    let single = PASSES.map(|pass| vec![pass]).to_vec();
    let pairs = PASSES.iter().flat_map(|a| PASSES.iter().filter(move |b| a != *b).map(move |b| vec![*a, *b])).collect();
    let mut groups = [chosen(single), chosen(CHAINS.map(<[_]>::to_vec).to_vec()), chosen(pairs)];
    let mut pipelines = Vec::new();
    while pipelines.len() < count {
        let before = pipelines.len();
        pipelines.extend(groups.iter_mut().filter_map(Iterator::next));
        if pipelines.len() == before {
            break;
        }
    }
    pipelines.truncate(count);
    pipelines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_the_same_each_time_and_has_no_pipeline_twice() {
        let pipelines = choose("a.ll", 20, 3);
        assert_eq!(pipelines, choose("a.ll", 20, 3));
        assert_ne!(pipelines, choose("b.ll", 20, 3));
        let mut all = choose("a.ll", 1000, 3);
        assert_eq!(all.len(), 2 * (PASSES.len() * PASSES.len() + CHAINS.len()));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 2 * (PASSES.len() * PASSES.len() + CHAINS.len()));
    }
}
