func.func @twiddle(%k: index, %n: index) -> complex<f64> {
  %two_pi = arith.constant -6.283185307179586 : f64
  %0 = arith.index_cast %k : index to i64
  %1 = arith.sitofp %0 : i64 to f64
  %2 = arith.index_cast %n : index to i64
  %3 = arith.sitofp %2 : i64 to f64
  %4 = arith.divf %1, %3 : f64
  %angle = arith.mulf %4, %two_pi : f64
  %re = math.cos %angle : f64
  %im = math.sin %angle : f64
  %w = complex.create %re, %im : complex<f64>
  return %w : complex<f64>
}
func.func @fft(%from: memref<?xcomplex<f64>>, %to: memref<?xcomplex<f64>>, %n: index, %at: index, %out: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %is_one = arith.cmpi eq, %n, %c1 : index
  scf.if %is_one {
    %x = memref.load %from[%at] : memref<?xcomplex<f64>>
    memref.store %x, %to[%out] : memref<?xcomplex<f64>>
  } else {
    %half = arith.divui %n, %c2 : index
    %twice = arith.muli %stride, %c2 : index
    %odd = arith.addi %at, %stride : index
    %upper = arith.addi %out, %half : index
    func.call @fft(%from, %to, %half, %at, %out, %twice) : (memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, index, index, index, index) -> ()
    func.call @fft(%from, %to, %half, %odd, %upper, %twice) : (memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, index, index, index, index) -> ()
    scf.for %k = %c0 to %half step %c1 {
      %low = arith.addi %out, %k : index
      %high = arith.addi %low, %half : index
      %x = memref.load %to[%low] : memref<?xcomplex<f64>>
      %y = memref.load %to[%high] : memref<?xcomplex<f64>>
      %w = func.call @twiddle(%k, %n) : (index, index) -> complex<f64>
      %wy = complex.mul %w, %y : complex<f64>
      %sum = complex.add %x, %wy : complex<f64>
      %difference = complex.sub %x, %wy : complex<f64>
      memref.store %sum, %to[%low] : memref<?xcomplex<f64>>
      memref.store %difference, %to[%high] : memref<?xcomplex<f64>>
    }
  }
  return
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 8 : index
  %from = memref.alloc(%n) : memref<?xcomplex<f64>>
  %to = memref.alloc(%n) : memref<?xcomplex<f64>>
  %im = arith.constant 0.5 : f64
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.muli %i, %i : index
    %1 = arith.index_cast %0 : index to i64
    %re = arith.sitofp %1 : i64 to f64
    %x = complex.create %re, %im : complex<f64>
    memref.store %x, %from[%i] : memref<?xcomplex<f64>>
  }
  call @fft(%from, %to, %n, %c0, %c0, %c1) : (memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, index, index, index, index) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %to[%i] : memref<?xcomplex<f64>>
    %re = complex.re %x : complex<f64>
    %imaginary = complex.im %x : complex<f64>
    func.call @show_float(%re) : (f64) -> ()
    func.call @show_float(%imaginary) : (f64) -> ()
  }
  memref.dealloc %from : memref<?xcomplex<f64>>
  memref.dealloc %to : memref<?xcomplex<f64>>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
