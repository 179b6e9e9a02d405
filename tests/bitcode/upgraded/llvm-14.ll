; ModuleID = 'llvm-14.bc'
source_filename = "upgraded.c"

@g = external constant i32
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }, { i32, ptr, ptr } { i32 1, ptr @second, ptr null }]

define internal void @first() {
  ret void
}

define internal void @second() {
  ret void
}

define i32 @phi(i32 %a) {
entry:
  switch i32 %a, label %phi.constexpr [
    i32 1, label %phi.constexpr
    i32 2, label %other
  ]

other:                                            ; preds = %entry
  br label %end

phi.constexpr:                                    ; preds = %entry, %entry
  %constexpr = or i32 ptrtoint (ptr @g to i32), 5
  br label %end

end:                                              ; preds = %phi.constexpr, %other
  %r = phi i32 [ %constexpr, %phi.constexpr ], [ 1, %other ]
  ret i32 %r
}

declare i32 @callee(ptr, i32)

define void @attributes(ptr align 8 %p, i32 %a) {
  %r = call i32 @callee(ptr noalias %p, i32 zeroext %a)
  call void @none()
  ret void
}

declare void @none()

define x86_intrcc void @interrupt(ptr byval(i64) %frame) {
  ret void
}

define i32 @weights(i1 %c, i32 %a) {
  %s = select i1 %c, i32 %a, i32 1, !prof !0
  br i1 %c, label %one, label %two

one:                                              ; preds = %0
  ret i32 %s

two:                                              ; preds = %0
  ret i32 1
}

!0 = !{!"branch_weights", i32 1, i32 2}
