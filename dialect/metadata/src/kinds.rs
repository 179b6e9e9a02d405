//! The kinds of metadata attachments that LLVM knows.
//!
//! LangRef, "Metadata Nodes and Metadata Strings" and the sections on single kinds.

use crate::context::{Context, Str};
use crate::registry::{OpName, OpNameDefinition};

/// The kinds in the order LLVM's writer has them on one instruction; others follow, in the order the module
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
pub(crate) fn fixed_kind(ctx: &Context, kind: Str) -> Option<usize> {
    let name = ctx.bytes(kind);
    FIXED_KINDS.iter().position(|k| k.as_bytes() == name)
}

/// An order of the kinds that pairs of `before` and `after` name, which keeps each pair's order as far as they do not
/// contradict one another, and goes by name where they leave it open. Empty where it is the order by name.
pub fn order<S: std::hash::BuildHasher>(ctx: &Context, pairs: &hashbrown::HashSet<(Str, Str), S>) -> Vec<Str> {
    let mut left: Vec<Str> = pairs.iter().flat_map(|p| [p.0, p.1]).collect();
    left.sort_by(|a, b| ctx.bytes(*a).cmp(ctx.bytes(*b)));
    left.dedup();
    let by_name = left.clone();
    let mut ordered = Vec::with_capacity(left.len());
    let mut waits_for: hashbrown::HashMap<Str, usize> = hashbrown::HashMap::new();
    let mut after: hashbrown::HashMap<Str, Vec<Str>> = hashbrown::HashMap::new();
    for (first, second) in pairs {
        *waits_for.entry(*second).or_default() += 1;
        after.entry(*first).or_default().push(*second);
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
        for next in after.remove(&kind).unwrap_or_default() {
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

/// How the dialect stores an attachment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Form {
    Tbaa,
    Scopes,
    AccessGroups,
    Loop,
    BranchWeights,
    /// `!{}` as `unit`.
    Empty,
    /// `!{i32 1}` as `unit`.
    One,
    Dereferenceable,
    DereferenceableOrNull,
    Mmra,
    EntryCount,
    VecTypeHint,
    WorkGroupSize,
    SubGroupSize,
}

/// A kind the dialect has an attribute for.
#[derive(Debug)]
pub struct KindRow {
    /// LLVM's name.
    pub kind: &'static str,
    /// On a function; else on an instruction.
    pub function: bool,
    /// The attribute's name. On an instruction it is one of the operation's own, unless it has a dialect's prefix.
    pub slot: &'static str,
    /// How the attribute stores it.
    pub form: Form,
}

const fn on_instruction(kind: &'static str, slot: &'static str, form: Form) -> KindRow {
    KindRow { kind, function: false, slot, form }
}

const fn on_function(kind: &'static str, slot: &'static str, form: Form) -> KindRow {
    KindRow { kind, function: true, slot, form }
}

/// The kinds the dialect has attributes for.
pub static KINDS: &[KindRow] = &[
    on_instruction("tbaa", "tbaa", Form::Tbaa),
    on_instruction("prof", "branch_weights", Form::BranchWeights),
    on_instruction("invariant.load", "invariant", Form::Empty),
    on_instruction("alias.scope", "alias_scopes", Form::Scopes),
    on_instruction("noalias", "noalias_scopes", Form::Scopes),
    on_instruction("nontemporal", "nontemporal", Form::One),
    on_instruction("dereferenceable", "dereferenceable", Form::Dereferenceable),
    on_instruction("dereferenceable_or_null", "dereferenceable", Form::DereferenceableOrNull),
    on_instruction("invariant.group", "invariantGroup", Form::Empty),
    on_instruction("llvm.loop", "loop_annotation", Form::Loop),
    on_instruction("llvm.access.group", "access_groups", Form::AccessGroups),
    on_instruction("mmra", "llvm.mmra", Form::Mmra),
    on_function("prof", "function_entry_count", Form::EntryCount),
    on_function("vec_type_hint", "vec_type_hint", Form::VecTypeHint),
    on_function("work_group_size_hint", "work_group_size_hint", Form::WorkGroupSize),
    on_function("reqd_work_group_size", "reqd_work_group_size", Form::WorkGroupSize),
    on_function("intel_reqd_sub_group_size", "intel_reqd_sub_group_size", Form::SubGroupSize),
];

/// Whether an operation has the attribute of a definition of [`KINDS`].
pub fn has_slot(op: OpName, row: usize) -> bool {
    let slot = KINDS[row].slot;
    op.def().is_some_and(|def| slot.contains('.') || def.attr_slot(slot).is_some())
}
