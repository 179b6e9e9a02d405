//! Asynchronous copies, and prefetches.

use crate::nvvm::code::{SHARED, SHARED_CLUSTER};
use crate::rules::*;

rules! {
    "nvvm.cp.async.shared.global" => cp_async;
    "nvvm.cp.async.bulk.shared.cluster.global" => bulk_to_shared;
    "nvvm.cp.async.bulk.tensor.shared.cluster.global" => tensor_to_shared;
    "nvvm.cp.async.bulk.tensor.global.shared.cta" => tensor_to_global;
    "nvvm.cp.async.bulk.tensor.prefetch" => tensor_load;
    "nvvm.cp.async.bulk.tensor.reduce" => tensor_reduce;
    "nvvm.st.bulk" => st_bulk;
    "nvvm.mapa" => mapa;
    "nvvm.prefetch" => prefetch;
}

/// The address spaces of a prefetch.
const GENERIC: Option<u32> = Some(0);
const GLOBAL: Option<u32> = Some(1);
const CONSTANT: Option<u32> = Some(4);
const LOCAL: Option<u32> = Some(5);

fn cp_async(op: &VerifyContext<'_>) -> VerifyResult {
    let (modifier, size) = (word(op, "modifier"), number(op, "size"));
    require_plain(matches!(modifier, "cg" | "ca"), "Only CG and CA cache modifiers are supported.")?;
    require_plain(matches!(size, 4 | 8 | 16), "expected byte size to be either 4, 8 or 16.")?;
    require_plain(modifier != "cg" || size == 16, "CG cache modifier is only support for 16 bytes copy.")
}

fn bulk_to_shared(op: &VerifyContext<'_>) -> VerifyResult {
    require_plain(
        space(op, "dstMem") != Some(SHARED) || !op.has_operand("multicastMask"),
        "Multicast is not supported with shared::cta mode.",
    )
}

fn dimensions(op: &VerifyContext<'_>) -> Result<usize, VerifyCode> {
    let dimensions = count(op, "coordinates");
    require_plain((1..=5).contains(&dimensions), "expects coordinates between 1 to 5 dimension")?;
    Ok(dimensions)
}

/// The offsets that a mode of a tensor's load takes.
fn tensor_load(op: &VerifyContext<'_>) -> VerifyResult {
    let (mode, dimensions, offsets) = (word(op, "mode"), dimensions(op)?, count(op, "im2colOffsets"));
    let expected = match mode {
        "tile" => 0,
        "tile_gather4" => {
            require_plain(dimensions == 5, "Gather4 mode expects 5 coordinates")?;
            0
        }
        _ => {
            if dimensions < 3 {
                return plain_error(format!("to use {mode} mode, the tensor has to be at least 3-dimensional"));
            }
            if mode == "im2col" { dimensions - 2 } else { 2 }
        }
    };
    if offsets != expected {
        return plain_error(format!(" im2col offsets expected {expected} (provided {offsets})"));
    }
    Ok(())
}

fn tensor_to_shared(op: &VerifyContext<'_>) -> VerifyResult {
    let is_block = op.flag("isCTAOnly");
    if op.has_operand("predicate") {
        require_plain(!is_block, "Predicate is supported only for shared::cluster mode.")?;
        require_plain(
            matches!(word(op, "mode"), "tile" | "im2col"),
            "Predicate is supported only for Tile and Im2col modes.",
        )?;
        return tensor_load(op);
    }
    if is_block {
        require_plain(space(op, "dstMem") == Some(SHARED), "Shared::cta destination requires address-space 3.")?;
        require_plain(!op.has_operand("multicastMask"), "Multicast is not supported with shared::cta mode.")?;
        require_plain(op.attr_named("group").is_none(), "CTAGroup is not supported with shared::cta mode.")?;
    } else {
        require_plain(
            space(op, "dstMem") == Some(SHARED_CLUSTER),
            "Shared::cluster destination requires address-space 7.",
        )?;
    }
    tensor_load(op)
}

/// The dimensions that a mode of a tensor's store takes.
fn tensor_store(op: &VerifyContext<'_>) -> VerifyResult {
    let dimensions = dimensions(op)?;
    require_plain(
        word(op, "mode") != "im2col" || dimensions >= 3,
        "to use im2col mode, the tensor has to be at least 3-dimensional",
    )
}

fn tensor_to_global(op: &VerifyContext<'_>) -> VerifyResult {
    let mode = word(op, "mode");
    if op.has_operand("predicate") {
        require_plain(mode == "tile", "Inline-ptx lowering supported only for Tile mode.")?;
        require_plain(!op.has_operand("l2CacheHint"), "Inline-ptx lowering unsupported with L2 cache-hint.")?;
    }
    if mode == "tile_scatter4" {
        return require_plain(count(op, "coordinates") == 5, "Scatter4 mode expects 5 coordinates");
    }
    tensor_store(op)
}

fn tensor_reduce(op: &VerifyContext<'_>) -> VerifyResult {
    require_plain(word(op, "mode") != "tile_scatter4", "Scatter mode unsupported for CpAsyncBulkTensorReduceOp")?;
    tensor_store(op)
}

/// A generic address is of a generic one, and that of a cluster is of a block's.
fn mapa(op: &VerifyContext<'_>) -> VerifyResult {
    let result = op.result_type().map(|ty| op.ctx.type_data(ty));
    let holds = match (space(op, "a"), result) {
        (Some(SHARED), Some(TypeData::Pointer { address_space })) => *address_space == SHARED_CLUSTER,
        (from, Some(TypeData::Pointer { address_space })) => from == GENERIC && *address_space == 0,
        _ => false,
    };
    require(holds, "failed to verify that Valid address-space check(or mapping) for mapa Op")
}

fn st_bulk(op: &VerifyContext<'_>) -> VerifyResult {
    match number(op, "initVal") {
        0 => Ok(()),
        other => op_error(format!("only 0 is supported for initVal, got {other}")),
    }
}

fn prefetch(op: &VerifyContext<'_>) -> VerifyResult {
    let (level, priority) = (word(op, "cacheLevel"), word(op, "evictPriority"));
    let of_tensor_map = op.flag("tensormap");
    require(!of_tensor_map || level.is_empty(), "cannot specify both tensormap and cache level")?;
    match (of_tensor_map, level) {
        (true, _) => prefetch_tensor_map(op, priority),
        (false, "") => op_error("requires specification of either cache level or tensormap"),
        (false, level) => prefetch_to_cache(op, level, priority),
    }
}

fn prefetch_tensor_map(op: &VerifyContext<'_>, priority: &str) -> VerifyResult {
    let space = space(op, "addr");
    require(matches!(space, GENERIC | CONSTANT), "prefetch tensormap requires a generic or constant pointer")?;
    require(priority.is_empty(), "prefetch tensormap does not support eviction priority")?;
    require(
        !op.flag("in_param_space") || space == GENERIC,
        "in_param_space can only be specified for a generic pointer",
    )
}

fn prefetch_to_cache(op: &VerifyContext<'_>, level: &str, priority: &str) -> VerifyResult {
    let space = space(op, "addr");
    require(
        matches!(space, GENERIC | GLOBAL | LOCAL),
        "prefetch to cache level requires a generic, global, or local pointer",
    )?;
    if op.flag("uniform") {
        require(level == "L1", "unsupported cache level, the only supported uniform cache level is L1")?;
        require(space == GENERIC, "prefetch to uniform cache requires a generic pointer")?;
    }
    if !priority.is_empty() {
        require(level == "L2", "cache eviction priority supported only for cache level L2")?;
        require(space == GLOBAL, "cache eviction priority requires a global pointer")?;
        require(
            matches!(priority, "evict_normal" | "evict_last"),
            "unsupported cache eviction priority, only evict_last and evict_normal are supported",
        )?;
    }
    require(!op.has_operand("predicate"), "predicate supported only on prefetch tensormap")
}
