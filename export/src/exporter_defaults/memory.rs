//! The memory effects that calls say; LangRef, "Function Attributes", `memory`.

use irtrip_dialect::attribute_set::{MemoryEffects, call_set, list_attr};
use irtrip_dialect::names::{IRTRIP_ATTRIBUTES, MEMORY_EFFECTS};
use irtrip_dialect::{Body, Context, Op};

/// Has calls of a body say their memory effects even where those are the function's, as upstream's exporter does.
pub fn attach_memory_effects(ctx: &Context, body: &mut Body) {
    for op in (0..body.op_count()).map(Op::new) {
        let attrs = body.attrs(op);
        if ctx.entry(attrs, MEMORY_EFFECTS).is_some() {
            let set = call_set(ctx, body.name(op), attrs, MemoryEffects::ANY);
            body.set_attrs(op, ctx.with_entry(attrs, IRTRIP_ATTRIBUTES, Some(list_attr(ctx, &set))));
        }
    }
}
