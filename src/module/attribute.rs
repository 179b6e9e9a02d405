//! Attributes by their values.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::types::well_known::I64;
use irtrip_dialect::{Attr, Context, Type};

/// A value that an attribute can hold.
pub trait AttributeValue: Sized {
    /// The value of an attribute, where it is of this type.
    fn from_attribute(ctx: &Context, attr: Attr) -> Option<Self>;

    /// The attribute; `None` where the value is that no attribute is there.
    fn to_attribute(&self, ctx: &Context) -> Option<Attr>;
}

/// An integer; as an attribute of its own it is an `i64`.
impl AttributeValue for i64 {
    fn from_attribute(ctx: &Context, attr: Attr) -> Option<i64> {
        ctx.int_value(attr)
    }

    fn to_attribute(&self, ctx: &Context) -> Option<Attr> {
        Some(ctx.int_attr(I64, *self))
    }
}

/// A flag: `unit`, or no attribute.
impl AttributeValue for bool {
    fn from_attribute(_: &Context, attr: Attr) -> Option<bool> {
        (attr == UNIT).then_some(true)
    }

    fn to_attribute(&self, _: &Context) -> Option<Attr> {
        self.then_some(UNIT)
    }
}

/// A string, or the name of a symbol; as an attribute of its own it is a string.
impl AttributeValue for String {
    fn from_attribute(ctx: &Context, attr: Attr) -> Option<String> {
        let text = ctx.string_value(attr).or_else(|| ctx.symbol_value(attr))?;
        Some(ctx.text(text).into_owned())
    }

    fn to_attribute(&self, ctx: &Context) -> Option<Attr> {
        Some(ctx.string_attr(self))
    }
}

impl AttributeValue for Type {
    fn from_attribute(ctx: &Context, attr: Attr) -> Option<Type> {
        ctx.type_value(attr)
    }

    fn to_attribute(&self, ctx: &Context) -> Option<Attr> {
        Some(ctx.type_attr(*self))
    }
}

/// Any attribute as it is.
impl AttributeValue for Attr {
    fn from_attribute(_: &Context, attr: Attr) -> Option<Attr> {
        Some(attr)
    }

    fn to_attribute(&self, _: &Context) -> Option<Attr> {
        Some(*self)
    }
}
