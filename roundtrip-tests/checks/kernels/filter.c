#include "gpu.h"
CONSTANT float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
KERNEL filter(const GLOBAL float *in, GLOBAL float *out, uint width) {
  uint x = BID * DIM + TID + 1, y = BIDY + 1;
  float sum = 0;
  for (int i = 0; i < 9; i++)
    sum += weights[i] * in[(y + i / 3 - 1) * width + x + i % 3 - 1];
  out[y * width + x] = sum / 16;
}
