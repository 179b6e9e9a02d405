//! What other releases have otherwise: the custom forms that they read, and the generic form, which older ones have without
//! properties and with names of their own for sizes of groups.

use irtrip_dialect::assembly::OpAsmPrinter;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::ops::{
    Arity, COUNTED_BY_MAPS, Constant, Derived, Format, LATER_OPERANDS, LlvmForm, OlderAttribute, OlderList, OlderPart,
    OpDef, OtherForm, SlotKind, Traits, WITHOUT_DICTIONARY, global_values, has_operand_bundles, intrinsics, llvm,
};
use irtrip_dialect::registry::dialect_of;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::Dim;
use irtrip_dialect::types::{mlir_text::BUILTIN_TOKEN_SINCE, well_known as types};
use irtrip_dialect::{
    Attr, AttrData, Body, Context, ContextDialects, Module, Op, OpNameDefinition, Str, TypeData, Value, names,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::OpPrinter;
use super::printer_defs::PrinterDef;
use crate::print::custom_forms::FormParts;

impl OpPrinter<'_> {
    /// Whether the release reads an operation in the custom form that is written for it.
    pub(super) fn is_read_by(&self, def: &PrinterDef, op: Op, release: Release) -> bool {
        if release >= Release::NATIVE {
            let is_code = matches!(def.op_def.form(), Format::Custom(_)) && !self.has_unwritten_properties(def, op);
            return (def.op_def.declared.is_none() || is_code) && !self.has_untaken_tokens(def, op, release);
        }
        let form = FormParts::of(self.shared.ctx, self.scope.body, op);
        let is_known = match self.shared.options.probed {
            Some(probed) => form == probed,
            None => def.read_parts.is_some_and(|read| form.parts.is_subset(read)),
        };
        is_known && !self.is_hidden(Some(def), op, release) && self.name_in(Some(def), op, release).is_none()
    }

    /// All attributes of an operation in one dictionary.
    pub(super) fn attributes_before_properties(
        &self,
        def: Option<&PrinterDef>,
        op: Op,
        release: Release,
    ) -> SmallVec<[(Str, Attr); 8]> {
        let ctx = self.shared.ctx;
        let body = self.scope.body;
        let mut entries: SmallVec<[(Str, Attr); 8]> = ctx.entries(body.attrs(op)).iter().copied().collect();
        match def {
            Some(def) if def.upstream => self.generic_form(op).add_counts(&mut entries),
            _ => self.generic_form(op).add_segments(&mut entries),
        }
        // Operations with bundles, and those alone, have groups that releases before bundles have not.
        let has_groups = def.is_some_and(|def| has_operand_bundles(def.op_def));
        if has_groups && release < Release::V20 && !self.is_hidden(def, op, release) {
            let successors = def.is_some_and(|def| def.op_def.is(Traits::TERMINATOR));
            drop_bundles(ctx, &mut entries, successors);
        }
        if let Some(def) = def {
            let lacks = |key: Str| !entries.iter().any(|entry| entry.0 == key);
            let defaults: SmallVec<[(Str, Attr); 4]> =
                def.older_defaults.iter().filter(|(key, _)| lacks(*key)).copied().collect();
            entries.extend(defaults);
            drop_later_operands(ctx, def.op_def, &mut entries, release);
            self.have_older_names(def.op_def, &mut entries, release);
        }
        entries.sort_by(|a, b| ctx.bytes(a.0).cmp(ctx.bytes(b.0)));
        entries
    }

    /// Gives attributes of an operation that has a definition the names and classes that a release has for them.
    pub(super) fn have_older_names(&self, def: &OpDef, entries: &mut [(Str, Attr)], release: Release) {
        let ctx = self.shared.ctx;
        for (key, value) in entries {
            let Some(older) = OlderAttribute::of(Some(def.name), *key) else {
                *value = self.as_list_of_release(*key, *value, release);
                continue;
            };
            if let Some((name, _)) = older.older_name.filter(|(_, since)| release < *since) {
                *key = ctx.str(name);
            }
            if let Some((list, _)) = older.older_list.filter(|(_, since)| release < *since) {
                *value = older_list(ctx, list, *value).unwrap_or(*value);
            }
        }
    }

    /// The numbers of a dialect's attribute of functions as the list that they were in a release.
    fn as_list_of_release(&self, key: Str, value: Attr, release: Release) -> Attr {
        let ctx = self.shared.ctx;
        let AttrData::DenseArray { element, values } = ctx.attr_data(value) else { return value };
        let name = ctx.text(key);
        let defs = ctx.dialects().get(dialect_of(&name)).map(|dialect| dialect.attributes).unwrap_or_default();
        let until = defs.iter().find(|def| def.name == name).and_then(|def| def.was_list_until);
        if until.is_none_or(|until| release >= until) {
            return value;
        }
        let items: Vec<Attr> = values.iter().map(|&number| ctx.int_attr(*element, number)).collect();
        ctx.array(&items)
    }

    /// Whether an operation has what the release's operation of its name may not have: it is printed under a name that
    /// the release does not know.
    pub(super) fn is_hidden(&self, def: Option<&PrinterDef>, op: Op, release: Release) -> bool {
        let body = self.scope.body;
        let Some(def) = def.filter(|def| def.upstream) else { return false };
        if has_operand_bundles(def.op_def) && release < Release::V20 {
            let bundles =
                def.op_def.operands.iter().position(|slot| matches!(slot.arity, Arity::VariadicOfVariadic(_)));
            let bundles = bundles.map_or(0, |index| self.group(def, op, index as u8).len());
            let tags = self.attribute_of(op, names::OP_BUNDLE_TAGS).is_some_and(|tags| tags != attrs::EMPTY_ARRAY);
            if bundles > 0 || tags {
                return true;
            }
        }
        // One of its attributes is in the table of those that the release has not.
        if def.required.iter().any(|&key| self.attribute_of(op, key).is_none()) {
            return true;
        }
        if self.has_later_word(def, op, release)
            || self.shared.unknown.variables.contains(&self.attribute_of(op, names::SYM_NAME))
        {
            return true;
        }
        if self.lacks_part_of_form(def, op, release) {
            return true;
        }
        // Lifetimes had a size, and fences a scope.
        let lacks_scope = body.name(op) == llvm::FENCE && self.attribute_of(op, names::SYNCSCOPE).is_none();
        if matches!(body.name(op), intrinsics::LIFETIME_START | intrinsics::LIFETIME_END) && release < Release::V22
            || lacks_scope && release < Release::V17
        {
            return true;
        }
        // The signature of a call was that of the callee's pointer.
        let is_indirect =
            matches!(body.name(op), llvm::CALL | llvm::INVOKE) && self.attribute_of(op, names::CALLEE).is_none();
        if is_indirect && release < Release::V16 {
            return true;
        }
        if matches!(body.name(op), llvm::ATOMICRMW | llvm::CMPXCHG) && release < Release::V16 {
            return true;
        }
        if self.has_untaken_tokens(def, op, release) {
            return true;
        }
        // Immediate arguments were operands.
        if release < Release::V17
            && def.op_def.called_intrinsic().is_some_and(|intrinsic| !intrinsic.immediates.is_empty())
        {
            return true;
        }
        if body.name(op) == global_values::ADDRESSOF {
            let name = self.attribute_of(op, names::GLOBAL_NAME);
            return name.is_some_and(|name| self.shared.unknown.symbols.contains(&name));
        }
        false
    }

    /// Whether the release's operation has no place for an operand, or its printer none for attributes.
    fn lacks_part_of_form(&self, def: &PrinterDef, op: Op, release: Release) -> bool {
        let (ctx, body) = (self.shared.ctx, self.scope.body);
        let lacking = WITHOUT_DICTIONARY.iter().find(|row| row.0 == def.op_def.name && row.2.contains(release));
        let loses_attribute = |(_, written, _): &(&str, &[&str], Releases)| {
            ctx.entries(body.attrs(op)).iter().any(|entry| !written.contains(&ctx.text(entry.0).as_ref()))
        };
        lacking.is_some_and(loses_attribute) || def.op_def.other_forms.iter().any(|form| lacks_operand(form, release))
    }

    /// Whether an operation has a token where the release's operation of its name takes and returns none: intrinsics do, and
    /// of the others `llvm.mlir.none` alone.
    fn has_untaken_tokens(&self, def: &PrinterDef, op: Op, release: Release) -> bool {
        let body = self.scope.body;
        let is_token = |value: &Value| body.value_type(*value) == types::TOKEN;
        release >= BUILTIN_TOKEN_SINCE
            && def.upstream
            && !matches!(def.op_def.llvm, LlvmForm::Intrinsic(_) | LlvmForm::Constant(Constant::NoneToken))
            && (body.all_operands(op).iter().any(is_token) || body.results(op).any(|result| is_token(&result)))
    }

    /// Whether a word of an enumeration is later than the release. MLIR has LLVM's words some releases after LLVM.
    fn has_later_word(&self, def: &PrinterDef, op: Op, release: Release) -> bool {
        let ctx = self.shared.ctx;
        def.op_def.attrs.iter().zip(&def.keys).any(|(slot, &key)| {
            let SlotKind::Enum(enumeration) = slot.kind else { return false };
            let Some(value) = self.attribute_of(op, key).and_then(|value| ctx.int_value(value)) else { return false };
            let since = enumeration.rows.iter().find(|word| word.value == value).and_then(|word| word.releases.since);
            since.is_some_and(|since| since > release || release < Release::V20 && since >= Release::V14)
        })
    }

    /// The name of an operation for a release.
    pub(super) fn name_in(&self, def: Option<&PrinterDef>, op: Op, release: Release) -> Option<&'static str> {
        let mut older = def?.op_def.older_names.iter();
        older.find(|older| older.releases.contains(release) && self.is_of(op, older.of)).map(|older| older.name)
    }

    fn is_of(&self, op: Op, part: OlderPart) -> bool {
        let body = self.scope.body;
        let space_of = |value| self.shared.ctx.pointer_space(body.value_type(value));
        match part {
            OlderPart::All => true,
            OlderPart::PointerResult => body.result(op).and_then(space_of).is_some(),
            OlderPart::Space(space) => body.operands(op).first().copied().and_then(space_of) == Some(space),
        }
    }
}

/// Whether a form is that of a release whose operation has an operand less.
fn lacks_operand(form: &OtherForm, release: Release) -> bool {
    form.releases.contains(release) && form.derived.iter().any(|(derived, _)| matches!(derived, Derived::LastOperand))
}

/// Takes the groups of operand bundles out of the attributes that count operands.
fn drop_bundles(ctx: &Context, entries: &mut SmallVec<[(Str, Attr); 8]>, successors: bool) {
    entries
        .retain(|entry| entry.0 != names::OP_BUNDLE_SIZES && (successors || entry.0 != names::OPERAND_SEGMENT_SIZES));
    if let (true, Some(sizes)) = (successors, entries.iter_mut().find(|e| e.0 == names::OPERAND_SEGMENT_SIZES)) {
        let without: Vec<i32> = ctx.dense_array(sizes.1).unwrap_or_default().iter().map(|&n| n as i32).collect();
        sizes.1 = ctx.i32_array(without.get(..without.len().saturating_sub(1)).unwrap_or_default());
    }
}

/// Takes the groups that an operation has not in a release out of the attribute that counts operands.
fn drop_later_operands(ctx: &Context, def: &OpDef, entries: &mut SmallVec<[(Str, Attr); 8]>, release: Release) {
    if COUNTED_BY_MAPS.iter().any(|(name, _, releases)| *name == def.name && releases.contains(release)) {
        return entries.retain(|entry| entry.0 != names::OPERAND_SEGMENT_SIZES);
    }
    let Some(later) = LATER_OPERANDS.iter().find(|row| row.operation == def.name && release < row.since) else {
        return;
    };
    let Some((_, sizes)) = entries.iter_mut().find(|entry| entry.0 == names::OPERAND_SEGMENT_SIZES) else { return };
    let counts = ctx.dense_array(*sizes).unwrap_or_default().iter().zip(def.operands);
    let counts: Vec<i32> =
        counts.filter(|(_, slot)| !later.groups.contains(&slot.name)).map(|(&count, _)| count as i32).collect();
    *sizes = ctx.i32_array(&counts);
}

/// A list as an older release has it.
fn older_list(ctx: &Context, list: OlderList, current: Attr) -> Option<Attr> {
    let numbers = match ctx.attr_data(current) {
        AttrData::DenseArray { element, values } => Some((*element, values)),
        _ => None,
    };
    Some(match list {
        OlderList::Array => {
            let (element, values) = numbers?;
            let items: Vec<Attr> = values.iter().map(|&number| ctx.int_attr(element, number)).collect();
            ctx.array(&items)
        }
        OlderList::Sizes => {
            let (element, values) = numbers?;
            let size = |&number: &i64| ctx.int_attr(element, if number == i64::MIN { -1 } else { number });
            let items: Vec<Attr> = values.iter().map(size).collect();
            ctx.array(&items)
        }
        OlderList::Words(_, mnemonic) => {
            let word = |item: &Attr| {
                let AttrData::Opaque { body, .. } = ctx.attr_data(*item) else { return None };
                let body = ctx.text(*body);
                let word = body.strip_prefix(mnemonic)?.strip_prefix('<')?.strip_suffix('>')?;
                Some(ctx.string_attr(word))
            };
            ctx.array(&ctx.items(current).iter().map(word).collect::<Option<Vec<Attr>>>()?)
        }
        OlderList::Elements => {
            let (_, values) = numbers?;
            let data: Vec<u8> = values.iter().flat_map(|&number| (number as i32).to_le_bytes()).collect();
            // No vector is empty there.
            let ty = match values.is_empty() {
                true => ctx.ty(TypeData::Tensor {
                    dims: Some(Box::new([Dim { size: Some(0), scalable: false }])),
                    element: types::I32,
                    encoding: None,
                }),
                false => ctx.vector_type(values.len() as u64, false, types::I32),
            };
            ctx.dense(ty, &data, 4)
        }
    })
}

/// What a release refuses of a module's global values.
#[derive(Debug, Default)]
pub(crate) struct UnknownGlobals {
    /// The names of variables that the release would refuse.
    pub(crate) variables: FxHashSet<Option<Attr>>,
    /// The symbols of those, and of operations that the release has not.
    pub(crate) symbols: FxHashSet<Attr>,
}

impl UnknownGlobals {
    /// Aliases, and variables whose initializers have operations that the release does not take there, as it does not know them:
    /// the address of another of these is one.
    pub(crate) fn of(ctx: &Context, module: &Module, release: Release) -> UnknownGlobals {
        let mut unknown = UnknownGlobals::default();
        let mut known = Vec::new();
        for op in module.ops() {
            match module.body.name(op) {
                global_values::ALIAS | global_values::IFUNC => unknown.insert(ctx, module, op),
                global_values::GLOBAL => known.push(op),
                _ => {}
            }
        }
        loop {
            let before = known.len();
            known.retain(|&op| {
                let is_known = !unknown.is_in_initializer(ctx, module, op, release);
                if !is_known {
                    unknown.insert(ctx, module, op);
                    unknown.variables.insert(module.body.attr(ctx, op, names::SYM_NAME));
                }
                is_known
            });
            if known.len() == before {
                return unknown;
            }
        }
    }

    fn insert(&mut self, ctx: &Context, module: &Module, op: Op) {
        let name = module.body.string_attr(ctx, op, names::SYM_NAME);
        self.symbols.extend(name.map(|name| ctx.symbol_ref(name)));
    }

    fn is_in_initializer(&self, ctx: &Context, module: &Module, variable: Op, release: Release) -> bool {
        let is_unknown = |body: &Body, op: Op| match body.name(op) {
            global_values::POISON | global_values::BLOCKADDRESS | global_values::DSO_LOCAL_EQUIVALENT => {
                release < Release::V20
            }
            global_values::ZERO => {
                let ty = body.result(op).map(|result| ctx.type_data(body.value_type(result)));
                release < Release::V18 && !matches!(ty, Some(TypeData::Pointer { .. }))
            }
            global_values::ADDRESSOF => {
                body.attr(ctx, op, names::GLOBAL_NAME).is_some_and(|name| self.symbols.contains(&name))
            }
            name => name.def().is_none_or(OpDef::is_irtrip),
        };
        module.body.nested(variable).is_some_and(|body| {
            body.regions().iter().any(|&region| body.walk(region).into_iter().any(|op| is_unknown(body, op)))
        })
    }
}
