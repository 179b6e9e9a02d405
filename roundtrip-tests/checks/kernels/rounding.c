#include "gpu.h"
typedef float pair __attribute__((ext_vector_type(2)));
KERNEL rounding(float *x, double *y, pair *z, int *n) {
  uint i = index();
  x[i] = __builtin_roundf(x[i]) + __builtin_copysignf(1.0f, x[i + 1]) + __builtin_elementwise_canonicalize(x[i + 2]);
  y[i] = __builtin_round(y[i]) + __builtin_copysign(y[i + 1], -2.0) + __builtin_pow(y[i], 3.0);
  x[i + 3] = __builtin_sinf(x[i]) + __nvvm_ex2_approx_f(x[i]);
  z[i] = -z[i];
  n[i] = __builtin_isnan(x[i]) + __builtin_isinf(y[i]) + __nvvm_activemask();
}
