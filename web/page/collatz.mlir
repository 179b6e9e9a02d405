// Phi nodes of LLVM IR are block arguments of MLIR.
llvm.func @steps(%n: i64) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.mlir.constant(1 : i64) : i64
  %3 = llvm.mlir.constant(3 : i64) : i64
  llvm.br ^loop(%n, %zero : i64, i32)
^loop(%x: i64, %count: i32):
  %done = llvm.icmp "ule" %x, %1 : i64
  llvm.cond_br %done, ^exit, ^step
^step:
  %bit = llvm.and %x, %1 : i64
  %is_odd = llvm.trunc %bit : i64 to i1
  %half = llvm.lshr %x, %1 : i64
  %triple = llvm.mul %x, %3 : i64
  %up = llvm.add %triple, %1 : i64
  %next = llvm.select %is_odd, %up, %half : i1, i64
  %more = llvm.add %count, %one overflow<nsw> : i32
  llvm.br ^loop(%next, %more : i64, i32)
^exit:
  llvm.return %count : i32
}
