; refused: default access kind must be specified first
declare void @f() memory(argmem: read, none)
