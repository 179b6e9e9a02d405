// taken
// Two values at one place.
"builtin.module"() ({
  "test.op"() {b = sparse<[[1, 1], [1, 1]], [5, 6]> : tensor<3x4xi32>} : () -> ()
}) : () -> ()
