func.func @checked(%x: i64, %y: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %is_valid = arith.cmpi ne, %y, %zero : i64
  cf.assert %is_valid, "division by zero"
  %q = arith.divsi %x, %y : i64
  %fits = arith.cmpi sle, %q, %x : i64
  cf.assert %fits, "the quotient is too large"
  return %q : i64
}
func.func @main() -> i32 {
  %a = arith.constant 91 : i64
  %b = arith.constant 7 : i64
  %0 = call @checked(%a, %b) : (i64, i64) -> i64
  call @show(%0) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
