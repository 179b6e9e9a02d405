memref.global "private" constant @line : memref<12xf32> = dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5]>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %line = memref.get_global @line : memref<12xf32>
  %window = memref.reinterpret_cast %line to offset: [%c1], sizes: [%c3, 2], strides: [4, %c2]
    : memref<12xf32> to memref<?x2xf32, strided<[4, ?], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %window
    : memref<?x2xf32, strided<[4, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  call @show_index(%offset) : (index) -> ()
  call @show_index(%sizes#0) : (index) -> ()
  call @show_index(%strides#1) : (index) -> ()
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %x = memref.load %window[%i, %j] : memref<?x2xf32, strided<[4, ?], offset: ?>>
      %wide = arith.extf %x : f32 to f64
      func.call @show_float(%wide) : (f64) -> ()
    }
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
