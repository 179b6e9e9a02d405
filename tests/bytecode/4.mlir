#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_file = #llvm.di_file<"a.c" in "/src">
#loc2 = loc(unknown)
#loc4 = loc("a.c":1:11)
#loc5 = loc("a.c":4:1)
#loc6 = loc("a.c":5:2)
#loc9 = loc("tests/bytecode/module.mlir":25:19)
#loc10 = loc("tests/bytecode/module.mlir":25:30)
#loc11 = loc("tests/bytecode/module.mlir":25:82)
#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #di_file, isOptimized = true, emissionKind = Full>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type, #di_basic_type>
#loc13 = loc(fused[#loc5, #loc6])
#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", file = #di_file, line = 1, scopeLine = 1, subprogramFlags = Definition, type = #di_subroutine_type>
#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 1, arg = 1, type = #di_basic_type>
module @m attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>>, m.table = dense_resource<blob> : tensor<4xi8>} {
  llvm.mlir.global internal constant @table(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 0 : i32} : !llvm.array<3 x i32> loc(#loc1)
  llvm.func @g(i128, ...) -> f80 attributes {passthrough = ["noinline", ["probe", "\C3\A4"]]} loc(#loc2)
  llvm.func @f(%arg0: i32 loc("a.c":1:11), %arg1: !llvm.ptr loc(unknown)) -> i32 {
    llvm.intr.dbg.value #di_local_variable = %arg0 : i32 loc(#loc15)
    %0 = llvm.mlir.constant(170141183460469231731687303715884105727 : i128) : i128 loc(#loc2)
    %1 = llvm.call @g(%0) vararg(!llvm.func<f80 (i128, ...)>) : (i128) -> f80 loc(#loc15)
    %2 = llvm.icmp "slt" %arg0, %arg0 : i32 loc(#loc15)
    llvm.cond_br %2 weights([1, 9]), ^bb2(%arg0 : i32), ^bb2(%arg0 : i32) loc(#loc15)
  ^bb1:  // pred: ^bb2
    %3 = llvm.getelementptr %arg1[%4, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"s", (i32, array<2 x i8>)> loc(#loc15)
    llvm.br ^bb2(%4 : i32) loc(#loc15)
  ^bb2(%4: i32 loc(fused[#loc5, #loc6])):  // 4 preds: ^bb0, ^bb0, ^bb1, ^bb2
    %5 = llvm.add %4, %arg0 : i32 loc(#loc14)
    llvm.switch %5 : i32, ^bb3 [
      1: ^bb1,
      -1: ^bb2(%5 : i32)
    ] loc(#loc15)
  ^bb3:  // pred: ^bb2
    llvm.return %4 : i32 loc(#loc15)
  } loc(#loc15)
  func.func @loop(%arg0: index loc("tests/bytecode/module.mlir":25:19), %arg1: memref<?x4xf32, strided<[8, 1], offset: ?>, 1> loc("tests/bytecode/module.mlir":25:30), %arg2: vector<[4]x2xi1> loc("tests/bytecode/module.mlir":25:82)) -> index {
    %c0 = arith.constant 0 : index loc(#loc2)
    %c1 = arith.constant 1 : index loc(#loc2)
    %cst = arith.constant dense<[true, false, true]> : vector<3xi1> loc(#loc2)
    %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %c0) -> (index) {
      %1 = arith.addi %arg4, %arg3 overflow<nuw> : index loc(#loc12)
      scf.yield %1 : index loc(#loc2)
    } loc(#loc2)
    scf.execute_region {
      "toy.alone"() {text = "x" : !llvm.ptr, value = -7 : si16, words = [@a::@b, unit, f8E4M3]} : () -> () loc(#loc2)
      scf.yield loc(#loc2)
    } loc(#loc2)
    return %0 : index loc(#loc2)
  } loc(#loc2)
} loc(#loc)
#loc = loc("a.c":0:0)
#loc1 = loc("a.c":3:5)
#loc3 = loc("a.c":2:3)
#loc7 = loc("g")
#loc8 = loc("a.c":7:8)
#loc12 = loc("loop.c":1:1 to :4)
#loc14 = loc(callsite(#loc7 at #loc8))
#loc15 = loc(fused<#di_subprogram>[#loc3])

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001020304"
    }
  },
  external_resources: {
    tool: {
      level: "7",
      fast: true
    }
  }
#-}

