; refused: Attribute 'align 8' does not apply to functions!
declare void @f()
define void @g() {
  call void @f() align 8
  ret void
}
