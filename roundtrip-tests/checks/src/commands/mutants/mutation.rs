//! The command `mutations`.

use std::io::Write;

use anyhow::Result;
use irtrip_checks::mutants::mutation::{MUTATIONS, try_mutation};

use crate::commands::mixed_texts;

/// Whether every mutant is found, and each mutation found modules to change.
pub fn mutations(count: Option<usize>, modules: usize, show: bool) -> Result<bool> {
    let texts = mixed_texts()?;
    let mut out = std::io::stdout().lock();
    let (mut mutants, mut found, mut without) = (0, 0, 0);
    for mutation in MUTATIONS.iter().take(count.unwrap_or(MUTATIONS.len())) {
        let tally = try_mutation(mutation, &texts, modules)?;
        writeln!(out, "{:32} {:4} of {:4}", tally.name, tally.found, tally.mutants)?;
        for (path, outcome) in tally.others.iter().filter(|_| show) {
            writeln!(out, "    {path}: {outcome:?}")?;
        }
        mutants += tally.mutants;
        found += tally.found;
        without += usize::from(tally.mutants == 0);
    }
    writeln!(out, "found: {found} of {mutants}; mutations without a module: {without}")?;
    Ok(found == mutants && without == 0)
}
