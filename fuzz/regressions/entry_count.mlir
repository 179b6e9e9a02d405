// taken
// What a function is attached under `prof` is a count of entries.
module attributes {irtrip.source_filename = "entry_count.ll"} {
  llvm.func @f() attributes {function_entry_count = 10 : i64, irtrip.metadata = {prof = [10, ["branch_weights", 10 : i32]]}} {
    llvm.return
  }
}
