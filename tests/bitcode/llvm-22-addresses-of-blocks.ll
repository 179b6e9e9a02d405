; ModuleID = 'llvm-22-addresses-of-blocks.bc'
source_filename = "llvm-22-addresses-of-blocks.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@targets = global [2 x ptr] [ptr blockaddress(@f, %b), ptr blockaddress(@f, %a)]

define ptr @f(i32 %0) {
  indirectbr ptr null, [label %b, label %a]

a:                                                ; preds = %1
  br label %b

b:                                                ; preds = %a, %1
  ret ptr null
}

define linkonce_odr void @may_be_omitted() local_unnamed_addr {
  unreachable
}
