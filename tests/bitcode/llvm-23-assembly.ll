; ModuleID = 'tests/bitcode/llvm-23-assembly.bc'
source_filename = "llvm-23-assembly.ll"

module asm(target_features: "b", target_cpu: "a")
    "x"
    "y"
module asm
    "z"

; Function Attrs: denormal_fpenv(preservesign|positivezero, float: dynamic|ieee)
define void @f() #0 {
  ret void
}

attributes #0 = { denormal_fpenv(preservesign|positivezero, float: dynamic|ieee) }
