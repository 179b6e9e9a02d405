// OPTIONS: -fsanitize=kcfi
// OPTIONS: -fsanitize=function,vptr
// OPTIONS: -flto=thin -fsplit-lto-unit -fwhole-program-vtables -fvisibility=hidden
// OPTIONS: -flto=thin -fwhole-program-vtables -fvisibility=hidden
// OPTIONS: -fstrict-vtable-pointers
// OPTIONS: -funique-internal-linkage-names
// OPTIONS: -fprofile-generate
struct A { virtual int f(); virtual ~A(); int x; }; struct B : A { int f() override; int y; }; int A::f() { return 1; } int B::f() { return 2; } A::~A() {} int call(A *a) { return a->f(); } int cast(A *a) { return static_cast<B *>(a)->y; } int (*fp)(int); int ind(int x) { return fp(x); } void del(A *a) { delete a; }
int main() { B b; return call(&b) + cast(&b); }
