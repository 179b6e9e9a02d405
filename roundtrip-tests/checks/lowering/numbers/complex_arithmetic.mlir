func.func @show_complex(%z: complex<f64>) {
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  call @show_float(%re) : (f64) -> ()
  call @show_float(%im) : (f64) -> ()
  return
}
func.func @all(%a: complex<f64>, %b: complex<f64>) {
  %0 = complex.add %a, %b : complex<f64>
  %1 = complex.sub %a, %b : complex<f64>
  %2 = complex.mul %a, %b : complex<f64>
  %3 = complex.div %a, %b : complex<f64>
  call @show_complex(%0) : (complex<f64>) -> ()
  call @show_complex(%1) : (complex<f64>) -> ()
  call @show_complex(%2) : (complex<f64>) -> ()
  call @show_complex(%3) : (complex<f64>) -> ()
  return
}
func.func @main() -> i32 {
  %a = complex.constant [3.0, -2.0] : complex<f64>
  %b = complex.constant [0.5, 4.0] : complex<f64>
  call @all(%a, %b) : (complex<f64>, complex<f64>) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
