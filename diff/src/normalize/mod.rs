//! Brings facts that MLIR can spell in more than one way into one form, so that a module of MLIR can be compared with
//! LLVM IR, or with the module that it came back as. A module of MLIR leaves to LLVM IR what goes without saying: the
//! alignment of an access that names none is its type's, what is local to a module is `dso_local`, intrinsics are
//! declared. Nothing is removed that one of two modules could have and the other not.
//!
//! LangRef, "load", "store", "alloca", "atomicrmw", "cmpxchg", "Runtime Preemption Specifiers".
//!
//! [`idle_casts`] drops casts that change nothing; [`edges`] joins edges that have blocks of their own; [`constants`] makes one
//! operation of each constant, also of instructions of constants; [`module_level`] and [`spellings`] do the same for
//! all else. [`semantic`] has what else LLVM's canonical form equates, for comparisons that ask for it.

pub(crate) mod constants;
mod debug_records;
mod edges;
mod idle_casts;
mod module_level;
mod semantic;
mod spellings;

pub(crate) use debug_records::{lists_records, place_records};
pub(crate) use idle_casts::{drop_idle_casts, has_idle_casts};
pub(crate) use module_level::{drop_unused_comdats, drop_use_lists, has_unused_comdats, has_use_lists_of_bitcode};
pub(crate) use semantic::canonicalize;
pub(crate) use spellings::{are_comdats_reordered, comdats as normalize_comdats, declare_as_known, declares_otherwise};

use std::borrow::Cow;

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::data_layout::upgrade::upgraded;
use irtrip_dialect::data_layout::{dl_spec, has_type_entry, layout_text, module_layout};
use irtrip_dialect::enums::{Linkage, Visibility};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::metadata::separate_tables;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::types::well_known::{I64, INDEX};
use irtrip_dialect::{Body, Context, Module, Op, Type};

/// Normalizes a module.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// irtrip_diff::normalize(&ctx, &mut module);
/// assert_eq!(module.ops().count(), 0);
/// ```
pub fn normalize(ctx: &Context, module: &mut Module) {
    if let Some(separate) = separate_tables(ctx, module) {
        *module = separate;
    }
    let mut upgraded = Cow::Borrowed(&*module);
    irtrip_export::upgrade_strict_calls(ctx, &mut upgraded);
    if let Cow::Owned(upgraded) = upgraded {
        *module = upgraded;
    }
    let layout = normalize_layout(ctx, module);
    module.attrs = ctx.with_entry(module.attrs, IRTRIP_DECLARATIONS, None);
    spellings::comdats(ctx, module);
    spellings::drop_own_declarations(ctx, module);
    module_level::join_lists(ctx, module);
    module_level::drop_unnamed_tags(ctx, module);
    module_level::drop_constants(module);
    drop_unused_comdats(ctx, module);
    let resources = module.resources.blobs();
    for body in module.body.all_nested_mut() {
        debug_records::restore_stand_ins(ctx, body);
        drop_idle_casts(ctx, body);
        edges::join(ctx, body);
        irtrip_export::drop_unused_results(body);
        spellings::static_indices(ctx, body);
        spellings::calls(ctx, body);
        constants::normalize(ctx, &resources, body);
        spellings::intrinsics(ctx, body);
        place_records(ctx, body);
    }
    let globals: Vec<Op> = module.ops().collect();
    for op in globals {
        spellings::entity(ctx, &resources, &mut module.body, op);
        if is_local(ctx, &module.body, op) {
            module.body.set_attrs(op, ctx.with_entry(module.body.attrs(op), DSO_LOCAL, Some(UNIT)));
        }
    }
    for body in module.body.all_nested_mut() {
        for op in (0..body.op_count()).map(Op::new) {
            normalize_attributes(ctx, &layout, body, op);
            spellings::operation(ctx, body, op);
        }
    }
}

/// Brings a module's data layout and its specification into one form. Returns it.
fn normalize_layout(ctx: &Context, module: &mut Module) -> Layout {
    drop_own_layout(ctx, module);
    let layout = module_layout(ctx, module.attrs).map(|l| ctx.text(l)).unwrap_or_default();
    let triple = ctx.string_entry(module.attrs, LLVM_TARGET_TRIPLE);
    // LLVM's readers upgrade what an exporter wrote of a specification.
    let layout = triple.map_or_else(|| layout.to_string(), |triple| upgraded(&layout, &ctx.text(triple)));
    let has_index = |spec| has_type_entry(ctx, spec, INDEX);
    if !layout.is_empty() && !ctx.entry(module.attrs, DLTI_DL_SPEC).is_some_and(has_index) {
        // The specification is that of the string.
        let string = ctx.string_attr(&layout);
        let attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, Some(string));
        module.attrs = ctx.with_entry(attrs, DLTI_DL_SPEC, Some(dl_spec(ctx, &layout)));
    }
    Layout::new(&layout)
}

/// Gives an operation the attributes that go without saying.
fn normalize_attributes(ctx: &Context, layout: &Layout, body: &mut Body, op: Op) {
    // An instruction of constants in a function is one either way.
    let mut attrs = ctx.with_entry(body.attrs(op), IRTRIP_INSTRUCTION, None);
    if ctx.string_entry(attrs, SYNCSCOPE) == Some(EMPTY) {
        attrs = ctx.with_entry(attrs, SYNCSCOPE, None);
    }
    if body.name(op) == llvm::INLINE_ASM && ctx.entry(attrs, ASM_DIALECT).is_none() {
        attrs = ctx.with_entry(attrs, ASM_DIALECT, Some(ctx.int_attr(I64, 0)));
    }
    let is_aligned = ctx.int_entry(attrs, ALIGNMENT).is_some_and(|bytes| bytes != 0);
    if let Some(alignment) = natural(ctx, layout, body, op).filter(|_| !is_aligned) {
        attrs = ctx.with_entry(attrs, ALIGNMENT, Some(ctx.int_attr(I64, alignment as i64)));
    }
    body.set_attrs(op, attrs);
}

/// Whether a module has constant expressions that LLVM folds where it reads them.
pub(crate) fn has_folds(ctx: &Context, module: &Module) -> bool {
    let resources = module.resources.blobs();
    module.body.all_nested().iter().any(|body| constants::has_folds(ctx, &resources, body))
}

/// Makes one operation of each constant of a module, and an attribute of each variable's value.
pub(crate) fn normalize_constants(ctx: &Context, module: &mut Module) {
    let resources = module.resources.blobs();
    module.body.all_nested_mut().iter_mut().for_each(|body| constants::normalize(ctx, &resources, body));
    let globals: Vec<Op> = module.ops().collect();
    globals.into_iter().for_each(|op| spellings::value(ctx, &resources, &mut module.body, op));
}

/// Drops a data layout that is LLVM's default.
fn drop_own_layout(ctx: &Context, module: &mut Module) {
    let spec = DLTI_DL_SPEC;
    let own = layout_text(ctx, ctx.dictionary(&[(spec, dl_spec(ctx, ""))])).map(|text| ctx.string_attr(&text));
    if own.is_some() && ctx.entry(module.attrs, LLVM_DATA_LAYOUT) == own {
        let attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, None);
        module.attrs = ctx.with_entry(attrs, spec, Some(dl_spec(ctx, "")));
    }
}

/// Whether a variable, alias or function cannot be another module's: by its linkage or its visibility.
fn is_local(ctx: &Context, body: &Body, op: Op) -> bool {
    if !matches!(body.name(op), global_values::GLOBAL | global_values::ALIAS | global_values::FUNC) {
        return false;
    }
    let visibility: Visibility = body.attr(ctx, op, VISIBILITY).and_then(|v| ctx.enum_value(v)).unwrap_or_default();
    linkage(ctx, body, op).implies_dso_local(visibility)
}

/// The linkage of a module-level operation; `external` where it has none.
fn linkage(ctx: &Context, body: &Body, op: Op) -> Linkage {
    body.attr(ctx, op, LINKAGE).and_then(|linkage| ctx.enum_value(linkage)).unwrap_or_default()
}

/// The alignment of an access that names none; `None` where the operation is no access.
fn natural(ctx: &Context, layout: &Layout, body: &Body, op: Op) -> Option<u64> {
    let operand = |place: usize| -> Option<Type> { Some(body.value_type(*body.operands(op).get(place)?)) };
    Some(match body.name(op) {
        llvm::LOAD => layout.abi_alignment(ctx, body.value_type(body.result(op)?)),
        llvm::STORE => layout.abi_alignment(ctx, operand(0)?),
        llvm::ALLOCA => layout.preferred_alignment(ctx, ctx.type_value(body.attr(ctx, op, ELEM_TYPE)?)?),
        llvm::ATOMICRMW | llvm::CMPXCHG => layout.store_size(ctx, operand(1)?).max(1),
        _ => return None,
    })
}
