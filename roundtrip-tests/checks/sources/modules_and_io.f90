module m
  implicit none
  type :: base
    integer :: n = 3
    real(8), allocatable :: a(:)
  contains
    procedure :: show
  end type
  type, extends(base) :: derived
    character(len=:), allocatable :: name
    complex(8) :: z
  end type
  interface operator(+)
    module procedure addb
  end interface
contains
  subroutine show(this)
    class(base), intent(in) :: this
    select type (this)
    type is (derived)
      print *, this%name, this%z
    class default
      print *, this%n
    end select
  end subroutine
  function addb(x, y) result(r)
    type(base), intent(in) :: x, y
    type(base) :: r
    r%n = x%n + y%n
  end function
  pure elemental real(8) function sq(x)
    real(8), intent(in) :: x
    sq = x * x
  end function
  subroutine mm(a, b, c, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(out) :: c(n, n)
    integer :: i, j, k
    do concurrent (i = 1:n, j = 1:n)
      c(i, j) = dot_product(a(i, :), b(:, j))
    end do
    c = matmul(a, b) + transpose(c)
    where (c > 1.0d0) c = sqrt(c)
    do i = 1, n
      do j = 1, n
        if (c(i,j) < 0) cycle
        c(i,j) = c(i,j) + sum(a(:,j)) + maxval(b(i,:)) + sq(c(i,j))
      end do
    end do
  end subroutine
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    if (n < 2) then
      r = n
    else
      r = fib(n-1) + fib(n-2)
    end if
  end function
end module
program p
  use m
  type(derived) :: d
  class(base), pointer :: b
  real(8) :: x(4,4), y(4,4), z(4,4)
  character(10) :: s
  integer(8) :: i8
  logical :: l
  common /blk/ i8, q
  data s /'hello'/
  namelist /nl/ s, i8
  allocate(d%a(10))
  d%name = 'abc' // trim(s)
  x = 1; y = 2
  call mm(x, y, z, 4)
  call d%show()
  write(*, '(a, i5, f10.3)') s, fib(10), z(1,1)
  read(*, *) i8
  open(unit=10, file='x')
  close(10)
  l = any(z > 3) .and. all(x == 1)
  allocate(b, source=d%base)
  if (l) stop 3
end program
