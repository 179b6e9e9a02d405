; ModuleID = 'tests/bitcode/llvm-22-uses.bc'
source_filename = "uses.ll"

@pair = global { ptr, ptr } { ptr @f, ptr @f }
@three = global [2 x { ptr, ptr, ptr }] [{ ptr, ptr, ptr } { ptr @f, ptr @g, ptr @f }, { ptr, ptr, ptr } { ptr @g, ptr @g, ptr @f }]

define void @f() {
  ret void
}

define void @g() {
  ret void
}
