// OPTIONS:
// OPTIONS: -gsimple-template-names
// OPTIONS: -fsanitize=undefined
// OPTIONS: -fsanitize=address
// OPTIONS: --target=x86_64-pc-windows-msvc -fms-extensions -fexceptions -fcxx-exceptions
// OPTIONS: --target=wasm32 -fwasm-exceptions -mexception-handling
// OPTIONS: -fsjlj-exceptions
// OPTIONS: --target=powerpc64-linux-gnu
// OPTIONS: -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
typedef decltype(sizeof 0) size_t;
namespace ns { inline namespace v1 { template <typename T, int N = 3> struct Arr { T d[N]; static int count; template <typename U> Arr(U u) { for (auto &x : d) x = u; count++; } T &operator[](size_t i) { return d[i]; } ~Arr() { count--; } }; template <typename T, int N> int Arr<T, N>::count = N; } }
template <typename... Ts> int sum(Ts... ts) { return (ts + ... + 0); }
template <auto V> struct K { static constexpr auto v = V; }; template <template <typename, int> class C> struct TT { C<int, 2> c{3}; };
struct B0 { int x = 1; virtual int f() { return x; } virtual ~B0(); }; struct B1 : virtual B0 { int y = 2; int f() override { return y; } }; struct B2 : virtual B0 { int z = 3; }; struct D final : B1, B2 { int f() override { return B1::f() + z; } };
B0::~B0() {} int useD() { D d; B0 *b = &d; B2 *b2 = &d; return b->f() + static_cast<D *>(b2)->f() + (dynamic_cast<B1 *>(b) != nullptr); }
int D::*pm = &D::z; int (B0::*pf)() = &B0::f; int callpm(D &d) { return d.*pm + (d.*pf)(); }
enum class E : short { A, B = 5 }; E e(E x) { return x == E::A ? E::B : x; }
auto lam = [n = 3](auto x) mutable noexcept { return n++ + x; }; int ul() { return lam(3) + lam(3.5); }
struct Ex { int v; Ex(int v) : v(v) {} Ex(const Ex &); ~Ex(); }; void may(int); 
int tr(int x) { try { may(x); Ex e(1); may(2); if (x) throw Ex(x); } catch (Ex &e) { may(3); return e.v; } catch (int i) { try { throw; } catch (...) { return i; } } catch (...) { throw; } return 0; }
void nx() noexcept { may(1); Ex e(2); may(3); }
static Ex global(3); 
#ifndef NOTLS
thread_local Ex tl(4); Ex &tlr() { return tl; }
#endif
 inline Ex inl(5); int &st() { static int s = sum(1, 2); return s; }
constexpr int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } constinit int ci = fact(5); 
int main() { ns::Arr<int> a(3); ns::Arr<double, 7> b(2); TT<ns::Arr> t; using A = ns::Arr<int>; return a[1] + (int)b[2] + t.c[0] + sum(1, 2, 3) + K<7>::v + A::count; }
template struct ns::Arr<char, 4>; extern template struct ns::Arr<long, 5>; int ext(ns::Arr<long, 5> &a) { return a[1]; }
struct NonTriv { NonTriv(NonTriv &&); int a[10]; }; NonTriv nt(NonTriv n) { return n; } struct Empty {}; int em(Empty, int x, Empty) { return x; } union UU { int a; float b; UU() : b(1) {} } uu;
void *operator new(size_t, void *p) noexcept; int *alloc(int n) { return new int[n]{1, 2}; } void del(Ex *e) { delete[] e; }
struct Ref { int &r; const int &&rr; Ref(int &a) : r(a), rr(static_cast<const int &&>(a)) {} }; int refs(int a) { Ref r(a); return r.r + r.rr; } using fnp = int (*)(int) noexcept; fnp arr[2] = {nullptr, +[](int x) noexcept { return x; }};
struct Cov : B0 { Cov *self(); }; struct Bits { unsigned a : 3, : 2, b : 5; bool c : 1; } bits{1, 2, true}; [[gnu::abi_tag("x")]] int tagged() { return [] { struct L { int q; }; return sizeof(L); }(); }
alignas(64) char buf[64]; decltype(nullptr) np; 
#ifdef __SIZEOF_INT128__
__int128 i128;
#endif
 char8_t c8 = u8'x'; char32_t c32[] = U"hi"; wchar_t wc = L'x'; signed char sc; int arr2[2][3][4]; int (&ra)[2][3][4] = arr2; const volatile int *const volatile cvp = nullptr; 
using namespace ns; namespace alias = ns::v1; using ns::Arr; 
