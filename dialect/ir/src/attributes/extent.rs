//! The extent of an attribute or a type: of how many parts the text is that spells it out, and how deep they nest.
//!
//! What is shared is stored once, but written each time: forty aliases of which each has the one before it twice stand
//! for a text of 2^40 parts.

use rustc_hash::FxHashMap;

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Type};
use crate::types::TypeData;

/// How large the text of an attribute or a type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The attributes and types in the text, each as often as it is written; at most `u64::MAX`.
    pub parts: u64,
    /// How many of them are around the innermost one.
    pub depth: usize,
}

impl Extent {
    const NAME: Extent = Extent { parts: 1, depth: 0 };

    /// Makes room for a part within.
    fn add(&mut self, inner: Extent) {
        self.parts = self.parts.saturating_add(inner.parts);
        self.depth = self.depth.max(inner.depth + 1);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Attr(Attr),
    Type(Type),
}

/// Counts extents, those of a part once. Attributes of the LLVM dialect, locations and distinct attributes, which have
/// aliases in what is printed, and identified structs, which have names, count as one part each.
///
/// ```
/// use irtrip_dialect::attributes::extent::Extents;
/// use irtrip_dialect::{Context, attributes::well_known::UNIT};
/// let ctx = Context::new();
/// let shared = (0..100).fold(UNIT, |inner, _| ctx.array(&[inner, inner]));
/// let extent = Extents::new(&ctx).of_attr(shared);
/// assert_eq!((extent.parts, extent.depth), (u64::MAX, 100));
/// ```
pub struct Extents<'c> {
    ctx: &'c Context,
    known: FxHashMap<Part, Extent>,
}

impl<'c> Extents<'c> {
    /// Nothing is counted yet.
    pub fn new(ctx: &'c Context) -> Extents<'c> {
        Extents { ctx, known: FxHashMap::default() }
    }

    /// The extent of an attribute.
    pub fn of_attr(&mut self, attr: Attr) -> Extent {
        self.of(Part::Attr(attr))
    }

    /// The extent of a type.
    pub fn of_type(&mut self, ty: Type) -> Extent {
        self.of(Part::Type(ty))
    }

    fn of(&mut self, whole: Part) -> Extent {
        // Nothing bounds how deeply parts nest: the stack is explicit.
        let mut inner = Vec::new();
        parts_within(self.ctx, whole, &mut inner);
        if inner.is_empty() {
            return Extent::NAME;
        }
        let mut work = vec![whole];
        while let Some(&part) = work.last() {
            if self.known.contains_key(&part) {
                work.pop();
                continue;
            }
            inner.clear();
            parts_within(self.ctx, part, &mut inner);
            let before = work.len();
            let mut extent = Extent::NAME;
            for &within in &inner {
                match self.known.get(&within) {
                    Some(&known) => extent.add(known),
                    None => work.push(within),
                }
            }
            if work.len() == before {
                self.known.insert(part, extent);
                work.pop();
            }
        }
        self.known.get(&whole).copied().unwrap_or(Extent::NAME)
    }
}

/// What is written within a part.
fn parts_within(ctx: &Context, part: Part, within: &mut Vec<Part>) {
    let attr = match part {
        Part::Attr(attr) => attr,
        Part::Type(ty) => {
            match ctx.type_data(ty) {
                TypeData::IdentifiedStruct { .. } => return,
                TypeData::MemRef { layout, space, .. } => {
                    within.extend([*layout, *space].into_iter().flatten().map(Part::Attr))
                }
                TypeData::Tensor { encoding, .. } => within.extend(encoding.map(Part::Attr)),
                _ => {}
            }
            return ctx.for_each_element(ty, |element| within.push(Part::Type(element)));
        }
    };
    match ctx.attr_data(attr) {
        AttrData::Array(items) => within.extend(items.iter().copied().map(Part::Attr)),
        AttrData::Dictionary(entries) => within.extend(entries.iter().map(|entry| Part::Attr(entry.1))),
        AttrData::DataLayout { entries, .. } => {
            within.extend(entries.iter().flat_map(|entry| [entry.0, entry.1]).map(Part::Attr));
        }
        AttrData::Sparse { ty, indices, values } => {
            within.extend([Part::Type(*ty), Part::Attr(*indices), Part::Attr(*values)]);
        }
        AttrData::Type(ty) => within.push(Part::Type(*ty)),
        AttrData::Dense { .. }
        | AttrData::DenseStrings { .. }
        | AttrData::DenseResource { .. }
        | AttrData::Integer { .. }
        | AttrData::BigInteger { .. }
        | AttrData::Float { .. }
        | AttrData::String { .. }
        | AttrData::Opaque { .. } => within.extend(ctx.attr_type(attr).map(Part::Type)),
        AttrData::Unit
        | AttrData::SymbolRef { .. }
        | AttrData::DenseArray { .. }
        | AttrData::Affine(_)
        | AttrData::StridedLayout(_)
        | AttrData::Distinct { .. }
        | AttrData::Llvm { .. }
        | AttrData::Location(_) => {}
    }
}
