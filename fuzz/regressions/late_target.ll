; refused: expected top-level entity
@g = global ptr null
target triple = "x86_64-unknown-linux-gnu"
