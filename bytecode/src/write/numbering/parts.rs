//! What is written of operations but for their operands, results and regions. Operations of one name with the same attributes and
//! as many operands in each group have it in common.

use irtrip_dialect::ops::generic_form::{GenericForm, NamedAttrs};
use irtrip_dialect::{Attr, Body, Op, OpName, OpNameDefinition, Str, names};
use smallvec::SmallVec;

use crate::properties::{Encoding, Property, is_registered, layouts, properties};

use super::{NameIndex, Numbering};

/// What operations have in common.
#[derive(Debug)]
pub struct Parts {
    /// The name in the file.
    pub name: NameIndex,
    /// The dictionary.
    pub dictionary: Attr,
    /// The properties.
    pub properties: Properties,
    /// The attributes among the properties, in order.
    pub attributes: Box<[Attr]>,
}

/// The properties of an operation.
#[derive(Debug)]
pub enum Properties {
    /// It has none, or they are in the dictionary.
    None,
    /// One attribute, of an operation without a definition.
    Attribute(Attr),
    /// By the definition.
    Native(Box<[(Str, Attr)]>),
}

/// What the parts of an operation follow from: its name, its attributes, and how many operands it and each successor have.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct PartsKey {
    name: OpName,
    attrs: Attr,
    operands: SmallVec<[u32; 4]>,
}

impl PartsKey {
    fn of(body: &Body, op: Op) -> PartsKey {
        let passed = body.successors(op).iter().map(|successor| body.successor_args(successor).len() as u32);
        let operands = std::iter::once(body.operands(op).len() as u32).chain(passed).collect();
        PartsKey { name: body.name(op), attrs: body.attrs(op), operands }
    }
}

impl Numbering<'_> {
    /// The place of an operation's parts, which are made where no operation before had the same.
    pub(super) fn parts_of(&mut self, body: &Body, op: Op) -> usize {
        if self.form.is_some() {
            // What the release has of an operation follows from more.
            return self.add_parts(body, op);
        }
        let key = PartsKey::of(body, op);
        if let Some(&place) = self.known_parts.get(&key) {
            return place;
        }
        let place = self.add_parts(body, op);
        self.known_parts.insert(key, place);
        place
    }

    fn add_parts(&mut self, body: &Body, op: Op) -> usize {
        let (ctx, name) = (self.ctx, body.name(op));
        let (release, version) = (self.release(), self.version);
        let order = || match release {
            Some(_) => layouts(ctx, name, version, release).into_iter().next().unwrap_or_default(),
            None => properties(ctx, name, version),
        };
        self.orders.entry(name).or_insert_with(order);
        let (dictionary, properties) = self.dictionary_and_properties(body, op);
        let attributes: Box<[Attr]> = match &properties {
            Properties::None => Box::new([]),
            Properties::Attribute(attr) => Box::new([*attr]),
            Properties::Native(entries) => {
                let is_attribute = |property: &&Property| {
                    matches!(property.encoding, Encoding::Attribute | Encoding::OptionalAttribute)
                };
                let order = self.order(name).iter().filter(is_attribute);
                order.filter_map(|property| entries.iter().find(|entry| entry.0 == property.key)).map(|e| e.1).collect()
            }
        };
        let name = self.name_index(body, op);
        self.parts.push(Parts { name, dictionary, properties, attributes });
        self.parts.len() - 1
    }

    /// The dictionary and the properties of an operation.
    fn dictionary_and_properties(&self, body: &Body, op: Op) -> (Attr, Properties) {
        let (ctx, name) = (self.ctx, body.name(op));
        if let Some(form) = self.form.as_ref().filter(|form| form.is_one_dictionary(body, op)) {
            return (ctx.dictionary(&form.attributes(body, op)), Properties::None);
        }
        let form = GenericForm::new(ctx, body, op);
        let entries = ctx.entries(body.attrs(op));
        let order = self.order(name);
        let is_discardable = |(key, _): &(Str, Attr)| match &self.form {
            // The release's operation may not have what the model's has.
            Some(of_release) => {
                !order.iter().any(|own| own.key == *key) && !of_release.is_in_properties(body, op, *key)
            }
            None => !form.is_inherent(*key),
        };
        let properties = || match &self.form {
            Some(of_release) => {
                let mut properties = of_release.properties(body, op);
                let is_later =
                    |(key, _): &&(Str, Attr)| !form.is_inherent(*key) && order.iter().any(|own| own.key == *key);
                properties.extend(entries.iter().filter(is_later).copied());
                properties
            }
            None => form.properties(),
        };
        let (mut discardable, properties): (NamedAttrs, NamedAttrs) = match name.def() {
            Some(_) if !order.is_empty() => (entries.iter().copied().filter(is_discardable).collect(), properties()),
            _ => {
                let apart = entries.iter().find(|entry| entry.0 == names::PROPERTIES).map(|entry| entry.1);
                let mut rest: NamedAttrs = entries.iter().copied().filter(|e| e.0 != names::PROPERTIES).collect();
                form.add_segments(&mut rest);
                if order.is_empty() {
                    let properties = apart.filter(|_| self.version.has_properties());
                    let properties = properties.map_or(Properties::None, Properties::Attribute);
                    return (self.dictionary(body, op, &rest), properties);
                }
                // Text of releases that had no properties has them among the others.
                let is_property = |&(key, _): &(Str, Attr)| order.iter().any(|property| property.key == key);
                let (mut properties, rest): (NamedAttrs, NamedAttrs) = rest.into_iter().partition(is_property);
                properties.extend(apart.map(|apart| ctx.entries(apart)).unwrap_or_default().iter().copied());
                (rest, properties)
            }
        };
        if self.version.has_properties() {
            let dictionary = self.dictionary(body, op, &discardable);
            let properties = match is_registered(ctx, name) {
                true => Properties::Native(properties.into_vec().into()),
                false => Properties::Attribute(ctx.dictionary(&properties)),
            };
            return (dictionary, properties);
        }
        // Upstream's writer leaves out of the dictionary what is no attribute.
        let is_attribute = |&&(key, _): &&(Str, Attr)| {
            let property = order.iter().find(|property| property.key == key);
            property.is_some_and(|property| {
                matches!(property.encoding, Encoding::Attribute | Encoding::OptionalAttribute | Encoding::Sizes(_))
            })
        };
        discardable.extend(properties.iter().filter(is_attribute).copied());
        (ctx.dictionary(&discardable), Properties::None)
    }

    /// The dictionary of an operation's attributes of which these are left.
    fn dictionary(&self, body: &Body, op: Op, rest: &[(Str, Attr)]) -> Attr {
        let attrs = body.attrs(op);
        if *rest == *self.ctx.entries(attrs) { attrs } else { self.ctx.dictionary(rest) }
    }
}
