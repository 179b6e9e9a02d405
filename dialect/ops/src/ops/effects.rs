//! What operations do to memory, as their definitions say it; MLIR, "Side Effects & Speculation".

use crate::body::{Body, Op};
use crate::context::Context;
use crate::enums::AtomicOrdering;
use crate::names::{HAS_SIDE_EFFECTS, ORDERING, VOLATILE, is_irtrip};
use crate::ops::{Traits, llvm};
use crate::registry::OpNameDefinition;

bitflags::bitflags! {
    /// Effects on memory; no bit is no effect.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Effects: u8 {
        /// Reads memory.
        const READ = 1;
        /// Writes memory.
        const WRITE = 1 << 1;
        /// Allocates the memory of its result.
        const ALLOCATE = 1 << 2;
        /// Frees memory.
        const FREE = 1 << 3;
    }
}

/// The effects that definitions name.
const NAMED: [(Traits, Effects); 4] = [
    (Traits::READS, Effects::READ),
    (Traits::WRITES, Effects::WRITE),
    (Traits::ALLOCATES, Effects::ALLOCATE),
    (Traits::FREES, Effects::FREE),
];

/// The effects of an operation without those of the operations in its regions; `None` where nothing is known, as of an
/// operation without a definition.
///
/// ```
/// use irtrip_dialect::ops::{Effects, effects, llvm};
/// use irtrip_dialect::{Body, Context, NewOp};
///
/// let (ctx, mut body) = (Context::new(), Body::new());
/// let load = body.create(NewOp::new(llvm::LOAD));
/// let call = body.create(NewOp::new(llvm::CALL));
/// assert_eq!(effects(&ctx, &body, load), Some(Effects::READ));
/// assert_eq!(effects(&ctx, &body, call), None);
/// ```
pub fn effects(ctx: &Context, body: &Body, op: Op) -> Option<Effects> {
    let name = body.name(op);
    // Upstream's programs do not know irtrip's own operations.
    let def = name.def().filter(|def| !is_irtrip(def.name))?;
    let named = NAMED.iter().filter(|(bit, _)| def.is(*bit)).fold(Effects::empty(), |all, (_, effect)| all | *effect);
    let all = Effects::READ | Effects::WRITE;
    match name {
        // What is volatile or orders other accesses may do anything to memory.
        llvm::LOAD | llvm::STORE => {
            let ordering: AtomicOrdering =
                body.attr(ctx, op, ORDERING).and_then(|value| ctx.enum_value(value)).unwrap_or_default();
            let is_plain = matches!(ordering, AtomicOrdering::NotAtomic | AtomicOrdering::Unordered);
            Some(if is_plain && body.attr(ctx, op, VOLATILE).is_none() { named } else { all })
        }
        llvm::INLINE_ASM if body.attr(ctx, op, HAS_SIDE_EFFECTS).is_none() => Some(Effects::empty()),
        _ if named.is_empty() && !def.is(Traits::PURE) && !def.is(Traits::RECURSIVE_EFFECTS) => None,
        _ => Some(named),
    }
}

/// The effects of an operation and of those in its regions, if its definition says that it has theirs.
pub fn effects_inside(ctx: &Context, body: &Body, op: Op) -> Option<Effects> {
    let mut all = effects(ctx, body, op)?;
    let mut open = vec![op];
    while let Some(op) = open.pop() {
        let Some(def) = body.name(op).def() else { continue };
        if !def.is(Traits::RECURSIVE_EFFECTS) {
            continue;
        }
        for &region in body.op_regions(op) {
            for inner in body.blocks(region).iter().flat_map(|&block| body.ops(block)) {
                all |= effects(ctx, body, inner)?;
                open.push(inner);
            }
        }
    }
    Some(all)
}

/// Whether an operation has a name that others refer to.
pub fn is_symbol(body: &Body, op: Op) -> bool {
    body.name(op).def().is_some_and(|def| def.is(Traits::SYMBOL))
}

/// Whether nobody misses an operation whose results are not used: it ends no block, is no symbol, and at most reads memory
/// or allocates what its result points to.
pub fn would_be_dead(ctx: &Context, body: &Body, op: Op) -> bool {
    let harmless = Effects::READ | Effects::ALLOCATE;
    let ends_block =
        body.name(op).def().is_some_and(|def| def.is(Traits::TERMINATOR)) || !body.successors(op).is_empty();
    !ends_block && !is_symbol(body, op) && effects_inside(ctx, body, op).is_some_and(|all| harmless.contains(all))
}
