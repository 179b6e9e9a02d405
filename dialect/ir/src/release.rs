//! Releases of LLVM. Every fact that came or went with one names it where the fact is declared.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU16, Ordering};

/// A release of LLVM: `3.7` to `3.9`, then one number each (`4` to `23`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Release(u16);

macro_rules! releases {
    ($($name:ident $number:literal,)*) => {
        impl Release {
            $(
                #[doc = concat!("LLVM ", stringify!($name), ".")]
                pub const $name: Release = Release($number);
            )*

            /// All releases, the oldest first.
            pub const EACH: &'static [Release] = &[$(Release::$name),*];
        }
    };
}

// The number is a hundred for each major release, and one for each minor one.
releases! {
    V3_7 307, V3_8 308, V3_9 309, V4 400, V5 500, V6 600, V7 700, V8 800, V9 900, V10 1000, V11 1100, V12 1200,
    V13 1300, V14 1400, V15 1500, V16 1600, V17 1700, V18 1800, V19 1900, V20 2000, V21 2100, V22 2200, V23 2300,
}

impl Release {
    /// The release whose LLVM IR the model is of.
    pub const NATIVE: Release = Release::V22;

    /// What comes after the last release: MLIR as its developers have it. None of [`Release::EACH`].
    pub const NEXT: Release = Release(2400);

    /// The version of the last patch of the release, which its bitcode names.
    ///
    /// ```
    /// assert_eq!(irtrip_dialect::release::Release::V22.last_version(), "22.1.8");
    /// ```
    pub fn last_version(self) -> &'static str {
        const VERSIONS: [&str; 19] = [
            "5.0.2", "6.0.1", "7.1.0", "8.0.1", "9.0.1", "10.0.1", "11.1.0", "12.0.1", "13.0.1", "14.0.6", "15.0.7",
            "16.0.6", "17.0.6", "18.1.8", "19.1.7", "20.1.8", "21.1.8", "22.1.8", "23.0.0",
        ];
        let major = usize::from(self.0 / 100);
        major.checked_sub(5).and_then(|place| VERSIONS.get(place)).copied().unwrap_or_default()
    }

    /// The largest alignment that an instruction or a global value may have, in bytes.
    ///
    /// ```
    /// use irtrip_dialect::release::Release;
    /// assert!(Release::V13.max_alignment() < Release::V14.max_alignment());
    /// ```
    pub const fn max_alignment(self) -> i64 {
        if self.0 < Release::V14.0 { 1 << 29 } else { 1 << 32 }
    }
}

/// [`Release::NATIVE`].
impl Default for Release {
    fn default() -> Release {
        Release::NATIVE
    }
}

impl FromStr for Release {
    type Err = UnknownRelease;

    /// The release with a number as LLVM spells it.
    ///
    /// ```
    /// use irtrip_dialect::release::{Release, UnknownRelease};
    /// assert_eq!("19".parse(), Ok(Release::V19));
    /// assert_eq!("24".parse::<Release>(), Err(UnknownRelease));
    /// ```
    fn from_str(text: &str) -> Result<Release, UnknownRelease> {
        Release::EACH.iter().copied().find(|release| release.to_string() == text).ok_or(UnknownRelease)
    }
}

/// A text that is no release that irtrip knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRelease;

impl fmt::Display for UnknownRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a release of LLVM that irtrip knows: 3.7 to 23")
    }
}

impl std::error::Error for UnknownRelease {}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (major, 0) => write!(f, "{major}"),
            (major, minor) => write!(f, "{major}.{minor}"),
        }
    }
}

/// A release whose MLIR is written: 15 to 24.
///
/// ```
/// use irtrip_dialect::release::{MlirRelease, Release};
/// assert_eq!("16".parse(), Ok(MlirRelease { other: Some(Release::V16) }));
/// assert_eq!("24".parse(), Ok(MlirRelease { other: Some(Release::NEXT) }));
/// assert!("14".parse::<MlirRelease>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MlirRelease {
    /// The release, if its text is not that of the model's.
    pub other: Option<Release>,
}

impl FromStr for MlirRelease {
    type Err = UnknownMlirRelease;

    fn from_str(text: &str) -> Result<MlirRelease, UnknownMlirRelease> {
        match text.parse::<u16>() {
            // What MLIR 22 prints is what MLIR 23 reads.
            Ok(22 | 23) => Ok(MlirRelease { other: None }),
            Ok(24) => Ok(MlirRelease { other: Some(Release::NEXT) }),
            Ok(15..=21) => text.parse().map(|other| MlirRelease { other: Some(other) }).map_err(|_| UnknownMlirRelease),
            _ => Err(UnknownMlirRelease),
        }
    }
}

/// A text that is no release whose MLIR is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownMlirRelease;

impl fmt::Display for UnknownMlirRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a release of MLIR that irtrip writes for: 15 to 24")
    }
}

impl std::error::Error for UnknownMlirRelease {}

/// The releases that have something; the default is all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Releases {
    /// The first that has it; `None` for what was there before [`Release::V3_7`], the oldest that irtrip reads.
    pub since: Option<Release>,
    /// The first that no longer has it; `None` for what is there today.
    pub until: Option<Release>,
}

impl Releases {
    /// All of them.
    pub const ALL: Releases = Releases { since: None, until: None };

    /// One of them alone.
    pub fn only(release: Release) -> Releases {
        let mut each = Release::EACH.iter().copied().chain([Release::NEXT]);
        Releases { since: Some(release), until: each.find(|other| *other > release) }
    }

    /// These, from one release on.
    #[must_use]
    pub const fn since(self, release: Release) -> Releases {
        Releases { since: Some(release), ..self }
    }

    /// These, up to the release before this one.
    #[must_use]
    pub const fn until(self, release: Release) -> Releases {
        Releases { until: Some(release), ..self }
    }

    /// Whether a release is among them.
    ///
    /// ```
    /// use irtrip_dialect::release::{Release, Releases};
    /// let releases = Releases::ALL.since(Release::V9).until(Release::V15);
    /// assert!(releases.contains(Release::V14) && !releases.contains(Release::V15) && !releases.contains(Release::V3_8));
    /// ```
    pub fn contains(self, release: Release) -> bool {
        self.since.is_none_or(|since| since <= release) && self.until.is_none_or(|until| release < until)
    }

    /// The newest of them.
    pub fn newest(self) -> Option<Release> {
        Release::EACH.iter().rev().copied().find(|release| self.contains(*release))
    }

    /// The newest of them, where [`Release::NATIVE`] is none of them.
    pub fn other_than_models(self) -> Option<Release> {
        self.newest().filter(|_| !self.contains(Release::NATIVE))
    }

    /// Whether all of the releases are later than [`Release::NATIVE`]: they may have other rules.
    pub fn are_later(self) -> bool {
        self.other_than_models().is_some_and(|release| release > Release::NATIVE)
    }
}

/// As a range: `any`, `15 and later`, `up to 14`, `15 to 18`, `22`.
impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.until.and_then(|until| Release::EACH.iter().rev().find(|release| **release < until));
        match (self.since, last) {
            (None, None) => f.write_str("any"),
            (Some(since), None) => write!(f, "{since} and later"),
            (None, Some(last)) => write!(f, "up to {last}"),
            (Some(since), Some(last)) if since == *last => write!(f, "{since}"),
            (Some(since), Some(last)) => write!(f, "{since} to {last}"),
        }
    }
}

/// The releases that a text may be of, as the spellings that were read so far leave them. Threads share it.
///
/// ```
/// use irtrip_dialect::release::{Release, ReleaseRange, Releases};
/// let range = ReleaseRange::default();
/// assert_eq!(range.other_than_models(), None);
/// range.narrow(Releases::ALL.until(Release::V19));
/// assert_eq!(range.other_than_models(), Some(Release::V18));
/// ```
#[derive(Debug)]
pub struct ReleaseRange {
    /// The number of the first release.
    since: AtomicU16,
    /// The number of the first that is none of them any more.
    until: AtomicU16,
}

impl Default for ReleaseRange {
    fn default() -> ReleaseRange {
        ReleaseRange { since: AtomicU16::new(0), until: AtomicU16::new(u16::MAX) }
    }
}

impl ReleaseRange {
    /// Takes note of a spelling that these releases alone have.
    pub fn narrow(&self, releases: Releases) {
        // Threads share what they read; few write.
        if let Some(since) = releases.since
            && self.since.load(Ordering::Relaxed) < since.0
        {
            self.since.fetch_max(since.0, Ordering::Relaxed);
        }
        if let Some(until) = releases.until
            && self.until.load(Ordering::Relaxed) > until.0
        {
            self.until.fetch_min(until.0, Ordering::Relaxed);
        }
    }

    /// The releases that are left.
    pub fn releases(&self) -> Releases {
        let (since, until) = (self.since.load(Ordering::Relaxed), self.until.load(Ordering::Relaxed));
        Releases { since: (since > 0).then_some(Release(since)), until: (until < u16::MAX).then_some(Release(until)) }
    }

    /// The newest of the releases, where [`Release::NATIVE`] is none of them.
    pub fn other_than_models(&self) -> Option<Release> {
        self.releases().other_than_models()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_in_order_and_spelled_as_llvm_does() {
        assert!(Release::V3_9 < Release::V4 && Release::V9 < Release::V10);
        assert_eq!([Release::V3_8, Release::V4, Release::V22].map(|r| r.to_string()), ["3.8", "4", "22"]);
    }

    #[test]
    fn a_range_names_its_ends() {
        let (since, until) = (Releases::ALL.since(Release::V15), Releases::ALL.until(Release::V15));
        let ranges = [Releases::ALL, since, until, since.until(Release::V19), since.until(Release::V16)];
        assert_eq!(ranges.map(|r| r.to_string()), ["any", "15 and later", "up to 14", "15 to 18", "15"]);
    }
}
