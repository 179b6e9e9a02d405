//! The order of types.

use crate::assembler::merge::map_parts;
use crate::error::Result;
use crate::types::{NamedStruct, Type, TypeId, Types};

/// Types that were seen, in order.
#[derive(Debug)]
pub(super) struct TypeEnumerator<'p> {
    types: &'p Types<'static>,
    numbers: Vec<Number>,
    order: Vec<TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Unseen,
    /// A struct with a name whose parts come first.
    Begun,
    Is(u32),
}

impl<'p> TypeEnumerator<'p> {
    pub fn new(types: &'p Types<'static>) -> TypeEnumerator<'p> {
        TypeEnumerator { types, numbers: vec![Number::Unseen; types.count()], order: Vec::new() }
    }

    /// The number of a type.
    pub fn number(&self, ty: TypeId) -> TypeId {
        match self.numbers.get(ty.0 as usize) {
            Some(Number::Is(number)) => TypeId(*number),
            _ => TypeId::default(),
        }
    }

    /// The types by number.
    pub fn order(&self) -> &[TypeId] {
        &self.order
    }

    pub fn numbers(&self) -> Vec<TypeId> {
        (0..self.numbers.len() as u32).map(|ty| self.number(TypeId(ty))).collect()
    }

    /// Adds a type after its parts, if it is in the module.
    pub fn enumerate_type(&mut self, ty: &Type) {
        if let Some(id) = self.types.find(ty) {
            self.enumerate(id);
        }
    }

    /// Adds a type after its parts.
    pub fn enumerate(&mut self, id: TypeId) {
        let place = id.0 as usize;
        if self.numbers.get(place) != Some(&Number::Unseen) {
            return;
        }
        let types = self.types;
        let ty = types.get(id);
        match ty {
            Type::Named(number) => {
                self.numbers[place] = Number::Begun;
                let body = types.structs().get(*number as usize).and_then(|named| named.body.as_ref());
                for element in body.iter().flat_map(|body| body.1.iter()) {
                    self.enumerate(*element);
                }
            }
            Type::Pointer(Some(part), _) | Type::Array(_, part) | Type::Vector { element: part, .. } => {
                self.enumerate(*part);
            }
            Type::Struct { elements, .. } => elements.iter().for_each(|element| self.enumerate(*element)),
            Type::Function { result, params, .. } => {
                self.enumerate(*result);
                params.iter().for_each(|param| self.enumerate(*param));
            }
            Type::Target { types, .. } => types.iter().for_each(|ty| self.enumerate(*ty)),
            _ => {}
        }
        // A part may have led to it.
        if matches!(self.numbers.get(place), Some(Number::Is(_))) {
            return;
        }
        self.numbers[place] = Number::Is(self.order.len() as u32);
        self.order.push(id);
    }

    /// The table.
    pub fn finish(&self) -> Result<Types<'static>> {
        let mut structs: Vec<NamedStruct> = Vec::new();
        let number = |ty| self.number(ty);
        let types = self.order.iter().map(|id| match self.types.get(*id) {
            Type::Named(place) => {
                if let Some(named) = self.types.structs().get(*place as usize) {
                    let body = named.body.as_ref();
                    let body =
                        body.map(|(packed, elements)| (*packed, elements.iter().map(|ty| number(*ty)).collect()));
                    structs.push(NamedStruct { body, ..named.clone() });
                }
                Type::Named(structs.len() as u32 - 1)
            }
            ty => map_parts(ty, &number),
        });
        let types = types.collect();
        let mut types = Types::new(types, structs)?;
        types.set_typed(self.types.has_typed_pointers_in_module());
        Ok(types)
    }
}
