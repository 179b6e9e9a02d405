// The sum of a buffer's elements, in dialects above the LLVM dialect: `irtrip export --lower` writes it as LLVM IR.
memref.global "private" constant @numbers : memref<4xi32> = dense<[10, 20, 5, 7]>

func.func @sum(%buffer: memref<?xi32>) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0 : i32
  %count = memref.dim %buffer, %zero : memref<?xi32>
  %sum = scf.for %i = %zero to %count step %one iter_args(%total = %start) -> i32 {
    %number = memref.load %buffer[%i] : memref<?xi32>
    %next = arith.addi %total, %number : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @main() -> i32 {
  %numbers = memref.get_global @numbers : memref<4xi32>
  %buffer = memref.cast %numbers : memref<4xi32> to memref<?xi32>
  %sum = call @sum(%buffer) : (memref<?xi32>) -> i32
  return %sum : i32
}
