; ModuleID = 'tests/bitcode/upgraded/llvm-7.bc'
source_filename = "<string>"
target triple = "arm64-apple-ios"

define ptr @held(ptr %a, ptr %b) personality ptr @__gxx_personality_v0 {
entry:
  %v = tail call ptr @llvm.objc.retain(ptr %a)
  call void @llvm.objc.storeStrong(ptr %b, ptr %v)
  invoke void @objc_release(ptr %a)
          to label %next unwind label %handler

next:                                             ; preds = %entry
  call void (...) @llvm.objc.clang.arc.use(ptr %v)
  call void asm sideeffect "mov\09fp, fp\09\09; marker for objc_retainAutoreleaseReturnValue", ""()
  call void @llvm.objc.release(ptr %v)
  br label %loop

loop:                                             ; preds = %loop, %next
  %again = icmp eq ptr %v, %a
  br i1 %again, label %loop, label %end, !llvm.loop !2

end:                                              ; preds = %loop
  %w = call i32 @llvm.objc.sync.enter(ptr %v)
  ret ptr %v

handler:                                          ; preds = %entry
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}

declare i32 @__gxx_personality_v0(...)

declare void @objc_release(ptr)

; Function Attrs: nounwind
declare void @llvm.objc.clang.arc.use(...) #0

; Function Attrs: nounwind
declare void @llvm.objc.release(ptr) #0

; Function Attrs: nounwind
declare ptr @llvm.objc.retain(ptr returned) #0

; Function Attrs: nounwind
declare void @llvm.objc.storeStrong(ptr, ptr) #0

; Function Attrs: nounwind
declare i32 @llvm.objc.sync.enter(ptr) #0

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"clang.arc.retainAutoreleasedReturnValueMarker", !"mov\09fp, fp\09\09; marker for objc_retainAutoreleaseReturnValue"}
!2 = distinct !{!2, !3, !4}
!3 = !{!"llvm.vectorizer.unroll", i32 4}
!4 = !{!"llvm.vectorizer.width", i32 8}
