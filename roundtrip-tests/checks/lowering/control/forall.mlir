func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloca() : memref<3x4xindex>
  scf.forall (%i, %j) in (3, 4) {
    %0 = arith.muli %i, %c4 : index
    %1 = arith.addi %0, %j : index
    memref.store %1, %a[%i, %j] : memref<3x4xindex>
  }
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %a[%i, %j] : memref<3x4xindex>
      func.call @show_index(%x) : (index) -> ()
    }
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
