// OPTIONS: --target=powerpc64le-linux-gnu
// OPTIONS: --target=powerpc64-linux-gnu
// OPTIONS: --target=powerpc-linux-gnu
typedef __ibm128 T;
T q(T a, T b) { return a * b + 1.25; }
T qs[3] = {1.0, -0.0, 3.14159265358979323846264338327950288L};
int cmp(T a, T b) { return a < b; }
double d(T a) { return a; }
T i(long a) { return a; }
double pack(double a, double b) { T t = __builtin_pack_longdouble(a, b); return __builtin_unpack_longdouble(t, 1); }
T sum(T *p, int n) { T r = 0; for (int i = 0; i < n; i++) r += p[i]; return r; }
