; refused: use of undefined value '%gone'
; The block of blockaddress(@f, %also.gone) is not in the function, nor need it be.
define void @f() {
  call void asm "", "n"(ptr blockaddress(@f, %gone))
  ret void
}
