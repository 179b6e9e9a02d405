//! The release that an intrinsic came with, and those that have it with the current signature.
//!
//! `since.txt` has the intrinsics that LLVM 5 does not have, without `llvm.`, below the number of the first release that has
//! them, as the names in the libraries of LLVM 5 to 20 tell; below 22 stand those that came since. One that is older is not
//! listed, nor is one that was away for a time while its old calls were upgraded. `signature_since.txt` has the intrinsics
//! that a release has with another signature, and that LLVM does not upgrade, below the first that has the current;
//! `signature_until.txt` those that a later release has with another one, below the first such release.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::release::{Release, Releases};

/// The releases that have the intrinsic of a name without `llvm.` and without its types.
///
/// ```
/// use irtrip_dialect::intrinsics::releases_of;
/// use irtrip_dialect::release::Release;
/// assert!(releases_of("ucmp").contains(Release::V19) && !releases_of("ucmp").contains(Release::V16));
/// assert!(releases_of("memcpy").contains(Release::V13));
/// ```
pub fn releases_of(base: &str) -> Releases {
    static SINCE: OnceLock<FirstReleases> = OnceLock::new();
    releases_since(SINCE.get_or_init(|| first_releases(include_str!("since.txt"))), base)
}

/// The releases that have the intrinsic of a name with the signature that it has today, as far as it is another one.
///
/// ```
/// use irtrip_dialect::intrinsics::signature_releases_of;
/// use irtrip_dialect::release::Release;
/// assert!(!signature_releases_of("amdgcn.make.buffer.rsrc").contains(Release::V19));
/// assert!(!signature_releases_of("dx.wave.ballot").contains(Release::V23));
/// assert!(signature_releases_of("memcpy").contains(Release::V13));
/// ```
pub fn signature_releases_of(base: &str) -> Releases {
    static SINCE: OnceLock<FirstReleases> = OnceLock::new();
    static UNTIL: OnceLock<FirstReleases> = OnceLock::new();
    let since = releases_since(SINCE.get_or_init(|| first_releases(include_str!("signature_since.txt"))), base);
    let until = UNTIL.get_or_init(|| first_releases(include_str!("signature_until.txt")));
    until.get(base).map_or(since, |until| since.until(*until))
}

type FirstReleases = FxHashMap<&'static str, Release>;

fn first_releases(table: &'static str) -> FirstReleases {
    let (mut since, mut release) = (FxHashMap::default(), None);
    for line in table.lines() {
        match line.strip_prefix("# ") {
            Some(number) => release = number.parse().ok(),
            None => since.extend(release.map(|release| (line, release))),
        }
    }
    since
}

fn releases_since(since: &FirstReleases, base: &str) -> Releases {
    since.get(base).map_or(Releases::ALL, |release| Releases::ALL.since(*release))
}
