; refused: invalid uses of intrinsic global variable
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @llvm.global_ctors], section "llvm.metadata"
declare void @f()
