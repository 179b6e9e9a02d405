func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 6 : index
  %limit = arith.constant 30 : i64
  %four = arith.constant 4.0 : f64
  %scale = arith.constant 0.4 : f64
  %left = arith.constant -1.5 : f64
  %one = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %nothing = complex.constant [0.0, 0.0] : complex<f64>
  scf.for %i = %c0 to %n step %c1 {
    %i64 = arith.index_cast %i : index to i64
    %f = arith.sitofp %i64 : i64 to f64
    %part = arith.mulf %f, %scale : f64
    %re = arith.addf %part, %left : f64
    %im = arith.mulf %part, %scale : f64
    %c = complex.create %re, %im : complex<f64>
    %r:2 = scf.while (%z = %nothing, %count = %none) : (complex<f64>, i64) -> (complex<f64>, i64) {
      %x = complex.re %z : complex<f64>
      %y = complex.im %z : complex<f64>
      %xx = arith.mulf %x, %x : f64
      %yy = arith.mulf %y, %y : f64
      %size = arith.addf %xx, %yy : f64
      %is_near = arith.cmpf olt, %size, %four : f64
      %is_early = arith.cmpi slt, %count, %limit : i64
      %goes_on = arith.andi %is_near, %is_early : i1
      scf.condition(%goes_on) %z, %count : complex<f64>, i64
    } do {
    ^bb0(%z: complex<f64>, %count: i64):
      %zz = complex.mul %z, %z : complex<f64>
      %next = complex.add %zz, %c : complex<f64>
      %more = arith.addi %count, %one : i64
      scf.yield %next, %more : complex<f64>, i64
    }
    func.call @show(%r#1) : (i64) -> ()
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
