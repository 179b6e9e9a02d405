#include "gpu.h"
KERNEL locks(int *lock, long *total, long amount) {
  int expected = 0;
  while (!__atomic_compare_exchange_n(lock, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    expected = 0;
  *total += amount;
  __atomic_exchange_n(lock, 0, __ATOMIC_RELEASE);
  __nvvm_membar_gl();
}
