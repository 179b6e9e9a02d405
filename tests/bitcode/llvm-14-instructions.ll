; ModuleID = 'llvm-14-instructions.bc'
source_filename = "/tmp/bits-x.ll"
target triple = "x86_64-unknown-linux-gnu"

$inline = comdat any

@a = global [3 x i8] c"a\00b", align 1
@f = internal constant { float, double, half, x86_fp80, fp128 } { float 1.500000e+00, double 0x7FF8000000000001, half 0xH3C00, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000 }, section "data"
@p = thread_local(initialexec) global i32* null
@w = external global i128
@big = global i128 123456789012345678901234567890
@addr = constant i8* blockaddress(@blocks, %there)

@al = alias [3 x i8], [3 x i8]* @a

define i32 @blocks(i32 %x) {
entry:
  indirectbr i8* blockaddress(@blocks, %there), [label %there, label %else]

there:                                            ; preds = %entry
  ret i32 1

else:                                             ; preds = %entry
  %ph = phi i32 [ %x, %entry ]
  ret i32 %ph
}

; Function Attrs: nounwind readonly
define linkonce_odr <4 x float> @inline(<4 x float> %v, i32* byval(i32) align 8 %q, ...) unnamed_addr #0 comdat personality i32 (...)* @personality {
  %s = shufflevector <4 x float> %v, <4 x float> undef, <4 x i32> <i32 3, i32 2, i32 1, i32 undef>
  %m = fmul fast <4 x float> %s, %v
  %c = fcmp nnan olt <4 x float> %m, zeroinitializer
  %z = select <4 x i1> %c, <4 x float> %m, <4 x float> %v
  %old = cmpxchg volatile i32* %q, i32 1, i32 2 acq_rel monotonic, align 4
  %ok = extractvalue { i32, i1 } %old, 1
  %rmw = atomicrmw umax i32* %q, i32 7 syncscope("singlethread") seq_cst, align 4
  fence release
  %l = load atomic i32, i32* %q acquire, align 4
  store atomic i32 %l, i32* %q release, align 4
  %va = alloca i8*, align 8
  %arg = va_arg i8** %va, i32
  %asm = call i32 asm sideeffect "nop $0", "=r,r"(i32 %arg) #1
  invoke void @throws(i32 %l) [ "deopt"(i32 %l) ]
          to label %done unwind label %pad

pad:                                              ; preds = %0
  %lp = landingpad { i8*, i32 }
          cleanup
          catch i8* null
  resume { i8*, i32 } %lp

done:                                             ; preds = %0
  ret <4 x float> %z
}

define void ()* @address(i8* %p) {
  %f = bitcast i8* %p to void ()*
  ret void ()* %f
}

declare void @throws(i32)

declare i32 @personality(...)

attributes #0 = { nounwind readonly "key"="value" }
attributes #1 = { nounwind }

!named = !{!0, !1}

!0 = !{i32 1, !"x", null, !1}
!1 = distinct !{!1, double 2.000000e+00}
