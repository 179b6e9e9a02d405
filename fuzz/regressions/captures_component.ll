; refused: expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'
declare void @f(ptr captures(sometimes))
