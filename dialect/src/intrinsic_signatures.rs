//! The types of LLVM 22's intrinsics, of every target; LangRef, "Intrinsic Functions".
//!
//! A name alone makes no intrinsic: LLVM takes a declaration for one where its function type fits too. The types that an
//! overloaded intrinsic leaves open are those its full name spells.
//!
//! `intrinsic_signatures.txt` has a line a signature: the result's type, then the parameters', in words of which some
//! take the type behind them. `i32`, `float` and their kin are themselves, `p3` is a pointer of address space 3;
//! `v4 T` and `nxv4 T` are vectors, `struct2 T T` is a literal struct; `...` ends those of variadic functions. `any0`,
//! `anyint0`, `anyfloat0`, `anyvector0` and `anyptr0` are the first of the types that are left open; the others speak of
//! one by its number: `match0` is that type, `extended0` and `truncated0` have integers of twice and half the width,
//! `element0` is its element, `part0/2` a vector of half as many elements, `halved0` and `quartered0` are vectors of twice
//! and four times as many elements of half and a quarter the width, `bits0` has integers for its elements,
//! `shape0 T` is a vector as long as it, and `pointers0/1`, which is itself left open, one of pointers.

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::context::{Context, Type};
use crate::intrinsic_names::IntrinsicName;
use crate::types::{FloatKind, TypeData, well_known as types};

const TEXT: &str = include_str!("intrinsic_signatures.txt");

/// The types an overloaded intrinsic leaves open.
pub type Overloads = SmallVec<[Type; 4]>;

/// The types that a function type gives an intrinsic for those it leaves open; `None` where it is not its type.
///
/// ```
/// use irtrip_dialect::{Context, intrinsic_names::intrinsic, intrinsic_signatures::overloads};
/// let ctx = Context::new();
/// let (i32, i64) = (ctx.int_type(32), ctx.int_type(64));
/// let smax = intrinsic(b"llvm.smax.i32").unwrap();
/// let found = overloads(&ctx, &smax, ctx.llvm_function_type(i32, &[i32, i32], false));
/// assert_eq!(found.as_deref(), Some(&[i32][..]));
/// assert_eq!(overloads(&ctx, &smax, ctx.llvm_function_type(i32, &[i32, i64], false)), None);
/// ```
pub fn overloads(ctx: &Context, intrinsic: &IntrinsicName, ty: Type) -> Option<Overloads> {
    let words = words(intrinsic)?;
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return None };
    let mut matching = Matching { ctx, words: &words, place: 0, open: Overloads::new(), later: SmallVec::new() };
    for ty in std::iter::once(result).chain(params) {
        matching.ty(*ty, false)?;
    }
    let rest = words.get(matching.place..)?;
    let fits = if *vararg { rest == ["..."] } else { rest.is_empty() };
    if !fits {
        return None;
    }
    for (place, ty) in std::mem::take(&mut matching.later) {
        matching.place = place;
        matching.ty(ty, true)?;
    }
    Some(matching.open)
}

/// What an intrinsic's signature asks of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// How many parameters it has.
    pub count: usize,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the result and the arguments, as many as there are of both, are of its types; where it is overloaded,
    /// more arguments than it has are not.
    pub fits: bool,
}

/// What an intrinsic asks of a call with a result and arguments of these types.
///
/// ```
/// use irtrip_dialect::{Context, intrinsic_names::intrinsic, intrinsic_signatures::parameters};
/// let ctx = Context::new();
/// let i32 = ctx.int_type(32);
/// let smax = intrinsic(b"llvm.smax").unwrap();
/// assert!(parameters(&ctx, &smax, i32, &[i32]).is_some_and(|p| p.count == 2 && p.fits && !p.variadic));
/// ```
pub fn parameters(ctx: &Context, intrinsic: &IntrinsicName, result: Type, given: &[Type]) -> Option<Parameters> {
    let words = words(intrinsic)?;
    let (mut place, mut count) = (skip(&words, 0), 0);
    while words.get(place).is_some_and(|word| *word != "...") {
        place = skip(&words, place);
        count += 1;
    }
    let mut matching = Matching { ctx, words: &words, place: 0, open: Overloads::new(), later: SmallVec::new() };
    let types = std::iter::once(&result).chain(given.iter().take(count));
    let fits = types.into_iter().all(|ty| matching.ty(*ty, false).is_some());
    let variadic = place < words.len();
    // Of the overloads of one with open types none has more parameters.
    let is_longer = given.len() > count && !variadic && !matching.open.is_empty();
    Some(Parameters { count, variadic, fits: fits && !is_longer })
}

type Words = SmallVec<[&'static str; 16]>;

/// The words of an intrinsic's signature.
fn words(intrinsic: &IntrinsicName) -> Option<Words> {
    static SIGNATURES: OnceLock<Vec<&'static str>> = OnceLock::new();
    let signatures = SIGNATURES.get_or_init(|| TEXT.lines().collect());
    Some(signatures.get(intrinsic.signature)?.split(' ').collect())
}

/// The place behind the type that starts at a place.
fn skip(words: &[&str], place: usize) -> usize {
    let (mut place, mut open) = (place, 1);
    while open > 0 && place < words.len() {
        let word = words[place];
        let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (name, number) = word.split_at(digits);
        open += match name {
            "v" | "nxv" | "shape" => 0,
            "struct" => number.parse::<usize>().unwrap_or(0).saturating_sub(1) as i32,
            _ => -1,
        };
        place += 1;
    }
    place
}

struct Matching<'c, 'w> {
    ctx: &'c Context,
    words: &'w [&'w str],
    /// The next word.
    place: usize,
    open: Overloads,
    /// Types that speak of ones that were not known yet, by the places of their words.
    later: SmallVec<[(usize, Type); 2]>,
}

impl Matching<'_, '_> {
    /// Matches a type with the next words. `known`: whether all types are known that they may speak of.
    fn ty(&mut self, ty: Type, known: bool) -> Option<()> {
        let start = self.place;
        let word = *self.words.get(start)?;
        self.place += 1;
        let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (name, numbers) = word.split_at(digits);
        let (number, second) = numbers.split_once('/').unwrap_or((numbers, ""));
        let number = number.parse::<u32>().unwrap_or(0);
        match name {
            "v" | "nxv" => {
                let (size, scalable, element) = self.vector(ty)?;
                (size == u64::from(number) && scalable == (name == "nxv")).then_some(())?;
                self.ty(element, known)
            }
            "struct" => {
                let TypeData::LiteralStruct { packed: false, elements } = self.ctx.type_data(ty) else { return None };
                (elements.len() == number as usize).then_some(())?;
                elements.iter().try_for_each(|element| self.ty(*element, known))
            }
            "any" | "anyint" | "anyfloat" | "anyvector" | "anyptr" => {
                if let Some(first) = self.open.get(number as usize) {
                    return (*first == ty).then_some(());
                }
                if number as usize > self.open.len() {
                    return self.put_off(start, ty, known);
                }
                self.open.push(ty);
                self.is_a(name, ty).then_some(())
            }
            "shape" => self.shape(start, number, ty, known),
            "pointers" => {
                if !known {
                    self.open.push(ty);
                }
                let Some(first) = self.open.get(number as usize).copied() else {
                    return self.put_off(start, ty, known);
                };
                let (first, own) = (self.vector(first)?, self.vector(ty)?);
                let pointers = matches!(self.ctx.type_data(own.2), TypeData::Pointer { .. });
                (pointers && first.0 == own.0 && first.1 == own.1).then_some(())
            }
            "match" | "extended" | "truncated" | "part" | "element" | "halved" | "quartered" | "bits" => {
                let Some(first) = self.open.get(number as usize).copied() else {
                    return self.put_off(start, ty, known);
                };
                let divisor = second.parse().unwrap_or(1);
                (self.derived(name, first, divisor)? == ty).then_some(())
            }
            _ => self.is_plain(name, number, ty).then_some(()),
        }
    }

    /// Comes back to a type once all others are known.
    fn put_off(&mut self, place: usize, ty: Type, known: bool) -> Option<()> {
        (!known).then(|| self.later.push((place, ty)))
    }

    fn shape(&mut self, start: usize, number: u32, ty: Type, known: bool) -> Option<()> {
        let Some(first) = self.open.get(number as usize).copied() else {
            // The word behind it is looked at later, too.
            self.place += 1;
            return self.put_off(start, ty, known);
        };
        match (self.vector(first), self.vector(ty)) {
            (None, None) => self.ty(ty, known),
            (Some(first), Some(own)) if first.0 == own.0 && first.1 == own.1 => self.ty(own.2, known),
            (Some(_), _) | (_, Some(_)) => None,
        }
    }

    /// A vector's length, whether it is scalable, and its element.
    fn vector(&self, ty: Type) -> Option<(u64, bool, Type)> {
        match self.ctx.type_data(ty) {
            TypeData::Vector { dims, element } => {
                let [dim] = &dims[..] else { return None };
                Some((dim.size?, dim.scalable, *element))
            }
            _ => None,
        }
    }

    /// Whether a type that is left open is of the kind that a word asks for.
    fn is_a(&self, word: &str, ty: Type) -> bool {
        let scalar = self.vector(ty).map_or(ty, |v| v.2);
        match word {
            "anyint" => matches!(self.ctx.type_data(scalar), TypeData::Integer { .. }),
            "anyfloat" => matches!(self.ctx.type_data(scalar), TypeData::Float(_)),
            "anyvector" => self.vector(ty).is_some(),
            "anyptr" => matches!(self.ctx.type_data(ty), TypeData::Pointer { .. }),
            _ => true,
        }
    }

    /// The type that a word makes of one that was left open.
    fn derived(&self, word: &str, first: Type, divisor: u64) -> Option<Type> {
        let ctx = self.ctx;
        let vector = self.vector(first);
        let (size, scalable, element) = vector.unwrap_or((1, false, first));
        let of = |size, element| match vector {
            Some(_) => ctx.vector_type(size, scalable, element),
            None => element,
        };
        match word {
            "extended" => Some(of(size, ctx.int_type(ctx.int_width(element)?.checked_mul(2)?))),
            "truncated" => Some(of(size, self.half(element)?)),
            "part" => (vector.is_some() && size.is_multiple_of(divisor)).then(|| of(size / divisor, element)),
            "element" => vector.map(|v| v.2),
            "halved" => vector.and_then(|_| Some(of(size.checked_mul(2)?, self.half(element)?))),
            "quartered" => vector.and_then(|_| Some(of(size.checked_mul(4)?, self.half(self.half(element)?)?))),
            "bits" => vector.and_then(|_| Some(of(size, ctx.int_type(self.width(element)?)))),
            _ => Some(first),
        }
    }

    /// The number type of half the width.
    fn half(&self, ty: Type) -> Option<Type> {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::Integer { width, .. } => Some(ctx.int_type(width / 2)),
            TypeData::Float(FloatKind::F64) => Some(ctx.float_type(FloatKind::F32)),
            TypeData::Float(FloatKind::F32) => Some(ctx.float_type(FloatKind::F16)),
            _ => None,
        }
    }

    fn width(&self, ty: Type) -> Option<u32> {
        match self.ctx.type_data(ty) {
            TypeData::Float(kind) => Some(kind.width()),
            _ => self.ctx.int_width(ty),
        }
    }

    fn is_plain(&self, word: &str, number: u32, ty: Type) -> bool {
        let float = |kind| matches!(self.ctx.type_data(ty), TypeData::Float(own) if *own == kind);
        match (word, number) {
            ("void", _) => ty == types::VOID,
            ("token", _) => ty == types::TOKEN,
            ("metadata", _) => ty == types::METADATA,
            ("i", width) => self.ctx.int_width(ty) == Some(width),
            ("p", space) => {
                matches!(self.ctx.type_data(ty), TypeData::Pointer { address_space } if *address_space == space)
            }
            ("half", _) => float(FloatKind::F16),
            ("bfloat", _) => float(FloatKind::BF16),
            ("float", _) => float(FloatKind::F32),
            ("double", _) => float(FloatKind::F64),
            ("fp", 128) => float(FloatKind::F128),
            ("ppc_fp", _) => float(FloatKind::PpcF128),
            ("x", _) => matches!(self.ctx.type_data(ty), TypeData::X86Amx),
            ("svcount", _) => match self.ctx.type_data(ty) {
                TypeData::TargetExt { name, .. } => self.ctx.bytes(*name) == b"aarch64.svcount",
                _ => false,
            },
            _ => false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::intrinsic_names::intrinsic;

    fn fits(name: &str, result: Type, params: &[Type], ctx: &Context) -> Option<usize> {
        let found = overloads(ctx, &intrinsic(name.as_bytes()).unwrap(), ctx.llvm_function_type(result, params, false));
        found.map(|f| f.len())
    }

    #[test]
    fn types_that_are_left_open_are_found() {
        let ctx = Context::new();
        let (i32, ptr) = (types::I32, types::PTR);
        let v4 = ctx.vector_type(4, false, i32);
        let mask = ctx.vector_type(4, false, types::I1);
        let pointers = ctx.vector_type(4, false, ptr);
        assert_eq!(fits("llvm.trap", types::VOID, &[], &ctx), Some(0));
        assert_eq!(fits("llvm.memcpy.p0.p0.i32", types::VOID, &[ptr, ptr, i32, types::I1], &ctx), Some(3));
        assert_eq!(fits("llvm.masked.gather.v4i32.v4p0", v4, &[pointers, mask, v4], &ctx), Some(2));
        assert_eq!(fits("llvm.masked.gather.v4i32.v4p0", v4, &[v4, mask, v4], &ctx), None);
        let both = ctx.literal_struct(false, &[v4, mask]);
        assert_eq!(fits("llvm.sadd.with.overflow.v4i32", both, &[v4, v4], &ctx), Some(1));
        assert_eq!(fits("llvm.sadd.with.overflow.v4i32", v4, &[v4, v4], &ctx), None);
    }

    #[test]
    fn every_word_of_the_table_is_known() {
        const WORDS: &[&str] = &[
            "v",
            "nxv",
            "struct",
            "any",
            "anyint",
            "anyfloat",
            "anyvector",
            "anyptr",
            "shape",
            "pointers",
            "match",
            "extended",
            "truncated",
            "part",
            "element",
            "halved",
            "quartered",
            "bits",
            "void",
            "token",
            "metadata",
            "i",
            "p",
            "half",
            "bfloat",
            "float",
            "double",
            "fp",
            "ppc_fp",
            "x",
            "svcount",
            "...",
        ];
        for word in TEXT.split_ascii_whitespace() {
            let name = word.split(|c: char| c.is_ascii_digit()).next().unwrap();
            assert!(WORDS.contains(&name), "{word}");
        }
    }
}
