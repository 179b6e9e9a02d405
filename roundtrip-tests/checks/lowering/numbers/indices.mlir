func.func @all(%x: index, %y: index) {
  %0 = index.floordivs %x, %y
  %1 = index.ceildivs %x, %y
  %2 = index.ceildivu %y, %x
  %3 = index.maxs %x, %y
  %4 = index.sub %x, %y
  %5 = index.rems %x, %y
  %6 = index.cmp slt(%x, %y)
  %7 = arith.extui %6 : i1 to i64
  call @show_index(%0) : (index) -> ()
  call @show_index(%1) : (index) -> ()
  call @show_index(%2) : (index) -> ()
  call @show_index(%3) : (index) -> ()
  call @show_index(%4) : (index) -> ()
  call @show_index(%5) : (index) -> ()
  call @show(%7) : (i64) -> ()
  return
}
func.func @main() -> i32 {
  %x = index.constant -17
  %y = index.constant 5
  call @all(%x, %y) : (index, index) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
