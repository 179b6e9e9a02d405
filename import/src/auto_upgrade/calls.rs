//! Calls of old intrinsics: their arguments are read, today's are made of them, and the call is one of today's.

use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{AttributeSet, MemoryEffects};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::enums::{InstructionFlags, TailCallKind};
use irtrip_dialect::names::{IRTRIP_NAME, POSITION};
use irtrip_dialect::ops::{Intrinsic, LlvmForm, OpDef, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Attr, OpName, Str, Type, TypeData, Value};

use super::intrinsics::{Argument, Today};
use super::{Upgrade, named};
use crate::bodies::calls::intrinsics::{RowArguments, immediate_of, row_of};
use crate::bodies::calls::{Arguments, CallPrefix, Callee};
use crate::constants::pool::{ConstId, ConstKind};
use crate::cursor::Cursor;
use crate::error::Res;
use crate::global_values::implicit_intrinsic_declarations::ImplicitDeclaration;
use crate::reader::Reader;

/// What is passed, as far as it has been read.
#[derive(Clone, Copy)]
pub(crate) enum ArgumentValue<'a> {
    /// What stands at a place of the text.
    Text(Cursor<'a>),
    Constant(ConstId),
    #[cfg(feature = "llvm19")]
    Value(Value),
}

/// An argument of a call.
#[derive(Clone, Copy)]
pub(crate) struct CallArgument<'a> {
    pub ty: Type,
    pub attrs: Attr,
    pub passed: ArgumentValue<'a>,
}

impl<'a> Reader<'_, 'a> {
    /// What the intrinsic of a call, which may be an old one, is today. The arguments are next, and are not passed.
    pub fn upgrade_of(&mut self, call: &CallPrefix<'a>, symbol: Str) -> Res<Option<Upgrade>> {
        if self.shared.symbols.is_function(symbol) {
            return Ok(self.shared.symbols.upgrade(symbol));
        }
        let before = self.c;
        let mut types: SmallVec<[Type; 8]> = SmallVec::new();
        self.each_argument(|_, given| types.push(given.ty))?;
        self.c = before;
        let ty = self.ctx.llvm_function_type(call.result, &types, false);
        Ok(Upgrade::of(self.ctx, self.ctx.bytes(symbol), ty))
    }

    /// Goes through the arguments in brackets; their values are passed and not read. None is metadata.
    fn each_argument(&mut self, mut see: impl FnMut(&mut Self, CallArgument<'a>)) -> Res<()> {
        self.c.expect(b'(', "'(' in call")?;
        let mut first = true;
        while !self.c.eat(b')') {
            if !first {
                self.c.expect(b',', "',' in argument list")?;
            }
            first = false;
            let ty = self.read_type()?;
            if ty == wk::METADATA {
                while !matches!(self.c.peek(), b',' | b')') && !self.c.at_end() {
                    self.pass_operand()?;
                }
                see(self, CallArgument { ty, attrs: attrs::EMPTY_DICTIONARY, passed: ArgumentValue::Text(self.c) });
                continue;
            }
            let attrs = self.parameter_dictionary()?;
            let given = CallArgument { ty, attrs, passed: ArgumentValue::Text(self.c) };
            while !matches!(self.c.peek(), b',' | b')') && !self.c.at_end() {
                self.pass_operand()?;
            }
            see(self, given);
        }
        Ok(())
    }

    /// Passes a token of an operand, or what stands in brackets.
    fn pass_operand(&mut self) -> Res<()> {
        match self.c.peek() {
            b'(' | b'[' | b'{' | b'<' => self.c.skip_balanced(),
            b'%' | b'@' => self.c.name().map(|_| ()),
            b'"' => self.c.quoted().map(|_| ()),
            _ => self.c.skip_token(),
        }
    }

    /// A call of `symbol`, an old intrinsic, behind the callee.
    pub fn upgraded_call(
        &mut self,
        call: CallPrefix<'a>,
        symbol: Str,
        upgrade: Upgrade,
        tail: TailCallKind,
    ) -> Res<()> {
        if upgrade.is_rename()
            && let Some((name, ty)) = upgrade.today
        {
            self.note_upgraded(symbol, name, ty);
            let callee = Callee::Symbol(name, Some(ty), MemoryEffects::ANY);
            return self.todays_call(CallPrefix { written: None, callee, upgraded: true, ..call }, name, tail);
        }
        let mut given = Vec::new();
        self.each_argument(|_, one| given.push(one))?;
        self.converted_call(call, symbol, upgrade, &given, tail)
    }

    /// A call of `symbol`, an old intrinsic, with these arguments, behind them.
    pub fn converted_call(
        &mut self,
        call: CallPrefix<'a>,
        symbol: Str,
        upgrade: Upgrade,
        given: &[CallArgument<'a>],
        tail: TailCallKind,
    ) -> Res<()> {
        let types: SmallVec<[Type; 8]> = given.iter().map(|one| one.ty).collect();
        if self.ctx.llvm_function_type(call.result, &types, false) != upgrade.old {
            return self.refuse(self.f.at, "Intrinsic called with incompatible signature");
        }
        if let Some(expansion) = upgrade.expansion {
            return self.expand_call(&call, symbol, expansion, given);
        }
        let row = upgrade.row;
        let passed = self.todays_arguments(&call, &upgrade, given)?;
        if let (Today::Lifetime(_), [pointer, ..]) = (row.today, &passed[..]) {
            return self.sized_marker(&call, symbol, upgrade.old, pointer);
        }
        let types: SmallVec<[Type; 8]> = passed.iter().map(|one| one.ty).collect();
        let result = upgrade.today.and_then(|today| self.result_of(today.1)).unwrap_or(call.result);
        let ty = self.ctx.llvm_function_type(result, &types, false);
        let today = match row.today {
            Today::Same => upgrade.today,
            Today::Is(now) | Today::Lifetime(now) => upgrade.today.or_else(|| named(self.ctx, now, ty)),
            Today::BySign { place, negative, other } => {
                let number = self.passed_number(given.get(usize::from(place)))?;
                named(self.ctx, if number < 0 { negative } else { other }, ty)
            }
        };
        let Some((name, ty)) = today else { return self.refuse(call.at, "invalid intrinsic signature") };
        self.note_upgraded(symbol, name, ty);
        let result_attrs = if row.keeps.parameters { call.result_attrs } else { attrs::EMPTY_DICTIONARY };
        let callee = Callee::Symbol(name, None, MemoryEffects::ANY);
        let flags = InstructionFlags::empty();
        let call = CallPrefix { written: None, callee, flags, result_attrs, upgraded: true, ..call };
        self.f.upgrade.location_only = !row.keeps.metadata;
        if !row.keeps.function {
            self.given_set = Some(AttributeSet::new());
        }
        let tail = if row.keeps.tail { tail } else { TailCallKind::None };
        if result == call.result {
            self.passed_call(call, name, &passed, tail)?;
        } else {
            self.rebuilt_call(call, name, &passed, result)?;
        }
        self.f.upgrade.location_only = false;
        self.given_set = None;
        if !row.keeps.name && result != wk::VOID {
            self.forget_name();
        }
        Ok(())
    }

    fn result_of(&self, ty: Type) -> Option<Type> {
        match self.ctx.type_data(ty) {
            TypeData::LlvmFunction { result, .. } => Some(*result),
            _ => None,
        }
    }

    /// A call that gives a literal struct, and the struct of the old one's type that is made of it.
    fn rebuilt_call(&mut self, call: CallPrefix<'a>, name: Str, passed: &[CallArgument<'a>], result: Type) -> Res<()> {
        let whole = call.result;
        let wanted = self.f.result.take();
        let before = self.c;
        self.f.upgrade.anonymous = true;
        let mut value =
            self.made(|reader| reader.passed_call(CallPrefix { result, ..call }, name, passed, TailCallKind::None))?;
        let call = value;
        let fields = self.ctx.struct_elements(result).map(|(_, fields)| fields).unwrap_or_default();
        let poison = self.pool.intern(whole, ConstKind::Poison);
        value = self.materialize(poison);
        for (place, field) in fields.iter().enumerate() {
            let position = (POSITION, self.position_attr(&[place as i64]));
            let part = self.again(before, |r| r.emit(llvm::EXTRACTVALUE, &[call], &mut vec![position], *field))?;
            if place + 1 == fields.len() {
                self.f.upgrade.anonymous = false;
                self.f.result = wanted.clone();
            }
            value = self.again(before, |r| r.emit(llvm::INSERTVALUE, &[value, part], &mut vec![position], whole))?;
        }
        self.f.upgrade.anonymous = false;
        Ok(())
    }

    /// The value of an operation that is made, with the attachments of the call whose function attributes stand at a place.
    fn again(&mut self, before: Cursor<'a>, make: impl FnOnce(&mut Self) -> Res<()>) -> Res<Value> {
        self.c = before;
        self.pass_attributes()?;
        if self.c.peek() == b'[' {
            self.c.skip_balanced()?;
        }
        self.made(make)
    }

    /// The value of the operation that is made.
    fn made(&mut self, make: impl FnOnce(&mut Self) -> Res<()>) -> Res<Value> {
        make(self)?;
        let op = self.f.block.and_then(|block| self.f.body.last_op(block));
        match op.and_then(|op| self.f.body.results(op).next()) {
            Some(value) => Ok(value),
            None => self.unsupported(self.f.at, "a call of an older LLVM's intrinsic that gives nothing"),
        }
    }

    /// Notes what is called in place of `symbol`, unless its declaration has become that of today.
    fn note_upgraded(&mut self, symbol: Str, name: Str, ty: Type) {
        let declared = self.shared.symbols.upgrade(symbol).is_some_and(|upgrade| upgrade.today.is_some());
        if !declared {
            self.f.implicit_declarations.push(ImplicitDeclaration { written: symbol, full: name, ty, old: None });
        }
    }

    /// Takes its name from the operation that was made last.
    pub fn forget_name(&mut self) {
        let Some(op) = self.f.block.and_then(|block| self.f.body.last_op(block)) else { return };
        let Some(value) = self.f.body.results(op).next() else { return };
        self.f.body.set_value_name(value, None);
        let attrs = self.ctx.with_entry(self.f.body.attrs(op), IRTRIP_NAME, None);
        self.f.body.set_attrs(op, attrs);
    }

    /// Today's arguments of a call with old ones.
    fn todays_arguments(
        &mut self,
        call: &CallPrefix<'a>,
        upgrade: &Upgrade,
        given: &[CallArgument<'a>],
    ) -> Res<SmallVec<[CallArgument<'a>; 8]>> {
        let keeps = upgrade.row.keeps.parameters;
        let kept = |one: &CallArgument<'a>| CallArgument {
            attrs: if keeps { one.attrs } else { attrs::EMPTY_DICTIONARY },
            ..*one
        };
        let mut passed = SmallVec::new();
        let mut next = 0;
        for argument in upgrade.row.arguments {
            let old = |place: u8| given.get(usize::from(place)).map(kept);
            match argument {
                Argument::Old(place) => passed.extend(old(*place)),
                Argument::Rest => passed.extend(given.get(next..).unwrap_or_default().iter().map(kept)),
                Argument::Aligned(place, from) => {
                    let align = self.passed_number(given.get(usize::from(*from)))?;
                    let Some(pointer) = old(*place) else { continue };
                    let of = if call.result == wk::VOID { given.first().map(|one| one.ty) } else { Some(call.result) };
                    passed.push(self.aligned(pointer, align, of.filter(|_| !keeps)));
                }
                Argument::Magnitude(place) => {
                    let number = self.passed_number(given.get(usize::from(*place)))?;
                    passed.push(self.number_argument(wk::I32, number.wrapping_abs()));
                }
                Argument::Widened(place) => {
                    let number = self.passed_number(given.get(usize::from(*place)))?;
                    passed.push(self.number_argument(wk::I32, number));
                }
                Argument::False => passed.push(self.number_argument(wk::I1, 0)),
                Argument::Int(number) => passed.push(self.number_argument(wk::I32, i64::from(*number))),
                Argument::Null => {
                    let null = ArgumentValue::Constant(self.pool.intern(wk::PTR, ConstKind::Null));
                    passed.push(CallArgument { ty: wk::PTR, attrs: attrs::EMPTY_DICTIONARY, passed: null });
                }
            }
            next = argument.next(next);
        }
        Ok(passed)
    }

    fn number_argument(&mut self, ty: Type, number: i64) -> CallArgument<'a> {
        let passed = ArgumentValue::Constant(self.pool.intern(ty, ConstKind::Int(number)));
        CallArgument { ty, attrs: attrs::EMPTY_DICTIONARY, passed }
    }

    /// A pointer with an alignment; without one that of a scalar of the type that is accessed.
    fn aligned(&mut self, pointer: CallArgument<'a>, align: i64, accessed: Option<Type>) -> CallArgument<'a> {
        let ctx = self.ctx;
        let align = match (align, accessed) {
            (0, None) => None,
            (0, Some(ty)) => Some(self.shared.layout.abi_alignment(ctx, ctx.scalar_type(ty)) as i64),
            (align, _) => Some(align),
        };
        let value = align.map(|align| self.i64_attr(align));
        CallArgument { attrs: ctx.with_entry(pointer.attrs, ctx.str("llvm.align"), value), ..pointer }
    }

    /// An argument that must be a number.
    fn passed_number(&mut self, given: Option<&CallArgument<'a>>) -> Res<i64> {
        let constant = match given.map(|one| (one.ty, one.passed)) {
            Some((_, ArgumentValue::Constant(constant))) => Some(constant),
            Some((ty, ArgumentValue::Text(place))) => self.constant_at(ty, place)?,
            #[cfg(feature = "llvm19")]
            Some((_, ArgumentValue::Value(_))) => None,
            None => None,
        };
        match constant.map(|constant| self.pool.kind(constant)) {
            Some(ConstKind::Int(number)) => Ok(*number),
            _ => self.unsupported(self.f.at, "a call of an older LLVM's intrinsic whose number is no constant"),
        }
    }

    /// The constant at a place; `None` where it is a local.
    pub fn constant_at(&mut self, ty: Type, place: Cursor<'a>) -> Res<Option<ConstId>> {
        let after = std::mem::replace(&mut self.c, place);
        let constant = if self.c.peek() == b'%' { None } else { Some(self.constant(ty)?) };
        self.c = after;
        Ok(constant)
    }

    /// The value of an argument.
    pub fn argument_value(&mut self, given: &CallArgument<'a>) -> Res<Value> {
        match given.passed {
            ArgumentValue::Text(place) => {
                let after = std::mem::replace(&mut self.c, place);
                let value = self.value(given.ty)?;
                self.c = after;
                Ok(value)
            }
            ArgumentValue::Constant(constant) => Ok(self.materialize(constant)),
            #[cfg(feature = "llvm19")]
            ArgumentValue::Value(value) => Ok(value),
        }
    }

    /// A call of an intrinsic of today with these arguments, behind them.
    fn passed_call(
        &mut self,
        call: CallPrefix<'a>,
        name: Str,
        passed: &[CallArgument<'a>],
        tail: TailCallKind,
    ) -> Res<()> {
        if let Some(op) = row_of(self.ctx, self.ctx.bytes(name))
            && !self.shared.options.prefer_unregistered_intrinsics
            && let Some(def) = op.def()
            && let LlvmForm::Intrinsic(intrinsic) = def.llvm
            && let Some(read) = self.passed_row(op, &intrinsic, passed)?
            && self.arguments_fit(def, &intrinsic, &read, call.result)
            && self.row_fits(def, &call)?
        {
            return self.row_call(op, def, &intrinsic, call, name, read, tail);
        }
        let mut arguments = Arguments::default();
        for one in passed {
            let value = self.argument_value(one)?;
            arguments.push_value(one.ty, value, self.parameter_at(one.attrs, one.ty));
        }
        self.unregistered_call(call, name, arguments, tail)
    }

    /// The arguments for a row; `None` where a number that is an attribute of its operation is none.
    fn passed_row(
        &mut self,
        op: OpName,
        intrinsic: &Intrinsic,
        passed: &[CallArgument<'a>],
    ) -> Res<Option<RowArguments>> {
        let Some(def): Option<&'static OpDef> = op.def() else { return Ok(None) };
        let mut read = RowArguments::default();
        for (place, one) in passed.iter().enumerate() {
            let dictionary = self.row_parameter(intrinsic, place, one.attrs, one.ty);
            read.types.push(one.ty);
            read.all_attrs.push(dictionary);
            let Some((_, key)) = intrinsic.immediates.iter().find(|i| usize::from(i.0) == place) else {
                let value = self.argument_value(one)?;
                read.arguments.push_value(one.ty, value, dictionary);
                continue;
            };
            let constant = match one.passed {
                ArgumentValue::Constant(constant) => Some(constant),
                ArgumentValue::Text(place) => self.constant_at(one.ty, place)?,
                #[cfg(feature = "llvm19")]
                ArgumentValue::Value(_) => None,
            };
            let Some(constant) = constant else { return Ok(None) };
            if !immediate_of(self.ctx, &self.pool, def, key, constant, &mut read.entries) {
                return Ok(None);
            }
        }
        Ok(Some(read))
    }
}
