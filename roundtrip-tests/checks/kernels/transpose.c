#include "gpu.h"
SHARED float tile[32][33];
KERNEL transpose(const GLOBAL float *in, GLOBAL float *out, uint n) {
  tile[TIDY][TID] = in[(BIDY * 32 + TIDY) * n + BID * 32 + TID];
  SYNC();
  out[(BID * 32 + TIDY) * n + BIDY * 32 + TID] = tile[TID][TIDY];
}
