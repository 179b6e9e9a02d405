; taken
target datalayout = "e-P1"
@p = global ptr addrspace(1) @f
@q = global ptr addrspace(2) @g
declare void @f()
declare void @g() unnamed_addr addrspace(2)
