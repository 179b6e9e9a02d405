// taken
// What an alias stands for begins with a word, and brackets that close before the end.
!of = memref<4xf32>
module {
  func.func private @f(!of<!of, #foo.map<x>>)
}
