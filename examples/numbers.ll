source_filename = "numbers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.point = type { double, double }

@.str = private unnamed_addr constant [4 x i8] c"mon\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"tue\00", align 1
@.str.2 = private unnamed_addr constant [8 x i8] c"weekend\00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"day\00", align 1
@.str.4 = private unnamed_addr constant [10 x i8] c"%u %g %d\0A\00", align 1
@.str.5 = private unnamed_addr constant [4 x i8] c"%s \00", align 1
@switch.table.main = private unnamed_addr constant [7 x ptr] [ptr @.str, ptr @.str.1, ptr @.str.3, ptr @.str.3, ptr @.str.3, ptr @.str.2, ptr @.str.2], align 8

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef nonnull ptr @day(i32 noundef %0) local_unnamed_addr #0 {
  %2 = icmp ult i32 %0, 7
  br i1 %2, label %3, label %7

3:                                                ; preds = %1
  %4 = zext nneg i32 %0 to i64
  %5 = getelementptr inbounds nuw ptr, ptr @switch.table.main, i64 %4
  %6 = load ptr, ptr %5, align 8
  br label %7

7:                                                ; preds = %3, %1
  %8 = phi ptr [ %6, %3 ], [ @.str.3, %1 ]
  ret ptr %8
}

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define dso_local i32 @collatz(i32 noundef %0) local_unnamed_addr #1 {
  %2 = icmp ugt i32 %0, 1
  br i1 %2, label %3, label %16

3:                                                ; preds = %3, %1
  %4 = phi i32 [ %12, %3 ], [ 0, %1 ]
  %5 = phi i32 [ %11, %3 ], [ %0, %1 ]
  %6 = and i32 %5, 1
  %7 = icmp eq i32 %6, 0
  %8 = mul i32 %5, 3
  %9 = add i32 %8, 1
  %10 = lshr exact i32 %5, 1
  %11 = select i1 %7, i32 %10, i32 %9
  %12 = add nuw nsw i32 %4, 1
  %13 = icmp ugt i32 %11, 1
  %14 = icmp samesign ult i32 %4, 999
  %15 = select i1 %13, i1 %14, i1 false
  br i1 %15, label %3, label %16, !llvm.loop !9

16:                                               ; preds = %3, %1
  %17 = phi i32 [ 0, %1 ], [ %12, %3 ]
  ret i32 %17
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i32 @divide(i32 noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = sdiv i32 %0, %1
  ret i32 %3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef double @mean(float noundef %0, double noundef %1) local_unnamed_addr #0 {
  %3 = fpext float %0 to double
  %4 = fadd double %1, %3
  %5 = fmul double %4, 5.000000e-01
  ret double %5
}

; Function Attrs: nofree nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #3 {
  %1 = alloca [4 x %struct.point], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #9
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %1, i8 0, i64 64, i1 false)
  %2 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store double 2.000000e+00, ptr %2, align 16
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store double 2.000000e+00, ptr %3, align 16
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 40
  store double 2.000000e+00, ptr %4, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 56
  store double 2.000000e+00, ptr %5, align 8
  %6 = tail call fastcc i32 @gcd(i32 noundef 48, i32 noundef 18)
  br label %7

7:                                                ; preds = %7, %0
  %8 = phi i64 [ 0, %0 ], [ %12, %7 ]
  %9 = phi double [ 0.000000e+00, %0 ], [ %23, %7 ]
  %10 = getelementptr inbounds nuw %struct.point, ptr %1, i64 %8
  %11 = load double, ptr %10, align 16, !tbaa !12
  %12 = add nuw nsw i64 %8, 1
  %13 = and i64 %12, 3
  %14 = getelementptr inbounds nuw %struct.point, ptr %1, i64 %13
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %16 = load double, ptr %15, align 8, !tbaa !15
  %17 = load double, ptr %14, align 16, !tbaa !12
  %18 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %19 = load double, ptr %18, align 8, !tbaa !15
  %20 = fneg double %19
  %21 = fmul double %17, %20
  %22 = tail call double @llvm.fmuladd.f64(double %11, double %16, double %21)
  %23 = fadd double %9, %22
  %24 = icmp eq i64 %12, 4
  br i1 %24, label %25, label %7, !llvm.loop !16

25:                                               ; preds = %25, %7
  %26 = phi i32 [ %34, %25 ], [ 0, %7 ]
  %27 = phi i32 [ %33, %25 ], [ 27, %7 ]
  %28 = and i32 %27, 1
  %29 = icmp eq i32 %28, 0
  %30 = mul i32 %27, 3
  %31 = add i32 %30, 1
  %32 = lshr exact i32 %27, 1
  %33 = select i1 %29, i32 %32, i32 %31
  %34 = add nuw nsw i32 %26, 1
  %35 = icmp ugt i32 %33, 1
  %36 = icmp samesign ult i32 %26, 999
  %37 = select i1 %35, i1 %36, i1 false
  br i1 %37, label %25, label %38, !llvm.loop !9

38:                                               ; preds = %25
  %39 = fmul double %23, 5.000000e-01
  %40 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i32 noundef %6, double noundef %39, i32 noundef %34)
  br label %43

41:                                               ; preds = %50
  %42 = tail call i32 @putchar(i32 10)
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #9
  ret i32 7

43:                                               ; preds = %50, %38
  %44 = phi i32 [ 0, %38 ], [ %53, %50 ]
  %45 = icmp samesign ult i32 %44, 7
  br i1 %45, label %46, label %50

46:                                               ; preds = %43
  %47 = zext nneg i32 %44 to i64
  %48 = getelementptr inbounds nuw ptr, ptr @switch.table.main, i64 %47
  %49 = load ptr, ptr %48, align 8
  br label %50

50:                                               ; preds = %46, %43
  %51 = phi ptr [ %49, %46 ], [ @.str.3, %43 ]
  %52 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, ptr noundef nonnull %51)
  %53 = add nuw nsw i32 %44, 1
  %54 = icmp eq i32 %53, 7
  br i1 %54, label %41, label %43, !llvm.loop !17
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #5

; Function Attrs: nofree nosync nounwind memory(none) uwtable
define internal fastcc range(i32 1, 49) i32 @gcd(i32 noundef range(i32 1, 49) %0, i32 noundef range(i32 0, 19) %1) unnamed_addr #6 {
  br label %3

3:                                                ; preds = %7, %2
  %4 = phi i32 [ %0, %2 ], [ %5, %7 ]
  %5 = phi i32 [ %1, %2 ], [ %8, %7 ]
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %3
  %8 = urem i32 %4, %5
  br label %3

9:                                                ; preds = %3
  ret i32 %4
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #7

; Function Attrs: nofree nounwind
declare noundef i32 @putchar(i32 noundef) local_unnamed_addr #8

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nofree nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nofree nounwind }
attributes #9 = { nounwind }

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
!12 = !{!13, !14, i64 0}
!13 = !{!"point", !14, i64 0, !14, i64 8}
!14 = !{!"double", !7, i64 0}
!15 = !{!13, !14, i64 8}
!16 = distinct !{!16, !10, !11}
!17 = distinct !{!17, !10, !11}
