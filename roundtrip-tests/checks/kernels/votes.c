#include "gpu.h"
KERNEL votes(const int *in, int *out) {
  int value = in[index()];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __nvvm_shfl_sync_down_i32(0xffffffff, value, offset, 31);
  if (TID % 32 == 0)
    out[index() / 32] = value;
}
