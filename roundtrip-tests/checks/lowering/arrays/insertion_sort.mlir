memref.global "private" constant @values : memref<10xi64> = dense<[42, -3, 17, 99, 0, 5, -28, 64, 12, 7]>
func.func @sort(%a: memref<10xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index
  scf.for %i = %c1 to %n step %c1 {
    %key = memref.load %a[%i] : memref<10xi64>
    %end = scf.while (%j = %i) : (index) -> index {
      %is_inside = arith.cmpi ugt, %j, %c0 : index
      %goes_on = scf.if %is_inside -> (i1) {
        %p = arith.subi %j, %c1 : index
        %x = memref.load %a[%p] : memref<10xi64>
        %is_greater = arith.cmpi sgt, %x, %key : i64
        scf.yield %is_greater : i1
      } else {
        %false = arith.constant false
        scf.yield %false : i1
      }
      scf.condition(%goes_on) %j : index
    } do {
    ^bb0(%j: index):
      %p = arith.subi %j, %c1 : index
      %x = memref.load %a[%p] : memref<10xi64>
      memref.store %x, %a[%j] : memref<10xi64>
      scf.yield %p : index
    }
    memref.store %key, %a[%end] : memref<10xi64>
  }
  return
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 10 : index
  %values = memref.get_global @values : memref<10xi64>
  %a = memref.alloc() : memref<10xi64>
  memref.copy %values, %a : memref<10xi64> to memref<10xi64>
  call @sort(%a) : (memref<10xi64>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<10xi64>
    func.call @show(%x) : (i64) -> ()
  }
  memref.dealloc %a : memref<10xi64>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
