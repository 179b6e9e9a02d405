func.func @multiply(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf64>
  %m = memref.dim %b, %c1 : memref<?x?xf64>
  %k = memref.dim %a, %c1 : memref<?x?xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %zero = arith.constant 0.0 : f64
      %sum = scf.for %l = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f64) {
        %x = memref.load %a[%i, %l] : memref<?x?xf64>
        %y = memref.load %b[%l, %j] : memref<?x?xf64>
        %xy = arith.mulf %x, %y : f64
        %next = arith.addf %acc, %xy : f64
        scf.yield %next : f64
      }
      memref.store %sum, %c[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
func.func @fill(%a: memref<?x?xf64>, %seed: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %n = memref.dim %a, %c0 : memref<?x?xf64>
  %m = memref.dim %a, %c1 : memref<?x?xf64>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %0 = arith.muli %i, %seed : index
      %1 = arith.addi %0, %j : index
      %2 = arith.remui %1, %c7 : index
      %3 = arith.index_cast %2 : index to i64
      %4 = arith.sitofp %3 : i64 to f64
      memref.store %4, %a[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 5 : index
  %m = arith.constant 4 : index
  %k = arith.constant 6 : index
  %a = memref.alloc(%n, %k) : memref<?x?xf64>
  %b = memref.alloc(%k, %m) : memref<?x?xf64>
  %c = memref.alloc(%n, %m) : memref<?x?xf64>
  %s3 = arith.constant 3 : index
  %s5 = arith.constant 5 : index
  call @fill(%a, %s3) : (memref<?x?xf64>, index) -> ()
  call @fill(%b, %s5) : (memref<?x?xf64>, index) -> ()
  call @multiply(%a, %b, %c) : (memref<?x?xf64>, memref<?x?xf64>, memref<?x?xf64>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %x = memref.load %c[%i, %j] : memref<?x?xf64>
      func.call @show_float(%x) : (f64) -> ()
    }
  }
  memref.dealloc %a : memref<?x?xf64>
  memref.dealloc %b : memref<?x?xf64>
  memref.dealloc %c : memref<?x?xf64>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
