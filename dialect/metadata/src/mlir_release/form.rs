//! The generic form that operations have in another release of MLIR: its names of operations and attributes, one dictionary where
//! properties do not stand apart, and its groups of operands. Text and bytecode for the release have the same.

use rustc_hash::FxHashSet;

use super::current::strict_properties;
use crate::attributes::{AttrData, well_known as attrs};
use crate::body::{Body, Module, Op, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::names;
use crate::ops::generic_form::{GenericForm, NamedAttrs, default_of};
use crate::ops::{
    Arity, COUNTED_BY_MAPS, Constant, Derived, LATER_OPERANDS, LlvmForm, OlderAttribute, OlderList, OlderPart, OpDef,
    OtherForm, SET_BY_CUSTOM_FORM, STRICT_PROPERTIES, SlotKind, Traits, ValueConstraint, WITHOUT_DICTIONARY,
    global_values, has_operand_bundles, intrinsics, llvm,
};
use crate::registry::{ContextDialects, OpNameDefinition, dialect_of};
use crate::release::{Release, Releases};
use crate::types::mlir_text::BUILTIN_TOKEN_SINCE;
use crate::types::{Dim, TypeData, well_known as types};

/// The generic form that operations have in a release.
pub struct ReleaseForm<'c> {
    ctx: &'c Context,
    /// The release.
    pub release: Release,
    /// What it refuses of the module's global values.
    unknown: UnknownGlobals,
}

impl<'c> ReleaseForm<'c> {
    /// The form of a module's operations, which are in terms of the release ([`super::lower`]).
    pub fn new(ctx: &'c Context, module: &Module, release: Release) -> ReleaseForm<'c> {
        let unknown =
            if release < Release::NATIVE { UnknownGlobals::of(ctx, module, release) } else { Default::default() };
        ReleaseForm { ctx, release, unknown }
    }

    /// The form of operations of no module.
    pub fn of_operations(ctx: &'c Context, release: Release) -> ReleaseForm<'c> {
        ReleaseForm { ctx, release, unknown: UnknownGlobals::default() }
    }

    /// Whether an operation has no properties apart from the attributes in its dictionary ([`Self::attributes`]): the release has
    /// none, or does not know the operation under the name that it has here.
    pub fn is_one_dictionary(&self, body: &Body, op: Op) -> bool {
        self.release < Release::NATIVE || self.is_hidden(body, op)
    }

    /// The name of an operation, if that is not the model's: an older one, or one that no release knows where the release's operation
    /// may not have what this one has.
    pub fn name(&self, body: &Body, op: Op) -> Option<String> {
        if self.is_hidden(body, op) {
            return Some(format!("{}{}", names::HIDDEN, self.ctx.op_name_str(body.name(op))));
        }
        self.older_name(body, op).map(str::to_owned)
    }

    /// The older name that an operation has in the release.
    pub fn older_name(&self, body: &Body, op: Op) -> Option<&'static str> {
        let mut older = body.name(op).def()?.older_names.iter();
        older
            .find(|older| older.releases.contains(self.release) && self.is_of(body, op, older.of))
            .map(|older| older.name)
    }

    /// All attributes of an operation in one dictionary.
    pub fn attributes(&self, body: &Body, op: Op) -> NamedAttrs {
        let (ctx, release, def) = (self.ctx, self.release, body.name(op).def());
        let mut entries: NamedAttrs = ctx.entries(body.attrs(op)).iter().copied().collect();
        let form = GenericForm::new(ctx, body, op);
        match def {
            Some(def) if !def.is_irtrip() => form.add_counts(&mut entries),
            _ => form.add_segments(&mut entries),
        }
        // Operations with bundles, and those alone, have groups that releases before bundles have not.
        if let Some(def) = def {
            if has_operand_bundles(def) && release < Release::V20 && !self.is_hidden(body, op) {
                drop_bundles(ctx, &mut entries, def.is(Traits::TERMINATOR));
            }
            self.add_defaults(def, &mut entries);
            drop_later_operands(ctx, def, &mut entries, release);
            self.have_older_names(def, &mut entries);
        }
        entries.sort_by(|a, b| ctx.bytes(a.0).cmp(ctx.bytes(b.0)));
        entries
    }

    /// Takes flags of overflow out of the attributes of an operation: they are a property since MLIR 19, which its readers pass over
    /// in a dictionary.
    pub fn take_properties(&self, body: &Body, op: Op, entries: &mut NamedAttrs) -> NamedAttrs {
        let is_property = |entry: &(Str, Attr)| entry.0 == names::OVERFLOW_FLAGS;
        if self.is_hidden(body, op) || !entries.iter().any(is_property) {
            return NamedAttrs::new();
        }
        let (properties, others) = entries.iter().copied().partition(is_property);
        *entries = others;
        properties
    }

    /// Adds the attributes that readers of the custom form set, so that both forms are the same to the release.
    fn add_defaults(&self, def: &OpDef, entries: &mut NamedAttrs) {
        let is_of = |(name, _, since): &&(&str, Str, Release)| {
            *name == def.name && *since <= self.release && self.release < Release::NATIVE
        };
        for (_, key, _) in SET_BY_CUSTOM_FORM.iter().filter(is_of) {
            let slot = def.attr_slot(self.ctx.text(*key).as_ref());
            if let Some(value) = slot.and_then(|slot| default_of(self.ctx, slot))
                && !entries.iter().any(|entry| entry.0 == *key)
            {
                entries.push((*key, value));
            }
        }
    }

    /// The properties of an operation, where they stand apart ([`Self::is_one_dictionary`]).
    pub fn properties(&self, body: &Body, op: Op) -> NamedAttrs {
        let mut entries = GenericForm::new(self.ctx, body, op).properties();
        if let Some(def) = body.name(op).def().filter(|_| self.release >= STRICT_PROPERTIES) {
            strict_properties(self.ctx, def, &mut entries, body.attr(self.ctx, op, names::IRTRIP_TLS_MODEL));
        }
        entries
    }

    /// Whether a property of the release, which has another name, says what an attribute of an operation says.
    pub fn is_in_properties(&self, body: &Body, op: Op, key: Str) -> bool {
        self.release >= STRICT_PROPERTIES
            && matches!(key, names::IRTRIP_TLS_MODEL | names::THREAD_LOCAL)
            && body.attr(self.ctx, op, names::THREAD_LOCAL) == Some(attrs::UNIT)
    }

    /// Gives attributes of an operation that has a definition the names and classes that the release has for them.
    pub fn have_older_names(&self, def: &OpDef, entries: &mut [(Str, Attr)]) {
        let (ctx, release) = (self.ctx, self.release);
        for (key, value) in entries {
            let Some(older) = OlderAttribute::of(Some(def.name), *key) else {
                *value = self.as_list_of_release(*key, *value);
                continue;
            };
            if let Some((name, _)) = older.other_name.filter(|(_, releases)| releases.contains(release)) {
                *key = ctx.str(name);
            }
            if let Some((list, _)) = older.older_list.filter(|(_, since)| release < *since) {
                *value = older_list(ctx, list, *value).unwrap_or(*value);
            }
        }
    }

    /// The numbers of a dialect's attribute of functions as the list that they were in a release.
    fn as_list_of_release(&self, key: Str, value: Attr) -> Attr {
        let ctx = self.ctx;
        let AttrData::DenseArray { element, values } = ctx.attr_data(value) else { return value };
        let name = ctx.text(key);
        let defs = ctx.dialects().get(dialect_of(&name)).map(|dialect| dialect.attributes).unwrap_or_default();
        let until = defs.iter().find(|def| def.name == name).and_then(|def| def.was_list_until);
        if until.is_none_or(|until| self.release >= until) {
            return value;
        }
        let items: Vec<Attr> = values.iter().map(|&number| ctx.int_attr(*element, number)).collect();
        ctx.array(&items)
    }

    /// Whether an operation has what the release's operation of its name may not have: it is printed under a name that
    /// the release does not know.
    pub fn is_hidden(&self, body: &Body, op: Op) -> bool {
        let (ctx, release, name) = (self.ctx, self.release, body.name(op));
        let Some(def) = name.def().filter(|def| !def.is_irtrip()) else { return false };
        if has_operand_bundles(def) && release < Release::V20 {
            let is_bundles = |slot: &ValueConstraint| matches!(slot.arity, Arity::VariadicOfVariadic(_));
            let group = def.operands.iter().position(is_bundles);
            let lengths = GenericForm::new(ctx, body, op).group_lengths();
            let bundles = group.and_then(|group| lengths.get(group).copied()).unwrap_or(0);
            let tags = body.attr(ctx, op, names::OP_BUNDLE_TAGS).is_some_and(|tags| tags != attrs::EMPTY_ARRAY);
            if bundles > 0 || tags {
                return true;
            }
        }
        // One of its attributes is in the table of those that the release has not.
        let mut slots = def.attrs.iter().zip(ctx.slot_names(name));
        if slots.any(|(slot, key)| def.requires(slot) && body.attr(ctx, op, *key).is_none()) {
            return true;
        }
        if self.has_later_word(def, body, op)
            || self.unknown.variables.contains(&body.attr(ctx, op, names::SYM_NAME))
            || self.lacks_part_of_form(def, body, op)
            || self.has_untaken_tokens(body, op)
        {
            return true;
        }
        // Lifetimes had a size, and fences a scope.
        let lacks_scope = name == llvm::FENCE && body.attr(ctx, op, names::SYNCSCOPE).is_none();
        if matches!(name, intrinsics::LIFETIME_START | intrinsics::LIFETIME_END) && release < Release::V22
            || lacks_scope && release < Release::V17
        {
            return true;
        }
        // The signature of a call was that of the callee's pointer.
        let is_indirect = matches!(name, llvm::CALL | llvm::INVOKE) && body.attr(ctx, op, names::CALLEE).is_none();
        if is_indirect && release < Release::V16 {
            return true;
        }
        if matches!(name, llvm::ATOMICRMW | llvm::CMPXCHG) && release < Release::V16 {
            return true;
        }
        // Immediate arguments were operands.
        if release < Release::V17 && def.called_intrinsic().is_some_and(|intrinsic| !intrinsic.immediates.is_empty()) {
            return true;
        }
        name == global_values::ADDRESSOF
            && body.attr(ctx, op, names::GLOBAL_NAME).is_some_and(|name| self.unknown.symbols.contains(&name))
    }

    /// Whether the release's operation has no place for an operand, or its printer none for attributes.
    fn lacks_part_of_form(&self, def: &OpDef, body: &Body, op: Op) -> bool {
        let (ctx, release) = (self.ctx, self.release);
        let lacking = WITHOUT_DICTIONARY.iter().find(|row| row.0 == def.name && row.2.contains(release));
        let loses_attribute = |(_, written, _): &(&str, &[&str], Releases)| {
            ctx.entries(body.attrs(op)).iter().any(|entry| !written.contains(&ctx.text(entry.0).as_ref()))
        };
        lacking.is_some_and(loses_attribute) || def.other_forms.iter().any(|form| lacks_operand(form, release))
    }

    /// Whether an operation has a token where the release's operation of its name takes and returns none: intrinsics do, and
    /// of the others `llvm.mlir.none` alone.
    pub fn has_untaken_tokens(&self, body: &Body, op: Op) -> bool {
        let is_token = |value: &Value| body.value_type(*value) == types::TOKEN;
        let takes_none = |def: &OpDef| {
            !def.is_irtrip() && !matches!(def.llvm, LlvmForm::Intrinsic(_) | LlvmForm::Constant(Constant::NoneToken))
        };
        self.release >= BUILTIN_TOKEN_SINCE
            && body.name(op).def().is_some_and(takes_none)
            && (body.all_operands(op).iter().any(is_token) || body.results(op).any(|result| is_token(&result)))
    }

    /// Whether a word of an enumeration is later than the release. MLIR has LLVM's words some releases after LLVM.
    fn has_later_word(&self, def: &OpDef, body: &Body, op: Op) -> bool {
        let (ctx, release) = (self.ctx, self.release);
        def.attrs.iter().zip(ctx.slot_names(body.name(op))).any(|(slot, &key)| {
            let SlotKind::Enum(enumeration) = slot.kind else { return false };
            let Some(value) = body.attr(ctx, op, key).and_then(|value| ctx.int_value(value)) else { return false };
            let since = enumeration.cases.iter().find(|word| word.value == value).and_then(|word| word.releases.since);
            since.is_some_and(|since| since > release || release < Release::V20 && since >= Release::V14)
        })
    }

    fn is_of(&self, body: &Body, op: Op, part: OlderPart) -> bool {
        let space_of = |value| self.ctx.pointer_space(body.value_type(value));
        match part {
            OlderPart::All => true,
            OlderPart::PointerResult => body.result(op).and_then(space_of).is_some(),
            OlderPart::Space(space) => body.operands(op).first().copied().and_then(space_of) == Some(space),
        }
    }
}

/// The dimension and the element of a vector type that is no builtin type in a release: that of LLVM's own types before MLIR 20.
pub fn vector_of_llvm(ctx: &Context, ty: Type, release: Release) -> Option<(Dim, Type)> {
    let TypeData::Vector { dims, element } = ctx.type_data(ty) else { return None };
    let is_of_llvm = matches!(ctx.type_data(*element), TypeData::Pointer { .. } | TypeData::TargetExt { .. });
    match dims[..] {
        [dim] if is_of_llvm && release < Release::V20 => Some((dim, *element)),
        _ => None,
    }
}

/// Whether a form is that of a release whose operation has an operand less.
fn lacks_operand(form: &OtherForm, release: Release) -> bool {
    form.releases.contains(release) && form.derived.iter().any(|(derived, _)| matches!(derived, Derived::LastOperand))
}

/// Takes the groups of operand bundles out of the attributes that count operands.
fn drop_bundles(ctx: &Context, entries: &mut NamedAttrs, successors: bool) {
    entries
        .retain(|entry| entry.0 != names::OP_BUNDLE_SIZES && (successors || entry.0 != names::OPERAND_SEGMENT_SIZES));
    if let (true, Some(sizes)) = (successors, entries.iter_mut().find(|e| e.0 == names::OPERAND_SEGMENT_SIZES)) {
        let without: Vec<i32> = ctx.dense_array(sizes.1).unwrap_or_default().iter().map(|&n| n as i32).collect();
        sizes.1 = ctx.i32_array(without.get(..without.len().saturating_sub(1)).unwrap_or_default());
    }
}

/// Takes the groups that an operation has not in a release out of the attribute that counts operands.
fn drop_later_operands(ctx: &Context, def: &OpDef, entries: &mut NamedAttrs, release: Release) {
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
struct UnknownGlobals {
    /// The names of variables that the release would refuse.
    variables: FxHashSet<Option<Attr>>,
    /// The symbols of those, and of operations that the release has not.
    symbols: FxHashSet<Attr>,
}

impl UnknownGlobals {
    /// Aliases, and variables whose initializers have operations that the release does not accept there, as it does not know them:
    /// the address of another of these is one.
    fn of(ctx: &Context, module: &Module, release: Release) -> UnknownGlobals {
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
