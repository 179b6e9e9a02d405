//! The structs that a module's text names, as the context has them: LangRef, "Structure Type".

use irtrip_dialect::types::struct_name;
use irtrip_dialect::{Context, Str, StructBody, Type, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::llvm_text::cursor::Name;

/// A struct that a module's text names.
pub(super) struct NamedStruct<'n, 'a> {
    pub name: &'n Name<'a>,
    pub ty: Type,
    /// Where its body starts, and where its definition ends.
    pub start: usize,
    pub end: usize,
    /// Its body, until the type has it.
    pub body: Option<StructBody>,
}

/// Gives the structs that another module of the context has with another body, or with a struct in it that is given another
/// name, the names that LLVM gives them where it reads the second module; whether there are any.
pub(super) fn renamed(ctx: &Context, structs: &mut [NamedStruct]) -> bool {
    let is_known = |known: &NamedStruct| ctx.struct_body(known.ty).is_some();
    if !structs.iter().any(is_known) {
        return false;
    }
    let others = others(ctx, structs);
    let mut own: FxHashSet<Type> = structs.iter().map(|known| known.ty).collect();
    let (mut number, mut any) = (0usize, false);
    for known in structs.iter_mut().filter(|known| is_known(known)) {
        let mut is_taken = others.contains(&known.ty);
        any |= is_taken;
        // A name that LLVM gave, and let go of for the struct of the context, counts.
        number += usize::from(!is_taken);
        while is_taken {
            let name = match known.name {
                Name::Number(_) => number.to_string().into_bytes(),
                Name::Named(name) => [&struct_name(name)[..], format!(".{number}").as_bytes()].concat(),
            };
            known.ty = ctx.identified_struct(ctx.byte_str(&name));
            is_taken = ctx.struct_body(known.ty).is_some() || !own.insert(known.ty);
            number += 1;
        }
    }
    any
}

/// The types that have another body in the context, or have such a type in them.
fn others(ctx: &Context, structs: &[NamedStruct]) -> FxHashSet<Type> {
    let bodies: FxHashMap<Type, &StructBody> =
        structs.iter().filter_map(|known| Some((known.ty, known.body.as_ref()?))).collect();
    let (mut others, mut met) = (FxHashSet::default(), FxHashSet::default());
    let mut stack: Vec<(Type, bool)> = structs.iter().map(|known| (known.ty, false)).collect();
    while let Some((ty, are_elements_known)) = stack.pop() {
        let elements: &[Type] = match (ctx.type_data(ty), bodies.get(&ty)) {
            (TypeData::Array { element, .. }, _) => std::slice::from_ref(element),
            (TypeData::LiteralStruct { elements, .. }, _) => elements,
            (_, Some(StructBody::Elements { elements, .. })) => elements,
            (_, Some(StructBody::Opaque)) => &[],
            (_, None) => continue,
        };
        if are_elements_known {
            let own = bodies.get(&ty).zip(ctx.struct_body(ty)).is_some_and(|(own, other)| *own != other);
            if own || elements.iter().any(|element| others.contains(element)) {
                others.insert(ty);
            }
        } else if met.insert(ty) {
            stack.push((ty, true));
            stack.extend(elements.iter().map(|element| (*element, false)));
        }
    }
    others
}

/// An identified struct that consists of itself: its name, and where its definition ends.
pub(super) fn recursive(ctx: &Context, structs: &[NamedStruct]) -> Option<(Str, usize)> {
    let ends: FxHashMap<Type, usize> = structs.iter().map(|known| (known.ty, known.end)).collect();
    // Types on the way are `false`, those that were left `true`.
    let mut state: FxHashMap<Type, bool> = FxHashMap::default();
    for root in structs {
        let mut stack = vec![(root.ty, false)];
        while let Some((ty, left)) = stack.pop() {
            if left {
                state.insert(ty, true);
                continue;
            }
            let elements: &[Type] = match ctx.type_data(ty) {
                TypeData::Array { element, .. } => std::slice::from_ref(element),
                TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                    ctx.struct_elements(ty).map(|s| s.1).unwrap_or_default()
                }
                _ => continue,
            };
            if let TypeData::IdentifiedStruct { name, .. } = ctx.type_data(ty)
                && state.get(&ty) == Some(&false)
            {
                return Some((*name, ends.get(&ty).copied().unwrap_or(0)));
            }
            if state.contains_key(&ty) {
                continue;
            }
            state.insert(ty, false);
            stack.push((ty, true));
            stack.extend(elements.iter().map(|element| (*element, false)));
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use irtrip_dialect::types::well_known as types;

    use super::*;
    use crate::{ImportOptions, import};

    #[test]
    fn a_struct_with_another_body_has_another_name() {
        let ctx = Context::new();
        let read = |text: &str| import(&ctx, text, &ImportOptions::default()).unwrap();
        read("%S = type { i8 }\n%T = type { i32 }\n@a = external global %T\n@s = external global %S\n");
        read("%S = type { i8 }\n%T = type { i64 }\n%U = type { %T, %S }\n@b = external global %U\n");
        let named = |name: &str| ctx.identified_struct(ctx.str(name));
        let elements = |name: &str| ctx.struct_elements(named(name)).unwrap().1.to_vec();
        assert_eq!(elements("T"), [types::I32]);
        assert_eq!(ctx.struct_body(named("S.0")), None);
        let other = *elements("U").first().unwrap();
        assert_ne!(other, named("T"));
        assert_eq!(ctx.struct_elements(other).unwrap().1, [types::I64]);
        assert_eq!(elements("U").last(), Some(&named("S")));
    }
}
