; refused: expected string constant
define void @f() {
  call void asm alignstack sideeffect "nop", ""()
  ret void
}
