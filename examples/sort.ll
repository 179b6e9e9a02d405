source_filename = "sort.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @sort(ptr noundef captures(none) %values, i32 noundef %count) local_unnamed_addr #0 {
entry:
  %cmp30 = icmp sgt i32 %count, 1
  br i1 %cmp30, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext nneg i32 %count to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.end, %entry
  ret void

for.body:                                         ; preds = %for.end, %for.body.preheader
  %indvars.iv = phi i64 [ 1, %for.body.preheader ], [ %indvars.iv.next, %for.end ]
  %arrayidx = getelementptr inbounds nuw i32, ptr %values, i64 %indvars.iv
  %0 = load i32, ptr %arrayidx, align 4, !tbaa !5
  %1 = trunc nuw nsw i64 %indvars.iv to i32
  br label %land.rhs

land.rhs:                                         ; preds = %for.body6, %for.body
  %j.029 = phi i32 [ %1, %for.body ], [ %dec, %for.body6 ]
  %2 = zext nneg i32 %j.029 to i64
  %3 = getelementptr i32, ptr %values, i64 %2
  %arrayidx4 = getelementptr i8, ptr %3, i64 -4
  %4 = load i32, ptr %arrayidx4, align 4, !tbaa !5
  %cmp5 = icmp sgt i32 %4, %0
  br i1 %cmp5, label %for.body6, label %for.end

for.body6:                                        ; preds = %land.rhs
  store i32 %4, ptr %3, align 4, !tbaa !5
  %dec = add nsw i32 %j.029, -1
  %cmp2 = icmp sgt i32 %j.029, 1
  br i1 %cmp2, label %land.rhs, label %for.end, !llvm.loop !9

for.end:                                          ; preds = %for.body6, %land.rhs
  %j.0.lcssa = phi i32 [ 0, %for.body6 ], [ %j.029, %land.rhs ]
  %idxprom12 = sext i32 %j.0.lcssa to i64
  %arrayidx13 = getelementptr inbounds i32, ptr %values, i64 %idxprom12
  store i32 %0, ptr %arrayidx13, align 4, !tbaa !5
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !11
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
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.mustprogress"}
!11 = distinct !{!11, !10}
