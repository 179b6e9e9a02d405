//! Custom forms of instructions that are code: calls, `alloca`, comparisons, `landingpad`.

use irtrip_dialect::attr_table::{self, AttrKind, ParamKind};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::enums::{EnumValue, Enumeration, FCmpPredicate, ICmpPredicate};
use irtrip_dialect::names;
use irtrip_dialect::ops::Syntax;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Type, TypeData};
use smallvec::SmallVec;

use super::body::BodyParser;

use super::values::Use;
use super::{Pending, types_into};
use crate::parse::error::Parsed;

/// Uses with their types.
type TypedUses<'t> = SmallVec<[(Use<'t>, Type); 4]>;

/// `(T {attributes}, ...) -> (R {attributes})`
#[derive(Default)]
pub(crate) struct Signature {
    pub inputs: SmallVec<[Type; 8]>,
    pub results: SmallVec<[Type; 2]>,
    pub input_attrs: SmallVec<[Attr; 8]>,
    pub result_attrs: SmallVec<[Attr; 2]>,
}

impl<'t> BodyParser<'_, '_, 't> {
    /// Reads a custom form that is code.
    pub fn custom_syntax(&mut self, pending: &mut Pending<'t>, syntax: Syntax) -> Parsed<()> {
        match syntax {
            Syntax::Module => self.module(pending),
            Syntax::Func => self.func(pending),
            Syntax::Global => self.global(pending),
            Syntax::Alias => self.alias(pending),
            Syntax::Call => self.call(pending),
            Syntax::Invoke => self.invoke(pending),
            Syntax::CallIntrinsic => self.call_intrinsic(pending),
            Syntax::Landingpad => self.landingpad(pending),
            Syntax::Alloca => self.alloca(pending),
            Syntax::ICmp => self.compare::<ICmpPredicate>(pending),
            Syntax::FCmp => self.compare::<FCmpPredicate>(pending),
            Syntax::FunctionOp => self.function_op(pending),
            Syntax::For => self.for_loop(pending),
            Syntax::While => self.while_loop(pending),
            Syntax::DmaStart => self.dma_start(pending),
            Syntax::Parallel => self.parallel(pending),
            Syntax::Forall => self.forall(pending),
        }
    }

    /// Reads a word of an enumeration that an attribute of the LLVM dialect holds; its value 0 if none is here.
    pub fn leading_word(&mut self, kind: AttrKind) -> Parsed<Attr> {
        let mut value = 0;
        if let Some(ParamKind::Enum(enumeration, _)) = kind.def().params.first().map(|p| p.kind) {
            value = self.optional_word(enumeration).unwrap_or(0);
        }
        let ctx = self.texts.ctx;
        let params = Box::new([Some(ctx.int_attr(types::I64, value))]);
        Ok(ctx.attr(AttrData::Llvm { kind, params }))
    }

    /// Reads a word of an enumeration if one is here.
    pub fn optional_word(&mut self, enumeration: &'static Enumeration) -> Option<i64> {
        let word = self.cursor.peek_word();
        let value = enumeration.from_mlir(word).filter(|_| !word.is_empty())?;
        self.cursor.word();
        Some(value)
    }

    /// `llvm.icmp "eq" %a, %b {...} : T`
    fn compare<P: EnumValue>(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let before = self.cursor;
        let Some(word) = self.cursor.string()? else { return self.no_string() };
        let Some(predicate) = P::from_mlir(word) else {
            return Err(before.error(ParseCode::Predicate(word.to_owned())).of_form());
        };
        let ctx = self.texts.ctx;
        pending.set(names::PREDICATE, ctx.enum_attr(predicate));
        let left = self.value_use()?;
        self.cursor.expect(",")?;
        let right = self.value_use()?;
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let ty = self.texts.type_at(&mut self.cursor)?;
        self.own(pending, &[left, right], ty)?;
        pending.results.push(ctx.with_scalar_type(ty, types::I1));
        Ok(())
    }

    /// `llvm.alloca inalloca %n x T {...} : (i64) -> !llvm.ptr`
    fn alloca(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("inalloca") {
            pending.set(names::INALLOCA, attrs::UNIT);
        }
        let size = self.value_use()?;
        self.cursor.expect("x")?;
        let element = self.texts.type_at(&mut self.cursor)?;
        pending.set(names::ELEM_TYPE, self.texts.ctx.type_attr(element));
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let before = self.cursor;
        let ty = self.texts.type_at(&mut self.cursor)?;
        let ctx = self.texts.ctx;
        let alignment = self.entry(pending, names::ALIGNMENT);
        if alignment.is_some_and(|alignment| ctx.int_value(alignment).is_none()) {
            return Err(self.cursor.error_at(pending.spelled, ParseCode::Expected("integer alignment")).of_form());
        }
        let (inputs, results) = match ctx.type_data(ty) {
            TypeData::Function { inputs, results } if inputs.len() == 1 && results.len() == 1 => (inputs, results),
            _ => {
                let code = ParseCode::Expected("trailing function type with one argument and one result");
                return Err(before.error(code).of_form());
            }
        };
        self.own_each(pending, &[size], inputs)?;
        pending.results.extend_from_slice(results);
        Ok(())
    }

    /// `llvm.landingpad cleanup (catch %a : !llvm.ptr) (filter %b : T) : R`
    fn landingpad(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("cleanup") {
            pending.set(names::CLEANUP, attrs::UNIT);
        }
        while self.cursor.eat("(") {
            // The operand's type tells a filter, an array, from a catch.
            if !(self.cursor.eat("catch") || self.cursor.eat("filter")) {
                return Err(self.cursor.expected("'catch' or 'filter'").of_form());
            }
            let clause = self.value_use()?;
            self.cursor.expect(":")?;
            let ty = self.texts.type_at(&mut self.cursor)?;
            self.own(pending, &[clause], ty)?;
            self.cursor.expect(")")?;
        }
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        pending.results.push(self.texts.type_at(&mut self.cursor)?);
        Ok(())
    }

    /// `llvm.call fastcc tail @f(%a) vararg(T) ["tag"(%b : i32)] {...} : (T) -> R`
    fn call(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let convention = self.leading_word(attr_table::CCONV)?;
        pending.set(names::CCONV, convention);
        let kind = self.leading_word(attr_table::TAILCALLKIND)?;
        pending.set(names::TAIL_CALL_KIND, kind);
        let (callee, arguments) = self.callee(pending)?;
        self.vararg(pending)?;
        let bundles = self.bundles(pending)?;
        self.attr_dict(pending)?;
        self.call_types(pending, callee, &arguments)?;
        self.bundle_operands(pending, bundles)
    }

    /// `llvm.invoke @f(%a) to ^a unwind ^b(%x : i32) vararg(T) [...] {...} : (T) -> R`
    fn invoke(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let convention = self.leading_word(attr_table::CCONV)?;
        pending.set(names::CCONV, convention);
        let (callee, arguments) = self.callee(pending)?;
        self.cursor.expect("to")?;
        self.successor(pending)?;
        self.cursor.expect("unwind")?;
        self.successor(pending)?;
        self.vararg(pending)?;
        let bundles = self.bundles(pending)?;
        self.attr_dict(pending)?;
        self.call_types(pending, callee, &arguments)?;
        self.bundle_operands(pending, bundles)
    }

    /// `llvm.call_intrinsic "name"(%a) [...] {...} : (T) -> R`
    fn call_intrinsic(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let Some(raw) = self.cursor.string()? else { return self.no_string() };
        let name = self.texts.string(raw)?;
        pending.set(names::INTRIN, self.texts.ctx.str_attr(name));
        let arguments = self.parenthesized_uses()?;
        let bundles = self.bundles(pending)?;
        self.attr_dict(pending)?;
        self.call_types(pending, None, &arguments)?;
        self.bundle_operands(pending, bundles)
    }

    /// `@f(%a, %b)` or `%f(%a, %b)`: the operand that is called, and the arguments.
    fn callee(&mut self, pending: &mut Pending<'t>) -> Parsed<(Option<Use<'t>>, SmallVec<[Use<'t>; 8]>)> {
        let pointer = if self.cursor.sees("%") {
            Some(self.value_use()?)
        } else {
            let name = self.symbol_name()?;
            pending.set(names::CALLEE, self.texts.ctx.symbol_ref(name));
            None
        };
        Ok((pointer, self.parenthesized_uses()?))
    }

    fn parenthesized_uses(&mut self) -> Parsed<SmallVec<[Use<'t>; 8]>> {
        let mut uses = SmallVec::new();
        self.cursor.expect("(")?;
        if !self.cursor.eat_byte(b')') {
            self.uses_into(&mut uses)?;
            self.cursor.expect(")")?;
        }
        Ok(uses)
    }

    fn vararg(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("vararg") {
            self.cursor.expect("(")?;
            let ty = self.texts.type_at(&mut self.cursor)?;
            pending.set(names::VAR_CALLEE_TYPE, self.texts.ctx.type_attr(ty));
            self.cursor.expect(")")?;
        }
        Ok(())
    }

    /// Reads `: !llvm.ptr, (T {...}) -> (R {...})`; the type before the signature is the callee's.
    fn call_types(&mut self, pending: &mut Pending<'t>, callee: Option<Use<'t>>, arguments: &[Use<'t>]) -> Parsed<()> {
        self.cursor.expect(":")?;
        self.cursor.skip_space();
        let start = self.cursor;
        let wrong = |expected| Err(start.error(ParseCode::Expected(expected)).of_form());
        if let Some(callee) = callee {
            let ty = self.texts.type_at(&mut self.cursor)?;
            if !self.cursor.eat_byte(b',') {
                return wrong("indirect call to have 2 trailing types");
            }
            self.own(pending, &[callee], ty)?;
        }
        let signature = self.signature()?;
        match signature.results[..] {
            [] => {}
            [types::VOID] => return wrong("a non-void result type"),
            [_] => {}
            _ => return wrong("function with 0 or 1 result"),
        }
        self.own_each(pending, arguments, &signature.inputs)?;
        pending.results.extend_from_slice(&signature.results);
        if let Some(array) = self.attrs_of_all(&signature.input_attrs) {
            pending.set(names::ARG_ATTRS, array);
        }
        if let Some(array) = self.attrs_of_all(&signature.result_attrs) {
            pending.set(names::RES_ATTRS, array);
        }
        Ok(())
    }

    /// Dictionaries as an array, unless all are empty.
    pub fn attrs_of_all(&self, dictionaries: &[Attr]) -> Option<Attr> {
        let any = dictionaries.iter().any(|d| *d != attrs::EMPTY_DICTIONARY);
        any.then(|| self.texts.ctx.array(dictionaries))
    }

    /// Reads `(T {...}, U) -> (R {...})`.
    fn signature(&mut self) -> Parsed<Signature> {
        let mut signature = Signature::default();
        self.cursor.expect("(")?;
        if !self.cursor.eat_byte(b')') {
            loop {
                signature.inputs.push(self.texts.type_at(&mut self.cursor)?);
                signature.input_attrs.push(self.optional_dictionary()?);
                if !self.cursor.eat_byte(b',') {
                    break;
                }
            }
            self.cursor.expect(")")?;
        }
        self.cursor.expect("->")?;
        self.signature_results(&mut signature)?;
        Ok(signature)
    }

    /// Reads the results of a signature: `R`, `()` or `(R {...})`.
    pub fn signature_results(&mut self, signature: &mut Signature) -> Parsed<()> {
        if !self.cursor.eat_byte(b'(') {
            signature.results.push(self.texts.type_at(&mut self.cursor)?);
            signature.result_attrs.push(attrs::EMPTY_DICTIONARY);
            return Ok(());
        }
        while !self.cursor.eat_byte(b')') {
            if !signature.results.is_empty() {
                self.cursor.expect_as(",", "')'")?;
            }
            signature.results.push(self.texts.type_at(&mut self.cursor)?);
            let dictionary = self.optional_dictionary()?;
            signature.result_attrs.push(dictionary);
        }
        Ok(())
    }

    /// Reads a dictionary if one is here; else it is empty.
    pub fn optional_dictionary(&mut self) -> Parsed<Attr> {
        if self.cursor.sees("{") { self.texts.dictionary_at(&mut self.cursor) } else { Ok(attrs::EMPTY_DICTIONARY) }
    }

    /// Reads `["tag"(%a, %b : T, U), "other"()]` if it is here, and sets the bundles' tags and sizes.
    pub fn bundles(&mut self, pending: &mut Pending<'t>) -> Parsed<TypedUses<'t>> {
        let mut operands = TypedUses::new();
        if !self.cursor.eat_byte(b'[') {
            return Ok(operands);
        }
        let (mut tags, mut sizes) = (Vec::new(), Vec::new());
        while !self.cursor.eat_byte(b']') {
            if !tags.is_empty() {
                self.cursor.expect(",")?;
            }
            let Some(raw) = self.cursor.string()? else {
                return Err(self.cursor.expected("operand bundle tag"));
            };
            tags.push(self.texts.ctx.str_attr(self.texts.string(raw)?));
            let uses = self.parenthesized_bundle(sizes.len(), &mut operands)?;
            sizes.push(uses as i32);
        }
        if !tags.is_empty() {
            pending.set(names::OP_BUNDLE_TAGS, self.texts.ctx.array(&tags));
            pending.set(names::OP_BUNDLE_SIZES, self.texts.ctx.i32_array(&sizes));
        }
        Ok(operands)
    }

    /// Reads `(%a, %b : T, U)`; how many there are.
    fn parenthesized_bundle(&mut self, place: usize, operands: &mut TypedUses<'t>) -> Parsed<usize> {
        let mut uses = SmallVec::new();
        self.cursor.expect("(")?;
        if self.cursor.eat_byte(b')') {
            return Ok(0);
        }
        self.uses_into(&mut uses)?;
        self.cursor.expect(":")?;
        let before = self.cursor;
        let mut types = SmallVec::new();
        types_into(self.texts, &mut self.cursor, &mut types)?;
        if types.len() != uses.len() {
            let code = ParseCode::BundleTypes { operands: uses.len(), place, types: types.len() };
            return Err(before.error(code).of_form());
        }
        operands.extend(uses.iter().copied().zip(types));
        self.cursor.expect(")")?;
        Ok(uses.len())
    }

    fn bundle_operands(&mut self, pending: &mut Pending<'t>, bundles: TypedUses<'t>) -> Parsed<()> {
        for (used, ty) in bundles {
            self.own(pending, &[used], ty)?;
        }
        Ok(())
    }
}
