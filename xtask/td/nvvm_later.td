// NVVM from release 23 of MLIR on: arithmetic with a rounding of its own, conversions of small floats, and what else of PTX
// there is by then.

include "mlir/Dialect/LLVMIR/NVVMOps.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "later.td"

def LaterSaturationMode : Words<"SaturationMode", "::mlir::NVVM", [
  Word<"none", 0>, Word<"satfinite", 1>, Word<"sat", 2>]>;
def LaterReductionKind : Words<"ReductionKind", "::mlir::NVVM", [
  Word<"add", 0>, Word<"and", 1>, Word<"max", 2>, Word<"min", 3>, Word<"or", 4>, Word<"umax", 5>, Word<"umin", 6>,
  Word<"xor", 7>, Word<"fmin", 8>, Word<"fmax", 9>]>;
def LaterSaturationModeAttr : EnumAttr<NVVM_Dialect, LaterSaturationMode, "sat_mode"> {
  let assemblyFormat = "`<` $value `>`";
}
def LaterReductionKindAttr : EnumAttr<NVVM_Dialect, LaterReductionKind, "reduction_kind">;
def TensormapFieldAttr : AttrDef<NVVM_Dialect, "TensormapField"> {
  let mnemonic = "tensormap_field";
  let assemblyFormat = "$value";
}

defvar FalseAttr = DefaultValuedAttr<I1Attr, "false">;
defvar Rounding = DefaultValuedAttr<FPRoundingModeAttr, "FPRoundingMode::NONE">;
defvar Saturation = DefaultValuedAttr<LaterSaturationModeAttr, "SaturationMode::case0">;
defvar SingleOrDouble = AnyTypeOf<[F32, F64]>;
defvar AnyNumber = AnyTypeOf<[F16, BF16, F32, F64, VectorOfLengthAndType<[2], [F16, BF16, F32, F64]>]>;
defvar Halves = VectorOfLengthAndType<[2], [F16]>;
defvar Brains = VectorOfLengthAndType<[2], [BF16]>;
defvar Bytes = VectorOfLengthAndType<[2], [I8]>;
defvar Packed = AnyTypeOf<[I16, Bytes]>;

// Numbers of one type that give one of it, which alone is written.
class Arithmetic<string name, Type type, dag operands, dag modifiers>
    : NVVM_Op<name, [Pure, SameOperandsAndResultType]>, Later, Results<(outs type:$res)> {
  let arguments = !con(operands, modifiers);
  let assemblyFormat = "operands attr-dict `:` type($res)";
}
class Unary<string name, Type type, dag modifiers = (ins)>
    : Arithmetic<name, type, (ins type:$src), !con(modifiers, (ins FalseAttr:$ftz))>;
class Binary<string name, Type type, dag modifiers> : Arithmetic<name, type, (ins type:$lhs, type:$rhs), modifiers>;

foreach name = ["addf", "subf"] in
  def : Binary<name, AnyNumber, (ins Rounding:$rnd, Saturation:$sat, FalseAttr:$ftz)>;
def : Binary<"divf", SingleOrDouble, (ins Rounding:$rnd, FalseAttr:$ftz, FalseAttr:$approx, FalseAttr:$full)>;
def : Arithmetic<"fma", AnyNumber, (ins AnyNumber:$a, AnyNumber:$b, AnyNumber:$c),
    (ins FPRoundingModeAttr:$rnd, Saturation:$sat, FalseAttr:$ftz, FalseAttr:$relu, FalseAttr:$oob)>;
foreach name = ["cos", "ex2", "log2", "sin", "sqrt.approx"] in
  def : Unary<name, F32>;
def : Unary<"rsqrt", SingleOrDouble>;
def : Unary<"sqrt", SingleOrDouble, (ins FPRoundingModeAttr:$rnd)>;

def : NVVM_Op<"barrier.reduction">, Later, Results<(outs I32:$res)> {
  let arguments = (ins Optional<I32>:$barrierId, I32:$reductionPredicate, BarrierReductionAttr:$reductionOp,
      DefaultValuedAttr<I1Attr, "true">:$aligned);
  let assemblyFormat =
      "qualified($reductionOp) $reductionPredicate (`id` `=` $barrierId^)? `->` type($res) attr-dict";
}

// Conversions to small floats and from them, whose type is an attribute.

class Narrowed<string name, Type source, Type result> : NVVM_Op<"convert." # name>, Later, Results<(outs result:$dst)> {
  let arguments = (ins source:$src, FalseAttr:$relu, TypeAttr:$dstTy);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($dst) `` `(` $dstTy `)`";
}
def : Narrowed<"bf16x2.to.f4x2", Brains, I8>;
def : Narrowed<"bf16x2.to.f6x2", Brains, Packed>;
def : Narrowed<"f16x2.to.f4x2", Halves, I8>;
def : Narrowed<"f16x2.to.f6x2", Halves, Packed>;

class Widened<string name, Type source> : NVVM_Op<"convert." # name>, Later, Results<(outs Brains:$dst)> {
  let arguments = (ins source:$src, Optional<I16>:$scaleFactor, TypeAttr:$srcType, Saturation:$sat, FalseAttr:$relu);
  let assemblyFormat =
      "$src (`,` $scaleFactor^)? attr-dict `:` type($src) `` `(` $srcType `)` `->` type($dst)";
}
def : Widened<"f4x2.to.bf16x2", I8>;
def : Widened<"f6x2.to.bf16x2", Bytes>;

class Scaled<string name, Type source, Type result, dag modifiers>
    : NVVM_Op<"convert." # name>, Later, Results<(outs result:$dst)> {
  let arguments = !con((ins source:$src, Optional<I16>:$scaleFactor), modifiers);
  let assemblyFormat = "$src (`,` $scaleFactor^)? attr-dict `:` type($src) `->` type($dst)";
}
def : Scaled<"bf16x2.to.s2f6x2", Brains, Packed, (ins FalseAttr:$relu)>;
def : Scaled<"s2f6x2.to.bf16x2", Bytes, Brains, (ins Saturation:$sat, FalseAttr:$relu)>;
def : NVVM_Op<"convert.f32x2.to.s2f6x2">, Later, Results<(outs Packed:$dst)> {
  let arguments = (ins F32:$a, F32:$b, Optional<I16>:$scaleFactor, FalseAttr:$relu);
  let assemblyFormat = "$a `,` $b (`,` $scaleFactor^)? attr-dict `:` type($dst)";
}

def : NVVM_Op<"movmatrix">, Later, Results<(outs I32:$dst)> {
  let arguments = (ins I32:$src, LdStMatrixShapeAttr:$shape, DefaultValuedAttr<MMALayoutAttr, "MMALayout::col">:$layout,
      LdStMatrixEltTypeAttr:$eltType);
  let assemblyFormat = "$src attr-dict `:` type($dst)";
}

def : NVVM_Op<"tcgen05.ld.red">, Later {
  let arguments = (ins LLVM_PointerTensor:$addr, Optional<I64>:$offset, Tcgen05LdStShapeAttr:$shape,
      LaterReductionKindAttr:$op, UnitAttr:$abs, UnitAttr:$nan);
  let results = (outs VectorOfLengthAndType<[2, 4, 8, 16, 32, 64, 128], [I32, F32]>:$data, AnyTypeOf<[I32, F32]>:$redVal);
  let assemblyFormat = "$op $addr (`,` $offset^)? attr-dict `:` type($data) `,` type($redVal)";
}

def : NVVM_Op<"tensormap.replace">, Later {
  let arguments = (ins AnyTypeOf<[LLVM_PointerGlobal, LLVM_PointerShared]>:$addr, Optional<AnyTypeOf<[I32, I64]>>:$new_value,
      TensormapFieldAttr:$field, OptionalAttr<I32Attr>:$ord, OptionalAttr<AnyAttr>:$new_value_attr);
  let assemblyFormat = "`field` `=` $field `` (`[` $ord^ `]`)? `,` `new_value` `=` (qualified($new_value_attr)^)?"
      # " ($new_value^)? `in` $addr attr-dict `:` type($addr) (`,` type($new_value)^)?";
}
