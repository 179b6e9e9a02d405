//! Attributes with others in place of those inside them.

use rustc_hash::FxHashMap;

use super::{AttrData, Location};
use crate::context::{Attr, Context};

/// Puts attributes in place of others, wherever they stand inside an attribute. Each attribute is looked at once.
///
/// ```
/// use irtrip_dialect::attributes::AttrReplacer;
/// let ctx = irtrip_dialect::Context::new();
/// let (f, g) = (ctx.symbol_ref(ctx.str("f")), ctx.symbol_ref(ctx.str("g")));
/// let mut replacer = AttrReplacer::new(&ctx, |attr| (attr == f).then_some(g));
/// assert_eq!(replacer.replaced(ctx.array(&[f, g])), ctx.array(&[g, g]));
/// ```
pub struct AttrReplacer<'c, F> {
    ctx: &'c Context,
    replace: F,
    done: FxHashMap<Attr, Attr>,
}

impl<'c, F: FnMut(Attr) -> Option<Attr>> AttrReplacer<'c, F> {
    /// A replacer; `replace` returns the attribute that stands in place of another, if one does. It is not asked of what is
    /// inside one that is replaced.
    pub fn new(ctx: &'c Context, replace: F) -> AttrReplacer<'c, F> {
        AttrReplacer { ctx, replace, done: FxHashMap::default() }
    }

    /// What stands in place of an attribute: itself, where nothing in it is replaced.
    pub fn replaced(&mut self, attr: Attr) -> Attr {
        if let Some(&done) = self.done.get(&attr) {
            return done;
        }
        let new = (self.replace)(attr);
        let new = new.unwrap_or_else(|| map_inside(self.ctx, attr, &mut |inner| self.replaced(inner)));
        self.done.insert(attr, new);
        new
    }
}

/// An attribute with others in place of those right inside it; `replaced` returns each.
///
/// ```
/// use irtrip_dialect::attributes::{map_inside, well_known::UNIT};
/// let ctx = irtrip_dialect::Context::new();
/// let f = ctx.symbol_ref(ctx.str("f"));
/// assert_eq!(map_inside(&ctx, ctx.array(&[f]), &mut |_| UNIT), ctx.array(&[UNIT]));
/// ```
pub fn map_inside(ctx: &Context, attr: Attr, replaced: &mut dyn FnMut(Attr) -> Attr) -> Attr {
    let data = match ctx.attr_data(attr) {
        AttrData::Array(items) => AttrData::Array(items.iter().map(|item| replaced(*item)).collect()),
        AttrData::Dictionary(entries) => {
            AttrData::Dictionary(entries.iter().map(|(key, value)| (*key, replaced(*value))).collect())
        }
        AttrData::Llvm { kind, params } => {
            AttrData::Llvm { kind: *kind, params: params.iter().map(|param| param.map(&mut *replaced)).collect() }
        }
        AttrData::DataLayout { kind, entries } => {
            let entries = entries.iter().map(|(key, value)| (*key, replaced(*value))).collect();
            AttrData::DataLayout { kind: *kind, entries }
        }
        AttrData::Distinct { id, referenced } => AttrData::Distinct { id: *id, referenced: replaced(*referenced) },
        AttrData::Location(location) => AttrData::Location(map_inside_location(location, replaced)),
        AttrData::Unit
        | AttrData::Integer { .. }
        | AttrData::BigInteger { .. }
        | AttrData::Float { .. }
        | AttrData::String { .. }
        | AttrData::Type(_)
        | AttrData::SymbolRef { .. }
        | AttrData::Dense { .. }
        | AttrData::DenseStrings { .. }
        | AttrData::Sparse { .. }
        | AttrData::DenseArray { .. }
        | AttrData::DenseResource { .. }
        | AttrData::Affine(_)
        | AttrData::StridedLayout(_)
        | AttrData::Opaque { .. } => return attr,
    };
    if data == *ctx.attr_data(attr) { attr } else { ctx.attr(data) }
}

fn map_inside_location(location: &Location, replaced: &mut dyn FnMut(Attr) -> Attr) -> Location {
    match location {
        Location::Name { name, child } => Location::Name { name: *name, child: replaced(*child) },
        Location::CallSite { callee, caller } => {
            Location::CallSite { callee: replaced(*callee), caller: replaced(*caller) }
        }
        Location::Fused { metadata, locations } => Location::Fused {
            metadata: metadata.map(&mut *replaced),
            locations: locations.iter().map(|location| replaced(*location)).collect(),
        },
        other => other.clone(),
    }
}
