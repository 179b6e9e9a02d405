//! Calls: `call`, `invoke` and `callbr` of functions, inline assembly and intrinsics; LangRef, "call".

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::call_arguments::{Argument, ArgumentValue, arguments_list, bundle_sizes};
use irtrip_dialect::enums::{AsmDialect, CallingConvention, EnumValue, TailCallKind};
use irtrip_dialect::intrinsics::called_type;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, OpDef};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Op, Str, Type, TypeData, Value};
use smallvec::SmallVec;

use super::immediates::immediate;
use crate::function::Local;
use crate::function::records::label;
use crate::write::attributes::{ARGS, RESULTS};
use crate::write::function::FunctionWriter;
use irtrip_dialect::constants::ConstData;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::llvm_text as text;

/// What is called.
#[derive(Clone, Copy)]
pub enum Callee {
    /// A function by name.
    Symbol(Str),
    /// A value.
    Value(Value),
    /// Inline assembly, of the operation's attributes.
    Asm,
}

/// An argument.
#[derive(Clone, Copy)]
pub enum Arg {
    /// A value.
    Value(Value),
    /// A value as metadata.
    Local(Value),
    /// Metadata by a preserved attribute's encoding of an operand.
    Metadata(Attr),
    /// A block, by the number that preserved attributes call it by. Only operand bundles have labels.
    Label(i64),
    /// Of an intrinsic.
    Intrinsic(Argument),
}

/// A call about to be written.
#[derive(Clone, Copy)]
pub struct Call<'c> {
    /// The instruction.
    pub inst: Inst,
    /// The operation's attributes.
    pub attrs: Attr,
    /// What is before the callee: the result's type, or the function's of a variadic one.
    pub ty: Type,
    /// What is called.
    pub callee: Callee,
    /// The arguments.
    pub args: &'c [Arg],
    /// The operands of the bundles.
    pub bundled: &'c [Value],
    /// An alignment that is an attribute of the argument at a place.
    pub align: Option<(usize, i64)>,
    /// The result's `range`, where the operation has it as an attribute of its own.
    pub range: Option<Attr>,
}

impl<'c> Call<'c> {
    /// A call without bundles.
    pub fn new(inst: Inst, attrs: Attr, ty: Type, callee: Callee, args: &'c [Arg]) -> Call<'c> {
        Call { inst, attrs, ty, callee, args, bundled: &[], align: None, range: None }
    }
}

impl FunctionWriter<'_, '_> {
    /// `llvm.call`, `llvm.invoke`, `llvm.call_intrinsic`, `llvm.inline_asm`, `irtrip.call`, `irtrip.callbr`, up to
    /// where the destinations of a terminator stand.
    pub fn call(&mut self, op: Op, def: &OpDef, inst: Inst) {
        let (ctx, body) = (self.w.ctx, self.body);
        let attrs = body.attrs(op);
        let operands = body.operands(op);
        let bundled: usize = bundle_sizes(ctx, attrs).sum();
        let (mut own, bundled) = operands.split_at(operands.len().saturating_sub(bundled));
        let callee = match inst {
            Inst::InlineAsm => Callee::Asm,
            Inst::CallIntrinsic => match self.w.string(attrs, INTRIN) {
                Some(name) => Callee::Symbol(name),
                None => return self.w.fail(ExportCode::Attribute("intrin")),
            },
            _ if ctx.entry(attrs, ASM_STRING).is_some() => Callee::Asm,
            _ => match ctx.symbol_entry(attrs, CALLEE) {
                Some(name) => Callee::Symbol(name),
                None => match own.split_first() {
                    Some((callee, rest)) => {
                        own = rest;
                        Callee::Value(*callee)
                    }
                    None => return self.w.fail(ExportCode::Attribute("callee")),
                },
            },
        };
        let args = match self.args(attrs, own, def) {
            Ok(args) => args,
            Err(kind) => return self.w.fail(kind),
        };
        let ty = self.call_type(op, attrs, callee, &args);
        let call = Call { bundled, ..Call::new(inst, attrs, ty, callee, &args) };
        self.call_with(op, &call);
    }

    /// The types of arguments that are all values.
    fn types_of(&self, args: &[Arg]) -> Option<SmallVec<[Type; 8]>> {
        let type_of = |arg: &Arg| match arg {
            Arg::Value(value) => Some(self.body.value_type(*value)),
            _ => None,
        };
        args.iter().map(type_of).collect()
    }

    /// The type before the callee: the result's, or the function's of a variadic one.
    fn call_type(&self, op: Op, attrs: Attr, callee: Callee, args: &[Arg]) -> Type {
        let ctx = self.w.ctx;
        let result = self.body.result(op).map_or(types::VOID, |v| self.body.value_type(v));
        let stored = [IRTRIP_CALLEE_TYPE, VAR_CALLEE_TYPE, CALLEE_TYPE].into_iter().find_map(|k| ctx.entry(attrs, k));
        let declared = || match callee {
            Callee::Symbol(name) => {
                let intrinsic = || Some(called_type(ctx, ctx.bytes(name), result, &self.types_of(args)?));
                self.w.plan.function_type(ctx, name).or_else(intrinsic)
            }
            Callee::Value(_) | Callee::Asm => None,
        };
        let function = stored.and_then(|t| ctx.type_value(t)).or_else(declared);
        // Of two modules in one, each may have declared the function with a type of its own.
        let fits = |ty: &Type| match ctx.type_data(*ty) {
            TypeData::LlvmFunction { result: declared, params, vararg: true } => {
                *declared == result && self.types_of(args).is_none_or(|args| args.starts_with(params))
            }
            _ => false,
        };
        function.filter(fits).unwrap_or(result)
    }

    /// The arguments: operands in order, or as a list has them.
    fn args(&self, attrs: Attr, operands: &[Value], def: &OpDef) -> Result<SmallVec<[Arg; 8]>, ExportCode> {
        match arguments_list(self.w.ctx, attrs, def) {
            Some(list) => self.described_args(list, operands),
            None => Ok(operands.iter().map(|v| Arg::Value(*v)).collect()),
        }
    }

    /// The arguments that a list as in `args` describes, with the values they take.
    fn described_args(&self, list: Attr, operands: &[Value]) -> Result<SmallVec<[Arg; 8]>, ExportCode> {
        let ctx = self.w.ctx;
        let mut operands = operands.iter();
        let mut next = || operands.next().copied().ok_or(ExportCode::Attribute("args"));
        ctx.items(list)
            .iter()
            .map(|item| match ctx.attr_data(*item) {
                AttrData::Unit => next().map(Arg::Value),
                AttrData::Dictionary(entries) => match entries.first() {
                    Some((key, value)) if ctx.bytes(*key) == b"metadata" => Ok(Arg::Metadata(*value)),
                    Some((key, _)) if ctx.bytes(*key) == b"local" => next().map(Arg::Local),
                    Some(_) => label(ctx, *item).map(Arg::Label).ok_or(ExportCode::Attribute("args")),
                    _ => Err(ExportCode::Attribute("args")),
                },
                _ => Err(ExportCode::Attribute("args")),
            })
            .collect()
    }

    /// A call, from its mnemonic to its bundles.
    pub fn call_with(&mut self, op: Op, call: &Call) {
        let attrs = call.attrs;
        if !matches!(call.inst, Inst::Invoke | Inst::CallBr) {
            self.tail(attrs);
        }
        self.w.out.push_str(call.inst.mnemonic());
        self.flags_of_result(op, attrs);
        self.calling_convention(attrs);
        let mut result = self.w.parameter_of(attrs, RESULTS, 0);
        if let Some(range) = call.range {
            let ctx = self.w.ctx;
            result = Some(ctx.with_entry(result.unwrap_or(EMPTY_DICTIONARY), ctx.str("llvm.range"), Some(range)));
        }
        if let Some(dictionary) = result {
            self.w.parameter(dictionary, None);
        }
        self.call_address_space(call);
        self.w.out.push(' ');
        self.w.ty(call.ty);
        self.w.out.push(' ');
        match call.callee {
            Callee::Symbol(name) if self.w.plan.spellings.has(Spelling::TypedPointers) => {
                self.typed_callee(call, name);
            }
            Callee::Symbol(name) => self.w.symbol(name),
            Callee::Value(value) => self.value(value),
            Callee::Asm => self.asm(attrs),
        }
        self.w.out.push('(');
        for (place, arg) in call.args.iter().enumerate() {
            if place > 0 {
                self.w.out.push_str(", ");
            }
            self.immediate_comment(call, place, arg);
            self.arg(call, place, arg);
        }
        self.musttail_ellipsis(call);
        self.w.out.push(')');
        let group = self.w.plan.groups.call(self.body.name(op), attrs);
        self.w.group_number(group);
        if !call.bundled.is_empty() || self.w.ctx.entry(attrs, OP_BUNDLE_TAGS).is_some() {
            self.bundles(attrs, call.bundled);
        }
    }

    /// A function, as one of the type that is called.
    fn typed_callee(&mut self, call: &Call, name: Str) {
        let ctx = self.w.ctx;
        let called = match ctx.type_data(call.ty) {
            TypeData::LlvmFunction { .. } => call.ty,
            _ => {
                let types = call.args.iter().map(|argument| match argument {
                    Arg::Value(value) => self.body.value_type(*value),
                    Arg::Intrinsic(argument) => argument.ty,
                    Arg::Local(_) | Arg::Metadata(_) | Arg::Label(_) => types::METADATA,
                });
                ctx.llvm_function_type(call.ty, &types.collect::<Vec<_>>(), false)
            }
        };
        let own = self.w.typed_address(name);
        let wanted = own.and_then(|own| ctx.pointer_space(own)).map(|space| ctx.typed_pointer_type(called, space));
        match (own, wanted) {
            (Some(own), Some(wanted)) if own != wanted => {
                self.w.out.push_str("bitcast (");
                self.w.ty(own);
                self.w.out.push(' ');
                self.w.symbol(name);
                self.w.out.push_str(" to ");
                self.w.ty(wanted);
                self.w.out.push(')');
            }
            _ => self.w.symbol(name),
        }
    }

    fn tail(&mut self, attrs: Attr) {
        let word = self.tail_call_kind(attrs).llvm();
        if !word.is_empty() {
            self.w.out.push_str(word);
            self.w.out.push(' ');
        }
    }

    /// What a call is to its caller's end: what is preserved of LLVM IR, or upstream's attribute.
    fn tail_call_kind(&self, attrs: Attr) -> TailCallKind {
        let ctx = self.w.ctx;
        let kind = [IRTRIP_TAIL, TAIL_CALL_KIND, TAIL_CALL_KIND_ASM].into_iter().find_map(|k| ctx.entry(attrs, k));
        kind.and_then(|kind| ctx.enum_value(kind)).unwrap_or_default()
    }

    /// A `musttail` call in a variadic function passes on what it was given.
    fn musttail_ellipsis(&mut self, call: &Call) {
        if !matches!(call.inst, Inst::Invoke | Inst::CallBr)
            && self.is_variadic()
            && self.tail_call_kind(call.attrs) == TailCallKind::MustTail
        {
            self.w.out.push_str(if call.args.is_empty() { "..." } else { ", ..." });
        }
    }

    fn is_variadic(&self) -> bool {
        let ctx = self.w.ctx;
        let ty = ctx.type_entry(self.plan.global.attrs, FUNCTION_TYPE);
        ty.is_some_and(|t| matches!(ctx.type_data(t), TypeData::LlvmFunction { vararg: true, .. }))
    }

    fn calling_convention(&mut self, attrs: Attr) {
        if self.w.ctx.entry(attrs, CCONV).is_some() || self.w.ctx.entry(attrs, IRTRIP_CCONV).is_some() {
            let start = self.w.out.len();
            self.w.out.push(' ');
            if !self.w.calling_convention(attrs) {
                self.w.out.truncate(start);
            }
        }
    }

    fn call_address_space(&mut self, call: &Call) {
        if !self.w.plan.spellings.has(Spelling::FunctionSpaces) {
            return;
        }
        let ctx = self.w.ctx;
        let program_space = self.w.plan.layout.program_space;
        let mut space = match call.callee {
            // An intrinsic that nothing declares is declared where functions are.
            Callee::Symbol(name) => {
                let symbol = self.w.plan.symbols.get(name);
                symbol.and_then(|symbol| ctx.pointer_space(symbol.address)).unwrap_or(program_space)
            }
            Callee::Value(value) => ctx.pointer_space(self.body.value_type(value)).unwrap_or(0),
            Callee::Asm => 0,
        };
        if let Some(preserved) = ctx.int_entry(call.attrs, IRTRIP_ADDRESS_SPACE) {
            space = u32::try_from(preserved).unwrap_or(0);
        }
        if space != 0 || program_space != 0 {
            self.w.out.push(' ');
            self.w.address_space(space.into());
        }
    }

    /// LangRef, "Inline Assembler Expressions".
    fn asm(&mut self, attrs: Attr) {
        self.w.out.push_str("asm ");
        for (key, name, word) in
            [(HAS_SIDE_EFFECTS, "sideeffect", "sideeffect "), (IS_ALIGN_STACK, "alignstack", "alignstack ")]
        {
            if self.w.is_set(attrs, key) || self.w.has_word(attrs, name) {
                self.w.out.push_str(word);
            }
        }
        if self.w.enum_value::<AsmDialect>(attrs, ASM_DIALECT) == AsmDialect::Intel
            || self.w.has_word(attrs, "inteldialect")
        {
            self.w.out.push_str("inteldialect ");
        }
        if self.w.has_word(attrs, "unwind") {
            self.w.out.push_str("unwind ");
        }
        let (Some(code), Some(constraints)) = (self.w.string(attrs, ASM_STRING), self.w.string(attrs, CONSTRAINTS))
        else {
            return self.w.fail(ExportCode::Attribute("asm_string"));
        };
        self.w.word_and_string("", code);
        self.w.word_and_string(", ", constraints);
    }

    /// What an immediate argument stands for, as a comment.
    fn immediate_comment(&mut self, call: &Call, place: usize, arg: &Arg) {
        let Callee::Symbol(name) = call.callee else { return };
        let Some(row) = immediate(self.w.ctx.bytes(name), place) else { return };
        if !self.w.plan.spellings.has(row.spelling()) {
            return;
        }
        let number = match arg {
            Arg::Value(value) => match self.plan.locals.get(value.index()) {
                Some(Local::Constant(id)) => match self.plan.pool.data(*id) {
                    ConstData::Int(number) => Some(*number),
                    _ => None,
                },
                _ => None,
            },
            Arg::Intrinsic(Argument { value: ArgumentValue::Immediate(attr), .. }) => self.w.ctx.int_value(*attr),
            _ => None,
        };
        if let Some(number) = number {
            row.write(&mut self.w.out, number);
        }
    }

    fn arg(&mut self, call: &Call, place: usize, arg: &Arg) {
        match arg {
            Arg::Local(value) => {
                self.w.out.push_str("metadata ");
                return self.typed_value(*value);
            }
            Arg::Metadata(operand) => {
                self.w.out.push_str("metadata ");
                return self.w.metadata_argument(*operand);
            }
            Arg::Label(block) => return self.labelled(*block),
            Arg::Value(value) => self.w.ty(self.body.value_type(*value)),
            Arg::Intrinsic(argument) => self.w.ty(argument.ty),
        }
        let align = call.align.filter(|a| a.0 == place).map(|a| a.1);
        let mut dictionary = self.w.parameter_of(call.attrs, ARGS, place);
        if matches!(call.callee, Callee::Asm) {
            dictionary = self.asm_parameter(call.attrs, place, dictionary);
        }
        match dictionary {
            Some(dictionary) => self.w.parameter(dictionary, align),
            None if align.is_some() => {
                self.w.parameter(irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY, align);
            }
            None => {}
        }
        self.w.out.push(' ');
        match arg {
            Arg::Value(value) | Arg::Local(value) => self.value(*value),
            Arg::Metadata(operand) => self.w.metadata_argument(*operand),
            Arg::Intrinsic(argument) => self.intrinsic_argument(argument),
            Arg::Label(block) => self.labelled(*block),
        }
    }

    /// `label %b`
    fn labelled(&mut self, number: i64) {
        match self.plan.records.block(number) {
            Some(block) => {
                self.w.out.push_str("label ");
                self.w.label(self.plan, block);
            }
            None => self.w.fail(ExportCode::Block),
        }
    }

    /// The attributes of an argument of inline assembly: the dialect keeps its element type apart.
    fn asm_parameter(&self, attrs: Attr, place: usize, dictionary: Option<Attr>) -> Option<Attr> {
        let ctx = self.w.ctx;
        let own = self.w.parameter_of(attrs, [OPERAND_ATTRS, OPERAND_ATTRS], place);
        let Some(ty) = own.and_then(|d| ctx.entry(d, ELEMENTTYPE)) else { return dictionary };
        let dictionary = dictionary.unwrap_or(irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY);
        Some(ctx.with_entry(dictionary, LLVM_ELEMENTTYPE, Some(ty)))
    }

    fn intrinsic_argument(&mut self, argument: &Argument) {
        match argument.value {
            ArgumentValue::Value(value) => self.value(value),
            ArgumentValue::Immediate(attr) => self.w.immediate(argument.ty, attr),
            ArgumentValue::Poison => {
                let word = self.w.poison();
                self.w.out.push_str(word);
            }
            ArgumentValue::Text(prefix, word) => {
                self.w.out.push_str("!\"");
                self.w.out.push_str(prefix);
                self.w.out.push_str(word);
                self.w.out.push('"');
            }
            ArgumentValue::Scope(scope) => self.w.alias_scope(scope),
        }
    }

    /// The operands of a bundle with metadata among them.
    fn described_bundle(&mut self, list: Attr, operands: &[Value]) {
        let args = match self.described_args(list, operands) {
            Ok(args) => args,
            Err(kind) => return self.w.fail(kind),
        };
        for (place, arg) in args.iter().enumerate() {
            if place > 0 {
                self.w.out.push_str(", ");
            }
            match arg {
                Arg::Value(value) => self.typed_value(*value),
                Arg::Local(value) => {
                    self.w.out.push_str("metadata ");
                    self.typed_value(*value);
                }
                Arg::Metadata(operand) => {
                    self.w.out.push_str("metadata ");
                    self.w.metadata_argument(*operand);
                }
                Arg::Label(block) => self.labelled(*block),
                Arg::Intrinsic(argument) => self.intrinsic_argument(argument),
            }
        }
    }

    fn bundles(&mut self, attrs: Attr, operands: &[Value]) {
        let ctx = self.w.ctx;
        let tags = ctx.entry(attrs, OP_BUNDLE_TAGS).map(|t| ctx.items(t)).unwrap_or_default();
        let described = ctx.entry(attrs, IRTRIP_BUNDLE_ARGS).map(|d| ctx.items(d)).unwrap_or_default();
        let mut rest = operands;
        let mut any = false;
        for (i, size) in bundle_sizes(ctx, attrs).enumerate() {
            let Some(tag) = tags.get(i).and_then(|t| ctx.string_value(*t)) else {
                return self.w.fail(ExportCode::Attribute("op_bundle_tags"));
            };
            self.w.out.push_str(if any { ", " } else { " [ " });
            any = true;
            text::quoted(&mut self.w.out, ctx.bytes(tag));
            self.w.out.push('(');
            let (own, others) = rest.split_at(size.min(rest.len()));
            rest = others;
            match described.get(i) {
                Some(list) => self.described_bundle(*list, own),
                None => self.typed_values(own),
            }
            self.w.out.push(')');
        }
        if any {
            self.w.out.push_str(" ]");
        }
    }
}

impl super::Writer<'_> {
    /// A number that is an attribute.
    fn immediate(&mut self, ty: Type, attr: Attr) {
        let mut pool = irtrip_dialect::constants::Constants::default();
        match pool.of_value(self.ctx, self.plan.symbols, ty, attr) {
            Ok(id) => self.constant(&pool, id),
            Err(kind) => self.fail(kind),
        }
    }

    /// A calling convention other than C's; whether it is one.
    pub fn calling_convention(&mut self, attrs: Attr) -> bool {
        let convention = CallingConvention::of_attrs(self.ctx, attrs);
        if convention == CallingConvention::C {
            return false;
        }
        let mut former = CallingConvention::FORMER_LLVM.iter();
        let former = former.find(|former| former.1 == convention && self.plan.release < former.2);
        let word = if convention.releases().contains(self.plan.release) { convention.llvm() } else { "" };
        match former.map_or(word, |former| former.0) {
            "" => {
                self.out.push_str("cc");
                self.int(convention.number());
            }
            word => self.out.push_str(word),
        }
        // LLVM's writer has a space after these two.
        if matches!(convention, CallingConvention::AVR_INTR | CallingConvention::AVR_SIGNAL) {
            self.out.push(' ');
        }
        true
    }
}
