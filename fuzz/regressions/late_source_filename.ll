; refused: expected top-level entity
@g = global ptr null
source_filename = "late.c"
