//! A part of the files, for runs that are spread over several machines.
//!
//! A hash of the path below the folder that was named decides, so that every machine makes the same parts wherever its
//! copy of the corpus is, and a file that comes or goes moves no other.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64;

/// Part `index` of `of`; both count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl Default for Shard {
    /// All of it.
    fn default() -> Self {
        Shard { index: 1, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err("a shard is I/N, with I from 1 to N".to_owned()),
        }
    }
}

impl Shard {
    /// Whether a file is in this part, by its [`key`].
    pub fn has(self, key: &str) -> bool {
        xxh3_64(key.as_bytes()) % u64::from(self.of) == u64::from(self.index - 1)
    }
}

/// The key of a file: its path below the first of the `named` folders it is in, or as it was named; with `/`
/// between its parts.
pub fn key(path: &Path, named: &[PathBuf]) -> String {
    let below = named.iter().find_map(|root| path.strip_prefix(root).ok().filter(|rest| !rest.as_os_str().is_empty()));
    let parts = below.unwrap_or(path).components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_one_part_and_parts_are_even() {
        let of = 4;
        let mut sizes = [0; 4];
        for i in 0..4000 {
            let key = format!("Transforms/t{i}.ll");
            let parts: Vec<u32> = (1..=of).filter(|&index| Shard { index, of }.has(&key)).collect();
            assert_eq!(parts.len(), 1, "{key}");
            sizes[parts[0] as usize - 1] += 1;
        }
        assert!(sizes.iter().all(|size| (900..1100).contains(size)), "{sizes:?}");
    }

    #[test]
    fn where_the_folder_is_does_not_matter() {
        let here = key(Path::new("/a/corpus/x/y.ll"), &[PathBuf::from("/a/corpus")]);
        let there = key(Path::new("corpus/x/y.ll"), &[PathBuf::from("corpus/")]);
        assert_eq!((here.as_str(), there.as_str()), ("x/y.ll", "x/y.ll"));
        assert_eq!(key(Path::new("y.ll"), &[PathBuf::from("y.ll")]), "y.ll");
    }

    #[test]
    fn a_shard_is_read() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for bad in ["0/3", "4/3", "1", "1/0", "a/b", "-1/2"] {
            assert_eq!(bad.parse::<Shard>(), Err("a shard is I/N, with I from 1 to N".to_owned()), "{bad}");
        }
    }
}
