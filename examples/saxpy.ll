source_filename = "saxpy.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @saxpy(float noundef %0, ptr noalias noundef readonly captures(none) %1, ptr noalias noundef captures(none) %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %6, label %31

6:                                                ; preds = %4
  %7 = zext nneg i32 %3 to i64
  %8 = icmp ult i32 %3, 8
  br i1 %8, label %29, label %9

9:                                                ; preds = %6
  %10 = and i64 %7, 2147483640
  %11 = insertelement <4 x float> poison, float %0, i64 0
  %12 = shufflevector <4 x float> %11, <4 x float> poison, <4 x i32> zeroinitializer
  br label %13

13:                                               ; preds = %13, %9
  %14 = phi i64 [ 0, %9 ], [ %25, %13 ]
  %15 = getelementptr inbounds nuw float, ptr %1, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %17 = load <4 x float>, ptr %15, align 4, !tbaa !9
  %18 = load <4 x float>, ptr %16, align 4, !tbaa !9
  %19 = getelementptr inbounds nuw float, ptr %2, i64 %14
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 16
  %21 = load <4 x float>, ptr %19, align 4, !tbaa !9
  %22 = load <4 x float>, ptr %20, align 4, !tbaa !9
  %23 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %12, <4 x float> %17, <4 x float> %21)
  %24 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %12, <4 x float> %18, <4 x float> %22)
  store <4 x float> %23, ptr %19, align 4, !tbaa !9
  store <4 x float> %24, ptr %20, align 4, !tbaa !9
  %25 = add nuw i64 %14, 8
  %26 = icmp eq i64 %25, %10
  br i1 %26, label %27, label %13, !llvm.loop !11

27:                                               ; preds = %13
  %28 = icmp eq i64 %10, %7
  br i1 %28, label %31, label %29

29:                                               ; preds = %27, %6
  %30 = phi i64 [ 0, %6 ], [ %10, %27 ]
  br label %32

31:                                               ; preds = %32, %27, %4
  ret void

32:                                               ; preds = %32, %29
  %33 = phi i64 [ %39, %32 ], [ %30, %29 ]
  %34 = getelementptr inbounds nuw float, ptr %1, i64 %33
  %35 = load float, ptr %34, align 4, !tbaa !9
  %36 = getelementptr inbounds nuw float, ptr %2, i64 %33
  %37 = load float, ptr %36, align 4, !tbaa !9
  %38 = tail call float @llvm.fmuladd.f32(float %0, float %35, float %37)
  store float %38, ptr %36, align 4, !tbaa !9
  %39 = add nuw nsw i64 %33, 1
  %40 = icmp eq i64 %39, %7
  br i1 %40, label %31, label %32, !llvm.loop !15
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #1

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
!11 = distinct !{!11, !12, !13, !14}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.isvectorized", i32 1}
!14 = !{!"llvm.loop.unroll.runtime.disable"}
!15 = distinct !{!15, !12, !14, !13}
