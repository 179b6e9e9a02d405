//! What other dialects than the LLVM dialect have only since a release of MLIR.
//!
//! Determined with `mlir-opt` of releases 15, 16, 19 and 22 and the records of their `.td` files. What came between two of these
//! stands at the later, except where the release is known.

use rustc_hash::FxHashMap;

use crate::attributes::well_known as attrs;
use crate::body::{Block, Body, NewOp, Op, Region, Value};
use crate::context::Context;
use crate::names;
use crate::ops::generic_form::GenericForm;
use crate::ops::{LATER_OPERANDS, OLDER_TERMINATORS, OlderTerminator, OpDef, WITHOUT_RESULT};
use crate::registry::{ContextDialects, OpNameDefinition};
use crate::release::Release;
use crate::types::{FloatKind, SmallFloat, TypeData, well_known as types};

/// The attribute that counts memory attributions of a workgroup: launches have it since MLIR 19, and functions must have it up to 15.
const ATTRIBUTIONS: &str = "workgroup_attributions";

/// Operations, by the first release that has them.
const OPERATIONS: &[(Release, &str)] = &[
    (
        Release::V16,
        "affine.delinearize_index amdgpu.mfma arith.addui_extended arith.index_castui arith.mulsi_extended \
         arith.mului_extended gpu.subgroup_reduce math.absf math.absi math.cbrt math.fpowi math.ipowi math.roundeven \
         math.trunc memref.extract_aligned_pointer_as_index memref.extract_strided_metadata memref.realloc nvgpu.mma.sp.sync \
         omp.target_data omp.target_enter_data omp.target_exit_data scf.index_switch tensor.empty tensor.gather \
         tensor.scatter vector.mask vector.scalable.extract vector.scalable.insert",
    ),
    (Release::V17, "scf.forall scf.forall.in_parallel"),
    (Release::V18, "arith.maximumf arith.maxnumf arith.minimumf arith.minnumf"),
    (
        Release::V19,
        "acc.atomic.capture acc.atomic.read acc.atomic.update acc.atomic.write acc.attach acc.bounds acc.cache acc.copyin \
         acc.copyout acc.create acc.declare acc.declare_device_resident acc.declare_enter acc.declare_exit acc.declare_link \
         acc.delete acc.detach acc.deviceptr acc.firstprivate acc.firstprivate.recipe acc.getdeviceptr acc.global_ctor \
         acc.global_dtor acc.host_data acc.kernels acc.nocreate acc.present acc.private acc.private.recipe acc.reduction \
         acc.reduction.recipe acc.routine acc.serial acc.set acc.update_device acc.update_host acc.use_device \
         amdgpu.ext_packed_fp8 amdgpu.packed_stoch_round_fp8 amdgpu.packed_trunc_2xfp8 amdgpu.raw_buffer_atomic_cmpswap \
         amdgpu.raw_buffer_atomic_fmax amdgpu.raw_buffer_atomic_smax amdgpu.raw_buffer_atomic_umin amdgpu.wmma \
         arm_neon.intr.smmla arm_neon.intr.ummla arm_neon.intr.usmmla arm_sve.convert_from_svbool arm_sve.convert_to_svbool \
         arm_sve.intr.convert.from.svbool arm_sve.intr.convert.to.svbool arm_sve.intr.psel arm_sve.intr.whilelt \
         arm_sve.intr.zip.x2 arm_sve.intr.zip.x4 arm_sve.psel arm_sve.zip.x2 arm_sve.zip.x4 bufferization.dealloc \
         bufferization.materialize_in_destination complex.bitcast gpu.binary gpu.cluster_block_id gpu.cluster_dim \
         gpu.cluster_dim_blocks gpu.cluster_id gpu.create_2to4_spmat gpu.create_bsr gpu.create_coo gpu.create_coo_aos \
         gpu.create_csc gpu.create_csr gpu.create_dn_tensor gpu.destroy_dn_tensor gpu.destroy_sp_mat \
         gpu.dynamic_shared_memory gpu.host_unregister gpu.sddmm gpu.sddmm_buffer_size gpu.set_csr_pointers gpu.spgemm_copy \
         gpu.spgemm_create_descr gpu.spgemm_destroy_descr gpu.spgemm_work_estimation_or_compute gpu.spmat_get_size gpu.spmm \
         gpu.spmm_buffer_size gpu.spmv gpu.spmv_buffer_size math.acos math.acosh math.asin math.asinh math.atanh math.cosh \
         math.sinh memref.memory_space_cast nvgpu.mbarrier.arrive nvgpu.mbarrier.arrive.expect_tx \
         nvgpu.mbarrier.arrive.nocomplete nvgpu.mbarrier.create nvgpu.mbarrier.init nvgpu.mbarrier.test.wait \
         nvgpu.mbarrier.try_wait.parity nvgpu.tma.async.load nvgpu.tma.async.store nvgpu.tma.create.descriptor \
         nvgpu.tma.prefetch.descriptor nvgpu.warpgroup.generate.descriptor nvgpu.warpgroup.mma \
         nvgpu.warpgroup.mma.init.accumulator nvgpu.warpgroup.mma.store omp.cancellation_point omp.declare_reduction \
         omp.distribute omp.loop_nest omp.map.bounds omp.map.info omp.masked omp.ordered.region omp.private omp.simd \
         omp.target_update omp.teams tensor.bitcast tensor.concat vector.deinterleave vector.from_elements vector.interleave \
         vector.step",
    ),
    (
        Release::V22,
        "acc.firstprivate_map acc.get_extent acc.get_lowerbound acc.get_stride acc.get_upperbound acc.kernel_environment \
         affine.linearize_index amdgpu.dpp amdgpu.fat_raw_buffer_cast amdgpu.gather_to_lds amdgpu.make_dma_base \
         amdgpu.make_dma_descriptor amdgpu.make_gather_dma_base amdgpu.make_gather_dma_descriptor amdgpu.memory_counter_wait \
         amdgpu.packed_scaled_trunc amdgpu.permlane_swap amdgpu.scaled_ext_packed amdgpu.scaled_ext_packed_matrix \
         amdgpu.scaled_mfma amdgpu.scaled_wmma amdgpu.sched_barrier amdgpu.sparse_mfma amdgpu.swizzle_bitmode \
         amdgpu.tensor_load_to_lds amdgpu.tensor_store_from_lds amdgpu.transpose_load arith.scaling_extf \
         arith.scaling_truncf arm_neon.intr.bfmmla arm_sve.dupq_lane arm_sve.intr.bfmmla arm_sve.intr.dupq_lane \
         arm_sve.intr.usmmla arm_sve.usmmla complex.powi gpu.rotate gpu.subgroup_broadcast \
         gpu.subgroup_mma_extract_thread_local gpu.subgroup_mma_insert_thread_local math.clampf math.erfc math.isfinite \
         math.isinf math.isnan math.isnormal math.sincos memref.distinct_objects nvgpu.mbarrier.get nvgpu.rcp \
         nvgpu.tma.fence.descriptor omp.allocate_dir omp.canonical_loop omp.declare_mapper omp.declare_mapper.info omp.loop \
         omp.new_cli omp.scan omp.target_allocmem omp.target_freemem omp.tile omp.unroll_heuristic omp.workdistribute \
         omp.workshare omp.workshare.loop_wrapper ptr.constant ptr.from_ptr ptr.gather ptr.get_metadata ptr.load \
         ptr.masked_load ptr.masked_store ptr.ptr_add ptr.ptr_diff ptr.scatter ptr.store ptr.to_ptr ptr.type_offset \
         ub.unreachable vector.to_elements x86vector.avx.bcst_to_f32.packed x86vector.avx.cvt.packed.even.indexed_to_f32 \
         x86vector.avx.cvt.packed.odd.indexed_to_f32 x86vector.avx.dot.i8 x86vector.avx512.cvt.packed.f32_to_bf16 \
         x86vector.avx512.dot",
    ),
];

/// Attributes by dialect and mnemonic, and words of them, by the first release that has them.
const ATTRIBUTES: &[(Release, &str)] = &[
    (Release::V16, "arith.fastmath gpu.address_space gpu.block gpu.thread nvvm.redux_kind"),
    (
        Release::V18,
        "arith.overflow vector.kind<maximumf> vector.kind<maxnumf> vector.kind<minimumf> vector.kind<minnumf>",
    ),
    (
        Release::V19,
        "arith.roundingmode gpu.all_reduce_op<maximumf> gpu.all_reduce_op<maxnumf> gpu.all_reduce_op<maxsi> \
         gpu.all_reduce_op<maxui> gpu.all_reduce_op<minimumf> gpu.all_reduce_op<minnumf> gpu.all_reduce_op<minsi> \
         gpu.all_reduce_op<minui> gpu.mat_transpose_mode gpu.memory_space gpu.object gpu.prune_2to4_spmat_flag \
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
         nvvm.mma_kind nvvm.mma_type<e2m1> nvvm.mma_type<e2m3> nvvm.mma_type<e3m2> nvvm.mma_type<e4m3> \
         nvvm.mma_type<e5m2> nvvm.redux_kind<fmax> nvvm.redux_kind<fmin> nvvm.permute_mode nvvm.prefetch_cache_level nvvm.reduction nvvm.sat_mode \
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
    let (mnemonic, rest) = body.split_at_checked(end)?;
    let word = rest.trim_start_matches([' ', '<']).trim_end_matches('>');
    let of_word = since(ATTRIBUTES, &format!("{dialect}.{mnemonic}<{word}>"));
    of_word.max(since(ATTRIBUTES, &format!("{dialect}.{mnemonic}")))
}

/// The first release that has the types of a dialect.
pub(crate) fn types_since(dialect: &str) -> Option<Release> {
    (dialect == "ptr").then_some(Release::V22)
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
pub(crate) fn missing_part(ctx: &Context, body: &Body, op: Op, release: Release) -> Option<String> {
    let def = body.name(op).def()?;
    let has = |attribute: &str| ctx.entry(body.attrs(op), ctx.str(attribute)).is_some();
    let is_number =
        |operand: usize| body.operands(op).get(operand).is_some_and(|&value| body.value_type(value) != types::INDEX);
    let what = match def.name {
        "scf.for" if release < Release::V17 && is_number(0) => "of other numbers than index",
        "scf.for" if release < Release::V22 && has("unsignedCmp") => "of unsigned numbers",
        "scf.reduce" if release < Release::V18 && !body.operands(op).is_empty() => "that ends scf.parallel",
        "memref.expand_shape" if release < Release::V19 => "with an output shape",
        "gpu.launch" if release < Release::V19 && has_attributions(ctx, body, op) => "with buffers of its own",
        "gpu.shuffle" if !is_shuffled(ctx, body, op, release) => "of such values",
        "vector.mask" if release < Release::V19 && masks_nothing(body, op) => "of no operation",
        "bufferization.alloc_tensor" if release < Release::V16 && has("memory_space") => "in a memory space",
        _ => match later_operands(ctx, body, op, def, release) {
            Some(group) => group,
            None => missing_part_of_vectors(ctx, body, op, def.name, release)?,
        },
    };
    Some(format!("{} {what}", def.name))
}

/// The group of operands of an operation that a release has not.
fn later_operands(ctx: &Context, body: &Body, op: Op, def: &OpDef, release: Release) -> Option<&'static str> {
    let later = LATER_OPERANDS.iter().find(|row| row.operation == def.name && release < row.since)?;
    let lengths = GenericForm::new(ctx, body, op).group_lengths();
    let mut there = def.operands.iter().zip(lengths).filter(|(_, length)| *length > 0);
    there.find(|(slot, _)| later.groups.contains(&slot.name)).map(|(slot, _)| slot.name)
}

/// Whether the body of a launch has arguments after identifiers and sizes.
fn has_attributions(ctx: &Context, body: &Body, op: Op) -> bool {
    let entry = body.op_regions(op).first().and_then(|&region| body.blocks(region).first());
    let is_index = |&argument: &Value| body.value_type(argument) == types::INDEX;
    let arguments = entry.map_or(&[][..], |&block| body.block_args(block));
    let count = body.int_attr(ctx, op, ctx.str(ATTRIBUTIONS));
    count.is_some_and(|count| count > 0) || !arguments.iter().all(is_index)
}

/// Whether a release shuffles the values of an operation between threads.
fn is_shuffled(ctx: &Context, body: &Body, op: Op, release: Release) -> bool {
    let ty = body.operands(op).first().map(|&value| body.value_type(value));
    match ty.map(|ty| ctx.type_data(ty)) {
        Some(TypeData::Integer { width, .. }) => *width == 32 || release >= Release::V19,
        Some(TypeData::Float(kind)) => *kind == FloatKind::F32 || release >= Release::V19,
        _ => release >= Release::V22,
    }
}

/// Whether the body of a mask has no more than its terminator.
fn masks_nothing(body: &Body, op: Op) -> bool {
    let block = body.op_regions(op).first().and_then(|&region| body.blocks(region).first());
    block.is_none_or(|&block| body.first_op(block) == body.last_op(block))
}

/// The same of the dialect `vector`, whose operations take more and more kinds of vectors.
fn missing_part_of_vectors(ctx: &Context, body: &Body, op: Op, name: &str, release: Release) -> Option<&'static str> {
    let operands = body.operands(op);
    let rank = |value: Value| ctx.vector_dims(body.value_type(value)).map(|dims| dims.len());
    let has_rank = |is_so: &dyn Fn(usize) -> bool| {
        operands.iter().copied().chain(body.results(op)).any(|value| rank(value).is_some_and(is_so))
    };
    let is_scalable = || {
        let is_so = |&value: &Value| rank(value) > Some(1) && ctx.is_scalable_vector(body.value_type(value));
        operands.iter().any(is_so)
    };
    let takes_tensor =
        || operands.iter().any(|&value| matches!(ctx.type_data(body.value_type(value)), TypeData::Tensor { .. }));
    let is_poison = |key| {
        let numbers = body.attr(ctx, op, key).and_then(|numbers| ctx.dense_array(numbers));
        numbers.is_some_and(|numbers| numbers.contains(&-1))
    };
    match name {
        "vector.extract" if release < Release::V18 && operands.len() > 1 => Some("at a position of operands"),
        "vector.insert" if release < Release::V18 && operands.len() > 2 => Some("at a position of operands"),
        "vector.extract" | "vector.insert" if release < Release::V20 && is_poison(names::STATIC_POSITION) => {
            Some("at a position of poison")
        }
        "vector.shuffle" if release < Release::V20 && is_poison(names::MASK) => Some("with poison in the mask"),
        "vector.scatter" if release < Release::V22 && body.result(op).is_some() => Some("into a tensor"),
        "vector.gather" if release < Release::V17 && takes_tensor() => Some("from a tensor"),
        "vector.gather" if release < Release::V17 && has_rank(&|rank| rank > 1) => Some("of more than one dimension"),
        "vector.maskedload" | "vector.maskedstore" if release < Release::V22 && has_rank(&|rank| rank > 1) => {
            Some("of more than one dimension")
        }
        "vector.contract" | "vector.extract" | "vector.extract_strided_slice" | "vector.transfer_read"
            if release < Release::V17 && is_scalable() =>
        {
            Some("of scalable dimensions")
        }
        "vector.extract" | "vector.insert" | "vector.shape_cast" | "vector.shuffle" | "vector.reduction"
            if release < Release::V17 && has_rank(&|rank| rank == 0) =>
        {
            Some("of no dimensions")
        }
        _ => None,
    }
}

/// Gives an operation the shape that it has in a release. A result that it has not there is taken from it, and `same` gets the value
/// that the result is.
pub(crate) fn reshape(ctx: &Context, body: &mut Body, op: Op, release: Release, same: &mut FxHashMap<Value, Value>) {
    let Some(name) = body.name(op).def().map(|def| def.name) else { return };
    for older in OLDER_TERMINATORS.iter().filter(|older| older.releases.contains(release)) {
        match older.of {
            None if older.name == Some(name) && body.operands(op).is_empty() => {
                body.set_name(op, ctx.op_name(older.older_name));
            }
            Some(of) if of == name => have_older_terminator(ctx, body, op, older),
            _ => {}
        }
    }
    match name {
        "gpu.launch" if release < Release::V19 => count_attributions(ctx, body, op, false),
        "gpu.func" if release < Release::V16 => count_attributions(ctx, body, op, true),
        _ => {}
    }
    // What it says holds of its operand.
    if WITHOUT_RESULT.iter().any(|(of, releases)| *of == name && releases.contains(release))
        && let (Some(result), Some(&operand)) = (body.result(op), body.operands(op).first())
    {
        same.insert(result, same.get(&operand).copied().unwrap_or(operand));
        body.drop_results(op);
    }
}

/// Says that an operation has no memory attributions of a workgroup, or says nothing, where it has none.
fn count_attributions(ctx: &Context, body: &mut Body, op: Op, says_none: bool) {
    let (dictionary, key, none) = (body.attrs(op), ctx.str(ATTRIBUTIONS), ctx.int_attr(types::I64, 0));
    if ctx.entry(dictionary, key).is_none_or(|count| count == none) {
        body.set_attrs(op, ctx.with_entry(dictionary, key, says_none.then_some(none)));
    }
}

/// Calls back with the body that an operation's regions are of, and with these.
fn with_regions(body: &mut Body, op: Op, mut with: impl FnMut(&mut Body, &[Region])) {
    if let Some(nested) = body.nested_mut(op) {
        let regions = nested.regions().to_vec();
        return with(nested, &regions);
    }
    let regions = body.op_regions(op).to_vec();
    with(body, &regions);
}

/// Ends the regions of an operation as they end in an older release.
fn have_older_terminator(ctx: &Context, body: &mut Body, op: Op, older: &OlderTerminator) {
    let older_name = ctx.op_name(older.older_name);
    let name = older.name.map(|name| ctx.op_name(name));
    with_regions(body, op, |body, regions| {
        for &region in regions {
            if name.is_none() && body.blocks(region).is_empty() {
                let block = body.new_block();
                body.append_block(region, block);
            }
            for block in body.blocks(region).to_vec() {
                match (name, body.last_op(block)) {
                    (Some(name), Some(last)) if body.name(last) == name => body.set_name(last, older_name),
                    (Some(_), _) => {}
                    (None, _) => {
                        let (operands, successors) = (&[][..], &[][..]);
                        let (attrs, loc) = (attrs::EMPTY_DICTIONARY, attrs::UNKNOWN_LOC);
                        body.append(block, NewOp { name: older_name, operands, successors, attrs, loc }, &[]);
                    }
                }
            }
        }
    });
}

/// Gives operations of text of an older release the shape that they have today.
pub(crate) fn reshape_as_today(ctx: &Context, body: &mut Body) {
    for region in body.regions().to_vec() {
        for op in body.walk(region) {
            let def = body.name(op).def();
            let name = def.map(|def| def.name);
            match name {
                Some("gpu.launch") => count_attributions(ctx, body, op, true),
                Some("gpu.func") => count_attributions(ctx, body, op, false),
                _ => {}
            }
            let ends_with = |older: &&OlderTerminator| match older.of {
                Some(_) => older.of == name,
                None => older.name == def.and_then(|def| def.terminator),
            };
            let Some(older) = OLDER_TERMINATORS.iter().find(ends_with) else { continue };
            let older_name = ctx.op_name(older.older_name);
            with_regions(body, op, |body, regions| {
                let blocks: Vec<Block> = regions.iter().flat_map(|&region| body.blocks(region).to_vec()).collect();
                for block in blocks {
                    let is_older = |last: &Op| {
                        body.name(*last) == older_name && (older.of.is_some() || body.operands(*last).is_empty())
                    };
                    match (older.name, body.last_op(block).filter(is_older)) {
                        (Some(current), Some(last)) => body.set_name(last, ctx.op_name(current)),
                        (None, Some(last)) => body.erase(last),
                        (_, None) => {}
                    }
                }
            });
        }
    }
    body.all_nested_mut().iter_mut().for_each(|nested| reshape_as_today(ctx, nested));
}
