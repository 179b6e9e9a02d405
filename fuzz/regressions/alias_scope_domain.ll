; refused: first domain operand must be self-referential or string
define i8 @f(ptr %p) {
  %v = load i8, ptr %p, !alias.scope !0
  ret i8 %v
}
!0 = !{!1}
!1 = !{!1, !2}
!2 = !{i32 1}
