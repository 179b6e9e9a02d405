//! Attributes of the LLVM dialect, as the parsers that upstream generates of their definitions read them; the dialect's
//! page, "Attributes".

use irtrip_dialect::attr_table::{self, AttrDef, AttrFormat, AttrKind, Int, Param, ParamKind};
use irtrip_dialect::{Attr, AttrData, Context};

use super::Walk;
use crate::parse::error::{ParseError, ParseErrorKind, Parsed};
use crate::parse::llvm_attributes::{at_number, is_named};

impl<'t> Walk<'_, '_, 't> {
    /// `mnemonic...` behind `#llvm.` or in `#llvm<...>`.
    pub(super) fn llvm_mnemonic(&mut self) -> Parsed<()> {
        self.at.skip_space();
        let start = self.at.pos;
        let Some(mnemonic) = self.at.word() else {
            self.back_at(start, "expected valid keyword")?;
            return self.unknown_attribute(start, "");
        };
        match attr_table::by_mnemonic(mnemonic) {
            Some(kind) => self.deeper(|walk| walk.llvm_params(kind)),
            None => self.unknown_attribute(start, mnemonic),
        }
    }

    fn unknown_attribute(&mut self, start: usize, mnemonic: &str) -> Parsed<()> {
        self.back_at(start, &ParseErrorKind::UnknownLlvmAttribute(mnemonic.to_owned()).to_string())
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
            return self.back_at(start, "the attribute is too large to say what is wrong in it");
        }
        let attr = self.texts.attr_of(text)?;
        if holds(self.texts.ctx, attr) { Ok(()) } else { self.form_at(start, &ParseErrorKind::AttrKind.to_string()) }
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
            Err(ParseError { kind: ParseErrorKind::Said(wrong), .. }) => self.form_at(start, &wrong),
            _ => Ok(()),
        }
    }

    fn params_in_order(&mut self, def: &AttrDef) -> Parsed<()> {
        for (i, param) in def.params.iter().enumerate() {
            let separator = def.format.separator();
            match separator {
                _ if i == 0 => {}
                "in" if !self.at.eat(separator) => return self.form_here("expected 'in'"),
                "in" => {}
                _ => self.token(separator, &format!("'{separator}'"))?,
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
                let missing: Parsed<()> = self.form_here("expected valid keyword");
                return self.because(missing, "expected a parameter name in struct");
            };
            self.token("=", "'='")?;
            let place = def.param(name).filter(|&place| !seen.get(place).copied().unwrap_or(true));
            let Some(place) = place else {
                return self.form_here(&ParseErrorKind::UnknownParameter(name.to_owned()).to_string());
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
            Some((param, _)) => self.form_here(&ParseErrorKind::MissingParameter(param.name).to_string()),
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
        let (definition, name, ty) = (def.definition, param.name, param.type_name());
        self.because(outcome, &format!("failed to parse {definition} parameter '{name}' which is to be a `{ty}`"))
    }

    /// Adds what upstream says at the next token once something has failed.
    pub(super) fn because(&mut self, outcome: Parsed<()>, message: &str) -> Parsed<()> {
        outcome.map_err(|error| match (self.at.broken_token(), self.form_here::<()>(message)) {
            // Upstream says nothing more at a token that is none, and what is wrong with it before all else there.
            (Some(broken), _) if error.span.start <= broken.span.start => broken,
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
                None => self.form_here("expected string"),
            },
            ParamKind::Bool => {
                let read = self.texts.plain_bool(&mut self.at);
                self.plain(read)
            }
            ParamKind::Number(int) => {
                let read = self.texts.plain_number(&mut self.at, *int);
                self.plain(read)
            }
            ParamKind::Enum(enumeration, _) => {
                let read = self.texts.enumeration(&mut self.at, enumeration);
                self.plain(read)
            }
            ParamKind::Dwarf(prefix) => {
                let read = self.texts.dwarf(&mut self.at, prefix);
                self.plain(read)
            }
            ParamKind::Flags(set) => {
                let read = self.texts.flags(&mut self.at, *set);
                self.plain(read)
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
                if irtrip_dialect::dwarf::dwarf_number("ATE", word).is_none() {
                    return self.form_here(&format!("encountered unknown attribute encoding \"{word}\""));
                }
            } else {
                let read = self.texts.plain_number(&mut self.at, Int::U64);
                let outcome = self.plain(read);
                self.because(outcome, "expected integer operand")?;
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
            return self.form_at(start, &ParseErrorKind::TypeKind { expected, found }.to_string());
        }
        for _ in 0..2 {
            self.token(",", "','")?;
            let read = self.texts.big_number(&mut self.at);
            self.plain(read)?;
        }
        Ok(())
    }

    /// What was read by a function that the parser has, too.
    pub(super) fn plain<R>(&self, read: Parsed<R>) -> Parsed<()> {
        match read {
            Ok(_) => Ok(()),
            Err(error) if self.of_form => Err(error),
            Err(error) => Err(ParseError { kind: ParseErrorKind::Said(error.kind.to_string()), ..error }),
        }
    }

    /// An error at the next token; of the operation's form where the attribute is a part of it.
    fn form_here<R>(&self, message: &str) -> Parsed<R> {
        Err(self.at.error(self.message_kind(message)))
    }

    fn form_at<R>(&self, start: usize, message: &str) -> Parsed<R> {
        Err(ParseError { span: start..start + 1, kind: self.message_kind(message) })
    }

    fn message_kind(&self, message: &str) -> ParseErrorKind {
        if self.of_form { ParseErrorKind::form(message) } else { ParseErrorKind::Said(message.to_owned()) }
    }
}
