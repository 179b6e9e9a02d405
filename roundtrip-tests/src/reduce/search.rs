//! Leaving out parts of a text, by halves.

use std::sync::atomic::{AtomicBool, Ordering};

/// Trips at most.
const TRIES: usize = 4_000;
/// Bytes of candidates at most.
const BYTES: usize = 512 << 20;

/// A text that fails, and how much may still be tried to make it smaller.
pub struct Search<'a> {
    /// The smallest text so far.
    pub text: String,
    /// Trips so far.
    pub tries: usize,
    bytes: usize,
    fails: &'a dyn Fn(&str) -> bool,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Search<'a> {
    /// Starts from a text that `fails`; ends once `stop` is set.
    pub fn new(text: &str, fails: &'a dyn Fn(&str) -> bool, stop: Option<&'a AtomicBool>) -> Search<'a> {
        Search { text: text.to_owned(), tries: 0, bytes: 0, fails, stop }
    }

    /// Whether as much has been tried as may be.
    pub fn is_over(&self) -> bool {
        let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        stopped || self.tries >= TRIES || self.bytes >= BYTES
    }

    /// Takes a candidate if it is smaller and still fails.
    pub fn take(&mut self, candidate: String) -> bool {
        if self.is_over() {
            return false;
        }
        // Making a candidate takes time, too.
        self.bytes += candidate.len();
        if candidate.len() >= self.text.len() {
            return false;
        }
        self.tries += 1;
        let fails = (self.fails)(&candidate);
        if fails {
            self.text = candidate;
        }
        fails
    }

    /// Leaves out as many of these parts as it can, which together are the text.
    pub fn leave_out_of(&mut self, parts: &[&str]) {
        let kept_parts =
            |kept: &[bool]| parts.iter().zip(kept).filter(|(_, kept)| **kept).map(|(part, _)| *part).collect();
        self.leave_out(parts.len(), kept_parts);
    }

    /// Leaves out as many of `count` parts as it can: all of them, then halves, and so on to each alone. `build` makes
    /// a text of the parts that are kept.
    pub fn leave_out(&mut self, count: usize, build: impl Fn(&[bool]) -> String) {
        let mut kept = vec![true; count];
        let mut chunk = count;
        while chunk > 0 && !self.is_over() {
            let mut places: Vec<usize> = (0..count).filter(|&i| kept.get(i) == Some(&true)).collect();
            // From the end: what is last is used least.
            while !places.is_empty() && !self.is_over() {
                let chosen = places.split_off(places.len().saturating_sub(chunk));
                set(&mut kept, &chosen, false);
                if !self.take(build(&kept)) {
                    set(&mut kept, &chosen, true);
                }
            }
            chunk /= 2;
        }
    }
}

fn set(kept: &mut [bool], places: &[usize], value: bool) {
    for &place in places {
        if let Some(kept) = kept.get_mut(place) {
            *kept = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_found_in_few_tries() {
        let lines: Vec<String> = (0..1000).map(|i| format!("{i}\n")).collect();
        let text = lines.concat();
        let fails = |text: &str| ["17\n", "503\n"].iter().all(|needed| text.lines().any(|l| l == needed.trim_end()));
        let mut search = Search::new(&text, &fails, None);
        search.leave_out_of(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(search.text, "17\n503\n");
        assert!(search.tries < 100, "{}", search.tries);
    }
}
