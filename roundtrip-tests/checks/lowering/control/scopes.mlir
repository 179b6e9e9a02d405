func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 4 : index
  %init = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (i64) {
    %part = memref.alloca_scope -> (i64) {
      %length = arith.addi %i, %c1 : index
      %a = memref.alloca(%length) : memref<?xi64>
      %0 = arith.index_cast %i : index to i64
      memref.store %0, %a[%i] : memref<?xi64>
      %x = memref.load %a[%i] : memref<?xi64>
      memref.alloca_scope.return %x : i64
    }
    %next = arith.addi %acc, %part : i64
    scf.yield %next : i64
  }
  call @show(%sum) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
