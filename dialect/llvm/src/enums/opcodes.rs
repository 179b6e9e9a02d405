//! The opcodes of LLVM's binary, unary and cast instructions, and the flags of instructions: each a Rust type with
//! LLVM's spelling, declared once. LangRef, "Binary Operations", "Bitwise Binary Operations", "Conversion Operations",
//! "Fast-Math Flags".

use super::table::{EnumCase, EnumForm, EnumValue, Enumeration};
use super::{FastmathFlags, IntegerOverflowFlags};
use crate::Type;
use crate::attributes::well_known as attrs;
use crate::context::{Attr, Context, Str};
use crate::names;
use crate::types::predicates::is_byte;
use crate::types::{FloatOperation, TypeData};

enumeration! {
    /// LangRef, "Binary Operations" and "Bitwise Binary Operations".
    BinaryOpcode: "binary instruction", EnumForm::Integer, {
        Add = 0 "" "add",
        Sub = 1 "" "sub",
        Mul = 2 "" "mul",
        UDiv = 3 "" "udiv",
        SDiv = 4 "" "sdiv",
        URem = 5 "" "urem",
        SRem = 6 "" "srem",
        Shl = 7 "" "shl",
        LShr = 8 "" "lshr",
        AShr = 9 "" "ashr",
        And = 10 "" "and",
        Or = 11 "" "or",
        Xor = 12 "" "xor",
        FAdd = 13 "" "fadd",
        FSub = 14 "" "fsub",
        FMul = 15 "" "fmul",
        FDiv = 16 "" "fdiv",
        FRem = 17 "" "frem",
    }
}

impl BinaryOpcode {
    /// What the instruction computes of two floating-point numbers; `None` for one of integers.
    pub(crate) const fn float_operation(self) -> Option<FloatOperation> {
        Some(match self {
            BinaryOpcode::FAdd => FloatOperation::Add,
            BinaryOpcode::FSub => FloatOperation::Sub,
            BinaryOpcode::FMul => FloatOperation::Mul,
            BinaryOpcode::FDiv => FloatOperation::Div,
            BinaryOpcode::FRem => FloatOperation::Rem,
            _ => return None,
        })
    }
}

enumeration! {
    /// LangRef, "fneg" and "freeze".
    UnaryOpcode: "unary instruction", EnumForm::Integer, {
        FNeg = 0 "" "fneg" since V8,
        Freeze = 1 "" "freeze" since V10,
    }
}

enumeration! {
    /// LangRef, "Conversion Operations".
    CastOpcode: "cast instruction", EnumForm::Integer, {
        Trunc = 0 "" "trunc",
        ZExt = 1 "" "zext",
        SExt = 2 "" "sext",
        FPTrunc = 3 "" "fptrunc",
        FPExt = 4 "" "fpext",
        FPToUI = 5 "" "fptoui",
        FPToSI = 6 "" "fptosi",
        UIToFP = 7 "" "uitofp",
        SIToFP = 8 "" "sitofp",
        PtrToInt = 9 "" "ptrtoint",
        PtrToAddr = 10 "" "ptrtoaddr" since V22,
        IntToPtr = 11 "" "inttoptr",
        BitCast = 12 "" "bitcast",
        AddrSpaceCast = 13 "" "addrspacecast",
    }
}

bit_set! {
    /// The words that are between an instruction's mnemonic and its operands: LangRef, "Fast-Math Flags", and the
    /// flags of "add", "udiv", "or", "zext" and "icmp". The first bits are those of [`FastmathFlags`], the next those
    /// of [`IntegerOverflowFlags`].
    InstructionFlags: u16, "instruction flags", EnumForm::Integer, separator " ",
    llvm [FAST, REASSOC, NNAN, NINF, NSZ, ARCP, CONTRACT, AFN, NUW, NSW, EXACT, DISJOINT, NNEG, SAMESIGN] {
        FAST = 0x7f "" "fast",
        NNAN = 1 "" "nnan",
        NINF = 2 "" "ninf",
        NSZ = 4 "" "nsz",
        ARCP = 8 "" "arcp",
        CONTRACT = 0x10 "" "contract" since V5,
        AFN = 0x20 "" "afn" since V6,
        REASSOC = 0x40 "" "reassoc" since V6,
        // Both flags of an operation that may wrap.
        WRAP = 0x180 "" "",
        NSW = 0x80 "" "nsw",
        NUW = 0x100 "" "nuw",
        EXACT = 0x200 "" "exact",
        DISJOINT = 0x400 "" "disjoint" since V18,
        NNEG = 0x800 "" "nneg" since V18,
        SAMESIGN = 0x1000 "" "samesign" since V20,
    }
}

/// The bit of [`InstructionFlags`] at which the overflow flags start.
const OVERFLOW_SHIFT: u32 = 7;

/// The flags that are a unit attribute of the LLVM dialect: each with the attribute's name.
const UNIT_FLAGS: [(InstructionFlags, &str, Str); 3] = [
    (InstructionFlags::EXACT, "isExact", names::IS_EXACT),
    (InstructionFlags::DISJOINT, "isDisjoint", names::IS_DISJOINT),
    (InstructionFlags::NNEG, "nonNeg", names::NON_NEG),
];

impl InstructionFlags {
    /// The fast-math flags among them.
    pub fn fastmath(self) -> FastmathFlags {
        FastmathFlags::from_bits_truncate((self & InstructionFlags::FAST).bits() as u8)
    }

    /// `nuw` and `nsw` among them.
    pub fn overflow(self) -> IntegerOverflowFlags {
        IntegerOverflowFlags::from_bits_truncate((self.bits() >> OVERFLOW_SHIFT) as u8)
    }

    /// The flags that an attribute of an operation stores; none for an attribute that stores no flags.
    pub fn of_attr(ctx: &Context, key: Str, value: Attr) -> InstructionFlags {
        let bits = match key {
            names::FASTMATH_FLAGS => ctx.enum_value::<FastmathFlags>(value).map(|flags| u16::from(flags.bits())),
            names::OVERFLOW_FLAGS => {
                ctx.enum_value::<IntegerOverflowFlags>(value).map(|flags| u16::from(flags.bits()) << OVERFLOW_SHIFT)
            }
            _ => UNIT_FLAGS.iter().find(|flag| flag.2 == key).map(|flag| flag.0.bits()),
        };
        InstructionFlags::from_bits_truncate(bits.unwrap_or(0))
    }

    /// The attribute that stores these flags under the key of one that stores flags; `None` where there is none to store.
    pub fn attr_of(self, ctx: &Context, key: Str) -> Option<Attr> {
        match key {
            names::FASTMATH_FLAGS if !self.fastmath().is_empty() => Some(ctx.enum_attr(self.fastmath())),
            names::OVERFLOW_FLAGS if !self.overflow().is_empty() => Some(ctx.enum_attr(self.overflow())),
            _ => UNIT_FLAGS.iter().any(|flag| flag.2 == key && self.contains(flag.0)).then_some(attrs::UNIT),
        }
    }

    /// Adds the attributes that an operation with these slots has for the flags; returns the flags that it has none for.
    pub fn entries(
        self,
        has_slot: impl Fn(&str) -> bool,
        mut attr: impl FnMut(FlagAttr) -> Attr,
        entries: &mut Vec<(Str, Attr)>,
    ) -> InstructionFlags {
        let mut rest = self;
        if !self.overflow().is_empty() && has_slot("overflowFlags") {
            entries.push((names::OVERFLOW_FLAGS, attr(FlagAttr::Overflow(self.overflow()))));
            rest.remove(InstructionFlags::WRAP);
        }
        if !self.fastmath().is_empty() && has_slot("fastmathFlags") {
            entries.push((names::FASTMATH_FLAGS, attr(FlagAttr::Fastmath(self.fastmath()))));
            rest.remove(InstructionFlags::FAST);
        }
        for (flag, slot, key) in UNIT_FLAGS {
            if self.contains(flag) && has_slot(slot) {
                entries.push((key, attrs::UNIT));
                rest.remove(flag);
            }
        }
        rest
    }
}

/// An attribute that stores flags, for users that look it up often.
#[derive(Clone, Copy, Debug)]
pub enum FlagAttr {
    /// `overflowFlags`
    Overflow(IntegerOverflowFlags),
    /// `fastmathFlags`
    Fastmath(FastmathFlags),
}

impl CastOpcode {
    /// Whether the cast may lead from one type to the other. LangRef, "Conversion Operations".
    pub fn is_castable(self, ctx: &Context, from: Type, to: Type) -> bool {
        if [from, to].iter().any(|ty| !ctx.is_first_class(*ty) || ctx.is_aggregate(*ty)) {
            return false;
        }
        let (a, b) = (ctx.scalar_type(from), ctx.scalar_type(to));
        let (float_from, float_to) = (is_float(ctx, a), is_float(ctx, b));
        let (pointer_from, pointer_to) = (is_pointer(ctx, a), is_pointer(ctx, b));
        let (int_from, int_to) = (ctx.int_width(a).is_some(), ctx.int_width(b).is_some());
        let (bits_from, bits_to) = (ctx.primitive_bits(a), ctx.primitive_bits(b));
        let is_one_shape = ctx.vector_length(from) == ctx.vector_length(to);
        match self {
            CastOpcode::Trunc => is_one_shape && int_from && int_to && bits_from > bits_to,
            CastOpcode::ZExt | CastOpcode::SExt => is_one_shape && int_from && int_to && bits_from < bits_to,
            CastOpcode::FPTrunc => is_one_shape && float_from && float_to && bits_from > bits_to,
            CastOpcode::FPExt => is_one_shape && float_from && float_to && bits_from < bits_to,
            CastOpcode::UIToFP | CastOpcode::SIToFP => is_one_shape && int_from && float_to,
            CastOpcode::FPToUI | CastOpcode::FPToSI => is_one_shape && float_from && int_to,
            CastOpcode::PtrToInt | CastOpcode::PtrToAddr => is_one_shape && pointer_from && int_to,
            CastOpcode::IntToPtr => is_one_shape && int_from && pointer_to,
            CastOpcode::AddrSpaceCast => is_one_shape && pointer_from && pointer_to && a != b,
            // How many bits a pointer has is the data layout's.
            CastOpcode::BitCast if is_byte(ctx, a) && pointer_to || pointer_from && is_byte(ctx, b) => true,
            CastOpcode::BitCast if pointer_from => {
                // A vector of one pointer is as good as the pointer.
                let length = |ty| ctx.vector_length(ty).unwrap_or((1, false));
                a == b && length(from) == length(to)
            }
            CastOpcode::BitCast => {
                let is_scalable = |ty| ctx.vector_length(ty).is_some_and(|length| length.1);
                !pointer_to
                    && ctx.primitive_bits(from) == ctx.primitive_bits(to)
                    && is_scalable(from) == is_scalable(to)
            }
        }
    }
}

fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Float(_))
}

fn is_pointer(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Pointer { .. })
}
