// A dialect of a painter's, for the tests of dialects that are loaded: what `llvm-tblgen --dump-json` prints of this file is
// `toy.json`. The classes are as much of MLIR's `OpBase.td` as the records need.

def ins;
def outs;
def region;
def successor;

class Dialect { string name = ?; }
class Constraint { string summary = ""; }
class TypeConstraint : Constraint { string cppType = "::mlir::Type"; string builderCall = ""; }
class AttrConstraint : Constraint;
class Attr : AttrConstraint { bit isOptional = 0; }
class OptionalAttr<Attr attr> : Attr { Attr baseAttr = attr; }
class Variadic<TypeConstraint type> : TypeConstraint { TypeConstraint baseType = type; }
class Optional<TypeConstraint type> : TypeConstraint { TypeConstraint baseType = type; }
class RegionConstraint;
class NativeOpTrait<string name> { string trait = name; }
class AllTypesMatch<list<string> names> { list<string> values = names; }
class EnumCase<string word, int number> { string symbol = word; string str = word; int value = number; }
class EnumInfo<list<EnumCase> cases> { list<EnumCase> enumerants = cases; }
class EnumAttr<Dialect of, EnumInfo info, string name> : Attr {
  Dialect dialect = of;
  EnumInfo enum = info;
  string mnemonic = name;
  string assemblyFormat = "`<` $value `>`";
}
class DialectAttr;
class Op<Dialect of, string name> {
  Dialect opDialect = of;
  string opName = name;
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
  dag successors = (successor);
  list<NativeOpTrait> traits = [];
  string assemblyFormat = ?;
}

def AnyType : TypeConstraint { let summary = "any type"; }
def I1 : TypeConstraint { let summary = "1-bit signless integer"; let builderCall = "$_builder.getIntegerType(1)"; }
def UnitAttr : Attr { let summary = "unit attribute"; let isOptional = 1; }
def I64Attr : Attr { let summary = "64-bit signless integer attribute"; }
def AnyRegion : RegionConstraint;
def IsTerminator : NativeOpTrait<"IsTerminator">;
def Segments : NativeOpTrait<"AttrSizedOperandSegments">;

def Toy : Dialect { let name = "toy"; }
def Red : EnumCase<"red", 0>;
def Green : EnumCase<"green", 1>;
def Color : EnumInfo<[Red, Green]>;
def ColorAttr : EnumAttr<Toy, Color, "color">, DialectAttr;

class ToyOp<string name> : Op<Toy, name> { string summary = ""; }

def PaintOp : ToyOp<"paint"> {
  let summary = "paint a canvas";
  let arguments = (ins AnyType:$canvas, ColorAttr:$color, OptionalAttr<I64Attr>:$layers, UnitAttr:$glossy);
  let results = (outs AnyType:$painted);
  let assemblyFormat = [{
    $canvas $color oilist(`layers` `(` $layers `)` | `glossy` $glossy) attr-dict `:` type($canvas) `->` type($painted)
  }];
}
def HangOp : ToyOp<"hang"> {
  let summary = "hang canvases on a wall";
  let arguments = (ins Variadic<AnyType>:$canvases, Optional<I1>:$straight);
  let regions = (region AnyRegion:$wall);
  let traits = [Segments];
  let assemblyFormat = [{
    (`(` $canvases^ `:` type($canvases) `)`) : (`nothing`)? (`if` $straight^)? attr-dict-with-keyword $wall
  }];
}
def DoneOp : ToyOp<"done"> {
  let summary = "end a wall";
  let traits = [IsTerminator];
  let assemblyFormat = "attr-dict";
}
