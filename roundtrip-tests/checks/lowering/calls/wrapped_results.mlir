func.func @bounds(%a: memref<?xi64>, %b: memref<2x3xf32>) -> (index, memref<2x3xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi64>
  return %n, %b : index, memref<2x3xf32>
}
func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %a = memref.alloc(%n) : memref<?xi64>
  %b = memref.alloc() : memref<2x3xf32>
  %x = arith.constant 1.5 : f32
  memref.store %x, %b[%c1, %c1] : memref<2x3xf32>
  %0:2 = call @bounds(%a, %b) : (memref<?xi64>, memref<2x3xf32>) -> (index, memref<2x3xf32>)
  call @show_index(%0#0) : (index) -> ()
  %1 = memref.load %0#1[%c1, %c1] : memref<2x3xf32>
  %2 = arith.extf %1 : f32 to f64
  call @show_float(%2) : (f64) -> ()
  memref.dealloc %a : memref<?xi64>
  memref.dealloc %b : memref<2x3xf32>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
