func.func @all(%x: f64, %n: i64) {
  %0 = arith.fptosi %x : f64 to i32
  %1 = arith.extsi %0 : i32 to i64
  %2 = arith.truncf %x : f64 to f32
  %3 = arith.extf %2 : f32 to f64
  %4 = arith.trunci %n : i64 to i8
  %5 = arith.extui %4 : i8 to i64
  %6 = arith.uitofp %4 : i8 to f64
  %7 = arith.bitcast %x : f64 to i64
  %8 = arith.negf %x : f64
  call @show(%1) : (i64) -> ()
  call @show_float(%3) : (f64) -> ()
  call @show(%5) : (i64) -> ()
  call @show_float(%6) : (f64) -> ()
  call @show(%7) : (i64) -> ()
  call @show_float(%8) : (f64) -> ()
  return
}
func.func @main() -> i32 {
  %x = arith.constant -1234.5678 : f64
  %n = arith.constant 987654321 : i64
  call @all(%x, %n) : (f64, i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
