func.func @total_of_rank(%a: memref<*xi64>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rank = memref.rank %a : memref<*xi64>
  %total = scf.for %i = %c0 to %rank step %c1 iter_args(%product = %c1) -> (index) {
    %size = memref.dim %a, %i : memref<*xi64>
    %next = arith.muli %product, %size : index
    scf.yield %next : index
  }
  return %total : index
}
func.func @main() -> i32 {
  %a = memref.alloc() : memref<3x5xi64>
  %b = memref.alloc() : memref<2x2x7xi64>
  %0 = memref.cast %a : memref<3x5xi64> to memref<*xi64>
  %1 = memref.cast %b : memref<2x2x7xi64> to memref<*xi64>
  %2 = call @total_of_rank(%0) : (memref<*xi64>) -> index
  %3 = call @total_of_rank(%1) : (memref<*xi64>) -> index
  call @show_index(%2) : (index) -> ()
  call @show_index(%3) : (index) -> ()
  memref.dealloc %a : memref<3x5xi64>
  memref.dealloc %b : memref<2x2x7xi64>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
