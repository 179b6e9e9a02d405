; taken
define i32 @f(ptr %p) {
  %a = load i32, ptr %p, !tbaa !0
  %b = load i32, ptr %p, !tbaa !1
  %c = load i32, ptr %p, !tbaa !2
  ret i32 %a
}
!0 = !{!3, !4, i64 8}
!1 = !{!4, !4, i64 0, i64 1}
!2 = !{!7, !7, i64 0, i64 4}
!3 = !{!"pair", !4, i64 0, !6, i64 4}
!4 = !{!"int", !5, i64 0}
!5 = !{!"root"}
!6 = !{!"inner", !4, i64 0, !4, i64 4}
!7 = !{!5, i64 4, !"int"}
