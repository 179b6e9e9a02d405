; refused: incorrect number of operands in module flag
!llvm.module.flags = !{!0}
!0 = !DIFile(filename: "a.c", directory: "/")
