; refused: Access type node must be a valid scalar type
define i8 @f(ptr %p) {
  %v = load i8, ptr %p, !tbaa !0
  ret i8 %v
}
!0 = !{!1, !1, i64 0}
!1 = !{!"any pointer", !2, i64 -2}
!2 = !{!"root"}
