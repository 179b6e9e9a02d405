//! Modules read from text and printed again; the expected texts are what mlir-opt 22 prints.
#![allow(clippy::unwrap_used)]

use irtrip_dialect::Context;

use super::{PrintOptions, print};
use crate::{ParseOptions, parse};

fn reprint(text: &str, options: &PrintOptions) -> String {
    let ctx = Context::new();
    let module = parse(&ctx, text, &ParseOptions::default()).unwrap();
    print(&ctx, &module, options).concat()
}

/// Text that upstream prints comes out as it went in.
#[track_caller]
fn upstream(text: &str) {
    assert_eq!(reprint(text, &PrintOptions::upstream()), text);
}

#[test]
fn functions_and_instructions() {
    upstream(
        r#"module {
  llvm.mlir.global private unnamed_addr constant @".str"("%\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global internal @x() {addr_space = 0 : i32} : !llvm.struct<"s", (i32, ptr)> {
    %0 = llvm.mlir.zero : !llvm.struct<"s", (i32, ptr)>
    llvm.return %0 : !llvm.struct<"s", (i32, ptr)>
  }
  llvm.func @printf(!llvm.ptr {llvm.noundef}, ...) -> (i32 {llvm.noundef})
  llvm.func internal fastcc @f(%arg0: i32 {llvm.noundef}, %arg1: !llvm.ptr) -> i32 attributes {no_unwind} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.alloca %0 x i64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %2 = llvm.add %arg0, %0 overflow<nsw> : i32
    %3 = llvm.getelementptr inbounds|nuw %arg1[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"s", (i32, ptr)>
    %4 = llvm.icmp "slt" %2, %0 : i32
    llvm.cond_br %4 weights([1, 99]), ^bb1(%2 : i32), ^bb2
  ^bb1(%5: i32):  // 2 preds: ^bb0, ^bb1
    %6 = llvm.call @printf(%arg1, %5) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
    llvm.switch %6 : i32, ^bb2 [
      -1: ^bb1(%6 : i32),
      7: ^bb2
    ]
  ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb1
    llvm.store %0, %3 {alignment = 4 : i64} : i32, !llvm.ptr
    llvm.return %0 : i32
  }
}
"#,
    );
}

#[test]
fn a_directive_that_writes_nothing_leaves_its_space() {
    upstream(
        "module {\n  llvm.func @f(%arg0: !llvm.struct<(i32)>, %arg1: i32) {\n    \
         %0 = llvm.insertvalue %arg1, %arg0[0] : !llvm.struct<(i32)> \n    llvm.return\n  }\n}\n",
    );
}

#[test]
fn aliases_are_ordered_by_depth_then_name_then_use() {
    upstream(
        r##"#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "root">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
module {
  llvm.func @f(%arg0: !llvm.ptr) {
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb1
    %0 = llvm.load %arg0 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
    llvm.br ^bb1 {loop_annotation = #loop_annotation}
  }
}
"##,
    );
}

#[test]
fn locations_only_operations_have_are_defined_last() {
    let text = r##"#loc2 = loc("a.c":1:2)
module {
  llvm.func @f(%arg0: i32 loc("a.c":1:2)) {
    llvm.return loc(#loc3)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("a.c":1:1)
#loc3 = loc("a.c":3:4)
"##;
    let options = PrintOptions { debug_info: true, ..PrintOptions::upstream() };
    assert_eq!(reprint(text, &options), text);
}

#[test]
fn names_and_struct_aliases_are_kept_in_the_default_form() {
    let text = r#"!s = !llvm.struct<"s", (i32, array<2 x i8>)>
!s_1 = !llvm.struct<"s.1", (!s)>
module {
  llvm.func @f(%x: !llvm.ptr, %0: i32) -> !s_1 {
    %sum = llvm.add %0, %0 : i32
    llvm.br ^loop
  ^loop:  // pred: ^0
    %1 = llvm.load %x : !llvm.ptr -> !s_1
    llvm.return %1 : !s_1
  }
}
"#;
    assert_eq!(reprint(text, &PrintOptions::default()), text);
}

#[test]
fn the_generic_form_writes_defaults() {
    let text = "module {\n  llvm.func @f(%arg0: f32) {\n    %0 = llvm.fneg %arg0 : f32\n    llvm.return\n  }\n}\n";
    let expected = r#""builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (f32)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: f32):
    %0 = "llvm.fneg"(%arg0) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
    "llvm.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
"#;
    let options = PrintOptions { generic: true, ..PrintOptions::upstream() };
    assert_eq!(reprint(text, &options), expected);
}
