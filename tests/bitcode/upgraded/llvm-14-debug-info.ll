; ModuleID = 'tests/bitcode/upgraded/llvm-14-debug-info.bc'
source_filename = "-"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@counter = internal unnamed_addr global i32 3, align 4

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @sum(ptr noundef readonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = load i32, ptr @counter, align 4, !tbaa !7
  %4 = icmp sgt i32 %1, 0
  br i1 %4, label %5, label %9

5:                                                ; preds = %2
  %6 = zext i32 %1 to i64
  br label %11

7:                                                ; preds = %11
  %8 = add i32 %3, %1
  store i32 %8, ptr @counter, align 4, !tbaa !7
  br label %9

9:                                                ; preds = %7, %2
  %10 = phi i32 [ %19, %7 ], [ 0, %2 ]
  ret i32 %10

11:                                               ; preds = %5, %11
  %12 = phi i64 [ 0, %5 ], [ %20, %11 ]
  %13 = phi i32 [ 0, %5 ], [ %19, %11 ]
  %14 = phi i32 [ %3, %5 ], [ %17, %11 ]
  %15 = getelementptr inbounds i32, ptr %0, i64 %12
  %16 = load i32, ptr %15, align 4, !tbaa !7
  %17 = add nsw i32 %14, 1
  %18 = mul nsw i32 %14, %16
  %19 = add nsw i32 %18, %13
  %20 = add nuw nsw i64 %12, 1
  %21 = icmp eq i64 %20, %6
  br i1 %21, label %7, label %11, !llvm.loop !11
}

attributes #0 = { nofree norecurse nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.ident = !{!6}

!0 = !{i32 7, !"Dwarf Version", i32 5}
!1 = !{i32 2, !"Debug Info Versiom", i32 3}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = !{i32 7, !"PIE Level", i32 2}
!5 = !{i32 7, !"uwtable", i32 1}
!6 = !{!"Debian clang version 14.0.6"}
!7 = !{!8, !8, i64 0}
!8 = !{!"int", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
