//! Intrinsics of another name or signature: calls of the current become calls of what the release has.

use irtrip_dialect::attribute_set::{
    AttributeItem, AttributeSet, CalledFunction, MemoryEffects, call_set, list_set, parameter_set, with_call_set,
};
use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::call_arguments::{ArgumentValue, bundle_sizes, intrinsic_arguments};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::intrinsics::lifetimes::{SlotCasts, allocated_type};
use irtrip_dialect::intrinsics::older::{
    Argument as OlderArgument, Replacement, UNKNOWN_SIZE, UpgradeRow, by_current_name, called_by_name, rows, unsuffixed,
};
use irtrip_dialect::intrinsics::{lookup_intrinsic, releases_of};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, LoweringKind, OpDef, global_values, llvm};
use irtrip_dialect::preserved::OlderCall;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::immediate_dominators;
use irtrip_dialect::{
    Attr, Block, Body, Context, Module, NewOp, Op, OpNameDefinition, Str, Type, TypeData, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expansions::math_functions::MathFunctions;
use super::expansions::{Expansion, is_widened, made, truncate};
use super::{LoweringContext, lacking, nvvm, other_types, records};
use crate::options::{release_of_text, spellings};
use crate::write::IntrinsicNames;

/// What a release has in the place of the current intrinsics.
pub(super) struct IntrinsicLowering<'a> {
    ctx: &'a Context,
    release: Release,
    /// Whether libNVVM reads it.
    nvvm: bool,
    rows: FxHashMap<&'static [u8], &'static UpgradeRow>,
    names: IntrinsicNames,
    /// The declarations of the text, where the module was text of the release and calls what they declare.
    declared: Vec<Attr>,
    /// The names that intrinsics have in the text, by the current, where nothing else of them is other.
    renamed: FxHashMap<Str, Str>,
    of_text: bool,
    /// The functions that a text of the release declares.
    own: FxHashSet<Str>,
    /// Whether pointers name what they point to.
    typed: bool,
    /// The casts that lifetime markers of the text take, and what dominates each block, of the function at hand.
    slots: Option<(Op, SlotCasts, FxHashMap<Block, Block>)>,
    /// The intrinsics without their types that calls of others stand for by now.
    pub replaced_in_calls: FxHashSet<&'static [u8]>,
    /// The functions of C that calls of intrinsics are lowered to.
    pub functions: MathFunctions,
}

/// Starts of names, without `llvm.`, of which each part was an overloaded intrinsic up to a release, so that it accepts any longer
/// name for one of those; the current table does not have them.
const FORMER_OVERLOADED: &[(&str, Release)] = &[
    ("aarch64.sve.ld2.", Release::V15),
    ("aarch64.sve.ld3.", Release::V15),
    ("aarch64.sve.ld4.", Release::V15),
    ("amdgcn.image.", Release::V7),
    ("experimental.vector.extract.", Release::V20),
    ("riscv.seg", Release::V22),
];

/// An argument of the current call.
#[derive(Clone, Copy)]
struct CurrentArgument {
    value: Value,
    /// The number that it is, where that is known.
    number: Option<i64>,
    align: Option<i64>,
}

impl<'a> IntrinsicLowering<'a> {
    /// For a release, or for libNVVM, which is of one.
    pub fn new(ctx: &'a Context, module: &Module, release: Release, nvvm: bool) -> IntrinsicLowering<'a> {
        let rows = by_current_name(release).map(|(replacement, row)| (replacement.as_bytes(), row)).collect();
        let of_text = release_of_text(ctx, module) == Some(release);
        let declared = ctx.entry(module.attrs, IRTRIP_OLDER_DECLARATIONS).filter(|_| of_text);
        let declared = declared.map(|declared| ctx.items(declared)).unwrap_or_default();
        let (names, renamed) = Default::default();
        let preserved = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
        let attrs = module.ops().map(|op| module.body.attrs(op)).chain(preserved.iter().copied()).filter(|_| of_text);
        let own: FxHashSet<Str> = attrs.filter_map(|attrs| ctx.string_value(ctx.entry(attrs, SYM_NAME)?)).collect();
        let typed = spellings(ctx, module, release).has(Spelling::TypedPointers);
        let mut lowering = IntrinsicLowering {
            ctx,
            release,
            nvvm,
            rows,
            names,
            declared: declared.to_vec(),
            renamed,
            of_text,
            own,
            typed,
            slots: None,
            replaced_in_calls: FxHashSet::default(),
            functions: MathFunctions::new(ctx, module),
        };
        lowering.drop_today_declared(module);
        let full = |name: &str| ctx.str(&format!("llvm.{name}"));
        // What the text has under its own name is under the current name in no text.
        let has = |name: &str| {
            lookup_intrinsic(name.as_bytes())
                .is_some_and(|known| releases_of(&String::from_utf8_lossy(known.base)).contains(release))
        };
        let others = unsuffixed(release).map(|(replacement, older)| (full(replacement), full(older)));
        lowering.renamed = others.filter(|(replacement, _)| !of_text || !has(&ctx.text(*replacement))).collect();
        if of_text {
            lowering.renamed.extend(lowering.renamed_in_text());
        }
        lowering
    }

    /// Drops the declarations of the text for which the module has another of the same name, where calls are of that one: the
    /// release has it, and older ones had another type for it.
    fn drop_today_declared(&mut self, module: &Module) {
        if self.declared.is_empty() {
            return;
        }
        let ctx = self.ctx;
        let name_of = |attrs: Attr| ctx.string_entry(attrs, SYM_NAME);
        let replacement: FxHashSet<Str> = module.ops().filter_map(|op| name_of(module.body.attrs(op))).collect();
        let mut declared = std::mem::take(&mut self.declared);
        declared.retain(|attrs| {
            let is_renamed = ctx.entry(*attrs, IRTRIP_CALLEE).is_some();
            is_renamed
                || name_of(*attrs)
                    .is_none_or(|name| !replacement.contains(&name) || self.row(ctx.bytes(name)).is_some())
        });
        self.declared = declared;
    }

    /// Whether the module was text of the release.
    pub fn of_text(&self) -> bool {
        self.of_text
    }

    /// The declarations of the text that stand for current ones.
    pub fn older_declarations(&self) -> &[Attr] {
        &self.declared
    }

    /// The names of the text by the current, where one in the text stands for a current one.
    fn renamed_in_text(&self) -> FxHashMap<Str, Str> {
        let string = |attrs: Attr, key: Str| self.ctx.string_entry(attrs, key);
        let mut renamed: FxHashMap<Str, Option<Str>> = FxHashMap::default();
        for &declared in &self.declared {
            let (Some(replacement), Some(name)) = (string(declared, IRTRIP_CALLEE), string(declared, SYM_NAME)) else {
                continue;
            };
            let row = self.row(self.ctx.bytes(replacement));
            // Of a call that is more than renamed, what it had in addition is put back where it is replaced.
            if row.is_none_or(|(row, _)| row.arguments == [OlderArgument::Rest] && row.keeps.all()) {
                renamed.entry(replacement).and_modify(|several| *several = None).or_insert(Some(name));
            }
        }
        renamed.into_iter().filter_map(|(replacement, name)| Some((replacement, name?))).collect()
    }

    /// What the release has in the place of the intrinsic of a name, and that intrinsic's own name.
    fn row(&self, name: &[u8]) -> Option<(&'static UpgradeRow, &'static [u8])> {
        let base = lookup_intrinsic(name)?.base;
        Some((*self.rows.get(base)?, base))
    }

    /// Whether the release has an intrinsic with a wider result; libNVVM has the current.
    fn is_widened(&self, base: &[u8]) -> bool {
        !self.nvvm && is_widened(base, self.release)
    }

    /// Whether a declaration is of an intrinsic that the release has another one for.
    pub fn is_replaced(&self, attrs: Attr) -> bool {
        let name = self.ctx.string_entry(attrs, SYM_NAME);
        let ty = self.ctx.type_entry(attrs, FUNCTION_TYPE);
        let first = match ty.map(|ty| self.ctx.type_data(ty)) {
            Some(TypeData::LlvmFunction { params, .. }) => params.first().copied(),
            _ => None,
        };
        let is_expanded = |name: &[u8]| {
            lookup_intrinsic(name).is_some_and(|intrinsic| {
                Expansion::of(self.ctx, intrinsic.base, self.release, first).is_some()
                    || self.is_widened(intrinsic.base)
            })
        };
        let is_renamed = name.is_some_and(|name| self.renamed.contains_key(&name));
        let is_cast = |name: &[u8]| !self.of_text && other_types::is_cast(self.ctx, name, attrs, self.release);
        let name = name.map(|name| self.ctx.bytes(name));
        is_renamed || name.is_some_and(|name| self.row(name).is_some() || is_expanded(name) || is_cast(name))
    }

    /// Whether a call of the intrinsic of a name was made one of another, or of text whose declarations are kept.
    pub fn is_replaced_in_calls(&self, name: Str) -> bool {
        let intrinsic = lookup_intrinsic(self.ctx.bytes(name));
        self.of_text || intrinsic.is_some_and(|intrinsic| self.replaced_in_calls.contains(intrinsic.base))
    }

    /// The full name of the intrinsic that an operation calls.
    fn callee(&mut self, body: &Body, op: Op, def: &OpDef) -> Result<Option<Str>, ExportCode> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        match def.llvm {
            LlvmForm::Intrinsic(intrinsic)
                if intrinsic.lowering != LoweringKind::Debug
                    && (!self.renamed.is_empty() || self.row(intrinsic.name.as_bytes()).is_some()) =>
            {
                let arguments = intrinsic_arguments(ctx, body, op, def, &intrinsic)?;
                let arguments: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
                let result = body.result(op).map_or(types::VOID, |value| body.value_type(value));
                Ok(Some(self.names.callee(ctx, attrs, body.name(op), &intrinsic, result, &arguments)))
            }
            LlvmForm::Intrinsic(intrinsic) if intrinsic.lowering != LoweringKind::Debug => {
                Ok(Some(ctx.str(intrinsic.name)))
            }
            LlvmForm::Inst(Inst::CallIntrinsic) => Ok(ctx.string_entry(attrs, INTRIN)),
            _ => Ok(None),
        }
    }

    /// Makes a call of one of the current intrinsics one of what the release has in its place.
    pub fn operation(
        &mut self,
        body: &mut Body,
        op: Op,
        def: &OpDef,
        cx: &mut LoweringContext,
    ) -> Result<(), ExportCode> {
        if self.expand(body, op, def, cx) {
            return Ok(());
        }
        let Some(callee) = self.callee(body, op, def)? else { return Ok(()) };
        if let Some(intrinsic) = lookup_intrinsic(self.ctx.bytes(callee))
            && self.is_widened(intrinsic.base)
            && matches!(def.llvm, LlvmForm::Inst(Inst::CallIntrinsic))
        {
            truncate(body, op);
            self.replaced_in_calls.insert(intrinsic.base);
            return Ok(());
        }
        let (row, renamed) = (self.row(self.ctx.bytes(callee)), self.renamed.get(&callee).copied());
        let takes_others = row.is_some_and(|(row, _)| row.arguments != [OlderArgument::Rest]);
        if let Some(name) = renamed.filter(|_| !takes_others) {
            let key = if matches!(def.llvm, LlvmForm::Intrinsic(_)) { IRTRIP_CALLEE } else { INTRIN };
            let attrs = self.ctx.with_entry(body.attrs(op), key, Some(self.ctx.str_attr(name)));
            let attrs = match OlderCall::of(self.ctx, attrs).tail.filter(|_| self.of_text) {
                Some(tail) => self.ctx.with_entry(attrs, IRTRIP_TAIL, Some(tail)),
                None => attrs,
            };
            body.set_attrs(op, attrs);
            self.replaced_in_calls.extend(lookup_intrinsic(self.ctx.bytes(callee)).map(|intrinsic| intrinsic.base));
            return Ok(());
        }
        let Some((row, base)) = row else { return self.known(body, op, callee, cx) };
        self.replaced_in_calls.insert(base);
        let given = self.arguments(body, op, def)?;
        let row = self.called_in_text(body, op, base, &given).unwrap_or(row);
        let cast = self.cast_of_text(body, op, cx);
        let older = self.older_arguments(body, op, (row, cast), base, &given, cx)?;
        let text = self.ctx.text(renamed.unwrap_or(callee));
        let suffix = text.get("llvm.".len() + base.len()..).unwrap_or_default();
        self.replace(body, op, def, row, (&format!("llvm.{}{suffix}", row.old), &older), cx);
        Ok(())
    }

    /// What a release has in the place of the intrinsic that an operation calls, where that is no other intrinsic.
    fn expansion(&mut self, body: &Body, op: Op, def: &OpDef) -> Option<(&'static [u8], &'static Expansion)> {
        let ctx = self.ctx;
        let known = match def.llvm {
            LlvmForm::Intrinsic(intrinsic) => lookup_intrinsic(intrinsic.name.as_bytes())?,
            LlvmForm::Inst(Inst::CallIntrinsic) if !self.nvvm => {
                let name = body.string_attr(ctx, op, INTRIN)?;
                lookup_intrinsic(ctx.bytes(name))?
            }
            _ => return None,
        };
        let first = body.operands(op).first().map(|value| body.value_type(*value));
        let expansion = Expansion::of(ctx, known.base, self.release, first)?;
        (!self.is_own(body, op, def)).then_some((known.base, expansion))
    }

    /// Takes the calls out of a body for which a release has no instruction: their results are values that were there before. The
    /// records before them are before what follows, which is lowered with them after that.
    pub fn take_out(&mut self, body: &mut Body, cx: &mut LoweringContext) {
        let ctx = self.ctx;
        let mut passed_on: FxHashMap<Value, Value> = FxHashMap::default();
        for op in body.linked_ops().collect::<Vec<Op>>() {
            let Some(def) = body.name(op).def() else { continue };
            let Some((base, expansion)) = self.expansion(body, op, def) else { continue };
            let Some(instead) = expansion.without_instructions(body, op) else { continue };
            let instead = instead.map(|value| end_of(&passed_on, value));
            // Where nothing leads to, a value may be made of itself.
            if instead.is_some() && instead == body.result(op) {
                continue;
            }
            cx.op = Some(op);
            self.name_expansion(body.attrs(op), base, expansion, cx);
            passed_on.extend(body.result(op).zip(instead));
            // It is no terminator, so that the records before it have a place.
            records::move_to_next(ctx, body, op);
            body.unlink(op);
        }
        cx.op = None;
        if passed_on.is_empty() {
            return;
        }
        for op in body.linked_ops().collect::<Vec<Op>>() {
            let used = body.all_operands(op).iter().copied().filter(|value| passed_on.contains_key(value));
            for value in used.collect::<Vec<_>>() {
                body.replace_uses_in(op, value, end_of(&passed_on, value));
            }
        }
    }

    /// Puts instructions in the place of a call of an intrinsic that a release does not have; whether it did.
    fn expand(&mut self, body: &mut Body, op: Op, def: &OpDef, cx: &mut LoweringContext) -> bool {
        let Some((base, expansion)) = self.expansion(body, op, def) else { return false };
        // Where the types have no expansion, the call declares what it calls anew.
        self.replaced_in_calls.insert(base);
        let call = body.attrs(op);
        if expansion.expand(self.ctx, body, op, &mut self.functions).is_none() {
            return false;
        }
        let records = self.ctx.entry(call, IRTRIP_RECORDS);
        body.set_attrs(op, self.ctx.with_entry(body.attrs(op), IRTRIP_RECORDS, records));
        self.name_expansion(call, base, expansion, cx);
        true
    }

    /// Says what a call with these attributes is written as, and what of it is lost.
    fn name_expansion(&mut self, call: Attr, base: &'static [u8], expansion: &Expansion, cx: &mut LoweringContext) {
        self.replaced_in_calls.insert(base);
        cx.drop(expansion.loss());
        if self.ctx.entry(call, IRTRIP_METADATA).is_some() {
            cx.drop(format!("attachments of a call of 'llvm.{}'", String::from_utf8_lossy(base)));
        }
    }

    /// The intrinsic that a call was of in the text of the release, where several are the current and it takes the arguments.
    fn called_in_text(
        &self,
        body: &Body,
        op: Op,
        base: &[u8],
        given: &[CurrentArgument],
    ) -> Option<&'static UpgradeRow> {
        let callee = OlderCall::of(self.ctx, body.attrs(op)).callee.filter(|_| self.of_text)?;
        let row = called_by_name(self.ctx.text(callee).strip_prefix("llvm.")?)?;
        let takes = row.arguments.iter().zip(given).all(|(argument, replacement)| match argument {
            OlderArgument::Int(same) => replacement.number == Some(i64::from(*same)),
            _ => true,
        });
        (takes && row.current_names().any(|replacement| replacement.as_bytes() == base)).then_some(row)
    }

    /// Whether an operation calls an intrinsic that the text of the release declares itself, under the current name.
    fn is_own(&mut self, body: &Body, op: Op, def: &OpDef) -> bool {
        let Ok(Some(callee)) = (if self.of_text { self.callee(body, op, def) } else { Ok(None) }) else { return false };
        self.own.contains(&callee) && self.row(self.ctx.bytes(callee)).is_none() && !self.renamed.contains_key(&callee)
    }

    /// Names an intrinsic that the release does not have, which is a function like any other there. It is refused where
    /// the release takes it for another, or where its pointers would have to be of one type for all calls.
    fn known(&self, body: &Body, op: Op, callee: Str, cx: &mut LoweringContext) -> Result<(), ExportCode> {
        let text = self.ctx.text(callee);
        let has = |name: &str| releases_of(name).contains(self.release);
        let base = lookup_intrinsic(text.as_bytes()).map(|intrinsic| String::from_utf8_lossy(intrinsic.base));
        let Some(base) = base.filter(|base| !has(base)) else { return Ok(()) };
        if self.nvvm {
            if nvvm::is_own(&text) {
                return Ok(());
            }
            return Err(lacking(self.release, format!("intrinsic 'llvm.{base}' for libNVVM")));
        }
        let names_element = |dictionary: &Attr| {
            let set = parameter_set(self.ctx, *dictionary);
            set.items().iter().any(|item| item.row().is_some_and(|row| row.llvm == "elementtype"))
        };
        if self.typed && self.parameters(body.attrs(op)).iter().any(names_element) {
            return Err(lacking(self.release, format!("intrinsic 'llvm.{base}'")));
        }
        let mut shorter = &*base;
        while let Some((rest, _)) = shorter.rsplit_once('.') {
            shorter = rest;
            let other = lookup_intrinsic(format!("llvm.{shorter}").as_bytes());
            let is_of_today =
                other.is_some_and(|other| other.overloaded && other.base == shorter.as_bytes()) && has(shorter);
            let is_former = |row: &UpgradeRow| {
                row.old == shorter && row.instead.is_some_and(|releases| releases.contains(self.release))
            };
            if is_of_today || rows(shorter).iter().any(is_former) {
                return Err(lacking(self.release, format!("intrinsic 'llvm.{base}'")));
            }
        }
        if FORMER_OVERLOADED.iter().any(|(start, until)| base.starts_with(start) && self.release < *until) {
            return Err(lacking(self.release, format!("intrinsic 'llvm.{base}'")));
        }
        // A text of the release that declares it itself loses nothing.
        if !self.own.contains(&callee) {
            cx.drop(format!("the meaning of the intrinsic 'llvm.{base}'"));
        }
        Ok(())
    }

    /// The arguments of the current call, those that are attributes as operations of their own.
    fn arguments(&self, body: &mut Body, op: Op, def: &OpDef) -> Result<Vec<CurrentArgument>, ExportCode> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        let dictionaries = self.parameters(attrs);
        let align = |place: usize| {
            let set = parameter_set(ctx, *dictionaries.get(place)?);
            set.items().iter().find_map(|item| match item {
                AttributeItem::Int(_, bytes) if item.row()?.llvm == "align" => Some(*bytes as i64),
                _ => None,
            })
        };
        let stored = ctx.int_entry(attrs, ALIGNMENT);
        let LlvmForm::Intrinsic(intrinsic) = def.llvm else {
            let bundled: usize = bundle_sizes(ctx, attrs).sum();
            let operands = body.operands(op);
            let own = operands.get(..operands.len().saturating_sub(bundled)).unwrap_or_default().to_vec();
            let argument =
                |(place, value)| CurrentArgument { value, number: number_of(ctx, body, value), align: align(place) };
            return Ok(own.into_iter().enumerate().map(argument).collect());
        };
        let mut found = Vec::new();
        for (place, argument) in intrinsic_arguments(ctx, body, op, def, &intrinsic)?.into_iter().enumerate() {
            let value = match argument.value {
                ArgumentValue::Value(value) => value,
                ArgumentValue::Immediate(value) => constant(ctx, body, op, argument.ty, value),
                ArgumentValue::Poison => poison(ctx, body, op, argument.ty),
                ArgumentValue::Text(..) | ArgumentValue::Scope(_) => {
                    return Err(lacking(self.release, format!("form of '{}'", def.name)));
                }
            };
            found.push(CurrentArgument {
                value,
                number: number_of(ctx, body, value),
                align: stored.or_else(|| align(place)),
            });
        }
        Ok(found)
    }

    /// The cast that a lifetime marker took in the text of the release, where it is there for the marker still.
    fn cast_of_text(&mut self, body: &Body, op: Op, cx: &LoweringContext) -> Option<Value> {
        let ctx = self.ctx;
        let place = OlderCall::of(ctx, body.attrs(op)).cast.filter(|_| self.of_text && self.typed)?;
        let function = cx.global?;
        if self.slots.as_ref().is_none_or(|slots| slots.0 != function) {
            let mut casts = SlotCasts::default();
            casts.look_at(ctx, body);
            let dominators = body.regions().iter().flat_map(|region| immediate_dominators(body, *region));
            self.slots = Some((function, casts, dominators.collect()));
        }
        let (_, casts, dominators) = self.slots.as_ref()?;
        let slot = *body.operands(op).first()?;
        let cast = casts.cast(slot, usize::try_from(place).ok()?)?;
        let ValueDef::Result(made, _) = body.value(cast).def else { return None };
        let (from, to) = (body.parent(made)?, body.parent(op)?);
        let is_before = from == to && made.index() < op.index();
        let mut above = std::iter::successors(dominators.get(&to), |block| dominators.get(*block)).take(DOMINATORS);
        (is_before || from != to && above.any(|block| *block == from)).then_some(cast)
    }

    /// The arguments of the older call.
    fn older_arguments(
        &self,
        body: &mut Body,
        op: Op,
        (row, cast): (&UpgradeRow, Option<Value>),
        base: &[u8],
        given: &[CurrentArgument],
        cx: &mut LoweringContext,
    ) -> Result<Vec<Value>, ExportCode> {
        let ctx = self.ctx;
        let refused = || lacking(self.release, format!("intrinsic 'llvm.{}'", String::from_utf8_lossy(base)));
        let mut older: Vec<Option<Value>> = vec![None; row.given.map_or(0, usize::from)];
        let mut set = |place: usize, value: Value| {
            older.resize(older.len().max(place + 1), None);
            older[place] = Some(value);
        };
        let mut alignments: Vec<(u8, i64)> = Vec::new();
        let mut left = given.iter();
        let mut next = 0;
        for argument in row.arguments {
            if *argument == OlderArgument::Rest {
                let end = row.given.map_or(usize::MAX, usize::from);
                // What follows is left for the arguments that the older intrinsic does not have.
                (next..end).zip(left.by_ref()).for_each(|(place, argument)| set(place, argument.value));
                continue;
            }
            let replacement = left.next().ok_or_else(refused)?;
            match argument {
                OlderArgument::Old(place) if self.typed && matches!(row.replacement, Replacement::Lifetime(_)) => {
                    set(usize::from(*place), cast.unwrap_or_else(|| cast_before(ctx, body, op, replacement.value)));
                }
                OlderArgument::Old(place) => set(usize::from(*place), replacement.value),
                OlderArgument::Aligned(place, align) => {
                    set(usize::from(*place), replacement.value);
                    let bytes = self.older_alignment(body.attrs(op), base, replacement);
                    let bytes = ctx.int_attr(types::I32, shared_alignment(&mut alignments, (*align, bytes), cx));
                    set(usize::from(*align), constant(ctx, body, op, types::I32, bytes));
                }
                OlderArgument::Magnitude(place) => {
                    let number = replacement.number.ok_or_else(refused)?;
                    let is_negative =
                        matches!(row.replacement, Replacement::BySign { negative, .. } if negative.as_bytes() == base);
                    let ty = body.value_type(replacement.value);
                    let number = ctx.int_attr(ty, if is_negative { number.wrapping_neg() } else { number });
                    set(usize::from(*place), constant(ctx, body, op, ty, number));
                }
                OlderArgument::False | OlderArgument::Int(0) if replacement.number == Some(0) => {}
                OlderArgument::NoToken => {}
                OlderArgument::Null if is_null(body, replacement.value) => {}
                OlderArgument::Int(same) if replacement.number == Some(i64::from(*same)) => {}
                _ => return Err(refused()),
            }
            next = argument.next(next);
        }
        let size = ctx.int_attr(types::I64, older_size(ctx, body, op));
        let older = older.into_iter().map(|value| value.unwrap_or_else(|| constant(ctx, body, op, types::I64, size)));
        Ok(older.collect())
    }

    /// The alignment that an older call has for an argument's own.
    fn older_alignment(&self, attrs: Attr, base: &[u8], argument: &CurrentArgument) -> i64 {
        let natural = OlderCall::of(self.ctx, attrs).align.filter(|_| self.of_text);
        if natural.is_some() && natural == argument.align {
            return 0;
        }
        // Zero is no alignment for what copies and fills memory, and the type's for other accesses.
        argument.align.unwrap_or(i64::from(!base.starts_with(b"mem")))
    }

    /// Makes an operation a call of an older intrinsic by its name.
    fn replace(
        &self,
        body: &mut Body,
        op: Op,
        def: &OpDef,
        row: &UpgradeRow,
        call: (&str, &[Value]),
        cx: &mut LoweringContext,
    ) {
        let (ctx, before, attrs) = (self.ctx, body.name(op), body.attrs(op));
        let bundled: usize = bundle_sizes(ctx, attrs).sum();
        let operands = body.operands(op);
        let bundled = operands.get(operands.len().saturating_sub(bundled)..).unwrap_or_default();
        let all: Vec<Value> = call.1.iter().chain(bundled).copied().collect();
        // Attributes of arguments at other places are those of no argument.
        let keeps_parameters = row.arguments == [OlderArgument::Rest];
        let older = if self.of_text { OlderCall::of(ctx, attrs) } else { OlderCall::default() };
        let fits = |list: &Attr| ctx.items(*list).len() == call.1.len();
        let written = older.arg_attrs.filter(fits);
        let is_kept = |key: Str| match key {
            ARG_ATTRS | IRTRIP_ARG_ATTRS => keeps_parameters && written.is_none(),
            FASTMATH_FLAGS | OP_BUNDLE_SIZES => true,
            IRTRIP_CALLEE | IRTRIP_OLDER_CALL => false,
            _ => def.attr_slot(&ctx.text(key)).is_none(),
        };
        let mut entries: Vec<(Str, Attr)> =
            ctx.entries(attrs).iter().copied().filter(|entry| is_kept(entry.0)).collect();
        entries.push((INTRIN, ctx.string_attr(call.0)));
        entries.extend(older.tail.map(|tail| (IRTRIP_TAIL, tail)));
        entries.extend(written.map(|list| (ARG_ATTRS, list)));
        let mut set = call_set(ctx, before, attrs, MemoryEffects::ANY);
        let mut drop = |item: &AttributeItem| {
            cx.drop(format!("{} of a call with the arguments of the current '{}'", item.text(ctx), def.name));
        };
        if !row.keeps.function {
            set.items().iter().for_each(&mut drop);
            set = older.attributes.map_or_else(AttributeSet::new, |list| list_set(ctx, list));
        }
        for dictionary in self.parameters(attrs).iter().filter(|_| !keeps_parameters) {
            let set = parameter_set(ctx, *dictionary);
            let others = set.items().iter().filter(|item| item.row().is_none_or(|row| row.llvm != "align"));
            others.for_each(&mut drop);
        }
        let attrs = ctx.dictionary(&entries);
        if matches!(row.replacement, Replacement::Void(_)) {
            body.add_results(op, &[types::I1]);
        }
        body.set_name(op, llvm::CALL_INTRINSIC);
        body.set_operands(op, &all);
        if let (Some(result), Some(name)) = (body.result(op), older.name.and_then(|name| ctx.string_value(name))) {
            body.set_value_name(result, Some(name));
        }
        body.set_attrs(op, with_call_set(ctx, llvm::CALL_INTRINSIC, attrs, &set, CalledFunction::UNKNOWN));
    }

    /// The dictionaries of a call's arguments.
    fn parameters(&self, attrs: Attr) -> &'a [Attr] {
        let ctx = self.ctx;
        let list = [ARG_ATTRS, IRTRIP_ARG_ATTRS].into_iter().find_map(|key| ctx.entry(attrs, key));
        list.map(|list| ctx.items(list)).unwrap_or_default()
    }
}

/// The alignment that stands for an argument's and for those of the arguments before that share it: the least.
fn shared_alignment(alignments: &mut Vec<(u8, i64)>, (place, bytes): (u8, i64), cx: &mut LoweringContext) -> i64 {
    let shared = alignments.iter().find(|known| known.0 == place).map_or(bytes, |known| known.1);
    alignments.push((place, bytes));
    let (less, more) = (shared.min(bytes), shared.max(bytes));
    if less.max(1) < more {
        cx.drop(format!("'align {more}' of one of two arguments with one alignment"));
    }
    less
}

/// The size that an older lifetime marker has: that of the text where the same type is still allocated.
fn older_size(ctx: &Context, body: &Body, op: Op) -> i64 {
    let allocated = body.operands(op).first().and_then(|slot| allocated_type(ctx, body, *slot));
    let size = OlderCall::of(ctx, body.attrs(op)).size.filter(|(_, of)| allocated == Some(*of));
    size.map_or(UNKNOWN_SIZE, |(size, _)| size)
}

/// The cast of an `alloca` to `i8*` that stands closest before a lifetime marker, as compilers of typed pointers made one for
/// each marker; the `alloca` itself where there is none.
fn cast_before(ctx: &Context, body: &Body, marker: Op, slot: Value) -> Value {
    let is_other = |op: Op| body.attr(ctx, op, IRTRIP_POINTEES).is_some();
    let is_cast =
        |op: &Op| body.name(*op) == llvm::BITCAST && body.operands(*op).first() == Some(&slot) && !is_other(*op);
    let mut before = std::iter::successors(body.prev_op(marker), |op| body.prev_op(*op)).take(SEARCHED);
    let entry = body.regions().first().and_then(|region| body.blocks(*region).first()).copied();
    let is_declaration = |op: Op| body.parent(op) == entry && body.parent(marker) != entry;
    // What stands in the entry block after the `alloca` is there for all other blocks.
    let alloca = match body.value(slot).def {
        ValueDef::Result(op, _) if is_declaration(op) => Some(op),
        _ => None,
    };
    let mut after = std::iter::successors(alloca, |op| body.next_op(*op)).take(SEARCHED);
    let cast = before.find(is_cast).or_else(|| after.find(is_cast));
    cast.and_then(|cast| body.result(cast)).unwrap_or(slot)
}

/// How many dominators of a marker's block are looked at for a cast's.
const DOMINATORS: usize = 1 << 10;

/// How many operations before a marker, and after an `alloca`, are looked at for a cast.
const SEARCHED: usize = 64;

/// Whether a value is a null pointer.
fn is_null(body: &Body, value: Value) -> bool {
    matches!(body.value(value).def, ValueDef::Result(op, _) if body.name(op) == global_values::ZERO)
}

/// The number that a constant is.
pub(super) fn number_of(ctx: &Context, body: &Body, value: Value) -> Option<i64> {
    let ValueDef::Result(op, _) = body.value(value).def else { return None };
    let is_constant = body.name(op) == global_values::CONSTANT;
    body.attr(ctx, op, VALUE).filter(|_| is_constant).and_then(|number| ctx.int_value(number))
}

/// A constant before an operation.
pub(super) fn constant(ctx: &Context, body: &mut Body, before: Op, ty: Type, value: Attr) -> Value {
    made(body, before, NewOp { attrs: ctx.dictionary(&[(VALUE, value)]), ..NewOp::new(global_values::CONSTANT) }, ty)
}

/// `poison` before an operation.
fn poison(_: &Context, body: &mut Body, before: Op, ty: Type) -> Value {
    made(body, before, NewOp { attrs: EMPTY_DICTIONARY, ..NewOp::new(global_values::POISON) }, ty)
}

/// The value that a value is by now, where some are others each; none leads back to itself.
fn end_of(passed_on: &FxHashMap<Value, Value>, mut value: Value) -> Value {
    while let Some(next) = passed_on.get(&value) {
        value = *next;
    }
    value
}
