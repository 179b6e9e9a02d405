// taken
// MLIR's verifier takes a value without a size.
module attributes {irtrip.source_filename = "a.ll"} {
  llvm.func @f(%p: !llvm.ptr) {
    %0 = llvm.load %p : !llvm.ptr -> !llvm.token
    llvm.return
  }
}
