//! What the pointers of an intrinsic point to, in releases whose pointers name that.
//!
//! `pointees.txt` has a line for each pointer that is neither one to `i8` nor one to whatever the call passes: the name
//! without `llvm.` and without the types of one that is overloaded, the place of the argument or `r` for the result,
//! and what it points to: a type (`v16i32` is a vector of 16 `i32`), or the result (`r0`) or the argument (`a1`) whose
//! type it is, with `*` before it where it is the type of that one's elements. Its source is `Intrinsics.td` of LLVM
//! 14, as `llvm-tblgen-14 --dump-json` prints the records; no later release has these types, so that nothing changes it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::context::{Context, Type};
use crate::types::{TypeData, well_known};

/// The pointers of an intrinsic: place, and what it points to.
type Row = (&'static str, &'static str);

/// The lines of the table, by name.
fn rows(name: &str) -> Option<&'static [Row]> {
    static ROWS: OnceLock<FxHashMap<&'static str, Vec<Row>>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        let mut rows: FxHashMap<&'static str, Vec<Row>> = FxHashMap::default();
        for line in include_str!("pointees.txt").lines() {
            let mut words = line.split(' ');
            if let (Some(name), Some(place), Some(pointee)) = (words.next(), words.next(), words.next()) {
                rows.entry(name).or_default().push((place, pointee));
            }
        }
        rows
    });
    let mut name = name;
    loop {
        if let Some(found) = rows.get(name) {
            return Some(found);
        }
        name = name.rsplit_once('.')?.0;
    }
}

/// The type of an intrinsic where pointers name what they point to, by its type where they do not.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::typed_signature, types::well_known::{I32, PTR}};
/// let ctx = Context::new();
/// let ty = ctx.llvm_function_type(I32, &[PTR], false);
/// let typed = ctx.llvm_function_type(I32, &[ctx.typed_pointer_type(I32, 0)], false);
/// assert_eq!(typed_signature(&ctx, "llvm.nvvm.ldg.global.i.i32.p0", ty), typed);
/// assert_eq!(typed_signature(&ctx, "llvm.va_start", ty), ty);
/// ```
pub fn typed_signature(ctx: &Context, name: &str, ty: Type) -> Type {
    let Some(rows) = name.strip_prefix("llvm.").and_then(rows) else { return ty };
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return ty };
    let (mut typed_result, mut typed_params) = (*result, params.to_vec());
    for (place, pointee) in rows {
        let Some(pointee) = pointee_type(ctx, pointee, *result, params) else { continue };
        let slot = match *place {
            "r" => Some(&mut typed_result),
            place => place.parse().ok().and_then(|place: usize| typed_params.get_mut(place)),
        };
        if let Some(slot) = slot
            && let Some(space) = ctx.pointer_space(ctx.scalar_type(*slot))
        {
            *slot = ctx.with_scalar_type(*slot, ctx.typed_pointer_type(pointee, space));
        }
    }
    ctx.llvm_function_type(typed_result, &typed_params, *vararg)
}

/// What a word of the table says is pointed to.
fn pointee_type(ctx: &Context, word: &str, result: Type, params: &[Type]) -> Option<Type> {
    if let Some(of) = word.strip_prefix('*') {
        return pointee_type(ctx, of, result, params).map(|ty| ctx.scalar_type(ty));
    }
    match (word.as_bytes(), word.get(1..)?) {
        (b"ptr", _) => Some(well_known::PTR),
        (b"{}", _) => Some(ctx.literal_struct(false, &[])),
        ([b'i', ..], width) => width.parse().ok().map(|width| ctx.int_type(width)),
        ([b'v', ..], rest) => {
            let (length, width) = rest.split_once('i')?;
            Some(ctx.vector_type(length.parse().ok()?, false, ctx.int_type(width.parse().ok()?)))
        }
        ([b'a', ..], place) => params.get(place.parse::<usize>().ok()?).copied(),
        ([b'r', ..], place) => match ctx.struct_elements(result) {
            Some((_, elements)) => elements.get(place.parse::<usize>().ok()?).copied(),
            None => Some(result),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_names_a_type_or_a_place() {
        let ctx = Context::new();
        let vector = ctx.vector_type(4, false, well_known::I32);
        for line in include_str!("pointees.txt").lines() {
            let word = line.rsplit(' ').next().unwrap_or_default();
            assert!(pointee_type(&ctx, word, vector, &[vector; 8]).is_some(), "{line}");
        }
    }
}
