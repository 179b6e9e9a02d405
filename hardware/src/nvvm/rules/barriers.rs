//! Barriers, fences and `mbarrier` objects.

use crate::nvvm::code::SHARED_CLUSTER;
use crate::rules::*;

rules! {
    "nvvm.barrier" => barrier;
    "nvvm.mbarrier.arrive" => mbarrier;
    "nvvm.mbarrier.arrive_drop" => mbarrier;
    "nvvm.mbarrier.arrive.expect_tx" => expect_tx;
    "nvvm.mbarrier.arrive_drop.expect_tx" => mbarrier;
    "nvvm.mbarrier.expect_tx" => mbarrier_scope;
    "nvvm.mbarrier.complete_tx" => mbarrier_scope;
    "nvvm.mbarrier.test.wait" => mbarrier_scope;
    "nvvm.mbarrier.try_wait" => mbarrier_scope;
    "nvvm.fence.sync_restrict" => order;
    "nvvm.fence.proxy" => fence_proxy;
    "nvvm.fence.proxy.acquire" => one_direction;
    "nvvm.fence.proxy.release" => one_direction;
    "nvvm.fence.proxy.sync_restrict" => sync_restrict;
    "nvvm.clusterlaunchcontrol.query.cancel" => query_cancel;
}

fn barrier(op: &VerifyContext<'_>) -> VerifyResult {
    let has_id = op.has_operand("barrierId");
    let (reduces, has_predicate) = (!word(op, "reductionOp").is_empty(), op.has_operand("reductionPredicate"));
    require(has_id || !op.has_operand("numberOfThreads"), "barrier id is missing, it should be set between 0 to 15")?;
    require(!has_id || !(reduces || has_predicate), "reduction are only available when id is 0")?;
    require(reduces == has_predicate, "reduction predicate and reduction operation must be specified together")
}

fn mbarrier_scope(op: &VerifyContext<'_>) -> VerifyResult {
    require_plain(matches!(word(op, "scope"), "cta" | "cluster"), "mbarrier scope must be either CTA or Cluster")
}

fn mbarrier(op: &VerifyContext<'_>) -> VerifyResult {
    mbarrier_scope(op)?;
    require_plain(
        op.result_type().is_none() || space(op, "addr") != Some(SHARED_CLUSTER),
        "mbarrier in shared_cluster space cannot return any value",
    )
}

/// With a predicate it becomes inline PTX, which does less.
fn expect_tx(op: &VerifyContext<'_>) -> VerifyResult {
    if op.has_operand("predicate") {
        require_plain(word(op, "scope") == "cta", "mbarrier scope must be CTA when using predicate")?;
        require_plain(
            space(op, "addr") != Some(SHARED_CLUSTER),
            "mbarrier in shared_cluster space is not supported when using predicate",
        )?;
        require_plain(op.result_type().is_none(), "return-value is not supported when using predicate")?;
        require_plain(!op.flag("relaxed"), "mbarrier with relaxed semantics is not supported when using predicate")?;
    }
    mbarrier(op)
}

fn order(op: &VerifyContext<'_>) -> VerifyResult {
    let holds = matches!(word(op, "order"), "acquire" | "release");
    require(holds, "only acquire and release semantics are supported")
}

fn fence_proxy(op: &VerifyContext<'_>) -> VerifyResult {
    let (kind, has_space) = (word(op, "kind"), !word(op, "space").is_empty());
    require(kind != "tensormap", "tensormap proxy is not a supported proxy kind")?;
    require(kind != "generic", "generic proxy not a supported proxy kind")?;
    require(kind != "async.shared" || has_space, "async_shared fence requires space attribute")?;
    require(kind == "async.shared" || !has_space, "only async_shared fence can have space attribute")
}

fn one_direction(op: &VerifyContext<'_>) -> VerifyResult {
    require(
        word(op, "fromProxy") == "generic",
        "uni-directional proxies only support generic for from_proxy attribute",
    )?;
    require(word(op, "toProxy") == "tensormap", "uni-directional proxies only support tensormap for to_proxy attribute")
}

fn sync_restrict(op: &VerifyContext<'_>) -> VerifyResult {
    order(op)?;
    require(word(op, "fromProxy") == "generic", "only generic is support for from_proxy attribute")?;
    require(word(op, "toProxy") == "async", "only async is supported for to_proxy attribute")
}

fn query_cancel(op: &VerifyContext<'_>) -> VerifyResult {
    let result = op.result_type();
    if word(op, "query_type") == "is_canceled" {
        return require(result == Some(types::I1), "is_canceled query type returns an i1");
    }
    require(
        result == Some(types::I32),
        "get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32",
    )
}
