//! Failures of many runs, grouped by their cause: the law that does not hold, and the message without names and numbers.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use regex::Regex;

/// A run that did not come to what it should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What does not hold.
    pub law: &'static str,
    /// The message, the first line of which is the cause.
    pub message: String,
}

/// Failures of one cause.
#[derive(Debug)]
struct Group {
    count: usize,
    /// The smallest example: what was run, the message, and the file that shows it, with the ending of its name.
    run: String,
    message: String,
    file: (&'static str, Vec<u8>),
}

/// All failures so far.
#[derive(Debug, Default)]
pub struct Failures(BTreeMap<String, Group>);

/// What a cause is looked for without: words between quotes, names, numbers.
#[allow(clippy::expect_used)]
static PARTICULARS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"'[^']*'|"[^"]*"|[%@!^$#][\w.$-]+|<stdin>:\d+:\d+: |\d+"#).expect("the expression is well-formed")
});

impl Failure {
    fn cause(&self) -> String {
        let line = self.message.lines().next().unwrap_or_default();
        let line: String = PARTICULARS.replace_all(line, "_").chars().take(160).collect();
        format!("{}: {}", self.law, line.trim())
    }
}

impl Failures {
    /// Adds a failure. `run` names what was run; `file` is a file that shows the failure, with the ending of its name. The
    /// smallest file of a cause is kept.
    pub fn add(&mut self, failure: &Failure, run: String, file: (&'static str, &[u8])) {
        let group = self.0.entry(failure.cause());
        let is_smaller = |group: &Group| file.1.len() < group.file.1.len();
        let new =
            || Group { count: 0, run: run.clone(), message: failure.message.clone(), file: (file.0, file.1.to_vec()) };
        let group = group.and_modify(|group| {
            if is_smaller(group) {
                *group = Group { count: group.count, ..new() };
            }
        });
        group.or_insert_with(new).count += 1;
    }

    /// Adds the failures of other runs.
    pub fn append(&mut self, other: Failures) {
        for (cause, group) in other.0 {
            match self.0.entry(cause) {
                Entry::Vacant(entry) => {
                    entry.insert(group);
                }
                Entry::Occupied(mut entry) => {
                    let own = entry.get_mut();
                    let count = own.count + group.count;
                    if group.file.1.len() < own.file.1.len() {
                        *own = group;
                    }
                    own.count = count;
                }
            }
        }
    }

    /// How many failures there are.
    pub fn count(&self) -> usize {
        self.0.values().map(|group| group.count).sum()
    }

    /// Writes the groups, the largest first, and the smallest example of each to a folder, if one is given.
    ///
    /// # Errors
    /// Something cannot be written.
    pub fn write(&self, out: &mut impl Write, keep: Option<&Path>) -> Result<()> {
        let mut groups: Vec<(&String, &Group)> = self.0.iter().collect();
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.count));
        for (number, (cause, group)) in groups.into_iter().enumerate() {
            writeln!(out, "{:5}  {cause}\n       {}", group.count, group.run)?;
            let lines = group.message.lines().take(6);
            lines.filter(|line| !line.trim().is_empty()).try_for_each(|line| writeln!(out, "       | {line}"))?;
            let Some(folder) = keep else { continue };
            let path = folder.join(format!("{number:03}.{}", group.file.0));
            std::fs::create_dir_all(folder)?;
            std::fs::write(&path, &group.file.1).with_context(|| format!("{} cannot be written", path.display()))?;
            writeln!(out, "       > {}", path.display())?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn failures_that_differ_in_names_only_have_one_cause() {
        let mut failures = Failures::default();
        let mut add = |message: &str, file: &[u8]| {
            let failure = Failure { law: "export", message: message.to_owned() };
            failures.add(&failure, "run".to_owned(), ("mlir", file));
        };
        add("'a' has 3 operands in %x", b"longer");
        add("'b' has 14 operands in %y", b"short");
        add("another", b"");
        let mut out = Vec::new();
        failures.write(&mut out, None).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(failures.count(), 3);
        assert!(out.starts_with("    2  export: _ has _ operands in _\n"), "{out}");
        assert!(out.contains("| 'b' has 14"), "{out}");
    }
}
