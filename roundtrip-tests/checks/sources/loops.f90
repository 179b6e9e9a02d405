subroutine saxpy(n, a, x, y)
  integer :: n, i
  real :: a, x(n), y(n)
  !$omp parallel do
  do i = 1, n
    y(i) = a * x(i) + y(i)
  end do
end subroutine
complex function c(z)
  complex :: z
  c = z * conjg(z)
end function
integer function cnt(l, n)
  logical :: l(n)
  integer :: n, i
  cnt = 0
  do i = 1, n
    if (.not. l(i)) cycle
    cnt = cnt + 1
    if (cnt > 100) exit
  end do
end function
subroutine com
  common /blk/ a, b(10)
  real :: a, b
  where (b > 1.0) b = 0.0
  a = maxval(b)
end subroutine
