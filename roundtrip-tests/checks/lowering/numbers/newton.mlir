func.func @root(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %half = arith.constant 0.5 : f64
  %root = scf.for %i = %c0 to %n step %c1 iter_args(%guess = %x) -> (f64) {
    %0 = arith.divf %x, %guess : f64
    %1 = arith.addf %guess, %0 : f64
    %2 = arith.mulf %1, %half : f64
    scf.yield %2 : f64
  }
  return %root : f64
}
func.func @main() -> i32 {
  %x = arith.constant 2.0 : f64
  %y = arith.constant 12345.0 : f64
  %0 = call @root(%x) : (f64) -> f64
  %1 = call @root(%y) : (f64) -> f64
  call @show_float(%0) : (f64) -> ()
  call @show_float(%1) : (f64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
