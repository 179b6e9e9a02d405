source_filename = "offset.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local range(i32 -2147483647, -2147483648) i32 @offset(ptr noundef readonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 !dbg !14 {
    #dbg_value(ptr %0, !21, !DIExpression(), !24)
    #dbg_value(i32 %1, !22, !DIExpression(), !24)
  %3 = sext i32 %1 to i64, !dbg !25
  %4 = getelementptr inbounds i32, ptr %0, i64 %3, !dbg !25
  %5 = load i32, ptr %4, align 4, !dbg !25, !tbaa !10
  %6 = shl nsw i32 %5, 2, !dbg !26
    #dbg_value(i32 %6, !23, !DIExpression(), !24)
  %7 = or disjoint i32 %6, 1, !dbg !27
  ret i32 %7, !dbg !28
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!llvm.errno.tbaa = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "offset.c", directory: ".", checksumkind: CSK_MD5, checksum: "3585ca722a1d169cb04ed8a4a7802635")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!9 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!10 = !{!11, !11, i64 0}
!11 = !{!"int", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C/C++ TBAA"}
!14 = distinct !DISubprogram(name: "offset", scope: !1, file: !1, line: 2, type: !15, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !20, keyInstructions: true)
!15 = !DISubroutineType(types: !16)
!16 = !{!17, !18, !17}
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
!20 = !{!21, !22, !23}
!21 = !DILocalVariable(name: "values", arg: 1, scope: !14, file: !1, line: 2, type: !18)
!22 = !DILocalVariable(name: "at", arg: 2, scope: !14, file: !1, line: 2, type: !17)
!23 = !DILocalVariable(name: "scaled", scope: !14, file: !1, line: 3, type: !17)
!24 = !DILocation(line: 0, scope: !14)
!25 = !DILocation(line: 3, column: 16, scope: !14)
!26 = !DILocation(line: 3, column: 27, scope: !14, atomGroup: 1, atomRank: 2)
!27 = !DILocation(line: 4, column: 17, scope: !14, atomGroup: 3, atomRank: 2)
!28 = !DILocation(line: 4, column: 3, scope: !14, atomGroup: 3, atomRank: 1)
