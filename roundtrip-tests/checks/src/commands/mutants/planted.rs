//! The command `clusters`.

use std::io::Write;

use anyhow::Result;
use irtrip_checks::mutants::planted::plant;

use crate::commands::mixed_texts;

/// The least adjusted Rand index of a run.
const LEAST_INDEX: f64 = 0.97;

/// Whether the edits planted in modules are found as clusters, for each seed.
pub fn clusters(seeds: u64, first: u64, modules: usize, show: bool) -> Result<bool> {
    let texts = mixed_texts()?;
    let mut out = std::io::stdout().lock();
    let mut holds = true;
    for seed in first..first.saturating_add(seeds) {
        // Another part of the corpus for each seed.
        let start = (seed as usize).wrapping_mul(modules) % texts.len().saturating_sub(modules).max(1);
        let some = texts.get(start..(start + modules).min(texts.len())).unwrap_or_default();
        let found = plant(some, seed)?;
        writeln!(
            out,
            "seed {seed}: {} edits at {} places, {} missed, {} other changes: purity {:.4}, completeness {:.4}, index {:.4}",
            found.edits, found.places, found.missed, found.others, found.purity, found.completeness, found.rand_index
        )?;
        for (name, clusters) in found.clusters.iter().filter(|_| show) {
            writeln!(out, "    {name}")?;
            for cluster in clusters.iter().take(12) {
                writeln!(out, "{:>10}  {}", cluster.size, cluster.example.chars().take(240).collect::<String>())?;
            }
        }
        let is_enough = found.edits == 20 && found.places >= 500 && found.missed * 50 <= found.places;
        holds &= is_enough && found.rand_index >= LEAST_INDEX;
    }
    Ok(holds && seeds > 0)
}
