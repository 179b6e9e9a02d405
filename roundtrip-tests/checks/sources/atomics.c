// OPTIONS:
// OPTIONS: -mcx16
// OPTIONS: --target=aarch64-linux-gnu -ffreestanding
// OPTIONS: -fsanitize=thread
#include <stdatomic.h>
struct P { long a, b; }; struct B { char c[24]; };
_Atomic int ai; _Atomic struct P ap; _Atomic struct B ab; _Atomic(double) ad; _Atomic(char*) acp; _Atomic _Bool abool;
int inc(void) { return atomic_fetch_add(&ai, 1); }
int f(int *p, int v) { return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL) + __atomic_sub_fetch(p, v, __ATOMIC_RELAXED) + __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST) + __atomic_fetch_min(p, v, __ATOMIC_ACQUIRE) + __atomic_fetch_max((unsigned*)p, v, __ATOMIC_RELEASE); }
_Bool cas(int *p, int *e, int d) { return __atomic_compare_exchange_n(p, e, d, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) || __atomic_compare_exchange_n(p, e, d, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE); }
struct P ldp(void) { return atomic_load(&ap); }
void stb(struct B b) { atomic_store(&ab, b); }
double addd(double x) { return ad += x; }
char *nextp(void) { return acp++; }
_Bool tb(void) { return abool ^= 1; }
void fences(void) { atomic_thread_fence(memory_order_acquire); atomic_signal_fence(memory_order_seq_cst); __atomic_thread_fence(__ATOMIC_RELEASE); }
int order(int *p, int o) { return __atomic_load_n(p, o); }
int xchg(volatile int *p) { return __atomic_exchange_n(p, 7, __ATOMIC_SEQ_CST); }
__int128 big(_Atomic __int128 *p) { return *p += 3; }
float ff(_Atomic float *p) { return *p *= 2; }
