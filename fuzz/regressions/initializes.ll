; refused: Invalid (unordered or overlapping) range list
declare void @f(ptr initializes((0, 4), (4, 8)))
