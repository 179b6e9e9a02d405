; ModuleID = 'llvm-22-instructions.bc'
source_filename = "/tmp/bits-z.ll"

@c = constant [2 x i32] [i32 1, i32 -1], code_model "large", no_sanitize_address
@splat = constant <4 x i32> splat (i32 7)
@vt = constant ptr getelementptr inbounds inrange(-16, 16) (i8, ptr @c, i64 16)
@tt = external global target("spirv.Image", float, 1, 2)

; Function Attrs: allocsize(1) memory(argmem: readwrite, inaccessiblemem: read) uwtable(sync) vscale_range(1,16)
define i32 @f(ptr %p, i32 range(i32 0, 10) %x, ptr captures(none) initializes((0, 4)) %q, <2 x ptr> %v) #0 {
  %I = zext i32 %x to i64
  %a = getelementptr inbounds nuw { i32, [4 x i8] }, ptr %p, i64 0, i32 1, i64 %I
  %i = zext nneg i32 %x to i64
  %t = trunc nuw nsw i64 %i to i8
  %o = or disjoint i32 %x, 8
  %c = icmp samesign ult i32 %o, 5
  %g = getelementptr i8, <2 x ptr> %v, i64 4
  %e = extractelement <2 x ptr> %g, i32 1
  %fz = freeze i32 %o
  switch i32 %fz, label %d [
    i32 1, label %d
    i32 -7, label %u
  ]

d:                                                ; preds = %0, %0
  %cl = call nofpclass(nan inf) float @g(float 1.000000e+00) [ "kcfi"(i32 5) ]
  ret i32 %fz

u:                                                ; preds = %0
  unreachable
}

declare float @g(float)

attributes #0 = { allocsize(1) memory(argmem: readwrite, inaccessiblemem: read) uwtable(sync) vscale_range(1,16) }
