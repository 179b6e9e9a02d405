// taken
// A signed pointer is where the pointer is.
module attributes {irtrip.source_filename = "a.ll"} {
  llvm.mlir.global external @g() {addr_space = 7 : i32} : i32
  llvm.mlir.global external @s() {irtrip.initializer = {ptrauth = [@g, 0 : i32], type = !llvm.ptr}} : !llvm.ptr
}
