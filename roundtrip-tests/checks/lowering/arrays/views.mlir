func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %bytes = memref.alloc() : memref<64xi8>
  %shift = arith.constant 16 : index
  %n = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %numbers = memref.view %bytes[%shift][%n] : memref<64xi8> to memref<?x3xi32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %0 = arith.muli %i, %shift : index
      %1 = arith.addi %0, %j : index
      %2 = arith.index_cast %1 : index to i32
      memref.store %2, %numbers[%i, %j] : memref<?x3xi32>
    }
  }
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %c4 = arith.constant 4 : index
    %0 = arith.muli %i, %c4 : index
    %at = arith.addi %0, %shift : index
    %x = memref.load %bytes[%at] : memref<64xi8>
    %wide = arith.extui %x : i8 to i64
    func.call @show(%wide) : (i64) -> ()
  }
  memref.dealloc %bytes : memref<64xi8>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
