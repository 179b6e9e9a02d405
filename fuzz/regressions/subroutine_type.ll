; taken
declare !dbg !1 void @f()
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!5}
!1 = !DISubprogram(name: "f", scope: !4, file: !4, type: !2, spFlags: DISPFlagOptimized)
!2 = !DISubroutineType(types: !{!4})
!3 = distinct !DICompileUnit(language: DW_LANG_C99, file: !4)
!4 = !DIFile(filename: "a.c", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
