//! Calls as upstream's import makes them: without the operand bundles of most, by operations of their own where these
//! have room for the rest, and never with metadata for an argument.

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticLocation, LlvmExcerpt, LossCode, UpstreamImportCode};
use irtrip_dialect::enums::TailCallKind;
use irtrip_dialect::intrinsics::mangled_name_of_call;
use irtrip_dialect::metadata::Target;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Arity, Intrinsic, LlvmForm, LoweringKind, OpDef, irtrip, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Op, OpName, OpNameDefinition, Str, Type, Value};

use super::diagnostics::PendingDiagnostic;
use super::function::FunctionPass;
use super::{Translated, loss};
use crate::attribute_cache::NamedAttrs;
use crate::bodies::calls::intrinsics::{immediate_of, op_name_of};
use crate::source_map::InstructionSource;
use irtrip_dialect::constants::ConstData;

impl FunctionPass<'_, '_> {
    /// Takes a call to upstream's form; other operations stay.
    pub fn call(&mut self, op: Op, source: &InstructionSource) -> Translated<()> {
        match self.body.name(op) {
            irtrip::CALL => {
                let is_asm = self.body.attr(self.ctx, op, ASM_STRING).is_some();
                if !is_asm || source.metadata_argument.is_some() {
                    return Err(self.unhandled_call(op, source));
                }
                self.drop_bundles(op, source);
                self.inline_asm(op);
            }
            llvm::CALL_INTRINSIC => {
                if self.body.attr(self.ctx, op, IRTRIP_ARGS).is_some() {
                    return Err(self.unhandled_call(op, source));
                }
                self.intrinsic(op, source);
            }
            llvm::CALL | llvm::INVOKE => {
                self.drop_bundles(op, source);
                self.address_of_callee(op);
            }
            name => {
                let is_intrinsic = name.def().is_some_and(|def| matches!(def.llvm, LlvmForm::Intrinsic(_)));
                if is_intrinsic && name.def().is_some_and(|def| def.attr_slot("op_bundle_sizes").is_some()) {
                    self.say_no_bundles(op);
                }
            }
        }
        Ok(())
    }

    /// The diagnostics for a call that upstream's import has no operation for.
    fn unhandled_call(&self, op: Op, source: &InstructionSource) -> Vec<Diagnostic> {
        let argument = source.metadata_argument.map(|at| LlvmExcerpt::MetadataArgument { at });
        let callee = self.body.symbol_attr(self.ctx, op, CALLEE);
        let is_intrinsic = self.body.name(op) == llvm::CALL_INTRINSIC
            || callee.is_some_and(|callee| self.ctx.bytes(callee).starts_with(b"llvm."));
        let call = LlvmExcerpt::Instruction { at: source.span.start };
        let call = match is_intrinsic {
            true => UpstreamImportCode::UnhandledIntrinsic { intrinsic: call },
            false => UpstreamImportCode::UnhandledInstruction { instruction: call },
        };
        let argument = argument.map(|value| UpstreamImportCode::UnhandledValue { value });
        argument.into_iter().chain([call]).map(|code| Diagnostic::new(code, source.span.clone())).collect()
    }

    /// Takes operand bundles away.
    fn drop_bundles(&mut self, op: Op, source: &InstructionSource) {
        let ctx = self.ctx;
        if self.body.attr(ctx, op, OP_BUNDLE_TAGS).is_none() {
            return;
        }
        let sizes = self.body.attr(ctx, op, OP_BUNDLE_SIZES).and_then(|sizes| ctx.dense_array(sizes));
        let count: i64 = sizes.unwrap_or_default().iter().sum();
        let operands = self.body.operands(op).to_vec();
        let kept = operands.len().saturating_sub(usize::try_from(count).unwrap_or(0));
        self.body.set_operands(op, &operands[..kept]);
        for key in [OP_BUNDLE_SIZES, OP_BUNDLE_TAGS, IRTRIP_BUNDLE_ARGS] {
            self.set(op, key, None);
        }
        if let Some(bundles) = &source.bundles {
            let text = self.all.from.tables.text.get(bundles.clone()).unwrap_or_default();
            let text = String::from_utf8_lossy(text);
            let code = LossCode::OperandBundles { bundles: text.trim_matches(['[', ']', ' ']).to_owned() };
            self.dropped.push(loss(code, bundles.start));
        }
    }

    /// A function that is called by a type that is not its own is called by its address, which is at the call.
    fn address_of_callee(&mut self, op: Op) {
        let ctx = self.ctx;
        if self.body.attr(ctx, op, CALLEE).is_some() {
            return;
        }
        let operands = self.body.operands(op).to_vec();
        let Some((address, arguments)) = operands.split_first() else { return };
        let Some(id) = self.source.constants.ids.get(address).copied() else { return };
        let ConstData::Symbol(symbol) = self.constants.pool.data(id) else { return };
        let Some(callee) = self.all.types.get(symbol).copied() else { return };
        let written = self.body.type_attr(ctx, op, VAR_CALLEE_TYPE);
        let call = written.unwrap_or_else(|| {
            let types: Vec<Type> = arguments.iter().map(|value| self.body.value_type(*value)).collect();
            let result = self.body.result(op).map_or(types::VOID, |value| self.body.value_type(value));
            ctx.llvm_function_type(result, &types, false)
        });
        let code = UpstreamImportCode::IncompatibleCall { call, callee };
        let diagnostic = Diagnostic::new(code, DiagnosticLocation::Attribute(self.body.loc(op)));
        self.diagnostics.push(PendingDiagnostic::new(diagnostic, self.block));
        let address = self.constants.value_before(&mut self.body, op, id);
        if let Some(first) = self.body.operands_mut(op).first_mut() {
            *first = address;
        }
        for (key, preserved) in [(ARG_ATTRS, IRTRIP_ARG_ATTRS), (RES_ATTRS, IRTRIP_RES_ATTRS)] {
            if let Some(value) = self.body.attr(ctx, op, key) {
                self.set(op, key, None);
                self.set(op, preserved, Some(value));
            }
        }
    }

    /// Inline assembly that only its operand bundles kept from being `llvm.inline_asm`.
    fn inline_asm(&mut self, op: Op) {
        let ctx = self.ctx;
        self.body.set_name(op, llvm::INLINE_ASM);
        self.set(op, ctx.str("callee_type"), None);
        self.set(op, ARGS, None);
        let tail = self.body.attr(ctx, op, IRTRIP_TAIL).and_then(|word| ctx.enum_value::<TailCallKind>(word));
        if let Some(kind) = tail {
            self.set(op, IRTRIP_TAIL, None);
            self.set(op, TAIL_CALL_KIND_ASM, Some(ctx.enum_attr(kind)));
        }
        if let Some(list) = self.body.attr(ctx, op, ARG_ATTRS) {
            let (key, inner) = (ctx.str("elementtype"), ctx.str("llvm.elementtype"));
            let types: Vec<Attr> = ctx
                .items(list)
                .iter()
                .map(|item| match ctx.entry(*item, inner) {
                    Some(ty) => ctx.dictionary(&[(key, ty)]),
                    None => attrs::EMPTY_DICTIONARY,
                })
                .collect();
            let others: Vec<Attr> = ctx.items(list).iter().map(|item| ctx.with_entry(*item, inner, None)).collect();
            self.set(op, ARG_ATTRS, None);
            let is_said = |list: &[Attr]| list.iter().any(|item| *item != attrs::EMPTY_DICTIONARY);
            self.set(op, OPERAND_ATTRS, is_said(&types).then(|| ctx.array(&types)));
            self.set(op, IRTRIP_ARG_ATTRS, is_said(&others).then(|| ctx.array(&others)));
        }
        if let Some(value) = self.body.attr(ctx, op, RES_ATTRS) {
            self.set(op, RES_ATTRS, None);
            self.set(op, IRTRIP_RES_ATTRS, Some(value));
        }
    }

    /// A call of an intrinsic that has an operation of its own, which its bundles or a masked access without an
    /// alignment kept it from: upstream drops the bundles and makes the alignment up.
    fn intrinsic(&mut self, op: Op, source: &InstructionSource) {
        let ctx = self.ctx;
        let symbol = self.body.string_attr(ctx, op, INTRIN).unwrap_or(EMPTY);
        let had_bundles = self.body.attr(ctx, op, OP_BUNDLE_TAGS).is_some();
        self.drop_bundles(op, source);
        if self.all.from.tables.options.prefer_unregistered_intrinsics {
            return;
        }
        let Some(name) = op_name_of(ctx, ctx.bytes(symbol)) else { return };
        let Some(def) = name.def() else { return };
        let LlvmForm::Intrinsic(intrinsic) = def.llvm else { return };
        let is_masked = matches!(intrinsic.lowering, LoweringKind::MaskedAlign(_));
        if is_masked || (had_bundles && def.attr_slot("op_bundle_sizes").is_none()) {
            self.use_row(op, source, symbol, (name, def, &intrinsic));
        }
    }

    /// Makes a call of an intrinsic the operation that is defined for it, if that has room for all of it.
    fn use_row(&mut self, op: Op, source: &InstructionSource, symbol: Str, row: (OpName, &'static OpDef, &Intrinsic)) {
        let (ctx, (name, def, intrinsic)) = (self.ctx, row);
        let arguments = self.body.operands(op).to_vec();
        let types: Vec<Type> = arguments.iter().map(|value| self.body.value_type(*value)).collect();
        let result = self.body.result(op).map_or(types::VOID, |value| self.body.value_type(value));
        let Some((mut entries, operands)) = self.op_arguments(def, intrinsic, &arguments, result) else { return };
        let list = self.body.attr(ctx, op, ARG_ATTRS).map(|list| ctx.items(list).to_vec()).unwrap_or_default();
        let mut dictionaries = list;
        dictionaries.resize(arguments.len(), attrs::EMPTY_DICTIONARY);
        if let LoweringKind::MaskedAlign(place) = intrinsic.lowering
            && let Some(dictionary) = dictionaries.get_mut(usize::from(place))
        {
            // Upstream's import makes up an alignment where there is none.
            let align = ctx.str("llvm.align");
            let value = ctx.int_entry(*dictionary, align).unwrap_or(1);
            *dictionary = ctx.with_entry(*dictionary, align, None);
            entries.push((ALIGNMENT, ctx.int_attr(types::I32, value)));
        }
        let is_operand = |place: usize| intrinsic.immediates.iter().all(|i| usize::from(i.0) != place);
        let has_attributes = |place: usize| dictionaries.get(place).is_some_and(|one| *one != attrs::EMPTY_DICTIONARY);
        let mut key = IRTRIP_ARG_ATTRS;
        if def.attr_slot("arg_attrs").is_some() && !(0..dictionaries.len()).any(|i| has_attributes(i) && !is_operand(i))
        {
            key = ARG_ATTRS;
            let mut place = 0;
            dictionaries.retain(|_| {
                place += 1;
                is_operand(place - 1)
            });
        }
        if dictionaries.iter().any(|dictionary| *dictionary != attrs::EMPTY_DICTIONARY) {
            entries.push((key, ctx.array(&dictionaries)));
        }
        let old = self.all.from.metadata.attach(Target::Instruction(llvm::CALL_INTRINSIC), &source.attachments);
        let gone = |entry: &Str| *entry == INTRIN || *entry == ARG_ATTRS || old.iter().any(|e| e.0 == *entry);
        entries.extend(ctx.entries(self.body.attrs(op)).iter().filter(|entry| !gone(&entry.0)).copied());
        entries.extend(self.all.from.metadata.attach(Target::Instruction(name), &source.attachments));
        if mangled_name_of_call(ctx, intrinsic, result, &types).as_bytes() != ctx.bytes(symbol) {
            entries.push((IRTRIP_CALLEE, ctx.str_attr(symbol)));
        }
        self.body.set_name(op, name);
        self.body.set_operands(op, &operands);
        self.body.set_attrs(op, ctx.dictionary(&entries));
        if result == types::VOID && !def.results.is_empty() && self.body.result(op).is_none() {
            self.body.add_results(op, &[types::VOID]);
        }
    }

    /// The arguments that are attributes by a definition, and those that are operands; none where the definition has others.
    fn op_arguments(
        &self,
        def: &'static OpDef,
        intrinsic: &Intrinsic,
        arguments: &[Value],
        result: Type,
    ) -> Option<(NamedAttrs, Vec<Value>)> {
        let (mut entries, mut operands) = (NamedAttrs::new(), Vec::new());
        for (place, value) in arguments.iter().enumerate() {
            let Some((_, key)) = intrinsic.immediates.iter().find(|i| usize::from(i.0) == place) else {
                operands.push(*value);
                continue;
            };
            let id = self.source.constants.ids.get(value)?;
            if !immediate_of(self.ctx, &self.constants.pool, def, key, *id, &mut entries) {
                return None;
            }
        }
        let groups = def.operands.iter().filter(|g| matches!(g.arity, Arity::One | Arity::Optional | Arity::Variadic));
        let takes = |ty: Type, slot: &irtrip_dialect::ops::ValueConstraint| slot.types.contains(self.ctx, ty);
        let fits = groups.clone().zip(&operands).all(|(slot, value)| takes(self.body.value_type(*value), slot));
        let required = groups.clone().filter(|g| g.arity == Arity::One).count();
        let count = (required..=groups.count()).contains(&operands.len());
        let returns = match def.results.first() {
            Some(_) if result == types::VOID => true,
            Some(slot) => takes(result, slot),
            None => result == types::VOID,
        };
        let is_plain = matches!(intrinsic.lowering, LoweringKind::Plain | LoweringKind::MaskedAlign(_));
        (fits && count && returns && is_plain).then_some((entries, operands))
    }
}
