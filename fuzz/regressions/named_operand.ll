; refused: expected integer
!own = !{!{}}
