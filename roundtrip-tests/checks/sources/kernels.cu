// OPTIONS: --cuda-device-only
// OPTIONS: --cuda-host-only
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __host__ __attribute__((host))
struct dim3 { unsigned x, y, z; };
__constant__ float table[16]; __device__ int counter; 
template <typename T> __device__ T red(T v) { for (int i = 16; i; i /= 2) v += __nvvm_shfl_sync_bfly_f32(-1, v, i, 31); return v; }
__global__ void k(float *p, int n) { __shared__ float s[256]; int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x(); if (i < n) { s[__nvvm_read_ptx_sreg_tid_x()] = p[i]; __syncthreads(); p[i] = red(s[0]) * table[i & 15]; __nvvm_atom_add_gen_f(p, 1.0f); __nvvm_atom_inc_gen_ui((unsigned*)&counter, 3); } }
__global__ __attribute__((launch_bounds(256, 2))) void k2(double *p) { *p = __nvvm_fma_rn_d(*p, 2, 3); __nvvm_membar_gl(); extern __shared__ int dyn[]; dyn[0] = 1; int x = dyn[1]; *p += x; }
struct A { int x; __device__ virtual int f() { return x; } }; __global__ void k3(A *a, int *o) { *o = a->f(); }
