// OPTIONS: --target=aarch64-linux-gnu -ffreestanding -march=armv9-a+sve2
// OPTIONS: --target=aarch64-linux-gnu -ffreestanding -march=armv9-a+sve2 -msve-vector-bits=256
#include <arm_sve.h>
svfloat32_t a(svbool_t p, svfloat32_t x, svfloat32_t y) { return svmla_x(p, x, y, svdup_f32(2)); }
void daxpy(double *x, double *y, double a, long n) { for (long i = 0; i < n; i += svcntd()) { svbool_t p = svwhilelt_b64(i, n); svst1(p, y + i, svmla_x(p, svld1(p, y + i), svld1(p, x + i), a)); } }
svint32x3_t t(svint32_t a) { return svcreate3(a, svdup_s32(1), svindex_s32(0, 2)); }
svuint8_t tb(svuint8_t a, svuint8_t i) { return svtbl(a, i); }
int64_t r(svbool_t p, svint32_t x) { return svaddv(p, x) + svcntp_b32(p, p); }
svint32_t g(svbool_t p, int *b, svuint32_t i) { return svld1_gather_index(p, b, i); }
svbool_t c(svbool_t p, svint32_t a) { return svcmpgt(p, a, 3); }
svfloat64_t cv(svbool_t p, svint32_t x) { return svcvt_f64_x(p, x); }
void red(float *p, int n, float *o) { float s = 0; for (int i = 0; i < n; i++) s += p[i]; *o = s; }
