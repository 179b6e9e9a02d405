//! Attributes of dialects with named parameters that have defaults: `#nvvm.target<O = 3, chip = "sm_90">`. MLIR, "Defining
//! Dialect Attributes and Types", "Assembly Format", `struct`.

use std::borrow::Cow;

use crate::attributes::AttrData;
use crate::context::{Attr, Context};

/// An attribute of a dialect whose parameters may be left out. It is kept as text, as upstream prints it: in the order of the
/// parameters, without those that have their default.
#[derive(Debug)]
pub struct StructAttribute {
    /// The mnemonic: `target`.
    pub mnemonic: &'static str,
    /// What upstream's messages call the attribute.
    pub class: &'static str,
    /// The parameters, in the order in which they are printed.
    pub fields: &'static [StructField],
    /// What is wrong with the values, a slot each for the parameters in their order; `None` where nothing is.
    pub fault: fn(&Context, &[Option<Attr>]) -> Option<&'static str>,
}

/// A parameter.
#[derive(Debug)]
pub struct StructField {
    /// Its name.
    pub name: &'static str,
    /// What it is, and its default.
    pub kind: StructFieldKind,
    /// The type that upstream's messages name.
    pub ty: &'static str,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug)]
pub enum StructFieldKind {
    /// A number of 32 bits.
    Int(i64),
    /// `true` or `false`
    Bool(bool),
    /// A string.
    Str(&'static str),
    /// A dictionary, or nothing.
    Dictionary,
    /// An array, or nothing.
    Array,
}

impl StructFieldKind {
    /// Whether a value is the one that is not written.
    pub fn is_default(self, ctx: &Context, value: Attr) -> bool {
        match self {
            StructFieldKind::Int(default) => ctx.int_value(value) == Some(default),
            StructFieldKind::Bool(default) => ctx.int_value(value) == Some(default.into()),
            StructFieldKind::Str(default) => {
                ctx.string_value(value).is_some_and(|text| ctx.bytes(text) == default.as_bytes())
            }
            StructFieldKind::Dictionary | StructFieldKind::Array => false,
        }
    }
}

/// The parameters that the text of such an attribute has, with their values as they are spelled.
///
/// ```
/// use irtrip_dialect::struct_attribute::written_fields;
/// use irtrip_dialect::Context;
/// let ctx = Context::new();
/// let target = ctx.opaque_attr("nvvm", "target<chip = \"sm_90\", flags = {a = \",\", b}>");
/// let fields: Vec<_> = written_fields(&ctx, target).collect();
/// assert_eq!(fields, [("chip", "\"sm_90\""), ("flags", "{a = \",\", b}")]);
/// ```
pub fn written_fields(ctx: &Context, attr: Attr) -> impl Iterator<Item = (&str, &str)> {
    let text = match ctx.attr_data(attr) {
        AttrData::Opaque { body, .. } => std::str::from_utf8(ctx.bytes(*body)).unwrap_or_default(),
        _ => "",
    };
    let inside = text.split_once('<').and_then(|(_, inside)| inside.strip_suffix('>')).unwrap_or_default();
    let mut rest = inside;
    std::iter::from_fn(move || {
        let (name, value) = rest.split_once(" = ")?;
        let (value, after) = value.split_at(end_of_value(value));
        rest = after.strip_prefix(", ").unwrap_or_default();
        Some((name, value))
    })
}

/// The parameters that the text of an attribute has between its brackets.
///
/// ```
/// let text = "object<#nvvm.target, properties = {O = 2 : i32}, kernels = #k<(i32, i32) -> ()>, bin = \"a,b\">";
/// let parameters: Vec<_> = irtrip_dialect::struct_attribute::written_parameters(text).collect();
/// assert_eq!(parameters, ["#nvvm.target", "properties = {O = 2 : i32}", "kernels = #k<(i32, i32) -> ()>", "bin = \"a,b\""]);
/// ```
pub fn written_parameters(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.find(['<', '{']).and_then(|open| text.get(open + 1..text.len() - 1)).unwrap_or_default();
    let mut rest = Some(inside).filter(|inside| !inside.trim().is_empty());
    std::iter::from_fn(move || {
        let (parameter, after) = rest?.split_at(end_of_value(rest?));
        rest = after.strip_prefix(',');
        Some(parameter.trim())
    })
}

/// The bytes of a string from between its quotes: `\n`, `\t`, `\\`, `\"` and `\XX` are escapes; `None` for others.
///
/// ```
/// assert_eq!(irtrip_dialect::struct_attribute::unescape("a\\00\\n").as_deref(), Some(&b"a\0\n"[..]));
/// ```
pub fn unescape(raw: &str) -> Option<Cow<'_, [u8]>> {
    let bytes = raw.as_bytes();
    let Some(first) = memchr::memchr(b'\\', bytes) else { return Some(bytes.into()) };
    let (before, rest) = bytes.split_at(first);
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(before);
    let mut rest = rest.iter();
    while let Some(&byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match *rest.next()? {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            c @ (b'\\' | b'"') => out.push(c),
            high => {
                let value = |digit: u8| char::from(digit).to_digit(16);
                let byte = value(high)? * 16 + value(*rest.next()?)?;
                out.push(byte as u8);
            }
        }
    }
    Some(out.into())
}

/// Where the comma after a value is, which is in no string and in no brackets.
fn end_of_value(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut before = 0;
    for (at, byte) in text.bytes().enumerate() {
        let before = std::mem::replace(&mut before, byte);
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' | b'<' | b'(' => depth += 1,
            // The end of an arrow is no bracket.
            b'>' if before == b'-' => {}
            b'}' | b']' | b'>' | b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
