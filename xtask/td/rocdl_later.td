// ROCDL from release 23 of MLIR on: the immediate arguments of intrinsics are attributes.

include "mlir/Dialect/LLVMIR/ROCDLOps.td"
include "later.td"

def MatrixFormat : Words<"MatrixFormat", "::mlir::ROCDL", [
  Word<"fp8_e4m3", 0>, Word<"fp8_e5m2", 1>, Word<"fp6_e2m3", 2>, Word<"fp6_e3m2", 3>, Word<"fp4_e2m1", 4>]>;
def MFMANegModifier : Words<"MFMANegModifier", "::mlir::ROCDL", [
  Word<"none", 0>, Word<"neg_a", 1>, Word<"neg_b", 2>, Word<"neg_c", 4>]>;
def MFMAPermB : Words<"MFMAPermB", "::mlir::ROCDL", [
  Word<"none", 0>, Word<"bcast_first_32", 1>, Word<"bcast_second_32", 2>, Word<"rotate_16_right", 3>,
  Word<"bcast_first_16", 4>, Word<"bcast_second_16", 5>, Word<"bcast_third_16", 6>, Word<"bcast_fourth_16", 7>]>;
def ROCDL_MatrixFormatAttr : EnumAttr<ROCDL_Dialect, MatrixFormat, "matrix_format">;
def ROCDL_MFMANegModifierAttr : EnumAttr<ROCDL_Dialect, MFMANegModifier, "mfma_neg_modifier">;
def ROCDL_MFMAPermBAttr : EnumAttr<ROCDL_Dialect, MFMAPermB, "mfma_perm_b">;

defvar Resource = LLVM_PointerInAddressSpace<8>;
defvar Shared = LLVM_PointerInAddressSpace<3>;
defvar Global = LLVM_PointerInAddressSpace<1>;
defvar FalseAttr = DefaultValuedAttr<I1Attr, "false">;

foreach name = ["cluster.workgroup.id.x", "cluster.workgroup.id.y", "cluster.workgroup.id.z", "wave.id"] in
  def : ROCDL_SpecialIdRegisterOp<name>, Later;

// Products of matrices in registers, whose second factor is read as the word `blgp` says.

class Mfma<string name, AttrConstraint word> : ROCDL_Op<"mfma." # name>,
    LaterCall<["a", "b", "c", "cbsz", "abid", "blgp"]>, Results<(outs LLVM_Type:$res)> {
  let arguments = (ins LLVM_Type:$a, LLVM_Type:$b, LLVM_Type:$c, I32Attr:$cbsz, I32Attr:$abid, word:$blgp);
  let assemblyFormat = "$a `,` $b `,` $c `,` $cbsz `,` $abid `,` $blgp attr-dict `:` functional-type(operands, results)";
}
foreach name = ["f32.16x16x16bf16.1k", "f32.16x16x16f16", "f32.16x16x1f32", "f32.16x16x2bf16", "f32.16x16x32.bf16",
    "f32.16x16x32.bf8.bf8", "f32.16x16x32.bf8.fp8", "f32.16x16x32.f16", "f32.16x16x32.fp8.bf8", "f32.16x16x32.fp8.fp8",
    "f32.16x16x4bf16.1k", "f32.16x16x4f16", "f32.16x16x4f32", "f32.16x16x8.xf32", "f32.16x16x8bf16", "f32.32x32x16.bf16",
    "f32.32x32x16.bf8.bf8", "f32.32x32x16.bf8.fp8", "f32.32x32x16.f16", "f32.32x32x16.fp8.bf8", "f32.32x32x16.fp8.fp8",
    "f32.32x32x1f32", "f32.32x32x2bf16", "f32.32x32x2f32", "f32.32x32x4.xf32", "f32.32x32x4bf16", "f32.32x32x4bf16.1k",
    "f32.32x32x4f16", "f32.32x32x8bf16.1k", "f32.32x32x8f16", "f32.4x4x1f32", "f32.4x4x2bf16", "f32.4x4x4bf16.1k",
    "f32.4x4x4f16", "i32.16x16x16i8", "i32.16x16x32.i8", "i32.16x16x4i8", "i32.16x16x64.i8", "i32.32x32x16.i8",
    "i32.32x32x32.i8", "i32.32x32x4i8", "i32.32x32x8i8", "i32.4x4x4i8"] in
  def : Mfma<name, ROCDL_MFMAPermBAttr>;
foreach name = ["f64.16x16x4f64", "f64.4x4x4f64"] in
  def : Mfma<name, ROCDL_MFMANegModifierAttr>;

foreach name = ["16x16x128", "32x32x64"] in
  def : ROCDL_Op<"mfma.scale.f32." # name # ".f8f6f4">,
      LaterCall<["a", "b", "c", "cbsz", "blgp", "opselA", "scaleA", "opselB", "scaleB"]>, Results<(outs LLVM_Type:$res)> {
    let arguments = (ins LLVM_Type:$a, LLVM_Type:$b, LLVM_Type:$c, I32:$scaleA, I32:$scaleB, ROCDL_MatrixFormatAttr:$cbsz,
        ROCDL_MatrixFormatAttr:$blgp, I32Attr:$opselA, I32Attr:$opselB);
    let assemblyFormat = "$a `,` $b `,` $c `,` $cbsz `,` $blgp `,` $opselA `,` $scaleA `,` $opselB `,` $scaleB attr-dict"
        # " `:` functional-type(operands, results)";
  }

// Products of matrices whose first factor is sparse.

foreach name = ["f32.16x16x128.bf8.bf8", "f32.16x16x128.bf8.fp8", "f32.16x16x128.fp8.bf8", "f32.16x16x128.fp8.fp8",
    "f32.16x16x32.bf16", "f32.16x16x32.f16", "f32.16x16x64.bf16", "f32.16x16x64.bf8.bf8", "f32.16x16x64.bf8.fp8",
    "f32.16x16x64.f16", "f32.16x16x64.fp8.bf8", "f32.16x16x64.fp8.fp8", "f32.32x32x16.bf16", "f32.32x32x16.f16",
    "f32.32x32x32.bf16", "f32.32x32x32.bf8.bf8", "f32.32x32x32.bf8.fp8", "f32.32x32x32.f16", "f32.32x32x32.fp8.bf8",
    "f32.32x32x32.fp8.fp8", "f32.32x32x64.bf8.bf8", "f32.32x32x64.bf8.fp8", "f32.32x32x64.fp8.bf8",
    "f32.32x32x64.fp8.fp8", "i32.16x16x128.i8", "i32.16x16x64.i8", "i32.32x32x32.i8", "i32.32x32x64.i8"] in
  def : ROCDL_Op<"smfmac." # name>, LaterCall<["a", "b", "c", "index", "cbsz", "abid"]>, Results<(outs LLVM_Type:$res)> {
    let arguments = (ins LLVM_Type:$a, LLVM_Type:$b, LLVM_Type:$c, I32:$index, I32Attr:$cbsz, I32Attr:$abid);
    let assemblyFormat = "$a `,` $b `,` $c `,` $index `,` $cbsz `,` $abid attr-dict `:` functional-type(operands, results)";
  }

class Swmmac<string name, Type factor, Type sum, list<string> call, dag modifiers> : ROCDL_Op<"swmmac." # name>,
    LaterCall<call>, Results<(outs sum:$res)> {
  let arguments = !con((ins factor:$a, factor:$b, sum:$c, I32:$index), modifiers);
  let assemblyFormat = "$a `,` $b `,` $c `,` $index attr-dict `:` functional-type(operands, results)";
}
class Plain<string name, Type factor, Type sum> : Swmmac<name, factor, sum, ["a", "b", "c", "index"], (ins)>;
class Reused<string name, Type factor, Type sum> : Swmmac<name, factor, sum,
    ["a", "b", "c", "index", "reuseA", "reuseB"], (ins FalseAttr:$reuseA, FalseAttr:$reuseB)>;
class Clamped<string name, Type factor, Type sum> : Swmmac<name, factor, sum,
    ["signA", "a", "signB", "b", "c", "index", "clamp"], (ins FalseAttr:$signA, FalseAttr:$signB, FalseAttr:$clamp)>;
class Signed<string name, Type factor, Type sum> : Swmmac<name, factor, sum,
    ["signA", "a", "signB", "b", "c", "index", "reuseA", "reuseB"],
    (ins FalseAttr:$signA, FalseAttr:$signB, FalseAttr:$reuseA, FalseAttr:$reuseB)>;

defvar IntVector = LLVM_VectorOf<AnyInteger>;
defvar IntLike = LLVM_ScalarOrVectorOf<AnyInteger>;
defvar F16Like = LLVM_ScalarOrVectorOf<F16>;
defvar BF16Like = LLVM_ScalarOrVectorOf<BF16>;
defvar F32Like = LLVM_ScalarOrVectorOf<F32>;

def : Plain<"bf16.16x16x32.bf16", IntVector, IntVector>;
def : Plain<"f16.16x16x32.f16", LLVM_VectorOf<F16>, LLVM_VectorOf<F16>>;
def : Plain<"f32.16x16x32.bf16", IntVector, LLVM_VectorOf<F32>>;
def : Plain<"f32.16x16x32.f16", LLVM_VectorOf<F16>, LLVM_VectorOf<F32>>;
def : Signed<"bf16.16x16x64.bf16", BF16Like, BF16Like>;
def : Signed<"bf16f32.16x16x64.bf16", BF16Like, BF16Like>;
def : Signed<"f16.16x16x64.f16", F16Like, F16Like>;
def : Signed<"f32.16x16x64.bf16", BF16Like, F32Like>;
def : Signed<"f32.16x16x64.f16", F16Like, F32Like>;
foreach factors = ["bf8.bf8", "bf8.fp8", "fp8.bf8", "fp8.fp8"] in {
  def : Reused<"f16.16x16x128." # factors, IntLike, F16Like>;
  def : Reused<"f32.16x16x128." # factors, IntLike, F32Like>;
  def : Plain<"f32.16x16x32." # factors, IntLike, F32Like>;
}
def : Swmmac<"i32.16x16x128.iu8", IntLike, IntLike,
    ["signA", "a", "signB", "b", "c", "index", "reuseA", "reuseB", "clamp"],
    (ins FalseAttr:$signA, FalseAttr:$signB, FalseAttr:$reuseA, FalseAttr:$reuseB, FalseAttr:$clamp)>;
foreach name = ["i32.16x16x32.iu4", "i32.16x16x32.iu8", "i32.16x16x64.iu4"] in
  def : Clamped<name, IntLike, IntLike>;

// Dot products of packed elements.

class Dot<string name, Type factor, Type sum, list<string> call, dag modifiers> : ROCDL_Op<name>, LaterCall<call>,
    Results<(outs sum:$res)> {
  let arguments = !con((ins factor:$a, factor:$b, sum:$c), modifiers);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` functional-type(operands, results)";
}
class PlainDot<string name, Type factor, Type sum> : Dot<name, factor, sum, ["a", "b", "c"], (ins)>;
class ClampedDot<string name, Type factor, Type sum> : Dot<name, factor, sum, ["a", "b", "c", "clamp"],
    (ins FalseAttr:$clamp)>;

foreach factors = ["bf8.bf8", "bf8.fp8", "fp8.bf8", "fp8.fp8"] in
  def : PlainDot<"dot4.f32." # factors, I32, F32>;
def : PlainDot<"fdot2.bf16.bf16", ROCDL_V2BF16Type, BF16>;
def : PlainDot<"fdot2.f16.f16", ROCDL_V2F16Type, F16>;
def : ClampedDot<"fdot2", ROCDL_V2F16Type, F32>;
def : ClampedDot<"fdot2.f32.bf16", ROCDL_V2BF16Type, F32>;
foreach sign = ["s", "u"] in {
  def : ClampedDot<sign # "dot2", ROCDL_V2I16Type, I32>;
  def : ClampedDot<sign # "dot4", I32, I32>;
  def : ClampedDot<sign # "dot8", I32, I32>;
}
foreach name = ["sudot4", "sudot8"] in
  def : Dot<name, I32, I32, ["signA", "a", "signB", "b", "c", "clamp"],
      (ins FalseAttr:$signA, FalseAttr:$signB, FalseAttr:$clamp)>;

// Buffers, whose auxiliary bits are an attribute, as `immediate` places it among the arguments.

class Buffer<string name, list<int> results, list<int> operands, int count, int immediate, dag own,
    list<Trait> traits = []>
    : ROCDL_IntrOp<name, results, operands, traits, count, 0, 1, 0, [immediate], ["aux"]>, Later {
  let arguments = !con(own, (ins I32Attr:$aux), baseArgs);
}
class Combined<string name> : Buffer<name, [0], [], 1, 4,
    (ins LLVM_Type:$vdata, Resource:$rsrc, I32:$offset, I32:$soffset), [AllTypesMatch<["res", "vdata"]>]> {
  let assemblyFormat = "$vdata `,` $rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($res)";
}
foreach name = ["fadd", "fmax", "smax", "umin"] in
  def : Combined<"raw.ptr.buffer.atomic." # name>;
def : Buffer<"raw.ptr.buffer.atomic.cmpswap", [0], [], 1, 5,
    (ins LLVM_Type:$src, LLVM_Type:$cmp, Resource:$rsrc, I32:$offset, I32:$soffset),
    [AllTypesMatch<["res", "src", "cmp"]>]> {
  let assemblyFormat = "$src `,` $cmp `,` $rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($res)";
}
def : Buffer<"raw.ptr.buffer.load", [0], [], 1, 3, (ins Resource:$rsrc, I32:$offset, I32:$soffset)> {
  let assemblyFormat = "$rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($res)";
}
def : Buffer<"raw.ptr.buffer.store", [], [0], 0, 4, (ins LLVM_Type:$vdata, Resource:$rsrc, I32:$offset, I32:$soffset)> {
  let assemblyFormat = "$vdata `,` $rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($vdata)";
}
foreach name = ["raw.ptr.buffer.load.lds", "raw.ptr.buffer.load.async.lds"] in
  def : Buffer<name, [], [], 0, 6, (ins Resource:$rsrc, Shared:$ldsPtr, I32:$size, I32:$voffset, I32:$soffset, I32:$offset)> {
    let assemblyFormat = "$rsrc `,` $ldsPtr `,` $size `,` $voffset `,` $soffset `,` $offset `,` $aux attr-dict";
  }
def : Buffer<"ptr.s.buffer.load", [0], [], 1, 2, (ins Resource:$rsrc, I32:$offset)> {
  let assemblyFormat = "$rsrc `,` $offset `,` $aux attr-dict `:` type($res)";
}

// The intrinsic has the number of records in 64 bits, which the call converts it to.
def : ROCDL_Op<"make.buffer.rsrc", [Pure]>, LaterCall<["base", "stride", "numRecords", "flags"]>,
    Results<(outs LLVM_AnyPointer:$res)> {
  let arguments = (ins LLVM_AnyPointer:$base, I16:$stride, AnyTypeOf<[I32, I64]>:$numRecords, I32:$flags);
  let assemblyFormat = "operands attr-dict `:` type($base) `,` type($numRecords) `to` type($res)";
}

// Copies between memories that go on while the program does, and the marks that it waits for.

class Loaded<string name, list<int> overloaded, Type source>
    : ROCDL_IntrOp<name, [], overloaded, [], 0, 0, 1, 0, [2, 3, 4], ["size", "offset", "aux"]>, Later {
  let arguments = !con((ins source:$globalPtr, Shared:$ldsPtr, I32Attr:$size, I32Attr:$offset, I32Attr:$aux), baseArgs);
  let assemblyFormat = "$globalPtr `,` $ldsPtr `,` $size `,` $offset `,` $aux attr-dict `:` qualified(type($globalPtr)) `,`"
      # " qualified(type($ldsPtr))";
}
def : Loaded<"global.load.async.lds", [], Global>;
def : Loaded<"load.async.to.lds", [0], LLVM_AnyPointer>;
foreach size = ["b8", "b32", "b64", "b128"] in
  def : ROCDL_IntrOp<"global.store.async.from.lds." # size, [], [], [], 0, 0, 1, 0, [2, 3], ["offset", "aux"]>, Later {
    let arguments = !con((ins Global:$globalPtr, Shared:$ldsPtr, I32Attr:$offset, I32Attr:$aux), baseArgs);
    let assemblyFormat = "$globalPtr `,` $ldsPtr `,` $offset `,` $aux attr-dict `:` qualified(type($globalPtr)) `,`"
        # " qualified(type($ldsPtr))";
  }
def : ROCDL_IntrOp<"asyncmark", [], [], [], 0>, Later {
  let assemblyFormat = "attr-dict";
}
def : ROCDL_IntrOp<"wait.asyncmark", [], [], [], 0, 0, 0, 0, [0], ["count"]>, Later {
  let arguments = (ins I16Attr:$count);
  let assemblyFormat = "$count attr-dict";
}

// Lanes.

foreach name = ["permlane16.var", "permlanex16.var"] in
  def : ROCDL_IntrOp<name, [], [], [], 1, 0, 0, 0, [3, 4], ["fi", "boundControl"]>, Later {
    let arguments = (ins I32:$old, I32:$src0, I32:$src1, I1Attr:$fi, I1Attr:$boundControl);
    let results = (outs I32:$res);
    let assemblyFormat = "attr-dict $old `,` $src0 `,` $src1 `,` $fi `,` $boundControl `:` functional-type(operands, results)";
  }
def : ROCDL_IntrOp<"rsq", [0], [], [Pure], 1>, Later {
  let arguments = (ins LLVM_AnyFloat:$arg);
  let results = (outs LLVM_AnyFloat:$res);
  let assemblyFormat = "$arg type($arg) attr-dict `->` type($res)";
}
def : ROCDL_IntrOp<"wave.barrier", [], [], [], 0>, Later {
  let assemblyFormat = "attr-dict";
}
