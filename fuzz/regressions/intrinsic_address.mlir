// taken
// An intrinsic can only be called.
module attributes {irtrip.source_filename = "a.ll"} {
  llvm.mlir.global internal @list() : !llvm.ptr {
    %0 = llvm.mlir.addressof @llvm.donothing : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @llvm.donothing()
}
