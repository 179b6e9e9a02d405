// What the files beside this one are written with: operations that later releases of MLIR have, or have otherwise. They stand
// here until the release whose records `cargo xtask tables` reads has them.

include "mlir/IR/EnumAttr.td"

// An operation that a definition is made of.
class Later;

// An operation that is the call of the intrinsic of its name with these operands and attributes.
class LaterCall<list<string> arguments> : Later {
  list<string> callArguments = arguments;
}

// A word and its number.
class Word<string word, int number> : I32EnumAttrCase<"case" # number, number, word>;

// The words of an attribute.
class Words<string name, string space, list<I32EnumAttrCase> words> : I32EnumAttr<name, "", words> {
  let genSpecializedAttr = 0;
  let cppNamespace = space;
}
