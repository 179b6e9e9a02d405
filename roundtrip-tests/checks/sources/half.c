// OPTIONS: -mavx512fp16
// OPTIONS: --target=aarch64-linux-gnu -march=armv8.2-a+fp16
// OPTIONS: --target=riscv64 -march=rv64gc_zfh
// OPTIONS: --target=nvptx64
// OPTIONS: --target=amdgcn
_Float16 h(_Float16 a, _Float16 b) { return a * b + (_Float16)1.5; }
_Float16 hs[4] = {1.0f16, -0.0f16, 65504.0f16, 0.1f16};
float hf(_Float16 a) { return a; }
typedef _Float16 v8h __attribute__((vector_size(16)));
v8h vh(v8h a, v8h b) { return a * b - a; }
_Float16 sum(_Float16 *p, int n) { _Float16 r = 0; for (int i = 0; i < n; i++) r += p[i]; return r; }
int cmp(_Float16 a, _Float16 b) { return a < b; }
