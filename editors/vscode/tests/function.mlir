// SYNTAX TEST "source.mlir" "functions, operations, types and names"
#map = affine_map<(d0) -> (d0)>
// <- entity.other.attribute-name.mlir
//     ^^^^^^^^^^ keyword.other.mlir
llvm.func @f(%x: i32) -> !llvm.ptr {
// <- keyword.control.operation.mlir
//        ^^ entity.name.function.mlir
//           ^^ variable.other.local.mlir
//               ^^^ storage.type.mlir
//                       ^^^^^^^^^ storage.type.dialect.mlir
  %0 = arith.constant 1 : index
//     ^^^^^^^^^^^^^^ keyword.control.operation.mlir
//                    ^ constant.numeric.mlir
//                        ^^^^^ storage.type.mlir
  own.op %0 : f32
//^^^^^^ entity.name.function.operation.mlir
  llvm.br ^bb1
//        ^^^^ variable.other.block.mlir
^bb1:
// <- entity.name.label.mlir
}
