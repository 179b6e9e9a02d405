func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 3 : index
  %rows = memref.alloc(%n) : memref<?xmemref<?xi64>>
  scf.for %i = %c0 to %n step %c1 {
    %length = arith.addi %i, %c1 : index
    %row = memref.alloc(%length) : memref<?xi64>
    scf.for %j = %c0 to %length step %c1 {
      %0 = arith.addi %i, %j : index
      %1 = arith.index_cast %0 : index to i64
      memref.store %1, %row[%j] : memref<?xi64>
    }
    memref.store %row, %rows[%i] : memref<?xmemref<?xi64>>
  }
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.load %rows[%i] : memref<?xmemref<?xi64>>
    %length = memref.dim %row, %c0 : memref<?xi64>
    scf.for %j = %c0 to %length step %c1 {
      %x = memref.load %row[%j] : memref<?xi64>
      func.call @show(%x) : (i64) -> ()
    }
    memref.dealloc %row : memref<?xi64>
  }
  memref.dealloc %rows : memref<?xmemref<?xi64>>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
