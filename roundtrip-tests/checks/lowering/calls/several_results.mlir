func.func @divide(%x: i64, %y: i64) -> (i64, i64, f64) {
  %q = arith.divsi %x, %y : i64
  %r = arith.remsi %x, %y : i64
  %0 = arith.sitofp %x : i64 to f64
  %1 = arith.sitofp %y : i64 to f64
  %2 = arith.divf %0, %1 : f64
  return %q, %r, %2 : i64, i64, f64
}
func.func @main() -> i32 {
  %x = arith.constant 1000 : i64
  %y = arith.constant 37 : i64
  %0:3 = call @divide(%x, %y) : (i64, i64) -> (i64, i64, f64)
  call @show(%0#0) : (i64) -> ()
  call @show(%0#1) : (i64) -> ()
  call @show_float(%0#2) : (f64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
