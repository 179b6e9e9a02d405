; refused: unknown specifier 'q'
target datalayout = "e-q8"
