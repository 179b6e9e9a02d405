//! Step 2: the globals and comdats of a module, and their names.

use irtrip_dialect::attribute_set::MemoryEffects;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Global, Inst, LlvmForm};
use irtrip_dialect::{Attr, Context, ContextDialects, Module, Op, OpNameDefinition, Str, Type, TypeData};
use rustc_hash::FxHashSet;

use crate::function::error_in;

use super::{GlobalValue, IndexPlace, ModuleContents, Symbol, SymbolTable, ZeroIndices};
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ExportCode};

/// Sorts the module's operations. An operation LLVM IR has nothing for is an error.
pub fn contents<'a>(ctx: &'a Context, module: &'a Module) -> DiagnosticResult<ModuleContents<'a>> {
    let mut found = ModuleContents::default();
    let body = &module.body;
    let (ctors, dtors) = (ctx.str("llvm.global_ctors"), ctx.str("llvm.global_dtors"));
    for op in module.ops() {
        let attrs = body.attrs(op);
        let form = body.name(op).def().map(|d| d.llvm);
        let kind = match form {
            Some(LlvmForm::Global(kind)) => kind,
            // LLVM IR has constants where they are used.
            Some(LlvmForm::Constant(_)) => continue,
            _ => return Err(unknown(ctx, module, op)),
        };
        let global = |name: Option<Str>| match name {
            Some(name) => Ok(GlobalValue { op: Some(op), attrs, body: body.nested(op), name, loc: body.loc(op) }),
            None => {
                let mut error = Diagnostic::new(ExportCode::Attribute("sym_name"), body.loc(op));
                error.operation = Some(ctx.op_name_str(body.name(op)).into());
                Err(Box::new(error))
            }
        };
        let named = || global(ctx.string_entry(attrs, SYM_NAME));
        match kind {
            Global::Func => found.functions.push(named()?),
            Global::Variable => found.variables.push(named()?),
            Global::Ctors => found.variables.push(global(Some(ctors))?),
            Global::Dtors => found.variables.push(global(Some(dtors))?),
            Global::Alias => found.aliases.push(named()?),
            Global::IFunc => found.ifuncs.push(named()?),
            Global::Comdat => comdats(ctx, module, op, &mut found),
            // They belong into a comdat or are metadata.
            Global::ComdatSelector | Global::ModuleFlags | Global::LinkerOptions => {}
        }
    }
    join_structors(ctx, &mut found.variables, ctors, CTORS)?;
    join_structors(ctx, &mut found.variables, dtors, DTORS)?;
    declarations(ctx, module, &mut found);
    Ok(found)
}

/// Joins the lists of constructors or destructors, of which LLVM IR has one each, in the last. One whose elements are in a
/// preserved attribute or in the region of a variable is joined with none.
fn join_structors(
    ctx: &Context,
    variables: &mut Vec<GlobalValue<'_>>,
    name: Str,
    functions: Str,
) -> DiagnosticResult<()> {
    let lists: Vec<GlobalValue> = variables.iter().filter(|variable| variable.name == name).copied().collect();
    if lists.len() < 2 {
        return Ok(());
    }
    let is_whole = |list: &GlobalValue| {
        ctx.entry(list.attrs, IRTRIP_INITIALIZER).is_some() || ctx.entry(list.attrs, functions).is_none()
    };
    if lists.iter().any(is_whole) {
        return Err(error_in(ctx, &lists[1], ExportCode::SecondList));
    }
    let items = |key| lists.iter().filter_map(move |list| ctx.entry(list.attrs, key)).flat_map(|list| ctx.items(list));
    let mut joined = lists[0];
    for key in [functions, PRIORITIES, DATA] {
        let items: Vec<Attr> = items(key).copied().collect();
        joined.attrs = ctx.with_entry(joined.attrs, key, Some(ctx.array(&items)));
    }
    let mut others = lists.len();
    variables.retain_mut(|variable| {
        if variable.name == name {
            others -= 1;
            *variable = joined;
        }
        variable.name != name || others == 0
    });
    Ok(())
}

fn unknown(ctx: &Context, module: &Module, op: Op) -> Box<Diagnostic> {
    let name = ctx.op_name_str(module.body.name(op)).into_owned();
    Box::new(Diagnostic::new(ExportCode::Operation(name), module.body.loc(op)))
}

fn comdats(ctx: &Context, module: &Module, op: Op, found: &mut ModuleContents) {
    let body = &module.body;
    let (inner, regions) = match body.nested(op) {
        Some(nested) => (nested, nested.regions()),
        None => (body, body.op_regions(op)),
    };
    for block in regions.iter().flat_map(|r| inner.blocks(*r)) {
        for selector in inner.ops(*block) {
            let name = inner.string_attr(ctx, selector, SYM_NAME);
            let kind = inner.attr(ctx, selector, COMDAT).and_then(|k| ctx.enum_value(k));
            if let (Some(name), Some(kind)) = (name, kind) {
                found.comdats.insert(name, kind);
            }
        }
    }
}

/// Puts the preserved declarations at their places among the functions.
fn declarations(ctx: &Context, module: &Module, found: &mut ModuleContents) {
    let Some(preserved) = ctx.entry(module.attrs, IRTRIP_DECLARATIONS) else { return };
    let globals = [&found.functions, &found.variables, &found.aliases, &found.ifuncs].into_iter().flatten();
    let mut declared: FxHashSet<Str> = globals.map(|global| global.name).collect();
    let mut positioned: Vec<(usize, GlobalValue)> = Vec::new();
    for attrs in ctx.items(preserved) {
        let position = ctx.int_entry(*attrs, IRTRIP_POSITION);
        let position = position.and_then(|p| usize::try_from(p).ok()).unwrap_or(usize::MAX);
        // A pass may have added the function, and each of two modules may declare it.
        let name = ctx.string_entry(*attrs, SYM_NAME);
        if let Some(name) = name.filter(|name| declared.insert(*name)) {
            let loc = irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
            positioned.push((position, GlobalValue { op: None, attrs: *attrs, body: None, name, loc }));
        }
    }
    positioned.sort_by_key(|p| p.0);
    let mut merged = Vec::with_capacity(found.functions.len() + positioned.len());
    let mut preserved = positioned.into_iter().peekable();
    for function in std::mem::take(&mut found.functions) {
        while let Some((_, global)) = preserved.next_if(|(position, _)| *position <= merged.len()) {
            merged.push(global);
        }
        merged.push(function);
    }
    merged.extend(preserved.map(|(_, global)| global));
    found.functions = merged;
}

/// The widths of the indices of the addresses of first elements, of a module with these attributes.
pub fn zero_indices(ctx: &Context, module: Attr) -> ZeroIndices {
    let kept = ctx.entry(module, IRTRIP_ZERO_INDICES).map(|list| ctx.items(list)).unwrap_or_default();
    let widths = kept.iter().filter_map(|entry| match ctx.items(*entry) {
        [symbol, widths, whose @ ..] => {
            let widths = ctx.dense_array(*widths)?.to_vec();
            let place = match whose.first() {
                None => IndexPlace::Initializers,
                Some(user) => ctx.symbol_value(*user).map_or(IndexPlace::Bodies, IndexPlace::User),
            };
            Some(((ctx.symbol_value(*symbol)?, place, widths.len()), widths))
        }
        _ => None,
    });
    widths.collect()
}

/// The names of all globals. Those without a name in LLVM IR are numbered: variables, aliases, ifuncs, functions.
///
/// A function that says no other is in the `program_space`.
pub fn symbols(ctx: &Context, contents: &ModuleContents, program_space: u32) -> SymbolTable {
    let mut table = SymbolTable::default();
    let mut next = 0;
    let mut add = |global: &GlobalValue, address: Type, key: Str, function: Option<u32>| {
        let value_type = [IRTRIP_TYPE, key].into_iter().find_map(|key| ctx.entry(global.attrs, key));
        let value_type = value_type.and_then(|ty| ctx.type_value(ty));
        // Upstream's import leaves functions without names theirs, the empty one.
        // An intrinsic is what its name says.
        let may_be_unnamed = !ctx.bytes(global.name).starts_with(b"llvm.");
        let has_no_name = global.name == EMPTY || may_be_unnamed && ctx.entry(global.attrs, IRTRIP_UNNAMED).is_some();
        let number = has_no_name.then_some(next);
        next += u32::from(number.is_some());
        table.insert(global.name, Symbol { number, address, value_type, function });
    };
    let space_or = |attrs: Attr, key: Str, usual: u32| {
        let space = ctx.int_entry(attrs, key);
        ctx.ptr_type(space.map_or(usual, |space| u32::try_from(space).unwrap_or(0)))
    };
    let space = |attrs: Attr, key: Str| space_or(attrs, key, 0);
    for global in &contents.variables {
        add(global, space(global.attrs, ADDR_SPACE), GLOBAL_TYPE, None);
    }
    for global in &contents.aliases {
        let address = returned_type(ctx, global).unwrap_or(irtrip_dialect::types::well_known::PTR);
        add(global, address, ALIAS_TYPE, None);
    }
    for global in &contents.ifuncs {
        add(global, space(global.attrs, ADDRESS_SPACE), I_FUNC_TYPE, None);
    }
    for (i, global) in contents.functions.iter().enumerate() {
        let address = space_or(global.attrs, IRTRIP_ADDRESS_SPACE, program_space);
        add(global, address, FUNCTION_TYPE, Some(i as u32));
    }
    for global in &contents.functions {
        table.set_effects(global.name, MemoryEffects::of_function(ctx, global.attrs));
    }
    table
}

/// The type of what an initializer's region returns: an alias is in the address space of its aliasee.
fn returned_type(ctx: &Context, global: &GlobalValue) -> Option<Type> {
    let body = global.body?;
    let block = body.regions().first().and_then(|r| body.blocks(*r).first())?;
    let last = body.last_op(*block)?;
    let is_return = matches!(body.name(last).def()?.llvm, LlvmForm::Inst(Inst::Return));
    let value = body.operands(last).first().filter(|_| is_return)?;
    let ty = body.value_type(*value);
    matches!(ctx.type_data(ty), TypeData::Pointer { .. }).then_some(ty)
}
