func.func @all(%x: i64, %y: i32) {
  %0 = math.ctpop %x : i64
  %1 = math.cttz %x : i64
  %2 = math.ctlz %y : i32
  %3 = arith.extui %2 : i32 to i64
  %four = arith.constant 4 : i64
  %5 = arith.shli %x, %four : i64
  %6 = arith.shrsi %x, %four : i64
  %7 = arith.shrui %x, %four : i64
  %8 = arith.xori %5, %7 : i64
  %9 = arith.ori %8, %6 : i64
  %10 = math.absi %6 : i64
  call @show(%0) : (i64) -> ()
  call @show(%1) : (i64) -> ()
  call @show(%3) : (i64) -> ()
  call @show(%9) : (i64) -> ()
  call @show(%10) : (i64) -> ()
  return
}
func.func @main() -> i32 {
  %x = arith.constant -123456 : i64
  %y = arith.constant 1023 : i32
  call @all(%x, %y) : (i64, i32) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
