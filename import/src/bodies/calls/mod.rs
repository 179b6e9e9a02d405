//! Calls: of functions, of inline assembly, and what calls, invokes and callbrs share. LangRef, "call", "invoke".

mod general;
pub(crate) mod intrinsics;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{CalledFunction, MemoryEffects};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{AsmDialect, CallingConvention, InstructionFlags, TailCallKind};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::llvm;
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, Context, OpName, Str, Type, TypeData, Value};

use crate::bodies::debug_records::debug_intrinsic;
use crate::constants::pool::ConstKind;
use crate::cursor::{Cursor, Name};
use crate::error::Res;
use crate::reader::{Entries, Reader};

/// What is called.
pub(crate) enum Callee<'a> {
    /// A function of this module: its model name, its type if it is one, and its memory effects.
    Symbol(Str, Option<Type>, MemoryEffects),
    /// Any other value: where it stands.
    Pointer(Cursor<'a>),
    /// Any other value, where no text says it.
    #[cfg(feature = "llvm19")]
    Value(Value),
    /// Inline assembly: its entries, and words the operation has no attribute for.
    Asm(Entries, Vec<&'static str>),
}

/// A call up to its callee.
pub(crate) struct CallPrefix<'a> {
    /// Where it stands, as LLVM has it: behind the word `call`, or at it where another word stands in front.
    pub at: usize,
    /// Where its callee stands.
    pub callee_at: usize,
    pub flags: InstructionFlags,
    pub cconv: CallingConvention,
    pub result_attrs: Attr,
    pub space: u32,
    /// The function type, where it is written out.
    pub written: Option<Type>,
    pub result: Type,
    pub callee: Callee<'a>,
    /// Whether an older release's intrinsic was upgraded to it, whose implicit declaration is added.
    pub upgraded: bool,
}

/// A call's arguments.
#[derive(Default)]
pub(crate) struct Arguments {
    pub types: SmallVec<[Type; 8]>,
    /// The values of those that are values.
    pub values: SmallVec<[Value; 8]>,
    pub attrs: SmallVec<[Attr; 8]>,
    /// How each stands in an `args` attribute.
    pub described: SmallVec<[Attr; 8]>,
    /// Whether some argument is metadata.
    pub metadata: bool,
    /// Where they start, behind the bracket.
    pub start: usize,
    /// Where `...` stands behind them.
    pub dots: Option<usize>,
}

/// Operand bundles.
#[derive(Default)]
pub(crate) struct Bundles {
    pub values: SmallVec<[Value; 8]>,
    sizes: SmallVec<[i32; 4]>,
    tags: SmallVec<[Attr; 4]>,
    /// How each bundle's operands stand in `irtrip.bundle_args`.
    described: SmallVec<[SmallVec<[Attr; 4]>; 1]>,
    /// Whether some operand is metadata or a label.
    described_apart: bool,
}

/// The name of the attributes of a result: the dialect has no result to hang those of `void` on.
pub(crate) fn results_of(result: Type) -> Str {
    if result == wk::VOID { IRTRIP_RES_ATTRS } else { RES_ATTRS }
}

/// A calling convention by its word. Each call is asked for one, and there are too many for one comparison after another.
fn convention(word: &[u8]) -> Option<CallingConvention> {
    static INDEX: OnceLock<FxHashMap<&'static [u8], CallingConvention>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let named = CallingConvention::ALL.iter().filter(|convention| !convention.llvm().is_empty());
        named.map(|convention| (convention.llvm().as_bytes(), *convention)).collect()
    });
    index.get(word).copied()
}

/// The name of an intrinsic.
fn intrinsic_name(ctx: &Context, name: &Name<'_>) -> Option<Str> {
    match name {
        Name::Named(name) if name.starts_with(b"llvm.") => Some(ctx.byte_str(name)),
        Name::Named(_) | Name::Number(_) => None,
    }
}

impl<'a> Reader<'_, 'a> {
    /// Reads a calling convention; C's where there is none.
    pub fn calling_convention(&mut self) -> Res<CallingConvention> {
        let word = self.c.peek_word();
        let start = self.c.peek_pos();
        let numbered = match word {
            b"cc" => {
                self.c.word();
                Some(self.c.u32()?)
            }
            _ => word.strip_prefix(b"cc").and_then(crate::cursor::parse_u32).inspect(|_| {
                self.c.word();
            }),
        };
        if let Some(number) = numbered {
            return match CallingConvention::from_number(i64::from(number)) {
                Some(convention) => Ok(convention),
                None => self.invalid(start, "invalid calling convention"),
            };
        }
        if word == b"riscv_vls_cc" {
            let start = self.c.pos;
            self.c.word();
            if self.c.peek() == b'(' {
                self.c.skip_balanced()?;
                let text = self.c.text.get(start..self.c.pos).unwrap_or_default();
                return match convention(text) {
                    Some(convention) => Ok(convention),
                    None => self.invalid(start, "unknown RISC-V ABI VLEN"),
                };
            }
            return Ok(CallingConvention::RISCV_VLS_128);
        }
        match convention(word) {
            Some(convention) => {
                self.c.word();
                Ok(convention)
            }
            None => Ok(CallingConvention::C),
        }
    }

    /// Adds a calling convention other than C's: as an attribute of an operation that has one, or as a preserved attribute.
    pub fn convention_entry(&mut self, name: OpName, convention: CallingConvention, entries: &mut Entries) {
        if convention == CallingConvention::C {
            return;
        }
        let named = !convention.mlir().is_empty();
        let slot = name.def().is_some_and(|d| d.attr_slot("CConv").is_some());
        if slot && named {
            entries.push((CCONV, self.enum_attr(convention)));
        }
        if !(slot && named) {
            entries.push((IRTRIP_CCONV, self.int_attr(wk::I32, convention.number())));
        }
    }

    /// Reads a call up to and with its callee.
    pub fn call_prefix(&mut self) -> Res<CallPrefix<'a>> {
        let at = self.c.peek_pos();
        let flags = self.flags_of(llvm::CALL);
        let cconv = self.calling_convention()?;
        let result_attrs = self.result_dictionary()?;
        let space = if self.c.peek_word() == b"addrspace" {
            self.c.word();
            self.types.address_space(&mut self.c)?
        } else {
            self.shared.layout.program_space
        };
        let type_at = self.c.peek_pos();
        let ty = self.read_result_type()?;
        if matches!(self.ctx.type_data(ty), TypeData::Label | TypeData::Metadata) {
            return self.refuse(type_at, "Invalid result type for LLVM function");
        }
        let (written, result) = match self.ctx.type_data(ty) {
            TypeData::LlvmFunction { result, .. } => (Some(ty), *result),
            _ => (None, ty),
        };
        self.check_fitting(result_attrs, result)?;
        let result_attrs = self.parameter_at(result_attrs, result);
        let callee_at = self.c.peek_pos();
        let callee = self.callee(space)?;
        Ok(CallPrefix { at, callee_at, flags, cconv, result_attrs, space, written, result, callee, upgraded: false })
    }

    fn callee(&mut self, space: u32) -> Res<Callee<'a>> {
        if self.c.peek() == b'@' {
            let start = self.c.pos;
            let name = self.c.name()?;
            return match self.shared.symbols.get(&name) {
                Some(symbol) => Ok(Callee::Symbol(symbol.name, symbol.function, symbol.effects)),
                // An intrinsic need not be declared.
                None => {
                    if let Some(symbol) = intrinsic_name(self.ctx, &name) {
                        return Ok(Callee::Symbol(symbol, None, MemoryEffects::ANY));
                    }
                    let kind = crate::error::ImportErrorKind::UndefinedValue(name.show('@'));
                    crate::cursor::fail(start..self.c.pos, kind)
                }
            };
        }
        if self.c.eat_word("asm") {
            return self.asm();
        }
        let start = self.c;
        // The value is read once the operation is known; here it is passed.
        let pointer = self.ctx.ptr_type(space);
        if self.c.byte() == b'%' {
            self.c.name()?;
        } else {
            self.constant(pointer)?;
        }
        Ok(Callee::Pointer(start))
    }

    fn asm(&mut self) -> Res<Callee<'a>> {
        let mut entries = Entries::new();
        let mut words = Vec::new();
        let mut dialect = AsmDialect::Att;
        loop {
            match self.c.peek_word() {
                b"sideeffect" => entries.push((HAS_SIDE_EFFECTS, attrs::UNIT)),
                b"alignstack" => entries.push((IS_ALIGN_STACK, attrs::UNIT)),
                b"inteldialect" => dialect = AsmDialect::Intel,
                b"unwind" => words.push("unwind"),
                _ => break,
            }
            self.c.word();
        }
        entries.push((ASM_DIALECT, self.enum_attr(dialect)));
        let text = self.ctx.byte_str(&self.c.string()?);
        self.c.expect(b',', "comma in inline asm expression")?;
        let constraints = self.ctx.byte_str(&self.c.string()?);
        entries.push((ASM_STRING, self.ctx.str_attr(text)));
        entries.push((CONSTRAINTS, self.ctx.str_attr(constraints)));
        Ok(Callee::Asm(entries, words))
    }

    /// Reads arguments in brackets.
    pub fn arguments(&mut self) -> Res<Arguments> {
        let mut arguments = Arguments::default();
        self.c.expect(b'(', "'(' in call")?;
        arguments.start = self.c.pos;
        if self.c.eat(b')') {
            return Ok(arguments);
        }
        loop {
            if self.c.peek() == b'.' && self.c.text[self.c.pos..].starts_with(b"...") {
                // A musttail call passes its caller's variable arguments on.
                arguments.dots = Some(self.c.pos);
                self.c.pos += 3;
                self.c.expect(b')', "')' at end of argument list")?;
                return Ok(arguments);
            }
            let at = self.c.peek_pos();
            let ty = self.read_type()?;
            if matches!(self.ctx.type_data(ty), TypeData::Label | TypeData::LlvmFunction { .. }) {
                return self.refuse(at, "invalid type for function argument");
            }
            if ty == wk::METADATA {
                self.metadata_argument(&mut arguments)?;
            } else {
                let attrs = self.parameter_dictionary()?;
                self.check_fitting(attrs, ty)?;
                let attrs = self.parameter_at(attrs, ty);
                let value = self.value(ty)?;
                arguments.push_value(ty, value, attrs);
            }
            if self.c.eat(b')') {
                return Ok(arguments);
            }
            self.c.expect(b',', "',' in argument list")?;
        }
    }

    /// Reads operand bundles, if any are next.
    pub fn bundles(&mut self) -> Res<Bundles> {
        let mut bundles = Bundles::default();
        let start = self.c.peek_pos();
        if !self.c.eat(b'[') {
            return Ok(bundles);
        }
        loop {
            let tag = self.ctx.byte_str(&self.c.string()?);
            bundles.tags.push(self.ctx.str_attr(tag));
            self.c.expect(b'(', "'(' in operand bundle")?;
            let before = bundles.values.len();
            let mut described = SmallVec::new();
            while !self.c.eat(b')') {
                if !described.is_empty() {
                    self.c.expect(b',', "',' in input list")?;
                }
                if self.c.peek_word() == b"label" {
                    bundles.described_apart = true;
                    let block = self.label_operand()?;
                    self.f.bundle_labels.push(block);
                    let number = self.block_number(block);
                    described.push(self.ctx.dictionary(&[(LABEL, number)]));
                    continue;
                }
                let ty = self.read_type()?;
                if ty == wk::METADATA {
                    bundles.described_apart = true;
                    described.push(self.metadata_operand_attr(&mut bundles.values)?);
                } else {
                    bundles.values.push(self.value(ty)?);
                    described.push(attrs::UNIT);
                }
            }
            bundles.described.push(described);
            bundles.sizes.push((bundles.values.len() - before) as i32);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b']', "']' at end of operand bundles")?;
        if let Some(source) = &mut self.f.source {
            source.current.bundles = Some(start..self.c.pos);
        }
        self.check_bundles(&bundles.tags, &bundles.sizes, &bundles.values)?;
        Ok(bundles)
    }

    /// Adds the entries for operand bundles.
    pub fn bundle_entries(&mut self, bundles: &Bundles, entries: &mut Entries) {
        if !bundles.tags.is_empty() {
            entries.push((OP_BUNDLE_SIZES, self.i32_array(&bundles.sizes)));
            entries.push((OP_BUNDLE_TAGS, self.ctx.array(&bundles.tags)));
        }
        if bundles.described_apart {
            let each: Vec<Attr> = bundles.described.iter().map(|one| self.ctx.array(one)).collect();
            entries.push((IRTRIP_BUNDLE_ARGS, self.ctx.array(&each)));
        }
    }

    /// Adds the attributes of arguments and result, under the names given.
    pub fn argument_entries(&mut self, args: &[Attr], result: Attr, keys: (Str, Str), entries: &mut Entries) {
        if args.iter().any(|a| *a != attrs::EMPTY_DICTIONARY) {
            entries.push((keys.0, self.ctx.array(args)));
        }
        if result != attrs::EMPTY_DICTIONARY {
            entries.push((keys.1, self.ctx.array(&[result])));
        }
    }

    /// Whether `function` is what a call with these types calls.
    fn calls_as(&self, call: &CallPrefix<'a>, arguments: &Arguments, function: Type) -> bool {
        if let Some(written) = call.written {
            return written == function;
        }
        match self.ctx.type_data(function) {
            TypeData::LlvmFunction { result, params, vararg: false } => {
                *result == call.result && **params == *arguments.types
            }
            _ => false,
        }
    }

    /// Whether a call with these types is, as upstream's import has it, one of a function of this other type: its fixed
    /// parameters are the first arguments, and all of them unless it is variadic.
    fn takes(&self, call: &CallPrefix<'a>, arguments: &Arguments, function: Type) -> bool {
        let written = call.written.map(|w| self.ctx.type_data(w));
        let params = match written {
            Some(TypeData::LlvmFunction { params, .. }) => params,
            _ => &*arguments.types,
        };
        match self.ctx.type_data(function) {
            TypeData::LlvmFunction { result, params: fixed, vararg } => {
                let count = match *vararg {
                    true => fixed.len() <= params.len(),
                    false => fixed.len() == params.len() && params.len() == arguments.types.len(),
                };
                *result == call.result && count && **fixed == params[..fixed.len()]
            }
            _ => false,
        }
    }

    /// Adds the type of a variadic callee.
    fn variadic_entry(&self, function: Option<Type>, entries: &mut Entries) {
        if let Some(function) = function
            && matches!(self.ctx.type_data(function), TypeData::LlvmFunction { vararg: true, .. })
        {
            entries.push((VAR_CALLEE_TYPE, self.ctx.type_attr(function)));
        }
    }

    /// The operands and entries that `llvm.call` and `llvm.invoke` share, but for attributes and bundles. A callee that
    /// is no function of the call's type is called by its address.
    pub fn call_parts(
        &mut self,
        name: OpName,
        call: &CallPrefix<'a>,
        arguments: &Arguments,
        entries: &mut Entries,
    ) -> Res<SmallVec<[Value; 8]>> {
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        match &call.callee {
            Callee::Symbol(symbol, Some(function), _) if self.calls_as(call, arguments, *function) => {
                entries.push((CALLEE, self.symbol_attr(*symbol)));
                self.variadic_entry(call.written, entries);
            }
            Callee::Symbol(symbol, Some(function), _) if self.takes(call, arguments, *function) => {
                entries.push((CALLEE, self.symbol_attr(*symbol)));
                self.variadic_entry(Some(*function), entries);
                let written =
                    call.written.unwrap_or_else(|| self.ctx.llvm_function_type(call.result, &arguments.types, false));
                entries.push((IRTRIP_CALLEE_TYPE, self.ctx.type_attr(written)));
            }
            Callee::Symbol(symbol, ..) => {
                let pointer = self.ctx.ptr_type(call.space);
                let address = self.pool.intern(pointer, ConstKind::Global(*symbol));
                operands.push(self.materialize(address));
                self.variadic_entry(call.written, entries);
            }
            Callee::Pointer(place) => {
                let after = std::mem::replace(&mut self.c, *place);
                let pointer = self.ctx.ptr_type(call.space);
                operands.push(self.value(pointer)?);
                self.c = after;
                self.variadic_entry(call.written, entries);
            }
            #[cfg(feature = "llvm19")]
            Callee::Value(value) => {
                operands.push(*value);
                self.variadic_entry(call.written, entries);
            }
            Callee::Asm(..) => return self.unsupported(self.f.at, "inline assembly in this place"),
        }
        operands.extend_from_slice(&arguments.values);
        self.check_arguments(call, arguments)?;
        self.convention_entry(name, call.cconv, entries);
        // A callee that is an operand says it by its type.
        if call.space != 0 && matches!(call.callee, Callee::Symbol(..)) {
            entries.push((IRTRIP_ADDRESS_SPACE, self.int_attr(wk::I32, i64::from(call.space))));
        }
        self.argument_entries(&arguments.attrs, call.result_attrs, (ARG_ATTRS, results_of(call.result)), entries);
        Ok(operands)
    }

    /// `@name`
    pub fn symbol_attr(&mut self, symbol: Str) -> Attr {
        let ctx = self.ctx;
        *self.symbol_attrs.entry(symbol).or_insert_with(|| ctx.symbol_ref(symbol))
    }

    /// `[tail] call ...` behind its first word.
    pub fn call(&mut self, word: &[u8]) -> Res<()> {
        let tail = TailCallKind::from_llvm(word).unwrap_or_default();
        let at = self.c.peek_pos();
        if tail != TailCallKind::None {
            self.c.expect_word_as("call", "'tail call', 'musttail call', or 'notail call'")?;
        }
        let mut call = self.call_prefix()?;
        if tail != TailCallKind::None {
            call.at = at;
        }
        self.check_fast(call.flags, call.result, "call", call.at)?;
        self.check_called(call.cconv)?;
        match &call.callee {
            Callee::Symbol(symbol, ..) if self.ctx.bytes(*symbol).starts_with(b"llvm.") => {
                let symbol = *symbol;
                match debug_intrinsic(self.ctx.bytes(symbol)) {
                    Some(word) => self.debug_intrinsic(word),
                    None => self.intrinsic_call(call, symbol, tail),
                }
            }
            Callee::Asm(..) => self.asm_call(call, tail),
            #[cfg(feature = "llvm19")]
            Callee::Value(_) => self.unsupported(self.f.at, "a call of a value that no text says"),
            Callee::Symbol(..) | Callee::Pointer(_) => {
                let arguments = self.arguments()?;
                self.check_tail(&call, &arguments, tail)?;
                if arguments.metadata {
                    return self.general_call(call, &arguments, tail);
                }
                self.plain_call(&call, &arguments, tail)
            }
        }
    }

    /// A call of a function or of any other value, behind its arguments.
    pub fn plain_call(&mut self, call: &CallPrefix<'a>, arguments: &Arguments, tail: TailCallKind) -> Res<()> {
        let mut entries = Entries::new();
        let mut operands = self.call_parts(llvm::CALL, call, arguments, &mut entries)?;
        self.flag_attrs(llvm::CALL, call.flags, &mut entries);
        if tail != TailCallKind::None {
            entries.push((TAIL_CALL_KIND, self.enum_attr(tail)));
        }
        let text = self.call_attribute_text()?;
        let bundles = self.bundles()?;
        let called = self.called_function(&call.callee, &bundles, &entries);
        entries.extend(self.entries_of_text(llvm::CALL, text, called)?);
        self.bundle_entries(&bundles, &mut entries);
        operands.extend_from_slice(&bundles.values);
        self.emit(llvm::CALL, &operands, &mut entries, call.result)
    }

    /// What the attributes of an `llvm.call` depend on.
    fn called_function(&self, callee: &Callee<'a>, bundles: &Bundles, entries: &Entries) -> CalledFunction {
        let Callee::Symbol(_, _, effects) = callee else { return CalledFunction::UNKNOWN };
        if *effects == MemoryEffects::ANY {
            return CalledFunction::UNKNOWN;
        }
        let tags = bundles.tags.iter().filter_map(|t| self.ctx.string_value(*t)).map(|t| self.ctx.bytes(t));
        let named = entries.iter().any(|e| e.0 == CALLEE);
        CalledFunction { effects: effects.with_bundles(tags), named }
    }

    /// Whether operand bundles stand behind the attributes that are next.
    pub fn has_bundles(&mut self) -> Res<bool> {
        let before = self.c;
        self.pass_attributes()?;
        let found = self.c.peek() == b'[';
        self.c = before;
        Ok(found)
    }

    fn asm_call(&mut self, call: CallPrefix<'a>, tail: TailCallKind) -> Res<()> {
        let arguments = self.arguments()?;
        let labels = self.check_constraints(&call, &arguments)?;
        self.check_labels(labels, None)?;
        if tail == TailCallKind::MustTail {
            return self.refuse(self.f.at, "cannot use musttail call with inline asm");
        }
        if arguments.metadata || self.has_bundles()? {
            return self.general_call(call, &arguments, tail);
        }
        let name = llvm::INLINE_ASM;
        let Callee::Asm(mut entries, mut words) = call.callee else { return Ok(()) };
        words.extend(self.flag_entries(name, call.flags, &mut entries));
        if !words.is_empty() {
            entries.push((IRTRIP_FLAGS, self.words_attr(&words)));
        }
        if tail != TailCallKind::None {
            entries.push((TAIL_CALL_KIND_ASM, self.enum_attr(tail)));
        }
        self.convention_entry(name, call.cconv, &mut entries);
        self.asm_argument_entries(&arguments.attrs, &mut entries);
        let has_operand_attrs = entries.iter().any(|e| e.0 == OPERAND_ATTRS);
        self.argument_entries(&[], call.result_attrs, (IRTRIP_ARG_ATTRS, IRTRIP_RES_ATTRS), &mut entries);
        entries.extend(self.call_attribute_entries(name)?);
        self.emit(name, &arguments.values, &mut entries, call.result)?;
        // Without a result of type `void` upstream's export hangs the operands' attributes on the call.
        if has_operand_attrs
            && call.result == wk::VOID
            && let Some(op) = self.f.block.and_then(|block| self.f.body.last_op(block))
        {
            self.f.body.add_results(op, &[wk::VOID]);
        }
        Ok(())
    }

    /// `elementtype` has a slot on inline assembly; other attributes of its arguments have none.
    fn asm_argument_entries(&mut self, args: &[Attr], entries: &mut Entries) {
        let (key, inner) = (self.ctx.str("elementtype"), self.ctx.str("llvm.elementtype"));
        let types: Vec<Attr> = args
            .iter()
            .map(|a| match self.ctx.entry(*a, inner) {
                Some(ty) => self.ctx.dictionary(&[(key, ty)]),
                None => attrs::EMPTY_DICTIONARY,
            })
            .collect();
        let others: Vec<Attr> = args.iter().map(|a| self.ctx.with_entry(*a, inner, None)).collect();
        self.argument_entries(&types, attrs::EMPTY_DICTIONARY, (OPERAND_ATTRS, RES_ATTRS), entries);
        self.argument_entries(&others, attrs::EMPTY_DICTIONARY, (IRTRIP_ARG_ATTRS, RES_ATTRS), entries);
    }

    /// `irtrip.tail`
    pub fn tail_entry(&mut self, tail: TailCallKind, entries: &mut Entries) {
        if tail != TailCallKind::None {
            entries.push((IRTRIP_TAIL, self.ctx.string_attr(tail.llvm())));
        }
    }
}

impl Arguments {
    /// Adds an argument that is a value.
    pub fn push_value(&mut self, ty: Type, value: Value, dictionary: Attr) {
        self.types.push(ty);
        self.values.push(value);
        self.attrs.push(dictionary);
        self.described.push(attrs::UNIT);
    }
}
