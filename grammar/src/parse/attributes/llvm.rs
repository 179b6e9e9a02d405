//! Attributes of the LLVM dialect: one reader over the definitions of [`irtrip_dialect::attr_table`]; the dialect's page,
//! "Attributes".

use irtrip_dialect::attr_table::{
    self, AttrDef, AttrFormat, AttrKind, AttrKindDefinition, Int, Param, ParamKind, ParamNeed,
};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticCode, ParseCode, VerifyCode};
use irtrip_dialect::dwarf::Dwarf;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context};
use smallvec::{SmallVec, smallvec};

use super::parameters::at_number;
use crate::parse::reader::Reader;
use irtrip_dialect::diagnostic::{ParseError, Parsed};

type Params = SmallVec<[Option<Attr>; 16]>;

impl<'t> Reader<'_, '_, 't> {
    /// Reads `mnemonic...` after `#llvm.` or in `#llvm<...>`.
    pub fn llvm_mnemonic(&mut self) -> Parsed<Attr> {
        let start = self.next_place();
        let Some(mnemonic) = self.at.word() else {
            return self.back_at(start, ParseCode::Expected("valid keyword"));
        };
        let reads = |kind: &AttrKind| {
            let releases = kind.def().releases();
            releases == Releases::ALL || self.texts.reads(releases)
        };
        match attr_table::by_mnemonic(mnemonic).filter(reads) {
            Some(kind) => self.llvm_params(kind),
            None => self.back_at(start, ParseCode::UnknownAttribute { dialect: "llvm", name: mnemonic.to_owned() }),
        }
    }

    /// Reads an attribute of a kind: whole, by alias, or without `#llvm.mnemonic`.
    pub fn llvm_attribute_of(&mut self, kind: AttrKind) -> Parsed<Attr> {
        if self.next_byte() == b'#' {
            return self.attribute_that(|ctx, attr| is_llvm(ctx, attr, kind));
        }
        self.deeper(|reader| reader.llvm_params(kind))
    }

    /// Reads an attribute that must be as `holds` says.
    fn attribute_that(&mut self, holds: impl FnOnce(&Context, Attr) -> bool) -> Parsed<Attr> {
        let start = self.next_place();
        let attr = self.attribute()?;
        match holds(self.texts.ctx, attr) {
            true => Ok(attr),
            false => Err(ParseError::at(start, ParseCode::AttrKind).of_form()),
        }
    }

    /// Reads what follows an attribute's mnemonic.
    fn llvm_params(&mut self, kind: AttrKind) -> Parsed<Attr> {
        let def = kind.def();
        let start = self.next_place();
        let mut params: Params = smallvec![None; def.params.len()];
        match def.format {
            AttrFormat::Bare => {}
            AttrFormat::OptionalStruct if !self.at.sees("<") => {}
            AttrFormat::Struct | AttrFormat::OptionalStruct => {
                self.token("<", "'<'")?;
                self.struct_params(def, &mut params)?;
                self.token(">", "'>'")?;
            }
            AttrFormat::Naked => self.params_in_order(def, &mut params)?,
            AttrFormat::DiExpressionElem => self.expression_element(def, &mut params)?,
            AttrFormat::Positional
            | AttrFormat::DiFile
            | AttrFormat::Mmra
            | AttrFormat::DiExpression
            | AttrFormat::ConstantRange
            | AttrFormat::TargetFeatures => {
                self.token("<", "'<'")?;
                match def.format {
                    AttrFormat::DiExpression => self.expression(def, &mut params)?,
                    AttrFormat::TargetFeatures => self.target_features(def, &mut params)?,
                    AttrFormat::ConstantRange => self.constant_range(&mut params)?,
                    _ => self.params_in_order(def, &mut params)?,
                }
                self.token(">", "'>'")?;
            }
        }
        let ctx = self.texts.ctx;
        if let Some(fault) = check_params(ctx, kind, &params) {
            return Err(ParseError::at(start, fault).of_form());
        }
        for (param, value) in def.params.iter().zip(&mut params) {
            if let (ParamNeed::Optional, Some(attr)) = (param.need, *value)
                && is_default(ctx, &param.kind, attr)
            {
                *value = None;
            }
        }
        Ok(ctx.attr(AttrData::Llvm { kind, params: params[..].into() }))
    }

    fn params_in_order(&mut self, def: &'static AttrDef, params: &mut Params) -> Parsed<()> {
        for (i, param) in def.params.iter().enumerate() {
            // A node of MLIR 23 may be empty.
            if i == 0 && def.since.is_some() && param.need == ParamNeed::Optional && self.at.sees(">") {
                return Ok(());
            }
            let separator = def.format.separator();
            if i > 0 && !self.at.eat(separator) {
                let code = ParseCode::ExpectedToken(separator);
                return Err(match separator {
                    "in" => self.at.error(code).of_form(),
                    _ => self.at.unexpected_token(code),
                });
            }
            params[i] = self.param(def, param)?;
        }
        Ok(())
    }

    fn struct_params(&mut self, def: &'static AttrDef, params: &mut Params) -> Parsed<()> {
        if def.needs_none() && self.at.peek_word().is_empty() {
            return Ok(());
        }
        let (needs_all, mut seen, mut next) = (def.needs_all(), 0_u64, 0);
        for number in 1.. {
            let Some(name) = self.at.word() else {
                let missing = Err(self.at.error(ParseCode::Expected("valid keyword")).of_form());
                return self.because(missing, || ParseCode::Expected("a parameter name in struct"));
            };
            self.token("=", "'='")?;
            let is_had = |place: usize| match def.params[place].since {
                Some((since, _)) if since > Release::NATIVE => self.texts.reads(Releases::ALL.since(since)),
                _ => true,
            };
            let place = def.param_from(next, name);
            let Some(place) = place.filter(|&place| seen >> place & 1 == 0 && is_had(place)) else {
                return Err(self.at.error(ParseCode::UnknownParameter(name.to_owned())).of_form());
            };
            seen |= 1 << place;
            next = place + 1;
            params[place] = self.param(def, &def.params[place])?;
            if needs_all {
                if number == def.params.len() {
                    return Ok(());
                }
                if self.at.sees(">") && self.like_older_parameters(def, params) {
                    return Ok(());
                }
                self.token(",", "','")?;
            } else if !self.at.eat_byte(b',') {
                break;
            }
        }
        for (param, value) in def.params.iter().zip(params) {
            if param.need != ParamNeed::Required || value.is_some() {
                continue;
            }
            // Later releases leave out what is false, and an enumeration's first word.
            *value = match param.kind {
                _ if !self.texts.reads(Releases::ALL.since(Release::V23)) => None,
                ParamKind::Bool => Some(attrs::FALSE),
                ParamKind::Enum(..) => Some(self.texts.ctx.int_attr(types::I64, 0)),
                _ => None,
            };
            if value.is_none() {
                return Err(self.at.error(ParseCode::MissingParameter(param.name)).of_form());
            }
        }
        Ok(())
    }

    /// Gives parameters that text of older releases does not have the values of those that they were part of; whether
    /// none is missing then.
    fn like_older_parameters(&self, def: &'static AttrDef, params: &mut Params) -> bool {
        for place in 0..params.len() {
            let (Some(None), Some(param)) = (params.get(place), def.params.get(place)) else { continue };
            let Some((release, like)) = param.since else { return false };
            if !self.texts.reads(Releases::ALL.until(release)) {
                return false;
            }
            params[place] = match like {
                "" => Some(self.texts.ctx.int_attr(types::I64, 0)),
                like => def.param(like).and_then(|like| params.get(like).copied().flatten()),
            };
        }
        params.iter().all(Option::is_some)
    }

    /// Reads a parameter, which some may leave off. That it was not read is reported where the cursor stopped.
    fn param(&mut self, def: &'static AttrDef, param: &'static Param) -> Parsed<Option<Attr>> {
        if param.may_be_left_off() && !at_number(self.at) {
            return Ok(None);
        }
        let outcome = match param.kind {
            ParamKind::List(item) if self.has_brackets(param) && self.at.eat_byte(b'[') => {
                let list = self.values(item, false);
                list.and_then(|list| self.token("]", "']'").map(|_| list))
            }
            ParamKind::List(item) => self.values(item, def.has_more_after(param)),
            _ => self.value(&param.kind),
        };
        let failed = || {
            let (definition, name, ty) = (def.definition, param.name, param.type_name().into());
            ParseCode::ParameterNotParsed { definition, name, ty }
        };
        self.because(outcome, failed).map(Some)
    }

    /// Whether a release whose text this may be writes a list in brackets.
    fn has_brackets(&self, param: &Param) -> bool {
        param.brackets_since.is_some_and(|since| self.texts.reads(Releases::ALL.since(since)))
    }

    fn value(&mut self, kind: &ParamKind) -> Parsed<Attr> {
        let ctx = self.texts.ctx;
        match kind {
            ParamKind::Attr(class) => self.attribute_that(|ctx, attr| class.holds(ctx, attr)),
            ParamKind::Llvm(kind) => self.llvm_attribute_of(*kind),
            ParamKind::Str => self.attribute_that(|ctx, attr| ctx.string_value(attr).is_some()),
            ParamKind::Type => self.attribute_that(|ctx, attr| ctx.type_value(attr).is_some()),
            ParamKind::Text => match self.at.string()? {
                Some(raw) => {
                    let text = self.texts.string(raw)?;
                    Ok(ctx.str_attr(text))
                }
                None => Err(self.at.error(ParseCode::Expected("string")).of_form()),
            },
            ParamKind::Bool => Ok(ctx.bool_attr(self.plain_bool()?)),
            ParamKind::Number(int) => Ok(ctx.int_attr(types::I64, self.plain_integer(*int)?)),
            // Bits that are not set had no word.
            ParamKind::Enum(enumeration, _)
                if enumeration.bits && self.at.sees(">") && self.texts.reads(Releases::ALL.until(Release::V16)) =>
            {
                Ok(ctx.int_attr(types::I64, 0))
            }
            ParamKind::Enum(enumeration, _) => Ok(ctx.int_attr(types::I64, self.enumeration(enumeration)?)),
            ParamKind::Dwarf(table) => Ok(ctx.int_attr(types::I64, self.dwarf(*table)?)),
            ParamKind::Flags(set) => Ok(ctx.int_attr(types::I64, self.flags(*set)?)),
            ParamKind::List(item) => self.values(item, false),
            ParamKind::Members => {
                self.token("{", "'{'")?;
                let members = self.values(&ParamKind::Llvm(attr_table::TBAA_MEMBER), false)?;
                self.token("}", "'}'")?;
                Ok(members)
            }
        }
    }

    /// Reads values separated by commas. Where another parameter may follow, the comma before it is left, although
    /// upstream does not read what it prints of such a list.
    fn values(&mut self, item: &ParamKind, may_follow: bool) -> Parsed<Attr> {
        let mut items: SmallVec<[Attr; 16]> = SmallVec::new();
        loop {
            items.push(self.value(item)?);
            let before = self.at;
            if !self.at.eat_byte(b',') {
                break;
            }
            // `name =`: the next parameter, not another item.
            let mut ahead = self.at;
            if may_follow && ahead.word().is_some() && ahead.eat_byte(b'=') {
                self.at = before;
                break;
            }
        }
        Ok(self.texts.ctx.array(&items))
    }

    /// `[DW_OP_deref]`, or nothing.
    fn expression(&mut self, def: &'static AttrDef, params: &mut Params) -> Parsed<()> {
        if let Some(operations) = def.params.first()
            && self.at.eat_byte(b'[')
        {
            params[0] = self.param(def, operations)?;
            self.token("]", "']'")?;
        }
        Ok(())
    }

    /// `DW_OP_plus_uconst(8)`; an argument may be an encoding, `DW_ATE_signed`.
    fn expression_element(&mut self, def: &'static AttrDef, params: &mut Params) -> Parsed<()> {
        let Some(opcode) = def.params.first() else { return Ok(()) };
        self.at.skip_space();
        let converts = self.at.peek_word() == "DW_OP_LLVM_convert";
        params[0] = self.param(def, opcode)?;
        if !self.at.eat_byte(b'(') {
            return Ok(());
        }
        let mut arguments: SmallVec<[Attr; 4]> = SmallVec::new();
        loop {
            let word = self.at.peek_word();
            let argument = if converts && !arguments.is_empty() && !matches!(word, "" | "true" | "false") {
                self.at.word();
                match Dwarf::Encoding.number(word) {
                    Some(number) => number,
                    None => return Err(self.at.error(ParseCode::UnknownEncoding(word.to_owned())).of_form()),
                }
            } else {
                let read = self.plain_integer(Int::U64);
                self.because(read, || ParseCode::Expected("integer operand"))?
            };
            arguments.push(self.texts.ctx.int_attr(types::I64, argument));
            if !self.at.eat_byte(b',') {
                break;
            }
        }
        self.token(")", "')'")?;
        params[1] = Some(self.texts.ctx.array(&arguments));
        Ok(())
    }

    /// `["+a"]`, or `[]`.
    fn target_features(&mut self, def: &'static AttrDef, params: &mut Params) -> Parsed<()> {
        self.token("[", "'['")?;
        if let Some(features) = def.params.first()
            && !self.at.eat_byte(b']')
        {
            params[0] = self.param(def, features)?;
            self.token("]", "']'")?;
        }
        Ok(())
    }

    /// `i32, 0, 10`
    fn constant_range(&mut self, params: &mut Params) -> Parsed<()> {
        let start = self.next_place();
        let ty = self.any_type()?;
        let Some(width) = self.texts.ctx.int_width(ty) else {
            let (expected, found) = ("builtin.integer", self.texts.spelling(ty));
            return Err(ParseError::at(start, ParseCode::TypeKind { expected, found }).of_form());
        };
        let ty = self.texts.ctx.int_type(width);
        for param in params {
            self.token(",", "','")?;
            let value = self.big_number()?;
            *param = Some(self.texts.ctx.big_int_attr(ty, value));
        }
        Ok(())
    }
}

fn is_llvm(ctx: &Context, attr: Attr, kind: AttrKind) -> bool {
    matches!(ctx.attr_data(attr), AttrData::Llvm { kind: found, .. } if *found == kind)
}

/// An optional parameter that is spelled with its default is as if absent.
fn is_default(ctx: &Context, kind: &ParamKind, attr: Attr) -> bool {
    match kind {
        ParamKind::Bool => attr == attrs::FALSE,
        ParamKind::Number(_) | ParamKind::Enum(..) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
            ctx.int_value(attr) == Some(0)
        }
        ParamKind::List(_) | ParamKind::Members => ctx.items(attr).is_empty(),
        ParamKind::Attr(_) | ParamKind::Llvm(_) | ParamKind::Str | ParamKind::Text | ParamKind::Type => false,
    }
}

/// What an attribute's parameters may not be although each is of its kind.
fn check_params(ctx: &Context, kind: AttrKind, params: &[Option<Attr>]) -> Option<DiagnosticCode> {
    let first = params.first().copied().flatten()?;
    match kind {
        attr_table::ALIAS_SCOPE => {
            let names = matches!(ctx.attr_data(first), AttrData::String { .. } | AttrData::Distinct { .. });
            (!names).then(|| ParseCode::AliasScopeId.into())
        }
        attr_table::TARGET_FEATURES => ctx.items(first).iter().find_map(|feature| {
            let feature = ctx.string_value(*feature).map(|text| ctx.bytes(text)).unwrap_or_default();
            let fault = match feature {
                [] => Some(ParseCode::TargetFeatureEmpty),
                [b'+' | b'-', rest @ ..] if rest.contains(&b',') => Some(ParseCode::TargetFeatureComma),
                [b'+' | b'-', ..] => None,
                _ => Some(ParseCode::TargetFeatureSign),
            };
            fault.map(Into::into)
        }),
        attr_table::MODULE_FLAG => check_module_flag(ctx, params).map(Into::into),
        _ => None,
    }
}

/// What value a module flag may not have.
fn check_module_flag(ctx: &Context, params: &[Option<Attr>]) -> Option<VerifyCode> {
    let [_, Some(key), Some(value)] = *params else { return None };
    let data = ctx.attr_data(value);
    let name = ctx.string_value(key)?;
    match ctx.bytes(name) {
        b"CG Profile" => {
            let fits = matches!(data, AttrData::Array(_))
                && ctx.items(value).iter().all(|&item| is_llvm(ctx, item, attr_table::CGPROFILE_ENTRY));
            (!fits).then_some(VerifyCode::ModuleFlagCgProfile)
        }
        b"ProfileSummary" => {
            (!is_llvm(ctx, value, attr_table::PROFILE_SUMMARY)).then_some(VerifyCode::ModuleFlagProfileSummary)
        }
        _ => {
            let fits = matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. } | AttrData::String { .. });
            (!fits).then(|| VerifyCode::ModuleFlagValue(ctx.text(name).into_owned()))
        }
    }
}
