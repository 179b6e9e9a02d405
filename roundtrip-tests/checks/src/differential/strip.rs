//! Takes out of a model what the crate llvm-ir does not tell of a module, by the list of gaps, so that the rest can be
//! compared. Both readers' models go through the same.

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, CalledFunction, MemoryEffects, call_entries, call_set, function_entries, function_set,
    parameter_dictionary, parameter_set,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{GepNoWrapFlags, TailCallKind};
use irtrip_dialect::llvm_attributes::{AttributeText, AttributeValue};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{LlvmForm, global_values, irtrip, llvm};
use irtrip_dialect::{Attr, Body, Context, ContextDialects, Module, Op, OpName, OpNameDefinition, Str};
use irtrip_import::llvm_ir::gaps::{Effect, GAPS, GEP_FLAGS, TAIL_KIND};
use irtrip_import::llvm_ir::{holds_function_attribute, holds_parameter_attribute};

/// Entries of the module and its operations for metadata, comdats, or where declarations was.
const OF_MODULE: &[Str] = &[
    IRTRIP_DECLARATIONS,
    IRTRIP_COMPLETED,
    IRTRIP_METADATA_KINDS,
    IRTRIP_NAMED_METADATA,
    IRTRIP_NODES,
    IRTRIP_STRUCTURAL_HASH,
    IRTRIP_SUMMARY,
    IRTRIP_EXPORTER_DEFAULTS,
    IRTRIP_USE_LIST_ORDERS,
];

/// Lists of dictionaries of parameters' and results' attributes.
const PARAMETERS: &[Str] = &[ARG_ATTRS, RES_ATTRS, IRTRIP_ARG_ATTRS, IRTRIP_RES_ATTRS];

/// Takes out what the crate does not tell.
pub fn strip(ctx: &Context, module: &mut Module) {
    let is_held =
        |key: Str| !OF_MODULE.contains(&key) && !["llvm.ident", "llvm.commandline"].contains(&&*ctx.text(key));
    let kept: Vec<(Str, Attr)> = ctx.entries(module.attrs).iter().filter(|e| is_held(e.0)).copied().collect();
    module.attrs = ctx.dictionary(&kept);
    let ops: Vec<Op> = module.ops().collect();
    for op in ops {
        if is_metadata(ctx, module.body.name(op)) || module.body.name(op) == global_values::COMDAT {
            module.body.unlink(op);
        }
    }
    Strip { ctx }.body(&mut module.body);
}

/// Whether an operation holds metadata only.
fn is_metadata(ctx: &Context, name: OpName) -> bool {
    let text = ctx.op_name_str(name);
    ["llvm.module_flags", "llvm.linker_options", "llvm.named_metadata"].contains(&&*text)
        || text.starts_with("llvm.intr.dbg.")
}

struct Strip<'c> {
    ctx: &'c Context,
}

impl Strip<'_> {
    fn body(&self, body: &mut Body) {
        let mut regions = body.regions().to_vec();
        while let Some(region) = regions.pop() {
            for block in body.blocks(region).to_vec() {
                let ops: Vec<Op> = body.ops(block).collect();
                for op in ops {
                    if is_metadata(self.ctx, body.name(op)) {
                        body.unlink(op);
                        continue;
                    }
                    regions.extend_from_slice(body.op_regions(op));
                    let defined = body.is_defined(op);
                    let dictionary = self.op(body.name(op), body.attrs(op), defined);
                    body.set_attrs(op, dictionary);
                    // Locations name subprograms and their units, which are metadata.
                    body.set_loc(op, attrs::UNKNOWN_LOC);
                    if let Some(nested) = body.nested_mut(op) {
                        self.body(nested);
                    }
                }
            }
        }
    }

    /// An operation's dictionary without what the crate does not tell. `defined`: whether it has a body.
    fn op(&self, name: OpName, dictionary: Attr, defined: bool) -> Attr {
        let ctx = self.ctx;
        let text = ctx.op_name_str(name);
        let lost = |key: &str| {
            GAPS.iter().any(|gap| match gap.effect {
                // Of these two the crate tells a part.
                _ if std::ptr::eq(*gap, &GEP_FLAGS) || std::ptr::eq(*gap, &TAIL_KIND) => false,
                Effect::Silent(list) => list.iter().any(|(op, attr)| (*op == "*" || *op == text) && *attr == key),
                Effect::Shown(_) | Effect::Panic => false,
            })
        };
        let dictionary = match name {
            global_values::FUNC => self.function(dictionary, defined),
            _ if is_call(name) => self.call(name, dictionary),
            _ => dictionary,
        };
        let initialized = defined || [VALUE, IRTRIP_INITIALIZER].iter().any(|k| ctx.entry(dictionary, *k).is_some());
        let mut kept: Vec<(Str, Attr)> = Vec::new();
        for &(key, value) in ctx.entries(dictionary) {
            let word = ctx.text(key);
            if lost(&word) || [IRTRIP_POSITION, IRTRIP_STRUCTURAL_HASH, IRTRIP_TAIL].contains(&key) || &*word == "range"
            {
                continue;
            }
            let typed = [GLOBAL_TYPE, IRTRIP_TYPE].contains(&key);
            if name == global_values::GLOBAL && typed && !initialized {
                continue;
            }
            let value = if PARAMETERS.contains(&key) { self.parameters(value) } else { Some(value) };
            let value = value.and_then(|value| self.partly(name, key, value));
            kept.extend(value.map(|value| (key, value)));
        }
        ctx.dictionary(&kept)
    }

    /// What the crate tells of the kinds of tail calls, and of the flags of `getelementptr`.
    fn partly(&self, name: OpName, key: Str, value: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        if name == llvm::GETELEMENTPTR && key == NO_WRAP_FLAGS {
            let in_bounds = ctx.enum_value::<GepNoWrapFlags>(value)?.contains(GepNoWrapFlags::INBOUNDS);
            return in_bounds.then(|| ctx.enum_attr(GepNoWrapFlags::INBOUNDS));
        }
        if key == TAIL_CALL_KIND || key == TAIL_CALL_KIND_ASM {
            let is_tail = matches!(ctx.enum_value(value)?, TailCallKind::Tail | TailCallKind::MustTail);
            return is_tail.then(|| ctx.enum_attr(TailCallKind::Tail));
        }
        Some(value)
    }

    /// A function's dictionary: with the attributes that the crate holds, or, of a declaration, with none.
    fn function(&self, dictionary: Attr, defined: bool) -> Attr {
        let ctx = self.ctx;
        let set = function_set(ctx, dictionary);
        let entries = function_entries(ctx, &set);
        let own = |key: Str| entries.iter().any(|entry| entry.0 == key);
        let of_definition = [SECTION, PERSONALITY, IRTRIP_PERSONALITY, IRTRIP_PREFIX, IRTRIP_PROLOGUE];
        let mut kept: Vec<(Str, Attr)> = ctx.entries(dictionary).iter().filter(|e| !own(e.0)).copied().collect();
        if defined {
            kept.extend(function_entries(ctx, &self.held(&set, holds_function_attribute)));
        } else {
            kept.retain(|entry| !of_definition.contains(&entry.0));
        }
        ctx.dictionary(&kept)
    }

    /// A call's dictionary with the attributes that the crate holds. Those about memory follow from the callee's, too.
    fn call(&self, name: OpName, dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        let set = call_set(ctx, name, dictionary, MemoryEffects::ANY);
        let entries = call_entries(ctx, name, &set, CalledFunction::UNKNOWN);
        let own = |key: Str| key == IRTRIP_ATTRIBUTES || key == MEMORY_EFFECTS || entries.iter().any(|e| e.0 == key);
        let mut kept: Vec<(Str, Attr)> = ctx.entries(dictionary).iter().filter(|e| !own(e.0)).copied().collect();
        let held = self.held(&set, |name| name != "memory" && holds_function_attribute(name));
        kept.extend(call_entries(ctx, name, &held, CalledFunction::UNKNOWN));
        ctx.dictionary(&kept)
    }

    /// The attributes of a set that the crate holds. Of `uwtable` it does not know the kind.
    fn held(&self, set: &AttributeSet, holds: impl Fn(&str) -> bool) -> AttributeSet {
        let mut kept = AttributeSet::new();
        for item in set.items() {
            match item.row() {
                None => kept.push(self.ctx, *item),
                Some(row) if holds(row.llvm) => kept.push(self.ctx, *item),
                Some(row) if row.value == AttributeValue::Text(AttributeText::UwTable) => {
                    let place = item.place().unwrap_or_default();
                    kept.push(self.ctx, AttributeItem::Text(place, EMPTY));
                }
                Some(_) => {}
            }
        }
        kept
    }

    /// A list of parameters' dictionaries; none where nothing is left in it.
    fn parameters(&self, list: Attr) -> Option<Attr> {
        let ctx = self.ctx;
        let each = |dictionary: &Attr| {
            let held = self.held(&parameter_set(ctx, *dictionary), holds_parameter_attribute);
            let kept = parameter_dictionary(ctx, &held);
            match ctx.entry(*dictionary, IRTRIP_NAME) {
                Some(name) => ctx.with_entry(kept, IRTRIP_NAME, Some(name)),
                None => kept,
            }
        };
        let kept: Vec<Attr> = ctx.items(list).iter().map(each).collect();
        kept.iter().any(|d| *d != attrs::EMPTY_DICTIONARY).then(|| ctx.array(&kept))
    }
}

/// Whether an operation stands for a call.
fn is_call(name: OpName) -> bool {
    let calls = [llvm::CALL, llvm::CALL_INTRINSIC, llvm::INVOKE, llvm::INLINE_ASM];
    calls.contains(&name)
        || [irtrip::CALL, irtrip::INVOKE, irtrip::CALLBR].contains(&name)
        || name.def().is_some_and(|def| matches!(def.llvm, LlvmForm::Intrinsic(_)))
}
