func.func @at(%a: memref<4xf64, #ptr.generic_space>, %place: index) -> f64 {
  %pointer = ptr.to_ptr %a : memref<4xf64, #ptr.generic_space> -> <#ptr.generic_space>
  %rest = ptr.get_metadata %a : memref<4xf64, #ptr.generic_space>
  %size = ptr.type_offset f64 : index
  %offset = arith.muli %place, %size : index
  %moved = ptr.ptr_add inbounds %pointer, %offset : !ptr.ptr<#ptr.generic_space>, index
  %b = ptr.from_ptr %moved metadata %rest : <#ptr.generic_space> -> memref<4xf64, #ptr.generic_space>
  %c0 = arith.constant 0 : index
  %x = memref.load %b[%c0] : memref<4xf64, #ptr.generic_space>
  return %x : f64
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %n = arith.constant 4 : index
  %a = memref.alloc() : memref<4xf64, #ptr.generic_space>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f64
    memref.store %1, %a[%i] : memref<4xf64, #ptr.generic_space>
  }
  scf.for %i = %c0 to %n step %c1 {
    %x = func.call @at(%a, %i) : (memref<4xf64, #ptr.generic_space>, index) -> f64
    func.call @show_float(%x) : (f64) -> ()
  }
  memref.dealloc %a : memref<4xf64, #ptr.generic_space>
  %zero = arith.constant 0 : i32
  return %zero : i32
}
