; refused: invalid value for 'no-nans-fp-math' attribute: maybe
declare void @f() "no-nans-fp-math"="maybe"
