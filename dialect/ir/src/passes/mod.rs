//! Passes over a whole module: a list of them says their order, and what each needs of those before it.
//!
//! ```
//! use irtrip_ir::passes::{Pass, Properties, is_in_order, run};
//!
//! const SORTED: Properties = Properties::bit(0);
//! const PASSES: &[Pass<fn(&mut Vec<u32>) -> Result<(), String>>] = &[
//!     Pass { name: "sort", required: Properties::NONE, set: SORTED, run: |list| Ok(list.sort_unstable()) },
//!     Pass { name: "dedup", required: SORTED, set: Properties::NONE, run: |list| Ok(list.dedup()) },
//! ];
//! const _: () = assert!(is_in_order(PASSES));
//!
//! let mut list = vec![2, 1, 2];
//! run(PASSES, |pass| pass(&mut list))?;
//! assert_eq!(list, [1, 2]);
//! # Ok::<(), String>(())
//! ```

pub mod timing;

/// What holds of a module once certain passes are done. Each list of passes declares its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties(u32);

impl Properties {
    /// No property.
    pub const NONE: Properties = Properties(0);

    /// One property, by a number below 32.
    pub const fn bit(number: u32) -> Properties {
        Properties(1 << number)
    }

    /// The properties of both.
    #[must_use]
    pub const fn and(self, other: Properties) -> Properties {
        Properties(self.0 | other.0)
    }

    /// Whether all of these are among others.
    pub(crate) const fn are_in(self, others: Properties) -> bool {
        self.0 & !others.0 == 0
    }
}

/// A pass: `F` is the function type of its list.
#[derive(Clone, Copy, Debug)]
pub struct Pass<F> {
    /// Its name in reports of time.
    pub name: &'static str,
    /// What passes before it must have set.
    pub required: Properties,
    /// What holds once it is done.
    pub set: Properties,
    /// Runs it.
    pub run: F,
}

/// Whether each pass comes after those that set what it requires. A list asks this of itself when it is compiled.
pub const fn is_in_order<F>(passes: &[Pass<F>]) -> bool {
    let (mut set, mut rest) = (Properties::NONE, passes);
    while let [pass, after @ ..] = rest {
        if !pass.required.are_in(set) {
            return false;
        }
        (set, rest) = (set.and(pass.set), after);
    }
    true
}

/// Runs passes in order, and measures the time of each.
///
/// # Errors
/// The first of a pass; those after it do not run.
pub fn run<F, E>(passes: &[Pass<F>], mut run: impl FnMut(&F) -> Result<(), E>) -> Result<(), E> {
    passes.iter().try_for_each(|pass| timing::time(pass.name, || run(&pass.run)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_before_what_it_requires_is_out_of_order() {
        let (one, two) = (Properties::bit(0), Properties::bit(1));
        let pass = |required, set| Pass { name: "", required, set, run: () };
        assert!(is_in_order(&[pass(Properties::NONE, one.and(two)), pass(two, Properties::NONE)]));
        assert!(!is_in_order(&[pass(Properties::NONE, one), pass(one.and(two), two)]));
    }
}
