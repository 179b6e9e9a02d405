//! The indices of `getelementptr`: which are static, and where they lead. LangRef, "getelementptr".

use smallvec::SmallVec;

use irtrip_dialect::diagnostic::ImportCode;
use irtrip_dialect::ops::llvm::DYNAMIC_INDEX;
use irtrip_dialect::{Context, Type, TypeData};

/// The marker of an index that is an operand in `rawConstantIndices`.
pub(crate) const DYNAMIC: i32 = DYNAMIC_INDEX as i32;

/// Why an index leads nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrongIndex {
    NotAnInteger,
    Length,
    Nowhere,
}

impl WrongIndex {
    /// Its code.
    pub fn code(self) -> ImportCode {
        match self {
            WrongIndex::NotAnInteger => ImportCode::GepIndex,
            WrongIndex::Length => ImportCode::GepIndexLength,
            WrongIndex::Nowhere => ImportCode::GepIndices,
        }
    }

    /// Whether LLVM reports it at the index, and not at the base.
    pub fn at_index(self) -> bool {
        self != WrongIndex::Nowhere
    }
}

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

    /// Steps along an index of a type; `known` is its value if it is a constant.
    pub fn step(&mut self, ctx: &Context, index: Type, known: Option<i64>) -> Result<(), WrongIndex> {
        let scalar = ctx.scalar_type(index);
        if ctx.int_width(scalar).is_none() {
            return Err(WrongIndex::NotAnInteger);
        }
        if let (TypeData::Vector { dims, .. }, TypeData::Vector { dims: others, .. }) =
            (ctx.type_data(index), ctx.type_data(self.result))
            && dims != others
        {
            return Err(WrongIndex::Length);
        }
        if let (TypeData::Vector { dims, .. }, TypeData::Pointer { .. }) =
            (ctx.type_data(index), ctx.type_data(self.result))
        {
            let (dims, element) = (dims.clone(), self.result);
            self.result = ctx.ty(TypeData::Vector { dims, element });
        }
        if self.raw.is_empty() {
            self.raw.push(DYNAMIC);
            return Ok(());
        }
        let Some(current) = self.current else { return Err(WrongIndex::Nowhere) };
        match ctx.type_data(current) {
            TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                let Some(field) = known.and_then(|k| i32::try_from(k).ok()) else {
                    return Err(WrongIndex::Nowhere);
                };
                if ctx.int_width(scalar) != Some(32) {
                    return Err(WrongIndex::Nowhere);
                }
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
        if self.current.is_some() { Ok(()) } else { Err(WrongIndex::Nowhere) }
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

    /// The type of the element that the indices lead to.
    pub fn element(&self) -> Option<Type> {
        self.current
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
