; ModuleID = 'llvm-22-thinlto.bc'
source_filename = "-"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@counter = weak dso_local local_unnamed_addr global i32 0, align 4
@text = internal constant [5 x i8] c"one\0A\00", align 1

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(ptr noundef readonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %6, label %4

4:                                                ; preds = %25, %2
  %5 = phi i32 [ 0, %2 ], [ %26, %25 ]
  ret i32 %5

6:                                                ; preds = %25, %2
  %7 = phi i32 [ %29, %25 ], [ 0, %2 ]
  %8 = phi i32 [ %26, %25 ], [ 0, %2 ]
  %9 = phi ptr [ %28, %25 ], [ %0, %2 ]
  %10 = load i32, ptr %9, align 8, !tbaa !10
  %11 = add nsw i32 %10, %7
  switch i32 %11, label %19 [
    i32 1, label %12
    i32 7, label %15
  ]

12:                                               ; preds = %6
  %13 = load i32, ptr @counter, align 4, !tbaa !6
  %14 = add nsw i32 %13, %8
  br label %25

15:                                               ; preds = %6
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %17 = load double, ptr %16, align 8, !tbaa !15
  %18 = tail call i32 (ptr, ...) @print(ptr noundef nonnull @text, i32 noundef %8, double noundef %17) #2
  br label %25

19:                                               ; preds = %6
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %21 = load double, ptr %20, align 8, !tbaa !15
  %22 = fmul double %21, 1.500000e+00
  %23 = fptosi double %22 to i32
  %24 = xor i32 %8, %23
  br label %25

25:                                               ; preds = %19, %15, %12
  %26 = phi i32 [ %24, %19 ], [ %14, %12 ], [ %8, %15 ]
  %27 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %28 = load ptr, ptr %27, align 8, !tbaa !16
  %29 = add nuw nsw i32 %7, 1
  %30 = icmp eq i32 %29, %1
  br i1 %30, label %4, label %6, !llvm.loop !17
}

declare i32 @print(ptr noundef, ...) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}
!llvm.errno.tbaa = !{!6}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!11, !7, i64 0}
!11 = !{!"pair", !7, i64 0, !12, i64 8, !13, i64 16}
!12 = !{!"double", !8, i64 0}
!13 = !{!"p1 _ZTS4pair", !14, i64 0}
!14 = !{!"any pointer", !8, i64 0}
!15 = !{!11, !12, i64 8}
!16 = !{!11, !13, i64 16}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.mustprogress"}

^0 = module: (path: "llvm-22-thinlto.bc", hash: (541532690, 1662741683, 3219646189, 3595435857, 774208236))
^1 = gv: (name: "print") ; guid = 3707203625049543671
^2 = gv: (name: "text", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 11084389932982770677
^3 = gv: (name: "counter", summaries: (variable: (module: ^0, flags: (linkage: weak, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 0)))) ; guid = 12299425351804087176
^4 = gv: (name: "sum", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 29, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^1, tail: 1)), refs: (^3, ^2)))) ; guid = 16473111255225950749
^5 = blockcount: 0
