//! What the pointers in a type point to, in addition to the type: `irtrip.pointees`. LangRef of LLVM 14, "Pointer Type".
//!
//! The pointers of a type are those in it, in the order in which they are written; the body of an identified struct is
//! not in it. For each there is `unit`, where it is `ptr` or `i8*`; the type that it points to; or an array of that
//! type, and the same of its pointers where some names what it points to: of `i32**`, `[!llvm.ptr, i32]`.

use super::TypeData;
use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Type};

impl Context {
    /// A type whose pointers do not name what they point to.
    ///
    /// ```
    /// use irtrip_dialect::{Context, types::well_known};
    /// let ctx = Context::new();
    /// let typed = ctx.array_type(2, ctx.typed_pointer_type(well_known::I32, 0));
    /// assert_eq!(ctx.without_pointees(typed), ctx.array_type(2, well_known::PTR));
    /// ```
    pub fn without_pointees(&self, ty: Type) -> Type {
        if !self.has_pointees(ty) {
            return ty;
        }
        self.with_pointers(ty, &mut |pointer| match self.type_data(pointer) {
            TypeData::TypedPointer { address_space, .. } => self.ptr_type(*address_space),
            _ => pointer,
        })
    }

    /// Whether a pointer in a type names what it points to.
    pub fn has_pointees(&self, ty: Type) -> bool {
        match self.type_data(ty) {
            TypeData::TypedPointer { .. } => true,
            TypeData::IdentifiedStruct { .. } => false,
            _ => {
                let mut found = false;
                self.for_each_element(ty, |element| found |= self.has_pointees(element));
                found
            }
        }
    }

    /// What the pointers of a type point to; none where no pointer names that.
    ///
    /// ```
    /// use irtrip_dialect::{Context, types::well_known};
    /// let ctx = Context::new();
    /// let inner = ctx.typed_pointer_type(well_known::I32, 0);
    /// let typed = ctx.literal_struct(false, &[well_known::PTR, ctx.typed_pointer_type(inner, 3)]);
    /// let pointees = ctx.pointees(typed);
    /// assert_eq!(pointees.len(), 2);
    /// assert_eq!(ctx.with_pointees(ctx.without_pointees(typed), &pointees), typed);
    /// assert!(ctx.pointees(well_known::PTR).is_empty());
    /// ```
    pub fn pointees(&self, ty: Type) -> Vec<Attr> {
        let mut found = Vec::new();
        if self.has_pointees(ty) {
            self.with_pointers(ty, &mut |pointer| {
                found.push(match self.type_data(pointer) {
                    TypeData::TypedPointer { pointee, .. } => self.pointee_attr(*pointee),
                    _ => attrs::UNIT,
                });
                pointer
            });
        }
        found
    }

    /// How many pointers are in a type, as [`Context::pointees`] counts them.
    pub fn pointer_count(&self, ty: Type) -> usize {
        let mut count = 0;
        self.with_pointers(ty, &mut |pointer| {
            count += 1;
            pointer
        });
        count
    }

    /// A type that is pointed to, with what its own pointers point to.
    pub fn pointee_attr(&self, pointee: Type) -> Attr {
        let own = self.pointees(pointee);
        let untyped = self.type_attr(self.without_pointees(pointee));
        if own.is_empty() { untyped } else { self.array(&[&[untyped], own.as_slice()].concat()) }
    }

    /// A type whose pointers point to what a list of [`Context::pointees`] says; one too few is `unit`.
    pub fn with_pointees(&self, ty: Type, pointees: &[Attr]) -> Type {
        if pointees.is_empty() {
            return ty;
        }
        let mut pointees = pointees.iter();
        self.with_pointers(ty, &mut |pointer| {
            let pointee = pointees.next().and_then(|attr| self.pointee(*attr));
            match (pointee, self.pointer_space(pointer)) {
                (Some(pointee), Some(space)) => self.typed_pointer_type(pointee, space),
                _ => pointer,
            }
        })
    }

    /// The type that [`Context::pointee_attr`] says.
    pub fn pointee(&self, attr: Attr) -> Option<Type> {
        match self.items(attr).split_first() {
            Some((ty, own)) => Some(self.with_pointees(self.type_value(*ty)?, own)),
            None => self.type_value(attr),
        }
    }

    /// A type with others in place of its pointers, which are visited in the order in which they are written.
    fn with_pointers(&self, ty: Type, with: &mut dyn FnMut(Type) -> Type) -> Type {
        match self.type_data(ty) {
            TypeData::Pointer { .. } | TypeData::TypedPointer { .. } => with(ty),
            TypeData::Vector { element, .. } => self.with_scalar_type(ty, self.with_pointers(*element, with)),
            TypeData::Array { length, element } => self.array_type(*length, self.with_pointers(*element, with)),
            TypeData::LiteralStruct { packed, elements } => {
                self.literal_struct(*packed, &self.list_with_pointers(elements, with))
            }
            TypeData::LlvmFunction { result, params, vararg } => {
                let result = self.with_pointers(*result, with);
                self.llvm_function_type(result, &self.list_with_pointers(params, with), *vararg)
            }
            TypeData::TargetExt { name, types, ints } => {
                let types = self.list_with_pointers(types, with).into();
                self.ty(TypeData::TargetExt { name: *name, types, ints: ints.clone() })
            }
            _ => ty,
        }
    }

    fn list_with_pointers(&self, types: &[Type], with: &mut dyn FnMut(Type) -> Type) -> Vec<Type> {
        types.iter().map(|ty| self.with_pointers(*ty, with)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::well_known;

    #[test]
    fn what_pointers_of_pointers_and_functions_point_to_comes_back() {
        let ctx = Context::new();
        let node = ctx.identified_struct(ctx.str("node"));
        let to = |ty| ctx.typed_pointer_type(ty, 0);
        let function = ctx.llvm_function_type(to(node), &[to(to(to(well_known::I32))), well_known::PTR], true);
        for ty in [to(to(function)), ctx.vector_type(4, false, to(well_known::I1)), ctx.array_type(2, to(function))] {
            assert_eq!(ctx.with_pointees(ctx.without_pointees(ty), &ctx.pointees(ty)), ty);
        }
        assert!(!ctx.has_pointees(node) && ctx.has_pointees(function));
    }
}
