//! The rules of LLVM's assembly parser and verifier for the headers of globals and functions: linkage, visibility, DLL storage,
//! comdats, calling conventions, and what aliases and ifuncs stand for. LangRef, "Global Values".

use rustc_hash::FxHashMap;

use irtrip_dialect::enums::{CallingConvention, DllStorageClass, Linkage, Visibility};
use irtrip_dialect::names::*;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, Str, Type, TypeData};

use crate::attribute_cache::Entries;
use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::{Cursor, Name};
use crate::error::Res;
use crate::global_values::variables::{GlobalReader, Prefix, symbol_of};
use crate::tables::type_predicates::{is_pointee, is_scalable};

/// An alias and what it stands for.
pub(crate) struct Alias {
    name: Str,
    base: Option<Str>,
    linkage: Linkage,
    at: usize,
}

/// Which words of a prefix go together; `at` is the place of the error.
pub(crate) fn check_prefix(c: &mut Cursor<'_>, prefix: &Prefix, at: usize) -> Res<()> {
    if prefix.dso_local && prefix.dll_storage == DllStorageClass::Import {
        return c.error_here("dso_location and DLL-StorageClass mismatch");
    }
    let local = prefix.linkage.is_local();
    if local && prefix.visibility != Visibility::Default {
        return c.error_at(at, "symbol with local linkage must have default visibility");
    }
    if local && prefix.dll_storage != DllStorageClass::Default {
        return c.error_at(at, "symbol with local linkage cannot have a DLL storage class");
    }
    Ok(())
}

/// The linkage of a function that is defined, or declared.
pub(crate) fn check_function_linkage(c: &Cursor<'_>, linkage: Linkage, define: bool, at: usize) -> Res<()> {
    match (linkage, define) {
        (Linkage::Appending | Linkage::Common, _) => c.error_at(at, "invalid function linkage type"),
        (Linkage::ExternWeak, true) => c.error_at(at, "invalid linkage for function definition"),
        _ if define || linkage.is_declaration_linkage() => Ok(()),
        _ => c.error_at(at, "invalid linkage for function declaration"),
    }
}

/// Whether a symbol may have its DLL storage class; `declared` is whether its definition is elsewhere.
pub(crate) fn check_storage(c: &Cursor<'_>, prefix: &Prefix, declared: bool, at: usize) -> Res<()> {
    let external = declared && prefix.linkage.is_declaration_linkage();
    match prefix.dll_storage {
        DllStorageClass::Import if prefix.visibility != Visibility::Default => {
            c.error_at(at, "dllimport GlobalValue must have default visibility")
        }
        DllStorageClass::Import if !external && prefix.linkage != Linkage::AvailableExternally => {
            c.error_at(at, "Global is marked as dllimport, but not external")
        }
        DllStorageClass::Export if prefix.visibility == Visibility::Hidden => {
            c.error_at(at, "dllexport GlobalValue must have default or protected visibility")
        }
        DllStorageClass::Default | DllStorageClass::Import | DllStorageClass::Export => Ok(()),
    }
}

/// A declaration is in no comdat.
pub(crate) fn check_comdat(c: &Cursor<'_>, at: usize, entries: &Entries, linkage: Linkage, declared: bool) -> Res<()> {
    let has = entries.iter().any(|e| e.0 == COMDAT);
    if has && (declared || linkage == Linkage::AvailableExternally) {
        return c.error_at(at, "Declaration may not be in a Comdat!");
    }
    Ok(())
}

/// The type of a variable.
pub(crate) fn check_variable_type(
    (ctx, c): (&Context, &Cursor<'_>),
    whole_at: usize,
    ty: Type,
    linkage: Linkage,
    at: usize,
) -> Res<()> {
    if !is_pointee(ctx, ty) {
        return c.error_at(at, "invalid type for global variable");
    }
    if is_scalable(ctx, ty) {
        return c.error_at(whole_at, "Globals cannot contain scalable types");
    }
    if linkage == Linkage::Appending && !matches!(ctx.type_data(ty), TypeData::Array { .. }) {
        return c.error_at(whole_at, "Only global arrays can have appending linkage!");
    }
    Ok(())
}

/// The alignment of a global or function.
pub(crate) fn check_alignment(c: &Cursor<'_>, value: u64, at: usize) -> Res<()> {
    if !value.is_power_of_two() {
        return c.error_at(at, "alignment is not a power of two");
    }
    if value > 1 << 32 {
        return c.error_at(at, "huge alignments are not supported yet");
    }
    Ok(())
}

/// The type of a function's result, at its place.
pub(crate) fn check_result((ctx, c): (&Context, &Cursor<'_>), ty: Type, at: usize) -> Res<()> {
    if matches!(ctx.type_data(ty), TypeData::LlvmFunction { .. } | TypeData::Label | TypeData::Metadata) {
        return c.error_at(at, "invalid function return type");
    }
    Ok(())
}

/// The type of a function's parameter, at its place.
pub(crate) fn check_parameter_type((ctx, c): (&Context, &Cursor<'_>), ty: Type, at: usize) -> Res<()> {
    if !ctx.is_first_class(ty) || matches!(ctx.type_data(ty), TypeData::Label) {
        return c.error_at(at, "invalid type for function argument");
    }
    Ok(())
}

/// The linkage of an alias.
pub(crate) fn check_alias_linkage(c: &Cursor<'_>, at: usize, linkage: Linkage) -> Res<()> {
    if matches!(linkage, Linkage::Appending | Linkage::ExternWeak | Linkage::Common) {
        return c.error_at(at, "invalid linkage type for alias");
    }
    Ok(())
}

/// The rules for `common` variables, and for those whose names are LLVM's own.
pub(crate) fn check_variable(
    reader: &GlobalReader<'_, '_>,
    name: &Name<'_>,
    linkage: Linkage,
    initializer: Option<ConstId>,
    entries: &Entries,
) -> Res<()> {
    let (ctx, c, pool) = (reader.ctx, &reader.c, &reader.constants.pool);
    let has = |key: Str| entries.iter().any(|e| e.0 == key);
    let at = reader.at;
    if linkage == Linkage::Common {
        let zero = |id: ConstId| matches!(pool.kind(id), ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0));
        if !initializer.is_none_or(zero) {
            return c.error_at(at, "'common' global must have a zero initializer!");
        }
        if has(CONSTANT) {
            return c.error_at(at, "'common' global may not be marked constant!");
        }
        if has(COMDAT) {
            return c.error_at(at, "'common' global may not be in a Comdat!");
        }
    }
    let Name::Named(name) = name else { return Ok(()) };
    let Some(own) = name.strip_prefix(b"llvm.") else { return Ok(()) };
    let lists = matches!(own, b"global_ctors" | b"global_dtors");
    if !lists && !matches!(own, b"used" | b"compiler.used") {
        return Ok(());
    }
    if initializer.is_some() && linkage != Linkage::Appending {
        return c.error_at(at, "invalid linkage for intrinsic global variable");
    }
    let ty = initializer.map(|id| pool.ty(id));
    let Some(TypeData::Array { element, .. }) = ty.map(|ty| ctx.type_data(ty)) else { return Ok(()) };
    let is_pointer = |ty: Type| matches!(ctx.type_data(ty), TypeData::Pointer { .. });
    let elements = ctx.struct_elements(*element).map(|s| s.1).unwrap_or_default();
    let fits = match elements {
        [priority, function, ..] if lists => *priority == wk::I32 && is_pointer(*function) && elements.len() <= 3,
        _ => !lists && is_pointer(*element),
    };
    if !fits {
        return c.error_at(at, "wrong type for intrinsic global variable");
    }
    if lists && elements.len() == 2 {
        let wrong = "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted \
                     2-field form";
        return c.error_at(at, wrong);
    }
    Ok(())
}

/// The rules of LLVM's verifier for a function's type; intrinsics alone take and give tokens and their kin.
pub(crate) fn check_function_type(
    (ctx, c): (&Context, &Cursor<'_>),
    at: usize,
    name: &Name<'_>,
    cconv: CallingConvention,
    ty: Type,
) -> Res<()> {
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return Ok(()) };
    if *result != wk::VOID && cconv.has_no_result() {
        return c.error_at(at, "Calling convention requires void return type");
    }
    if *vararg && !cconv.may_be_variadic() {
        let wrong = "Calling convention does not support varargs or perfect forwarding!";
        return c.error_at(at, wrong);
    }
    if matches!(name, Name::Named(name) if name.starts_with(b"llvm.")) {
        return Ok(());
    }
    let odd = |ty: Type| match ctx.type_data(ty) {
        TypeData::Token => Some("token"),
        TypeData::Metadata => Some("metadata"),
        TypeData::X86Amx => Some("x86_amx"),
        _ => None,
    };
    if let Some(odd) = params.iter().find_map(|p| odd(*p)) {
        return c.error_at(at, format!("Function takes {odd} but isn't an intrinsic"));
    }
    if let Some(odd) = odd(*result) {
        let article = if odd == "token" { "a " } else { "" };
        return c.error_at(at, format!("Function returns {article}{odd} but isn't an intrinsic"));
    }
    Ok(())
}

/// What an alias or ifunc stands for must be a pointer.
pub(crate) fn check_aliasee_type(reader: &GlobalReader<'_, '_>, aliasee: ConstId, at: usize) -> Res<()> {
    match reader.ctx.type_data(reader.constants.pool.ty(aliasee)) {
        TypeData::Pointer { .. } => Ok(()),
        _ => reader.c.error_at(at, "An alias or ifunc must have pointer type"),
    }
}

/// What an alias stands for; that no circle is made of them is found once all are known.
pub(crate) fn note_alias<'a>(
    reader: &mut GlobalReader<'_, 'a>,
    name: &Name<'a>,
    aliasee: ConstId,
    linkage: Linkage,
) -> Res<()> {
    match reader.constants.pool.kind(aliasee) {
        ConstKind::Null | ConstKind::Undef | ConstKind::Poison => {
            return reader.c.error_at(reader.at, "Aliasee should be either GlobalValue or ConstantExpr");
        }
        _ => {}
    }
    let base = symbol_of(&reader.constants.pool, aliasee);
    if linkage != Linkage::AvailableExternally && base.is_some_and(|base| reader.tables.symbols.is_declared(base)) {
        return reader.c.error_at(reader.at, "Alias must point to a definition");
    }
    let Some(symbol) = reader.tables.symbols.get(name) else { return Ok(()) };
    reader.aliases.push(Alias { name: symbol.name, base, linkage, at: reader.at });
    Ok(())
}

/// Aliases make no circle, and stand for no alias that may be replaced.
pub(crate) fn check_aliases(c: &Cursor<'_>, aliases: &[Alias]) -> Res<()> {
    let by_name: FxHashMap<Str, &Alias> = aliases.iter().map(|a| (a.name, a)).collect();
    // By alias: the one from which it was reached first. What follows one reached before is known to be right.
    let mut reached: FxHashMap<Str, Str> = FxHashMap::default();
    for alias in aliases {
        let mut base = Some(alias.name);
        while let Some(next) = base.and_then(|base| by_name.get(&base)) {
            if next.name != alias.name && next.linkage.is_interposable() {
                return c.error_at(alias.at, "Alias cannot point to an interposable alias");
            }
            match reached.insert(next.name, alias.name) {
                Some(from) if from == alias.name => {
                    return c.error_at(alias.at, "Aliases cannot form a cycle");
                }
                Some(_) => break,
                None => base = next.base,
            }
        }
    }
    Ok(())
}

/// What resolves an ifunc is a function that is defined here and gives a pointer.
pub(crate) fn check_resolver(reader: &GlobalReader<'_, '_>, resolver: ConstId, linkage: Linkage) -> Res<()> {
    if matches!(linkage, Linkage::AvailableExternally | Linkage::Appending | Linkage::ExternWeak | Linkage::Common) {
        let wrong = "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!";
        return reader.c.error_at(reader.at, wrong);
    }
    let symbols = &reader.tables.symbols;
    let Some(base) = symbol_of(&reader.constants.pool, resolver) else { return Ok(()) };
    if symbols.is_alias(base) {
        return Ok(());
    }
    if !symbols.is_function(base) {
        return reader.c.error_at(reader.at, "IFunc must have a Function resolver");
    }
    if !symbols.is_defined(base) {
        return reader.c.error_at(reader.at, "IFunc resolver must be a definition");
    }
    let name = Name::Named(std::borrow::Cow::Borrowed(reader.ctx.bytes(base)));
    let ty = symbols.get(&name).and_then(|symbol| symbol.function);
    if let Some(TypeData::LlvmFunction { result, .. }) = ty.map(|ty| reader.ctx.type_data(ty))
        && !matches!(reader.ctx.type_data(*result), TypeData::Pointer { .. })
    {
        return reader.c.error_at(reader.at, "IFunc resolver must return a pointer");
    }
    Ok(())
}
