#include "gpu.h"
SHARED float part[256];
KERNEL reduce(const float *in, float *out, uint n) {
  float sum = 0;
  for (uint i = index(); i < n; i += DIM * GRID)
    sum += in[i];
  part[TID] = sum;
  SYNC();
  for (uint s = DIM / 2; s > 0; s >>= 1) {
    if (TID < s)
      part[TID] += part[TID + s];
    SYNC();
  }
  if (TID == 0)
    out[BID] = part[0];
}
