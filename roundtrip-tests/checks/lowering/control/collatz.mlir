func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %start = arith.constant 27 : i64
  %zero_i = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %r:2 = scf.while (%x = %start, %count = %zero_i) : (i64, i64) -> (i64, i64) {
    %goes_on = arith.cmpi ne, %x, %one : i64
    scf.condition(%goes_on) %x, %count : i64, i64
  } do {
  ^bb0(%x: i64, %count: i64):
    %low = arith.andi %x, %one : i64
    %is_odd = arith.cmpi eq, %low, %one : i64
    %next = scf.if %is_odd -> (i64) {
      %0 = arith.muli %x, %three : i64
      %1 = arith.addi %0, %one : i64
      scf.yield %1 : i64
    } else {
      %0 = arith.divsi %x, %two : i64
      scf.yield %0 : i64
    }
    %more = arith.addi %count, %one : i64
    scf.yield %next, %more : i64, i64
  }
  call @show(%r#1) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
