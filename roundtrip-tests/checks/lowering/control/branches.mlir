func.func @gcd(%a: i64, %b: i64) -> i64 {
  %zero = arith.constant 0 : i64
  cf.br ^head(%a, %b : i64, i64)
^head(%x: i64, %y: i64):
  %is_done = arith.cmpi eq, %y, %zero : i64
  cf.cond_br %is_done, ^end(%x : i64), ^next
^next:
  %r = arith.remsi %x, %y : i64
  cf.br ^head(%y, %r : i64, i64)
^end(%result: i64):
  return %result : i64
}
func.func @name(%x: i32) -> i64 {
  %a = arith.constant 10 : i64
  %b = arith.constant 20 : i64
  cf.switch %x : i32, [
    default: ^other(%a : i64),
    1: ^one,
    7: ^other(%b : i64)
  ]
^one:
  %c = arith.constant 30 : i64
  return %c : i64
^other(%y: i64):
  %d = arith.addi %y, %y : i64
  return %d : i64
}
func.func @main() -> i32 {
  %a = arith.constant 1071 : i64
  %b = arith.constant 462 : i64
  %g = call @gcd(%a, %b) : (i64, i64) -> i64
  call @show(%g) : (i64) -> ()
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i7 = arith.constant 7 : i32
  %0 = call @name(%i0) : (i32) -> i64
  call @show(%0) : (i64) -> ()
  %1 = call @name(%i1) : (i32) -> i64
  call @show(%1) : (i64) -> ()
  %2 = call @name(%i7) : (i32) -> i64
  call @show(%2) : (i64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
