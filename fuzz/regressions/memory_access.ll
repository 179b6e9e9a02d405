; refused: expected access kind (none, read, write, readwrite)
attributes #0 = { memory(argmem: often) }
