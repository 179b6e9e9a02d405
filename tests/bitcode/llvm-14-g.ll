; ModuleID = 'llvm-14-g.bc'
source_filename = "-"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, double, %struct.pair* }

@counter = weak dso_local local_unnamed_addr global i32 0, align 4, !dbg !0
@text = internal constant [5 x i8] c"one\0A\00", align 1, !dbg !7

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(%struct.pair* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 !dbg !22 {
  call void @llvm.dbg.value(metadata %struct.pair* %0, metadata !33, metadata !DIExpression()), !dbg !38
  call void @llvm.dbg.value(metadata i32 %1, metadata !34, metadata !DIExpression()), !dbg !38
  call void @llvm.dbg.value(metadata i32 0, metadata !35, metadata !DIExpression()), !dbg !38
  call void @llvm.dbg.value(metadata i32 0, metadata !36, metadata !DIExpression()), !dbg !39
  %3 = icmp sgt i32 %1, 0, !dbg !40
  br i1 %3, label %6, label %4, !dbg !42

4:                                                ; preds = %26, %2
  %5 = phi i32 [ 0, %2 ], [ %27, %26 ], !dbg !38
  ret i32 %5, !dbg !43

6:                                                ; preds = %2, %26
  %7 = phi i32 [ %30, %26 ], [ 0, %2 ]
  %8 = phi i32 [ %27, %26 ], [ 0, %2 ]
  %9 = phi %struct.pair* [ %29, %26 ], [ %0, %2 ]
  call void @llvm.dbg.value(metadata i32 %7, metadata !36, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32 %8, metadata !35, metadata !DIExpression()), !dbg !38
  call void @llvm.dbg.value(metadata %struct.pair* %9, metadata !33, metadata !DIExpression()), !dbg !38
  %10 = getelementptr inbounds %struct.pair, %struct.pair* %9, i64 0, i32 0, !dbg !44
  %11 = load i32, i32* %10, align 8, !dbg !44, !tbaa !46
  %12 = add nsw i32 %11, %7, !dbg !53
  switch i32 %12, label %20 [
    i32 1, label %13
    i32 7, label %16
  ], !dbg !54

13:                                               ; preds = %6
  %14 = load i32, i32* @counter, align 4, !dbg !55, !tbaa !57
  %15 = add nsw i32 %14, %8, !dbg !58
  call void @llvm.dbg.value(metadata i32 %15, metadata !35, metadata !DIExpression()), !dbg !38
  br label %26, !dbg !59

16:                                               ; preds = %6
  %17 = getelementptr inbounds %struct.pair, %struct.pair* %9, i64 0, i32 1, !dbg !60
  %18 = load double, double* %17, align 8, !dbg !60, !tbaa !61
  %19 = call i32 (i8*, ...) @print(i8* noundef getelementptr inbounds ([5 x i8], [5 x i8]* @text, i64 0, i64 0), i32 noundef %8, double noundef %18) #3, !dbg !62
  br label %26, !dbg !63

20:                                               ; preds = %6
  %21 = getelementptr inbounds %struct.pair, %struct.pair* %9, i64 0, i32 1, !dbg !64
  %22 = load double, double* %21, align 8, !dbg !64, !tbaa !61
  %23 = fmul double %22, 1.500000e+00, !dbg !65
  %24 = fptosi double %23 to i32, !dbg !66
  %25 = xor i32 %8, %24, !dbg !67
  call void @llvm.dbg.value(metadata i32 %25, metadata !35, metadata !DIExpression()), !dbg !38
  br label %26, !dbg !68

26:                                               ; preds = %20, %16, %13
  %27 = phi i32 [ %25, %20 ], [ %8, %16 ], [ %15, %13 ], !dbg !38
  call void @llvm.dbg.value(metadata i32 %27, metadata !35, metadata !DIExpression()), !dbg !38
  %28 = getelementptr inbounds %struct.pair, %struct.pair* %9, i64 0, i32 2, !dbg !69
  %29 = load %struct.pair*, %struct.pair** %28, align 8, !dbg !69, !tbaa !70
  call void @llvm.dbg.value(metadata %struct.pair* %29, metadata !33, metadata !DIExpression()), !dbg !38
  %30 = add nuw nsw i32 %7, 1, !dbg !71
  call void @llvm.dbg.value(metadata i32 %30, metadata !36, metadata !DIExpression()), !dbg !39
  %31 = icmp eq i32 %30, %1, !dbg !40
  br i1 %31, label %4, label %6, !dbg !42, !llvm.loop !72
}

declare !dbg !76 i32 @print(i8* noundef, ...) local_unnamed_addr #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #2

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20}
!llvm.ident = !{!21}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !9, line: 3, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "-", directory: "/", checksumkind: CSK_MD5, checksum: "890de2af1bf08c96dc5b462b05162854")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!0, !7}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !9, line: 2, type: !10, isLocal: true, isDefinition: true)
!9 = !DIFile(filename: "<stdin>", directory: "/", checksumkind: CSK_MD5, checksum: "890de2af1bf08c96dc5b462b05162854")
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 40, elements: !13)
!11 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!12 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!13 = !{!14}
!14 = !DISubrange(count: 5)
!15 = !{i32 7, !"Dwarf Version", i32 5}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"PIC Level", i32 2}
!19 = !{i32 7, !"PIE Level", i32 2}
!20 = !{i32 7, !"uwtable", i32 1}
!21 = !{!"Debian clang version 14.0.6"}
!22 = distinct !DISubprogram(name: "sum", scope: !9, file: !9, line: 5, type: !23, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !32)
!23 = !DISubroutineType(types: !24)
!24 = !{!5, !25, !5}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !9, line: 1, size: 192, elements: !27)
!27 = !{!28, !29, !31}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !26, file: !9, line: 1, baseType: !5, size: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !26, file: !9, line: 1, baseType: !30, size: 64, offset: 64)
!30 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !26, file: !9, line: 1, baseType: !25, size: 64, offset: 128)
!32 = !{!33, !34, !35, !36}
!33 = !DILocalVariable(name: "p", arg: 1, scope: !22, file: !9, line: 5, type: !25)
!34 = !DILocalVariable(name: "n", arg: 2, scope: !22, file: !9, line: 5, type: !5)
!35 = !DILocalVariable(name: "r", scope: !22, file: !9, line: 6, type: !5)
!36 = !DILocalVariable(name: "i", scope: !37, file: !9, line: 7, type: !5)
!37 = distinct !DILexicalBlock(scope: !22, file: !9, line: 7, column: 3)
!38 = !DILocation(line: 0, scope: !22)
!39 = !DILocation(line: 0, scope: !37)
!40 = !DILocation(line: 7, column: 21, scope: !41)
!41 = distinct !DILexicalBlock(scope: !37, file: !9, line: 7, column: 3)
!42 = !DILocation(line: 7, column: 3, scope: !37)
!43 = !DILocation(line: 11, column: 3, scope: !22)
!44 = !DILocation(line: 8, column: 16, scope: !45)
!45 = distinct !DILexicalBlock(scope: !41, file: !9, line: 7, column: 31)
!46 = !{!47, !48, i64 0}
!47 = !{!"pair", !48, i64 0, !51, i64 8, !52, i64 16}
!48 = !{!"int", !49, i64 0}
!49 = !{!"omnipotent char", !50, i64 0}
!50 = !{!"Simple C/C++ TBAA"}
!51 = !{!"double", !49, i64 0}
!52 = !{!"any pointer", !49, i64 0}
!53 = !DILocation(line: 8, column: 18, scope: !45)
!54 = !DILocation(line: 8, column: 5, scope: !45)
!55 = !DILocation(line: 8, column: 38, scope: !56)
!56 = distinct !DILexicalBlock(scope: !45, file: !9, line: 8, column: 23)
!57 = !{!48, !48, i64 0}
!58 = !DILocation(line: 8, column: 35, scope: !56)
!59 = !DILocation(line: 8, column: 47, scope: !56)
!60 = !DILocation(line: 8, column: 80, scope: !56)
!61 = !{!47, !51, i64 8}
!62 = !DILocation(line: 8, column: 62, scope: !56)
!63 = !DILocation(line: 8, column: 84, scope: !56)
!64 = !DILocation(line: 8, column: 114, scope: !56)
!65 = !DILocation(line: 8, column: 116, scope: !56)
!66 = !DILocation(line: 8, column: 105, scope: !56)
!67 = !DILocation(line: 8, column: 102, scope: !56)
!68 = !DILocation(line: 8, column: 125, scope: !56)
!69 = !DILocation(line: 9, column: 12, scope: !45)
!70 = !{!47, !52, i64 16}
!71 = !DILocation(line: 7, column: 27, scope: !41)
!72 = distinct !{!72, !42, !73, !74, !75}
!73 = !DILocation(line: 10, column: 3, scope: !37)
!74 = !{!"llvm.loop.mustprogress"}
!75 = !{!"llvm.loop.unroll.disable"}
!76 = !DISubprogram(name: "print", scope: !9, file: !9, line: 4, type: !77, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !80)
!77 = !DISubroutineType(types: !78)
!78 = !{!5, !79, null}
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!80 = !{}
