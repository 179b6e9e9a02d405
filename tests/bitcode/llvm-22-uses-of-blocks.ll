; ModuleID = 'tests/bitcode/llvm-22-uses-of-blocks.bc'
source_filename = "/tmp/pr.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @f(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %24

4:                                                ; preds = %2, %20
  %5 = phi i32 [ %22, %20 ], [ 0, %2 ]
  %6 = phi i32 [ %21, %20 ], [ 0, %2 ]
  %7 = urem i32 %5, 3
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %12

9:                                                ; preds = %4
  %10 = tail call i32 @g(i32 noundef %5) #2
  %11 = add nsw i32 %10, %6
  br label %20

12:                                               ; preds = %4
  %13 = urem i32 %5, 5
  %14 = icmp eq i32 %13, %1
  br i1 %14, label %15, label %18

15:                                               ; preds = %12
  %16 = tail call i32 @g(i32 noundef %1) #2
  %17 = sub nsw i32 %6, %16
  br label %20

18:                                               ; preds = %12
  %19 = icmp sgt i32 %6, 100
  br i1 %19, label %24, label %20

20:                                               ; preds = %9, %18, %15
  %21 = phi i32 [ %11, %9 ], [ %17, %15 ], [ %6, %18 ]
  %22 = add nuw nsw i32 %5, 1
  %23 = icmp eq i32 %22, %0
  br i1 %23, label %24, label %4, !llvm.loop !9

24:                                               ; preds = %20, %18, %2
  %25 = phi i32 [ 0, %2 ], [ %21, %20 ], [ %6, %18 ]
  ret i32 %25
}

declare i32 @g(i32 noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

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
!9 = distinct !{!9, !10, !11}
!10 = !{!"llvm.loop.mustprogress"}
!11 = !{!"llvm.loop.unroll.disable"}
