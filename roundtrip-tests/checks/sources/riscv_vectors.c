// OPTIONS: --target=riscv64 -ffreestanding -march=rv64gcv
#include <riscv_vector.h>
void saxpy(size_t n, float a, const float *x, float *y) { for (size_t vl; n > 0; n -= vl, x += vl, y += vl) { vl = __riscv_vsetvl_e32m8(n); vfloat32m8_t vx = __riscv_vle32_v_f32m8(x, vl), vy = __riscv_vle32_v_f32m8(y, vl); __riscv_vse32_v_f32m8(y, __riscv_vfmacc_vf_f32m8(vy, a, vx, vl), vl); } }
vint32m1x3_t seg(const int *p, size_t vl) { return __riscv_vlseg3e32_v_i32m1x3(p, vl); }
vbool32_t m(vint32m1_t a, size_t vl) { return __riscv_vmslt_vx_i32m1_b32(a, 3, vl); }
vint32m1_t masked(vbool32_t m, vint32m1_t o, vint32m1_t a, size_t vl) { return __riscv_vadd_vv_i32m1_mu(m, o, a, a, vl); }
int red(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i] > 3 ? p[i] : 0; return s; }
