; refused: target feature 'sse2' must start with a '+' or '-'
declare void @f() "target-features"="+avx,sse2"
