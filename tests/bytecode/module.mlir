#file = #llvm.di_file<"a.c" in "/src">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#signature = #llvm.di_subroutine_type<types = #int, #int>
#function = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 1, scopeLine = 1, subprogramFlags = Definition, type = #signature>
#variable = #llvm.di_local_variable<scope = #function, name = "x", file = #file, line = 1, arg = 1, type = #int>
module @m attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<[64, 64]> : vector<2xi64>>, m.table = dense_resource<blob> : tensor<4xi8>} {
  llvm.mlir.global internal constant @table(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 0 : i32} : !llvm.array<3 x i32> loc("a.c":3:5)
  llvm.func @g(i128, ...) -> f80 attributes {passthrough = ["noinline", ["probe", "\C3\A4"]]} loc(unknown)
  llvm.func @f(%x: i32 loc("a.c":1:11), %p: !llvm.ptr loc(unknown)) -> i32 {
    llvm.intr.dbg.value #variable = %x : i32 loc(#at)
    %c = llvm.mlir.constant(170141183460469231731687303715884105727 : i128) : i128 loc(unknown)
    %r = llvm.call @g(%c) vararg(!llvm.func<f80 (i128, ...)>) : (i128) -> f80 loc(#at)
    %i = llvm.icmp "slt" %x, %x : i32 loc(#at)
    llvm.cond_br %i weights([1, 9]), ^bb2(%x : i32), ^bb2(%x : i32) loc(#at)
  ^bb1:
    %y = llvm.getelementptr inbounds %p[%z, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"s", (i32, array<2 x i8>)> loc(#at)
    llvm.br ^bb2(%z : i32) loc(#at)
  ^bb2(%z: i32 loc(fused["a.c":4:1, "a.c":5:2])):
    %s = llvm.add %z, %x overflow<nsw> : i32 loc(callsite("g" at "a.c":7:8))
    llvm.switch %s : i32, ^bb3 [1: ^bb1, -1: ^bb2(%s : i32)] loc(#at)
  ^bb3:
    llvm.return %z : i32 loc(#at)
  } loc(#at)
  func.func @loop(%n: index, %m: memref<?x4xf32, strided<[8, 1], offset: ?>, 1>, %v: vector<[4]x2xi1>) -> index {
    %zero = arith.constant 0 : index loc(unknown)
    %one = arith.constant 1 : index loc(unknown)
    %bits = arith.constant dense<[true, false, true]> : vector<3xi1> loc(unknown)
    %sum = scf.for %i = %zero to %n step %one iter_args(%a = %zero) -> (index) {
      %b = arith.addi %a, %i overflow<nuw> : index loc("loop.c":1:1 to :4)
      scf.yield %b : index loc(unknown)
    } loc(unknown)
    scf.execute_region {
      "toy.alone"() {value = -7 : si16, words = [@a::@b, unit, f8E4M3], text = "x" : !llvm.ptr} : () -> () loc(unknown)
      scf.yield loc(unknown)
    } loc(unknown)
    return %sum : index loc(unknown)
  } loc(unknown)
} loc("a.c":0:0)
#at = loc(fused<#function>["a.c":2:3])
{-#
  dialect_resources: { builtin: { blob: "0x0400000001020304" } },
  external_resources: { tool: { level: "7", fast: true } }
#-}
