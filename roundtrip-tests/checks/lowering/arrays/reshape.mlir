memref.global "private" constant @line : memref<6xi64> = dense<[1, 2, 3, 4, 5, 6]>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %line = memref.get_global @line : memref<6xi64>
  %shape = memref.alloca() : memref<2xindex>
  memref.store %c3, %shape[%c0] : memref<2xindex>
  memref.store %c2, %shape[%c1] : memref<2xindex>
  %shape_of_any = memref.cast %shape : memref<2xindex> to memref<?xindex>
  %any = memref.reshape %line(%shape_of_any) : (memref<6xi64>, memref<?xindex>) -> memref<*xi64>
  %grid = memref.cast %any : memref<*xi64> to memref<?x?xi64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %x = memref.load %grid[%i, %j] : memref<?x?xi64>
      func.call @show(%x) : (i64) -> ()
    }
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
