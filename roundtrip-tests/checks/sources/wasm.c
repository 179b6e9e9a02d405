// OPTIONS: --target=wasm32 -msimd128 -mreference-types -ffreestanding
#include <wasm_simd128.h>
v128_t a(v128_t x, v128_t y) { return wasm_f32x4_mul(x, wasm_i8x16_swizzle(y, x)); }
int b(v128_t x) { return wasm_i8x16_bitmask(x) + wasm_v128_any_true(x); }
void grow(void) { __builtin_wasm_memory_grow(0, 1); }
__attribute__((import_module("env"), import_name("imp"))) extern int imp(int); __attribute__((export_name("ex"))) int ex(int x) { return imp(x); }
__externref_t g(__externref_t r) { return r; }
typedef void (*__funcref fr)(int); fr h(fr f) { f(3); return f; }
_Thread_local int t; int tl(void) { return t++; }
