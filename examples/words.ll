source_filename = "words.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local range(i32 -1, 1) i32 @count(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  br label %5

5:                                                ; preds = %30, %2
  %6 = phi ptr [ %0, %2 ], [ %33, %30 ]
  %7 = phi i32 [ 0, %2 ], [ %31, %30 ]
  %8 = phi i64 [ 0, %2 ], [ %32, %30 ]
  %9 = load i8, ptr %6, align 1, !tbaa !9
  switch i8 %9, label %22 [
    i8 0, label %34
    i8 10, label %10
    i8 32, label %13
    i8 9, label %13
    i8 34, label %19
  ]

10:                                               ; preds = %5
  %11 = load i64, ptr %3, align 8, !tbaa !10
  %12 = add i64 %11, 1
  store i64 %12, ptr %3, align 8, !tbaa !10
  br label %13

13:                                               ; preds = %10, %5, %5
  %14 = icmp eq i32 %7, 1
  br i1 %14, label %15, label %30

15:                                               ; preds = %13
  %16 = load i64, ptr %4, align 8, !tbaa !13
  %17 = icmp ugt i64 %8, %16
  br i1 %17, label %18, label %30

18:                                               ; preds = %15
  store i64 %8, ptr %4, align 8, !tbaa !13
  br label %30

19:                                               ; preds = %5
  %20 = icmp eq i32 %7, 2
  %21 = select i1 %20, i32 1, i32 2
  br label %30

22:                                               ; preds = %5
  %23 = icmp eq i32 %7, 0
  br i1 %23, label %24, label %27

24:                                               ; preds = %22
  %25 = load i64, ptr %1, align 8, !tbaa !14
  %26 = add i64 %25, 1
  store i64 %26, ptr %1, align 8, !tbaa !14
  br label %27

27:                                               ; preds = %24, %22
  %28 = phi i32 [ 1, %24 ], [ %7, %22 ]
  %29 = add i64 %8, 1
  br label %30

30:                                               ; preds = %27, %19, %18, %15, %13
  %31 = phi i32 [ %28, %27 ], [ %21, %19 ], [ %7, %13 ], [ 0, %18 ], [ 0, %15 ]
  %32 = phi i64 [ %29, %27 ], [ %8, %19 ], [ %8, %13 ], [ 0, %18 ], [ 0, %15 ]
  %33 = getelementptr inbounds nuw i8, ptr %6, i64 1
  br label %5, !llvm.loop !15

34:                                               ; preds = %5
  %35 = icmp eq i32 %7, 2
  %36 = sext i1 %35 to i32
  ret i32 %36
}

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
!9 = !{!7, !7, i64 0}
!10 = !{!11, !12, i64 8}
!11 = !{!"counts", !12, i64 0, !12, i64 8, !12, i64 16}
!12 = !{!"long", !7, i64 0}
!13 = !{!11, !12, i64 16}
!14 = !{!11, !12, i64 0}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.unroll.disable"}
