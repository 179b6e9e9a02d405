; ModuleID = 'llvm-22-characters.bc'
source_filename = "\C3\A9.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%"\C3\A9" = type { i32 }

$"\C3\A9" = comdat any

@"\C3\A9" = global %"\C3\A9" zeroinitializer, section "\C3\A9", comdat
@text = constant [3 x i8] c"\C3\A9\00"
@common = common global [4 x ptr] zeroinitializer, align 8

declare void @memcpy()

define void @f(ptr %"\C3\A9") #0 {
"\C3\A0":
  call void @f(ptr %"\C3\A9") [ "\C3\A9"(i32 1) ]
  fence syncscope("\C3\A9") seq_cst
  call void asm sideeffect "\C3\A9", ""()
  ret void, !\C3\A9 !0
}

attributes #0 = { "a"="\C3\A0" }

!\C3\A9 = !{!0}

!0 = !{!"\C3\A9"}
