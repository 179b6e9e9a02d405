func.func @add(%x: i64, %y: i64) -> i64 {
  %0 = arith.addi %x, %y : i64
  return %0 : i64
}
func.func @multiply(%x: i64, %y: i64) -> i64 {
  %0 = arith.muli %x, %y : i64
  return %0 : i64
}
func.func @fold(%f: (i64, i64) -> i64, %start: i64) -> i64 {
  %c0 = arith.constant 1 : i64
  %n = arith.constant 7 : i64
  %r = scf.for %i = %c0 to %n step %c0 iter_args(%acc = %start) -> (i64) : i64 {
    %next = func.call_indirect %f(%acc, %i) : (i64, i64) -> i64
    scf.yield %next : i64
  }
  return %r : i64
}
func.func @main() -> i32 {
  %add = func.constant @add : (i64, i64) -> i64
  %multiply = func.constant @multiply : (i64, i64) -> i64
  %one = arith.constant 1 : i64
  %0 = call @fold(%add, %one) : ((i64, i64) -> i64, i64) -> i64
  %1 = call @fold(%multiply, %one) : ((i64, i64) -> i64, i64) -> i64
  call @show(%0) : (i64) -> ()
  call @show(%1) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
