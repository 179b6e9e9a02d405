func.func @fibonacci(%n: i64) -> i64 {
  %two = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %is_small = arith.cmpi slt, %n, %two : i64
  %r = scf.if %is_small -> (i64) {
    scf.yield %n : i64
  } else {
    %0 = arith.subi %n, %one : i64
    %1 = arith.subi %n, %two : i64
    %2 = func.call @fibonacci(%0) : (i64) -> i64
    %3 = func.call @fibonacci(%1) : (i64) -> i64
    %4 = arith.addi %2, %3 : i64
    scf.yield %4 : i64
  }
  return %r : i64
}
func.func @main() -> i32 {
  %n = arith.constant 17 : i64
  %0 = call @fibonacci(%n) : (i64) -> i64
  call @show(%0) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
