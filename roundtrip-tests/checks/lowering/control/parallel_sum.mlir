func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 6 : index
  %m = arith.constant 5 : index
  %init = arith.constant 0 : i64
  %sum = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %m) step (%c1, %c1) init (%init) -> i64 {
    %0 = arith.muli %i, %j : index
    %1 = arith.index_cast %0 : index to i64
    scf.reduce(%1 : i64) {
    ^bb0(%a: i64, %b: i64):
      %2 = arith.addi %a, %b : i64
      scf.reduce.return %2 : i64
    }
  }
  call @show(%sum) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
