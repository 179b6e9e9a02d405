//! The attributes that LLVM adds to each intrinsic's declaration.
//!
//! A declaration has these attributes whatever attributes are written on it, and an implicit declaration is made with
//! them. A line of the table has the attributes of the function, of the result, and of each parameter up to the last
//! that has any, with `; ` between them. The spelling is LLVM's, but a range has no type, since that is the value's
//! type, and an alignment is in brackets.

use super::{Table, lookup_intrinsic, overload_types};
use crate::attribute_set::{AttributeItem, AttributeSet};
use crate::context::{Context, Str, Type};
use crate::llvm_attributes::{AttributeText, AttributeValue, by_llvm};
use crate::release::Release;
use crate::types::TypeData;

/// Attributes of the declarations of intrinsics that not all releases add, each with the first that does.
static GIVEN_SINCE: [(&str, Release); 4] =
    [("nocallback", Release::V15), ("nofree", Release::V12), ("nosync", Release::V12), ("willreturn", Release::V10)];

/// The first release that adds a function attribute to intrinsics, where older ones do not.
///
/// ```
/// use irtrip_dialect::{intrinsics::given_since, release::Release};
/// assert!(given_since("nocallback") == Some(Release::V15) && given_since("nounwind").is_none());
/// ```
pub fn given_since(attribute: &str) -> Option<Release> {
    GIVEN_SINCE.iter().find(|row| row.0 == attribute).map(|row| row.1)
}

/// Attributes of which an intrinsic may have others today than in an older release.
static CHANGED: [&str; 9] =
    ["cold", "convergent", "memory", "nocallback", "noduplicate", "noreturn", "nounwind", "speculatable", "willreturn"];

/// Attributes that intrinsics have together with `willreturn`, if at all, and that passes add to every declaration.
static OF_DEFAULT: [&str; 2] = ["nofree", "nosync"];

/// Takes from the attributes of a declared intrinsic in bitcode those that its release cannot have given it: compilers and passes
/// have added them, and LLVM's readers do not heed them. `name` is with or without types; that of no intrinsic leaves all.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::retain_given, attribute_set::{AttributeSet, AttributeItem}, llvm_attributes::by_llvm};
/// let (ctx, mut set) = (Context::new(), AttributeSet::new());
/// for attribute in ["mustprogress", "nofree", "nounwind", "willreturn"] {
///     by_llvm(attribute).into_iter().for_each(|row| set.push(&ctx, AttributeItem::Flag(row.0 as u8)));
/// }
/// retain_given("llvm.memcpy", &mut set);
/// let left: Vec<&str> = set.items().iter().filter_map(|item| Some(item.row()?.llvm)).collect();
/// assert_eq!(left, ["nofree", "nounwind", "willreturn"]);
/// ```
pub fn retain_given(name: &str, set: &mut AttributeSet) {
    if lookup_intrinsic(name.as_bytes()).is_none() {
        return;
    }
    let is_default = set.items().iter().any(|item| item.row().is_some_and(|row| row.llvm == "willreturn"));
    let lacks_default = has_word(name, 0, "willreturn") && !is_default;
    set.retain(|item| {
        item.row().is_some_and(|row| match row.llvm {
            word if OF_DEFAULT.contains(&word) => has_word(name, 0, word) && !lacks_default,
            word => has_word(name, 0, word) || CHANGED.contains(&word),
        })
    });
}

/// The attributes of an intrinsic's declaration.
#[derive(Clone, Debug, Default)]
pub struct IntrinsicAttributes {
    /// The function's.
    pub function: AttributeSet,
    /// The result's.
    pub result: AttributeSet,
    /// The parameters', as far as the last that has any.
    pub parameters: Vec<AttributeSet>,
}

/// The attributes of the intrinsic with a full name, types and all, and a function type; `None` where no intrinsic has
/// both.
pub fn intrinsic_attributes(ctx: &Context, name: &str, ty: Type) -> Option<IntrinsicAttributes> {
    let known = lookup_intrinsic(name.as_bytes())?;
    // A declaration that is the intrinsic's by its name only is left alone.
    overload_types(ctx, &known, ty)?;
    let text = Table::get().attributes.get(known.attributes)?;
    let (result, params) = match ctx.type_data(ty) {
        TypeData::LlvmFunction { result, params, .. } => (Some(*result), &params[..]),
        _ => (None, &[][..]),
    };
    let types = [None, result].into_iter().chain(params.iter().map(|p| Some(*p))).chain(std::iter::repeat(None));
    let mut sets = text.split(';').zip(types).map(|(set, ty)| attribute_set(ctx, set, ty));
    let (function, result) = (sets.next().unwrap_or_default(), sets.next().unwrap_or_default());
    Some(IntrinsicAttributes { function, result, parameters: sets.collect() })
}

/// A parameter of an intrinsic that must be given a number: `immarg`. LangRef, "Parameter Attributes".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImmediateParameter {
    /// Its place.
    pub place: usize,
    /// The least number that it accepts, and the first one after these.
    pub range: Option<(i64, i64)>,
}

impl ImmediateParameter {
    /// Whether the parameter accepts a number.
    pub fn accepts(self, number: i64) -> bool {
        self.range.is_none_or(|(low, high)| (low..high).contains(&number))
    }
}

/// The parameters of an intrinsic that must be given a number.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::immediate_parameters};
/// let ctx = Context::new();
/// let (void, pointer, i32) = (irtrip_dialect::types::well_known::VOID, ctx.ptr_type(0), ctx.int_type(32));
/// let ty = ctx.llvm_function_type(void, &[pointer, i32, i32, i32], false);
/// let found = immediate_parameters(&ctx, ctx.str("llvm.prefetch.p0"), ty);
/// assert_eq!(found.iter().map(|parameter| parameter.place).collect::<Vec<_>>(), [1, 2, 3]);
/// ```
pub fn immediate_parameters(ctx: &Context, name: Str, ty: Type) -> Vec<ImmediateParameter> {
    let name = std::str::from_utf8(ctx.bytes(name)).unwrap_or_default();
    let known = lookup_intrinsic(name.as_bytes()).filter(|known| overload_types(ctx, known, ty).is_some());
    let text = known.and_then(|known| Table::get().attributes.get(known.attributes)).copied().unwrap_or_default();
    let parameter = |(place, words): (usize, &str)| {
        let range = words.split_once("range(").and_then(|(_, rest)| rest.split_once(')')?.0.split_once(','));
        let range = range.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        words.split(' ').any(|word| word == "immarg").then_some(ImmediateParameter { place, range })
    };
    text.split(';').skip(2).enumerate().filter_map(parameter).collect()
}

/// Whether the table has for an intrinsic, by its name with or without types, a word. `place` is that of a set in its line:
/// the function's, the result's, and those of the parameters.
fn has_word(name: &str, place: usize, word: &str) -> bool {
    let text = lookup_intrinsic(name.as_bytes()).and_then(|known| Table::get().attributes.get(known.attributes));
    let set = text.and_then(|text| text.split(';').nth(place)).unwrap_or_default();
    set.split(' ').any(|own| own == word)
}

/// Whether LLVM says of an intrinsic that it accesses no memory.
///
/// ```
/// use irtrip_dialect::intrinsics::accesses_no_memory;
/// assert!(accesses_no_memory("llvm.fabs.f32") && !accesses_no_memory("llvm.memset"));
/// ```
pub fn accesses_no_memory(name: &str) -> bool {
    has_word(name, 0, "memory(none)")
}

/// Whether LLVM says of an intrinsic that it keeps nothing of a pointer, the argument at `place`.
///
/// ```
/// use irtrip_dialect::intrinsics::captures_nothing;
/// assert!(captures_nothing("llvm.memcpy", 1) && !captures_nothing("llvm.launder.invariant.group", 0));
/// ```
pub fn captures_nothing(name: &str, place: usize) -> bool {
    has_word(name, place.saturating_add(2), "captures(none)")
}

/// The attributes of a value of a type, or of the function, in the table's spelling.
fn attribute_set(ctx: &Context, text: &str, ty: Option<Type>) -> AttributeSet {
    let mut set = AttributeSet::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = match (rest.find(' '), rest.find('(')) {
            (Some(space), Some(open)) if open < space => rest.find(')').map_or(rest.len(), |close| close + 1),
            (Some(space), _) => space,
            (None, _) => rest.len(),
        };
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        let (name, value) = word.strip_suffix(')').and_then(|w| w.split_once('(')).unwrap_or((word, ""));
        if let Some((place, row)) = by_llvm(name) {
            let place = place as u8;
            set.push(
                ctx,
                match row.value {
                    AttributeValue::None => AttributeItem::Flag(place),
                    AttributeValue::Text(AttributeText::Range) => match range(ctx, value, ty) {
                        Some(text) => AttributeItem::Text(place, ctx.str(&text)),
                        None => continue,
                    },
                    AttributeValue::Int => match value.parse() {
                        Ok(value) => AttributeItem::Int(place, value),
                        Err(_) => continue,
                    },
                    _ => AttributeItem::Text(place, ctx.str(value)),
                },
            );
        }
    }
    set
}

/// `-1,2` as the bounds of a range of integers of a type, or of a vector's elements.
fn range(ctx: &Context, bounds: &str, ty: Option<Type>) -> Option<String> {
    let width = ctx.int_width(ctx.scalar_type(ty?)).filter(|w| *w > 0)?;
    let (lower, upper) = bounds.split_once(',')?;
    let wrapped = |bound: &str| {
        bound.parse::<i64>().ok().map(|n| n << 64u32.saturating_sub(width) >> 64u32.saturating_sub(width))
    };
    Some(format!("i{width} {}, {}", wrapped(lower)?, wrapped(upper)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::well_known as types;

    #[test]
    fn every_word_of_the_table_is_an_attribute() {
        let ctx = Context::new();
        for text in &Table::get().attributes {
            let words: usize = text
                .split(';')
                .map(|set| {
                    let mut depth = 0;
                    let spaces = set.trim().chars().filter(|c| {
                        depth += i32::from(*c == '(') - i32::from(*c == ')');
                        *c == ' ' && depth == 0
                    });
                    if set.trim().is_empty() { 0 } else { spaces.count() + 1 }
                })
                .sum();
            let read = text.split(';').map(|set| attribute_set(&ctx, set, Some(types::I32)).items().len());
            assert_eq!(read.sum::<usize>(), words, "{text}");
        }
    }

    #[test]
    fn what_is_no_intrinsic_by_its_type_has_no_attributes() {
        let ctx = Context::new();
        let of = |param| {
            intrinsic_attributes(&ctx, "llvm.lifetime.start.p0", ctx.llvm_function_type(types::VOID, &[param], false))
        };
        assert!(of(types::PTR).is_some());
        assert!(of(types::I64).is_none());
    }

    #[test]
    fn types_in_a_name_do_not_matter() {
        let ctx = Context::new();
        let params = [types::PTR, types::PTR, types::I32, types::I1];
        let ty = ctx.llvm_function_type(types::VOID, &params, false);
        let found = intrinsic_attributes(&ctx, "llvm.memcpy.p0.p0.i32", ty).unwrap_or_default();
        assert_eq!(found.parameters.len(), 4);
        assert!(intrinsic_attributes(&ctx, "llvm.no.such.intrinsic", types::VOID).is_none());
    }
}
