; refused: pointer type does not match address space of global
target datalayout = "P1"
@user = global ptr @chosen
@chosen = ifunc i32 (double), ptr addrspace(1) @resolver
define ptr @resolver() addrspace(1) {
  ret ptr null
}
