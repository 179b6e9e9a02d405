#include "gpu.h"
KERNEL clamp(int *data, uint n, int low, int high) {
  uint i = index();
  if (i < n) {
    int value = data[i];
    value = value < low ? low : value;
    value = value > high ? high : value;
    data[i] = value < 0 ? -value : value;
  }
}
