func.func @scan(%a: memref<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %a, %c0 : memref<?xi64>
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (i64) {
    %x = memref.load %a[%i] : memref<?xi64>
    %next = arith.addi %sum, %x : i64
    memref.store %next, %a[%i] : memref<?xi64>
    scf.yield %next : i64
  }
  return %total : i64
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 12 : index
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.muli %i, %i : index
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %a[%i] : memref<?xi64>
  }
  %total = call @scan(%a) : (memref<?xi64>) -> i64
  call @show(%total) : (i64) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi64>
    func.call @show(%x) : (i64) -> ()
  }
  memref.dealloc %a : memref<?xi64>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
