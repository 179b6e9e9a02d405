; refused: '@chosen' defined with type 'ptr addrspace(1)' but expected 'ptr'
target datalayout = "P1"
@user = global ptr @chosen
@chosen = ifunc i32 (double), ptr addrspace(1) @resolver
define ptr @resolver() addrspace(1) {
  ret ptr null
}
