func.func @all(%x: f64, %y: f64) {
  %0 = math.sqrt %x : f64
  %1 = math.exp %y : f64
  %2 = math.log %x : f64
  %3 = math.powf %x, %y : f64
  %4 = math.rsqrt %x : f64
  %5 = math.floor %y : f64
  %6 = math.absf %y : f64
  %7 = math.fma %x, %y, %0 : f64
  %8 = math.log1p %x : f64
  %9 = math.expm1 %y : f64
  %10 = math.copysign %x, %y : f64
  call @show_float(%0) : (f64) -> ()
  call @show_float(%1) : (f64) -> ()
  call @show_float(%2) : (f64) -> ()
  call @show_float(%3) : (f64) -> ()
  call @show_float(%4) : (f64) -> ()
  call @show_float(%5) : (f64) -> ()
  call @show_float(%6) : (f64) -> ()
  call @show_float(%7) : (f64) -> ()
  call @show_float(%8) : (f64) -> ()
  call @show_float(%9) : (f64) -> ()
  call @show_float(%10) : (f64) -> ()
  return
}
func.func @main() -> i32 {
  %x = arith.constant 2.25 : f64
  %y = arith.constant -1.5 : f64
  call @all(%x, %y) : (f64, f64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
