func.func @all(%x: i64, %y: i64) {
  %0 = arith.divsi %x, %y : i64
  %1 = arith.remsi %x, %y : i64
  %2 = arith.divui %x, %y : i64
  %3 = arith.maxsi %x, %y : i64
  %4 = arith.minui %x, %y : i64
  %low, %high = arith.mulsi_extended %x, %y : i64
  %sum, %carry = arith.addui_extended %x, %y : i64, i1
  %5 = arith.extui %carry : i1 to i64
  call @show(%0) : (i64) -> ()
  call @show(%1) : (i64) -> ()
  call @show(%2) : (i64) -> ()
  call @show(%3) : (i64) -> ()
  call @show(%4) : (i64) -> ()
  call @show(%low) : (i64) -> ()
  call @show(%high) : (i64) -> ()
  call @show(%sum) : (i64) -> ()
  call @show(%5) : (i64) -> ()
  return
}
func.func @main() -> i32 {
  %x = arith.constant -1000003 : i64
  %y = arith.constant 97 : i64
  call @all(%x, %y) : (i64, i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
