#include "gpu.h"
KERNEL saturating(int *x, ulong *y, signed char *z) {
  uint i = index();
  x[i] = __builtin_elementwise_add_sat(x[i], x[i + 1]) + __builtin_elementwise_sub_sat(x[i], 9);
  y[i] = __builtin_elementwise_add_sat(y[i], 77ul) - __builtin_elementwise_sub_sat(y[i], y[i + 1]);
  z[i] = __builtin_elementwise_add_sat(z[i], z[i + 1]);
  x[i + 1] = __nvvm_match_any_sync_i64(-1, y[i]);
}
