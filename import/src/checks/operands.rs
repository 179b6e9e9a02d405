//! Types that LLVM's assembly parser and verifier ask of operands and results. LangRef, "Instruction Reference".
//!
//! What an operation of the table takes, the table says; here is what LLVM IR asks beyond it, and LLVM's words for it.

use rustc_hash::FxHashSet;

use irtrip_dialect::enums::{AtomicBinOp, AtomicOperand, InstructionFlags};
use irtrip_dialect::ops::{LlvmForm, llvm};
use irtrip_dialect::types::well_known as wk;
use irtrip_dialect::{Context, OpName, StructBody, Type, TypeData};

use crate::cursor::fail;
use crate::error::{ImportErrorKind, Res};
use crate::reader::Reader;
use crate::tables::types::spell;

/// Whether a type's values have a size in memory.
#[inline]
pub(crate) fn is_sized(ctx: &Context, ty: Type) -> bool {
    all_inside(ctx, ty, &mut FxHashSet::default(), false, &|data| {
        !matches!(
            data,
            TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Token | TypeData::LlvmFunction { .. }
        )
    })
}

/// Whether something holds for a type and all that its values consist of; `opaque`: for a struct without a body.
fn all_inside(
    ctx: &Context,
    ty: Type,
    seen: &mut FxHashSet<Type>,
    opaque: bool,
    holds: &dyn Fn(&TypeData) -> bool,
) -> bool {
    let data = ctx.type_data(ty);
    match data {
        TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
            holds(data) && all_inside(ctx, *element, seen, opaque, holds)
        }
        TypeData::IdentifiedStruct { .. } if matches!(ctx.struct_body(ty), Some(StructBody::Opaque)) => opaque,
        TypeData::IdentifiedStruct { .. } | TypeData::LiteralStruct { .. } => {
            if !seen.insert(ty) {
                return true;
            }
            let elements = ctx.struct_elements(ty).map(|s| s.1).unwrap_or_default();
            elements.iter().all(|element| all_inside(ctx, *element, seen, opaque, holds))
        }
        _ => holds(data),
    }
}

/// Whether a target extension type has a zero. LangRef, "Target Extension Type".
pub(crate) fn has_zero(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::TargetExt { name, .. } => match ctx.bytes(*name) {
            b"spirv.Image" | b"spirv.SignedImage" => false,
            b"aarch64.svcount" | b"riscv.vector.tuple" => true,
            name => name.starts_with(b"spirv."),
        },
        _ => true,
    }
}

/// Whether values of a type may stand in memory.
pub(crate) fn is_pointee(ctx: &Context, ty: Type) -> bool {
    !matches!(
        ctx.type_data(ty),
        TypeData::Void
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::Token
            | TypeData::X86Amx
            | TypeData::LlvmFunction { .. }
    )
}

/// Whether a struct with a scalable element has another one of another type, so that it has no size.
pub(crate) fn is_mixed(ctx: &Context, ty: Type) -> bool {
    let elements = ctx.struct_elements(ty).map(|s| s.1).unwrap_or_default();
    elements.iter().any(|e| is_scalable(ctx, *e)) && elements.iter().any(|e| Some(e) != elements.first())
}

/// Whether a type depends on `vscale`.
pub(crate) fn is_scalable(ctx: &Context, ty: Type) -> bool {
    !all_inside(ctx, ty, &mut FxHashSet::default(), true, &|data| match data {
        TypeData::Vector { dims, .. } => !dims.iter().any(|d| d.scalable),
        TypeData::TargetExt { name, .. } => !matches!(ctx.bytes(*name), b"riscv.vector.tuple" | b"aarch64.svcount"),
        _ => true,
    })
}

fn is_pointer(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Pointer { .. })
}

fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ctx.scalar_type(ty)), TypeData::Float(_))
}

/// Whether a result of this type may have fast-math flags: floats, vectors and arrays of them, structs of equal ones.
fn is_math(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Array { element, .. } => is_math(ctx, *element),
        TypeData::LiteralStruct { .. } => ctx.struct_elements(ty).is_some_and(|(_, elements)| {
            elements.first().is_some_and(|first| elements.iter().all(|e| e == first) && is_float(ctx, *first))
        }),
        _ => is_float(ctx, ty),
    }
}

/// Whether operands of this type may be compared by this operation.
fn is_comparable(ctx: &Context, name: OpName, ty: Type) -> bool {
    let scalar = ctx.scalar_type(ty);
    if name == llvm::FCMP {
        return is_float(ctx, scalar);
    }
    ctx.int_width(scalar).is_some() || is_pointer(ctx, scalar)
}

/// Why a `select` cannot have these operands, in LLVM's words.
fn wrong_select(ctx: &Context, condition: Type, ty: Type, other: Type) -> Option<&'static str> {
    if ty != other {
        return Some("both values to select must have same type");
    }
    if ty == wk::TOKEN {
        return Some("select values cannot have token type");
    }
    if condition == wk::I1 {
        return None;
    }
    let Some(lanes) = ctx.vector_length(condition) else { return Some("select condition must be i1 or <n x i1>") };
    if ctx.scalar_type(condition) != wk::I1 {
        return Some("vector select condition element type must be i1");
    }
    match ctx.vector_length(ty) {
        None => Some("selected values for vector select must be vectors"),
        Some(values) if values != lanes => {
            Some("vector select requires selected vectors to have the same vector length as select condition")
        }
        Some(_) => None,
    }
}

impl<'a> Reader<'_, 'a> {
    /// Fails at a place with a message.
    #[cold]
    pub fn refuse<T>(&self, at: usize, message: impl Into<String>) -> Res<T> {
        let rest = self.c.text.get(at..).unwrap_or_default();
        let end = rest.iter().position(|b| matches!(b, b',' | b' ' | b'\n' | b')' | b']')).unwrap_or(rest.len());
        fail(at..at + end.max(1), ImportErrorKind::Invalid(message.into()))
    }

    /// Fails at the token that is next.
    #[cold]
    pub fn refuse_here<T>(&mut self, message: impl Into<String>) -> Res<T> {
        let at = self.c.peek_pos();
        self.refuse(at, message)
    }

    /// The operand of a binary or unary operation must be of a type that its row takes, or a vector of such.
    #[inline]
    pub fn check_elementary(&self, name: OpName, ty: Type, at: usize) -> Res<()> {
        let slot = name.def().and_then(|def| def.operands.first());
        let scalar = self.ctx.scalar_type(ty);
        if slot.is_none_or(|slot| slot.types.contains(self.ctx, scalar)) {
            return Ok(());
        }
        let logical = matches!(name, llvm::AND | llvm::OR | llvm::XOR);
        self.refuse(
            at,
            if logical {
                "instruction requires integer or integer vector operands"
            } else {
                "invalid operand type for instruction"
            },
        )
    }

    #[inline]
    pub fn check_cast(&self, name: OpName, from: Type, to: Type, at: usize) -> Res<()> {
        if let Some(LlvmForm::Cast(opcode)) = name.def().map(|def| def.llvm)
            && opcode.is_castable(self.ctx, from, to)
        {
            return Ok(());
        }
        let (from, to) = (spell(self.ctx, from), spell(self.ctx, to));
        self.refuse(at, format!("invalid cast opcode for cast from '{from}' to '{to}'"))
    }

    #[inline]
    pub fn check_compare(&self, name: OpName, ty: Type, at: usize) -> Res<()> {
        if is_comparable(self.ctx, name, ty) {
            return Ok(());
        }
        self.refuse(
            at,
            if name == llvm::FCMP { "fcmp requires floating point operands" } else { "icmp requires integer operands" },
        )
    }

    /// Fast-math flags are for results that are floats; `at` is where the instruction's word stands.
    #[inline]
    pub fn check_fast(&self, flags: InstructionFlags, ty: Type, what: &str, at: usize) -> Res<()> {
        if !flags.intersects(InstructionFlags::FAST) || is_math(self.ctx, ty) {
            return Ok(());
        }
        let wrong = "without floating-point scalar or vector return type";
        self.refuse(at, format!("fast-math-flags specified for {what} {wrong}"))
    }

    pub fn check_select(&self, condition: Type, ty: Type, other: Type, at: usize) -> Res<()> {
        match wrong_select(self.ctx, condition, ty, other) {
            Some(wrong) => self.refuse(at, wrong),
            None => Ok(()),
        }
    }

    /// The index of a vector's element must be an integer.
    pub fn check_index(&self, index: Type, what: &str, at: usize) -> Res<()> {
        if self.ctx.int_width(index).is_some() {
            return Ok(());
        }
        self.refuse(at, format!("invalid {what} operands"))
    }

    /// A `shufflevector`'s mask: its elements choose among those of both vectors.
    pub fn check_mask(&self, ty: Type, mask: &[i32], at: usize) -> Res<()> {
        let Some((size, scalable)) = self.ctx.vector_length(ty) else { return Ok(()) };
        let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_mul(2);
        if !scalable && mask.iter().any(|i| i64::from(*i) >= limit) {
            return self.refuse(at, "invalid shufflevector operands");
        }
        Ok(())
    }

    /// What `atomicrmw` asks of its operand.
    pub fn check_update(&self, operation: AtomicBinOp, ty: Type, at: usize) -> Res<()> {
        let ctx = self.ctx;
        if is_scalable(ctx, ty) {
            return self.refuse(at, "atomicrmw operand may not be scalable");
        }
        let int = ctx.int_width(ty).is_some();
        let float = is_float(ctx, ty);
        let scalar = ctx.vector_length(ty).is_none();
        let (fits, wanted) = match operation.operand() {
            AtomicOperand::Any => {
                (int || (float || is_pointer(ctx, ty)) && scalar, "an integer, floating point, or pointer type")
            }
            AtomicOperand::Float => (float, "a floating point type"),
            AtomicOperand::Integer => (int, "an integer"),
        };
        if !fits {
            return self.refuse(at, format!("atomicrmw {} operand must be {wanted}", operation.llvm()));
        }
        let size = self.shared.layout.store_size(ctx, ty);
        if size == 0 || !size.is_power_of_two() {
            return self.refuse(at, "atomicrmw operand must be power-of-two byte-sized integer");
        }
        self.check_atomic_size(ty)
    }

    /// Atomic accesses are of whole bytes, a power of two of them.
    pub fn check_atomic_size(&self, ty: Type) -> Res<()> {
        let bits = match self.ctx.type_data(self.ctx.scalar_type(ty)) {
            TypeData::Pointer { address_space } => {
                let lanes = self.ctx.vector_length(ty).map_or(1, |l| l.0);
                u64::from(self.shared.layout.pointer_bits(*address_space)) * lanes
            }
            _ => self.ctx.primitive_bits(ty),
        };
        if bits < 8 {
            return self.refuse(self.f.at, "atomic memory access' size must be byte-sized");
        }
        if !bits.is_power_of_two() {
            return self.refuse(self.f.at, "atomic memory access' operand must have a power-of-two size");
        }
        Ok(())
    }

    /// An atomic `load` or `store` is of an integer, a float, a pointer or a vector of such.
    pub fn check_atomic_access(&self, what: &str, ty: Type) -> Res<()> {
        let scalar = self.ctx.scalar_type(ty);
        if self.ctx.int_width(scalar).is_none() && !is_pointer(self.ctx, scalar) && !is_float(self.ctx, scalar) {
            let wanted = "operand must have integer, pointer, floating point, or vector type!";
            return self.refuse(self.f.at, format!("atomic {what} {wanted}"));
        }
        self.check_atomic_size(ty)
    }

    /// `alloca swifterror` is of one pointer.
    pub fn check_swifterror_slot(&self, element: Type, array: bool) -> Res<()> {
        if !matches!(self.ctx.type_data(element), TypeData::Pointer { .. }) {
            return self.refuse(self.f.at, "swifterror alloca must have pointer type");
        }
        if array {
            return self.refuse(self.f.at, "swifterror alloca must not be array allocation");
        }
        Ok(())
    }
}
