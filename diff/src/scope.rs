//! What of two modules is compared: all, what is no debug info, or what reaches the machine code.

use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, UNKNOWN_LOC};
use irtrip_dialect::names::{
    ARG_ATTRS, IRTRIP_ATOM, IRTRIP_DECLARATIONS, IRTRIP_RECORD, IRTRIP_RECORDS, IRTRIP_SOURCE_FILENAME,
    IRTRIP_STANDS_FOR, IRTRIP_VALUE, SYM_NAME,
};
use irtrip_dialect::{Attr, Body, Context, Module, Op, OpNameDefinition, Str};

/// How much of a module is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Scope {
    /// All of it.
    #[default]
    All,
    /// All but debug info.
    NoDebugInfo,
    /// What reaches the machine code: no debug info, profile or identifier either.
    Code,
}

/// Kinds of attachments that only debug info has. `heapallocsite` names a type of debug info, for CodeView.
pub(crate) const DEBUG_KINDS: &[&str] = &["dbg", "DIAssignID", "heapallocsite"];
/// Kinds of attachments that do not reach the machine code: a profile, a place in the source of inline assembly.
const NO_CODE_KINDS: &[&str] = &["prof", "srcloc"];
/// Module flags about debug info.
const DEBUG_FLAGS: &[&str] =
    &["CodeView", "CodeViewGHash", "DWARF64", "Debug Info Version", "Dwarf Version", "debug-info-assignment-tracking"];
/// Module flags that hold a profile.
const PROFILE_FLAGS: &[&str] = &["CSProfileSummary", "ProfileSummary"];

impl Scope {
    /// Whether attachments of a kind are compared.
    pub fn has_kind(self, kind: &str) -> bool {
        !(self >= Scope::NoDebugInfo && DEBUG_KINDS.contains(&kind)
            || self == Scope::Code && NO_CODE_KINDS.contains(&kind))
    }

    /// Whether a list of named metadata is compared.
    pub fn has_list(self, name: &str) -> bool {
        !(self >= Scope::NoDebugInfo && name.starts_with("llvm.dbg.") || self == Scope::Code && name == "llvm.ident")
    }

    /// Whether a module flag is compared.
    pub fn has_flag(self, name: &str) -> bool {
        !(self >= Scope::NoDebugInfo && DEBUG_FLAGS.contains(&name)
            || self == Scope::Code && PROFILE_FLAGS.contains(&name))
    }
}

/// Drops what is outside of a scope from a module, but for metadata attachments, named metadata and module flags, which are
/// left out where they are compared.
pub(crate) fn restrict(ctx: &Context, module: &mut Module, scope: Scope) {
    let is_debug_symbol = |dictionary: Attr| {
        let name = ctx.string_entry(dictionary, SYM_NAME);
        name.is_some_and(|name| ctx.bytes(name).starts_with(b"llvm.dbg."))
    };
    if let Some(declared) = ctx.entry(module.attrs, IRTRIP_DECLARATIONS) {
        let kept: Vec<Attr> = ctx.items(declared).iter().copied().filter(|item| !is_debug_symbol(*item)).collect();
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, Some(ctx.array(&kept)));
    }
    if scope == Scope::Code && ctx.entry(module.attrs, IRTRIP_SOURCE_FILENAME).is_some() {
        // It is there even without a name where the module was LLVM IR.
        let empty = ctx.string_attr("");
        module.attrs = ctx.with_entry(module.attrs, IRTRIP_SOURCE_FILENAME, Some(empty));
    }
    for op in (0..module.body.op_count()).map(Op::new) {
        if is_debug_symbol(module.body.attrs(op)) {
            module.body.unlink(op);
        }
    }
    drop_debug_info(ctx, &mut module.body);
    module.body.all_nested_mut().iter_mut().for_each(|body| drop_debug_info(ctx, body));
}

/// A dictionary without the entry of a key.
fn without(ctx: &Context, dictionary: Attr, key: Str) -> Attr {
    if ctx.entry(dictionary, key).is_some() { ctx.with_entry(dictionary, key, None) } else { dictionary }
}

/// Drops locations, debug records, and what is preserved of them.
fn drop_debug_info(ctx: &Context, body: &mut Body) {
    // Records refer to values by number, and so may a value in code that is never reached.
    let is_numbered = |op: usize| ctx.entry(body.attrs(Op::new(op)), IRTRIP_STANDS_FOR).is_some();
    let keeps_numbers = (0..body.op_count()).any(is_numbered);
    for op in body.linked_ops().collect::<Vec<Op>>() {
        body.set_loc(op, UNKNOWN_LOC);
        if body.name(op).def().is_some_and(|def| def.llvm.is_debug_record()) {
            body.unlink(op);
            body.set_attrs(op, EMPTY_DICTIONARY);
            continue;
        }
        let mut attrs = body.attrs(op);
        for key in [IRTRIP_ATOM, IRTRIP_RECORD, IRTRIP_RECORDS] {
            attrs = without(ctx, attrs, key);
        }
        if !keeps_numbers {
            attrs = without(ctx, attrs, IRTRIP_VALUE);
        }
        if let Some(arguments) = ctx.entry(attrs, ARG_ATTRS) {
            let kept: Vec<Attr> = ctx.items(arguments).iter().map(|item| without(ctx, *item, IRTRIP_VALUE)).collect();
            if kept != ctx.items(arguments) {
                attrs = ctx.with_entry(attrs, ARG_ATTRS, Some(ctx.array(&kept)));
            }
        }
        body.set_attrs(op, attrs);
    }
    for block in (0..body.block_count()).map(irtrip_dialect::Block::new) {
        for index in 0..body.block_args(block).len() {
            if body.block_arg_loc(block, index) != UNKNOWN_LOC {
                body.set_block_arg_loc(block, index, UNKNOWN_LOC);
            }
        }
    }
}
