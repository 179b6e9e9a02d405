// OPTIONS:
// OPTIONS: --target=aarch64-linux-gnu
// OPTIONS: --target=powerpc64le-linux-gnu
// OPTIONS: --target=powerpc64-linux-gnu
// OPTIONS: --target=powerpc-linux-gnu
// OPTIONS: --target=s390x-linux-gnu
// OPTIONS: --target=sparcv9-linux-gnu
// OPTIONS: --target=mips64el-linux-gnuabi64
// OPTIONS: --target=riscv64-linux-gnu
// OPTIONS: --target=wasm32
// OPTIONS: --target=i386-linux-gnu
// OPTIONS: --target=x86_64-pc-windows-msvc
// OPTIONS: -ffp-model=strict
// OPTIONS: -ffp-model=fast
// OPTIONS: -mlong-double-128
typedef _Complex double cd; typedef _Complex long double cld; typedef _Complex float cf;
long double ld(long double a, long double b) { return a * b + a / b - 1.5L; }
long double ldc(int x) { return x ? 1.0e300L : (long double)x + 3.14159265358979323846L; }
int ldcmp(long double a, long double b) { return a < b || a != a; }
cld mulc(cld a, cld b) { return a * b; }
cd divc(cd a, cd b) { return a / b; }
cf addc(cf a, float b) { return a + b; }
long double arr[3] = {1.0L, 2.5L, -0.0L};
struct S { char c; long double l; float f; } s = {1, 2.0L, 3.0f};
double sum(double *p, int n) { double r = 0; for (int i = 0; i < n; i++) r += p[i] * p[i]; return r; }
float fma_(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
long long cvt(long double a) { return (long long)a; }
unsigned long long cvtu(double a) { return (unsigned long long)a; }
long double from(unsigned long long a) { return a; }
double minmax(double a, double b) { return __builtin_fmin(a, b) + __builtin_fmax(a, b) + __builtin_sqrt(a) + __builtin_copysign(a,b); }
int cls(double a) { return __builtin_isnan(a) | __builtin_isinf(a) | __builtin_isnormal(a) | __builtin_signbit(a) | __builtin_fpclassify(0,1,2,3,4,a); }
struct S ret(struct S x) { x.l += x.f; return x; }
long double va(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); long double r = 0; while (n--) r += __builtin_va_arg(l, long double); __builtin_va_end(l); return r; }
