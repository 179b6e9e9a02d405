"builtin.module"() ({
  "func.func"() <{function_type = (memref<4x?xf32, affine_map<(d0, d1)[s0] -> (d1 + s0, d0 floordiv 2 - 7)>>, memref<4xf8E5M2, strided<[2], offset: ?>>, tensor<2xf8E4M3FN>) -> (), sym_name = "encoded"}> ({
  ^bb0(%arg0: memref<4x?xf32, affine_map<(d0, d1)[s0] -> (d1 + s0, d0 floordiv 2 - 7)>>, %arg1: memref<4xf8E5M2, strided<[2], offset: ?>>, %arg2: tensor<2xf8E4M3FN>):
    "func.return"() : () -> ()
  }) {m.maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<() -> (5)>, affine_map<(d0) -> (d0 mod 3, -5)>], m.set = affine_set<(d0, d1)[s0] : (d0 - d1 == 0, s0 >= 0)>} : () -> ()
}) : () -> ()
