#include "gpu.h"
KERNEL saxpy(uint n, float a, const GLOBAL float *x, GLOBAL float *y) {
  uint i = index();
  if (i < n)
    y[i] = a * x[i] + y[i];
}
