; taken
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !"SampleProfile"}
