//! Atomic updates that a release does not have: a loop around `cmpxchg`, which returns each of them. LangRef, "atomicrmw".

use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, UNIT};
use irtrip_dialect::enumeration::EnumValue;
use irtrip_dialect::enums::{AtomicBinOp, AtomicOrdering, ICmpPredicate};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{intrinsics, irtrip, llvm};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::{I1, I64};
use irtrip_dialect::{Body, Builder, Context, InsertPoint, LlvmBuilder, Op, OpName, Str, Type, TypeData, Value};

use super::{compare, number};
use crate::lower_to_release::LoweringContext;

/// An atomic update.
pub(in crate::lower_to_release) struct Update {
    operation: AtomicBinOp,
    ordering: AtomicOrdering,
    /// The type of what is updated.
    pub ty: Type,
    /// The type that `cmpxchg` compares it as.
    compared: Type,
    /// The size of what is updated.
    bytes: i64,
}

/// The atomic updates of a body that expand to a loop, each with its kind.
fn updates(ctx: &Context, body: &Body) -> Vec<(Op, Update)> {
    let ops = body.linked_ops().filter(|op| matches!(body.name(*op), llvm::ATOMICRMW | irtrip::ATOMICRMW));
    ops.filter_map(|op| {
        let enumerated = |key: Str| body.attr(ctx, op, key);
        let operation: AtomicBinOp = enumerated(BIN_OP).and_then(|value| ctx.enum_value(value))?;
        let ordering: AtomicOrdering = enumerated(ORDERING).and_then(|value| ctx.enum_value(value))?;
        let ty = body.value_type(*body.operands(op).get(1)?);
        let (compared, bytes) = match ctx.pointer_space(ty) {
            Some(_) => (ty, 8),
            None => {
                let bits = bit_size(ctx, ty).filter(|bits| *bits >= 8 && bits.is_power_of_two())?;
                (ctx.int_type(bits), i64::from(bits / 8))
            }
        };
        let update = Update { operation, ordering, ty, compared, bytes };
        update.can_be_made().then_some((op, update))
    })
    .collect()
}

/// The bits of a number, or of a vector of numbers, that has no padding.
fn bit_size(ctx: &Context, ty: Type) -> Option<u32> {
    let element = ctx.scalar_type(ty);
    let bits = match ctx.type_data(element) {
        TypeData::Float(kind) => kind.width(),
        _ => ctx.int_width(element)?,
    };
    let count = match ctx.vector_length(ty) {
        Some((_, true)) => return None,
        Some((count, false)) => u32::try_from(count).ok()?,
        None => 1,
    };
    bits.checked_mul(count)
}

impl Update {
    /// Whether the release, or libNVVM, has it.
    pub fn is_in_release(&self, ctx: &Context, cx: &LoweringContext, nvvm: bool) -> bool {
        let has = |spelling: Spelling| spelling.releases().contains(cx.release);
        let is_vector = ctx.vector_length(self.ty).is_some();
        let is_vector_of_integers = is_vector && ctx.int_width(ctx.scalar_type(self.ty)).is_some();
        let is_float = matches!(ctx.type_data(self.ty), TypeData::Float(_));
        let is_exchange_of_floats = is_float && self.operation == AtomicBinOp::Xchg;
        let spellings = [
            (is_vector, Spelling::VectorAtomics),
            (is_vector_of_integers, Spelling::IntegerVectorAtomics),
            (is_exchange_of_floats, Spelling::FloatExchange),
            (ctx.pointer_space(self.ty).is_some(), Spelling::PointerExchange),
        ];
        self.operation.releases().contains(cx.release)
            && !(nvvm && self.operation == AtomicBinOp::Nand)
            && spellings.iter().all(|(is_of_type, spelling)| !is_of_type || has(*spelling))
    }

    /// Whether there is an operation that computes the new value.
    fn can_be_made(&self) -> bool {
        !matches!(self.operation, AtomicBinOp::FMaximumNum | AtomicBinOp::FMinimumNum)
    }

    /// What is stored in the place of an old value.
    fn new_value(&self, b: &mut Builder, old: Value, given: Value) -> Value {
        use AtomicBinOp::*;
        if let Some(name) = intrinsic(self.operation) {
            return b.binary(name, old, given);
        }
        match self.operation {
            Add => b.binary(llvm::ADD, old, given),
            Sub => b.binary(llvm::SUB, old, given),
            And => b.binary(llvm::AND, old, given),
            Or => b.binary(llvm::OR, old, given),
            Xor => b.binary(llvm::XOR, old, given),
            FAdd => b.binary(llvm::FADD, old, given),
            FSub => b.binary(llvm::FSUB, old, given),
            Nand => {
                let both = b.binary(llvm::AND, old, given);
                let ones = self.number(b, -1);
                b.binary(llvm::XOR, both, ones)
            }
            Max => self.select(b, ICmpPredicate::Sgt, (old, given), (old, given)),
            Min => self.select(b, ICmpPredicate::Sle, (old, given), (old, given)),
            UMax => self.select(b, ICmpPredicate::Ugt, (old, given), (old, given)),
            UMin => self.select(b, ICmpPredicate::Ule, (old, given), (old, given)),
            UIncWrap => {
                let (zero, one) = (self.number(b, 0), self.number(b, 1));
                let next = b.binary(llvm::ADD, old, one);
                self.select(b, ICmpPredicate::Uge, (old, given), (zero, next))
            }
            UDecWrap => {
                let (zero, one) = (self.number(b, 0), self.number(b, 1));
                let next = b.binary(llvm::SUB, old, one);
                let next = self.select(b, ICmpPredicate::Ugt, (old, given), (given, next));
                self.select(b, ICmpPredicate::Eq, (old, zero), (given, next))
            }
            USubCond => {
                let next = b.binary(llvm::SUB, old, given);
                self.select(b, ICmpPredicate::Uge, (old, given), (next, old))
            }
            USubSat => {
                let (zero, next) = (self.number(b, 0), b.binary(llvm::SUB, old, given));
                self.select(b, ICmpPredicate::Uge, (old, given), (next, zero))
            }
            Xchg | FMax | FMin | FMaximum | FMinimum | FMaximumNum | FMinimumNum => given,
        }
    }

    fn number(&self, b: &mut Builder, value: i64) -> Value {
        number(b, self.ty, value)
    }

    /// One of two values, as others compare.
    fn select(&self, b: &mut Builder, predicate: ICmpPredicate, of: (Value, Value), between: (Value, Value)) -> Value {
        let holds = compare(b, predicate, of.0, of.1);
        b.value_with(llvm::SELECT, &[holds, between.0, between.1], self.ty, EMPTY_DICTIONARY)
    }
}

/// The intrinsic that returns the new value; where the release does not have it, it is expanded in its turn.
fn intrinsic(operation: AtomicBinOp) -> Option<OpName> {
    match operation {
        AtomicBinOp::FMax => Some(intrinsics::MAXNUM),
        AtomicBinOp::FMin => Some(intrinsics::MINNUM),
        AtomicBinOp::FMaximum => Some(intrinsics::MAXIMUM),
        AtomicBinOp::FMinimum => Some(intrinsics::MINIMUM),
        _ => None,
    }
}

/// Puts loops in the place of those atomic updates of a body that are meant; whether there are any.
pub(in crate::lower_to_release) fn expand(
    ctx: &Context,
    body: &mut Body,
    cx: &mut LoweringContext,
    nvvm: bool,
    is_meant: impl Fn(&Body, Op, &LoweringContext, &Update) -> bool,
) -> bool {
    let mut updates = updates(ctx, body);
    updates.retain(|(op, update)| is_meant(body, *op, cx, update));
    for (op, update) in &updates {
        cx.op = Some(*op);
        cx.drop(format!("'atomicrmw {}' (written as a loop around 'cmpxchg')", update.operation.llvm()));
        update.expand(ctx, body, *op, nvvm);
    }
    cx.op = None;
    !updates.is_empty()
}

impl Update {
    /// The block of an update ends with the first load and goes to the loop; what follows the update comes after the loop.
    fn expand(&self, ctx: &Context, body: &mut Body, op: Op, nvvm: bool) -> Option<()> {
        let (&[pointer, given, ..], block) = (body.operands(op), body.parent(op)?) else { return None };
        let (attrs, loc) = (body.attrs(op), body.loc(op));
        let rest = body.split_block(block, op);
        let around = body.new_block();
        body.insert_block_after(block, around);
        let old = body.add_block_arg(around, self.compared);
        let entry = |key: Str| ctx.entry(attrs, key).map(|value| (key, value));
        let bytes = ctx.entry(attrs, ALIGNMENT).unwrap_or_else(|| ctx.int_attr(I64, self.bytes));
        let of_access = [entry(SYNCSCOPE), entry(VOLATILE)].into_iter().flatten().chain([(ALIGNMENT, bytes)]);

        let mut b = Builder::new(ctx, body, InsertPoint::End(block), loc);
        let ordering = (ORDERING, ctx.enum_attr(AtomicOrdering::Monotonic));
        // libNVVM has volatile loads alone, which are as atomic as these.
        let first = match nvvm {
            true => vec![(VOLATILE, UNIT), (ALIGNMENT, bytes)],
            false => of_access.clone().chain([ordering]).collect(),
        };
        let first = b.value(llvm::LOAD, &[pointer], self.compared, &first);
        b.branch(llvm::BR, &[], &[(around, &[first])], &[]);

        b.at = InsertPoint::End(around);
        let value = self.cast(&mut b, old, self.ty);
        let new = self.new_value(&mut b, value, given);
        let new = self.cast(&mut b, new, self.compared);
        let orderings = [(SUCCESS_ORDERING, self.ordering), (FAILURE_ORDERING, on_failure(self.ordering))]
            .map(|(k, o)| (k, ctx.enum_attr(o)));
        let exchange: Vec<_> = of_access.chain(orderings).collect();
        let pair = ctx.literal_struct(false, &[self.compared, I1]);
        let pair = b.value(llvm::CMPXCHG, &[pointer, old, new], pair, &exchange);
        let (found, is_stored) = (b.extract(pair, &[0]), b.extract(pair, &[1]));
        b.branch(llvm::COND_BR, &[is_stored], &[(rest, &[]), (around, &[found])], &[]);
        let position = b.defining_op(found).and_then(|extract| b.attr(extract, POSITION))?;

        // The operation stays, as what the loop found.
        let (name, attrs, operand) = match self.ty == self.compared {
            true => (llvm::EXTRACTVALUE, ctx.dictionary(&[(POSITION, position)]), pair),
            false => (llvm::BITCAST, EMPTY_DICTIONARY, found),
        };
        body.set_name(op, name);
        body.set_attrs(op, attrs);
        body.set_operands(op, &[operand]);
        Some(())
    }

    /// A value as another type of its size.
    fn cast(&self, b: &mut Builder, value: Value, ty: Type) -> Value {
        if self.ty == self.compared { value } else { b.unary(llvm::BITCAST, value, ty) }
    }
}

/// The ordering of a `cmpxchg` that fails: as strong as that of one that does not.
fn on_failure(ordering: AtomicOrdering) -> AtomicOrdering {
    match ordering {
        AtomicOrdering::Release => AtomicOrdering::Monotonic,
        AtomicOrdering::AcqRel => AtomicOrdering::Acquire,
        same => same,
    }
}
