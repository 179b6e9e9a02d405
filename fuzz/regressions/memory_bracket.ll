; refused: unterminated memory attribute
attributes #0 = { memory(none} }
