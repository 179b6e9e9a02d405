func.func @ackermann(%m: i64, %n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %first = arith.cmpi eq, %m, %zero : i64
  cf.cond_br %first, ^sum, ^other
^sum:
  %0 = arith.addi %n, %one : i64
  return %0 : i64
^other:
  %less = arith.subi %m, %one : i64
  %second = arith.cmpi eq, %n, %zero : i64
  cf.cond_br %second, ^outer(%one : i64), ^inner
^inner:
  %1 = arith.subi %n, %one : i64
  %2 = call @ackermann(%m, %1) : (i64, i64) -> i64
  cf.br ^outer(%2 : i64)
^outer(%x: i64):
  %3 = call @ackermann(%less, %x) : (i64, i64) -> i64
  return %3 : i64
}
func.func @main() -> i32 {
  %m = arith.constant 2 : i64
  %n = arith.constant 5 : i64
  %0 = call @ackermann(%m, %n) : (i64, i64) -> i64
  call @show(%0) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
