//! Attributes of the LLVM dialect: one reader over the rows of [`irtrip_dialect::attr_table`].

use irtrip_dialect::attr_table::{self, AttrFormat, AttrKind, FlagSet, Int, ParamKind, ParamNeed};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticCode, ParseCode, VerifyCode};
use irtrip_dialect::dwarf::{DI_FLAG_BITS, Dwarf};
use irtrip_dialect::enums::{EnumRow, Enumeration};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context};
use num_bigint::BigInt;

use super::cursor::Cursor;
use super::diagnose::Wanted;
use super::numbers::Literal;
use super::parse_cache::{ParseCache, skip_symbol};
use irtrip_dialect::diagnostic::{ParseError, Parsed};

type Params = Vec<Option<Attr>>;

impl<'t> ParseCache<'_, 't> {
    /// Reads `#llvm.mnemonic` or `#llvm<mnemonic ...>` and its parameters; the cursor is at `#llvm`.
    pub fn llvm_attr(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.pos += "#llvm.".len();
        let Some(mnemonic) = cursor.word() else {
            return Err(cursor.error(ParseCode::Expected("valid keyword")).of_form());
        };
        match attr_table::by_mnemonic(mnemonic) {
            Some(kind) => self.llvm_params(cursor, kind),
            None => self.error(mnemonic, ParseCode::UnknownAttribute { dialect: "llvm", name: mnemonic.to_owned() }),
        }
    }

    /// Reads an attribute of a kind as a part of an operation's form.
    pub fn llvm_slot(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind) -> Parsed<Attr> {
        let start = *cursor;
        self.or_diagnosed(start, Wanted::Llvm(kind), |texts| texts.llvm_attr_of_kind(cursor, kind))
    }

    /// Reads an attribute of a kind: whole, by alias, or without `#llvm.mnemonic`.
    pub fn llvm_attr_of_kind(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind) -> Parsed<Attr> {
        cursor.skip_space();
        if cursor.peek() == b'#' {
            let start = cursor.pos;
            let attr = self.attr_at(cursor)?;
            return match self.ctx.attr_data(attr) {
                AttrData::Llvm { kind: found, .. } if *found == kind => Ok(attr),
                _ => Err(self.error_of(cursor.since(start), ParseCode::AttrKind).of_form()),
            };
        }
        self.llvm_params(cursor, kind)
    }

    /// Reads what stands behind an attribute's mnemonic.
    pub fn llvm_params(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind) -> Parsed<Attr> {
        let def = kind.def();
        let open = *cursor;
        let mut params: Params = vec![None; def.params.len()];
        match def.format {
            AttrFormat::Struct => self.struct_params(cursor, kind, &mut params)?,
            AttrFormat::OptionalStruct => {
                if cursor.sees("<") {
                    self.struct_params(cursor, kind, &mut params)?;
                }
            }
            AttrFormat::Bare => {}
            AttrFormat::Naked => self.naked_param(cursor, kind, &mut params)?,
            AttrFormat::DiExpressionElem => self.expression_element(cursor, &mut params)?,
            AttrFormat::Positional
            | AttrFormat::DiFile
            | AttrFormat::DiExpression
            | AttrFormat::Mmra
            | AttrFormat::ConstantRange
            | AttrFormat::TargetFeatures => {
                cursor.expect("<")?;
                self.bracketed(cursor, kind, &mut params)?;
                cursor.expect(">")?;
            }
        }
        if let Some(wrong) = self.what_is_wrong(kind, &params) {
            return Err(open.error(wrong));
        }
        self.finish_params(cursor, kind, params)
    }

    /// What an attribute's parameters may not be although each is of its kind.
    fn what_is_wrong(&self, kind: AttrKind, params: &[Option<Attr>]) -> Option<DiagnosticCode> {
        let first = params.first().copied().flatten()?;
        match kind {
            attr_table::ALIAS_SCOPE => {
                let names = matches!(self.ctx.attr_data(first), AttrData::String { .. } | AttrData::Distinct { .. });
                (!names).then(|| ParseCode::AliasScopeId.into())
            }
            attr_table::TARGET_FEATURES => self.ctx.items(first).iter().find_map(|feature| {
                let feature = self.ctx.string_value(*feature).map(|text| self.ctx.bytes(text)).unwrap_or_default();
                let wrong = match feature {
                    [] => Some(ParseCode::TargetFeatureEmpty),
                    [b'+' | b'-', rest @ ..] if rest.contains(&b',') => Some(ParseCode::TargetFeatureComma),
                    [b'+' | b'-', ..] => None,
                    _ => Some(ParseCode::TargetFeatureSign),
                };
                wrong.map(Into::into)
            }),
            attr_table::MODULE_FLAG => self.module_flag_fault(params).map(Into::into),
            _ => None,
        }
    }

    /// What value a module flag may not have.
    fn module_flag_fault(&self, params: &[Option<Attr>]) -> Option<VerifyCode> {
        let [_, Some(key), Some(value)] = *params else { return None };
        let is_of =
            |kind, attr| matches!(self.ctx.attr_data(attr), AttrData::Llvm { kind: found, .. } if *found == kind);
        let data = self.ctx.attr_data(value);
        let name = self.ctx.string_value(key)?;
        match self.ctx.bytes(name) {
            b"CG Profile" => {
                let fits = matches!(data, AttrData::Array(_))
                    && self.ctx.items(value).iter().all(|&item| is_of(attr_table::CGPROFILE_ENTRY, item));
                (!fits).then_some(VerifyCode::ModuleFlagCgProfile)
            }
            b"ProfileSummary" => {
                (!is_of(attr_table::PROFILE_SUMMARY, value)).then_some(VerifyCode::ModuleFlagProfileSummary)
            }
            _ => {
                let fits =
                    matches!(data, AttrData::Integer { .. } | AttrData::BigInteger { .. } | AttrData::String { .. });
                (!fits).then(|| VerifyCode::ModuleFlagValue(self.ctx.text(name).into_owned()))
            }
        }
    }

    fn bracketed(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind, params: &mut Params) -> Parsed<()> {
        let def = kind.def();
        match def.format {
            AttrFormat::ConstantRange => return self.constant_range(cursor, params),
            AttrFormat::DiExpression => {
                if cursor.eat("[") {
                    let items = self.list(cursor, &ParamKind::Llvm("di_expression_elem"), false)?;
                    cursor.expect("]")?;
                    set(params, 0, items);
                }
                return Ok(());
            }
            AttrFormat::TargetFeatures => {
                cursor.expect("[")?;
                if !cursor.eat("]") {
                    let items = self.list(cursor, &ParamKind::Str, false)?;
                    cursor.expect("]")?;
                    set(params, 0, items);
                }
                return Ok(());
            }
            _ => {}
        }
        for (i, param) in def.params.iter().enumerate() {
            if i > 0 {
                cursor.expect(def.format.separator())?;
            }
            let value = self.param(cursor, &param.kind)?;
            set(params, i, value);
        }
        Ok(())
    }

    fn struct_params(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind, params: &mut Params) -> Parsed<()> {
        let def = kind.def();
        cursor.expect("<")?;
        if def.needs_none() && cursor.eat(">") {
            return Ok(());
        }
        let mut given = vec![false; def.params.len()];
        for number in 1.. {
            let Some(name) = cursor.word() else {
                return Err(cursor.error(ParseCode::Expected("valid keyword")).of_form());
            };
            let place = def.param(name).filter(|&place| !std::mem::replace(&mut given[place], true));
            let Some(place) = place else {
                return Err(cursor.error(ParseCode::UnknownParameter(name.to_owned())));
            };
            cursor.expect("=")?;
            let param = &def.params[place];
            if !param.may_be_left_off() || at_number(*cursor) {
                let value = match param.kind {
                    ParamKind::List(item) => self.list(cursor, item, def.has_more_behind(param))?,
                    _ => self.param(cursor, &param.kind)?,
                };
                set(params, place, value);
            }
            // Where all must be there, so must the commas.
            let last = if def.needs_all() { number == def.params.len() } else { !cursor.eat(",") };
            if last {
                break;
            }
            if def.needs_all() {
                cursor.expect(",")?;
            }
        }
        cursor.expect(">")
    }

    fn naked_param(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind, params: &mut Params) -> Parsed<()> {
        for (i, param) in kind.def().params.iter().enumerate() {
            let value = self.param(cursor, &param.kind)?;
            set(params, i, value);
        }
        Ok(())
    }

    /// `i32, 0, 10`
    fn constant_range(&mut self, cursor: &mut Cursor<'t>, params: &mut Params) -> Parsed<()> {
        cursor.skip_space();
        let start = *cursor;
        let ty = self.type_at(cursor)?;
        let Some(width) = self.ctx.int_width(ty) else {
            let (expected, found) = ("builtin.integer", self.spelling(ty));
            return Err(start.error(ParseCode::TypeKind { expected, found }).of_form());
        };
        let ty = self.ctx.int_type(width);
        for place in 0..2 {
            cursor.expect(",")?;
            let value = self.big_number(cursor)?;
            set(params, place, self.ctx.big_int_attr(ty, value));
        }
        Ok(())
    }

    /// A number without a type, of any size.
    pub(super) fn big_number(&mut self, cursor: &mut Cursor<'t>) -> Parsed<BigInt> {
        for (word, value) in [("true", 1), ("false", 0)] {
            if cursor.eat(word) {
                return Ok(BigInt::from(value));
            }
        }
        cursor.skip_space();
        let start = *cursor;
        let literal = plain_literal(cursor)?;
        literal.big().ok_or_else(|| start.error(ParseCode::IntegerTooLarge).of_form())
    }

    /// `DW_OP_plus_uconst(8)`; an argument may be an encoding, `DW_ATE_signed`.
    fn expression_element(&mut self, cursor: &mut Cursor<'t>, params: &mut Params) -> Parsed<()> {
        let opcode = self.dwarf(cursor, Dwarf::Operation)?;
        set(params, 0, opcode);
        if cursor.eat("(") {
            let mut arguments = Vec::new();
            let converts = Dwarf::Operation.number("DW_OP_LLVM_convert") == self.ctx.int_value(opcode);
            loop {
                let encoding = converts && !arguments.is_empty() && cursor.peek_word().starts_with("DW_ATE");
                let argument = match encoding {
                    true => self.dwarf(cursor, Dwarf::Encoding)?,
                    false => self.plain_number(cursor, Int::U64)?,
                };
                arguments.push(argument);
                if !cursor.eat(",") {
                    break;
                }
            }
            cursor.expect(")")?;
            set(params, 1, self.ctx.array(&arguments));
        }
        Ok(())
    }

    fn param(&mut self, cursor: &mut Cursor<'t>, kind: &ParamKind) -> Parsed<Attr> {
        match kind {
            ParamKind::Attr(class) => self.attr_that(cursor, |ctx, attr| class.holds(ctx, attr)),
            ParamKind::Llvm(mnemonic) => match attr_table::by_mnemonic(mnemonic) {
                Some(kind) => self.llvm_attr_of_kind(cursor, kind),
                None => Err(cursor.expected("attribute value")),
            },
            ParamKind::Str => {
                let before = *cursor;
                if let Some(raw) = cursor.string()?
                    && !cursor.sees(":")
                {
                    let value = self.string(raw)?;
                    return Ok(self.ctx.str_attr(value));
                }
                *cursor = before;
                self.attr_that(cursor, |ctx, attr| ctx.string_value(attr).is_some())
            }
            ParamKind::Text => match cursor.string()? {
                Some(raw) => {
                    let value = self.string(raw)?;
                    Ok(self.ctx.str_attr(value))
                }
                None => Err(cursor.error(ParseCode::Expected("string"))),
            },
            ParamKind::Bool => self.plain_bool(cursor),
            ParamKind::Number(int) => self.plain_number(cursor, *int),
            ParamKind::Enum(enumeration, _) => {
                let value = self.enumeration(cursor, enumeration)?;
                Ok(self.ctx.int_attr(types::I64, value))
            }
            ParamKind::Dwarf(table) => self.dwarf(cursor, *table),
            ParamKind::Flags(set) => self.flags(cursor, *set),
            ParamKind::List(item) => self.list(cursor, item, false),
            ParamKind::Members => {
                cursor.expect("{")?;
                let members = self.list(cursor, &ParamKind::Llvm("tbaa_member"), false)?;
                cursor.expect("}")?;
                Ok(members)
            }
            ParamKind::Type => self.attr_that(cursor, |ctx, attr| ctx.type_value(attr).is_some()),
        }
    }

    /// Reads an attribute that must be as `holds` says.
    fn attr_that(&mut self, cursor: &mut Cursor<'t>, holds: impl FnOnce(&Context, Attr) -> bool) -> Parsed<Attr> {
        let before = *cursor;
        let attr = self.attr_at(cursor)?;
        if holds(self.ctx, attr) { Ok(attr) } else { Err(before.error(ParseCode::AttrKind).of_form()) }
    }

    /// Items separated by commas. Where another parameter may follow, the comma before it is left, although upstream
    /// does not read what it prints of such a list.
    fn list(&mut self, cursor: &mut Cursor<'t>, item: &ParamKind, may_follow: bool) -> Parsed<Attr> {
        let mut items = Vec::new();
        loop {
            items.push(self.param(cursor, item)?);
            let before = *cursor;
            if !cursor.eat(",") {
                break;
            }
            if may_follow && is_named(cursor) {
                *cursor = before;
                break;
            }
        }
        Ok(self.ctx.array(&items))
    }

    /// A number without a type, held by its bits. As upstream has it, `true` is one, too, and a negative number wraps
    /// around where it takes no more bits than there are.
    pub(super) fn plain_number(&mut self, cursor: &mut Cursor<'t>, int: Int) -> Parsed<Attr> {
        for (word, value) in [("true", 1), ("false", 0)] {
            if cursor.eat(word) {
                return Ok(self.ctx.int_attr(types::I64, value));
            }
        }
        cursor.skip_space();
        let start = *cursor;
        let literal = plain_literal(cursor)?;
        match fitting(literal, int) {
            Some(value) => Ok(self.ctx.int_attr(types::I64, value)),
            None => Err(start.error(ParseCode::IntegerTooLarge).of_form()),
        }
    }

    /// `true`, `false`, or a number that is one of them.
    pub(super) fn plain_bool(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        let start = *cursor;
        let number = self.plain_number(cursor, Int::I64)?;
        match self.ctx.int_value(number) {
            Some(0) => Ok(attrs::FALSE),
            Some(1) => Ok(attrs::TRUE),
            _ => Err(start.error(ParseCode::IntegerTooLarge).of_form()),
        }
    }

    pub(super) fn dwarf(&mut self, cursor: &mut Cursor<'t>, table: Dwarf) -> Parsed<Attr> {
        let Some(word) = cursor.word() else {
            return Err(cursor.error(ParseCode::Expected("valid keyword")).of_form());
        };
        match table.number(word) {
            Some(number) => Ok(self.ctx.int_attr(types::I64, number)),
            None => {
                let what = match table {
                    Dwarf::Tag => "tag",
                    Dwarf::Encoding => "encoding",
                    Dwarf::Language => "language",
                    Dwarf::LanguageName => "language name",
                    Dwarf::CallingConvention => "calling convention",
                    Dwarf::Virtuality => "virtuality",
                    Dwarf::Macinfo => "macinfo",
                    Dwarf::EnumKind => "enum kind",
                    Dwarf::Operation => "operation encoding",
                };
                self.error(word, ParseCode::UnknownDwarfName { what, word: word.to_owned() })
            }
        }
    }

    /// `Vector`, or `"Definition|Optimized"` where more than one is set.
    pub(super) fn flags(&mut self, cursor: &mut Cursor<'t>, set: FlagSet) -> Parsed<Attr> {
        let enumeration = set.names();
        cursor.skip_space();
        let start = *cursor;
        let text = match cursor.string()? {
            Some(text) => text,
            None => cursor.word().ok_or_else(|| no_keyword(start, enumeration))?,
        };
        let more = if set == FlagSet::Node { DI_FLAG_BITS } else { &[] };
        let number = |word: &str| {
            let bit = more.iter().find(|bit| bit.0 == word).map(|bit| bit.1);
            bit.or_else(|| enumeration.from_mlir(word))
        };
        let alone = !text.contains('|') && set == FlagSet::Node;
        let bits = text.split('|').try_fold(0, |bits, word| {
            let number = number(word.trim()).filter(|&number| number != 0 || alone)?;
            Some(bits | number)
        });
        if let Some(bits) = bits {
            return Ok(self.ctx.int_attr(types::I64, bits));
        }
        let mut rows: Vec<(i64, &str)> = enumeration.rows.iter().map(|row| (row.value, row.mlir)).collect();
        rows.retain(|row| row.0 != 0 || set == FlagSet::Node);
        rows.sort_by_key(|row| row.0);
        let behind_zero = usize::from(set == FlagSet::Node);
        rows.splice(behind_zero..behind_zero, more.iter().map(|&(word, bit)| (bit, word)));
        let words: Vec<&str> = rows.into_iter().map(|row| row.1).collect();
        let (name, words, found) = (enumeration.name, words.join(", "), text.to_owned());
        Err(start.error(ParseCode::NotOneOf { name, words, found }).of_form())
    }

    /// A value of an enumeration; of bits, several. Some spellings stand in quotes.
    pub fn enumeration(&mut self, cursor: &mut Cursor<'t>, enumeration: &'static Enumeration) -> Parsed<i64> {
        let mut value = 0;
        loop {
            cursor.skip_space();
            let start = cursor.pos;
            // Bits that are words alone; those of fast math may be strings.
            let words_only = enumeration.bits && !enumeration.name.starts_with("::");
            if (words_only || cursor.string()?.is_none()) && cursor.word().is_none() {
                return Err(no_keyword(*cursor, enumeration));
            }
            let spelled = cursor.since(start);
            // A word may stand in quotes; some spellings have them.
            let bare = spelled.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
            match enumeration.from_mlir(spelled).or_else(|| enumeration.from_mlir(bare?)) {
                Some(bits) => value |= bits,
                None => {
                    return self.error(spelled, not_of(enumeration, bare.unwrap_or(spelled)));
                }
            }
            if !enumeration.bits || !cursor.eat(enumeration.separator.trim()) {
                return Ok(value);
            }
        }
    }

    /// Checks that what must be there is; an optional parameter that is spelled with its default is as if absent.
    fn finish_params(&mut self, cursor: &Cursor<'t>, kind: AttrKind, mut params: Params) -> Parsed<Attr> {
        let def = kind.def();
        for (param, value) in def.params.iter().zip(&mut params) {
            match (param.need, *value) {
                (ParamNeed::Required, None) => {
                    // Upstream is at the bracket that closes.
                    let at = cursor.pos.saturating_sub(1);
                    let code = match def.format {
                        AttrFormat::Struct | AttrFormat::OptionalStruct => ParseCode::MissingParameter(param.name),
                        _ => ParseCode::Expected("','"),
                    };
                    return Err(ParseError::at(at, code));
                }
                (ParamNeed::Optional, Some(attr)) if self.is_default(&param.kind, attr) => *value = None,
                _ => {}
            }
        }
        Ok(self.ctx.attr(AttrData::Llvm { kind, params: params.into() }))
    }

    fn is_default(&self, kind: &ParamKind, attr: Attr) -> bool {
        match kind {
            ParamKind::Bool
            | ParamKind::Number(_)
            | ParamKind::Enum(..)
            | ParamKind::Dwarf(_)
            | ParamKind::Flags(_) => self.ctx.int_value(attr) == Some(0),
            ParamKind::List(_) | ParamKind::Members => self.ctx.items(attr).is_empty(),
            ParamKind::Attr(_) | ParamKind::Llvm(_) | ParamKind::Str | ParamKind::Text | ParamKind::Type => false,
        }
    }

    /// Reads `@a::@b`.
    pub fn symbol_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        let start = cursor.pos;
        if cursor.peek() != b'@' {
            return Err(cursor.expected("valid '@'-identifier for symbol name").of_form());
        }
        skip_symbol(cursor)?;
        self.attr_of(cursor.since(start))
    }
}

/// The digits of a number that is no float.
fn plain_literal<'t>(cursor: &mut Cursor<'t>) -> Parsed<Literal<'t>> {
    let start = *cursor;
    match Literal::read(cursor) {
        Some(literal) if !literal.is_float() => Ok(literal),
        _ => {
            *cursor = start;
            // The sign is read.
            match !cursor.sees("->") && cursor.eat_byte(b'-') {
                true => Err(cursor.expected("integer value").of_form()),
                false => Err(cursor.error(ParseCode::Expected("integer value")).of_form()),
            }
        }
    }
}

/// A number's bits, if it fits.
fn fitting(literal: Literal<'_>, int: Int) -> Option<i64> {
    let (digits, radix) = literal.digits_and_radix();
    let value = u128::from_str_radix(digits, radix).ok()?;
    let signed = i128::try_from(value).ok()? * if literal.negative { -1 } else { 1 };
    if int == Int::I64 {
        return i64::try_from(signed).ok();
    }
    // Upstream takes four bits a digit, and one more for the sign where these are full.
    let digits = digits.trim_start_matches('0');
    let taken = digits.len() as u32 * 4 + u32::from(value >> (digits.len() as u32 * 4).saturating_sub(1).min(127) != 0);
    let fits = if literal.negative { value == 0 || taken <= int.bits() } else { value >> int.bits() == 0 };
    let bits = if int.bits() == 32 { i64::from(signed as u32) } else { signed as i64 };
    fits.then_some(bits)
}

fn no_keyword(at: Cursor<'_>, enumeration: &Enumeration) -> ParseError {
    at.error(match enumeration.name.starts_with("::") {
        true => ParseCode::Expected("valid keyword or string"),
        false => ParseCode::ExpectedKeywordFor(enumeration.name),
    })
}

/// What upstream says of a word that is not of an enumeration.
fn not_of(enumeration: &Enumeration, found: &str) -> ParseCode {
    // What stands for several values is behind them.
    let all = |row: &&EnumRow| enumeration.bits && row.value.count_ones() > 1;
    let (last, first): (Vec<&EnumRow>, Vec<&EnumRow>) = enumeration.rows.iter().partition(all);
    let words = first.into_iter().chain(last).map(|row: &EnumRow| row.mlir).filter(|word| !word.is_empty());
    // What stands in quotes upstream lists with and without them.
    let words = words.map(|word| match word.trim_matches('"') {
        bare if bare.len() < word.len() => format!("{word}{bare}"),
        bare => bare.to_owned(),
    });
    let words: Vec<String> = words.collect();
    let (name, words) = (enumeration.name, words.join(", "));
    match name.starts_with("::") {
        true => ParseCode::NotOfEnumeration { name, words },
        false => ParseCode::NotOneOf { name, words, found: found.to_owned() },
    }
}

fn set(params: &mut Params, place: usize, value: Attr) {
    if let Some(slot) = params.get_mut(place) {
        *slot = Some(value);
    }
}

/// Whether a number without a type is here.
pub(super) fn at_number(mut cursor: Cursor<'_>) -> bool {
    cursor.skip_space();
    matches!(cursor.peek(), b'-' | b'0'..=b'9') && Literal::read(&mut cursor).is_none_or(|literal| !literal.is_float())
        || matches!(cursor.peek_word(), "true" | "false")
}

/// Whether `name =` is here: the next parameter, not another item.
pub(super) fn is_named(cursor: &Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    ahead.word().is_some() && ahead.eat_byte(b'=')
}
