; refused: scope list must consist of MDNodes
define i8 @f(ptr %p) {
  %v = load i8, ptr %p, !noalias !0
  ret i8 %v
}
!0 = !{!"a domain"}
