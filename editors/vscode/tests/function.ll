; SYNTAX TEST "source.llvm" "functions, instructions, types and names"
@g = global i32 7
; <- variable.other.global.llvm
;    ^^^^^^ keyword.other.llvm
;           ^^^ storage.type.llvm
;               ^ constant.numeric.llvm
define i32 @f(i32 %x) #0 {
; <- keyword.other.llvm
;          ^^ entity.name.function.llvm
;                 ^^ variable.other.local.llvm
;                     ^^ entity.other.attribute-name.group.llvm
entry:
; <- entity.name.label.llvm
  %sum = add nsw i32 %x, 1, !dbg !4
;        ^^^ keyword.control.instruction.llvm
;                           ^^^^ variable.other.metadata.llvm
  ret i32 %sum
; ^^^ keyword.control.llvm
}
attributes #0 = { nounwind "target-cpu"="x86-64" }
;                 ^^^^^^^^ entity.other.attribute-name.llvm
;                          ^^^^^^^^^^^^ string.quoted.double.llvm
