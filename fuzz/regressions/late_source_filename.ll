; refused: expected top-level entity
module asm "nop"
source_filename = "late.c"
