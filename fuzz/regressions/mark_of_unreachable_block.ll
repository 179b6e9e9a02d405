; taken
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %to [i32 1, label %to]
apart:
  br label %to, !irtrip.edge !0
to:
  %p = phi i32 [ 1, %entry ], [ 2, %apart ], [ 1, %entry ]
  ret i32 %p
}
!0 = !{}
