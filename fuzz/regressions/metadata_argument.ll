; refused: Function has metadata parameter but isn't an intrinsic
define void @f(ptr %callee) {
  call void %callee(metadata !{})
  ret void
}
