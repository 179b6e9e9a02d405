; refused: expected ':' after location
declare void @f() memory(argmem read)
