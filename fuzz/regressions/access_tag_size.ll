; refused: Access tag metadata must have either 4 or 5 operands
define i8 @f(ptr %p) {
  %v = load i8, ptr %p, !tbaa !0
  ret i8 %v
}
!0 = !{!1, !1, i64 0}
!1 = !{!2, i64 1, !"char"}
!2 = !{!"root"}
