; refused: expected '('
declare void @f(ptr alignstack 4)
