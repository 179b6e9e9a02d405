//! The kinds of metadata attachments that LLVM knows.
//!
//! LangRef, "Metadata Nodes and Metadata Strings" and the sections on single kinds.

use crate::context::{Context, Str};

/// The kinds in the order LLVM's writer has them on one instruction; others stand behind, in the order the module
/// first names them.
pub static FIXED_KINDS: &[&str] = &[
    "dbg",
    "tbaa",
    "prof",
    "fpmath",
    "range",
    "tbaa.struct",
    "invariant.load",
    "alias.scope",
    "noalias",
    "nontemporal",
    "llvm.mem.parallel_loop_access",
    "nonnull",
    "dereferenceable",
    "dereferenceable_or_null",
    "make.implicit",
    "unpredictable",
    "invariant.group",
    "align",
    "llvm.loop",
    "type",
    "section_prefix",
    "absolute_symbol",
    "associated",
    "callees",
    "irr_loop",
    "llvm.access.group",
    "callback",
    "llvm.preserve.access.index",
    "vcall_visibility",
    "noundef",
    "annotation",
    "nosanitize",
    "func_sanitize",
    "exclude",
    "memprof",
    "callsite",
    "kcfi_type",
    "pcsections",
    "DIAssignID",
    "coro.outside.frame",
    "mmra",
    "noalias.addrspace",
    "callee_type",
    "nofree",
    "captures",
    "alloc_token",
    "implicit.ref",
];

/// The place of a kind in the order of LLVM's writer; `None` for a kind LLVM does not know.
pub fn fixed_kind(ctx: &Context, kind: Str) -> Option<usize> {
    let name = ctx.bytes(kind);
    FIXED_KINDS.iter().position(|k| k.as_bytes() == name)
}

/// An order of the kinds that pairs of `before` and `behind` name, which keeps each pair's order as far as they do not
/// contradict one another, and goes by name where they leave it open. Empty where it is the order by name.
pub fn order<S: std::hash::BuildHasher>(ctx: &Context, pairs: &hashbrown::HashSet<(Str, Str), S>) -> Vec<Str> {
    let mut left: Vec<Str> = pairs.iter().flat_map(|p| [p.0, p.1]).collect();
    left.sort_by(|a, b| ctx.bytes(*a).cmp(ctx.bytes(*b)));
    left.dedup();
    let by_name = left.clone();
    let mut ordered = Vec::with_capacity(left.len());
    let mut waits_for: hashbrown::HashMap<Str, usize> = hashbrown::HashMap::new();
    let mut behind: hashbrown::HashMap<Str, Vec<Str>> = hashbrown::HashMap::new();
    for (first, second) in pairs {
        *waits_for.entry(*second).or_default() += 1;
        behind.entry(*first).or_default().push(*second);
    }
    let key = |s: Str| (ctx.bytes(s), s);
    let free = |s: &Str| waits_for.get(s).is_none_or(|n| *n == 0);
    let mut ready: std::collections::BTreeSet<(&[u8], Str)> =
        left.iter().filter(|s| free(s)).map(|s| key(*s)).collect();
    let mut waiting: std::collections::BTreeSet<(&[u8], Str)> =
        left.iter().filter(|s| !free(s)).map(|s| key(*s)).collect();
    // Where all wait for one another, the first by name goes.
    while let Some((_, kind)) = ready.pop_first().or_else(|| waiting.pop_first()) {
        ordered.push(kind);
        for next in behind.remove(&kind).unwrap_or_default() {
            if let Some(count) = waits_for.get_mut(&next) {
                *count -= 1;
                if *count == 0 && waiting.remove(&key(next)) {
                    ready.insert(key(next));
                }
            }
        }
    }
    if ordered == by_name { Vec::new() } else { ordered }
}
