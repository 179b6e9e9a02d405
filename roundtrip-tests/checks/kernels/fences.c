#include "gpu.h"
KERNEL fences(int *flag, long *value, float *sum, double *total, int n) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
  __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) < n)
    __nvvm_nanosleep(20);
  __atomic_fetch_add(sum, 1.5f, __ATOMIC_RELAXED);
  __atomic_fetch_add(total, 2.5, __ATOMIC_RELAXED);
  __atomic_fetch_nand(value, 7, __ATOMIC_RELAXED);
  __atomic_fetch_max(sum, 4.0f, __ATOMIC_RELAXED);
}
