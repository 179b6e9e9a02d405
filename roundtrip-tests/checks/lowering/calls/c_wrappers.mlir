func.func @sum(%a: memref<?xi64>) -> i64 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %a, %c0 : memref<?xi64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %x = memref.load %a[%i] : memref<?xi64>
    %next = arith.addi %s, %x : i64
    scf.yield %next : i64
  }
  return %sum : i64
}
func.func @double(%a: memref<*xi64>) -> memref<*xi64> attributes {llvm.emit_c_interface} {
  return %a : memref<*xi64>
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 6 : index
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.index_cast %i : index to i64
    memref.store %0, %a[%i] : memref<?xi64>
  }
  %0 = call @sum(%a) : (memref<?xi64>) -> i64
  call @show(%0) : (i64) -> ()
  memref.dealloc %a : memref<?xi64>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
