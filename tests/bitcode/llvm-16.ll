; ModuleID = 'llvm-16.bc'
source_filename = "-"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, double, ptr }

@counter = weak dso_local local_unnamed_addr global i32 0, align 4
@text = internal constant [5 x i8] c"one\0A\00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %6, label %4

4:                                                ; preds = %25, %2
  %5 = phi i32 [ 0, %2 ], [ %26, %25 ]
  ret i32 %5

6:                                                ; preds = %2, %25
  %7 = phi i32 [ %29, %25 ], [ 0, %2 ]
  %8 = phi i32 [ %26, %25 ], [ 0, %2 ]
  %9 = phi ptr [ %28, %25 ], [ %0, %2 ]
  %10 = load i32, ptr %9, align 8, !tbaa !5
  %11 = add nsw i32 %10, %7
  switch i32 %11, label %19 [
    i32 1, label %12
    i32 7, label %15
  ]

12:                                               ; preds = %6
  %13 = load i32, ptr @counter, align 4, !tbaa !12
  %14 = add nsw i32 %13, %8
  br label %25

15:                                               ; preds = %6
  %16 = getelementptr inbounds %struct.pair, ptr %9, i64 0, i32 1
  %17 = load double, ptr %16, align 8, !tbaa !13
  %18 = tail call i32 (ptr, ...) @print(ptr noundef nonnull @text, i32 noundef %8, double noundef %17) #2
  br label %25

19:                                               ; preds = %6
  %20 = getelementptr inbounds %struct.pair, ptr %9, i64 0, i32 1
  %21 = load double, ptr %20, align 8, !tbaa !13
  %22 = fmul double %21, 1.500000e+00
  %23 = fptosi double %22 to i32
  %24 = xor i32 %8, %23
  br label %25

25:                                               ; preds = %19, %15, %12
  %26 = phi i32 [ %24, %19 ], [ %8, %15 ], [ %14, %12 ]
  %27 = getelementptr inbounds %struct.pair, ptr %9, i64 0, i32 2
  %28 = load ptr, ptr %27, align 8, !tbaa !14
  %29 = add nuw nsw i32 %7, 1
  %30 = icmp eq i32 %29, %1
  br i1 %30, label %4, label %6, !llvm.loop !15
}

declare i32 @print(ptr noundef, ...) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!5 = !{!6, !7, i64 0}
!6 = !{!"pair", !7, i64 0, !10, i64 8, !11, i64 16}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!"double", !8, i64 0}
!11 = !{!"any pointer", !8, i64 0}
!12 = !{!7, !7, i64 0}
!13 = !{!6, !10, i64 8}
!14 = !{!6, !11, i64 16}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
