#include "gpu.h"
KERNEL hash(const unsigned char *text, const uint *starts, ulong *out) {
  ulong hash = 14695981039346656037u;
  for (uint i = starts[TID]; i < starts[TID + 1]; i++)
    hash = (hash ^ text[i]) * 1099511628211u;
  out[TID] = __builtin_popcountl(hash) + __builtin_clzl(hash | 1) + (hash << 7 | hash >> 57);
}
