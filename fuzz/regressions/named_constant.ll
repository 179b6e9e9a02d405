; refused: Expected '!' here
!own = !{i32 1}
