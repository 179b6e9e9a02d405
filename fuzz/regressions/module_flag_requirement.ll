; refused: invalid requirement on flag, flag is not present in module
!llvm.module.flags = !{!0}
!0 = !{i32 3, !"a flag", !1}
!1 = !{!"another flag", i32 1}
