// OPTIONS:
// OPTIONS: --target=aarch64-linux-gnu -march=armv8.2-a+bf16
// OPTIONS: --target=nvptx64
__bf16 h(__bf16 a, __bf16 b) { return a * b + (__bf16)1.5f; }
__bf16 hs[3] = {(__bf16)1.0f, (__bf16)-2.0f, (__bf16)0.1f};
float hf(__bf16 a) { return (float)a; }
typedef __bf16 v8b __attribute__((vector_size(16)));
v8b vb(v8b a, v8b b) { return a * b; }
