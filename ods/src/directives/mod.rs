//! `custom<Name>` directives: what upstream has code for in declarative formats.
//!
//! A directive is an object made of its arguments in the format. [`find`] knows them by name.

mod indices;

use irtrip_dialect::assembly::{CustomDirective, DirectiveParser, Parsed};
use irtrip_dialect::ops::Place;
use irtrip_dialect::{Attr, Context, Str};

use crate::table::Enumeration;
use crate::{gpu, openmp};

/// The arguments of a directive in a format.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// An operand group with its name.
    Operand(u8, &'static str),
    /// The types of a group.
    Types(Place),
    /// An attribute, with the words it may hold where it is an enumeration.
    Attribute(&'static str, Option<&'static Enumeration>),
    /// A region.
    Region(u8),
    /// What another element writes.
    Reference(&'static str),
    /// Text.
    Text(&'static str),
}

/// A directive where it stands in a format.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// The attributes among them.
    pub written: &'static [&'static str],
    /// As the format has it.
    pub description: &'static str,
}

impl Custom {
    /// The operand group at a place among the operand groups.
    pub(crate) fn operand(&self, place: usize) -> Option<u8> {
        let groups = self.arguments.iter().filter_map(|argument| match argument {
            Argument::Operand(group, _) => Some(*group),
            _ => None,
        });
        groups.clone().nth(place)
    }

    /// The operand group of a name.
    pub(crate) fn operand_named(&self, name: &str) -> Option<u8> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Operand(group, own) if *own == name => Some(*group),
            _ => None,
        })
    }

    /// The attribute at a place among the attributes.
    pub(crate) fn attribute(&self, place: usize) -> Option<&'static str> {
        self.written.get(place).copied()
    }

    /// Whether an attribute is among the arguments.
    pub(crate) fn has_attribute(&self, name: &str) -> bool {
        self.written.contains(&name)
    }

    /// The words of an attribute.
    pub(crate) fn words_of(&self, attribute: &str) -> Option<&'static Enumeration> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Attribute(name, words) if *name == attribute => *words,
            _ => None,
        })
    }

    /// The region.
    pub(crate) fn region(&self) -> Option<u8> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Region(region) => Some(*region),
            _ => None,
        })
    }
}

/// The directive of a name; `None` for one that is not known, or has other arguments.
pub fn find(name: &str, custom: Custom) -> Option<&'static dyn CustomDirective> {
    indices::find(name, custom).or_else(|| gpu::directive(name, custom)).or_else(|| openmp::directive(name, custom))
}

/// A directive that stays.
pub(crate) fn stays(directive: impl CustomDirective + 'static) -> Option<&'static dyn CustomDirective> {
    Some(Box::leak(Box::new(directive)))
}

/// The spelling of an enumeration's attribute.
pub(crate) fn words_in<'c>(ctx: &'c Context, enumeration: &Enumeration, attr: Attr) -> Option<&'c str> {
    match ctx.attr_data(attr) {
        irtrip_dialect::AttrData::Opaque { body, .. } => {
            enumeration.words_in(std::str::from_utf8(ctx.bytes(*body)).ok()?)
        }
        _ => None,
    }
}

/// Reads a word of an enumeration that is here, and makes its attribute.
///
/// # Errors
/// The word is none of the enumeration's.
pub(crate) fn parse_word(parser: &mut dyn DirectiveParser<'_>, dialect: &str, words: &Enumeration) -> Parsed<Attr> {
    let position = parser.position();
    match parser.keyword() {
        Some(word) if words.words.contains(&word) => Ok(parser.context().opaque_attr(dialect, &words.body(word))),
        Some(word) => {
            let code = irtrip_dialect::diagnostic::ParseCode::InvalidClause(word.to_owned());
            Err(parser.error_at(position, code))
        }
        None => Err(parser.expected("valid keyword")),
    }
}

/// The handle of an attribute's name.
pub(crate) fn key(ctx: &Context, name: &str) -> Str {
    ctx.str(name)
}
