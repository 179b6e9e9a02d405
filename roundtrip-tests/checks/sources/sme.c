// OPTIONS: --target=aarch64-linux-gnu -ffreestanding -march=armv9-a+sme2
#include <arm_sme.h>
__arm_new("za") __arm_locally_streaming void f(svbool_t p, float *x) { svzero_za(); svmopa_za32_m(0, svptrue_b32(), svptrue_b32(), svld1(svptrue_b32(), x), svdup_f32(1)); svst1_hor_za32(0, 0, svptrue_b32(), x); }
void g(float *x) __arm_streaming __arm_inout("za") { svst1_ver_za32(1, 2, svptrue_b32(), x); svldr_za(3, x); }
int h(void) __arm_streaming_compatible { return __arm_in_streaming_mode(); }
void zt(void *p) __arm_streaming __arm_inout("zt0") { svldr_zt(0, p); }
void call(float *x) __arm_streaming __arm_inout("za") { g(x); }
