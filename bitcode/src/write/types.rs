//! The TYPE block.

use super::abbreviations::{C6, F, L, V, array, plain};
use super::{Writer, fault, releases, type_number, type_operand};
use crate::codes::{block, ty as code};
use crate::error::Result;
use crate::types::{NamedStruct, SIMPLE, Type, TypeId};

impl<'w> Writer<'w, '_> {
    pub(super) fn types(&mut self) -> Result<()> {
        let table = self.module.types.declared();
        let number = type_operand(self.scope);
        let release = self.scope.release;
        self.stream.enter(block::TYPE, 4);
        let has_typed = releases::of(releases::TYPED_POINTERS, release, true);
        let has_opaque = releases::of(releases::OPAQUE_POINTERS, release, false);
        let mut abbreviations = Vec::new();
        for (code, abbreviation, is_there) in [
            (code::POINTER, plain(code::POINTER, &[number, L(0)]), has_typed),
            (code::OPAQUE_POINTER, plain(code::OPAQUE_POINTER, &[L(0)]), has_opaque),
            (code::FUNCTION, array(code::FUNCTION, &[F(1)], number), true),
            (code::STRUCT_ANON, array(code::STRUCT_ANON, &[F(1)], number), true),
            (code::STRUCT_NAME, array(code::STRUCT_NAME, &[], C6), true),
            (code::STRUCT_NAMED, array(code::STRUCT_NAMED, &[F(1)], number), true),
            (code::ARRAY, plain(code::ARRAY, &[V(8), number]), true),
        ] {
            if is_there {
                abbreviations.push((code, self.stream.define(abbreviation)));
            }
        }
        let found = |code: u32| abbreviations.iter().find(|(own, _)| *own == code).map(|(_, number)| *number);
        self.stream.record(code::NUMENTRY, &[table.len() as u64], None);
        let mut operands = Vec::new();
        for ty in table {
            operands.clear();
            let name = match ty {
                Type::Named(place) => self.named(*place)?.name.as_deref(),
                Type::Target { name, .. } => Some(&**name),
                _ => None,
            };
            if let Some(name) = name {
                self.text_record(code::STRUCT_NAME, name, found(code::STRUCT_NAME));
            }
            let code = self.type_record(ty, &mut operands)?;
            self.stream.record(code, &operands, found(code));
        }
        self.stream.end();
        Ok(())
    }

    pub(super) fn ty(&self, ty: TypeId) -> Result<u64> {
        type_number(self.module, ty)
    }

    fn push_types(&self, types: &[TypeId], operands: &mut Vec<u64>) -> Result<()> {
        for ty in types {
            operands.push(self.ty(*ty)?);
        }
        Ok(())
    }

    fn named(&self, place: u32) -> Result<&'w NamedStruct> {
        let module = self.module;
        let found = module.types.structs().get(place as usize);
        found.ok_or_else(|| fault(format!("there is no identified struct {place}")))
    }

    /// The code of a type's record, and its operands.
    fn type_record(&self, ty: &Type, operands: &mut Vec<u64>) -> Result<u32> {
        Ok(match ty {
            Type::Integer(width) => {
                operands.push((*width).into());
                code::INTEGER
            }
            Type::Byte(width) => {
                operands.push((*width).into());
                code::BYTE
            }
            Type::Pointer(Some(pointee), space) => {
                operands.extend([self.ty(*pointee)?, (*space).into()]);
                code::POINTER
            }
            Type::Pointer(None, space) => {
                operands.push((*space).into());
                code::OPAQUE_POINTER
            }
            Type::Function { result, params, vararg } => {
                operands.extend([u64::from(*vararg), self.ty(*result)?]);
                self.push_types(params, operands)?;
                code::FUNCTION
            }
            Type::Struct { packed, elements } => {
                operands.push((*packed).into());
                self.push_types(elements, operands)?;
                code::STRUCT_ANON
            }
            Type::Named(place) => match &self.named(*place)?.body {
                Some((packed, elements)) => {
                    operands.push((*packed).into());
                    self.push_types(elements, operands)?;
                    code::STRUCT_NAMED
                }
                None => {
                    operands.push(0);
                    code::OPAQUE
                }
            },
            Type::Array(length, element) => {
                operands.extend([*length, self.ty(*element)?]);
                code::ARRAY
            }
            Type::Vector { length, scalable, element } => {
                operands.extend([*length, self.ty(*element)?]);
                operands.extend(scalable.then_some(1));
                code::VECTOR
            }
            Type::Target { types, ints, .. } => {
                operands.push(types.len() as u64);
                self.push_types(types, operands)?;
                operands.extend(ints.iter().map(|int| u64::from(*int)));
                code::TARGET
            }
            other => SIMPLE.iter().find(|(_, ty)| ty == other).ok_or_else(|| fault("a type has no record"))?.0,
        })
    }
}
