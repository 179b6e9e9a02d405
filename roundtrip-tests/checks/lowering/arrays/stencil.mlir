func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 16 : index
  %steps = arith.constant 4 : index
  %last = arith.constant 15 : index
  %third = arith.constant 0.25 : f64
  %half = arith.constant 0.5 : f64
  %hot = arith.constant 100.0 : f64
  %cold = arith.constant 0.0 : f64
  %a = memref.alloca() : memref<16xf64>
  %b = memref.alloca() : memref<16xf64>
  scf.for %i = %c0 to %n step %c1 {
    %is_first = arith.cmpi eq, %i, %c0 : index
    %x = arith.select %is_first, %hot, %cold : f64
    memref.store %x, %a[%i] : memref<16xf64>
    memref.store %x, %b[%i] : memref<16xf64>
  }
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %i = %c1 to %last step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %x = memref.load %a[%before] : memref<16xf64>
      %y = memref.load %a[%i] : memref<16xf64>
      %z = memref.load %a[%after] : memref<16xf64>
      %0 = arith.addf %x, %z : f64
      %1 = arith.mulf %0, %third : f64
      %2 = arith.mulf %y, %half : f64
      %3 = arith.addf %1, %2 : f64
      memref.store %3, %b[%i] : memref<16xf64>
    }
    memref.copy %b, %a : memref<16xf64> to memref<16xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<16xf64>
    func.call @show_float(%x) : (f64) -> ()
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
