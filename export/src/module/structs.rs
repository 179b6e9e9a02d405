//! The identified structs a module defines, in the order LLVM's writer finds them.

use irtrip_dialect::{Context, Type, TypeData};
use rustc_hash::FxHashSet;

/// Collects identified structs from the types that are met.
pub struct Structs<'a> {
    ctx: &'a Context,
    visited: FxHashSet<Type>,
    /// The identified structs, in order.
    pub found: Vec<Type>,
}

impl<'a> Structs<'a> {
    /// None yet.
    pub fn new(ctx: &'a Context) -> Structs<'a> {
        Structs { ctx, visited: FxHashSet::default(), found: Vec::new() }
    }

    /// Takes a type and the types in it, each before those in it.
    pub fn visit(&mut self, ty: Type) {
        if !self.visited.insert(ty) {
            return;
        }
        let ctx = self.ctx;
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if matches!(ctx.type_data(ty), TypeData::IdentifiedStruct { .. }) {
                self.found.push(ty);
            }
            let start = stack.len();
            for_each_part(ctx, ty, |part| stack.push(part));
            // A part waits to be visited once, at the place of its last mention, as LLVM's own list has it.
            let mut parts = stack.split_off(start);
            parts.reverse();
            for part in parts {
                if self.visited.insert(part) {
                    stack.push(part);
                }
            }
        }
    }
}

fn for_each_part(ctx: &Context, ty: Type, mut visit: impl FnMut(Type)) {
    match ctx.type_data(ty) {
        TypeData::Array { element, .. } | TypeData::Vector { element, .. } => visit(*element),
        TypeData::LlvmFunction { result, params, .. } => {
            visit(*result);
            params.iter().copied().for_each(visit);
        }
        TypeData::TargetExt { types, .. } => types.iter().copied().for_each(visit),
        TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
            if let Some((_, elements)) = ctx.struct_elements(ty) {
                elements.iter().copied().for_each(visit);
            }
        }
        _ => {}
    }
}
