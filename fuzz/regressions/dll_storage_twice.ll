; refused: expected 'global' or 'constant'
@g = dllexport dllexport global i32 0
