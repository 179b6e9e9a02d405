#include "gpu.h"
KERNEL bitonic(uint *keys, uint j, uint k) {
  uint i = index(), other = i ^ j;
  if (other <= i)
    return;
  uint a = keys[i], b = keys[other];
  if ((a > b) == ((i & k) == 0)) {
    keys[i] = b;
    keys[other] = a;
  }
}
