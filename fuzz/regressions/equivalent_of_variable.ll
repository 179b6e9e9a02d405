; refused: expected a function, alias to function, or ifunc in dso_local_equivalent
@v = global i32 0
@x = global ptr dso_local_equivalent @v
