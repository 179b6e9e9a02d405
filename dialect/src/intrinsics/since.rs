//! The release that an intrinsic came with.
//!
//! `since.txt` has the intrinsics that LLVM 13 does not have, without `llvm.`, below the number of the first release that
//! was looked at and has them: 14, 15, 16, 19 or 22. One that is older is not listed.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::release::{Release, Releases};

/// The releases that have the intrinsic of a name without `llvm.` and without its types.
///
/// ```
/// use irtrip_dialect::intrinsics::releases_of;
/// use irtrip_dialect::release::Release;
/// assert!(releases_of("ucmp").contain(Release::V19) && !releases_of("ucmp").contain(Release::V16));
/// assert!(releases_of("memcpy").contain(Release::V13));
/// ```
pub fn releases_of(base: &str) -> Releases {
    static SINCE: OnceLock<FxHashMap<&'static str, Release>> = OnceLock::new();
    let since = SINCE.get_or_init(|| {
        let (mut since, mut release) = (FxHashMap::default(), None);
        for line in include_str!("since.txt").lines() {
            match line.strip_prefix("# ") {
                Some(number) => release = number.parse().ok(),
                None => since.extend(release.map(|release| (line, release))),
            }
        }
        since
    });
    since.get(base).map_or(Releases::ALL, |release| Releases::ALL.since(*release))
}
