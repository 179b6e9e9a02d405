//! Two modules made one, with what preserved attributes refer to.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::attr_table::{AttrKindDefinition, MODULE_FLAG};
use crate::attributes::AttrData;
use crate::body::{Body, Module, NewOp, Op};
use crate::context::{Attr, Context, Str};
use crate::names::*;
use crate::ops::global_values;
use irtrip_metadata::module_flags::MODULE_FLAGS;

/// The lists that a module has for what is in it: those of two modules are one after the other. `irtrip.attr_table` is not
/// among them, since reading leaves none.
const LISTS: [Str; 9] = [
    LLVM_MODULE_ASM,
    IRTRIP_MODULE_ASM,
    IRTRIP_NODES,
    IRTRIP_COMPLETED,
    IRTRIP_NAMED_METADATA,
    IRTRIP_DECLARATIONS,
    IRTRIP_OLDER_DECLARATIONS,
    IRTRIP_STRUCT_POINTEES,
    IRTRIP_ZERO_INDICES,
];

/// Named metadata of strings, which upstream's form has an attribute for as long as there is one.
const STRINGS: [&str; 2] = ["llvm.ident", "llvm.commandline"];

/// A list of which what both modules have counts once.
const LIBRARIES: &[u8] = b"llvm.dependent_libraries";

/// Adds what another module of the context has to a module. A declaration yields to a definition; a module flag, and an
/// attribute of the module other than a list, that both have is the first one's. As LLVM's linker does, it takes
/// `nocallback` from functions: what was not called back into is a part of the module now.
///
/// # Errors
/// Both define the symbol; nothing is changed.
///
/// ```
/// use irtrip_dialect::{Context, Module, preserved::append_module};
/// let (ctx, mut module) = (Context::new(), Module::new());
/// assert!(append_module(&ctx, &mut module, &Module::new()).is_ok());
/// ```
pub fn append_module(ctx: &Context, into: &mut Module, from: &Module) -> Result<(), Str> {
    let name_of = |body: &Body, op: Op| {
        let is_comdat = body.name(op) == global_values::COMDAT;
        body.attr(ctx, op, SYM_NAME).filter(|_| !is_comdat).and_then(|name| ctx.string_value(name))
    };
    let known: HashMap<Str, Op, FxBuildHasher> =
        into.ops().filter_map(|op| Some((name_of(&into.body, op)?, op))).collect();
    let is_options = |op: &Op| into.body.name(*op) == global_values::LINKER_OPTIONS;
    let options: HashSet<Attr, FxBuildHasher> = into.ops().filter(is_options).map(|op| into.body.attrs(op)).collect();
    let mut joined = Vec::new();
    for op in from.ops() {
        let there = name_of(&from.body, op).and_then(|name| Some((name, *known.get(&name)?)));
        match there {
            None => joined.push((op, None)),
            Some(_) if is_declaration(ctx, &from.body, op) => {}
            Some((_, declared)) if is_declaration(ctx, &into.body, declared) => joined.push((op, Some(declared))),
            Some((name, _)) => return Err(name),
        }
    }
    for (op, declared) in joined {
        match from.body.name(op) {
            global_values::COMDAT => append_comdats(ctx, into, &from.body, op),
            global_values::MODULE_FLAGS => append_flags(ctx, into, &from.body, op),
            global_values::LINKER_OPTIONS if options.contains(&from.body.attrs(op)) => {}
            _ => append_op(into, &from.body, op),
        }
        declared.into_iter().for_each(|declared| into.body.erase(declared));
    }
    drop_nocallback(ctx, into);
    let [own, other] = with_listed_strings(ctx, into.attrs, from.attrs);
    into.attrs = joined_attributes(ctx, own, other);
    Ok(())
}

/// Whether an operation declares what another module defines.
fn is_declaration(ctx: &Context, body: &Body, op: Op) -> bool {
    let has = |key: Str| body.attr(ctx, op, key).is_some();
    let declares = [global_values::FUNC, global_values::GLOBAL].contains(&body.name(op));
    declares && !body.is_defined(op) && !has(VALUE) && !has(IRTRIP_INITIALIZER)
}

/// Takes `nocallback` from functions that are no intrinsics. LangRef, "Function Attributes".
fn drop_nocallback(ctx: &Context, module: &mut Module) {
    let nocallback = ctx.str_attr(ctx.str("nocallback"));
    for op in module.ops().collect::<Vec<Op>>() {
        let attrs = module.body.attrs(op);
        let Some(passed) = ctx.entry(attrs, PASSTHROUGH).map(|passed| ctx.items(passed)) else { continue };
        let name = ctx.string_entry(attrs, SYM_NAME);
        if !passed.contains(&nocallback) || name.is_some_and(|name| ctx.bytes(name).starts_with(b"llvm.")) {
            continue;
        }
        let kept: Vec<Attr> = passed.iter().filter(|passed| **passed != nocallback).copied().collect();
        let kept = (!kept.is_empty()).then(|| ctx.array(&kept));
        module.body.set_attrs(op, ctx.with_entry(attrs, PASSTHROUGH, kept));
    }
}

fn append_op(into: &mut Module, from: &Body, op: Op) {
    let new = NewOp { attrs: from.attrs(op), loc: from.loc(op), ..NewOp::new(from.name(op)) };
    let added = into.body.append(into.block, new, &[]);
    if let Some(nested) = from.nested(op) {
        into.body.set_nested(added, nested.clone());
    }
}

/// Adds the comdats that a module has to those of another, of which each has one operation.
fn append_comdats(ctx: &Context, into: &mut Module, from: &Body, op: Op) {
    let symbol = |body: &Body, op: Op| body.attr(ctx, op, SYM_NAME);
    let is_own =
        |own: &Op| into.body.name(*own) == global_values::COMDAT && symbol(&into.body, *own) == symbol(from, op);
    let own = into.ops().find(is_own);
    let own = own.unwrap_or_else(|| {
        let new = NewOp { attrs: from.attrs(op), loc: from.loc(op), ..NewOp::new(global_values::COMDAT) };
        let own = into.body.append(into.block, new, &[]);
        for region in into.body.add_regions(own, 1) {
            let block = into.body.new_block();
            into.body.append_block(region, block);
        }
        own
    });
    let selectors = |body: &Body, op: Op| -> Vec<Op> {
        let blocks = body.op_regions(op).iter().flat_map(|region| body.blocks(*region));
        blocks.flat_map(|block| body.ops(*block)).collect()
    };
    let known: HashSet<Option<Attr>, FxBuildHasher> =
        selectors(&into.body, own).iter().map(|own| symbol(&into.body, *own)).collect();
    let block = into.body.op_regions(own).first().and_then(|region| into.body.blocks(*region).first()).copied();
    for selector in selectors(from, op) {
        if let Some(block) = block.filter(|_| !known.contains(&symbol(from, selector))) {
            let new = NewOp { attrs: from.attrs(selector), loc: from.loc(selector), ..NewOp::new(from.name(selector)) };
            into.body.append(block, new, &[]);
        }
    }
}

/// Adds the module flags whose names a module has not.
fn append_flags(ctx: &Context, into: &mut Module, from: &Body, op: Op) {
    let Some(own) = into.ops().find(|own| into.body.name(*own) == global_values::MODULE_FLAGS) else {
        return append_op(into, from, op);
    };
    let flags = |body: &Body, op: Op| body.attr(ctx, op, FLAGS).map(|flags| ctx.items(flags)).unwrap_or_default();
    let mut all = flags(&into.body, own).to_vec();
    let names: Vec<Option<Attr>> = all.iter().map(|flag| flag_name(ctx, *flag)).collect();
    all.extend(flags(from, op).iter().filter(|flag| !names.contains(&flag_name(ctx, **flag))));
    let attrs = ctx.with_entry(into.body.attrs(own), FLAGS, Some(ctx.array(&all)));
    into.body.set_attrs(own, attrs);
}

fn flag_name(ctx: &Context, flag: Attr) -> Option<Attr> {
    let AttrData::Llvm { kind: MODULE_FLAG, params } = ctx.attr_data(flag) else { return None };
    MODULE_FLAG.def().param("key").and_then(|place| params.get(place).copied().flatten())
}

/// The attributes of two modules, with the [`STRINGS`] that both have as named metadata.
fn with_listed_strings(ctx: &Context, own: Attr, other: Attr) -> [Attr; 2] {
    STRINGS.iter().fold([own, other], |both, name| {
        let is_there = |attrs: Attr| ctx.entry(attrs, ctx.str(name)).is_some() || has_listed(ctx, attrs, name);
        if both.iter().all(|attrs| is_there(*attrs)) { both.map(|attrs| with_listed(ctx, attrs, name)) } else { both }
    })
}

/// Whether a module's named metadata of a name has nodes of its own.
fn has_listed(ctx: &Context, attrs: Attr, name: &str) -> bool {
    let listed = ctx.entry(attrs, IRTRIP_NAMED_METADATA).map(|list| ctx.items(list)).unwrap_or_default();
    listed.iter().any(|item| matches!(ctx.items(*item), [own, _, ..] if *own == ctx.string_attr(name)))
}

/// The attributes of a module, with a string as named metadata and not as the attribute that upstream's form has for it.
fn with_listed(ctx: &Context, attrs: Attr, name: &str) -> Attr {
    let (key, named) = (ctx.str(name), ctx.string_attr(name));
    let Some(text) = ctx.entry(attrs, key) else { return attrs };
    let mut list = ctx.entry(attrs, IRTRIP_NAMED_METADATA).map(|list| ctx.items(list).to_vec()).unwrap_or_default();
    let listed = ctx.array(&[named, ctx.array(&[text])]);
    match list.iter_mut().find(|item| **item == named) {
        Some(item) => *item = listed,
        None => list.push(listed),
    }
    ctx.with_entry(ctx.with_entry(attrs, key, None), IRTRIP_NAMED_METADATA, Some(ctx.array(&list)))
}

fn joined_attributes(ctx: &Context, into: Attr, from: Attr) -> Attr {
    let mut joined = into;
    for &(key, value) in ctx.entries(from) {
        let value = match ctx.entry(joined, key) {
            None => value,
            Some(own) if key == IRTRIP_NAMED_METADATA => joined_named(ctx, own, value),
            Some(own) if LISTS.contains(&key) => ctx.array(&[ctx.items(own), ctx.items(value)].concat()),
            Some(own) if ctx.bytes(key) == LIBRARIES => {
                let mut libraries = ctx.items(own).to_vec();
                let known: HashSet<Attr, FxBuildHasher> = libraries.iter().copied().collect();
                libraries.extend(ctx.items(value).iter().filter(|library| !known.contains(*library)));
                ctx.array(&libraries)
            }
            Some(own) => own,
        };
        joined = ctx.with_entry(joined, key, Some(value));
    }
    joined
}

/// Named metadata of both; of the flags that upstream's form has no word for, those of the first.
fn joined_named(ctx: &Context, own: Attr, other: Attr) -> Attr {
    let name = |item: Attr| ctx.string_value(ctx.items(item).first().copied().unwrap_or(item));
    let own = ctx.items(own);
    let flags = own.iter().any(|item| name(*item).is_some_and(|name| ctx.bytes(name) == MODULE_FLAGS.as_bytes()));
    let is_kept = |item: &&Attr| match name(**item) {
        Some(of) if ctx.bytes(of) == MODULE_FLAGS.as_bytes() => !flags,
        // Upstream's form has what is named alone.
        Some(of) => !ctx.items(**item).is_empty() || !own.iter().any(|item| name(*item) == Some(of)),
        None => false,
    };
    let all: Vec<Attr> = own.iter().chain(ctx.items(other).iter().filter(is_kept)).copied().collect();
    ctx.array(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_both_are_joined() {
        let ctx = Context::new();
        let module_of = |name: &str| {
            let symbol = ctx.symbol_ref(ctx.str(name));
            let entries: Vec<(Str, Attr)> =
                LISTS.iter().map(|list| (*list, ctx.array(&[ctx.array(&[symbol])]))).collect();
            Module { attrs: ctx.dictionary(&entries), ..Module::new() }
        };
        let (mut first, second) = (module_of("f"), module_of("g"));
        assert!(append_module(&ctx, &mut first, &second).is_ok());
        for list in LISTS.iter().filter(|list| **list != IRTRIP_NAMED_METADATA) {
            let joined = ctx.entry(first.attrs, *list).map(|list| ctx.items(list).len());
            assert_eq!(joined, Some(2), "{}", ctx.text(*list));
        }
    }

    #[test]
    fn identifications_of_both_are_listed() {
        let ctx = Context::new();
        let ident = ctx.str("llvm.ident");
        let module_of = |compiler: &str| {
            let named = ctx.array(&[ctx.str_attr(ident)]);
            let entries = [(ident, ctx.string_attr(compiler)), (IRTRIP_NAMED_METADATA, named)];
            Module { attrs: ctx.dictionary(&entries), ..Module::new() }
        };
        let mut first = module_of("a");
        for compiler in ["a", "b"] {
            assert!(append_module(&ctx, &mut first, &module_of(compiler)).is_ok());
        }
        let of = |compiler: &str| ctx.array(&[ctx.string_attr(compiler)]);
        let lists = [vec![of("a")], vec![of("a")], vec![of("b")]];
        let named: Vec<Attr> =
            lists.iter().map(|nodes| ctx.array(&[&[ctx.str_attr(ident)][..], nodes].concat())).collect();
        assert_eq!(ctx.entry(first.attrs, IRTRIP_NAMED_METADATA), Some(ctx.array(&named)));
        assert_eq!(ctx.entry(first.attrs, ident), None);
    }
}
