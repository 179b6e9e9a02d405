// taken
module {
  "unknown.op"() : () -> () loc(#loc)
}
#loc = #unknown.location<"foo">
