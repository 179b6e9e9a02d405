#include "gpu.h"
#define TILE 16
SHARED float left[TILE][TILE], right[TILE][TILE];
KERNEL matmul(const GLOBAL float *a, const GLOBAL float *b, GLOBAL float *c, uint n) {
  uint row = BIDY * TILE + TIDY, column = BID * TILE + TID;
  float sum = 0;
  for (uint t = 0; t < n / TILE; t++) {
    left[TIDY][TID] = a[row * n + t * TILE + TID];
    right[TIDY][TID] = b[(t * TILE + TIDY) * n + column];
    SYNC();
    for (uint k = 0; k < TILE; k++)
      sum += left[TIDY][k] * right[k][TID];
    SYNC();
  }
  c[row * n + column] = sum;
}
