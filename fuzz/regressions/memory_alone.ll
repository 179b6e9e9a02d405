; refused: expected '('
attributes #0 = { memory nounwind }
