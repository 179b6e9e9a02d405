//! Custom forms of module-level entities: `module`, `llvm.func`, `llvm.mlir.global`, `llvm.mlir.alias`.

use irtrip_dialect::attr_table;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::enums::{EnumValue, UnnamedAddr, Visibility};
use irtrip_dialect::names;
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{AttrData, TypeData};

use super::Pending;
use super::body::{BodyParser, EntryArgument};

use super::instructions::Signature;
use crate::parse::error::Parsed;

impl<'t> BodyParser<'_, '_, 't> {
    /// `module @name attributes {...} {...}`
    pub fn module(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.sees("@") {
            let name = self.symbol_name()?;
            pending.set(names::SYM_NAME, self.texts.ctx.str_attr(name));
        }
        self.attributes_with_keyword(pending)?;
        self.isolated_regions(pending, Vec::new())
    }

    fn attributes_with_keyword(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("attributes") {
            pending.dictionary = self.texts.dictionary_at(&mut self.cursor)?;
        }
        Ok(())
    }

    /// Reads a word of an enumeration if one is here.
    fn word_attr<E: EnumValue>(&mut self, pending: &mut Pending<'t>, key: irtrip_dialect::Str) {
        if let Some(value) = E::from_mlir(self.cursor.peek_word()) {
            self.cursor.word();
            pending.set(key, self.texts.ctx.enum_attr(value));
        }
    }

    fn entity_name(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let name = self.symbol_name()?;
        pending.set(names::SYM_NAME, self.texts.ctx.str_attr(name));
        Ok(())
    }

    /// `comdat(@group::@selector)`
    fn comdat(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.eat("comdat") {
            self.cursor.expect("(")?;
            let comdat = self.texts.symbol_at(&mut self.cursor)?;
            pending.set(names::COMDAT, comdat);
            self.cursor.expect(")")?;
        }
        Ok(())
    }

    /// `llvm.func internal hidden unnamed_addr fastcc @f(%a: i32 {...}, ...) -> (i32 {...}) vscale_range(1, 2)
    /// comdat(@c::@f) attributes {...} {...}`
    pub fn func(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let linkage = self.leading_word(attr_table::LINKAGE)?;
        pending.set(names::LINKAGE, linkage);
        self.word_attr::<Visibility>(pending, names::VISIBILITY);
        self.word_attr::<UnnamedAddr>(pending, names::UNNAMED_ADDR);
        let convention = self.leading_word(attr_table::CCONV)?;
        pending.set(names::CCONV, convention);
        self.entity_name(pending)?;
        let (mut signature, entry, vararg) = self.parameters(true)?;
        if self.cursor.eat("->") {
            self.signature_results(&mut signature)?;
        }
        let ctx = self.texts.ctx;
        let result = match signature.results[..] {
            [] => types::VOID,
            [result] => result,
            _ => {
                return Err(self.cursor.error_at(pending.spelled, ParseCode::FunctionResults).of_form());
            }
        };
        let ty = ctx.llvm_function_type(result, &signature.inputs, vararg);
        pending.set(names::FUNCTION_TYPE, ctx.type_attr(ty));
        if let Some(array) = self.attrs_of_all(&signature.input_attrs) {
            pending.set(names::ARG_ATTRS, array);
        }
        if let Some(array) = self.attrs_of_all(&signature.result_attrs) {
            pending.set(names::RES_ATTRS, array);
        }
        self.vscale_range(pending)?;
        self.comdat(pending)?;
        self.attributes_with_keyword(pending)?;
        if self.cursor.sees("{") {
            self.isolated_regions(pending, entry)?;
        }
        Ok(())
    }

    /// `func.func private @f(%a: i32 {...}, ...) -> (i32 {...}, f32) attributes {...} {...}`
    pub fn function_op(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if let Some(word) = ["public", "private", "nested"].into_iter().find(|word| self.cursor.peek_word() == *word) {
            self.cursor.word();
            pending.set(names::SYM_VISIBILITY, self.texts.ctx.string_attr(word));
        }
        self.entity_name(pending)?;
        let (mut signature, entry, _) = self.parameters(false)?;
        if self.cursor.eat("->") {
            self.signature_results(&mut signature)?;
        }
        let ctx = self.texts.ctx;
        let (inputs, results) = (signature.inputs[..].into(), signature.results[..].into());
        pending.set(names::FUNCTION_TYPE, ctx.type_attr(ctx.ty(TypeData::Function { inputs, results })));
        if let Some(array) = self.attrs_of_all(&signature.input_attrs) {
            pending.set(names::ARG_ATTRS, array);
        }
        if let Some(array) = self.attrs_of_all(&signature.result_attrs) {
            pending.set(names::RES_ATTRS, array);
        }
        let before = self.cursor;
        self.attributes_with_keyword(pending)?;
        for key in [names::SYM_NAME, names::SYM_VISIBILITY, names::FUNCTION_TYPE] {
            if ctx.entry(pending.dictionary, key).is_some() {
                let mut at = before;
                at.eat("attributes");
                return Err(at.error(ParseCode::InferredAttribute(ctx.text(key).into_owned())).of_form());
            }
        }
        if self.cursor.sees("{") {
            self.isolated_regions(pending, entry)?;
        }
        Ok(())
    }

    /// Reads `(%a: i32 {...} loc(...), i64, ...)`: the types and attributes, the named arguments, and whether `...`
    /// ends it.
    fn parameters(&mut self, may_vary: bool) -> Parsed<(Signature, Vec<EntryArgument<'t>>, bool)> {
        let mut signature = Signature::default();
        let mut entry = Vec::new();
        let mut vararg = false;
        self.cursor.expect("(")?;
        while !self.cursor.eat_byte(b')') {
            if vararg {
                return Err(self.cursor.error(ParseCode::VariadicNotLast).of_form());
            }
            if !signature.inputs.is_empty() {
                self.cursor.expect_as(",", "')'")?;
            }
            if may_vary && self.cursor.eat("...") {
                vararg = true;
                continue;
            }
            self.cursor.skip_space();
            let before = self.cursor;
            let start = before.pos;
            let name = if self.cursor.sees("%") { Some(self.value_use()?.name) } else { None };
            if name.is_some() != (entry.len() == signature.inputs.len()) && !signature.inputs.is_empty() {
                let expected = if name.is_some() { "type instead of SSA identifier" } else { "SSA identifier" };
                let at = if name.is_some() { before } else { self.cursor };
                return Err(at.error(ParseCode::Expected(expected)).of_form());
            }
            if name.is_some() {
                self.cursor.expect(":")?;
            }
            let ty = self.texts.type_at(&mut self.cursor)?;
            signature.inputs.push(ty);
            let dictionary = self.optional_dictionary()?;
            signature.input_attrs.push(dictionary);
            let loc = self.texts.location_at(&mut self.cursor)?.unwrap_or_else(|| self.place(start));
            entry.extend(name.map(|name| EntryArgument { name, number: 0, ty, loc }));
        }
        Ok((signature, entry, vararg))
    }

    /// `vscale_range(1, 2)`: two `i32`.
    fn vscale_range(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if !self.cursor.eat("vscale_range") {
            return Ok(());
        }
        self.cursor.expect("(")?;
        let least = self.texts.number(&mut self.cursor, types::I32)?;
        self.cursor.expect(",")?;
        let most = self.texts.number(&mut self.cursor, types::I32)?;
        self.cursor.expect(")")?;
        let params = Box::new([Some(least), Some(most)]);
        let range = self.texts.ctx.attr(AttrData::Llvm { kind: attr_table::VSCALE_RANGE, params });
        pending.set(names::VSCALE_RANGE, range);
        Ok(())
    }

    /// `llvm.mlir.global internal hidden thread_local unnamed_addr constant @x(value) comdat(@c::@x) {...} : T {...}`
    pub fn global(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        self.variable_words(pending)?;
        if self.cursor.eat("constant") {
            pending.set(names::CONSTANT, attrs::UNIT);
        }
        self.entity_name(pending)?;
        self.cursor.expect("(")?;
        let mut value = None;
        if !self.cursor.eat_byte(b')') {
            let attr = self.texts.attr_at(&mut self.cursor)?;
            pending.set(names::VALUE, attr);
            value = Some(attr);
            self.cursor.expect(")")?;
        }
        self.comdat(pending)?;
        self.attr_dict(pending)?;
        let ctx = self.texts.ctx;
        let ty = if self.cursor.eat(":") {
            self.texts.type_at(&mut self.cursor)?
        } else {
            // Without a type it is the bytes of a string.
            match value.and_then(|value| ctx.string_value(value)) {
                Some(bytes) => ctx.array_type(ctx.bytes(bytes).len() as u64, types::I8),
                None => {
                    return Err(self.cursor.error_at(pending.spelled, ParseCode::GlobalWithoutType).of_form());
                }
            }
        };
        if self.cursor.sees(",") {
            return Err(self.cursor.error_at(pending.spelled, ParseCode::Expected("zero or one type")).of_form());
        }
        pending.set(names::GLOBAL_TYPE, ctx.type_attr(ty));
        if self.cursor.sees("{") {
            self.isolated_regions(pending, Vec::new())?;
        }
        Ok(())
    }

    /// Linkage, visibility, thread-locality and whose address matters.
    fn variable_words(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let linkage = self.leading_word(attr_table::LINKAGE)?;
        pending.set(names::LINKAGE, linkage);
        self.word_attr::<Visibility>(pending, names::VISIBILITY);
        if self.cursor.eat("thread_local") {
            pending.set(names::THREAD_LOCAL, attrs::UNIT);
        }
        self.word_attr::<UnnamedAddr>(pending, names::UNNAMED_ADDR);
        Ok(())
    }

    /// `llvm.mlir.alias external hidden thread_local unnamed_addr @a {...} : T {...}`
    pub fn alias(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        self.variable_words(pending)?;
        self.entity_name(pending)?;
        self.attr_dict(pending)?;
        self.cursor.expect(":")?;
        let ty = self.texts.type_at(&mut self.cursor)?;
        if matches!(self.texts.ctx.type_data(ty), TypeData::Void) {
            return Err(self.cursor.error(ParseCode::AliasTypeVoid));
        }
        pending.set(names::ALIAS_TYPE, self.texts.ctx.type_attr(ty));
        self.isolated_regions(pending, Vec::new())
    }
}
