memref.global "private" constant @grid : memref<3x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %grid = memref.get_global @grid : memref<3x4xi32>
  %turned = memref.transpose %grid (i, j) -> (j, i) : memref<3x4xi32> to memref<4x3xi32, strided<[1, 4]>>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %x = memref.load %turned[%i, %j] : memref<4x3xi32, strided<[1, 4]>>
      %wide = arith.extsi %x : i32 to i64
      func.call @show(%wide) : (i64) -> ()
    }
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
