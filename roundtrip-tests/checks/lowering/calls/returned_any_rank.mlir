func.func @pick(%first: i1) -> (memref<*xi64>, i64) {
  %a = memref.alloc() : memref<4xi64>
  %b = memref.alloc() : memref<2x3xi64>
  %0 = memref.cast %a : memref<4xi64> to memref<*xi64>
  %1 = memref.cast %b : memref<2x3xi64> to memref<*xi64>
  %c7 = arith.constant 7 : i64
  %2 = arith.select %first, %0, %1 : memref<*xi64>
  return %2, %c7 : memref<*xi64>, i64
}
func.func @main() -> i32 {
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = call @pick(%true) : (i1) -> (memref<*xi64>, i64)
  %1:2 = call @pick(%false) : (i1) -> (memref<*xi64>, i64)
  %2 = memref.rank %0#0 : memref<*xi64>
  %3 = memref.rank %1#0 : memref<*xi64>
  call @show_index(%2) : (index) -> ()
  call @show_index(%3) : (index) -> ()
  call @show(%0#1) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
