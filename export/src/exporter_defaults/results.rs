//! Results that an operation of MLIR has and what it stands for in LLVM IR has not.

use irtrip_dialect::ops::intrinsics::CORO_END;
use irtrip_dialect::types::well_known::VOID;
use irtrip_dialect::{Body, Op, Value};
use rustc_hash::FxHashSet;

/// Removes the results of ends of coroutines where nothing uses them: `llvm.coro.end` does not since LLVM 22.
pub fn drop_unused(body: &mut Body) {
    let ends = |op: &Op| body.name(*op) == CORO_END;
    let mut results: FxHashSet<Value> =
        (0..body.op_count()).map(Op::new).filter(ends).filter_map(|op| body.result(op)).collect();
    if results.is_empty() {
        return;
    }
    for op in body.linked_ops() {
        for used in body.operands(op).iter().chain(body.successors(op).iter().flat_map(|s| body.successor_args(s))) {
            results.remove(used);
        }
    }
    for result in results {
        body.set_value_type(result, VOID);
    }
}
