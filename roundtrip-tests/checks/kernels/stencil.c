#include "gpu.h"
KERNEL stencil(const double *in, double *out, uint width, uint height) {
  uint x = index() % width, y = index() / width;
  if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height)
    return;
  out[y * width + x] = 0.25 * (in[y * width + x - 1] + in[y * width + x + 1] + in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}
