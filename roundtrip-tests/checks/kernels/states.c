#include "gpu.h"
KERNEL states(const unsigned char *code, int *stack) {
  int *top = stack + 64 * TID;
  for (;; code++)
    switch (*code) {
    case 0: return;
    case 1: *top++ = 1; break;
    case 2: top--; top[-1] += top[0]; break;
    case 3: top--; top[-1] *= top[0]; break;
    case 4: top[-1] = -top[-1]; break;
    case 5: *top = top[-1]; top++; break;
    default: *top++ = *code; break;
    }
}
