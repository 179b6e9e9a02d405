//! Attributes as MLIR text: the builtin dialect's here, the LLVM dialect's in `llvm_attrs`, locations in `locations`.

pub(crate) mod dense;
pub(crate) mod float;
pub(crate) mod llvm;
pub(crate) mod locations;
pub(crate) mod types;

use std::hash::Hash;

use irtrip_dialect::attributes::{StridedLayout, well_known as attrs};
use irtrip_dialect::data_layout::LayoutKind;
use irtrip_dialect::llvm_text::decimal;
use irtrip_dialect::ops::WORDS_IN_BRACKETS;
use irtrip_dialect::release::Release;
use irtrip_dialect::types::mlir_text::opaque_body;
use irtrip_dialect::types::well_known;
use irtrip_dialect::{Attr, AttrData, Context, DirectMappedCache, FloatKind, Signedness, Str, Type, TypeData};

use crate::print::PrintOptions;
use crate::print::aliases::Aliases;
use crate::print::text::{push_ascii, push_int, push_keyword_or_string, push_quoted, push_symbol};
use float::push_float;
use types::TypePrinter;

/// More elements than this are written in hexadecimal, unless the options say otherwise; upstream's number.
pub(crate) const HEX_THRESHOLD: usize = 100;

/// The print options that concern attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Details {
    /// Locations are printed in the form for readers, as `-mlir-pretty-debuginfo` has them.
    pub(crate) pretty_locations: bool,
    /// More elements than this are written as bytes.
    pub(crate) hex_above: usize,
    /// More elements than this that are not all equal are left out.
    pub(crate) elide_above: Option<usize>,
    /// Floats that are no `f64` are written as bits.
    pub(crate) long_floats_as_bits: bool,
    /// The type of a `ppc_fp128` number is written `f128`.
    pub(crate) double_doubles_as_f128: bool,
}

impl Default for Details {
    fn default() -> Self {
        Details {
            pretty_locations: false,
            hex_above: HEX_THRESHOLD,
            elide_above: None,
            long_floats_as_bits: false,
            double_doubles_as_f128: false,
        }
    }
}

impl Details {
    /// What options say.
    pub(crate) fn of(options: &PrintOptions) -> Details {
        Details {
            pretty_locations: options.pretty_locations,
            hex_above: options.hex_elements_above,
            elide_above: options.elide_elements_above,
            long_floats_as_bits: options.long_floats_as_bits,
            double_doubles_as_f128: options.double_doubles_as_f128,
        }
    }
}

/// Whether the type after an attribute's value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeOf {
    /// Always.
    Written,
    /// Not where a reader would take that type anyway: `i64` and `f64`.
    Implied,
    /// Never.
    Left,
}

/// How many of the latest texts a thread keeps. In a module with debug information half of the dictionaries are one operation's
/// alone.
pub(crate) const LATELY: usize = 4096;
/// Longer texts are not kept: to write them again costs little more than to copy them.
const LONGEST: usize = 1 << 12;
/// The same for what is inside another: otherwise the texts of what is deeply nested were kept at each level.
const LONGEST_INSIDE: usize = 256;

/// Whether a text is kept that is in so many others.
pub(crate) fn is_kept(text: &str, depth: usize) -> bool {
    text.len() <= if depth > 0 { LONGEST_INSIDE } else { LONGEST }
}

/// Keeps a text, in the memory of the one whose place it takes.
pub(crate) fn keep_text<K: Hash + Eq>(texts: &mut DirectMappedCache<K, String>, key: K, text: &str) {
    texts.replace(key, |before| {
        let mut kept = before.unwrap_or_default();
        kept.clear();
        kept.push_str(text);
        kept
    });
}

/// Prints attributes. One of these belongs to each thread.
pub(crate) struct AttrPrinter<'a> {
    pub(crate) ctx: &'a Context,
    pub(crate) types: TypePrinter<'a>,
    pub(crate) aliases: &'a Aliases,
    pub(crate) details: Details,
    /// How long a text grows before no further attribute is written; what is shared is written each time, so that an
    /// attribute without aliases may be exponentially longer than it is large.
    pub(crate) most: usize,
    /// How many attributes whose texts are kept are being written, each in the one before.
    depth: usize,
    texts: DirectMappedCache<Attr, String>,
}

/// The mnemonic and the word of an enumeration's attribute, `<dim x>`.
fn word_of_enumeration(body: &str) -> Option<(&str, &str)> {
    let (mnemonic, word) = body.strip_prefix('<')?.strip_suffix('>')?.split_once(' ')?;
    let is_word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (is_word(mnemonic) && is_word(word)).then_some((mnemonic, word))
}

impl<'a> AttrPrinter<'a> {
    pub(crate) fn new(ctx: &'a Context, aliases: &'a Aliases, details: Details) -> Self {
        AttrPrinter {
            ctx,
            types: TypePrinter::new(ctx, aliases),
            aliases,
            details,
            most: usize::MAX,
            depth: 0,
            texts: DirectMappedCache::new(LATELY),
        }
    }

    /// Appends an attribute whole, or its alias.
    pub(crate) fn write(&mut self, out: &mut String, attr: Attr) {
        self.write_as(out, attr, TypeOf::Written);
    }

    /// Appends an attribute, or its alias.
    pub(crate) fn write_as(&mut self, out: &mut String, attr: Attr, type_of: TypeOf) {
        if let Some(alias) = self.aliases.of_attr(attr) {
            alias.push(out);
            return;
        }
        if out.len() > self.most {
            return;
        }
        // Only what has contents is worth keeping; its text is the same with and without its type.
        let keep = match self.ctx.attr_data(attr) {
            AttrData::Array(items) => items.len() > 1,
            AttrData::Dictionary(_) | AttrData::Llvm { .. } | AttrData::Opaque { ty: None, .. } => true,
            _ => false,
        };
        if !keep {
            return self.render(out, attr, type_of);
        }
        if let Some(text) = self.texts.get(&attr) {
            out.push_str(text);
            return;
        }
        let start = out.len();
        self.depth += 1;
        self.render(out, attr, type_of);
        self.depth -= 1;
        let text = &out[start..];
        if is_kept(text, self.depth) {
            keep_text(&mut self.texts, attr, text);
        }
    }

    /// Appends an alias's definition: the attribute spelled out at the top.
    pub(crate) fn write_definition(&mut self, out: &mut String, attr: Attr) {
        self.render(out, attr, TypeOf::Written);
    }

    /// Appends an attribute inside a shaped type.
    pub(crate) fn write_in_type(&mut self, out: &mut String, attr: Attr, type_of: TypeOf) {
        self.write_as(out, attr, type_of);
    }

    /// Appends `: type`, with a space before.
    fn colon_type(&mut self, out: &mut String, ty: Type) {
        out.push_str(" : ");
        self.types.write(out, ty);
    }

    fn colon_type_unless_left(&mut self, out: &mut String, ty: Type, type_of: TypeOf) {
        if type_of != TypeOf::Left {
            self.colon_type(out, ty);
        }
    }

    fn render(&mut self, out: &mut String, attr: Attr, type_of: TypeOf) {
        let ctx = self.ctx;
        match ctx.attr_data(attr) {
            AttrData::Unit => out.push_str("unit"),
            AttrData::Integer { ty, value } => self.integer(out, *ty, *value, type_of),
            AttrData::BigInteger { ty, value } => {
                out.push_str(&decimal::to_string(value));
                self.colon_type_unless_left(out, *ty, type_of);
            }
            AttrData::Float { ty, bits } => self.float(out, *ty, bits.get(), type_of),
            AttrData::String { value, ty } => {
                push_quoted(out, ctx.bytes(*value));
                if let Some(ty) = ty {
                    self.colon_type_unless_left(out, *ty, type_of);
                }
            }
            AttrData::Type(ty) => self.types.write(out, *ty),
            AttrData::Array(items) => self.array(out, items),
            AttrData::Dictionary(entries) => self.dictionary(out, entries),
            AttrData::SymbolRef { root, nested } => {
                push_symbol(out, ctx.bytes(*root));
                for name in nested {
                    out.push_str("::");
                    push_symbol(out, ctx.bytes(*name));
                }
            }
            AttrData::Dense { .. } | AttrData::DenseStrings { .. } | AttrData::Sparse { .. } => {
                self.elements(out, attr, type_of);
            }
            AttrData::DenseArray { element, values } => self.dense_array(out, *element, values),
            AttrData::DenseResource { key, ty } => {
                out.push_str("dense_resource<");
                push_keyword_or_string(out, ctx.bytes(*key));
                out.push('>');
                self.colon_type_unless_left(out, *ty, type_of);
            }
            AttrData::Affine(text) => push_ascii(out, ctx.bytes(*text)),
            AttrData::StridedLayout(strided) => {
                match self.aliases.release.is_some_and(|release| release < Release::V16) {
                    true => push_strided_map(out, strided),
                    false => push_strided(out, strided),
                }
            }
            AttrData::Distinct { id, referenced } => self.distinct(out, attr, *id, *referenced),
            AttrData::Llvm { kind, params } => self.llvm(out, *kind, params),
            AttrData::DataLayout { kind, entries } => self.layout(out, *kind, entries),
            AttrData::Opaque { dialect, body, ty } => {
                self.opaque(out, *dialect, *body);
                if let Some(ty) = ty {
                    self.colon_type_unless_left(out, *ty, type_of);
                }
            }
            AttrData::Location(location) => {
                let pretty = self.details.pretty_locations;
                out.push_str(if pretty { "" } else { "loc(" });
                self.location(out, location);
                out.push_str(if pretty { "" } else { ")" });
            }
        }
    }

    fn opaque(&self, out: &mut String, dialect: Str, body: Str) {
        out.push('#');
        push_ascii(out, self.ctx.bytes(dialect));
        let body = self.ctx.text(body);
        match word_of_enumeration(&body).filter(|_| self.aliases.release >= Some(WORDS_IN_BRACKETS)) {
            Some((mnemonic, word)) => out.extend([".", mnemonic, "<", word, ">"]),
            None => opaque_body(out, &body),
        }
    }

    fn array(&mut self, out: &mut String, items: &[Attr]) {
        out.push('[');
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_as(out, item, TypeOf::Implied);
        }
        out.push(']');
    }

    fn dictionary(&mut self, out: &mut String, entries: &[(Str, Attr)]) {
        out.push('{');
        for (i, &(key, value)) in entries.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.entry(out, key, value);
        }
        out.push('}');
    }

    /// Appends what follows the mnemonic of an attribute of another dialect; another one whole.
    pub(crate) fn opaque_slot(&mut self, out: &mut String, attr: Attr, mnemonic: &str) {
        let body = match self.ctx.attr_data(attr) {
            AttrData::Opaque { body, .. } => {
                let body = self.ctx.bytes(*body);
                let inside = body.strip_prefix(b"<").and_then(|body| body.strip_suffix(b">"));
                inside.unwrap_or(body).strip_prefix(mnemonic.as_bytes())
            }
            _ => None,
        };
        match body {
            Some(body) => push_ascii(out, body),
            None => self.write(out, attr),
        }
    }

    /// Appends the word in `#dialect<mnemonic word>`; another attribute whole.
    pub(crate) fn opaque_word(&mut self, out: &mut String, attr: Attr, mnemonic: &str) {
        let word = match self.ctx.attr_data(attr) {
            AttrData::Opaque { body, .. } => {
                let inside = self.ctx.bytes(*body).strip_prefix(b"<").and_then(|body| body.strip_suffix(b">"));
                inside.and_then(|body| body.strip_prefix(mnemonic.as_bytes())).and_then(|body| body.strip_prefix(b" "))
            }
            _ => None,
        };
        match word {
            Some(word) => push_ascii(out, word),
            None => self.write(out, attr),
        }
    }

    /// Appends `key = value`, or the key alone for a unit.
    pub(crate) fn entry(&mut self, out: &mut String, key: Str, value: Attr) {
        push_keyword_or_string(out, self.ctx.bytes(key));
        if value != attrs::UNIT {
            out.push_str(" = ");
            self.write(out, value);
        }
    }

    fn integer(&mut self, out: &mut String, ty: Type, value: i64, type_of: TypeOf) {
        if ty == well_known::I1 {
            out.push_str(if value == 0 { "false" } else { "true" });
            return;
        }
        match self.ctx.type_data(ty) {
            TypeData::Integer { signedness: Signedness::Unsigned, .. } => push_int(out, value as u64),
            _ => push_int(out, value),
        }
        if type_of == TypeOf::Written || type_of == TypeOf::Implied && ty != well_known::I64 {
            self.colon_type(out, ty);
        }
    }

    fn float(&mut self, out: &mut String, ty: Type, bits: u128, type_of: TypeOf) {
        let kind = match self.ctx.type_data(ty) {
            TypeData::Float(kind) => *kind,
            _ => FloatKind::F64,
        };
        let hexadecimal = push_float(out, kind, bits, self.details.long_floats_as_bits);
        let implied = kind == FloatKind::F64 && !hexadecimal;
        if type_of == TypeOf::Written || type_of == TypeOf::Implied && !implied {
            let as_f128 = kind == FloatKind::PpcF128 && self.details.double_doubles_as_f128;
            self.colon_type(out, if as_f128 { self.ctx.float_type(FloatKind::F128) } else { ty });
        }
    }

    fn distinct(&mut self, out: &mut String, attr: Attr, id: u32, referenced: Attr) {
        out.push_str("distinct[");
        push_int(out, self.aliases.distinct.get(&attr).copied().unwrap_or(id));
        out.push_str("]<");
        if referenced != attrs::UNIT {
            self.write(out, referenced);
        }
        out.push('>');
    }

    fn dense_array(&mut self, out: &mut String, element: Type, values: &[i64]) {
        // `[: i32 1, 2]` up to MLIR 15.
        if self.aliases.release.is_some_and(|release| release < Release::V16) {
            out.push_str("[:");
            self.types.write(out, element);
            out.push(' ');
            self.dense_array_values(out, element, values);
            return out.push(']');
        }
        out.push_str("array<");
        self.types.write(out, element);
        if !values.is_empty() {
            out.push_str(": ");
            self.dense_array_values(out, element, values);
        }
        out.push('>');
    }

    /// Appends the values of an `array<...>` with commas between.
    pub(crate) fn dense_array_values(&mut self, out: &mut String, element: Type, values: &[i64]) {
        let float = match self.ctx.type_data(element) {
            TypeData::Float(kind) => Some(*kind),
            _ => None,
        };
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            match float {
                Some(kind) => {
                    push_float(out, kind, u128::from(value as u64), self.details.long_floats_as_bits);
                }
                None if element == well_known::I1 => out.push_str(if value == 0 { "false" } else { "true" }),
                None => push_int(out, value),
            }
        }
    }

    /// Appends `#dlti.dl_spec<i32 = 1, "a" = 2>`.
    fn layout(&mut self, out: &mut String, kind: LayoutKind, entries: &[(Attr, Attr)]) {
        out.push_str("#dlti.");
        out.push_str(kind.mnemonic());
        out.push('<');
        for (i, &(key, value)) in entries.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write(out, key);
            out.push_str(" = ");
            self.write(out, value);
        }
        out.push('>');
    }

    /// The type of elements that are left out: there are more than the limit, and not all are equal.
    fn elided(&self, attr: Attr) -> Option<Type> {
        let limit = self.details.elide_above?;
        let ty = match self.ctx.attr_data(attr) {
            AttrData::Dense { ty, splat: false, .. } => *ty,
            AttrData::Sparse { ty, indices, values } => {
                return [*indices, *values].into_iter().find_map(|part| self.elided(part)).map(|_| *ty);
            }
            AttrData::DenseStrings { ty, values } if values.len() != 1 => *ty,
            _ => return None,
        };
        (self.element_count(ty)? > limit as u64).then_some(ty)
    }

    /// The number of elements of a vector or tensor.
    fn element_count(&self, ty: Type) -> Option<u64> {
        let (TypeData::Vector { dims, .. } | TypeData::Tensor { dims: Some(dims), .. }) = self.ctx.type_data(ty) else {
            return None;
        };
        Some(dims.iter().fold(1_u64, |n, dim| n.saturating_mul(dim.size.unwrap_or(1))))
    }

    fn elements(&mut self, out: &mut String, attr: Attr, type_of: TypeOf) {
        let ctx = self.ctx;
        if let Some(ty) = self.elided(attr) {
            out.push_str("dense_resource<__elided__>");
            return self.colon_type_unless_left(out, ty, type_of);
        }
        match ctx.attr_data(attr) {
            AttrData::Sparse { ty, indices, values } => {
                out.push_str("sparse<");
                let none = matches!(ctx.attr_data(*indices), AttrData::Dense { data, .. } if data.is_empty());
                if !none {
                    self.places(out, *indices, *values);
                    out.push_str(", ");
                    self.bare_elements(out, *values, self.details);
                }
                out.push('>');
                self.colon_type_unless_left(out, *ty, type_of);
            }
            AttrData::Dense { ty, .. } | AttrData::DenseStrings { ty, .. } => {
                out.push_str("dense<");
                self.bare_elements(out, attr, self.details);
                out.push('>');
                self.colon_type_unless_left(out, *ty, type_of);
            }
            _ => self.render(out, attr, type_of),
        }
    }

    /// Appends the places of a sparse attribute's values, which are always numbers. Upstream writes places that are all equal as one,
    /// of which no parser makes several, so that each is written where the values are not equal, too.
    fn places(&self, out: &mut String, indices: Attr, values: Attr) {
        let details = Details { hex_above: usize::MAX, ..self.details };
        let AttrData::Dense { ty, data, splat } = self.ctx.attr_data(indices) else { return };
        let (is_one, of_values) = match self.ctx.attr_data(values) {
            AttrData::Dense { ty, splat, .. } => (*splat, self.element_count(*ty)),
            AttrData::DenseStrings { ty, values } => (values.len() == 1, self.element_count(*ty)),
            _ => (true, None),
        };
        // Not more places than there are values, each of them with at most so many numbers as a shape has.
        let count =
            self.element_count(*ty).filter(|count| of_values.is_some_and(|values| *count <= values.saturating_mul(64)));
        match count.and_then(|count| usize::try_from(count).ok()) {
            Some(count) if *splat && !is_one => {
                dense::push_elements(out, self.ctx, *ty, &data.repeat(count), false, details);
            }
            _ => dense::push_elements(out, self.ctx, *ty, data, *splat, details),
        }
    }

    /// Appends what is between `dense<` and `>`.
    fn bare_elements(&mut self, out: &mut String, attr: Attr, details: Details) {
        match self.ctx.attr_data(attr) {
            AttrData::Dense { ty, data, splat } => {
                dense::push_elements(out, self.ctx, *ty, data, *splat, details);
            }
            AttrData::DenseStrings { ty, values } => dense::push_strings(out, self.ctx, *ty, values),
            _ => self.write(out, attr),
        }
    }
}

fn push_strided(out: &mut String, strided: &StridedLayout) {
    let push = |out: &mut String, value: Option<i64>| match value {
        Some(value) => push_int(out, value),
        None => out.push('?'),
    };
    out.push_str("strided<[");
    for (i, &stride) in strided.strides.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        push(out, stride);
    }
    out.push(']');
    if strided.offset != Some(0) {
        out.push_str(", offset: ");
        push(out, strided.offset);
    }
    out.push('>');
}

/// Appends the map that stands for a strided layout up to MLIR 15: `affine_map<(d0, d1)[s0] -> (d0 * 4 + s0 + d1)>`.
fn push_strided_map(out: &mut String, strided: &StridedLayout) {
    let mut symbols = 0;
    let mut sum = String::new();
    let mut factor = |value: Option<i64>| {
        value.map_or_else(
            || {
                symbols += 1;
                format!("s{}", symbols - 1)
            },
            |value| value.to_string(),
        )
    };
    if strided.offset != Some(0) {
        sum = factor(strided.offset);
    }
    for (i, &stride) in strided.strides.iter().enumerate() {
        let plus = if sum.is_empty() { "" } else { " + " };
        sum = match stride {
            Some(1) => format!("{sum}{plus}d{i}"),
            _ => format!("{sum}{plus}d{i} * {}", factor(stride)),
        };
    }
    let names = |letter: char, count: usize| (0..count).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(", ");
    out.push_str(&format!("affine_map<({})", names('d', strided.strides.len())));
    if symbols > 0 {
        out.push_str(&format!("[{}]", names('s', symbols)));
    }
    let sum = if sum.is_empty() { "0" } else { &sum };
    out.push_str(&format!(" -> ({sum})>"));
}
