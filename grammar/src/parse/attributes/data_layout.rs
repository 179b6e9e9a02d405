//! Attributes of the `dlti` dialect; the data layout and target information dialect's page.

use irtrip_dialect::attr_table::Int;
use irtrip_dialect::data_layout::LayoutKind;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Context, TypeData};

use crate::parse::reader::Reader;
use crate::print::print_attr;
use irtrip_dialect::diagnostic::Parsed;

type Entries = Vec<(Attr, Attr)>;

impl Reader<'_, '_, '_> {
    /// Reads `mnemonic...` after `#dlti.`; `None` for an attribute that is no list, which is kept as text.
    pub fn dlti_attribute(&mut self) -> Parsed<Option<Attr>> {
        let start = self.next_place();
        let Some(mnemonic) = self.at.word() else {
            return self.back_at(start, ParseCode::Expected("valid keyword"));
        };
        match (LayoutKind::ALL.into_iter().find(|kind| kind.mnemonic() == mnemonic), mnemonic) {
            (Some(kind), _) => self.layout(kind, start).map(Some),
            (None, "dl_entry") => self.layout_entry().map(|_| None),
            (None, "function_pointer_alignment") => self.function_pointer_alignment().map(|()| None),
            (None, _) => {
                self.back_at(start, ParseCode::UnknownAttribute { dialect: "dlti", name: mnemonic.to_owned() })
            }
        }
    }

    /// `<i32 = 1, "a" = 2, #dlti.dl_entry<...>>`
    fn layout(&mut self, kind: LayoutKind, start: usize) -> Parsed<Attr> {
        if !self.at.eat_byte(b'<') {
            let missing = self.at.expected("'<'");
            return match self.back_at(start, ParseCode::LayoutEmpty) {
                Err(next) if !kind.may_be_empty() => Err(missing.followed_by(next)),
                Err(_) => Err(missing),
                Ok(attr) => Ok(attr),
            };
        }
        let mut entries = Entries::new();
        if !self.at.eat_byte(b'>') {
            loop {
                entries.push(self.layout_item(kind)?);
                if !self.at.eat_byte(b',') {
                    self.token(">", "'>'")?;
                    break;
                }
            }
        }
        match check_entries(self.texts.ctx, kind, &entries) {
            Some(fault) => self.back_at(start, fault),
            None => Ok(self.texts.ctx.attr(AttrData::DataLayout { kind, entries: entries.into() })),
        }
    }

    fn layout_item(&mut self, kind: LayoutKind) -> Parsed<(Attr, Attr)> {
        if self.at.eat("#dlti.dl_entry") {
            return self.layout_entry();
        }
        let key = if kind.has_types() && self.at_type() {
            let key = self.any_type();
            let key = self.because(key, || ParseCode::LayoutKeyNotParsed)?;
            self.texts.ctx.type_attr(key)
        } else {
            let start = self.next_place();
            let key = self.attribute()?;
            if !matches!(self.texts.ctx.attr_data(key), AttrData::String { .. }) {
                return self.back_at(start, ParseCode::AttrKind);
            }
            key
        };
        self.token("=", "'='")?;
        let value = self.attribute()?;
        Ok((key, self.of_64_bits(key, value)))
    }

    /// `<i32, 1>`
    fn layout_entry(&mut self) -> Parsed<(Attr, Attr)> {
        self.token("<", "'<'")?;
        let key = if self.at_type() {
            let key = self.any_type()?;
            self.texts.ctx.type_attr(key)
        } else if let Some(raw) = self.at.string()? {
            let key = self.texts.string(raw)?;
            self.texts.ctx.str_attr(key)
        } else {
            return self.here(ParseCode::Expected("a type or a quoted string"));
        };
        self.token(",", "','")?;
        let value = self.attribute()?;
        self.token(">", "'>'")?;
        Ok((key, self.of_64_bits(key, value)))
    }

    /// Gives the numbers of a type's entry, which were of 32 bits in older releases, the width that they have today.
    fn of_64_bits(&self, key: Attr, value: Attr) -> Attr {
        let ctx = self.texts.ctx;
        let AttrData::Dense { ty, data, splat } = ctx.attr_data(value) else { return value };
        let is_of_type = ctx.type_value(key).is_some_and(|key| {
            matches!(
                ctx.type_data(key),
                TypeData::Integer { .. }
                    | TypeData::Float(_)
                    | TypeData::Pointer { .. }
                    | TypeData::LiteralStruct { .. }
                    | TypeData::IdentifiedStruct { .. }
            )
        });
        if !is_of_type || ctx.scalar_type(*ty) != types::I32 || !self.texts.reads(Releases::ALL.until(Release::V18)) {
            return value;
        }
        let data = data.chunks(4).flat_map(|number| number.iter().copied().chain([0; 4])).collect();
        ctx.attr(AttrData::Dense { ty: ctx.with_scalar_type(*ty, types::I64), data, splat: *splat })
    }

    /// `<64, function_dependent = true>`
    fn function_pointer_alignment(&mut self) -> Parsed<()> {
        let failed = |name, ty: &'static str| {
            let (definition, ty) = ("DLTI_FunctionPointerAlignmentAttr", ty.into());
            move || ParseCode::ParameterNotParsed { definition, name, ty }
        };
        self.token("<", "'<'")?;
        let read = self.plain_integer(Int::U64);
        self.because(read, failed("alignment", "uint64_t"))?;
        self.token(",", "','")?;
        if !self.at.eat("function_dependent") {
            return self.here(ParseCode::ExpectedToken("function_dependent"));
        }
        self.token("=", "'='")?;
        let read = self.plain_bool();
        self.because(read, failed("function_dependent", "bool"))?;
        self.token(">", "'>'")
    }
}

/// What a list's entries may not be together.
fn check_entries(ctx: &Context, kind: LayoutKind, entries: &[(Attr, Attr)]) -> Option<ParseCode> {
    if entries.is_empty() {
        return (!kind.may_be_empty()).then_some(ParseCode::LayoutEmpty);
    }
    let spelled = |key| print_attr(ctx, key);
    let mut seen = rustc_hash::FxHashSet::default();
    entries.iter().find_map(|&(key, value)| {
        let is_device = matches!(ctx.attr_data(value), AttrData::DataLayout { kind: LayoutKind::Device, .. });
        let is_new = seen.insert(key);
        match kind {
            LayoutKind::System if ctx.type_value(key).is_some() => Some(ParseCode::LayoutSystemKey),
            LayoutKind::System if !is_device => Some(ParseCode::LayoutSystemValue(spelled(key))),
            LayoutKind::System => (!is_new).then(|| ParseCode::LayoutDeviceTwice(spelled(key))),
            _ if ctx.string_value(key).is_some_and(|key| ctx.bytes(key).is_empty()) => Some(ParseCode::LayoutKeyEmpty),
            LayoutKind::Device if ctx.type_value(key).is_some() => Some(ParseCode::LayoutKeyType),
            _ => (!is_new).then(|| ParseCode::LayoutKeyTwice(spelled(key))),
        }
    })
}
