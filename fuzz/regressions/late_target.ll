; refused: expected top-level entity
@g = global i32 0
target triple = "x86_64-unknown-linux-gnu"
