func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 9 : index
  %start = arith.constant 1 : i64
  %cell = memref.alloca() : memref<1xi64>
  memref.store %start, %cell[%c0] : memref<1xi64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.generic_atomic_rmw %cell[%c0] : memref<1xi64> {
    ^bb0(%old: i64):
      %three = arith.constant 3 : i64
      %1 = arith.muli %old, %three : i64
      memref.atomic_yield %1 : i64
    }
  }
  %most = arith.constant 100000 : i64
  %1 = memref.atomic_rmw maxs %most, %cell[%c0] : (i64, memref<1xi64>) -> i64
  call @show(%1) : (i64) -> ()
  %x = memref.load %cell[%c0] : memref<1xi64>
  call @show(%x) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
