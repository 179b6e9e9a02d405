; refused: expected metadata kind
define void @f() {
  ret void, !0 !0
}
!0 = !{}
