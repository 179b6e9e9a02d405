; refused: invalid value for 'denormal-fp-math' attribute: flush
declare void @f() "denormal-fp-math"="flush"
