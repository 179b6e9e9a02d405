// A product of matrices, in the dialects that are lowered to the LLVM dialect.
func.func @product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %a, %zero : memref<?x?xf32>
  %inner = memref.dim %a, %one : memref<?x?xf32>
  %columns = memref.dim %b, %one : memref<?x?xf32>
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %start = memref.load %c[%i, %j] : memref<?x?xf32>
      %sum = scf.for %k = %zero to %inner step %one iter_args(%before = %start) -> (f32) {
        %x = memref.load %a[%i, %k] : memref<?x?xf32>
        %y = memref.load %b[%k, %j] : memref<?x?xf32>
        %z = arith.mulf %x, %y : f32
        %next = arith.addf %before, %z : f32
        scf.yield %next : f32
      }
      memref.store %sum, %c[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
