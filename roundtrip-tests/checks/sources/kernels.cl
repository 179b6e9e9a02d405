// OPTIONS: --target=amdgcn-amd-amdhsa -mcpu=gfx90a -nogpulib
// OPTIONS: --target=spirv64
// OPTIONS: --target=nvptx64-nvidia-cuda
__kernel void k(__global float *p, __local float *s, __constant float *c, int n, float4 v) { int i = get_global_id(0); if (i < n) { s[get_local_id(0)] = p[i] * c[i % 4]; barrier(CLK_LOCAL_MEM_FENCE); p[i] = s[0] + v.x + sin(v.y); atomic_add((volatile __global int *)p, 3); } }
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k2(__global float8 *h, __global int4 *o) { *o = convert_int4(h->lo); h[1] = h[0] * h[0]; }
__constant int table[4] = {1, 2, 3, 4}; struct S { int a; float b[3]; }; __kernel void k3(struct S s, __global int *o) { __private int x[8]; for (int i = 0; i < 8; i++) x[i] = table[i & 3] + s.a; *o = x[o[1] & 7]; }
kernel void k4(write_only image2d_t im, sampler_t sm, read_only image2d_t im2) { write_imagef(im, (int2)(0, 1), read_imagef(im2, sm, (float2)(0, 1))); }
