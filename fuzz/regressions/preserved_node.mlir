// refused: 'builtin.module' op attribute 'irtrip.nodes' is malformed: invalid field 'dense' of !DICompileUnit
module attributes {irtrip.nodes = [{node = "DICompileUnit", fields = ["dense", 1 : index]}]} {
}
