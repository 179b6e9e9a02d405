//! Attributes of dialects with named parameters that have defaults: `#nvvm.target<O = 3, chip = "sm_90">`. MLIR, "Defining
//! Dialect Attributes and Types", "Assembly Format", `struct`.

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
/// let target = ctx.foreign_attr("nvvm", "target<chip = \"sm_90\", flags = {a = \",\", b}>");
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
        let (value, behind) = value.split_at(end_of_value(value));
        rest = behind.strip_prefix(", ").unwrap_or_default();
        Some((name, value))
    })
}

/// Where the comma after a value is, which is in no string and in no brackets.
fn end_of_value(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' | b'<' | b'(' => depth += 1,
            b'}' | b']' | b'>' | b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
