// refused: 'irtrip.callbr' op 'r' does not reference a symbol in the current scope
module attributes {irtrip.source_filename = "a.ll"} {
  llvm.func @f(%c: i1) {
    "irtrip.callbr"(%c) [^a] {args = [], callee = @r, callee_type = !llvm.func<void ()>} : (i1) -> ()
  ^a:
    llvm.return
  }
}
