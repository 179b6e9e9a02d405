//! Step 7: what LLVM's verifier refuses, in its words. Its rules for functions, attribute lists, named metadata and aliases are
//! those of [`verify::llvm_ir`](irtrip_dialect::verify::llvm_ir), over the model; here they are asked of what is read, at its
//! place in the text. LangRef, "Global Values". What LLVM's parser refuses, the readers of steps 3 to 5 refuse.

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::Linkage;
use irtrip_dialect::metadata::MetadataGraph;
use irtrip_dialect::names::*;
use irtrip_dialect::{Context, Str, Type, TypeData};

use crate::attribute_cache::NamedAttrs;
use crate::errors::Errors;
use crate::global_values::variables::GlobalReader;
use crate::tables::metadata::NamedMetadata;
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};
use irtrip_dialect::types::predicates::is_function_result;
use irtrip_dialect::verify::llvm_ir::aliases::{Alias, aliasees, check_alias_cycles};
use irtrip_dialect::verify::llvm_ir::headers::GlobalWords;
use irtrip_dialect::verify::llvm_ir::named_metadata::check_list;
use irtrip_dialect::verify::llvm_ir::variables::Variable;

/// Which words before a global value go together; `at` is the place of the error.
pub(crate) fn check_words(c: &mut Cursor<'_>, words: &GlobalWords, at: usize) -> DiagnosticResult<()> {
    if words.is_local_import() {
        return c.error_here(ImportCode::DsoLocalMismatch);
    }
    c.check_at(at, words.check_local_linkage())
}

/// What a global value may not have that is defined here, or elsewhere.
pub(crate) fn check_linkage(
    (c, at): (&Cursor<'_>, usize),
    words: &GlobalWords,
    is_declaration: bool,
    entries: &NamedAttrs,
) -> DiagnosticResult<()> {
    if entries.iter().any(|entry| entry.0 == COMDAT) {
        c.check_at(at, words.check_comdat(is_declaration))?;
    }
    c.check_at(at, words.check_storage_class(is_declaration))
}

/// The alignment of a global or function.
pub(crate) fn check_alignment(c: &Cursor<'_>, value: u64, at: usize) -> DiagnosticResult<()> {
    if !value.is_power_of_two() {
        return c.error_at(at, ImportCode::AlignmentNotPowerOfTwo);
    }
    if value > 1 << 32 {
        return c.error_at(at, ImportCode::AlignmentTooLarge);
    }
    Ok(())
}

/// The type of a function's result, at its place.
pub(crate) fn check_result((ctx, c): (&Context, &Cursor<'_>), ty: Type, at: usize) -> DiagnosticResult<()> {
    if !is_function_result(ctx, ty) {
        return c.error_at(at, ImportCode::ReturnType);
    }
    Ok(())
}

/// The type of a function's parameter, at its place.
pub(crate) fn check_parameter_type((ctx, c): (&Context, &Cursor<'_>), ty: Type, at: usize) -> DiagnosticResult<()> {
    if !ctx.is_first_class(ty) || matches!(ctx.type_data(ty), TypeData::Label) {
        return c.error_at(at, ImportCode::FunctionArgumentType);
    }
    Ok(())
}

/// The linkage of an alias.
pub(crate) fn check_alias_linkage(c: &Cursor<'_>, at: usize, linkage: Linkage) -> DiagnosticResult<()> {
    if !linkage.is_for_alias() {
        return c.error_at(at, ImportCode::AliasLinkage);
    }
    Ok(())
}

/// The rules for `common` variables, and for those whose names are LLVM's own.
pub(crate) fn check_variable(
    reader: &GlobalReader<'_, '_>,
    name: &Name<'_>,
    linkage: Linkage,
    initializer: Option<ConstId>,
    entries: &NamedAttrs,
) -> DiagnosticResult<()> {
    let name: &[u8] = if let Name::Named(name) = name { name } else { b"" };
    let initializer = initializer.map(|id| (&reader.constants.pool, id));
    let has = |key: Str| entries.iter().any(|e| e.0 == key);
    let program_space = reader.tables.layout.program_space;
    let broken = Variable { name, linkage, program_space, initializer, has: &has }.check(reader.ctx);
    broken.map_or(Ok(()), |rule| reader.c.error_at(reader.at, rule))
}

/// What an alias or ifunc stands for must be a pointer.
pub(crate) fn check_aliasee_type(reader: &GlobalReader<'_, '_>, aliasee: ConstId, at: usize) -> DiagnosticResult<()> {
    match reader.ctx.type_data(reader.constants.pool.ty(aliasee)) {
        TypeData::Pointer { .. } => Ok(()),
        _ => reader.c.error_at(at, ImportCode::AliaseeType),
    }
}

/// What an alias stands for; the rules for that are asked once all aliases are known.
pub(crate) fn note_alias<'a>(
    reader: &mut GlobalReader<'_, 'a>,
    name: &Name<'a>,
    aliasee: ConstId,
    linkage: Linkage,
) -> DiagnosticResult<()> {
    match reader.constants.pool.data(aliasee) {
        ConstData::Zero | ConstData::Undef | ConstData::Poison => {
            return reader.c.error_at(reader.at, LlvmVerifyCode::AliaseeKind);
        }
        _ => {}
    }
    let base = reader.constants.pool.base_symbol(aliasee);
    let Some(symbol) = reader.tables.symbols.get(name) else { return Ok(()) };
    reader.aliases.push(Alias { name: symbol.name, base, linkage });
    reader.places_of_aliases.push(reader.at);
    Ok(())
}

/// What aliases stand for.
pub(crate) fn check_aliases(reader: &GlobalReader<'_, '_>) -> DiagnosticResult<()> {
    let wrong = check_alias_cycles(&reader.aliases, |base| reader.tables.symbols.is_declared(base));
    let errors = wrong.filter_map(|(place, wrong)| {
        let at = reader.places_of_aliases.get(place).copied().unwrap_or_default();
        reader.c.error_at::<()>(at, wrong).err()
    });
    reader.tables.errors.refuse(errors.map(|error| *error))?;
    if reader.resolving_aliases.is_empty() {
        return Ok(());
    }
    let aliasee = aliasees(&reader.aliases);
    let resolving = reader.resolving_aliases.iter();
    let wrong = resolving.filter_map(|(alias, at)| Some((*at, resolver_rule(reader, aliasee(*alias))?)));
    let errors = wrong.filter_map(|(at, rule)| reader.c.error_at::<()>(at, rule).err());
    reader.tables.errors.refuse(errors.map(|error| *error))
}

/// Module flags and the like, each list at its place in the text.
pub(crate) fn check_named_metadata(
    ctx: &Context,
    text: &[u8],
    graph: &MetadataGraph,
    named: &NamedMetadata,
    top_level: &[TopLevelEntity<'_>],
    errors: &Errors,
) -> DiagnosticResult<()> {
    let wrong = named.iter().filter_map(|(name, nodes)| Some((*name, check_list(ctx, graph, *name, nodes)?)));
    let errors_of_lists = wrong.filter_map(|(name, wrong)| {
        let lists = top_level.iter().filter(|entity| entity.kind == TopLevelKind::NamedMetadata);
        let is_named = |start: &usize| text.get(start + 1..).is_some_and(|rest| rest.starts_with(ctx.bytes(name)));
        let place = lists.map(|entity| entity.start).find(is_named).unwrap_or(0);
        Cursor::new(text, 0).error_at::<()>(place, wrong).err()
    });
    errors.refuse(errors_of_lists.map(|error| *error))
}

/// What resolves an ifunc is a function that is defined here and returns a pointer.
pub(crate) fn check_resolver(
    reader: &mut GlobalReader<'_, '_>,
    resolver: ConstId,
    linkage: Linkage,
) -> DiagnosticResult<()> {
    if !linkage.is_for_ifunc() {
        return reader.c.error_at(reader.at, LlvmVerifyCode::IFuncLinkage);
    }
    let symbols = &reader.tables.symbols;
    let Some(base) = reader.constants.pool.cast_symbol(reader.ctx, resolver) else { return Ok(()) };
    if symbols.is_alias(base) {
        reader.resolving_aliases.push((base, reader.at));
        return Ok(());
    }
    resolver_rule(reader, base).map_or(Ok(()), |rule| reader.c.error_at(reader.at, rule))
}

/// The rule that what resolves an ifunc breaks.
fn resolver_rule(reader: &GlobalReader<'_, '_>, resolver: Str) -> Option<LlvmVerifyCode> {
    let symbols = &reader.tables.symbols;
    if !symbols.is_function(resolver) {
        return Some(LlvmVerifyCode::IFuncResolver);
    }
    if !symbols.is_defined(resolver) {
        return Some(LlvmVerifyCode::IFuncResolverDeclared);
    }
    let name = Name::Named(std::borrow::Cow::Borrowed(reader.ctx.bytes(resolver)));
    let TypeData::LlvmFunction { result, .. } = reader.ctx.type_data(symbols.get(&name)?.function?) else {
        return None;
    };
    let is_pointer = matches!(reader.ctx.type_data(*result), TypeData::Pointer { .. });
    (!is_pointer).then_some(LlvmVerifyCode::IFuncResolverResult)
}
