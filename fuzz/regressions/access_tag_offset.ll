; refused: Offset not zero at the point of scalar access
define i32 @f(ptr %p) {
  %a = load i32, ptr %p, !tbaa !0
  ret i32 %a
}
!0 = !{!1, !2, i64 2}
!1 = !{!"pair", !2, i64 0, !2, i64 4}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
