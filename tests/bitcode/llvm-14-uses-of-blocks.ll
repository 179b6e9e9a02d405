; ModuleID = 'llvm-14-uses-of-blocks.bc'
source_filename = "uses.c"
target triple = "x86_64-pc-linux-gnu"

@table = internal global [4 x i32] zeroinitializer

define i32 @f(i32 %n, i32* %p) {
entry:
  %first = load i32, i32* %p, align 4
  %is_negative = icmp slt i32 %n, %first
  br i1 %is_negative, label %exit, label %loop

loop:                                             ; preds = %entry, %again
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %slot = getelementptr i32, i32* %p, i32 %i
  %raw = bitcast i32* %slot to i8*
  %v = load i32, i32* %slot, align 4
  %is_odd = trunc i32 %v to i1
  br i1 %is_odd, label %again, label %store

store:                                            ; preds = %loop
  store i8 0, i8* %raw, align 1
  store i32 %i, i32* getelementptr inbounds ([4 x i32], [4 x i32]* @table, i32 0, i32 0), align 4
  br label %again

again:                                            ; preds = %loop, %store
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:                                             ; preds = %entry, %again
  %result = phi i32 [ %n, %entry ], [ %next, %again ]
  ret i32 %result
}
