; refused: invalid mask value for 'nofpclass'
declare void @f(float nofpclass(0))
