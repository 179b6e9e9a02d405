; Intrinsics of older releases that LLVM 22 has another intrinsic or signature for: an example of each row of
; import/src/auto_upgrade/intrinsics.rs. `cargo xtask tables --check` compares what irtrip makes of it with what LLVM does.
; The names are those of LLVM 22's own tests in llvm/test, but for those of riscv, flt.rounds and
; experimental.vector.reduce.mul: llvm-tblgen of LLVM 14 has the first and the second, of the last the tests have the kin.

declare <4 x float> @llvm.aarch64.neon.addp.v4f32(<4 x float>, <4 x float>)
define <4 x float> @aarch64_neon_addp_v4f32(<4 x float>, <4 x float>) {
  %r = call <4 x float> @llvm.aarch64.neon.addp.v4f32(<4 x float> %0, <4 x float> %1)
  ret <4 x float> %r
}

declare <4 x float> @llvm.aarch64.neon.frintn.v4f32(<4 x float>)
define <4 x float> @aarch64_neon_frintn_v4f32(<4 x float>) {
  %r = call <4 x float> @llvm.aarch64.neon.frintn.v4f32(<4 x float> %0)
  ret <4 x float> %r
}

declare <2 x i32> @llvm.aarch64.neon.rbit.v2i32(<2 x i32>)
define <2 x i32> @aarch64_neon_rbit_v2i32(<2 x i32>) {
  %r = call <2 x i32> @llvm.aarch64.neon.rbit.v2i32(<2 x i32> %0)
  ret <2 x i32> %r
}

declare i32 @llvm.aarch64.rbit.i32(i32)
define i32 @aarch64_rbit_i32(i32) {
  %r = call i32 @llvm.aarch64.rbit.i32(i32 %0)
  ret i32 %r
}

declare <4 x float> @llvm.aarch64.sve.addqv.v4f32.nxv4f32(<vscale x 4 x i1>, <vscale x 4 x float>)
define <4 x float> @aarch64_sve_addqv_v4f32_nxv4f32(<vscale x 4 x i1>, <vscale x 4 x float>) {
  %r = call <4 x float> @llvm.aarch64.sve.addqv.v4f32.nxv4f32(<vscale x 4 x i1> %0, <vscale x 4 x float> %1)
  ret <4 x float> %r
}

declare <vscale x 16 x i8> @llvm.aarch64.sve.rev.nxv16i8(<vscale x 16 x i8>)
define <vscale x 16 x i8> @aarch64_sve_rev_nxv16i8(<vscale x 16 x i8>) {
  %r = call <vscale x 16 x i8> @llvm.aarch64.sve.rev.nxv16i8(<vscale x 16 x i8> %0)
  ret <vscale x 16 x i8> %r
}

declare ptr @llvm.aarch64.thread.pointer()
define ptr @aarch64_thread_pointer() {
  %r = call ptr @llvm.aarch64.thread.pointer()
  ret ptr %r
}

declare i32 @llvm.amdgcn.alignbit(i32, i32, i32)
define i32 @amdgcn_alignbit(i32, i32, i32) {
  %r = call i32 @llvm.amdgcn.alignbit(i32 %0, i32 %1, i32 %2)
  ret i32 %r
}

declare <8 x i32> @llvm.amdgcn.swmmac.i32.16x16x128.iu8.v8i32.v8i32.v16i32.i32(i1, <8 x i32>, i1, <16 x i32>, <8 x i32>, i32, i1, i1)
define <8 x i32> @amdgcn_swmmac_i32_16x16x128_iu8_v8i32_v8i32_v16i32_i32(i1, <8 x i32>, i1, <16 x i32>, <8 x i32>, i32, i1, i1) {
  %r = call <8 x i32> @llvm.amdgcn.swmmac.i32.16x16x128.iu8.v8i32.v8i32.v16i32.i32(i1 true, <8 x i32> %1, i1 false, <16 x i32> %3, <8 x i32> %4, i32 %5, i1 true, i1 false)
  ret <8 x i32> %r
}

declare <8 x i32> @llvm.amdgcn.wmma.i32.16x16x64.iu8.v8i32.v8i32(i1, <8 x i32>, i1, <8 x i32>, <8 x i32>, i1, i1)
define <8 x i32> @amdgcn_wmma_i32_16x16x64_iu8_v8i32_v8i32(i1, <8 x i32>, i1, <8 x i32>, <8 x i32>, i1, i1) {
  %r = call <8 x i32> @llvm.amdgcn.wmma.i32.16x16x64.iu8.v8i32.v8i32(i1 true, <8 x i32> %1, i1 false, <8 x i32> %3, <8 x i32> %4, i1 true, i1 false)
  ret <8 x i32> %r
}

declare <4 x float> @llvm.arm.mve.vrintn.v4f32(<4 x float>)
define <4 x float> @arm_mve_vrintn_v4f32(<4 x float>) {
  %r = call <4 x float> @llvm.arm.mve.vrintn.v4f32(<4 x float> %0)
  ret <4 x float> %r
}

declare <4 x i16> @llvm.arm.neon.vclz.v4i16(<4 x i16>)
define <4 x i16> @arm_neon_vclz_v4i16(<4 x i16>) {
  %r = call <4 x i16> @llvm.arm.neon.vclz.v4i16(<4 x i16> %0)
  ret <4 x i16> %r
}

declare <8 x i8> @llvm.arm.neon.vcnt.v8i8(<8 x i8>)
define <8 x i8> @arm_neon_vcnt_v8i8(<8 x i8>) {
  %r = call <8 x i8> @llvm.arm.neon.vcnt.v8i8(<8 x i8> %0)
  ret <8 x i8> %r
}

declare <2 x i32> @llvm.arm.neon.vqadds.v2i32(<2 x i32>, <2 x i32>)
define <2 x i32> @arm_neon_vqadds_v2i32(<2 x i32>, <2 x i32>) {
  %r = call <2 x i32> @llvm.arm.neon.vqadds.v2i32(<2 x i32> %0, <2 x i32> %1)
  ret <2 x i32> %r
}

declare <2 x i32> @llvm.arm.neon.vqaddu.v2i32(<2 x i32>, <2 x i32>)
define <2 x i32> @arm_neon_vqaddu_v2i32(<2 x i32>, <2 x i32>) {
  %r = call <2 x i32> @llvm.arm.neon.vqaddu.v2i32(<2 x i32> %0, <2 x i32> %1)
  ret <2 x i32> %r
}

declare <2 x i32> @llvm.arm.neon.vqsubs.v2i32(<2 x i32>, <2 x i32>)
define <2 x i32> @arm_neon_vqsubs_v2i32(<2 x i32>, <2 x i32>) {
  %r = call <2 x i32> @llvm.arm.neon.vqsubs.v2i32(<2 x i32> %0, <2 x i32> %1)
  ret <2 x i32> %r
}

declare <2 x i32> @llvm.arm.neon.vqsubu.v2i32(<2 x i32>, <2 x i32>)
define <2 x i32> @arm_neon_vqsubu_v2i32(<2 x i32>, <2 x i32>) {
  %r = call <2 x i32> @llvm.arm.neon.vqsubu.v2i32(<2 x i32> %0, <2 x i32> %1)
  ret <2 x i32> %r
}

declare <4 x half> @llvm.arm.neon.vrinta.v4f16(<4 x half>)
define <4 x half> @arm_neon_vrinta_v4f16(<4 x half>) {
  %r = call <4 x half> @llvm.arm.neon.vrinta.v4f16(<4 x half> %0)
  ret <4 x half> %r
}

declare <4 x half> @llvm.arm.neon.vrintm.v4f16(<4 x half>)
define <4 x half> @arm_neon_vrintm_v4f16(<4 x half>) {
  %r = call <4 x half> @llvm.arm.neon.vrintm.v4f16(<4 x half> %0)
  ret <4 x half> %r
}

declare <4 x half> @llvm.arm.neon.vrintn.v4f16(<4 x half>)
define <4 x half> @arm_neon_vrintn_v4f16(<4 x half>) {
  %r = call <4 x half> @llvm.arm.neon.vrintn.v4f16(<4 x half> %0)
  ret <4 x half> %r
}

declare <4 x half> @llvm.arm.neon.vrintp.v4f16(<4 x half>)
define <4 x half> @arm_neon_vrintp_v4f16(<4 x half>) {
  %r = call <4 x half> @llvm.arm.neon.vrintp.v4f16(<4 x half> %0)
  ret <4 x half> %r
}

declare <4 x half> @llvm.arm.neon.vrintx.v4f16(<4 x half>)
define <4 x half> @arm_neon_vrintx_v4f16(<4 x half>) {
  %r = call <4 x half> @llvm.arm.neon.vrintx.v4f16(<4 x half> %0)
  ret <4 x half> %r
}

declare <4 x half> @llvm.arm.neon.vrintz.v4f16(<4 x half>)
define <4 x half> @arm_neon_vrintz_v4f16(<4 x half>) {
  %r = call <4 x half> @llvm.arm.neon.vrintz.v4f16(<4 x half> %0)
  ret <4 x half> %r
}

declare i32 @llvm.arm.rbit(i32)
define i32 @arm_rbit(i32) {
  %r = call i32 @llvm.arm.rbit(i32 %0)
  ret i32 %r
}

declare ptr @llvm.arm.thread.pointer()
define ptr @arm_thread_pointer() {
  %r = call ptr @llvm.arm.thread.pointer()
  ret ptr %r
}

declare i32 @llvm.ctlz.i32(i32)
define i32 @ctlz_i32(i32) {
  %r = call i32 @llvm.ctlz.i32(i32 %0)
  ret i32 %r
}

declare i32 @llvm.cttz.i32(i32)
define i32 @cttz_i32(i32) {
  %r = call i32 @llvm.cttz.i32(i32 %0)
  ret i32 %r
}

declare { <4 x i32>, <4 x i32> } @llvm.experimental.vector.deinterleave2.v8i32(<8 x i32>)
define { <4 x i32>, <4 x i32> } @experimental_vector_deinterleave2_v8i32(<8 x i32>) {
  %r = call { <4 x i32>, <4 x i32> } @llvm.experimental.vector.deinterleave2.v8i32(<8 x i32> %0)
  ret { <4 x i32>, <4 x i32> } %r
}

declare <4 x i8> @llvm.experimental.vector.extract.v4i8.nxv16i8(<vscale x 16 x i8>, i64)
define <4 x i8> @experimental_vector_extract_v4i8_nxv16i8(<vscale x 16 x i8>, i64) {
  %r = call <4 x i8> @llvm.experimental.vector.extract.v4i8.nxv16i8(<vscale x 16 x i8> %0, i64 0)
  ret <4 x i8> %r
}

declare <4 x i64> @llvm.experimental.vector.insert.v4i64.v2i64(<4 x i64>, <2 x i64>, i64)
define <4 x i64> @experimental_vector_insert_v4i64_v2i64(<4 x i64>, <2 x i64>, i64) {
  %r = call <4 x i64> @llvm.experimental.vector.insert.v4i64.v2i64(<4 x i64> %0, <2 x i64> %1, i64 2)
  ret <4 x i64> %r
}

declare <8 x i32> @llvm.experimental.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)
define <8 x i32> @experimental_vector_interleave2_v8i32(<4 x i32>, <4 x i32>) {
  %r = call <8 x i32> @llvm.experimental.vector.interleave2.v8i32(<4 x i32> %0, <4 x i32> %1)
  ret <8 x i32> %r
}

declare <4 x i32> @llvm.experimental.vector.partial.reduce.add.v4i32.v16i32(<4 x i32>, <16 x i32>)
define <4 x i32> @experimental_vector_partial_reduce_add_v4i32_v16i32(<4 x i32>, <16 x i32>) {
  %r = call <4 x i32> @llvm.experimental.vector.partial.reduce.add.v4i32.v16i32(<4 x i32> %0, <16 x i32> %1)
  ret <4 x i32> %r
}

declare i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_add_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare i32 @llvm.experimental.vector.reduce.and.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_and_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.and.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare float @llvm.experimental.vector.reduce.fmax.v4f32(<4 x float>)
define float @experimental_vector_reduce_fmax_v4f32(<4 x float>) {
  %r = call float @llvm.experimental.vector.reduce.fmax.v4f32(<4 x float> %0)
  ret float %r
}

declare float @llvm.experimental.vector.reduce.fmin.v4f32(<4 x float>)
define float @experimental_vector_reduce_fmin_v4f32(<4 x float>) {
  %r = call float @llvm.experimental.vector.reduce.fmin.v4f32(<4 x float> %0)
  ret float %r
}

declare i32 @llvm.experimental.vector.reduce.mul.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_mul_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.mul.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare i32 @llvm.experimental.vector.reduce.or.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_or_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.or.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare i32 @llvm.experimental.vector.reduce.smax.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_smax_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.smax.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare i32 @llvm.experimental.vector.reduce.smin.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_smin_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.smin.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare i32 @llvm.experimental.vector.reduce.umax.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_umax_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.umax.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare i32 @llvm.experimental.vector.reduce.umin.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_umin_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.umin.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float, <4 x float>)
define float @experimental_vector_reduce_v2_fadd_f32_v4f32(float, <4 x float>) {
  %r = call float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float %0, <4 x float> %1)
  ret float %r
}

declare float @llvm.experimental.vector.reduce.v2.fmul.f32.v4f32(float, <4 x float>)
define float @experimental_vector_reduce_v2_fmul_f32_v4f32(float, <4 x float>) {
  %r = call float @llvm.experimental.vector.reduce.v2.fmul.f32.v4f32(float %0, <4 x float> %1)
  ret float %r
}

declare i32 @llvm.experimental.vector.reduce.xor.v4i32(<4 x i32>)
define i32 @experimental_vector_reduce_xor_v4i32(<4 x i32>) {
  %r = call i32 @llvm.experimental.vector.reduce.xor.v4i32(<4 x i32> %0)
  ret i32 %r
}

declare <16 x i8> @llvm.experimental.vector.reverse.v16i8(<16 x i8>)
define <16 x i8> @experimental_vector_reverse_v16i8(<16 x i8>) {
  %r = call <16 x i8> @llvm.experimental.vector.reverse.v16i8(<16 x i8> %0)
  ret <16 x i8> %r
}

declare <8 x half> @llvm.experimental.vector.splice.v8f16(<8 x half>, <8 x half>, i32)
define <8 x half> @experimental_vector_splice_v8f16(<8 x half>, <8 x half>, i32) {
  %r = call <8 x half> @llvm.experimental.vector.splice.v8f16(<8 x half> %0, <8 x half> %1, i32 -2)
  ret <8 x half> %r
}

declare i32 @llvm.flt.rounds()
define i32 @flt_rounds() {
  %r = call i32 @llvm.flt.rounds()
  ret i32 %r
}

declare ptr @llvm.invariant.group.barrier.p0(ptr)
define ptr @invariant_group_barrier_p0(ptr) {
  %r = call ptr @llvm.invariant.group.barrier.p0(ptr %0)
  ret ptr %r
}

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
define <4 x i32> @masked_gather_v4i32_v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>) {
  %r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %0, i32 4, <4 x i1> %2, <4 x i32> %3)
  ret <4 x i32> %r
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
define <4 x i32> @masked_load_v4i32_p0(ptr, i32, <4 x i1>, <4 x i32>) {
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %0, i32 8, <4 x i1> %2, <4 x i32> %3)
  ret <4 x i32> %r
}

declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
define void @masked_scatter_v4i32_v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>) {
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %0, <4 x ptr> %1, i32 4, <4 x i1> %3)
  ret void
}

declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
define void @masked_store_v4i32_p0(<4 x i32>, ptr, i32, <4 x i1>) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %0, ptr %1, i32 8, <4 x i1> %3)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i32, i1)
define void @memcpy_p0_p0_i64(ptr, ptr, i64, i32, i1) {
  call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %1, i64 %2, i32 4, i1 false)
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i32, i1)
define void @memmove_p0_p0_i64(ptr, ptr, i64, i32, i1) {
  call void @llvm.memmove.p0.p0.i64(ptr %0, ptr %1, i64 %2, i32 8, i1 true)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)
define void @memset_p0_i64(ptr, i8, i64, i32, i1) {
  call void @llvm.memset.p0.i64(ptr %0, i8 %1, i64 %2, i32 2, i1 false)
  ret void
}

declare void @llvm.nvvm.bar.sync(i32)
define void @nvvm_bar_sync(i32) {
  call void @llvm.nvvm.bar.sync(i32 %0)
  ret void
}

declare void @llvm.nvvm.barrier(i32, i32)
define void @nvvm_barrier(i32, i32) {
  call void @llvm.nvvm.barrier(i32 %0, i32 %1)
  ret void
}

declare void @llvm.nvvm.barrier.n(i32)
define void @nvvm_barrier_n(i32) {
  call void @llvm.nvvm.barrier.n(i32 %0)
  ret void
}

declare void @llvm.nvvm.barrier.sync(i32)
define void @nvvm_barrier_sync(i32) {
  call void @llvm.nvvm.barrier.sync(i32 %0)
  ret void
}

declare void @llvm.nvvm.barrier.sync.cnt(i32, i32)
define void @nvvm_barrier_sync_cnt(i32, i32) {
  call void @llvm.nvvm.barrier.sync.cnt(i32 %0, i32 %1)
  ret void
}

declare void @llvm.nvvm.barrier0()
define void @nvvm_barrier0() {
  call void @llvm.nvvm.barrier0()
  ret void
}

declare i32 @llvm.nvvm.brev32(i32)
define i32 @nvvm_brev32(i32) {
  %r = call i32 @llvm.nvvm.brev32(i32 %0)
  ret i32 %r
}

declare i64 @llvm.nvvm.brev64(i64)
define i64 @nvvm_brev64(i64) {
  %r = call i64 @llvm.nvvm.brev64(i64 %0)
  ret i64 %r
}

declare i32 @llvm.nvvm.clz.i(i32)
define i32 @nvvm_clz_i(i32) {
  %r = call i32 @llvm.nvvm.clz.i(i32 %0)
  ret i32 %r
}

declare i32 @llvm.nvvm.max.i(i32, i32)
define i32 @nvvm_max_i(i32, i32) {
  %r = call i32 @llvm.nvvm.max.i(i32 %0, i32 %1)
  ret i32 %r
}

declare i32 @llvm.nvvm.popc.i(i32)
define i32 @nvvm_popc_i(i32) {
  %r = call i32 @llvm.nvvm.popc.i(i32 %0)
  ret i32 %r
}

declare i32 @llvm.objectsize.i32(ptr, i1)
define i32 @objectsize_i32(ptr, i1) {
  %r = call i32 @llvm.objectsize.i32(ptr %0, i1 false)
  ret i32 %r
}

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1)
define i64 @objectsize_i64_p0(ptr, i1, i1) {
  %r = call i64 @llvm.objectsize.i64.p0(ptr %0, i1 false, i1 true)
  ret i64 %r
}

declare ptr @llvm.ptr.annotation.p0(ptr, ptr, ptr, i32)
define ptr @ptr_annotation_p0(ptr, ptr, ptr, i32) {
  %r = call ptr @llvm.ptr.annotation.p0(ptr %0, ptr %1, ptr %2, i32 %3)
  ret ptr %r
}

declare i32 @llvm.riscv.aes32dsi(i32, i32, i8)
define i32 @riscv_aes32dsi(i32, i32, i8) {
  %r = call i32 @llvm.riscv.aes32dsi(i32 %0, i32 %1, i8 1)
  ret i32 %r
}

declare i32 @llvm.riscv.aes32dsmi(i32, i32, i8)
define i32 @riscv_aes32dsmi(i32, i32, i8) {
  %r = call i32 @llvm.riscv.aes32dsmi(i32 %0, i32 %1, i8 1)
  ret i32 %r
}

declare i32 @llvm.riscv.aes32esi(i32, i32, i8)
define i32 @riscv_aes32esi(i32, i32, i8) {
  %r = call i32 @llvm.riscv.aes32esi(i32 %0, i32 %1, i8 1)
  ret i32 %r
}

declare i32 @llvm.riscv.aes32esmi(i32, i32, i8)
define i32 @riscv_aes32esmi(i32, i32, i8) {
  %r = call i32 @llvm.riscv.aes32esmi(i32 %0, i32 %1, i8 1)
  ret i32 %r
}

declare i32 @llvm.riscv.sm4ed(i32, i32, i8)
define i32 @riscv_sm4ed(i32, i32, i8) {
  %r = call i32 @llvm.riscv.sm4ed(i32 %0, i32 %1, i8 1)
  ret i32 %r
}

declare i32 @llvm.riscv.sm4ks(i32, i32, i8)
define i32 @riscv_sm4ks(i32, i32, i8) {
  %r = call i32 @llvm.riscv.sm4ks(i32 %0, i32 %1, i8 1)
  ret i32 %r
}

declare ptr @llvm.thread.pointer()
define ptr @thread_pointer() {
  %r = call ptr @llvm.thread.pointer()
  ret ptr %r
}

declare void @llvm.var.annotation(ptr, ptr, ptr, i32)
define void @var_annotation(ptr, ptr, ptr, i32) {
  call void @llvm.var.annotation(ptr %0, ptr %1, ptr %2, i32 %3)
  ret void
}

declare <8 x i16> @llvm.vector.splice.v8i16(<8 x i16>, <8 x i16>, i32)
define <8 x i16> @vector_splice_v8i16(<8 x i16>, <8 x i16>, i32) {
  %r = call <8 x i16> @llvm.vector.splice.v8i16(<8 x i16> %0, <8 x i16> %1, i32 3)
  ret <8 x i16> %r
}

declare ptr @llvm.x86.seh.recoverfp(ptr, ptr)
define ptr @x86_seh_recoverfp(ptr, ptr) {
  %r = call ptr @llvm.x86.seh.recoverfp(ptr %0, ptr %1)
  ret ptr %r
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define void @lifetime() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret void
}

declare void @llvm.arm.neon.vst1.p0i8.v8i8(ptr, <8 x i8>, i32)
define void @arm_neon_vst1(ptr, <8 x i8>, i32) {
  tail call void @llvm.arm.neon.vst1.p0i8.v8i8(ptr %0, <8 x i8> %1, i32 1)
  ret void
}

declare void @llvm.arm.neon.vst2.p0i8.v8i8(ptr, <8 x i8>, <8 x i8>, i32)
define void @arm_neon_vst2(ptr, <8 x i8>, <8 x i8>, i32) {
  tail call void @llvm.arm.neon.vst2.p0i8.v8i8(ptr %0, <8 x i8> %1, <8 x i8> %2, i32 1)
  ret void
}

declare void @llvm.arm.neon.vst3.p0i8.v8i8(ptr, <8 x i8>, <8 x i8>, <8 x i8>, i32)
define void @arm_neon_vst3(ptr, <8 x i8>, <8 x i8>, <8 x i8>, i32) {
  tail call void @llvm.arm.neon.vst3.p0i8.v8i8(ptr %0, <8 x i8> %1, <8 x i8> %2, <8 x i8> %3, i32 1)
  ret void
}

declare void @llvm.arm.neon.vst4.p0i8.v8i8(ptr, <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8>, i32)
define void @arm_neon_vst4(ptr, <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8>, i32) {
  tail call void @llvm.arm.neon.vst4.p0i8.v8i8(ptr %0, <8 x i8> %1, <8 x i8> %2, <8 x i8> %3, <8 x i8> %4, i32 1)
  ret void
}

declare void @llvm.arm.neon.vst2lane.p0i8.v8i8(ptr, <8 x i8>, <8 x i8>, i32, i32)
define void @arm_neon_vst2lane(ptr, <8 x i8>, <8 x i8>, i32, i32) {
  tail call void @llvm.arm.neon.vst2lane.p0i8.v8i8(ptr %0, <8 x i8> %1, <8 x i8> %2, i32 0, i32 1)
  ret void
}

declare void @llvm.arm.neon.vst3lane.p0i8.v8i8(ptr, <8 x i8>, <8 x i8>, <8 x i8>, i32, i32)
define void @arm_neon_vst3lane(ptr, <8 x i8>, <8 x i8>, <8 x i8>, i32, i32) {
  tail call void @llvm.arm.neon.vst3lane.p0i8.v8i8(ptr %0, <8 x i8> %1, <8 x i8> %2, <8 x i8> %3, i32 0, i32 1)
  ret void
}

declare void @llvm.arm.neon.vst4lane.p0i8.v8i8(ptr, <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8>, i32, i32)
define void @arm_neon_vst4lane(ptr, <8 x i8>, <8 x i8>, <8 x i8>, <8 x i8>, i32, i32) {
  tail call void @llvm.arm.neon.vst4lane.p0i8.v8i8(ptr %0, <8 x i8> %1, <8 x i8> %2, <8 x i8> %3, <8 x i8> %4, i32 0, i32 1)
  ret void
}

declare i1 @llvm.coro.end(ptr, i1)
define void @coro_end(ptr) presplitcoroutine {
  call i1 @llvm.coro.end(ptr %0, i1 false)
  ret void
}

declare i32 @llvm.amdgcn.atomic.cond.sub.u32.p1(ptr addrspace(1), i32)
define i32 @amdgcn_atomic_cond_sub_u32_p1(ptr addrspace(1), i32) {
  %r = call i32 @llvm.amdgcn.atomic.cond.sub.u32.p1(ptr addrspace(1) %0, i32 %1)
  ret i32 %r
}

declare i32 @llvm.amdgcn.atomic.csub.p1(ptr addrspace(1), i32)
define i32 @amdgcn_atomic_csub_p1(ptr addrspace(1), i32) {
  %r = call i32 @llvm.amdgcn.atomic.csub.p1(ptr addrspace(1) %0, i32 %1)
  ret i32 %r
}

declare i64 @llvm.amdgcn.atomic.dec.i64.p1(ptr addrspace(1), i64, i32, i32, i1)
define i64 @amdgcn_atomic_dec_i64_p1(ptr addrspace(1), i64) {
  %r = call i64 @llvm.amdgcn.atomic.dec.i64.p1(ptr addrspace(1) %0, i64 %1, i32 0, i32 0, i1 false)
  ret i64 %r
}

declare i32 @llvm.amdgcn.atomic.inc.i32.p3(ptr addrspace(3), i32, i32, i32, i1)
define i32 @amdgcn_atomic_inc_i32_p3(ptr addrspace(3), i32) {
  %r = call i32 @llvm.amdgcn.atomic.inc.i32.p3(ptr addrspace(3) %0, i32 %1, i32 0, i32 0, i1 false)
  ret i32 %r
}

declare float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3), float, i32, i32, i1)
define float @amdgcn_ds_fadd_f32(ptr addrspace(3), float) {
  %r = call float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3) %0, float %1, i32 0, i32 0, i1 false)
  ret float %r
}

declare float @llvm.amdgcn.ds.fmax.f32(ptr addrspace(3), float, i32, i32, i1)
define float @amdgcn_ds_fmax_f32(ptr addrspace(3), float) {
  %r = call float @llvm.amdgcn.ds.fmax.f32(ptr addrspace(3) %0, float %1, i32 0, i32 0, i1 false)
  ret float %r
}

declare float @llvm.amdgcn.ds.fmin.f32(ptr addrspace(3), float, i32, i32, i1)
define float @amdgcn_ds_fmin_f32(ptr addrspace(3), float) {
  %r = call float @llvm.amdgcn.ds.fmin.f32(ptr addrspace(3) %0, float %1, i32 0, i32 0, i1 false)
  ret float %r
}

declare <2 x i16> @llvm.amdgcn.flat.atomic.fadd.v2bf16.p0(ptr, <2 x i16>)
define <2 x i16> @amdgcn_flat_atomic_fadd_v2bf16_p0(ptr, <2 x i16>) {
  %r = call <2 x i16> @llvm.amdgcn.flat.atomic.fadd.v2bf16.p0(ptr %0, <2 x i16> %1)
  ret <2 x i16> %r
}

declare double @llvm.amdgcn.flat.atomic.fmax.f64.p0.f64(ptr, double)
define double @amdgcn_flat_atomic_fmax_f64_p0_f64(ptr, double) {
  %r = call double @llvm.amdgcn.flat.atomic.fmax.f64.p0.f64(ptr %0, double %1)
  ret double %r
}

declare double @llvm.amdgcn.flat.atomic.fmin.f64.p0.f64(ptr, double)
define double @amdgcn_flat_atomic_fmin_f64_p0_f64(ptr, double) {
  %r = call double @llvm.amdgcn.flat.atomic.fmin.f64.p0.f64(ptr %0, double %1)
  ret double %r
}

declare float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1), float)
define float @amdgcn_global_atomic_fadd_f32_p1_f32(ptr addrspace(1), float) {
  %r = call float @llvm.amdgcn.global.atomic.fadd.f32.p1.f32(ptr addrspace(1) %0, float %1)
  ret float %r
}

declare double @llvm.amdgcn.global.atomic.fmax.f64.p1.f64(ptr addrspace(1), double)
define double @amdgcn_global_atomic_fmax_f64_p1_f64(ptr addrspace(1), double) {
  %r = call double @llvm.amdgcn.global.atomic.fmax.f64.p1.f64(ptr addrspace(1) %0, double %1)
  ret double %r
}

declare double @llvm.amdgcn.global.atomic.fmin.f64.p1.f64(ptr addrspace(1), double)
define double @amdgcn_global_atomic_fmin_f64_p1_f64(ptr addrspace(1), double) {
  %r = call double @llvm.amdgcn.global.atomic.fmin.f64.p1.f64(ptr addrspace(1) %0, double %1)
  ret double %r
}
declare <8 x float> @llvm.x86.avx.dp.ps.256(<8 x float>, <8 x float>, i32)
declare <16 x i16> @llvm.x86.avx2.mpsadbw(<32 x i8>, <32 x i8>, i32)
declare <2 x double> @llvm.x86.sse41.dppd(<2 x double>, <2 x double>, i32)
declare <4 x float> @llvm.x86.sse41.dpps(<4 x float>, <4 x float>, i32)
declare <4 x float> @llvm.x86.sse41.insertps(<4 x float>, <4 x float>, i32)
declare <8 x i16> @llvm.x86.sse41.mpsadbw(<16 x i8>, <16 x i8>, i32)

declare i64 @llvm.nvvm.max.ll(i64, i64)
define i64 @nvvm_max_ll(i64, i64) {
  %r = tail call i64 @llvm.nvvm.max.ll(i64 %0, i64 %1)
  ret i64 %r
}

declare i16 @llvm.nvvm.max.s(i16, i16)
define i16 @nvvm_max_s(i16, i16) {
  %r = tail call i16 @llvm.nvvm.max.s(i16 %0, i16 %1)
  ret i16 %r
}

declare i32 @llvm.nvvm.max.ui(i32, i32)
define i32 @nvvm_max_ui(i32, i32) {
  %r = tail call i32 @llvm.nvvm.max.ui(i32 %0, i32 %1)
  ret i32 %r
}

declare i64 @llvm.nvvm.max.ull(i64, i64)
define i64 @nvvm_max_ull(i64, i64) {
  %r = tail call i64 @llvm.nvvm.max.ull(i64 %0, i64 %1)
  ret i64 %r
}

declare i16 @llvm.nvvm.max.us(i16, i16)
define i16 @nvvm_max_us(i16, i16) {
  %r = tail call i16 @llvm.nvvm.max.us(i16 %0, i16 %1)
  ret i16 %r
}

declare i32 @llvm.nvvm.min.i(i32, i32)
define i32 @nvvm_min_i(i32, i32) {
  %r = tail call i32 @llvm.nvvm.min.i(i32 %0, i32 %1)
  ret i32 %r
}

declare i64 @llvm.nvvm.min.ll(i64, i64)
define i64 @nvvm_min_ll(i64, i64) {
  %r = tail call i64 @llvm.nvvm.min.ll(i64 %0, i64 %1)
  ret i64 %r
}

declare i16 @llvm.nvvm.min.s(i16, i16)
define i16 @nvvm_min_s(i16, i16) {
  %r = tail call i16 @llvm.nvvm.min.s(i16 %0, i16 %1)
  ret i16 %r
}

declare i32 @llvm.nvvm.min.ui(i32, i32)
define i32 @nvvm_min_ui(i32, i32) {
  %r = tail call i32 @llvm.nvvm.min.ui(i32 %0, i32 %1)
  ret i32 %r
}

declare i64 @llvm.nvvm.min.ull(i64, i64)
define i64 @nvvm_min_ull(i64, i64) {
  %r = tail call i64 @llvm.nvvm.min.ull(i64 %0, i64 %1)
  ret i64 %r
}

declare i16 @llvm.nvvm.min.us(i16, i16)
define i16 @nvvm_min_us(i16, i16) {
  %r = tail call i16 @llvm.nvvm.min.us(i16 %0, i16 %1)
  ret i16 %r
}

declare half @llvm.amdgcn.ldexp.f16(half, i32)
define half @amdgcn_ldexp_f16(half, i32) {
  %r = tail call half @llvm.amdgcn.ldexp.f16(half %0, i32 %1)
  ret half %r
}

declare float @llvm.amdgcn.ldexp.f32(float, i32)
define float @amdgcn_ldexp_f32(float, i32) {
  %r = tail call float @llvm.amdgcn.ldexp.f32(float %0, i32 %1)
  ret float %r
}

declare double @llvm.amdgcn.ldexp.f64(double, i32)
define double @amdgcn_ldexp_f64(double, i32) {
  %r = tail call double @llvm.amdgcn.ldexp.f64(double %0, i32 %1)
  ret double %r
}

declare <4 x float> @llvm.wasm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
define <4 x float> @wasm_fma_v4f32(<4 x float>, <4 x float>, <4 x float>) {
  %r = tail call <4 x float> @llvm.wasm.fma.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2)
  ret <4 x float> %r
}

declare <4 x float> @llvm.wasm.fms.v4f32(<4 x float>, <4 x float>, <4 x float>)
define <4 x float> @wasm_fms_v4f32(<4 x float>, <4 x float>, <4 x float>) {
  %r = tail call <4 x float> @llvm.wasm.fms.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2)
  ret <4 x float> %r
}

declare <2 x double> @llvm.wasm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
define <2 x double> @wasm_fma_v2f64(<2 x double>, <2 x double>, <2 x double>) {
  %r = tail call <2 x double> @llvm.wasm.fma.v2f64(<2 x double> %0, <2 x double> %1, <2 x double> %2)
  ret <2 x double> %r
}

declare <2 x double> @llvm.wasm.fms.v2f64(<2 x double>, <2 x double>, <2 x double>)
define <2 x double> @wasm_fms_v2f64(<2 x double>, <2 x double>, <2 x double>) {
  %r = tail call <2 x double> @llvm.wasm.fms.v2f64(<2 x double> %0, <2 x double> %1, <2 x double> %2)
  ret <2 x double> %r
}

declare <16 x i8> @llvm.wasm.laneselect.v16i8(<16 x i8>, <16 x i8>, <16 x i8>)
define <16 x i8> @wasm_laneselect_v16i8(<16 x i8>, <16 x i8>, <16 x i8>) {
  %r = tail call <16 x i8> @llvm.wasm.laneselect.v16i8(<16 x i8> %0, <16 x i8> %1, <16 x i8> %2)
  ret <16 x i8> %r
}

declare <8 x i16> @llvm.wasm.laneselect.v8i16(<8 x i16>, <8 x i16>, <8 x i16>)
define <8 x i16> @wasm_laneselect_v8i16(<8 x i16>, <8 x i16>, <8 x i16>) {
  %r = tail call <8 x i16> @llvm.wasm.laneselect.v8i16(<8 x i16> %0, <8 x i16> %1, <8 x i16> %2)
  ret <8 x i16> %r
}

declare <4 x i32> @llvm.wasm.laneselect.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @wasm_laneselect_v4i32(<4 x i32>, <4 x i32>, <4 x i32>) {
  %r = tail call <4 x i32> @llvm.wasm.laneselect.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i32> %2)
  ret <4 x i32> %r
}

declare <2 x i64> @llvm.wasm.laneselect.v2i64(<2 x i64>, <2 x i64>, <2 x i64>)
define <2 x i64> @wasm_laneselect_v2i64(<2 x i64>, <2 x i64>, <2 x i64>) {
  %r = tail call <2 x i64> @llvm.wasm.laneselect.v2i64(<2 x i64> %0, <2 x i64> %1, <2 x i64> %2)
  ret <2 x i64> %r
}

declare <8 x i16> @llvm.wasm.dot.i8x16.i7x16.signed(<16 x i8>, <16 x i8>)
define <8 x i16> @wasm_dot_i8x16_i7x16_signed(<16 x i8>, <16 x i8>) {
  %r = tail call <8 x i16> @llvm.wasm.dot.i8x16.i7x16.signed(<16 x i8> %0, <16 x i8> %1)
  ret <8 x i16> %r
}

declare <4 x i32> @llvm.wasm.dot.i8x16.i7x16.add.signed(<16 x i8>, <16 x i8>, <4 x i32>)
define <4 x i32> @wasm_dot_i8x16_i7x16_add_signed(<16 x i8>, <16 x i8>, <4 x i32>) {
  %r = tail call <4 x i32> @llvm.wasm.dot.i8x16.i7x16.add.signed(<16 x i8> %0, <16 x i8> %1, <4 x i32> %2)
  ret <4 x i32> %r
}

declare <vscale x 16 x i8> @llvm.experimental.stepvector.nxv16i8()
define <vscale x 16 x i8> @experimental_stepvector_nxv16i8() {
  %r = tail call <vscale x 16 x i8> @llvm.experimental.stepvector.nxv16i8()
  ret <vscale x 16 x i8> %r
}

declare <vscale x 8 x i16> @llvm.experimental.stepvector.nxv8i16()
define <vscale x 8 x i16> @experimental_stepvector_nxv8i16() {
  %r = tail call <vscale x 8 x i16> @llvm.experimental.stepvector.nxv8i16()
  ret <vscale x 8 x i16> %r
}

declare <vscale x 4 x i32> @llvm.experimental.stepvector.nxv4i32()
define <vscale x 4 x i32> @experimental_stepvector_nxv4i32() {
  %r = tail call <vscale x 4 x i32> @llvm.experimental.stepvector.nxv4i32()
  ret <vscale x 4 x i32> %r
}

declare <vscale x 2 x i64> @llvm.experimental.stepvector.nxv2i64()
define <vscale x 2 x i64> @experimental_stepvector_nxv2i64() {
  %r = tail call <vscale x 2 x i64> @llvm.experimental.stepvector.nxv2i64()
  ret <vscale x 2 x i64> %r
}
