// OPTIONS:
// OPTIONS: -fsanitize=undefined
// OPTIONS: -ftrapv
// OPTIONS: -ftrivial-auto-var-init=pattern
// OPTIONS: --target=powerpc64-linux-gnu
#include <stdarg.h>
int printf(const char *, ...);
int vla(int n) { int a[n][n + 1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * j; return a[n - 1][n]; }
int sumv(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int r = 0; for (int i = 0; i < n; i++) r += va_arg(l, int); r += (int)va_arg(m, double); va_end(m); va_end(l); return r; }
void *gotos(int i) { static void *t[] = {&&a, &&b, &&c}; goto *t[i]; a: return 0; b: return t; c: return t[1]; }
int sw(int x) { switch (x) { case 1 ... 5: return 1; case 100: return 2; case -7: return 3; default: __builtin_unreachable(); } }
int bits(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctz(x) + __builtin_ffs(x) + __builtin_bswap32(x) + __builtin_bitreverse32(x) + __builtin_rotateleft32(x, 3) + __builtin_parity(x); }
int ov(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) + __builtin_mul_overflow(a, b, &r) + __builtin_sub_overflow((unsigned)a, b, &r) + r; }
struct bf { int a : 3; unsigned b : 7; long long c : 40; } gbf = {1, 2, 3};
int bfs(struct bf *p) { p->a++; p->c = p->b; return p->a; }
_BitInt(37) bi(_BitInt(37) a, _BitInt(37) b) { return a * b / 3wb; }
#ifdef __x86_64__
unsigned _BitInt(200) bi2(unsigned _BitInt(200) a) { return a * a + 1; }
#endif
#ifdef __SIZEOF_INT128__
__int128 i128(__int128 a) { return a / 7 + (((__int128)1 << 100)); }
#endif
extern int weak_(void) __attribute__((weak)); static int st(int x) { return x; } int al(int) __attribute__((alias("real"))); int real(int x) { return st(x) + (weak_ ? weak_() : 0); }
_Thread_local int tls = 3; __attribute__((tls_model("initial-exec"))) _Thread_local int tls2; static _Thread_local int tls3;
int tl(void) { return tls + tls2 + tls3++; }
__attribute__((section("mysec"), aligned(64), used)) static int secv = 9; __attribute__((visibility("hidden"))) int hid; __attribute__((common)) int com;
__attribute__((constructor(101))) static void ctor(void) { printf("x"); } __attribute__((destructor)) static void dtor(void) {}
static void *resolver(void) { return real; } int ifun(int) __attribute__((ifunc("resolver")));
const char *str = "a\0b\xff\n"; const unsigned short w[] = u"wide"; const int l[] = {1, 2, 3, [9] = 4};
union U { int i; double d; char c[16]; } u = {.d = 1.5}; void *self = &self; char *mid = (char *)&u + 4; long diff = (long)&u;
struct Node { struct Node *n; int (*f)(int); int data[]; } node = {&node, real, {1, 2, 3}};
int loopu(int *p, int n) { int s = 0;
#pragma clang loop unroll_count(4) vectorize(disable)
 for (int i = 0; i < n; i++) s += p[i];
#pragma unroll
 for (int i = 0; i < 8; i++) s ^= p[i];
#pragma clang loop vectorize_width(8) interleave_count(2)
 for (int i = 0; i < n; i++) p[i] += s;
 return s; }
int exp_(int x) { if (__builtin_expect(x == 3, 0)) return real(x); if (__builtin_expect_with_probability(x == 5, 1, 0.9)) return 2; __builtin_assume(x > 0); return x / 3; }
int memf(char *p, char *q) { __builtin_memcpy(p, q, 33); __builtin_memset(p, 1, 9); __builtin_memmove(q, p, 12); __builtin_prefetch(p, 1, 2); return __builtin_object_size(p, 0) + __builtin_constant_p(*p) + (int)(long)__builtin_return_address(0) + (int)(long)__builtin_frame_address(0); }
void trap(int x) { if (x) __builtin_trap(); else __builtin_debugtrap(); __builtin_verbose_trap("a", "b"); }
int tern(int a, int b, volatile int *p) { *p; return (a ?: b) && (a, b) ? *p : ~a; }
void setj(void **b) { if (__builtin_setjmp(b)) return; __builtin_longjmp(b, 1); }
int mt(int x) { if (x == 0) return 0; __attribute__((musttail)) return mt(x - 1); }
__attribute__((noinline, cold, target("avx2"))) int tg(int x) { return x; } __attribute__((preserve_most)) void pm(void) {} __attribute__((no_sanitize("address"), naked)) void nk(void) { __asm__("ret"); }
void cl(int *p) { *p = 0; } int cleanup(void) { __attribute__((cleanup(cl))) int x = 3; return real(x); }
