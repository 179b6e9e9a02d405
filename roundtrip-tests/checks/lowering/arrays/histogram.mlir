func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 100 : index
  %bins = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %h = memref.alloc(%bins) : memref<?xi32>
  scf.for %i = %c0 to %bins step %c1 {
    memref.store %none, %h[%i] : memref<?xi32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.muli %i, %i : index
    %1 = arith.addi %0, %i : index
    %c3 = arith.constant 3 : index
    %2 = arith.divui %1, %c3 : index
    %bin = arith.remui %2, %bins : index
    %old = memref.atomic_rmw addi %one, %h[%bin] : (i32, memref<?xi32>) -> i32
  }
  scf.for %i = %c0 to %bins step %c1 {
    %x = memref.load %h[%i] : memref<?xi32>
    %wide = arith.extsi %x : i32 to i64
    func.call @show(%wide) : (i64) -> ()
  }
  memref.dealloc %h : memref<?xi32>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
