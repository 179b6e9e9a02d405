source_filename = "<string>"
target datalayout = "e-p:64:64-p1:64:64-p2:64:64-p3:32:32-p4:32:32-p5:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @f(i32 addrspace(1)* %p, i32 %a) {
entry:
  %slot = alloca i32, align 4, addrspace(5)
  %b = call i32 @llvm.umax.i32(i32 %a, i32 7)
  store i32 %b, i32 addrspace(5)* %slot, align 4
  %c = load i32, i32 addrspace(5)* %slot, align 4
  store i32 %c, i32 addrspace(1)* %p, align 4
  ret void
}

; Function Attrs: nounwind readnone speculatable
declare i32 @llvm.umax.i32(i32, i32) #0

attributes #0 = { nounwind readnone speculatable }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, gnuPubnames: true)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
