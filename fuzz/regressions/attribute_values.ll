; taken
declare void @f(ptr captures(address, read_provenance, ret: none) initializes((-4, 4), (5, 8)), i8 range(i8 -3, 3), float nofpclass(nan inf)) memory(read, argmem: none) uwtable(sync) vscale_range(1,0)
