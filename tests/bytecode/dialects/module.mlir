#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<()[s0] -> (s0)>
#map4 = affine_map<(d0)[s0] -> (d0 + s0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?xf32>, index) -> (), sym_name = "affine"}> ({
  ^bb0(%arg18: memref<?xf32>, %arg19: index):
    "affine.for"(%arg19) <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 1, 0>, step = 2 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg20: index):
      %14 = "affine.load"(%arg18, %arg20) <{map = #map}> : (memref<?xf32>, index) -> f32
      "affine.store"(%14, %arg18, %arg20) <{map = #map1}> : (f32, memref<?xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : (index) -> ()
    %11 = "affine.apply"(%arg19, %arg19) <{map = #map4}> : (index, index) -> index
    %12 = "affine.linearize_index"(%arg19, %arg19) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4, 5>}> : (index, index) -> index
    %13 = "affine.linearize_index"(%arg19, %arg19, %arg19) <{disjoint = false, operandSegmentSizes = array<i32: 2, 1>, static_basis = array<i64: 4, -9223372036854775808>}> : (index, index, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32>, index) -> tensor<?x4xf32>, sym_name = "tensors"}> ({
  ^bb0(%arg9: tensor<4x8xf32>, %arg10: tensor<8x4xf32>, %arg11: tensor<4x4xf32>, %arg12: index):
    %4 = "linalg.matmul"(%arg9, %arg10, %arg11) <{indexing_maps = [#map5, #map6, #map7], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32, %arg17: f32):
      %9 = "arith.mulf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %10 = "arith.addf"(%arg17, %9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%10) : (f32) -> ()
    }) : (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %6 = "linalg.fill"(%5, %4) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg13: f32, %arg14: f32):
      "linalg.yield"(%arg13) : (f32) -> ()
    }) : (f32, tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = "tensor.extract_slice"(%6, %arg12) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4x4xf32>, index) -> tensor<?x4xf32>
    %8 = "tensor.empty"(%arg12) : (index) -> tensor<?x4xf32>
    "func.return"(%7) : (tensor<?x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4xf32>) -> f32, sym_name = "vectors"}> ({
  ^bb0(%arg8: vector<4xf32>):
    %2 = "vector.reduction"(%arg8) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    %3 = "vector.shuffle"(%arg8, %arg8) <{mask = array<i64: 0, 5>}> : (vector<4xf32>, vector<4xf32>) -> vector<2xf32>
    "func.return"(%2) : (f32) -> ()
  }) : () -> ()
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4xf32>) -> (), known_block_size = array<i32: 32, 1, 1>}> ({
    ^bb0(%arg6: memref<4xf32>, %arg7: memref<8xf32, 3>):
      %1 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      "gpu.barrier"() : () -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
  "omp.private"() <{data_sharing_type = #omp<data_sharing_type{type = private}>, sym_name = "p", type = i32}> ({
  }, {
  }, {
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, ptr)>, linkage = #llvm.linkage<external>, sym_name = "parallel", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg2: i32, %arg3: !llvm.ptr):
    "omp.parallel"(%arg2, %arg3) <{operandSegmentSizes = array<i32: 0, 0, 0, 1, 1, 0>, private_syms = [@p]}> ({
    ^bb0(%arg4: !llvm.ptr):
      "omp.wsloop"() <{nowait, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0>, schedule_kind = #omp<schedulekind static>}> ({
        "omp.loop_nest"(%arg2, %arg2, %arg2) <{loop_inclusive}> ({
        ^bb0(%arg5: i32):
          "omp.yield"() : () -> ()
        }) : (i32, i32, i32) -> ()
      }) : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i32, !llvm.ptr) -> ()
    "llvm.return"() : () -> ()
  }) : () -> ()
  "spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>}> ({
    "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (i1) -> (), sym_name = "b"}> ({
    ^bb0(%arg1: i1):
      "spirv.BranchConditional"(%arg1)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
    ^bb1:  // 2 preds: ^bb0, ^bb0
      "spirv.Return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
  "transform.sequence"() <{failure_propagation_mode = 1 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.any_op):
    %0 = "transform.structured.match"(%arg0) <{ops = ["linalg.matmul"]}> : (!transform.any_op) -> !transform.any_op
    "transform.yield"() : () -> ()
  }) : () -> ()
}) : () -> ()

