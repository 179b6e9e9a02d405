; refused: cannot use 'none' with other component
declare void @f(ptr captures(none, address))
