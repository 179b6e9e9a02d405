func.func @wall(%canvas: tensor<2xi8>, %straight: i1) {
  %painted = toy.paint %canvas <green> glossy layers(2) {by = "hand"} : tensor<2xi8> -> tensor<3xi8>
  %plain = toy.paint %canvas <red> : tensor<2xi8> -> tensor<2xi8>
  toy.hang(%painted, %plain : tensor<3xi8>, tensor<2xi8>) if %straight attributes {room = 1 : i64} {
    toy.done
  }
  toy.hang nothing {
    toy.done
  }
  return
}
