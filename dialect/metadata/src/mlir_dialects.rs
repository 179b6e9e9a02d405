//! What the dialects above and beside the LLVM dialect have only since a release of MLIR.
//!
//! Found by asking `mlir-opt` of releases 15, 16, 19 and 22 and the records of their `.td` files. What came between two of these
//! stands at the later, except where the release is known.

use rustc_hash::FxHashMap;

use crate::body::{Body, Op, Value};
use crate::context::Context;
use crate::ops::{OLDER_TERMINATORS, WITHOUT_RESULT};
use crate::registry::{ContextDialects, OpNameDefinition};
use crate::release::Release;
use crate::types::{FloatKind, SmallFloat, well_known as types};

/// Operations, by the first release that has them.
const OPERATIONS: &[(Release, &str)] = &[
    (
        Release::V16,
        "affine.delinearize_index arith.addui_extended arith.index_castui arith.mulsi_extended \
         arith.mului_extended math.absf math.absi math.cbrt math.fpowi math.ipowi math.roundeven math.trunc \
         memref.extract_aligned_pointer_as_index memref.extract_strided_metadata memref.realloc scf.index_switch \
         tensor.empty tensor.gather tensor.scatter vector.mask vector.scalable.extract vector.scalable.insert",
    ),
    (Release::V17, "scf.forall scf.forall.in_parallel"),
    (Release::V18, "arith.maximumf arith.maxnumf arith.minimumf arith.minnumf"),
    (
        Release::V19,
        "bufferization.dealloc bufferization.materialize_in_destination complex.bitcast math.acos math.acosh \
         math.asin math.asinh math.atanh math.cosh math.sinh memref.memory_space_cast tensor.bitcast \
         tensor.concat vector.deinterleave vector.from_elements vector.interleave vector.step",
    ),
    (
        Release::V22,
        "arith.scaling_extf arith.scaling_truncf bufferization.to_buffer complex.powi math.clampf math.erfc \
         math.isfinite math.isinf math.isnan math.isnormal math.sincos memref.distinct_objects ub.unreachable \
         vector.to_elements",
    ),
];

/// Attributes by dialect and mnemonic, by the first release that has them.
const ATTRIBUTES: &[(Release, &str)] = &[
    (Release::V16, "arith.fastmath gpu.address_space gpu.block gpu.thread nvvm.redux_kind"),
    (Release::V18, "arith.overflow"),
    (
        Release::V19,
        "arith.roundingmode gpu.mat_transpose_mode gpu.memory_space gpu.object gpu.prune_2to4_spmat_flag \
         gpu.select_object gpu.spgemm_work_estimation_or_compute_kind gpu.warp gpu.warpgroup nvvm.action \
         nvvm.load_cache_modifier nvvm.proxy_kind nvvm.shared_space nvvm.target nvvm.wgmma_scale_in \
         nvvm.wgmma_scale_out nvvm.wgmma_type omp.declaretarget ptr.spec rocdl.target vector.punctuation",
    ),
    (
        Release::V22,
        "gpu.broadcast gpu.kernel_metadata gpu.kernel_table gpu.lane gpu.mask nvvm.block_scale_format \
         nvvm.block_scale_kind nvvm.cache_eviction_priority nvvm.cluster_launch_control_query_type nvvm.cta_group \
         nvvm.dot_accumulate_type nvvm.fp_rnd_mode nvvm.grid_dep_action nvvm.ld_st_matrix_elt_type \
         nvvm.ld_st_matrix_shape nvvm.match_sync_kind nvvm.mem_order nvvm.mem_scope nvvm.memory_space \
         nvvm.mma_kind nvvm.permute_mode nvvm.prefetch_cache_level nvvm.reduction nvvm.sat_mode \
         nvvm.scale_vec_size nvvm.tcgen05_cp_multicast nvvm.tcgen05_cp_shape nvvm.tcgen05_cp_src_fmt \
         nvvm.tcgen05_fence nvvm.tcgen05_ldst_shape nvvm.tcgen05_mma_block_scale nvvm.tcgen05_mma_collectorb \
         nvvm.tcgen05_mma_collectorop nvvm.tcgen05_mma_kind nvvm.tcgen05_wait nvvm.tma_load_mode \
         nvvm.tma_redux_kind nvvm.tma_store_mode nvvm.vote_sync_kind ptr.address ptr.generic_space ptr.null",
    ),
];

/// The first release in whose words a name is; `None` where all have it.
fn since(table: &[(Release, &str)], name: &str) -> Option<Release> {
    table.iter().find(|(_, names)| names.split_whitespace().any(|one| one == name)).map(|(release, _)| *release)
}

/// The first release that has an operation of a name.
pub(crate) fn operation_since(name: &str) -> Option<Release> {
    since(OPERATIONS, name)
}

/// The first release that has an attribute of a dialect, whose text is `mnemonic<...>` or `<mnemonic ...>`.
pub(crate) fn attribute_since(dialect: &str, body: &str) -> Option<Release> {
    let body = body.trim_start_matches(['<', '.']);
    let end = body.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(body.len());
    since(ATTRIBUTES, &format!("{dialect}.{}", body.get(..end)?))
}

/// The first release that has a format of numbers.
pub(crate) fn float_since(kind: FloatKind) -> Option<Release> {
    let FloatKind::Small(kind) = kind else { return None };
    Some(match kind {
        SmallFloat::F8E5M2 | SmallFloat::F8E4M3FN => Release::V16,
        SmallFloat::F8E5M2FNUZ | SmallFloat::F8E4M3FNUZ | SmallFloat::F8E4M3B11FNUZ => Release::V17,
        SmallFloat::TF32 => Release::V18,
        SmallFloat::F8E4M3 => Release::V19,
        _ => Release::V20,
    })
}

/// What of an operation a release has not, though it has one of its name.
pub(crate) fn missing_part(ctx: &Context, body: &Body, op: Op, release: Release) -> Option<&'static str> {
    let name = body.name(op).def()?.name;
    let has = |attribute: &str| ctx.entry(body.attrs(op), ctx.str(attribute)).is_some();
    let is_number =
        |operand: usize| body.operands(op).get(operand).is_some_and(|&value| body.value_type(value) != types::INDEX);
    match name {
        "scf.for" if release < Release::V17 && is_number(0) => Some("scf.for of other numbers than index"),
        "scf.for" if release < Release::V22 && has("unsignedCmp") => Some("scf.for of unsigned numbers"),
        "scf.reduce" if release < Release::V18 && !body.operands(op).is_empty() => {
            Some("scf.reduce that ends scf.parallel")
        }
        "memref.expand_shape" if release < Release::V19 => Some("memref.expand_shape with an output shape"),
        _ => None,
    }
}

/// Gives an operation the shape that it has in a release. A result that it has not there is taken from it, and `same` gets the value
/// that the result is.
pub(crate) fn reshape(ctx: &Context, body: &mut Body, op: Op, release: Release, same: &mut FxHashMap<Value, Value>) {
    let name = body.name(op).def().map(|def| def.name);
    let older = OLDER_TERMINATORS.iter().find(|older| Some(older.name) == name && older.releases.contain(release));
    if let Some(older) = older.filter(|_| body.operands(op).is_empty()) {
        body.set_name(op, ctx.op_name(older.older_name));
    }
    // What it says holds of its operand.
    if WITHOUT_RESULT.iter().any(|(of, releases)| Some(*of) == name && releases.contain(release))
        && let (Some(result), Some(&operand)) = (body.result(op), body.operands(op).first())
    {
        same.insert(result, same.get(&operand).copied().unwrap_or(operand));
        body.drop_results(op);
    }
}
