#include "gpu.h"
KERNEL mandelbrot(int *out, uint width, uint height, int limit) {
  uint i = index();
  if (i >= width * height)
    return;
  float a = 3.0f * (i % width) / width - 2.0f, b = 2.0f * (i / width) / height - 1.0f, x = 0, y = 0;
  int count = 0;
  while (x * x + y * y < 4 && count < limit) {
    float next = x * x - y * y + a;
    y = 2 * x * y + b;
    x = next;
    count++;
  }
  out[i] = count;
}
