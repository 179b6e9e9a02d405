#include "gpu.h"
SHARED int row[512];
KERNEL scan(int *data) {
  row[TID] = data[index()];
  SYNC();
  for (uint step = 1; step < DIM; step *= 2) {
    int left = TID >= step ? row[TID - step] : 0;
    SYNC();
    row[TID] += left;
    SYNC();
  }
  data[index()] = row[TID];
}
