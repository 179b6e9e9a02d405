module m
  implicit none
  type :: t
    integer :: n
    real(8), allocatable :: x(:)
  contains
    procedure :: total
  end type
contains
  real(8) function total(self)
    class(t), intent(in) :: self
    total = sum(self%x)
  end function
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    if (n < 2) then
      r = n
    else
      r = fib(n-1) + fib(n-2)
    end if
  end function
  subroutine mm(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(out) :: c(:,:)
    integer :: i, j
    do j = 1, size(b,2)
      do i = 1, size(a,1)
        c(i,j) = dot_product(a(i,:), b(:,j))
      end do
    end do
  end subroutine
end module
program p
  use m
  type(t) :: v
  integer :: i
  character(len=20) :: s
  allocate(v%x(10))
  do i = 1, 10
    v%x(i) = i * 2.5d0
  end do
  select case (fib(5))
  case (1:3)
    s = 'small'
  case (5)
    s = 'five'
  case default
    s = 'other'
  end select
  print *, v%total(), s
  write(*,'(I5)') fib(10)
end program
