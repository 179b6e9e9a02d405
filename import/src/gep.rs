//! The indices of `getelementptr`: which are static, and where they lead. LangRef, "getelementptr".

use smallvec::SmallVec;

use irtrip_dialect::{Context, Type, TypeData};

/// The marker of an index that is an operand in `rawConstantIndices`.
pub(crate) const DYNAMIC: i32 = i32::MIN;

/// A walk along indices.
pub(crate) struct Path {
    current: Option<Type>,
    result: Type,
    raw: SmallVec<[i32; 8]>,
    /// The places of the indices of structs that are vectors whose elements are equal.
    splats: SmallVec<[i32; 2]>,
}

impl Path {
    /// A walk from a pointer, or vector of pointers, to elements of type `element`.
    pub fn new(element: Type, base: Type) -> Path {
        Path { current: Some(element), result: base, raw: SmallVec::new(), splats: SmallVec::new() }
    }

    /// Steps along an index of a type; `known` is its value if it is a constant. Whether that was valid.
    pub fn step(&mut self, ctx: &Context, index: Type, known: Option<i64>) -> bool {
        let scalar = ctx.scalar_type(index);
        if ctx.int_width(scalar).is_none() {
            return false;
        }
        if let (TypeData::Vector { dims, .. }, TypeData::Pointer { .. }) =
            (ctx.type_data(index), ctx.type_data(self.result))
        {
            let (dims, element) = (dims.clone(), self.result);
            self.result = ctx.ty(TypeData::Vector { dims, element });
        }
        if self.raw.is_empty() {
            self.raw.push(DYNAMIC);
            return true;
        }
        let Some(current) = self.current else { return false };
        match ctx.type_data(current) {
            TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                let Some(field) = known.and_then(|k| i32::try_from(k).ok()) else { return false };
                if scalar != index {
                    self.splats.push(self.raw.len() as i32);
                }
                self.current = u64::try_from(field).ok().and_then(|f| ctx.element_at(current, f));
                self.raw.push(field);
            }
            _ => {
                self.current = ctx.element_at(current, 0);
                self.raw.push(DYNAMIC);
            }
        }
        self.current.is_some()
    }

    /// Whether the last index is an operand.
    pub fn last_is_dynamic(&self) -> bool {
        self.raw.last() == Some(&DYNAMIC)
    }

    /// The places of the indices of structs that are vectors whose elements are equal. Upstream's form has the number
    /// alone.
    pub fn splats(&self) -> &[i32] {
        &self.splats
    }

    /// `rawConstantIndices`
    pub fn raw(&self) -> &[i32] {
        &self.raw
    }

    /// The type of the address: a pointer, or a vector of pointers where the base or an index is a vector.
    pub fn result(&self) -> Type {
        self.result
    }
}
