; taken
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"ProfileSummary", !"SampleProfile"}
!1 = !{i32 1, !"CG Profile", i32 1}
