//! A module in terms of the MLIR of another release, and back.
//!
//! - [`lower`] puts the module in the release's terms, and [`raise`] takes it back.
//! - [`ReleaseForm`] is the generic form that its operations have in the release, which text and bytecode are written by.
//! - [`CurrentTerms`] has attributes of the release's operations in the model's terms, where text and bytecode are read.
//!
//! MLIR 24 has an attribute of its own for a function's entry count, where the model has a number
//! ([`entry_count_of_the_model`]). The rest is about older releases.
//!
//! Attributes that the release has not, or spells otherwise, stand in a table that the module has, `irtrip.attr_table`,
//! made of builtin attributes; `irtrip.attrs` of an operation or parameter says which of its attributes they are. Every
//! MLIR tool keeps both, and where a pass sets one of these attributes anew, its word counts. An operation that the
//! release has not needs nothing: MLIR's LLVM dialect accepts any name in the generic form.
//!
//! Operations move between modules, so that the place of an entry is a reference as those to `irtrip.nodes` are: its last
//! eight digits are the table's number, a hash of its content, which `{table = T : i64}` before the entries says. What
//! names no entry of the module stays in `irtrip.attrs`, and export names it.
//!
//! An entry of the table is `{llvm = "mnemonic", params = [...]}`, `{location = "fused", of = [...]}`,
//! `{distinct = 0, of = A}`, `{opaque = "dlti", of = "text"}`, `{layout = "dl_spec", of = [key, value, ...]}` or `{value = A}`. What is in brackets is an
//! attribute, `unit` for none, or `{irtrip.ref = N}` for an entry before in the same table.

mod current;
mod form;
mod raise;

pub use current::{CurrentTerms, current_properties, upgraded_value};
pub use form::{ReleaseForm, vector_of_llvm};
pub use raise::raise;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attr_table;
use crate::attr_table::AttrKindDefinition;
use crate::attributes::{AttrData, AttrReplacer, Location, well_known as attrs};
use crate::body::{Body, Module, Op};
use crate::context::{Attr, Context, Str, Type};
use crate::data_layout::module_layout;
use crate::diagnostic::{Diagnostic, DiagnosticResult, ExportCode};
use crate::enums::{FastmathFlags, GepNoWrapFlags};
use crate::mlir_dialects;
use crate::names::{FUNCTION_ENTRY_COUNT, IRTRIP_METADATA, LLVM_DATA_LAYOUT, VALUE};
use crate::ops::{FormerValue, Global, LlvmForm, RenamedAttribute};
use crate::registry::{ContextDialects, OpName, OpNameDefinition};
use crate::release::Release;
use crate::types::{Signedness, TypeData, well_known as types};
use crate::{NodeTable, hash_constant};
use irtrip_ir::StableHash;
use irtrip_ops::verify::definition::constraints::check_constraint;

/// The attribute of the module that is the table.
const TABLE: &str = "irtrip.attr_table";
/// The attribute of an operation or a parameter that says which of its attributes are in the table.
pub const OTHERS: &str = "irtrip.attrs";
/// The attribute of `irtrip.attrs` that is the operation's location.
const LOCATION: &str = "irtrip.location";
/// The attribute of `irtrip.attrs` that is the locations of the arguments of the operation's block.
const ARGUMENT_LOCATIONS: &str = "irtrip.argument_locations";
/// The key of a mention of an entry.
const REF: &str = "irtrip.ref";

/// What a module is put in terms of a release for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text.
    Text,
    /// Bytecode. Before MLIR 22, its attributes of the LLVM dialect are texts that are read one by one, so that what is distinct and in
    /// two of them would be two: such attributes are in the table.
    Bytecode,
}

/// Puts a module in terms of a release of MLIR, for text.
///
/// # Errors
/// The module has a type or an operation that the release has not.
///
/// ```
/// use irtrip_dialect::release::Release;
/// use irtrip_dialect::{Context, Module, mlir_release};
/// let (ctx, mut module) = (Context::new(), Module::new());
/// assert!(mlir_release::lower(&ctx, &mut module, Release::V16).is_ok());
/// mlir_release::raise(&ctx, &mut module);
/// ```
pub fn lower(ctx: &Context, module: &mut Module, release: Release) -> DiagnosticResult<()> {
    lower_for(ctx, module, release, Form::Text)
}

/// Puts a module in terms of a release of MLIR.
///
/// # Errors
/// As [`lower`].
pub fn lower_for(ctx: &Context, module: &mut Module, release: Release, form: Form) -> DiagnosticResult<()> {
    if release >= Release::NATIVE {
        if release >= Release::NEXT {
            body_of_next(ctx, &mut module.body);
        }
        return Ok(());
    }
    let mut lowering = Lowering::new(ctx, release, form);
    // Tools of the release know the string.
    if let Some(layout) = module_layout(ctx, module.attrs) {
        module.attrs = ctx.with_entry(module.attrs, LLVM_DATA_LAYOUT, Some(ctx.str_attr(layout)));
    }
    module.attrs = lowering.dictionary(module.attrs);
    if !lowering.fits(module.loc) {
        module.loc = attrs::UNKNOWN_LOC;
    }
    lowering.body(&mut module.body);
    if let Some(what) = lowering.missing {
        let release = release.to_string();
        return Err(Box::new(Diagnostic::new(ExportCode::MlirRelease { what, release }, 0..0)));
    }
    if !lowering.table.is_empty() {
        lowering.name_table(module);
    }
    Ok(())
}

/// The attributes that have the name of an operation's own, and are not what its definition says.
fn misfits(ctx: &Context, name: OpName, dictionary: Attr) -> SmallVec<[(Str, Attr); 1]> {
    let Some(def) = name.def() else { return SmallVec::new() };
    let keys = ctx.slot_names(name);
    let is_misfit = |(key, value): &(Str, Attr)| {
        let slot = keys.iter().position(|own| own == key).and_then(|place| def.attrs.get(place));
        slot.is_some_and(|slot| check_constraint(ctx, def, slot, *value).is_some())
    };
    ctx.entries(dictionary).iter().filter(|entry| is_misfit(entry)).copied().collect()
}

/// Gives functions the attribute that MLIR 24 has for their entry counts, and numbers the type of their constants, which it asks
/// for.
fn body_of_next(ctx: &Context, body: &mut Body) {
    for region in body.regions().to_vec() {
        for op in body.walk(region) {
            let dictionary = body.attrs(op);
            match body.name(op).def().map(|def| &def.llvm) {
                Some(LlvmForm::Global(Global::Func)) => {
                    let Some(count) = ctx.entry(dictionary, FUNCTION_ENTRY_COUNT) else { continue };
                    let params = Box::new([Some(count), None]);
                    let count = ctx.attr(AttrData::Llvm { kind: attr_table::FUNCTION_ENTRY_COUNT, params });
                    body.set_attrs(op, ctx.with_entry(dictionary, FUNCTION_ENTRY_COUNT, Some(count)));
                }
                Some(LlvmForm::Constant(_)) => {
                    let ty = body.result(op).map(|result| body.value_type(result));
                    let typed =
                        ctx.entry(dictionary, VALUE).zip(ty).and_then(|(value, ty)| number_of_type(ctx, value, ty));
                    if let Some(value) = typed {
                        body.set_attrs(op, ctx.with_entry(dictionary, VALUE, Some(value)));
                    }
                }
                _ => {}
            }
        }
    }
    for nested in body.all_nested_mut() {
        body_of_next(ctx, nested);
    }
}

/// A number, or those of a vector, as of the type of the constant that it is the value of, where that is an integer's and another.
fn number_of_type(ctx: &Context, value: Attr, ty: Type) -> Option<Attr> {
    match ctx.attr_data(value) {
        AttrData::Integer { ty: own, value } if *own != ty && matches!(ctx.type_data(ty), TypeData::Integer { .. }) => {
            Some(ctx.int_attr(ty, *value))
        }
        // Numbers of `index` have 64 bits.
        AttrData::Dense { ty: own, data, splat } if ctx.scalar_type(*own) == types::INDEX => {
            let of_elements = |ty: &Type| match ctx.type_data(*ty) {
                TypeData::Array { element, .. } => Some(*element),
                _ => None,
            };
            let element = ctx.scalar_type(std::iter::successors(Some(ty), of_elements).last()?);
            let typed =
                || AttrData::Dense { ty: ctx.with_scalar_type(*own, element), data: data.clone(), splat: *splat };
            (element == types::I64).then(|| ctx.attr(typed()))
        }
        _ => None,
    }
}

/// The attributes of a function whose entry count is MLIR 24's attribute, as the model has them: a count alone is a
/// number, and one with imports is the node that it stands for. `None` where the count is no such attribute.
///
/// ```
/// use irtrip_dialect::{AttrData, Context, attr_table, mlir_release, names, types::well_known::I64};
/// let ctx = Context::new();
/// let params = Box::new([Some(ctx.int_attr(I64, 7)), None]);
/// let count = ctx.attr(AttrData::Llvm { kind: attr_table::FUNCTION_ENTRY_COUNT, params });
/// let attributes = mlir_release::entry_count_of_the_model(&ctx, ctx.dictionary(&[(names::FUNCTION_ENTRY_COUNT, count)]));
/// assert_eq!(attributes, Some(ctx.dictionary(&[(names::FUNCTION_ENTRY_COUNT, ctx.int_attr(I64, 7))])));
/// ```
pub fn entry_count_of_the_model(ctx: &Context, dictionary: Attr) -> Option<Attr> {
    let AttrData::Llvm { kind: attr_table::FUNCTION_ENTRY_COUNT, params } =
        ctx.attr_data(ctx.entry(dictionary, FUNCTION_ENTRY_COUNT)?)
    else {
        return None;
    };
    let &[Some(count), imports] = &**params else { return None };
    let Some(imports) = imports else { return Some(ctx.with_entry(dictionary, FUNCTION_ENTRY_COUNT, Some(count))) };
    let node = [&[ctx.str_attr(FUNCTION_ENTRY_COUNT), count], ctx.items(imports)].concat();
    let attachments = ctx.entry(dictionary, IRTRIP_METADATA).unwrap_or(attrs::EMPTY_DICTIONARY);
    let attachments = ctx.with_entry(attachments, ctx.str("prof"), Some(ctx.array(&node)));
    let without = ctx.with_entry(dictionary, FUNCTION_ENTRY_COUNT, None);
    Some(ctx.with_entry(without, IRTRIP_METADATA, Some(attachments)))
}

struct Lowering<'c> {
    ctx: &'c Context,
    release: Release,
    form: Form,
    table: Vec<Attr>,
    places: FxHashMap<Attr, usize>,
    fitting: FxHashMap<Attr, bool>,
    dictionaries: FxHashMap<Attr, Attr>,
    known_types: FxHashMap<Type, bool>,
    /// Whether the release has the operations of a name.
    known_names: FxHashMap<OpName, bool>,
    /// What the release has not, the first of all that is so.
    missing: Option<String>,
    /// The type of an entry's place while the table has no number: no attribute of a module has it.
    place_type: Type,
}

impl<'c> Lowering<'c> {
    fn new(ctx: &'c Context, release: Release, form: Form) -> Lowering<'c> {
        let (places, fitting, dictionaries, known_types, known_names) = Default::default();
        let place_type = ctx.ty(TypeData::Integer { width: 61, signedness: Signedness::Unsigned });
        let (table, missing) = (Vec::new(), None);
        Lowering {
            ctx,
            release,
            form,
            table,
            places,
            fitting,
            dictionaries,
            known_types,
            known_names,
            missing,
            place_type,
        }
    }

    /// Gives the module the table, and the table's number to what refers to it.
    fn name_table(&self, module: &mut Module) {
        let (ctx, place_type) = (self.ctx, self.place_type);
        let mut hash = StableHash::START;
        self.table.iter().for_each(|entry| hash_constant(ctx, &mut hash, *entry, 0));
        let table = NodeTable::of_hash(hash);
        let mut replacer = AttrReplacer::new(ctx, |attr| match ctx.attr_data(attr) {
            AttrData::Integer { ty, value } if *ty == place_type => {
                Some(ctx.int_attr(types::I64, table.key(value.cast_unsigned()).number()))
            }
            _ => None,
        });
        module.attrs = replacer.replaced(module.attrs);
        replace_in(&mut module.body, &mut |attr| replacer.replaced(attr));
        let begin = ctx.dictionary(&[(ctx.str("table"), ctx.int_attr(types::I64, table.key(0).number()))]);
        let table: Vec<Attr> = std::iter::once(begin).chain(self.table.iter().copied()).collect();
        let table = replacer.replaced(ctx.array(&table));
        module.attrs = ctx.with_entry(module.attrs, ctx.str(TABLE), Some(table));
    }

    fn body(&mut self, body: &mut Body) {
        let mut same = FxHashMap::default();
        for region in body.regions().to_vec() {
            for op in body.walk(region) {
                self.check_operation(body, op);
                self.op(body, op);
                mlir_dialects::reshape(self.ctx, body, op, self.release, &mut same);
            }
        }
        if !same.is_empty() {
            body.replace_operands(|value| same.get(&value).copied().unwrap_or(value));
        }
        for nested in body.all_nested_mut() {
            self.body(nested);
        }
    }

    /// Finds what the release has not of an operation.
    fn check_operation(&mut self, body: &Body, op: Op) {
        let (ctx, release, name) = (self.ctx, self.release, body.name(op));
        let has_name = *self.known_names.entry(name).or_insert_with(|| {
            let is_renamed =
                name.def().is_some_and(|def| def.older_names.iter().any(|older| older.releases.contains(release)));
            let since = mlir_dialects::operation_since(&ctx.op_name_str(name));
            is_renamed || since.is_none_or(|since| since <= release)
        });
        match mlir_dialects::missing_part(ctx, body, op, release) {
            _ if self.missing.is_some() => {}
            _ if !has_name => self.missing = Some(format!("operation {}", ctx.op_name_str(name))),
            missing => self.missing = missing,
        }
    }

    fn op(&mut self, body: &mut Body, op: Op) {
        let ctx = self.ctx;
        let mut dictionary = body.attrs(op);
        // The generic form has inherent attributes and others in one dictionary, whose readers ask for the former.
        let misfits = misfits(ctx, body.name(op), dictionary);
        misfits.iter().for_each(|(key, _)| dictionary = ctx.with_entry(dictionary, *key, None));
        dictionary = self.with_former_flags(body.name(op), dictionary);
        let flags = self.later_flags(body.name(op), dictionary);
        if let Some((key, _)) = flags {
            dictionary = ctx.with_entry(dictionary, key, None);
        }
        dictionary = self.dictionary(dictionary);
        // The former flag alone says all that some have.
        if let Some((key, value)) = flags.filter(|(_, value)| ctx.enum_value(*value) != Some(GepNoWrapFlags::INBOUNDS))
        {
            dictionary = self.with_entry(dictionary, &ctx.text(key), value);
        }
        for (key, value) in misfits {
            dictionary = self.with_entry(dictionary, &ctx.text(key), value);
        }
        for result in body.results(op) {
            self.check_type(body.value_type(result));
        }
        let loc = body.loc(op);
        if !self.fits(loc) {
            body.set_loc(op, attrs::UNKNOWN_LOC);
            dictionary = self.with_entry(dictionary, LOCATION, loc);
        }
        let block = body.parent(op).filter(|&block| body.last_op(block) == Some(op));
        if let Some(block) = block {
            let args: SmallVec<[_; 4]> = body.block_args(block).iter().copied().collect();
            args.iter().for_each(|&arg| self.check_type(body.value_type(arg)));
            let locs: Vec<Attr> = (0..args.len()).map(|index| body.block_arg_loc(block, index)).collect();
            if !locs.iter().all(|&loc| self.fits(loc)) {
                (0..args.len()).for_each(|index| body.set_block_arg_loc(block, index, attrs::UNKNOWN_LOC));
                dictionary = self.with_entry(dictionary, ARGUMENT_LOCATIONS, ctx.array(&locs));
            }
        }
        body.set_attrs(op, dictionary);
    }

    /// The flags of which the release has one as a unit attribute.
    fn later_flags(&self, name: OpName, dictionary: Attr) -> Option<(Str, Attr)> {
        let is_unit = |renamed: &&RenamedAttribute| {
            matches!(renamed.was, FormerValue::Unit(_)) && renamed.releases.contains(self.release)
        };
        let key = name.def()?.renamed_attributes.iter().find(is_unit)?.name;
        Some((key, self.ctx.entry(dictionary, key)?))
    }

    /// A dictionary with what the release has of flags that it has not: readers take the flags where they say the same.
    fn with_former_flags(&self, name: OpName, mut dictionary: Attr) -> Attr {
        let ctx = self.ctx;
        for renamed in name.def().map(|def| def.renamed_attributes).unwrap_or_default() {
            let Some(all) = ctx.entry(dictionary, renamed.name) else { continue };
            let former = match renamed.was {
                FormerValue::Flags(flags) => {
                    ctx.enum_value(all).map(|all: FastmathFlags| ctx.bool_attr(all.contains(flags)))
                }
                FormerValue::Unit(flags) => {
                    ctx.enum_value(all).filter(|all: &GepNoWrapFlags| all.contains(flags)).map(|_| attrs::UNIT)
                }
                FormerValue::Same(_) | FormerValue::Item(_) => None,
            };
            if let Some(former) = former.filter(|_| renamed.releases.contains(self.release)) {
                dictionary = ctx.with_entry(dictionary, ctx.str(renamed.older_name), Some(former));
            }
        }
        dictionary
    }

    /// A dictionary with one more of the attributes that the release has not.
    fn with_entry(&mut self, dictionary: Attr, key: &str, value: Attr) -> Attr {
        let ctx = self.ctx;
        let place = ctx.int_attr(self.place_type, self.place(value) as i64);
        let others = ctx.entry(dictionary, ctx.str(OTHERS)).unwrap_or(attrs::EMPTY_DICTIONARY);
        let others = ctx.with_entry(others, ctx.str(key), Some(place));
        ctx.with_entry(dictionary, ctx.str(OTHERS), Some(others))
    }

    /// The attributes of an operation or a parameter.
    fn dictionary(&mut self, dictionary: Attr) -> Attr {
        if self.fits(dictionary) {
            return dictionary;
        }
        if let Some(&known) = self.dictionaries.get(&dictionary) {
            return known;
        }
        let ctx = self.ctx;
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for &(key, value) in ctx.entries(dictionary) {
            let items = ctx.items(value);
            if self.fits(value) {
                kept.push((key, value));
            } else if !items.is_empty()
                && items.iter().all(|&item| matches!(ctx.attr_data(item), AttrData::Dictionary(_)))
            {
                let items: Vec<Attr> = items.iter().map(|&item| self.dictionary(item)).collect();
                kept.push((key, ctx.array(&items)));
            } else {
                others.push((key, ctx.int_attr(self.place_type, self.place(value) as i64)));
            }
        }
        let mut lowered = ctx.dictionary(&kept);
        if !others.is_empty() {
            let stale = ctx.entry(lowered, ctx.str(OTHERS)).map(|stale| ctx.entries(stale)).unwrap_or_default();
            others.extend(
                stale
                    .iter()
                    .filter(|entry| !others.iter().any(|other| other.0 == entry.0))
                    .copied()
                    .collect::<Vec<_>>(),
            );
            lowered = ctx.with_entry(lowered, ctx.str(OTHERS), Some(ctx.dictionary(&others)));
        }
        self.dictionaries.insert(dictionary, lowered);
        lowered
    }

    /// Whether the release has an attribute and all that is in it.
    fn fits(&mut self, attr: Attr) -> bool {
        if let Some(&fits) = self.fitting.get(&attr) {
            return fits;
        }
        let ctx = self.ctx;
        let fits = match ctx.attr_data(attr) {
            AttrData::Llvm { kind, params } => {
                let since = kind.def().form_since;
                // Flags that are a property have no place in bytecode's dictionaries.
                let is_property = *kind == attr_table::OVERFLOW && self.form == Form::Bytecode;
                since.is_some_and(|since| since <= self.release)
                    && !is_property
                    && params.iter().flatten().all(|&param| self.fits(param))
            }
            AttrData::Array(items) => items.iter().all(|&item| self.fits(item)),
            AttrData::Dictionary(entries) => entries.iter().all(|&(_, value)| self.fits(value)),
            AttrData::Distinct { referenced, .. } => {
                self.release >= Release::V17 && self.form == Form::Text && self.fits(*referenced)
            }
            AttrData::DataLayout { .. } => false,
            AttrData::Opaque { dialect, body, .. } => {
                let since = mlir_dialects::attribute_since(&ctx.text(*dialect), &ctx.text(*body));
                ctx.bytes(*dialect) != b"dlti" && since.is_none_or(|since| since <= self.release)
            }
            AttrData::Location(location) => match location {
                Location::Unknown => true,
                Location::File { end, .. } => end.is_none(),
                Location::Name { child, .. } => self.fits(*child),
                Location::CallSite { callee, caller } => self.fits(*callee) && self.fits(*caller),
                Location::Fused { locations, metadata } => {
                    metadata.is_none_or(|metadata| self.fits(metadata)) && locations.iter().all(|&loc| self.fits(loc))
                }
            },
            AttrData::Type(ty) => {
                self.check_type(*ty);
                true
            }
            _ => true,
        };
        self.fitting.insert(attr, fits);
        fits
    }

    fn check_type(&mut self, ty: Type) {
        if !self.has_type(ty) {
            self.missing.get_or_insert_with(|| format!("type {}", crate::diagnostic::spell(self.ctx, ty)));
        }
    }

    fn has_type(&mut self, ty: Type) -> bool {
        if let Some(&known) = self.known_types.get(&ty) {
            return known;
        }
        // A struct may mention itself.
        self.known_types.insert(ty, true);
        let ctx = self.ctx;
        let since = match ctx.type_data(ty) {
            TypeData::TargetExt { .. } => Some(Release::V17),
            TypeData::X86Amx => Some(Release::V20),
            TypeData::Float(kind) => mlir_dialects::float_since(*kind),
            TypeData::Opaque { dialect, .. } => mlir_dialects::types_since(&ctx.text(*dialect)),
            // The last lengths alone were scalable, all in one pair of brackets.
            TypeData::Vector { dims, .. } => {
                let others = dims.split_last().map_or(&[][..], |(_, others)| others);
                others.iter().any(|dim| dim.scalable).then_some(Release::V17)
            }
            _ => None,
        };
        // The type of a function that takes functions is one in the custom form of its operation alone.
        let is_function = |ty: &Type| matches!(ctx.type_data(*ty), TypeData::LlvmFunction { .. });
        let takes_function =
            matches!(ctx.type_data(ty), TypeData::LlvmFunction { params, .. } if params.iter().any(is_function));
        let mut has = !takes_function && since.is_none_or(|since| since <= self.release);
        if let TypeData::MemRef { space: Some(space), .. } = ctx.type_data(ty) {
            has &= self.fits(*space);
        }
        let mut elements: SmallVec<[Type; 8]> = SmallVec::new();
        ctx.for_each_element(ty, |element| elements.push(element));
        for element in elements {
            has &= self.has_type(element);
        }
        self.known_types.insert(ty, has);
        has
    }

    /// An attribute inside an entry of the table.
    fn mention(&mut self, attr: Attr) -> Attr {
        let ctx = self.ctx;
        if self.fits(attr) {
            return attr;
        }
        match ctx.attr_data(attr) {
            AttrData::Array(items) => {
                let items: Vec<Attr> = items.iter().map(|&item| self.mention(item)).collect();
                ctx.array(&items)
            }
            AttrData::Dictionary(entries) => {
                let entries: Vec<(Str, Attr)> =
                    entries.iter().map(|&(key, value)| (key, self.mention(value))).collect();
                ctx.dictionary(&entries)
            }
            _ => {
                let place = self.place(attr) as i64;
                ctx.dictionary(&[(ctx.str(REF), ctx.int_attr(types::I64, place))])
            }
        }
    }

    /// The place of an attribute in the table.
    fn place(&mut self, attr: Attr) -> usize {
        if let Some(&place) = self.places.get(&attr) {
            return place;
        }
        let ctx = self.ctx;
        let entry = match ctx.attr_data(attr) {
            AttrData::Llvm { kind, params } => {
                let params = params.iter().map(|param| param.map_or(attrs::UNIT, |param| self.mention(param)));
                let params: Vec<Attr> = params.collect();
                [("llvm", ctx.string_attr(kind.def().mnemonic)), ("params", ctx.array(&params))]
            }
            AttrData::Distinct { id, referenced } => {
                [("distinct", ctx.int_attr(types::I64, (*id).into())), ("of", self.mention(*referenced))]
            }
            AttrData::DataLayout { kind, entries } => {
                let parts = entries.iter().flat_map(|&(key, value)| [key, value]);
                let parts: Vec<Attr> = parts.map(|part| self.mention(part)).collect();
                [("layout", ctx.string_attr(kind.mnemonic())), ("of", ctx.array(&parts))]
            }
            AttrData::Opaque { dialect, body, ty } => {
                let (body, ty) = (ctx.str_attr(*body), ty.map(|ty| ctx.type_attr(ty)));
                let of = ty.map_or(body, |ty| ctx.array(&[body, self.mention(ty)]));
                [("opaque", ctx.str_attr(*dialect)), ("of", of)]
            }
            AttrData::Location(location) => {
                let (kind, of) = self.location(location);
                [("location", ctx.string_attr(kind)), ("of", ctx.array(&of))]
            }
            _ => [("kind", attrs::UNIT), ("value", self.mention(attr))],
        };
        let entry = ctx.dictionary(&entry.map(|(key, value)| (ctx.str(key), value)));
        let place = self.table.len();
        self.table.push(entry);
        self.places.insert(attr, place);
        place
    }

    fn location(&mut self, location: &Location) -> (&'static str, Vec<Attr>) {
        let ctx = self.ctx;
        let number = |number: u32| ctx.int_attr(types::I64, number.into());
        match location {
            Location::Unknown => ("unknown", Vec::new()),
            Location::File { file, line, column, end } => {
                let end = end.iter().flat_map(|&(line, column)| [number(line), number(column)]);
                ("file", [ctx.str_attr(*file), number(*line), number(*column)].into_iter().chain(end).collect())
            }
            Location::Name { name, child } => ("name", vec![ctx.str_attr(*name), self.mention(*child)]),
            Location::CallSite { callee, caller } => ("callsite", vec![self.mention(*callee), self.mention(*caller)]),
            Location::Fused { locations, metadata } => {
                let metadata = metadata.map_or(attrs::UNIT, |metadata| self.mention(metadata));
                let locations = locations.iter().map(|&loc| self.mention(loc));
                ("fused", std::iter::once(metadata).chain(locations).collect())
            }
        }
    }
}

/// Puts attributes in place of those of all operations of a body and of the bodies inside it.
fn replace_in(body: &mut Body, replaced: &mut dyn FnMut(Attr) -> Attr) {
    for op in (0..body.op_count()).map(Op::new) {
        body.set_attrs(op, replaced(body.attrs(op)));
    }
    body.all_nested_mut().iter_mut().for_each(|nested| replace_in(nested, replaced));
}
