#define KERNEL __attribute__((nvptx_kernel)) void
#define GLOBAL __attribute__((address_space(1)))
#define SHARED static __attribute__((address_space(3)))
#define CONSTANT static const __attribute__((address_space(4)))
#define TID __nvvm_read_ptx_sreg_tid_x()
#define TIDY __nvvm_read_ptx_sreg_tid_y()
#define BID __nvvm_read_ptx_sreg_ctaid_x()
#define BIDY __nvvm_read_ptx_sreg_ctaid_y()
#define DIM __nvvm_read_ptx_sreg_ntid_x()
#define GRID __nvvm_read_ptx_sreg_nctaid_x()
#define SYNC() __syncthreads()
typedef unsigned int uint;
typedef unsigned long ulong;
static inline uint index(void) { return BID * DIM + TID; }
