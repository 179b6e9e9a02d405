//! What of a module no export writes: debug records without a location, which LLVM IR has no form for, comdats that
//! nothing is in, and attributes of other dialects. LangRef, "Debug Records", "Comdats".

use irtrip_dialect::attr_table::{CGPROFILE_ENTRY, MODULE_FLAG};
use irtrip_dialect::attribute_set::{with_mlir_attributes_in, without_mlir_attributes_in};
use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::data_layout::{has_type_entry, layout_text};
use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::llvm_attributes::by_parameter;
use irtrip_dialect::metadata::{AttachmentSite, MetadataExport};
use irtrip_dialect::names::{
    ARG_ATTRS, COMDAT, DLTI_DL_SPEC, FLAGS, IRTRIP_ATTRIBUTES, IRTRIP_METADATA, IRTRIP_PHIS, IRTRIP_RECORDS,
    LLVM_DATA_LAYOUT, PASSTHROUGH, RES_ATTRS, SYM_NAME, TARGET_SPECIFIC_ATTRS,
};
use irtrip_dialect::ops::{LlvmForm, Traits, global_values};
use irtrip_dialect::preserved::StaleReason;
use irtrip_dialect::types::well_known::{I64, INDEX};
use irtrip_dialect::verify::attribute_fits;
use irtrip_dialect::{
    Attr, AttrData, Block, Body, Context, ContextDialects, Location, Module, NewOp, Op, OpName, OpNameDefinition, Str,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lifetime_markers::drop_unallocated;
use crate::translated::left_out;
use crate::validity::{Validated, validated};
use crate::write::global_value::comdat_name;

/// A thing that is not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The module's operation it belongs to; `None` for what is the module's own.
    pub global: Option<Op>,
    /// The operation in that one's body, where it is one.
    pub op: Option<Op>,
    /// What it is.
    pub code: LossCode,
}

/// The dialects whose attributes an export reads, or that have no meaning in LLVM IR by nature.
const READ: &[&str] = &["llvm", "irtrip", "dlti", "nvvm"];

/// The attribute of the LLVM dialect that an export reads of operations whose definitions do not name it.
const READ_OF_ALL: &str = "llvm.mmra";

/// The attributes of the LLVM dialect that an export reads of modules.
const READ_OF_MODULES: [&str; 6] = [
    "llvm.data_layout",
    "llvm.target_triple",
    "llvm.module_asm",
    "llvm.ident",
    "llvm.commandline",
    "llvm.dependent_libraries",
];

/// What the names of the module flags begin with that keep attributes of modules.
const KEPT_FLAG: &str = "irtrip.mlir.";

/// The behavior of a flag on which two modules that are linked need not agree: `warning`.
const WARNING: i64 = 2;

/// Has functions and variables keep, in string attributes of LLVM IR, the attributes of theirs that LLVM IR has not, as far as
/// these are words or none, and the module keep its own in flags that hold the `text` of each, for
/// [`restore_mlir_attributes`]; without this they are dropped, and named.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// irtrip_export::keep_mlir_attributes(&ctx, &mut module, |_| String::new());
/// assert_eq!(module.ops().count(), 0);
/// ```
pub fn keep_mlir_attributes(ctx: &Context, module: &mut Module, text: impl Fn(Attr) -> String) {
    let is_kept = |entry: &&(Str, Attr)| entry.0 != SYM_NAME && is_foreign(&ctx.text(entry.0));
    let mut kept: Vec<(Str, Attr)> = ctx.entries(module.attrs).iter().filter(is_kept).copied().collect();
    kept.extend(module.name.take().map(|name| (SYM_NAME, ctx.str_attr(name))));
    let flag = |&(key, value): &(Str, Attr)| {
        let name = ctx.string_attr(&format!("{KEPT_FLAG}{}", ctx.text(key)));
        let params = [ctx.int_attr(I64, WARNING), name, ctx.string_attr(&text(value))];
        ctx.attr(AttrData::Llvm { kind: MODULE_FLAG, params: params.into_iter().map(Some).collect() })
    };
    let flags: Vec<Attr> = kept.iter().map(flag).collect();
    if !flags.is_empty() {
        let attrs = ctx.dictionary(&[(FLAGS, ctx.array(&flags))]);
        module.body.append(module.block, NewOp { attrs, ..NewOp::new(global_values::MODULE_FLAGS) }, &[]);
    }
    let others = ctx.entries(module.attrs).iter().filter(|entry| !is_kept(entry));
    module.attrs = ctx.dictionary(&others.copied().collect::<Vec<_>>());
    change_attributes(ctx, module, |attrs, list, global| {
        let is_lost = |key: &str| global.map_or_else(|| is_foreign(key), |name| !is_read(name, key));
        with_mlir_attributes_in(ctx, attrs, list, is_lost)
    });
}

/// Takes back what [`keep_mlir_attributes`] kept, once the LLVM IR is imported.
///
/// ```
/// let (ctx, mut module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// irtrip_export::restore_mlir_attributes(&ctx, &mut module, |_| None);
/// assert_eq!(module.ops().count(), 0);
/// ```
pub fn restore_mlir_attributes(ctx: &Context, module: &mut Module, parse: impl Fn(&str) -> Option<Attr>) {
    let restored = |flag: Attr| {
        let AttrData::Llvm { kind, params } = ctx.attr_data(flag) else { return None };
        let [_, Some(name), Some(text)] = params.get(..3).filter(|_| *kind == MODULE_FLAG)? else { return None };
        let name = ctx.text(ctx.string_value(*name)?).strip_prefix(KEPT_FLAG).map(|name| ctx.str(name))?;
        Some((name, parse(&ctx.text(ctx.string_value(*text)?))?))
    };
    for op in module.ops().filter(|op| module.body.name(*op) == global_values::MODULE_FLAGS).collect::<Vec<Op>>() {
        let flags = module.body.attr(ctx, op, FLAGS).map(|flags| ctx.items(flags)).unwrap_or_default();
        let others: Vec<Attr> = flags.iter().copied().filter(|flag| restored(*flag).is_none()).collect();
        if others.len() < flags.len() {
            // The last of one key counts, which a dictionary takes first.
            let mut entries: Vec<(Str, Attr)> = flags.iter().filter_map(|flag| restored(*flag)).rev().collect();
            if let Some(place) = entries.iter().position(|entry| entry.0 == SYM_NAME) {
                module.name = ctx.string_value(entries.remove(place).1);
                entries.retain(|entry| entry.0 != SYM_NAME);
            }
            entries.extend(ctx.entries(module.attrs));
            module.attrs = ctx.dictionary(&entries);
            let attrs = ctx.with_entry(module.body.attrs(op), FLAGS, Some(ctx.array(&others)));
            module.body.set_attrs(op, attrs);
            if others.is_empty() {
                module.body.unlink(op);
            }
        }
    }
    change_attributes(ctx, module, |attrs, list, _| without_mlir_attributes_in(ctx, attrs, list));
}

/// Changes the dictionaries of functions and variables, whose names of operations `change` gets, and of parameters and results,
/// each of which has a list of string attributes.
fn change_attributes(ctx: &Context, module: &mut Module, change: impl Fn(Attr, Str, Option<OpName>) -> Attr) {
    for op in module.ops().collect::<Vec<Op>>() {
        let name = module.body.name(op);
        let list = match name {
            global_values::FUNC => PASSTHROUGH,
            global_values::GLOBAL => TARGET_SPECIFIC_ATTRS,
            _ => continue,
        };
        let mut attrs = change(module.body.attrs(op), list, Some(name));
        for key in [ARG_ATTRS, RES_ATTRS] {
            if let Some(parameters) = ctx.entry(attrs, key) {
                let parameters: Vec<Attr> =
                    ctx.items(parameters).iter().map(|own| change(*own, IRTRIP_ATTRIBUTES, None)).collect();
                attrs = ctx.with_entry(attrs, key, Some(ctx.array(&parameters)));
            }
        }
        module.body.set_attrs(op, attrs);
    }
}

/// Whether an export reads an attribute of an operation. Of the LLVM dialect's, and of those that globals have without
/// a dialect's name, it reads what the operation's definition names.
fn is_read(name: OpName, key: &str) -> bool {
    // It names what the module's table has not.
    if key == irtrip_dialect::mlir_release::OTHERS {
        return false;
    }
    let Some(def) = name.def() else { return true };
    match key.split_once('.') {
        Some(("llvm", _)) => key == READ_OF_ALL || def.attr_slot(key).is_some(),
        // What they say is for a module.
        Some(("dlti", _)) => def.is(Traits::SYMBOL_TABLE),
        Some((dialect, _)) => READ.contains(&dialect),
        // LLVM IR has linkages alone.
        None if key == "sym_visibility" => false,
        None => !matches!(def.llvm, LlvmForm::Global(_)) || def.attr_slot(key).is_some(),
    }
}

/// What [`crate::export`] leaves out of a module, in the module's order.
///
/// ```
/// let (ctx, module) = (irtrip_dialect::Context::new(), irtrip_dialect::Module::new());
/// assert!(irtrip_export::dropped(&ctx, &module).is_empty());
/// ```
pub fn dropped(ctx: &Context, module: &Module) -> Vec<Dropped> {
    let Validated { module, stale: mut dropped } = validated(ctx, module);
    let (module, markers) = drop_unallocated(ctx, module);
    dropped.extend(markers);
    dropped.extend(left_out(ctx, &module));
    dropped.extend(dropped_with(ctx, &module, &MetadataExport::new(ctx, &module)));
    dropped
}

/// As [`dropped`], where the module's metadata is made already.
pub(crate) fn dropped_with(ctx: &Context, module: &Module, metadata: &MetadataExport) -> Vec<Dropped> {
    let comdat = |op| module.body.attr(ctx, op, COMDAT).and_then(|comdat| comdat_name(ctx, comdat));
    let used = module.ops().filter_map(comdat).collect();
    let has_places = module.ops().any(|op| ctx.location_metadata(module.body.loc(op)).is_some());
    let (plain, read, found) = (vec![0; ctx.attr_count()], FxHashMap::default(), Vec::new());
    let mut search = Search { ctx, metadata, used, plain, read, has_places, found };
    search.module(module);
    for global in module.ops() {
        search.attributes(global, None, module.body.name(global), module.body.attrs(global));
        search.comdats(&module.body, global);
        search.profile(module, global);
        let Some(body) = module.body.nested(global) else { continue };
        let scoped = ctx.location_metadata(module.body.loc(global)).is_some();
        for &region in body.regions() {
            for &block in body.blocks(region) {
                search.arguments(global, body, block, scoped);
                for op in body.ops(block) {
                    search.operation(global, body, op);
                }
            }
        }
    }
    search.found
}

/// Whether an attribute of a parameter, a result or the module has no form in LLVM IR.
fn is_foreign(key: &str) -> bool {
    key.split_once('.').is_none_or(|(dialect, _)| !READ.contains(&dialect))
}

struct Search<'a> {
    ctx: &'a Context,
    metadata: &'a MetadataExport,
    /// The comdats that something is in.
    used: FxHashSet<Str>,
    /// By the dictionary's place: the number, from 1, of the last operation of which it was written whole.
    plain: Vec<u32>,
    /// Whether an export reads an attribute of an operation.
    read: FxHashMap<(OpName, Str), bool>,
    /// Whether what has no location of its own was given that of its text.
    has_places: bool,
    found: Vec<Dropped>,
}

impl Search<'_> {
    fn push(&mut self, global: Op, op: Option<Op>, code: LossCode) {
        self.found.push(Dropped { global: Some(global), op, code });
    }

    fn module(&mut self, module: &Module) {
        let mut drop = |code| self.found.push(Dropped { global: None, op: None, code });
        if let Some(name) = module.name {
            drop(LossCode::ModuleName { name: self.ctx.text(name).into_owned() });
        }
        for (key, _) in self.ctx.entries(module.attrs).iter().filter(|entry| entry.0 != SYM_NAME) {
            let key = self.ctx.text(*key);
            if is_foreign(&key) || key.starts_with("llvm.") && !READ_OF_MODULES.contains(&&*key) {
                drop(LossCode::ModuleAttribute { name: key.into_owned() });
            }
        }
        if self.ctx.entry(module.attrs, DLTI_DL_SPEC).is_some_and(|spec| has_type_entry(self.ctx, spec, INDEX)) {
            drop(LossCode::ModuleAttribute { name: "dlti.dl_spec of index".to_owned() });
        }
        let has = |key: Str| self.ctx.entry(module.attrs, key).is_some();
        if has(DLTI_DL_SPEC) && !has(LLVM_DATA_LAYOUT) && layout_text(self.ctx, module.attrs).is_none() {
            // A key of it is none of LLVM's.
            drop(LossCode::ModuleAttribute { name: self.ctx.text(DLTI_DL_SPEC).into_owned() });
        }
    }

    /// A profile's functions that the module does not have.
    fn profile(&mut self, module: &Module, global: Op) {
        let ctx = self.ctx;
        if module.body.name(global) != global_values::MODULE_FLAGS {
            return;
        }
        let entries: Vec<Attr> = ctx.entries(module.body.attrs(global)).iter().map(|entry| entry.1).collect();
        let mut functions = Vec::new();
        let (mut open, mut next) = (entries, 0);
        while let Some(&attr) = open.get(next) {
            next += 1;
            match ctx.attr_data(attr) {
                AttrData::Array(items) => open.extend(items.iter()),
                AttrData::Llvm { kind, params } if *kind == MODULE_FLAG => open.extend(params.iter().flatten()),
                AttrData::Llvm { kind, params } if *kind == CGPROFILE_ENTRY => {
                    functions.extend(params.iter().flatten().filter_map(|function| ctx.symbol_value(*function)));
                }
                _ => {}
            }
        }
        if functions.is_empty() {
            return;
        }
        let symbols: FxHashSet<Str> =
            module.ops().filter_map(|op| module.body.string_attr(ctx, op, SYM_NAME)).collect();
        functions.retain(|function| !symbols.contains(function));
        functions.dedup();
        for function in functions {
            let name = ctx.text(function).into_owned();
            self.push(global, None, LossCode::ProfileFunction { name });
        }
    }

    /// The locations of a block's arguments that are not written: those in another subprogram, and where the function
    /// has no debug information (it is not `scoped`) all that do not name their scope.
    fn arguments(&mut self, global: Op, body: &Body, block: Block, scoped: bool) {
        // What is preserved of a phi has its location.
        if !scoped && body.last_op(block).is_some_and(|last| body.attr(self.ctx, last, IRTRIP_PHIS).is_some()) {
            return;
        }
        let op = body.first_op(block);
        for (place, _) in body.block_args(block).iter().enumerate() {
            let site = AttachmentSite::Phi(global, block, place as u32);
            if scoped {
                if self.metadata.has_foreign_location(site) {
                    self.push(global, op, LossCode::ArgumentLocation { index: place });
                }
                continue;
            }
            let AttrData::Location(location) = self.ctx.attr_data(body.block_arg_loc(block, place)) else { continue };
            let is_given = match location {
                Location::Unknown => false,
                Location::File { .. } => !self.has_places,
                Location::Name { .. } | Location::CallSite { .. } | Location::Fused { .. } => true,
            };
            let is_written = || self.metadata.location_of(&self.metadata.attachments(EMPTY_DICTIONARY, site)).is_some();
            if is_given && !is_written() {
                self.push(global, op, LossCode::ArgumentLocation { index: place });
            }
        }
    }

    /// The attributes of parameters and results.
    fn parameters(&mut self, global: Op, op: Option<Op>, key: Str, value: Attr) -> bool {
        let of = if key == ARG_ATTRS { "argument" } else { "result" };
        let before = self.found.len();
        for (place, dictionary) in self.ctx.items(value).iter().enumerate() {
            for (key, _) in self.ctx.entries(*dictionary) {
                let key = self.ctx.text(*key);
                // Of a call, LLVM IR has none of another dialect's.
                let is_unknown = key.starts_with("llvm.") && by_parameter(&key).is_none();
                if is_foreign(&key) || is_unknown || op.is_some() && key.starts_with("nvvm.") {
                    let name = key.into_owned();
                    self.push(global, op, LossCode::ParameterAttribute { name, of, index: place });
                }
            }
        }
        self.found.len() > before
    }

    /// LLVM's writer leaves out what no function and no variable is in.
    fn comdats(&mut self, body: &Body, global: Op) {
        let ctx = self.ctx;
        if body.name(global) != global_values::COMDAT {
            return;
        }
        for selector in body.op_regions(global).iter().flat_map(|r| body.blocks(*r)).flat_map(|b| body.ops(*b)) {
            self.attributes(global, None, body.name(selector), body.attrs(selector));
            let comdat = body.string_attr(ctx, selector, SYM_NAME);
            if let Some(comdat) = comdat.filter(|comdat| !self.used.contains(comdat)) {
                let name = ctx.text(comdat).into_owned();
                self.push(global, None, LossCode::UnusedComdat { name });
            }
        }
    }

    fn operation(&mut self, global: Op, body: &Body, op: Op) {
        let (ctx, name) = (self.ctx, body.name(op));
        self.attributes(global, Some(op), name, body.attrs(op));
        if self.metadata.is_in_other_subprogram(global, op) {
            let (name, operation) = (ctx.text(IRTRIP_METADATA).into_owned(), ctx.op_name_str(name).into_owned());
            let reason = StaleReason::Subprogram;
            self.push(global, Some(op), LossCode::StaleAttribute { name, operation, reason });
        }
        let site = AttachmentSite::Instruction(name, global, op);
        if self.metadata.has_foreign_location(site) {
            let operation = ctx.op_name_str(name).into_owned();
            self.push(global, Some(op), LossCode::OperationLocation { operation, reason: StaleReason::Subprogram });
        }
        let is_record = name.def().is_some_and(|def| def.llvm.is_debug_record());
        if !is_record || body.attr(ctx, op, IRTRIP_RECORDS).is_some() {
            return;
        }
        if !self.metadata.has_location(body.attrs(op), global, op) {
            let operation = ctx.op_name_str(name).into_owned();
            self.push(global, Some(op), LossCode::DebugRecord { operation });
        }
    }

    /// Whether a function's attribute is of no form that its definition allows, as a module of another release may have it.
    fn is_unusable(&self, name: OpName, key: &str, value: Attr) -> bool {
        name.def().is_some_and(|def| def.attr_slot(key).is_some_and(|slot| !attribute_fits(self.ctx, def, slot, value)))
    }

    fn attributes(&mut self, global: Op, op: Option<Op>, name: OpName, dictionary: Attr) {
        let number = name.number().wrapping_add(1);
        if self.plain.get(dictionary.index()) == Some(&number) {
            return;
        }
        let (ctx, before) = (self.ctx, self.found.len());
        for &(key, value) in ctx.entries(dictionary) {
            if (key == ARG_ATTRS || key == RES_ATTRS) && self.parameters(global, op, key, value) {
                continue;
            }
            let is_read = *self.read.entry((name, key)).or_insert_with(|| is_read(name, &ctx.text(key)));
            if !is_read || name == global_values::FUNC && self.is_unusable(name, &ctx.text(key), value) {
                self.push(global, op, LossCode::Attribute { name: ctx.text(key).into_owned() });
            }
        }
        if self.found.len() == before
            && let Some(plain) = self.plain.get_mut(dictionary.index())
        {
            *plain = number;
        }
    }
}
