func.func @dot(%a: vector<4xf64>, %b: vector<4xf64>) -> f64 {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = llvm.mlir.constant(0 : i64) : i64
  %2 = llvm.mlir.constant(1 : i64) : i64
  %3 = llvm.mlir.constant(3 : i64) : i64
  %x = llvm.extractelement %0[%1 : i64] : vector<4xf64>
  %y = llvm.extractelement %0[%2 : i64] : vector<4xf64>
  %z = llvm.extractelement %0[%3 : i64] : vector<4xf64>
  %4 = arith.addf %x, %y : f64
  %5 = arith.addf %4, %z : f64
  return %5 : f64
}
func.func @main() -> i32 {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf64>
  %b = arith.constant dense<[0.5, -1.0, 2.0, 8.0]> : vector<4xf64>
  %m = arith.maximumf %a, %b : vector<4xf64>
  %0 = call @dot(%a, %b) : (vector<4xf64>, vector<4xf64>) -> f64
  %1 = call @dot(%m, %b) : (vector<4xf64>, vector<4xf64>) -> f64
  call @show_float(%0) : (f64) -> ()
  call @show_float(%1) : (f64) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}
