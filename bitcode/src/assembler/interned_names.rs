//! Names that bitcode has by number: kinds of attachments, tags of operand bundles, synchronization scopes. LLVM knows some
//! by itself; others follow in the order in which the text has them.

use std::borrow::Cow;

use irtrip_dialect::metadata::kinds::FIXED_KINDS;
use irtrip_dialect::release::{Release, Releases};

/// A name and the releases that know it.
type Known = (&'static str, Releases);

const fn since(name: &'static str, release: Release) -> Known {
    (name, Releases::ALL.since(release))
}

/// The tags of operand bundles that LLVM knows, by number.
static BUNDLE_TAGS: &[Known] = &[
    ("deopt", Releases::ALL),
    ("funclet", Releases::ALL),
    since("gc-transition", Release::V3_9),
    since("cfguardtarget", Release::V10),
    since("preallocated", Release::V11),
    since("gc-live", Release::V11),
    since("clang.arc.attachedcall", Release::V13),
    since("ptrauth", Release::V14),
    since("kcfi", Release::V16),
    since("convergencectrl", Release::V17),
    since("align", Release::V22),
    since("deactivation-symbol", Release::V22),
];

/// The scopes that LLVM knows, by number: one thread, and the system.
const SYNC_SCOPES: [&str; 2] = ["singlethread", ""];

/// Names by number.
#[derive(Clone, Debug, Default)]
pub(super) struct InternedNames<'a> {
    /// Those that LLVM knows.
    known: Vec<&'static str>,
    /// Others.
    pub own: Vec<Cow<'a, [u8]>>,
}

impl<'a> InternedNames<'a> {
    fn new(known: Vec<&'static str>) -> InternedNames<'a> {
        InternedNames { known, own: Vec::new() }
    }

    pub fn kinds(release: Release) -> InternedNames<'a> {
        let known = FIXED_KINDS.iter().copied().filter(|kind| kind_releases(kind).contain(release));
        InternedNames::new(known.collect())
    }

    pub fn bundle_tags(release: Release) -> InternedNames<'a> {
        InternedNames::new(BUNDLE_TAGS.iter().filter(|tag| tag.1.contain(release)).map(|tag| tag.0).collect())
    }

    pub fn sync_scopes(_release: Release) -> InternedNames<'a> {
        InternedNames::new(SYNC_SCOPES.to_vec())
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

    /// What other numbers become once the names of another table are in this one.
    pub fn absorb(&mut self, other: InternedNames<'a>) -> NumberMap {
        let known = self.known.len();
        NumberMap { known, own: other.own.into_iter().map(|name| self.intern(name)).collect() }
    }

    /// The names by number.
    pub fn into_names(self) -> Vec<Vec<u8>> {
        let known = self.known.iter().map(|name| name.as_bytes().to_vec());
        known.chain(self.own.into_iter().map(Cow::into_owned)).collect()
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
        "associated" | "callees" => Release::V5,
        "irr_loop" => Release::V6,
        "llvm.access.group" => Release::V8,
        "callback" | "llvm.preserve.access.index" => Release::V9,
        "vcall_visibility" | "noundef" | "annotation" => Release::V11,
        "nosanitize" | "func_sanitize" => Release::V13,
        "exclude" | "memprof" | "callsite" => Release::V15,
        "kcfi_type" | "pcsections" | "DIAssignID" => Release::V16,
        "coro.outside.frame" | "mmra" | "noalias.addrspace" => Release::V19,
        "callee_type" | "nofree" | "captures" | "alloc_token" | "implicit.ref" => Release::V22,
        _ => return Releases::ALL,
    };
    Releases::ALL.since(since)
}
