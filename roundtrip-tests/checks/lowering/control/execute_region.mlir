func.func @clamp(%x: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %y = scf.execute_region -> i64 {
    %is_negative = arith.cmpi slt, %x, %zero : i64
    cf.cond_br %is_negative, ^below, ^inside
  ^below:
    scf.yield %zero : i64
  ^inside:
    scf.yield %x : i64
  }
  return %y : i64
}
func.func @main() -> i32 {
  %a = arith.constant -5 : i64
  %b = arith.constant 12 : i64
  %0 = call @clamp(%a) : (i64) -> i64
  %1 = call @clamp(%b) : (i64) -> i64
  call @show(%0) : (i64) -> ()
  call @show(%1) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
