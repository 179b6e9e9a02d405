//! Intrinsic signatures, keyed by the name in the call.
//!
//! A name alone makes no intrinsic: LLVM takes a declaration for one if its function type fits the intrinsic's
//! signature as well. An overloaded intrinsic leaves some types open; its full name spells them.
//!
//! A line of the table has the result's type, then the parameters' types, in words. Some words take the type after
//! them:
//!
//! | word | type |
//! |---|---|
//! | `void`, `token`, `metadata`, `x86_amx`, `svcount`, `half`, `float` and so on | that type |
//! | `i32`, `p3` | an integer, a pointer of an address space |
//! | `v4 T`, `nxv4 T` | a vector, a scalable vector |
//! | `struct2 T T` | a literal struct |
//! | `...` | more arguments may follow |
//! | `any0`, `anyint0`, `anyfloat0`, `anyvector0`, `anyptr0` | the overload type 0, of any type, or of that kind (or
//! vectors of it) |
//! | `match0` | the overload type 0 again |
//! | `extended0`, `truncated0` | the overload type 0, with elements of twice or half the width |
//! | `element0` | the element of the overload type 0 |
//! | `one_nth0/2` | a vector like the overload type 0, with half as many elements |
//! | `subdivided0/2`, `subdivided0/4` | a vector as wide, of twice or four times as many elements |
//! | `bitcast_int0` | a vector like the overload type 0, of integers as wide as its elements |
//! | `same_length0 T` | `T`, or a vector of it as long as the overload type 0 is, if that is a vector |
//! | `pointers0/1` | the overload type 1, a vector of pointers as long as the overload type 0 |

use smallvec::SmallVec;

use super::{IntrinsicId, Table, lookup_intrinsic};
use crate::context::{Context, Type};
use crate::types::{FloatKind, TypeData, well_known as types};

/// The types an overloaded intrinsic leaves open, in the order of its suffix.
pub type OverloadTypes = SmallVec<[Type; 4]>;

/// The overload types of an intrinsic that is declared with a function type; `None` if the type does not fit its
/// signature.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::lookup_intrinsic, intrinsics::overload_types};
/// let ctx = Context::new();
/// let (i32, i64) = (ctx.int_type(32), ctx.int_type(64));
/// let smax = lookup_intrinsic(b"llvm.smax.i32").unwrap();
/// let found = overload_types(&ctx, &smax, ctx.llvm_function_type(i32, &[i32, i32], false));
/// assert_eq!(found.as_deref(), Some(&[i32][..]));
/// assert_eq!(overload_types(&ctx, &smax, ctx.llvm_function_type(i32, &[i32, i64], false)), None);
/// ```
pub fn overload_types(ctx: &Context, intrinsic: &IntrinsicId, ty: Type) -> Option<OverloadTypes> {
    let signature = signature(intrinsic)?;
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return None };
    let mut matcher = Matcher::new(ctx, &signature);
    for ty in std::iter::once(result).chain(params) {
        matcher.ty(*ty)?;
    }
    let rest = signature.get(matcher.next..)?;
    let fits = if *vararg { rest == [Descriptor::VarArg] } else { rest.is_empty() };
    if !fits {
        return None;
    }
    matcher.deferred()?;
    Some(matcher.overloads)
}

/// How the types of a call fit an intrinsic's signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallMatch {
    /// How many parameters the signature has.
    pub count: usize,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the result and the arguments fit, as far as the signature and the call both have them. A call of an
    /// overloaded intrinsic that has more arguments than the signature does not fit.
    pub fits: bool,
}

/// Matches a call with a result and arguments of these types with an intrinsic's signature.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::lookup_intrinsic, intrinsics::match_call};
/// let ctx = Context::new();
/// let i32 = ctx.int_type(32);
/// let smax = lookup_intrinsic(b"llvm.smax").unwrap();
/// assert!(match_call(&ctx, &smax, i32, &[i32]).is_some_and(|p| p.count == 2 && p.fits && !p.variadic));
/// let (add, lanes) = (lookup_intrinsic(b"llvm.vector.reduce.add").unwrap(), ctx.vector_type(4, false, i32));
/// assert!(match_call(&ctx, &add, i32, &[lanes]).is_some_and(|p| p.fits));
/// assert!(match_call(&ctx, &add, ctx.int_type(64), &[lanes]).is_some_and(|p| !p.fits));
/// ```
pub fn match_call(ctx: &Context, intrinsic: &IntrinsicId, result: Type, arguments: &[Type]) -> Option<CallMatch> {
    let signature = signature(intrinsic)?;
    let (mut next, mut count) = (skip(&signature, 0), 0);
    while signature.get(next).is_some_and(|descriptor| *descriptor != Descriptor::VarArg) {
        next = skip(&signature, next);
        count += 1;
    }
    let mut matcher = Matcher::new(ctx, &signature);
    let mut types = std::iter::once(&result).chain(arguments.iter().take(count));
    // A reference to a later argument is resolved once that argument is known.
    let fits = types.all(|ty| matcher.ty(*ty).is_some()) && (arguments.len() < count || matcher.deferred().is_some());
    let variadic = next < signature.len();
    let too_many = arguments.len() > count && !variadic && !matcher.overloads.is_empty();
    Some(CallMatch { count, variadic, fits: fits && !too_many })
}

/// The type of the function that a call with a result and arguments of these types calls, where it names an intrinsic and no
/// type: a variadic intrinsic has its parameters alone.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::called_type, types::well_known as types};
/// let ctx = Context::new();
/// let fake_use = called_type(&ctx, b"llvm.fake.use", types::VOID, &[types::I32]);
/// assert_eq!(fake_use, ctx.llvm_function_type(types::VOID, &[], true));
/// ```
pub fn called_type(ctx: &Context, name: &[u8], result: Type, arguments: &[Type]) -> Type {
    let known = lookup_intrinsic(name).and_then(|known| match_call(ctx, &known, result, arguments));
    let variadic = known.filter(|known| known.variadic && known.fits);
    let params = variadic.and_then(|known| arguments.get(..known.count));
    ctx.llvm_function_type(result, params.unwrap_or(arguments), params.is_some())
}

/// The types of an intrinsic's result and parameters, in this order; `None` for those that are overload types or follow
/// from one. `None` for an intrinsic without a signature.
///
/// ```
/// use irtrip_dialect::{Context, intrinsics::lookup_intrinsic, intrinsics::signature_types};
/// let ctx = Context::new();
/// let i32 = ctx.int_type(32);
/// let shfl = lookup_intrinsic(b"llvm.nvvm.shfl.sync.down.i32").unwrap();
/// assert_eq!(signature_types(&ctx, &shfl), Some(vec![Some(i32); 5]));
/// let smax = lookup_intrinsic(b"llvm.smax").unwrap();
/// assert_eq!(signature_types(&ctx, &smax), Some(vec![None; 3]));
/// ```
pub fn signature_types(ctx: &Context, intrinsic: &IntrinsicId) -> Option<Vec<Option<Type>>> {
    let signature = signature(intrinsic)?;
    let mut types = Vec::new();
    let mut next = 0;
    while signature.get(next).is_some_and(|descriptor| *descriptor != Descriptor::VarArg) {
        types.push(concrete_type(ctx, signature.get(next..)?));
        next = skip(&signature, next);
    }
    Some(types)
}

/// The type at the start of a signature, where it is no overload type and follows from none. Types nest as deep as the table has them.
fn concrete_type(ctx: &Context, signature: &[Descriptor]) -> Option<Type> {
    let (first, rest) = signature.split_first()?;
    match *first {
        Descriptor::Void => Some(types::VOID),
        Descriptor::Token => Some(types::TOKEN),
        Descriptor::Metadata => Some(types::METADATA),
        Descriptor::Float(kind) => Some(ctx.float_type(kind)),
        Descriptor::Integer(width) => Some(ctx.int_type(width)),
        Descriptor::Pointer(space) => Some(ctx.ptr_type(space)),
        Descriptor::Vector { size, scalable } => Some(ctx.vector_type(size, scalable, concrete_type(ctx, rest)?)),
        Descriptor::Struct(fields) => {
            let mut elements = Vec::with_capacity(fields);
            let mut next = 0;
            for _ in 0..fields {
                elements.push(concrete_type(ctx, rest.get(next..)?)?);
                next = skip(rest, next);
            }
            Some(ctx.literal_struct(false, &elements))
        }
        Descriptor::X86Amx
        | Descriptor::SvCount
        | Descriptor::VarArg
        | Descriptor::Overload(..)
        | Descriptor::Derived(..)
        | Descriptor::SameLength(_)
        | Descriptor::Pointers(_) => None,
    }
}

/// A word of a signature: LLVM's `IITDescriptor`.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Descriptor {
    Void,
    Token,
    Metadata,
    X86Amx,
    SvCount,
    VarArg,
    Float(FloatKind),
    /// Of a width.
    Integer(u32),
    /// Of an address space.
    Pointer(u32),
    /// Of the type after it.
    Vector {
        size: u64,
        scalable: bool,
    },
    /// Of so many types after it.
    Struct(usize),
    /// The overload type of a number.
    Overload(OverloadKind, usize),
    /// A type made of the overload type of a number.
    Derived(Derivation, usize),
    /// A type as long as the overload type of a number, of the type after it.
    SameLength(usize),
    /// A vector of pointers, itself an overload type, as long as the overload type of a number.
    Pointers(usize),
}

/// Which types an overload type may be.
#[derive(Clone, Copy, PartialEq, Debug)]
enum OverloadKind {
    Any,
    Integer,
    Float,
    Vector,
    Pointer,
}

/// How a type follows from an overload type.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Derivation {
    Match,
    Extended,
    Truncated,
    Element,
    /// The divisor of the number of elements.
    OneNth(u64),
    /// The factor of the number of elements.
    Subdivided(u64),
    BitcastInt,
}

impl Descriptor {
    fn of(word: &str) -> Option<Descriptor> {
        Some(match word {
            "void" => Descriptor::Void,
            "token" => Descriptor::Token,
            "metadata" => Descriptor::Metadata,
            "x86_amx" => Descriptor::X86Amx,
            "svcount" => Descriptor::SvCount,
            "..." => Descriptor::VarArg,
            "half" => Descriptor::Float(FloatKind::F16),
            "bfloat" => Descriptor::Float(FloatKind::BF16),
            "float" => Descriptor::Float(FloatKind::F32),
            "double" => Descriptor::Float(FloatKind::F64),
            "fp128" => Descriptor::Float(FloatKind::F128),
            "ppc_fp128" => Descriptor::Float(FloatKind::PpcF128),
            _ => return Descriptor::numbered(word),
        })
    }

    /// A word with a number, or with two and `/` between them.
    fn numbered(word: &str) -> Option<Descriptor> {
        let (name, numbers) = word.split_at(word.find(|c: char| c.is_ascii_digit())?);
        let (number, second) = match numbers.split_once('/') {
            Some((number, second)) => (number.parse().ok()?, second.parse().ok()?),
            None => (numbers.parse().ok()?, 1),
        };
        let overload = |kind| Descriptor::Overload(kind, number as usize);
        let derived = |derivation| Descriptor::Derived(derivation, number as usize);
        Some(match name {
            "i" => Descriptor::Integer(number),
            "p" => Descriptor::Pointer(number),
            "v" | "nxv" => Descriptor::Vector { size: u64::from(number), scalable: name == "nxv" },
            "struct" => Descriptor::Struct(number as usize),
            "any" => overload(OverloadKind::Any),
            "anyint" => overload(OverloadKind::Integer),
            "anyfloat" => overload(OverloadKind::Float),
            "anyvector" => overload(OverloadKind::Vector),
            "anyptr" => overload(OverloadKind::Pointer),
            "match" => derived(Derivation::Match),
            "extended" => derived(Derivation::Extended),
            "truncated" => derived(Derivation::Truncated),
            "element" => derived(Derivation::Element),
            "one_nth" => derived(Derivation::OneNth(second)),
            "subdivided" => derived(Derivation::Subdivided(second)),
            "bitcast_int" => derived(Derivation::BitcastInt),
            "same_length" => Descriptor::SameLength(number as usize),
            "pointers" => Descriptor::Pointers(number as usize),
            _ => return None,
        })
    }

    /// How many types after a descriptor belong to it.
    fn operands(&self) -> usize {
        match self {
            Descriptor::Vector { .. } | Descriptor::SameLength(_) => 1,
            Descriptor::Struct(fields) => *fields,
            _ => 0,
        }
    }
}

type Signature = SmallVec<[Descriptor; 16]>;

fn signature(intrinsic: &IntrinsicId) -> Option<Signature> {
    Table::get().signatures.get(intrinsic.signature)?.split(' ').map(Descriptor::of).collect()
}

/// The index after the type that starts at an index of a signature.
fn skip(signature: &[Descriptor], start: usize) -> usize {
    let (mut next, mut types) = (start, 1);
    while let Some(descriptor) = signature.get(next).filter(|_| types > 0) {
        types = types - 1 + descriptor.operands();
        next += 1;
    }
    next
}

/// Matches types with a signature, one after the other.
struct Matcher<'a> {
    ctx: &'a Context,
    signature: &'a [Descriptor],
    /// The index of the next descriptor.
    next: usize,
    overloads: OverloadTypes,
    /// Types that refer to overload types after them, by the indices of their descriptors.
    forward: SmallVec<[(usize, Type); 2]>,
    /// Whether all overload types are known.
    complete: bool,
}

impl<'a> Matcher<'a> {
    fn new(ctx: &'a Context, signature: &'a [Descriptor]) -> Matcher<'a> {
        let (overloads, forward) = (OverloadTypes::new(), SmallVec::new());
        Matcher { ctx, signature, next: 0, overloads, forward, complete: false }
    }

    /// Matches the types that were put off.
    fn deferred(&mut self) -> Option<()> {
        self.complete = true;
        for (start, ty) in std::mem::take(&mut self.forward) {
            self.next = start;
            self.ty(ty)?;
        }
        Some(())
    }

    /// Matches a type with the next descriptors.
    fn ty(&mut self, ty: Type) -> Option<()> {
        let start = self.next;
        let descriptor = *self.signature.get(start)?;
        self.next += 1;
        match descriptor {
            Descriptor::Void => (ty == types::VOID).then_some(()),
            Descriptor::Token => (ty == types::TOKEN).then_some(()),
            Descriptor::Metadata => (ty == types::METADATA).then_some(()),
            Descriptor::VarArg => None,
            Descriptor::Integer(width) => (self.ctx.int_width(ty) == Some(width)).then_some(()),
            Descriptor::X86Amx => matches!(self.ctx.type_data(ty), TypeData::X86Amx).then_some(()),
            Descriptor::SvCount => match self.ctx.type_data(ty) {
                TypeData::TargetExt { name, .. } => (self.ctx.bytes(*name) == b"aarch64.svcount").then_some(()),
                _ => None,
            },
            Descriptor::Float(kind) => {
                matches!(self.ctx.type_data(ty), TypeData::Float(own) if *own == kind).then_some(())
            }
            Descriptor::Pointer(space) => {
                matches!(self.ctx.type_data(ty), TypeData::Pointer { address_space } if *address_space == space)
                    .then_some(())
            }
            Descriptor::Vector { size, scalable } => {
                let own = self.vector(ty)?;
                (own.0 == size && own.1 == scalable).then_some(())?;
                self.ty(own.2)
            }
            Descriptor::Struct(fields) => {
                let TypeData::LiteralStruct { packed: false, elements } = self.ctx.type_data(ty) else { return None };
                (elements.len() == fields).then_some(())?;
                elements.iter().try_for_each(|element| self.ty(*element))
            }
            Descriptor::Overload(kind, number) => match self.overloads.get(number) {
                Some(first) => (*first == ty).then_some(()),
                None if number > self.overloads.len() => self.defer(start, ty),
                None => {
                    self.overloads.push(ty);
                    self.is_of_kind(kind, ty).then_some(())
                }
            },
            Descriptor::Derived(derivation, number) => match self.overloads.get(number) {
                Some(first) => (self.derived(derivation, *first)? == ty).then_some(()),
                None => self.defer(start, ty),
            },
            Descriptor::SameLength(number) => self.same_length(start, number, ty),
            Descriptor::Pointers(number) => self.pointers(start, number, ty),
        }
    }

    /// Puts a type off until all overload types are known.
    fn defer(&mut self, start: usize, ty: Type) -> Option<()> {
        (!self.complete).then(|| self.forward.push((start, ty)))
    }

    fn same_length(&mut self, start: usize, number: usize, ty: Type) -> Option<()> {
        let Some(first) = self.overloads.get(number).copied() else {
            // The element's type is matched later, too.
            self.next += 1;
            return self.defer(start, ty);
        };
        match (self.vector(first), self.vector(ty)) {
            (None, None) => self.ty(ty),
            (Some(first), Some(own)) if first.0 == own.0 && first.1 == own.1 => self.ty(own.2),
            (Some(_), _) | (_, Some(_)) => None,
        }
    }

    fn pointers(&mut self, start: usize, number: usize, ty: Type) -> Option<()> {
        if !self.complete {
            self.overloads.push(ty);
        }
        let Some(first) = self.overloads.get(number).copied() else { return self.defer(start, ty) };
        let (first, own) = (self.vector(first)?, self.vector(ty)?);
        let pointers = matches!(self.ctx.type_data(own.2), TypeData::Pointer { .. });
        (pointers && first.0 == own.0 && first.1 == own.1).then_some(())
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

    fn is_of_kind(&self, kind: OverloadKind, ty: Type) -> bool {
        let scalar = self.vector(ty).map_or(ty, |v| v.2);
        match kind {
            OverloadKind::Any => true,
            OverloadKind::Integer => matches!(self.ctx.type_data(scalar), TypeData::Integer { .. }),
            OverloadKind::Float => matches!(self.ctx.type_data(scalar), TypeData::Float(_)),
            OverloadKind::Vector => self.vector(ty).is_some(),
            OverloadKind::Pointer => matches!(self.ctx.type_data(ty), TypeData::Pointer { .. }),
        }
    }

    /// The type that follows from an overload type.
    fn derived(&self, derivation: Derivation, first: Type) -> Option<Type> {
        let ctx = self.ctx;
        let vector = self.vector(first);
        let (size, scalable, element) = vector.unwrap_or((1, false, first));
        let of = |size, element| match vector {
            Some(_) => ctx.vector_type(size, scalable, element),
            None => element,
        };
        match derivation {
            Derivation::Match => Some(first),
            Derivation::Extended => Some(of(size, ctx.int_type(ctx.int_width(element)?.checked_mul(2)?))),
            Derivation::Truncated => Some(of(size, self.half(element)?)),
            Derivation::Element => vector.map(|v| v.2),
            Derivation::OneNth(n) => (vector.is_some() && size.is_multiple_of(n)).then(|| of(size / n, element)),
            Derivation::Subdivided(factor) => {
                vector?;
                let halvings = factor.checked_ilog2()?;
                let element = (0..halvings).try_fold(element, |element, _| self.half(element))?;
                Some(of(size.checked_mul(factor)?, element))
            }
            Derivation::BitcastInt => vector.and_then(|_| Some(of(size, ctx.int_type(self.width(element)?)))),
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
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::intrinsics::lookup_intrinsic;

    fn fits(name: &str, result: Type, params: &[Type], ctx: &Context) -> Option<usize> {
        let found = overload_types(
            ctx,
            &lookup_intrinsic(name.as_bytes()).unwrap(),
            ctx.llvm_function_type(result, params, false),
        );
        found.map(|f| f.len())
    }

    #[test]
    fn overload_types_are_found() {
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
        for word in Table::get().signatures.iter().flat_map(|line| line.split(' ')) {
            assert!(Descriptor::of(word).is_some(), "{word}");
        }
    }
}
