//! Attributes of the LLVM dialect, as the parsers that upstream generates of their definitions read them; the dialect's
//! page, "Attributes".

use irtrip_dialect::attr_table::{self, AttrDef, AttrFormat, AttrKind, Int, Param, ParamKind};
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::{Attr, AttrData, Context};

use super::Walk;
use crate::parse::llvm_attributes::{at_number, is_named};
use irtrip_dialect::diagnostic::{ParseError, Parsed};

impl<'t> Walk<'_, '_, 't> {
    /// `mnemonic...` behind `#llvm.` or in `#llvm<...>`.
    pub(super) fn llvm_mnemonic(&mut self) -> Parsed<()> {
        self.at.skip_space();
        let start = self.at.pos;
        let Some(mnemonic) = self.at.word() else {
            return self.back_at(start, ParseCode::Expected("valid keyword"));
        };
        match attr_table::by_mnemonic(mnemonic) {
            Some(kind) => self.deeper(|walk| walk.llvm_params(kind)),
            None => self.unknown_attribute(start, mnemonic),
        }
    }

    fn unknown_attribute(&mut self, start: usize, mnemonic: &str) -> Parsed<()> {
        self.back_at(start, ParseCode::UnknownAttribute { dialect: "llvm", name: mnemonic.to_owned() })
    }

    /// An attribute of a kind: whole, by alias, or without `#llvm.mnemonic`.
    pub(super) fn llvm_attribute_of(&mut self, kind: AttrKind) -> Parsed<()> {
        if self.next_byte() == b'#' {
            let is_of = |ctx: &Context, attr| matches!(ctx.attr_data(attr), AttrData::Llvm { kind: found, .. } if *found == kind);
            return self.attribute_that(is_of);
        }
        self.deeper(|walk| walk.llvm_params(kind))
    }

    /// An attribute that must be as `holds` says.
    fn attribute_that(&mut self, holds: impl FnOnce(&Context, Attr) -> bool) -> Parsed<()> {
        self.at.skip_space();
        let start = self.at.pos;
        self.attribute()?;
        let text = self.at.since(start);
        self.left = self.left.saturating_sub(text.len());
        if self.left == 0 {
            return self.back_at(start, ParseCode::TooLarge);
        }
        let attr = self.texts.attr_of(text)?;
        if holds(self.texts.ctx, attr) { Ok(()) } else { self.form_at(start, ParseCode::AttrKind) }
    }

    /// What stands behind an attribute's mnemonic.
    fn llvm_params(&mut self, kind: AttrKind) -> Parsed<()> {
        let def = kind.def();
        self.at.skip_space();
        let start = self.at.pos;
        match def.format {
            AttrFormat::Bare => {}
            AttrFormat::OptionalStruct if !self.at.sees("<") => {}
            AttrFormat::Struct | AttrFormat::OptionalStruct => {
                self.token("<", "'<'")?;
                self.struct_params(def)?;
                self.token(">", "'>'")?;
            }
            AttrFormat::Naked => self.params_in_order(def)?,
            AttrFormat::DiExpressionElem => self.expression_element(def)?,
            AttrFormat::Positional
            | AttrFormat::DiFile
            | AttrFormat::Mmra
            | AttrFormat::DiExpression
            | AttrFormat::ConstantRange
            | AttrFormat::TargetFeatures => {
                self.token("<", "'<'")?;
                match def.format {
                    AttrFormat::DiExpression => self.expression(def)?,
                    AttrFormat::TargetFeatures => self.target_features(def)?,
                    AttrFormat::ConstantRange => self.constant_range()?,
                    _ => self.params_in_order(def)?,
                }
                self.token(">", "'>'")?;
            }
        }
        let mut again = self.at;
        again.pos = start;
        match self.texts.llvm_params(&mut again, kind) {
            Err(error) if error.is_of_parameters() => Err(error.with_span(start..start + 1).of_form()),
            _ => Ok(()),
        }
    }

    fn params_in_order(&mut self, def: &AttrDef) -> Parsed<()> {
        for (i, param) in def.params.iter().enumerate() {
            let separator = def.format.separator();
            match separator {
                _ if i == 0 => {}
                "in" if !self.at.eat(separator) => return self.form_here(ParseCode::ExpectedToken("in")),
                "in" => {}
                _ if self.at.eat(separator) => {}
                _ => return Err(self.at.wrong_token(ParseCode::ExpectedToken(separator))),
            }
            self.param(def, param)?;
        }
        Ok(())
    }

    fn struct_params(&mut self, def: &AttrDef) -> Parsed<()> {
        if def.needs_none() && self.at.peek_word().is_empty() {
            return Ok(());
        }
        let mut seen = vec![false; def.params.len()];
        for number in 1.. {
            let Some(name) = self.at.word() else {
                let missing: Parsed<()> = self.form_here(ParseCode::Expected("valid keyword"));
                return self.because(missing, ParseCode::Expected("a parameter name in struct"));
            };
            self.token("=", "'='")?;
            let place = def.param(name).filter(|&place| !seen.get(place).copied().unwrap_or(true));
            let Some(place) = place else {
                return self.form_here(ParseCode::UnknownParameter(name.to_owned()));
            };
            seen[place] = true;
            self.param(def, &def.params[place])?;
            if def.needs_all() {
                if number == def.params.len() {
                    return Ok(());
                }
                self.token(",", "','")?;
            } else if !self.at.eat_byte(b',') {
                break;
            }
        }
        let is_missing = |(param, seen): &(&Param, bool)| param.need == attr_table::ParamNeed::Required && !seen;
        match def.params.iter().zip(seen).find(is_missing) {
            Some((param, _)) => self.form_here(ParseCode::MissingParameter(param.name)),
            None => Ok(()),
        }
    }

    /// A parameter; that it was not read is told where the walk stopped.
    fn param(&mut self, def: &AttrDef, param: &Param) -> Parsed<()> {
        if param.may_be_left_off() && !at_number(self.at) {
            return Ok(());
        }
        let outcome = match param.kind {
            ParamKind::List(item) => self.values(item, def.has_more_behind(param)),
            _ => self.value(&param.kind),
        };
        if outcome.is_ok() {
            return outcome;
        }
        let (definition, name, ty) = (def.definition, param.name, param.type_name().into());
        self.because(outcome, ParseCode::ParameterNotParsed { definition, name, ty })
    }

    /// Adds what upstream says at the next token once something has failed.
    pub(super) fn because(&mut self, outcome: Parsed<()>, code: ParseCode) -> Parsed<()> {
        outcome.map_err(|error| match (self.at.broken_token(), self.form_here::<()>(code)) {
            // Upstream says nothing more at a token that is none, and what is wrong with it before all else there.
            (Some(broken), _) if error.span().start <= broken.span().start => broken,
            (None, Err(next)) => error.followed_by(next),
            _ => error,
        })
    }

    fn value(&mut self, kind: &ParamKind) -> Parsed<()> {
        match kind {
            ParamKind::Attr(class) => self.attribute_that(|ctx, attr| class.holds(ctx, attr)),
            ParamKind::Llvm(mnemonic) => match attr_table::by_mnemonic(mnemonic) {
                Some(kind) => self.llvm_attribute_of(kind),
                None => Err(self.at.expected("attribute value")),
            },
            ParamKind::Str => self.attribute_that(|ctx, attr| ctx.string_value(attr).is_some()),
            ParamKind::Type => self.attribute_that(|ctx, attr| ctx.type_value(attr).is_some()),
            ParamKind::Text => match self.at.string()? {
                Some(raw) => self.texts.string(raw).map(drop),
                None => self.form_here(ParseCode::Expected("string")),
            },
            ParamKind::Bool => {
                let read = self.texts.plain_bool(&mut self.at);
                read.map(drop)
            }
            ParamKind::Number(int) => {
                let read = self.texts.plain_number(&mut self.at, *int);
                read.map(drop)
            }
            ParamKind::Enum(enumeration, _) => {
                let read = self.texts.enumeration(&mut self.at, enumeration);
                read.map(drop)
            }
            ParamKind::Dwarf(table) => {
                let read = self.texts.dwarf(&mut self.at, *table);
                read.map(drop)
            }
            ParamKind::Flags(set) => {
                let read = self.texts.flags(&mut self.at, *set);
                read.map(drop)
            }
            ParamKind::List(item) => self.values(item, false),
            ParamKind::Members => {
                self.token("{", "'{'")?;
                self.values(&ParamKind::Llvm("tbaa_member"), false)?;
                self.token("}", "'}'")
            }
        }
    }

    /// Values separated by commas; whether another parameter may follow.
    fn values(&mut self, item: &ParamKind, may_follow: bool) -> Parsed<()> {
        loop {
            self.value(item)?;
            let before = self.at;
            if !self.at.eat_byte(b',') {
                return Ok(());
            }
            if may_follow && is_named(&self.at) {
                self.at = before;
                return Ok(());
            }
        }
    }

    /// `[DW_OP_deref]`, or nothing.
    fn expression(&mut self, def: &AttrDef) -> Parsed<()> {
        let Some(operations) = def.params.first() else { return Ok(()) };
        if self.at.eat_byte(b'[') {
            self.param(def, operations)?;
            self.token("]", "']'")?;
        }
        Ok(())
    }

    /// `DW_OP_constu(1)`
    fn expression_element(&mut self, def: &AttrDef) -> Parsed<()> {
        let Some(opcode) = def.params.first() else { return Ok(()) };
        self.at.skip_space();
        let converts = self.at.peek_word() == "DW_OP_LLVM_convert";
        self.param(def, opcode)?;
        if !self.at.eat_byte(b'(') {
            return Ok(());
        }
        for number in 0.. {
            let word = self.at.peek_word();
            if converts && number > 0 && !matches!(word, "" | "true" | "false") {
                self.at.word();
                if Dwarf::Encoding.number(word).is_none() {
                    return self.form_here(ParseCode::UnknownEncoding(word.to_owned()));
                }
            } else {
                let read = self.texts.plain_number(&mut self.at, Int::U64);
                let outcome = read.map(drop);
                self.because(outcome, ParseCode::Expected("integer operand"))?;
            }
            if !self.at.eat_byte(b',') {
                break;
            }
        }
        self.token(")", "')'")
    }

    /// `["+a"]`, or `[]`.
    fn target_features(&mut self, def: &AttrDef) -> Parsed<()> {
        self.token("[", "'['")?;
        if let Some(features) = def.params.first()
            && !self.at.eat_byte(b']')
        {
            self.param(def, features)?;
            self.token("]", "']'")?;
        }
        Ok(())
    }

    /// `i32, 0, 10`
    fn constant_range(&mut self) -> Parsed<()> {
        self.at.skip_space();
        let start = self.at.pos;
        let ty = self.any_type()?;
        if self.texts.ctx.int_width(ty).is_none() {
            let (expected, found) = ("builtin.integer", self.texts.spelling(ty));
            return self.form_at(start, ParseCode::TypeKind { expected, found });
        }
        for _ in 0..2 {
            self.token(",", "','")?;
            let read = self.texts.big_number(&mut self.at);
            read.map(drop)?;
        }
        Ok(())
    }

    /// An error at the next token; of the operation's form where the attribute is a part of it.
    fn form_here<R>(&self, code: ParseCode) -> Parsed<R> {
        Err(self.at.error(code).of_form())
    }

    fn form_at<R>(&self, start: usize, code: ParseCode) -> Parsed<R> {
        Err(ParseError::at(start, code).of_form())
    }
}
