//! The commands `no-false-alarm` and `variant`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use irtrip_checks::mutants::metamorphic::{Relation, compare_with_variant, variant};
use rayon::prelude::*;

use crate::commands::mixed_texts;

/// The modules that are known to differ from their variants, a path a line, after what is at fault.
const KNOWN: &str = include_str!("../../../not-the-same.txt");

/// Modules compared together.
const AT_ONCE: usize = 64;

/// Prints a module under other names and numbers and in another order.
pub fn print_variant(file: &Path) -> Result<bool> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    std::io::stdout().lock().write_all(variant(&text, 1).as_bytes())?;
    Ok(true)
}

/// Whether as many modules as asked for are the same as their variants, but for those that are known to differ.
pub fn no_false_alarm(sample: usize, show: bool) -> Result<bool> {
    let texts = mixed_texts()?;
    let mut out = std::io::stdout().lock();
    let (mut same, mut compared) = (0, 0);
    let mut as_known = true;
    let known: Vec<&str> = KNOWN.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    for chunk in texts.chunks(AT_ONCE) {
        if compared == sample {
            break;
        }
        let outcomes: Vec<(&PathBuf, Relation)> =
            chunk.par_iter().map(|(path, text)| (path, compare_with_variant(text))).collect();
        let comparable = outcomes.into_iter().filter(|(_, outcome)| *outcome != Relation::NotComparable);
        for (path, outcome) in comparable.take(sample - compared) {
            compared += 1;
            let is_known = known.iter().any(|known| path.ends_with(known));
            match outcome {
                Relation::NotComparable => {}
                Relation::Same => {
                    same += 1;
                    if is_known {
                        as_known = false;
                        writeln!(out, "{} is the same, and listed in not-the-same.txt", path.display())?;
                    }
                }
                Relation::Different(difference) => {
                    as_known &= is_known;
                    writeln!(out, "{}{}", path.display(), if is_known { " (known)" } else { "" })?;
                    if show {
                        out.write_all(difference.as_bytes())?;
                    }
                }
            }
        }
    }
    writeln!(out, "same: {same} of {compared}")?;
    if compared < sample {
        writeln!(out, "only {compared} modules were compared, and {sample} are required")?;
    }
    Ok(as_known && compared == sample)
}
