//! Step 6: what older releases wrote, as LLVM 22 has it.
//!
//! 1. what `crate::passes` lists, once all metadata is read: module flags (`module_flags`), access tags (`tbaa`), NVVM's
//!    annotations of functions (`nvvm_annotations`) and others.
//! 2. [`Upgrade`], for each function header: whether it declares an intrinsic of another name or signature;
//!    `irtrip_dialect::intrinsics::older` has a row for each.
//! 3. `calls`, for each call of an old intrinsic, once the call is read: `expansions` has the instructions in place of
//!    those that are no intrinsics any more (`shuffles` those of shuffles by a number), `amdgpu_atomics` those that are updates of memory, `lifetimes` the markers
//!    with a size. A call is upgraded when it is read
//!    and not when its function is finished: its result may have another type, and constants are in the order in which
//!    the current calls use them.
//! 4. `constant_expressions`, for each use of one that is an instruction today, once the constant is read.
//! 5. `element_types`, for each call whose arguments were typed pointers, and `label_constraints`, for each `callbr`.
//! 6. the data layout (`irtrip_dialect::data_layout::upgrade`), once the whole text is read.

pub(crate) mod amdgpu_atomics;
pub(crate) mod calls;
pub(crate) mod constant_expressions;
pub(crate) mod debug_info;
pub(crate) mod element_types;
pub(crate) mod expansions;
pub(crate) mod label_constraints;
mod lifetimes;
pub(crate) mod module_flags;
pub(crate) mod nvvm_annotations;
mod shuffles;
pub(crate) mod tbaa;

use smallvec::SmallVec;

use irtrip_dialect::intrinsics::{lookup_intrinsic, mangled_name, overload_types};
use irtrip_dialect::release::Releases;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Context, Str, Type, TypeData};

pub(crate) use calls::{ArgumentValue, CallArgument};
pub(crate) use expansions::ExpansionScope;
use expansions::{Expansion, expansion};
use irtrip_dialect::intrinsics::older::{Argument, NAMED_STRUCT, NO_INTRINSIC, Replacement, UpgradeRow, rows};

/// What an old intrinsic is today.
#[derive(Clone, Copy)]
pub(crate) struct Upgrade {
    row: &'static UpgradeRow,
    /// Its name and type; none where each call decides.
    pub replacement: Option<(Str, Type)>,
    /// Its own type.
    old: Type,
    /// The instructions in place of a call, where it is no intrinsic today.
    expansion: Option<Expansion>,
}

impl Upgrade {
    /// Whether calls are written with another signature than the old one, whichever release they are written for.
    pub fn changes_signature(&self) -> bool {
        self.row.instead.is_none()
            && self.expansion.is_none()
            && self.replacement.is_some_and(|(_, replacement)| replacement != self.old)
    }

    /// What a function that is declared with this name and type is today; `None` where it is no old intrinsic.
    pub fn of(ctx: &Context, name: &[u8], ty: Type) -> Option<Upgrade> {
        if let Some(upgrade) = Upgrade::of_named_struct(ctx, name, ty) {
            return Some(upgrade);
        }
        // A name that is LLVM 22's own, with its types, is not an older release's.
        let full = |known| mangled_name(ctx, &known, &overload_types(ctx, &known, ty)?);
        let is_current = lookup_intrinsic(name).and_then(full).is_some_and(|full| full.as_bytes() == name);
        let TypeData::LlvmFunction { result, params, vararg: false } = ctx.type_data(ty) else { return None };
        let mut rows = old_rows(name).iter().filter(|row| row.floats || !is_current);
        let upgrade = rows.find_map(|row| upgrade_by(row, ctx, *result, params, ty));
        upgrade.or_else(|| Upgrade::of_expansion(ctx, name, ty))
    }

    /// Whether a function with this name may be an old intrinsic; its type decides.
    pub fn may_be_of(name: &[u8]) -> bool {
        let expanded = name.strip_prefix(b"llvm.").and_then(|name| std::str::from_utf8(name).ok());
        !old_rows(name).is_empty() || expanded.is_some_and(expansions::may_have_expansion)
    }

    /// What an intrinsic is that is plain instructions today.
    fn of_expansion(ctx: &Context, name: &[u8], old: Type) -> Option<Upgrade> {
        let name = std::str::from_utf8(name.strip_prefix(b"llvm.")?).ok()?;
        Some(Upgrade { row: &NO_INTRINSIC, replacement: None, old, expansion: Some(expansion(ctx, name, old)?) })
    }

    /// What an intrinsic that returns a struct with a name is today.
    fn of_named_struct(ctx: &Context, name: &[u8], old: Type) -> Option<Upgrade> {
        let TypeData::LlvmFunction { result, params, vararg: false } = ctx.type_data(old) else { return None };
        let TypeData::IdentifiedStruct { .. } = ctx.type_data(*result) else { return None };
        let known = lookup_intrinsic(name)?;
        if overload_types(ctx, &known, old).is_some() {
            return None;
        }
        let (packed, fields) = ctx.struct_elements(*result)?;
        let ty = ctx.llvm_function_type(ctx.literal_struct(packed, fields), params, false);
        let full = mangled_name(ctx, &known, &overload_types(ctx, &known, ty)?)?;
        Some(Upgrade { row: &NAMED_STRUCT, replacement: Some((ctx.str(&full), ty)), old, expansion: None })
    }

    /// The declaration that LLVM makes first of a lifetime marker with a size, of the size alone, and forgets about.
    pub fn left_over(&self, ctx: &Context) -> Option<(Str, Type)> {
        let (Replacement::Lifetime(now), TypeData::LlvmFunction { params, .. }) =
            (self.row.replacement, ctx.type_data(self.old))
        else {
            return None;
        };
        let (known, size) = (lookup_intrinsic(format!("llvm.{now}").as_bytes())?, params.get(..1)?);
        let name = mangled_name(ctx, &known, size)?;
        Some((ctx.str(&name), ctx.llvm_function_type(types::VOID, size, false)))
    }

    /// The releases that have the older one and not the current, where they are known.
    fn releases(&self) -> Option<Releases> {
        self.row.instead
    }

    /// Whether only the name is another: the arguments and attributes of the call stay.
    fn is_rename(&self) -> bool {
        matches!(self.row.arguments, [Argument::Rest]) && self.row.keeps.all()
    }
}

/// The rows of an intrinsic that is called by a name, types and all, which may be old.
pub(crate) fn old_rows(name: &[u8]) -> &'static [UpgradeRow] {
    let name = name.strip_prefix(b"llvm.").and_then(|name| std::str::from_utf8(name).ok());
    name.map(rows).unwrap_or_default()
}

/// The full name of the current intrinsic of a type, and the type.
fn named(ctx: &Context, now: &str, ty: Type) -> Option<(Str, Type)> {
    let known = lookup_intrinsic(format!("llvm.{now}").as_bytes())?;
    let open = overload_types(ctx, &known, ty)?;
    Some((ctx.str(&mangled_name(ctx, &known, &open)?), ty))
}

/// What an intrinsic of these types is today, if the row is about it.
fn upgrade_by(row: &'static UpgradeRow, ctx: &Context, result: Type, params: &[Type], old: Type) -> Option<Upgrade> {
    if row.given.is_some_and(|given| usize::from(given) != params.len()) {
        return None;
    }
    if row.floats && !matches!(ctx.type_data(ctx.scalar_type(result)), TypeData::Float(_)) {
        return None;
    }
    if matches!(row.replacement, Replacement::Void(_)) && result == types::VOID {
        return None;
    }
    let types = types_by(row, ctx, params)?;
    let result = if matches!(row.replacement, Replacement::Void(_)) { types::VOID } else { result };
    let ty = ctx.llvm_function_type(result, &types, false);
    let replacement = match row.replacement {
        Replacement::Is(now) | Replacement::Void(now) => Some(named(ctx, now, ty)?).filter(|_| !row.by_call),
        Replacement::Same => None,
        Replacement::AtomicRmw(_) if amdgpu_atomics::is_update(ctx, result, params) => None,
        Replacement::AtomicRmw(_) => return None,
        Replacement::BySign { negative, .. } => named(ctx, negative, ty).map(|_| None)?,
        Replacement::Lifetime(now) => {
            ctx.int_width(*params.first()?)?;
            named(ctx, now, ty).map(|_| None)?
        }
    };
    Some(Upgrade { row, replacement, old, expansion: None })
}

/// The types of the current arguments.
fn types_by(row: &UpgradeRow, ctx: &Context, params: &[Type]) -> Option<SmallVec<[Type; 8]>> {
    let mut types = SmallVec::new();
    let mut next = 0;
    for argument in row.arguments {
        let at = |place: u8| params.get(usize::from(place)).copied();
        match argument {
            Argument::Old(place) | Argument::Aligned(place, _) | Argument::Magnitude(place) => types.push(at(*place)?),
            Argument::Resized(place, width) => {
                ctx.int_width(at(*place)?)?;
                types.push(ctx.int_type(*width));
            }
            Argument::Rest => types.extend_from_slice(params.get(next..)?),
            Argument::False => types.push(types::I1),
            Argument::Int(_) => types.push(types::I32),
            Argument::Null => types.push(types::PTR),
            Argument::NoToken => types.push(types::TOKEN),
        }
        next = argument.next(next);
    }
    Some(types)
}
