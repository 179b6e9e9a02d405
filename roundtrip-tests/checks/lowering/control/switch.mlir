func.func @days(%month: index) -> i64 {
  %days = scf.index_switch %month -> i64
  case 2 {
    %0 = arith.constant 28 : i64
    scf.yield %0 : i64
  }
  case 4 {
    %0 = arith.constant 30 : i64
    scf.yield %0 : i64
  }
  case 6 {
    %0 = arith.constant 30 : i64
    scf.yield %0 : i64
  }
  default {
    %0 = arith.constant 31 : i64
    scf.yield %0 : i64
  }
  return %days : i64
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 8 : index
  scf.for %i = %c1 to %n step %c1 {
    %days = func.call @days(%i) : (index) -> i64
    func.call @show(%days) : (i64) -> ()
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
