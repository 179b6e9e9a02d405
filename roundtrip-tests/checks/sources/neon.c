// OPTIONS: --target=aarch64-linux-gnu -ffreestanding -march=armv8.6-a+crypto+fp16+bf16+dotprod
#include <arm_neon.h>
float32x4_t a(float32x4_t x, float32x4_t y) { return vfmaq_f32(x, y, vrev64q_f32(x)); }
uint8x16_t b(uint8x16_t t, uint8x16_t i) { return vqtbl1q_u8(t, vaddq_u8(i, vdupq_n_u8(3))); }
int32x4_t c(int16x8_t a, int16x8_t b) { return vmull_s16(vget_low_s16(a), vget_high_s16(b)); }
float32x4x3_t d(float *p) { return vld3q_f32(p); }
void e(uint8_t *p, uint8x16x4_t v) { vst4q_u8(p, v); }
int32x4_t dot(int32x4_t a, int8x16_t b, int8x16_t c) { return vdotq_s32(a, b, c); }
float16x8_t h(float16x8_t a, float16x8_t b) { return vmulq_f16(a, b); }
int s(int32x4_t a) { return vaddvq_s32(a) + vmaxvq_s32(vqdmulhq_s32(a, a)); }
uint8x16_t aes(uint8x16_t a, uint8x16_t b) { return vaesmcq_u8(vaeseq_u8(a, b)); }
bfloat16x8_t bf(float32x4_t a) { return vcvtq_low_bf16_f32(a); }
