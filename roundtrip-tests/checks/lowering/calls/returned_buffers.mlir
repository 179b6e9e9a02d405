func.func @make(%n: index) -> (memref<?xi64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.index_cast %i : index to i64
    memref.store %0, %a[%i] : memref<?xi64>
  }
  return %a, %n : memref<?xi64>, index
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 5 : index
  %a:2 = call @make(%n) : (index) -> (memref<?xi64>, index)
  scf.for %i = %c0 to %a#1 step %c1 {
    %x = memref.load %a#0[%i] : memref<?xi64>
    func.call @show(%x) : (i64) -> ()
  }
  memref.dealloc %a#0 : memref<?xi64>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
