//! The elements of structs, where the text of an older release states what pointers in them point to.

use irtrip_dialect::names::IRTRIP_STRUCT_POINTEES;
use irtrip_dialect::{Attr, Context, Type};
use rustc_hash::FxHashMap;

/// The bodies of identified structs, their pointers typed.
#[derive(Default)]
pub(crate) struct TypedStructs {
    elements: FxHashMap<Type, Box<[Type]>>,
}

impl TypedStructs {
    /// Those of a module with these attributes.
    pub fn of(ctx: &Context, module: Attr) -> TypedStructs {
        let list = ctx.entry(module, IRTRIP_STRUCT_POINTEES).map(|list| ctx.items(list)).unwrap_or_default();
        let typed = list.iter().filter_map(|entry| {
            let (ty, pointees) = ctx.items(*entry).split_first()?;
            let ty = ctx.type_value(*ty)?;
            let (packed, elements) = ctx.struct_elements(ty)?;
            let body = ctx.with_pointees(ctx.literal_struct(packed, elements), pointees);
            Some((ty, ctx.struct_elements(body)?.1.into()))
        });
        TypedStructs { elements: typed.collect() }
    }

    /// As [`Context::struct_elements`].
    pub fn elements<'a>(&'a self, ctx: &'a Context, ty: Type) -> Option<(bool, &'a [Type])> {
        let (packed, elements) = ctx.struct_elements(ty)?;
        Some((packed, self.elements.get(&ty).map_or(elements, |typed| typed)))
    }

    /// As [`Context::element_at`].
    pub fn element_at(&self, ctx: &Context, ty: Type, index: u64) -> Option<Type> {
        match self.elements(ctx, ty) {
            Some((_, elements)) => elements.get(usize::try_from(index).ok()?).copied(),
            None => ctx.element_at(ty, index),
        }
    }

    /// As [`Context::indexed_type`].
    pub fn indexed_type(
        &self,
        ctx: &Context,
        ty: Type,
        indices: impl IntoIterator<Item = Option<u64>>,
    ) -> Option<Type> {
        indices.into_iter().try_fold(ty, |ty, index| match ctx.struct_elements(ty) {
            Some(_) => self.element_at(ctx, ty, index?),
            None => ctx.element_at(ty, 0),
        })
    }
}
