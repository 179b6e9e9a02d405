//! Names that bitcode has by number: kinds of attachments, tags of operand bundles, synchronization scopes. LLVM knows some
//! by itself; others follow in the order in which the text has them.

use std::borrow::Cow;

use irtrip_dialect::metadata::kinds::FIXED_KINDS;
use irtrip_dialect::release::{Release, Releases};

use crate::module::Module;

/// A name and the releases that know it.
type VersionedName = (&'static str, Releases);

const fn since(name: &'static str, release: Release) -> VersionedName {
    (name, Releases::ALL.since(release))
}

/// The tags of operand bundles that LLVM knows, by number.
static BUNDLE_TAGS: &[VersionedName] = &[
    since("align", Release::V23),
    since("cold", Release::V23),
    since("dereferenceable", Release::V23),
    since("dereferenceable_or_null", Release::V23),
    since("ignore", Release::V23),
    since("nonnull", Release::V23),
    since("noundef", Release::V23),
    since("separate_storage", Release::V23),
    ("deopt", Releases::ALL),
    ("funclet", Releases::ALL),
    since("gc-transition", Release::V3_9),
    since("cfguardtarget", Release::V10),
    since("preallocated", Release::V11),
    since("gc-live", Release::V11),
    since("clang.arc.attachedcall", Release::V13),
    since("ptrauth", Release::V15),
    since("kcfi", Release::V16),
    since("convergencectrl", Release::V17),
    ("align", Releases::ALL.since(Release::V22).until(Release::V23)),
    since("deactivation-symbol", Release::V22),
];

/// The kinds that LLVM knew once, and before which.
static FORMER_KINDS: &[(VersionedName, &str)] =
    &[(("misexpect", Releases::ALL.since(Release::V10).until(Release::V12)), "vcall_visibility")];

/// The kinds that LLVM knows since the release after the model's.
const LATER_KINDS: [&str; 8] = [
    "nofpclass",
    "call_target",
    "inline_history",
    "elf_section_properties",
    "guid",
    "mem.cache_hint",
    "block.uniformity.profile",
    "callgraph",
];

/// The scopes that LLVM knows, by number: one thread, and the system.
const SYNC_SCOPES: [&str; 2] = ["singlethread", ""];

/// Names by number.
#[derive(Debug)]
pub(super) struct InternedNames<'a> {
    /// Those that LLVM knows.
    known: Vec<&'static str>,
    /// Others.
    own: Vec<Cow<'a, [u8]>>,
}

impl<'a> InternedNames<'a> {
    fn new(known: Vec<&'static str>) -> InternedNames<'a> {
        InternedNames { known, own: Vec::new() }
    }

    fn kinds(release: Release) -> InternedNames<'a> {
        let mut known: Vec<&str> =
            FIXED_KINDS.iter().copied().filter(|kind| kind_releases(kind).contains(release)).collect();
        for ((kind, _), next) in FORMER_KINDS.iter().filter(|former| former.0.1.contains(release)) {
            let place = known.iter().position(|known| known == next).unwrap_or(known.len());
            known.insert(place, kind);
        }
        if release > Release::NATIVE {
            known.extend(LATER_KINDS);
        }
        InternedNames::new(known)
    }

    fn bundle_tags(release: Release) -> InternedNames<'a> {
        InternedNames::new(BUNDLE_TAGS.iter().filter(|tag| tag.1.contains(release)).map(|tag| tag.0).collect())
    }

    /// The number of a name, which is added if need be.
    pub fn intern(&mut self, name: Cow<'a, [u8]>) -> u64 {
        if let Some(number) = self.known.iter().position(|known| known.as_bytes() == name.as_ref()) {
            return number as u64;
        }
        let own = self.own.iter().position(|own| *own == name).unwrap_or_else(|| {
            self.own.push(name);
            self.own.len() - 1
        });
        (self.known.len() + own) as u64
    }

    /// Adds the names of another table to this one. Returns what its numbers become.
    pub fn absorb(&mut self, other: &InternedNames<'a>) -> NumberMap {
        let known = self.known.len();
        NumberMap { known, own: other.own.iter().map(|name| self.intern(name.clone())).collect() }
    }

    /// The names by number.
    fn into_names(self) -> Vec<Vec<u8>> {
        let known = self.known.iter().map(|name| name.as_bytes().to_vec());
        known.chain(self.own.into_iter().map(Cow::into_owned)).collect()
    }
}

/// The names that records have by number, a table for each sort of them.
#[derive(Debug)]
pub(super) struct RecordNames<'a> {
    pub kinds: InternedNames<'a>,
    pub bundle_tags: InternedNames<'a>,
    pub sync_scopes: InternedNames<'a>,
}

impl RecordNames<'_> {
    /// The tables of a module that adds no name to those that the release knows.
    pub fn new(release: Release) -> Self {
        RecordNames {
            kinds: InternedNames::kinds(release),
            bundle_tags: InternedNames::bundle_tags(release),
            sync_scopes: InternedNames::new(SYNC_SCOPES.to_vec()),
        }
    }

    /// Gives a module the names of its tables.
    pub fn fill_module(self, module: &mut Module<'_>) {
        module.kinds =
            self.kinds.into_names().into_iter().enumerate().map(|(kind, name)| (kind as u64, name)).collect();
        module.bundle_tags = self.bundle_tags.into_names();
        module.sync_scopes = self.sync_scopes.into_names();
    }
}

/// The numbers that those of one table are in another.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberMap {
    known: usize,
    own: Vec<u64>,
}

impl NumberMap {
    pub fn get(&self, number: u64) -> u64 {
        let own = usize::try_from(number).ok().and_then(|number| self.own.get(number.checked_sub(self.known)?));
        own.copied().unwrap_or(number)
    }
}

/// The releases that know a kind.
fn kind_releases(kind: &str) -> Releases {
    let since = match kind {
        "type" | "section_prefix" | "absolute_symbol" => Release::V4,
        "associated" => Release::V5,
        "callees" | "irr_loop" => Release::V6,
        "llvm.access.group" => Release::V8,
        "callback" | "llvm.preserve.access.index" => Release::V9,
        "vcall_visibility" => Release::V10,
        "noundef" | "annotation" => Release::V12,
        "nosanitize" | "func_sanitize" | "exclude" | "memprof" | "callsite" => Release::V15,
        "kcfi_type" | "pcsections" | "DIAssignID" => Release::V16,
        "coro.outside.frame" | "mmra" => Release::V19,
        "noalias.addrspace" => Release::V20,
        "callee_type" | "nofree" | "captures" | "alloc_token" | "implicit.ref" => Release::V22,
        _ => return Releases::ALL,
    };
    Releases::ALL.since(since)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many kinds and tags `llvm-as` of each release writes for a module that names none.
    #[test]
    fn each_release_knows_its_own_names() {
        for (release, kinds, tags) in [
            (Release::V5, 23, 3),
            (Release::V6, 25, 3),
            (Release::V7, 25, 3),
            (Release::V8, 26, 3),
            (Release::V9, 28, 3),
            (Release::V10, 30, 4),
            (Release::V11, 30, 6),
            (Release::V13, 31, 7),
            (Release::V14, 31, 7),
            (Release::V15, 36, 8),
            (Release::V16, 39, 9),
            (Release::V19, 41, 10),
            (Release::V20, 42, 10),
            (Release::V22, 47, 12),
            (Release::V23, 55, 19),
        ] {
            let known = (InternedNames::kinds(release).known.len(), InternedNames::bundle_tags(release).known.len());
            assert_eq!(known, (kinds, tags), "LLVM {release}");
        }
    }
}
