; ModuleID = 'llvm-22-g.bc'
source_filename = "-"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@counter = weak dso_local local_unnamed_addr global i32 0, align 4, !dbg !0
@text = internal constant [5 x i8] c"one\0A\00", align 1, !dbg !7

; Function Attrs: nounwind uwtable
define dso_local i32 @sum(ptr noundef readonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 !dbg !27 {
    #dbg_value(ptr %0, !38, !DIExpression(), !43)
    #dbg_value(i32 %1, !39, !DIExpression(), !43)
    #dbg_value(i32 0, !40, !DIExpression(), !43)
    #dbg_value(i32 0, !41, !DIExpression(), !44)
  %3 = icmp sgt i32 %1, 0, !dbg !45
  br i1 %3, label %6, label %4, !dbg !47

4:                                                ; preds = %25, %2
  %5 = phi i32 [ 0, %2 ], [ %26, %25 ], !dbg !43
  ret i32 %5, !dbg !48

6:                                                ; preds = %2, %25
  %7 = phi i32 [ %29, %25 ], [ 0, %2 ]
  %8 = phi i32 [ %26, %25 ], [ 0, %2 ]
  %9 = phi ptr [ %28, %25 ], [ %0, %2 ]
    #dbg_value(i32 %7, !41, !DIExpression(), !44)
    #dbg_value(i32 %8, !40, !DIExpression(), !43)
    #dbg_value(ptr %9, !38, !DIExpression(), !43)
  %10 = load i32, ptr %9, align 8, !dbg !49, !tbaa !51
  %11 = add nsw i32 %10, %7, !dbg !56
  switch i32 %11, label %19 [
    i32 1, label %12
    i32 7, label %15
  ], !dbg !57

12:                                               ; preds = %6
  %13 = load i32, ptr @counter, align 4, !dbg !58, !tbaa !23
  %14 = add nsw i32 %13, %8, !dbg !60
    #dbg_value(i32 %14, !40, !DIExpression(), !43)
  br label %25, !dbg !61

15:                                               ; preds = %6
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 8, !dbg !62
  %17 = load double, ptr %16, align 8, !dbg !62, !tbaa !63
  %18 = tail call i32 (ptr, ...) @print(ptr noundef nonnull @text, i32 noundef %8, double noundef %17) #2, !dbg !64
  br label %25, !dbg !65

19:                                               ; preds = %6
  %20 = getelementptr inbounds nuw i8, ptr %9, i64 8, !dbg !66
  %21 = load double, ptr %20, align 8, !dbg !66, !tbaa !63
  %22 = fmul double %21, 1.500000e+00, !dbg !67
  %23 = fptosi double %22 to i32, !dbg !68
  %24 = xor i32 %8, %23, !dbg !69
    #dbg_value(i32 %24, !40, !DIExpression(), !43)
  br label %25, !dbg !70

25:                                               ; preds = %19, %15, %12
  %26 = phi i32 [ %24, %19 ], [ %14, %12 ], [ %8, %15 ], !dbg !43
    #dbg_value(i32 %26, !40, !DIExpression(), !43)
  %27 = getelementptr inbounds nuw i8, ptr %9, i64 16, !dbg !71
  %28 = load ptr, ptr %27, align 8, !dbg !72, !tbaa !73
    #dbg_value(ptr %28, !38, !DIExpression(), !43)
  %29 = add nuw nsw i32 %7, 1, !dbg !74
    #dbg_value(i32 %29, !41, !DIExpression(), !44)
  %30 = icmp eq i32 %29, %1, !dbg !75
  br i1 %30, label %4, label %6, !dbg !76, !llvm.loop !77
}

declare !dbg !82 i32 @print(ptr noundef, ...) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20, !21}
!llvm.ident = !{!22}
!llvm.errno.tbaa = !{!23}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !9, line: 3, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
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
!18 = !{i32 8, !"PIC Level", i32 2}
!19 = !{i32 7, !"PIE Level", i32 2}
!20 = !{i32 7, !"uwtable", i32 2}
!21 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!22 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!23 = !{!24, !24, i64 0}
!24 = !{!"int", !25, i64 0}
!25 = !{!"omnipotent char", !26, i64 0}
!26 = !{!"Simple C/C++ TBAA"}
!27 = distinct !DISubprogram(name: "sum", scope: !9, file: !9, line: 5, type: !28, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !37, keyInstructions: true)
!28 = !DISubroutineType(types: !29)
!29 = !{!5, !30, !5}
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !9, line: 1, size: 192, elements: !32)
!32 = !{!33, !34, !36}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !31, file: !9, line: 1, baseType: !5, size: 32)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !31, file: !9, line: 1, baseType: !35, size: 64, offset: 64)
!35 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !31, file: !9, line: 1, baseType: !30, size: 64, offset: 128)
!37 = !{!38, !39, !40, !41}
!38 = !DILocalVariable(name: "p", arg: 1, scope: !27, file: !9, line: 5, type: !30)
!39 = !DILocalVariable(name: "n", arg: 2, scope: !27, file: !9, line: 5, type: !5)
!40 = !DILocalVariable(name: "r", scope: !27, file: !9, line: 6, type: !5)
!41 = !DILocalVariable(name: "i", scope: !42, file: !9, line: 7, type: !5)
!42 = distinct !DILexicalBlock(scope: !27, file: !9, line: 7, column: 3)
!43 = !DILocation(line: 0, scope: !27)
!44 = !DILocation(line: 0, scope: !42)
!45 = !DILocation(line: 7, column: 21, scope: !46, atomGroup: 15, atomRank: 1)
!46 = distinct !DILexicalBlock(scope: !42, file: !9, line: 7, column: 3)
!47 = !DILocation(line: 7, column: 3, scope: !42, atomGroup: 16, atomRank: 1)
!48 = !DILocation(line: 11, column: 3, scope: !27, atomGroup: 14, atomRank: 1)
!49 = !DILocation(line: 8, column: 16, scope: !50)
!50 = distinct !DILexicalBlock(scope: !46, file: !9, line: 7, column: 31)
!51 = !{!52, !24, i64 0}
!52 = !{!"pair", !24, i64 0, !53, i64 8, !54, i64 16}
!53 = !{!"double", !25, i64 0}
!54 = !{!"p1 _ZTS4pair", !55, i64 0}
!55 = !{!"any pointer", !25, i64 0}
!56 = !DILocation(line: 8, column: 18, scope: !50, atomGroup: 5, atomRank: 2)
!57 = !DILocation(line: 8, column: 5, scope: !50, atomGroup: 5, atomRank: 1)
!58 = !DILocation(line: 8, column: 38, scope: !59)
!59 = distinct !DILexicalBlock(scope: !50, file: !9, line: 8, column: 23)
!60 = !DILocation(line: 8, column: 35, scope: !59, atomGroup: 6, atomRank: 2)
!61 = !DILocation(line: 8, column: 47, scope: !59, atomGroup: 7, atomRank: 1)
!62 = !DILocation(line: 8, column: 80, scope: !59)
!63 = !{!52, !53, i64 8}
!64 = !DILocation(line: 8, column: 62, scope: !59)
!65 = !DILocation(line: 8, column: 84, scope: !59, atomGroup: 8, atomRank: 1)
!66 = !DILocation(line: 8, column: 114, scope: !59)
!67 = !DILocation(line: 8, column: 116, scope: !59)
!68 = !DILocation(line: 8, column: 105, scope: !59)
!69 = !DILocation(line: 8, column: 102, scope: !59, atomGroup: 9, atomRank: 2)
!70 = !DILocation(line: 8, column: 125, scope: !59)
!71 = !DILocation(line: 9, column: 12, scope: !50)
!72 = !DILocation(line: 9, column: 12, scope: !50, atomGroup: 10, atomRank: 2)
!73 = !{!52, !54, i64 16}
!74 = !DILocation(line: 7, column: 27, scope: !46, atomGroup: 11, atomRank: 2)
!75 = !DILocation(line: 7, column: 21, scope: !46, atomGroup: 3, atomRank: 1)
!76 = !DILocation(line: 7, column: 3, scope: !42, atomGroup: 4, atomRank: 1)
!77 = distinct !{!77, !78, !79, !80, !81}
!78 = !DILocation(line: 7, column: 3, scope: !42)
!79 = !DILocation(line: 10, column: 3, scope: !42)
!80 = !{!"llvm.loop.mustprogress"}
!81 = !{!"llvm.loop.unroll.disable"}
!82 = !DISubprogram(name: "print", scope: !9, file: !9, line: 4, type: !83, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!83 = !DISubroutineType(types: !84)
!84 = !{!5, !85, null}
!85 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
