func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 60 : index
  %c2 = arith.constant 2 : index
  %true = arith.constant true
  %false = arith.constant false
  %sieve = memref.alloca(%n) : memref<?xi1>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %true, %sieve[%i] : memref<?xi1>
  }
  scf.for %i = %c2 to %n step %c1 {
    %is_prime = memref.load %sieve[%i] : memref<?xi1>
    scf.if %is_prime {
      func.call @show_index(%i) : (index) -> ()
      %from = arith.muli %i, %i : index
      scf.for %j = %from to %n step %i {
        memref.store %false, %sieve[%j] : memref<?xi1>
      }
    }
  }
  %zero = arith.constant 0 : i32
  return %zero : i32
}
