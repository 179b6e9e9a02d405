//! `cmpxchg` of less alignment than the size of what it compares, for releases that say no alignment of it and take it for that
//! size: a call of `__atomic_compare_exchange`, which LLVM's own code generators make of it. LLVM's "Atomic Instructions and
//! Concurrency Guide", "Libcalls: __atomic_*".

use irtrip_dialect::enums::AtomicOrdering;
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{ALIGNMENT, FAILURE_ORDERING, FUNCTION_TYPE, SUCCESS_ORDERING, SYM_NAME};
use irtrip_dialect::ops::{global_values, llvm};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::types::well_known::{I1, I32, PTR};
use irtrip_dialect::{Block, Body, Builder, Context, InsertPoint, LlvmBuilder, Module, NewOp, Op, Str, Type, Value};

use crate::lower_to_release::{LoweringContext, name_of};

const COMPARE_EXCHANGE: &str = "__atomic_compare_exchange";

/// What a module's atomic instructions are lowered by.
pub(in crate::lower_to_release) struct AtomicLibcalls {
    /// The data layout.
    layout: Layout,
    /// Whether the stack is where the functions expect their arguments.
    has_stack: bool,
    /// Whether something calls the function.
    is_called: bool,
}

impl AtomicLibcalls {
    /// By a data layout, and the address space that it has for an `alloca`.
    pub fn new(layout: Layout, alloca_space: u32) -> AtomicLibcalls {
        AtomicLibcalls { layout, has_stack: alloca_space == 0, is_called: false }
    }

    /// Whether an atomic instruction has less alignment than the size of its value, and the release cannot say so.
    pub fn is_under_aligned(&self, ctx: &Context, body: &Body, op: Op, cx: &LoweringContext) -> bool {
        let &[pointer, value, ..] = body.operands(op) else { return false };
        let bytes = body.int_attr(ctx, op, ALIGNMENT);
        let size = self.layout.store_size(ctx, body.value_type(value));
        self.has_stack
            && !Spelling::AtomicAlignments.releases().contains(cx.release)
            && ctx.pointer_space(body.value_type(pointer)) == Some(0)
            && bytes.is_some_and(|bytes| u64::try_from(bytes).is_ok_and(|bytes| bytes < size))
    }

    /// Puts calls in the place of such a `cmpxchg` in a body.
    pub fn lower(&mut self, ctx: &Context, body: &mut Body, cx: &mut LoweringContext) {
        let is_meant = |body: &Body, op: Op| body.name(op) == llvm::CMPXCHG && self.is_under_aligned(ctx, body, op, cx);
        let found: Vec<Op> = body.linked_ops().filter(|op| is_meant(body, *op)).collect();
        for op in found {
            cx.op = Some(op);
            if self.expand(ctx, body, op).is_some() {
                self.is_called = true;
                cx.drop(format!(
                    "alignment of a 'cmpxchg' that is less than its size (written as '{COMPARE_EXCHANGE}')"
                ));
            }
        }
        cx.op = None;
    }

    fn size_type(&self, ctx: &Context) -> Type {
        ctx.int_type(self.layout.pointer_bits(0))
    }

    fn expand(&self, ctx: &Context, body: &mut Body, op: Op) -> Option<()> {
        let (&[pointer, expected, new], loc) = (body.operands(op), body.loc(op)) else { return None };
        let ordering = |key: Str| {
            let ordering: AtomicOrdering = body.attr(ctx, op, key).and_then(|ordering| ctx.enum_value(ordering))?;
            c_ordering(ordering)
        };
        let orderings = [ordering(SUCCESS_ORDERING)?, ordering(FAILURE_ORDERING)?];
        let pair = body.value_type(body.result(op)?);
        let ty = body.value_type(expected);
        let entry: Block = *body.blocks(*body.regions().first()?).first()?;
        let mut b = Builder::new(ctx, body, InsertPoint::Before(body.first_op(entry)?), loc);
        let one = b.int_constant(I32, 1);
        let [found, stored]: [Value; 2] = [(); 2].map(|()| b.alloca(PTR, ty, one, None));
        b.at = InsertPoint::Before(op);
        b.store(expected, found);
        b.store(new, stored);
        let size = b.int_constant(self.size_type(ctx), i64::try_from(self.layout.store_size(ctx, ty)).ok()?);
        let [success, failure] = orderings.map(|ordering| b.int_constant(I32, ordering));
        let is_stored = b.call(COMPARE_EXCHANGE, &[size, pointer, found, stored, success, failure], Some(I1))?;
        let found = b.load(ty, found);
        let none = b.poison(pair);
        let whole = b.insert_value(none, found, &[0]);
        let last = b.insert_value(whole, is_stored, &[1]);
        // The operation stays, as the last of these.
        let last = b.defining_op(last)?;
        let (attrs, operands) = (body.attrs(last), body.operands(last).to_vec());
        body.unlink(last);
        body.set_name(op, llvm::INSERTVALUE);
        body.set_attrs(op, attrs);
        body.set_operands(op, &operands);
        Some(())
    }

    /// Declares the function in a module that calls it.
    pub fn declare(&self, ctx: &Context, module: &mut Module) {
        let name = ctx.str(COMPARE_EXCHANGE);
        if !self.is_called || module.ops().any(|op| name_of(ctx, module.body.attrs(op)) == Some(name)) {
            return;
        }
        let ty = ctx.llvm_function_type(I1, &[self.size_type(ctx), PTR, PTR, PTR, I32, I32], false);
        let attrs = ctx.dictionary(&[(SYM_NAME, ctx.str_attr(name)), (FUNCTION_TYPE, ctx.type_attr(ty))]);
        module.body.append(module.block, NewOp { attrs, ..NewOp::new(global_values::FUNC) }, &[]);
    }
}

/// The number that C has for an ordering; `None` for what no `cmpxchg` has.
fn c_ordering(ordering: AtomicOrdering) -> Option<i64> {
    Some(match ordering {
        AtomicOrdering::Monotonic => 0,
        AtomicOrdering::Acquire => 2,
        AtomicOrdering::Release => 3,
        AtomicOrdering::AcqRel => 4,
        AtomicOrdering::SeqCst => 5,
        _ => return None,
    })
}
