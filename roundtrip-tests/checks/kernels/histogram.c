#include "gpu.h"
KERNEL histogram(const unsigned char *in, uint n, uint *bins) {
  for (uint i = index(); i < n; i += DIM * GRID)
    __atomic_fetch_add(&bins[in[i]], 1, __ATOMIC_RELAXED);
}
