#include "gpu.h"
struct Body { float x, y, z, mass; };
KERNEL bodies(const struct Body *all, struct Body *speed, uint n, float step) {
  uint i = index();
  if (i >= n)
    return;
  float ax = 0, ay = 0, az = 0;
  for (uint j = 0; j < n; j++) {
    float dx = all[j].x - all[i].x, dy = all[j].y - all[i].y, dz = all[j].z - all[i].z;
    float r = __nvvm_rsqrt_approx_f(dx * dx + dy * dy + dz * dz + 1e-6f);
    float f = all[j].mass * r * r * r;
    ax += f * dx, ay += f * dy, az += f * dz;
  }
  speed[i].x += step * ax, speed[i].y += step * ay, speed[i].z += step * az;
}
