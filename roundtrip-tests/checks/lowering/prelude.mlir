// What every program prints with.
llvm.mlir.global internal constant @integer("%lld\0A\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @number("%.6f\0A\00") {addr_space = 0 : i32}
llvm.func @printf(!llvm.ptr, ...) -> i32
func.func @show(%value: i64) {
  %format = llvm.mlir.addressof @integer : !llvm.ptr
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  return
}
func.func @show_index(%value: index) {
  %0 = arith.index_cast %value : index to i64
  call @show(%0) : (i64) -> ()
  return
}
func.func @show_float(%value: f64) {
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  return
}
