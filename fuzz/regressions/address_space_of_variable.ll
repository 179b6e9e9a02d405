; refused: '@g' defined with type 'ptr addrspace(1)' but expected 'ptr'
@g = addrspace(1) global i32 0
@p = global ptr @g
