// refused: 'builtin.module' op attribute 'irtrip.nodes' is malformed: invalid field 'dense' of !DICompileUnit
module attributes {irtrip.nodes = [{table = 7 : index}, {node = "DICompileUnit", fields = ["dense", 1 : index]}]} {
}
