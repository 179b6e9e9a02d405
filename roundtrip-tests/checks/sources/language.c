#include <stdarg.h>
#include <stdatomic.h>
#include <complex.h>
#include <setjmp.h>
#include <string.h>
#include <stdlib.h>
typedef int v4 __attribute__((vector_size(16)));
struct S { int a : 3; unsigned b : 5; long c; char name[7]; } __attribute__((packed));
union U { double d; long l; };
static const char *names[] = {"one", "two", 0};
_Atomic int counter; _Thread_local int tl; extern int ext; int weak __attribute__((weak)); int hid __attribute__((visibility("hidden")));
int vs(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
int at(void) { atomic_fetch_add(&counter, 1); int e = 3; atomic_compare_exchange_strong(&counter, &e, 5); return atomic_load_explicit(&counter, memory_order_acquire); }
v4 vec(v4 a, v4 b) { return a * b + (a < b); }
double complex cx(double complex a, double complex b) { return a * b / (a + 1.0); }
__int128 big(__int128 a) { return a * 3 / 7; }
int sw(int x) { switch (x) { case 1 ... 5: return 2; case 100: return 1; case 1000: x++; case 1001: x *= 3; break; case 7: goto out; default: return x; } for (int i = 0; i < x; i++) { if (i == 3) continue; if (i == 77) break; x ^= i; } out: return x; }
static jmp_buf jb; int sj(void) { if (setjmp(jb)) return 1; longjmp(jb, 2); }
int go(int i) { static void *t[] = {&&a, &&b, &&c}; goto *t[i]; a: return 1; b: i++; c: return i; }
int as(int x) { int r; __asm__ volatile("" : "=r"(r) : "0"(x) : "memory"); return r; }
void cp(struct S *a, const struct S *b, size_t n) { memcpy(a, b, n); memset(a, 0, sizeof *a); a->a = b->b; strncpy(a->name, names[n & 1], 6); }
int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; int s = 0; for (int i = 0; i < n; i++) s += a[n - i - 1]; return s; }
float f16(_Float16 a, long double b) { return a + b; }
int bits(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_bswap32(x) + __builtin_expect(x > 3, 0); }
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }
void srt(int *a, size_t n) { qsort(a, n, sizeof *a, cmp); }
int ovf(int a, int b) { int r; if (__builtin_add_overflow(a, b, &r)) abort(); return r; }
void mat(double (*a)[8], double (*b)[8], double (*c)[8]) { for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) { double s = 0; for (int k = 0; k < 8; k++) s += a[i][k] * b[k][j]; c[i][j] = s; } }
__attribute__((constructor)) static void ctor(void) { counter = 1; } __attribute__((noinline, cold)) void cold(void) { abort(); }
int alias_target(int x) { return x; } int al(int x) __attribute__((alias("alias_target")));
void loop(int *p, int n) {
#pragma clang loop unroll_count(4) vectorize(disable)
 for (int i = 0; i < n; i++) p[i] += i; do { n--; } while (n > 0 && p[n]); while (*p) p++; }
