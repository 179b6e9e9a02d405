//! The reports of shards made one.

use std::collections::HashMap;

use anyhow::{Result, bail};

use super::{Head, Report, Shards};

/// Merges reports, each with the name messages call it by. The merged shards of a run are the report of one run of all files.
///
/// # Errors
/// They are of different versions or numbers of shards, or a shard or a file is in two of them.
pub fn merge(reports: Vec<(String, Report)>) -> Result<Report> {
    let mut reports = reports.into_iter();
    let Some((first_name, first)) = reports.next() else { bail!("no report to merge") };
    let Report { head: Head { form, irtrip, mut shards, mut files }, mut complete, mut modules, .. } = first;
    let mut owners: HashMap<u32, String> = shards.done.iter().map(|&shard| (shard, first_name.clone())).collect();
    let mut met: HashMap<String, String> = modules.iter().map(|m| (m.path.clone(), first_name.clone())).collect();
    for (name, report) in reports {
        if report.head.irtrip != irtrip {
            bail!("{first_name} is of irtrip {irtrip}, {name} of {}", report.head.irtrip);
        }
        if report.head.shards.of != shards.of {
            bail!("{first_name} has shards of {}, {name} of {}", shards.of, report.head.shards.of);
        }
        for &shard in &report.head.shards.done {
            if let Some(other) = owners.insert(shard, name.clone()) {
                bail!("shard {shard}/{} is in {other} and in {name}", shards.of);
            }
            shards.done.push(shard);
        }
        // A file named twice in one run is there twice in one report.
        if let Some((path, other)) = report.modules.iter().find_map(|m| met.get_key_value(&m.path)) {
            bail!("{path} is in {other} and in {name}");
        }
        met.extend(report.modules.iter().map(|m| (m.path.clone(), name.clone())));
        complete &= report.complete;
        files += report.head.files;
        modules.extend(report.modules);
    }
    shards.done.sort_unstable();
    if shards.missing().next().is_none() {
        shards = Shards { of: 1, done: vec![1] };
    }
    Ok(Report::new(Head { form, irtrip, shards, files }, complete, modules))
}

impl Shards {
    /// The shards that were not run.
    pub fn missing(&self) -> impl Iterator<Item = u32> + '_ {
        (1..=self.of).filter(|shard| self.done.binary_search(shard).is_err())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::report::tests::every_outcome;
    use crate::shard::Shard;

    fn shard(index: u32, of: u32) -> (String, Report) {
        let whole = every_outcome();
        let shard = Shard { index, of };
        let modules: Vec<_> = whole.modules.into_iter().filter(|m| shard.has(&m.path)).collect();
        (format!("{index}.json"), Report::new(Head::new(shard, modules.len()), true, modules))
    }

    #[test]
    fn all_shards_are_the_whole() {
        for of in 1..5 {
            let merged = merge((1..=of).rev().map(|index| shard(index, of)).collect()).unwrap();
            assert_eq!(merged, every_outcome(), "{of}");
        }
    }

    #[test]
    fn what_is_missing_is_told() {
        let merged = merge(vec![shard(3, 4), shard(1, 4)]).unwrap();
        assert_eq!(merged.head.shards, Shards { of: 4, done: vec![1, 3] });
        assert_eq!(merged.head.shards.missing().collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn shards_that_do_not_belong_together_are_refused() {
        let mut other = shard(2, 2);
        other.1.head.irtrip = "0.0".to_owned();
        let same_file = ("x.json".to_owned(), Report { head: shard(2, 2).1.head, ..every_outcome() });
        for (wrong, message) in [
            (vec![shard(1, 2), shard(1, 2)], "shard 1/2 is in 1.json and in 1.json"),
            (vec![shard(1, 2), shard(2, 3)], "shards of 2"),
            (vec![shard(1, 2), other], "irtrip"),
            (
                vec![("w.json".to_owned(), Report { head: shard(1, 2).1.head, ..every_outcome() }), same_file],
                "is in w.json",
            ),
            (vec![], "no report"),
        ] {
            let error = merge(wrong).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
