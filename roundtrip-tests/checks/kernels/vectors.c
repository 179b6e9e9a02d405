#include "gpu.h"
typedef float float4 __attribute__((ext_vector_type(4)));
KERNEL vectors(const GLOBAL float4 *a, const GLOBAL float4 *b, GLOBAL float *dot) {
  float4 product = a[TID] * b[TID];
  dot[TID] = product.x + product.y + product.z + product.w;
}
