//! LLVM assembly that comes back as it was, through the importer: one text for each thing the writer must get right.

#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::Context;

fn back(text: &str) -> String {
    let ctx = Context::new();
    let module = irtrip_import::import(&ctx, text, &irtrip_import::ImportOptions::default()).unwrap();
    irtrip_export::export(&ctx, &module).unwrap().concat()
}

#[track_caller]
fn holds(text: &str) {
    assert_eq!(back(text), text);
}

#[test]
fn header_types_and_comdats() {
    holds(
        r#"source_filename = "a \22b\22\\"
target datalayout = "e-P1"
target triple = "avr"

module asm "one"
module asm "two"

%0 = type { i8 }
%named = type { %0, ptr }
%"with space" = type opaque

$f = comdat any

$other = comdat largest

@a = global { %named, { ptr } } zeroinitializer, comdat($other)
@0 = private unnamed_addr constant [4 x i8] c"ab\0A\00", align 1
@1 = global ptr @0, section "s", align 8
@p = external hidden global %"with space"
@t = thread_local(localexec) global i32 0

@al = weak alias i32, getelementptr (i8, ptr @t, i64 4)

@if = ifunc void (), ptr addrspace(1) @f

define ptr @f() addrspace(1) comdat {
  ret ptr null
}

declare void @g(i32, ...) addrspace(1)
"#,
    );
}

#[test]
fn constants_are_in_llvms_form() {
    holds(
        r#"
@g = global i32 0
@null = global { i32, ptr } zeroinitializer
@bytes = global [3 x i8] [i8 undef, i8 1, i8 2]
@splat = global <4 x i32> splat (i32 7)
@mixed = global <2 x i64> <i64 1, i64 undef>
@nested = global [2 x [2 x i8]] [[2 x i8] c"ab", [2 x i8] zeroinitializer]
@wide = global [2 x i101] [i101 -12, i101 123456789000000]
@packed = global <{ i8, ptr }> <{ i8 1, ptr @g }>
@minus = global [2 x double] [double -0.000000e+00, double 0.000000e+00]
@quad = global fp128 0xL00000000000000013FFF000000000000
@expr = global i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @splat to i64))
@gep = global ptr getelementptr inbounds nuw (i8, ptr @g, i64 4)
@equal = global [2 x i1] [i1 true, i1 true]
@poison = global { i32, i32 } { i32 poison, i32 undef }
@big = global i65 -18446744073709551616
"#,
    );
}

#[test]
fn phis_keep_their_edges() {
    holds(
        r#"
define i32 @f(i1 %c, i32 %x) {
entry:
  switch i32 %x, label %b [
    i32 1, label %b
    i32 -2, label %a
  ]

a:                                                ; preds = %entry
  br i1 %c, label %b, label %b

b:                                                ; preds = %a, %a, %entry, %entry
  %p = phi i32 [ 2, %a ], [ 2, %a ], [ %x, %entry ], [ %x, %entry ]
  ret i32 %p

dead:                                             ; No predecessors!
  br label %b2

b2:                                               ; preds = %b2, %dead
  %i = phi i32 [ 0, %dead ], [ %j, %b2 ]
  %j = phi i32 [ 1, %dead ], [ %i, %b2 ]
  br label %b2
}
"#,
    );
}

#[test]
fn an_invokes_result_goes_into_a_phi_of_its_destination() {
    holds(
        r#"
define i32 @f() personality ptr @p {
  %1 = invoke i32 @g()
          to label %2 unwind label %4

2:                                                ; preds = %0
  %3 = phi i32 [ %1, %0 ]
  ret i32 %3

4:                                                ; preds = %0
  %5 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @p]
  resume { ptr, i32 } %5
}

declare i32 @g()

declare i32 @p(...)
"#,
    );
}

#[test]
fn calls_say_all_they_say() {
    holds(
        r#"
define float @f(ptr %fp, float %x) {
  %1 = tail call nnan ninf fastcc noundef float %fp(float noundef %x) #1
  %2 = call i32 (ptr, ...) @printf(ptr align 4 %fp, float %1), !srcloc !0
  call void asm sideeffect inteldialect "nop", "~{memory}"() #2
  %3 = call float @llvm.fabs.f32(float %1) [ "tag"(i32 1, ptr %fp), "other"() ]
  %4 = call i32 asm "mov $0, $1", "=r,*m"(ptr elementtype(i32) %fp)
  ret float %3
}

declare i32 @printf(ptr, ...)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #0

; Function Attrs: cold
; Unknown intrinsic
declare void @llvm.no.such() #1

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { cold "k"="v" }
attributes #2 = { nounwind }

!0 = !{i32 7}
"#,
    );
}

#[test]
fn memory_instructions() {
    holds(
        r#"
define void @f(ptr %p, ptr addrspace(5) %q) {
  %1 = alloca i32, align 4
  %2 = alloca [2 x i8], i64 3, align 1
  %3 = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  store atomic i32 %3, ptr %p release, align 4
  %4 = cmpxchg weak volatile ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %5 = atomicrmw xchg ptr addrspace(5) %q, i32 1 seq_cst, align 4
  fence syncscope("singlethread") seq_cst
  %6 = getelementptr inbounds { i32, [4 x i64] }, ptr %p, i64 1, i32 1, i64 2
  %7 = va_arg ptr %p, i32
  ret void
}
"#,
    );
}

#[test]
fn instructions_of_constants_stay_instructions() {
    holds(
        r#"
define i32 @f() {
  %1 = add i32 1, 2
  %2 = ptrtoint ptr null to i64
  %3 = insertvalue { i32, i32 } undef, i32 1, 0
  %4 = extractelement <2 x i32> <i32 1, i32 2>, i32 0
  %5 = icmp samesign ult i32 1, 2
  ret i32 %1
}
"#,
    );
}

#[test]
fn funclets() {
    holds(
        r#"
define void @f() personality ptr @p {
  invoke void @g()
          to label %done unwind label %dispatch

dispatch:                                         ; preds = %0
  %cs = catchswitch within none [label %handler] unwind label %clean

handler:                                          ; preds = %dispatch
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  catchret from %cp to label %done

clean:                                            ; preds = %dispatch
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller

done:                                             ; preds = %handler, %0
  ret void
}

declare void @g()

declare i32 @p(...)
"#,
    );
}

#[test]
fn metadata_is_numbered_by_first_use() {
    holds(
        r#"
@g = global i32 0, !type !0

define void @f(ptr %p) !prof !2 {
  %1 = load i32, ptr %p, align 4, !tbaa !3, !nontemporal !1
  br label %2

2:                                                ; preds = %2, %0
  br label %2, !llvm.loop !6
}

!named = !{!1, !1}

!0 = !{i64 0, !"t"}
!1 = !{i32 1}
!2 = !{!"function_entry_count", i64 5}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5, i64 0}
!5 = !{!"root"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
"#,
    );
}

#[test]
fn block_addresses_name_blocks_of_other_functions() {
    holds(
        r#"
@t = global [2 x ptr] [ptr blockaddress(@f, %0), ptr blockaddress(@f, %b)]

define void @f(ptr %p) {
entry:
  indirectbr ptr %p, [label %0, label %b]

0:                                                ; preds = %entry
  ret void

b:                                                ; preds = %entry
  ret void
}
"#,
    );
}

#[test]
fn some_immediates_have_comments() {
    holds(
        r#"
define void @f(ptr addrspace(1) %p) {
  call void @llvm.nvvm.tensormap.replace.fill.mode.p1(ptr addrspace(1) %p, /* fill_mode=OOB-NaN fill */ i32 1)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.nvvm.tensormap.replace.fill.mode.p1(ptr addrspace(1) captures(none), i32 immarg range(i32 0, 2)) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
"#,
    );
}
