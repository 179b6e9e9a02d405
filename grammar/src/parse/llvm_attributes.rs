//! Attributes of the LLVM dialect: one reader over the rows of [`irtrip_dialect::attr_table`].

use irtrip_dialect::attr_table::{self, AttrFormat, AttrKind, FlagSet, ParamKind, ParamNeed};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::debug_words::{DI_FLAGS, SUBPROGRAM_FLAGS, dwarf_number};
use irtrip_dialect::enums::{EnumRow, Enumeration};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData};

use super::cursor::Cursor;
use super::error::{ParseError, ParseErrorKind, Parsed};
use super::numbers::Literal;
use super::texts::{Texts, skip_symbol};

type Params = Vec<Option<Attr>>;

impl<'t> Texts<'_, 't> {
    /// Reads `#llvm.mnemonic` and its parameters; the cursor is at `#llvm.`.
    pub fn llvm_attr(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.pos += "#llvm.".len();
        let mnemonic = cursor.suffix()?;
        match attr_table::by_mnemonic(mnemonic) {
            Some(kind) => self.llvm_params(cursor, kind),
            None => self.error(mnemonic, ParseErrorKind::UnknownLlvmAttribute(mnemonic.to_owned())),
        }
    }

    /// Reads an attribute of a kind: whole, by alias, or without `#llvm.mnemonic`.
    pub fn llvm_attr_of_kind(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind) -> Parsed<Attr> {
        cursor.skip_space();
        if cursor.peek() == b'#' {
            let start = cursor.pos;
            let attr = self.attr_at(cursor)?;
            return match self.ctx.attr_data(attr) {
                AttrData::Llvm { kind: found, .. } if *found == kind => Ok(attr),
                _ => self.error(cursor.since(start), ParseErrorKind::AttrKind),
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
            return Err(open.error(ParseErrorKind::Said(wrong.to_owned())));
        }
        self.finish_params(cursor, kind, params)
    }

    /// What an attribute's parameters may not be although each is of its kind.
    fn what_is_wrong(&self, kind: AttrKind, params: &[Option<Attr>]) -> Option<&'static str> {
        let first = params.first().copied().flatten()?;
        match kind {
            attr_table::ALIAS_SCOPE => {
                let names = matches!(self.ctx.attr_data(first), AttrData::String { .. } | AttrData::Distinct { .. });
                (!names).then_some("id of an alias scope must be a StringAttr or a DistrinctAttr")
            }
            attr_table::TARGET_FEATURES => self.ctx.items(first).iter().find_map(|feature| {
                let feature = self.ctx.string_value(*feature).map(|text| self.ctx.bytes(text)).unwrap_or_default();
                match feature {
                    [] => Some("target features can not be null or empty"),
                    [b'+' | b'-', rest @ ..] if rest.contains(&b',') => Some("target features can not contain ','"),
                    [b'+' | b'-', ..] => None,
                    _ => Some("target features must start with '+' or '-'"),
                }
            }),
            _ => None,
        }
    }

    fn bracketed(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind, params: &mut Params) -> Parsed<()> {
        let def = kind.def();
        match def.format {
            AttrFormat::ConstantRange => return self.constant_range(cursor, params),
            AttrFormat::DiExpression => {
                if cursor.eat("[") {
                    let element = ParamKind::Llvm("di_expression_elem");
                    let items = self.list(cursor, &element, |c| c.sees("]"))?;
                    cursor.expect("]")?;
                    set(params, 0, items);
                }
                return Ok(());
            }
            AttrFormat::TargetFeatures => {
                if cursor.eat("[") {
                    let items = self.list(cursor, &ParamKind::Str, |c| c.sees("]"))?;
                    cursor.expect("]")?;
                    set(params, 0, items);
                }
                return Ok(());
            }
            _ => {}
        }
        let separator = match def.format {
            AttrFormat::DiFile => "in",
            AttrFormat::Mmra => ":",
            _ => ",",
        };
        for (i, param) in def.params.iter().enumerate() {
            if i > 0 && !cursor.eat(separator) {
                if param.need != ParamNeed::Required {
                    break;
                }
                return Err(cursor.expected(&format!("'{separator}'")));
            }
            if param.need != ParamNeed::Required && cursor.sees(">") {
                break;
            }
            let value = self.param(cursor, &param.kind)?;
            set(params, i, value);
        }
        Ok(())
    }

    fn struct_params(&mut self, cursor: &mut Cursor<'t>, kind: AttrKind, params: &mut Params) -> Parsed<()> {
        let def = kind.def();
        cursor.expect("<")?;
        let optional = def.params.iter().all(|param| param.need != ParamNeed::Required);
        if optional && cursor.eat(">") {
            return Ok(());
        }
        loop {
            let Some(name) = cursor.word() else {
                return Err(cursor.error(ParseErrorKind::UnknownFlag {
                    message: "expected valid keyword".to_owned(),
                    besides: "expected a parameter name in struct",
                }));
            };
            let Some(place) = def.param(name) else {
                let kind = ParseErrorKind::UnknownParameter(name.to_owned());
                return Err(ParseError { kind, ..cursor.error_behind() });
            };
            if params.get(place).is_some_and(Option::is_some) {
                let kind = ParseErrorKind::UnknownParameter(name.to_owned());
                return Err(ParseError { kind, ..cursor.error_behind() });
            }
            cursor.expect("=")?;
            let param = &def.params[place];
            let value = self.param(cursor, &param.kind)?;
            set(params, place, value);
            if !cursor.eat(",") {
                return cursor.expect(">");
            }
        }
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
        let ty = self.type_at(cursor)?;
        for place in 0..2 {
            cursor.expect(",")?;
            let value = self.number(cursor, Some(ty))?;
            set(params, place, value);
        }
        Ok(())
    }

    /// `DW_OP_plus_uconst(8)`; an argument may be an encoding, `DW_ATE_signed`.
    fn expression_element(&mut self, cursor: &mut Cursor<'t>, params: &mut Params) -> Parsed<()> {
        let opcode = self.dwarf(cursor, "OP")?;
        set(params, 0, opcode);
        if cursor.eat("(") {
            let mut arguments = Vec::new();
            loop {
                let encoding = cursor.peek_word().starts_with("DW_ATE");
                arguments.push(if encoding { self.dwarf(cursor, "ATE")? } else { self.plain_number(cursor)? });
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
            ParamKind::Attr => self.attr_at(cursor),
            ParamKind::Llvm(mnemonic) => match attr_table::by_mnemonic(mnemonic) {
                Some(kind) => self.llvm_attr_of_kind(cursor, kind),
                None => Err(cursor.expected("attribute value")),
            },
            ParamKind::Str => match cursor.string()? {
                Some(raw) => {
                    let value = self.string(raw)?;
                    Ok(self.ctx.str_attr(value))
                }
                None => {
                    let before = *cursor;
                    self.attr_at(cursor)?;
                    Err(before.error(ParseErrorKind::AttrKind))
                }
            },
            ParamKind::Bool if cursor.eat("true") => Ok(attrs::TRUE),
            ParamKind::Bool if cursor.eat("false") => Ok(attrs::FALSE),
            ParamKind::Bool => Err(cursor.expected("'true' or 'false'")),
            ParamKind::Number => self.plain_number(cursor),
            ParamKind::Enum(enumeration) => {
                let value = self.enumeration(cursor, enumeration)?;
                Ok(self.ctx.int_attr(types::I64, value))
            }
            ParamKind::Dwarf(prefix) => self.dwarf(cursor, prefix),
            ParamKind::Flags(set) => self.flags(cursor, *set),
            ParamKind::List(item) => {
                if cursor.eat("[") {
                    let items = self.list(cursor, item, |c| c.sees("]"))?;
                    cursor.expect("]")?;
                    return Ok(items);
                }
                self.list(cursor, item, |c| c.sees(">") || is_named(c))
            }
            ParamKind::Members => self.members(cursor),
            ParamKind::Type => {
                let ty = self.type_at(cursor)?;
                Ok(self.ctx.type_attr(ty))
            }
        }
    }

    /// Items separated by commas up to where `ends` says so; the comma before a next parameter is left.
    fn list(&mut self, cursor: &mut Cursor<'t>, item: &ParamKind, ends: impl Fn(&Cursor<'t>) -> bool) -> Parsed<Attr> {
        let mut items = Vec::new();
        while !ends(cursor) {
            items.push(self.param(cursor, item)?);
            let before = *cursor;
            if !cursor.eat(",") {
                break;
            }
            if ends(cursor) {
                *cursor = before;
                break;
            }
        }
        Ok(self.ctx.array(&items))
    }

    /// `{<#a, 0>, <#b, 8>}`
    fn members(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.expect("{")?;
        let mut items = Vec::new();
        while !cursor.eat("}") {
            if !items.is_empty() {
                cursor.expect(",")?;
            }
            items.push(self.llvm_attr_of_kind(cursor, attr_table::TBAA_MEMBER)?);
        }
        Ok(self.ctx.array(&items))
    }

    /// A number without a type; an unsigned one of 64 bits counts by its bits.
    fn plain_number(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        let start = cursor.pos;
        let Some(literal) = Literal::read(cursor) else { return Err(cursor.expected("integer value")) };
        let unsigned = || literal.text.parse::<u64>().ok().filter(|_| !literal.negative);
        match literal.small().or_else(|| unsigned().map(|v| v as i64)) {
            Some(value) => Ok(self.ctx.int_attr(types::I64, value)),
            None => self.error(cursor.since(start), ParseErrorKind::IntegerRange),
        }
    }

    fn dwarf(&mut self, cursor: &mut Cursor<'t>, prefix: &str) -> Parsed<Attr> {
        let Some(word) = cursor.word() else {
            return Err(cursor.error(ParseErrorKind::Expected("valid keyword".into())));
        };
        match dwarf_number(prefix, word) {
            Some(number) => Ok(self.ctx.int_attr(types::I64, number)),
            None => {
                let what = match prefix {
                    "TAG" => "tag",
                    "ATE" => "encoding",
                    "LANG" => "language",
                    "CC" => "calling convention",
                    "VIRTUALITY" => "virtuality",
                    _ => "operation encoding",
                };
                let message = format!("invalid debug info debug info {what} name: {word}");
                self.error(word, ParseErrorKind::Said(message))
            }
        }
    }

    /// `Vector`, or `"Definition|Optimized"` where more than one is set.
    fn flags(&mut self, cursor: &mut Cursor<'t>, set: FlagSet) -> Parsed<Attr> {
        let enumeration = match set {
            FlagSet::Node => &DI_FLAGS,
            FlagSet::Subprogram => &SUBPROGRAM_FLAGS,
        };
        let value = match cursor.string()? {
            Some(text) => {
                let mut inner = self.cursor(text);
                self.enumeration(&mut inner, enumeration)?
            }
            None => self.enumeration(cursor, enumeration)?,
        };
        Ok(self.ctx.int_attr(types::I64, value))
    }

    /// A value of an enumeration; of bits, several. Some spellings stand in quotes.
    pub fn enumeration(&mut self, cursor: &mut Cursor<'t>, enumeration: &'static Enumeration) -> Parsed<i64> {
        let mut value = 0;
        loop {
            cursor.skip_space();
            let start = cursor.pos;
            if cursor.string()?.is_none() && cursor.word().is_none() {
                let kind = ParseErrorKind::Expected(format!("keyword for {}", enumeration.name));
                return Err(cursor.error(kind));
            }
            let spelled = cursor.since(start);
            // A word may stand in quotes; some spellings have them.
            let bare = spelled.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
            match enumeration.from_mlir(spelled).or_else(|| enumeration.from_mlir(bare?)) {
                Some(bits) => value |= bits,
                None => {
                    let message = not_of(enumeration, bare.unwrap_or(spelled));
                    return self.error(spelled, ParseErrorKind::Said(message));
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
                    let kind = match def.format {
                        AttrFormat::Struct | AttrFormat::OptionalStruct => ParseErrorKind::MissingParameter(param.name),
                        _ => ParseErrorKind::Expected("','".to_owned()),
                    };
                    return Err(ParseError { span: at..at + 1, kind });
                }
                (ParamNeed::Optional, Some(attr)) if self.is_default(&param.kind, attr) => *value = None,
                _ => {}
            }
        }
        Ok(self.ctx.attr(AttrData::Llvm { kind, params: params.into() }))
    }

    fn is_default(&self, kind: &ParamKind, attr: Attr) -> bool {
        match kind {
            ParamKind::Bool | ParamKind::Number | ParamKind::Enum(_) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
                self.ctx.int_value(attr) == Some(0)
            }
            ParamKind::List(_) | ParamKind::Members => self.ctx.items(attr).is_empty(),
            ParamKind::Attr | ParamKind::Llvm(_) | ParamKind::Str | ParamKind::Type => false,
        }
    }

    /// Reads `@a::@b`.
    pub fn symbol_at(&mut self, cursor: &mut Cursor<'t>) -> Parsed<Attr> {
        cursor.skip_space();
        let start = cursor.pos;
        if cursor.peek() != b'@' {
            return Err(cursor.expected("valid '@'-identifier for symbol name"));
        }
        skip_symbol(cursor)?;
        self.attr_of(cursor.since(start))
    }
}

/// What upstream says of a word that is not of an enumeration.
fn not_of(enumeration: &Enumeration, found: &str) -> String {
    // What stands for several values is behind them.
    let all = |row: &&EnumRow| enumeration.bits && row.value.count_ones() > 1;
    let (last, first): (Vec<&EnumRow>, Vec<&EnumRow>) = enumeration.rows.iter().partition(all);
    let words: Vec<&str> = first.into_iter().chain(last).map(|row: &EnumRow| row.mlir.trim_matches('"')).collect();
    let (name, words) = (enumeration.name, words.join(", "));
    match name.starts_with("::") {
        true => format!("expected {name} to be one of: {words}"),
        false => format!("expected one of [{words}] for {name}, got: {found}"),
    }
}

fn set(params: &mut Params, place: usize, value: Attr) {
    if let Some(slot) = params.get_mut(place) {
        *slot = Some(value);
    }
}

/// Whether `name =` is here: the next parameter, not another item.
fn is_named(cursor: &Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    ahead.word().is_some() && ahead.eat_byte(b'=')
}
