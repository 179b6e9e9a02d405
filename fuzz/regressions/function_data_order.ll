; refused: expected '{' in function body
@g = global i32 0
define void @f() prologue ptr @g prefix ptr @g {
  ret void
}
